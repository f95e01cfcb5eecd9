"""The points of a finished deal under a ruleset."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rules.cards import HEARTS, NO_CARDS, PENALTY_CARDS, QUEEN_OF_SPADES, Cards
from bot.rules.deal import Deal
from bot.rules.ruleset import Ruleset

HEART_POINTS = 1
QUEEN_POINTS = 13


@dataclass(frozen=True)
class DealScore:
    """What a deal came to; kept with the game as it was given.

    Attributes:
        points: one number a seat.
        moon: the seats credited with a moon; empty for most deals.
        sun: whether one seat took every trick, where the rules count that.
    """

    points: tuple[int, ...]
    moon: tuple[int, ...] = ()
    sun: bool = False


def card_points(cards: Cards, ruleset: Ruleset) -> int:
    """The points in these cards: each heart 1, the queen of spades 13."""
    del ruleset  # every card counts the same under all of today's house rules
    return HEART_POINTS * len(cards & HEARTS) + QUEEN_POINTS * (QUEEN_OF_SPADES in cards)


def deal_total(ruleset: Ruleset) -> int:
    """The points in the whole deck: 26 in the standard game."""
    return card_points(PENALTY_CARDS, ruleset)


def settled(deal: Deal) -> bool:
    """Whether nothing that counts is open any more, so that the rest of the deal need not be played."""
    if deal.over:
        return True
    together = NO_CARDS
    for cards in deal.taken:
        together = together | cards
    return together >= PENALTY_CARDS


def score(deal: Deal) -> DealScore:
    """The points of a settled deal.

    One seat with all fourteen penalty cards has shot the moon: 0 for it, the deck's points for each other.

    Raises:
        ValueError: where points are still open.
    """
    if not settled(deal):
        raise ValueError("the deal still has points to take")
    shooter = next((seat for seat, cards in enumerate(deal.taken) if cards >= PENALTY_CARDS), None)
    if shooter is not None:
        total = deal_total(deal.ruleset)
        points = tuple(0 if seat == shooter else total for seat in range(len(deal.taken)))
        return DealScore(points, moon=(shooter,))
    return DealScore(tuple(card_points(cards, deal.ruleset) for cards in deal.taken))
