"""The clock and a click at once, a disk or a player that fails, and who has left the server."""

import asyncio

import pytest

from bot.engine.actions import By, Passed, Played, SeatKept, Why
from bot.engine.acts import Leave, PlayCard, TableRefusal, TableRule, TakeBack
from bot.engine.clock import AGAIN_AFTER, PROMPT, REMINDER, TURN
from bot.engine.paces import Pace
from bot.engine.state import Computer, Decision, Phase
from bot.engine.table import Change
from bot.rules.cards import Card
from bot.rules.refusal import Refusal, Rule
from bot.rules.view import View
from tests.engine.evening import Low, quiet
from tests.engine.faulty import FaultyStore, Gate
from tests.engine.hall import TURNS, Hall, by, turn
from tests.engine.tabletop import ANNA, BERT, CARL, FOUR, lowest_act, on_disk, open_table, play

# Named so that no test is taken for one that is slow itself.
every_pace = pytest.mark.parametrize("pace", Pace, ids="pace={}".format)
timed_paces = pytest.mark.parametrize("pace", TURNS, ids="pace={}".format)
KINDS = {
    Pace.FAST: {PROMPT, TURN},
    Pace.NORMAL: {PROMPT, REMINDER, TURN},
    Pace.SLOW: {PROMPT, REMINDER, TURN},
    Pace.NONE: {PROMPT},
}


@pytest.mark.parametrize("seed", range(8))
async def test_a_click_and_the_clock_in_the_same_moment(seed: int, store: FaultyStore) -> None:
    """Whoever is first, one of both is accepted and the other is told why not."""
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=Pace.FAST)
    await play(table, seed)
    before = table.state
    seat = before.awaited[-1]
    await quiet()
    hall.time += 60
    looking = asyncio.create_task(hall.clock.tick(hall.tables, hall.doorman))
    for _ in range(3 * seed):
        await asyncio.sleep(0)
    outcome = await table.act(lowest_act(before, seat))
    await looking
    await quiet()
    made = [
        action
        for change in hall.changes
        for action in change.actions
        if isinstance(action, Passed | Played)
        and action.seat == seat
        and change.before.decision == before.decision
    ]
    assert len(made) == 1
    if isinstance(outcome, Change):
        assert made[0].by is By.PERSON
    else:
        assert made[0].by is By.CLOCK
        assert isinstance(outcome, Refusal | TableRefusal)
        assert outcome.rule in (TableRule.DECISION_PAST, Rule.PASS_CONFIRMED)
    assert await on_disk(store, table) == table.state
    assert hall.naps.slept == []


@pytest.mark.parametrize("first", ["person", "clock"])
async def test_a_click_and_the_clock_while_the_other_is_being_stored(first: str, store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=Pace.FAST)
    await play(table, 4)
    await quiet()
    hall.time += 60
    store.before[table.game_id] = gate = Gate()
    click = lowest_act(table.state)
    if first == "person":
        clicking = asyncio.create_task(table.act(click))
        await gate.reached.wait()
        await hall.clock.tick(hall.tables, hall.doorman)
    else:
        await hall.clock.tick(hall.tables, hall.doorman)
        await gate.reached.wait()
        clicking = asyncio.create_task(table.act(click))
    for _ in range(20):
        await store.deadlines(table.game_id)
    gate.open.set()
    outcome = await clicking
    await quiet()
    assert isinstance(outcome, Change) == (first == "person")
    assert first == "person" or outcome == TableRefusal(TableRule.DECISION_PAST)
    assert table.state.decision == Decision(1, 1)
    assert await on_disk(store, table) == table.state


async def test_a_turn_that_cannot_be_stored_is_tried_again(
    store: FaultyStore, caplog: pytest.LogCaptureFixture
) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=Pace.FAST)
    await play(table, 4)
    seat, due = turn(table), hall.clock.due(table)
    await quiet()
    store.fail["append"] = 2
    assert await hall.acted(60) == []
    assert "were not acted on" in caplog.text
    assert await hall.acted(AGAIN_AFTER - 0.5) == []
    assert len(hall.turns) == 1
    assert await hall.acted(0.5) == []
    assert len(hall.turns) == 2
    assert hall.clock.due(table) == due
    assert [by(action) for action in await hall.acted(AGAIN_AFTER)] == [(seat, By.CLOCK)]
    assert hall.mentions == [], "their turn is over"


