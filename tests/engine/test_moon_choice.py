"""The shooter of a moon is asked how it counts, and nobody waits for ever for the answer."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.actions import By, Dealt, MoonChosen, Scored
from bot.engine.acts import (
    ByComputer,
    ByPerson,
    ChooseMoon,
    Leave,
    Pass,
    PlayCard,
    TableRefusal,
    TableRule,
    TakeBack,
    TurnAct,
)
from bot.engine.decide import decide
from bot.engine.paces import Pace
from bot.engine.records import record_of
from bot.engine.state import Decision, Phase, TableState
from bot.engine.table import Change, Table
from bot.rules.cards import HEARTS, NO_CARDS, Card, Cards
from bot.rules.record import read_record
from bot.rules.refusal import Refusal, Rule
from bot.rules.ruleset import Moon, MoonChoice, Ruleset
from bot.rules.scoring import DealScore
from bot.store import Store
from bot.store.errors import StoreError
from tests.engine.evening import quiet
from tests.engine.faulty import FaultyStore
from tests.engine.hall import PATIENCE, TURNS, Hall
from tests.engine.tabletop import (
    ANNA,
    BERT,
    FOUR,
    accepted,
    after,
    as_seated,
    cards,
    on_disk,
    open_table,
    play,
    started,
    with_hands,
)

CHOOSE = Ruleset(moon=Moon.CHOOSE)
DUE = Decision(1, None, moon=True)
ADDED = DealScore((0, 26, 26, 26), (0,))
SUBTRACTED = DealScore((-26, 0, 0, 0), (0,))


def shot(ruleset: Ruleset = CHOOSE, totals: tuple[int, ...] | None = None) -> TableState:
    """Give a game in which seat 0 has just taken the last of the penalty cards, with cards left to play."""
    rest = HEARTS - Cards.parse("5H AH") | Cards.parse("QS")
    hands = ("AH 9S TS", "5H 2S 3S", "7C 4S 5S", "8C 6S 7S")
    state = with_hands(started(ruleset), *hands, taken=(rest, NO_CARDS, NO_CARDS, NO_CARDS))
    if totals is not None:
        assert state.game is not None
        state = replace(state, game=replace(state.game, scores=(DealScore(totals),)))
    for seat, card in enumerate(cards("AH 5H 7C 8C")):
        state = after(state, PlayCard(ByPerson(FOUR[seat]), card))
    return state


def test_the_deal_waits_for_the_shooter_with_its_points_open() -> None:
    state = shot()
    assert (state.awaited, state.decision, state.phase) == ((0,), DUE, Phase.PLAYING)
    assert state.history == ()
    question = state.moon_question
    assert question is not None
    assert [option.score for option in question.options] == [ADDED, SUBTRACTED]


@pytest.mark.parametrize("moon", [moon for moon in Moon if moon is not Moon.CHOOSE])
def test_where_nobody_is_asked_the_deal_is_over_at_once(moon: Moon) -> None:
    state = shot(Ruleset(moon=moon))
    assert state.decision == Decision(2, None)
    assert state.history[0].score == (SUBTRACTED if moon is Moon.SUBTRACT else ADDED)


@pytest.mark.parametrize(("choice", "score"), [(MoonChoice.ADD, ADDED), (MoonChoice.SUBTRACT, SUBTRACTED)])
def test_the_answer_counts_and_the_next_deal_is_dealt(choice: MoonChoice, score: DealScore) -> None:
    state = shot()
    actions = accepted(state, ChooseMoon(ByPerson(ANNA), choice, DUE), as_seated(9))
    assert actions == (MoonChosen(0, choice, By.PERSON), Scored(score), Dealt(as_seated(9).secret()))
    state = after(state, ChooseMoon(ByPerson(ANNA), choice, DUE))
    assert state.decision == Decision(2, None)
    assert state.history[0].score == score
    (deal,) = read_record(record_of(state)).deals
    assert deal.moon_choice == choice


def test_the_answer_may_end_the_game() -> None:
    state = after(shot(totals=(10, 80, 20, 30)), ChooseMoon(ByPerson(ANNA), MoonChoice.ADD))
    assert state.phase is Phase.OVER
    assert state.game is not None
    assert (state.game.totals, state.game.winners) == ((10, 106, 46, 56), (0,))


REFUSED: list[tuple[str, TurnAct, object]] = [
    (
        "another person",
        ChooseMoon(ByPerson(BERT), MoonChoice.ADD),
        Refusal(Rule.NO_MOON_CHOICE, 1, NO_CARDS),
    ),
    ("a stranger", ChooseMoon(ByPerson(99), MoonChoice.ADD), TableRefusal(TableRule.NOT_SEATED)),
    ("a computer", ChooseMoon(ByComputer(0), MoonChoice.ADD), TableRefusal(TableRule.NOT_SEATED)),
    (
        "another deal",
        ChooseMoon(ByPerson(ANNA), MoonChoice.ADD, Decision(2, None, moon=True)),
        TableRefusal(TableRule.DECISION_PAST),
    ),
    (
        "a button of the pass",
        ChooseMoon(ByPerson(ANNA), MoonChoice.ADD, Decision(1, None)),
        TableRefusal(TableRule.DECISION_PAST),
    ),
    (
        "a card instead",
        PlayCard(ByPerson(ANNA), Card.parse("9S")),
        Refusal(Rule.DEAL_OVER, 0, Cards.parse("9S")),
    ),
    (
        "a card by its button",
        PlayCard(ByPerson(ANNA), Card.parse("9S"), Decision(1, 8)),
        TableRefusal(TableRule.DECISION_PAST),
    ),
    (
        "a card as the answer",
        PlayCard(ByPerson(ANNA), Card.parse("9S"), DUE),
        TableRefusal(TableRule.DECISION_PAST),
    ),
    ("a pass as the answer", Pass(ByPerson(ANNA), (), DUE), TableRefusal(TableRule.DECISION_PAST)),
]


@pytest.mark.parametrize(("why", "act", "refusal"), REFUSED, ids=[each[0] for each in REFUSED])
def test_what_is_no_answer(why: str, act: TurnAct, refusal: object) -> None:
    assert decide(shot(), act, as_seated()) == refusal, why


def test_nobody_is_asked_twice() -> None:
    act = ChooseMoon(ByPerson(ANNA), MoonChoice.SUBTRACT, DUE)
    state = after(shot(), act)
    assert decide(state, act, as_seated()) == TableRefusal(TableRule.DECISION_PAST)
    again = replace(act, decision=None)
    assert decide(state, again, as_seated()) == Refusal(Rule.NO_MOON_CHOICE, 0, NO_CARDS)


MOON_OF_SEAT_0 = 6
"""Lots by which seat 0 shoots the moon in the first deal."""


async def asked(hall: Hall, pace: Pace = Pace.FAST) -> Table:
    """Give a table at which seat 0, Anna's, has shot the moon in the first deal and is asked."""
    opened = await open_table(hall.tables, ruleset=CHOOSE, start=True, pace=pace)
    lots = random.Random(MOON_OF_SEAT_0)
    while opened.state.moon_question is None:
        assert opened.state.decision is not None
        assert opened.state.decision.deal == 1
        await play(opened, 1, lots)
    assert (opened.state.awaited, opened.state.decision) == ((0,), DUE)
    return opened


