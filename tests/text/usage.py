"""Which messages the source asks for, read from its syntax tree."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
KEY: Final = re.compile(r"[a-z_]+(\.[a-z0-9_{}]+)+")
FILE_NAME: Final = re.compile(
    r".*\.(?:png|po|mo|json|jsonl|sql|sqlite|db|txt|log|ttf|otf|html|css|js|py|toml)"
)


@dataclass(frozen=True)
class Use:
    """One place that asks for a message.

    Attributes:
        place: file and line.
        key: the key; with `{}` for each part that is filled in, the pattern of a family.
        fields: what is given for the message's fields; None where that cannot be read.
        plural: whether a plural form is asked for; None where the key only stands there.
    """

    place: str
    key: str
    fields: frozenset[str] | None = None
    plural: bool | None = None


def sources(*folders: str) -> dict[str, ast.Module]:
    """The syntax trees of all modules in these folders, by path."""
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8"))
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def uses(trees: dict[str, ast.Module]) -> list[Use]:
    """Every use of a message: calls of words, and other texts that look like a key."""
    found: list[Use] = []
    for path, tree in trees.items():
        called: set[ast.expr] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                plural = _asks_for_plural(node.func)
                if plural is None:
                    continue
                fields = _fields(node)
                for text in _alternatives(node.args[0]):
                    key = _text(text)
                    if key is not None:
                        called.add(text)
                        found.append(Use(f"{path}:{text.lineno}", key, fields, plural))
        docstrings = set(_docstrings(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.expr) and node not in called and node not in docstrings:
                key = _text(node)
                if key is not None and KEY.fullmatch(key) and not FILE_NAME.fullmatch(key):
                    found.append(Use(f"{path}:{node.lineno}", key))
    return found


def _asks_for_plural(func: ast.expr) -> bool | None:
    """Whether a call is one of `words.count`, and not of `words`; None where it is of something else."""
    if isinstance(func, ast.Attribute) and func.attr == "count" and _is_words(func.value):
        return True
    return False if _is_words(func) else None


def _is_words(node: ast.expr) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name == "words" or name.endswith("_words")
        case ast.Subscript(value=inner) | ast.Call(func=inner):
            return _is_words(inner)
        case _:
            return False


def _alternatives(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from _alternatives(node.body)
        yield from _alternatives(node.orelse)
    else:
        yield node


def _text(node: ast.expr) -> str | None:
    """A literal text, with `{}` for what an f-string fills in."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(
                part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "{}"
                for part in parts
            )
        case _:
            return None


def _fields(call: ast.Call) -> frozenset[str] | None:
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(name for name in names if name is not None)


def _docstrings(tree: ast.Module) -> Iterator[ast.expr]:
    """Texts that stand as statements of their own: docstrings, and those below an attribute or a constant."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            yield node.value


def sentences(trees: dict[str, ast.Module]) -> list[str]:
    """Texts in code that read like a sentence for people, with their places.

    What goes into an exception, an assertion or a log line is for developers and not meant; neither is the
    English text of a `locale_str`, which a catalogue has as well.
    """
    found: list[str] = []
    for path, tree in trees.items():
        exempt = set(_docstrings(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Raise | ast.Assert) or (
                isinstance(node, ast.Call) and _for_developers(node)
            ):
                exempt.update(inner for inner in ast.walk(node) if isinstance(inner, ast.expr))
            if isinstance(node, ast.JoinedStr):
                exempt.update(node.values)
        for node in ast.walk(tree):
            if isinstance(node, ast.expr) and node not in exempt:
                text = _text(node)
                if text is not None and re.search(r"[^\W\d_]{2,} [^\W\d_]+ [^\W\d_]{2,}", text):
                    found.append(f"{path}:{node.lineno}: {text}")
    return found


def _for_developers(call: ast.Call) -> bool:
    match call.func:
        case (
            ast.Attribute(value=ast.Name(id="log"))
            | ast.Name(id="locale_str")
            | ast.Attribute(attr="locale_str")
        ):
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.endswith(("Error", "Exception"))
        case _:
            return False
