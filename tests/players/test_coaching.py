"""What a review asks for beside an Expert's thought."""

import pytest

from bot.players.coaching import compare_passes, quick_thought
from bot.rules.cards import Card
from tests.players.positions import to_pass, to_play

BARE_QUEEN = to_pass("2C 5C 9C TC 3D 6D TD 4H 8H 3H 5H 6H QS")
ALL_HIGH = to_pass("2C 3D AC KC QC AD KD AH KH QH AS KS QS")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def test_to_keep_a_bare_queen_costs_more_than_to_pass_her() -> None:
    more, error = compare_passes(BARE_QUEEN, 1, cards("2C 3D 6H"), cards("QS TC 6H"), shoots=False)
    assert more > 3 * error > 0


def test_a_pass_costs_as_much_as_itself() -> None:
    more, _ = compare_passes(BARE_QUEEN, 1, cards("QS TC TD"), cards("TD TC QS"), shoots=False)
    assert more == pytest.approx(0.0)


def test_the_same_seed_gives_the_same() -> None:
    one, other = [
        compare_passes(BARE_QUEEN, 7, cards("2C 3D 3H"), cards("QS TC TD"), shoots=False) for _ in range(2)
    ]
    assert one == other


def test_what_is_kept_for_the_moon_is_worth_more_when_it_is_played_for_it() -> None:
    made, better = cards("AS KS QS"), cards("2C 3D QC")
    for_moon, _ = compare_passes(ALL_HIGH, 1, made, better, shoots=True)
    without, _ = compare_passes(ALL_HIGH, 1, made, better, shoots=False)
    assert for_moon > without


def test_a_short_thought_is_about_the_same_decision() -> None:
    playing = to_play("6C 9C 6D 4H 6H 8H TH AH 3S 5S 9S AS", "", ["1: 2C 3C 4C 5C"])
    assert quick_thought(playing, 1).cards[0] in playing.legal
    assert len(quick_thought(BARE_QUEEN, 1).cards) == 3
