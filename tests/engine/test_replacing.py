"""Sending people away: from the lobby, an absent guest by the host, an absent host by all others."""

import pytest

from bot.engine.actions import HostChanged, ReplacementWanted, SeatKept, SeatLeft, SeatTaken, Why
from bot.engine.acts import (
    AddComputer,
    Join,
    Leave,
    RemoveComputer,
    Replace,
    SetPace,
    Start,
    TableRule,
    TakeBack,
)
from bot.engine.paces import Pace
from bot.engine.state import TableState
from tests.engine.situations import Situation, game, playing, turn_of
from tests.engine.tabletop import ANNA, BERT, CARL, DORA, EVE, FOUR, after, clock_act, lobby, lowest_act


def absent(person: int, target: int) -> Replace:
    """Somebody wants the seat of a person who is absent."""
    return Replace(person, target, absent=True)


def there(person: int, target: int) -> Replace:
    """Somebody wants the seat of a person who is there."""
    return Replace(person, target, absent=False)


def kept(seat: int, why: Why, figure: int = 0) -> SeatKept:
    """Give the action by which a computer of the usual level keeps a seat."""
    return SeatKept(seat, "medium", figure, why)


FOUR_THERE = lobby(*FOUR)
THREE = lobby(ANNA, BERT, CARL, computers=1)
PASS = game(*FOUR)
PLAY = playing(PASS)
TWO = game(ANNA, BERT)

LOBBY = [
    Situation("the host sends a guest away", FOUR_THERE, there(ANNA, CARL), (SeatLeft(2),)),
    Situation("also one who is absent", FOUR_THERE, absent(ANNA, CARL), (SeatLeft(2),)),
    Situation("a guest sends nobody away", FOUR_THERE, there(BERT, CARL), TableRule.NOT_HOST),
    Situation("nor one who is absent", FOUR_THERE, absent(BERT, CARL), TableRule.NOT_HOST),
    Situation("nor the host, who is there", FOUR_THERE, there(BERT, ANNA), TableRule.NOT_ABSENT),
    Situation("a stranger sends nobody away", THREE, there(EVE, BERT), TableRule.NOT_SEATED),
    Situation("nor the host", THREE, absent(EVE, ANNA), TableRule.NOT_SEATED),
    Situation("who is not there cannot be sent away", THREE, there(ANNA, EVE), TableRule.TARGET_NOT_SEATED),
    Situation("nor oneself", THREE, there(ANNA, ANNA), TableRule.TARGET_NOT_SEATED),
    Situation(
        "who was sent away may come back",
        after(FOUR_THERE, there(ANNA, CARL)),
        Join(CARL),
        (SeatTaken(2, CARL),),
    ),
    Situation("a guest wants an absent host away", THREE, absent(BERT, ANNA), (ReplacementWanted(BERT),)),
    Situation(
        "and when all others do, another is host",
        after(THREE, absent(BERT, ANNA)),
        absent(CARL, ANNA),
        (ReplacementWanted(CARL), SeatLeft(0), HostChanged(BERT)),
    ),
    Situation(
        "a newcomer has to agree too",
        after(lobby(ANNA, BERT, CARL), absent(BERT, ANNA), Join(DORA)),
        absent(CARL, ANNA),
        (ReplacementWanted(CARL),),
    ),
]

GAME = [
    Situation("the host gives an absent seat away", PASS, absent(ANNA, CARL), (kept(2, Why.HOST),)),
    Situation("in play too", turn_of(PLAY, 2), absent(ANNA, CARL), (kept(2, Why.HOST),)),
    Situation("not that of one who is there", PASS, there(ANNA, CARL), TableRule.NOT_ABSENT),
    Situation("a guest gives no guest's seat away", PASS, absent(BERT, CARL), TableRule.NOT_HOST),
    Situation("a stranger gives none away", PASS, absent(EVE, CARL), TableRule.NOT_SEATED),
    Situation("nor the host's", PASS, absent(EVE, ANNA), TableRule.NOT_SEATED),
    Situation(
        "a seat is not given away twice",
        after(PASS, absent(ANNA, CARL)),
        absent(ANNA, CARL),
        TableRule.TARGET_NOT_SEATED,
    ),
    Situation("nor a computer's", TWO, absent(ANNA, EVE), TableRule.TARGET_NOT_SEATED),
    Situation("nor one's own", PASS, absent(ANNA, ANNA), TableRule.TARGET_NOT_SEATED),
    Situation(
        "whose seat is kept has no say", after(PASS, Leave(BERT)), absent(BERT, ANNA), TableRule.NOT_SEATED
    ),
    Situation(
        "a former host has no more say than others",
        after(PASS, Leave(ANNA), TakeBack(ANNA)),
        absent(ANNA, CARL),
        TableRule.NOT_HOST,
    ),
    Situation("a new host has", after(PASS, Leave(ANNA)), absent(BERT, CARL), (kept(2, Why.HOST, 1),)),
]

