"""A deck of emoji that is quickly made, and what has become of it at Discord."""

from __future__ import annotations

from typing import Any

import pytest

from bot.pictures.deck import Deck, DeckColours
from bot.pictures.emoji import DECKS, EmojiPicture, emoji_name
from bot.rules.cards import ALL_CARDS, Card
from bot.text.look import Emoji
from cogs import card_emoji
from tests.cogs.people import Place

EMOJIS = "/applications/*/emojis"
ONE = "/applications/*/emojis/*"
PNG = b"\x89PNG\r\n\x1a\n"


class Faces:
    """A deck of faces that are quickly made.

    Attributes:
        drawing: which of its drawings is the newest, by card; 1 where nothing else is said.
    """

    def __init__(self) -> None:
        self.drawing: dict[str, int] = {}

    def face(self, card: Card, deck: Deck) -> EmojiPicture:
        german = deck.german and card.rank.letter in "JQ"
        four = deck.colours is DeckColours.FOUR and card.suit.letter in "CD"
        look = Deck(DeckColours.FOUR if four else DeckColours.TWO, german)
        name = emoji_name(card, look, f"{self.drawing.get(str(card), 1):08x}")
        return EmojiPicture(name, PNG + name.encode(), card, deck)

    def back(self) -> EmojiPicture:
        return EmojiPicture("card_back_00000001", PNG + b"back", None, Deck())

    def all(self) -> tuple[EmojiPicture, ...]:
        faces = [self.back(), *(self.face(card, deck) for deck in DECKS for card in ALL_CARDS)]
        return tuple({face.name: face for face in reversed(faces)}.values())[::-1]


FACES = 52 + 8 + 26 + 4 + 1
"""Queens and jacks have German letters, clubs and diamonds four colours; and there is the back."""


def put_in(monkeypatch: pytest.MonkeyPatch) -> Faces:
    """Have the bot upload these faces in place of its own."""
    made = Faces()
    monkeypatch.setattr(card_emoji, "card_emoji", made.face)
    monkeypatch.setattr(card_emoji, "back_emoji", made.back)
    monkeypatch.setattr(card_emoji, "emoji_set", made.all)
    return made


def sent(place: Place) -> list[dict[str, str]]:
    """What was uploaded, in its order."""
    requests = place.env.http_requests
    return [r.json for r in requests if r.method == "POST" and r.path.endswith("/emojis") and r.json]


def uploaded(place: Place) -> list[str]:
    """The names of what was uploaded."""
    return [each["name"] for each in sent(place)]


def there(place: Place) -> set[str]:
    """The names of the application's emoji."""
    return {emoji.name for emoji in place.env.backend.application_emojis.values()}


def known(place: Place, deck: Deck) -> Emoji:
    """What stands beside cards of a deck."""
    return place.cog.emoji.of(deck)


def wanted(faces: Faces) -> set[str]:
    return {picture.name for picture in faces.all()}


async def ready(place: Place) -> None:
    """What is to be done at a start has been done."""
    await place.env.settle(idle=0.001)


async def fresh(place: Place) -> None:
    """Nothing is uploaded, as before the first start."""
    await ready(place)
    place.env.backend.application_emojis.clear()


def markup(emoji: dict[str, Any]) -> str:
    """An emoji of a button as it is written in a text."""
    return f"<:{emoji['name']}:{emoji['id']}>"
