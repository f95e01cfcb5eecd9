"""The bot's process, as the benchmark sees it."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from bot.load_bench.bot_process import Start

CLOSING: Final = 20.0
"""Seconds the bot has to close."""


@dataclass(frozen=True)
class BotFigures:
    """How the bot has been doing since it was last asked.

    Attributes:
        late_ms: by how many milliseconds its event loop was late, again and again.
        resident: bytes of memory of its main process.
        cpu: seconds of the processor its main process has used since it was started.
        objects: how many objects Python's collector knows of.
    """

    late_ms: tuple[float, ...]
    resident: int
    cpu: float
    objects: int


class BotHandle:
    """A running bot.

    Attributes:
        started: when its process was, by the monotonic clock.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.started = time.monotonic()
        self._process = process
        self._asking = asyncio.Lock()

    @property
    def ended(self) -> bool:
        """Whether its process is no longer there."""
        return self._process.returncode is not None

    async def figures(self) -> BotFigures:
        """Ask how it is doing."""
        told = await self._ask("figures")
        return BotFigures(tuple(told["late_ms"]), told["resident"], told["cpu"], told["objects"])

    async def profile(self) -> dict[str, Any]:
        """Begin a profile, or at the second call end it and give it: see `Sampler.told`."""
        return await self._ask("profile")

    async def stop(self) -> None:
        """Have it close."""
        if self.ended:
            return
        assert self._process.stdin is not None
        self._process.stdin.write(b"stop\n")
        try:
            await asyncio.wait_for(self._process.wait(), CLOSING)
        except TimeoutError:
            self._process.kill()
            await self._process.wait()

    async def _ask(self, word: str) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        async with self._asking:
            self._process.stdin.write(f"{word}\n".encode())
            line = await self._process.stdout.readline()
        if not line:
            raise ConnectionError("the bot has ended")
        return json.loads(line)


@asynccontextmanager
async def running_bot(start: Start) -> AsyncIterator[BotHandle]:
    """A bot in a process of its own until the end of the block; what it complains of goes to the console."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        # Not as a main module, which the bot's workers would load with all it needs.
        "from bot.load_bench.bot_process import main; main()",
        start.text(),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=2**24,
    )
    bot = BotHandle(process)
    try:
        yield bot
    finally:
        await bot.stop()
