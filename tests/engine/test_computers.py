"""Computers play through the same door as people, at their pace, and nothing that fails holds up a game."""

import asyncio
import random
from collections import Counter

import pytest

from bot.engine.actions import By, Passed, Played
from bot.engine.acts import ByPerson, Cancel, Start
from bot.engine.computers import RETRY_AFTER, Computers, Tempo
from bot.engine.state import Computer, Phase
from bot.engine.table import Table
from bot.engine.tables import Opening
from bot.rules.cards import ALL_CARDS, Card
from bot.rules.ruleset import Ruleset
from bot.rules.view import View
from tests.engine.evening import AT_ONCE, CARD, TRICK, Evening, Low, Time, check_moves, quiet
from tests.engine.faulty import FaultyStore, Gate
from tests.engine.tabletop import (
    ANNA,
    FOUR,
    STANDARD,
    lowest_act,
    on_disk,
    open_table,
    play,
    tables_in,
)


async def test_the_pace(store: FaultyStore) -> None:
    evening = Evening(store, pace=Tempo(CARD, TRICK))
    table = await open_table(evening.tables, ANNA, ruleset=Ruleset(limit=25))
    await table.act(Start(ANNA))
    await evening.to_the_end(table)
    expected = Counter[float]()
    for change in evening.changes:
        for action in change.actions:
            if isinstance(action, Passed | Played) and action.by is By.COMPUTER:
                deal = change.before.deal
                assert deal is not None
                leads = isinstance(action, Played) and bool(deal.tricks) and not deal.trick.plays
                expected[TRICK if leads else CARD] += 1
    assert Counter(evening.time.slept) == expected
    assert expected[TRICK] > 5


async def test_a_trick_pause_shorter_than_the_pace_of_a_card_hurries_nobody(store: FaultyStore) -> None:
    evening = Evening(store, pace=Tempo(CARD, 0))
    table = await open_table(evening.tables, ANNA, ruleset=Ruleset(limit=25))
    await table.act(Start(ANNA))
    await evening.to_the_end(table)
    assert set(evening.time.slept) == {CARD}


async def test_a_computer_is_given_its_own_view_and_nothing_else(store: FaultyStore) -> None:
    evening = Evening(store)
    table = await open_table(evening.tables, ANNA, ruleset=Ruleset(limit=25))
    await table.act(Start(ANNA))
    await evening.to_the_end(table)
    assert len(evening.low.views) == check_moves(evening.changes)[By.COMPUTER]
    for seen in evening.low.views:
        assert isinstance(table.state.seats[seen.seat], Computer)
        assert seen.to_pass or seen.to_play


async def test_waking_often_moves_once(store: FaultyStore) -> None:
    evening = Evening(store, people_act=False)
    table = await open_table(evening.tables, ANNA)
    evening.time.still = asyncio.Event()
    await table.act(Start(ANNA))
    for _ in range(50):
        evening.computers.wake(table)
        await asyncio.sleep(0)
    evening.time.still.set()
    await quiet()
    moves = check_moves(evening.changes)
    assert moves == {By.COMPUTER: 3}
    assert len(evening.time.slept) == 3
    for _ in range(50):
        evening.computers.wake(table)
    await quiet()
    assert check_moves(evening.changes) == moves


async def test_a_move_in_the_making_is_dropped_when_the_game_was_ended(store: FaultyStore) -> None:
    evening = Evening(store)
    table = await open_table(evening.tables, ANNA)
    evening.time.still = asyncio.Event()
    await table.act(Start(ANNA))
    await table.act(Cancel(ANNA, moderator=False))
    ended = table.state
    evening.time.still.set()
    await quiet()
    assert evening.low.views == [], "nobody was asked any more"
    assert table.state is ended


