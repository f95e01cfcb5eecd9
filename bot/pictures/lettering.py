"""Words in pictures: the font, which characters it has, and names made to fit."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.assets import assets_folder

_FONT: Final = "NotoSans-CondensedBold.ttf"
_ZERO_WIDTH_JOINER: Final = "\u200d"
_NO_SUCH_CHARACTER: Final = "\U0010ffff"
_MARKS_A_LETTER: Final = 2
_LONGEST: Final = 120
ELLIPSIS: Final = "…"


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The font pictures are lettered with.

    Args:
        size: pixels an em.

    Raises:
        OSError: where the font file cannot be read.
    """
    path = assets_folder() / "fonts" / _FONT
    # The basic layout gives the same picture on every machine; Raqm is not installed on all of them.
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def has_glyph(character: str) -> bool:
    """Whether the font can show the character."""
    return _drawn(character) != _drawn(_NO_SUCH_CHARACTER)


def _drawn(character: str) -> bytes:
    image = Image.new("L", (96, 96))
    ImageDraw.Draw(image).text((32, 64), character, fill=255, font=font(32), anchor="ls")
    return image.tobytes()


def graphemes(text: str) -> list[str]:
    """Split text at what people take for one character.

    A letter keeps its marks and an emoji what is joined to it: near enough to Unicode's rules (UAX 29) to
    shorten names.
    """
    parts: list[str] = []
    for character in text:
        extends = unicodedata.category(character) in ("Mn", "Me", "Mc") or character == _ZERO_WIDTH_JOINER
        modifier = "\U0001f3fb" <= character <= "\U0001f3ff" or "\U000e0020" <= character <= "\U000e007f"
        if parts and (extends or modifier or parts[-1].endswith(_ZERO_WIDTH_JOINER)):
            parts[-1] += character
        else:
            parts.append(character)
    return parts


def printable(text: str) -> str:
    """What of a text can be shown in one line: composed, without controls and characters the font lacks.

    No picture has room for more than its first 120 characters: what follows is not looked at.

    Returns:
        The text; empty where nothing of it can be shown.
    """
    kept: list[str] = []
    for part in graphemes(unicodedata.normalize("NFC", text[:_LONGEST])):
        if part.isspace():
            kept.append(" ")
        elif has_glyph(part[0]) and unicodedata.category(part[0])[0] != "C":
            marks = [mark for mark in part[1:] if unicodedata.combining(mark) and has_glyph(mark)]
            kept.append(part[0] + "".join(marks[:_MARKS_A_LETTER]))
    return " ".join("".join(kept).split())


@lru_cache(maxsize=1024)
def shortened(text: str, size: int, width: int) -> str:
    """The printable text, cut at a grapheme and ended with an ellipsis where it is too wide.

    Args:
        text: anything.
        size: of the font, in pixels.
        width: how many pixels it may take.
    """
    face = font(size)
    shown = printable(text)
    if face.getlength(shown) <= width:
        return shown
    parts = graphemes(shown)
    while parts and face.getlength("".join(parts).rstrip() + ELLIPSIS) > width:
        parts.pop()
    return "".join(parts).rstrip() + ELLIPSIS
