"""Who takes the running trick, and what it will be worth: estimates for one card before it is played."""

from __future__ import annotations

from typing import Final

from bot.players.knowledge import Knowledge
from bot.rules.cards import HEARTS, QUEEN_OF_SPADES, SUIT_MASKS, Card, Cards, Suit

EAGER_ON_FIRST_TRICK: Final = 1.0
"""How often somebody who could stay below takes a trick that gets no points, to be rid of a high card."""
EAGER_LAST: Final = 0.52
"""The same of the last seat on a trick that has no points so far."""
EAGER_EARLY: Final = 0.25
"""The same of a seat after which others still play."""
EAGER_FOR_POINTS: Final = 0.03
"""The same where the trick has points or is likely to get them."""


def take_chance(know: Knowledge, card: Card) -> float:
    """The chance, 0 to 1, that the card takes the running trick."""
    winning = know.view.public.trick.winning
    if winning is not None and (card.suit != winning.card.suit or card < winning.card):
        return 0.0
    above, below = know.above(card), know.below(card)
    if not above:
        return 1.0
    chance = 1.0
    for seat in know.to_follow:
        chance *= 1.0 - _beat_chance(know, seat, card, above, below)
    return chance


def trick_points(know: Knowledge, card: Card) -> float:
    """The points the trick is expected to hold in the end, if the card is played and takes it."""
    trick = know.view.public.trick
    suit = card.suit if trick.led is None else trick.led
    played = sum(know.values[play.card.index] for play in trick.plays)
    to_come = sum(_follower_points(know, seat, suit, card) for seat in know.to_follow)
    return know.values[card.index] + played + to_come


def _beat_chance(know: Knowledge, seat: int, card: Card, above: Cards, below: Cards) -> float:
    """The chance that a seat still to play beats the card: having nothing lower, or liking to."""
    can = 1.0 - know.lacks(seat, above)
    must = know.lacks(seat, below)
    return can * (must + (1.0 - must) * _eagerness(know, seat, card.suit))


def _eagerness(know: Knowledge, seat: int, suit: Suit) -> float:
    """How often a seat that could stay below takes the trick all the same, to be rid of a high card."""
    if know.points_barred:
        return EAGER_ON_FIRST_TRICK
    if suit is Suit.HEARTS or any(know.values[play.card.index] for play in know.view.public.trick.plays):
        return EAGER_FOR_POINTS
    if suit is Suit.SPADES and know.queen_outstanding:
        return EAGER_FOR_POINTS
    return EAGER_LAST if seat == know.to_follow[-1] else EAGER_EARLY


def _follower_points(know: Knowledge, seat: int, suit: Suit, card: Card) -> float:
    """The points a seat still to play is expected to add to a trick of the suit that our card takes."""
    void = know.lacks(seat, Cards(know.outstanding.mask & SUIT_MASKS[suit]))
    queen = know.holds(seat, QUEEN_OF_SPADES) * know.values[QUEEN_OF_SPADES.index]
    points = 0.0
    if suit is Suit.HEARTS:
        points += (1.0 - void) * _heart_points(know)
    elif suit is Suit.SPADES and card > QUEEN_OF_SPADES:
        points += queen
    if void and not know.points_barred:
        if suit is not Suit.SPADES:
            points += void * queen
        if suit is not Suit.HEARTS:
            hearts = 1.0 - know.lacks(seat, know.outstanding & HEARTS)
            points += void * hearts * _heart_points(know)
    return points


def _heart_points(know: Knowledge) -> float:
    """The average points of an outstanding heart."""
    hearts = know.outstanding & HEARTS
    return sum(know.values[card.index] for card in hearts) / len(hearts) if hearts else 0.0
