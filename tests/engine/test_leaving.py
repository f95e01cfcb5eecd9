"""Leaving a game at each moment and taking the seat back, and seats whose people have let the time go by."""

from dataclasses import replace

import pytest

from bot.engine.actions import (
    By,
    Cancelled,
    Dealt,
    HostChanged,
    Passed,
    Played,
    Scored,
    SeatKept,
    SeatTakenBack,
    Why,
)
from bot.engine.acts import (
    ByClock,
    ByComputer,
    ByPerson,
    ByRule,
    Leave,
    Pass,
    PlayCard,
    Start,
    TableRefusal,
    TableRule,
    TakeBack,
)
from bot.engine.decide import decide
from bot.engine.folding import fold
from bot.engine.state import Computer, Person, Phase, TableState
from bot.engine.tables import Opening
from bot.rules.cards import Card, Cards
from tests.engine.situations import Situation, game, next_deal, playing, turn_of
from tests.engine.tabletop import (
    ANNA,
    BERT,
    CARL,
    DORA,
    EVE,
    FOUR,
    STANDARD,
    accepted,
    after,
    as_seated,
    clock_act,
    lobby,
    lowest_act,
    passed,
    told,
    with_hands,
)


def kept(seat: int, figure: int = 0, why: Why = Why.LEFT) -> SeatKept:
    """Give the action by which a computer of the usual level keeps a seat."""
    return SeatKept(seat, "medium", figure, why)


PASS = game(*FOUR)
CONFIRMED = after(PASS, lowest_act(PASS, 1))
PLAY = playing(PASS)
OWN_TURN = turn_of(PASS, 1)
OTHERS_TURN = turn_of(PASS, 2)
SECOND_DEAL = next_deal(PASS)
TWO = game(ANNA, BERT)
AT_HARD = after(fold(Opening(10, 20, "en", STANDARD, FOUR, level="hard").actions), Start(ANNA))
MOMENTS = [
    ("in the pass, before confirming", PASS),
    ("in the pass, after confirming", CONFIRMED),
    ("before the first card", PLAY),
    ("at their turn", OWN_TURN),
    ("at another's turn", OTHERS_TURN),
    ("between deals", SECOND_DEAL),
]


def by_the_clock(state: TableState, seat: int) -> TableState:
    """Give the state after the clock has played a seat's pass or next card."""
    return after(turn_of(state, seat), clock_act(turn_of(state, seat), seat))


def missing(state: TableState, *seats: int) -> TableState:
    """Give the state in which computers keep these seats, as the clock has played two turns for them."""
    for seat in seats:
        state = by_the_clock(by_the_clock(state, seat), seat)
    return state


LEAVING = [
    *(Situation(f"a guest leaves {says}", state, Leave(BERT), (kept(1),)) for says, state in MOMENTS),
    *(
        Situation(f"the host leaves {says}", state, Leave(ANNA), (kept(0), HostChanged(BERT)))
        for says, state in MOMENTS
    ),
    *(
        Situation(
            f"the last person leaves {says}",
            after(state, Leave(ANNA), Leave(CARL), Leave(DORA)),
            Leave(BERT),
            (kept(1, 3), Cancelled(None)),
        )
        for says, state in MOMENTS
    ),
    Situation("the next to leave has another figure", after(PASS, Leave(BERT)), Leave(CARL), (kept(2, 1),)),
    Situation(
        "it is kept as the table's computers play",
        AT_HARD,
        Leave(BERT),
        (SeatKept(1, "hard", 0, Why.LEFT),),
    ),
    Situation("as beside a computer's own seat", TWO, Leave(BERT), (kept(1, 2),)),
    Situation(
        "the next host is a person",
        after(PASS, Leave(BERT)),
        Leave(ANNA),
        (kept(0, 1), HostChanged(CARL)),
    ),
    Situation("the only person leaves", game(ANNA), Leave(ANNA), (kept(0, 3), Cancelled(None))),
    Situation(
        "the last to leave while the time of the others was up",
        missing(TWO, 1),
        Leave(ANNA),
        (kept(0, 3), Cancelled(None)),
    ),
    Situation("nobody leaves twice", after(PASS, Leave(BERT)), Leave(BERT), TableRule.SEAT_IS_KEPT),
    Situation("nor whose time was up", missing(PASS, 1), Leave(BERT), TableRule.SEAT_IS_KEPT),
    Situation("a stranger does not leave", PASS, Leave(EVE), TableRule.NOT_SEATED),
]


@pytest.mark.parametrize("situation", LEAVING, ids=str)
def test_leaving(situation: Situation) -> None:
    situation.check()


