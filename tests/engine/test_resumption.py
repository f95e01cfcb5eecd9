"""After a start all open games are taken up; a table nobody comes to leaves memory till it is asked for."""

import asyncio
import gc
from pathlib import Path
from typing import Any

import pytest

from bot.engine import resumption
from bot.engine.acts import Act
from bot.engine.clock import LOOK_EVERY, TURN
from bot.engine.paces import Pace
from bot.engine.resumption import AT_ONCE, LOOK, RECENT, SHIFTED, SHOW, Resumption
from bot.engine.table import Change, Table
from bot.store import Row, Store
from tests.engine.evening import Time, quiet
from tests.engine.faulty import FaultyStore
from tests.engine.hall import TURNS, Hall
from tests.engine.tabletop import ANNA, FOUR, lowest_act, open_table, play

LONG = RECENT + 100.0


class Start:
    """A program that starts, and which messages it looks at."""

    def __init__(self, hall: Hall) -> None:
        self.shown: list[int] = []
        self.time = Time()
        self.resumption = Resumption(
            hall.tables,
            hall.clock,
            hall.computers,
            hall.wishes,
            lambda table: self.shown.append(table.game_id),
            self.time.sleep,
        )
        self.hall = hall

    async def all(self) -> None:
        """Take up everything."""
        await self.hall.clock.resume()
        await self.resumption.begin()
        await self.others()

    async def others(self) -> None:
        task = self.resumption._going_on
        if task is not None:
            await task


async def left_behind(path: Path, ages: list[float], pace: Pace = Pace.NONE) -> tuple[float, list[int]]:
    """Open games in which something happened so many seconds before the end; when that was, and the games."""
    games: list[int] = []
    end = 100_000.0
    async with await Store.open(path) as store:
        for number, age in enumerate(ages):
            hall = Hall(store, time=end - age)
            table = await open_table(hall.tables, *FOUR, channel=20 + number, start=True, pace=pace)
            games.append(table.game_id)
            await quiet()
        await Hall(store, time=end).clock.resume()
    return end, games


async def test_messages_are_looked_at_where_something_happened_shortly_before_the_end(path: Path) -> None:
    end, games = await left_behind(path, [LONG, 3.0, RECENT, LONG, 60.0])
    async with await Store.open(path) as store:
        start = Start(Hall(store, time=end + 10))
        await start.all()
    assert start.shown == [games[1], games[4], games[2]], "whoever played last comes first"


@pytest.mark.parametrize(
    ("pace", "away", "shown"),
    [
        (Pace.SLOW, SHIFTED + 1, True),
        (Pace.SLOW, SHIFTED, False),
        (Pace.NONE, SHIFTED + 1, False),
    ],
)
async def test_and_where_the_time_a_turn_is_due_has_moved(
    pace: Pace, away: float, shown: bool, path: Path
) -> None:
    end, games = await left_behind(path, [LONG], pace)
    async with await Store.open(path) as store:
        start = Start(Hall(store, time=end + away))
        await start.all()
    assert start.shown == (games if shown else [])


async def test_a_table_nobody_was_at_lately_does_not_stay_in_memory(path: Path) -> None:
    end, games = await left_behind(path, [LONG, 3.0])
    async with await Store.open(path) as store:
        hall = Hall(store, time=end)
        await Start(hall).all()
        gc.collect()
        assert [table.game_id for table in hall.tables.in_memory] == [games[1]]
        assert [hall.tables.has(game) for game in games] == [False, True]


