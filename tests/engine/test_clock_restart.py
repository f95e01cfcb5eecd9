"""A restart gives the time back that the bot was away, and leaves no deadline of a game that has ended."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.actions import By, Passed, Played
from bot.engine.acts import Cancel, Leave, TakeBack
from bot.engine.clock import BEAT, KINDS, NEVER, TURN
from bot.engine.paces import Pace
from bot.engine.state import Computer, Decision, Phase
from bot.rules.ruleset import Ruleset
from bot.store import DeadlineRow, Row, Store
from tests.engine.evening import quiet
from tests.engine.faulty import FaultyStore
from tests.engine.hall import MENTIONS, TURNS, Hall
from tests.engine.tabletop import ANNA, BERT, lowest_act, open_table, play, tables_in

every_pace = pytest.mark.parametrize("pace", Pace, ids="pace={}".format)
timed_paces = pytest.mark.parametrize("pace", TURNS, ids="pace={}".format)

AWAY = 5000.0


@pytest.mark.parametrize("moment", ["pass", "play"])
@every_pace
async def test_the_time_away_is_given_back(pace: Pace, moment: str, path: Path) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        table = await open_table(hall.tables, start=True, pace=pace)
        await play(table, 0 if moment == "pass" else 6)
        begun, seats = hall.time, table.state.awaited
        await hall.tick()
    async with await Store.open(path) as store:
        hall = Hall(store, time=begun + AWAY)
        table = await hall.resume()
        due = begun + AWAY + TURNS[pace] if pace in TURNS else None
        assert hall.clock.due(table) == due
        assert {at for at, _ in (await hall.rows(table, TURN)).values()} == ({due} if due else set())
        for after, again in MENTIONS[pace]:
            assert await hall.tick(begun + AWAY + after - 0.5 - hall.time) == []
            assert await hall.tick(0.5) == [(table.game_id, seats, again)]
        if due is not None:
            assert await hall.acted(due - 0.5 - hall.time) == []
            actions = await hall.acted(0.5)
            made = [(each.seat, each.by) for each in actions if isinstance(each, Passed | Played)]
            assert made == [(seat, By.CLOCK) for seat in seats]


@pytest.mark.parametrize("since", [0.0, 3.0, BEAT - 0.5])
async def test_killed_between_two_beats(since: float, path: Path) -> None:
    """The time since the last note is given back too, which is less than a beat."""
    async with await Store.open(path) as store:
        hall = Hall(store)
        table = await open_table(hall.tables, start=True, pace=Pace.NORMAL)
        for _ in range(100):
            await hall.tick(1)
        await hall.tick(BEAT - (hall.time - 1000) % BEAT)
        for _ in range(int(since)):
            await hall.tick(1)
        left = (hall.clock.due(table) or 0) - hall.time
    async with await Store.open(path) as store:
        hall = Hall(store, time=hall.time + AWAY)
        table = await hall.resume()
        assert left <= (hall.clock.due(table) or 0) - hall.time <= left + BEAT


@pytest.mark.parametrize("noted", ["soon", "", "nan", "inf"])
async def test_a_note_that_is_no_time_moves_nothing(
    noted: str, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        table = await open_table(hall.tables, start=True, pace=Pace.FAST)
        await hall.tick()
        due = hall.clock.due(table)
        await store.set_value("alive", noted)
    async with await Store.open(path) as store:
        hall = Hall(store, time=hall.time + 1)
        table = await hall.resume()
        assert hall.clock.due(table) == due
        assert "no deadline is moved" in caplog.text
        assert float(await store.get_value("alive") or "") == hall.time


async def test_a_deadline_set_after_the_last_beat_is_not_lost(path: Path) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        await hall.tick()
        hall.time += BEAT - 1
        await open_table(hall.tables, start=True, pace=Pace.FAST)
        await hall.tick()
    async with await Store.open(path) as store:
        hall = Hall(store, time=hall.time + AWAY)
        table = await hall.resume()
        assert hall.time + 60 <= (hall.clock.due(table) or 0) <= hall.time + 60 + BEAT


async def test_many_restarts_in_a_row_give_each_second_back_once(path: Path) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        await open_table(hall.tables, start=True, pace=Pace.FAST)
        await hall.tick()
    for _ in range(5):
        async with await Store.open(path) as store:
            hall = Hall(store, time=hall.time + 100)
            table = await hall.resume()
            assert hall.clock.due(table) == hall.time + 60


async def test_the_very_first_start_moves_nothing(path: Path) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        table = await open_table(hall.tables, start=True, pace=Pace.FAST)
        await hall.rows(table, TURN)
    async with await Store.open(path) as store:
        again = Hall(store, time=hall.time + 10)
        table = await again.resume()
        assert again.clock.due(table) == hall.time + 60


async def test_a_clock_that_was_set_back_moves_nothing(path: Path) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        await open_table(hall.tables, start=True, pace=Pace.FAST)
        await hall.tick()
    async with await Store.open(path) as store:
        again = Hall(store, time=hall.time - 500)
        table = await again.resume()
        assert again.clock.due(table) == hall.time + 60


async def test_a_mention_before_the_restart_is_not_made_again(path: Path) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        table = await open_table(hall.tables, start=True, pace=Pace.NORMAL)
        await hall.tick()
        assert len(await hall.tick(20)) == 1
    async with await Store.open(path) as store:
        hall = Hall(store, time=hall.time + AWAY)
        table = await hall.resume()
        assert await hall.clock.overdue(table) == (0, 1, 2, 3)
        assert await hall.tick(129.5) == []
        assert await hall.tick(0.5) == [(table.game_id, (0, 1, 2, 3), True)]


async def test_killed_while_the_clock_was_to_play(path: Path) -> None:
    async with await FaultyStore.open(path) as store:
        hall = Hall(store)
        table = await open_table(hall.tables, start=True, pace=Pace.FAST)
        await hall.rows(table, TURN)
        store.fail["append"] = 1
        assert await hall.acted(60) == []
    async with await Store.open(path) as store:
        hall = Hall(store, time=hall.time + AWAY)
        table = await hall.resume()
        assert len(await hall.acted(5)) == 4
        assert table.state.missed == (1, 1, 1, 1)


async def test_killed_after_the_clock_had_played_and_before_its_deadline_was_gone(path: Path) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        table = await open_table(hall.tables, start=True, pace=Pace.FAST)
        await hall.tick(60)
        rows = await store.deadlines(table.game_id)
    async with await Store.open(path) as store:
        for row in rows:
            await store.set_deadline(replace(row, due_at=1001.0, decision="1:pass"))
        hall = Hall(store, time=hall.time)
        table = await hall.resume()
        assert await hall.acted() == []
        assert hall.clock.due(table) == hall.time + 60
        assert await hall.rows(table, TURN) == {table.state.awaited[0]: (hall.time + 60, "1:0")}


@timed_paces
async def test_a_kept_seat_is_kept_and_one_taken_back_has_the_clock_of_the_others(
    pace: Pace, path: Path
) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        table = await open_table(hall.tables, start=True, pace=pace)
        await table.act(Leave(BERT))
        await hall.tick(10)
    async with await Store.open(path) as store:
        hall = Hall(store, time=hall.time + AWAY)
        table = await hall.resume()
        due = hall.time + TURNS[pace] - 10
        assert isinstance(table.state.seats[1], Computer)
        await table.act(TakeBack(BERT))
        assert hall.clock.due(table) == due
        assert await hall.rows(table, TURN) == dict.fromkeys(range(4), (due, "1:pass"))


async def leave_rows(hall: Hall, game_id: int) -> None:
    """Leave the deadlines behind that a bot leaves which was killed at the end of a game."""
    await quiet()
    for kind in (*KINDS, "rematch"):
        await hall.store.set_deadline(DeadlineRow(game_id, kind, 1, 1050.0, "3:12"))
    await hall.store.set_deadline(DeadlineRow(game_id, KINDS[0], 2, NEVER, "3:12"))


async def test_deadlines_of_ended_games_are_forgotten_at_the_start(path: Path) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        over = await open_table(hall.tables, channel=1, ruleset=Ruleset(limit=25), start=True)
        await play(over)
        cancelled = await open_table(hall.tables, channel=2, start=True)
        await cancelled.act(Cancel(ANNA, moderator=False))
        going_on = await open_table(hall.tables, channel=3, start=True, pace=Pace.FAST)
        for table in (over, cancelled):
            await leave_rows(hall, table.game_id)
        assert len(await hall.all_rows()) == 10 + 8
    async with await Store.open(path) as store:
        hall = Hall(store)
        await hall.resume()
        rows = await hall.all_rows()
        assert [row.kind for row in rows if row.game_id != going_on.game_id] == ["rematch"] * 2
        assert len(rows) == 2 + 8


async def test_deadlines_of_an_ended_game_go_when_they_are_due(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, ruleset=Ruleset(limit=25), start=True)
    await play(table)
    await leave_rows(hall, table.game_id)
    await hall.tick(50)
    assert [row.kind for row in await hall.all_rows()] == ["rematch"]
    assert (hall.mentions, hall.turns) == ([], [])


async def test_deadlines_of_a_game_that_ended_while_the_disk_was_full_go_with_the_next_look(
    store: FaultyStore,
) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=Pace.FAST)
    await hall.all_rows()
    store.fail["clear_deadlines"] = 1
    await table.act(Cancel(ANNA, moderator=False))
    assert len(await hall.all_rows()) == 8
    await hall.tick(1)
    assert await hall.all_rows() == ()


async def test_the_clock_gives_up_a_game_it_cannot_read_and_says_so_once(
    store: FaultyStore, caplog: pytest.LogCaptureFixture
) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=Pace.FAST)
    await hall.all_rows()
    await store.append(table.game_id, table.state.count + 1, [Row("charged", 1, "{}")], 1.0)
    again = Hall(store, time=hall.time)
    for _ in range(20):
        await again.tick(30)
    assert caplog.text.count("are given up: Unreadable") == 2, "when the prompts are due, and the turns"
    assert again.turns == []


async def test_a_program_that_can_read_it_again_gives_the_whole_time(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=Pace.FAST)
    for row in await hall.all_rows():
        await store.set_deadline(replace(row, due_at=NEVER))
    again = Hall(store, time=5000.0)
    table = await again.resume()
    assert again.clock.due(table) == 5060
    assert await again.rows(table, TURN) == dict.fromkeys(range(4), (5060, "1:pass"))
    assert len(await again.acted(60)) == 4


async def test_rows_written_before_tables_had_a_pace(path: Path) -> None:
    """A table that has no pace, and prompts that are due, as the first version left them."""
    async with await Store.open(path) as store:
        table = await open_table(tables_in(store), start=True)
        await play(table, 4)
        (seat,) = table.state.awaited
        await store.set_deadline(DeadlineRow(table.game_id, KINDS[0], seat, 1020.0, "1:0"))
    async with await Store.open(path) as store:
        hall = Hall(store, time=1010.0)
        table = await hall.resume()
        assert await hall.tick(10) == [(table.game_id, (seat,), False)]
        assert table.state.decision == Decision(1, 0)
        assert table.state.phase is Phase.PLAYING
        await table.act(lowest_act(table.state))
        assert hall.clock.due(table) is None
