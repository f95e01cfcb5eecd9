"""The hand of one seat, for the eyes of whoever holds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image

from bot.pictures.deck import PLAIN_DECK, Deck
from bot.pictures.faces import card_height, corner_radius, face, shadow
from bot.pictures.palette import EDGE, GOLD, HAND_COLOURS, INK
from bot.pictures.png import encode
from bot.pictures.shapes import ARROW_IN, DISC, mask, rounded
from bot.rules.cards import NO_CARDS, Card, Cards, Suit

HAND_WIDTH: Final = 1000
"""Pixels; three times what a phone 360 pixels wide shows."""

_CARD_WIDTH: Final = 224
_CARD_HEIGHT: Final = card_height(_CARD_WIDTH)
_ONE_ROW: Final = 7
_LONGEST_ROW: Final = 9
_MARGIN: Final = 16
_LIFT: Final = 26
_GAP: Final = 12
_ROW_STEP: Final = 226
"""How far below a row the next one begins: its cards show index, pip and mark."""
_BLUR: Final = 7
_SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS)


@dataclass(frozen=True)
class HandPicture:
    """What a picture of a hand shows; the same values give the same bytes.

    Attributes:
        cards: the cards held.
        playable: those that may be played now, drawn bright and lifted while the others are dimmed; None
            where it is not the seat's turn: then all are bright and none is lifted.
        marked: those received in the pass.
        deck: what the cards look like.
    """

    cards: Cards
    playable: Cards | None
    marked: Cards = NO_CARDS
    deck: Deck = PLAIN_DECK


def rows_of(cards: Cards) -> tuple[tuple[Card, ...], ...]:
    """How a hand lies: suits in the order C D S H, so that colours alternate, each from 2 to A.

    Up to seven cards lie in one row; more lie in as few rows as show every card's corner, about equally
    long and, where that keeps them so, broken between two suits.

    Returns:
        The rows from top to bottom, each from left to right; none for no cards.
    """
    order = [card for suit in _SUITS for card in cards.in_suit(suit)]
    if not order:
        return ()
    if len(order) <= _ONE_ROW:
        return (tuple(order),)
    count = -(-len(order) // _LONGEST_ROW) if len(order) > 2 * _ONE_ROW else 2
    rows: list[tuple[Card, ...]] = []
    while count > 1:
        cut = _cut(order, -(-len(order) // count))
        rows.append(tuple(order[:cut]))
        order = order[cut:]
        count -= 1
    return (*rows, tuple(order))


def hand_size(cards: Cards) -> tuple[int, int]:
    """Width and height of the picture of these cards, in pixels."""
    rows = max(len(rows_of(cards)), 1)
    return HAND_WIDTH, 2 * _MARGIN + _LIFT + (rows - 1) * _ROW_STEP + _CARD_HEIGHT


def draw_hand(picture: HandPicture) -> bytes:
    """Draw a hand.

    Args:
        picture: what to show.

    Returns:
        A PNG of `hand_size(picture.cards)`, clear around the cards; an empty hand is the outline of a card.

    Raises:
        OSError: where the font cannot be read.
    """
    image = Image.new("RGBA", hand_size(picture.cards))
    rows = rows_of(picture.cards)
    if not rows:
        image.alpha_composite(_no_card(), ((HAND_WIDTH - _CARD_WIDTH) // 2, _MARGIN + _LIFT))
    for number, row in enumerate(rows):
        top = _MARGIN + _LIFT + number * _ROW_STEP
        for card, left in zip(row, _lefts(len(row)), strict=True):
            lifted = picture.playable is not None and card in picture.playable
            _lay(image, picture, card, left, top - (_LIFT if lifted else 0))
    return encode(image, HAND_COLOURS)


def _cut(order: Sequence[Card], even: int) -> int:
    """Where to end a row that would best have `even` cards: between two suits, where one lies near enough."""
    for cut in (even, even - 1, even + 1):
        if order[cut - 1].suit != order[cut].suit and max(cut, len(order) - cut) <= _LONGEST_ROW - 1:
            return cut
    return even


def _lefts(count: int) -> list[int]:
    """The left edges of the cards of a row, in pixels."""
    room = HAND_WIDTH - 2 * _MARGIN - _CARD_WIDTH
    step = min(_CARD_WIDTH + _GAP, room / max(count - 1, 1))
    first = (HAND_WIDTH - _CARD_WIDTH - step * (count - 1)) / 2
    return [round(first + step * place) for place in range(count)]


def _lay(image: Image.Image, picture: HandPicture, card: Card, left: int, top: int) -> None:
    bright = picture.playable is None or card in picture.playable
    room = 2 * _BLUR
    image.alpha_composite(shadow(_CARD_WIDTH, _BLUR), (left - room, top - room))
    image.alpha_composite(face(card, _CARD_WIDTH, picture.deck, dimmed=not bright), (left, top))
    if card in picture.marked:
        frame = rounded(_CARD_WIDTH, _CARD_HEIGHT, corner_radius(_CARD_WIDTH), hollow=8)
        image.paste(GOLD, (left, top), frame)
        image.alpha_composite(_received_mark(), (left + 10, top + 148))


@cache
def _received_mark() -> Image.Image:
    """A disc with an arrow that points into a tray."""
    size, sign = 52, 34
    image = Image.new("RGBA", (size, size), INK)
    image.putalpha(mask(DISC, size, size))
    inner = mask(DISC, size - 6, size - 6)
    image.paste(GOLD, (3, 3), inner)
    image.paste(INK, ((size - sign) // 2, (size - sign) // 2), mask(ARROW_IN, sign, sign))
    return image


@cache
def _no_card() -> Image.Image:
    image = Image.new("RGBA", (_CARD_WIDTH, _CARD_HEIGHT), EDGE)
    image.putalpha(rounded(_CARD_WIDTH, _CARD_HEIGHT, corner_radius(_CARD_WIDTH), hollow=5))
    return image
