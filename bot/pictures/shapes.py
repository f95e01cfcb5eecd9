"""The shapes pictures are made of, as outlines in a unit square and as masks of any size.

Outlines are drawn eight times too large and scaled down, so that their edges are smooth at every size.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.shelf import Shelf
from bot.rules.cards import Suit

Point = tuple[float, float]
_OVERSIZE: Final = 8
_KEPT: Final = 8 * 2**20
"""Bytes of boxes that are kept: a score sheet's are a megabyte each, and every height has its own."""


@dataclass(frozen=True)
class Shape:
    """The union of some outlines, less some holes.

    Attributes:
        outlines: polygons; x to the right, y down, the middle at 0 and the square's edges at -0.5 and 0.5.
        discs: circles, each a middle and a radius.
        holes: polygons left open.
    """

    outlines: tuple[tuple[Point, ...], ...]
    discs: tuple[tuple[float, float, float], ...] = ()
    holes: tuple[tuple[Point, ...], ...] = ()


def _curve(start: Point, *parts: tuple[Point, Point, Point]) -> list[Point]:
    points = [start]
    for one, two, end in parts:
        x0, y0 = points[-1]
        for step in range(1, 25):
            t = step / 24
            u = 1 - t
            points.append(
                (
                    u**3 * x0 + 3 * u * u * t * one[0] + 3 * u * t * t * two[0] + t**3 * end[0],
                    u**3 * y0 + 3 * u * u * t * one[1] + 3 * u * t * t * two[1] + t**3 * end[1],
                )
            )
    return points


def _mirrored(right: list[Point]) -> tuple[Point, ...]:
    """An outline from its right half, given from top to bottom."""
    return (*right, *((-x, y) for x, y in reversed(right)))


def _circle(x: float, y: float, radius: float) -> tuple[Point, ...]:
    return tuple(
        (x + radius * math.cos(step * math.pi / 32), y + radius * math.sin(step * math.pi / 32))
        for step in range(64)
    )


_HEART: Final = _mirrored(
    _curve(
        (0, -0.29),
        ((0.04, -0.42), (0.13, -0.49), (0.25, -0.49)),
        ((0.39, -0.49), (0.50, -0.38), (0.50, -0.22)),
        ((0.50, 0.07), (0.14, 0.30), (0, 0.51)),
    )
)
_DIAMOND: Final = _mirrored(
    _curve((0, -0.53), ((0.11, -0.35), (0.28, -0.13), (0.43, 0)), ((0.28, 0.13), (0.11, 0.35), (0, 0.53)))
)
_SPADE: Final = _mirrored(
    _curve(
        (0, -0.51),
        ((0.13, -0.31), (0.49, -0.09), (0.49, 0.15)),
        ((0.49, 0.30), (0.38, 0.37), (0.27, 0.37)),
        ((0.17, 0.37), (0.08, 0.32), (0.035, 0.22)),
        ((0.045, 0.36), (0.09, 0.46), (0.19, 0.50)),
    )
)
_CLUB_STEM: Final = _mirrored(
    _curve(
        (0.05, -0.12),
        ((0.10, -0.05), (0.12, 0.02), (0.07, 0.14)),
        ((0.035, 0.24), (0.09, 0.46), (0.19, 0.50)),
    )
)

PIPS: Final[dict[Suit, Shape]] = {
    Suit.CLUBS: Shape((_CLUB_STEM,), ((0, -0.265, 0.235), (-0.262, 0.105, 0.235), (0.262, 0.105, 0.235))),
    Suit.DIAMONDS: Shape((_DIAMOND,)),
    Suit.HEARTS: Shape((_HEART,)),
    Suit.SPADES: Shape((_SPADE,)),
}

