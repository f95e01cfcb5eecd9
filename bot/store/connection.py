"""One connection, on whose thread whole transactions run."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite

from bot.store.database import open_database
from bot.store.errors import failure
from bot.store.presence import Presence

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
"""What is done with the database. Its own repr must show no value: aiosqlite logs what it executes."""


class Connection(aiosqlite.Connection):
    """A database whose thread does one piece of work after another.

    aiosqlite's own methods run one statement each, so that two transactions could mix; here a transaction is
    one function. Nobody can be cancelled in the middle of it, and none is ever left open.
    """

    def __init__(self, database: sqlite3.Connection, presence: Presence) -> None:
        super().__init__(lambda: database, iter_chunk_size=64)
        self._presence = presence
        # A program that fails without closing must end all the same. Before aiosqlite 0.22 a connection is
        # its own thread.
        thread: Any = getattr(self, "_thread", self)
        thread.daemon = True

    @classmethod
    async def open(cls, path: Path, patience: float) -> Self:
        """Open a database as `open_database` does, whose arguments these are and whose errors are raised.

        A caller that is cancelled waits until it is open and closed again.
        """
        task = asyncio.ensure_future(cls._open(path, patience))
        try:
            await asyncio.wait((task,))
        except asyncio.CancelledError:
            await asyncio.wait((task,))
            if not task.cancelled() and task.exception() is None:
                await task.result().close()
            raise
        return task.result()

    @classmethod
    async def _open(cls, path: Path, patience: float) -> Self:
        # Not as aiosqlite would connect: when that fails, its thread outlives the call, and complains on the
        # console if the event loop is closed meanwhile.
        database = await asyncio.to_thread(open_database, path, patience)
        connection = cls(database, await asyncio.to_thread(Presence, path))
        await connection
        return connection

    async def read(self, work: Work[T]) -> T:
        """Run statements that change nothing.

        Raises:
            StoreError: SQLite refused.
        """
        return await self._execute(partial(_run, self._presence, work, self._conn))

    async def transact(self, work: Work[T]) -> T:
        """Run statements as one transaction, on disk when this returns.

        A caller that is cancelled waits for the end of the transaction nevertheless, so that what comes next
        does not overtake it; the transaction is then there as a whole, or failed and left nothing.

        Raises:
            StoreError: SQLite refused; nothing was changed.
        """
        transaction = partial(_transaction, self._presence, work)
        task = asyncio.ensure_future(self._execute(partial(_run, self._presence, transaction, self._conn)))
        try:
            # Unlike awaiting the task, this leaves it alone when the caller is cancelled.
            await asyncio.wait((task,))
        except asyncio.CancelledError:
            await asyncio.wait((task,))
            if not task.cancelled():
                task.exception()  # nobody is left to raise it for
            raise
        return task.result()


def _run(presence: Presence, work: Work[T], database: sqlite3.Connection) -> T:
    presence.confirm(database)
    try:
        return work(database)
    except sqlite3.Error as error:
        raise failure(error) from error


def _transaction(presence: Presence, work: Work[T], database: sqlite3.Connection) -> T:
    database.execute("BEGIN IMMEDIATE")
    try:
        result = work(database)
        database.execute("COMMIT")
    except BaseException:
        # After some errors, a full disk for one, SQLite has rolled back already.
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    # What was written meanwhile to a file without a name is not stored.
    presence.confirm(database)
    return result
