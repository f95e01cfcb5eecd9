"""What the Discord of the benchmark lets through."""

import discord
import pytest

from bot.load_bench.limits import EDIT, EVERYTHING, GLOBAL, OTHER, WEBHOOK, Limit, Limits
from bot.load_bench.payloads import Ids


def passed(limits: Limits, limit: Limit, place: str, now: float, count: int, *, exempt: bool = False) -> int:
    return sum(limits.take(limit, place, now, exempt=exempt).passed for _ in range(count))


@pytest.mark.parametrize(("limit", "most"), [(EDIT, 5), (WEBHOOK, 5), (OTHER, 10)])
def test_a_place_has_so_many_requests_until_its_window_is_over(limit: Limit, most: int) -> None:
    limits = Limits()
    assert passed(limits, limit, "a", 100.0, most + 3) == most
    assert passed(limits, limit, "a", 100.0 + limit.seconds - 0.01, 1) == 0
    assert passed(limits, limit, "a", 100.0 + limit.seconds, 2) == 2
    assert limits.refused == {limit.name: 4}


def test_places_do_not_count_for_each_other() -> None:
    limits = Limits()
    assert [passed(limits, EDIT, place, 0.0, 5) for place in "abc"] == [5, 5, 5]


def test_all_requests_together_are_fifty_a_second() -> None:
    limits = Limits()
    assert sum(passed(limits, EDIT, str(place), 0.0, 3) for place in range(20)) == 50
    assert limits.refused == {GLOBAL: 10}
    assert passed(limits, EDIT, "new", 0.99, 1) == 0
    assert passed(limits, EDIT, "new", 1.0, 1) == 1


def test_answers_to_interactions_are_not_counted_with_the_others() -> None:
    limits = Limits()
    assert sum(passed(limits, EDIT, str(place), 0.0, 5) for place in range(11)) == 50
    assert passed(limits, WEBHOOK, "token", 0.0, 5, exempt=True) == 5


def test_what_is_refused_is_told_how_long_to_wait() -> None:
    limits = Limits()
    first = limits.take(EDIT, "a", 10.0)
    assert (first.headers["X-RateLimit-Remaining"], first.headers["X-RateLimit-Limit"]) == ("4", "5")
    assert "Retry-After" not in first.headers
    passed(limits, EDIT, "a", 10.0, 4)
    refused = limits.take(EDIT, "a", 12.0)
    assert refused.headers["Retry-After"] == "3.000"
    assert refused.headers["X-RateLimit-Scope"] == "user"


def test_the_limit_for_all_says_that_it_is() -> None:
    limits = Limits()
    for place in range(EVERYTHING.requests):
        limits.take(EDIT, str(place), 0.0)
    refused = limits.take(EDIT, "a", 0.25)
    assert refused.headers["X-RateLimit-Global"] == "true"
    assert refused.headers["Retry-After"] == "0.750"
    assert "X-RateLimit-Bucket" not in refused.headers


def test_numbers_are_given_once_and_say_when() -> None:
    """What is done too often is told by the time that stands in a number."""
    ids = Ids()
    given = [ids.next() for _ in range(1000)]
    assert given == sorted(set(given))
    age = discord.utils.utcnow() - discord.utils.snowflake_time(given[-1])
    assert abs(age.total_seconds()) < 5
