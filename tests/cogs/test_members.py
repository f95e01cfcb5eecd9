"""Looking up who is in a server has its turn beside everything else."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.traffic import Limits, Traffic
from cogs.members import LOOK_UP_LIMIT, in_server
from tests.traffic.timers import HandClock


class Guild:
    """A server of which everybody below 100 is a member."""

    id = 10

    def __init__(self) -> None:
        self.asked: list[int] = []

    async def fetch_member(self, number: int) -> int:
        self.asked.append(number)
        if number < 100:
            return number
        answer: Any = type("Answer", (), {"status": 404, "reason": "Not Found"})()
        raise discord.NotFound(answer, {"code": 10007, "message": "Unknown Member"})


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.mark.parametrize(("number", "there"), [(7, True), (107, False)])
async def test_somebody_is_there_or_not(number: int, there: bool) -> None:
    guild: Any = Guild()
    assert await in_server(Traffic(), guild, number) is there


async def test_no_more_are_looked_up_in_a_second_than_the_bot_may_ask() -> None:
    guild: Any = Guild()
    clock = HandClock()
    traffic = Traffic(Limits(per_second=2), clock)
    asking = [asyncio.create_task(in_server(traffic, guild, number)) for number in range(4)]
    await settled()
    assert len(guild.asked) == 2
    clock.wind(1.1)
    await settled()
    assert len(guild.asked) == 4
    assert await asyncio.gather(*asking) == [True] * 4


async def test_nobody_waits_for_a_turn_that_will_come_too_late() -> None:
    guild: Any = Guild()
    traffic = Traffic(timer=HandClock())
    traffic.limited(None, 100)
    # Whoever waits would still wait then: the look-up itself gives up only later.
    async with asyncio.timeout(LOOK_UP_LIMIT / 2):
        assert await in_server(traffic, guild, 7) is None
    assert not guild.asked
    assert traffic.counts.waiting == 0


async def test_what_has_no_turn_in_time_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.members.LOOK_UP_LIMIT", 0.0)
    guild: Any = Guild()
    traffic = Traffic(Limits(per_second=1), HandClock())
    asking = [asyncio.create_task(in_server(traffic, guild, number)) for number in range(2)]
    assert await asyncio.gather(*asking) == [True, None]
    assert traffic.counts.waiting == 0
