"""The benchmark of thinking: how long a click takes to be answered while Experts think at other tables."""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.console import whole_number
from bot.engine.acts import ByPerson, Pass, PlayCard, Start
from bot.engine.computers import Computers, Tempo
from bot.engine.state import Person
from bot.engine.table import Change, Table
from bot.engine.tables import Opening, Tables
from bot.engine.thinkers import Thinkers
from bot.pictures.hand import HandPicture
from bot.pictures.studio import Studio
from bot.pictures.table import SeatPicture, TablePicture
from bot.players import compiled
from bot.rules.ruleset import Ruleset
from bot.settings import Settings
from bot.store.store import Store

GOAL_MS: Final = 100.0
"""Within so long 99 of 100 clicks are answered."""
BETWEEN: Final = 0.1
"""Seconds between an answer and the next click."""
LOOK: Final = 0.02
"""Seconds until somebody looks again whether it is their turn."""
TICK: Final = 0.01
"""Seconds between two looks at whether the event loop is in time."""
PEOPLE: Final = 4
SERVER: Final = 10

DONE: Final = 0
FAILED: Final = 1
NOT_SET: Final = 2


@dataclass(frozen=True)
class Size:
    """How much is measured.

    Attributes:
        clicks: how many, with nobody thinking and then again with everybody.
        tables: at so many other tables an Expert thinks at any time.
        workers: worker processes that think; 0 for threads.
    """

    clicks: int = 300
    tables: int = 8
    workers: int = 1


