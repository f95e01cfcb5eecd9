"""2C leads; clubs are followed; without clubs, no heart and no QS unless there is nothing else."""

from collections.abc import Mapping

import pytest

from bot.rules.cards import Card
from bot.rules.deal import Deal
from bot.rules.refusal import Rule
from bot.rules.ruleset import Direction, Ruleset
from tests.rules.legality import Situation, check
from tests.rules.table import STANDARD, cards, deal, row

ANYTHING_GOES = Ruleset(points_on_first_trick=True)

LEAD = [
    Situation(
        "whoever holds 2C must lead it",
        ("2C AC QS KH", "3C 4C 5C 6C", "3D 4D 5D 6D", "3S 4S 5S 6S"),
        plays="",
        legal="2C",
        rule=Rule.OPENING_LEAD,
    ),
    Situation(
        "whichever seat that is",
        ("3C 4C 5C 6C", "3D 4D 5D 6D", "3S 4S 5S 6S", "2C 2D 2S 2H"),
        plays="",
        legal="2C",
        rule=Rule.OPENING_LEAD,
    ),
    Situation(
        "even where points are allowed on the trick",
        ("3C 4C 5C 6C", "3D 4D 5D 6D", "2C 2D 2S 2H", "3S 4S 5S 6S"),
        plays="",
        legal="2C",
        rule=Rule.OPENING_LEAD,
        ruleset=ANYTHING_GOES,
    ),
]

FOLLOW = [
    Situation(
        "clubs must be followed",
        ("2C 2D 2S", "4C JC QS", "3D 4D 5D", "3S 4S 5S"),
        plays="2C",
        legal="4C JC",
        rule=Rule.FOLLOW_SUIT,
    ),
    Situation(
        "clubs must be followed with the only club too",
        ("2C 2D 2S", "4C JC QS", "3D AC KH", "3S 4S 5S"),
        plays="2C 4C",
        legal="AC",
        rule=Rule.FOLLOW_SUIT,
    ),
    Situation(
        "any club will do, and nobody has to beat a card",
        ("2C 2D 2S", "TC 3D 4D", "3C JC AC", "3S 4S 5S"),
        plays="2C TC",
        legal="3C JC AC",
    ),
    Situation(
        "clubs must be followed where points are allowed on the trick",
        ("2C 2D 2S", "4C JC QS", "3D 4D 5D", "3S 4S 5S"),
        plays="2C",
        legal="4C JC",
        rule=Rule.FOLLOW_SUIT,
        ruleset=ANYTHING_GOES,
    ),
]

DISCARD = [
    Situation(
        "without clubs no heart",
        ("2C 3C 4C", "4H KH 7S", "3D 4D 5D", "3S 4S 5S"),
        plays="2C",
        legal="7S",
        rule=Rule.NO_POINTS_ON_FIRST_TRICK,
    ),
    Situation(
        "without clubs neither a heart nor QS",
        ("2C 3C 4C", "QS 5H 9D", "3D 4D 5D", "3S 4S 5S"),
        plays="2C",
        legal="9D",
        rule=Rule.NO_POINTS_ON_FIRST_TRICK,
    ),
    Situation(
        "the other spades are no points",
        ("2C 3C 4C", "QS KS AS", "3D 4D 5D", "3S 4S 5S"),
        plays="2C",
        legal="KS AS",
        rule=Rule.NO_POINTS_ON_FIRST_TRICK,
    ),
    Situation(
        "without clubs and points any card goes",
        ("2C 3C 4C", "2D KD 7S", "3D 4D 5D", "3S 4S 5S"),
        plays="2C",
        legal="2D KD 7S",
    ),
    Situation(
        "twelve hearts and QS are nothing else, so all thirteen cards may go",
        ("2C-AC", "2H-KH QS", "2D-AD", "AH 2S-JS KS AS"),
        plays="2C",
        legal="2H-KH QS",
    ),
    Situation(
        "thirteen hearts may go",
        ("2C-AC", "2H-AH", "2D-AD", "2S-AS"),
        plays="2C",
        legal="2H-AH",
    ),
    Situation(
        "twelve points and one other card leave that one",
        ("2C-AC", "2H-QH QS KS", "2D-AD", "KH AH 2S-JS AS"),
        plays="2C",
        legal="KS",
        rule=Rule.NO_POINTS_ON_FIRST_TRICK,
    ),
    Situation(
        "a heart played by somebody who had nothing else lets nobody else play one",
        ("2C 3C 4C", "2H 3H QS", "AH 3D 4D", "3S 4S 5S"),
        plays="2C 2H",
        legal="3D 4D",
        rule=Rule.NO_POINTS_ON_FIRST_TRICK,
    ),
    Situation(
        "old school: without clubs anything goes",
        ("2C 3C 4C", "QS 5H 9D", "3D 4D 5D", "3S 4S 5S"),
        plays="2C",
        legal="5H 9D QS",
        ruleset=ANYTHING_GOES,
    ),
]


