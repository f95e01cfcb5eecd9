"""A caller that goes away in the middle of an act: memory, disk and listeners agree, whatever the moment."""

import asyncio

import pytest

from bot.engine.acts import TableRefusal, TableRule
from bot.engine.table import Change
from bot.rules.refusal import Refusal, Rule
from bot.store import StorageFailed
from tests.engine.faulty import FaultyStore, Gate
from tests.engine.tabletop import lowest_act, on_disk, open_table, play, tables_in


async def steps(count: int) -> None:
    """Let everything else go on for so many rounds of the event loop."""
    for _ in range(count):
        await asyncio.sleep(0)


@pytest.mark.parametrize("where", ["before", "behind"])
@pytest.mark.parametrize("times", [1, 2, 5])
async def test_cancelled_while_it_is_being_stored(where: str, times: int, store: FaultyStore) -> None:
    told: list[Change] = []
    table = await open_table(tables_in(store, lambda _, change: told.append(change)), start=True)
    await play(table, 5)
    before, told_before = table.state, len(told)
    gate = Gate()
    gates = store.before if where == "before" else store.behind
    gates[table.game_id] = gate
    act = lowest_act(before)
    caller = asyncio.create_task(table.act(act))
    await gate.reached.wait()
    for _ in range(times):
        caller.cancel()
        await steps(3)
    del gates[table.game_id]
    again = asyncio.create_task(table.act(act))
    await steps(3)
    assert not again.done(), "the lock is held until it is known what is on disk"
    gate.open.set()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert await again == TableRefusal(TableRule.DECISION_PAST)
    assert table.state.count == before.count + 1
    assert await on_disk(store, table) == table.state
    assert [change.before for change in told[told_before:]] == [before]
    await play(table, 5)
    assert await on_disk(store, table) == table.state


async def test_cancelled_while_it_waits_for_its_turn(store: FaultyStore) -> None:
    told: list[Change] = []
    table = await open_table(tables_in(store, lambda _, change: told.append(change)), start=True)
    store.before[table.game_id] = gate = Gate()
    first, second, third = (
        asyncio.create_task(table.act(lowest_act(table.state, seat))) for seat in range(3)
    )
    await gate.reached.wait()
    second.cancel()
    await steps(3)
    gate.open.set()
    assert isinstance(await first, Change)
    assert isinstance(await third, Change)
    with pytest.raises(asyncio.CancelledError):
        await second
    assert table.state.awaited == (3,)
    assert len(told) == 1 + 3
    assert await on_disk(store, table) == table.state


async def test_cancelled_and_then_the_disk_fails(store: FaultyStore) -> None:
    told: list[Change] = []
    table = await open_table(tables_in(store, lambda _, change: told.append(change)), start=True)
    before, told_before = table.state, len(told)
    store.before[table.game_id] = gate = Gate()
    first = asyncio.create_task(table.act(lowest_act(before, 0)))
    await gate.reached.wait()
    second = asyncio.create_task(table.act(lowest_act(before, 1)))
    await steps(2)
    second.cancel()
    store.failures = 1
    gate.open.set()
    assert isinstance(await first, Change)
    with pytest.raises(asyncio.CancelledError):
        await second
    assert table.state.awaited == (1, 2, 3)
    assert len(told) == told_before + 1
    assert await on_disk(store, table) == table.state


async def test_a_time_limit_that_is_over(store: FaultyStore) -> None:
    table = await open_table(tables_in(store), start=True)
    before = table.state
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await table.act(lowest_act(before))
    assert table.state.count == before.count + 1
    assert await on_disk(store, table) == table.state


async def test_cancelled_after_any_number_of_steps(store: FaultyStore) -> None:
    table = await open_table(tables_in(store), start=True)
    done = 0
    for count in range(60):
        before = table.state
        caller = asyncio.create_task(table.act(lowest_act(before)))
        await steps(count)
        caller.cancel()
        await asyncio.wait((caller,))
        assert await on_disk(store, table) == table.state
        done += table.state is not before
        assert caller.cancelled() or isinstance(caller.result(), Change)
    assert done
    await play(table, 20)
    assert await on_disk(store, table) == table.state


async def test_lost_between_the_disk_and_memory(store: FaultyStore) -> None:
    table = await open_table(tables_in(store), start=True)
    before = table.state
    store.lost = 1
    with pytest.raises(asyncio.CancelledError):
        await table.act(lowest_act(before))
    assert table.state is before
    refused = await table.act(lowest_act(before))
    assert isinstance(refused, Refusal)
    assert refused.rule is Rule.PASS_CONFIRMED
    assert await on_disk(store, table) == table.state
    assert table.state.count == before.count + 1
    await play(table, 10)
    assert await on_disk(store, table) == table.state


async def test_nothing_is_left_behind(store: FaultyStore) -> None:
    table = await open_table(tables_in(store), start=True)
    store.failures = 1
    with pytest.raises(StorageFailed):
        await table.act(lowest_act(table.state))
    await play(table, 10)
    assert asyncio.all_tasks() == {asyncio.current_task()}
