"""What a suit of a hand is expected to cost later in the deal, in points.

The difference with and without a card is what keeping it costs. That one number is why the player sheds high
cards, ducks with the highest card that stays below, keeps low cards for late rounds and empties short suits.
The figures were found by playing thousands of deals against other rule players.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from bot.players.knowledge import Knowledge
from bot.rules.cards import HEARTS, QUEEN_OF_SPADES, SUIT_MASKS, Suit

QUEEN_MASK: Final = 1 << QUEEN_OF_SPADES.index
LOW_SPADES: Final = SUIT_MASKS[Suit.SPADES] & (QUEEN_MASK - 1)
HIGH_SPADES: Final = SUIT_MASKS[Suit.SPADES] & ~LOW_SPADES & ~QUEEN_MASK

QUEEN_CAUGHT: Final = 0.45
"""How often a queen of spades without another spade is taken by its own holder."""
QUEEN_CAUGHT_AT_LEAST: Final = 0.12
"""However well guarded, she is led in the end where nobody gives a chance to discard her."""
HIGH_SPADE_CAUGHT: Final = 0.33
"""How often the ace or king of spades without a low spade takes somebody else's queen."""
BOTH_HIGH_SPADES: Final = 1.3
"""How much more often one of the two takes her, where both are held."""
GUARD: Final = 0.7
"""What is left of such a chance with each spade that can be played instead."""

SIDE_ROUND: Final = 0.33
"""The chance that a card not needed for one round of a side suit is needed for the next."""
HEART_ROUND: Final = 0.7
"""The same for hearts: once broken they are led to the end."""
HEART_TRICK: Final = 0.7
"""Hearts can still be discarded before they have to take their trick."""
EMPTY_TRICK: Final = 0.22
"""The cost of a trick to which everybody follows: the lead."""
DISCARDED_HEARTS: Final = 0.63
"""The points to be expected from each seat that does not follow, while hearts are outstanding."""
DISCARDED_QUEEN: Final = 1.95
"""The further points to be expected from it while the queen of spades is outstanding."""
BEST_ORDER: Final = 0.6
"""How far one gets to play a suit in the better order, high cards first or low cards first."""


def suit_danger(know: Knowledge, suit: Suit, hand: int) -> float:
    """The points a suit of a hand is expected to cost from the next trick on.

    Args:
        know: what is known of the other hands.
        suit: the suit.
        hand: the mask of the own hand, other suits included.
    """
    mine = hand & SUIT_MASKS[suit]
    if not mine:
        return 0.0
    if suit is Suit.SPADES:
        if mine & QUEEN_MASK:
            return _danger_with_queen(know, mine)
        if know.queen_outstanding:
            return _danger_under_queen(know, mine)
    return _danger_by_rounds(know, suit, mine)


def _danger_with_queen(know: Knowledge, mine: int) -> float:
    """Holding the queen: every other spade can be played in her place when spades are led."""
    caught = QUEEN_CAUGHT * GUARD ** (mine.bit_count() - 1)
    return max(QUEEN_CAUGHT_AT_LEAST, caught) * know.values[QUEEN_OF_SPADES.index]


def _danger_under_queen(know: Knowledge, mine: int) -> float:
    """Somebody else holds her: low spades do no harm and are played in place of king and ace."""
    high = (mine & HIGH_SPADES).bit_count()
    if not high:
        return 0.0
    caught = HIGH_SPADE_CAUGHT * GUARD ** (mine & LOW_SPADES).bit_count()
    if high > 1:
        caught *= BOTH_HIGH_SPADES
    return caught * know.values[QUEEN_OF_SPADES.index]


def _danger_by_rounds(know: Knowledge, suit: Suit, mine: int) -> float:
    """A suit without the queen's special dangers: one card a round, each taking its trick by its rank."""
    theirs = know.outstanding.mask & SUIT_MASKS[suit]
    opponents = sum(bool(know.may_hold[seat].mask & theirs) for seat in know.others)
    followers = followers_by_round(opponents, theirs.bit_count())
    round_costs = _heart_rounds(followers) if suit is Suit.HEARTS else _side_rounds(know, followers)
    next_round = HEART_ROUND if suit is Suit.HEARTS else SIDE_ROUND
    beaten = _beaten_parts(mine, theirs)
    low_first = high_first = 0.0
    needed = 1.0
    for at, part in enumerate(beaten):
        cost = needed * round_costs[at]
        low_first += cost * part ** followers[at]
        high_first += cost * beaten[-1 - at] ** followers[at]
        needed *= next_round
    better, worse = sorted((low_first, high_first))
    return BEST_ORDER * better + (1.0 - BEST_ORDER) * worse


def _heart_rounds(followers: tuple[float, ...]) -> list[float]:
    """The cost of taking each round of hearts: our own card and one of everybody who follows."""
    return [HEART_TRICK * (1.0 + count) for count in followers]


def _side_rounds(know: Knowledge, followers: tuple[float, ...]) -> list[float]:
    """The cost of taking each round of a side suit: what those who cannot follow any more throw on it."""
    discarded = 0.0
    if not know.outstanding.isdisjoint(HEARTS):
        discarded += DISCARDED_HEARTS
    if know.queen_outstanding:
        discarded += DISCARDED_QUEEN
    if not discarded:
        return [0.0] * len(followers)
    seats = len(know.others)
    return [EMPTY_TRICK + discarded * (seats - count) for count in followers]


def _beaten_parts(mine: int, theirs: int) -> list[float]:
    """For each own card of a suit, low to high, the part of the outstanding ones that it beats."""
    count = theirs.bit_count()
    parts: list[float] = []
    while mine:
        card = mine & -mine
        parts.append((theirs & (card - 1)).bit_count() / count if count else 1.0)
        mine ^= card
    return parts


@cache
def followers_by_round(opponents: int, cards: int) -> tuple[float, ...]:
    """How many opponents are expected to follow in each of the next thirteen rounds of a suit.

    Args:
        opponents: how many may hold cards of the suit.
        cards: how many cards of it they hold together. A hand lacks one of them with the chance
            1 - 1 / opponents, and all of them with that to the power of their number.
    """
    rounds: list[float] = []
    left = float(cards)
    for _ in range(13):
        missing = (1.0 - 1.0 / opponents) ** left if opponents > 1 else max(0.0, 1.0 - left)
        following = opponents * (1.0 - missing)
        rounds.append(following)
        left = max(0.0, left - following)
    return tuple(rounds)