async def test_a_game_ended_while_a_computer_thinks(
    store: FaultyStore, caplog: pytest.LogCaptureFixture
) -> None:
    gate = Gate()

    async def slowly(level: str, seed: int, view: View) -> tuple[Card, ...]:
        await gate.wait()
        return tuple(view.hand)[:3]

    evening = Evening(store, choose=slowly)
    table = await open_table(evening.tables, ANNA)
    await table.act(Start(ANNA))
    await gate.reached.wait()
    await table.act(Cancel(ANNA, moderator=False))
    ended = table.state
    gate.open.set()
    await quiet()
    assert table.state is ended
    assert caplog.text == ""


async def test_after_a_failing_disk_the_move_is_tried_again_and_made_once(
    store: FaultyStore, caplog: pytest.LogCaptureFixture
) -> None:
    evening = Evening(store, pace=Tempo(CARD, TRICK), people_act=False)
    table = await open_table(evening.tables, ANNA)
    evening.time.still = asyncio.Event()
    await table.act(Start(ANNA))
    store.failures = 5
    evening.time.still.set()
    await quiet()
    assert check_moves(evening.changes) == {By.COMPUTER: 3}
    assert Counter(evening.time.slept) == {CARD: 3, RETRY_AFTER: 5}
    assert caplog.text.count("was not stored: the disk is full") == 5
    assert await on_disk(store, table) == table.state


class Faulty(Low):
    """A player that does not do what it should."""

    def __init__(self, how: str) -> None:
        super().__init__()
        self._how = how

    def choose_pass(self, view: View) -> tuple[Card, ...]:
        hand = tuple(view.hand)
        match self._how:
            case "raises":
                raise ValueError(f"what to do with {view.hand}")
            case "too few":
                return hand[:2]
            case "one twice":
                return (hand[5], hand[5], hand[6])
            case "not held":
                return next(tuple((card,) * 3) for card in ALL_CARDS if card not in view.hand)
            case _:
                return ()

    def choose_play(self, view: View) -> Card:
        if self._how == "raises":
            raise KeyError(view.hand)
        return next(card for card in reversed(ALL_CARDS) if card not in view.legal)


@pytest.mark.parametrize("how", ["raises", "too few", "one twice", "not held", "nothing"])
async def test_a_player_that_fails_or_cheats_holds_up_no_game(
    how: str, store: FaultyStore, caplog: pytest.LogCaptureFixture
) -> None:
    evening = Evening(store, Faulty(how))
    table = await open_table(evening.tables, ANNA, ruleset=Ruleset(limit=25))
    await table.act(Start(ANNA))
    state = await evening.to_the_end(table)
    assert state.phase is Phase.OVER
    moves = check_moves(evening.changes)
    assert moves[By.COMPUTER] > 30
    assert set(evening.time.slept) == {0}
    lines = [record for record in caplog.records if record.name == "bot.engine.computers"]
    assert len(lines) >= moves[By.COMPUTER] - 13
    text = "\n".join(record.getMessage() for record in lines)
    assert not any(f" {card}" in text or f"({card}" in text for card in ALL_CARDS)


async def test_a_level_nobody_knows(store: FaultyStore, caplog: pytest.LogCaptureFixture) -> None:
    async def unknown(level: str, seed: int, view: View) -> tuple[Card, ...]:
        raise KeyError(level)

    computers = Computers(unknown, AT_ONCE, Time().sleep)
    table = await open_table(tables_in(store, computers.on_change), ANNA, start=True)
    await quiet()
    assert len(table.state.awaited) == 1
    assert caplog.text.count("could not think: KeyError") == 3


async def test_every_decision_has_lots_of_its_own_the_same_after_a_restart(store: FaultyStore) -> None:
    asked: list[tuple[str, int]] = []

    async def note(level: str, seed: int, view: View) -> tuple[Card, ...]:
        asked.append((level, seed))
        await asyncio.Event().wait()
        return ()

    table = await open_table(tables_in(store), ANNA, start=True)
    levels = [seat.level for seat in table.state.seats if isinstance(seat, Computer)]
    for count in (3, 6):
        computers = Computers(note, AT_ONCE, Time().sleep)
        computers.wake(table)
        for _ in range(3):
            await asyncio.sleep(0)
        assert len(asked) == count
        await computers.close()
    assert [level for level, _ in asked] == levels * 2
    assert asked[:3] == asked[3:]
    assert len({seed for _, seed in asked}) == 3


