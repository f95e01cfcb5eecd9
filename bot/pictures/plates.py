"""The plate of one seat: who sits there, what they hold and what they have taken."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
from bot.pictures.pieces import Outline, Piece, outline_of
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
_LEFT_BUTTON: Final = _ROOM + 8
_RIGHT_BUTTON: Final = _ROOM + PLATE_WIDTH - 8
_BUTTON_MIDDLE: Final = _ROOM + 8
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


@lru_cache(maxsize=96)
def plate_piece(plate: Plate, paints: Paints) -> Piece:
    """The plate of a seat, the same room left on each side of it.

    Above, the name, with a screen before it where a computer plays; below, the cards held, on the back of
    a card, the points of this deal after a heart, and the total. Partners have a band of one colour with one
    letter on the left. Whoever is to play has a bright plate with a tip that points to the middle; while
    cards are passed a button shows a tick or, for those still choosing, dots.
    """
    # What changes with every card is pasted on what lasts for a deal.
    image = _lasting(replace(plate, cards=0, points=0, total=0), paints).copy()
    _paste_numbers(image, plate, paints)
    shape = (plate.turn, plate.dealer is not None, plate.passed is not None)
    return Piece(image.crop(_needed(*shape)), _plate_outline(*shape))


def _colours(plate: Plate) -> tuple[Colour, Colour, Colour]:
    """Of the field, of what stands on it, and of the line around it."""
    return (PLATE, PAPER, PLATE_EDGE) if plate.turn is None else (GOLD, INK, INK)


def _start(plate: Plate) -> int:
    """Where the field begins, in pixels from the left of the picture."""
    return _ROOM if plate.side is None else _ROOM + _BAND - 4


@lru_cache(maxsize=96)
def _lasting(plate: Plate, paints: Paints) -> Image.Image:
    """A plate without its numbers, as paints."""
    image = Image.new("RGB", (PLATE_WIDTH + 2 * _ROOM, PLATE_HEIGHT + 2 * _ROOM), SHADOW)
    field, front, edge = _colours(plate)
    if plate.turn is not None:
        # Wider than it is seen, so that its edge takes no colour from beside it.
        tip, (x, y) = _tip(plate.turn)
        image.paste(GOLD, (x - 4, y - 4), tip.resize((_TIP + 8, _TIP + 8)))
    image.paste(edge, (_ROOM, _ROOM), rounded(PLATE_WIDTH, PLATE_HEIGHT, _RADIUS))
    inner = (PLATE_WIDTH - 6, PLATE_HEIGHT - 6)
    image.paste(field, (_ROOM + 3, _ROOM + 3), rounded(*inner, _RADIUS - 3))
    if plate.side is not None:
        _draw_band(image, plate.side, edge)
    _draw_name(image, _start(plate), plate, front)
    if plate.dealer is not None:
        _draw_button(image, _LEFT_BUTTON, PAPER, plate.dealer)
    if plate.passed is not None:
        _draw_button(image, _RIGHT_BUTTON, GOLD if plate.passed else PAPER, plate.passed)
    return paints.all_indices(image)


def _needed(turn: Towards | None, dealer: bool, passing: bool) -> tuple[int, int, int, int]:
    """The part of a plate's picture that is not empty, the same room left on each side."""
    room = _ROOM if turn is not None else 30 if dealer or passing else 14
    cut = _ROOM - room
    return cut, cut, cut + PLATE_WIDTH + 2 * room, cut + PLATE_HEIGHT + 2 * room


