"""Deadlines: set for whoever is waited for, kept across a restart, acted on once, gone when they act.

Without a pace, so that there are prompts and nothing else.
"""

import asyncio
import logging
from pathlib import Path

import pytest

from bot.engine.acts import Cancel
from bot.engine.clock import NEVER, PROMPT
from bot.engine.table import Change
from bot.rules.ruleset import Ruleset
from bot.store import DeadlineRow, Row, Store
from tests.engine.faulty import FaultyStore, Gate
from tests.engine.hall import PATIENCE, Hall
from tests.engine.tabletop import ANNA, lowest_act, open_table, play, tables_in


async def test_nobody_has_a_deadline_in_the_lobby(store: FaultyStore) -> None:
    hall = Hall(store)
    assert await hall.prompts(await open_table(hall.tables)) == {}


async def test_in_the_pass_everybody_has_one_and_keeps_it_while_others_confirm(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True)
    assert await hall.prompts(table) == dict.fromkeys(range(4), (1020.0, "1:pass"))
    hall.time += 5
    await table.act(lowest_act(table.state, 2))
    assert await hall.prompts(table) == dict.fromkeys((0, 1, 3), (1020.0, "1:pass"))


async def test_those_who_have_not_passed_are_prompted_together_and_once(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True)
    await table.act(lowest_act(table.state, 2))
    assert await hall.tick(PATIENCE - 1) == []
    assert await hall.clock.overdue(table) == ()
    assert await hall.tick(1) == [(table.game_id, (0, 1, 3), False)]
    assert await hall.clock.overdue(table) == (0, 1, 3)
    assert await hall.tick() == []
    assert await hall.tick(10 * PATIENCE) == []
    await table.act(lowest_act(table.state, 0))
    assert await hall.tick(10 * PATIENCE) == []
    assert await hall.clock.overdue(table) == (1, 3)


async def test_whoever_is_to_play_has_the_whole_time_from_then_on(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True)
    await play(table, 4)
    for ply in range(6):
        hall.time += 7
        deal = table.state.deal
        assert deal is not None
        if ply:
            assert (await hall.prompts(table)).keys() == {deal.turn}
        await play(table, 1)
        deal = table.state.deal
        assert deal is not None
        assert await hall.prompts(table) == {deal.turn: (hall.time + PATIENCE, f"1:{ply + 1}")}


async def test_each_decision_is_prompted_once(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True)
    await play(table, 4)
    for _ in range(8):
        deal = table.state.deal
        assert deal is not None
        assert deal.turn is not None
        assert await hall.tick(PATIENCE) == [(table.game_id, (deal.turn,), False)]
        assert await hall.tick(PATIENCE) == []
        await play(table, 1)
        assert await hall.clock.overdue(table) == ()


async def test_the_same_person_to_move_twice_in_a_row_has_two_deadlines(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True)
    await play(table, 4 + 3)
    while True:
        before = table.state.deal
        assert before is not None
        await play(table, 1)
        deal = table.state.deal
        assert deal is not None
        if deal.turn == before.turn:
            break
    assert await hall.prompts(table) == {deal.turn: (hall.time + PATIENCE, str(table.state.decision))}


async def test_computers_have_none(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, ANNA, start=True)
    seat = table.state.seat_of(ANNA)
    assert (await hall.prompts(table)).keys() == {seat}
    while table.state.decision is not None and table.state.count < 40:
        await play(table, 1)
        wanted = {seat} & set(table.state.awaited)
        assert (await hall.prompts(table)).keys() == wanted


async def test_none_is_left_at_the_end(store: FaultyStore) -> None:
    hall = Hall(store)
    over = await open_table(hall.tables, channel=1, ruleset=Ruleset(limit=25), start=True)
    await play(over)
    assert await hall.prompts(over) == {}
    cancelled = await open_table(hall.tables, channel=2, start=True)
    assert len(await hall.prompts(cancelled)) == 4
    await cancelled.act(Cancel(ANNA, moderator=False))
    assert await hall.prompts(cancelled) == {}
    assert await hall.tick(PATIENCE) == []


@pytest.mark.parametrize("patience", [0.0, -1.0])
async def test_no_patience_means_no_prompts(patience: float, store: FaultyStore) -> None:
    hall = Hall(store, patience)
    table = await open_table(hall.tables, start=True)
    assert await hall.prompts(table) == {}
    assert await hall.tick(1e6) == []


@pytest.mark.parametrize("prompted", [False, True])
async def test_a_restart_changes_no_deadline(prompted: bool, path: Path) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        table = await open_table(hall.tables, start=True)
        await table.act(lowest_act(table.state, 1))
        if prompted:
            assert await hall.tick(PATIENCE) == [(table.game_id, (0, 2, 3), False)]
        before = await hall.prompts(table)
        await hall.clock.close()
    async with await Store.open(path) as store:
        hall = Hall(store, time=hall.time + 5)
        (table,) = await hall.tables.resume()
        await hall.clock.watch(table)
        assert await hall.prompts(table) == before
        assert await hall.tick(PATIENCE) == ([] if prompted else [(table.game_id, (0, 2, 3), False)])
        assert await hall.tick(PATIENCE) == []
        assert await hall.clock.overdue(table) == (0, 2, 3), "so that a prompt that was lost is posted"


