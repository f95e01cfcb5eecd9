"""The line in which errands of all tables wait for a turn."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Final

LONGEST_WAIT_EVERY: Final = 4
"""Every so many turns one goes to whoever has waited longest, whatever for: nothing waits for ever."""


class Urgency(IntEnum):
    """What goes first where not everything can."""

    AWAITED = 0
    """A message somebody waits for, such as the table of the next deal or a mention."""
    NEWS = 1
    """What has changed since a message was last edited."""
    TIDYING = 2
    """What nobody would miss for a while."""


class Verb(Enum):
    """What is done; Discord counts each apart in a channel."""

    POST = "post"
    EDIT = "edit"
    DELETE = "delete"
    READ = "read"


@dataclass(eq=False)
class Errand:
    """A request that waits for its turn.

    Attributes:
        table: the number of the game it is for.
        place: where Discord counts it: a channel, or a private message.
        verb: what is done.
        go: called once when its turn has come; raises nothing, and waits for nothing.
        urgency: what it is worth.
        exempt: whether the limit for everything does not count it, as for what is sent with a click's token.
        not_before: the time before which it is not due.
        spare: whether it begins work nobody waits for, of which only a little goes on at once.
        dropped: whether it is no longer wanted.
        due: since when it could go but for the limits; None while it is not due yet.
        held: whether a limit has kept it waiting.
        number: its number in the line, which it keeps when it has to come back.
    """

    table: int
    place: Hashable
    verb: Verb
    go: Callable[[], None]
    urgency: Urgency = Urgency.NEWS
    exempt: bool = False
    not_before: float = 0.0
    spare: bool = False
    dropped: bool = field(default=False, init=False)
    due: float | None = field(default=None, init=False)
    held: bool = field(default=False, init=False)
    number: int | None = field(default=None, init=False)


class Line:
    """Fair over the tables: a table with much to send has its turns between those of the others.

    Every errand gets a number on its arrival, one more than the last of its table and never less than that
    of whoever had the last turn; the lowest goes first (self-clocked fair queueing, Golestani 1994).
    """

    def __init__(self) -> None:
        self._heaps: dict[Urgency, list[tuple[int, int, Errand]]] = {urgency: [] for urgency in Urgency}
        self._by_age: list[tuple[int, Errand]] = []
        self._taken: set[int] = set()
        self._last: dict[int, int] = {}
        self._served = 0
        self._arrivals = 0
        self._turns = 0

    def add(self, errand: Errand) -> None:
        """Join the line."""
        self._arrivals += 1
        if errand.number is None:
            errand.number = max(self._served, self._last.get(errand.table, 0)) + 1
            self._last[errand.table] = errand.number
        heapq.heappush(self._heaps[errand.urgency], (errand.number, self._arrivals, errand))
        heapq.heappush(self._by_age, (self._arrivals, errand))

    def next(self) -> Errand | None:
        """Take out whose turn it is; None where nobody waits."""
        self._clear()
        if not self._by_age:
            return None
        self._turns += 1
        if self._turns % LONGEST_WAIT_EVERY == 0:
            arrival, errand = heapq.heappop(self._by_age)
        else:
            number, arrival, errand = heapq.heappop(next(heap for heap in self._heaps.values() if heap))
            self._served = max(self._served, number)
        # It stands in the other order, too, and is passed over there.
        self._taken.add(arrival)
        return errand

    def __bool__(self) -> bool:
        self._clear()
        return bool(self._by_age)

    def __len__(self) -> int:
        taken = self._taken
        return sum(not errand.dropped and arrival not in taken for arrival, errand in self._by_age)

    def _clear(self) -> None:
        """Let go of what is dropped, or was taken out by way of the other order."""
        while self._by_age and self._out(*self._by_age[0]):
            heapq.heappop(self._by_age)
        for heap in self._heaps.values():
            while heap and self._out(*heap[0][1:]):
                heapq.heappop(heap)
        if not self._by_age:
            self._last.clear()

    def _out(self, arrival: int, errand: Errand) -> bool:
        """Whether an entry at the head of one of the orders is to go."""
        if arrival in self._taken:
            self._taken.discard(arrival)
            return True
        return errand.dropped
