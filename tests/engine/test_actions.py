"""Every action is written and read back, in the words that stand in databases already."""

import traceback

import pytest

from bot.engine.actions import (
    READABLE,
    Action,
    Agreed,
    By,
    Cancelled,
    Claimed,
    Dealt,
    HintsChosen,
    HostChanged,
    LevelChosen,
    MoonChosen,
    Opened,
    PaceChosen,
    Passed,
    Played,
    ReplacementWanted,
    RulesetChosen,
    Scored,
    SeatGivenToComputer,
    SeatKept,
    SeatLeft,
    SeatsShuffled,
    SeatsSwapped,
    SeatTaken,
    SeatTakenBack,
    Started,
    UnknownAction,
    Why,
    read,
    write,
)
from bot.engine.paces import Pace
from bot.rules.cards import Card, Cards
from bot.rules.ruleset import Direction, Moon, MoonChoice, Ruleset
from bot.rules.scoring import DealScore

QUEEN = Card.parse("QS")

WRITTEN: list[tuple[Action, str, int, str]] = [
    (
        Opened(7, 1234567890123456789, Ruleset()),
        "opened",
        1,
        '{"server":7,"channel":1234567890123456789,"rules":{"preset":"standard"}}',
    ),
    (
        Opened(7, 8, Ruleset(limit=75, queen_breaks_hearts=True)),
        "opened",
        1,
        '{"server":7,"channel":8,"rules":{"preset":"standard","limit":75,"queen_breaks_hearts":true}}',
    ),
    (
        Opened(7, 8, Ruleset(limit=50)),
        "opened",
        1,
        '{"server":7,"channel":8,"rules":{"preset":"short"}}',
    ),
    (
        Opened(7, 8, Ruleset(players=5, kitty=True, pass_cycle=(Direction.HOLD,), moon=Moon.CHOOSE)),
        "opened",
        1,
        '{"server":7,"channel":8,"rules":'
        '{"preset":"five","kitty":true,"pass_cycle":["hold"],"moon":"choose"}}',
    ),
    (HostChanged(3), "host", 1, '{"person":3}'),
    (SeatTaken(2, 3), "seat_taken", 1, '{"seat":2,"person":3}'),
    (SeatGivenToComputer(1, "medium", 0), "seat_computer", 1, '{"seat":1,"level":"medium","figure":0}'),
    (SeatLeft(3), "seat_left", 1, '{"seat":3}'),
    (RulesetChosen(Ruleset(players=3)), "ruleset", 1, '{"rules":{"preset":"three"}}'),
    (Agreed(3), "agreed", 1, '{"person":3}'),
    (SeatsSwapped(0, 2), "seats_swapped", 1, '{"first":0,"second":2}'),
    (Claimed(3, By.PERSON), "claimed", 1, '{"seat":3,"by":"person"}'),
    (LevelChosen("expert"), "level", 1, '{"level":"expert"}'),
    (HintsChosen(allowed=True), "hints", 1, '{"allowed":true}'),
    (HintsChosen(allowed=False), "hints", 1, '{"allowed":false}'),
    (PaceChosen(Pace.FAST), "pace", 1, '{"pace":"fast"}'),
    (PaceChosen(Pace.NORMAL), "pace", 1, '{"pace":"normal"}'),
    (PaceChosen(Pace.SLOW), "pace", 1, '{"pace":"slow"}'),
    (PaceChosen(Pace.NONE), "pace", 1, '{"pace":"none"}'),
    *(
        (
            SeatKept(2, "medium", 1, why),
            "seat_kept",
            1,
            f'{{"seat":2,"level":"medium","figure":1,"why":"{word}"}}',
        )
        for why, word in (
            (Why.CLOCK, "clock"),
            (Why.LEFT, "left"),
            (Why.HOST, "host"),
            (Why.OTHERS, "others"),
        )
    ),
    (SeatTakenBack(2), "seat_taken_back", 1, '{"seat":2}'),
    (ReplacementWanted(3), "replacement_wanted", 1, '{"person":3}'),
    (SeatsShuffled((2, 0, 3, 1)), "seats_shuffled", 1, '{"order":[2,0,3,1]}'),
    (Started(2), "started", 2, '{"dealer":2,"rated":false}'),
    (Started(2, rated=True), "started", 2, '{"dealer":2,"rated":true}'),
    (Dealt(bytes(range(32))), "dealt", 1, f'{{"secret":"{bytes(range(32)).hex()}"}}'),
    (
        Passed(0, Cards.parse("2C QS AH"), By.PERSON),
        "passed",
        1,
        '{"seat":0,"cards":"2C AH QS","by":"person"}',
    ),
    (Played(3, QUEEN, By.PERSON), "played", 1, '{"seat":3,"card":"QS","by":"person"}'),
    (Played(3, QUEEN, By.COMPUTER), "played", 1, '{"seat":3,"card":"QS","by":"computer"}'),
    (Played(3, QUEEN, By.CLOCK), "played", 1, '{"seat":3,"card":"QS","by":"clock"}'),
    (Played(3, QUEEN, By.FORCED), "played", 1, '{"seat":3,"card":"QS","by":"forced"}'),
    *(
        (MoonChosen(2, choice, by), "moon_chosen", 1, f'{{"seat":2,"choice":"{word}","by":"{who}"}}')
        for choice, word in ((MoonChoice.ADD, "add"), (MoonChoice.SUBTRACT, "subtract"))
        for by, who in ((By.PERSON, "person"), (By.COMPUTER, "computer"), (By.CLOCK, "clock"))
    ),
    (Scored(DealScore((0, 26, 0, 0))), "scored", 1, '{"points":[0,26,0,0],"moon":[],"sun":false}'),
    (
        Scored(DealScore((0, 26, 26, 26), (0,))),
        "scored",
        1,
        '{"points":[0,26,26,26],"moon":[0],"sun":false}',
    ),
    (
        Scored(DealScore((0, 52, 52, 52), (), sun=True)),
        "scored",
        1,
        '{"points":[0,52,52,52],"moon":[],"sun":true}',
    ),
    (Cancelled(4), "cancelled", 1, '{"person":4}'),
    (Cancelled(None), "cancelled", 1, '{"person":null}'),
]