async def test_what_fell_due_while_the_program_was_away_is_acted_on(path: Path) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        table = await open_table(hall.tables, start=True)
        await play(table, 6)
        deal = table.state.deal
        assert deal is not None
        await hall.clock.close()
    async with await Store.open(path) as store:
        hall = Hall(store, time=hall.time + 1e5)
        assert await hall.tick() == [(table.game_id, (deal.turn,), False)]


async def test_a_deadline_written_before_a_crash_whose_decision_is_past_is_mended(path: Path) -> None:
    async with await Store.open(path) as store:
        table = await open_table(tables_in(store), start=True)
        await play(table, 6)
        deal = table.state.deal
        assert deal is not None
        for seat in range(4):
            await store.set_deadline(DeadlineRow(table.game_id, PROMPT, seat, 1001.0, "1:pass"))
        await store.set_deadline(DeadlineRow(table.game_id, PROMPT, None, 1001.0, "1:2"))
    async with await Store.open(path) as store:
        hall = Hall(store, time=2000.0)
        assert await hall.tick() == []
        (table,) = await hall.tables.resume()
        await hall.clock.watch(table)
        assert await hall.prompts(table) == {deal.turn: (2020.0, "1:2")}


async def test_a_new_deadline_is_not_lost_to_a_look_at_the_old_one(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True)
    await play(table, 4)
    while True:
        await hall.clock.close()
        hall.time += PATIENCE
        deal = table.state.deal
        assert deal is not None
        before = deal.turn
        store.at_deadline = gate = Gate()
        looking = asyncio.create_task(hall.clock.tick(hall.tables, hall.doorman))
        await gate.reached.wait()
        store.at_deadline = None
        await play(table, 1)
        # The store does one thing after another, so whoever need not wait for the look is done by then.
        for _ in range(10):
            await store.deadlines(table.game_id)
        gate.open.set()
        await looking
        deal = table.state.deal
        assert deal is not None
        assert await hall.prompts(table) == {deal.turn: (hall.time + PATIENCE, str(table.state.decision))}
        if deal.turn == before:
            break
    assert hall.mentions == [], "they acted in the same moment"


async def test_a_failing_disk_is_tried_again_with_the_next_look(
    store: FaultyStore, caplog: pytest.LogCaptureFixture
) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True)
    await play(table, 4)
    assert len(await hall.prompts(table)) == 1
    store.fail["set_deadline"] = 1
    change = await table.act(lowest_act(table.state))
    assert isinstance(change, Change)
    await hall.clock.close()
    assert "were not stored" in caplog.text
    await hall.tick(1)
    deal = table.state.deal
    assert deal is not None
    assert await hall.prompts(table) == {deal.turn: (1021.0, "1:1")}
    assert await hall.tick(PATIENCE) == [(table.game_id, (deal.turn,), False)]


async def test_a_look_that_fails_is_made_up_for(store: FaultyStore, caplog: pytest.LogCaptureFixture) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True)
    await hall.clock.close()
    store.failures = 1
    assert await hall.tick(PATIENCE) == []
    assert "the disk is full" in caplog.text
    assert await hall.tick() == [(table.game_id, (0, 1, 2, 3), False)]


async def test_looks_that_fail_one_after_another_are_told_of_once(
    store: FaultyStore, caplog: pytest.LogCaptureFixture
) -> None:
    hall = Hall(store)
    await open_table(hall.tables, start=True)
    await hall.clock.close()
    store.failures = 3
    await hall.tick(PATIENCE)
    await hall.tick(1)
    await hall.tick(1)
    assert caplog.text.count("deadlines could not be looked at: ") == 1
    store.failures = 0
    await hall.tick(1)
    await open_table(hall.tables, start=True, channel=2)
    await hall.clock.close()
    store.failures = 1
    await hall.tick(PATIENCE)
    assert caplog.text.count("deadlines could not be looked at: ") == 2


async def test_a_prompt_that_fails_or_a_game_that_cannot_be_read_stops_no_other(
    store: FaultyStore, caplog: pytest.LogCaptureFixture
) -> None:
    first = Hall(store)
    games = [await open_table(first.tables, channel=channel, start=True) for channel in range(3)]
    await first.clock.close()
    broken = games[1]
    await store.append(broken.game_id, broken.state.count + 1, [Row("charged", 1, "{}")], 1.0)
    hall = Hall(store, time=first.time)
    hall.doorman.silent = True
    with caplog.at_level(logging.DEBUG):
        assert await hall.tick(PATIENCE) == [
            (games[0].game_id, (0, 1, 2, 3), False),
            (games[2].game_id, (0, 1, 2, 3), False),
        ]
    errors = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert ["RuntimeError" in line or "Unreadable" in line for line in errors] == [True] * 3
    assert await hall.tick(PATIENCE) == []


async def test_closing_waits_for_what_is_being_written(store: FaultyStore) -> None:
    hall = Hall(store)
    store.at_deadline = gate = Gate()
    await open_table(hall.tables, start=True)
    await gate.reached.wait()
    closing = asyncio.create_task(hall.clock.close())
    for _ in range(5):
        await asyncio.sleep(0)
    assert not closing.done()
    gate.open.set()
    await closing
    assert asyncio.all_tasks() == {asyncio.current_task()}


def test_never_does_not_come() -> None:
    assert NEVER > 32503680000, "the year 3000"
