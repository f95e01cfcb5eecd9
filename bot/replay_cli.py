"""The commands `replay` and `verify`: the record of a game in a file, for whoever wants to check it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from bot.rules.record import Record, RecordError, read_record
from bot.rules.replay import ReplayError, replay, verify

ALLOWED = 0
NOT_ALLOWED = 1
NO_RECORD = 2


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add both commands to a command line.

    Each sets `run` in what is parsed: a function from the parsed arguments to the exit status, which is 0
    where everything in the record is allowed, 1 where something is not, and 2 where the file is no record
    or cannot be read. What is wrong is one line on standard error.

    Args:
        subparsers: what `ArgumentParser.add_subparsers` gave.
    """
    commands: dict[str, tuple[Callable[[Record], None], str]] = {
        "replay": (_print_replay, "play a recorded game again and print every decision as a JSON line"),
        "verify": (_print_verified, "check a recorded game: passes, plays, dealers, cycle, secrets, totals"),
    }
    for name, (action, text) in commands.items():
        parser = subparsers.add_parser(name, help=text, description=text.capitalize() + ".")
        parser.add_argument("file", metavar="FILE", help='the record of a game; "-" reads standard input')
        parser.set_defaults(run=lambda arguments, action=action: _run(action, arguments.file))


def _run(action: Callable[[Record], None], file: str) -> int:
    try:
        record = read_record(_read(file))
    except FileNotFoundError:
        sys.stderr.write(f"there is no file {file}\n")
        return NO_RECORD
    except OSError as error:
        return _fail(file, error.strerror or error, NO_RECORD)
    except (RecordError, UnicodeDecodeError) as error:
        return _fail(file, error, NO_RECORD)
    try:
        try:
            action(record)
        finally:
            sys.stdout.flush()
    except ReplayError as error:
        return _fail(file, error, NOT_ALLOWED)
    except BrokenPipeError:
        return _closed_output()
    return ALLOWED


def _read(file: str) -> str:
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return data.decode("utf-8-sig")


def _fail(file: str, error: Exception | str, status: int) -> int:
    sys.stderr.write(" ".join(f"{file}: {error}".split()) + "\n")
    return status


def _closed_output() -> int:
    """Whoever read the lines has stopped; let nothing more be printed, at exit neither."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return NOT_ALLOWED


def _print_replay(record: Record) -> None:
    for line in replay(record):
        sys.stdout.write(json.dumps(line) + "\n")


def _print_verified(record: Record) -> None:
    game = verify(record)
    winners = f"won by seat {', '.join(map(str, game.winners))}" if game.over else "not over"
    sys.stdout.write(
        f"verified {len(record.deals)} deals: totals {' '.join(map(str, game.totals))}, {winners}\n"
    )
