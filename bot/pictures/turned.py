"""Cards turned by some degrees, as paints: made once each and kept as long as there is room."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageChops

from bot.pictures.deck import Deck
from bot.pictures.faces import back, card_height, corner_radius, face, index_text, suit_colour
from bot.pictures.paints import Paints
from bot.pictures.palette import EDGE, GOLD, INK, PAPER, Colour
from bot.pictures.pieces import ROOM, Outline, half, outline_of
from bot.pictures.shapes import DISC, Shape, mask, rounded
from bot.pictures.shelf import Shelf
from bot.rules.cards import Card

_FACE_WIDTHS: Final = (140, 300)
"""Cards are turned out of larger faces: the first of these widths that is twice as large, or the last."""
_MARGIN: Final = 2
"""Pixels added around a face before it is turned, so that its edge takes no colour from beyond it."""
_KEPT: Final = 40 * 2**20

Turn = tuple[float, float, float, float, float, float]
Look = tuple[Card, Colour, str]
"""What decides how a card looks: which it is, its suit's colour and its index."""
_cards: Final[Shelf[tuple[Look | None, int, int, Paints], Image.Image]] = Shelf(
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


def _face_width(width: int) -> int:
    return next((wide for wide in _FACE_WIDTHS if wide >= 2 * width), _FACE_WIDTHS[-1])


def _turned(image: Image.Image, width: int, degrees: int) -> Image.Image:
    """The picture of a face and its margin, turned clockwise and scaled down to a card of that width."""
    turn, size, scale = math.radians(degrees), turned_size(width, degrees), _face_width(width) / width
    along, across = scale * math.cos(turn), scale * math.sin(turn)
    x = image.width / 2 - (along * size[0] + across * size[1]) / 2
    y = image.height / 2 - (along * size[1] - across * size[0]) / 2
    data: Turn = (along, across, x, -across, along, y)
    return image.transform(size, Image.Transform.AFFINE, data, Image.Resampling.BILINEAR)


def card_paints(card: Card | None, width: int, deck: Deck, degrees: int, paints: Paints) -> Image.Image:
    """A card turned clockwise, None for its back, as paints in mode L; beside the card lies anything."""

    def make() -> Image.Image:
        wide = _face_width(width)
        fine = back(wide) if card is None else face(card, wide, deck)
        flat = Image.new("RGB", (fine.width + 2 * _MARGIN, fine.height + 2 * _MARGIN), EDGE)
        flat.paste(fine, (_MARGIN, _MARGIN), fine)
        return paints.indices(_turned(flat, width, degrees))

    look = None if card is None else (card, suit_colour(card.suit, deck), index_text(card.rank, deck))
    return _cards.get((look, width, degrees, paints), make)


@cache
def outline(width: int, degrees: int) -> Outline:
    """Where a card of that width lies that is turned clockwise."""
    wide = _face_width(width)
    large = rounded(wide, card_height(wide), corner_radius(wide))
    padded = Image.new("L", (large.width + 2 * _MARGIN, large.height + 2 * _MARGIN))
    padded.paste(large, (_MARGIN, _MARGIN))
    return outline_of(_turned(padded, width, degrees))


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


@lru_cache(maxsize=96)
def turned_frame(width: int, degrees: int, frame: Frame, paints: Paints) -> tuple[Image.Image, Image.Image]:
    """The frame of a card turned clockwise, as large as `card_paints`: the paints, and a mask of it."""
    wide, scale = _face_width(width), _face_width(width) / width
    fine = (wide, card_height(wide))
    room = (wide + 2 * _MARGIN, fine[1] + 2 * _MARGIN)
    line = rounded(*fine, corner_radius(wide), hollow=round(frame.line * scale))
    image, shown = Image.new("RGB", room, GOLD), Image.new("L", room)
    shown.paste(line, (_MARGIN, _MARGIN))
    # Gold beyond it, too, so that its edge takes no other colour from there.
    image.paste(PAPER, (_MARGIN, _MARGIN), rounded(*fine, corner_radius(wide)))
    image.paste(GOLD, (_MARGIN, _MARGIN), line)
    if frame.sign is not None:
        x, y = _MARGIN + frame.middle[0] * fine[0], _MARGIN + frame.middle[1] * fine[1]
        for share, shape, colour in ((1.0, DISC, INK), (0.88, DISC, GOLD), (0.66, frame.sign, INK)):
            size = round(frame.size * scale * share)
            stencil, corner = mask(shape, size, size), (round(x - size / 2), round(y - size / 2))
            image.paste(colour, corner, stencil)
            if shape is DISC:
                shown.paste(255, corner, stencil)
    seen = ImageChops.darker(half(_turned(shown, width, degrees)), outline(width, degrees).solid)
    return paints.indices(_turned(image, width, degrees)), seen
