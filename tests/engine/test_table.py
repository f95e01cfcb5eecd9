"""One table, one lock: acts at the same time, a disk that fails or is slow, and who is told when."""

import asyncio
import logging
import random
import sqlite3
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from bot.engine.acts import ByPerson, Cancel, Join, Pass, PlayCard, Start, TableRefusal, TableRule
from bot.engine.state import Decision, Phase
from bot.engine.table import Change, Table
from bot.rules.refusal import Refusal, Rule
from bot.rules.ruleset import Ruleset
from bot.store import GameStatus, StorageFailed
from tests.engine.faulty import FaultyStore, Gate
from tests.engine.tabletop import (
    ANNA,
    FOUR,
    lowest_act,
    on_disk,
    open_table,
    play,
    tables_in,
    who_sits,
)


async def test_of_fifty_clicks_on_one_card_one_is_accepted(store: FaultyStore) -> None:
    table = await open_table(tables_in(store), start=True)
    await play(table, 4 + 5)
    for _ in range(10):
        before = table.state
        outcomes = await asyncio.gather(*(table.act(lowest_act(before)) for _ in range(50)))
        changes = [outcome for outcome in outcomes if isinstance(outcome, Change)]
        assert len(changes) == 1
        assert outcomes.count(TableRefusal(TableRule.DECISION_PAST)) == 49
        assert changes[0].before is before
        assert changes[0].after is table.state
    assert await on_disk(store, table) == table.state


async def test_of_fifty_typed_cards_as_many_are_accepted_as_are_legal_one_after_another(
    store: FaultyStore,
) -> None:
    table = await open_table(tables_in(store), start=True)
    await play(table, 4)
    deal = table.state.deal
    assert deal is not None
    tries = [PlayCard(ByPerson(FOUR[seat]), card) for seat in range(4) for card in deal.hands[seat]]
    random.Random(3).shuffle(tries)
    outcomes = await asyncio.gather(*map(table.act, tries))
    changes = [outcome for outcome in outcomes if isinstance(outcome, Change)]
    assert 1 <= len(changes) < 52
    assert all(isinstance(outcome, Change | Refusal) for outcome in outcomes)
    for change, following in pairwise(changes):
        assert change.before.count < change.after.count <= following.before.count
    assert await on_disk(store, table) == table.state


async def test_four_people_pass_at_once_and_some_twice(store: FaultyStore) -> None:
    table = await open_table(tables_in(store), start=True)
    deal = table.state.deal
    assert deal is not None
    rng = random.Random(1)
    acts = [
        Pass(who_sits(table.state, seat), tuple(rng.sample(list(deal.hands[seat]), 3)), table.state.decision)
        for seat in range(4)
        for _ in range(13)
    ]
    rng.shuffle(acts)
    outcomes = await asyncio.gather(*map(table.act, acts))
    assert sum(isinstance(outcome, Change) for outcome in outcomes) == 4
    refused = Counter(outcome.rule for outcome in outcomes if not isinstance(outcome, Change))
    assert sum(refused.values()) == 48
    assert set(refused) <= {Rule.PASS_CONFIRMED, TableRule.DECISION_PAST}
    assert table.state.decision == Decision(1, 0)
    assert await on_disk(store, table) == table.state


async def test_fifty_people_join_at_once(store: FaultyStore) -> None:
    table = await open_table(tables_in(store), ANNA)
    outcomes = await asyncio.gather(*(table.act(Join(person)) for person in range(2, 52)))
    assert sum(isinstance(outcome, Change) for outcome in outcomes) == 3
    assert outcomes.count(TableRefusal(TableRule.TABLE_FULL)) == 47
    assert len(set(table.state.persons)) == 4
    assert await on_disk(store, table) == table.state


async def test_start_pressed_many_times_starts_once(store: FaultyStore) -> None:
    table = await open_table(tables_in(store), ANNA)
    outcomes = await asyncio.gather(*(table.act(Start(ANNA)) for _ in range(50)))
    assert sum(isinstance(outcome, Change) for outcome in outcomes) == 1
    assert outcomes.count(TableRefusal(TableRule.ALREADY_STARTED)) == 49


async def test_a_card_and_the_end_of_the_game_at_once(store: FaultyStore) -> None:
    table = await open_table(tables_in(store), start=True)
    await play(table, 4)
    acts = (Cancel(ANNA, moderator=False), lowest_act(table.state))
    outcomes = await asyncio.gather(*map(table.act, acts))
    assert isinstance(outcomes[0], Change)
    assert outcomes[1] == TableRefusal(TableRule.GAME_OVER)
    header = await store.header(table.game_id)
    assert header is not None
    assert header.status is GameStatus.CANCELLED


async def test_fifty_tables_at_once(store: FaultyStore) -> None:
    tables = tables_in(store)
    games = [await open_table(tables, channel=channel, start=True) for channel in range(50)]
    await asyncio.gather(*(play(table, 10, random.Random(table.game_id)) for table in games))
    for table in games:
        assert table.state.decision == Decision(1, 6)
        assert await on_disk(store, table) == table.state


