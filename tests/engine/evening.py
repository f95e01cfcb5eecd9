"""An evening at a table with computers, over as soon as they have thought."""

import asyncio
from collections import Counter
from typing import Any

from bot.engine.actions import By, Passed, Played
from bot.engine.computers import Choose, Computers, Tempo
from bot.engine.state import Computer, Person, TableState
from bot.engine.table import Change, Table
from bot.players import Player
from bot.rules.cards import Card
from bot.rules.view import View
from bot.store import Store
from tests.engine.tabletop import (
    lowest_act,
    tables_in,
)

CARD, TRICK = 1.25, 2.5
AT_ONCE = Tempo(0, 0)


class Low:
    """A player that always chooses its lowest cards, and keeps the views it was given."""

    name = "low"

    def __init__(self) -> None:
        self.views: list[View] = []

    def choose_pass(self, view: View) -> tuple[Card, ...]:
        self.views.append(view)
        return tuple(view.hand)[:3]

    def choose_play(self, view: View) -> Card:
        self.views.append(view)
        return view.legal.lowest


class Time:
    """Time that passes at once, and is written down.

    Attributes:
        slept: every wait, in seconds.
        still: while set, nobody who waits goes on.
    """

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.still: asyncio.Event | None = None

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        if self.still is not None:
            await self.still.wait()
        await asyncio.sleep(0)


def at_once(player: Player) -> Choose:
    """Have a player choose without a thread."""

    async def choose(level: str, seed: int, view: View) -> tuple[Card, ...]:
        return player.choose_pass(view) if view.to_pass else (player.choose_play(view),)

    return choose


class Evening:
    """A table with computers, and people who play their lowest card at once."""

    def __init__(
        self,
        store: Store,
        player: Player | None = None,
        pace: Tempo = AT_ONCE,
        people_act: bool = True,
        choose: Choose | None = None,
    ) -> None:
        self.time = Time()
        self.low = Low()
        self.computers = Computers(choose or at_once(player or self.low), pace, self.time.sleep)
        self.tables = tables_in(store, self.computers.on_change, self._on_change)
        self.over = asyncio.Event()
        self.changes: list[Change] = []
        self._people_act = people_act
        self._people: set[asyncio.Task[Any]] = set()

    def _on_change(self, table: Table, change: Change) -> None:
        self.changes.append(change)
        if not change.after.open:
            self.over.set()
        if not self._people_act:
            return
        for seat in change.after.awaited:
            if isinstance(change.after.seats[seat], Person):
                task = asyncio.create_task(table.act(lowest_act(change.after, seat)))
                self._people.add(task)
                task.add_done_callback(self._people.discard)

    async def to_the_end(self, table: Table) -> TableState:
        """Wait for the end of the game."""
        await asyncio.wait_for(self.over.wait(), 60)
        await quiet()
        return table.state


async def quiet() -> None:
    """Wait until nobody does anything any more."""
    me = asyncio.current_task()
    while others := [task for task in asyncio.all_tasks() if task is not me]:
        await asyncio.wait(others, timeout=60)


def check_moves(changes: list[Change]) -> Counter[By]:
    """See that each decision was made once, by who sits there; give how many were made by whom."""
    count: Counter[By] = Counter()
    seen: set[tuple[object, int]] = set()
    for change in changes:
        for action in change.actions:
            if not isinstance(action, Passed | Played):
                continue
            count[action.by] += 1
            if action.by is By.FORCED:
                continue
            computer = isinstance(change.after.seats[action.seat], Computer)
            assert computer == (action.by is By.COMPUTER)
            assert (change.before.decision, action.seat) not in seen
            seen.add((change.before.decision, action.seat))
    return count
