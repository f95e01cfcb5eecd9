"""The search: candidates played out in sampled worlds, and the rule player's card unless another is better.

All candidates meet the same worlds, so what is compared are differences world by world, which vary far less
than the costs themselves: a card replaces the rule player's only where it leads by `SURE` standard errors of
the paired difference. More worlds are dealt only while the choice is contested.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from bot.players import compiled, kernel
from bot.players.board import Board, board
from bot.players.knowledge import Knowledge, know
from bot.players.merging import representatives
from bot.players.passing import cheapest_pass, kept_cost
from bot.players.rule_player import RulePlayer
from bot.players.suspicion import weights
from bot.players.worlds import deal_worlds, hidden
from bot.rules.cards import ALL_CARDS, PENALTY_CARDS, QUEEN_OF_SPADES, Card, Cards, Suit
from bot.rules.ruleset import Partners
from bot.rules.view import View

SURE: Final = 1.5
"""By so many standard errors another card must lead the rule player's."""
HOPELESS: Final = 2.5
"""By so many standard errors behind the best, a candidate meets no more worlds."""
FIRST_WORLDS: Final = 20
"""The worlds every candidate meets."""
MOON_SHARE: Final = 0.6
"""A moon is tried only where it succeeds in so many of the worlds."""
MOON_HOPE: Final = 0.3
"""And is looked at further only where it succeeds in so many of the first ones."""
PASSES: Final = 14
"""So many passes are played out."""
PASS_WORLDS: Final = 60
"""In at most so many worlds."""


@dataclass(frozen=True)
class Effort:
    """How much is searched.

    Attributes:
        worlds: at most so many for a play.
        pass_worlds: at most so many for a pass; 0 leaves the pass to the rules of thumb.
        seconds: no batch of worlds is begun after so long; None for no clock, so that the same seed and view
            always give the same.
    """

    worlds: int
    pass_worlds: int
    seconds: float | None = None


@dataclass(frozen=True)
class Option:
    """What one choice is expected to cost.

    Attributes:
        cards: the card to play and its equals, or the cards to pass.
        cost: the expected cost, in points against the mean of the others; near the limit by places.
        error: the standard error of its difference to the chosen one; 0 for that itself.
        moon: the part of the worlds in which the seat shot the moon.
        conceded: the part in which somebody else did.
        shoots: whether the cost is that of going for the moon.
    """

    cards: tuple[Card, ...]
    cost: float
    error: float
    moon: float
    conceded: float
    shoots: bool


@dataclass(frozen=True)
class Thought:
    """A decision and the reasons for it; plain data, so that it can cross processes.

    Attributes:
        cards: the card to play, or those to pass.
        usual: what the rules of thumb would choose.
        options: every choice looked at; empty where there was only one.
        worlds: how many were played out for the chosen one.
    """

    cards: tuple[Card, ...]
    usual: tuple[Card, ...]
    options: tuple[Option, ...]
    worlds: int


@dataclass(frozen=True)
class _Candidate:
    card: int
    shooter: int


class _Tally:
    """The costs of some candidates in the same worlds."""

    def __init__(self, candidates: int) -> None:
        self.costs: list[list[float]] = [[] for _ in range(candidates)]
        self.moons: list[list[int]] = [[] for _ in range(candidates)]

    def mean(self, at: int) -> float:
        return sum(self.costs[at]) / len(self.costs[at])

    def gap(self, at: int, base: int) -> tuple[float, float]:
        """The mean of `at` less `base` in their common worlds, and its standard error."""
        pairs = list(zip(self.costs[at], self.costs[base], strict=False))
        differences = [mine - other for mine, other in pairs]
        count = len(differences)
        mean = sum(differences) / count
        spread = sum((each - mean) ** 2 for each in differences) / max(1, count - 1)
        # One odd world in a few must not look like certainty.
        return mean, ((spread + 0.05) / count) ** 0.5

    def share(self, at: int, seat: int) -> float:
        return sum(shooter == seat for shooter in self.moons[at]) / len(self.moons[at])

    def conceded(self, at: int, seat: int) -> float:
        return sum(shooter not in (seat, kernel.NOBODY) for shooter in self.moons[at]) / len(self.moons[at])


def think(view: View, seed: int, effort: Effort) -> Thought:
    """Decide for a seat.

    Args:
        view: what the seat knows; it is to pass or to play.
        seed: of the lots; they depend on it and the view alone.
        effort: how much is searched.

    Raises:
        ValueError: where the seat has nothing to decide.
    """
    usual = RulePlayer()
    lots = random.Random(f"{seed}/{view.public.number}/{view.public.ply}/{view.seat}/{view.hand.mask}")
    if view.to_pass:
        return _think_pass(view, usual.choose_pass(view), lots, effort)
    card = usual.choose_play(view)
    if len(view.legal) == 1:
        return Thought((card,), (card,), (), 0)
    return _think_play(view, card, lots, effort)


