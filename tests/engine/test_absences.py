"""Only time in which people can play counts: not before Discord is heard, not after, not in a long sleep."""

import asyncio
import contextlib
from pathlib import Path

import pytest

from bot.engine.actions import Cancelled
from bot.engine.clock import BEAT, PROMPT, TURN
from bot.engine.idle import LOBBY_LIFE
from bot.engine.paces import Pace
from bot.engine.table import Table
from bot.store import StorageFailed, Store
from tests.engine.evening import quiet
from tests.engine.faulty import FaultyStore, Gate
from tests.engine.hall import PATIENCE, TURNS, Hall
from tests.engine.tabletop import ANNA, lowest_act, open_table, play

LIMIT = TURNS[Pace.FAST]
LONG = 75.0
"""Longer than the time for a turn."""
SWEEP = 60.0
BEFORE = BEAT + 1
"""Seconds after which it has just been noted that the bot is alive."""


async def sat_down(hall: Hall, channel: int = 1) -> Table:
    """A game of four people in which one is to play."""
    table = await open_table(hall.tables, channel=channel, start=True, pace=Pace.FAST)
    await play(table, 6)
    await quiet()
    return table


async def ticks(hall: Hall, seconds: float) -> None:
    """Let time pass with a tick every second."""
    for _ in range(int(seconds)):
        hall.time += 1
        await hall.clock.tick(hall.tables, hall.doorman)
        await quiet()


def hold(hall: Hall, *tables: Table, deaf: bool = True) -> None:
    """Nobody can play at these tables."""
    hall.clock.hold({table.game_id: table.state.server for table in tables}, deaf=deaf)


def everywhere(_: int) -> bool:
    """Every server."""
    return True


async def has_left(hall: Hall, table: Table, seconds: float) -> None:
    """Somebody has so many seconds left, and is played for when those are over and not before."""
    before = table.state.decision
    assert hall.clock.due(table) == hall.time + seconds
    assert {at for at, _ in (await hall.rows(table, TURN)).values()} == {hall.time + seconds}
    await ticks(hall, seconds - 1)
    assert table.state.decision == before
    assert hall.turns == []
    await ticks(hall, 1)
    assert table.state.decision != before
    assert len(hall.turns) == 1


