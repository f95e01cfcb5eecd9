"""Sending to Discord: which failures are normal, and what can never succeed again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeVar

import discord

from bot.engine.table import Table
from cogs.layout import Layout

if TYPE_CHECKING:
    from bot.app import HeartsBot

T = TypeVar("T")

TOKEN_LIFE: Final = 14.5 * 60
"""Seconds for which a message is edited with the token of a click; Discord allows 15 minutes."""

FILES_REFUSED: Final = frozenset({400, 413})
"""With these a message may be refused for its files alone."""

UNTOLD: Final = 60.0
"""Seconds a rate limit is taken to last where Discord does not say."""

_TOKEN_CODES: Final = (10015, 10062, 50027)
_MESSAGE_CODES: Final = (10008,)
_CHANNEL_CODES: Final = (10003, 10004)
_ARCHIVED_CODES: Final = (50083,)
NO_ACCESS: Final = 50001
"""Discord's code where the bot may not even see the channel."""

_PERMISSION_CODES: Final = (NO_ACCESS, 50013)


class Gone(Enum):
    """What a request can no longer reach."""

    TOKEN = "token"
    """The interaction or its token has expired."""
    MESSAGE = "message"
    """The message was deleted."""
    CHANNEL = "channel"
    """The channel or server was deleted."""
    ARCHIVED = "archived"
    """The thread is archived: nothing in it can be edited, but a new message opens it again."""
    PERMISSION = "permission"
    """The bot may not do this here."""


async def delivered(client: discord.Client, layout: Layout, send: Callable[[Layout], Awaitable[T]]) -> T:
    """Send a message; once more without our emoji where Discord does not know one of them any more.

    Args:
        client: the bot, which is told.
        layout: the message.
        send: makes the request.

    Raises:
        discord.HTTPException: for every other failure.
    """
    try:
        return await send(layout)
    except discord.HTTPException as error:
        if error.status != 400 or "emoji" not in error.text.lower() or not layout.has_emoji:
            raise
        client.dispatch("card_emoji_refused")
        return await send(layout.without_emoji())


def gone(error: discord.HTTPException) -> Gone | None:
    """What a failed request will not reach any more; None where trying again may help."""
    if error.code in _TOKEN_CODES or error.status == 401:
        return Gone.TOKEN
    if error.code in _MESSAGE_CODES:
        return Gone.MESSAGE
    if error.code in _CHANNEL_CODES:
        return Gone.CHANNEL
    if error.code in _ARCHIVED_CODES:
        return Gone.ARCHIVED
    if error.code in _PERMISSION_CODES or isinstance(error, discord.Forbidden):
        return Gone.PERMISSION
    if isinstance(error, discord.NotFound):
        return Gone.MESSAGE
    return None


def told_to_wait(error: discord.HTTPException) -> float:
    """For how many seconds an answer with the status 429 asks not to be asked again."""
    headers = getattr(error.response, "headers", {})
    try:
        return max(1.0, float(headers["Retry-After"]))
    except (KeyError, ValueError):
        return UNTOLD


def place_gone(bot: HeartsBot, table: Table, error: discord.HTTPException) -> bool:
    """Whether a failed request shows that a table's channel is gone, or that the bot is not in its server."""
    reason = gone(error)
    if reason is Gone.PERMISSION:
        # What is refused before Discord has told which servers there are may be there all the same.
        return bot.is_ready() and bot.get_guild(table.state.server) is None
    return reason is Gone.CHANNEL
