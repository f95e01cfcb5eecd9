"""Whose turn it is, and what Discord's limits let through."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Hashable
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.traffic import Counts, Errand, Limits, Traffic, Turn, Urgency, Verb
from tests.traffic.timers import HandClock


async def _done() -> None:
    return None


def finish(request: object) -> None:
    """Run a request that waits for nothing to its end."""
    with pytest.raises(StopIteration):
        request.send(None)  # type: ignore[attr-defined]


class Street:
    """Traffic by a clock that is wound by hand, and a log of what has gone when."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.clock = HandClock()
        self.traffic = Traffic(limits, self.clock)
        self.log: list[tuple[float, Errand]] = []
        self.begun: list[Turn] = []

    def ask(
        self,
        table: int = 1,
        place: Hashable = None,
        verb: Verb = Verb.EDIT,
        urgency: Urgency = Urgency.NEWS,
        *,
        exempt: bool = False,
        wait: float = 0.0,
        spare: bool = False,
    ) -> Errand:
        """Queue an errand; its place is the table's own, if none is given."""
        where = ("channel of", table) if place is None else place

        def go() -> None:
            turn = self.traffic.granted()
            self.log.append((self.clock.now - 1000.0, errand))
            self.begun.append(turn)
            finish(self.traffic.send(turn, where, verb, _done))

        errand = Errand(table, where, verb, go, urgency, exempt, self.clock.now + wait, spare)
        self.traffic.queue(errand)
        return errand

    @property
    def times(self) -> list[float]:
        """When each has gone, in seconds from the beginning."""
        return [round(at, 6) for at, _ in self.log]

    @property
    def tables(self) -> list[int]:
        """Whose went, in order."""
        return [errand.table for _, errand in self.log]


def test_over_all_no_more_go_in_a_second_than_the_limit() -> None:
    street = Street(Limits(per_second=3))
    for table in range(8):
        street.ask(table)
    assert street.times == [0, 0, 0]
    street.clock.wind(0.9)
    assert len(street.log) == 3
    street.clock.wind(5)
    assert street.times == [0, 0, 0, 1, 1, 1, 2, 2]
    counts = street.traffic.counts
    assert replace(counts, delay=round(counts.delay, 6)) == Counts(8, 0, 5, 3 * 1 + 2 * 2, 0, 0)


def test_in_one_channel_a_few_go_and_the_others_keep_no_other_channel_waiting() -> None:
    street = Street()
    for _ in range(6):
        street.ask(1, "a")
    street.ask(2, "b")
    assert street.tables == [1, 1, 1, 1, 2]
    street.clock.wind(4.7)
    assert len(street.log) == 5
    street.clock.wind(0.2)
    assert street.times == [0, 0, 0, 0, 0, 4.8, 4.8]


def test_what_is_posted_is_counted_apart_from_what_is_edited() -> None:
    street = Street()
    for _ in range(4):
        street.ask(1, "a")
    street.ask(1, "a", Verb.POST)
    assert len(street.log) == 5


def test_a_table_with_much_to_send_does_not_keep_the_others_from_their_turn() -> None:
    street = Street(Limits(per_second=1, window=0))
    for _ in range(50):
        street.ask(1)
    for table in (2, 3, 4):
        street.ask(table)
    street.clock.wind(8)
    # One had gone before the others came; then everybody has a turn before anybody has two more.
    assert street.tables[0] == 1
    assert Counter(street.tables[:6]).keys() == {1, 2, 3, 4}


def test_what_somebody_waits_for_goes_first_and_yet_nothing_waits_for_ever() -> None:
    street = Street(Limits(per_second=1, window=0))
    street.ask(0)
    tidying = [street.ask(100, urgency=Urgency.TIDYING), street.ask(101, urgency=Urgency.NEWS)]
    for table in range(1, 31):
        street.ask(table, urgency=Urgency.AWAITED)
    street.clock.wind(3)
    assert {errand.urgency for _, errand in street.log[1:3]} == {Urgency.AWAITED}
    street.clock.wind(9)
    # Although some that are awaited wait still.
    assert {*tidying} <= {errand for _, errand in street.log}
    assert street.traffic.counts.waiting > 0


def test_a_place_that_is_to_be_left_alone_keeps_no_other_waiting() -> None:
    street = Street()
    street.traffic.limited("a", 30)
    street.ask(1, "a")
    street.ask(2, "b")
    assert street.tables == [2]
    assert street.traffic.closed_for("a") == 30
    assert street.traffic.closed_for("b") == 0
    street.clock.wind(29)
    assert street.tables == [2]
    street.clock.wind(1.1)
    assert street.tables == [2, 1]
    counts = street.traffic.counts
    assert (counts.refused, counts.delayed, counts.delay) == (1, 1, pytest.approx(30))


def test_where_everything_is_to_be_left_alone_only_what_has_a_token_goes() -> None:
    street = Street()
    street.traffic.limited(None, 5)
    street.ask(1)
    street.ask(2, exempt=True)
    assert street.tables == [2]
    assert street.traffic.closed_for("b") == 5
    assert street.traffic.closed_for("b", exempt=True) == 0
    street.clock.wind(5)
    assert street.tables == [2, 1]


def test_what_has_a_token_does_not_count_with_the_others() -> None:
    street = Street(Limits(per_second=2, window=0))
    for table in range(10):
        street.ask(table, exempt=True)
    street.ask(20)
    street.ask(21)
    assert len(street.log) == 12


