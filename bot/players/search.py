"""The search: candidates played out in sampled worlds, and the rule player's card unless another is better.

All candidates meet the same worlds, so what is compared are differences world by world, which vary far less
than the costs themselves: a card replaces the rule player's only where it leads by so many standard errors of
the paired difference. More worlds are dealt only while the choice is contested.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.players import kernel
from bot.players.board import board
from bot.players.knowledge import Knowledge, know
from bot.players.merging import representatives
from bot.players.passing import pass_for_moon, promising_passes
from bot.players.playouts import Candidate, Playouts
from bot.players.rule_player import RulePlayer
from bot.players.suspicion import most_suspected
from bot.players.worlds import hidden
from bot.rules.cards import ALL_CARDS, PENALTY_CARDS, QUEEN_OF_SPADES, Card
from bot.rules.ruleset import Partners
from bot.rules.view import View

HOPELESS: Final = 2.5
"""By so many standard errors behind the best, a candidate meets no more worlds."""
IN_QUESTION: Final = 1.0
"""By so many behind the rule player's choice, it meets no more either."""
FIRST_WORLDS: Final = 20
"""The worlds every candidate meets."""
MOON_SHARE: Final = 0.6
"""A moon is tried only where it succeeds in so many of the worlds."""
MOON_HOPE: Final = 0.3
"""And is looked at further only where it succeeds in so many of the first ones."""


@dataclass(frozen=True)
class Effort:
    """How much is searched.

    Attributes:
        worlds: at most so many for a play.
        pass_worlds: at most so many for a pass; 0 leaves the pass to the rules of thumb.
        pool: from how many possible worlds each is chosen, by how likely the plays so far are in them.
        sure: by so many standard errors another choice must lead that of the rules of thumb: by more where
            the worlds are few, so that none of many leads by chance.
        seconds: no batch of worlds is begun after so long; None for no clock, so that the same seed and view
            always give the same.
    """

    worlds: int
    pass_worlds: int
    pool: int = 1
    sure: float = 1.0
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
    decision = f"{seed}/{view.public.number}/{view.public.ply}/{view.seat}/{view.hand.mask}"
    lots = zlib.crc32(decision.encode())
    if view.to_pass:
        return _think_pass(view, usual.choose_pass(view), lots, effort)
    card = usual.choose_play(view)
    if len(view.legal) == 1:
        return Thought((card,), (card,), (), 0)
    return _think_play(view, card, lots, effort)


def _think_play(view: View, usual: Card, lots: int, effort: Effort) -> Thought:
    known = know(view)
    groups = representatives(view, usual)
    groups = {card: group for card, group in groups.items() if card == usual or not _foolish(known, card)}
    cards = [usual, *(card for card in groups if card != usual)]
    candidates = [Candidate(card.index) for card in cards]
    if _moon_open(known):
        candidates += [Candidate(card.index, view.seat) for card in cards]
    if len(candidates) == 1:
        return Thought((usual,), (usual,), (), 0)
    table, unseen = board(view), hidden(known)
    suspected = most_suspected(view, table, unseen, lots)
    playouts = Playouts(table, unseen, candidates, lots, effort.worlds, effort.pool, suspected)
    _play_out(playouts, candidates, view.seat, effort.worlds, effort.seconds)
    best = _chosen(playouts, candidates, range(len(candidates)), view.seat, effort.sure)
    options = _options(playouts, candidates, view.seat, best, lambda card: groups[ALL_CARDS[card]])
    return Thought((ALL_CARDS[candidates[best].option],), (usual,), options, playouts.counts[best])