BROKEN_HEART: Final = Shape(
    (_HEART,),
    holes=(
        (
            (-0.02, -0.55),
            (0.07, -0.24),
            (-0.10, -0.06),
            (0.09, 0.12),
            (-0.03, 0.28),
            (0.0, 0.55),
            (0.06, 0.29),
            (0.19, 0.10),
            (0.01, -0.07),
            (0.17, -0.26),
            (0.08, -0.55),
        ),
    ),
)
STAR: Final = Shape(
    (
        tuple(
            (
                math.sin(step * math.pi / 5) * (0.5 if step % 2 == 0 else 0.21),
                0.03 - math.cos(step * math.pi / 5) * (0.5 if step % 2 == 0 else 0.21),
            )
            for step in range(10)
        ),
    )
)
TICK: Final = Shape(
    (((-0.42, 0.02), (-0.29, -0.12), (-0.12, 0.08), (0.30, -0.36), (0.43, -0.22), (-0.12, 0.37)),)
)
DOTS: Final = Shape((), ((-0.33, 0, 0.115), (0, 0, 0.115), (0.33, 0, 0.115)))
LOZENGE: Final = Shape((((0, -0.5), (0.5, 0), (0, 0.5), (-0.5, 0)),))
DISC: Final = Shape((), ((0, 0, 0.5),))
ARROW_IN: Final = Shape(
    (
        (
            (-0.09, -0.42),
            (0.09, -0.42),
            (0.09, -0.08),
            (0.28, -0.08),
            (0, 0.24),
            (-0.28, -0.08),
            (-0.09, -0.08),
        ),
        ((-0.34, 0.30), (0.34, 0.30), (0.34, 0.42), (-0.34, 0.42)),
    )
)
TIP: Final = Shape((((-0.5, -0.45), (0.5, 0), (-0.5, 0.45)),))
ARROW: Final = Shape(
    (((-0.46, -0.10), (0.08, -0.10), (0.08, -0.28), (0.46, 0), (0.08, 0.28), (0.08, 0.10), (-0.46, 0.10)),)
)
COMPUTER: Final = Shape(
    (
        ((-0.46, -0.42), (0.46, -0.42), (0.46, 0.22), (-0.46, 0.22)),
        ((-0.10, 0.22), (0.10, 0.22), (0.14, 0.36), (-0.14, 0.36)),
        ((-0.30, 0.34), (0.30, 0.34), (0.30, 0.45), (-0.30, 0.45)),
    ),
    holes=(((-0.36, -0.32), (0.36, -0.32), (0.36, 0.12), (-0.36, 0.12)),),
)


@cache
def mask(shape: Shape, width: int, height: int) -> Image.Image:
    """The shape filling a box of that many pixels: an image of mode L, 255 inside. Not to be drawn on."""
    large = Image.new("L", (width * _OVERSIZE, height * _OVERSIZE))
    draw = ImageDraw.Draw(large)
    # A pixel's room at the edge keeps tips that touch the square from being cut.
    wide, high = large.width - _OVERSIZE, large.height - _OVERSIZE

    def scaled(points: tuple[Point, ...]) -> list[Point]:
        return [((x * 0.94 + 0.5) * wide + 4, (y * 0.94 + 0.5) * high + 4) for x, y in points]

    for outline in shape.outlines:
        draw.polygon(scaled(outline), fill=255)
    for x, y, radius in shape.discs:
        draw.polygon(scaled(_circle(x, y, radius)), fill=255)
    for hole in shape.holes:
        draw.polygon(scaled(hole), fill=0)
    return large.reduce(_OVERSIZE)


_boxes: Final[Shelf[tuple[int, int, int, int], Image.Image]] = Shelf(
    _KEPT, lambda image: image.width * image.height
)


def memory() -> int:
    """How many bytes of boxes with round corners are kept now."""
    return _boxes.weight


def rounded(width: int, height: int, radius: int, hollow: int = 0) -> Image.Image:
    """A box with round corners: mode L, 255 inside. Not to be drawn on.

    Args:
        width: in pixels.
        height: in pixels.
        radius: of the corners, in pixels.
        hollow: only a line of this many pixels along the edge; 0 for the whole box.
    """
    return _boxes.get((width, height, radius, hollow), lambda: _rounded(width, height, radius, hollow))


def _rounded(width: int, height: int, radius: int, hollow: int) -> Image.Image:
    size = 4
    large = Image.new("L", (width * size, height * size))
    draw = ImageDraw.Draw(large)
    draw.rounded_rectangle((0, 0, large.width - 1, large.height - 1), radius * size, fill=255)
    if hollow:
        inset = hollow * size
        draw.rounded_rectangle(
            (inset, inset, large.width - 1 - inset, large.height - 1 - inset),
            max(radius - hollow, 0) * size,
            fill=0,
        )
    return large.reduce(size)
