"""Deadlines: rows with a time, looked at by one ticking loop, so that a restart changes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol

from bot.engine.absences import BLINK, Absences
from bot.engine.acts import Leave
from bot.engine.faults import described
from bot.engine.idle import close_idle
from bot.engine.log_context import about, being_about
from bot.engine.state import Decision, Person, TableState
from bot.engine.table import Change, Table, Unreadable
from bot.engine.tables import Tables
from bot.store.errors import StoreError
from bot.store.records import NEVER, DeadlineRow
from bot.store.store import Store

log = logging.getLogger(__name__)

PROMPT: Final = "prompt"
"""The deadline after which a person who has not acted is mentioned."""

REMINDER: Final = "reminder"
"""The deadline after which they are mentioned again: half of their time is over."""

TURN: Final = "turn"
"""The deadline after which a computer plays the turn."""

KINDS: Final = (PROMPT, REMINDER, TURN)

AGAIN_AFTER: Final = 5.0
"""Seconds until the clock tries again to play a turn that failed, for instance because the disk was full."""

BEAT: Final = 10.0
"""Seconds between two notes that the bot is alive, from which a restart knows how long it was away."""

LOOK_EVERY: Final = 3600.0
"""Seconds after which those who are waited for without a clock are looked up again."""

_SWEEP: Final = 60.0
_ALIVE: Final = "alive"


class Attendant(Protocol):
    """Does at the tables what the clock cannot."""

    async def remind(self, table: Table, seats: tuple[int, ...], *, again: bool) -> None:
        """Mention who is overdue in these seats; `again` where they have been mentioned before."""
        ...

    async def has_left(self, table: Table, seat: int) -> bool:
        """Whether the person in the seat is known to have left the server."""
        ...


PlayTurn = Callable[[Table, int, Decision], Awaitable[None]]
"""Has a computer make a person's decision, marked as the clock's."""


class Clock:
    """Keeps the deadlines of the tables and acts on those that have passed.

    `resume` is to be called once at the start and `tick` about once a second; everything else follows from
    the rows. Only time in which people can play counts: the clock stands in games that are held, and between
    two ticks that are far apart because the process or the machine slept.
    """

    def __init__(
        self, store: Store, now: Callable[[], float], prompt_after: float, play_turn: PlayTurn
    ) -> None:
        self._store = store
        self._now = now
        self._prompt_after = prompt_after
        self._play_turn = play_turn
        self._tasks: set[asyncio.Task[None]] = set()
        self._passing: dict[int, asyncio.Task[None]] = {}
        self._behind: dict[int, Table] = {}
        self._writing = asyncio.Lock()
        self._due: dict[int, tuple[Decision, float]] = {}
        self._beat = 0.0
        self._complaint = ""
        self._swept = 0.0
        self._looked: dict[int, float] = {}
        self._resumed = 0.0
        self._away = 0.0
        self._absences = Absences()
        self._owed: dict[int, float] = {}
        self._slept = 0.0
        self._moved = False
        self._deaf = False
        self._ticked: float | None = None

    async def resume(self) -> None:
        """Give back the time the bot was away: every open deadline moves as far as that.

        Deadlines of games that have ended, which a killed bot may leave behind, are forgotten. The clock
        stands until it is told to `go_on`.
        """
        alive = _time_in(await self._store.get_value(_ALIVE))
        now = self._now()
        self._resumed = now
        if alive is not None and now > alive:
            self._away = now - alive
            self._absences.note(alive, now)
            await self._store.shift_deadlines(self._away, KINDS, note=(_ALIVE, str(now)))
            self._beat = now
        else:
            await self._note_alive(now)
        going_on = {header.game_id: header.server_id for header in await self._store.open_games()}
        for row in await self._store.due_deadlines(math.inf):
            if row.kind in KINDS and row.game_id not in going_on:
                await self._store.clear_deadlines(row.game_id, row.kind, row.seat)
        self.hold(going_on, deaf=True)

    def hold(self, games: Mapping[int, int], *, deaf: bool = False) -> None:
        """Nobody can play in these games for now: their deadlines pass without being acted on.

        Args:
            games: their numbers, with the server of each.
            deaf: whether nobody can play in any other either. Then it is not noted either that the bot is
                alive: a restart gives that time back with the time the bot was away.
        """
        self._deaf = deaf
        self._absences.begin(games, self._now())

    async def go_on(self, concerned: Callable[[int], bool]) -> Collection[int]:
        """People can play again in the games of some servers: deadlines move as far as those were held.

        Args:
            concerned: whether a server is one of them.

        Returns:
            The games that were held for long enough to matter.
        """
        self._deaf = False
        now = self._now()
        self._notice_sleep(now)
        owed = self._absences.end(concerned, now)
        self._owe(owed)
        try:
            await self._pay()
        except StoreError as error:
            log.warning("deadlines did not move yet: %s", error)
        return owed.keys()

    def begin(self) -> None:
        """Ticks begin, perhaps again: that there was none before is no time in which nobody could play."""
        self._ticked = None

    def on_change(self, table: Table, change: Change) -> None:
        """Listener: whoever is waited for anew gets their deadlines, and whoever has acted loses theirs."""
        self._notice_sleep(self._now())
        if not change.after.open:
            self._absences.forget(table.game_id)
        before = (change.before.decision, waited_for(change.before))
        after = (change.after.decision, waited_for(change.after))
        if before == after:
            return
        self._expect(table)
        task = asyncio.create_task(self._keep_up(table), name=f"deadlines {table.game_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def away(self) -> float:
        """How many seconds the bot was away before this start; 0 at its first one."""
        return self._away

    @property
    def ended(self) -> float:
        """When the bot was last there before this start, in Unix seconds."""
        return self._resumed - self._away

    async def on_read(self, table: Table) -> None:
        """Reader: know when a table that was read back is due; whether its deadlines fit is seen to later."""
        decision, stored = str(table.state.decision), None
        try:
            for row in await self._store.deadlines(table.game_id):
                if row.kind == TURN and row.decision == decision and row.due_at < NEVER:
                    stored = row.due_at
        except StoreError as error:
            log.warning("the deadlines of game %d were not read: %s", table.game_id, error)
        self._notice_sleep(self._now())
        self._expect(table, None if stored is None else stored + self._owed_to(table.game_id))
        # Somebody has clicked, and does not wait until it is written.
        task = asyncio.create_task(self._keep_up(table), name=f"deadlines {table.game_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def due(self, table: Table) -> float | None:
        """When the open decision is made by the clock, in Unix seconds; None where nobody is hurried."""
        known = self._due.get(table.game_id)
        if known is None or known[0] != table.state.decision or not waited_for(table.state):
            return None
        return known[1]

    async def watch(self, table: Table) -> None:
        """Make the deadline rows of a table fit its state; those that fit already keep their time."""
        async with self._writing:
            await self._watch(table)

    def _expect(self, table: Table, stored: float | None = None) -> None:
        """Know when the open decision is due: as before, as stored before a restart, or from now on.

        It stays so while nobody is waited for: a seat that is taken back has the time that is left.
        """
        decision, turn = table.state.decision, table.state.pace.turn
        if decision is not None and self._due.get(table.game_id, (None, 0.0))[0] == decision:
            return
        if decision is None or turn is None or not waited_for(table.state):
            self._due.pop(table.game_id, None)
        else:
            begun = self._absences.time_in(table.game_id, self._now())
            self._due[table.game_id] = (decision, begun + turn if stored is None else stored)

    async def _keep_up(self, table: Table) -> None:
        """Watch a table, or where that cannot be stored have the next tick try again."""
        with being_about(table):
            try:
                await self.watch(table)
            except StoreError as error:
                log.warning("the deadlines of game %d were not stored: %s", table.game_id, error)
                self._behind[table.game_id] = table

    async def _watch(self, table: Table) -> None:
        decision = table.state.decision
        wanted = {(kind, seat) for kind in KINDS for seat in waited_for(table.state)}
        stored: float | None = None
        passed: list[DeadlineRow] = []
        for row in await self._store.deadlines(table.game_id):
            given_up = row.kind == TURN and row.due_at >= NEVER
            if (row.kind, row.seat) in wanted and row.decision == str(decision) and not given_up:
                wanted.discard((row.kind, row.seat or 0))
                stored = row.due_at if row.kind == TURN else stored
            elif row.kind in KINDS:
                passed.append(row)
        self._notice_sleep(self._now())
        if stored is not None:
            stored += self._owed_to(table.game_id)
        self._expect(table, stored if table.state.decision == decision else None)
        after, owed = self._schedule(table), self._owed_to(table.game_id)
        # What is owed moves these rows too.
        rows = [
            DeadlineRow(table.game_id, kind, seat, after[kind] - owed, str(decision))
            for kind, seat in sorted(wanted)
            if decision is not None and kind in after
        ]
        await self._store.change_deadlines(passed, rows)

    def _schedule(self, table: Table) -> Mapping[str, float]:
        """When the deadlines of a decision pass that opens now, by kind."""
        now, pace = self._absences.time_in(table.game_id, self._now()), table.state.pace
        half = math.inf if pace.turn is None else pace.turn / 2
        times: dict[str, float] = {}
        if self._prompt_after > 0:
            times[PROMPT] = now + min(self._prompt_after, half)
        reminder = pace.reminder
        if self._prompt_after <= 0 and pace.turn is not None:
            # Without a prompt the reminder is the one mention, also at the fast pace.
            reminder = half
        if reminder is not None and times.get(PROMPT) != now + reminder:
            times[REMINDER] = now + reminder
        due = self.due(table)
        if due is not None:
            times[TURN] = due
        return times

    def _owe(self, owed: Mapping[int, float]) -> None:
        """The deadlines of games are so many seconds later; what is stored is to follow with `_pay`."""
        for game_id, seconds in owed.items():
            self._owed[game_id] = self._owed.get(game_id, 0.0) + seconds
            if game_id in self._due:
                decision, due_at = self._due[game_id]
                self._due[game_id] = (decision, due_at + seconds)

    async def _pay(self) -> None:
        """Store what is owed; until then nothing is acted on in those games.

        Unless nobody is heard it is noted in the same moment that the bot is alive: a restart would give the
        same time back again.

        Raises:
            StoreError: it could not be stored, and is still owed.
        """
        if not self._owed and not self._slept:
            return
        async with self._writing:
            now, note = self._now(), None
            self._notice_sleep(now)
            if not self._deaf:
                self._owe(self._absences.owed(now))
                note = (_ALIVE, str(now))
            slept, owed = self._slept, self._owed.copy()
            rows = [
                replace(row, due_at=row.due_at + seconds)
                for row in await self._store.due_deadlines(math.inf)
                if row.kind in KINDS
                and row.due_at < NEVER
                and (seconds := slept + owed.get(row.game_id, 0.0))
            ]
            await self._store.change_deadlines((), rows, note)
            if note is not None:
                self._beat = now
            self._slept -= slept
            for game_id, seconds in owed.items():
                self._owed[game_id] -= seconds
                if not self._owed[game_id]:
                    del self._owed[game_id]

    def _owed_to(self, game_id: int) -> float:
        """By how many seconds what is stored of a game is too soon."""
        return self._slept + self._owed.get(game_id, 0.0)

    def _notice_sleep(self, now: float) -> None:
        """Owe everybody the time since the last tick, where that is long ago.

        The process was stopped, the machine asleep, or the event loop stuck. It is noticed before anything
        new is waited for, which has its whole time from now on. Where a game was held meanwhile, the rest
        comes when it goes on.
        """
        last = now if self._ticked is None else self._ticked
        if now - last <= BLINK:
            return
        self._ticked, self._moved = now, True
        for game_id, (decision, due_at) in self._due.items():
            self._due[game_id] = (decision, due_at + now - last)
        self._slept += now - last
        # Of a game that was held already less is owed, and nothing where it was held all the time.
        self._owe({game_id: max(at, last) - now for game_id, at in self._absences.held(now).items()})
        self._absences.note(last, now)
        log.info("nothing was done for %.0f seconds, which everybody is given back", now - last)

    async def tick(self, tables: Tables, attendant: Attendant) -> bool:
        """Start to act on every deadline that has passed; each is acted on once.

        What is done at one table keeps no other waiting. A deadline that cannot be read or written is logged
        and still due, and so is a turn that could not be played.

        Returns:
            Whether the deadlines of all tables are others than before.
        """
        now = self._now()
        self._notice_sleep(now)
        self._ticked = now
        moved, self._moved = self._moved, False
        passed: dict[int, list[DeadlineRow]] = {}
        try:
            await self._pay()
            behind, self._behind = self._behind, {}
            for table in behind.values():
                await self._keep_up(table)
            if self._deaf:
                return moved
            if now - self._beat >= BEAT:
                self._owe(self._absences.owed(now))
                await self._pay()
            if now - self._beat >= BEAT:
                await self._note_alive(now)
            # Read and written without a watch in between, whose newer deadline would be overwritten.
            async with self._writing:
                for row in await self._store.due_deadlines(now):
                    game_id = row.game_id
                    if game_id in self._passing or game_id in self._absences or self._owed_to(game_id):
                        continue
                    due_at = now + AGAIN_AFTER if row.kind == TURN else NEVER
                    await self._store.set_deadline(replace(row, due_at=due_at))
                    passed.setdefault(game_id, []).append(row)
        except StoreError as error:
            # Looked at every second, they would fill the log while a disk is full.
            if self._complaint != str(error):
                log.warning("deadlines could not be looked at: %s", error)
            self._complaint = str(error)
        else:
            self._complaint = ""
        for game_id, rows in passed.items():
            task = asyncio.create_task(self._act_on(tables, game_id, rows, attendant), name=f"due {game_id}")
            self._passing[game_id] = task
            task.add_done_callback(lambda _, game_id=game_id: self._passing.pop(game_id, None))
        if now - self._swept >= _SWEEP:
            self._swept = now
            self._look_around(tables, attendant)
            await close_idle(self._store, tables, self._absences, now)
        return moved

    async def _act_on(
        self, tables: Tables, game_id: int, rows: Sequence[DeadlineRow], attendant: Attendant
    ) -> None:
        about(tables.numbered(game_id))
        try:
            table = await tables.get(game_id)
            if table is None:
                return
            if any(row.decision != str(table.state.decision) for row in rows):
                await self._keep_up(table)
            await self._pass(table, rows, attendant)
        except Unreadable as why:
            log.error("the deadlines of game %d are given up: %s %s", game_id, type(why).__name__, why)
            await self._give_up(rows)
        except Exception as error:
            log.error("the deadlines of game %d were not acted on: %s", game_id, described(error))

    async def _give_up(self, rows: Iterable[DeadlineRow]) -> None:
        """Look no more at turns of a game that this program cannot read."""
        try:
            for row in rows:
                await self._store.set_deadline(replace(row, due_at=NEVER))
        except StoreError as error:
            log.warning("deadlines could not be given up: %s", error)

    async def _pass(self, table: Table, rows: Sequence[DeadlineRow], attendant: Attendant) -> None:
        """Act on deadlines of one table that have passed."""
        decision = table.state.decision
        for seat in _overdue(table, rows):
            occupant = table.state.seats[seat]
            if isinstance(occupant, Person) and await self._has_left(table, seat, attendant):
                await table.act(Leave(occupant.number))
        for seat in _overdue(table, [row for row in rows if row.kind == TURN]):
            if decision is not None:
                await self._play_turn(table, seat, decision)
        for kind in (PROMPT, REMINDER):
            seats = _overdue(table, [row for row in rows if row.kind == kind])
            if seats:
                await attendant.remind(table, seats, again=kind == REMINDER)

    async def _has_left(self, table: Table, seat: int, attendant: Attendant) -> bool:
        """Whether the person has left the server; where that cannot be found out, they have not."""
        try:
            return await attendant.has_left(table, seat)
        except Exception as error:
            log.warning("who sits at game %d could not be looked up: %s", table.game_id, described(error))
            return False

    def _look_around(self, tables: Tables, attendant: Attendant) -> None:
        """Where no clock does it, look up now and then whether those who are waited for are still there."""
        now, looked = self._now(), self._looked
        self._looked = {}
        for game_id, since in tables.without_clock:
            last = max(since, looked.get(game_id, 0.0))
            if now - last < LOOK_EVERY or game_id in self._passing:
                self._looked[game_id] = looked.get(game_id, 0.0)
                continue
            self._looked[game_id] = now
            task = asyncio.create_task(self._look_up(tables, game_id, attendant), name=f"look {game_id}")
            self._passing[game_id] = task
            task.add_done_callback(lambda _, game_id=game_id: self._passing.pop(game_id, None))

    async def _look_up(self, tables: Tables, game_id: int, attendant: Attendant) -> None:
        """Have those leave the table who are waited for and have left the server."""
        about(tables.numbered(game_id))
        try:
            table = await tables.take_up(game_id)
            if table is None:
                return
            for seat in waited_for(table.state):
                occupant = table.state.seats[seat]
                if isinstance(occupant, Person) and await self._has_left(table, seat, attendant):
                    await table.act(Leave(occupant.number))
        except StoreError as error:
            log.warning("nobody could leave game %d: %s", game_id, error)

    async def _note_alive(self, now: float) -> None:
        await self._store.set_value(_ALIVE, str(now))
        self._beat = now

    async def overdue(self, table: Table) -> tuple[int, ...]:
        """The seats of people who have been mentioned, or should have been, for the open decision."""
        rows = await self._store.deadlines(table.game_id)
        return _overdue(table, [row for row in rows if row.due_at >= NEVER])

    async def close(self) -> None:
        """Drop what is being done about passed deadlines, and wait for those that are being written.

        What was dropped is made up for after a restart.
        """
        passing = tuple(self._passing.values())
        for task in passing:
            task.cancel()
        await asyncio.gather(*passing, return_exceptions=True)
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)


def _overdue(table: Table, passed: Iterable[DeadlineRow]) -> tuple[int, ...]:
    """The seats among these deadlines' whose decision is still theirs to make, lowest first."""
    decision, waiting = str(table.state.decision), waited_for(table.state)
    seats = {row.seat for row in passed if row.kind in KINDS and row.decision == decision}
    return tuple(seat for seat in waiting if seat in seats)


def waited_for(state: TableState) -> tuple[int, ...]:
    """The seats of people who have something to decide now."""
    return tuple(seat for seat in state.awaited if isinstance(state.seats[seat], Person))


def _time_in(text: str | None) -> float | None:
    """The time that was noted; None where none was, or something else."""
    if text is None:
        return None
    with contextlib.suppress(ValueError):
        if math.isfinite(time := float(text)):
            return time
    log.warning("how long the bot was away is not known, so no deadline is moved")
    return None
