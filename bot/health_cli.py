"""`hearts-bot health`: asks the bot that runs on this machine whether it is well.

Imports little: a container asks every half minute (`python -m bot.health_cli`).
"""

from __future__ import annotations

import argparse
import json
import sys
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from bot.settings import Settings

LIMIT: Final = 4.0
"""Seconds the bot has to answer."""

WELL: Final = 0
NOT_WELL: Final = 1
NOT_SET: Final = 2

_EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}
"""Where to ask what can be asked at all addresses."""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `health` to the commands of a parser."""
    health = commands.add_parser("health", help="ask the running bot whether it is well")
    health.set_defaults(run=lambda _: run())


def run() -> int:
    """Ask, and say what the bot answers.

    Returns:
        The exit status: 0 where it is well, or has been told to show it nowhere.
    """
    from bot.settings import BadSettings, read_settings

    try:
        settings = read_settings()
    except BadSettings as error:
        sys.stderr.write(f"{error}\n")
        return NOT_SET
    if not settings.watch_port:
        sys.stdout.write("HEARTS_WATCH_PORT is 0, so the bot cannot be asked.\n")
        return WELL
    return ask(settings)


def ask(settings: Settings) -> int:
    """Ask where these settings say, and say what the bot answers."""
    host = _EVERYWHERE.get(settings.watch_host, settings.watch_host)
    place = f"[{host}]:{settings.watch_port}" if ":" in host else f"{host}:{settings.watch_port}"
    # Whatever proxy is set is for the world outside.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://{place}/health", timeout=LIMIT) as answer:
            told: dict[str, Any] = json.load(answer)
    except urllib.error.HTTPError as error:
        try:
            told = json.load(error)
        except ValueError:
            told = {"problems": [f"The answer at {place} is {error.code}."]}
    except (OSError, ValueError) as error:
        told = {"problems": [_why(error, place)]}
    problems: list[str] = told.get("problems", [])
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    if problems or not told.get("well"):
        return NOT_WELL
    sys.stdout.write(f"well, {told.get('open_tables')} open tables\n")
    return WELL


def _why(error: OSError | ValueError, place: str) -> str:
    """Why there is no answer, without the numbers an operating system gives its errors."""
    reason = getattr(error, "reason", error)
    if isinstance(reason, ConnectionRefusedError):
        return f"Nobody answers at {place}; does the bot run?"
    return f"The bot does not answer at {place}: {getattr(reason, 'strerror', None) or reason}."


if __name__ == "__main__":
    sys.exit(run())
