"""Threads for games: opened where a server wants them, and taken away again where no game came of one."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

import aiohttp
import discord

from bot.engine.faults import described
from bot.traffic import Limited
from cogs.trying import ANSWER_LIMIT

log = logging.getLogger(__name__)

UNSAID: Final = 1.0
"""Seconds after a failure in which Discord still tells of a thread that it has opened all the same."""


def with_threads(interaction: discord.Interaction[Any]) -> discord.TextChannel | None:
    """The channel the interaction comes from, where a public thread can be opened in it."""
    channel = interaction.channel
    return channel if isinstance(channel, discord.TextChannel) and not channel.is_news() else None


def parent_of(interaction: discord.Interaction[Any]) -> int | None:
    """The channel a thread belongs to."""
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else None


async def open_thread(interaction: discord.Interaction[Any], name: str) -> discord.Thread | None:
    """A thread in the channel the interaction comes from; None where it can have none.

    Raises:
        discord.HTTPException: there is none. One that Discord has opened without saying so is taken away.
        Limited: there is none.
        OSError: the same.
        aiohttp.ClientError: the same.
    """
    channel = with_threads(interaction)
    if channel is None:
        return None
    before = {thread.id for thread in channel.threads}
    try:
        # Others who want to open a table here wait meanwhile.
        async with asyncio.timeout(ANSWER_LIMIT):
            return await channel.create_thread(
                name=name, type=discord.ChannelType.public_thread, auto_archive_duration=1440
            )
    except (discord.HTTPException, OSError, aiohttp.ClientError):
        await asyncio.sleep(UNSAID)
        for thread in channel.threads:
            if thread.id not in before and thread.name == name and thread.owner_id == channel.guild.me.id:
                await take_away(interaction, thread)
        raise


async def take_away(interaction: discord.Interaction[Any], thread: discord.Thread) -> None:
    """No game is in a thread of the bot: delete it where the bot may, else archive it."""
    granted = interaction.app_permissions
    try:
        async with asyncio.timeout(ANSWER_LIMIT):
            if granted.manage_threads or granted.administrator:
                await thread.delete()
            else:
                await thread.edit(archived=True)
    except (discord.HTTPException, Limited, OSError, aiohttp.ClientError) as error:
        log.warning("an empty thread stays: %s", described(error))
