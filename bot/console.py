"""How commands end and write: also interrupted, with nobody reading, and on a terminal of few letters."""

from __future__ import annotations

import argparse
import codecs
import io
import os
import sys
from collections.abc import Callable
from typing import Final

INTERRUPTED: Final = 130
"""The exit status after Ctrl+C: 128 and the number of the signal, as of a program that a shell runs."""

NOBODY_READS: Final = 141
"""Likewise where whoever read what is printed has ended."""

_PLAIN: Final = {"±": "+/-", "−": "-", "–": "-", "…": "...", "“": '"', "”": '"', "’": "'"}
_PLAINLY: Final = "hearts-plainly"


def in_order(command: Callable[[], int]) -> int:
    """Run a command and give its exit status, also where it is interrupted or nobody reads what it prints."""
    codecs.register_error(_PLAINLY, _plainly)
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors=_PLAINLY)
    try:
        status = command()
        sys.stdout.flush()
    except SystemExit as ended:
        # What argparse does with arguments that cannot be, and after --help.
        if not isinstance(ended.code, int):
            raise
        return ended.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        if not _is_broken():
            raise
        return NOBODY_READS
    return status


def whole_number(least: int, most: int | None = None, *, or_else: int | None = None) -> Callable[[str], int]:
    """A `type` for an argument of a command, which says in one sentence what is wanted.

    Args:
        least: the least number it takes.
        most: the greatest; None for any.
        or_else: one more number that it takes.
    """
    wanted = (
        f"a whole number from {least} to {most}" if most is not None else f"a whole number from {least} on"
    )
    wanted = wanted if or_else is None else f"{or_else} or {wanted}"

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = None
        if number is None or (number != or_else and (number < least or (most is not None and number > most))):
            raise argparse.ArgumentTypeError(f"{wanted} is wanted, not {text!r}")
        return number

    return read


def _is_broken() -> bool:
    """Whether nobody reads standard output any more; what is left in it then goes nowhere."""
    try:
        os.write(sys.stdout.fileno(), b"\n")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return True
    return False


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter, "?") for letter in letters), error.end
