"""The plate of one seat: who sits there, what they hold and what they have taken."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from typing import Final

from PIL import Image

from bot.pictures.lettering import text_mask, write
from bot.pictures.paints import Paints
from bot.pictures.palette import (
    BLUE,
    GOLD,
    INK,
    PAPER,
    PLATE,
    PLATE_EDGE,
    RED,
    ROSE,
    SHADOW,
    SIDES,
    Colour,
)
from bot.pictures.pieces import Piece, piece_of
from bot.pictures.places import PLATE_HEIGHT, PLATE_WIDTH
from bot.pictures.shapes import COMPUTER, DISC, DOTS, PIPS, TICK, TIP, mask, rounded
from bot.rules.cards import Suit

_NAME_SIZES: Final = (37, 32, 28)
_SMALL_SIZE: Final = 32
_NUMBER_SIZES: Final = ((44, 32, 26), (38, 30, 24), (32, 26, 20))
"""Sizes of a total, of points and of the heart before them: the first that have room."""
_PADDING: Final = 14
_RADIUS: Final = 23
_BUTTON: Final = 50
_TIP: Final = 66
_BAND: Final = 34
_ROOM: Final = 40
"""Pixels around a plate for its tip, its buttons and its shadow."""
_MINUS: Final = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class SeatPicture:
    """Who sits in a seat.

    Attributes:
        name: any text; what no font has is left out and what is too long shortened.
        computer: whether a computer plays there now.
    """

    name: str
    computer: bool


class Towards(IntEnum):
    """Where the middle of the table is, from a plate: as many quarters of a turn clockwise from the right."""

    RIGHT = 0
    DOWN = 1
    LEFT = 2
    UP = 3


@dataclass(frozen=True)
class Plate:
    """What stands on a plate; the same values give the same picture.

    Attributes:
        name: who sits there; any text.
        computer: whether a computer plays there.
        cards: how many are held.
        points: of this deal.
        total: of the game; of the side, where there are partners.
        turn: where the middle of the table is, if it is this seat's turn; None if it is not.
        dealer: the letter on the dealer's button; None where somebody else deals.
        passed: whether the pass is confirmed; None while nobody passes.
        side: which side the seat belongs to, counted from 0; None without partners.
    """

    name: str
    computer: bool
    cards: int
    points: int
    total: int
    turn: Towards | None = None
    dealer: str | None = None
    passed: bool | None = None
    side: int | None = None


def number_text(number: int) -> str:
    """A number as it stands in a picture, with a true minus sign."""
    return str(number) if number >= 0 else f"{_MINUS}{-number}"


@lru_cache(maxsize=256)
def plate_piece(plate: Plate, paints: Paints) -> Piece:
    """The plate of a seat, the same room left on each side of it.

    Above, the name, with a screen before it where a computer plays; below, the cards held, on the back of
    a card, the points of this deal after a heart, and the total. Partners have a band of one colour with one
    letter on the left. Whoever is to play has a bright plate with a tip that points to the middle; while
    cards are passed a button shows a tick or, for those still choosing, dots.
    """
    size = (PLATE_WIDTH + 2 * _ROOM, PLATE_HEIGHT + 2 * _ROOM)
    image, covered = Image.new("RGB", size, SHADOW), Image.new("L", size)
    turn = plate.turn is not None
    field, front, edge = (GOLD, INK, INK) if turn else (PLATE, PAPER, PLATE_EDGE)
    if plate.turn is not None:
        _draw_tip(image, covered, plate.turn)
    covered.paste(255, (_ROOM - 3, _ROOM - 3), rounded(PLATE_WIDTH + 6, PLATE_HEIGHT + 6, _RADIUS + 3))
    body = rounded(PLATE_WIDTH, PLATE_HEIGHT, _RADIUS)
    image.paste(edge, (_ROOM, _ROOM), body)
    inner = (PLATE_WIDTH - 6, PLATE_HEIGHT - 6)
    image.paste(field, (_ROOM + 3, _ROOM + 3), rounded(*inner, _RADIUS - 3))
    start = _ROOM
    if plate.side is not None:
        start += _BAND - 4
        _draw_band(image, plate.side, edge)
    _draw_name(image, start, plate, front)
    _draw_numbers(image, start, plate, front)
    if plate.dealer is not None:
        _draw_button(image, covered, _ROOM + 8, PAPER, plate.dealer)
    if plate.passed is not None:
        _draw_button(image, covered, _ROOM + PLATE_WIDTH - 8, GOLD if plate.passed else PAPER, plate.passed)
    return piece_of(image, covered, paints)


def _draw_band(image: Image.Image, side: int, edge: Colour) -> None:
    """The left end of the plate in the colour of its side, with the side's letter."""
    inner = (PLATE_WIDTH - 6, PLATE_HEIGHT - 6)
    band = rounded(*inner, _RADIUS - 3).crop((0, 0, _BAND, inner[1]))
    image.paste(SIDES[side], (_ROOM + 3, _ROOM + 3), band)
    image.paste(edge, (_ROOM + _BAND, _ROOM + 3, _ROOM + _BAND + 3, _ROOM + PLATE_HEIGHT - 3))
    middle = (_ROOM + 2 + _BAND / 2, _ROOM + PLATE_HEIGHT / 2)
    write(image, middle, chr(ord("A") + side), _SMALL_SIZE, INK, "mm")


