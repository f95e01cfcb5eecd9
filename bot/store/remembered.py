"""Remembered: small rows that are read at every click and seldom written, as they were read."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from enum import Enum
from typing import Any, Final

from cachetools import LRUCache

MOST: Final = 4096
"""So many rows are remembered, those that were read last."""

UNKNOWN: Final = object()
"""Stands for what is not remembered."""


class Kind(Enum):
    """What is remembered, and by which key."""

    ACCOUNT = "a person by the number of their account"
    PERSON = "a person by their number"
    PREFERENCES = "what a person chose, by their number"
    SERVER = "what was set for a server"
    PANEL = "the panel of a game and seat"
    MESSAGE = "the message of a game and kind"
    DEADLINES = "all deadlines of a game"


Key = tuple[Kind, Hashable]


class Remembered:
    """What was read of the database and has not been written since.

    It is never newer than what is on disk, nor older once a write of the same process has returned: reads and
    writes are done on one thread, one after another, and come back in that order, and what was changed is
    forgotten before whoever changed it goes on. What another process writes is not noticed; games, which two
    could play at, are not remembered here.
    """

    def __init__(self, most: int = MOST) -> None:
        self._rows: LRUCache[Key, Any] = LRUCache(most)

    def get(self, key: Key) -> Any:
        """What was read, or `UNKNOWN`."""
        return self._rows.get(key, UNKNOWN)

    def keep(self, key: Key, row: object) -> None:
        """This was read."""
        self._rows[key] = row

    def forget(self, keys: Iterable[Key | Kind]) -> None:
        """These rows, or all of these kinds, may have changed."""
        for key in keys:
            if isinstance(key, Kind):
                for each in [each for each in self._rows if each[0] is key]:
                    self._rows.pop(each, None)
            else:
                self._rows.pop(key, None)
