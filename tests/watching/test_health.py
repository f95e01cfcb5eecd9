"""When the bot is well, and what it says where it is not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.store.errors import StorageFailed
from bot.traffic import Errand, Traffic, Verb
from bot.watching import health
from bot.watching.gateway import Gateway
from bot.watching.health import examine
from bot.watching.lag import LoopLag
from tests.traffic.timers import HandClock


class Clock:
    """A time that is set."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


async def answers() -> None:
    """As the database does."""


async def refuses() -> None:
    raise StorageFailed("The disk with the database is full.")


async def hangs() -> None:
    await asyncio.Event().wait()


async def connected(clock: Clock) -> Gateway:
    """Connections that are all there, of a bot with two shards."""
    gateway = Gateway(clock)
    for shard in (0, 1):
        await gateway.on_connection(shard)
    await gateway.on_ready()
    return gateway


async def test_well() -> None:
    found = await examine(await connected(Clock()), LoopLag(lambda _: None), answers, lambda: 3)
    assert found.well
    told = found.to_json()
    assert 0 <= told.pop("database_seconds") < 1
    assert told == {
        "well": True,
        "problems": [],
        "gateway": "ready",
        "loop_lag_seconds": 0.0,
        "open_tables": 3,
    }


async def test_before_discord_is_heard() -> None:
    found = await examine(Gateway(), LoopLag(lambda _: None), answers, lambda: 0)
    assert found.problems == ("Discord has not been heard yet.",)
    assert found.facts["gateway"] == "starting"


async def test_while_one_of_the_connections_is_lost() -> None:
    clock = Clock()
    gateway = await connected(clock)
    await gateway.on_disconnect(1)
    clock.now += 20
    await gateway.on_disconnect(1)  # tried again, in vain
    found = await examine(gateway, LoopLag(lambda _: None), answers, lambda: 0)
    assert found.problems == ("Discord has not been heard for 20 s.",)
    assert found.facts["gateway"] == "lost"
    await gateway.on_connection(1)
    assert (await examine(gateway, LoopLag(lambda _: None), answers, lambda: 0)).well


@pytest.mark.parametrize(
    ("database", "problem"),
    [
        (refuses, "The disk with the database is full."),
        (hangs, "The database has not answered within 0 s."),
    ],
)
async def test_when_the_database_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, database: Callable[[], Awaitable[None]], problem: str
) -> None:
    monkeypatch.setattr(health, "DATABASE_LIMIT", 0.02)
    found = await examine(await connected(Clock()), LoopLag(lambda _: None), database, lambda: 0)
    assert found.problems == (problem,)
    assert found.facts["database_seconds"] is None


async def test_when_no_message_reaches_discord() -> None:
    timer = HandClock()
    traffic = Traffic(timer=timer)

    async def problems() -> tuple[str, ...]:
        gateway = await connected(Clock())
        found = await examine(gateway, LoopLag(lambda _: None), answers, lambda: 0, traffic)
        return found.problems

    async def send(request: Callable[[], Awaitable[None]]) -> None:
        await traffic.send(await traffic.turn(lambda go: Errand(1, 5, Verb.EDIT, go)), 5, Verb.EDIT, request)

    for _ in range(4):
        assert await problems() == ()
        with pytest.raises(StorageFailed):
            await send(refuses)
        timer.wind(40)
    assert await problems() == ("No message has reached Discord for 120 s.",)
    await send(answers)
    timer.wind(200)
    assert await problems() == ()
    with pytest.raises(StorageFailed):
        await send(refuses)
    timer.wind(100)
    assert await problems() == (), "one lost request in a quiet hour says nothing"
    traffic.limited(None, 3000)
    assert await problems() == ("Discord has asked to be sent no messages for 3000 s.",)


async def test_the_loop_is_late_when_something_holds_it_up(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, seen = asyncio.get_running_loop(), asyncio.Event()
    lag = LoopLag(lambda _: seen.set())
    lag.start()
    start, ahead = loop.time, 0.0
    monkeypatch.setattr(loop, "time", lambda: start() + ahead)
    ahead = 1.5  # as if a callback had taken that long
    await seen.wait()
    lag.stop()
    assert 1.0 < lag.worst < 2.0
    found = await examine(await connected(Clock()), lag, answers, lambda: 0)
    assert found.problems == (f"The event loop was {lag.worst:.1f} s late.",)


async def test_a_late_moment_is_forgotten_after_a_while() -> None:
    loop = asyncio.get_running_loop()
    lag = LoopLag(lambda _: None)
    lag._look(loop, loop.time() - 5)
    assert lag.worst >= 5
    for _ in range(40):
        lag.stop()
        lag._look(loop, loop.time())
    lag.stop()
    assert lag.worst < 1
