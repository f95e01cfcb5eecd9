"""Clocks: at every pace a prompt, a reminder, a turn by the clock, and a seat that is kept."""

import pytest

from bot.engine.actions import By, HostChanged, Passed, Played, SeatKept, Why
from bot.engine.acts import Leave, SetPace, Start, TakeBack
from bot.engine.clock import PROMPT, REMINDER, TURN
from bot.engine.paces import Pace
from bot.engine.state import Computer, Phase
from bot.rules.ruleset import Ruleset
from tests.engine.evening import quiet
from tests.engine.faulty import FaultyStore
from tests.engine.hall import MENTIONS, TURNS, Hall, by, turn
from tests.engine.tabletop import ANNA, BERT, FOUR, lowest_act, on_disk, open_table, play

# Named so that no test is taken for one that is slow itself.
every_pace = pytest.mark.parametrize("pace", Pace, ids="pace={}".format)
timed_paces = pytest.mark.parametrize("pace", TURNS, ids="pace={}".format)
KINDS = {
    Pace.FAST: {PROMPT, TURN},
    Pace.NORMAL: {PROMPT, REMINDER, TURN},
    Pace.SLOW: {PROMPT, REMINDER, TURN},
    Pace.NONE: {PROMPT},
}


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
        (Pace.FAST, 0, [(30, True)]),
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


async def test_at_fifty_tables_at_once_nobody_who_acts_in_time_is_played_for(store: FaultyStore) -> None:
    hall = Hall(store)
    tables = [
        await open_table(hall.tables, channel=channel, start=True, pace=Pace.FAST) for channel in range(50)
    ]
    for acts in (4, *(1,) * 8):
        await hall.tick(TURNS[Pace.FAST] - 1)
        for table in tables:
            await play(table, acts)
    assert hall.turns == []
    made = [
        action.by
        for change in hall.changes
        for action in change.actions
        if isinstance(action, Passed | Played)
    ]
    assert made == [By.PERSON] * 50 * 12
