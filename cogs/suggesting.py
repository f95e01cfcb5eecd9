"""Suggestions while somebody types: in time or none, and what fails with them is nobody else's matter."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

import discord
from discord import app_commands

from bot.engine.faults import described
from cogs.trying import came, first

log = logging.getLogger(__name__)

SUGGEST_LIMIT: Final = 2.0
"""Seconds after which nothing is suggested; Discord gives up after 3, and they type on meanwhile."""

LIBRARY_LOG: Final = "discord.app_commands.tree"
"""Where the library tells of suggestions that have failed, with the number of whoever typed."""

Choices = list[app_commands.Choice[str]]
Suggest = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, Choices]]


class NotOffered(Exception):
    """Discord has not taken the suggestions; it is logged already."""


class Suggesting:
    """Answers with suggestions."""

    def __init__(self) -> None:
        self._late: set[asyncio.Task[Choices]] = set()

    def in_time(self, suggest: Suggest) -> Suggest:
        """What the library is to call for suggestions.

        Args:
            suggest: gives those for what is typed.
        """

        async def suggested(interaction: discord.Interaction[Any], current: str) -> Choices:
            came(interaction)
            choices = await self._found(suggest(interaction, current))
            try:
                await first(interaction, lambda: interaction.response.autocomplete(choices))
            except Exception as error:
                log.info("suggestions were not taken: %s", type(error).__name__)
                raise NotOffered from None
            return choices

        return suggested

    async def _found(self, suggesting: Coroutine[Any, Any, Choices]) -> Choices:
        task = asyncio.create_task(suggesting, name="suggestions")
        self._late.add(task)
        task.add_done_callback(self._done)
        done, _ = await asyncio.wait((task,), timeout=SUGGEST_LIMIT)
        if not done:
            log.info("nothing is suggested: it took too long")
            return []
        return [] if task.exception() is not None else task.result()

    def _done(self, task: asyncio.Task[Choices]) -> None:
        self._late.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("nothing is suggested: %s", described(error))


def told_already(record: logging.LogRecord) -> bool:
    """A filter for the library's log: without what is logged here."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, NotOffered)
