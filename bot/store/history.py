"""The games that have begun in a server, the newest first: who sat there is derived from the actions."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.store.base import StoreBase, all_of, one
from bot.store.begun import note_players
from bot.store.games import HEADER, header_of, stored_row
from bot.store.records import GameHeader, StoredRow

_PLAYING: Final = "server_id = ? AND status IN ('lobby', 'playing') AND begun = 1"
_PLAYED: Final = "person_id = ? AND server_id = ?"


@dataclass(frozen=True, slots=True)
class GamePage:
    """Some of the games that have begun.

    Attributes:
        games: those being played first, then the others, the newest of each first.
        number: of the page, counted from 1.
        pages: how many there are, at least 1.
        count: how many games there are.
    """

    games: tuple[GameHeader, ...]
    number: int
    pages: int
    count: int


class HistoryStore(StoreBase):
    """Which games have begun where, and with whom."""

    async def game_page(self, server_id: int, person_id: int | None, page: int, size: int) -> GamePage:
        """Give a page of the games that have begun in a server.

        Args:
            server_id: which server.
            person_id: only games this person sat at when they began; None for all.
            page: counted from 1; before the first or after the last stand for these.
            size: how many games a page has.
        """
        listed = _listed(server_id, person_id)

        def work(database: sqlite3.Connection) -> GamePage:
            playing = _playing(database, server_id, person_id)
            sql = f"SELECT count(*) FROM {listed.table} WHERE {listed.where}"
            count = one(database, int, sql, *listed.values) or 0
            pages = max(1, -(-count // size))
            number = min(max(page, 1), pages)
            start = (number - 1) * size
            ids = playing[start : start + size]
            total = count - len(playing)
            first = max(0, start - len(playing))
            wanted = min(size - len(ids), total - first)
            ids += _others(database, listed, playing, total, first, wanted)
            sql = f"{HEADER} WHERE game_id IN (SELECT value FROM json_each(?))"
            headers = {game.game_id: game for game in all_of(database, header_of, sql, json.dumps(ids))}
            return GamePage(tuple(headers[game_id] for game_id in ids), number, pages, count)

        return await self._read(work)

    async def rows_but(
        self, game_ids: Iterable[int], kinds: Iterable[str]
    ) -> Mapping[int, tuple[StoredRow, ...]]:
        """Give the actions of some games in order, but for those of these kinds."""
        sql = (
            "SELECT number, at, kind, version, body FROM actions WHERE game_id = ?"
            " AND kind NOT IN (SELECT value FROM json_each(?)) ORDER BY number"
        )
        left_out, game_ids = json.dumps(list(kinds)), tuple(game_ids)

        def work(database: sqlite3.Connection) -> Mapping[int, tuple[StoredRow, ...]]:
            return {game_id: all_of(database, stored_row, sql, game_id, left_out) for game_id in game_ids}

        return await self._read(work)

    async def games_not_looked_at(self) -> tuple[int, ...]:
        """Give the games of which it is not known who sat there when they began, the oldest first."""
        index = "INDEXED BY games_not_looked_at"
        return await self._all(int, f"SELECT game_id FROM games {index} WHERE begun IS NULL ORDER BY game_id")

    async def save_players(self, games: Mapping[int, Iterable[int] | None]) -> None:
        """Keep who sat at games when they began; None where one has not, or did not before its end."""
        noted = _noted(games)

        def work(database: sqlite3.Connection) -> None:
            for game_id, players in noted.items():
                note_players(database, game_id, players)

        await self._write(work)

    async def replace_players(self, games: Mapping[int, Iterable[int] | None]) -> None:
        """Keep who sat at these games in place of all that was kept; of every other nothing is known then."""
        noted = _noted(games)

        def work(database: sqlite3.Connection) -> None:
            database.execute("DELETE FROM players")
            database.execute("UPDATE games SET begun = NULL WHERE status <> 'lobby'")
            for game_id, players in noted.items():
                note_players(database, game_id, players)

        await self._write(work)

    async def players(self, game_id: int) -> tuple[int, ...]:
        """Give who sat at a game when it began, by number; nobody where it has not."""
        sql = "SELECT person_id FROM players WHERE game_id = ? ORDER BY person_id"
        return await self._all(int, sql, game_id)

    async def begun_or_ended(self) -> tuple[int, ...]:
        """Give all games that are not in their lobby, the oldest first."""
        return await self._all(int, "SELECT game_id FROM games WHERE status <> 'lobby' ORDER BY game_id")


def _noted(games: Mapping[int, Iterable[int] | None]) -> dict[int, tuple[int, ...] | None]:
    return {game_id: None if each is None else tuple(each) for game_id, each in games.items()}


def _playing(database: sqlite3.Connection, server_id: int, person_id: int | None) -> tuple[int, ...]:
    """The games being played, the newest first; they are few."""
    sql = f"SELECT game_id FROM games INDEXED BY open_games_of_a_server WHERE {_PLAYING}"
    if person_id is None:
        return all_of(database, int, f"{sql} ORDER BY game_id DESC", server_id)
    mine = f"SELECT 1 FROM players WHERE {_PLAYED} AND players.game_id = games.game_id"
    sql = f"{sql} AND EXISTS ({mine}) ORDER BY game_id DESC"
    return all_of(database, int, sql, server_id, person_id, server_id)


@dataclass(frozen=True, slots=True)
class _Listed:
    """Where a list of games is kept, and which of them are meant."""

    table: str
    where: str
    values: tuple[object, ...]


def _listed(server_id: int, person_id: int | None) -> _Listed:
    if person_id is None:
        return _Listed("games", "server_id = ? AND begun = 1", (server_id,))
    return _Listed("players", _PLAYED, (person_id, server_id))


def _others(
    database: sqlite3.Connection,
    listed: _Listed,
    playing: tuple[int, ...],
    total: int,
    start: int,
    wanted: int,
) -> tuple[int, ...]:
    """Games that are not being played, the newest first.

    Args:
        database: where.
        listed: the list they are in.
        playing: those that are.
        total: how many there are that are not.
        start: how many are skipped.
        wanted: how many are given.
    """
    # From whichever end is nearer: SQLite walks past everything that is skipped, also if it is left out.
    from_the_end = start > total // 2
    skipped = total - start - wanted if from_the_end else start
    sql = (
        f"SELECT game_id FROM {listed.table} WHERE {listed.where}"
        f" ORDER BY game_id {'ASC' if from_the_end else 'DESC'} LIMIT ? OFFSET ?"
    )
    # As many more as are left out may have to be skipped yet, and as many again may stand between.
    found = all_of(database, int, sql, *listed.values, wanted + 2 * len(playing), skipped)
    passed = sum((game < found[0]) == from_the_end and game != found[0] for game in playing) if found else 0
    found = tuple(game for game in found if game not in playing)[passed : passed + wanted]
    return found[::-1] if from_the_end else found