def add_command(benches: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `bench thinking` to a command line.

    It sets `run` in what is parsed: a function from the parsed arguments to the exit status, which is 0 where
    the goal was met, 1 where it was missed, and 2 where there is nothing to measure.

    Args:
        benches: what `ArgumentParser.add_subparsers` gave, for the benchmarks.
    """
    text = "measure how soon a click is answered while Experts think at other tables, as JSON"
    parser = benches.add_parser("thinking", help=text, description=f"{text[0].upper()}{text[1:]}.")
    usual = Size()
    for name, least, default, what in (
        ("clicks", 2, usual.clicks, "clicks while nobody thinks, and again while all do"),
        ("tables", 1, usual.tables, "other tables, at each of which an Expert thinks at any time"),
        ("workers", 0, usual.workers, "worker processes; 0 for threads"),
    ):
        text = f"{what} (default: %(default)s)"
        parser.add_argument(f"--{name}", type=whole_number(least), default=default, metavar="N", help=text)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    measured = asyncio.run(bench(Size(arguments.clicks, arguments.tables, arguments.workers)))
    sys.stdout.write(json.dumps(measured, indent=2) + "\n")
    return DONE if measured["met"] else FAILED


async def bench(size: Size) -> dict[str, Any]:
    """Measure everything between a click and its answer but Discord itself.

    Four people pass and play through deals. A click counts from when it comes in until the move is on disk
    and the picture of the hand, as it is then, is drawn; meanwhile the picture of the table and the next
    player's hand are drawn too. At each of the other tables one person plays with three Experts at the usual
    pace, and so that no worker rests between two moves, an Expert thinks there all the time about whatever is
    to be decided.

    Returns:
        As JSON: the milliseconds until a click was answered, with nobody thinking and with everybody; how
        late the event loop came meanwhile to whatever was due; how many decisions were made a second, and at
        which level; whether the goal was met.
    """
    with tempfile.TemporaryDirectory(prefix="hearts-bench-") as folder:
        async with await Store.open(Path(folder) / "bench.sqlite") as store:
            hall = _Hall(store, size)
            async with hall.open():
                quiet = await hall.click_for(size.clicks)
                hall.thinkers.played.clear()
                began = time.perf_counter()
                async with hall.busy():
                    busy = await hall.click_for(size.clicks)
                    seconds = time.perf_counter() - began
                late = hall.late
                played = sorted(hall.thinkers.played.items())
    thinking = _spread(busy)
    return {
        "clicks": size.clicks,
        "tables": size.tables,
        "workers": size.workers,
        "compiled": compiled.available(),
        "goal_p99_ms": GOAL_MS,
        "nobody_thinks_ms": _spread(quiet),
        "experts_think_ms": thinking,
        "event_loop_late_ms": _spread(late),
        "decisions_per_second": round(sum(count for _, count in played) / seconds, 1),
        "experts_as": {level: count for (_, level), count in played},
        "met": thinking["p99"] <= GOAL_MS,
    }


class _Hall:
    """The parts of the bot that answer a click, a table at which people click, and others.

    Attributes:
        thinkers: where Experts think.
        late: by how many milliseconds the event loop was late, again and again while they did.
    """

    def __init__(self, store: Store, size: Size) -> None:
        usual = Settings.model_fields
        tempo = Tempo(usual["computer_pace"].default, usual["trick_pause"].default)
        self.thinkers = Thinkers(size.workers)
        self.late: list[float] = []
        self._store = store
        self._size = size
        self._interval: float = usual["edit_interval"].default
        self._computers = Computers(self.thinkers.choose, tempo)
        self._studio = Studio()
        self._tables = Tables(store, time.time, (self._computers.on_change, self._show))
        self._clicked: Table | None = None
        self._people: list[int] = []
        self._drawn: dict[int, float] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Start the workers, and end everything at the end."""
        self._people = [await self._person(number) for number in range(PEOPLE)]
        self.thinkers.start()
        try:
            while self.thinkers.free < self._size.workers:  # noqa: ASYNC110 (nobody tells)
                await asyncio.sleep(LOOK)
            yield
        finally:
            await self._computers.close()
            await self.thinkers.close()
            await _cancel(self._tasks)
            await self._studio.close()

    @asynccontextmanager
    async def busy(self) -> AsyncIterator[None]:
        """Have Experts play, and think, at all other tables."""
        tasks: set[asyncio.Task[Any]] = {asyncio.create_task(self._watch_the_loop())}
        for number in range(self._size.tables):
            host = await self._person(PEOPLE + number)
            table = await self._open_table((host,), channel=100 + number)
            tasks |= {asyncio.create_task(self._play(table, host)), asyncio.create_task(self._think(table))}
        try:
            yield
        finally:
            await _cancel(tasks)

    async def _watch_the_loop(self) -> None:
        while True:
            due = time.perf_counter() + TICK
            await asyncio.sleep(TICK)
            self.late.append((time.perf_counter() - due) * 1000)

    async def click_for(self, clicks: int) -> list[float]:
        """Click so often, and give the milliseconds until each was answered."""
        took: list[float] = []
        while len(took) < clicks:
            if self._clicked is None or not self._clicked.state.open:
                self._clicked = await self._open_table(tuple(self._people), channel=99)
            began = time.perf_counter()
            await self._click(self._clicked)
            took.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(BETWEEN)
        return took

    async def _click(self, table: Table) -> None:
        seat = table.state.awaited[0]
        occupant = table.state.seats[seat]
        assert isinstance(occupant, Person)
        await self._move(table, seat, ByPerson(occupant.number))
        await self._draw_hand(table, seat)

    async def _move(self, table: Table, seat: int, who: ByPerson) -> None:
        view = table.view(seat)
        assert view is not None
        decision = table.state.decision
        cards = tuple(view.hand)[: view.public.ruleset.pass_size]
        outcome = await table.act(
            Pass(who, cards, decision) if view.to_pass else PlayCard(who, view.legal.lowest, decision)
        )
        assert isinstance(outcome, Change), outcome

    async def _play(self, table: Table, host: int) -> None:
        """The person at another table: plays the lowest card at once."""
        while table.state.open:
            seat = table.state.seat_of(host)
            if seat is not None and seat in table.state.awaited:
                await self._move(table, seat, ByPerson(host))
            await asyncio.sleep(LOOK)

    async def _think(self, table: Table) -> None:
        while table.state.open:
            view = table.view(table.state.awaited[0])
            assert view is not None
            await self.thinkers.choose("expert", table.game_id, view)

    def _show(self, table: Table, change: Change) -> None:
        """Listener: draw what people are then shown."""
        if change.after.deal is None:
            return
        now = time.monotonic()
        if now - self._drawn.get(table.game_id, 0) >= self._interval:
            self._drawn[table.game_id] = now
            self._begin(self._draw_table(table))
        if not change.after.deal.passing and isinstance(change.after.seats[change.after.awaited[0]], Person):
            self._begin(self._draw_hand(table, change.after.awaited[0]))

    def _begin(self, drawing: Any) -> None:
        task = asyncio.create_task(drawing)
        self._tasks.add(task)
        task.add_done_callback(self._drawn_one)

    def _drawn_one(self, task: asyncio.Task[Any]) -> None:
        # One that failed stays, to be told at the end.
        if task.cancelled() or task.exception() is None:
            self._tasks.discard(task)

    async def _draw_hand(self, table: Table, seat: int) -> None:
        view = table.view(seat)
        if view is not None and view.hand:
            await self._studio.hand(HandPicture(view.hand, playable=view.legal or None))

    async def _draw_table(self, table: Table) -> None:
        view = table.public()
        if view is not None:
            seats = tuple(SeatPicture(f"Player {seat}", computer=False) for seat in range(view.players))
            shown = TablePicture(view, seats, view.trick, pass_label=None, broken_label=None)
            await self._studio.table(shown)

    async def _open_table(self, people: tuple[int, ...], channel: int) -> Table:
        table = await self._tables.open(
            Opening(SERVER, channel, "en", Ruleset(limit=1000), people, level="expert")
        )
        assert isinstance(table, Table)
        await table.act(Start(people[0]))
        return table

    async def _person(self, number: int) -> int:
        return (await self._store.person(number + 1, f"Player {number}")).person_id


async def _cancel(tasks: set[asyncio.Task[Any]]) -> None:
    """End tasks; what went wrong in one is raised."""
    ending = [*tasks]
    for task in ending:
        task.cancel()
    for ended in await asyncio.gather(*ending, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended


def _spread(milliseconds: list[float]) -> dict[str, float]:
    parts = statistics.quantiles(milliseconds, n=100, method="inclusive")
    return {
        "p50": round(parts[49], 1),
        "p95": round(parts[94], 1),
        "p99": round(parts[98], 1),
        "max": round(max(milliseconds), 1),
    }
