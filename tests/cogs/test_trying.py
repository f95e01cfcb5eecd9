"""Answers that Discord does not take just now: sent again while they may still count, and no longer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.traffic import Limited, Unavailable
from tests.cogs.faults import Fault, Kind, OutOfOrder
from tests.cogs.people import Place

pytestmark = [pytest.mark.expect_discord_errors, pytest.mark.simcord(check_errors=False)]

ANSWER = Kind("an answer", "POST", "/interactions/*/callback")


@pytest.mark.parametrize(
    ("error", "most"),
    [
        (lambda: Unavailable(500), 4),
        (lambda: Limited(0.0), 4),
        (lambda: Limited(2.0), 2),
        (lambda: Limited(20.0), 1),
        (TimeoutError, 2),
    ],
    ids=["500", "429 at once", "429 for 2 s", "429 for 20 s", "a timeout"],
)
async def test_a_first_answer_is_not_sent_when_it_can_no_longer_count(
    place: Place, monkeypatch: pytest.MonkeyPatch, error: Callable[[], Exception], most: int
) -> None:
    times: list[float] = []

    def fail() -> Exception:
        times.append(asyncio.get_running_loop().time())
        return error()

    ann = place.somebody("ann")
    broken = OutOfOrder(monkeypatch, ANSWER, Fault("out of order", fail, most))
    broken.on = True
    ann.send_command("preferences")
    for _ in range(20):
        await place.pass_time(0.2)
    await place.pass_time(20)
    assert len(times) == most
    assert times[-1] - times[0] < 2.6


async def test_a_first_answer_gets_through_as_soon_as_discord_takes_it(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = place.somebody("ann")
    broken = OutOfOrder(monkeypatch, ANSWER, Fault("500", lambda: Unavailable(500), 4))
    broken.on = True
    result = ann.send_command("preferences")
    await place.pass_time(0.5)
    assert not result.acknowledged
    broken.on = False
    await place.pass_time(0.5)
    assert result.acknowledged
    assert broken.failed == 2
