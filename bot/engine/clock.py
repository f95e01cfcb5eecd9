"""Deadlines: rows with a time, looked at by one ticking loop, so that a restart changes nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.engine.state import Decision, Person, TableState
from bot.engine.table import Change, Table
from bot.engine.tables import Tables
from bot.store.records import DeadlineRow
from bot.store.store import Store

log = logging.getLogger(__name__)

NEVER = 1e15
"""A time in Unix seconds that does not come: the deadline has been acted on."""

PROMPT = "prompt"
"""The deadline after which a person who has not acted is reminded."""

Prompter = Callable[[Table, tuple[int, ...]], Awaitable[None]]
"""Told which seats of a table are overdue, all people who still have something to decide."""


class Clock:
    """Keeps the deadlines of the tables and acts on those that have passed.

    `tick` is to be called about once a second; everything else follows from the rows.
    """

    def __init__(self, store: Store, now: Callable[[], float], prompt_after: float) -> None:
        self._store = store
        self._now = now
        self._prompt_after = prompt_after
        self._tasks: set[asyncio.Task[None]] = set()
        self._writing = asyncio.Lock()

    def on_change(self, table: Table, change: Change) -> None:
        """Listener: whoever is waited for anew gets a deadline, and whoever has acted loses theirs."""
        before = (change.before.decision, waited_for(change.before))
        after = (change.after.decision, waited_for(change.after))
        if before == after:
            return
        task = asyncio.create_task(self.watch(table), name=f"deadlines {table.game_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def watch(self, table: Table) -> None:
        """Make the deadline rows of a table fit its state; those that fit already keep their time."""
        async with self._writing:
            await self._watch(table)

    async def _watch(self, table: Table) -> None:
        decision = table.state.decision
        wanted = set(waited_for(table.state))
        for row in await self._store.deadlines(table.game_id):
            if row.kind != PROMPT:
                continue
            if row.seat in wanted and row.decision == str(decision):
                wanted.discard(row.seat)
            else:
                await self._store.clear_deadlines(table.game_id, PROMPT, row.seat)
        if decision is None or self._prompt_after <= 0:
            return
        due = self._now() + self._prompt_after
        for seat in sorted(wanted):
            await self._store.set_deadline(DeadlineRow(table.game_id, PROMPT, seat, due, str(decision)))

    async def tick(self, tables: Tables, prompt: Prompter) -> None:
        """Act on every deadline that has passed; each is acted on once."""
        overdue: dict[int, list[int]] = {}
        for row in await self._store.due_deadlines(self._now()):
            await self._store.set_deadline(replace(row, due_at=NEVER))
            table = await tables.get(row.game_id)
            if table is None or row.seat is None or Decision.parse(row.decision) != table.state.decision:
                continue
            if row.kind == PROMPT and row.seat in waited_for(table.state):
                overdue.setdefault(row.game_id, []).append(row.seat)
        for game_id, seats in overdue.items():
            table = await tables.get(game_id)
            if table is not None:
                await prompt(table, tuple(seats))

    async def overdue(self, table: Table) -> tuple[int, ...]:
        """The seats of people whose deadline for the open decision has passed."""
        decision, waiting = str(table.state.decision), waited_for(table.state)
        return tuple(
            sorted(
                row.seat
                for row in await self._store.deadlines(table.game_id)
                if row.kind == PROMPT
                and row.seat in waiting
                and row.decision == decision
                and row.due_at >= NEVER
            )
        )

    async def close(self) -> None:
        """Wait for the deadlines that are being written."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


def waited_for(state: TableState) -> tuple[int, ...]:
    """The seats of people who have something to decide now."""
    return tuple(seat for seat in state.awaited if isinstance(state.seats[seat], Person))
