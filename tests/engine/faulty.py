"""A store that can be made to fail, or to take as long as a test wants."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from types import EllipsisType

from bot.store import DeadlineRow, GameStatus, PreferencesRow, QueuedRow, Row, StorageFailed, Store
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
        fail: by the name of a method, how many of its next calls fail likewise.
        lost: how many of the next appends are on disk, but end as if the program were being stopped.
        before: by game, where its appends wait before anything is written.
        behind: by game, where its appends wait once everything is on disk.
        at_deadline: where deadlines wait before they are written.
        at_preferences: where preferences wait once they have been read.
    """

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.failures = 0
        self.fail = Counter[str]()
        self.lost = 0
        self.before: dict[int, Gate] = {}
        self.behind: dict[int, Gate] = {}
        self.at_deadline: Gate | None = None
        self.at_preferences: Gate | None = None

    async def append(
        self,
        game_id: int,
        first_number: int,
        rows: Iterable[Row],
        at: float,
        status: GameStatus | None = None,
        players: Iterable[int] | None = None,
        person: int | None = None,
    ) -> None:
        self._fail("append")
        if game_id in self.before:
            await self.before[game_id].wait()
        await super().append(game_id, first_number, rows, at, status, players, person)
        if game_id in self.behind:
            await self.behind[game_id].wait()
        if self.lost:
            self.lost -= 1
            raise asyncio.CancelledError

    async def set_deadline(self, deadline: DeadlineRow) -> None:
        self._fail("set_deadline")
        if self.at_deadline is not None:
            await self.at_deadline.wait()
        await super().set_deadline(deadline)

    async def change_deadlines(
        self,
        passed: Iterable[DeadlineRow],
        wanted: Iterable[DeadlineRow],
        note: tuple[str, str] | None = None,
    ) -> None:
        passed, wanted = [*passed], [*wanted]
        if passed:
            self._fail("clear_deadlines", always=False)
        if wanted:
            self._fail("set_deadline")
            if self.at_deadline is not None:
                await self.at_deadline.wait()
        await super().change_deadlines(passed, wanted, note)

    async def clear_deadlines(
        self, game_id: int, kind: str | None = None, seat: int | EllipsisType | None = ...
    ) -> None:
        self._fail("clear_deadlines", always=False)
        await super().clear_deadlines(game_id, kind, seat)

    async def idle_games(self, status: GameStatus, before: float) -> tuple[int, ...]:
        self._fail("idle_games", always=False)
        return await super().idle_games(status, before)

    async def queue_card(self, queued: QueuedRow) -> None:
        self._fail("queue_card", always=False)
        await super().queue_card(queued)

    async def queued(self, game_id: int) -> tuple[QueuedRow, ...]:
        self._fail("queued", always=False)
        return await super().queued(game_id)

    async def drop_queued(self, game_id: int, seat: int) -> None:
        self._fail("drop_queued", always=False)
        await super().drop_queued(game_id, seat)

    async def preferences(self, person_id: int) -> PreferencesRow:
        self._fail("preferences", always=False)
        preferences = await super().preferences(person_id)
        if self.at_preferences is not None:
            await self.at_preferences.wait()
        return preferences

    def _fail(self, method: str, always: bool = True) -> None:
        if self.failures and always:
            self.failures -= 1
        elif self.fail[method]:
            self.fail[method] -= 1
        else:
            return
        raise StorageFailed("the disk is full")