@pytest.mark.parametrize("moment", ["header", "rows", "erased_among", "deadlines"])
async def test_unless_somebody_comes_to_it_while_it_is_taken_up(
    moment: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    end, games = await left_behind(path, [LONG])
    async with await Store.open(path) as store:
        hall = Hall(store, time=end)
        reads = getattr(store, moment)
        come: list[Table | None] = []

        async def somebody_comes_first(*asked: Any) -> Any:
            monkeypatch.setattr(store, moment, reads)
            come.append(await hall.tables.get(games[0]))
            return await reads(*asked)

        monkeypatch.setattr(store, moment, somebody_comes_first)
        await Start(hall).all()
        assert len(come) == 1
        assert hall.tables.in_memory == tuple(come)
        assert hall.tables.open_count == 1


async def test_or_while_what_has_been_read_is_looked_at(path: Path) -> None:
    end, games = await left_behind(path, [LONG])
    async with await Store.open(path) as store:
        hall = Hall(store, time=end)
        come: list[Table | None] = []

        async def somebody_comes(table: Table) -> None:
            come.append(await hall.tables.get(table.game_id))

        hall.tables.readers = (somebody_comes,)
        await Start(hall).all()
        assert [table and table.game_id for table in come] == games
        assert hall.tables.in_memory == tuple(come)


async def test_a_table_that_rests_from_the_start_is_one_of_the_open_ones(path: Path) -> None:
    end, games = await left_behind(path, [LONG])
    async with await Store.open(path) as store:
        hall = Hall(store, time=end)
        await Start(hall).all()
        assert hall.tables.in_memory == ()
        assert hall.tables.open_count == 1
        assert hall.tables.without_clock == ((games[0], end),)


async def test_one_where_a_computer_is_to_move_goes_on(path: Path) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        table = await open_table(hall.tables, ANNA, computers=3, start=True)
        before = table.state.count
    async with await Store.open(path) as store:
        hall = Hall(store, time=2 * LONG, computers=True)
        await hall.clock.resume()
        start = Start(hall)
        await start.all()
        while (again := await hall.tables.get(table.game_id)) and not again.waits_for_people:
            await quiet()
        assert again is not None
        assert again.state.count > before


class TestMany:
    @pytest.fixture(autouse=True)
    def _few_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(resumption, "AT_ONCE", 2)

    async def test_the_first_are_taken_up_without_a_pause_others_in_no_hurry(self, path: Path) -> None:
        end, games = await left_behind(path, [1.0, 2.0, 3.0, LONG, LONG + 1])
        async with await Store.open(path) as store:
            hall = Hall(store, time=end)
            start = Start(hall)
            await hall.clock.resume()
            await start.resumption.begin()
            assert start.shown == [], "the bot connects meanwhile"
            await start.others()
        assert start.shown == games[:3]
        assert start.time.slept == [SHOW, LOOK, LOOK]

    async def test_one_that_is_played_at_meanwhile_is_the_same_table(self, path: Path) -> None:
        end, games = await left_behind(path, [1.0, 2.0, LONG])
        async with await Store.open(path) as store:
            hall = Hall(store, time=end)
            start = Start(hall)
            await hall.clock.resume()
            await start.resumption.begin()
            table = await hall.tables.get(games[2])
            assert table is not None
            assert isinstance(await table.act(lowest_act(table.state)), Change)
            await start.others()
            assert await hall.tables.get(games[2]) is table
            assert table in hall.tables.in_memory

    async def test_one_that_cannot_be_read_keeps_no_other(
        self, store: FaultyStore, caplog: pytest.LogCaptureFixture
    ) -> None:
        hall = Hall(store)
        tables = [await open_table(hall.tables, channel=channel, start=True) for channel in range(5)]
        for table, row in ((tables[1], Row("charged", 1, "{}")),):
            await store.append(table.game_id, table.state.count + 1, [row], 1000.0)
        start = Start(Hall(store))
        await start.hall.clock.resume()
        await start.resumption.begin()
        store.fail["rows"] = 1
        await start.others()
        assert {*start.shown} == {table.game_id for table in tables if table is not tables[1]}
        assert "cannot be read back" in caplog.text

    async def test_who_closes_takes_up_no_more(self, path: Path) -> None:
        end, games = await left_behind(path, [1.0, 2.0, 3.0, 4.0])
        async with await Store.open(path) as store:
            start = Start(Hall(store, time=end))
            start.time.still = asyncio.Event()
            await start.hall.clock.resume()
            await start.resumption.begin()
            await start.resumption.close()
            assert len(start.shown) < len(games)


async def act(table: Table, act: Act) -> None:
    assert isinstance(await table.act(act), Change)


async def test_a_table_that_rests_is_read_again_as_it_was(store: Store) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, *FOUR, start=True, pace=Pace.SLOW)
    await play(table, 9)
    await quiet()
    game_id, state, due = table.game_id, table.state, hall.clock.due(table)
    hall.time += 30.0
    assert hall.tables.idle(hall.time - 30.0) == ()
    assert hall.tables.idle(hall.time - 29.0) == (table,)
    hall.tables.rest(table)
    del table
    gc.collect()
    assert not hall.tables.has(game_id)
    assert hall.tables.in_memory == ()
    again = await hall.tables.get(game_id)
    assert again is not None
    assert again.state == state
    assert again in hall.tables.in_memory
    assert hall.clock.due(again) == due


async def test_whoever_still_uses_a_table_that_rests_has_the_same_as_others(store: Store) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True)
    hall.tables.rest(table)
    await act(table, lowest_act(table.state))
    assert await hall.tables.get(table.game_id) is table


async def test_a_table_that_waits_for_a_computer_does_not_rest(store: Store) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, ANNA, computers=3, start=True)
    hall.time += LONG
    assert not table.waits_for_people
    assert hall.tables.idle(hall.time) == ()


async def test_a_turn_at_a_table_that_rests_is_played_when_it_is_due(path: Path) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        table = await open_table(hall.tables, start=True, pace=Pace.FAST)
        await quiet()
        game_id, count = table.game_id, table.state.count
        hall.tables.rest(table)
        hall.changes.clear()
        del table
        gc.collect()
        await hall.tick(TURNS[Pace.FAST])
        again = await hall.tables.get(game_id)
        assert again is not None
        assert again.state.count > count
        assert TURN in {row.kind for row in await store.deadlines(game_id)}


async def test_who_has_left_is_found_at_a_table_without_a_clock_that_rests(store: Store) -> None:
    hall = Hall(store, patience=0)
    table = await open_table(hall.tables, start=True)
    hall.tables.rest(table)
    hall.doorman.left = {table.state.host or 0}
    assert await hall.tick(LOOK_EVERY - 60) == []
    assert hall.doorman.looked_up == []
    await hall.tick(61)
    await quiet()
    assert {*FOUR} >= {*hall.doorman.looked_up} >= hall.doorman.left
    assert table.state.seat_of(ANNA) is None


def test_a_small_bot_is_whole_at_its_start() -> None:
    assert AT_ONCE >= 20
