"""Cards as emoji: pictures made to be read at the height of a line of text."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image

from bot.pictures.deck import PLAIN_DECK, Deck, DeckColours
from bot.pictures.faces import index_mask, index_text, suit_colour
from bot.pictures.palette import AZURE, EDGE, GOLD, NIGHT, PAPER, Colour
from bot.pictures.shapes import LOZENGE, PIPS, mask, rounded
from bot.rules.cards import ALL_CARDS, Card

EMOJI_SIZE: Final = 128
"""Width and height in pixels; Discord shows it 20 to 48 pixels high."""

DECKS: Final = tuple(Deck(colours, german) for colours in DeckColours for german in (False, True))
"""Every deck there is; the plain one first."""

_MARGIN: Final = 1
_RADIUS: Final = 22
_LINE: Final = 3
_LETTERS_TOP: Final = 8
_LETTERS_HEIGHT: Final = 51
_LETTERS_WIDTH: Final = 88
_LETTERS_STRETCH: Final = 1.3
_PIP: Final = 58
_PIP_TOP: Final = 65


@dataclass(frozen=True)
class EmojiPicture:
    """An emoji to be uploaded.

    Attributes:
        name: 2 to 32 characters of a to z, 0 to 9 and _, that begins with words, since it is read aloud, and
            ends with a hash of the picture, such as "queen_of_spades_en_0a1b2c3d"; another picture has
            another name.
        data: a PNG file of `EMOJI_SIZE` by `EMOJI_SIZE` pixels, clear around a tile.
        card: what it shows; None for the back of a card.
        deck: the first of `DECKS` in which the card looks like this.
    """

    name: str
    data: bytes
    card: Card | None
    deck: Deck


def emoji_set() -> tuple[EmojiPicture, ...]:
    """Every emoji, each once: the back, and the cards of every deck less those that look the same in another.

    Raises:
        OSError: where the font cannot be read.
    """
    pictures = {back.name: back for back in (back_emoji(),)}
    for deck in DECKS:
        for card in ALL_CARDS:
            picture = card_emoji(card, deck)
            pictures.setdefault(picture.name, picture)
    return tuple(pictures.values())


def card_emoji(card: Card, deck: Deck) -> EmojiPicture:
    """The emoji of a card; decks in which the card looks the same have it in common.

    Raises:
        OSError: where the font cannot be read.
    """
    look = _look(card, deck)
    return _card_emoji(card, next(other for other in DECKS if _look(card, other) == look))


@cache
def back_emoji() -> EmojiPicture:
    """The emoji of a card's back."""
    data = back_png()
    return EmojiPicture(emoji_name(None, PLAIN_DECK, _hash(data)), data, None, PLAIN_DECK)


def emoji_name(card: Card | None, deck: Deck, digest: str) -> str:
    """The name of an emoji: what it shows in words, which letters, "4" for four colours, and which picture.

    Args:
        card: what it shows; None for the back of a card.
        deck: from which the card is.
        digest: 8 hexadecimal digits that stand for the picture.

    Returns:
        At most 32 characters, such as "seven_of_diamonds_en4_0a1b2c3d" or "card_back_0a1b2c3d".
    """
    if card is None:
        return f"card_back_{digest}"
    letters = "de" if deck.german else "en"
    colours = "4" if deck.colours is DeckColours.FOUR else ""
    return f"{card.rank.name}_of_{card.suit.name}_{letters}{colours}_{digest}".lower()


def emoji_png(card: Card, deck: Deck) -> bytes:
    """A card made for the height of a line: its index above its pip, both as large as the tile allows.

    Returns:
        A PNG file of `EMOJI_SIZE` by `EMOJI_SIZE` pixels, clear around a light tile.

    Raises:
        OSError: where the font cannot be read.
    """
    colour, text = _look(card, deck)
    tile = _tile(PAPER)
    letters = index_mask(text, _LETTERS_HEIGHT * 2, EMOJI_SIZE * 2)
    wide = min(round(letters.width * _LETTERS_STRETCH / 2), _LETTERS_WIDTH)
    # All are equally high, the tail of the Q included.
    letters = letters.resize((wide, _LETTERS_HEIGHT), Image.Resampling.HAMMING)
    tile.paste(colour, ((EMOJI_SIZE - wide) // 2, _LETTERS_TOP), letters)
    pip = mask(PIPS[card.suit], _PIP, _PIP)
    tile.paste(colour, ((EMOJI_SIZE - _PIP) // 2, _PIP_TOP), pip)
    return _stored(tile)


def back_png() -> bytes:
    """The back of a card in a few large forms, on a tile like a card's.

    Returns:
        A PNG file of `EMOJI_SIZE` by `EMOJI_SIZE` pixels, clear around the tile.
    """
    tile = _tile(PAPER)
    room = 14
    side = EMOJI_SIZE - 2 * room
    tile.paste(NIGHT, (room, room), rounded(side, side, _RADIUS - room // 2))
    lozenge = mask(LOZENGE, 46, 46)
    for x in (0.29, 0.71):
        for y in (0.29, 0.71):
            tile.paste(AZURE, (round(EMOJI_SIZE * x - 23), round(EMOJI_SIZE * y - 23)), lozenge)
    tile.paste(GOLD, ((EMOJI_SIZE - 62) // 2, (EMOJI_SIZE - 62) // 2), mask(LOZENGE, 62, 62))
    return _stored(tile)


def _look(card: Card, deck: Deck) -> tuple[Colour, str]:
    """All that tells a card of one deck from the same card of another: its colour and its letters."""
    return suit_colour(card.suit, deck), index_text(card.rank, deck)


@cache
def _card_emoji(card: Card, deck: Deck) -> EmojiPicture:
    data = emoji_png(card, deck)
    return EmojiPicture(emoji_name(card, deck, _hash(data)), data, card, deck)


def _tile(colour: Colour) -> Image.Image:
    side = EMOJI_SIZE - 2 * _MARGIN
    image = Image.new("RGBA", (EMOJI_SIZE, EMOJI_SIZE), (*colour, 0))
    tile = Image.new("RGBA", (side, side), colour)
    tile.paste(EDGE, (0, 0), rounded(side, side, _RADIUS, hollow=_LINE))
    tile.putalpha(rounded(side, side, _RADIUS))
    image.paste(tile, (_MARGIN, _MARGIN))
    return image


def _stored(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _hash(data: bytes) -> str:
    """Eight hexadecimal digits that stand for the picture in a PNG file, however that is compressed."""
    with Image.open(io.BytesIO(data)) as image:
        return hashlib.sha256(image.tobytes()).hexdigest()[:8]
