"""Who looks as if shooting the moon: what the plays of a seat say about the hand it still holds.

The weights of the signs were found by logistic regression over the positions of 420 deals that Experts played
among themselves and against Hard and Medium; they add to how often worlds dealt at random hold such a hand.
In deals left out of the fit a chance of 0.3 to 0.5 came true 40 times of 100, one of 0.7 to 0.9 76 times, one
below 0.05 twice.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from bot.players import kernel
from bot.players.board import Board
from bot.players.compiled import engine, seeded
from bot.players.worlds import Hidden
from bot.rules.cards import HEARTS, PENALTY_CARDS, QUEEN_OF_SPADES, SUIT_MASKS, Card, Rank, Suit
from bot.rules.ruleset import Partners
from bot.rules.trick import Trick
from bot.rules.view import PublicView, View

BIAS: Final = -0.26
CASHED: Final = 0.53
"""For each lead that nobody could beat, up to five."""
LOW_LED: Final = -0.11
"""For each lead that many cards could beat."""
HIGH_SPADE_LED: Final = 0.41
"""For having led ace or king of spades while the queen was out."""
WON_POINTS: Final = -0.41
"""For each trick with points."""
PLAYED_OVER: Final = 0.23
"""For each time it followed suit above the card that was winning."""
LOW_THROWN: Final = 0.36
"""For each low card, no heart, played on a suit it did not have."""
HIGH_THROWN: Final = -0.15
"""For each high one."""
HAS_QUEEN: Final = 0.50
CARDS_LEFT: Final = 0.15
"""For each card in the hand of a seat that has points."""
AT_RANDOM: Final = 0.72
"""For the log odds of such a hand in worlds dealt at random."""
HOPES: Final = 80
"""In so many worlds dealt at random it is looked who could shoot the moon."""
RARE: Final = 0.3
"""What none of them counts."""
_MANY: Final = 3
_MOST_CASHED: Final = 5


@dataclass(frozen=True)
class Suspicion:
    """Somebody else who may be shooting the moon.

    Attributes:
        seat: who.
        chance: how likely the hand is one to shoot with, 0 to 1.
    """

    seat: int
    chance: float


def most_suspected(
    view: View, table: Board, unseen: Hidden, lots: int, fast: bool | None = None
) -> Suspicion | None:
    """The other seat that most looks as if shooting the moon; None where nobody can be any more.

    Args:
        view: what is known.
        table: the same in numbers.
        unseen: the cards the seat does not see.
        lots: a seed, for what is drawn by lot.
        fast: whether the compiled kernel runs; None for where numba is installed.
    """
    seats = may_shoot(view)
    if not seats:
        return None
    module, numbers, _ = engine(fast)
    counts = numbers([0] * view.public.players)
    module.hopes(
        counts,
        HOPES,
        numbers(unseen.fixed),
        numbers(unseen.room),
        *map(numbers, unseen.to_deal),
        numbers([seeded(lots)]),
        numbers(table.taken),
        numbers([0] * kernel.SCRATCH),
    )
    shares = {seat: (int(counts[seat]) + RARE) / (HOPES + 2 * RARE) for seat in seats}
    found = [suspicion(view.public, seat, share) for seat, share in shares.items()]
    return max(found, key=lambda each: each.chance)


def may_shoot(view: View) -> tuple[int, ...]:
    """The other seats that may still take every point and have shown something by a trick.

    With partners there are none: what a team collects says something else.
    """
    public = view.public
    if not public.tricks or public.ruleset.partners is not Partners.NONE:
        return ()
    collectors = [seat for seat, cards in enumerate(public.taken) if not cards.isdisjoint(PENALTY_CARDS)]
    if len(collectors) > 1:
        return ()
    return tuple(seat for seat in collectors or range(public.players) if seat != view.seat)


def suspicion(public: PublicView, seat: int, at_random: float) -> Suspicion:
    """How likely a seat holds a hand to shoot the moon with.

    Args:
        public: what everybody knows.
        seat: one of `may_shoot`.
        at_random: the part of the worlds dealt at random in which it does; neither 0 nor 1.
    """
    log_odds = BIAS + AT_RANDOM * math.log(at_random / (1.0 - at_random)) + _weight_of_plays(public, seat)
    taken = public.taken[seat]
    if not taken.isdisjoint(PENALTY_CARDS):
        log_odds += CARDS_LEFT * public.hand_sizes[seat]
    if QUEEN_OF_SPADES in taken:
        log_odds += HAS_QUEEN
    return Suspicion(seat, 1.0 / (1.0 + math.exp(-log_odds)))


def _weight_of_plays(public: PublicView, seat: int) -> float:
    weight = 0.0
    cashed = spades = 0
    gone = 0
    for trick in (*public.tricks, public.trick):
        at = next((at for at, play in enumerate(trick.plays) if play.seat == seat), None)
        if at == 0:
            card = trick.plays[0].card
            above = (SUIT_MASKS[card.suit] & ~gone & -(2 << card.index)).bit_count()
            cashed += above == 0
            weight += LOW_LED * (above > _MANY)
            spades += _is_high_spade(card) and not gone >> QUEEN_OF_SPADES.index & 1
        elif at is not None:
            weight += _weight_of_following(trick, at)
        gone |= trick.cards.mask
        if len(trick) == public.players and trick.taker == seat:
            weight += 0.0 if trick.cards.isdisjoint(PENALTY_CARDS) else WON_POINTS
    return weight + CASHED * min(cashed, _MOST_CASHED) + HIGH_SPADE_LED * (spades > 0)


def _weight_of_following(trick: Trick, at: int) -> float:
    card = trick.plays[at].card
    led = trick.plays[0].card.suit
    if card.suit is led:
        over = all(card > play.card for play in trick.plays[:at] if play.card.suit is led)
        return PLAYED_OVER if over else 0.0
    if card.rank > Rank.TEN:
        return HIGH_THROWN
    return 0.0 if card in HEARTS else LOW_THROWN


def _is_high_spade(card: Card) -> bool:
    return card.suit is Suit.SPADES and card.rank > Rank.QUEEN
