"""A beginner: a few rules of thumb, each card looked at for itself, and now and then a slip."""

from __future__ import annotations

import random
from typing import Final

from bot.rules.cards import HEARTS, PENALTY_CARDS, QUEEN_OF_SPADES, Card, Cards, Suit
from bot.rules.view import View

SLIP: Final = 0.12
"""How often a beginner overlooks what the rules of thumb say and plays any card."""


class EasyPlayer:
    """Passes the highest cards, leads low, ducks when points lie there, and throws the highest card away.

    It counts no cards, sees nobody's moon, and takes its own lowest card for safe whatever has been played.
    Its lots follow from the seed and the view alone.
    """

    name = "easy"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose_pass(self, view: View) -> tuple[Card, ...]:
        """The highest cards, the queen of spades first: a beginner keeps low hearts and empties no suit."""
        if not view.to_pass:
            raise ValueError("the seat has no pass to choose")
        wanted = sorted(view.hand, key=_unwanted, reverse=True)
        return tuple(sorted(wanted[: view.public.ruleset.pass_size]))

    def choose_play(self, view: View) -> Card:
        """The card a rule of thumb says, or, by a slip, any legal one."""
        if not view.legal:
            raise ValueError("the seat is not to play")
        lots = random.Random(f"{self._seed}/{view.public.number}/{view.seat}/{view.hand.mask}")
        if lots.random() < SLIP:
            return lots.choice(list(view.legal))
        return _thumb(view)


def _unwanted(card: Card) -> int:
    return 20 if card == QUEEN_OF_SPADES else card.rank


def _thumb(view: View) -> Card:
    trick, legal = view.public.trick, view.legal
    winning = trick.winning
    if winning is None:
        return min(legal, key=lambda card: (card.suit is Suit.HEARTS, card.rank))
    following = legal.in_suit(winning.card.suit)
    if not following:
        return _discard(legal)
    below = Cards.of(card for card in following if card < winning.card)
    if QUEEN_OF_SPADES in below:
        return QUEEN_OF_SPADES
    last = len(trick) == view.public.players - 1
    if below and not (last and trick.cards.isdisjoint(PENALTY_CARDS)):
        return below.highest
    if last and following.highest != QUEEN_OF_SPADES:
        return following.highest
    return following.lowest


def _discard(legal: Cards) -> Card:
    if QUEEN_OF_SPADES in legal:
        return QUEEN_OF_SPADES
    hearts = legal & HEARTS
    return hearts.highest if hearts else max(legal, key=lambda card: card.rank)