@cache
def _plate_outline(turn: Towards | None, dealer: bool, passing: bool) -> Outline:
    """Where a plate is, its tip and its buttons."""
    covered = Image.new("L", (PLATE_WIDTH + 2 * _ROOM, PLATE_HEIGHT + 2 * _ROOM))
    covered.paste(255, (_ROOM - 3, _ROOM - 3), rounded(PLATE_WIDTH + 6, PLATE_HEIGHT + 6, _RADIUS + 3))
    if turn is not None:
        tip, corner = _tip(turn)
        covered.paste(255, corner, tip)
    for x, there in ((_LEFT_BUTTON, dealer), (_RIGHT_BUTTON, passing)):
        if there:
            corner = (x - _BUTTON // 2, _BUTTON_MIDDLE - _BUTTON // 2)
            covered.paste(255, corner, mask(DISC, _BUTTON, _BUTTON))
    return outline_of(covered.crop(_needed(turn, dealer, passing)))


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


def _paste_numbers(image: Image.Image, plate: Plate, paints: Paints) -> None:
    middle, right = _ROOM + 88, _ROOM + PLATE_WIDTH - _PADDING
    field, front, _ = _colours(plate)
    held = _held(plate.cards, field, paints)
    x = _start(plate) + _PADDING
    image.paste(held, (x, middle - held.height // 2))
    left, total, points = x + held.width, number_text(plate.total), number_text(plate.points)
    large, small, heart = next(
        (sizes for sizes in _NUMBER_SIZES if _numbers_width(total, points, sizes) <= right - left),
        _NUMBER_SIZES[-1],
    )
    pieces = (
        _heart(heart, RED if plate.turn is not None else ROSE, field, paints),
        _word(points, small, front, field, paints),
        _word(total, large, front, field, paints),
    )
    wide = pieces[0].width + 5 + pieces[1].width
    x = left + (right - pieces[2].width - left - wide) // 2
    places = (x, x + pieces[0].width + 5, right - pieces[2].width)
    for piece, place in zip(pieces, places, strict=True):
        image.paste(piece, (place, middle - piece.height // 2))


@lru_cache(maxsize=256)
def _word(text: str, size: int, colour: Colour, field: Colour, paints: Paints) -> Image.Image:
    """A word on an even field, as paints."""
    line = text_mask(text, size)
    image = Image.new("RGB", line.mask.size, field)
    image.paste(colour, (0, 0), line.mask)
    # The room above and below a line would lie on what is beside it.
    high = round(size * 0.84)
    top = (line.mask.height - high) // 2
    return paints.all_indices(image.crop((0, top, image.width, top + high)))


@lru_cache(maxsize=32)
def _heart(size: int, colour: Colour, field: Colour, paints: Paints) -> Image.Image:
    image = Image.new("RGB", (size, size), field)
    image.paste(colour, (0, 0), mask(PIPS[Suit.HEARTS], size, size))
    return paints.all_indices(image)


@lru_cache(maxsize=64)
def _held(count: int, field: Colour, paints: Paints) -> Image.Image:
    """The back of a card and how many are held, as paints."""
    card = small_back(44, 53)
    image = Image.new("RGB", card.size, field)
    image.paste(card, (0, 0), card)
    write(image, (card.width / 2, card.height / 2), str(count), _SMALL_SIZE, PAPER, "mm")
    return paints.all_indices(image)


def _numbers_width(total: str, points: str, sizes: tuple[int, int, int]) -> int:
    large, small, heart = sizes
    return text_mask(total, large).advance + heart + 5 + text_mask(points, small).advance + 16


@cache
def _tip(towards: Towards) -> tuple[Image.Image, tuple[int, int]]:
    """A tip that stands out of the plate's edge towards the middle of the table, and its top left corner."""
    tip = mask(TIP, _TIP, _TIP).rotate(-90 * towards)
    across = (PLATE_WIDTH / 2, 0, -PLATE_WIDTH / 2, 0)[towards]
    along = (0, PLATE_HEIGHT / 2, 0, -PLATE_HEIGHT / 2)[towards]
    x, y = PLATE_WIDTH / 2 + _ROOM + across, PLATE_HEIGHT / 2 + _ROOM + along
    return tip, (round(x - _TIP / 2), round(y - _TIP / 2))


def _draw_button(image: Image.Image, x: int, colour: Colour, label: str | bool) -> None:
    """A round button on the upper edge: a letter, a tick or, for what is not done, dots."""
    y = _BUTTON_MIDDLE
    for size, paint in ((_BUTTON, SHADOW), (_BUTTON - 8, colour)):
        image.paste(paint, (x - size // 2, y - size // 2), mask(DISC, size, size))
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
