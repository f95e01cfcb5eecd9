"""Which table a line of the log is about: every line carries its number and that of its last action.

What a task does is mostly about one table, deep down in code that knows no table. So it is said once, where
the task begins, and holds for all it calls and for every task it starts.
"""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
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


_SUBJECT: Final[ContextVar[Numbered | None]] = ContextVar("table", default=None)


def about(subject: Numbered | None) -> None:
    """From now on, what this task does is about that game; None for none.

    Args:
        subject: looked at anew for every line, so that the number of the action is the last one's.
    """
    _SUBJECT.set(subject)


@contextmanager
def being_about(subject: Numbered) -> Generator[None]:
    """What is done meanwhile is about that game; for a task that deals with one game after another."""
    before = _SUBJECT.set(subject)
    try:
        yield
    finally:
        _SUBJECT.reset(before)


def stamp(record: logging.LogRecord) -> bool:
    """Filter: note on a line which table it is about, as `game` and `action`; both None for none.

    To be added to whatever handles lines in the task that logs them.
    """
    if not hasattr(record, "game"):
        subject = _SUBJECT.get()
        record.game = None if subject is None else subject.game_id
        record.action = None if subject is None else subject.last_action
    return True