async def test_in_a_pass_whoever_could_not_be_stored_is_tried_again(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=Pace.FAST)
    await quiet()
    store.fail["append"] = 1
    assert await hall.acted(60) == []
    assert [by(action) for action in await hall.acted(AGAIN_AFTER)] == [(seat, By.CLOCK) for seat in range(4)]
    assert table.state.missed == (1, 1, 1, 1)


async def test_a_seat_taken_back_after_the_time_is_up_has_none_left(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=Pace.FAST)
    due = hall.clock.due(table)
    await table.act(Leave(BERT))
    await quiet()
    store.fail["append"] = 1
    await hall.tick(60)
    await table.act(TakeBack(BERT))
    await quiet()
    assert hall.clock.due(table) == due
    assert (await hall.rows(table, TURN))[1] == (due, "1:pass")
    assert [by(action) for action in await hall.acted(1)] == [(1, By.CLOCK)]
    assert [by(action) for action in await hall.acted(AGAIN_AFTER)] == [
        (seat, By.CLOCK) for seat in (0, 2, 3)
    ]


class Failing(Low):
    """A player that cannot choose."""

    def choose_pass(self, view: View) -> tuple[Card, ...]:
        raise ValueError

    def choose_play(self, view: View) -> Card:
        raise ValueError


async def test_a_player_that_fails_plays_its_lowest_cards_for_the_clock(store: FaultyStore) -> None:
    hall = Hall(store, player=Failing())
    table = await open_table(hall.tables, start=True, pace=Pace.FAST)
    assert len(await hall.acted(60)) == 4
    lowest = lowest_act(table.state)
    assert isinstance(lowest, PlayCard)
    played, kept, *_ = await hall.acted(60)
    assert isinstance(played, Played)
    assert (played.card, played.by) == (lowest.card, By.CLOCK)
    assert isinstance(kept, SeatKept)


@pytest.mark.parametrize("when", ["prompt", "reminder", "turn"])
async def test_who_has_left_the_server_is_found_out_when_they_are_waited_for(
    when: str, store: FaultyStore
) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=Pace.NORMAL)
    for seat in (0, 3):
        await table.act(lowest_act(table.state, seat))
    await hall.tick({"prompt": 0, "reminder": 20, "turn": 150}[when])
    hall.doorman.left.add(BERT)
    hall.doorman.looked_up.clear()
    actions = await hall.acted({"prompt": 20, "reminder": 130, "turn": 150}[when])
    assert hall.doorman.looked_up == [BERT, CARL], "and nobody who is not waited for"
    assert actions[0] == SeatKept(1, "medium", 0, Why.LEFT)
    if when == "turn":
        assert [by(action) for action in actions[1:]] == [(2, By.CLOCK)]
    else:
        assert hall.mentions[-1] == (table.game_id, (2,), when == "reminder")
    assert [row for row in await hall.all_rows() if row.seat == 1] == []


@every_pace
async def test_when_the_last_person_has_left_the_server_the_game_is_abandoned(
    pace: Pace, store: FaultyStore
) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, ANNA, BERT, start=True, pace=pace)
    await play(table, 4)
    hall.doorman.left |= {ANNA, BERT}
    for _ in range(8):
        if not table.state.open:
            break
        await hall.tick(20)
        if table.state.awaited and isinstance(table.state.seats[turn(table)], Computer):
            await play(table, 1)
    assert (table.state.phase, table.state.ended_by) == (Phase.CANCELLED, None)
    assert hall.mentions == []
    assert await hall.all_rows() == ()