def _think_play(view: View, usual: Card, lots: random.Random, effort: Effort) -> Thought:
    known = know(view)
    groups = representatives(view, usual)
    if _partner_takes(known):
        # In rollouts partners lead spades into each other's queen, as if they did not know.
        groups = {card: group for card, group in groups.items() if card == usual or card != QUEEN_OF_SPADES}
    cards = [usual, *(card for card in groups if card != usual)]
    candidates = [_Candidate(card.index, kernel.NOBODY) for card in cards]
    if _moon_open(known):
        candidates += [_Candidate(card.index, view.seat) for card in cards]
    if len(candidates) == 1:
        return Thought((usual,), (usual,), (), 0)
    tally = _play_out(board(view), known, candidates, lots, effort)
    seat = view.seat
    allowed = [
        at
        for at, candidate in enumerate(candidates)
        if candidate.shooter == kernel.NOBODY or tally.share(at, seat) >= MOON_SHARE
    ]
    best = _chosen(tally, allowed)
    options = tuple(
        Option(
            cards=groups[ALL_CARDS[candidate.card]],
            cost=tally.mean(best) + tally.gap(at, best)[0] if at != best else tally.mean(best),
            error=tally.gap(at, best)[1] if at != best else 0.0,
            moon=tally.share(at, seat),
            conceded=tally.conceded(at, seat),
            shoots=candidate.shooter == seat,
        )
        for at, candidate in enumerate(candidates)
    )
    chosen = ALL_CARDS[candidates[best].card]
    return Thought((chosen,), (usual,), options, len(tally.costs[best]))


def _chosen(tally: _Tally, allowed: Sequence[int]) -> int:
    """The best of the candidates that leads the first by enough; else the first."""
    leading = [(gap, at) for at in allowed if at for gap, error in [tally.gap(at, 0)] if gap < -SURE * error]
    return min(leading)[1] if leading else 0


def _partner_takes(known: Knowledge) -> bool:
    """Whether the running trick is the partner's whatever others play."""
    view = known.view
    winning = view.public.trick.winning
    if view.public.ruleset.partners is Partners.NONE or winning is None:
        return False
    return winning.seat == (view.seat + 2) % 4 and (not known.to_follow or not known.above(winning.card))


def _moon_open(known: Knowledge) -> bool:
    """Whether nobody else has a penalty card."""
    view = known.view
    return all(
        taken.isdisjoint(PENALTY_CARDS) for seat, taken in enumerate(view.public.taken) if seat != view.seat
    )


def _play_out(
    table: Board, known: Knowledge, candidates: Sequence[_Candidate], lots: random.Random, effort: Effort
) -> _Tally:
    """Play the candidates out, in more worlds as long as it is not clear which is best."""
    began = time.perf_counter()
    tally = _Tally(len(candidates))
    concealed = hidden(known)
    suspected = weights(known)
    active = list(range(len(candidates)))
    done = 0
    batch = min(FIRST_WORLDS, effort.worlds)
    while done < effort.worlds:
        worlds = deal_worlds(concealed, batch, lots, suspected)
        _evaluate(table, worlds, batch, [(at, candidates[at]) for at in active], tally)
        done += batch
        hopeful = [
            at
            for at in active
            if at == 0 or candidates[at].shooter == kernel.NOBODY or tally.share(at, table.seat) >= MOON_HOPE
        ]
        best = min(hopeful, key=tally.mean)
        active = [0]
        for at in hopeful:
            if at:
                gap, error = tally.gap(at, best)
                against, against_error = tally.gap(at, 0)
                if (at == best or gap < HOPELESS * error) and against < SURE * against_error:
                    active.append(at)
        if len(active) == 1:
            break
        if effort.seconds is not None:
            spent = time.perf_counter() - began
            if spent * (1 + batch / done) > effort.seconds:
                break
        batch = min(batch, effort.worlds - done) if done < 2 * FIRST_WORLDS else min(40, effort.worlds - done)
    return tally


def _evaluate(
    table: Board,
    worlds: list[int],
    count: int,
    entries: Sequence[tuple[int, _Candidate]],
    tally: _Tally,
) -> None:
    cards = [candidate.card for _, candidate in entries]
    shooters = [candidate.shooter for _, candidate in entries]
    costs, moons = run_kernel(table, worlds, count, cards, shooters)
    for place, (at, _) in enumerate(entries):
        tally.costs[at] += costs[place :: len(cards)]
        tally.moons[at] += moons[place :: len(cards)]


