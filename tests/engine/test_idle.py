"""Tables nobody comes to: a lobby closes after an hour, a game ends as abandoned after seven days."""

import asyncio
from pathlib import Path

import pytest

from bot.engine.actions import Cancelled, SeatKept
from bot.engine.acts import Abandon, AddComputer, Join, Start, TableRefusal, TableRule
from bot.engine.clock import LOOK_EVERY
from bot.engine.idle import GAME_LIFE, LOBBY_LIFE
from bot.engine.paces import Pace
from bot.engine.state import Phase
from bot.engine.table import Change
from bot.store import GameStatus, Row, Store
from tests.engine.evening import quiet
from tests.engine.faulty import FaultyStore, Gate
from tests.engine.hall import PATIENCE, Hall
from tests.engine.tabletop import ANNA, BERT, FOUR, lowest_act, on_disk, open_table, play

SWEEP = 60.0
every_pace = pytest.mark.parametrize("pace", Pace, ids="pace={}".format)


def test_how_long_a_table_lives() -> None:
    assert (LOBBY_LIFE, GAME_LIFE) == (3600, 7 * 24 * 3600)


@every_pace
async def test_a_lobby_closes_after_an_hour(pace: Pace, store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, ANNA, pace=pace)
    assert await hall.acted(LOBBY_LIFE) == []
    assert await hall.acted(SWEEP) == [Cancelled(None)]
    assert table.state.phase is Phase.CANCELLED
    assert await hall.tables.in_channel(20) is None
    assert await hall.acted(1e6) == []


async def test_whoever_comes_keeps_it_open_for_another_hour(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, ANNA)
    for act in (Join(BERT), AddComputer(ANNA)):
        assert await hall.acted(LOBBY_LIFE - SWEEP) == []
        await table.act(act)
    assert await hall.acted(LOBBY_LIFE) == []
    assert await hall.acted(SWEEP) == [Cancelled(None)]


@every_pace
async def test_a_game_nobody_touches_for_seven_days_is_abandoned(pace: Pace, store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=pace)
    # The clock plays two turns for each of them, and then nobody moves, as computers do not here.
    for _ in range(0 if pace is Pace.NONE else 10):
        await hall.tick(86400)
    touched = (await store.rows(table.game_id))[-1].at
    assert await hall.acted(touched + GAME_LIFE - hall.time) == []
    assert await hall.acted(SWEEP) == [Cancelled(None)]
    assert await hall.all_rows() == ()
    header = await store.header(table.game_id)
    assert header is not None
    assert header.status is GameStatus.CANCELLED


async def test_a_card_after_six_days_keeps_it_open(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True)
    for _ in range(4):
        assert await hall.acted(6 * 86400) == []
        await play(table, 1)
    assert table.state.open


async def test_the_lobby_of_one_and_the_game_of_others(store: FaultyStore) -> None:
    hall = Hall(store)
    lobbies = [await open_table(hall.tables, ANNA, channel=channel) for channel in (1, 2)]
    game = await open_table(hall.tables, channel=3, start=True)
    hall.time += 100
    young = await open_table(hall.tables, ANNA, channel=4)
    assert await hall.acted(LOBBY_LIFE) == [Cancelled(None)] * 2
    assert [table.state.open for table in (*lobbies, game, young)] == [False, False, True, True]


@pytest.mark.parametrize("act", [Join(BERT), Start(ANNA)], ids=["joining", "starting"])
async def test_a_click_in_the_moment_a_lobby_would_close(act: Join | Start, store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, ANNA)
    hall.time += LOBBY_LIFE + SWEEP
    store.before[table.game_id] = gate = Gate()
    clicking = asyncio.create_task(table.act(act))
    await gate.reached.wait()
    looking = asyncio.create_task(hall.clock.tick(hall.tables, hall.doorman))
    for _ in range(20):
        await store.idle_games(GameStatus.LOBBY, hall.time)
    del store.before[table.game_id]
    gate.open.set()
    assert isinstance(await clicking, Change)
    await looking
    await quiet()
    assert table.state.open
    assert await on_disk(store, table) == table.state


