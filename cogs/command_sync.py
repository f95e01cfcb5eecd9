"""Commands: Discord is told about them once, in the background, and the bot does not wait for that."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from bot.engine.faults import described
from bot.store.errors import StoreError
from bot.traffic import Limited, Unavailable, on_behalf_of
from cogs.delivery import told_to_wait

if TYPE_CHECKING:
    from bot.app import HeartsBot

log = logging.getLogger(__name__)

FIRST_RETRY: Final = 5.0
LONGEST_RETRY: Final = 3600.0
"""Seconds until what failed is tried again, doubled from the first to the longest."""


class CommandSync:
    """Tells Discord about the commands, but only when they differ from what it was told last.

    Until it has been told, people have the commands of the last time.
    """

    def __init__(self, bot: HeartsBot) -> None:
        self._bot = bot
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; returns at once."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="commands")

    async def close(self) -> None:
        """Stop; what Discord has not been told yet it is at the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        wait = FIRST_RETRY
        while True:
            try:
                await self._sync()
                return
            except (
                discord.DiscordException,
                Limited,
                Unavailable,
                aiohttp.ClientError,
                OSError,
                StoreError,
            ) as error:
                pause = _until_next(error, wait)
                if pause is None:
                    log.error("Discord does not take the commands: %s", described(error))
                    return
                log.warning("commands are synced later: %s", described(error))
            await asyncio.sleep(pause)
            wait = min(2 * wait, LONGEST_RETRY)

    async def _sync(self) -> None:
        tree = self._bot.tree
        translator = tree.translator
        payload = [
            await command.get_translated_payload(tree, translator)
            if translator is not None
            else command.to_dict(tree)
            for command in tree.get_commands()
        ]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        key = f"commands {self._bot.application_id}"
        if await self._bot.store.get_value(key) == digest:
            return
        with on_behalf_of("commands"):
            await tree.sync()
        await self._bot.store.set_value(key, digest)
        log.info("commands synced")


def _until_next(error: Exception, wait: float) -> float | None:
    """Seconds until the next try; None where the same can never succeed."""
    if isinstance(error, (Limited, discord.RateLimited)):
        return error.retry_after
    if isinstance(error, discord.app_commands.CommandSyncFailure):
        return None
    if isinstance(error, discord.HTTPException):
        if error.status == 429:
            return told_to_wait(error)
        return wait if error.status >= 500 else None
    return wait
