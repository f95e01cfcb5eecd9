"""How commands end and write: also interrupted, with nobody reading, and on a terminal of few letters."""

from __future__ import annotations

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
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        if not _is_broken():
            raise
        return NOBODY_READS
    return status


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
