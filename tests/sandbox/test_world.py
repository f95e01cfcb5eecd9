"""The simulated server itself: it gives back what it takes, stays the same, and forgives a bot that fails."""

import asyncio
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import discord
import pytest
from discord.ext import commands

from bot.sandbox import SandboxError, SandboxOptions
from bot.sandbox.simulator import TRIES
from bot.sandbox.wire import Refused, Why
from bot.sandbox.world import World
from tests.sandbox.demo_bot import DemoBot


@pytest.fixture
def options(tmp_path: Path) -> SandboxOptions:
    return SandboxOptions(database=tmp_path / "demo.db", people=2)


async def restart(world: World) -> None:
    """Replace the bot while the world's time goes by."""
    living = asyncio.create_task(world.live())
    await asyncio.wait_for(world.restart(), 60)
    living.cancel()


async def test_the_process_gets_its_clock_and_its_loop_back(options: SandboxOptions) -> None:
    loop = asyncio.get_running_loop()
    before = time.monotonic, discord.utils.utcnow().year, loop.create_task
    world = await World.open(options, DemoBot)
    assert time.monotonic is not before[0]
    await world.close()
    assert (time.monotonic, discord.utils.utcnow().year, loop.create_task) == before


async def test_it_is_today(options: SandboxOptions) -> None:
    world = await World.open(options, DemoBot)
    await world.say(world.people[0], world.places[0], "hello")
    (message,) = world.messages(world.people[0], world.places[0])
    await world.close()
    said = datetime.fromtimestamp(message.created / 1000, UTC)
    assert abs(datetime.now(UTC) - said) < timedelta(seconds=10)


async def test_people_and_channels_keep_their_ids(options: SandboxOptions) -> None:
    seen: list[tuple[int, ...]] = []
    for people in (2, 4):
        world = await World.open(SandboxOptions(database=options.database, people=people), DemoBot)
        seen.append(
            (world.guild_id, *(place.id for place in world.places), *(each.id for each in world.people[:2]))
        )
        await world.close()
    assert seen[0] == seen[1]


async def test_threads_are_there_again_in_another_process(options: SandboxOptions) -> None:
    world = await World.open(options, DemoBot)
    ann, hearts = world.people[0], world.places[0]
    assert (await world.command(ann, hearts, "demo thread", {"name": "Aside"})).answered
    places = world.places
    await world.close()

    world = await World.open(options, DemoBot)
    assert world.places == places
    aside = world.places[1]
    assert (await world.command(ann, aside, "demo play", {"card": "Q♠"})).answered
    await world.close()


@pytest.mark.parametrize("kept", ["", "{", "[1]", '[{"id": "x", "name": "a", "parent": "hearts"}]'])
async def test_threads_that_cannot_be_read_are_forgotten(options: SandboxOptions, kept: str) -> None:
    assert options.database is not None
    options.database.with_name(f"{options.database.name}.threads.json").write_text(kept)
    world = await World.open(options, DemoBot)
    assert [place.name for place in world.places] == ["hearts", "lounge"]
    await world.close()


async def test_files_are_kept_as_long_as_a_message_shows_them(options: SandboxOptions) -> None:
    world = await World.open(options, DemoBot)
    ann, hearts = world.people[0], world.places[0]
    await world.command(ann, hearts, "demo buttons", {})
    (message,) = world.messages(ann, hearts)
    path = message.attachments[0]["url"].split("/", 3)[3]
    simulator = world._simulator
    for _ in range(3):
        simulator.tidy([hearts.id])
    assert await world.file(ann, path) is not None

    for _ in range(2):
        simulator.tidy([])
    assert simulator.env.backend.cdn.get(message.attachments[0]["url"]) is None
    assert simulator.env.transcript() == ""
    await world.close()


async def test_a_bot_that_does_not_start_is_named(options: SandboxOptions) -> None:
    class Broken(DemoBot):
        async def setup_hook(self) -> None:
            self.counts.close()
            raise RuntimeError("the database is newer than the program")

    with pytest.raises(SandboxError, match=r"does not start: .*the database is newer than the program"):
        await World.open(options, Broken)


