"""What the parts of the store share: the connection, and how statements are run on it."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, TypeVar

from bot.store.connection import Connection, Work
from bot.store.errors import StorageFailed, StoreClosed
from bot.store.remembered import UNKNOWN, Key, Kind, Remembered

T = TypeVar("T")

KEEP_VALUE: Final = "INSERT OR REPLACE INTO kept_values (key, value) VALUES (?, ?)"
"""Keeps a single value under a key, in place of the one before."""

REMEMBERED: Final = 30.0
"""Seconds for which a failure is told of although something else, which took less room, was stored since."""


class StoreBase:
    """A connection, and one transaction after another on it.

    Attributes:
        on_counted: called when other rules may count somewhere, for which totals are still to be added up.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._closing: asyncio.Future[None] | None = None
        self._failed: tuple[float, str] | None = None
        self._stored = True
        self._remembered = Remembered()
        self.on_counted: Callable[[], None] = _nobody

    async def _read(self, work: Work[T]) -> T:
        if self._closing is not None:
            raise StoreClosed
        return await self._connection.read(work)

    async def _write(self, work: Work[T], changed: Iterable[Key | Kind] = ()) -> T:
        """Run a transaction.

        Args:
            work: the transaction.
            changed: what is remembered of the rows it changes.
        """
        if self._closing is not None:
            raise StoreClosed
        try:
            done = await self._connection.transact(work)
        except StorageFailed as error:
            self._failed, self._stored = (time.monotonic(), str(error)), False
            raise
        finally:
            # Also where the caller is cancelled, who has waited for the transaction all the same.
            self._remembered.forget(changed)
        self._stored = True
        return done

    async def _known(self, kind: Kind, key: object, read: Callable[[], Awaitable[T]]) -> T:
        """What is remembered under a key, or else is read."""
        if self._closing is not None:
            raise StoreClosed
        found = self._remembered.get((kind, key))
        if found is UNKNOWN:
            found = await read()
            self._remembered.keep((kind, key), found)
        return found

    async def check(self) -> None:
        """Have the database answer, and tell whether it can be written, as far as has been tried.

        Nothing is written for that: while the bot runs something is stored every few seconds anyway.

        Raises:
            StoreError: it does not answer, or could not store what it was given just now.
        """
        await self._read(lambda database: database.execute("SELECT count(*) FROM servers").fetchone())
        if self._failed is None:
            return
        at, why = self._failed
        if not self._stored or time.monotonic() - at < REMEMBERED:
            raise StorageFailed(why)

    async def _one(self, make: Callable[..., T], sql: str, *values: object) -> T | None:
        return await self._read(lambda database: one(database, make, sql, *values))

    async def _all(self, make: Callable[..., T], sql: str, *values: object) -> tuple[T, ...]:
        return await self._read(lambda database: all_of(database, make, sql, *values))

    async def _execute(self, sql: str, *values: object, changed: Iterable[Key | Kind] = ()) -> None:
        def work(database: sqlite3.Connection) -> None:
            database.execute(sql, values)

        await self._write(work, changed)


def _nobody() -> None:
    """Nobody is told."""


# Rows become records on the connection's thread: in debug mode asyncio logs what a future is given, and the
# repr of a record keeps tokens and hidden cards to itself.


def one(database: sqlite3.Connection, make: Callable[..., T], sql: str, *values: object) -> T | None:
    """The first row of a query, made into a record; None where there is no row."""
    made = all_of(database, make, sql, *values)
    return made[0] if made else None


def all_of(database: sqlite3.Connection, make: Callable[..., T], sql: str, *values: object) -> tuple[T, ...]:
    """The rows of a query, made into records."""
    return tuple(make(*row) for row in database.execute(sql, values).fetchall())
