"""Two engines on one database: the numbers of the actions keep every game right, and each goes on."""

import asyncio
import random
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest

from bot.engine.acts import Join, Leave, TableRefusal, TableRule
from bot.engine.state import Computer, Person, Phase
from bot.engine.table import TRIES, Change, Table
from bot.rules.refusal import Refusal
from bot.rules.ruleset import Ruleset
from bot.store import NumberTaken
from tests.engine.evening import quiet
from tests.engine.faulty import FaultyStore
from tests.engine.hall import Hall
from tests.engine.tabletop import ANNA, FOUR, lowest_act, on_disk, open_table, play, random_act, tables_in


@pytest.fixture
async def second(path: Path, store: FaultyStore) -> AsyncIterator[FaultyStore]:
    """The same database, as another engine has it open."""
    async with await FaultyStore.open(path) as second:
        yield second


async def both(store: FaultyStore, second: FaultyStore) -> tuple[Table, Table]:
    """One game that has started, as either engine knows it."""
    table = await open_table(tables_in(store), ruleset=Ruleset(limit=25), start=True)
    other = await tables_in(second).get(table.game_id)
    assert other is not None
    return table, other


async def test_an_act_that_is_past_on_disk_is_refused_and_the_table_goes_on(
    store: FaultyStore, second: FaultyStore
) -> None:
    table, other = await both(store, second)
    await play(other, 6)
    assert await table.act(lowest_act(table.state)) == TableRefusal(TableRule.DECISION_PAST)
    assert table.state == other.state
    assert isinstance(await table.act(random_act(table.state, random.Random(1))), Change)
    assert await other.act(lowest_act(other.state)) == TableRefusal(TableRule.DECISION_PAST)
    assert other.state == table.state == await on_disk(store, table)


async def test_an_act_that_still_stands_is_done(store: FaultyStore, second: FaultyStore) -> None:
    table, other = await both(store, second)
    await other.act(lowest_act(other.state, 0))
    change = await table.act(lowest_act(table.state, 1))
    assert isinstance(change, Change)
    assert change.before == other.state
    assert await on_disk(store, table) == table.state == change.after


async def test_one_act_at_both_at_once_is_done_once(store: FaultyStore, second: FaultyStore) -> None:
    table, other = await both(store, second)
    for _ in range(60):
        if table.state.count < other.state.count:
            table, other = other, table
        act = lowest_act(table.state)
        outcomes = await asyncio.gather(table.act(act), other.act(act))
        assert sum(isinstance(outcome, Change) for outcome in outcomes) == 1
        assert all(isinstance(outcome, Change | Refusal | TableRefusal) for outcome in outcomes)
    assert {table.state.count, other.state.count} <= {(await on_disk(store, table)).count}


@pytest.mark.parametrize("seed", range(4))
async def test_whole_games_of_acts_thrown_at_both(seed: int, store: FaultyStore, second: FaultyStore) -> None:
    table, other = await both(store, second)
    rng = random.Random(seed)
    while (await on_disk(store, table)).open:
        acts = [
            engine.act(random_act(rng.choice((table, other)).state, rng))
            for engine in rng.choices((table, other), k=4)
            if table.state.awaited and other.state.awaited
        ] or [table.act(Join(9)), other.act(Join(9))]
        outcomes = await asyncio.gather(*acts)
        assert all(isinstance(outcome, Change | Refusal | TableRefusal) for outcome in outcomes)
    rows = await store.rows(table.game_id)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert (await on_disk(store, table)).phase is Phase.OVER
    header = await second.header(table.game_id)
    assert header is not None
    assert header.status == "over"


async def test_listeners_of_either_hear_all_of_it_in_order(store: FaultyStore, second: FaultyStore) -> None:
    told: list[Change] = []
    table = await open_table(tables_in(store, lambda _, change: told.append(change)), start=True)
    other = await tables_in(second).get(table.game_id)
    assert other is not None
    rng = random.Random(5)
    for _ in range(20):
        await other.act(random_act(other.state, rng))
        await other.act(random_act(other.state, rng))
        await table.act(random_act(table.state, rng))
        await other.act(lowest_act(other.state))
    assert all(earlier.after == later.before for earlier, later in pairwise(told))
    assert told[-1].after == table.state
    assert sum(len(change.actions) for change in told) == told[-1].after.count - told[0].before.count


async def test_a_computer_plays_on_where_the_other_engine_has_left_off(
    store: FaultyStore, second: FaultyStore
) -> None:
    hall = Hall(store, computers=True)
    table = await open_table(hall.tables, ANNA, start=True)
    await quiet()
    stale = lowest_act(table.state)
    other = await tables_in(second).get(table.game_id)
    assert other is not None
    # The other engine plays for everybody and ends; this one knows nothing of it until somebody clicks.
    while not isinstance(other.state.seats[other.state.awaited[0]], Computer) or other.state.count < 30:
        await play(other, 1)
    before = other.state.count
    assert isinstance(await table.act(stale), Refusal | TableRefusal)
    await quiet()
    assert table.state == await on_disk(store, table)
    assert table.state.count > before
    assert isinstance(table.state.seats[table.state.awaited[0]], Person)
    await hall.close()


async def test_who_is_never_first_gives_up(
    store: FaultyStore, second: FaultyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = await both(store, second)
    tries = 0
    append = FaultyStore.append

    async def overtaken(self: FaultyStore, game_id: int, *arguments: object) -> None:
        nonlocal tries
        if self is store:
            tries += 1
            seat = other.state.awaited[-1]
            await other.act(lowest_act(other.state, seat))
        await append(self, game_id, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(FaultyStore, "append", overtaken)
    with pytest.raises(NumberTaken):
        await table.act(Leave(FOUR[0]))
    assert tries == TRIES
