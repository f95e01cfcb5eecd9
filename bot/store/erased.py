"""Who has been erased: their number was given, and nobody has it any more, for it is never given again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from typing import Final

from bot.store.base import all_of
from bot.store.errors import PersonErased

_ERASED: Final = (
    "SELECT value FROM json_each(?)"
    " WHERE value <= (SELECT seq FROM sqlite_sequence WHERE name = 'people')"
    " AND NOT EXISTS (SELECT 1 FROM people WHERE person_id = value)"
)


def erased_among(database: sqlite3.Connection, people: Iterable[int]) -> frozenset[int]:
    """Those of these people, by number, who have been erased."""
    return frozenset(all_of(database, int, _ERASED, json.dumps(sorted(people))))


def refuse_erased(database: sqlite3.Connection, people: Iterable[int]) -> None:
    """Raise where one of these people has been erased; in a write transaction, as nobody can be meanwhile.

    Raises:
        PersonErased: as it says.
    """
    if erased_among(database, people):
        raise PersonErased