@pytest.mark.parametrize(
    ("table_plays", "clock_plays"),
    [("easy", "easy"), ("medium", "medium"), ("hard", "medium"), ("expert", "medium"), ("later", "medium")],
)
async def test_whose_time_is_up_does_not_get_an_experts_card(
    table_plays: str, clock_plays: str, store: FaultyStore
) -> None:
    asked: list[str] = []

    async def note(level: str, seed: int, view: View) -> tuple[Card, ...]:
        asked.append(level)
        return tuple(view.hand)[:3]

    tables = tables_in(store)
    opened = await tables.open(Opening(10, 20, "en", STANDARD, FOUR, level=table_plays))
    assert isinstance(opened, Table)
    await opened.act(Start(ANNA))
    decision = opened.state.decision
    assert decision is not None
    await Computers(note, AT_ONCE, Time().sleep).play_turn(opened, 2, decision)
    assert asked == [clock_plays]
    assert opened.state.awaited == (0, 1, 3)


async def test_closing_drops_every_move_and_none_begins_after_it(store: FaultyStore) -> None:
    evening = Evening(store, people_act=False)
    table = await open_table(evening.tables, ANNA)
    evening.time.still = asyncio.Event()
    await table.act(Start(ANNA))
    await asyncio.sleep(0)
    await evening.computers.close()
    assert asyncio.all_tasks() == {asyncio.current_task()}
    await table.act(lowest_act(table.state, table.state.seat_of(ANNA)))
    evening.computers.wake(table)
    assert asyncio.all_tasks() == {asyncio.current_task()}
    assert check_moves(evening.changes) == {By.PERSON: 1}


async def test_what_is_being_stored_is_finished_before_it_is_closed(store: FaultyStore) -> None:
    evening = Evening(store, people_act=False)
    table = await open_table(evening.tables, ANNA, start=True)
    store.before[table.game_id] = gate = Gate()
    await gate.reached.wait()
    closing = asyncio.create_task(evening.computers.close())
    for _ in range(5):
        await asyncio.sleep(0)
    assert not closing.done()
    gate.open.set()
    await closing
    assert asyncio.all_tasks() == {asyncio.current_task()}
    assert check_moves(evening.changes)[By.COMPUTER] >= 1
    assert await on_disk(store, table) == table.state


async def test_after_a_restart_a_computer_that_was_to_move_is_woken(store: FaultyStore) -> None:
    table = await open_table(tables_in(store), ANNA, start=True)
    evening = Evening(store, people_act=False)
    (resumed,) = await evening.tables.resume()
    assert resumed is not table
    evening.computers.wake(resumed)
    await quiet()
    assert check_moves(evening.changes) == {By.COMPUTER: 3}
    assert resumed.state.awaited == (resumed.state.seat_of(ANNA),)


async def test_people_and_computers_who_act_at_once(store: FaultyStore) -> None:
    rng = random.Random(1)
    evening = Evening(store, people_act=False)
    table = await open_table(evening.tables, ANNA, ruleset=Ruleset(limit=25), start=True)
    seat = table.state.seat_of(ANNA)
    assert seat is not None
    while table.state.open:
        state = table.state
        if seat in state.awaited:
            act = lowest_act(state, seat)
            assert act.who == ByPerson(ANNA)
            await asyncio.gather(*(table.act(act) for _ in range(rng.randrange(1, 4))))
        await asyncio.sleep(0)
    await quiet()
    check_moves(evening.changes)
    assert await on_disk(store, table) == table.state
    assert await play(table) == []
