"""Discord's Markdown as a tree.

`parse` gives a tree of text and elements, and the page builds its nodes from that: no HTML is written or read
anywhere, so nothing a bot or a person sends can become anything but text.

A tree is a list of nodes. A node is a string, or a list of a kind, an object of facts about it, and its
children: `["b", {}, "bold"]`. The page knows every kind there is, and shows the children of one it does not.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

Tree: TypeAlias = list[Any]

_HEADING = re.compile(r"(#{1,3})[ \t]+(\S.*)$")
_SUBTEXT = re.compile(r"-#[ \t]+(\S.*)$")
_SPECIAL = re.compile(
    r"<(?:@!?(?P<user>\d+)|@&(?P<role>\d+)|#(?P<channel>\d+)"
    r"|t:(?P<time>-?\d{1,13})(?::(?P<style>[tTdDfFR]))?"
    r"|/(?P<command>[-\w' ]+):\d+"
    r"|a?:(?P<emoji>\w+):(?P<picture>\d+))>"
)
_ADDRESS = re.compile(r"https?://[^\s<>]*[^\s<>.,:;\"')\]!?]")
_JUMP = re.compile(
    r"https://(?:\w+\.)?discord(?:app)?\.com/channels/\d+/(?P<channel>\d+)(?:/(?P<message>\d+))?$"
)
_PLAIN_END = frozenset("\n!#$%&*+-:<=>@[\\]^_`{}~|")
_INLINE_KINDS = {"strong": "b", "em": "i", "s": "s", "spoiler": "spoiler"}
_BLOCK_KINDS = {
    "bullet_list": "ul",
    "ordered_list": "ol",
    "list_item": "li",
    "blockquote": "quote",
    "subtext": "sub",
}
_BLOCKS = frozenset({"gap", "h1", "h2", "h3", "pre", *_BLOCK_KINDS.values()})
_INTERRUPTS = ["paragraph", "blockquote", "list"]


@dataclass(frozen=True, slots=True)
class Names:
    """How ids in a text are read: each function gives a name, or None for an id it does not know."""

    user: Callable[[int], str | None]
    channel: Callable[[int], str | None]


def parse(text: str, names: Names) -> Tree:
    """Read a text as Discord shows it.

    Args:
        text: What a bot or a person wrote.
        names: Names of the people and channels it may mention.

    Returns:
        The tree described at the top of this module.
    """
    return _Reader(names).blocks(_MARKDOWN.parse(text))


def plain(tree: Sequence[Any]) -> str:
    """Give the words of a tree on one line, as a reply quotes them."""
    words: list[str] = []
    for node in tree:
        if isinstance(node, str):
            words.append(node)
        elif node[0] in ("mention", "channel", "command", "emoji"):
            words.append(str(node[1].get("name", "")))
        else:
            space = " " if node[0] in _BLOCKS or node[0] == "br" else ""
            words.append(f"{space}{plain(node[2:])}{space}")
    return " ".join("".join(words).split())


@dataclass(slots=True)
class _Block:
    """A block being read: its kind and facts, what is in it so far, and the line after the last of that."""

    element: Tree
    children: Tree
    end: int
    tight: bool


class _Reader:
    """Turns markdown-it's flat tokens into a tree."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def blocks(self, tokens: Sequence[Token]) -> Tree:
        root: Tree = []
        open_blocks = [_Block([], root, 0, tight=False)]
        for token in tokens:
            block = open_blocks[-1]
            kind = token.type.removesuffix("_open").removesuffix("_close")
            if token.nesting >= 0 and token.map is not None and token.type != "inline":
                blank = token.map[0] - block.end
                if block.children and blank > 0 and not block.tight:
                    block.children.append(["gap", {"lines": blank}])
                elif block.children and kind == "paragraph" and _is_inline(block.children[-1]):
                    block.children.append(["br", {}])
                block.end = token.map[1]
            if token.type == "inline":
                block.children += self.inline(token.children or [])
            elif token.type == "fence":
                language = token.info.split()[0] if token.info.strip() else ""
                block.children.append(["pre", {"language": language}, token.content.removesuffix("\n")])
            elif kind == "paragraph":
                continue
            elif token.nesting > 0:
                start = token.map[0] if token.map is not None else 0
                tight = kind in ("bullet_list", "ordered_list")
                open_blocks.append(_Block(self._element(kind, token), [], start, tight=tight))
            elif token.nesting < 0:
                done = open_blocks.pop()
                open_blocks[-1].children.append([*done.element, *done.children])
        return root

    def inline(self, tokens: Sequence[Token]) -> Tree:
        root: Tree = []
        open_spans: list[tuple[Tree, Tree]] = [([], root)]
        for token in tokens:
            children = open_spans[-1][1]
            if token.nesting > 0:
                open_spans.append((self._opened(token), []))
            elif token.nesting < 0:
                element, inside = open_spans.pop()
                open_spans[-1][1].append([*element, *inside])
            elif token.type == "text":
                linked = any(element[:1] == ["a"] for element, _ in open_spans)
                children += [token.content] if linked else self._text(token.content)
            elif token.type in ("softbreak", "hardbreak"):
                children.append(["br", {}])
            elif token.type == "code_inline":
                children.append(["code", {}, token.content])
            elif token.type == "special":
                children.append(self._special(token.meta))
            else:
                children.append(token.content)
        return root

    def _element(self, kind: str, token: Token) -> Tree:
        if kind == "heading":
            return [token.tag, {}]
        facts = {"start": token.attrs["start"]} if "start" in token.attrs else {}
        return [_BLOCK_KINDS[kind], facts]

    def _opened(self, token: Token) -> Tree:
        if token.type == "link_open":
            return self._link(str(token.attrs.get("href", "")))
        kind = token.type.removesuffix("_open")
        if kind == "strong" and token.markup == "__":
            return ["u", {}]
        return [_INLINE_KINDS[kind], {}]

    def _link(self, address: str) -> Tree:
        return ["a", {"href": address}] if _ADDRESS.match(address) else ["i", {}]

    def _text(self, content: str) -> Tree:
        nodes: Tree = []
        end = 0
        for found in _ADDRESS.finditer(content):
            if found.start() > end:
                nodes.append(content[end : found.start()])
            nodes.append(self._address(found.group()))
            end = found.end()
        if end < len(content):
            nodes.append(content[end:])
        return nodes

    def _address(self, address: str) -> Tree:
        jump = _JUMP.match(address)
        if jump is None:
            return ["a", {"href": address}, address]
        channel = self._names.channel(int(jump["channel"]))
        facts = {"channel": jump["channel"], "message": jump["message"], "name": channel or "unknown"}
        return ["jump", facts]

    def _special(self, found: dict[str, str | None]) -> Tree:
        match found:
            case {"user": str(user)}:
                return [
                    "mention",
                    {"user": user, "name": f"@{self._names.user(int(user)) or 'unknown-user'}"},
                ]
            case {"everyone": str(everyone)}:
                return ["mention", {"everyone": True, "name": everyone}]
            case {"role": str()}:
                return ["mention", {"name": "@role"}]
            case {"channel": str(channel)}:
                return [
                    "channel",
                    {"channel": channel, "name": self._names.channel(int(channel)) or "unknown"},
                ]
            case {"time": str(time)}:
                return ["time", {"at": int(time), "style": found.get("style") or "f"}]
            case {"command": str(command)}:
                return ["command", {"name": f"/{command}"}]
            case _:
                return ["emoji", {"name": f":{found.get('emoji')}:", "id": found.get("picture")}]


