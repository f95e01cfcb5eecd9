"""Which cards to pass: those without which the hand that is left is cheapest, suit by suit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations, product
from typing import Final

from bot.rules.cards import QUEEN_OF_SPADES, Cards, Rank, Suit

LOW: Final = Rank.SIX
"""Up to here a card almost never takes a trick and guards the higher ones of its suit."""
SAFE_RANK: Final = 4.5
"""What a card's rank is above this, it is likely to cost."""
SIDE_RANK_COST: Final = 0.25
SIDE_GUARD: Final = 0.52
HEART_RANK_COST: Final = 0.17
HEART_GUARD: Final = 0.7
VOID_WORTH: Final = 1.8
SINGLETON_WORTH: Final = 1.0
QUEEN_COST: Final = 10.0
HIGH_SPADE_COST: Final = 4.0
SPADE_GUARD: Final = 0.65
LOW_SPADE_WORTH: Final = 0.4


def cheapest_pass(hand: Cards, size: int) -> Cards:
    """The cards to pass from a hand.

    Args:
        hand: the hand as dealt.
        size: how many cards are passed; the hand has at least as many.
    """
    options = [_cheapest_removals(hand.in_suit(suit), _KEPT_COST[suit], size) for suit in Suit]
    plans: list[tuple[float, int]] = []
    for counts in product(*options):
        if sum(counts) == size:
            chosen = [option[count] for option, count in zip(options, counts, strict=True)]
            plans.append((sum(cost for cost, _ in chosen), sum(mask for _, mask in chosen)))
    return Cards(min(plans)[1])


def _cheapest_removals(
    held: Cards, kept_cost: Callable[[Cards], float], size: int
) -> dict[int, tuple[float, int]]:
    """For each number of cards passed from a suit: the least the rest can cost, and those cards' mask."""
    return {
        count: min(
            (kept_cost(held - passed), passed.mask) for passed in map(Cards.of, combinations(held, count))
        )
        for count in range(min(size, len(held)) + 1)
    }


def _side_suit_cost(kept: Cards) -> float:
    """Clubs or diamonds: high cards cost, low ones guard them, a void lets one discard early."""
    if not kept:
        return -VOID_WORTH
    cost = _rank_cost(kept, SIDE_RANK_COST, SIDE_GUARD)
    return cost - SINGLETON_WORTH if len(kept) == 1 else cost


def _hearts_cost(kept: Cards) -> float:
    """Hearts: as a side suit, but not worth emptying, because low hearts are what one ducks with."""
    return _rank_cost(kept, HEART_RANK_COST, HEART_GUARD)


def _rank_cost(kept: Cards, rank_cost: float, guard: float) -> float:
    low = sum(card.rank <= LOW for card in kept)
    return rank_cost * sum(max(0.0, card.rank - SAFE_RANK) for card in kept) * guard**low


def _spades_cost(kept: Cards) -> float:
    """Spades: the queen is safe among many spades, king and ace among many low ones, kept for that."""
    low = sum(card < QUEEN_OF_SPADES for card in kept)
    high = sum(card > QUEEN_OF_SPADES for card in kept)
    cost = -LOW_SPADE_WORTH * low
    if QUEEN_OF_SPADES in kept:
        return cost + QUEEN_COST * SPADE_GUARD ** (low + high)
    return cost + HIGH_SPADE_COST * high * SPADE_GUARD**low


_KEPT_COST: Final[Mapping[Suit, Callable[[Cards], float]]] = {
    Suit.CLUBS: _side_suit_cost,
    Suit.DIAMONDS: _side_suit_cost,
    Suit.HEARTS: _hearts_cost,
    Suit.SPADES: _spades_cost,
}


def kept_cost(kept: Cards) -> float:
    """What a hand is expected to cost, suit by suit, in points; only differences mean something."""
    return sum(_KEPT_COST[suit](kept.in_suit(suit)) for suit in Suit)
