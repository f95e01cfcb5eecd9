"""Cards, the text notation for them ("QS", "TH"), and sets of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import total_ordering
from typing import Final

RANK_LETTERS: Final = "23456789TJQKA"
SUIT_LETTERS: Final = "CDHS"


class Suit(IntEnum):
    """The four suits, in the order cards are sorted and decks are built."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The suit's letter in card notation: C, D, H or S."""
        return SUIT_LETTERS[self]


class Rank(IntEnum):
    """The thirteen ranks, 2 low and ace high; the value of a numbered rank is its number."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The rank's letter in card notation: 2 to 9, T, J, Q, K or A."""
        return RANK_LETTERS[self - 2]


@total_ordering
@dataclass(frozen=True, slots=True)
class Card:
    """One card of the 52.

    Attributes:
        index: 0 to 51; suit times 13 plus rank less 2, so that cards sort by suit, then rank.
    """

    index: int

    def __post_init__(self) -> None:
        if not 0 <= self.index < 52:
            raise ValueError(f"no card has the index {self.index}")

    @staticmethod
    def of(rank: Rank, suit: Suit) -> Card:
        """The card of that rank and suit."""
        return ALL_CARDS[suit * 13 + rank - 2]

    @staticmethod
    def parse(text: str) -> Card:
        """Read card notation.

        Args:
            text: a rank and a suit letter, such as "QS".

        Raises:
            ValueError: where the text is no card.
        """
        card = _CARD_WRITTEN.get(text)
        if card is None:
            raise ValueError(f"not a card: {text!r}")
        return card

    @property
    def suit(self) -> Suit:
        """The card's suit."""
        return _SUIT_OF[self.index]

    @property
    def rank(self) -> Rank:
        """The card's rank."""
        return _RANK_OF[self.index]

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    def __repr__(self) -> str:
        return f"Card({self})"


_SUIT_OF: Final = tuple(Suit(index // 13) for index in range(52))
_RANK_OF: Final = tuple(Rank(index % 13 + 2) for index in range(52))

ALL_CARDS: Final = tuple(Card(index) for index in range(52))
"""The full deck in deck order: C, D, H, S, each from 2 to A."""

_CARD_OF: Final = {1 << card.index: card for card in ALL_CARDS}
_CARD_WRITTEN: Final = {str(card): card for card in ALL_CARDS}

SUIT_MASKS: Final = tuple(0x1FFF << 13 * suit for suit in range(4))
"""For each suit, the mask of its thirteen cards."""

FOLLOWING_MASKS: Final = tuple(SUIT_MASKS[card.suit] for card in ALL_CARDS)
"""For each card by its index, the mask of the cards that follow it: those of its suit."""


@dataclass(frozen=True, slots=True)
class Cards:
    """An immutable set of cards; iterating gives them sorted by suit (C D H S), then rank.

    Attributes:
        mask: bit `card.index` is set for every card in the set.
    """

    mask: int = 0

    @staticmethod
    def of(cards: Iterable[Card]) -> Cards:
        """The set of these cards; one named twice counts once."""
        mask = 0
        for card in cards:
            mask |= 1 << card.index
        return Cards(mask)

    @staticmethod
    def parse(text: str) -> Cards:
        """Read cards in notation, separated by spaces: "2C TH QS"; the empty text is no card.

        Raises:
            ValueError: where a word is no card or a card stands twice.
        """
        words = text.split()
        cards = Cards.of(Card.parse(word) for word in words)
        if len(cards) != len(words):
            raise ValueError(f"a card stands twice: {text!r}")
        return cards

    def in_suit(self, suit: Suit) -> Cards:
        """Those of the cards that are of that suit."""
        return Cards(self.mask & SUIT_MASKS[suit])

    @property
    def lowest(self) -> Card:
        """The first card in sorted order.

        Raises:
            ValueError: where the set is empty.
        """
        if not self.mask:
            raise ValueError("no card in an empty set")
        return ALL_CARDS[(self.mask & -self.mask).bit_length() - 1]

    @property
    def highest(self) -> Card:
        """The last card in sorted order.

        Raises:
            ValueError: where the set is empty.
        """
        if not self.mask:
            raise ValueError("no card in an empty set")
        return ALL_CARDS[self.mask.bit_length() - 1]

    def isdisjoint(self, other: Cards) -> bool:
        """Whether no card is in both."""
        return not self.mask & other.mask

    def __contains__(self, card: Card) -> bool:
        return bool(self.mask >> card.index & 1)

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        while mask:
            low = mask & -mask
            yield _CARD_OF[low]
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __getitem__(self, position: int) -> Card:
        """The card at that position in sorted order, counted from 0.

        Raises:
            IndexError: where there are not so many.
        """
        mask = self.mask
        for _ in range(position):
            mask &= mask - 1
        if position < 0 or not mask:
            raise IndexError(f"no card {position} among {len(self)}")
        return _CARD_OF[mask & -mask]

    def __bool__(self) -> bool:
        return self.mask != 0

    def __or__(self, other: Cards) -> Cards:
        return Cards(self.mask | other.mask)

    def __and__(self, other: Cards) -> Cards:
        return Cards(self.mask & other.mask)

    def __sub__(self, other: Cards) -> Cards:
        return Cards(self.mask & ~other.mask)

    def __le__(self, other: Cards) -> bool:
        return not self.mask & ~other.mask

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Cards({self})"


NO_CARDS: Final = Cards()
TWO_OF_CLUBS: Final = Card.parse("2C")
QUEEN_OF_SPADES: Final = Card.parse("QS")
CLUBS: Final = Cards(SUIT_MASKS[Suit.CLUBS])
HEARTS: Final = Cards(SUIT_MASKS[Suit.HEARTS])
PENALTY_CARDS: Final = HEARTS | Cards.of([QUEEN_OF_SPADES])
"""The fourteen cards a moon needs: every heart and the queen of spades."""