def _think_pass(view: View, usual: tuple[Card, ...], lots: int, effort: Effort) -> Thought:
    if not effort.pass_worlds:
        return Thought(usual, usual, (), 0)
    size = view.public.ruleset.pass_size
    passes = {cards.mask: cards for cards in promising_passes(view.hand, usual, size)}
    candidates = [Candidate(mask) for mask in passes]
    keeps = pass_for_moon(view.hand, size)
    if keeps is not None:
        passes[keeps.mask] = keeps
        candidates.append(Candidate(keeps.mask, view.seat))
    playouts = Playouts(board(view), hidden(know(view)), candidates, lots, effort.pass_worlds)
    # Passes are many, and differ more from world to world: one that did well in a few was lucky.
    among = _play_out(playouts, candidates, view.seat, effort.pass_worlds, effort.seconds)
    best = _chosen(playouts, candidates, among, view.seat, effort.sure)
    options = _options(playouts, candidates, view.seat, best, lambda mask: tuple(passes[mask]))
    return Thought(tuple(passes[candidates[best].option]), usual, options, playouts.counts[best])


def _foolish(known: Knowledge, card: Card) -> bool:
    """Whether a card is not worth a look, because rollouts mistake it.

    The queen is not given to a partner who is sure to take her. A first trick on which points had to be
    played is not taken: that seat holds nothing else, and seats in rollouts lead as if it followed suit.
    """
    trick = known.view.public.trick
    if card == QUEEN_OF_SPADES and _partner_takes(known):
        return True
    if not known.points_barred or trick.winning is None or trick.cards.isdisjoint(PENALTY_CARDS):
        return False
    return card.suit is trick.winning.card.suit and card > trick.winning.card


def _partner_takes(known: Knowledge) -> bool:
    """Whether the running trick is the partner's whatever others play: the queen is not given to it."""
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
    playouts: Playouts, candidates: Sequence[Candidate], seat: int, most: int, seconds: float | None
) -> list[int]:
    """Play the candidates out, in more worlds as long as it is not clear which is best.

    Returns:
        Those that may still be; the first is always among them.
    """
    began = time.perf_counter()
    active = list(range(len(candidates)))
    done = 0
    while done < most:
        batch = min(max(FIRST_WORLDS, done // 2), most - done)
        playouts.play(active, batch)
        done += batch
        hopeful = [
            at
            for at in active
            if at == 0 or candidates[at].shooter == kernel.NOBODY or playouts.share(at, seat) >= MOON_HOPE
        ]
        best = min(hopeful, key=playouts.mean)
        active = [0, *(at for at in hopeful if at and _in_question(playouts, at, best))]
        spent = time.perf_counter() - began
        if len(active) == 1 or (seconds is not None and spent * (1 + batch / done) > seconds):
            break
    return active


def _in_question(playouts: Playouts, at: int, best: int) -> bool:
    """Whether more worlds may still show a candidate to be the best."""
    behind, error = playouts.gap(at, best)
    if at != best and behind >= HOPELESS * error:
        return False
    behind, error = playouts.gap(at, 0)
    return behind < IN_QUESTION * error


def _chosen(
    playouts: Playouts, candidates: Sequence[Candidate], among: Sequence[int], seat: int, sure: float
) -> int:
    """The best of some candidates that leads the first by enough; else the first."""
    leading: list[tuple[float, int]] = []
    for at in among:
        candidate = candidates[at]
        if at and (candidate.shooter == kernel.NOBODY or playouts.share(at, seat) >= MOON_SHARE):
            behind, error = playouts.gap(at, 0)
            if behind < -sure * error:
                leading.append((behind, at))
    return min(leading)[1] if leading else 0


def _options(
    playouts: Playouts,
    candidates: Sequence[Candidate],
    seat: int,
    best: int,
    cards: Callable[[int], tuple[Card, ...]],
) -> tuple[Option, ...]:
    cost = playouts.mean(best)
    options: list[Option] = []
    for at, candidate in enumerate(candidates):
        behind, error = playouts.gap(at, best) if at != best else (0.0, 0.0)
        options.append(
            Option(
                cards=cards(candidate.option),
                cost=cost + behind,
                error=error,
                moon=playouts.share(at, seat),
                conceded=playouts.conceded(at),
                shoots=candidate.shooter == seat,
            )
        )
    return tuple(options)
