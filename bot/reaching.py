"""Reaching Discord: tried for as long as it takes, and what stands in the way is said in one sentence."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final

import aiohttp
import discord
from discord.ext import commands

from bot.traffic import Limited, Unavailable

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 2.0
LONGEST_PAUSE: Final = 300.0
"""Seconds until Discord is tried again, doubled from the first to the longest."""

_SAID_AT_MOST: Final = 200
"""So many letters of what an error says are passed on."""

_TOKEN_REFUSED: Final = 4004
"""Discord closes the gateway with it: https://discord.com/developers/docs/topics/opcodes-and-status-codes"""

_UNLIKE_DISCORD: Final = (ValueError, LookupError, TypeError, AttributeError)
"""What becomes of an answer that is not Discord's."""

PASSING: Final = (
    OSError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    Limited,
    Unavailable,
    *_UNLIKE_DISCORD,
)
"""What may be otherwise the next time Discord is tried."""


class NotAccepted(Exception):
    """Discord does not accept the token."""

    def __init__(self) -> None:
        super().__init__(
            "Discord does not accept the token in HEARTS_TOKEN; copy it anew from the Bot page of the"
            " application in Discord's developer portal."
        )


def refuses_token(error: BaseException) -> bool:
    """Whether an error means that Discord does not accept the token, or does so no more."""
    if isinstance(error, discord.GatewayNotFound) and error.__cause__ is not None:
        return refuses_token(error.__cause__)
    if isinstance(error, discord.ConnectionClosed):
        return error.code == _TOKEN_REFUSED
    return isinstance(error, discord.LoginFailure) or (
        isinstance(error, discord.HTTPException) and error.status == HTTPStatus.UNAUTHORIZED
    )


def reason(error: BaseException) -> str:
    """Why Discord cannot be reached, to stand in a sentence: one line, whatever was answered."""
    if isinstance(error, discord.GatewayNotFound) and error.__cause__ is not None:
        return reason(error.__cause__)
    if isinstance(error, (discord.HTTPException, Unavailable)):
        return f"it answers {error.status} {_phrase(error.status)}".rstrip()
    if isinstance(error, discord.ConnectionClosed):
        return f"it has closed the connection for good, with the code {error.code}"
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return "it does not let the bot hear what it asks to hear"
    if isinstance(error, Limited):
        return f"it says to wait for {error.retry_after:.0f} s"
    if isinstance(error, TimeoutError) and not str(error):
        return "it does not answer in time"
    if isinstance(error, (OSError, aiohttp.ClientError)):
        lines = str(error).strip().splitlines()
        return lines[0][:_SAID_AT_MOST] if lines else type(error).__name__
    return "what answers is not Discord, such as a page to log in to a network"


def _phrase(status: int) -> str:
    """What a status means; empty for one that only some have, such as Cloudflare's."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


class Reaching(commands.AutoShardedBot):
    """A bot that does not give up where Discord cannot be reached just now."""

    _set_up = False

    async def login(self, token: str) -> None:
        """Log in, however long that takes, and set up the bot.

        Raises:
            NotAccepted: Discord does not accept the token.
        """
        await self._reach(lambda: super(Reaching, self).login(token), self._start_over)

    async def setup_hook(self) -> None:
        """Discord has been reached: what fails from now on is another matter."""
        self._set_up = True
        await super().setup_hook()

    async def launch_shards(self) -> None:
        """Connect, however long that takes.

        Raises:
            NotAccepted: Discord does not accept the token any more.
        """
        await self._reach(self._connect)

    async def _connect(self) -> None:
        if self.shard_count is None and not self.is_closed():
            limits = await self.fetch_session_start_limits()
            if limits.remaining < 1:
                wait = max(0.0, limits.reset_after / 1000)
                log.warning(
                    "Discord lets a bot connect %d times a day, which are used up; it connects in %.0f s",
                    limits.total,
                    wait,
                )
                await asyncio.sleep(wait)
        await super().launch_shards()

    async def _start_over(self) -> None:
        """Forget a login that has failed; the library begins each with connections of its own."""
        await self.http.close()
        self.http.connector = discord.utils.MISSING

    async def _reach(
        self, attempt: Callable[[], Awaitable[None]], again: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        pause = FIRST_PAUSE
        while True:
            before = self._set_up
            try:
                await attempt()
                return
            except PASSING as error:
                if refuses_token(error):
                    raise NotAccepted from error
                if self._set_up is not before:
                    # It is the set-up that has failed.
                    raise
                wait = max(pause, error.retry_after) if isinstance(error, Limited) else pause
                log.warning("Discord cannot be reached: %s; tried again in %.0f s", reason(error), wait)
            except discord.LoginFailure as error:
                raise NotAccepted from error
            except RecursionError:
                # The library tries to connect a shard again by calling itself.
                wait = pause
                log.warning("Discord cannot be reached; tried again in %.0f s", wait)
            if again is not None:
                await again()
            await asyncio.sleep(wait)
            pause = min(2 * pause, LONGEST_PAUSE)
