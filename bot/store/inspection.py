"""Looking at a database from outside, without changing it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.store.database import check, check_owner, followed, look_at, missing_folder, read_only, refusals
from bot.store.errors import OLDEST_SQLITE, CannotOpen, FolderMissing, SqliteTooOld
from bot.store.schema import packaged_migrations, version_of

SQLITE: Final = sqlite3.sqlite_version
"""The version of the library that does the work."""

_PATIENCE: Final = 5.0


@dataclass(frozen=True, slots=True)
class Inspection:
    """What is known about a sound database.

    Attributes:
        version: of its schema.
        newest: the version it is brought to at the next start.
        games: how many games are in it.
        size: in bytes, without its journal.
    """

    version: int
    newest: int
    games: int
    size: int


def inspect(database: Path) -> Inspection | None:
    """Look at a database, whether or not a bot runs on it; None where there is none yet.

    Raises:
        CannotOpen: a bot could not use it, in the sentence that one would say.
        SqliteTooOld: as it says.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise SqliteTooOld(sqlite3.sqlite_version)
    path = database.absolute()
    migrations = packaged_migrations()
    with refusals(path):
        path = followed(path)
        if not path.parent.is_dir():
            raise FolderMissing(path, missing_folder(path.parent))
        if not path.exists():
            return None
        look_at(path)
        with contextlib.closing(read_only(path, _PATIENCE)) as connection:
            check(connection, path, migrations)
            games = connection.execute("SELECT count(*) FROM games").fetchone()[0]
            return Inspection(version_of(connection), len(migrations), games, path.stat().st_size)


def is_old(database: Path) -> bool:
    """Whether the next start would bring a database to a newer version; False where that cannot be told."""
    path = Path(os.path.realpath(database))
    try:
        with contextlib.closing(read_only(path, _PATIENCE)) as connection:
            check_owner(connection, path)
            return version_of(connection) < len(packaged_migrations())
    except (sqlite3.Error, OSError, CannotOpen):
        return False
