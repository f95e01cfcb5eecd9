"""Rows to store, and a way to be somebody without privileges."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from bot.store import Row

NOBODY = 65534


def rows(count: int, kind: str = "played") -> tuple[Row, ...]:
    """So many different rows of one kind."""
    return tuple(Row(kind, 1, f'{{"ply": {index}}}') for index in range(count))


@contextmanager
def no_privileges() -> Iterator[None]:
    """Have no more rights than a file's mode gives: root may do anything, so become nobody meanwhile."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