def _is_inline(node: Any) -> bool:
    return isinstance(node, str) or node[0] not in _BLOCKS


def _heading(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    return _line(state, start, silent, _HEADING, lambda found: ("heading", f"h{len(found[1])}", found[2]))


def _subtext(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    return _line(state, start, silent, _SUBTEXT, lambda found: ("subtext", "small", found[1]))


def _line(
    state: StateBlock,
    start: int,
    silent: bool,
    pattern: re.Pattern[str],
    read: Callable[[re.Match[str]], tuple[str, str, str]],
) -> bool:
    """A block that is one line with a mark before it."""
    begin, finish = state.bMarks[start] + state.tShift[start], state.eMarks[start]
    found = pattern.match(state.src[begin:finish])
    if found is None:
        return False
    if silent:
        return True
    kind, tag, content = read(found)
    state.line = start + 1
    state.push(f"{kind}_open", tag, 1).map = [start, start + 1]
    inline = state.push("inline", "", 0)
    inline.content, inline.map, inline.children = content.strip(), [start, start + 1], []
    state.push(f"{kind}_close", tag, -1)
    return True


def _quote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A block of lines that begin with `> `, or all lines after `>>> `; never a line without the mark."""

    def line(number: int) -> str:
        return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]

    first = line(start)
    if not first.startswith(("> ", ">>> ")) and first != ">":
        return False
    if silent:
        return True
    if first.startswith(">>> "):
        after = end
        content = [first[4:], *(state.src[state.bMarks[n] : state.eMarks[n]] for n in range(start + 1, end))]
    else:
        after = start
        content = []
        while after < end and (line(after).startswith("> ") or line(after) == ">"):
            content.append(line(after)[2:])
            after += 1
    opened = state.push("blockquote_open", "blockquote", 1)
    opened.map = [start, after]
    first_inside = len(state.tokens)
    state.md.block.parse("\n".join(content), state.md, state.env, state.tokens)
    for token in state.tokens[first_inside:]:
        if token.map is not None:
            token.map = [token.map[0] + start, token.map[1] + start]
    state.push("blockquote_close", "blockquote", -1)
    state.line = after
    return True


def _paragraph(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A paragraph that ends where its list item ends: Discord has no lazy continuation."""
    terminators = state.md.block.ruler.getRules("paragraph")
    after = start + 1
    while after < end and not state.isEmpty(after) and state.sCount[after] >= state.blkIndent:
        if any(terminator(state, after, end, True) for terminator in terminators):
            break
        after += 1
    content = state.getLines(start, after, state.blkIndent, False).strip()
    state.line = after
    state.push("paragraph_open", "p", 1).map = [start, after]
    inline = state.push("inline", "", 0)
    inline.content, inline.map, inline.children = content, [start, after], []
    state.push("paragraph_close", "p", -1)
    return True


def _plain_text(state: StateInline, silent: bool) -> bool:
    end = state.pos
    while end < state.posMax and state.src[end] not in _PLAIN_END:
        end += 1
    if end == state.pos:
        return False
    if not silent:
        state.pending += state.src[state.pos : end]
    state.pos = end
    return True


def _special(state: StateInline, silent: bool) -> bool:
    here = state.src[state.pos : state.posMax]
    if here.startswith(("@everyone", "@here")):
        word = "@everyone" if here.startswith("@everyone") else "@here"
        facts: dict[str, str | None] = {"everyone": word}
        length = len(word)
    else:
        found = _SPECIAL.match(here)
        if found is None:
            return False
        facts, length = found.groupdict(), found.end()
    if not silent:
        state.push("special", "", 0).meta = {key: value for key, value in facts.items() if value is not None}
    state.pos += length
    return True


def _spoiler(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith("||", state.pos):
        return False
    start = state.pos + 2
    end = state.src.find("||", start, state.posMax)
    if end <= start:
        return False
    if not silent:
        after, limit = end + 2, state.posMax
        state.pos, state.posMax = start, end
        state.push("spoiler_open", "span", 1)
        state.md.inline.tokenize(state)
        state.push("spoiler_close", "span", -1)
        state.pos, state.posMax = after, limit
    else:
        state.pos = end + 2
    return True


def _dialect() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("strikethrough")
    markdown.disable(["html_block", "html_inline", "code", "lheading", "hr", "reference", "entity", "image"])
    markdown.block.ruler.at("heading", _heading, {"alt": _INTERRUPTS})
    markdown.block.ruler.at("blockquote", _quote, {"alt": _INTERRUPTS})
    markdown.block.ruler.at("paragraph", _paragraph)
    markdown.block.ruler.before("list", "subtext", _subtext, {"alt": _INTERRUPTS})
    markdown.inline.ruler.at("text", _plain_text)
    markdown.inline.ruler.before("autolink", "special", _special)
    markdown.inline.ruler.push("spoiler", _spoiler)
    return markdown


_MARKDOWN = _dialect()
