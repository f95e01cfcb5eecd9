"""What of a text can be shown in one line of a picture, and in which font."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

import regex

from bot.pictures.typefaces import EMOJI, Typeface, typeface_for, typefaces

_LONGEST: Final = 120
# Joiners, the choice between sign and emoji, and the tags of a flag; all else that is invisible goes.
_KEPT_INVISIBLE: Final = "\u200c\u200d\ufe0e\ufe0f\U000e0020-\U000e007f"
_INVISIBLE: Final = regex.compile(
    rf"[[\p{{Cc}}\p{{Cf}}\p{{Cs}}\p{{Co}}\p{{Default_Ignorable_Code_Point}}]--[{_KEPT_INVISIBLE}]]", regex.V1
)
# The braille pattern without dots is a space to look at.
_SPACE: Final = regex.compile(r"[\s\u2800]")
_JOINERS: Final = "\u200c\u200d"
_GRAPHEME: Final = regex.compile(r"\X")
_JOINER: Final = regex.compile(rf"[{_KEPT_INVISIBLE}]")
_SHOWN_AS_EMOJI: Final = regex.compile(
    r"(?!.*\ufe0e)(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}[\ufe0f\u200d\p{Emoji_Modifier}]|.*\u20e3)",
    regex.S,
)
_JOINED_SIGN: Final = regex.compile(r"[\p{Emoji_Modifier}\u20e3]")
_INHERITED: Final = regex.compile(r"\p{Script=Inherited}")
# As many marks as fit a line: accents stand above one another, a script's own signs beside them too.
_ACCENTS: Final = 2
_SIGNS: Final = 4


def graphemes(text: str) -> list[str]:
    """Split text at what people take for one character (UAX 29): a letter with its marks, an emoji."""
    return _GRAPHEME.findall(text)


@lru_cache(maxsize=4096)
def printable(text: str) -> str:
    """What of a text can be shown in one line.

    Composed (NFC), without controls, invisible characters and those that would turn the direction of what
    follows. What no font has is replaced by what Unicode calls its compatible equivalent, as the letters made
    for formulas that stand in many names, and left out where there is none. A letter keeps as many marks as
    fit a line. No picture has room for more than the first 120 characters: what follows is not looked at.

    Returns:
        The text in the order in which it is read; empty where nothing of it can be shown.
    """
    spaced = _SPACE.sub(" ", text[:_LONGEST])
    cleaned = unicodedata.normalize("NFC", _INVISIBLE.sub("", spaced))
    shown = "".join(map(_shown, graphemes(cleaned)))
    return " ".join(unicodedata.normalize("NFC", shown).split())


@lru_cache(maxsize=4096)
def typeface_of(grapheme: str) -> Typeface | None:
    """The font a grapheme is set in; None where none has its first character."""
    emoji = typefaces()[EMOJI]
    if _SHOWN_AS_EMOJI.match(grapheme) and all(map(emoji.has, _JOINER.sub("", grapheme))):
        return emoji
    return typeface_for(grapheme[0])


@lru_cache(maxsize=4096)
def _shown(grapheme: str) -> str:
    if grapheme[0] == " ":
        return " "
    if unicodedata.category(grapheme[0]) in ("Mn", "Me") or _JOINER.match(grapheme):
        return ""
    face = typeface_of(grapheme)
    if face is None:
        compatible = unicodedata.normalize("NFKC", grapheme)
        return "" if compatible == grapheme else "".join(map(_shown, graphemes(compatible)))
    emoji = face == typefaces()[EMOJI]
    kept = grapheme[0]
    accents = signs = 0
    for character in grapheme[1:]:
        if _JOINER.match(character):
            kept += character if emoji or (face.shaped and character in _JOINERS) else ""
        elif face.has(character):
            mark = unicodedata.category(character) in ("Mn", "Me")
            signs = signs + 1 if mark else 0
            accents += mark and _INHERITED.match(character) is not None
            if signs <= _SIGNS and accents <= _ACCENTS and not (mark and kept.endswith(character)):
                kept += character
    return kept


def bare(grapheme: str, face: Typeface) -> str:
    """A grapheme for a layout that joins nothing: without joiners, keycaps and the tones of a skin."""
    left = _JOINER.sub("", grapheme)
    return left[0] + _JOINED_SIGN.sub("", left[1:]) if face == typefaces()[EMOJI] else left
