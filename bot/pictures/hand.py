"""The hand of one seat, for the eyes of whoever holds it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image

from bot.pictures.canvas import Canvas
from bot.pictures.deck import PLAIN_DECK, Deck, DeckColours
from bot.pictures.faces import card_height, corner_radius
from bot.pictures.paints import Paints, face_colours
from bot.pictures.palette import EDGE
from bot.pictures.pieces import half
from bot.pictures.shapes import ARROW_IN, rounded
from bot.pictures.turned import Frame, card_paints, outline, turned_frame, turned_size
from bot.rules.cards import NO_CARDS, Card, Cards
from bot.rules.hand_order import HandOrder, groups

HAND_WIDTH: Final = 900
"""Pixels; nearly three times what a phone 360 pixels wide shows."""

_ONE_FAN: Final = 13
_CARD_WIDTHS: Final = (202, 202, 174)
"""How wide cards are in no fan, one, and two or more, in pixels."""
_MARGIN: Final = 11
_LIFT: Final = 27
_WIDEST_STEP: Final = 135
_TURN: Final = 2
"""Degrees from one card of a fan to the next."""
_FAN_STEP: Final = 170
"""How far below a fan the next one begins: its cards show index, pip and mark."""
_BELOW: Final = 24
_PART: Final = 24
"""A covered card is cut at a multiple of so many pixels, so that its outlines are few."""
_SHADES: Final = (0.08, 0.17, 0.27, 0.46)
_DIM: Final = 3
_RECEIVED: Final = Frame(6, ARROW_IN, (0.155, 0.66), 43)


@dataclass(frozen=True)
class HandPicture:
    """What a picture of a hand shows; the same values give the same bytes.

    Attributes:
        cards: the cards held.
        playable: those that may be played now, drawn bright and lifted while the others are dimmed; None
            where it is not the seat's turn: then all are bright and none is lifted.
        marked: those received in the pass.
        deck: what the cards look like.
        order: how they are sorted.
    """

    cards: Cards
    playable: Cards | None
    marked: Cards = NO_CARDS
    deck: Deck = PLAIN_DECK
    order: HandOrder = HandOrder.SUITS


@dataclass(frozen=True)
class Held:
    """Where a card is held.

    Attributes:
        card: which.
        x: of its middle, in pixels.
        y: of its middle, in pixels.
        degrees: how far it is turned clockwise.
        width: of the card, in pixels.
    """

    card: Card
    x: float
    y: float
    degrees: int
    width: int


def fans_of(cards: Cards, order: HandOrder = HandOrder.SUITS) -> tuple[tuple[Card, ...], ...]:
    """How a hand is held: up to 13 cards in one fan, more in two, broken between two suits or ranks if even.

    Returns:
        The fans from top to bottom, each from left to right; none for no cards.
    """
    together = groups(cards, order)
    held = [card for group in together for card in group]
    if not held:
        return ()
    count = -(-len(held) // _ONE_FAN)
    ends: set[int] = set()
    for group in together:
        ends.add(max(ends, default=0) + len(group))
    fans: list[tuple[Card, ...]] = []
    start = 0
    for left in range(count, 0, -1):
        even = start + -(-(len(held) - start) // left)
        end = next((cut for cut in (even, even - 1, even + 1) if left > 1 and cut in ends), even)
        fans.append(tuple(held[start:end]))
        start = end
    return tuple(fans)


def hand_size(cards: Cards, order: HandOrder = HandOrder.SUITS) -> tuple[int, int]:
    """Width and height of the picture of these cards, in pixels."""
    held = held_in(fans_of(cards, order))
    bottom = max((one.y + turned_size(one.width, one.degrees)[1] / 2 for one in held), default=0)
    return HAND_WIDTH, math.ceil(bottom) or 2 * _MARGIN + card_height(_CARD_WIDTHS[0])


def draw_hand(picture: HandPicture) -> bytes:
    """Draw a hand.

    Args:
        picture: what to show.

    Returns:
        A PNG of `hand_size(picture.cards, picture.order)`, clear around the cards; an empty hand is the
        outline of a card.

    Raises:
        OSError: where the font cannot be read.
    """
    fans = fans_of(picture.cards, picture.order)
    canvas = Canvas(hand_paints(), hand_size(picture.cards, picture.order))
    if not fans:
        outlined = _no_card()
        canvas.stamp(canvas.paints.index(EDGE), outlined, (HAND_WIDTH - outlined.width) // 2, _MARGIN)
    held = held_in(fans)
    for one, beside in zip(held, [*held[1:], None], strict=False):
        _lay(canvas, picture, one, beside)
    return canvas.png()


@cache
def hand_paints() -> Paints:
    """What hands are painted with, the same for all decks, whose cards are mostly the same."""
    return Paints(face_colours(DeckColours.FOUR), _SHADES)


def held_in(fans: Sequence[Sequence[Card]]) -> list[Held]:
    """Where the cards of some fans are held, in the order they are laid."""
    held: list[Held] = []
    width = _CARD_WIDTHS[min(len(fans), 2)]
    for number, fan in enumerate(fans):
        top = _MARGIN + _LIFT + card_height(width) / 2 + number * _FAN_STEP
        step = _step(len(fan), width)
        radius = step / math.radians(_TURN)
        # A fan of an even number leans by half a step, so that the same turned cards serve all fans.
        first = -(len(fan) // 2)
        middle = HAND_WIDTH / 2 - step * (first + (len(fan) - 1) / 2)
        for place, card in enumerate(fan, first):
            drop = radius * (1 - math.cos(math.radians(_TURN * place)))
            held.append(Held(card, middle + step * place, top + drop, _TURN * place, width))
    return held


@cache
def _step(count: int, width: int) -> float:
    """How far apart the middles of a fan's cards are, in pixels."""
    wide = turned_size(width, _TURN * (count // 2))[0]
    return min(_WIDEST_STEP, (HAND_WIDTH - wide) / max(count - 1, 1))


def _lay(canvas: Canvas, picture: HandPicture, held: Held, beside: Held | None) -> None:
    lifted = _lifted(picture, held)
    dim = _DIM if picture.playable is not None and not lifted else 0
    turn = math.radians(held.degrees)
    rise = _LIFT if lifted else 0
    image = card_paints(held.card, held.width, picture.deck, held.degrees, canvas.paints)
    x = round(held.x + rise * math.sin(turn) - image.width / 2)
    y = round(held.y - rise * math.cos(turn) - image.height / 2)
    seen = None
    if beside is not None and beside.x > held.x and _lifted(picture, beside) == lifted:
        seen = _PART * math.ceil((image.width / 2 + beside.x - held.x + _reach(beside)) / _PART)
    canvas.lay(image, outline(held.width, held.degrees), x, y, dim, seen, picture.playable is not None)
    if held.card in picture.marked:
        frame = turned_frame(held.width, held.degrees, _RECEIVED, canvas.paints)
        canvas.overlay(*frame, x, y)


def _lifted(picture: HandPicture, held: Held) -> bool:
    return picture.playable is not None and held.card in picture.playable


def _reach(held: Held) -> float:
    """How far to the right of a card's middle what lies below it is in sight; as a rule negative."""
    turn = math.radians(held.degrees)
    edge = abs(math.sin(turn)) * card_height(held.width) - math.cos(turn) * held.width
    # Beside the round corner, and as far as the lower edge and its shadow come out below it.
    return edge / 2 + corner_radius(held.width) + _BELOW


@cache
def _no_card() -> Image.Image:
    width = _CARD_WIDTHS[0]
    frame = rounded(width, card_height(width), corner_radius(width), hollow=5)
    return half(frame)
