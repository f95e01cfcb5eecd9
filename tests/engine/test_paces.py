"""Clocks: at every pace a prompt, a reminder, a turn by the clock, a seat kept; who has left the server."""

import asyncio

import pytest

from bot.engine.actions import Action, By, HostChanged, Passed, Played, SeatKept, Why
from bot.engine.acts import Leave, PlayCard, SetPace, Start, TableRefusal, TableRule, TakeBack
from bot.engine.clock import AGAIN_AFTER, PROMPT, REMINDER, TURN
from bot.engine.paces import Pace
from bot.engine.state import Computer, Decision, Phase
from bot.engine.table import Change, Table
from bot.rules.cards import Card
from bot.rules.refusal import Refusal, Rule
from bot.rules.ruleset import Ruleset
from bot.rules.view import View
from tests.engine.evening import Low, quiet
from tests.engine.faulty import FaultyStore, Gate
from tests.engine.hall import MENTIONS, TURNS, Hall
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


def by(action: Action) -> tuple[int, By]:
    """Give the seat of a pass or a play, and who made it."""
    assert isinstance(action, Passed | Played)
    return action.seat, action.by


def turn(table: Table) -> int:
    """Give the seat to play."""
    (seat,) = table.state.awaited
    return seat


@pytest.mark.parametrize("moment", ["pass", "play"])
@every_pace
async def test_who_does_not_act_is_mentioned_and_then_the_clock_plays(
    pace: Pace, moment: str, store: FaultyStore
) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=pace)
    if moment == "play":
        hall.time += 7
        await play(table, 4 + 2)
    begun, seats, decision = hall.time, table.state.awaited, table.state.decision
    assert hall.clock.due(table) == (begun + TURNS[pace] if pace in TURNS else None)
    assert {row.kind for row in await hall.all_rows()} == KINDS[pace]
    for after, again in MENTIONS[pace]:
        assert await hall.tick(begun + after - 0.5 - hall.time) == []
        assert await hall.tick(0.5) == [(table.game_id, seats, again)]
        assert await hall.tick() == []
        assert table.state.decision == decision
    if pace is Pace.NONE:
        assert await hall.acted(6 * 86400) == []
        assert hall.turns == []
        return
    assert await hall.acted(begun + TURNS[pace] - 0.5 - hall.time) == []
    actions = await hall.acted(0.5)
    assert [by(action) for action in actions] == [(seat, By.CLOCK) for seat in seats]
    assert table.state.persons == FOUR
    assert await on_disk(store, table) == table.state
    assert hall.clock.due(table) == hall.time + TURNS[pace], "and the next has as long"


@timed_paces
@pytest.mark.parametrize("moment", ["a pass and a card", "two cards"])
async def test_after_two_turns_in_a_row_a_computer_keeps_the_seat_until_it_is_taken_back(
    moment: str, pace: Pace, store: FaultyStore
) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=pace)
    if moment == "a pass and a card":
        for seat in (0, 2, 3):
            await table.act(lowest_act(table.state, seat))
        assert [by(action) for action in await hall.acted(TURNS[pace])] == [(1, By.CLOCK)]
    else:
        await play(table, 4)
        while turn(table) != 1:
            await play(table, 1)
        assert [by(action) for action in await hall.acted(TURNS[pace])] == [(1, By.CLOCK)]
    while turn(table) != 1:
        await play(table, 1)
    played, kept = await hall.acted(TURNS[pace])
    assert by(played) == (1, By.CLOCK)
    assert kept == SeatKept(1, "medium", 0, Why.CLOCK)
    assert table.state.seats[1] == Computer("medium", 0, BERT, Why.CLOCK)
    while turn(table) != 1:
        await play(table, 1)
    assert hall.clock.due(table) is None
    assert [row for row in await hall.all_rows() if row.seat == 1] == []
    assert await hall.acted(3 * TURNS[pace]) == []
    await table.act(TakeBack(BERT))
    assert hall.clock.due(table) == hall.time + TURNS[pace]
    assert [by(action) for action in await hall.acted(TURNS[pace])] == [(1, By.CLOCK)]
    assert table.state.seat_of(BERT) == 1, "they are counted anew"


async def test_the_rights_of_a_host_go_on_when_the_clock_has_played_two_turns(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=Pace.FAST)
    for seat in (1, 2, 3):
        await table.act(lowest_act(table.state, seat))
    await hall.tick(60)
    while turn(table) != 0:
        await play(table, 1)
    actions = await hall.acted(60)
    assert actions[1:] == [SeatKept(0, "medium", 0, Why.CLOCK), HostChanged(BERT)]
    header = await store.header(table.game_id)
    assert header is not None
    assert header.host_person_id == BERT


