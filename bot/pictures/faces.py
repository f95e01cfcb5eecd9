"""The faces of cards and their back, drawn once a size and kept."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from bot.assets import assets_folder
from bot.pictures.deck import Deck, DeckColours
from bot.pictures.lettering import font
from bot.pictures.palette import EDGE, FOUR_COLOURS, PAPER, SHADE, TWO_COLOURS, Colour
from bot.pictures.shapes import PIPS, mask, rounded
from bot.rules.cards import Card, Rank, Suit

COURT_RANKS: Final = (Rank.JACK, Rank.QUEEN, Rank.KING)
_GERMAN_LETTERS: Final = {Rank.JACK: "B", Rank.QUEEN: "D"}
_ACE_OF_SPADES: Final = Card.of(Rank.ACE, Suit.SPADES)

INDEX_SHARE: Final = 0.235
"""The share of a card's width within which its index and the small pip under it lie, from the left edge."""

_INDEX_MIDDLE: Final = 0.131
_INDEX_TOP: Final = 0.065
_INDEX_HEIGHT: Final = 0.27
_INDEX_WIDTH: Final = 0.198
_LETTER_GAP: Final = 0.07
_HEAVIER: Final = 0.022
_CORNER_PIP_TOP: Final = 0.385
_CORNER_PIP: Final = 0.185
_COURT_PIP: Final = 0.135
_COURT_PIP_PLACE: Final = (0.344, 0.103)

_LEFT, _MIDDLE, _RIGHT = 0.37, 0.5, 0.63
_TWO_ROWS: Final = ((_LEFT, 0.165), (_RIGHT, 0.165), (_LEFT, 0.835), (_RIGHT, 0.835))
_THREE_ROWS: Final = (*_TWO_ROWS, (_LEFT, 0.5), (_RIGHT, 0.5))
_FOUR_ROWS: Final = tuple((x, y) for y in (0.145, 0.382, 0.618, 0.855) for x in (_LEFT, _RIGHT))
_PIP_PLACES: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    2: ((_MIDDLE, 0.165), (_MIDDLE, 0.835)),
    3: ((_MIDDLE, 0.165), (_MIDDLE, 0.5), (_MIDDLE, 0.835)),
    4: _TWO_ROWS,
    5: (*_TWO_ROWS, (_MIDDLE, 0.5)),
    6: _THREE_ROWS,
    7: (*_THREE_ROWS, (_MIDDLE, 0.3325)),
    8: (*_THREE_ROWS, (_MIDDLE, 0.3325), (_MIDDLE, 0.6675)),
    9: (*_FOUR_ROWS, (_MIDDLE, 0.5)),
    10: (*_FOUR_ROWS, (_MIDDLE, 0.2635), (_MIDDLE, 0.7365)),
}
"""Where the pips of the numbered ranks lie, in shares of the card; below the middle they are upside down."""
_PIP_SIZES: Final = {2: 0.27, 3: 0.27, 9: 0.19, 10: 0.19}
_PIP: Final = 0.215
_ACE_PIP: Final = 0.54


def index_text(rank: Rank, deck: Deck) -> str:
    """What stands in the corner of a card: "10" rather than T, and B and D on German jacks and queens."""
    if deck.german and rank in _GERMAN_LETTERS:
        return _GERMAN_LETTERS[rank]
    return "10" if rank == Rank.TEN else rank.letter