async def test_the_clock_answers_by_avoid_when_the_time_runs_out(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await asked(hall)
    assert hall.clock.due(table) == hall.time + TURNS[Pace.FAST]
    assert await hall.tick(PATIENCE) == [(table.game_id, (0,), False)]
    assert await hall.acted(TURNS[Pace.FAST] - PATIENCE - 0.5) == []
    chosen, scored, dealt = await hall.acted(0.5)
    assert chosen == MoonChosen(0, MoonChoice.ADD, By.CLOCK)
    assert scored == Scored(ADDED)
    assert isinstance(dealt, Dealt)
    assert table.state.missed == (1, 0, 0, 0)
    assert table.state.decision == Decision(2, None)


async def test_the_question_and_its_time_outlast_a_restart(path: Path) -> None:
    async with await Store.open(path) as store:
        hall = Hall(store)
        table = await asked(hall)
        before = table.state
        await hall.tick(TURNS[Pace.FAST] - 10)
        due = hall.clock.due(table)
        await hall.close()
    async with await Store.open(path) as store:
        hall = Hall(store, time=hall.time)
        table = await hall.resume()
        assert table.state == before
        assert table.state.moon_question == before.moon_question
        assert hall.clock.due(table) == due
        outcome = await table.act(ChooseMoon(ByPerson(ANNA), MoonChoice.SUBTRACT, DUE))
        assert isinstance(outcome, Change)
        assert table.state.history[0].score == SUBTRACTED
        assert await on_disk(store, table) == table.state


async def test_a_computer_that_keeps_the_seat_answers_in_its_place(store: FaultyStore) -> None:
    hall = Hall(store, computers=True)
    table = await asked(hall, Pace.NONE)
    await table.act(Leave(ANNA))
    await quiet()
    chosen = [
        action for change in hall.changes for action in change.actions if isinstance(action, MoonChosen)
    ]
    assert chosen == [MoonChosen(0, MoonChoice.ADD, By.COMPUTER)]
    assert table.state.history[0].score == ADDED


async def test_whoever_takes_the_seat_back_is_asked(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await asked(hall)
    await table.act(Leave(ANNA))
    assert (table.state.awaited, table.state.decision) == ((0,), DUE)
    await table.act(TakeBack(ANNA))
    assert isinstance(await table.act(ChooseMoon(ByPerson(ANNA), MoonChoice.ADD, DUE)), Change)


async def test_a_disk_that_is_full_keeps_the_question_open(store: FaultyStore) -> None:
    hall = Hall(store)
    table = await asked(hall)
    store.fail["append"] = 1
    with pytest.raises(StoreError):
        await table.act(ChooseMoon(ByPerson(ANNA), MoonChoice.ADD, DUE))
    assert table.state.decision == DUE
    assert isinstance(await table.act(ChooseMoon(ByPerson(ANNA), MoonChoice.ADD, DUE)), Change)