HOST = [
    Situation(
        "the only other person replaces the host",
        TWO,
        absent(BERT, ANNA),
        (ReplacementWanted(BERT), kept(0, Why.OTHERS, 2), HostChanged(BERT)),
    ),
    Situation("not while the host is there", TWO, there(BERT, ANNA), TableRule.NOT_ABSENT),
    Situation(
        "one of two others does not", game(ANNA, BERT, CARL), absent(CARL, ANNA), (ReplacementWanted(CARL),)
    ),
    Situation(
        "both do",
        after(game(ANNA, BERT, CARL), absent(CARL, ANNA)),
        absent(BERT, ANNA),
        (ReplacementWanted(BERT), kept(0, Why.OTHERS, 1), HostChanged(BERT)),
    ),
    Situation(
        "two of three others do not",
        after(PASS, absent(CARL, ANNA)),
        absent(DORA, ANNA),
        (ReplacementWanted(DORA),),
    ),
    Situation(
        "all three do",
        after(PASS, absent(CARL, ANNA), absent(DORA, ANNA)),
        absent(BERT, ANNA),
        (ReplacementWanted(BERT), kept(0, Why.OTHERS), HostChanged(BERT)),
    ),
    Situation(
        "nobody counts twice", after(PASS, absent(CARL, ANNA)), absent(CARL, ANNA), TableRule.ALREADY_WANTED
    ),
    Situation(
        "whoever has left need not agree",
        after(PASS, absent(CARL, ANNA), Leave(DORA)),
        absent(BERT, ANNA),
        (ReplacementWanted(BERT), kept(0, Why.OTHERS, 1), HostChanged(BERT)),
    ),
    Situation(
        "who agreed says so again when those who had not have left",
        after(PASS, absent(CARL, ANNA), Leave(DORA), Leave(BERT)),
        absent(CARL, ANNA),
        (kept(0, Why.OTHERS, 2), HostChanged(CARL)),
    ),
    Situation(
        "who agreed, left and came back has not agreed",
        after(game(ANNA, BERT, CARL), absent(CARL, ANNA), Leave(CARL), TakeBack(CARL)),
        absent(BERT, ANNA),
        (ReplacementWanted(BERT),),
    ),
    Situation(
        "a host who is back is not replaced",
        after(game(ANNA, BERT, CARL), absent(CARL, ANNA)),
        there(BERT, ANNA),
        TableRule.NOT_ABSENT,
    ),
]


@pytest.mark.parametrize("situation", [*LOBBY, *GAME, *HOST], ids=str)
def test_replacing(situation: Situation) -> None:
    situation.check()


def voted(state: TableState) -> TableState:
    """Give the state in which one of two others wants the host replaced."""
    state = after(state, absent(CARL, ANNA))
    assert state.wanted == {CARL}
    return state


TRIO = game(ANNA, BERT, CARL)
HOSTS_TURN = turn_of(TRIO, 0)

KEPT_OR_VOID: list[tuple[str, TableState, frozenset[int]]] = [
    ("the host passes", after(voted(TRIO), lowest_act(TRIO, 0)), frozenset()),
    ("the host plays", after(voted(HOSTS_TURN), lowest_act(HOSTS_TURN)), frozenset()),
    ("the host gives a seat away", after(voted(TRIO), absent(ANNA, BERT)), frozenset()),
    ("the host leaves", after(voted(TRIO), Leave(ANNA)), frozenset()),
    ("the host chooses a pace", after(voted(THREE), SetPace(ANNA, Pace.SLOW)), frozenset()),
    ("the host adds a computer", after(voted(lobby(ANNA, BERT, CARL)), AddComputer(ANNA)), frozenset()),
    ("the host removes one", after(voted(THREE), RemoveComputer(ANNA)), frozenset()),
    ("the host sends another away", after(voted(THREE), there(ANNA, BERT)), frozenset()),
    ("the host starts the game", after(voted(THREE), Start(ANNA)), frozenset()),
    ("the clock plays for the host", after(voted(HOSTS_TURN), clock_act(HOSTS_TURN)), frozenset({CARL})),
    ("another acts", after(voted(TRIO), lowest_act(TRIO, 1)), frozenset({CARL})),
    ("a computer acts", after(voted(TRIO), lowest_act(TRIO, 3)), frozenset({CARL})),
    ("another leaves", after(voted(TRIO), Leave(BERT)), frozenset({CARL})),
    ("who agreed leaves", after(voted(TRIO), Leave(CARL)), frozenset()),
    ("the host is replaced", after(voted(TRIO), absent(BERT, ANNA)), frozenset()),
]


@pytest.mark.parametrize(("says", "state", "wanted"), KEPT_OR_VOID, ids=[each[0] for each in KEPT_OR_VOID])
def test_what_others_want_is_void_when_the_host_acts_or_changes(
    says: str, state: TableState, wanted: frozenset[int]
) -> None:
    assert state.wanted == wanted


def test_a_replaced_host_comes_back_as_a_guest() -> None:
    state = after(TWO, absent(BERT, ANNA), TakeBack(ANNA))
    assert (state.host, state.persons, state.seat_of(ANNA)) == (BERT, (ANNA, BERT), 0)
