"""What the bot may do in a channel, and what is missing."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.text.words import Words

NEEDED: Final = ("view_channel", "send_messages")
NEEDED_IN_THREADS: Final = ("view_channel", "send_messages_in_threads")
NEEDED_FOR_THREADS: Final = ("create_public_threads", "send_messages_in_threads")
"""What opening a thread for a game takes."""

HELPFUL: Final = ("attach_files",)
"""What a game can do without, at a loss."""


def missing(
    interaction: discord.Interaction[Any], more: tuple[str, ...] = (), *, also_helpful: bool = False
) -> tuple[str, ...]:
    """The permissions the bot lacks where the interaction came from, by their names in Discord's API.

    Args:
        interaction: where it came from.
        more: what is needed beside what every game needs.
        also_helpful: whether what a game can do without counts too.
    """
    needed = NEEDED_IN_THREADS if isinstance(interaction.channel, discord.Thread) else NEEDED
    needed = (*needed, *more)
    if also_helpful:
        needed = (*needed, *HELPFUL)
    granted = interaction.app_permissions
    if granted.administrator:
        return ()
    return tuple(name for name in needed if not getattr(granted, name))


def missing_sentence(names: tuple[str, ...], words: Words) -> str:
    """One sentence naming the permissions that are missing; empty where none is."""
    if not names:
        return ""
    return words("error.permissions", names=words.list(words(f"permission.{name}") for name in names))


def may_moderate(interaction: discord.Interaction[Any]) -> bool:
    """Whether the person may manage messages in the channel, and so end a game there."""
    return interaction.permissions.manage_messages
