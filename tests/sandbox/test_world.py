"""The simulated server itself: it gives back what it takes, stays the same, and forgives a bot that fails."""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import discord
import pytest
from discord.ext import commands

from bot.sandbox import SandboxError, SandboxOptions
from bot.sandbox.world import World
from tests.sandbox.demo_bot import DemoBot


@pytest.fixture
def options(tmp_path: Path) -> SandboxOptions:
    return SandboxOptions(database=tmp_path / "demo.db", people=2)


async def restart(world: World) -> None:
    """Replace the bot while the world's time goes by."""
    living = asyncio.create_task(world.live())
    await asyncio.wait_for(world.restart(), 10)
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


async def test_a_bot_that_does_not_come_back_can_be_started_again(options: SandboxOptions) -> None:
    made: list[commands.Bot] = []

    def sometimes(given: SandboxOptions) -> commands.Bot:
        bot = DemoBot(given)
        made.append(bot)
        if len(made) == 2:

            async def fail() -> None:
                bot.counts.close()
                raise RuntimeError("not this time")

            bot.setup_hook = fail
        return bot

    world = await World.open(options, sometimes)
    ann, hearts = world.people[0], world.places[0]
    errors: list[str] = []
    world.on_error = errors.append
    await world.say(ann, hearts, "before")

    await restart(world)
    assert not world.running
    assert any("not this time" in error for error in errors)
    with pytest.raises(Exception, match="not running"):
        await world.say(ann, hearts, "meanwhile")

    await restart(world)
    assert world.running
    assert (await world.command(ann, hearts, "demo play", {"card": "Q♠"})).answered
    assert [message.content for message in world.messages(ann, hearts)] == ["before", "You play Q♠"]
    await world.close()


async def test_a_clock_that_slept_is_put_right_in_one_leap(options: SandboxOptions) -> None:
    world = await World.open(options, DemoBot)
    clock = world._simulator.env.backend.clock
    clock.advance(-3600)
    await world._simulator.tick()
    assert abs((datetime.now(UTC) - world._simulator.env.now()).total_seconds()) < 5
    await world.close()
