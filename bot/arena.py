"""The arena: computer players against each other on duplicate deals, and what came of it.

The same cards are played once from every rotation of the players round the table, so that luck of the deal
cancels out and a few hundred deals tell players apart.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.players import Player
from bot.rules import shuffle
from bot.rules.cards import QUEEN_OF_SPADES, Card
from bot.rules.game import Game
from bot.rules.moons import concedes_moon, missed_moon
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import DealScore, settled
from bot.rules.view import View, view


@dataclass
class Clock:
    """Seconds that real decisions took: passes, and plays where more than one card was legal."""

    plays: list[float] = field(default_factory=list[float])
    passes: list[float] = field(default_factory=list[float])


@dataclass(frozen=True)
class Outcome:
    """One deal as one seating played it; every tuple has one entry a player, in the order they were named.

    Attributes:
        points: what the deal came to.
        made: who shot the moon, or a sun.
        missed: who missed one, see `missed_moon`.
        conceded: against whom one was shot, see `concedes_moon`.
        queen: who took the queen of spades.
    """

    points: tuple[int, ...]
    made: tuple[bool, ...]
    missed: tuple[bool, ...]
    conceded: tuple[bool, ...]
    queen: tuple[bool, ...]


@dataclass(frozen=True)
class Contestant:
    """One player of the arena.

    Attributes:
        level: the name it is counted under.
        player: who plays.
        clock: what its decisions took so far.
    """

    level: str
    player: Player
    clock: Clock = field(default_factory=Clock)

    def choose_pass(self, known: View) -> tuple[Card, ...]:
        """Its pass, on its clock."""
        began = time.perf_counter()
        cards = self.player.choose_pass(known)
        self.clock.passes.append(time.perf_counter() - began)
        return cards

    def choose_play(self, known: View) -> Card:
        """Its play; a card without a choice is not on its clock."""
        if len(known.legal) == 1:
            return known.legal.lowest
        began = time.perf_counter()
        card = self.player.choose_play(known)
        self.clock.plays.append(time.perf_counter() - began)
        return card


Deals = Sequence[tuple[Outcome, ...]]
"""For each deal its outcomes, one for each rotation."""


def contest(
    contestants: Sequence[Contestant],
    ruleset: Ruleset,
    deals: int,
    seed: int = 1,
    progress: Callable[[Deals], None] | None = None,
) -> Deals:
    """Play duplicate deals.

    Args:
        contestants: one for each seat of the ruleset.
        ruleset: the rules; each deal is a lone one, with nobody having any points before it.
        deals: how many different deals; the pass goes through the ruleset's cycle.
        seed: of the cards.
        progress: told after every deal what has been played so far.

    Raises:
        ValueError: where there are not as many contestants as seats.
    """
    if len(contestants) != ruleset.players:
        raise ValueError(f"{ruleset.players} players are due, not {len(contestants)}")
    played: list[tuple[Outcome, ...]] = []
    for number in range(deals):
        played.append(tuple(_rotations(contestants, ruleset, number, seed)))
        if progress is not None:
            progress(played)
    return played


def _rotations(
    contestants: Sequence[Contestant], ruleset: Ruleset, number: int, seed: int
) -> Iterator[Outcome]:
    secret = random.Random(f"{seed}/{number}").randbytes(shuffle.SECRET_BYTES)
    before = (DealScore((0,) * ruleset.players),) * (number % len(ruleset.pass_cycle))
    for turned in range(ruleset.players):
        seating = [*contestants[-turned:], *contestants[:-turned]] if turned else list(contestants)
        game = Game(ruleset, 0, before)
        game = game.start_deal(shuffle.hands(secret, ruleset, game.dealer), shuffle.kitty(secret, ruleset))
        outcome = play_deal(game, seating)
        yield Outcome(*(_turned(values, turned) for values in _values(outcome)))


def _values(outcome: Outcome) -> tuple[tuple[Any, ...], ...]:
    return outcome.points, outcome.made, outcome.missed, outcome.conceded, outcome.queen


def _turned(values: tuple[Any, ...], turned: int) -> tuple[Any, ...]:
    return (*values[turned:], *values[:turned])


def play_deal(game: Game, seating: Sequence[Contestant]) -> Outcome:
    """Play the running deal of a game to its end.

    Args:
        game: the game.
        seating: who sits at each seat.
    """
    assert game.deal is not None
    if game.deal.passing:
        passes = [each.choose_pass(view(game, seat)) for seat, each in enumerate(seating)]
        for seat, cards in enumerate(passes):
            game = game.pass_cards(seat, cards)
    while (deal := game.deal) is not None and (seat := deal.turn) is not None and not settled(deal):
        game = game.play(seat, seating[seat].choose_play(view(game, seat)))
    score = game.result()
    assert game.deal is not None
    missed = missed_moon(game.deal, score.moon)
    seats = range(len(seating))
    return Outcome(
        points=score.points,
        made=tuple(seat in score.moon for seat in seats),
        missed=tuple(seat == missed for seat in seats),
        conceded=tuple(concedes_moon(seat, score, game.ruleset) for seat in seats),
        queen=tuple(QUEEN_OF_SPADES in cards for cards in game.deal.taken),
    )


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean of values and its standard error; of fewer than two values the error is infinite."""
    if len(values) < 2:
        return statistics.fmean(values), float("inf")
    return statistics.fmean(values), statistics.stdev(values) / len(values) ** 0.5