async def test_a_table_that_waits_for_the_disk_holds_up_no_other(store: FaultyStore) -> None:
    tables = tables_in(store)
    one = await open_table(tables, channel=20, start=True)
    other = await open_table(tables, channel=21, start=True)
    store.before[one.game_id] = gate = Gate()
    waiting = asyncio.create_task(one.act(lowest_act(one.state)))
    await gate.reached.wait()
    await play(other, 30)
    assert await tables.get(one.game_id) is one
    assert not waiting.done()
    gate.open.set()
    assert isinstance(await waiting, Change)
    assert await on_disk(store, one) == one.state


async def test_what_is_being_stored_is_not_yet_the_state(store: FaultyStore) -> None:
    table = await open_table(tables_in(store), start=True)
    before, seen = table.state, table.view(0)
    store.before[table.game_id] = gate = Gate()
    waiting = asyncio.create_task(table.act(lowest_act(before, 0)))
    await gate.reached.wait()
    assert table.state is before
    assert table.view(0) == seen
    gate.open.set()
    await waiting
    assert table.state is not before


async def test_a_failing_disk_changes_nothing_and_nobody_is_told(store: FaultyStore) -> None:
    told: list[Change] = []
    table = await open_table(tables_in(store, lambda _, change: told.append(change)), start=True)
    before, told_before = table.state, len(told)
    store.failures = 3
    for _ in range(3):
        with pytest.raises(StorageFailed):
            await table.act(lowest_act(before))
        assert table.state is before
        assert await on_disk(store, table) == before
    assert len(told) == told_before
    assert isinstance(await table.act(lowest_act(before)), Change)
    assert len(told) == told_before + 1
    assert await on_disk(store, table) == table.state


async def test_a_failing_disk_while_others_wait_for_the_lock(store: FaultyStore) -> None:
    table = await open_table(tables_in(store), start=True)
    store.failures = 1
    acts = (table.act(lowest_act(table.state, seat)) for seat in range(4))
    outcomes = await asyncio.gather(*acts, return_exceptions=True)
    assert isinstance(outcomes[0], StorageFailed)
    assert all(isinstance(outcome, Change) for outcome in outcomes[1:])
    assert table.state.awaited == (0,)
    assert await on_disk(store, table) == table.state


async def test_listeners_are_told_once_others_can_read_it(store: FaultyStore, path: Path) -> None:
    seen: list[tuple[int, str]] = []

    def look(table: Table, change: Change) -> None:
        with sqlite3.connect(path) as other:
            (count,) = other.execute("SELECT count(*) FROM actions").fetchone()
            (status,) = other.execute("SELECT status FROM games").fetchone()
        other.close()
        assert table.state is change.after
        assert (count, status) == (change.after.count, change.after.phase)
        seen.append((count, status))

    table = await open_table(tables_in(store, look), ruleset=Ruleset(limit=25), start=True)
    changes = await play(table)
    assert len(seen) == len(changes) + 1, "an error in a listener is only logged, so it is counted"
    assert {status for _, status in seen} == {"playing", "over"}
    assert table.state.phase is Phase.OVER


async def test_listeners_are_told_in_the_order_it_happened(store: FaultyStore) -> None:
    counts: list[tuple[int, int]] = []
    table = await open_table(
        tables_in(store, lambda _, change: counts.append((change.before.count, change.after.count))),
        start=True,
    )
    await asyncio.gather(*(table.act(lowest_act(table.state, seat)) for seat in (2, 0, 3, 1)))
    await play(table, 5)
    assert len(counts) == 1 + 4 + 5
    assert all(earlier[1] == later[0] for earlier, later in pairwise(counts))


async def test_a_listener_may_act_again(store: FaultyStore) -> None:
    moves: set[asyncio.Task[object]] = set()

    def move(table: Table, change: Change) -> None:
        if change.after.awaited and change.after.count < 40:
            task: asyncio.Task[object] = asyncio.create_task(table.act(lowest_act(change.after)))
            moves.add(task)
            task.add_done_callback(moves.discard)

    table = await open_table(tables_in(store, move), start=True)
    while moves:
        await asyncio.gather(*moves)
    assert table.state.count == 40
    assert await on_disk(store, table) == table.state


async def test_a_listener_that_fails_stops_nobody(
    store: FaultyStore, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[Change] = []
    said: list[str] = []

    def fail(table: Table, change: Change) -> None:
        said.append(repr(table.state.secret))
        raise RuntimeError(said[-1])

    table = await open_table(tables_in(store, fail, lambda _, change: told.append(change)), start=True)
    with caplog.at_level(logging.DEBUG):
        changes = await play(table, 5)
    assert told[1:] == changes
    assert await on_disk(store, table) == table.state
    assert caplog.text.count("a listener of game 1 failed: RuntimeError") == len(said) == 6
    assert "in fail" in caplog.text, "where it failed"
    assert not any(words in caplog.text for words in said), "but not what it said"
