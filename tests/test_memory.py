"""What nobody can reach any more goes, and what stays is not looked through again and again."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from bot.memory import THOROUGH_EVERY, YOUNG, seldom_looked_through


class Ring:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def clock() -> Iterator[list[float]]:
    """The time, as the collector's is taken from it."""
    time = [0.0]
    with seldom_looked_through(lambda: time[0]):
        yield time


def test_what_has_outlived_a_full_look_is_left_alone(clock: list[float]) -> None:
    ring = Ring()
    gc.collect()
    assert gc.get_freeze_count() > 0
    assert not any(one is ring for one in gc.get_objects())
    seen = weakref.ref(ring)
    del ring
    gc.collect()
    assert seen() is not None


def test_now_and_then_everything_is_looked_through(clock: list[float]) -> None:
    ring = Ring()
    gc.collect()
    seen = weakref.ref(ring)
    del ring
    clock[0] = THOROUGH_EVERY - 1
    gc.collect()
    assert seen() is not None
    clock[0] = THOROUGH_EVERY
    gc.collect()
    assert seen() is None


def test_what_is_new_goes_with_the_next_full_look(clock: list[float]) -> None:
    gc.collect()
    seen = weakref.ref(Ring())
    gc.collect()
    assert seen() is None


def test_afterwards_all_is_as_it_was() -> None:
    before, called = gc.get_threshold(), [*gc.callbacks]
    with seldom_looked_through():
        assert gc.get_threshold()[0] == YOUNG
        gc.collect()
    assert gc.get_threshold() == before
    assert gc.callbacks == called
    assert gc.get_freeze_count() == 0
