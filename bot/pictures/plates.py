"""The plate of one seat: who sits there, what they hold and what they have taken."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.lettering import font, printable, shortened
from bot.pictures.palette import BLUE, GOLD, INK, PAPER, PLATE, RED, ROSE, SHADOW, Colour
from bot.pictures.places import PLATE_HEIGHT, PLATE_WIDTH
from bot.pictures.shapes import COMPUTER, DISC, DOTS, PIPS, TICK, TIP, mask, rounded
from bot.rules.cards import Suit
from bot.rules.view import PublicView

_NAME_SIZE: Final = 42
_NUMBER_SIZE: Final = 46
_SMALL_SIZE: Final = 36
_PADDING: Final = 18
_RADIUS: Final = 24
_BUTTON: Final = 56
_TIP: Final = 88
# The font has no minus sign; the dash is as wide as a digit.
_MINUS: Final = "\u2013"


@dataclass(frozen=True)
class SeatPicture:
    """Who sits in a seat.

    Attributes:
        name: any text; what the font lacks is left out and what is too long shortened.
        computer: whether a computer plays there now.
    """

    name: str
    computer: bool


def number_text(number: int) -> str:
    """A number as it stands in a picture, with a dash for a minus."""
    return str(number) if number >= 0 else f"{_MINUS}{-number}"


def draw_plate(
    image: Image.Image,
    corner: tuple[int, int],
    inward: tuple[float, float],
    sitting: SeatPicture,
    view: PublicView,
    seat: int,
    dealer_label: str,
) -> None:
    """Draw the plate of a seat.

    Above, the name, with a screen before it where a computer plays; below, the cards held, on the back of
    a card, the points of this deal after a heart, and the total, which the two of a team have in common.
    Whoever is to play has a bright plate with a tip that points to the middle; while cards are passed a
    button shows a tick or, for those still choosing, dots.

    Args:
        image: what to draw on, mode RGBA.
        corner: the plate's top left corner in pixels.
        inward: the direction to the middle of the table.
        sitting: who sits there.
        view: what everybody may know.
        seat: which seat.
        dealer_label: the letter on the dealer's button.
    """
    left, top = corner
    turn = view.turn == seat
    back, front = (GOLD, INK) if turn else (PLATE, PAPER)
    if turn:
        _draw_tip(image, corner, inward)
    image.paste(SHADOW, (left - 3, top - 3), rounded(PLATE_WIDTH + 6, PLATE_HEIGHT + 6, _RADIUS + 3))
    image.paste(back, (left, top), rounded(PLATE_WIDTH, PLATE_HEIGHT, _RADIUS))
    _draw_name(image, left, top + 40, sitting, seat, front)
    _draw_numbers(image, left, top + 98, view, seat, front)
    if seat == view.dealer:
        _draw_button(image, left + 8, top + 4, PAPER, dealer_label)
    if view.passing:
        _draw_button(
            image,
            left + PLATE_WIDTH - 8,
            top + 4,
            GOLD if view.confirmed[seat] else PAPER,
            None,
            view.confirmed[seat],
        )


def _draw_name(
    image: Image.Image, left: int, middle: int, sitting: SeatPicture, seat: int, colour: Colour
) -> None:
    icon = 40 if sitting.computer else 0
    gap = 10 if icon else 0
    room = PLATE_WIDTH - 2 * _PADDING - icon - gap
    size = _NAME_SIZE if font(_NAME_SIZE).getlength(printable(sitting.name)) <= room else _SMALL_SIZE
    name = shortened(sitting.name, size, room) or f"#{seat + 1}"
    length = round(font(size).getlength(name))
    start = left + (PLATE_WIDTH - length - icon - gap) // 2
    if icon:
        image.paste(colour, (start, middle - icon // 2), mask(COMPUTER, icon, icon))
    ImageDraw.Draw(image).text((start + icon + gap, middle), name, fill=colour, font=font(size), anchor="lm")


def _draw_numbers(
    image: Image.Image, left: int, middle: int, view: PublicView, seat: int, colour: Colour
) -> None:
    draw = ImageDraw.Draw(image)
    back = card_back(50, 60)
    x = left + _PADDING
    image.alpha_composite(back, (x, middle - back.height // 2))
    draw.text(
        (x + back.width / 2, middle),
        str(view.hand_sizes[seat]),
        fill=PAPER,
        font=font(_SMALL_SIZE),
        anchor="mm",
    )
    points = number_text(view.points[seat])
    heart = 30
    wide = heart + 6 + font(_SMALL_SIZE).getlength(points)
    x = round(left + PLATE_WIDTH * 0.46 - wide / 2)
    image.paste(
        RED if colour == INK else ROSE, (x, middle - heart // 2), mask(PIPS[Suit.HEARTS], heart, heart)
    )
    draw.text((x + heart + 6, middle), points, fill=colour, font=font(_SMALL_SIZE), anchor="lm")
    sides = zip(view.ruleset.sides, view.team_totals, strict=True)
    total = number_text(next(total for side, total in sides if seat in side))
    draw.text(
        (left + PLATE_WIDTH - _PADDING, middle), total, fill=colour, font=font(_NUMBER_SIZE), anchor="rm"
    )


def _draw_tip(image: Image.Image, corner: tuple[int, int], inward: tuple[float, float]) -> None:
    """A tip that stands out of the plate's edge towards the middle of the table."""
    x, y = inward
    upright = abs(y) * PLATE_WIDTH > abs(x) * PLATE_HEIGHT
    if upright:
        turn = 90 if y < 0 else 270
        middle = (0.0, math.copysign(PLATE_HEIGHT / 2, y))
    else:
        turn = 0 if x > 0 else 180
        middle = (math.copysign(PLATE_WIDTH / 2, x), 0.0)
    tip = mask(TIP, _TIP, _TIP).rotate(turn)
    left = corner[0] + PLATE_WIDTH / 2 + middle[0] - _TIP / 2
    top = corner[1] + PLATE_HEIGHT / 2 + middle[1] - _TIP / 2
    image.paste(GOLD, (round(left), round(top)), tip)


def _draw_button(
    image: Image.Image, x: int, y: int, colour: Colour, label: str | None, done: bool = False
) -> None:
    image.paste(SHADOW, (x - _BUTTON // 2, y - _BUTTON // 2), mask(DISC, _BUTTON, _BUTTON))
    inner = _BUTTON - 8
    image.paste(colour, (x - inner // 2, y - inner // 2), mask(DISC, inner, inner))
    if label is None:
        sign = 34
        image.paste(INK, (x - sign // 2, y - sign // 2), mask(TICK if done else DOTS, sign, sign))
    else:
        text = shortened(label, _SMALL_SIZE, inner)
        ImageDraw.Draw(image).text((x, y), text, fill=INK, font=font(_SMALL_SIZE), anchor="mm")


@cache
def card_back(width: int, height: int) -> Image.Image:
    """A small card from the back, with room for a number; width and height in pixels. Not to be drawn on."""
    image = Image.new("RGBA", (width, height), PAPER)
    image.paste(BLUE, (3, 3), rounded(width - 6, height - 6, 6))
    image.putalpha(rounded(width, height, 8))
    return image
