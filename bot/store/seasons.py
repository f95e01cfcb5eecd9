"""The seasons of a server: the first has no beginning, and each ends where the next one begins."""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Sequence

from bot.store.base import StoreBase, all_of
from bot.store.books import begin_anew


class SeasonStore(StoreBase):
    """When the seasons of a server began."""

    async def seasons(self, server_id: int) -> tuple[float, ...]:
        """Give when each season of a server began, from the second on, in Unix seconds."""
        return await self._read(lambda database: season_starts(database, server_id))

    async def start_season(self, server_id: int, number: int, at: float) -> bool:
        """Begin a season of a server, which ends the one before it. Nothing is deleted.

        Args:
            server_id: which server.
            number: of the new season, counted from 1; one more than that of the running one.
            at: when it begins, in Unix seconds; a game that ends then belongs to it.

        Returns:
            Whether it has begun; False where the running season is another one, so that asking twice begins
            one season.
        """

        def work(database: sqlite3.Connection) -> bool:
            starts = season_starts(database, server_id)
            if number != len(starts) + 2:
                return False
            # Clocks are set back now and then; seasons stay in order.
            began = max((at, *starts))
            sql = "INSERT INTO seasons (server_id, number, began_at) VALUES (?, ?, ?)"
            database.execute(sql, (server_id, number, began))
            sql = "UPDATE results SET season = ? WHERE server_id = ? AND ended_at >= ?"
            if database.execute(sql, (number, server_id, began)).rowcount:
                begin_anew(database, server_id)
            return True

        return await self._write(work)


def season_starts(database: sqlite3.Connection, server_id: int) -> tuple[float, ...]:
    """When each season of a server began, from the second on."""
    sql = "SELECT began_at FROM seasons WHERE server_id = ? ORDER BY number"
    return all_of(database, float, sql, server_id)


def season_at(starts: Sequence[float], at: float) -> int:
    """The number of the season that ran at a time, counted from 1.

    Args:
        starts: when each season began, from the second on.
        at: when.
    """
    return 1 + bisect_right(starts, at)
