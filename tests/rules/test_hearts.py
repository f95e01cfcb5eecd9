"""Hearts may not be led until broken; what breaks them and what does not."""

import pytest

from bot.rules.refusal import Rule
from bot.rules.ruleset import Ruleset
from tests.rules.legality import Situation, check
from tests.rules.table import STANDARD, deal, row

FIRST = "2C 3C 4C 5C"
"""A first trick that seat 3 takes."""

QUEEN_BREAKS = Ruleset(queen_breaks_hearts=True)
ANY_TIME = Ruleset(hearts_any_time=True)

PLAIN = ("2C 2D 3H 2S", "3C 3D 4H 3S", "4C 4D 5H 4S")
"""Three hands to sit beside the leader's."""

DISCARDED = ("2C QS 3H 2S", "3C 3D 4H 3S", "4C 4D 5H 4S", "5C KD KH 5S")
"""Seat 0 has no diamonds, and the queen of spades."""

FOLLOWED = ("2C QS 3H 2D", "3C 3S 4H 3D", "4C 4S 5H 4D", "5C KS KH 5D")
"""Seat 0 has no spade but the queen."""

LED = ("2C 2S 3H 2D", "3C 3S 4H 3D", "4C 4S 5H 4D", "5C QS KH 5D")
"""Seat 3 leads the queen of spades."""

UNBROKEN = [
    Situation(
        "hearts may not be led until broken",
        (*PLAIN, "5C KD KH 2H"),
        plays=FIRST,
        legal="KD",
        rule=Rule.HEARTS_NOT_BROKEN,
    ),
    Situation(
        "QS may be led at any time after the first trick",
        (*PLAIN, "5C KD QS 2H"),
        plays=FIRST,
        legal="KD QS",
        rule=Rule.HEARTS_NOT_BROKEN,
    ),
    Situation(
        "a leader holding only hearts and QS must lead QS",
        (*PLAIN, "5C QS KH 2H"),
        plays=FIRST,
        legal="QS",
        rule=Rule.HEARTS_NOT_BROKEN,
    ),
    Situation(
        "a hand that is all hearts may lead one",
        (*PLAIN, "5C 9H KH 2H"),
        plays=FIRST,
        legal="2H 9H KH",
    ),
    Situation(
        "hearts at any time may be led unbroken",
        (*PLAIN, "5C QS KH 5D"),
        plays=FIRST,
        legal="5D KH QS",
        ruleset=ANY_TIME,
    ),
]

BROKEN = [
    Situation(
        "a heart on a trick that another suit led breaks them",
        ("2C 2H 3H 2S", "3C 3D 4H 3S", "4C 4D 5H 4S", "5C KD KH 5S"),
        plays=f"{FIRST} / KD 2H 3D 4D",
        legal="KH 5S",
    ),
    Situation(
        "broken on trick 3, the leader of trick 4 is offered both 2H and 7C",
        ("2C 3D 2S 3H 6D", "3C 4D 9H 8H 7D", "4C AD KS 2H 7C", "5C 8D 4S 5H 6H"),
        plays=f"{FIRST} / 8D 3D 4D AD / KS 4S 2S 9H",
        legal="7C 2H",
    ),
    Situation(
        "not broken on trick 3, he is offered 7C",
        ("2C 3D 2S 3H 6D", "3C 4D 9S 8H 7D", "4C AD KS 2H 7C", "5C 8D 4S 5H 6H"),
        plays=f"{FIRST} / 8D 3D 4D AD / KS 4S 2S 9S",
        legal="7C",
        rule=Rule.HEARTS_NOT_BROKEN,
    ),
    Situation(
        "a heart led from a hand of hearts breaks them for the next leader",
        ("2C 3H 2S 2D", "3C 4H 3S 3D", "4C 5H 6H 4S", "5C 2H 9H KH"),
        plays=f"{FIRST} / 2H 3H 4H 5H",
        legal="6H 4S",
    ),
]

QUEEN = [
    Situation(
        "QS discarded does not break hearts",
        DISCARDED,
        plays=f"{FIRST} / KD QS 3D 4D",
        legal="5S",
        rule=Rule.HEARTS_NOT_BROKEN,
    ),
    Situation(
        "QS led does not break hearts",
        LED,
        plays=f"{FIRST} / QS 2S 3S 4S",
        legal="5D",
        rule=Rule.HEARTS_NOT_BROKEN,
    ),
    Situation(
        "QS following spades does not break hearts",
        FOLLOWED,
        plays=f"{FIRST} / KS QS 3S 4S",
        legal="5D",
        rule=Rule.HEARTS_NOT_BROKEN,
    ),
    Situation(
        "where the queen breaks hearts, QS discarded does",
        DISCARDED,
        plays=f"{FIRST} / KD QS 3D 4D",
        legal="KH 5S",
        ruleset=QUEEN_BREAKS,
    ),
    Situation(
        "where the queen breaks hearts, leading it does not",
        LED,
        plays=f"{FIRST} / QS 2S 3S 4S",
        legal="5D",
        rule=Rule.HEARTS_NOT_BROKEN,
        ruleset=QUEEN_BREAKS,
    ),
    Situation(
        "where the queen breaks hearts, following spades with it does not",
        FOLLOWED,
        plays=f"{FIRST} / KS QS 3S 4S",
        legal="5D",
        rule=Rule.HEARTS_NOT_BROKEN,
        ruleset=QUEEN_BREAKS,
    ),
    Situation(
        "where the queen breaks hearts, QS discarded on the first trick does",
        ("2C 3H 2S", "QS 4H 3S", "4C 5H 4S", "5C KH 5S"),
        plays="2C QS 4C 5C",
        legal="KH 5S",
        ruleset=Ruleset(queen_breaks_hearts=True, points_on_first_trick=True),
    ),
]


@pytest.mark.parametrize("situation", UNBROKEN + BROKEN + QUEEN, ids=str)
def test_leading_hearts(situation: Situation) -> None:
    check(situation)


@pytest.mark.parametrize(
    ("plays", "broken"),
    [
        (FIRST, False),
        (f"{FIRST} / KD", False),
        (f"{FIRST} / KD 2H", True),
        (f"{FIRST} / KD 2H 3D", True),
    ],
)
def test_hearts_break_with_the_card_not_with_the_end_of_the_trick(plays: str, broken: bool) -> None:
    hands = ("2C 2H 3H 2S", "3C 3D 4H 3S", "4C 4D 5H 4S", "5C KD KH 5S")
    assert deal(*hands, plays=plays).broken is broken


def test_a_refused_heart_breaks_nothing() -> None:
    hands = ("2C 2D 3H 2S", "3C 3D 4H 3S", "4C 4D 5H 4S", "5C KD KH 5S")
    running = deal(*hands, plays=f"{FIRST} / KD")
    refusal = running.refuse_play(0, row("3H")[0])
    assert refusal is not None
    assert refusal.rule is Rule.FOLLOW_SUIT
    assert running == deal(*hands, plays=f"{FIRST} / KD")
    running = deal(*hands, plays=f"{FIRST} / KD 2D 3D 4D")
    refusal = running.refuse_play(3, row("KH")[0])
    assert refusal is not None
    assert refusal.rule is Rule.HEARTS_NOT_BROKEN
    assert not running.broken


def test_the_standard_game_has_none_of_the_house_rules_about_hearts() -> None:
    assert (STANDARD.queen_breaks_hearts, STANDARD.hearts_any_time) == (False, False)
