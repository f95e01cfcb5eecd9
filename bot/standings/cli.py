"""The commands `rebuild-standings` and `bench standings`."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path

from bot.console import whole_number
from bot.settings import BadSettings, read_settings
from bot.standings.bench import Size, bench
from bot.standings.history import History
from bot.standings.standings import Standings
from bot.store.database import where_named
from bot.store.errors import StoreError
from bot.store.store import Store

DONE = 0
FAILED = 1
NOT_SET = 2


def add_commands(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    benches: argparse._SubParsersAction[argparse.ArgumentParser],
) -> None:
    """Add both commands to a command line.

    Each sets `run` in what is parsed: a function from the parsed arguments to the exit status. That is 0
    where it did what it says, 1 where the database could not be used or the benchmark missed its goal, and 2
    where a setting is wrong. What is wrong is one line on standard error.

    Args:
        commands: what `ArgumentParser.add_subparsers` gave, for the program's commands.
        benches: likewise, for the benchmarks.
    """
    text = "build leaderboards, statistics and history anew from the games"
    rebuild = commands.add_parser("rebuild-standings", help=text, description=f"{text[0].upper()}{text[1:]}.")
    rebuild.add_argument(
        "--database", type=Path, metavar="FILE", help="the database (default: HEARTS_DATABASE or .env)"
    )
    rebuild.set_defaults(run=_rebuild)
    text = "measure leaderboards, statistics and history of a large server, as JSON"
    measure = benches.add_parser("standings", help=text, description=f"{text[0].upper()}{text[1:]}.")
    usual = Size()
    for name, least, default, what in (
        ("players", 4, usual.players, "people who have played"),
        ("games", 1, usual.games, "games they have finished"),
        ("runs", 2, usual.runs, "times each question is asked"),
    ):
        text = f"{what} (default: %(default)s)"
        measure.add_argument(f"--{name}", type=whole_number(least), default=default, metavar="N", help=text)
    measure.set_defaults(run=_bench)


def _rebuild(arguments: argparse.Namespace) -> int:
    try:
        database = arguments.database or read_settings().database
    except BadSettings as error:
        return _fail(str(error), NOT_SET)
    if not database.exists():
        return _fail(f"There is no database {database}.", FAILED)
    try:
        games = asyncio.run(_rebuilt(database))
    except StoreError as error:
        return _fail(str(error) if arguments.database is None else where_named(str(error)), FAILED)
    sys.stdout.write(f"standings built from {games} ended game{'s' * (games != 1)}\n")
    return DONE


async def _rebuilt(database: Path) -> int:
    async with await Store.open(database) as store:
        games = await Standings(store).rebuild()
        await History(store).rebuild()
        return games


def _bench(arguments: argparse.Namespace) -> int:
    measured = asyncio.run(bench(Size(arguments.players, arguments.games, arguments.runs)))
    sys.stdout.write(json.dumps(measured, indent=2) + "\n")
    return DONE if measured["met"] else FAILED


def _fail(sentence: str, status: int) -> int:
    sys.stderr.write(f"{sentence}\n")
    return status