@pytest.mark.parametrize("people", [1, 2, 4])
@timed_paces
async def test_with_everybody_gone_the_game_comes_to_its_end(
    pace: Pace, people: int, store: FaultyStore
) -> None:
    hall = Hall(store, computers=True)
    table = await open_table(hall.tables, *FOUR[:people], ruleset=Ruleset(limit=25), start=True, pace=pace)
    for _ in range(1 + 2 * people):
        await hall.tick(TURNS[pace])
    assert table.state.phase is Phase.OVER
    assert table.state.persons == ()
    assert table.state.gone == set(FOUR[:people])
    assert table.state.host in FOUR[:people]
    assert await on_disk(store, table) == table.state
    assert await hall.all_rows() == ()


@pytest.mark.parametrize("here", [ANNA, BERT])
async def test_one_who_plays_alone_with_three_who_are_gone(here: int, store: FaultyStore) -> None:
    hall = Hall(store, computers=True)
    table = await open_table(hall.tables, ruleset=Ruleset(limit=25), start=True, pace=Pace.FAST)
    seat = table.state.seat_of(here)
    for _ in range(1000):
        if not table.state.open:
            break
        if seat in table.state.awaited:
            await table.act(lowest_act(table.state, seat))
            await quiet()
        else:
            await hall.tick(60)
    assert table.state.phase is Phase.OVER
    assert (table.state.persons, table.state.host) == ((here,), here)
    assert await hall.all_rows() == ()


@timed_paces
async def test_a_pass_has_one_clock_also_for_a_seat_taken_back_in_the_middle(
    pace: Pace, store: FaultyStore
) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=pace)
    begun = hall.time
    hall.time += 15
    await table.act(Leave(BERT))
    assert hall.clock.due(table) == begun + TURNS[pace]
    assert (await hall.rows(table, TURN)).keys() == {0, 2, 3}
    hall.time += 15
    await table.act(TakeBack(BERT))
    assert hall.clock.due(table) == begun + TURNS[pace]
    assert await hall.rows(table, TURN) == dict.fromkeys(range(4), (begun + TURNS[pace], "1:pass"))
    assert [by(action) for action in await hall.acted(TURNS[pace] - 30)] == [
        (seat, By.CLOCK) for seat in range(4)
    ]


@pytest.mark.parametrize("confirmed", [True, False], ids=["in the pass", "in play"])
async def test_leaving_and_coming_back_gives_nobody_more_time(confirmed: bool, store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, ANNA, BERT, start=True, pace=Pace.NORMAL)
    if confirmed:
        await table.act(lowest_act(table.state, table.state.seat_of(ANNA)))
    else:
        await play(table, 4)
        while turn(table) != table.state.seat_of(BERT):
            await play(table, 1)
    due = hall.clock.due(table)
    assert due is not None
    for _ in range(3):
        hall.time += 50
        await table.act(Leave(BERT))
        assert hall.clock.due(table) is None, "nobody is waited for"
        assert await hall.rows(table, TURN) == {}
        await table.act(TakeBack(BERT))
        assert hall.clock.due(table) == due
        assert [at for at, _ in (await hall.rows(table, TURN)).values()] == [due]


async def test_the_pace_chosen_last_in_the_lobby_is_the_pace_of_the_game(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, pace=Pace.SLOW)
    await table.act(SetPace(ANNA, Pace.NONE))
    await table.act(SetPace(ANNA, Pace.FAST))
    assert await hall.all_rows() == ()
    hall.time += 500
    await table.act(Start(ANNA))
    assert hall.clock.due(table) == hall.time + 60


@pytest.mark.parametrize(
    ("pace", "patience", "mentions"),
    [
        (Pace.FAST, 45, [(30, False)]),
        (Pace.FAST, 3600, [(30, False)]),
        (Pace.NORMAL, 3600, [(150, False)]),
        (Pace.NORMAL, 149, [(149, False), (150, True)]),
        (Pace.NORMAL, 0, [(150, True)]),
        (Pace.FAST, 0, []),
        (Pace.SLOW, 3600, [(3600, False), (43200, True)]),
        (Pace.NONE, 3600, [(3600, False)]),
    ],
)
async def test_a_prompt_comes_half_way_at_the_latest_and_never_with_a_reminder(
    pace: Pace, patience: float, mentions: list[tuple[float, bool]], store: FaultyStore
) -> None:
    hall = Hall(store, patience)
    table = await open_table(hall.tables, start=True, pace=pace)
    begun = hall.time
    for after, again in mentions:
        assert await hall.tick(begun + after - 0.5 - hall.time) == []
        assert await hall.tick(0.5) == [(table.game_id, (0, 1, 2, 3), again)]
    await hall.tick(begun + TURNS.get(pace, 1e5) - 0.5 - hall.time)
    assert len(hall.mentions) == len(mentions)


async def test_deadlines_that_pass_in_one_look_play_the_turn_and_mention_nobody(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await open_table(hall.tables, start=True, pace=Pace.NORMAL)
    await play(table, 4)
    seat = turn(table)
    assert [by(action) for action in await hall.acted(1000)] == [(seat, By.CLOCK)]
    assert hall.mentions == []


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
    for _ in range(3):
        await hall.clock.tick(hall.tables, hall.doorman)
        for _ in range(50):
            await store.deadlines(other.game_id)
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
