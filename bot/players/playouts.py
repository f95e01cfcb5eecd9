"""Candidates played out in worlds, and how they compare: the kernel, plain or compiled, for one decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.players import kernel, kernel_sampling
from bot.players.board import Board
from bot.players.compiled import engine, seeded
from bot.players.suspicion import Suspicion
from bot.players.worlds import Hidden


@dataclass(frozen=True)
class Candidate:
    """One way to decide.

    Attributes:
        option: the card; before the pass, the mask of the cards passed.
        shooter: the seat, where it goes for the moon from here on; else `kernel.NOBODY`.
    """

    option: int
    shooter: int = kernel.NOBODY


class Playouts:
    """The costs of some candidates in the same worlds; more of them can be played."""

    def __init__(
        self,
        table: Board,
        hidden: Hidden,
        candidates: Sequence[Candidate],
        lots: int,
        most: int,
        pool: int = 1,
        suspected: Suspicion | None = None,
        fast: bool | None = None,
    ) -> None:
        """Make everything ready; nothing is played yet.

        Args:
            table: the position.
            hidden: the cards the seat does not see.
            candidates: what is to be compared.
            lots: a seed, for what is drawn by lot.
            most: never more worlds.
            pool: from how many possible worlds each is chosen, by how likely the plays are in them.
            suspected: who may be shooting the moon.
            fast: whether the compiled kernel runs; None for where numba is installed.
        """
        self._kernel, self._numbers, floats = engine(fast)
        numbers = self._numbers
        self._seat = table.seat
        self._width = len(candidates)
        self.counts = [0] * len(candidates)
        """How many worlds each candidate has met."""
        self._costs = floats(most * self._width)
        self._moons: Any = numbers([0] * (most * self._width))
        self._options = numbers(each.option for each in candidates)
        self._shooters = numbers(each.shooter for each in candidates)
        self._arguments = (
            table.passing,
            table.seat,
            numbers(hidden.fixed),
            numbers(hidden.room),
            *map(numbers, hidden.to_deal),
            numbers([seeded(lots)]),
            pool,
            kernel.NOBODY if suspected is None else suspected.seat,
            0 if suspected is None else round(suspected.chance * kernel_sampling.CHANCES),
            numbers(table.plays),
            numbers(table.opening),
            numbers(table.taken),
            numbers(table.position),
            numbers(table.rules),
            numbers(table.values),
            numbers(table.totals),
            numbers([0] * kernel.SCRATCH),
        )

    def play(self, active: Sequence[int], count: int) -> None:
        """Play some of the candidates out in more worlds.

        Args:
            active: which; each has met every world so far.
            count: in how many worlds.
        """
        first = self.counts[active[0]]
        self._kernel.evaluate(
            first,
            first + count,
            self._options,
            self._shooters,
            self._numbers(active),
            *self._arguments,
            self._costs,
            self._moons,
        )
        for at in active:
            self.counts[at] += count

    def mean(self, at: int) -> float:
        """The mean cost of a candidate."""
        return float(self._kernel.mean(self._costs, self._width, at, self.counts[at]))

    def gap(self, at: int, base: int) -> tuple[float, float]:
        """The mean of one candidate less another's in their common worlds, and its standard error."""
        count = min(self.counts[at], self.counts[base])
        mean, error = self._kernel.gap(self._costs, self._width, at, base, count)
        return float(mean), float(error)

    def share(self, at: int, seat: int) -> float:
        """The part of the worlds in which a seat shot the moon; for `kernel.NOBODY` those without one."""
        count = self.counts[at]
        return self._kernel.shot_moons(self._moons, self._width, at, count, seat) / count

    def conceded(self, at: int) -> float:
        """The part in which somebody else did."""
        return 1.0 - self.share(at, kernel.NOBODY) - self.share(at, self._seat)
