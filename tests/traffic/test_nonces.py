"""Every post has another nonce."""

import pytest

from bot.traffic import Nonces

NOON = 1_767_268_800.0


def test_many_at_one_moment_differ() -> None:
    nonces = Nonces()
    assert len({nonces.next(NOON) for _ in range(5000)}) == 5000


@pytest.mark.parametrize("passed", [-3600.0, 0.0, 0.0004, 1.0])
def test_each_is_above_those_before_also_where_the_clock_was_set_back(passed: float) -> None:
    nonces = Nonces()
    first = nonces.next(NOON)
    assert nonces.next(NOON + passed) > first


def test_those_of_the_next_start_are_above_those_of_the_last() -> None:
    last, following = Nonces(), Nonces()
    for _ in range(1000):
        last.next(NOON)
    assert following.next(NOON + 1.0) > last.next(NOON)


def test_they_can_be_stored_and_sent() -> None:
    # SQLite takes 8 bytes with a sign, Discord 25 characters.
    assert Nonces().next(NOON + 100 * 365 * 86400.0) < 1 << 63
