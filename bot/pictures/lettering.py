"""Words in pictures: the font, which characters it has, and names made to fit."""

from __future__ import annotations

import math
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.assets import assets_folder
from bot.pictures.palette import Colour

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


@dataclass(frozen=True)
class Lettered:
    """One line of text as it stands in a picture.

    Attributes:
        mask: mode "L", as high as a line of the size always is, whatever the text, and as wide as the text;
            all ink is inside it. Pasted with a colour; not to be drawn on, as it is kept.
        ascent: from the top of the mask down to the line the letters stand on, in pixels.
        advance: how far the text reaches: the width of the mask, in pixels. 0 where nothing can be shown.
    """

    mask: Image.Image
    ascent: int
    advance: int


@lru_cache(maxsize=2048)
def text_mask(text: str, size: int, width: int | None = None) -> Lettered:
    """One line of any text, in any script.

    Args:
        text: anything; what cannot be shown is left out.
        size: pixels an em.
        width: how many pixels it may take: shortened with an ellipsis where it needs more.
    """
    shown = printable(text) if width is None else shortened(text, size, width)
    face = font(size)
    ascent, descent = face.getmetrics()
    left, _, right, _ = face.getbbox(shown, anchor="ls")
    start = max(0, -math.floor(left))
    advance = max(start + math.ceil(right), math.ceil(face.getlength(shown))) if shown else 0
    mask = Image.new("L", (advance, ascent + descent))
    ImageDraw.Draw(mask).text((start, ascent), shown, fill=255, font=face, anchor="ls")
    return Lettered(mask, ascent, advance)


def write(
    image: Image.Image,
    place: tuple[float, float],
    text: str,
    size: int,
    colour: Colour,
    anchor: str = "lm",
    width: int | None = None,
) -> None:
    """Write one line of any text, as `text_mask` letters it.

    Args:
        image: what to write on.
        place: x and y in pixels of the point the anchor names.
        text: anything.
        size: pixels an em.
        colour: of the letters, for the image's mode.
        anchor: as Pillow's: "l", "m" or "r" for the line's left end, middle or right end, then "m" for the
            middle of the line's height or "s" for the line the letters stand on.
        width: how many pixels it may take at most.
    """
    line = text_mask(text, size, width)
    x = place[0] - {"l": 0.0, "m": line.advance / 2, "r": line.advance}[anchor[0]]
    y = place[1] - {"m": line.mask.height / 2, "s": line.ascent}[anchor[1]]
    if line.advance:
        image.paste(colour, (round(x), round(y)), line.mask)
