"""Small plaques with a sign and some words, for what is said beside the seats of a table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.pictures.lettering import text_mask
from bot.pictures.paints import Paints
from bot.pictures.palette import PAPER, PLATE, PLATE_EDGE, Colour
from bot.pictures.pieces import ROOM, Piece, outline_of, piece_of
from bot.pictures.shapes import Shape, mask, rounded

_LEADING: Final = 1.12


@dataclass(frozen=True)
class Plaque:
    """What stands on a plaque; the same values give the same picture.

    Attributes:
        text: any; broken in two lines where one is too long and two are allowed, then shortened.
        size: of the letters, in pixels.
        width: of a line at most, in pixels.
        sign: stands before the words; None for none.
        colour: of the sign.
        lines: how many at most, 1 or 2.
    """

    text: str
    size: int
    width: int
    sign: Shape | None = None
    colour: Colour = PAPER
    lines: int = 2


@lru_cache(maxsize=64)
def plaque_piece(plaque: Plaque, paints: Paints) -> Piece:
    """A plaque with round ends, as large as its words need, and some room for its shadow."""
    lines = two_lines(plaque.text, plaque.size, plaque.width) if plaque.lines == 2 else [plaque.text]
    masks = [text_mask(line, plaque.size, plaque.width) for line in lines]
    sign = 0 if plaque.sign is None else round(plaque.size * (1.25 if len(lines) < 2 else 1.7))
    gap = round(plaque.size * 0.3) if sign and masks else 0
    step = round(plaque.size * _LEADING)
    pad = round(plaque.size * 0.42)
    height = max(step * len(masks), sign) + round(pad * 0.9)
    words = max((line.advance for line in masks), default=0)
    width = max(words + sign + gap + 2 * pad, height)
    size = (width + 2 * ROOM, height + 2 * ROOM)
    image, covered = Image.new("RGB", size, PLATE_EDGE), Image.new("L", size)
    radius = min(height // 2, round(plaque.size * 0.8))
    covered.paste(255, (ROOM, ROOM), rounded(width, height, radius))
    image.paste(PLATE, (ROOM + 3, ROOM + 3), rounded(width - 6, height - 6, radius - 3))
    left = (size[0] - words - sign - gap) // 2
    if plaque.sign is not None:
        image.paste(plaque.colour, (left, (size[1] - sign) // 2), mask(plaque.sign, sign, sign))
    for number, line in enumerate(masks):
        middle = size[1] / 2 + (number - (len(masks) - 1) / 2) * step
        x = left + sign + gap + (0 if sign else (words - line.advance) // 2)
        if line.advance:
            image.paste(PAPER, (x, round(middle - line.mask.height / 2)), line.mask)
    return piece_of(image, outline_of(covered), paints)


def two_lines(text: str, size: int, width: int) -> list[str]:
    """The text in one line or, broken between two words, in two; either may still be too long."""
    if not text:
        return []
    if text_mask(text, size).advance <= width:
        return [text]
    words = text.split()
    count = max(
        (n for n in range(1, len(words)) if text_mask(" ".join(words[:n]), size).advance <= width), default=1
    )
    parts = (" ".join(words[:count]), " ".join(words[count:]))
    return [part for part in parts if part]
