"""The commands `backup` and `restore`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bot.settings import BadSettings, read_settings, unknown_settings
from bot.store.advice import advice
from bot.store.backup import back_up, copies, make_folder, restore
from bot.store.database import where_named
from bot.store.errors import RestoreFailed, StoreError

DONE = 0
FAILED = 1
NOT_SET = 2


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add both commands to a command line.

    Each sets `run` in what is parsed: a function from the parsed arguments to the exit status. That is 0
    where it did what it says, 1 where it could not, and 2 where a setting is wrong. What is wrong is one line
    on standard error.

    Args:
        commands: what `ArgumentParser.add_subparsers` gave.
    """
    text = "copy the database, also while the bot runs"
    parser = commands.add_parser("backup", help=text, description=f"{text[0].upper()}{text[1:]}.")
    parser.add_argument(
        "destination",
        metavar="DEST",
        help="a file that is not there yet; or a folder, where the copy is named by the time. That of the"
        " bot's own copies, and one with a slash at its end, is made where it is missing",
    )
    _add_database(parser)
    parser.set_defaults(run=lambda arguments: _run(arguments, _back_up))
    text = "put a copy in the database's place, while no bot runs; what was there is kept beside it"
    parser = commands.add_parser("restore", help=text, description=f"{text[0].upper()}{text[1:]}.")
    parser.add_argument("source", type=Path, metavar="SRC", help="the copy; it is checked first")
    _add_database(parser)
    parser.set_defaults(run=lambda arguments: _run(arguments, _restore))


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database", type=Path, metavar="FILE", help="the database (default: HEARTS_DATABASE or .env)"
    )


def _run(
    arguments: argparse.Namespace, command: Callable[[argparse.Namespace, Path, float], list[str]]
) -> int:
    try:
        database = arguments.database or read_settings().database
    except BadSettings as error:
        sys.stderr.write(f"{error}\n")
        return NOT_SET
    if arguments.database is None:
        sys.stderr.writelines(f"{sentence}\n" for sentence in unknown_settings())
    try:
        lines = command(arguments, database, time.time())
    except StoreError as error:
        sys.stderr.write(f"{error if arguments.database is None else where_named(str(error))}\n")
        return FAILED
    except OSError as error:
        sys.stderr.write(f"That cannot be done: {advice(error)}.\n")
        return FAILED
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return DONE


def _back_up(arguments: argparse.Namespace, database: Path, now: float) -> list[str]:
    destination = Path(arguments.destination)
    separators = tuple(filter(None, (os.sep, os.altsep)))
    folder = _folder(database)
    meant = folder is not None and os.path.realpath(destination) == os.path.realpath(folder)
    if meant or arguments.destination.endswith(separators):
        make_folder(destination.absolute())
    copy = back_up(database, destination, now)
    return [f"copied to {copy.path}: {_games(copy.games)}, {copy.size} bytes, checked"]


def _folder(database: Path) -> Path | None:
    """The folder in which the bot keeps its copies of a database; None where a setting is wrong."""
    try:
        return database.absolute().parent / read_settings().backup_folder
    except BadSettings:  # the database was named, so that nothing else hangs on a setting
        return None


def _restore(arguments: argparse.Namespace, database: Path, now: float) -> list[str]:
    try:
        done = restore(arguments.source, database, now)
    except RestoreFailed as error:
        folder = _folder(database)
        others = [] if folder is None else [path for _, path in copies(database, folder)]
        others = [path for path in others if os.path.realpath(path) != os.path.realpath(arguments.source)]
        next_step = f"the newest other one is {others[-1]}" if others else "name another copy"
        raise RestoreFailed(f"{error} Nothing was changed; {next_step}.") from error
    lines = [f"restored {done.copy.path} from {arguments.source}: {_games(done.copy.games)}"]
    if done.before is not None:
        lines.append(f"the file that was there is kept as {done.before}")
    return lines


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"