def test_what_is_not_due_yet_waits_and_is_not_said_to_be_delayed() -> None:
    street = Street()
    street.ask(1, wait=3)
    street.clock.wind(2.9)
    assert not street.log
    street.clock.wind(0.2)
    assert street.times == [3]
    assert street.traffic.counts.delayed == 0


def test_what_is_dropped_never_goes() -> None:
    street = Street(Limits(per_second=1))
    street.ask(1)
    second, third = street.ask(2), street.ask(3, wait=2)
    street.ask(4)
    street.traffic.drop(second)
    street.traffic.drop(third)
    assert street.traffic.counts.waiting == 1
    street.clock.wind(10)
    assert street.tables == [1, 4]


def test_a_turn_that_is_not_needed_is_somebody_elses() -> None:
    street, turns = Street(Limits(per_second=1)), list[Turn]()
    traffic = street.traffic
    traffic.queue(Errand(1, "a", Verb.EDIT, lambda: turns.append(traffic.granted())))
    street.ask(2)
    assert not street.log
    traffic.give_back(turns[0])
    assert street.tables == [2]


def test_of_what_nobody_waits_for_only_a_little_goes_on_at_once() -> None:
    street = Street(Limits(spare=2))
    for table in range(1, 6):
        street.ask(table, exempt=True, spare=True)
    assert street.tables == [1, 2]
    assert street.traffic.counts.waiting == 3
    street.clock.wind(5)
    assert street.tables == [1, 2]
    first, second = street.begun
    street.traffic.over(first)
    street.traffic.over(first)
    assert street.tables == [1, 2, 3]
    street.traffic.over(second)
    street.traffic.over(street.begun[2])
    assert street.tables == [1, 2, 3, 4, 5]
    assert street.traffic.counts.waiting == 0


def test_what_somebody_waits_for_goes_however_much_goes_on_beside_it() -> None:
    street = Street(Limits(spare=1))
    street.ask(1, exempt=True, spare=True)
    tidying = street.ask(2, exempt=True, spare=True, urgency=Urgency.TIDYING)
    street.ask(3, exempt=True, spare=True)
    street.ask(4, exempt=True, urgency=Urgency.AWAITED)
    street.ask(5)
    assert street.tables == [1, 4, 5]
    street.traffic.over(street.begun[0])
    assert street.tables == [1, 4, 5, 3]
    street.traffic.drop(tidying)
    street.traffic.over(street.begun[3])
    assert street.tables == [1, 4, 5, 3]
    assert street.traffic.counts.waiting == 0


def test_what_nobody_waits_for_leaves_a_place_alone_that_is_to_be() -> None:
    street = Street(Limits(spare=1))
    street.traffic.limited("panel", 3)
    street.ask(1, "panel", exempt=True, spare=True)
    street.ask(2, exempt=True, spare=True)
    assert street.tables == [2]
    street.traffic.over(street.begun[0])
    street.clock.wind(4)
    assert street.times == [0, 3]


async def test_waiting_for_a_turn() -> None:
    street = Street(Limits(per_second=1))
    street.ask(1)
    errand = Errand(2, "b", Verb.POST, lambda: None)
    waiting = asyncio.ensure_future(street.traffic.turn(lambda go: replace(errand, go=go)))
    given_up = asyncio.ensure_future(street.traffic.turn(lambda go: replace(errand, go=go)))
    await asyncio.sleep(0)
    assert not waiting.done()
    given_up.cancel()
    street.clock.wind(1.1)
    assert (await waiting).at == pytest.approx(1001)
    await asyncio.gather(given_up, return_exceptions=True)
    assert street.traffic.counts.waiting == 0


ERRANDS = st.tuples(
    st.integers(1, 4),
    st.sampled_from("abc"),
    st.sampled_from(Verb),
    st.sampled_from(Urgency),
    st.floats(0, 3),
    st.floats(0, 2),
)


_POST = (1, "a", Verb.POST, Urgency.AWAITED, 0.0, 0.0)
ROUNDED = [
    _POST,
    (1, "a", Verb.POST, Urgency.AWAITED, 2.0, 1.112416690636192),
    *[_POST] * 24,
    (1, "a", Verb.EDIT, Urgency.AWAITED, 0.0, 0.0),
]
"""A second after one of these is, by the clock, not quite a second after it."""


@settings(max_examples=100, deadline=None)
@given(st.lists(ERRANDS, max_size=60), st.integers(1, 6), st.integers(1, 4))
@example(ROUNDED, 1, 4)
def test_whatever_is_asked_for_everything_goes_and_no_limit_is_passed(
    asked: list[tuple[int, str, Verb, Urgency, float, float]], per_second: int, in_place: int
) -> None:
    street = Street(Limits(per_second, in_place, 4.0))
    errands: list[Errand] = []
    for table, place, verb, urgency, wait, pause in asked:
        errands.append(street.ask(table, place, verb, urgency, wait=wait))
        street.clock.wind(pause)
    street.clock.wind(2000)
    assert {errand for _, errand in street.log} == {*errands}
    assert len(street.log) == len(errands)
    for number, (at, first) in enumerate(street.log):
        later = street.log[number:]
        assert sum(then < at + 0.999 for then, _ in later) <= per_second
        same = [then for then, one in later if (one.place, one.verb) == (first.place, first.verb)]
        assert sum(then < at + 3.999 for then in same) <= in_place
