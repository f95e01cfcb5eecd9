"""After a limit nothing is asked again at once, and in a row the pauses grow."""

from __future__ import annotations

import pytest

from bot.traffic.patience import MANY, Patience, until_reset


@pytest.mark.parametrize("told", ["0", "-1", "0.001"])
def test_a_limit_that_is_over_at_once_is_waited_for_all_the_same(
    told: str, caplog: pytest.LogCaptureFixture
) -> None:
    patience = Patience()
    waits = [patience.refused("here", told) for _ in range(8)]
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert f"refused {MANY} requests in a row" in caplog.text


@pytest.mark.parametrize(
    ("told", "wait"),
    [("2.5", 2.5), ("20", 20), (None, 60), ("nan", 1), ("soon", 1), ("inf", 3600), ("1e300", 3600)],
)
def test_how_long_is_waited_the_first_time(told: str | None, wait: float) -> None:
    assert Patience().refused("here", told) == wait


def test_what_gets_through_ends_the_row_and_others_have_their_own() -> None:
    patience = Patience()
    assert [patience.refused("here", "0") for _ in range(3)] == [1, 2, 4]
    assert patience.refused("there", "0") == 1
    patience.over("here")
    assert patience.refused("here", "0") == 1


def test_what_answers_people_is_in_no_row() -> None:
    patience = Patience()
    assert [patience.refused(None, "0") for _ in range(3)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("told", "seconds"), [("2.5", 2.5), (None, 0), ("nan", 0), ("-1", 0), ("inf", 3600), ("?", 0)]
)
def test_for_how_long_a_limit_is_used_up(told: str | None, seconds: float) -> None:
    assert until_reset(told) == seconds
