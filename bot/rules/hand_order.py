"""In which order people hold their cards."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bot.rules.cards import NO_CARDS, Card, Cards, Rank, Suit

_RED: Final = (Suit.DIAMONDS, Suit.HEARTS)
_COLOURS_IN_TURN: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS)


class HandOrder(StrEnum):
    """How a hand is sorted."""

    SUITS = "suits"
    """Suit by suit, black and red in turn, each from 2 to A."""
    RANKS = "ranks"
    """Rank by rank from 2 to A, equal ranks as the suits are."""


def suits_in_turn(cards: Cards) -> tuple[Suit, ...]:
    """The suits among the cards so that, where they can, no two of one colour lie side by side."""
    held = [suit for suit in _COLOURS_IN_TURN if cards.in_suit(suit)]
    if len(held) == 3:
        (alone,) = (suit for suit in held if sum((suit in _RED) == (other in _RED) for other in held) == 1)
        first, last = (suit for suit in held if suit is not alone)
        return first, alone, last
    return tuple(held)


def groups(cards: Cards, order: HandOrder = HandOrder.SUITS) -> tuple[tuple[Card, ...], ...]:
    """The cards as a hand is sorted, those that belong together in one group.

    Args:
        cards: the cards held.
        order: how they are sorted.

    Returns:
        A group for each suit held, or for each rank held; none for no cards.
    """
    if order is HandOrder.SUITS:
        return tuple(tuple(cards.in_suit(suit)) for suit in suits_in_turn(cards))
    alike = (tuple(_of_rank(cards, rank)) for rank in Rank)
    return tuple(group for group in alike if group)


def in_order(cards: Cards, order: HandOrder = HandOrder.SUITS, hand: Cards = NO_CARDS) -> tuple[Card, ...]:
    """The cards as a hand is sorted.

    Args:
        cards: the cards.
        order: how they are sorted.
        hand: the hand they are or were part of, beside whose other cards they keep their places.
    """
    return tuple(card for group in groups(cards | hand, order) for card in group if card in cards)


def _of_rank(cards: Cards, rank: Rank) -> list[Card]:
    return [card for suit in _COLOURS_IN_TURN if (card := Card.of(rank, suit)) in cards]
