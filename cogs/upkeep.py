"""Upkeep: a message of ours is looked after until it shows what it should."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

import aiohttp
import discord

from bot.engine.faults import described
from bot.engine.log_context import Numbered, about
from bot.store.errors import StoreError
from cogs.delivery import gone

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 10.0
"""Seconds until a look is repeated that failed for a reason that may pass; doubled with every failure."""

RETRY_AT_MOST: Final = 40.0

LOOK_LIMIT: Final = 30.0
"""Seconds a look may take; a request that hangs for longer is given up, and the look is repeated."""

CLOSING_LIMIT: Final = 3.0
"""Seconds the looks in progress have to come to their end when the bot closes."""


class Upkeep:
    """Looks after one message, by short tasks.

    One look is in progress at a time, and being asked during it leads to one more: the newest state wins.

    Attributes:
        lock: held during a look; for whoever changes the message in another way.
        again: whether another look is due.
        not_before: the loop's time before which there is none.
    """

    def __init__(
        self,
        what: str,
        follow: Callable[[], Awaitable[None]],
        *,
        table: Numbered,
        interval: float = 0.0,
        done: Callable[[], None] | None = None,
    ) -> None:
        """Look after nothing yet.

        Args:
            what: the message, for the log.
            follow: makes it what it should be.
            table: whose message it is, for the log.
            interval: seconds at least between two looks.
            done: called when no look is due any more.
        """
        self.lock = asyncio.Lock()
        self.again = False
        self.not_before = 0.0
        self._what = what
        self._follow = follow
        self._table = table
        self._interval = interval
        self._done = done
        self._failures = 0
        self._looking: asyncio.Task[None] | None = None
        self._pausing = False
        self._closed = False

    def soon(self) -> None:
        """Have the message looked after."""
        self.again = True
        if self._closed:
            return
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look(), name=self._what)

    def now(self) -> None:
        """Have the message looked after without a pause; for what a person asks for."""
        self.not_before = 0.0
        if self._pausing and self._looking is not None:
            self._looking.cancel()
            self._looking = None
            self._pausing = False
        self.soon()

    def cancel(self) -> asyncio.Task[None] | None:
        """Have no more looks, and give the one in progress: what it has begun, it brings to its end."""
        self._closed = True
        if self._pausing and self._looking is not None:
            self._looking.cancel()
        return self._looking

    async def _look(self) -> None:
        about(self._table)
        loop = asyncio.get_running_loop()
        while self.again and not self._closed:
            wait = self.not_before - loop.time()
            if wait > 0:
                self._pausing = True
                await asyncio.sleep(wait)
                self._pausing = False
            pause = self._interval
            async with self.lock:
                self.again = False
                try:
                    async with asyncio.timeout(LOOK_LIMIT):
                        await self._follow()
                    self._failures = 0
                except Exception as error:
                    self._report(error)
                    if _may_pass(error):
                        pause = min(RETRY_AFTER * 2**self._failures, RETRY_AT_MOST)
                        self._failures += 1
                        self.again = True
            self.not_before = max(self.not_before, loop.time() + pause)
        if self._done is not None:
            self._done()

    def _report(self, error: Exception) -> None:
        if isinstance(error, discord.HTTPException):
            reason = gone(error)
            why = f"{error.status} {error.code}" if reason is None else reason.value
            log.warning("%s could not be kept up: %s", self._what, why)
        else:
            log.error("%s could not be kept up: %s", self._what, described(error))


def _may_pass(error: Exception) -> bool:
    """Whether trying the same again may help."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == 429
    return isinstance(error, (OSError, aiohttp.ClientError, StoreError))


async def drop_all(upkeeps: Iterable[Upkeep]) -> None:
    """Have no more looks; those in progress are waited for, though not for long."""
    looks = [look for upkeep in upkeeps if (look := upkeep.cancel()) is not None]
    if not looks:
        return
    _, late = await asyncio.wait(looks, timeout=CLOSING_LIMIT)
    for look in late:
        look.cancel()
    await asyncio.gather(*looks, return_exceptions=True)