@pytest.mark.parametrize("situation", LEAD + FOLLOW + DISCARD, ids=str)
def test_the_first_trick(situation: Situation) -> None:
    check(situation)


def test_2c_leads_from_where_it_lies_after_the_pass() -> None:
    running = deal("2C 3C 4C AC", "2D-5D", "2H-5H", "2S-5S", direction=Direction.LEFT)
    passes: Mapping[int, str] = {0: "2C 3C 4C", 1: "3D-5D", 2: "3H-5H", 3: "3S-5S"}
    for seat, passed in passes.items():
        running = running.pass_cards(seat, row(passed))
    assert running.turn == 1
    assert running.legal(1) == cards("2C")
    refusal = running.refuse_play(0, row("AC")[0])
    assert refusal is not None
    assert refusal.rule is Rule.NOT_YOUR_TURN


def test_2c_is_never_asked_for_once_the_trick_has_begun() -> None:
    running = deal("3C 4C 5C", "2C 3D 4D", "3H 4H 5H", "3S 4S 5S", plays="2C")
    asked: list[Card] = []
    while running.turn is not None:
        asked += running.legal(running.turn)
        running = running.play(running.turn, running.legal(running.turn).lowest)
    assert row("2C")[0] not in asked


@pytest.mark.parametrize(
    ("says", "running", "broken"),
    [
        (
            "a heart from a hand with nothing else breaks hearts",
            deal("2C 3C 4C", "2H 3H QS", "2D 3D 4D", "3S 4S 5S", plays="2C 2H"),
            True,
        ),
        (
            "QS from a hand with nothing else does not",
            deal("2C 3C 4C", "2H 3H QS", "2D 3D 4D", "3S 4S 5S", plays="2C QS"),
            False,
        ),
        (
            "a heart where points are allowed breaks hearts",
            deal("2C 3C 4C", "2H 3D QS", "2D 4D 5D", "3S 4S 5S", plays="2C 2H", ruleset=ANYTHING_GOES),
            True,
        ),
        (
            "nothing else does",
            deal("2C 3C 4C", "2H 3D QS", "2D 4D 5D", "3S 4S 5S", plays="2C 3D 2D 3S"),
            False,
        ),
    ],
    ids=lambda value: value.replace(" ", "-") if isinstance(value, str) else "",
)
def test_what_the_first_trick_does_to_hearts(says: str, running: Deal, broken: bool) -> None:
    assert running.broken is broken, says


def test_the_first_trick_ends_with_its_last_card() -> None:
    """A seat that has taken nothing yet may still discard QS on a later trick."""
    running = deal(
        "2C 3C 4C 5C 6C", "7C 2D 3D 4D QS", "8C 2S 3S 4S 5S", "9C TC JC QC KC",
        plays="2C 7C 8C 9C / TC 3C 2D 2S / JC 4C 3D 3S / QC 5C",
    )  # fmt: skip
    assert running.turn == 1
    assert not running.taken[1]
    assert running.legal(1) == cards("4D QS")
    assert STANDARD.points_on_first_trick is False
