"""`hearts-bot health`, and the container's own question, to a bot that runs as a process."""

import asyncio
import json
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from tests.loopback import ROOT, TOKEN, Loopback, start_bot

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    async with Loopback.running() as loopback:
        yield loopback


def free_port() -> str:
    """A port nobody listens at."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return str(taken.getsockname()[1])


async def asked(discord: Loopback, folder: Path, **settings: str) -> tuple[int | None, str]:
    """The exit status of `hearts-bot health`, and what it says."""
    process = await start_bot(discord, folder, "health", **settings)
    told, errors = await process.communicate()
    return process.returncode, (told + errors).decode()


async def test_a_running_bot_is_well_and_one_that_has_ended_is_not(discord: Loopback, tmp_path: Path) -> None:
    port = free_port()
    bot = await start_bot(discord, tmp_path, watch_port=port, log_format="json")
    async with asyncio.timeout(60):
        await discord.identified.wait()
        while (await asked(discord, tmp_path, watch_port=port))[0]:
            assert bot.returncode is None
    everywhere = await asked(discord, tmp_path, watch_port=port, watch_host="0.0.0.0")
    assert everywhere == (0, "well, 0 open tables\n")
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as page:
        metrics = (await page.text()).splitlines()
    assert "hearts_gateway_ready 1.0" in metrics
    assert 'hearts_discord_request_seconds_count{kind="gateway"} 1.0' in metrics
    bot.send_signal(signal.SIGTERM)
    _, errors = await bot.communicate()
    assert bot.returncode == 0
    lines = [json.loads(line) for line in errors.decode().splitlines()]
    assert {"time", "level", "logger", "message"} <= set.intersection(*map(set, lines))
    assert TOKEN not in errors.decode()
    status, told = await asked(discord, tmp_path, watch_port=port)
    assert status == 1
    assert told == f"Nobody answers at 127.0.0.1:{port}; does the bot run?\n"


async def test_a_bot_that_does_not_hear_discord_is_not_well_until_it_does_again(
    discord: Loopback, tmp_path: Path
) -> None:
    port = free_port()
    bot = await start_bot(discord, tmp_path, watch_port=port)

    async def until(well: bool) -> str:
        while True:
            status, told = await asked(discord, tmp_path, watch_port=port)
            if (status == 0) == well:
                return told
            assert bot.returncode is None

    async with asyncio.timeout(90):
        await until(well=True)
        discord.away = True
        await discord.hang_up()
        assert "Discord has not been heard for " in await until(well=False)
        discord.away = False
        await until(well=True)
    bot.send_signal(signal.SIGTERM)
    await bot.communicate()


async def test_a_bot_that_cannot_show_its_pages_says_so(discord: Loopback, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        bot = await start_bot(discord, tmp_path, watch_port=str(taken.getsockname()[1]))
        _, errors = await bot.communicate()
    assert bot.returncode == 1
    assert (
        errors.decode()
        .splitlines()[-1]
        .endswith(" (Address already in use); set another HEARTS_WATCH_PORT or HEARTS_WATCH_HOST.")
    )
    assert not discord.asked.is_set()


async def test_what_is_shown_nowhere_cannot_be_asked(discord: Loopback, tmp_path: Path) -> None:
    assert await asked(discord, tmp_path) == (0, "HEARTS_WATCH_PORT is 0, so the bot cannot be asked.\n")
    status, told = await asked(discord, tmp_path, watch_port="x")
    assert status == 2
    assert told.startswith("HEARTS_WATCH_PORT: a whole number from 0 to 65535 is wanted, not x; ")


async def test_the_container_asks_at_the_port_it_sets(tmp_path: Path) -> None:
    port = re.search(r"HEARTS_WATCH_PORT=(\d+)", DOCKERFILE)
    question = re.search(r"^HEALTHCHECK .* CMD (\[.*\])$", DOCKERFILE, flags=re.MULTILINE)
    assert port is not None
    assert question is not None
    program, *arguments = json.loads(question[1])
    assert program == "python"
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        cwd=tmp_path,
        env={"HEARTS_WATCH_PORT": port[1], "HEARTS_WATCH_HOST": "127.0.0.2", "PYTHONPATH": str(ROOT)},
        stderr=asyncio.subprocess.PIPE,
    )
    _, errors = await process.communicate()
    assert process.returncode == 1
    assert f"127.0.0.2:{port[1]}" in errors.decode()