@pytest.mark.parametrize(
    ("action", "kind", "version", "body"),
    WRITTEN,
    ids=[f"{row[1]}-{index}" for index, row in enumerate(WRITTEN)],
)
def test_written_and_read_back(action: Action, kind: str, version: int, body: str) -> None:
    assert write(action) == (kind, version, body)
    assert read(kind, version, body) == action


EARLIER: list[tuple[Action, str, int, str]] = [(Started(2), "started", 1, '{"dealer":2}')]


@pytest.mark.parametrize(("action", "kind", "version", "body"), EARLIER)
def test_what_is_no_longer_written_is_still_read(action: Action, kind: str, version: int, body: str) -> None:
    assert read(kind, version, body) == action


def test_the_tables_above_have_every_kind_and_version() -> None:
    assert {(kind, version) for _, kind, version, _ in [*WRITTEN, *EARLIER]} == READABLE


SECRET = "ab" * 31

UNREADABLE = [
    ("conjured", 1, "{}"),
    ("claimed", 1, "{}"),
    ("played", 2, '{"seat":3,"card":"QS","by":"person"}'),
    ("played", 0, '{"seat":3,"card":"QS","by":"person"}'),
    ("played", 1, '{"seat":3,"card":"QS KH","by":"person"}'),
    ("played", 1, '{"seat":3,"card":11,"by":"person"}'),
    ("played", 1, '{"seat":3,"card":"QS","by":"ghost"}'),
    ("played", 1, '{"seat":3}'),
    ("passed", 1, '{"seat":3,"cards":["QS","KH"],"by":"person"}'),
    ("passed", 1, '{"seat":3,"cards":"QS KH ZZ","by":"person"}'),
    ("moon_chosen", 1, '{"seat":2,"choice":"avoid","by":"person"}'),
    ("moon_chosen", 1, '{"seat":2,"by":"person"}'),
    ("pace", 1, '{"pace":"glacial"}'),
    ("pace", 1, "{}"),
    ("hints", 1, '{"allowed":1}'),
    ("hints", 1, "{}"),
    ("started", 2, '{"dealer":2}'),
    ("started", 2, '{"dealer":2,"rated":1}'),
    ("seat_kept", 1, '{"seat":2,"level":"medium","figure":1,"why":"whim"}'),
    ("dealt", 1, f'{{"secret":"{SECRET}zz"}}'),
    ("dealt", 1, '{"secret":7}'),
    ("opened", 1, '{"server":7,"channel":8,"rules":"standard"}'),
    ("opened", 1, '{"server":7,"channel":8,"rules":{"preset":"no such"}}'),
    ("scored", 1, '{"points":7,"moon":[],"sun":false}'),
    ("host", 1, "[]"),
    ("host", 1, "null"),
    ("host", 1, '{"person":'),
]


@pytest.mark.parametrize(("kind", "version", "body"), UNREADABLE)
def test_what_does_not_read_is_refused_without_a_word_of_its_body(kind: str, version: int, body: str) -> None:
    with pytest.raises(UnknownAction) as refused:
        read(kind, version, body)
    assert kind in str(refused.value)
    for hidden in ("QS", "KH", "ZZ", SECRET):
        assert hidden not in "".join(traceback.format_exception(refused.value))
