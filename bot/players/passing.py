"""Which cards to pass: those without which the hand that is left is cheapest, and others that come near."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from bot.players.kernel_passing import cheapest, hand_cost
from bot.rules.cards import HEARTS, SUIT_MASKS, Card, Cards, Suit

NEAR: Final = 16
"""So many of the passes that leave the cheapest hands are promising."""
NEAR_WITH_HEART: Final = 6
"""And so many of those with a heart among the cards passed."""
HIGH_FOR_MOON: Final = 4
"""With so many queens and higher ones a hand might shoot the moon."""


def cheapest_pass(hand: Cards, size: int) -> Cards:
    """The cards to pass from a hand.

    Args:
        hand: the hand as dealt.
        size: how many cards are passed; the hand has at least as many.
    """
    return Cards(cheapest(hand.mask, size))


def promising_passes(hand: Cards, usual: Sequence[Card], size: int) -> list[Cards]:
    """The usual pass, those that leave the cheapest hands, and for each suit the best that empties it."""
    masks = [sum(1 << card.index for card in passed) for passed in combinations(hand, size)]
    masks.sort(key=lambda mask: (hand_cost(hand.mask & ~mask), mask))
    chosen = [Cards.of(usual).mask, *masks[:NEAR]]
    chosen += [mask for mask in masks if mask & HEARTS.mask][:NEAR_WITH_HEART]
    for suit in SUIT_MASKS:
        if hand.mask & suit:
            chosen += [mask for mask in masks if not hand.mask & suit & ~mask][:1]
    return [Cards(mask) for mask in dict.fromkeys(chosen)]


def pass_for_moon(hand: Cards, size: int) -> Cards | None:
    """The lowest cards, from short suits first, where the rest might shoot the moon."""
    if sum(card.rank >= 12 for card in hand) < HIGH_FOR_MOON:
        return None
    lengths = {suit: len(hand.in_suit(suit)) for suit in Suit}
    order = sorted(hand, key=lambda card: (card.rank + 0.5 * lengths[card.suit], card.index))
    return Cards.of(order[:size])
