"""Wishes while the disk fails, while they are being granted, and in the same moment as a click."""

import asyncio

import pytest

from bot.engine.actions import By
from bot.engine.acts import ByPerson, PlayCard
from bot.engine.computers import RETRY_AFTER
from bot.engine.state import Decision
from bot.engine.table import Change
from bot.rules.cards import Suit
from bot.store import StorageFailed
from tests.engine.evening import quiet
from tests.engine.faulty import FaultyStore, Gate
from tests.engine.hall import Hall, turn
from tests.engine.tabletop import (
    FOUR,
    on_disk,
    play,
)
from tests.engine.wishing import TWO_OF_CLUBS, at_the_first_card, hand, no_club, played, wants_autoplay


async def test_whoever_wishes_for_it_while_wishes_are_being_looked_at(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    seat = turn(table)
    store.at_preferences = gate = Gate()
    hall.wishes.wake(table)
    await gate.reached.wait()
    store.at_preferences = None
    await wants_autoplay(store, FOUR[seat])
    hall.wishes.wake(table)
    gate.open.set()
    await quiet()
    assert played(hall) == [(seat, TWO_OF_CLUBS, By.FORCED)]


async def test_what_cannot_be_queued_is_said_and_not_queued(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    store.fail["queue_card"] = 1
    with pytest.raises(StorageFailed):
        await hall.wishes.queue(table, turn(table), TWO_OF_CLUBS)
    await quiet()
    assert played(hall) == []


@pytest.mark.parametrize("method", ["append", "queued", "drop_queued"])
async def test_a_queued_card_is_played_once_the_disk_works_again(
    method: str, store: FaultyStore, caplog: pytest.LogCaptureFixture
) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    seat = turn(table)
    store.fail[method] = 3
    await hall.wishes.queue(table, seat, TWO_OF_CLUBS)
    await quiet()
    assert played(hall) == [(seat, TWO_OF_CLUBS, By.PERSON)]
    assert await hall.wishes.queued(table, seat) is None
    assert "the disk is full" in caplog.text
    assert set(hall.naps.slept) == {RETRY_AFTER}
    assert await on_disk(store, table) == table.state
    await play(table, 8)
    await quiet()
    assert await on_disk(store, table) == table.state


@pytest.mark.parametrize("method", ["append", "preferences"])
async def test_the_only_legal_card_too(method: str, store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    seat = turn(table)
    await wants_autoplay(store, FOUR[seat])
    store.fail[method] = 2
    hall.wishes.wake(table)
    await quiet()
    assert played(hall) == [(seat, TWO_OF_CLUBS, By.FORCED)]
    assert hall.naps.slept == [RETRY_AFTER] * 2


async def test_a_card_that_is_queued_while_wishes_are_being_looked_at(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    seat = turn(table)
    store.at_preferences = gate = Gate()
    hall.wishes.wake(table)
    await gate.reached.wait()
    queueing = asyncio.create_task(hall.wishes.queue(table, seat, TWO_OF_CLUBS))
    for _ in range(5):
        await store.rows(table.game_id)
    store.at_preferences = None
    gate.open.set()
    await queueing
    await quiet()
    assert played(hall) == [(seat, TWO_OF_CLUBS, By.PERSON)]


@pytest.mark.parametrize("steps", range(12))
async def test_a_card_that_is_queued_at_any_moment_of_a_look(steps: int, store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    seat = turn(table)
    hall.wishes.wake(table)
    for _ in range(steps):
        await asyncio.sleep(0)
    await hall.wishes.queue(table, seat, TWO_OF_CLUBS)
    await quiet()
    assert played(hall) == [(seat, TWO_OF_CLUBS, By.PERSON)]


async def test_a_card_taken_back_while_it_is_being_played(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    seat = turn(table)
    store.before[table.game_id] = gate = Gate()
    await hall.wishes.queue(table, seat, TWO_OF_CLUBS)
    await gate.reached.wait()
    dropping = asyncio.create_task(hall.wishes.drop(table, seat))
    for _ in range(5):
        await store.rows(table.game_id)
    assert not dropping.done(), "it is not said to be taken back"
    gate.open.set()
    await dropping
    assert played(hall) == [(seat, TWO_OF_CLUBS, By.PERSON)]
    await quiet()


async def test_the_next_card_queued_while_one_is_being_played(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    seat = turn(table)
    store.before[table.game_id] = gate = Gate()
    await hall.wishes.queue(table, seat, TWO_OF_CLUBS)
    await gate.reached.wait()
    following = no_club(table.state, seat)
    queueing = asyncio.create_task(hall.wishes.queue(table, seat, following))
    for _ in range(5):
        await store.rows(table.game_id)
    del store.before[table.game_id]
    gate.open.set()
    await queueing
    await quiet()
    assert played(hall) == [(seat, TWO_OF_CLUBS, By.PERSON)]
    assert await hall.wishes.queued(table, seat) == following


@pytest.mark.parametrize("steps", range(0, 30, 3))
async def test_a_click_and_a_queued_card_at_once(steps: int, store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    second = (turn(table) + 1) % 4
    clubs = [card for card in hand(table.state, second) if card.suit is Suit.CLUBS]
    await hall.wishes.queue(table, second, clubs[-1])
    await play(table, 1)
    for _ in range(steps):
        await asyncio.sleep(0)
    outcome = await table.act(PlayCard(ByPerson(FOUR[second]), clubs[0], Decision(1, 1)))
    await quiet()
    by_click = isinstance(outcome, Change)
    assert played(hall)[1:] == [(second, clubs[0] if by_click else clubs[-1], By.PERSON)]
    assert await hall.wishes.queued(table, second) == (clubs[-1] if by_click else None)


async def test_closing_drops_what_is_tried_again_and_nothing_begins_after_it(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await at_the_first_card(hall)
    seat = turn(table)
    hall.naps.still = asyncio.Event()
    store.fail["queued"] = 1
    await hall.wishes.queue(table, seat, TWO_OF_CLUBS)
    for _ in range(5):
        await store.rows(table.game_id)
    assert hall.naps.slept == [RETRY_AFTER]
    await hall.wishes.close()
    hall.wishes.wake(table)
    assert asyncio.all_tasks() == {asyncio.current_task()}
    assert played(hall) == []
    assert [row.card for row in await store.queued(table.game_id)] == ["2C"], "for after the restart"
