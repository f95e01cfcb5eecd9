"""`hearts-bot sandbox`: the options of the command and what it does."""

import argparse
import asyncio
import math
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.sandbox.options import LANGUAGES, MOST_PEOPLE, USUAL_PORT, SandboxError, SandboxOptions
from bot.sandbox.service import serve

TOLD_TWICE: Final = 1.0
"""Seconds within which a second SIGTERM is the first one: some send it to a process and to its group."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `hearts-bot sandbox` to a parser."""
    usual = SandboxOptions()
    parser.add_argument(
        "--port",
        type=int,
        metavar="PORT",
        help=f"port of the page, 0 for any free one (default: {USUAL_PORT}, or a free one if that is taken)",
    )
    parser.add_argument(
        "--host", default=usual.host, help="loopback address to serve on (default: %(default)s)"
    )
    parser.add_argument(
        "--database", type=Path, metavar="FILE", help="keep the games in this file (default: a temporary one)"
    )
    parser.add_argument(
        "--pace",
        type=float,
        default=usual.pace,
        metavar="SECONDS",
        help="time a computer player takes for a card, 0 to 60 (default: %(default)s)",
    )
    parser.add_argument(
        "--prompt-after",
        type=float,
        default=usual.prompt_after,
        metavar="SECONDS",
        help="time until who does not act is mentioned, up to 3600, 0 for never (default: %(default)s)",
    )
    parser.add_argument(
        "--people",
        type=int,
        default=usual.people,
        metavar="N",
        help=f"people in the server, 1 to {MOST_PEOPLE} (default: %(default)s)",
    )
    parser.add_argument(
        "--language",
        nargs="+",
        choices=LANGUAGES,
        default=list(usual.languages),
        dest="languages",
        help="a language for each person in turn, the last one for the others (default: en)",
    )
    parser.add_argument(
        "--no-browser", action="store_false", dest="open_browser", help="do not open the page in a browser"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve the sandbox until it is interrupted or told to end.

    Args:
        arguments: What a parser with `add_arguments` read.

    Returns:
        The exit code: 0 after SIGINT or SIGTERM, 1 where it could not start or go on.
    """
    try:
        options = SandboxOptions(
            host=arguments.host,
            port=arguments.port,
            database=arguments.database,
            pace=arguments.pace,
            prompt_after=arguments.prompt_after,
            people=arguments.people,
            languages=tuple(arguments.languages),
            open_browser=arguments.open_browser,
        )
        with suppress(KeyboardInterrupt, asyncio.CancelledError):
            asyncio.run(_serve(options))
    except SandboxError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


async def _serve(options: SandboxOptions) -> None:
    """Serve until SIGTERM, which closes everything in order; the second one, a second later, ends at once.

    Not by way of SIGINT, which is ignored in what a script has started with `&`.
    """
    loop, serving = asyncio.get_running_loop(), asyncio.current_task()
    assert serving is not None

    told = math.inf

    def end(*_: object) -> None:
        nonlocal told
        if told == math.inf:
            told = time.monotonic()
            loop.call_soon_threadsafe(serving.cancel)
        elif time.monotonic() - told > TOLD_TWICE:
            signal.signal(signal.SIGTERM, before)
            signal.raise_signal(signal.SIGTERM)

    before = signal.signal(signal.SIGTERM, end)
    try:
        await serve(options, announce=_say)
    finally:
        if told == math.inf:
            signal.signal(signal.SIGTERM, before)


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()