async def test_a_click_after_it_was_found_idle(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, ANNA)
    count = table.state.count
    await table.act(Join(BERT))
    assert await table.act(Abandon(count)) == TableRefusal(TableRule.DECISION_PAST)
    assert isinstance(await table.act(Abandon(count + 1)), Change)


async def test_a_lobby_that_cannot_be_read_or_closed_keeps_no_other_open(
    store: FaultyStore, caplog: pytest.LogCaptureFixture
) -> None:
    hall = Hall(store)
    games = [await open_table(hall.tables, ANNA, channel=channel) for channel in range(3)]
    await store.append(games[0].game_id, games[0].state.count + 1, [Row("charged", 1, "{}")], 1.0)
    again = Hall(store, time=hall.time)
    await again.tables.resume()
    caplog.clear()
    store.fail["append"] = 1
    assert await again.acted(LOBBY_LIFE + SWEEP) == [Cancelled(None)]
    assert caplog.text.count(" was not closed: StorageFailed") == 1
    assert await again.acted(SWEEP) == [Cancelled(None)]
    assert await again.acted(SWEEP) == []
    header = await store.header(games[0].game_id)
    assert header is not None
    assert header.status is GameStatus.LOBBY


async def test_a_look_that_fails_is_made_up_for(store: FaultyStore, caplog: pytest.LogCaptureFixture) -> None:
    hall = Hall(store)
    await open_table(hall.tables, ANNA)
    store.fail["idle_games"] = 1
    assert await hall.acted(LOBBY_LIFE + SWEEP) == []
    assert "the disk is full" in caplog.text
    assert await hall.acted(SWEEP) == [Cancelled(None)]


AWAY = [3 * 3600.0, 8 * 86400.0]


@pytest.mark.parametrize("start", [False, True], ids=["lobby", "game"])
@pytest.mark.parametrize("away", AWAY)
async def test_while_the_bot_is_away_nobody_can_come(away: float, start: bool, path: Path) -> None:
    life = GAME_LIFE if start else LOBBY_LIFE
    async with await Store.open(path) as store:
        hall = Hall(store)
        await open_table(hall.tables, *FOUR, start=start)
        await hall.tick(600)
    async with await Store.open(path) as store:
        hall = Hall(store, time=hall.time + away)
        await hall.resume()
        assert await hall.acted() == []
        assert await hall.acted(life - 600) == []
        assert await hall.acted(SWEEP) == [Cancelled(None)]


@pytest.mark.parametrize("start", [False, True], ids=["lobby", "game"])
async def test_who_comes_after_the_restart_has_the_usual_time(start: bool, path: Path) -> None:
    life = GAME_LIFE if start else LOBBY_LIFE
    async with await Store.open(path) as store:
        hall = Hall(store)
        await open_table(hall.tables, ANNA, start=start)
        await hall.tick()
    async with await Store.open(path) as store:
        hall = Hall(store, time=hall.time + 8 * 86400)
        table = await hall.resume()
        hall.time += 10
        act = lowest_act(table.state, table.state.seat_of(ANNA)) if start else Join(BERT)
        assert isinstance(await table.act(act), Change)
        assert await hall.acted(life) == []
        assert await hall.acted(SWEEP) == [Cancelled(None)]


async def test_who_leaves_the_server_late_is_noticed_without_a_clock_too(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=Pace.NONE)
    await hall.tick(PATIENCE)
    hall.doorman.left.add(BERT)
    assert await hall.acted(LOOK_EVERY / 2) == []
    left = await hall.acted(LOOK_EVERY)
    assert [type(action) for action in left] == [SeatKept]
    assert table.state.kept_for(BERT) is not None
    looked_up = len(hall.doorman.looked_up)
    await hall.tick(LOOK_EVERY / 2)
    assert len(hall.doorman.looked_up) == looked_up
