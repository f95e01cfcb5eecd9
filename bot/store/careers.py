"""What one person's results say beside their totals: against whom, the best and the worst, and the rating."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.store.base import StoreBase, all_of, one
from bot.store.books import shown_book
from bot.store.tallies import GameKind

# Whoever left has the last place, and is behind who came in there. Looked up only where places are equal, for
# which it takes iif: SQLite goes through both sides of an OR.
_LEFT: Final = (
    "(SELECT other.left_early FROM results AS other WHERE other.person_id = theirs.person_id"
    " AND other.server_id = theirs.server_id AND other.kind = theirs.kind AND other.game_id = theirs.game_id)"
)
_MINE: Final = "mine.person_id = ? AND mine.server_id = ? AND mine.kind = ?"
_COUNTS: Final = "mine.rules IN (SELECT value FROM json_each(?))"


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """How two people fared in the games that they played against one another.

    Attributes:
        person_id: the other one.
        games: how many games there were.
        ahead: in how many of them one had the better place; whoever left is behind all who did not.
        behind: in how many the other one was ahead; in all others they were equal.
    """

    person_id: int
    games: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class EndedRow:
    """One of a person's games, as it ended for them.

    Attributes:
        game_id: the game.
        rules: by which it was played, as `rules_text` gives them.
        place: in hundredths, as `ResultRow` has it.
        points: their total; None likewise.
        left_early: whether they left the game before its end.
    """

    game_id: int
    rules: str
    place: int
    points: int | None
    left_early: bool


class CareerStore(StoreBase):
    """What the results of one person say. All of it follows from them when it is asked for."""

    async def meetings(
        self, server_id: int, person_id: int, most: int, hidden: Iterable[int] = ()
    ) -> tuple[MeetingRow, ...]:
        """Give whom somebody met most often in games of a server that count; partners do not meet.

        Args:
            server_id: which server.
            person_id: who.
            most: how many people are given at most; those met often first, then by number.
            hidden: people who are left out.
        """
        sql = (
            "SELECT theirs.person_id, count(*) AS games,"
            f" sum(iif(theirs.place = mine.place, mine.left_early < {_LEFT}, theirs.place > mine.place)),"
            f" sum(iif(theirs.place = mine.place, mine.left_early > {_LEFT}, theirs.place < mine.place))"
            " FROM results AS mine CROSS JOIN results AS theirs ON theirs.game_id = mine.game_id"
            f" WHERE {_MINE} AND {_COUNTS} AND theirs.side <> mine.side"
            " GROUP BY theirs.person_id HAVING theirs.person_id NOT IN (SELECT value FROM json_each(?))"
            " ORDER BY games DESC, theirs.person_id LIMIT ?"
        )
        left_out = json.dumps(sorted(hidden))

        def work(database: sqlite3.Connection) -> tuple[MeetingRow, ...]:
            values = (person_id, server_id, GameKind.PEOPLE, _counted(database, server_id), left_out, most)
            return all_of(database, MeetingRow, sql, *values)

        return await self._read(work)

    async def best_and_worst(
        self, server_id: int, person_id: int, kind: GameKind
    ) -> tuple[EndedRow | None, EndedRow] | None:
        """Give somebody's best and worst game that counts: by place, then by points; None without any.

        Of equal games the latest is given. One without points stands behind those with the same place. A game
        they left can be their worst, and never their best, which is None where they left all.
        """
        best, worst = (
            "SELECT game_id, rules, place, points, left_early FROM results AS mine"
            f" WHERE {_MINE} AND {_COUNTS}{which}, ended_at DESC, game_id DESC LIMIT 1"
            for which in (
                " AND NOT left_early ORDER BY place, points IS NULL, points",
                " ORDER BY place DESC, points IS NULL, points DESC",
            )
        )

        def work(database: sqlite3.Connection) -> tuple[EndedRow | None, EndedRow] | None:
            values = (person_id, server_id, kind, _counted(database, server_id))
            last = one(database, _ended, worst, *values)
            return None if last is None else (one(database, _ended, best, *values), last)

        return await self._read(work)

    async def ratings(self, server_id: int, person_id: int) -> tuple[tuple[float, int], ...]:
        """Give when each rated game of somebody ended, and their rating after it, the first one first."""
        sql = (
            "SELECT ended_at, rating FROM results WHERE person_id = ? AND server_id = ? AND kind = ?"
            " AND rating IS NOT NULL ORDER BY ended_at, game_id"
        )
        values = (person_id, server_id, GameKind.PEOPLE)
        return await self._read(lambda database: tuple(database.execute(sql, values).fetchall()))


def _counted(database: sqlite3.Connection, server_id: int) -> str:
    return json.dumps(sorted(shown_book(database, server_id).rules or ()))


def _ended(game_id: int, rules: str, place: int, points: int | None, left_early: int) -> EndedRow:
    return EndedRow(game_id, rules, place, points, bool(left_early))