class Failing(DemoBot):
    """Does not start."""

    async def setup_hook(self) -> None:
        self.counts.close()
        raise RuntimeError("not this time")


class Busy(DemoBot):
    """Is never at rest, as a game among computer players is."""

    async def setup_hook(self) -> None:
        await super().setup_hook()
        self.working = asyncio.create_task(self.work())

    async def work(self) -> None:
        while True:
            await asyncio.to_thread(time.sleep, 0.02)

    async def close(self) -> None:
        self.working.cancel()
        await super().close()


def bots(*kinds: type[DemoBot]) -> Callable[[SandboxOptions], commands.Bot]:
    """Make bots of these kinds one after the other, and then sound ones."""
    following = iter(kinds)
    return lambda options: next(following, DemoBot)(options)


async def test_a_bot_that_does_not_come_back_can_be_started_again(options: SandboxOptions) -> None:
    world = await World.open(options, bots(DemoBot, *[Failing] * TRIES))
    ann, hearts = world.people[0], world.places[0]
    errors: list[str] = []
    world.on_error = errors.append
    await world.say(ann, hearts, "before")

    await restart(world)
    assert not world.running
    assert any("not this time" in error for error in errors)
    with pytest.raises(Refused) as refused:
        await world.say(ann, hearts, "meanwhile")
    assert refused.value.why is Why.NOT_RUNNING

    await restart(world)
    assert world.running
    assert (await world.command(ann, hearts, "demo play", {"card": "Q♠"})).answered
    assert [message.content for message in world.messages(ann, hearts)] == ["before", "You play Q♠"]
    await world.close()


@pytest.mark.parametrize("failures", range(1, TRIES))
async def test_a_start_that_fails_is_tried_again(options: SandboxOptions, failures: int) -> None:
    world = await World.open(options, bots(*[Failing] * failures))
    assert world.running
    await world.close()

    world = await World.open(options, bots(DemoBot, *[Failing] * failures))
    errors: list[str] = []
    world.on_error = errors.append
    await restart(world)
    assert (world.running, errors) == (True, [])
    await world.close()


async def test_a_bot_that_is_never_at_rest_starts_and_lets_nobody_wait(options: SandboxOptions) -> None:
    world = await World.open(options, bots(Busy, Busy))
    ann, hearts = world.people[0], world.places[0]
    await restart(world)
    living = asyncio.create_task(world.live())
    took: list[float] = []
    for _ in range(5):
        await asyncio.sleep(0.1)
        begun = time.perf_counter()
        assert (await world.command(ann, hearts, "demo play", {"card": "Q♠"})).answered
        took.append(time.perf_counter() - begun)
    assert statistics.median(took) < 0.5
    assert abs((datetime.now(UTC) - world._simulator.env.now()).total_seconds()) < 2
    living.cancel()
    await world.close()


async def test_a_thread_is_a_place_of_its_own_until_it_is_archived(options: SandboxOptions) -> None:
    world = await World.open(options, DemoBot)
    ann, hearts = world.people[0], world.places[0]
    assert (await world.command(ann, hearts, "demo thread", {"name": "Aside"})).answered
    assert [(place.name, place.parent) for place in world.places] == [
        ("hearts", None),
        ("Aside", "hearts"),
        ("lounge", None),
    ]
    aside = world.places[1]
    await world.say(ann, aside, "in here")
    assert (await world.command(ann, aside, "demo play", {"card": "Q♠"})).answered
    assert [message.content for message in world.messages(ann, aside)] == ["in here", "You play Q♠"]
    (started,) = [message for message in world.messages(ann, hearts) if message.thread is not None]
    assert started.thread == aside.id

    assert (await world.command(ann, aside, "demo archive", {})).answered
    assert [place.name for place in world.places] == ["hearts", "lounge"]
    with pytest.raises(Refused):
        await world.click(ann, aside, 1, "act:secret")
    await world.close()


async def test_a_clock_that_slept_is_put_right_in_one_leap(options: SandboxOptions) -> None:
    world = await World.open(options, DemoBot)
    clock = world._simulator.env.backend.clock
    clock.advance(-3600)
    await world._simulator.tick()
    assert abs((datetime.now(UTC) - world._simulator.env.now()).total_seconds()) < 5
    await world.close()