@pytest.mark.parametrize(("says", "before"), MOMENTS, ids=[each[0] for each in MOMENTS])
def test_whoever_leaves_changes_nothing_but_who_sits_there(says: str, before: TableState) -> None:
    left = after(before, Leave(BERT))
    assert left.seats[1] == Computer("medium", 0, BERT, Why.LEFT)
    assert (left.game, left.awaited, left.decision) == (before.game, before.awaited, before.decision)
    assert (left.host, left.persons) == (ANNA, (ANNA, CARL, DORA))
    assert (left.seat_of(BERT), left.kept_for(BERT), left.gone) == (None, 1, {BERT})
    card = lowest_act(turn_of(left, 1), 1)
    assert card.who == ByComputer(1)
    assert accepted(turn_of(left, 1), card, as_seated())
    for state in (left, turn_of(left, 1)):
        act = lowest_act(state)
        mine = PlayCard(ByPerson(BERT), Card.parse("2C"), act.decision)
        assert decide(state, mine, as_seated()) == TableRefusal(TableRule.SEAT_IS_KEPT)


COMPUTER_PASSED = after(PASS, Leave(BERT), lowest_act(after(PASS, Leave(BERT)), 1))
NOBODY_LEFT = missing(TWO, 0, 1)

TAKING_BACK = [
    *(
        Situation(
            f"a seat is taken back {says}", after(state, Leave(BERT)), TakeBack(BERT), (SeatTakenBack(1),)
        )
        for says, state in MOMENTS
    ),
    Situation("after the computer has passed", COMPUTER_PASSED, TakeBack(BERT), (SeatTakenBack(1),)),
    Situation("whose time was up", missing(PASS, 1), TakeBack(BERT), (SeatTakenBack(1),)),
    Situation(
        "a former host comes back as a guest", after(PASS, Leave(ANNA)), TakeBack(ANNA), (SeatTakenBack(0),)
    ),
    Situation(
        "the first to come back to a table without people is its host",
        NOBODY_LEFT,
        TakeBack(BERT),
        (SeatTakenBack(1), HostChanged(BERT)),
    ),
    Situation("the second is not", after(NOBODY_LEFT, TakeBack(BERT)), TakeBack(ANNA), (SeatTakenBack(0),)),
    Situation("a seat one sits in is not kept", PASS, TakeBack(BERT), TableRule.SEAT_NOT_KEPT),
    Situation(
        "nor is one that has been taken back",
        after(PASS, Leave(BERT), TakeBack(BERT)),
        TakeBack(BERT),
        TableRule.SEAT_NOT_KEPT,
    ),
    Situation("a stranger takes none back", after(PASS, Leave(BERT)), TakeBack(EVE), TableRule.SEAT_NOT_KEPT),
    Situation("nor another's", after(PASS, Leave(BERT)), TakeBack(CARL), TableRule.SEAT_NOT_KEPT),
    Situation("a computer's own seat is nobody's", game(ANNA), TakeBack(EVE), TableRule.SEAT_NOT_KEPT),
    Situation("no seat is kept in the lobby", lobby(ANNA, BERT), TakeBack(ANNA), TableRule.SEAT_NOT_KEPT),
]


@pytest.mark.parametrize("situation", TAKING_BACK, ids=str)
def test_taking_back(situation: Situation) -> None:
    situation.check()


@pytest.mark.parametrize(("says", "before"), MOMENTS, ids=[each[0] for each in MOMENTS])
def test_a_seat_taken_back_is_as_if_it_had_never_been_left(says: str, before: TableState) -> None:
    back = after(before, Leave(BERT), TakeBack(BERT))
    assert (back.seats, back.game, back.host, back.missed) == (
        before.seats,
        before.game,
        before.host,
        before.missed,
    )
    turn = turn_of(back, 1)
    move = lowest_act(turn, 1)
    computer = PlayCard(ByComputer(1), Card.parse("2C"), turn.decision)
    assert decide(turn, computer, as_seated()) == TableRefusal(TableRule.NOT_SEATED)
    assert move.who == ByPerson(BERT)
    assert accepted(turn, move, as_seated())


def test_what_the_computer_has_passed_stays_passed() -> None:
    back = after(COMPUTER_PASSED, TakeBack(BERT))
    assert back.awaited == (0, 2, 3)
    assert passed(back).deal == passed(CONFIRMED).deal


def test_a_game_goes_on_to_its_end_without_people() -> None:
    state = NOBODY_LEFT
    assert (state.persons, state.gone, state.phase) == ((), {ANNA, BERT}, Phase.PLAYING)
    while state.decision is not None:
        act = lowest_act(state)
        assert isinstance(act.who, ByComputer)
        state = after(state, act)
    assert state.phase is Phase.OVER
    assert decide(state, TakeBack(ANNA), as_seated()) == TableRefusal(TableRule.GAME_OVER)


def by_clock(state: TableState, seat: int) -> Passed | Played:
    """Give the action of a seat's lowest cards, played by the clock."""
    act = clock_act(state, seat)
    if isinstance(act, PlayCard):
        return Played(seat, act.card, By.CLOCK)
    assert isinstance(act, Pass)
    return Passed(seat, Cards.of(act.cards), By.CLOCK)


