"""The command line: run the bot, try it without Discord, replay and verify records."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from bot.console import in_order


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: what stands after the program's name; None for the process's own.

    Returns:
        The exit status: 0 for success, 130 after Ctrl+C where a command does not end in order by itself.
    """
    return in_order(lambda: _run_command(arguments))


def _run_command(arguments: Sequence[str] | None) -> int:
    options = _parser().parse_args(arguments)
    return int(options.run(options) or 0)


def _parser() -> argparse.ArgumentParser:
    from bot import (
        arena_cli,
        backup_cli,
        doctor,
        health_cli,
        pictures_bench,
        replay_cli,
        rules_bench,
        thinking_bench,
    )
    from bot.load_bench import cli as load_cli
    from bot.sandbox import cli as sandbox_cli
    from bot.standings import cli as standings_cli

    parser = argparse.ArgumentParser(
        prog="hearts-bot", description="A Discord bot that runs games of Hearts (Herzeln)."
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="run the bot with the token in HEARTS_TOKEN or .env")
    run.set_defaults(run=_run)
    doctor.add_command(commands)
    health_cli.add_command(commands)
    sandbox = commands.add_parser("sandbox", help="play on a page of your own, without Discord")
    sandbox_cli.add_arguments(sandbox)
    sandbox.set_defaults(run=sandbox_cli.run)
    replay_cli.add_commands(commands)
    arena_cli.add_commands(commands)
    backup_cli.add_commands(commands)
    bench = commands.add_parser("bench", help="measure how long something takes")
    benches = bench.add_subparsers(title="benchmarks", required=True, metavar="BENCHMARK")
    rules_bench.add_command(benches)
    thinking_bench.add_command(benches)
    pictures_bench.add_command(benches)
    load_cli.add_command(benches)
    standings_cli.add_commands(commands, benches)
    return parser


def _run(options: argparse.Namespace) -> int:
    """Run the bot until it is told to stop; a setting that cannot be is said in one line."""
    del options
    from bot.running import run
    from bot.settings import BadSettings, read_settings

    try:
        settings = read_settings()
    except BadSettings as error:
        print(error, file=sys.stderr)
        return 2
    return run(settings)


if __name__ == "__main__":
    sys.exit(main())
