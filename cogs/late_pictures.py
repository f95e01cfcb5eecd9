"""Messages that stay and went out without a picture, for it took too long: they get it once it is there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import discord

from bot.engine.log_context import about
from bot.engine.table import Table
from bot.store.errors import StoreError
from bot.store.records import MessageRow
from bot.traffic import Limited, Unavailable
from cogs.board import Board
from cogs.delivery import gone
from cogs.layout import Layout
from cogs.pictures import Missed
from cogs.upkeep import LOOK_LIMIT

log = logging.getLogger(__name__)

PAUSES: Final = (5.0, 20.0, 60.0, 180.0)
"""Seconds before each try; after the last one the message stays as it is, and its text says the same."""

TRIES: Final = 3
"""So many looks more there are for the picture of a table that is played at; the next card is one anyway."""

Wanted = Callable[[Missed], Awaitable[Layout]]
"""Makes the message anew, and tells where a picture is missing again."""


class LatePictures:
    """Completes messages, each by a short task of its own; what is missing when the bot closes stays so."""

    def __init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def complete(self, table: Table, board: Board, row: MessageRow, wanted: Wanted) -> None:
        """Have a message edited once its pictures can be drawn in time.

        Args:
            table: whose message it is.
            board: makes the requests.
            row: the message.
            wanted: what it is to show.
        """
        before = self._tasks.pop(row.message_id, None)
        if before is not None:
            before.cancel()
        task = asyncio.create_task(_complete(table, board, row, wanted), name=f"pictures {table.game_id}")
        self._tasks[row.message_id] = task
        task.add_done_callback(lambda done: self._forget(row.message_id, done))

    async def close(self) -> None:
        """Complete nothing any more."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self, message_id: int, task: asyncio.Task[None]) -> None:
        if self._tasks.get(message_id) is task:
            del self._tasks[message_id]


async def _complete(table: Table, board: Board, row: MessageRow, wanted: Wanted) -> None:
    about(table)
    for pause in PAUSES:
        await asyncio.sleep(pause)
        try:
            missed = Missed()
            layout = await wanted(missed)
            if missed.any:
                continue
            async with board.lock, asyncio.timeout(LOOK_LIMIT):
                await board.edit(row, layout)
        except discord.HTTPException as error:
            if gone(error) is None and (error.status >= 500 or error.status == 429):
                continue
            log.info("a message of game %d stays without its picture: %d", table.game_id, error.status)
        except (Limited, Unavailable, OSError, aiohttp.ClientError, StoreError) as error:
            log.info("a picture of game %d is put off: %s", table.game_id, type(error).__name__)
            continue
        return
    log.warning("a message of game %d stays without its picture", table.game_id)
