"""The table as everybody sees it: who sits where, the trick, the pass, the score."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.deck import PLAIN_DECK, Deck
from bot.pictures.faces import card_height, corner_radius, face, shadow
from bot.pictures.lettering import font, printable, shortened
from bot.pictures.palette import (
    FELT,
    FELT_LINE,
    FELT_SHADE,
    GOLD,
    INK,
    PAPER,
    RED,
    SHADOW,
    TABLE_COLOURS,
    WOOD,
    WOOD_LIGHT,
)
from bot.pictures.places import Places
from bot.pictures.plates import SeatPicture, card_back, draw_plate
from bot.pictures.png import encode
from bot.pictures.shapes import ARROW, BROKEN_HEART, DISC, STAR, mask, rounded
from bot.rules.cards import Cards
from bot.rules.ruleset import Direction
from bot.rules.shuffle import kitty_size
from bot.rules.trick import Trick
from bot.rules.view import PublicView

TABLE_SIZE: Final = (1000, 820)
"""Width and height in pixels; three times what a phone 360 pixels wide shows."""

_BLUR: Final = 8
_RIM: Final = 22
_RADIUS: Final = 150
_LABEL_SIZE: Final = 44
_ARROW_SIZE: Final = 104
_KITTY_WIDTH: Final = 74


@dataclass(frozen=True)
class TablePicture:
    """What a picture of a table shows; the same values give the same bytes.

    Seat 0 sits at the bottom and the others clockwise as one looks at the picture: seat 1, its left
    neighbour, to the left, the next one above.

    Attributes:
        view: what everybody may know.
        seats: who sits there, a seat each.
        shown_trick: the trick in the middle: the running one, or the one just finished.
        pass_label: which way is passed, in words; stands in the middle as long as no trick does, while cards
            are passed among arrows; None for no words.
        broken_label: what stands beside the broken heart once hearts are broken; None for the heart alone.
        deck: what the cards look like.
        dealer_label: the letter on the dealer's button, one or two characters.
    """

    view: PublicView
    seats: tuple[SeatPicture, ...]
    shown_trick: Trick
    pass_label: str | None
    broken_label: str | None
    deck: Deck = PLAIN_DECK
    dealer_label: str = "D"

    def __post_init__(self) -> None:
        if len(self.seats) != self.view.players:
            raise ValueError(f"{len(self.seats)} names for {self.view.players} seats")


def draw_table(picture: TablePicture) -> bytes:
    """Draw a table.

    Args:
        picture: what to show.

    Returns:
        A PNG of `TABLE_SIZE`, clear outside the table's round corners.

    Raises:
        OSError: where the font cannot be read.
    """
    view = picture.view
    places = Places(TABLE_SIZE, view.players)
    image = _felt().copy()
    if view.passing:
        _draw_arrows(image, places, view.direction)
    if picture.pass_label and not picture.shown_trick.plays:
        _draw_label(image, picture.pass_label)
    if view.broken:
        _draw_broken(image, picture.broken_label)
    for seat, sitting in enumerate(picture.seats):
        draw_plate(image, places.plate(seat), places.inward(seat), sitting, view, seat, picture.dealer_label)
    if view.kitty is None or view.kitty:
        _draw_kitty(image, view.kitty, kitty_size(view.ruleset), picture.deck)
    _draw_trick(image, places, picture)
    return encode(image, TABLE_COLOURS)


@cache
def _felt() -> Image.Image:
    """The empty table: a wooden rim and a felt that darkens outwards. Not to be drawn on."""
    width, height = TABLE_SIZE
    image = Image.new("RGBA", TABLE_SIZE, WOOD)
    inner = (width - 2 * _RIM, height - 2 * _RIM)
    light = Image.radial_gradient("L").resize(inner, Image.Resampling.BICUBIC)
    felt = Image.new("RGB", inner, FELT)
    felt.paste(FELT_SHADE, (0, 0), light)
    image.paste(WOOD_LIGHT, (4, 4), rounded(width - 8, height - 8, _RADIUS - 4, hollow=5))
    image.paste(felt, (_RIM, _RIM), rounded(*inner, _RADIUS - _RIM))
    image.paste(
        SHADOW, (_RIM - 3, _RIM - 3), rounded(inner[0] + 6, inner[1] + 6, _RADIUS - _RIM + 3, hollow=4)
    )
    image.paste(
        FELT_LINE, (_RIM + 14, _RIM + 14), rounded(inner[0] - 28, inner[1] - 28, _RADIUS - 36, hollow=3)
    )
    image.putalpha(rounded(width, height, _RADIUS))
    return image


def _draw_trick(image: Image.Image, places: Places, picture: TablePicture) -> None:
    """The cards in the order they were played, later ones on top, each before the seat it came from."""
    trick = picture.shown_trick
    width, room = places.card_width, 2 * _BLUR
    height = card_height(width)
    winning = trick.winning
    for play in trick.plays:
        x, y = places.card(play.seat, width, height)
        image.alpha_composite(shadow(width, _BLUR), (x - room, y - room))
        image.alpha_composite(face(play.card, width, picture.deck), (x, y))
        if play == winning:
            image.paste(GOLD, (x, y), rounded(width, height, corner_radius(width), hollow=8))
    if winning is not None:
        _draw_star(image, *places.badge(winning.seat, width, height))


def _draw_star(image: Image.Image, x: int, y: int) -> None:
    size, sign = 58, 44
    image.paste(SHADOW, (x - size // 2, y - size // 2), mask(DISC, size, size))
    image.paste(GOLD, (x - size // 2 + 4, y - size // 2 + 4), mask(DISC, size - 8, size - 8))
    image.paste(INK, (x - sign // 2, y - sign // 2), mask(STAR, sign, sign))


def _draw_label(image: Image.Image, label: str) -> None:
    width, height = TABLE_SIZE
    draw = ImageDraw.Draw(image)
    lines = _two_lines(printable(label), _LABEL_SIZE, 236)
    for number, line in enumerate(lines):
        middle = height / 2 + (number - (len(lines) - 1) / 2) * _LABEL_SIZE * 1.15
        draw.text((width / 2, middle), line, fill=PAPER, font=font(_LABEL_SIZE), anchor="mm")


def _draw_broken(image: Image.Image, label: str | None) -> None:
    size, letters = 68, 34
    x, y = 66, TABLE_SIZE[1] - 150
    heart = mask(BROKEN_HEART, size, size)
    image.paste(PAPER, (x - 4, y - 4), mask(BROKEN_HEART, size + 8, size + 8))
    image.paste(RED, (x, y), heart)
    if label:
        draw = ImageDraw.Draw(image)
        lines = _two_lines(printable(label), letters, 210)
        for number, line in enumerate(lines):
            middle = y + size / 2 + (number - (len(lines) - 1) / 2) * letters * 1.15
            draw.text((x + size + 14, middle), line, fill=PAPER, font=font(letters), anchor="lm")


def _draw_kitty(image: Image.Image, kitty: Cards | None, count: int, deck: Deck) -> None:
    """The cards that lay apart, small in the corner at the bottom right: from the back until turned up."""
    height = card_height(_KITTY_WIDTH)
    x, y = TABLE_SIZE[0] - 76 - count * (_KITTY_WIDTH + 8), TABLE_SIZE[1] - 56 - height
    shown = [card_back(_KITTY_WIDTH, height)] * count
    if kitty is not None:
        shown = [face(card, _KITTY_WIDTH, deck) for card in kitty]
    for place, card in enumerate(shown):
        image.alpha_composite(card, (x + place * (_KITTY_WIDTH + 8), y))


def _two_lines(text: str, size: int, width: int) -> list[str]:
    """The text in one line or, broken between two words, in two; what is still too long is shortened."""
    if font(size).getlength(text) <= width:
        return [text]
    words = text.split()
    count = max(
        (n for n in range(1, len(words)) if font(size).getlength(" ".join(words[:n])) <= width), default=1
    )
    parts = (" ".join(words[:count]), " ".join(words[count:]))
    return [shortened(part, size, width) for part in parts if part]


def _draw_arrows(image: Image.Image, places: Places, direction: Direction) -> None:
    """An arrow from every seat towards the one its cards go to."""
    for seat in range(places.players):
        target = direction.target(seat, places.players)
        if target == seat:
            continue
        x, y, degrees = places.arrow(seat, target)
        arrow = mask(ARROW, _ARROW_SIZE, _ARROW_SIZE).rotate(-degrees, Image.Resampling.BICUBIC)
        image.paste(GOLD, (x - _ARROW_SIZE // 2, y - _ARROW_SIZE // 2), arrow)
