"""Deadlines: rows with a time, looked at by one ticking loop, so that a restart changes nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

from bot.engine.faults import described
from bot.engine.state import Person, TableState
from bot.engine.table import Change, Table
from bot.engine.tables import Tables
from bot.store.errors import StoreError
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
        self._behind: dict[int, Table] = {}
        self._writing = asyncio.Lock()

    def on_change(self, table: Table, change: Change) -> None:
        """Listener: whoever is waited for anew gets a deadline, and whoever has acted loses theirs."""
        before = (change.before.decision, waited_for(change.before))
        after = (change.after.decision, waited_for(change.after))
        if before == after:
            return
        task = asyncio.create_task(self._keep_up(table), name=f"deadlines {table.game_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def watch(self, table: Table) -> None:
        """Make the deadline rows of a table fit its state; those that fit already keep their time."""
        async with self._writing:
            await self._watch(table)

    async def _keep_up(self, table: Table) -> None:
        """Watch a table, or where that cannot be stored have the next tick try again."""
        try:
            await self.watch(table)
        except StoreError as error:
            log.warning("the deadlines of game %d were not stored: %s", table.game_id, error)
            self._behind[table.game_id] = table

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
        """Act on every deadline that has passed; each is acted on once.

        A deadline that cannot be read or written is logged and still due.
        """
        behind, self._behind = self._behind, {}
        for table in behind.values():
            await self._keep_up(table)
        passed: dict[int, list[DeadlineRow]] = {}
        try:
            # Read and written without a watch in between, whose newer deadline would be overwritten.
            async with self._writing:
                for row in await self._store.due_deadlines(self._now()):
                    await self._store.set_deadline(replace(row, due_at=NEVER))
                    passed.setdefault(row.game_id, []).append(row)
        except StoreError as error:
            log.warning("deadlines could not be looked at: %s", error)
        for game_id, rows in passed.items():
            try:
                table = await tables.get(game_id)
                seats = () if table is None else _overdue(table, rows)
                if table is not None and seats:
                    await prompt(table, seats)
            except Exception as error:
                log.error("the deadlines of game %d were not acted on: %s", game_id, described(error))

    async def overdue(self, table: Table) -> tuple[int, ...]:
        """The seats of people whose deadline for the open decision has passed."""
        rows = await self._store.deadlines(table.game_id)
        return _overdue(table, [row for row in rows if row.due_at >= NEVER])

    async def close(self) -> None:
        """Wait for the deadlines that are being written."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)


def _overdue(table: Table, passed: Iterable[DeadlineRow]) -> tuple[int, ...]:
    """The seats among these deadlines' whose decision is still theirs to make, lowest first."""
    decision, waiting = str(table.state.decision), waited_for(table.state)
    return tuple(
        sorted(
            row.seat
            for row in passed
            if row.kind == PROMPT and row.seat in waiting and row.decision == decision
        )
    )


def waited_for(state: TableState) -> tuple[int, ...]:
    """The seats of people who have something to decide now."""
    return tuple(seat for seat in state.awaited if isinstance(state.seats[seat], Person))
