"""What the sandbox can be told, and what it says when it cannot start."""

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from discord.ext import commands

from bot.settings import limits, wanted

LANGUAGES = ("en", "de")
MOST_PEOPLE = 8
USUAL_PORT = 8766

AnyBot = commands.Bot | commands.AutoShardedBot
BotFactory = Callable[["SandboxOptions"], AnyBot]
"""Builds a bot that has not connected yet. Called at the start and again at every restart."""


class SandboxError(Exception):
    """The sandbox cannot start or go on; the text is one sentence for whoever typed the command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxOptions:
    """How one sandbox is set up.

    Attributes:
        host: A loopback address or `localhost`; nothing else is served.
        port: A TCP port, 0 for any free one, None for the usual one or, if that is taken, any free one.
        database: Where games are kept, with a small file beside it of the threads they are in; None for files
            that are removed at the end.
        pace: Seconds a computer player takes for a card, 0 to 60.
        prompt_after: Seconds until somebody who does not act is mentioned, 0 to 3600; 0 for never.
        people: How many people share the server, 1 to 8. The first one owns it.
        languages: A language for each person in turn, the last one for everybody else.
        open_browser: Whether the page is opened in the default browser.
    """

    host: str = "127.0.0.1"
    port: int | None = None
    database: Path | None = None
    pace: float = 1.0
    prompt_after: float = 20.0
    people: int = 4
    languages: tuple[str, ...] = ("en",)
    open_browser: bool = True

    def __post_init__(self) -> None:
        if not is_loopback(self.host):
            raise SandboxError(f"The sandbox serves this machine only: {self.host} is no loopback address.")
        if self.port is not None and not 0 <= self.port <= 65535:
            raise SandboxError(f"A port is a number from 0 to 65535, not {self.port}.")
        if not 1 <= self.people <= MOST_PEOPLE:
            raise SandboxError(f"The sandbox has 1 to {MOST_PEOPLE} people, not {self.people}.")
        for what, value, setting in (
            ("The pace", self.pace, "computer_pace"),
            ("The time to a prompt", self.prompt_after, "prompt_after"),
        ):
            lowest, highest = limits(setting)
            if not lowest <= value <= highest:
                raise SandboxError(f"{what} is {wanted(setting)}, in seconds, not {value:g}.")
        if not self.languages or any(language not in LANGUAGES for language in self.languages):
            raise SandboxError(f"The languages are {' and '.join(LANGUAGES)}.")

    def language_of(self, place: int) -> str:
        """Give the language of the person at a place, counted from 0."""
        return self.languages[min(place, len(self.languages) - 1)]

    def with_database(self, database: Path) -> "SandboxOptions":
        """Give the same options with another database."""
        return replace(self, database=database)


def is_loopback(host: str) -> bool:
    """Say whether a host name or address is this machine and no other."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
