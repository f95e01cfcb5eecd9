"""The score sheet: a row a deal, with the totals that follow from it."""

import pytest

from bot.rules.ruleset import Partners, Ruleset
from bot.rules.scoring import DealScore, Points
from bot.rules.sheet import places, sheet_rows


def test_totals_run_from_deal_to_deal() -> None:
    scores = (DealScore((3, 15, 8, 0)), DealScore((26, 26, 0, 26), (2,)), DealScore((0, -36, 0, 0), (1,)))
    rows = sheet_rows(Ruleset(), scores)
    assert [row.number for row in rows] == [1, 2, 3]
    assert [row.score for row in rows] == list(scores)
    assert [row.points for row in rows] == [score.points for score in scores]
    assert [row.totals for row in rows] == [(3, 15, 8, 0), (29, 41, 8, 26), (29, 5, 8, 26)]


def test_the_two_of_a_team_have_one_column() -> None:
    rows = sheet_rows(Ruleset(partners=Partners.ALONE), (DealScore((3, 15, 8, 0)), DealScore((1, 2, 3, 20))))
    assert [row.points for row in rows] == [(11, 15), (4, 22)]
    assert [row.totals for row in rows] == [(11, 15), (15, 37)]


def test_a_total_of_exactly_the_limit_drops_to_half_of_it() -> None:
    rows = sheet_rows(
        Ruleset(limit=31, exact_limit=True), (DealScore((20, 0, 6, 0)), DealScore((11, 3, 12, 0)))
    )
    assert [row.totals for row in rows] == [(20, 0, 6, 0), (15, 3, 18, 0)]
    assert [row.dropped for row in rows] == [(), ((0,),)]


def test_before_the_first_deal_there_is_no_row() -> None:
    assert sheet_rows(Ruleset(), ()) == ()


@pytest.mark.parametrize(
    ("totals", "expected"),
    [((5, 3, 9, 1), (3, 2, 4, 1)), ((0, 7, 7, 9), (1, 2, 2, 4)), ((-10, 26), (1, 2)), ((4, 4, 4), (1, 1, 1))],
)
def test_the_lowest_total_has_the_first_place_and_equal_ones_share_the_better(
    totals: Points, expected: Points
) -> None:
    assert places(totals) == expected
