"""Requests that answer an interaction: made again for as long as they may still succeed, and no longer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import aiohttp
import discord

from bot.traffic import Limited, Unavailable

T = TypeVar("T")

ANSWER_LIMIT: Final = 10.0
"""Seconds one request of an answer may take. Its message is kept for it meanwhile, and others wait."""

FIRST_LIMIT: Final = 2.5
"""Seconds after an interaction came in which its first answer is sent again; Discord gives up after 3.

https://discord.com/developers/docs/interactions/receiving-and-responding#responding-to-an-interaction
"""

FIRST_PAUSE: Final = 0.2
"""Seconds until a first answer is sent again that failed for a reason that may pass; then doubled."""

LATER_PAUSE: Final = 1.0
"""The same for whatever comes after it."""

_TRYING: Final = "trying"


class TooLate(Exception):
    """The first answer has failed, and Discord takes none any more."""


@dataclass
class _Trying:
    """What is known of the first answer to an interaction.

    Attributes:
        came: when the interaction came, by the event loop's clock.
        failed: how often it has failed for a reason that may pass.
        told: seconds that Discord has said to wait.
        unsure: whether it is not known what has become of it.
        once_more: whether it was sent again just because of that, which is done once.
    """

    came: float
    failed: int = 0
    told: float = 0.0
    unsure: bool = False
    once_more: bool = False


def came(interaction: discord.Interaction[Any]) -> None:
    """An interaction has come in; its time runs from now on, unless it does already."""
    _trying(interaction)


async def first(interaction: discord.Interaction[Any], request: Callable[[], Awaitable[T]]) -> T:
    """Make a request that is the first answer to an interaction.

    Args:
        interaction: what is answered.
        request: makes the request.

    Raises:
        TooLate: such an answer has failed before, and can no longer succeed.
        TimeoutError: it has taken too long; whether it has succeeded is not known.
        Limited: Discord has said to wait, and for longer than it takes an answer.
        Unavailable: it could not do it in time.
    """
    trying, loop = _trying(interaction), asyncio.get_running_loop()
    failure: Limited | Unavailable | None = None
    while True:
        if trying.unsure and not trying.once_more:
            trying.once_more = True
        elif trying.failed or trying.unsure:
            wait = max(trying.told, FIRST_PAUSE * 2 ** (trying.failed - 1))
            if loop.time() + wait > trying.came + FIRST_LIMIT:
                raise TooLate if failure is None else failure
            await asyncio.sleep(wait)
        try:
            async with asyncio.timeout(ANSWER_LIMIT):
                return await request()
        except (Limited, Unavailable) as error:
            trying.failed += 1
            trying.told = error.retry_after if isinstance(error, Limited) else 0.0
            failure = error
        except (OSError, aiohttp.ClientError):
            trying.unsure = True
            raise


async def later(request: Callable[[], Awaitable[T]]) -> T:
    """Make a request for an interaction that has its first answer.

    Args:
        request: makes the request.

    Raises:
        TimeoutError: it has taken too long; whether it has succeeded is not known.
        Limited: Discord has said to wait, and for longer than it is worth.
    """
    loop, pause = asyncio.get_running_loop(), LATER_PAUSE
    end = loop.time() + ANSWER_LIMIT
    async with asyncio.timeout_at(end):
        while True:
            try:
                return await request()
            except Limited as error:
                wait = max(pause, error.retry_after)
                if loop.time() + wait > end:
                    raise
            await asyncio.sleep(wait)
            pause *= 2


def _trying(interaction: discord.Interaction[Any]) -> _Trying:
    return interaction.extras.setdefault(_TRYING, _Trying(asyncio.get_running_loop().time()))
