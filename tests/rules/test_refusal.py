"""A refusal is one line for whoever reads a log: who, what, which rule, and what was due."""

import pytest

from bot.rules.cards import NO_CARDS, Card
from bot.rules.refusal import IllegalAct, Refusal, Rule
from tests.rules.table import cards, deal


@pytest.mark.parametrize(
    ("refusal", "line"),
    [
        (
            Refusal(Rule.FOLLOW_SUIT, 2, cards("KH"), cards("3C 5C")),
            "seat 2: KH refused: follow_suit (due: 3C 5C)",
        ),
        (Refusal(Rule.NOT_HELD, 0, cards("QS AS")), "seat 0: QS AS refused: not_held"),
        (Refusal(Rule.PASS_COUNT, 1, NO_CARDS), "seat 1: nothing refused: pass_count"),
    ],
    ids=str,
)
def test_a_refusal_in_one_line(refusal: Refusal, line: str) -> None:
    assert str(refusal) == line
    assert str(IllegalAct(refusal)) == line


def test_what_is_raised_says_the_same_as_what_is_asked() -> None:
    running = deal("2C 3C", "4C 2D", "5C 3D", "6C 4D", plays="2C")
    with pytest.raises(IllegalAct) as refused:
        running.play(1, Card.parse("2D"))
    assert str(refused.value) == "seat 1: 2D refused: follow_suit (due: 4C)"
    assert refused.value.refusal == running.refuse_play(1, Card.parse("2D"))
