"""Store: everything the bot keeps, in one SQLite file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.store.careers import CareerStore
from bot.store.connection import Connection
from bot.store.games import GameStore
from bot.store.history import HistoryStore
from bot.store.messages import MessageStore
from bot.store.people import PeopleStore
from bot.store.presets import PresetStore
from bot.store.privacy import PrivacyStore
from bot.store.seasons import SeasonStore
from bot.store.standings import StandingsStore


class Store(
    CareerStore,
    GameStore,
    HistoryStore,
    MessageStore,
    PeopleStore,
    PresetStore,
    PrivacyStore,
    SeasonStore,
    StandingsStore,
):
    """Everything that is kept, on disk when a method that writes returns.

    Methods may be called by any number of tasks of one event loop; each is one transaction, and they are done
    one after another. Every method raises `StoreClosed` after `close`, and `StorageFailed` when the disk or
    SQLite refuses; whatever raises has changed nothing. A cancelled call has done all of its work or none.
    """

    @classmethod
    async def open(cls, path: Path | str, *, patience: float = 5.0) -> Self:
        """Open a database, create it where there is none, and bring it to this program's version.

        Args:
            path: the database file, readable by its owner alone if it is made here.
            patience: seconds to wait when another process holds the write lock, now and later.

        Raises:
            CannotOpen: one of its subclasses: the folder is missing; the file is damaged, foreign, too new,
                locked, or cannot be read or written. The file is left as it was.
            SqliteTooOld: Python's SQLite library lacks what the database needs.
        """
        return cls(await Connection.open(Path(path), patience))

    async def close(self) -> None:
        """Finish what was asked for before and close the file. Closing twice does nothing more."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._connection.close())
        await asyncio.shield(self._closing)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
