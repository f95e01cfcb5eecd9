"""Which table a line of the log is about: every line carries its number and that of its last action.

What a task does is mostly about one table, deep down in code that knows no table. So it is said once, where
the task begins, and holds for all it calls and for every task it starts.
"""

from __future__ import annotations

import logging
import weakref
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, is_dataclass
from typing import Final, Protocol


class Numbered(Protocol):
    """A game and how far it is."""

    @property
    def game_id(self) -> int:
        """Its number."""
        ...

    @property
    def last_action(self) -> int:
        """The number of its last action; 0 where that is not known, as of a game that has not been read."""
        ...


@dataclass(frozen=True)
class Numbers:
    """A game and how far it is, where there is no table of it."""

    game_id: int
    last_action: int = 0


class _Weakly:
    """A table, for as long as somebody else keeps it: what a task leaves behind must not hold it."""

    def __init__(self, table: Numbered) -> None:
        self.game_id = table.game_id
        self._table = weakref.ref(table)

    @property
    def last_action(self) -> int:
        table = self._table()
        return 0 if table is None else table.last_action


_SUBJECT: Final[ContextVar[Numbered | None]] = ContextVar("table", default=None)


def about(subject: Numbered | None) -> None:
    """From now on, what this task does is about that game; None for none.

    Args:
        subject: looked at anew for every line, so that the number of the action is the last one's.
    """
    _SUBJECT.set(_light(subject))


@contextmanager
def being_about(subject: Numbered) -> Generator[None]:
    """What is done meanwhile is about that game; for a task that deals with one game after another."""
    before = _SUBJECT.set(_light(subject))
    try:
        yield
    finally:
        _SUBJECT.reset(before)


def _light(subject: Numbered | None) -> Numbered | None:
    """What is kept of a subject: all of plain data, and nothing but a way to a table."""
    return subject if subject is None or is_dataclass(subject) else _Weakly(subject)


def stamp(record: logging.LogRecord) -> bool:
    """Filter: note on a line which table it is about, as `game` and `action`; both None for none.

    To be added to whatever handles lines in the task that logs them.
    """
    if not hasattr(record, "game"):
        subject = _SUBJECT.get()
        record.game = None if subject is None else subject.game_id
        record.action = None if subject is None else subject.last_action
    return True
