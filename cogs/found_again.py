"""Messages that were posted and could not be noted, as where the bot was killed in between: looked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.traffic import Verb
from cogs.clicks import Click, parse
from cogs.delivery import Gone, gone
from cogs.upkeep import Upkeep

if TYPE_CHECKING:
    from bot.app import HeartsBot

FAR_BACK: Final = 50
"""So many messages of a channel are looked through, from the time of the post on."""

SKEW: Final = 10.0
"""Seconds by which Discord's clock may be behind ours."""


async def posts_since(
    bot: HeartsBot, upkeep: Upkeep, channel_id: int, since: float
) -> Sequence[discord.Message]:
    """What the bot has posted in a channel, the oldest first.

    Args:
        bot: the bot.
        upkeep: makes the request.
        channel_id: the channel.
        since: when the first of it can have been posted, in Unix seconds.

    Returns:
        None of it where the bot may not look.

    Raises:
        discord.HTTPException: the channel is gone, or looking again may help.
    """
    channel = bot.get_partial_messageable(channel_id)
    after = datetime.fromtimestamp(since - SKEW, UTC)

    async def look() -> list[discord.Message]:
        return [message async for message in channel.history(limit=FAR_BACK, after=after)]

    try:
        messages = await upkeep.request(Verb.READ, look)
    except discord.HTTPException as error:
        if gone(error) in (None, Gone.CHANNEL):
            raise
        # Then it is posted again by the same number, from which Discord knows it for a while.
        return ()
    me = bot.user
    return [message for message in messages if me is not None and message.author.id == me.id]


def clicks_on(message: discord.Message) -> Iterator[Click]:
    """What can be clicked on a message."""
    return map(parse, _custom_ids(message.components))


def _custom_ids(components: Sequence[Any]) -> Iterator[str]:
    for component in components:
        custom_id = getattr(component, "custom_id", None)
        if isinstance(custom_id, str):
            yield custom_id
        yield from _custom_ids(getattr(component, "children", ()))