async def test_who_cannot_be_looked_up_has_not_left_and_the_clock_plays_all_the_same(
    store: FaultyStore, caplog: pytest.LogCaptureFixture
) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=Pace.FAST)
    hall.doorman.blind = True
    hall.doorman.left |= {*FOUR}
    assert await hall.tick(20) == [(table.game_id, (0, 1, 2, 3), False)]
    assert len(await hall.acted(40)) == 4
    assert table.state.persons == FOUR
    assert "could not be looked up: TimeoutError" in caplog.text


async def test_a_look_up_that_takes_long_keeps_no_other_table_waiting(store: FaultyStore) -> None:
    hall = Hall(store)
    slow = await open_table(hall.tables, channel=1, start=True, pace=Pace.FAST)
    await quiet()
    hall.time += 30
    other = await open_table(hall.tables, channel=2, start=True, pace=Pace.FAST)
    await quiet()
    hall.doorman.at_door = gate = Gate()
    await hall.clock.tick(hall.tables, hall.doorman)
    await gate.reached.wait()
    hall.doorman.at_door = None
    hall.time += 60
    hall.clock.begin()
    for _ in range(3):
        await hall.clock.tick(hall.tables, hall.doorman)
        for _ in range(50):
            # Unlike what is remembered, this waits for the database.
            await store.due_deadlines(0.0)
        hall.time += AGAIN_AFTER
    assert other.state.decision == Decision(1, 0)
    assert slow.state.decision == Decision(1, None)
    assert hall.doorman.looked_up.count(ANNA) == 2, "once at each table"
    gate.open.set()
    await hall.tick()
    assert slow.state.decision == Decision(1, 0), "its turn has not been forgotten meanwhile"


async def test_closing_drops_what_takes_long_and_a_restart_makes_up_for_it(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=Pace.FAST)
    await quiet()
    hall.doorman.at_door = gate = Gate()
    hall.time += 60
    await hall.clock.tick(hall.tables, hall.doorman)
    await gate.reached.wait()
    await hall.close()
    assert asyncio.all_tasks() == {asyncio.current_task()}
    assert table.state.awaited == (0, 1, 2, 3)
    again = Hall(store, time=hall.time)
    resumed = await again.resume()
    assert await again.acted(AGAIN_AFTER - 0.5) == []
    assert len(await again.acted(0.5)) == 4
    assert resumed.state.decision == Decision(1, 0)


async def test_who_acts_while_they_are_looked_up_is_not_played_for(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=Pace.FAST)
    await play(table, 4)
    await quiet()
    hall.doorman.at_door = gate = Gate()
    hall.time += 60
    await hall.clock.tick(hall.tables, hall.doorman)
    await gate.reached.wait()
    assert isinstance(await table.act(lowest_act(table.state)), Change)
    gate.open.set()
    await quiet()
    assert table.state.decision == Decision(1, 1)
    assert hall.turns == []
    assert hall.mentions == []


async def test_a_computers_move_in_the_making_ends_quietly_when_the_seat_is_taken_back(
    store: FaultyStore, caplog: pytest.LogCaptureFixture
) -> None:
    hall = Hall(store, computers=True)
    table = await open_table(hall.tables, start=True)
    await quiet()
    hall.naps.still = asyncio.Event()
    await table.act(Leave(BERT))
    await table.act(TakeBack(BERT))
    hall.naps.still.set()
    await quiet()
    assert table.state.awaited == (0, 1, 2, 3)
    assert hall.naps.slept == [0], "nobody tries again"
    await table.act(Leave(BERT))
    await quiet()
    assert table.state.awaited == (0, 2, 3)
    assert caplog.text == ""


async def test_a_seat_that_is_left_again_at_any_moment_is_played_by_a_computer(store: FaultyStore) -> None:
    hall = Hall(store, computers=True)
    table = await open_table(hall.tables, start=True)
    await play(table, 4)
    for steps in range(40):
        while table.state.awaited != (0,):
            await play(table, 1)
        before = table.state.decision
        await table.act(Leave(ANNA))
        for _ in range(steps):
            await asyncio.sleep(0)
        await table.act(TakeBack(ANNA))
        await table.act(Leave(ANNA))
        await quiet()
        assert table.state.decision != before
        await table.act(TakeBack(ANNA))
