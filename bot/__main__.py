"""The command line: run the bot, try it without Discord, replay and verify records."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Sequence

from pydantic import ValidationError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: what stands after the program's name; None for the process's own.

    Returns:
        The exit status: 0 for success.
    """
    options = _parser().parse_args(arguments)
    return int(options.run(options) or 0)


def _parser() -> argparse.ArgumentParser:
    from bot import replay_cli
    from bot.sandbox import cli as sandbox_cli

    parser = argparse.ArgumentParser(
        prog="hearts-bot", description="A Discord bot that runs games of Hearts (Herzeln)."
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="run the bot with the token in HEARTS_TOKEN or .env")
    run.set_defaults(run=_run)
    sandbox = commands.add_parser("sandbox", help="play on a page of your own, without Discord")
    sandbox_cli.add_arguments(sandbox)
    sandbox.set_defaults(run=sandbox_cli.run)
    replay_cli.add_commands(commands)
    return parser


def _run(options: argparse.Namespace) -> int:
    """Run the bot until it is told to stop; what stands in the way is said in one sentence."""
    del options
    import discord

    from bot.app import create_bot
    from bot.settings import Settings
    from bot.store.errors import StoreError

    try:
        settings = Settings()
    except ValidationError as error:
        for problem in error.errors():
            name = "HEARTS_" + "_".join(map(str, problem["loc"])).upper()
            print(f"{name}: {problem['msg']}", file=sys.stderr)
        return 2
    token = settings.token.get_secret_value()
    if not token:
        print("No token: set HEARTS_TOKEN in the environment or in a file .env.", file=sys.stderr)
        return 2
    discord.utils.setup_logging(level=logging.getLevelNamesMapping()[settings.log_level])

    async def serve() -> None:
        async with create_bot(settings) as bot:
            await bot.start(token)

    try:
        asyncio.run(serve())
    except KeyboardInterrupt:
        return 0
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    except discord.LoginFailure:
        print("Discord does not accept the token in HEARTS_TOKEN.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