class TestBeforeDiscordIsHeard:
    async def test_no_clock_runs(self, path: Path) -> None:
        async with await Store.open(path) as store:
            hall = Hall(store)
            table = await sat_down(hall)
            await ticks(hall, BEFORE)
        async with await Store.open(path) as store:
            hall = Hall(store, time=hall.time)
            await hall.clock.resume()
            (table,) = await hall.tables.resume()
            await hall.clock.watch(table)
            await ticks(hall, LONG)
            assert (hall.turns, hall.mentions) == ([], [])
            assert table.game_id in await hall.clock.go_on(everywhere)
            await has_left(hall, table, LIMIT - BEFORE)

    async def test_nor_in_a_game_that_is_not_in_memory(self, path: Path) -> None:
        async with await Store.open(path) as store:
            hall = Hall(store)
            table = await sat_down(hall)
            await ticks(hall, BEFORE)
        async with await Store.open(path) as store:
            hall = Hall(store, time=hall.time)
            await hall.clock.resume()
            await ticks(hall, LONG)
            assert hall.tables.in_memory == ()
            await hall.clock.go_on(everywhere)
            (table,) = await hall.tables.resume()
            await hall.clock.watch(table)
            await has_left(hall, table, LIMIT - BEFORE)

    async def test_however_often_the_bot_is_started_in_vain(self, path: Path) -> None:
        async with await Store.open(path) as store:
            hall = Hall(store)
            await sat_down(hall)
            await ticks(hall, BEFORE)
        for _ in range(3):
            async with await Store.open(path) as store:
                hall = Hall(store, time=hall.time + 7)
                await hall.clock.resume()
                await ticks(hall, LONG)
        async with await Store.open(path) as store:
            hall = Hall(store, time=hall.time + 7)
            await has_left(hall, await hall.resume(), LIMIT - BEFORE)

    async def test_a_start_that_fails_gives_nothing_back_or_all_of_it_once(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with await Store.open(path) as store:
            hall = Hall(store)
            await sat_down(hall)
            await ticks(hall, BEFORE)

        async def fail(*_: object) -> None:
            raise StorageFailed("the disk is full")

        async with await Store.open(path) as store:
            hall = Hall(store, time=hall.time + LONG)
            with monkeypatch.context() as patched, contextlib.suppress(StorageFailed):
                # After whatever is done first the disk is full.
                patched.setattr(store, "set_value", fail)
                await hall.clock.resume()
        async with await Store.open(path) as store:
            hall = Hall(store, time=hall.time)
            await has_left(hall, await hall.resume(), LIMIT - BEFORE)


class TestWhileDiscordIsNotHeard:
    async def test_a_restart_gives_the_time_back(self, path: Path) -> None:
        async with await Store.open(path) as store:
            hall = Hall(store)
            table = await sat_down(hall)
            await ticks(hall, BEFORE)
            left = (hall.clock.due(table) or 0.0) - hall.time
            hold(hall, table)
            await ticks(hall, LONG)
            assert hall.turns == []
        async with await Store.open(path) as store:
            hall = Hall(store, time=hall.time + 3)
            await has_left(hall, await hall.resume(), left)

    async def test_what_a_restart_has_given_back_is_not_given_again(self, path: Path) -> None:
        async with await Store.open(path) as store:
            hall = Hall(store)
            table = await sat_down(hall)
            await ticks(hall, BEFORE)
            hold(hall, table)
            await ticks(hall, LONG)
            await hall.clock.go_on(everywhere)
            await ticks(hall, BEFORE)
            left = (hall.clock.due(table) or 0.0) - hall.time
        async with await Store.open(path) as store:
            hall = Hall(store, time=hall.time + LONG)
            table = await hall.resume()
            assert left <= (hall.clock.due(table) or 0.0) - hall.time <= left + BEAT

    async def test_nor_where_the_bot_is_killed_as_soon_as_it_is_heard(self, path: Path) -> None:
        async with await Store.open(path) as store:
            hall = Hall(store)
            table, other = [await sat_down(hall, channel) for channel in (1, 2)]
            await ticks(hall, BEFORE)
            hold(hall, table, other)
            await ticks(hall, LONG)
            server = table.state.server
            await hall.clock.go_on(lambda each: each == server)
        async with await Store.open(path) as store:
            hall = Hall(store, time=hall.time + LONG)
            await hall.clock.resume()
            await hall.clock.go_on(everywhere)
            for each in await hall.tables.resume():
                await hall.clock.watch(each)
                assert hall.clock.due(each) == hall.time + LIMIT - BEFORE

    async def test_one_of_several_lines_is_broken_and_the_bot_starts_again(self, path: Path) -> None:
        async with await Store.open(path) as store:
            hall = Hall(store)
            cut, other = [await sat_down(hall, channel) for channel in (1, 2)]
            await ticks(hall, BEFORE)
            hold(hall, cut, deaf=False)
            left = (hall.clock.due(cut) or 0.0) - hall.time
            decision = cut.state.decision
            await ticks(hall, LONG)
            assert cut.state.decision == decision
            assert {game for game, *_ in hall.turns} == {other.game_id}
            left_there = (hall.clock.due(other) or 0.0) - hall.time
        async with await Store.open(path) as store:
            hall = Hall(store, time=hall.time + 1000)
            await hall.clock.resume()
            await hall.clock.go_on(everywhere)
            cut, other = await hall.tables.resume()
            for table, seconds in ((cut, left), (other, left_there)):
                await hall.clock.watch(table)
                assert seconds <= (hall.clock.due(table) or 0.0) - hall.time <= seconds + BEAT

    async def test_whoever_is_to_act_from_then_on_has_the_whole_time(self, store: FaultyStore) -> None:
        hall = Hall(store)
        table = await sat_down(hall)
        await ticks(hall, BEFORE)
        hold(hall, table)
        await ticks(hall, LONG)
        await table.act(lowest_act(table.state))
        await ticks(hall, LONG)
        await hall.clock.go_on(everywhere)
        await has_left(hall, table, LIMIT)

    async def test_whoever_acts_as_soon_as_it_is_heard_leaves_the_next_the_whole_time(
        self, store: FaultyStore
    ) -> None:
        hall = Hall(store)
        table = await sat_down(hall)
        hold(hall, table)
        await ticks(hall, LONG)
        await table.act(lowest_act(table.state))
        await hall.clock.go_on(everywhere)
        await table.act(lowest_act(table.state))
        await quiet()
        await has_left(hall, table, LIMIT)

    async def test_deadlines_that_are_written_as_it_is_heard_again_move_once(
        self, store: FaultyStore
    ) -> None:
        hall = Hall(store)
        table, other = [await sat_down(hall, channel) for channel in (1, 2)]
        await ticks(hall, BEFORE)
        hold(hall, table, other)
        await ticks(hall, LONG)
        store.at_deadline = gate = Gate()
        await other.act(lowest_act(other.state))
        await gate.reached.wait()
        await table.act(lowest_act(table.state))
        going_on = asyncio.create_task(hall.clock.go_on(everywhere))
        await asyncio.sleep(0)
        store.at_deadline = None
        gate.open.set()
        await going_on
        for each in (table, other):
            due = hall.time + LIMIT
            assert hall.clock.due(each) == due
            assert {at for at, _ in (await hall.rows(each, TURN)).values()} == {due}
            assert {at for at, _ in (await hall.rows(each, PROMPT)).values()} == {hall.time + PATIENCE}

    async def test_nobody_is_played_for_until_it_is_stored_that_they_have_more_time(
        self, store: FaultyStore, caplog: pytest.LogCaptureFixture
    ) -> None:
        hall = Hall(store)
        table = await sat_down(hall)
        await ticks(hall, BEFORE)
        hold(hall, table)
        await ticks(hall, LONG)
        store.failures = 3
        await hall.clock.go_on(everywhere)
        assert "did not move yet: the disk is full" in caplog.text
        await ticks(hall, 3)
        assert hall.turns == []
        await has_left(hall, table, LIMIT - BEFORE - 3)

    async def test_no_lobby_closes(self, store: FaultyStore) -> None:
        hall = Hall(store)
        lobby = await open_table(hall.tables, ANNA)
        await hall.tick(600)
        hold(hall, lobby)
        assert await hall.acted(2 * LOBBY_LIFE) == []
        await hall.clock.go_on(everywhere)
        assert await hall.acted(LOBBY_LIFE - 600) == []
        assert await hall.acted(SWEEP) == [Cancelled(None)]

    async def test_lobbies_of_other_servers_close(self, store: FaultyStore) -> None:
        hall = Hall(store)
        lobby, other = [await open_table(hall.tables, ANNA, channel=channel) for channel in (1, 2)]
        hold(hall, lobby, deaf=False)
        assert await hall.acted(LOBBY_LIFE + SWEEP) == [Cancelled(None)]
        assert (lobby.state.open, other.state.open) == (True, False)
        await hall.clock.go_on(everywhere)
        assert await hall.acted(LOBBY_LIFE) == []
        assert await hall.acted(SWEEP) == [Cancelled(None)]


class TestWhenTheProcessSleeps:
    """It was stopped, the machine was asleep, or the event loop stuck: two ticks are far apart."""

    async def test_everybody_is_given_the_time_back_once(self, store: FaultyStore) -> None:
        hall = Hall(store)
        table = await sat_down(hall)
        await ticks(hall, BEFORE)
        hall.time += LONG
        assert await hall.clock.tick(hall.tables, hall.doorman)
        await quiet()
        assert (hall.turns, hall.mentions) == ([], [])
        assert not await hall.clock.tick(hall.tables, hall.doorman)
        await has_left(hall, table, LIMIT - BEFORE)

    async def test_also_when_it_is_killed_right_after_it(self, path: Path) -> None:
        async with await Store.open(path) as store:
            hall = Hall(store)
            await sat_down(hall)
            await ticks(hall, BEFORE)
            hall.time += LONG
            await hall.clock.tick(hall.tables, hall.doorman)
        async with await Store.open(path) as store:
            hall = Hall(store, time=hall.time + LONG)
            await has_left(hall, await hall.resume(), LIMIT - BEFORE)

    async def test_mentions_come_later_too(self, store: FaultyStore) -> None:
        hall = Hall(store)
        table = await sat_down(hall)
        await ticks(hall, BEFORE)
        hall.time += LONG
        await hall.clock.tick(hall.tables, hall.doorman)
        assert {at for at, _ in (await hall.rows(table, PROMPT)).values()} == {hall.time + PATIENCE - BEFORE}

    @pytest.mark.parametrize("order", ["asleep first", "silent first", "all at once"])
    async def test_a_line_that_breaks_meanwhile_is_counted_once(self, order: str, store: FaultyStore) -> None:
        hall = Hall(store)
        table = await sat_down(hall)
        await ticks(hall, BEFORE)
        if order == "silent first":
            hold(hall, table)
            await ticks(hall, LONG)
        hall.time += LONG
        if order == "all at once":
            hold(hall, table)
        await hall.clock.tick(hall.tables, hall.doorman)
        if order == "asleep first":
            hold(hall, table)
        await ticks(hall, LONG)
        assert hall.turns == []
        await hall.clock.go_on(everywhere)
        await has_left(hall, table, LIMIT - BEFORE)

    async def test_whoever_is_to_act_from_then_on_has_the_usual_time(self, store: FaultyStore) -> None:
        hall = Hall(store)
        table, other = [await sat_down(hall, channel) for channel in (1, 2)]
        await ticks(hall, BEFORE)
        hall.time += LONG
        await table.act(lowest_act(table.state))
        await quiet()
        assert await hall.clock.tick(hall.tables, hall.doorman)
        assert hall.clock.due(other) == hall.time + LIMIT - BEFORE
        assert {at for at, _ in (await hall.rows(other, TURN)).values()} == {hall.clock.due(other)}
        assert {at for at, _ in (await hall.rows(table, PROMPT)).values()} == {hall.time + PATIENCE}
        assert hall.clock.due(table) == hall.time + LIMIT
        assert {at for at, _ in (await hall.rows(table, TURN)).values()} == {hall.time + LIMIT}

    async def test_a_line_that_is_there_again_before_the_next_tick_is_counted_once(
        self, store: FaultyStore
    ) -> None:
        hall = Hall(store)
        table, other = [await sat_down(hall, channel) for channel in (1, 2)]
        await ticks(hall, BEFORE)
        hold(hall, table, deaf=False)
        hall.time += LONG
        await hall.clock.go_on(everywhere)
        assert await hall.clock.tick(hall.tables, hall.doorman)
        for each in (table, other):
            due = hall.time + LIMIT - BEFORE
            assert hall.clock.due(each) == due
            assert {at for at, _ in (await hall.rows(each, TURN)).values()} == {due}

    async def test_a_tick_that_comes_a_little_late_changes_nothing(self, store: FaultyStore) -> None:
        hall = Hall(store)
        table = await sat_down(hall)
        due = hall.clock.due(table)
        for _ in range(12):
            hall.time += 4
            assert not await hall.clock.tick(hall.tables, hall.doorman)
        assert hall.clock.due(table) == due

    async def test_a_disk_that_is_full_then_only_delays_it(
        self, store: FaultyStore, caplog: pytest.LogCaptureFixture
    ) -> None:
        hall = Hall(store)
        table = await sat_down(hall)
        await ticks(hall, BEFORE)
        hall.time += LONG
        store.failures = 2
        await ticks(hall, 3)
        assert hall.turns == []
        assert "could not be looked at: the disk is full" in caplog.text
        await has_left(hall, table, LIMIT - BEFORE - 2)

    async def test_lobbies_have_the_usual_time(self, store: FaultyStore) -> None:
        hall = Hall(store)
        await open_table(hall.tables, ANNA)
        await hall.tick(600)
        hall.time += 8 * 3600
        await hall.clock.tick(hall.tables, hall.doorman)
        await quiet()
        assert await hall.acted(LOBBY_LIFE - 600) == []
        assert await hall.acted(SWEEP) == [Cancelled(None)]
