"""Who is still in a server: members are looked up one by one, for the bot is told of nobody who leaves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from bot.store import NotStored
from bot.traffic import Errand, Limited, Traffic, Unavailable, Verb, on_behalf_of

if TYPE_CHECKING:
    from bot.app import HeartsBot

log = logging.getLogger(__name__)

REMEMBERED: Final = 24 * 3600.0
"""Seconds for which what was found out about a member is taken to be so."""

LOOK_UP_LIMIT: Final = 5.0
"""Seconds one of them may take; the answer is not worth more."""

_UNKNOWN_MEMBER: Final = 10007
_UNKNOWN_USER: Final = 10013


async def in_server(traffic: Traffic, guild: discord.Guild, discord_id: int) -> bool | None:
    """Whether somebody is in a server; None where Discord gives no answer in time.

    The question has its turn beside everything else that is asked of Discord, and may not have one in time.
    """
    place = ("member", guild.id, discord_id)
    if traffic.closed_for(place) > LOOK_UP_LIMIT:
        # Its turn would come too late.
        return None
    try:
        async with asyncio.timeout(LOOK_UP_LIMIT):
            turn = await traffic.turn(lambda go: Errand(guild.id, place, Verb.READ, go))
            with on_behalf_of(place):
                await traffic.send(turn, place, Verb.READ, lambda: guild.fetch_member(discord_id))
    except discord.NotFound as error:
        return False if error.code in (_UNKNOWN_MEMBER, _UNKNOWN_USER) else None
    except discord.HTTPException as error:
        log.info("a member could not be looked up: %d %d", error.status, error.code)
        return None
    except (Limited, Unavailable, discord.RateLimited, OSError, aiohttp.ClientError) as error:
        log.info("a member could not be looked up: %s", type(error).__name__)
        return None
    return True


class Members:
    """What is known of who is in which server. People are given by number."""

    def __init__(self, bot: HeartsBot) -> None:
        self._bot = bot

    async def gone(self, server_id: int) -> frozenset[int]:
        """Everybody who is known not to be in a server."""
        gone = await self._bot.store.members_gone(server_id)
        return gone & await self._known(server_id, gone)

    async def look_up(self, server_id: int, people: Iterable[int]) -> frozenset[int]:
        """Find out who of these people is not in a server; only those are asked for who are not known.

        Without an answer from Discord nobody is said to be gone.
        """
        people = frozenset(people)
        unknown = people - await self._known(server_id, people)
        guild = self._bot.get_guild(server_id)
        if guild is not None:
            for number, person in (await self._bot.store.people(unknown)).items():
                present = await in_server(self._bot.traffic, guild, person.discord_id)
                if present is None:
                    # The others would hardly be answered either, and somebody waits.
                    break
                with suppress(NotStored):  # erased meanwhile
                    await self._bot.store.member_seen(server_id, number, present, self._bot.now())
        return people & await self.gone(server_id)

    async def here(self, server_id: int, person: int) -> None:
        """Note that somebody is in a server, as whoever acts there is."""
        if not await self._known(server_id, [person]) or person in await self.gone(server_id):
            await self._bot.store.member_seen(server_id, person, True, self._bot.now())

    async def _known(self, server_id: int, people: Iterable[int]) -> frozenset[int]:
        """Those of these people about whom something was found out not long ago."""
        since = self._bot.now() - REMEMBERED
        members = await self._bot.store.members(server_id, people)
        return frozenset(number for number, member in members.items() if member.checked_at > since)
