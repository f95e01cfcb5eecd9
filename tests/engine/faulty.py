"""A store that can be made to fail, or to take as long as a test wants."""

import asyncio
from collections.abc import Iterable

from bot.store import DeadlineRow, GameStatus, Row, StorageFailed, Store
from bot.store.connection import Connection


class Gate:
    """Where a call waits until it is let through.

    Attributes:
        reached: set when somebody waits.
        open: to be set to let them through.
    """

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.open = asyncio.Event()

    async def wait(self) -> None:
        """Wait to be let through."""
        self.reached.set()
        await self.open.wait()


class FaultyStore(Store):
    """A real store with faults.

    Attributes:
        failures: how many of the next appends and deadlines fail as on a full disk.
        lost: how many of the next appends are on disk, but end as if the program were being stopped.
        before: by game, where its appends wait before anything is written.
        behind: by game, where its appends wait once everything is on disk.
        at_deadline: where deadlines wait before they are written.
    """

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.failures = 0
        self.lost = 0
        self.before: dict[int, Gate] = {}
        self.behind: dict[int, Gate] = {}
        self.at_deadline: Gate | None = None

    async def append(
        self,
        game_id: int,
        first_number: int,
        rows: Iterable[Row],
        at: float,
        status: GameStatus | None = None,
    ) -> None:
        self._fail()
        if game_id in self.before:
            await self.before[game_id].wait()
        await super().append(game_id, first_number, rows, at, status)
        if game_id in self.behind:
            await self.behind[game_id].wait()
        if self.lost:
            self.lost -= 1
            raise asyncio.CancelledError

    async def set_deadline(self, deadline: DeadlineRow) -> None:
        self._fail()
        if self.at_deadline is not None:
            await self.at_deadline.wait()
        await super().set_deadline(deadline)

    def _fail(self) -> None:
        if self.failures:
            self.failures -= 1
            raise StorageFailed("the disk is full")
