"""The slash commands by name: what they are called and what they do, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.text.words import Words

COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "start": ("preset", "computers"),
    "hand": (),
    "play": ("card",),
    "pass": ("first", "second", "third"),
    "table": (),
    "score": (),
    "rules": (),
    "cancel": (),
    "help": (),
}
"""The commands of the group `/hearts` with their options, in the order help lists them."""


def group_name(words: Words) -> str:
    """The name of the group: "hearts", "herzeln"."""
    return words("command.hearts.name")


def group_description(words: Words) -> str:
    """What the group is for."""
    return words("command.hearts.description")


def command_name(command: str, words: Words) -> str:
    """The name of one of `COMMANDS` within the group: "pass", "weitergeben"."""
    return words(f"command.{command}.name")


def command_description(command: str, words: Words) -> str:
    """What one of `COMMANDS` does."""
    return words(f"command.{command}.description")


def option_name(command: str, option: str, words: Words) -> str:
    """The name of an option of one of `COMMANDS`."""
    return words(f"command.{command}.option.{option}.name")


def option_description(command: str, option: str, words: Words) -> str:
    """What an option of one of `COMMANDS` is."""
    return words(f"command.{command}.option.{option}.description")


def command_line(command: str, words: Words) -> str:
    """A command as it is typed, for a message: "`/hearts start`"."""
    return f"`/{group_name(words)} {command_name(command, words)}`"
