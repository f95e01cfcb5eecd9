"""The bot as a process of its own that talks to a Discord on this machine, and tells how it is doing.

It is the bot as it is run: `create_bot` and its own settings. Only Discord's addresses are others. Its
standard input takes one word a line, `figures`, `profile` or `stop`; each but the last is answered with a
line of JSON.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import signal
import sys
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.app import create_bot
from bot.load_bench.sampling import Sampler
from bot.memory import seldom_looked_through
from bot.settings import Settings

TICK: Final = 0.01
"""Seconds between two looks at whether the event loop is in time."""


@dataclass(frozen=True)
class Start:
    """How the bot is started.

    Attributes:
        api: the address of Discord's HTTP interface.
        gateway: the address of its gateway.
        database: the bot's.
        settings: what differs from the usual ones.
    """

    api: str
    gateway: str
    database: str
    settings: dict[str, Any]

    def text(self) -> str:
        """As one argument of a command line."""
        return json.dumps(asdict(self))


class _Watch:
    """How late the event loop has been since the last look; in milliseconds."""

    def __init__(self) -> None:
        self._late: list[float] = []

    async def run(self) -> None:
        while True:
            due = time.perf_counter() + TICK
            await asyncio.sleep(TICK)
            self._late.append(max(0.0, time.perf_counter() - due) * 1000)

    def taken(self) -> list[float]:
        late, self._late = self._late, []
        return [round(each, 2) for each in late]


def resident_bytes() -> int:
    """The memory this process has now; 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    import resource

    return int(pages) * resource.getpagesize()


async def serve(start: Start) -> None:
    """Run the bot until it is told to stop."""
    Route.BASE = start.api
    DiscordWebSocket.DEFAULT_GATEWAY = type(DiscordWebSocket.DEFAULT_GATEWAY)(start.gateway)
    given: dict[str, Any] = {"token": "bench", "database": Path(start.database), **start.settings}
    settings = Settings(**{"_env_file": None, **given})
    loop = asyncio.get_running_loop()
    asked: asyncio.Queue[str] = asyncio.Queue()

    def listen() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(asked.put_nowait, line.strip())
        loop.call_soon_threadsafe(asked.put_nowait, "stop")

    threading.Thread(target=listen, daemon=True, name="listen").start()
    watch, sampler = _Watch(), Sampler()
    async with create_bot(settings) as bot:
        watching = asyncio.create_task(watch.run())
        running = asyncio.create_task(bot.start("bench"))
        while True:
            hearing = asyncio.create_task(asked.get())
            await asyncio.wait((running, hearing), return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                hearing.cancel()
                running.result()
                break
            match hearing.result():
                case "figures":
                    _say(_figures(watch))
                case "profile":
                    _say(sampler.told() if sampler.running else sampler.start())
                case _:
                    break
        watching.cancel()
    await asyncio.gather(running, return_exceptions=True)


def _figures(watch: _Watch) -> dict[str, Any]:
    return {
        "late_ms": watch.taken(),
        "resident": resident_bytes(),
        "cpu": time.process_time(),
        "objects": len(gc.get_objects()),
    }


def _say(told: Any) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Run the bot as the one argument says, until it is told to stop or nobody is there to tell it."""
    # Ctrl+C reaches the whole group of processes, and the benchmark says itself when this one is to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    discord.utils.setup_logging(level=logging.ERROR)
    with seldom_looked_through():
        asyncio.run(serve(Start(**json.loads(sys.argv[1]))))
