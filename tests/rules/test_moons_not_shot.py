"""A moon is missed by who alone had seven tenths of the points; those conceded it whom it is shot against."""

from dataclasses import replace

import pytest

from bot.rules.deal import Deal
from bot.rules.moons import concedes_moon, missed_moon
from bot.rules.ruleset import Partners, Ruleset
from bot.rules.scoring import DealScore
from bot.rules.trick import Play, Trick
from tests.rules.table import STANDARD, cards, over, row

TOGETHER, ALONE = Ruleset(partners=Partners.TOGETHER), Ruleset(partners=Partners.ALONE)
THREE = Ruleset(players=3)


def after(*tricks: tuple[int, str], ruleset: Ruleset = STANDARD, kitty: str = "") -> Deal:
    """Give a deal that is over, of these tricks: who led to each, and its cards in order."""
    finished = tuple(
        Trick(tuple(Play((leader + turn) % ruleset.players, card) for turn, card in enumerate(row(line))))
        for leader, line in tricks
    )
    nothing = [""] * ruleset.players
    return replace(over(*nothing, ruleset=ruleset), tricks=finished, kitty=cards(kitty))


HIGH, LOW = (0, "AH KH QH JH"), (0, "TH 9H 8H 7H")
QUEEN = (0, "AS KS QS JS")
REST = (1, "6H 5H 4H 3H")

SITUATIONS = {
    "17 points and then one to another": ((HIGH, QUEEN, REST), None),
    "21 points and then the rest to another": ((HIGH, LOW, QUEEN, REST), 0),
    "21 points, and another had some before": ((REST, HIGH, LOW, QUEEN), None),
    "12 hearts and no queen": ((HIGH, LOW, (0, "6H 5H 4H 3H"), (1, "AS KS QS JS")), None),
    "in another seat": (((2, "AH KH QH JH"), (2, "TH 9H 8H 7H"), (2, "AS KS QS JS"), (3, "6H 2H 3D 4D")), 2),
    "tricks without points in between": ((QUEEN, (1, "AC KC 3C 4C"), HIGH, LOW, REST), 0),
    "nobody far": (((0, "AH KH QH JH"), (1, "TH 9H 8H 7H"), (2, "AS KS QS JS"), (3, "6H 5H 4H 3H")), None),
}


@pytest.mark.parametrize(("tricks", "missed"), SITUATIONS.values(), ids=SITUATIONS.keys())
def test_who_alone_had_seven_tenths(tricks: tuple[tuple[int, str], ...], missed: int | None) -> None:
    assert missed_moon(after(*tricks), ()) == missed


@pytest.mark.parametrize(
    ("moon", "missed"), [((0,), None), ((0, 2), None), ((1,), 0)], ids=["shot", "together", "another's"]
)
def test_who_is_credited_with_the_moon_has_not_missed_it(moon: tuple[int, ...], missed: int | None) -> None:
    assert missed_moon(after(HIGH, LOW, QUEEN, REST), moon) == missed


@pytest.mark.parametrize(("third", "missed"), [("5H 3D 4D 6D", None), ("5H 4H 3D 4D", 0)], ids=["18", "19"])
def test_seven_tenths_of_26_are_19(third: str, missed: int | None) -> None:
    assert missed_moon(after(QUEEN, HIGH, (0, third), (1, "9H 8H 7H 6H")), ()) == missed


def test_points_are_those_of_the_rules() -> None:
    spot = Ruleset(spot=True)
    tricks = ((0, "AH KH QH JH"), (0, "AS KS QS JS"), (0, "TH 9H 8H 3D"))
    assert missed_moon(after(*tricks, (1, "7H 6H 5H 4H"), ruleset=spot), ()) == 0, "102 of 129"
    assert missed_moon(after(*tricks, (1, "7H 6H 5H 4H")), ()) == 0, "20 of 26"
    assert missed_moon(after(*tricks[:2], (1, "TH 9H 8H 7H"), ruleset=spot), ()) is None, "75 of 129"


def test_the_kitty_goes_with_the_first_trick() -> None:
    tricks = ((0, "AC 2C 3C"), (0, "AS QS JS"), (0, "AH KH QH"), (0, "JH 9H 8H"), (1, "7H 6H 5H"))
    assert missed_moon(after(*tricks, ruleset=THREE), ()) == 0
    assert missed_moon(after(*tricks[:-2], (1, "7H 6H 5H"), ruleset=THREE), ()) is None
    assert missed_moon(after(*tricks[:-2], (1, "7H 6H 5H"), ruleset=THREE, kitty="2H 3H 4H"), ()) == 0


CONCEDED = {
    "nobody shot one": (STANDARD, (), set[int]()),
    "each for themselves": (STANDARD, (1,), {0, 2, 3}),
    "of three": (THREE, (2,), {0, 1}),
    "of partners, one alone": (ALONE, (1,), {0, 2}),
    "of partners, together": (TOGETHER, (0, 2), {1, 3}),
}


@pytest.mark.parametrize(("ruleset", "moon", "conceding"), CONCEDED.values(), ids=CONCEDED.keys())
def test_a_moon_is_conceded_by_those_it_is_shot_against(
    ruleset: Ruleset, moon: tuple[int, ...], conceding: set[int]
) -> None:
    score = DealScore((0,) * ruleset.players, moon)
    seats = range(ruleset.players)
    assert {seat for seat in seats if concedes_moon(seat, score, ruleset)} == conceding
