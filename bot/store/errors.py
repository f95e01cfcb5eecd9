"""What can go wrong in the store, each as one sentence that can be shown to whoever runs the bot."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

OLDEST_SQLITE: Final = (3, 38, 0)
"""STRICT tables came with 3.37, JSON in every build with 3.38."""


class StoreError(Exception):
    """Something the store was asked for did not happen."""


class CannotOpen(StoreError):
    """A database that is not used, and was not changed or replaced.

    Attributes:
        path: the database file.
        why: what is wrong, and after a semicolon what to do.
    """

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"The database {path} cannot be opened: {why}.")
        self.path = path
        self.why = why


class DatabaseMissing(CannotOpen):
    """The file is not there, but its backups are."""


class FolderMissing(CannotOpen):
    """The folder of the database file does not exist."""


class DatabaseUnreadable(CannotOpen):
    """The file is not a database, or cannot be read."""


class DatabaseDamaged(CannotOpen):
    """The file, or a part of it, is not what was written to it."""


class DatabaseForeign(CannotOpen):
    """The file is an SQLite database of another program."""


class DatabaseTooNew(CannotOpen):
    """The file was written by a newer version of this program."""


class DatabaseUnwritable(CannotOpen):
    """The file or its folder cannot be written to."""


class DatabaseLocked(CannotOpen):
    """Another process keeps the database to itself."""


class DatabaseInUse(CannotOpen):
    """A bot is running on the database."""


class MigrationFailed(CannotOpen):
    """The database could not be brought to this program's version, and is still at its own."""


class UpgradeNotCopied(StoreError):
    """The database would have been brought up to date, but could not be copied before; it is as it was.

    Args:
        path: the database file.
        why: a sentence that says why there is no copy.
    """

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            f"The database {path} was not brought up to date, as no copy of it could be made before"
            f" ({why.rstrip('.')}); put that right, or copy it elsewhere with hearts-bot backup and start"
            " once with HEARTS_BACKUP_EVERY=0."
        )


class SqliteTooOld(StoreError):
    """The SQLite library that Python uses lacks what the database needs."""

    def __init__(self, version: str) -> None:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        super().__init__(
            f"SQLite is {version}, and {oldest} or newer is needed; install a Python that comes with one."
        )


class BackupFailed(StoreError):
    """There is no copy."""


class BackupStopped(StoreError):
    """A copy was given up, as whoever wanted it ends."""

    def __init__(self) -> None:
        super().__init__("The copy was given up.")


class RestoreFailed(StoreError):
    """A copy was not put in a database's place; everything is as it was."""


class ChannelTaken(StoreError):
    """A channel has an open game already.

    Attributes:
        game_id: the open game.
    """

    def __init__(self, game_id: int) -> None:
        super().__init__(f"Game {game_id} is open in this channel.")
        self.game_id = game_id


class NumberTaken(StoreError):
    """Somebody else appended to the game meanwhile.

    Attributes:
        game_id: the game.
        number: the number that was not free.
    """

    def __init__(self, game_id: int, number: int) -> None:
        super().__init__(f"Game {game_id} has an action {number} already.")
        self.game_id = game_id
        self.number = number


class NotStored(StoreError):
    """A row speaks of a game or a person that is not in the database."""


class PersonErased(NotStored):
    """Whoever acts has been erased meanwhile."""

    def __init__(self) -> None:
        super().__init__("Whoever acts has been erased.")


class BadPresetName(StoreError):
    """A preset cannot have that name: there is nothing in it, or too much."""

    def __init__(self, longest: int) -> None:
        super().__init__(f"The name of a preset has 1 to {longest} characters.")


class PresetNameTaken(StoreError):
    """The server has a preset of that name.

    Attributes:
        name: as that one is written.
    """

    def __init__(self, name: str) -> None:
        super().__init__("The server has a preset of that name.")
        self.name = name


class TooManyPresets(StoreError):
    """The server has as many presets as it can have.

    Attributes:
        most: how many that are.
    """

    def __init__(self, most: int) -> None:
        super().__init__(f"The server has {most} presets already.")
        self.most = most


class StorageFailed(StoreError):
    """SQLite or the disk refused; the transaction left nothing behind."""


class StoreClosed(StoreError):
    """The store was closed before."""

    def __init__(self) -> None:
        super().__init__("The store is closed.")


def failure(error: sqlite3.Error) -> StoreError:
    """Give the error of the store that stands for one of SQLite's, met while the database was in use."""
    extended = result_code(error)
    if extended == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        return NotStored("A row names a game or a person that is not in the database.")
    code = extended & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return StorageFailed("The disk with the database is full; make room.")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StorageFailed("The database is locked by another process.")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StorageFailed("The database is damaged; stop the bot and restore a backup.")
    if code == sqlite3.SQLITE_IOERR:
        return StorageFailed(f"The disk with the database failed ({error}); look into the system's log.")
    if code == sqlite3.SQLITE_ERROR and str(error).startswith("no such "):
        return StorageFailed(
            f"The database is not as this program left it ({error}); stop the bot, and restore a backup."
        )
    return StorageFailed(f"The database refused: {error}; look into the system's log.")


def result_code(error: sqlite3.Error) -> int:
    """Give SQLite's extended result code, or 0 for an error of Python's module itself.

    See https://www.sqlite.org/rescode.html; the lowest eight bits are the primary code.
    """
    return getattr(error, "sqlite_errorcode", 0)
