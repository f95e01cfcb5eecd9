"""Cards as people read them ("Q♠", "Pik-Dame") and as they type them ("qs", "Pik Dame", "PD")."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.rules.cards import NO_CARDS, Card, Cards, Rank, Suit
from bot.rules.hand_order import HandOrder, groups, in_order
from bot.text.words import Words

_TEXT_STYLE: Final = "\ufe0e"
"""Asks for the character in the colour of the text; without it ♣ and ♠ can become dark emoji."""

_NO_BREAK: Final = "\u00a0"
_WIDE: Final = "\u2002"

_SYMBOLS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}


def suit_symbol(suit: Suit) -> str:
    """The suit's symbol, as text and not as emoji."""
    return _SYMBOLS[suit] + _TEXT_STYLE


def suit_name(suit: Suit, words: Words) -> str:
    """The suit's name: "clubs", "Kreuz"."""
    return words(f"card.suit.{suit.name.lower()}")


def rank_name(rank: Rank, words: Words) -> str:
    """The rank's name: "ten", "queen", in German "Zehn", "Dame"."""
    return words(f"card.rank.{rank.name.lower()}")


def card_short(card: Card, words: Words) -> str:
    """The card in short: "Q♠", in German "D♠"."""
    rank = card.rank
    letter = str(int(rank)) if rank <= Rank.TEN else words(f"card.letter.{rank.name.lower()}")
    return letter + suit_symbol(card.suit)


def card_name(card: Card, words: Words) -> str:
    """The card's name: "queen of spades", "Pik-Dame"."""
    return words("card.name", rank=rank_name(card.rank, words), suit=suit_name(card.suit, words))


def cards_short(cards: Iterable[Card], words: Words) -> str:
    """Cards in short: "4♣ J♣"; in the order given, a set in that of the reader's hand."""
    return " ".join(card_short(card, words) for card in _ordered(cards, words))


def card_text(card: Card, words: Words) -> str:
    """The card in short for a message: behind its emoji, where the reader has one for it."""
    emoji = words.look.emoji.get(card)
    short = card_short(card, words)
    return short if emoji is None else f"{emoji}{_NO_BREAK}{short}"


def cards_text(cards: Iterable[Card], words: Words) -> str:
    """Cards in short for a message, with emoji; in the order given, a set in that of the reader's hand."""
    ordered = _ordered(cards, words)
    # Beside emoji the gap between two cards is wider than that within one.
    gap = _WIDE if any(card in words.look.emoji for card in ordered) else " "
    return gap.join(card_text(card, words) for card in ordered)


def hand_line(hand: Cards, words: Words) -> str:
    """A hand on a line: by suits "4♣ J♣ · 10♥ · Q♠", none that is not held; by ranks "4♣ 10♥ J♣ Q♠"."""
    if words.look.order is not HandOrder.SUITS:
        return cards_text(hand, words)
    return " · ".join(cards_text(group, words) for group in groups(hand))


def _ordered(cards: Iterable[Card], words: Words) -> tuple[Card, ...]:
    if not isinstance(cards, Cards):
        return tuple(cards)
    return in_order(cards, words.look.order, words.look.hand)


@dataclass(frozen=True)
class Ambiguous:
    """A text that means two or more cards of the hand.

    Attributes:
        text: as it was typed.
        candidates: the cards it can mean, all held, sorted by suit (C D H S), then rank.
    """

    text: str
    candidates: tuple[Card, ...]


@dataclass(frozen=True)
class Unknown:
    """A text that means no card of the hand.

    Attributes:
        text: as it was typed.
        readings: the cards it can mean, none of them held; none where it is no card at all.
    """

    text: str
    readings: Cards


def parse_card(text: str, hand: Cards) -> Card | Ambiguous | Unknown:
    """Read one card that a person typed, in English or German, as a card of a hand.

    A card is a rank and a suit in either order, each as a letter, number, symbol or word of either language;
    case, spaces and hyphens do not matter. A rank or a suit alone stands for every card that has it.

    Args:
        text: what was typed.
        hand: the cards it may mean.
    """
    return _resolve(text, _readings(_typed_words(text)), hand)


def parse_cards(text: str, hand: Cards) -> tuple[Card, ...] | Ambiguous | Unknown:
    """Read several cards that a person typed, as cards of a hand.

    They may be separated by commas, "and" or "und", or, where each has both rank and suit, by spaces only.

    Args:
        text: what was typed.
        hand: the cards it may mean.

    Returns:
        The cards in the order they were typed, one typed twice standing twice; or the first text that could
        not be read.
    """
    parts = [part for part in _SEPARATORS.split(text) if _compact(part)]
    if not parts:
        return Unknown(text, NO_CARDS)
    results = [result for part in parts for result in _read_part(part, hand)]
    named = Cards.of(result for result in results if isinstance(result, Card))
    cards: list[Card] = []
    for result in results:
        if isinstance(result, Ambiguous):
            # "KD QD" with both in the hand: the queen is named by itself, so KD is the king.
            result = _resolve(result.text, Cards.of(result.candidates) - named, hand)
        if not isinstance(result, Card):
            return result
        cards.append(result)
    return tuple(cards)


def matching_cards(text: str, hand: Cards) -> Cards:
    """The cards of a hand to offer while somebody is typing: those whose spelling begins with the text.

    Args:
        text: what has been typed so far; where that is nothing, every card of the hand is given.
        hand: the cards to offer from.
    """
    typed = _spelling(_typed_words(text))
    found = NO_CARDS
    for spelling, cards in _WHOLE.items():
        if spelling.startswith(typed):
            found = found | cards & hand
    return found


