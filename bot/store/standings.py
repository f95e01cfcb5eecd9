"""Results of finished games and their totals: derived from the actions, so they can be built anew."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any, Final

from bot.store.base import StoreBase, all_of
from bot.store.books import SHOWN, begin_anew, books_with, recount_slice
from bot.store.counting import fill_in_ratings, sum_up
from bot.store.errors import NotStored
from bot.store.rated import (
    Rate,
    RatedGame,
    Skill,
    games_rated,
    keep_rated,
    keep_skills,
    nothing_rated,
    rate_from,
    rated_game,
    skills_after,
    skills_of,
)
from bot.store.seasons import season_at, season_starts
from bot.store.tallies import (
    ALL_TIME,
    GameKind,
    Order,
    Position,
    RankedRow,
    Ranking,
    ResultRow,
    TotalRow,
    season_period,
)

_RESULT = ", ".join(field.name for field in fields(ResultRow))
_values = attrgetter(*(field.name for field in fields(ResultRow)))
_TOTAL = ", ".join(field.name for field in fields(TotalRow))

# A person who has been erased has no results, though actions still have their number.
_INSERT_RESULT = (
    f"INSERT INTO results ({_RESULT}, season) SELECT {', '.join('?' * (len(fields(ResultRow)) + 1))}"
    " WHERE EXISTS (SELECT 1 FROM people WHERE person_id = ?)"
)

_FIGURES: Final = {
    Order.RATING: ("rating", "DESC", ">"),
    Order.WINS: ("wins", "DESC", ">"),
    Order.PLACE: ("average_place", "ASC", "<"),
    Order.POINTS: ("points_a_deal", "ASC", "<"),
    Order.MOONS: ("moons", "DESC", ">"),
}
"""By order: the column, which way it is sorted, and how a better figure compares with a worse one."""

_NOT_FOLDED = "folded = 0 AND status NOT IN ('lobby', 'playing')"

_Key = tuple[int, str, str, int]
"""Of a row of totals: server, kind, period, person."""


class StandingsStore(StoreBase):
    """How finished games ended for each person, and the totals of that."""

    async def unfolded_games(self) -> tuple[int, ...]:
        """Give the games that have ended and are not in the standings yet, the oldest first."""
        # Left to choose, SQLite would walk through all games to have them in order.
        index = "INDEXED BY ended_games_not_folded"
        return await self._all(int, f"SELECT game_id FROM games {index} WHERE {_NOT_FOLDED} ORDER BY game_id")

    async def ended_games(self) -> tuple[int, ...]:
        """Give all games that have ended, the oldest first."""
        sql = "SELECT game_id FROM games WHERE status NOT IN ('lobby', 'playing') ORDER BY game_id"
        return await self._all(int, sql)

    async def save_results(
        self,
        game_id: int,
        results: Iterable[ResultRow],
        rated: RatedGame | None = None,
        rate: Rate = nothing_rated,
    ) -> None:
        """Keep how a game ended, in place of what was kept of it before, and bring the totals up to date.

        Where games of the server that are kept already ended later, they are rated anew after it.

        Args:
            game_id: the game; it has ended.
            results: one a person, all of that game; none for a game that counts for nobody. Those of people
                who are no longer there are left out.
            rated: the same game for ratings; None for one that is not rated.
            rate: what a rated game does to ratings.

        Raises:
            NotStored: there is no such game.
            ValueError: a result is of another game.
        """
        results = tuple(results)
        games = {result.game_id for result in results} | (
            {rated.game_id} if rated is not None else set[int]()
        )
        if games - {game_id}:
            raise ValueError(f"these are not the results of game {game_id} alone")

        def work(database: sqlite3.Connection) -> None:
            marked = database.execute("UPDATE games SET folded = 1 WHERE game_id = ?", (game_id,))
            if not marked.rowcount:
                raise NotStored(f"There is no game {game_id}.")
            touched = _keys(database, game_id)
            before, skills = rated_game(database, game_id), skills_after(database, game_id)
            database.execute("DELETE FROM results WHERE game_id = ?", (game_id,))
            _insert(database, results)
            changed = [game for game in (before, rated) if game is not None and rated != before]
            later = frozenset[int]()
            if changed:
                database.execute("DELETE FROM rated_games WHERE game_id = ?", (game_id,))
                keep_rated(database, () if rated is None else (rated,))
                since = min(game.when for game in changed)
                later = rate_from(database, changed[0].server_id, since, rate)
            elif rated is not None:
                keep_skills(database, rated, skills)
            for server_id, kind, period, person_id in touched | _keys(database, game_id):
                for book in books_with(database, server_id, person_id):
                    assert book.rules is not None
                    sum_up(database, book.number, book.rules, server_id, kind, period, person_id)
            for person_id in later:
                for book in books_with(database, changed[0].server_id, person_id):
                    fill_in_ratings(database, book.number, book.server_id, person_id)

        await self._write(work)

    async def replace_results(
        self,
        game_ids: Iterable[int],
        results: Iterable[ResultRow],
        rated: Iterable[RatedGame] = (),
        rate: Rate = nothing_rated,
    ) -> None:
        """Keep these results and totals of them in place of all there were.

        Args:
            game_ids: the games the results are of, also those that count for nobody; every other game counts
                as not folded afterwards.
            results: of all these games. Those of people who are no longer there are left out.
            rated: those of these games that are rated.
            rate: what a rated game does to ratings.
        """

        def work(database: sqlite3.Connection) -> None:
            database.execute("DELETE FROM totals")
            database.execute("DELETE FROM results")
            database.execute("DELETE FROM rated_games")
            database.execute("UPDATE games SET folded = 0 WHERE folded <> 0")
            database.execute(
                "UPDATE games SET folded = 1 WHERE game_id IN (SELECT value FROM json_each(?))",
                (json.dumps(list(game_ids)),),
            )
            _insert(database, results)
            keep_rated(database, rated)
            for server_id in all_of(database, int, "SELECT DISTINCT server_id FROM rated_games"):
                rate_from(database, server_id, None, rate)
            database.execute("DELETE FROM books")
            for server_id in all_of(database, int, "SELECT DISTINCT server_id FROM results"):
                begin_anew(database, server_id)

        await self._write(work)

    async def recount_slice(self, seconds: float) -> bool:
        """Go on for so long with adding up what comes of other rules that are to count.

        Returns:
            Whether there was anything to do.
        """
        return await self._write(lambda database: recount_slice(database, seconds))

    async def results_of_game(self, game_id: int) -> tuple[ResultRow, ...]:
        """Give how a game ended for each person, by number; none where it counts for nobody."""
        sql = f"SELECT {_RESULT} FROM results WHERE game_id = ? ORDER BY person_id"
        return await self._all(_result, sql, game_id)

    async def rated_games(self, server_id: int) -> tuple[RatedGame, ...]:
        """Give the rated games of a server in the order in which they are rated."""
        return await self._read(lambda database: tuple(games_rated(database, server_id)))

    async def skills(self, server_id: int, person_id: int) -> tuple[tuple[float, Skill], ...]:
        """Give a person's skill after each of their rated games, the first one first.

        Returns:
            When the game ended, in Unix seconds, and the skill.
        """
        return await self._read(lambda database: skills_of(database, server_id, person_id))

    async def total(self, server_id: int, kind: GameKind, period: str, person_id: int) -> TotalRow | None:
        """Give the total of a person, or None where they have finished no such game."""
        where = f"server_id = {SHOWN} AND kind = ? AND period = ? AND person_id = ?"
        sql = f"SELECT {_TOTAL} FROM totals WHERE {where}"
        return await self._one(_total, sql, server_id, server_id, kind, period, person_id)

    async def count_ranked(self, ranking: Ranking) -> int:
        """Count the lines of a ranking."""
        where, values = _where(ranking)
        return await self._one(int, f"SELECT count(*) FROM totals WHERE {where}", *values) or 0

    async def ranked(self, ranking: Ranking, offset: int, limit: int) -> tuple[RankedRow, ...]:
        """Give lines of a ranking, the best first.

        Args:
            ranking: which.
            offset: how many lines are skipped.
            limit: how many are given at most.
        """
        column, direction, _ = _FIGURES[ranking.order]
        where, values = _where(ranking)
        sql = (
            f"SELECT {column}, {_TOTAL} FROM totals WHERE {where}"
            f" ORDER BY {column} {direction}, games DESC, person_id LIMIT ? OFFSET ?"
        )

        def work(database: sqlite3.Connection) -> tuple[RankedRow, ...]:
            ranked: list[RankedRow] = []
            rank, last = 0, None
            for line, (figure, *total) in enumerate(
                database.execute(sql, (*values, limit, offset)).fetchall(), offset + 1
            ):
                if not ranked:
                    rank = _rank(database, ranking, figure)
                elif figure != last:
                    rank = line
                last = figure
                ranked.append(RankedRow(rank, _total(*total)))
            return tuple(ranked)

        return await self._read(work)

    async def position(self, ranking: Ranking, person_id: int) -> Position | None:
        """Give where somebody stands in a ranking, or None where they are not in it."""
        column, _, _ = _FIGURES[ranking.order]
        where, values = _where(ranking)

        def work(database: sqlite3.Connection) -> Position | None:
            mine = f"SELECT {column}, games FROM totals WHERE {where} AND person_id = ?"
            found = database.execute(mine, (*values, person_id)).fetchone()
            if found is None:
                return None
            figure, games = found
            rank = _rank(database, ranking, figure)
            # Two ranges of the index, which a single condition with OR would not be.
            equal = f"SELECT count(*) FROM totals WHERE {where} AND {column} = ?"
            before = f"SELECT ({equal} AND games > ?) + ({equal} AND games = ? AND person_id < ?)"
            values_twice = (*values, figure, games, *values, figure, games, person_id)
            return Position(rank + database.execute(before, values_twice).fetchone()[0], rank)

        return await self._read(work)


def _keys(database: sqlite3.Connection, game_id: int) -> set[_Key]:
    """The totals that the kept results of a game are in."""
    sql = "SELECT server_id, kind, month, season, person_id FROM results WHERE game_id = ?"
    return {
        (server_id, kind, period, person_id)
        for server_id, kind, month, season, person_id in database.execute(sql, (game_id,))
        for period in (ALL_TIME, month, season_period(season))
    }


def _insert(database: sqlite3.Connection, results: Iterable[ResultRow]) -> None:
    seasons: dict[int, tuple[float, ...]] = {}

    def values(result: ResultRow) -> tuple[object, ...]:
        server = result.server_id
        if server not in seasons:
            seasons[server] = season_starts(database, server)
        season = season_at(seasons[server], result.ended_at)
        return (*_values(result), season, result.person_id)

    database.executemany(_INSERT_RESULT, map(values, results))


def _where(ranking: Ranking) -> tuple[str, tuple[object, ...]]:
    """The condition on totals for being in a ranking, and the values in it."""
    column, _, _ = _FIGURES[ranking.order]
    return (
        f"server_id = {SHOWN} AND kind = ? AND period = ? AND {column} IS NOT NULL AND games >= ?"
        " AND person_id NOT IN (SELECT value FROM json_each(?))",
        (
            ranking.server_id,
            ranking.server_id,
            ranking.kind,
            ranking.period,
            ranking.min_games,
            json.dumps(sorted(ranking.hidden)),
        ),
    )


def _rank(database: sqlite3.Connection, ranking: Ranking, figure: int) -> int:
    column, _, better = _FIGURES[ranking.order]
    where, values = _where(ranking)
    sql = f"SELECT count(*) FROM totals WHERE {where} AND {column} {better} ?"
    return 1 + database.execute(sql, (*values, figure)).fetchone()[0]


def _result(person_id: int, server_id: int, kind: str, *rest: Any) -> ResultRow:
    row = ResultRow(person_id, server_id, GameKind(kind), *rest)
    return replace(row, won=bool(row.won), left_early=bool(row.left_early))


def _total(server_id: int, kind: str, *rest: Any) -> TotalRow:
    return TotalRow(abs(server_id), GameKind(kind), *rest)
