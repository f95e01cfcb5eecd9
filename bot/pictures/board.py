"""What the pictures of scores have in common: the felt they lie on, their signs and their colours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.pictures.lettering import printable, text_mask
from bot.pictures.palette import (
    FELT,
    FELT_LINE,
    FELT_SHADE,
    GOLD,
    INK,
    PAPER,
    PLATE,
    ROSE,
    SHADOW,
    WOOD,
    WOOD_LIGHT,
    Colour,
    mix,
    ramps,
)
from bot.pictures.shapes import Point, Shape, rounded

WIDTH: Final = 1000
"""Of every picture of scores, in pixels; three times what a phone 360 pixels wide shows."""
MARGIN: Final = 42
"""From the edge of a picture to what is on the felt, in pixels."""

ROW: Final[Colour] = (28, 58, 51)
MUTED: Final[Colour] = (176, 194, 186)
SILVER: Final[Colour] = (202, 210, 218)
BRONZE: Final[Colour] = (214, 146, 96)
SKY: Final[Colour] = (116, 186, 255)
MINT: Final[Colour] = (122, 222, 150)
PINK: Final[Colour] = (255, 140, 152)
VIOLET: Final[Colour] = (196, 164, 255)
MOON_ROW: Final = mix(PLATE, GOLD, 0.23)

GROUND_RAMPS: Final[tuple[tuple[Colour, Colour, int], ...]] = (
    (FELT, FELT_SHADE, 20),
    (FELT, FELT_LINE, 6),
    (FELT, GOLD, 6),
    (FELT, PAPER, 8),
    (FELT_SHADE, PAPER, 8),
    (FELT_SHADE, GOLD, 6),
    (FELT_SHADE, SHADOW, 6),
    (WOOD, WOOD_LIGHT, 6),
    (WOOD, SHADOW, 5),
)
"""How the colours of a felt pass into one another and into what is written on it."""
PLATE_RAMPS: Final[tuple[tuple[Colour, Colour, int], ...]] = (
    (PLATE, FELT, 6),
    (PLATE, PAPER, 12),
    (PLATE, GOLD, 12),
    (PLATE, SILVER, 4),
    (PLATE, BRONZE, 8),
    (GOLD, INK, 8),
    (SILVER, INK, 6),
    (BRONZE, INK, 6),
)
"""The same of plates and medals."""
SCORE_COLOURS: Final = ramps(
    [
        *GROUND_RAMPS,
        *PLATE_RAMPS,
        (FELT_SHADE, MUTED, 6),
        (PLATE, ROW, 3),
        (PLATE, MUTED, 8),
        (PLATE, SKY, 8),
        (PLATE, MINT, 8),
        (PLATE, PINK, 8),
        (PLATE, VIOLET, 8),
        (PLATE, ROSE, 5),
        (MOON_ROW, PAPER, 8),
        (MOON_ROW, GOLD, 6),
        (MOON_ROW, MUTED, 5),
    ]
)
"""The palette of pictures of scores."""
SCORE_LEVEL: Final = 8
"""How hard zlib tries: they are drawn once a deal, and their many numbers make them large."""

_RIM: Final = 16
_RADIUS: Final = 64


def _arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 32) -> list[Point]:
    """Points on a circle; angles in degrees, 0 to the right and 90 down."""
    angles = (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def _turned(points: list[Point], degrees: float, x: float, y: float) -> tuple[Point, ...]:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple((x + px * cos - py * sin, y + px * sin + py * cos) for px, py in points)


def _wreath() -> Shape:
    """Two branches of laurel that bend up from the bottom, open above."""
    leaf = [
        *((t / 10 - 0.5, -0.5 * math.sin(math.pi * t / 10) ** 0.8) for t in range(11)),
        *((0.5 - t / 10, 0.5 * math.sin(math.pi * t / 10) ** 0.8) for t in range(1, 10)),
    ]
    outlines: list[tuple[Point, ...]] = []
    for number in range(7):
        angle = 100 + number * 22.5
        size = 0.225 - number * 0.009
        for outward in (-1, 1):
            blade = [(px * size, py * size * 0.42) for px, py in leaf]
            radius = 0.385 + outward * 0.052
            lean = angle + 90 - outward * 27
            middle = (radius * math.cos(math.radians(angle)), radius * math.sin(math.radians(angle)))
            left = _turned(blade, lean, *middle)
            outlines += [left, tuple((-px, py) for px, py in left)]
    stem = [*_arc(0, 0, 0.392, 96, 244), *reversed(_arc(0, 0, 0.376, 96, 244))]
    outlines += [tuple(stem), tuple((-px, py) for px, py in stem)]
    return Shape(tuple(outlines))


def _moon() -> Shape:
    outer = _arc(-0.02, 0, 0.48, 38, 322)
    inner = _arc(0.17, 0, 0.37, 307, 53)
    return Shape(((*outer, *inner),))


def _sun() -> Shape:
    rays = tuple(_turned([(0.33, -0.085), (0.5, 0.0), (0.33, 0.085)], step * 45, 0, 0) for step in range(8))
    return Shape(rays, ((0, 0, 0.27),))


MOON: Final = _moon()
SUN: Final = _sun()
WREATH: Final = _wreath()
CROWN: Final = Shape(
    (
        (
            (-0.40, 0.30),
            (-0.50, -0.24),
            (-0.24, 0.02),
            (0, -0.40),
            (0.24, 0.02),
            (0.50, -0.24),
            (0.40, 0.30),
        ),
        ((-0.40, 0.36), (0.40, 0.36), (0.40, 0.46), (-0.40, 0.46)),
    ),
    ((-0.47, -0.27, 0.07), (0, -0.42, 0.08), (0.47, -0.27, 0.07)),
)
SQUARE: Final = Shape((((-0.42, -0.42), (0.42, -0.42), (0.42, 0.42), (-0.42, 0.42)),))
TRIANGLE: Final = Shape((((0, -0.48), (0.52, 0.42), (-0.52, 0.42)),))
LOZENGE: Final = Shape((((0, -0.54), (0.54, 0), (0, 0.54), (-0.54, 0)),))
CROSS: Final = Shape(
    (
        (
            *((-0.17, -0.5), (0.17, -0.5), (0.17, -0.17), (0.5, -0.17), (0.5, 0.17), (0.17, 0.17)),
            *((0.17, 0.5), (-0.17, 0.5), (-0.17, 0.17), (-0.5, 0.17), (-0.5, -0.17), (-0.17, -0.17)),
        ),
    )
)


@lru_cache(maxsize=8)
def _felt(height: int) -> Image.Image:
    image = Image.new("RGBA", (WIDTH, height), WOOD)
    inner = (WIDTH - 2 * _RIM, height - 2 * _RIM)
    # Light from above: a lamp over the middle would take a third more bytes.
    light = Image.linear_gradient("L").resize(inner, Image.Resampling.BICUBIC)
    felt = Image.new("RGB", inner, FELT)
    felt.paste(FELT_SHADE, (0, 0), light)
    image.paste(WOOD_LIGHT, (4, 4), rounded(WIDTH - 8, height - 8, _RADIUS - 4, hollow=4))
    image.paste(felt, (_RIM, _RIM), rounded(*inner, _RADIUS - _RIM))
    image.paste(
        SHADOW, (_RIM - 2, _RIM - 2), rounded(inner[0] + 4, inner[1] + 4, _RADIUS - _RIM + 2, hollow=3)
    )
    image.putalpha(rounded(WIDTH, height, _RADIUS))
    return image


def felt(height: int) -> Image.Image:
    """An empty felt with a wooden rim, mode RGBA, `WIDTH` wide; clear outside its round corners."""
    return _felt(height).copy()


def plate(image: Image.Image, x: int, y: int, width: int, height: int, colour: Colour, radius: int) -> None:
    """Draw a plate with round corners and a dark edge."""
    image.paste(SHADOW, (x - 3, y - 3), rounded(width + 6, height + 6, radius + 3))
    image.paste(colour, (x, y), rounded(width, height, radius))


def written_lines(text: str, sizes: Sequence[int], width: int, lines: int) -> tuple[int, list[str]]:
    """A text made to fit: smaller, then broken between two words, then smaller still, then shortened.

    Args:
        text: anything.
        sizes: of the letters in pixels, from the largest down; at least two.
        width: how many pixels a line may take.
        lines: how many there may be, 1 or 2.

    Returns:
        The size, and the lines; one that is still too long is to be shortened where it is written.
    """
    shown = printable(text)
    words = shown.split()
    broken = [(" ".join(words[:count]), " ".join(words[count:])) for count in range(1, len(words))]
    if lines == 1 or not broken:
        return next((size for size in sizes if _fits(shown, size, width)), sizes[-1]), [shown]
    for size in sizes[:2]:
        if _fits(shown, size, width):
            return size, [shown]
    for size in sizes:
        for parts in reversed(broken):
            if all(_fits(part, size, width) for part in parts):
                return size, [*parts]
    first = max(
        (parts for parts in broken if _fits(parts[0], sizes[-1], width)), default=broken[0], key=_first
    )
    return sizes[-1], [*first]


def _fits(text: str, size: int, width: int) -> bool:
    return text_mask(text, size).advance <= width


def _first(parts: tuple[str, str]) -> int:
    return len(parts[0])
