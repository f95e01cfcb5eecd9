"""Where games were played: who may see such a place, also one that Discord does not tell of by itself."""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord

from bot.traffic import Limited

log = logging.getLogger(__name__)

KEPT: Final = 1000
"""So many places are remembered that had to be asked for."""


@dataclass(frozen=True)
class _Place:
    """A thread that Discord was asked for; whether it is private never changes.

    Attributes:
        parent: the channel it is in; None where there is no such thread any more.
        private: whether it is for its members alone.
    """

    parent: int | None
    private: bool = False


class Places:
    """Says who may see the channel of a game.

    Discord tells the bot of channels and active threads; a thread that is archived has to be asked for.
    """

    def __init__(self) -> None:
        self._asked: OrderedDict[int, _Place] = OrderedDict()

    async def seen_by(self, interaction: discord.Interaction[Any], channels: tuple[int, ...]) -> bool:
        """Whether somebody sees the channel of a game.

        Args:
            interaction: from the server of the game.
            channels: of the game, and the one its thread was opened from; the first that is still there
                counts. Of one that is gone, nothing is left that could be for some only.
        """
        guild, user = interaction.guild, interaction.user
        if guild is None or not isinstance(user, discord.Member):
            return False
        for number in channels:
            channel = guild.get_channel_or_thread(number)
            private = isinstance(channel, discord.Thread) and channel.is_private()
            if channel is None:
                place = await self._ask(guild, number)
                if place is None:
                    return False
                if place.parent is None:
                    continue
                channel, private = guild.get_channel(place.parent), place.private
                if channel is None:
                    return False
            allowed = channel.permissions_for(user)
            return allowed.view_channel and (allowed.manage_threads or not private)
        return True

    async def _ask(self, guild: discord.Guild, number: int) -> _Place | None:
        """What Discord says of a place it has not told of; None where it gives no answer."""
        place = self._asked.get(number)
        if place is None:
            try:
                found = await guild.fetch_channel(number)
            except discord.NotFound:
                place = _Place(None)
            except (discord.DiscordException, Limited, OSError, aiohttp.ClientError) as error:
                log.info("a place could not be looked up: %s", type(error).__name__)
                return None
            else:
                if not isinstance(found, discord.Thread):
                    return None
                place = _Place(found.parent_id, found.is_private())
            self._asked[number] = place
            while len(self._asked) > KEPT:
                self._asked.popitem(last=False)
        return place
