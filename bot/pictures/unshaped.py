"""Lines without a shaping layout: letters that join or turn are replaced by characters that look like it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Final

from bot.pictures.bidi import MIRRORED

_PRESENTATION_FORMS: Final = (*range(0xFB50, 0xFBC2), *range(0xFBD3, 0xFBFF), *range(0xFE80, 0xFEFD))
_ALONE, _LAST, _FIRST, _MIDDLE = "isolated", "final", "initial", "medial"


def from_the_right(graphemes: list[str], has: Callable[[str], bool]) -> str:
    """Letters written from the right in the order in which they stand, from left to right.

    Args:
        graphemes: as they are read; Arabic letters take the form their neighbours ask for, brackets are
            mirrored.
        has: whether the font has a character.
    """
    letters = _with_ligatures([grapheme for grapheme in graphemes if grapheme], has)
    forms = _arabic_forms()
    shown: list[str] = []
    for place, letter in enumerate(letters):
        before = place > 0 and _FIRST in forms.get(letters[place - 1][0], {})
        after = place + 1 < len(letters) and _LAST in forms.get(letters[place + 1][0], {})
        own = forms.get(letter[0], {})
        before, after = before and _LAST in own, after and _FIRST in own
        form = own.get(
            {(0, 0): _ALONE, (1, 0): _LAST, (0, 1): _FIRST, (1, 1): _MIDDLE}[before, after], letter[0]
        )
        base = form if has(form) else letter[0]
        # A mark of these scripts is drawn to the right of where it is set: over the letter set after it.
        shown.append(letter[1:] + MIRRORED.get(base, base))
    return "".join(reversed(shown))


def _with_ligatures(graphemes: list[str], has: Callable[[str], bool]) -> list[str]:
    """Lam and alef as the one letter they are written as."""
    forms = _arabic_forms()
    joined: list[str] = []
    for grapheme in graphemes:
        pair = joined[-1] + grapheme[0] if joined else ""
        if pair in forms and all(map(has, forms[pair].values())):
            joined[-1] = forms[pair][_ALONE] + grapheme[1:]
        else:
            joined.append(grapheme)
    return joined


@cache
def _arabic_forms() -> dict[str, dict[str, str]]:
    """The forms of each Arabic letter, by their names in Unicode's decompositions.

    A ligature's forms are found under both of its letters and, so that it joins like any letter, its own.
    """
    forms: dict[str, dict[str, str]] = {}
    for code in _PRESENTATION_FORMS:
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        base = "".join(chr(int(letter, 16)) for letter in letters)
        if len(base) == 1 or (len(base) == 2 and base[0] == "\u0644" and 0xFEF5 <= code <= 0xFEFC):
            forms.setdefault(base, {})[kind.strip("<>")] = chr(code)
    for base in [base for base in forms if len(base) == 2]:
        forms[forms[base][_ALONE]] = forms[base]
    return forms