def run_kernel(
    table: Board,
    worlds: list[int],
    count: int,
    cards: list[int],
    shooters: list[int],
    fast: bool | None = None,
) -> tuple[list[float], list[int]]:
    """Play candidates out in worlds, compiled where it can be.

    Args:
        table: the position.
        worlds: as `deal_worlds` gives them, with the own hand in its place.
        count: how many.
        cards: for each candidate its card, -1 for what the policy says.
        shooters: for each candidate who tries to shoot the moon, -1 for nobody.
        fast: whether the compiled kernel runs; None for where numba is installed.

    Returns:
        The costs and who shot the moon (-1: nobody), world by world, candidate by candidate.
    """
    size = count * len(cards)
    scratch = 4 * (len(table.taken) + 1)
    arguments: Any = (table.taken, table.position, table.rules, table.values, table.totals)
    if compiled.available() if fast is None else fast:
        return compiled.evaluate(worlds, count, cards, shooters, table.seat, arguments, scratch)
    costs, moons = [0.0] * size, [0] * size
    taken, position, rules, values, totals = map(list[int], arguments)
    kernel.evaluate(
        worlds, 0, count, cards, shooters, table.seat,
        taken, position, rules, values, totals, [0] * scratch, costs, moons,
    )  # fmt: skip
    return costs, moons


def _think_pass(view: View, usual: tuple[Card, ...], lots: random.Random, effort: Effort) -> Thought:
    if not effort.pass_worlds:
        return Thought(usual, usual, (), 0)
    began = time.perf_counter()
    known = know(view)
    public = view.public
    size, players, seat = public.ruleset.pass_size, public.players, view.seat
    triples = _promising(view.hand, Cards.of(usual), size)
    plans = [(triple, kernel.NOBODY) for triple in triples]
    keeps = cheapest_pass_for_moon(view.hand, size)
    plans += [(keeps, seat)] if keeps is not None else []
    table = board(view)
    concealed = hidden(known)
    tally = _Tally(len(plans))
    done, step = 0, 20
    while done < effort.pass_worlds:
        step = min(step, effort.pass_worlds - done)
        dealt = deal_worlds(concealed, step, lots)
        worlds = [[*dealt[at * (players + 1) : (at + 1) * (players + 1)]] for at in range(step)]
        given = [_passes(world, seat, size) for world in worlds]
        for at, (triple, shooter) in enumerate(plans):
            flat: list[int] = []
            for world, passes in zip(worlds, given, strict=True):
                passes[seat] = triple.mask
                for place in range(players):
                    source = public.direction.source(place, players)
                    flat.append(
                        (world[place] if place != seat else view.hand.mask) & ~passes[place] | passes[source]
                    )
                flat.append(world[players])
            _evaluate(table, flat, step, [(at, _Candidate(kernel.NOBODY, shooter))], tally)
        done += step
        if effort.seconds is not None:
            spent = time.perf_counter() - began
            if spent * (1 + step / done) > effort.seconds:
                break
    allowed = [
        at
        for at, (_, shooter) in enumerate(plans)
        if shooter == kernel.NOBODY or tally.share(at, seat) >= MOON_SHARE
    ]
    best = _chosen(tally, allowed)
    options = tuple(
        Option(
            cards=tuple(triple),
            cost=tally.mean(at),
            error=tally.gap(at, best)[1] if at != best else 0.0,
            moon=tally.share(at, seat),
            conceded=tally.conceded(at, seat),
            shoots=shooter == seat,
        )
        for at, (triple, shooter) in enumerate(plans)
    )
    return Thought(tuple(plans[best][0]), usual, options, done)


def _passes(world: list[int], seat: int, size: int) -> list[int]:
    """What the others pass by the rules of thumb."""
    return [0 if at == seat else cheapest_pass(Cards(hand), size).mask for at, hand in enumerate(world[:-1])]


def _promising(hand: Cards, usual: Cards, size: int) -> list[Cards]:
    """The usual pass, and those that leave the cheapest hands by its measure."""
    passes = sorted(
        (kept_cost(hand - passed), passed.mask) for passed in map(Cards.of, combinations(hand, size))
    )
    return [usual, *(Cards(mask) for _, mask in passes if mask != usual.mask)][:PASSES]


def cheapest_pass_for_moon(hand: Cards, size: int) -> Cards | None:
    """The lowest cards that are no heart, from short suits first, where the rest might shoot the moon."""
    high = sum(card.rank >= 12 for card in hand)
    if high < 4:
        return None
    lengths = {suit: len(hand.in_suit(suit)) for suit in Suit}
    order = sorted(hand, key=lambda card: (card.rank + 0.5 * lengths[card.suit], card.index))
    return Cards.of(order[:size])
