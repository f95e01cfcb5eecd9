"""Requests Discord refuses are counted, and before they are too many nothing is asked that answers nobody."""

from __future__ import annotations

import logging

import pytest

from bot.traffic import Invalid
from tests.traffic.timers import HandClock


@pytest.mark.parametrize(
    ("status", "shared", "counted"),
    [
        (401, False, 1),
        (403, False, 1),
        (429, False, 1),
        (429, True, 0),
        (200, False, 0),
        (400, False, 0),
        (404, False, 0),
        (500, False, 0),
    ],
)
def test_what_counts(status: int, shared: bool, counted: int) -> None:
    invalid = Invalid()
    invalid.answered(status, shared=shared)
    assert invalid.count == counted


def test_half_of_what_discord_allows_in_ten_minutes_is_enough_until_they_have_passed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = HandClock()
    invalid = Invalid(now=clock.time)
    for _ in range(4_999):
        invalid.answered(403)
        clock.wind(0.1)
    assert invalid.closed_for == 0
    for _ in range(50):
        invalid.answered(401)
    assert invalid.closed_for == 600
    [line] = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "5000 requests within 10 minutes" in line.getMessage()
    clock.wind(599)
    assert invalid.closed_for == 1
    clock.wind(1)
    assert invalid.closed_for == 0
    clock.wind(20)
    assert invalid.count == 0
    invalid.answered(403)
    assert invalid.closed_for == 0
    assert invalid.count == 1


def test_spread_over_a_longer_time_they_are_never_enough() -> None:
    clock = HandClock()
    invalid = Invalid(now=clock.time)
    for _ in range(20_000):
        invalid.answered(429)
        clock.wind(0.2)
    assert invalid.closed_for == 0
    assert 3_000 <= invalid.count <= 3_100


def test_where_people_s_own_clicks_go_on_to_be_refused_it_stays_so() -> None:
    clock = HandClock()
    invalid = Invalid(enough=10, now=clock.time)
    for _ in range(100):
        invalid.answered(401)
        clock.wind(30)
    assert invalid.closed_for > 0
