"""One bot a database: a lock beside the file that goes with its process, however that ends."""

from __future__ import annotations

import os
from pathlib import Path

from filelock import FileLock, Timeout

from bot.store.advice import OWNER
from bot.store.database import ELSEWHERE, beside, followed, may, missing_folder, refusals
from bot.store.errors import DatabaseInUse, DatabaseUnwritable, FolderMissing


class DatabaseLock:
    """Held while a bot runs on a database, or while the file is replaced.

    The system lets go of it when the process ends, `kill -9` included; the file beside the database stays and
    means nothing by itself. SQLite's own locks last for a transaction, and so keep no second bot away.
    """

    def __init__(self, lock: FileLock) -> None:
        self._lock = lock

    @classmethod
    def take(cls, database: Path, patience: float = 0.0) -> DatabaseLock:
        """Take the lock of a database, which need not exist yet.

        Args:
            database: the file.
            patience: seconds to wait for a bot that is just ending.

        Raises:
            DatabaseInUse: another bot has it.
            CannotOpen: another of its subclasses: the folder is missing or cannot be written to.
        """
        database = database.absolute()
        with refusals(database):
            real = followed(database)
            if not real.parent.is_dir():
                raise FolderMissing(database, missing_folder(real.parent))
            place = beside(real, "lock")
            if not may(real.parent, os.W_OK | os.X_OK):
                raise DatabaseUnwritable(database, "its folder cannot be written to" + OWNER)
            if os.path.lexists(place) and (place.is_symlink() or not place.is_file()):
                raise DatabaseUnwritable(
                    database, f"{place.name} beside it is no file of its own; remove that"
                )
            if place.exists() and not may(place, os.R_OK | os.W_OK):
                raise DatabaseUnwritable(database, f"{place.name} beside it cannot be written to{OWNER}")
            lock = FileLock(place, timeout=patience, mode=0o600, thread_local=False)
            try:
                lock.acquire()
            except Timeout:
                if not place.exists():
                    raise DatabaseUnwritable(
                        database, "no file can be made in its folder" + ELSEWHERE
                    ) from None
                raise DatabaseInUse(database, "a bot is running on it already; stop that one first") from None
        return cls(lock)

    @classmethod
    def is_taken(cls, database: Path) -> bool:
        """Whether a bot runs on a database.

        Raises:
            CannotOpen: as `take`.
        """
        with refusals(database):
            if not os.path.lexists(beside(followed(database), "lock")):
                return False
        try:
            cls.take(database).release()
        except DatabaseInUse:
            return True
        return False

    def release(self) -> None:
        """Let others have the database. Releasing twice does nothing more."""
        self._lock.release()