def suit_colour(suit: Suit, deck: Deck) -> Colour:
    """The colour of a suit's indices and pips."""
    scheme = TWO_COLOURS if deck.colours is DeckColours.TWO else FOUR_COLOURS
    return scheme.suits[suit]


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
        width: in pixels, up to 300 without loss; the height is `card_height(width)`.
        deck: its colours and letters. A card that looks the same in two decks is one picture.
        dimmed: lying in the shade, as one that may not be played.

    Returns:
        Mode RGBA, the corners outside the card clear.

    Raises:
        OSError: where a file of the deck cannot be read.
    """
    return _face(card, width, suit_colour(card.suit, deck), index_text(card.rank, deck), dimmed)


@cache
def back(width: int) -> Image.Image:
    """A card from the back, the same when turned by half. Not to be drawn on.

    Args:
        width: in pixels, up to 300 without loss; the height is `card_height(width)`.

    Returns:
        Mode RGBA, the corners outside the card clear.

    Raises:
        OSError: where the file of the back cannot be read.
    """
    return _cut_out(_drawing("back", width))


@cache
def _face(card: Card, width: int, colour: Colour, index: str, dimmed: bool) -> Image.Image:
    if dimmed:
        bright = _face(card, width, colour, index, False)
        image = bright.convert("RGB").point(SHADE * 3)
        image.putalpha(bright.getchannel("A"))
        return image
    height = card_height(width)
    if card.rank in COURT_RANKS:
        image = _drawing(str(card), width).copy()
        x, y = _COURT_PIP_PLACE
        _stamp_twice(image, card.suit, colour, width * x, height * y, width * _COURT_PIP)
    elif card == _ACE_OF_SPADES:
        image = _drawing(str(card), width).copy()
    else:
        image = Image.new("RGB", (width, height), PAPER)
        _draw_pips(image, card, colour)
    corner = _corner(index, card.suit, width)
    image.paste(colour, (0, 0), corner)
    turned = corner.transpose(Image.Transpose.ROTATE_180)
    image.paste(colour, (width - turned.width, height - turned.height), turned)
    return _cut_out(image)


def _cut_out(image: Image.Image) -> Image.Image:
    """The picture of a card, of mode RGB, with its round corners and the line along its edge."""
    width, height = image.size
    radius = corner_radius(width)
    image.paste(EDGE, (0, 0), rounded(width, height, radius, hollow=max(width // 90, 1)))
    image.putalpha(rounded(width, height, radius))
    return image


@cache
def _drawing(name: str, width: int) -> Image.Image:
    """One of the PNG files of `assets/cards`, as wide as asked for; mode RGB. Not to be drawn on."""
    with Image.open(assets_folder() / "cards" / f"{name}.png") as image:
        # This filter has no negative lobes, which would light up lines beside dark outlines.
        return image.convert("RGB").resize((width, card_height(width)), Image.Resampling.HAMMING)


def _draw_pips(image: Image.Image, card: Card, colour: Colour) -> None:
    width, height = image.size
    if card.rank == Rank.ACE:
        _stamp(image, card.suit, colour, width * 0.5, height * 0.5, width * _ACE_PIP)
        return
    size = width * _PIP_SIZES.get(card.rank, _PIP)
    for x, y in _PIP_PLACES[card.rank]:
        _stamp(image, card.suit, colour, width * x, height * y, size, turned=y > 0.5)


@cache
def index_mask(text: str, height: float, width: float) -> Image.Image:
    """The letters of an index as a mask of mode L. Not to be drawn on.

    Args:
        text: as `index_text` gives it.
        height: of capital letters, in pixels; the tail of a Q hangs below.
        width: in pixels; wider letters are condensed.
    """
    lettering = font(round(height * 6))
    cap = -lettering.getbbox("H", anchor="ls")[1]
    # A 10 is drawn close and heavy, so that it looks like the others once it is condensed.
    gap = round(cap * _LETTER_GAP)
    heavier = round(cap * _HEAVIER) if len(text) > 1 else 0
    boxes = [lettering.getbbox(letter, anchor="ls", stroke_width=heavier) for letter in text]
    top, bottom = round(min(box[1] for box in boxes)), round(max(box[3] for box in boxes))
    wide = round(sum(box[2] - box[0] for box in boxes)) + gap * (len(text) - 1)
    large = Image.new("L", (wide, bottom - top))
    draw, x = ImageDraw.Draw(large), 0
    for letter, box in zip(text, boxes, strict=True):
        at = (x - box[0], -top)
        draw.text(at, letter, fill=255, font=lettering, anchor="ls", stroke_width=heavier, stroke_fill=255)
        x += round(box[2] - box[0]) + gap
    scale = height / cap
    # This font's J hangs below the line, which would push it into the pip.
    high = height if text == "J" else (large.height - 2 * heavier) * scale
    size = (round(min(wide * scale, width)), round(high))
    return large.resize(size, Image.Resampling.HAMMING)


@cache
def _corner(text: str, suit: Suit, width: int) -> Image.Image:
    """The index and the pip under it, as a mask to be laid on the top left corner."""
    corner = Image.new("L", (round(width * 0.3), round(width * 0.6)))
    middle = width * _INDEX_MIDDLE
    letters = index_mask(text, width * _INDEX_HEIGHT, width * _INDEX_WIDTH)
    corner.paste(letters, (round(middle - letters.width / 2), round(width * _INDEX_TOP)))
    size = round(width * _CORNER_PIP)
    pip = mask(PIPS[suit], size, size)
    corner.paste(pip, (round(middle - size / 2), round(width * _CORNER_PIP_TOP)))
    return corner


def _stamp_twice(image: Image.Image, suit: Suit, colour: Colour, x: float, y: float, size: float) -> None:
    """A pip, and the same turned by half around the middle of the card."""
    _stamp(image, suit, colour, x, y, size)
    _stamp(image, suit, colour, image.width - x, image.height - y, size, turned=True)


def _stamp(
    image: Image.Image, suit: Suit, colour: Colour, x: float, y: float, size: float, turned: bool = False
) -> None:
    side = round(size)
    stencil = mask(PIPS[suit], side, side)
    if turned:
        stencil = stencil.transpose(Image.Transpose.ROTATE_180)
        # What is turned is placed from the other corner, so that halves match to the pixel.
        left = image.width - round(image.width - x - side / 2) - side
        top = image.height - round(image.height - y - side / 2) - side
    else:
        left, top = round(x - side / 2), round(y - side / 2)
    image.paste(colour, (left, top), stencil)