def summary(contestants: Sequence[Contestant], deals: Deals) -> dict[str, dict[str, Any]]:
    """What came of the deals, by level.

    Returns:
        As JSON, for each level: "points" a deal; "diff", own points less the mean of all other seats, with
        the standard error over deals; moons "made", "missed" and "conceded" (by somebody else), and "queen"
        (taken), each the part of the deals; "ms", of plays with a choice the median, the 95th percentile and
        the longest, and "pass_ms" the same of passes.
    """
    figures: dict[str, dict[str, Any]] = {}
    for level in dict.fromkeys(each.level for each in contestants):
        at = [place for place, each in enumerate(contestants) if each.level == level]
        own = [_mean_of(rotations, at, lambda outcome, place: outcome.points[place]) for rotations in deals]
        diff = [_mean_of(rotations, at, _margin) for rotations in deals]
        mean, error = mean_and_error(diff)
        figures[level] = {
            "points": round(statistics.fmean(own), 3),
            "diff": [round(mean, 3), round(error, 3)],
            "made": _part(deals, at, lambda outcome, place: outcome.made[place]),
            "missed": _part(deals, at, lambda outcome, place: outcome.missed[place]),
            "conceded": _part(deals, at, lambda outcome, place: outcome.conceded[place]),
            "queen": _part(deals, at, lambda outcome, place: outcome.queen[place]),
            "ms": _times([took for place in at for took in contestants[place].clock.plays]),
            "pass_ms": _times([took for place in at for took in contestants[place].clock.passes]),
        }
    return figures


def _margin(outcome: Outcome, place: int) -> float:
    points = outcome.points
    return points[place] - (sum(points) - points[place]) / (len(points) - 1)


def _mean_of(
    rotations: Sequence[Outcome], places: Sequence[int], value: Callable[[Outcome, int], float]
) -> float:
    return statistics.fmean(value(outcome, place) for outcome in rotations for place in places)


def _part(deals: Deals, places: Sequence[int], holds: Callable[[Outcome, int], bool]) -> float:
    return round(statistics.fmean(_mean_of(rotations, places, holds) for rotations in deals), 4)


def _times(seconds: Sequence[float]) -> list[float]:
    """The median, the 95th percentile and the greatest, in milliseconds; none where nothing was timed."""
    if not seconds:
        return []
    ordered = sorted(seconds)
    picked = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)], ordered[-1]
    return [round(1000 * took, 2) for took in picked]
