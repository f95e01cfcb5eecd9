"""Cards turned by some degrees, as paints: made once each and kept as long as there is room."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from PIL import Image

from bot.pictures.deck import Deck
from bot.pictures.faces import back, card_height, corner_radius, face
from bot.pictures.paints import Paints
from bot.pictures.palette import EDGE, GOLD, INK, PAPER
from bot.pictures.pieces import ROOM, Outline, half, outline_of
from bot.pictures.shapes import DISC, Shape, mask, rounded
from bot.pictures.shelf import Shelf
from bot.rules.cards import Card

_FINE: Final = 2
"""Cards are turned out of faces so many times as large."""
_KEPT: Final = 40 * 2**20

Turn = tuple[float, float, float, float, float, float]
_cards: Final[Shelf[tuple[Card | None, int, Deck, int, Paints], Image.Image]] = Shelf(
    _KEPT, lambda image: image.width * image.height
)


def memory() -> int:
    """How many bytes of turned cards are kept now."""
    return _cards.weight


def turned_size(width: int, degrees: int) -> tuple[int, int]:
    """Width and height of the picture of a card turned so far, its shadow included."""
    turn, height = math.radians(degrees), card_height(width)
    sine, cosine = abs(math.sin(turn)), abs(math.cos(turn))
    return (
        math.ceil(width * cosine + height * sine) + 2 * ROOM,
        math.ceil(width * sine + height * cosine) + 2 * ROOM,
    )


def turned(image: Image.Image, size: tuple[int, int], degrees: float) -> Image.Image:
    """An image of twice the size, turned clockwise about its middle and scaled down."""
    turn = math.radians(degrees)
    along, across = _FINE * math.cos(turn), _FINE * math.sin(turn)
    x = image.width / 2 - (along * size[0] + across * size[1]) / 2
    y = image.height / 2 - (along * size[1] - across * size[0]) / 2
    data: Turn = (along, across, x, -across, along, y)
    return image.transform(size, Image.Transform.AFFINE, data, Image.Resampling.BILINEAR, fillcolor=None)


def card_paints(card: Card | None, width: int, deck: Deck, degrees: int, paints: Paints) -> Image.Image:
    """A card turned clockwise, None for its back, as paints in mode L; beside the card lies anything."""

    def make() -> Image.Image:
        fine = back(width * _FINE) if card is None else face(card, width * _FINE, deck)
        # A margin, so that the edge takes no colour from beyond the picture.
        flat = Image.new("RGB", (fine.width + 2 * _FINE, fine.height + 2 * _FINE), EDGE)
        flat.paste(fine, (_FINE, _FINE), fine)
        return paints.indices(turned(flat, turned_size(width, degrees), degrees))

    return _cards.get((card, width, deck, degrees, paints), make)


@cache
def outline(width: int, degrees: int) -> Outline:
    """Where a card of that width lies that is turned clockwise."""
    size = turned_size(width, degrees)
    large = rounded(width * _FINE, card_height(width) * _FINE, corner_radius(width) * _FINE)
    padded = Image.new("L", (large.width + 2 * _FINE, large.height + 2 * _FINE))
    padded.paste(large, (_FINE, _FINE))
    covered = turned(padded, size, degrees)
    return outline_of(covered)


@dataclass(frozen=True)
class Frame:
    """A line along the edge of a card, in gold, with a round badge on it.

    Attributes:
        line: how thick it is, in pixels.
        sign: what the badge shows, in ink; None for no badge.
        middle: of the badge, in shares of the card's width and height.
        size: of the badge, in pixels across.
    """

    line: int
    sign: Shape | None = None
    middle: tuple[float, float] = (0.5, 0.5)
    size: int = 0


@lru_cache(maxsize=256)
def turned_frame(width: int, degrees: int, frame: Frame, paints: Paints) -> tuple[Image.Image, Image.Image]:
    """The frame of a card turned clockwise, as large as `card_paints`: the paints, and a mask of it."""
    fine = (width * _FINE, card_height(width) * _FINE)
    line = rounded(*fine, corner_radius(width) * _FINE, hollow=frame.line * _FINE)
    image, shown = Image.new("RGB", fine, PAPER), line.copy()
    image.paste(GOLD, (0, 0), line)
    if frame.sign is not None:
        x, y = frame.middle[0] * fine[0], frame.middle[1] * fine[1]
        for share, shape, colour in ((1.0, DISC, INK), (0.88, DISC, GOLD), (0.66, frame.sign, INK)):
            size = round(frame.size * _FINE * share)
            stencil, corner = mask(shape, size, size), (round(x - size / 2), round(y - size / 2))
            image.paste(colour, corner, stencil)
            if shape is DISC:
                shown.paste(255, corner, stencil)
    room = turned_size(width, degrees)
    covered = turned(shown, room, degrees)
    return paints.indices(turned(image, room, degrees)), half(covered)
