"""Taking up the open games after a start, beside everything else: those somebody was at last come first."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bot.engine.clock import Clock
from bot.engine.computers import Computers
from bot.engine.faults import described
from bot.engine.table import Table
from bot.engine.tables import Tables
from bot.engine.wishes import Wishes
from bot.store.errors import StoreError

log = logging.getLogger(__name__)

AT_ONCE: Final = 20
"""So many tables are taken up without a pause, while the bot connects; the others in no hurry."""
RECENT: Final = 15 * 60.0
"""Seconds before the bot ended within which what happened at a table may not have been shown everywhere."""
SHIFTED: Final = 300.0
"""Seconds the bot has to have been away for the times of deadlines to be shown anew."""
LOOK: Final = 0.01
"""Seconds between two tables of which nothing is to be shown; reading one takes about half of that."""
SHOW: Final = 0.05
"""Seconds between two whose messages are looked at: Discord takes 50 requests a second, and people play."""
RETRY: Final = 10.0
"""Seconds until tables that could not be read are tried again."""

Sleep = Callable[[float], Awaitable[None]]


class Resumption:
    """Takes up games.

    Deadlines, computers and queued cards are looked after at every table. What people see is looked at only
    where it may not be up to date. A table nobody was at lately does not stay in memory; a click reads it.

    Args:
        tables: the games.
        clock: their deadlines, resumed.
        computers: who move at them.
        wishes: the cards queued at them.
        show: has the messages of a table looked at.
        sleep: waits so many seconds.
    """

    def __init__(
        self,
        tables: Tables,
        clock: Clock,
        computers: Computers,
        wishes: Wishes,
        show: Callable[[Table], None],
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._computers = computers
        self._wishes = wishes
        self._show = show
        self._sleep = sleep
        self._going_on: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """From now on take up all of them.

        Raises:
            StoreError: where it cannot be read which there are.
        """
        games = sorted(await self._tables.store.last_actions(), key=lambda game: -game[1])
        self._going_on = asyncio.create_task(self._take_up_all(games), name="resumption")

    async def close(self) -> None:
        """Take up no more; what is left is at the next start."""
        if self._going_on is not None:
            self._going_on.cancel()
            await asyncio.gather(self._going_on, return_exceptions=True)

    async def _take_up_all(self, games: Sequence[tuple[int, float]]) -> None:
        hurry = AT_ONCE
        while games:
            failed: list[tuple[int, float]] = []
            for number, (game_id, last) in enumerate(games):
                try:
                    shown = await self._take_up(game_id, last)
                except StoreError as error:
                    log.warning("game %d could not be taken up yet: %s", game_id, error)
                    failed.append((game_id, last))
                    continue
                except Exception as error:
                    log.error("game %d was not taken up: %s", game_id, described(error))
                    continue
                if number >= hurry:
                    await self._sleep(SHOW if shown else LOOK)
            games, hurry = failed, 0
            if failed:
                await self._sleep(RETRY)

    async def _take_up(self, game_id: int, last: float) -> bool:
        """Take up one; whether its messages are looked at."""
        recent = last >= self._clock.ended - RECENT
        # Somebody may come to it at any moment, also before it is taken up: then it does not rest.
        table = await self._tables.take_up(game_id, rests=not recent)
        if table is None or not table.state.open:
            return False
        shown = recent or (table.state.pace.turn is not None and self._clock.away > SHIFTED)
        if shown or not table.waits_for_people:
            self._tables.use(table)
        await self._tables.part_with_erased(table)
        await self._clock.watch(table)
        self._computers.wake(table)
        self._wishes.wake(table)
        if shown:
            self._show(table)
        return shown
