"""The order of letters in a line that mixes scripts written from the left and from the right.

Unicode's bidirectional algorithm (UAX 9) for one line without the characters that embed, override or
isolate: those are no part of a name. Rule numbers are that document's.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

_STRONG: Final = frozenset({"L", "R", "AL"})
_NEUTRAL: Final = frozenset({"B", "S", "WS", "ON"})
_BRACKETS: Final = {
    "(": ")",
    "[": "]",
    "{": "}",
    "\u2045": "\u2046",
    "\u207d": "\u207e",
    "\u208d": "\u208e",
    "\u2768": "\u2769",
    "\u276a": "\u276b",
    "\u276c": "\u276d",
    "\u276e": "\u276f",
    "\u2770": "\u2771",
    "\u2772": "\u2773",
    "\u2774": "\u2775",
    "\u3008": "\u3009",
    "\u300a": "\u300b",
    "\u300c": "\u300d",
    "\u300e": "\u300f",
    "\u3010": "\u3011",
    "\u3014": "\u3015",
    "\u3016": "\u3017",
    "\u3018": "\u3019",
    "\u301a": "\u301b",
    "\u0f3a": "\u0f3b",
    "\u0f3c": "\u0f3d",
}
_QUOTES: Final = {"<": ">", "\u00ab": "\u00bb", "\u2039": "\u203a", "\u2264": "\u2265"}
MIRRORED: Final = {
    a: b
    for pairs in (_BRACKETS, _QUOTES)
    for first, last in pairs.items()
    for a, b in ((first, last), (last, first))
}


def levels(characters: Sequence[str]) -> list[int]:
    """The embedding level of every character: odd where it is written from the right.

    Args:
        characters: the line in the order in which it is read, one character each; where several make up what
            people take for one, the first of them.
    """
    classes = [unicodedata.bidirectional(character) or "L" for character in characters]
    base = next((int(kind != "L") for kind in classes if kind in _STRONG), 0)  # P2 and P3
    side = "R" if base else "L"
    _resolve_weak(classes, side)
    _resolve_brackets(characters, classes, side)
    _resolve_neutral(classes, side)
    return [_level(kind, base) for kind in classes]


def visual_order(levels: Sequence[int]) -> list[int]:
    """The places of the pieces of a line, from left to right (L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = end + 1
    return order


def _resolve_weak(classes: list[str], side: str) -> None:
    """W1 to W7."""
    previous = strong = side
    for place, kind in enumerate(classes):
        if kind == "NSM":
            classes[place] = previous
        previous = classes[place]
        if classes[place] in _STRONG:
            strong = classes[place]
        elif classes[place] == "EN" and strong == "AL":
            classes[place] = "AN"
    classes[:] = ["R" if kind == "AL" else kind for kind in classes]
    for place in range(1, len(classes) - 1):
        before, kind, after = classes[place - 1 : place + 2]
        if before == after and (
            (kind == "ES" and before == "EN") or (kind == "CS" and before in ("EN", "AN"))
        ):
            classes[place] = before
    _join_to_numbers(classes)
    strong = side
    for place, kind in enumerate(classes):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            classes[place] = "L"
        elif kind in ("ES", "ET", "CS"):
            classes[place] = "ON"


def _join_to_numbers(classes: list[str]) -> None:
    """W5: signs beside a number are of it."""
    for places in (range(len(classes)), range(len(classes) - 1, -1, -1)):
        previous = ""
        for place in places:
            if classes[place] == "ET" and previous == "EN":
                classes[place] = "EN"
            previous = classes[place]


def _resolve_brackets(characters: Sequence[str], classes: list[str], side: str) -> None:
    """N0: both brackets of a pair go with what they enclose."""
    other = "L" if side == "R" else "R"
    for first, last in sorted(_pairs(characters, classes)):
        inside = {_direction(kind) for kind in classes[first + 1 : last]}
        if side in inside:
            found = side
        elif other in inside:
            before = next((_direction(k) for k in reversed(classes[:first]) if _direction(k)), side)
            found = other if before == other else side
        else:
            continue
        classes[first] = classes[last] = found


def _pairs(characters: Sequence[str], classes: Sequence[str]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for place, character in enumerate(characters):
        if classes[place] != "ON":
            continue
        if character in _BRACKETS:
            opened.append((_BRACKETS[character], place))
            continue
        for depth in range(len(opened) - 1, -1, -1):
            if opened[depth][0] == character:
                found.append((opened[depth][1], place))
                del opened[depth:]
                break
    return found


def _resolve_neutral(classes: list[str], side: str) -> None:
    """N1 and N2: what has no direction takes that of both its neighbours, or the line's."""
    start = 0
    while start < len(classes):
        end = start
        while end < len(classes) and classes[end] in _NEUTRAL:
            end += 1
        if end > start:
            before = _direction(classes[start - 1]) if start else side
            after = _direction(classes[end]) if end < len(classes) else side
            classes[start:end] = [before if before == after else side] * (end - start)
        start = end + 1


def _direction(kind: str) -> str:
    """Give "L" or "R", as which numbers count too; empty for what has no direction."""
    if kind == "L":
        return "L"
    return "R" if kind in ("R", "EN", "AN") else ""


def _level(kind: str, base: int) -> int:
    """I1 and I2."""
    if base == 0:
        return {"R": 1, "EN": 2, "AN": 2}.get(kind, 0)
    return 1 if kind == "R" else 2
