"""Copies made by the bot itself, every so often, of which the newest are kept."""

from __future__ import annotations

import asyncio
import filecmp
import logging
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.store.advice import advice
from bot.store.backup import Copy, back_up, copies, is_to_come, make_folder, newest, prune
from bot.store.errors import BackupStopped, StoreError, UpgradeNotCopied
from bot.store.inspection import inspect, is_old

log = logging.getLogger(__name__)

SOON: Final = 60.0
"""Seconds from the start to the first copy of all, or to one that fell due while the bot was away."""

AGAIN_AFTER: Final = 3600.0
"""Seconds until a copy is tried again that could not be made, at most."""


@dataclass(frozen=True, slots=True)
class Plan:
    """When copies are made, and where.

    Attributes:
        database: the file.
        folder: where copies go; counted from the database's folder, in which it is made where it is missing.
        every: seconds from one copy to the next; 0 for none at all.
        keep: how many copies there are at most.
    """

    database: Path
    folder: Path
    every: float
    keep: int

    @property
    def place(self) -> Path:
        """The folder of the copies, absolute."""
        return self.database.absolute().parent / self.folder

    def last(self, now: float) -> tuple[float, Path] | None:
        """The newest copy and when it was made, in Unix seconds; None where there is none."""
        return newest(copies(self.database, self.place), now)

    def wait(self, now: float) -> float:
        """Seconds until the next copy, of a bot that has just started."""
        last = self.last(now)
        if last is None or is_to_come(last[0], now):
            return min(SOON, self.every)
        return min(max(last[0] + self.every - now, SOON), self.every)

    def carry_out(self, now: float, stopped: Callable[[], bool]) -> Copy:
        """Make a copy and remove those that are too old; blocks.

        Raises:
            StoreError: there is no copy, and none was removed.
        """
        copy = self._copy(now, stopped)
        try:
            for path in prune(self.database, self.place, self.keep, now, copy.path):
                log.info("the old copy %s was removed", path)
        except OSError as error:
            log.warning("old copies could not be removed: %s", error)
        return copy

    def before_upgrade(self, now: float) -> None:
        """Copy a database that an older program left, which that one could not use afterwards; blocks.

        Where the start then fails it may be tried for ever: so no copy is removed for this one before the
        next that is due, and none is made twice.

        Raises:
            UpgradeNotCopied: there is no copy, so that it must stay as it is.
            CannotOpen: the database could not be used anyhow.
        """
        if not self.every or not self.database.exists() or not is_old(self.database):
            return
        try:
            others = copies(self.database, self.place)
            copy = self._copy(now, lambda: False)
            for _, other in others:
                if filecmp.cmp(other, copy.path, shallow=False):
                    copy.path.unlink()
                    log.info("the database is in %s as it is before it is brought up to date", other)
                    return
        except (StoreError, OSError) as error:
            inspect(self.database)
            why = advice(error) if isinstance(error, OSError) else str(error)
            raise UpgradeNotCopied(self.database, why) from error
        log.info("the database was copied to %s before it is brought up to date", copy.path)

    def _copy(self, now: float, stopped: Callable[[], bool]) -> Copy:
        make_folder(self.place)
        return back_up(self.database, self.place, now, stopped)


class Backups:
    """Makes copies by a plan; one that fails is logged, tried again, and hurts nothing else."""

    def __init__(
        self,
        plan: Plan,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._plan = plan
        self._now = now
        self._sleep = sleep
        self._stopped = threading.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, where the plan has copies at all."""
        if self._plan.every > 0 and self._task is None:
            self._task = asyncio.create_task(self._run(), name="backups")

    async def close(self) -> None:
        """Make no more copies, and give up the one that is being made."""
        self._stopped.set()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            pause = await asyncio.to_thread(self._plan.wait, self._now())
        except OSError as error:
            log.error("the copies of the database cannot be looked at: %s", error)
            pause = min(SOON, self._plan.every)
        while True:
            await self._sleep(pause)
            pause = self._plan.every if await self._copy() else min(AGAIN_AFTER, self._plan.every)

    async def _copy(self) -> bool:
        copying = asyncio.ensure_future(
            asyncio.to_thread(self._plan.carry_out, self._now(), self._stopped.is_set)
        )
        try:
            # Not given up with the task: it is told to stop, and does so before the database is closed.
            await asyncio.wait((copying,))
        except asyncio.CancelledError:
            await asyncio.wait((copying,))
            copying.exception()
            raise
        try:
            copy = copying.result()
        except BackupStopped:
            return False
        except (StoreError, OSError) as error:
            log.error("no copy of the database was made: %s", error)
            return False
        log.info("the database was copied to %s, %d games", copy.path, copy.games)
        return True
