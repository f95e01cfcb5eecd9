"""The faces of cards, drawn once a size and kept."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from bot.pictures.deck import Deck, DeckColours
from bot.pictures.lettering import font
from bot.pictures.palette import FOUR_COLOURS, SHADOW, TWO_COLOURS, Colour, Scheme
from bot.pictures.shapes import JACK_SHIELD, KING_CROWN, PIPS, QUEEN_CROWN, Shape, mask, rounded
from bot.rules.cards import Card, Rank, Suit

_GERMAN_LETTERS: Final = {Rank.JACK: "B", Rank.QUEEN: "D", Rank.KING: "K", Rank.ACE: "A"}
_EMBLEMS: Final[dict[Rank, Shape]] = {
    Rank.JACK: JACK_SHIELD,
    Rank.QUEEN: QUEEN_CROWN,
    Rank.KING: KING_CROWN,
}

_LEFT, _MIDDLE, _RIGHT = 0.392, 0.5, 0.608
_PIP_PLACES: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    2: ((_MIDDLE, 0.17), (_MIDDLE, 0.83)),
    3: ((_MIDDLE, 0.17), (_MIDDLE, 0.5), (_MIDDLE, 0.83)),
    4: ((_LEFT, 0.17), (_RIGHT, 0.17), (_LEFT, 0.83), (_RIGHT, 0.83)),
    5: ((_LEFT, 0.17), (_RIGHT, 0.17), (_MIDDLE, 0.5), (_LEFT, 0.83), (_RIGHT, 0.83)),
    6: ((_LEFT, 0.17), (_RIGHT, 0.17), (_LEFT, 0.5), (_RIGHT, 0.5), (_LEFT, 0.83), (_RIGHT, 0.83)),
    7: (
        *((_LEFT, 0.17), (_RIGHT, 0.17), (_LEFT, 0.5), (_RIGHT, 0.5), (_LEFT, 0.83), (_RIGHT, 0.83)),
        (_MIDDLE, 0.335),
    ),
    8: (
        *((_LEFT, 0.17), (_RIGHT, 0.17), (_LEFT, 0.5), (_RIGHT, 0.5), (_LEFT, 0.83), (_RIGHT, 0.83)),
        *((_MIDDLE, 0.335), (_MIDDLE, 0.665)),
    ),
    9: (
        *((_LEFT, 0.15), (_RIGHT, 0.15), (_LEFT, 0.383), (_RIGHT, 0.383)),
        *((_LEFT, 0.617), (_RIGHT, 0.617), (_LEFT, 0.85), (_RIGHT, 0.85), (_MIDDLE, 0.5)),
    ),
    10: (
        *((_LEFT, 0.15), (_RIGHT, 0.15), (_LEFT, 0.383), (_RIGHT, 0.383)),
        *((_LEFT, 0.617), (_RIGHT, 0.617), (_LEFT, 0.85), (_RIGHT, 0.85)),
        *((_MIDDLE, 0.267), (_MIDDLE, 0.733)),
    ),
}
"""Where the pips of the numbered ranks lie, in shares of the card; below the middle they are upside down."""


def index_text(rank: Rank, deck: Deck) -> str:
    """What stands in the corner of a card: "10" rather than T, and B D K A on German cards."""
    if deck.german and rank in _GERMAN_LETTERS:
        return _GERMAN_LETTERS[rank]
    return "10" if rank == Rank.TEN else rank.letter


def card_height(width: int) -> int:
    """How high a card of that width is, in pixels."""
    return round(width * 1.4)


def corner_radius(width: int) -> int:
    """The radius of the corners of a card of that width, in pixels."""
    return round(width * 0.085)


def face(card: Card, width: int, deck: Deck, dimmed: bool = False) -> Image.Image:
    """A card from the front. Not to be drawn on.

    Args:
        card: which.
        width: in pixels; the height is `card_height(width)`.
        deck: its colours and letters.
        dimmed: lying in the shade, as one that may not be played.

    Returns:
        Mode RGBA, the corners outside the card clear.
    """
    scheme = TWO_COLOURS if deck.colours is DeckColours.TWO else FOUR_COLOURS
    return _face(card, width, scheme.dimmed() if dimmed else scheme, index_text(card.rank, deck))


@cache
def _face(card: Card, width: int, scheme: Scheme, index: str) -> Image.Image:
    height = card_height(width)
    colour = scheme.suits[card.suit]
    image = Image.new("RGB", (width, height), scheme.paper)
    if card.rank in _EMBLEMS:
        _draw_court(image, card, scheme)
    elif card.rank == Rank.ACE:
        _stamp(image, PIPS[card.suit], colour, width * 0.5, height * 0.5, width * 0.44)
    else:
        size = width * (0.21 if card.rank < Rank.FOUR else 0.185)
        for x, y in _PIP_PLACES[card.rank]:
            _stamp(image, PIPS[card.suit], colour, width * x, height * y, size, turned=y > 0.5)
    corner = _corner(index, card.suit, width)
    image.paste(colour, (0, 0), corner)
    turned = corner.transpose(Image.Transpose.ROTATE_180)
    image.paste(colour, (width - turned.width, height - turned.height), turned)
    radius = corner_radius(width)
    image.paste(scheme.edge, (0, 0), rounded(width, height, radius, hollow=max(width // 90, 1)))
    image.putalpha(rounded(width, height, radius))
    return image


@cache
def shadow(width: int, blur: int) -> Image.Image:
    """What a card of that width throws on what lies below it; mode RGBA.

    The picture is larger than the card by twice `blur` on each side.
    """
    height = card_height(width)
    room = blur * 2
    dark = Image.new("L", (width + 2 * room, height + 2 * room))
    dark.paste(110, (room, room), rounded(width, height, corner_radius(width)))
    image = Image.new("RGBA", dark.size, SHADOW)
    image.putalpha(dark.filter(ImageFilter.GaussianBlur(blur)))
    return image


def _corner(text: str, suit: Suit, width: int) -> Image.Image:
    """The index, as a mask to be laid on the top left corner."""
    lettering = font(round(width * 0.41) * 4)
    left, top, right, bottom = lettering.getbbox(text, anchor="ls")
    large = Image.new("L", (round(right - left), round(bottom - top)))
    ImageDraw.Draw(large).text((-left, -top), text, fill=255, font=lettering, anchor="ls")
    wide = min(large.width / 4, width * 0.225)
    cap = -lettering.getbbox("H", anchor="ls")[1] / 4
    # This font's J hangs below the line, which would push it into the pip.
    high = cap if text == "J" else large.height / 4
    letters = large.resize((round(wide), round(high)), Image.Resampling.LANCZOS)
    overshoot = round(-top / 4 - cap)
    corner = Image.new("L", (round(width * 0.3), round(width * 0.66)))
    centre = width * 0.15
    corner.paste(letters, (round(centre - letters.width / 2), round(width * 0.075) - overshoot))
    size = round(width * 0.2)
    pip = mask(PIPS[suit], size, size)
    corner.paste(pip, (round(centre - size / 2), round(width * 0.42)))
    return corner


def _draw_court(image: Image.Image, card: Card, scheme: Scheme) -> None:
    """A framed field: the pip in the middle, the rank's emblem above it and, upside down, below."""
    width, height = image.size
    colour = scheme.suits[card.suit]
    box = (round(width * 0.29), round(height * 0.075), round(width * 0.71), round(height * 0.925))
    wide, high = box[2] - box[0], box[3] - box[1]
    radius = round(width * 0.05)
    image.paste(scheme.panel, box[:2], rounded(wide, high, radius))
    image.paste(colour, box[:2], rounded(wide, high, radius, hollow=max(width // 75, 2)))
    _stamp(image, PIPS[card.suit], colour, width * 0.5, height * 0.5, width * 0.27)
    emblem, size, line = _EMBLEMS[card.rank], round(width * 0.24), max(round(width * 0.012), 1)
    filling = Image.new("L", (size + 2 * line, size + 2 * line))
    filling.paste(mask(emblem, size, size), (line, line))
    outline = filling.filter(ImageFilter.MaxFilter(2 * line + 1))
    for y, turned in ((0.22, False), (0.78, True)):
        corner = (round((width - filling.width) / 2), round(height * y - filling.height / 2))
        for stencil, paint in ((outline, colour), (filling, scheme.crown)):
            laid = stencil.transpose(Image.Transpose.ROTATE_180) if turned else stencil
            image.paste(paint, corner, laid)


def _stamp(
    image: Image.Image, shape: Shape, colour: Colour, x: float, y: float, size: float, turned: bool = False
) -> None:
    side = round(size)
    stencil = mask(shape, side, side)
    if turned:
        stencil = stencil.transpose(Image.Transpose.ROTATE_180)
    image.paste(colour, (round(x - side / 2), round(y - side / 2)), stencil)