_RANKS: Final[Mapping[Rank, str]] = {
    Rank.TWO: "2 two zwei zwo",
    Rank.THREE: "3 three drei",
    Rank.FOUR: "4 four vier",
    Rank.FIVE: "5 five fuenf funf",
    Rank.SIX: "6 six sechs",
    Rank.SEVEN: "7 seven sieben",
    Rank.EIGHT: "8 eight acht",
    Rank.NINE: "9 nine neun",
    Rank.TEN: "10 t ten zehn",
    Rank.JACK: "j jack b bube bub",
    Rank.QUEEN: "q queen d dame",
    Rank.KING: "k king koenig konig",
    Rank.ACE: "a ace ass as",
}
_SUITS: Final[Mapping[Suit, str]] = {
    Suit.CLUBS: "♣ ♧ c club clubs k kreuz treff",
    Suit.DIAMONDS: "♦ ♢ d diamond diamonds k karo",
    Suit.HEARTS: "♥ ♡ ❤ h heart hearts herz",
    Suit.SPADES: "♠ ♤ s spade spades p pik",
}
_SUIT_CHARACTERS: Final = frozenset("♣♧♦♢♥♡❤♠♤")
_ARTICLES: Final = frozenset(("the", "die", "der", "das", "den"))
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_SEPARATORS: Final = re.compile(r"[,;/+&|\n]|\b(?:and|und)\b", re.IGNORECASE)
_MOST_WORDS: Final = 3
"""The words of one card: "queen of spades"."""


def _whole_cards() -> Mapping[str, Cards]:
    """Every spelling of a rank and a suit together, with the cards it can mean.

    "as" is one of them, the ace of spades, but "ass" is the German ace and not "as" and a letter for spades.
    """
    found: dict[str, Cards] = {}
    for rank, ranks in _RANKS.items():
        for suit, suits in _SUITS.items():
            card = Cards.of([Card.of(rank, suit)])
            for r in ranks.split():
                for s in suits.split():
                    for spelling in {r + s, s + r, f"{r}of{s}", f"{r}von{s}"}:
                        if len(spelling) == 2 or spelling not in _HALF:
                            found[spelling] = found.get(spelling, NO_CARDS) | card
    return MappingProxyType(found)


def _half_cards() -> Mapping[str, Cards]:
    """Every spelling of a rank or a suit alone, with the cards it can mean."""
    found: dict[str, Cards] = {}
    for suit, suits in _SUITS.items():
        for spelling in suits.split():
            found[spelling] = found.get(spelling, NO_CARDS) | Cards.of(Card.of(rank, suit) for rank in Rank)
    for rank, ranks in _RANKS.items():
        for spelling in ranks.split():
            found[spelling] = found.get(spelling, NO_CARDS) | Cards.of(Card.of(rank, suit) for suit in Suit)
    return MappingProxyType(found)


_HALF: Final = _half_cards()
_WHOLE: Final = _whole_cards()


def _compact(text: str) -> str:
    """A text in the form spellings are in: only letters, digits and suits, small, umlauts written out."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_UMLAUTS)
    return "".join(char for char in folded if char.isalnum() or char in _SUIT_CHARACTERS)


def _typed_words(text: str) -> list[str]:
    """The words of a text as typed, articles left out where there is anything else."""
    words = [word for word in text.split() if _compact(word)]
    return [word for word in words if _compact(word) not in _ARTICLES] or words


def _spelling(words: Iterable[str]) -> str:
    return "".join(map(_compact, words))


def _readings(words: Iterable[str]) -> Cards:
    """The cards that words can mean together; where rank and suit can be read, a rank alone is not meant."""
    typed = _spelling(words)
    return _WHOLE.get(typed) or _HALF.get(typed, NO_CARDS)


def _resolve(text: str, readings: Cards, hand: Cards) -> Card | Ambiguous | Unknown:
    held = readings & hand
    if not held:
        return Unknown(text.strip(), readings)
    return held.lowest if len(held) == 1 else Ambiguous(text.strip(), tuple(held))


def _read_part(part: str, hand: Cards) -> list[Card | Ambiguous | Unknown]:
    """Read what stands between two separators: one card, or several with spaces between them."""
    words = _typed_words(part)
    if _readings(words):
        return [_resolve(part, _readings(words), hand)]
    groups = _divide(words, hand) or _divide(words, None)
    if groups is None:
        return [Unknown(part.strip(), NO_CARDS)]
    return [_resolve(" ".join(group), _readings(group), hand) for group in groups]


def _divide(words: Sequence[str], hand: Cards | None) -> list[Sequence[str]] | None:
    """Divide words into groups that each name a whole card.

    Args:
        words: as typed.
        hand: the cards that may be meant; None where any may.

    Returns:
        The groups; None where the words cannot be so divided.
    """
    divided: list[list[Sequence[str]] | None] = [None] * len(words) + [[]]
    for start in reversed(range(len(words))):
        for end in range(min(start + _MOST_WORDS, len(words)), start, -1):
            cards = _WHOLE.get(_spelling(words[start:end]), NO_CARDS)
            rest = divided[end]
            if rest is not None and (cards if hand is None else cards & hand):
                divided[start] = [words[start:end], *rest]
                break
    return divided[0]
