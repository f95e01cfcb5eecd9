"""How cards look to whoever sees a message: their deck, their order, their language, and emoji."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.pictures.deck import Deck, DeckColours
from bot.rules.hand_order import HandOrder
from bot.store.records import PreferencesRow
from bot.text.look import NO_EMOJI, CardLook, Emoji
from bot.text.words import Language, Words

EmojiOf = Callable[[Deck], Emoji]
"""Gives what stands beside the cards of a deck in a message; nothing for a card that has no emoji yet."""


@dataclass(frozen=True)
class Look:
    """How one person sees cards in private messages.

    Attributes:
        words: their language, with their way of writing cards.
        deck: what cards in pictures look like.
        pictures: whether there are pictures at all.
    """

    words: Words
    deck: Deck
    pictures: bool = True


def private_look(liked: PreferencesRow, words: Words, emoji_of: EmojiOf) -> Look:
    """How a person sees cards.

    Args:
        liked: what they prefer.
        words: their language.
        emoji_of: gives the emoji.
    """
    deck = Deck(DeckColours(liked.deck_colours), german=words.language is Language.DE)
    # Who likes no pictures likes no small ones either; a screen reader would read out their names.
    look = CardLook(HandOrder(liked.hand_order), emoji_of(deck) if liked.pictures else NO_EMOJI)
    return Look(words.looking(look), deck, liked.pictures)


def public_deck(words: Words) -> Deck:
    """What cards look like in a message for everybody, in the language of the server."""
    return Deck(german=words.language is Language.DE)


def public_words(words: Words, emoji_of: EmojiOf) -> Words:
    """The language of a server, with the way cards are written for everybody."""
    return words.looking(CardLook(emoji=emoji_of(public_deck(words))))
