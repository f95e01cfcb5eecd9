"""The slash commands as help and other texts name them."""

from __future__ import annotations

from typing import Final

from bot.text.words import Words

COMMANDS: Final = (
    "start",
    "hand",
    "play",
    "pass",
    "table",
    "score",
    "rules",
    "leave",
    "replace",
    "cancel",
    "leaderboard",
    "stats",
    "history",
    "preferences",
    "privacy",
    "settings",
    "help",
)
"""The commands of the group `/hearts`, in the order help lists them."""


def command_line(command: str, words: Words) -> str:
    """One of `COMMANDS` as it is typed, for a message: `/hearts start` in code style."""
    return f"`/{words('command.hearts.name')} {words(f'command.{command}.name')}`"


def command_description(command: str, words: Words) -> str:
    """What one of `COMMANDS` does."""
    return words(f"command.{command}.description")
