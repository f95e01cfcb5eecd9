"""The empty table: a wooden rim around felt that darkens outwards."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from bot.pictures.canvas import Canvas
from bot.pictures.deck import DeckColours
from bot.pictures.paints import Paints, face_colours, steps
from bot.pictures.palette import (
    BLUE,
    FELT,
    FELT_LINE,
    FELT_SHADE,
    GOLD,
    INK,
    PAPER,
    PLATE,
    PLATE_EDGE,
    RED,
    ROSE,
    SHADOW,
    SIDES,
    WOOD,
    WOOD_LIGHT,
    mix,
)
from bot.pictures.pieces import half, outline_of
from bot.pictures.shapes import PIPS, mask, rounded
from bot.rules.cards import Suit

TABLE_SIZE: Final = (880, 722)
"""Width and height in pixels; more than twice what a phone 360 pixels wide shows."""

_RIM: Final = 21
_RADIUS: Final = 112
_FELT_STEPS: Final = 16
_BLOCK: Final = 8
_HEART: Final = 210
_HEART_STEPS: Final = 2
"""By how many steps the heart in the middle is darker than the felt around it."""
_SHADES: Final = (0.18, 0.42)


@cache
def table_paints() -> Paints:
    """What tables are painted with: cards, felt and wood can lie in the shade, plates never do."""
    lasting = [
        *steps(PLATE, PAPER, 8),
        *steps(GOLD, INK, 5),
        *steps(BLUE, PAPER, 4),
        *steps(PLATE, ROSE, 3),
        *steps(SIDES[0], INK, 3),
        *steps(SIDES[1], INK, 3),
        *steps(SHADOW, PAPER, 4),
        *(PLATE_EDGE, RED, mix(RED, GOLD, 0.5), mix(PLATE, GOLD, 0.5), mix(SHADOW, GOLD, 0.5)),
    ]
    shaded = [
        *steps(FELT, FELT_SHADE, _FELT_STEPS - 1),
        *(FELT_LINE, *steps(WOOD, WOOD_LIGHT, 2), mix(WOOD, SHADOW, 0.5), SHADOW),
        *face_colours(DeckColours.TWO),
    ]
    return Paints(tuple(shaded), _SHADES, tuple(dict.fromkeys(lasting)))


@cache
def _ground() -> Image.Image:
    paints = table_paints()
    width, height = TABLE_SIZE
    inner = (width - 2 * _RIM, height - 2 * _RIM)
    image = Image.new("RGB", TABLE_SIZE, SHADOW)
    image.paste(WOOD, (3, 3), rounded(width - 6, height - 6, _RADIUS - 3))
    image.paste(WOOD_LIGHT, (7, 7), rounded(width - 14, height - 14, _RADIUS - 7, hollow=5))
    image.paste(SHADOW, (_RIM - 4, _RIM - 4), rounded(inner[0] + 8, inner[1] + 8, _RADIUS - _RIM + 4))
    wood = paints.indices(image)
    # Steps can hardly be told apart: in coarse blocks they are as smooth, and the file is shorter.
    blocks = (inner[0] // _BLOCK, inner[1] // _BLOCK)
    coarse = Image.radial_gradient("L").resize(blocks, Image.Resampling.BICUBIC)
    light = coarse.resize(inner, Image.Resampling.NEAREST)
    felt = light.point([1 + min(value * _FELT_STEPS // 235, _FELT_STEPS - 1) for value in range(256)])
    heart = half(mask(PIPS[Suit.HEARTS], _HEART, _HEART))
    corner = ((inner[0] - _HEART) // 2, (inner[1] - _HEART) // 2)
    below = felt.crop((*corner, corner[0] + _HEART, corner[1] + _HEART))
    felt.paste(below.point([value + _HEART_STEPS for value in range(256)]), corner, heart)
    line = rounded(inner[0] - 24, inner[1] - 24, _RADIUS - _RIM - 12, hollow=3)
    felt.paste(paints.index(FELT_LINE), (12, 12), half(line))
    inside = half(rounded(*inner, _RADIUS - _RIM))
    wood.paste(felt, (_RIM, _RIM), inside)
    canvas = Canvas(paints, TABLE_SIZE)
    outline = outline_of(rounded(width, height, _RADIUS), flat=True)
    canvas.lay(wood, outline, 0, 0)
    return canvas.ground()


def empty_table() -> Canvas:
    """A table to lay things on, clear outside its round corners."""
    return Canvas(table_paints(), TABLE_SIZE, _ground())