FIRST = turn_of(by_the_clock(PASS, 1), 1)
HOSTS_SECOND = turn_of(by_the_clock(PASS, 0), 0)
LAST_SECOND = turn_of(by_the_clock(missing(TWO, 1), 0), 0)
IN_PLAY = turn_of(by_the_clock(PLAY, 1), 1)
ACTED = turn_of(after(FIRST, lowest_act(FIRST, 1)), 1)
BACK = turn_of(after(missing(PASS, 1), TakeBack(BERT)), 1)

MISSED = [
    Situation("the first turn is played", PASS, clock_act(PASS, 1), (by_clock(PASS, 1),)),
    Situation(
        "after a pass and a card the seat is kept",
        FIRST,
        clock_act(FIRST),
        (by_clock(FIRST, 1), kept(1, 0, Why.CLOCK)),
    ),
    Situation(
        "after two cards",
        IN_PLAY,
        clock_act(IN_PLAY),
        (by_clock(IN_PLAY, 1), kept(1, 0, Why.CLOCK)),
    ),
    Situation("not where the person has acted in between", ACTED, clock_act(ACTED), (by_clock(ACTED, 1),)),
    Situation("nor where they have just come back", BACK, clock_act(BACK), (by_clock(BACK, 1),)),
    Situation(
        "the rights of a host go on",
        HOSTS_SECOND,
        clock_act(HOSTS_SECOND),
        (by_clock(HOSTS_SECOND, 0), kept(0, 0, Why.CLOCK), HostChanged(BERT)),
    ),
    Situation(
        "but where nobody is left they stay, and the game goes on",
        LAST_SECOND,
        clock_act(LAST_SECOND),
        (by_clock(LAST_SECOND, 0), kept(0, 3, Why.CLOCK)),
    ),
    Situation(
        "the clock plays for no computer",
        turn_of(missing(PASS, 1), 1),
        PlayCard(ByClock(1), Card.parse("2C")),
        TableRule.NOT_SEATED,
    ),
    Situation(
        "nor for whoever has left",
        after(PASS, Leave(BERT)),
        clock_act(PASS, 1),
        TableRule.NOT_SEATED,
    ),
]


@pytest.mark.parametrize("situation", MISSED, ids=str)
def test_turns_by_the_clock(situation: Situation) -> None:
    situation.check()


def test_turns_are_counted_for_each_seat() -> None:
    state = after(PASS, clock_act(PASS, 1), clock_act(PASS, 2))
    assert state.missed == (0, 1, 1, 0)
    state = turn_of(state, 1)
    state = after(state, lowest_act(state, 1))
    assert state.missed == (0, 0, 1, 0)
    state = by_the_clock(state, 2)
    assert state.seats[1:3] == (Person(BERT), Computer("medium", 0, CARL, Why.CLOCK))


def test_a_deal_that_ends_in_between_does_not_begin_the_count_anew() -> None:
    before = state = PASS
    while not state.history:
        before, state = state, after(state, lowest_act(state))
    (seat,) = before.awaited
    state = after(before, clock_act(before))
    assert (len(state.history), state.missed[seat]) == (1, 1)
    assert after(state, clock_act(state, seat)).kept_for(FOUR[seat]) == seat


def test_a_seat_is_kept_before_the_last_trick_plays_itself() -> None:
    state = replace(with_hands(PLAY, "2H 3H", "4H 5H", "6H 7H", "8H 9H"), missed=(0, 0, 0, 1))
    for _ in range(3):
        state = after(state, lowest_act(state))
    actions = accepted(state, clock_act(state), as_seated())
    assert actions[:2] == (Played(3, Card.parse("8H"), By.CLOCK), kept(3, 0, Why.CLOCK))
    forced = [action for action in actions[2:] if isinstance(action, Played)]
    assert [(action.seat, action.by) for action in forced] == [(seat, By.FORCED) for seat in (3, 0, 1, 2)]
    assert [type(action) for action in actions[6:]] == [Scored, Dealt]
    assert told(state, actions).awaited == (0, 1, 2, 3)


def test_a_card_that_plays_itself_neither_counts_nor_begins_the_count_anew() -> None:
    state = turn_of(by_the_clock(PASS, 1), 1)
    assert state.missed[1] == 1
    act = lowest_act(state, 1)
    assert isinstance(act, PlayCard)
    (played,) = accepted(state, replace(act, who=ByRule(BERT)), as_seated())
    assert played == Played(1, act.card, By.FORCED)
    state = told(state, (played,))
    assert state.missed[1] == 1
    assert by_the_clock(state, 1).kept_for(BERT) == 1


def test_nothing_plays_itself_for_whoever_is_not_there() -> None:
    state = turn_of(after(PASS, Leave(BERT)), 1)
    act = PlayCard(ByRule(BERT), Card.parse("2C"))
    assert decide(state, act, as_seated()) == TableRefusal(TableRule.SEAT_IS_KEPT)
    act = PlayCard(ByRule(EVE), Card.parse("2C"))
    assert decide(state, act, as_seated()) == TableRefusal(TableRule.NOT_SEATED)
