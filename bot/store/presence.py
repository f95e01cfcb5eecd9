"""Whether the files that a connection has open are still those of their names.

A file that was removed or replaced goes on without a name: all can be stored in it, and nothing of that is
there after the end (https://www.sqlite.org/howtocorrupt.html, section 4).
"""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from pathlib import Path
from typing import Final

from bot.store.aside import RESCUED, draft_for, free_name, sync_file
from bot.store.database import journal, put
from bot.store.errors import StorageFailed

_GONE: Final = "was removed or replaced while the bot runs, so nothing more is stored;"

log = logging.getLogger(__name__)


class Presence:
    """Looks at the names of a database and its journal; used on the connection's thread.

    Args:
        path: the database file, which is open in its WAL mode.
    """

    def __init__(self, path: Path) -> None:
        self._path = Path(os.path.realpath(path))
        self._journal = journal(self._path)
        self._open = {file: _identity(file) for file in (self._path, self._journal)}
        self._gone: str | None = None

    def confirm(self, database: sqlite3.Connection) -> None:
        """Make sure that what is stored has a name; that it has none any more is logged once.

        Raises:
            StorageFailed: something else is there, or nothing. What the database holds was copied beside it.
        """
        missing = next((file for file, known in self._open.items() if _identity(file) != known), None)
        if missing is None:
            if self._gone is not None:
                log.warning("the database %s is there again", self._path)
                self._gone = None
            return
        if self._gone is None:
            self._gone = self._rescued(database) if missing == self._path else self._without_journal()
            log.error("%s", self._gone)
        raise StorageFailed(self._gone)

    def _without_journal(self) -> str:
        return (
            f"The journal {self._journal} {_GONE} end the bot, which still writes what was in it into the"
            " database, and start it anew."
        )

    def _rescued(self, database: sqlite3.Connection) -> str:
        """Copy what is in the nameless file, and say where that is."""
        gone = f"The database {self._path} {_GONE}"
        try:
            with draft_for(self._path) as draft:
                database.execute("VACUUM INTO ?", (str(draft),))
                sync_file(draft)
                kept = free_name(self._path, RESCUED, time.time())
                put(draft, kept)
        except (sqlite3.Error, OSError) as error:
            log.error("what the database held could not be copied: %s", error)
            return f"{gone} end the bot, put the file or a backup in its place, and start it anew."
        return f"{gone} what it held is kept as {kept}: end the bot, restore that, and start it anew."


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