def _draw_name(image: Image.Image, start: int, plate: Plate, colour: Colour) -> None:
    right, middle = _ROOM + PLATE_WIDTH, _ROOM + 34
    beside = 12 if plate.dealer is not None or plate.passed is not None else 0
    icon = 35 if plate.computer else 0
    gap = 9 if icon else 0
    room = right - start - 2 * (_PADDING + beside) - icon - gap
    fitting = (size for size in _NAME_SIZES if text_mask(plate.name, size).advance <= room)
    size = next(fitting, _NAME_SIZES[-1])
    name = text_mask(plate.name, size, room)
    x = (start + right - name.advance - icon - gap) // 2
    if icon:
        image.paste(colour, (x, middle - icon // 2), mask(COMPUTER, icon, icon))
    if name.advance:
        image.paste(colour, (x + icon + gap, middle - name.mask.height // 2), name.mask)


def _draw_numbers(image: Image.Image, start: int, plate: Plate, colour: Colour) -> None:
    middle, right = _ROOM + 88, _ROOM + PLATE_WIDTH - _PADDING
    held = small_back(44, 53)
    x = start + _PADDING
    image.paste(held, (x, middle - 26), held)
    write(image, (x + 22, middle), str(plate.cards), _SMALL_SIZE, PAPER, "mm")
    left, total, points = x + 44, number_text(plate.total), number_text(plate.points)
    large, small, heart = next(
        (sizes for sizes in _NUMBER_SIZES if _numbers_width(total, points, sizes) <= right - left),
        _NUMBER_SIZES[-1],
    )
    wide = heart + 5 + text_mask(points, small).advance
    free = right - text_mask(total, large).advance - left
    write(image, (right, middle), total, large, colour, "rm")
    x = round(left + (free - wide) / 2)
    heart_colour = RED if plate.turn is not None else ROSE
    image.paste(heart_colour, (x, middle - heart // 2), mask(PIPS[Suit.HEARTS], heart, heart))
    write(image, (x + heart + 5, middle), points, small, colour, "lm")


def _numbers_width(total: str, points: str, sizes: tuple[int, int, int]) -> int:
    large, small, heart = sizes
    return text_mask(total, large).advance + heart + 5 + text_mask(points, small).advance + 16


def _draw_tip(image: Image.Image, covered: Image.Image, towards: Towards) -> None:
    """A tip that stands out of the plate's edge towards the middle of the table."""
    tip = mask(TIP, _TIP, _TIP).rotate(-90 * towards)
    across = (PLATE_WIDTH / 2, 0, -PLATE_WIDTH / 2, 0)[towards]
    along = (0, PLATE_HEIGHT / 2, 0, -PLATE_HEIGHT / 2)[towards]
    corner = (
        round(image.width / 2 + across - _TIP / 2),
        round(image.height / 2 + along - _TIP / 2),
    )
    image.paste(GOLD, (corner[0] - 4, corner[1] - 4), tip.resize((_TIP + 8, _TIP + 8)))
    covered.paste(255, corner, tip)


def _draw_button(image: Image.Image, covered: Image.Image, x: int, colour: Colour, label: str | bool) -> None:
    """A round button on the upper edge: a letter, a tick or, for what is not done, dots."""
    y = _ROOM + 8
    for size, paint in ((_BUTTON, SHADOW), (_BUTTON - 8, colour)):
        image.paste(paint, (x - size // 2, y - size // 2), mask(DISC, size, size))
    covered.paste(255, (x - _BUTTON // 2, y - _BUTTON // 2), mask(DISC, _BUTTON, _BUTTON))
    if isinstance(label, str):
        write(image, (x, y), label, _SMALL_SIZE, INK, "mm", _BUTTON - 8)
    else:
        sign = 30
        image.paste(INK, (x - sign // 2, y - sign // 2), mask(TICK if label else DOTS, sign, sign))


@cache
def small_back(width: int, height: int) -> Image.Image:
    """A small card from the back, with room for a number; width and height in pixels. Not to be drawn on."""
    image = Image.new("RGBA", (width, height), PAPER)
    image.paste(BLUE, (3, 3), rounded(width - 6, height - 6, 6))
    image.putalpha(rounded(width, height, 8))
    return image
