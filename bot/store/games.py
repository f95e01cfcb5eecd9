"""Games and their actions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Final

from bot.store.base import StoreBase, one
from bot.store.begun import note_players
from bot.store.erased import refuse_erased
from bot.store.errors import ChannelTaken, NotStored, NumberTaken
from bot.store.records import GameHeader, GameStatus, Row, StoredRow

# The condition of the indexes of open games, word for word, so that SQLite uses them.
_OPEN = "status IN ('lobby', 'playing')"
HEADER: Final = (
    "SELECT game_id, server_id, channel_id, status, language, created_at, parent_channel_id, host_person_id"
    " FROM games"
)


class GameStore(StoreBase):
    """Games: opened, continued by appending actions, and found again."""

    async def create_game(
        self,
        server_id: int,
        channel_id: int,
        language: str,
        rows: Iterable[Row],
        at: float,
        parent_channel_id: int | None = None,
        host_person_id: int | None = None,
        people: Iterable[int] = (),
    ) -> int:
        """Open a game in the lobby, with its first actions.

        Args:
            server_id: where it is played.
            channel_id: where it is played; a thread is a channel.
            language: of its public messages.
            rows: its first actions.
            at: when.
            parent_channel_id: the channel a thread was opened from; None where that is the channel itself.
            host_person_id: who has a host's rights, if anybody yet.
            people: who sits there, by number.

        Returns:
            The number of the game.

        Raises:
            ChannelTaken: an open game is in that channel.
            PersonErased: one of these people has been erased.
        """
        rows, people = tuple(rows), tuple(people)

        def work(database: sqlite3.Connection) -> int:
            refuse_erased(database, people)
            _refuse_taken(database, channel_id)
            cursor = database.execute(
                "INSERT INTO games (server_id, channel_id, status, language, created_at,"
                " parent_channel_id, host_person_id) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (server_id, channel_id, GameStatus.LOBBY, language, at, parent_channel_id, host_person_id),
            )
            game_id = cursor.lastrowid
            assert game_id is not None
            _insert(database, game_id, 1, rows, at)
            return game_id

        return await self._write(work)

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
        """Append actions to a game, all or none; with its end, cards that are still queued are forgotten.

        Args:
            game_id: the game.
            first_number: of the first row: one more than the game has rows.
            rows: in the order they happened.
            at: when.
            status: what the game is from now on; as before if None.
            players: who sits there, where the game begins with these; else None.
            person: whose act these are, by number; None where it is nobody's.

        Raises:
            PersonErased: that person has been erased.
            NumberTaken: another writer has stored a row of that number.
            NotStored: there is no such game.
            ValueError: numbers before the first one are missing.
            ChannelTaken: the game would open again in a channel that has an open game.
        """
        rows = tuple(rows)
        players = None if players is None else tuple(players)

        def work(database: sqlite3.Connection) -> None:
            header = one(database, header_of, f"{HEADER} WHERE game_id = ?", game_id)
            if header is None:
                raise NotStored(f"There is no game {game_id}.")
            sql = "SELECT coalesce(max(number), 0) FROM actions WHERE game_id = ?"
            last = database.execute(sql, (game_id,)).fetchone()[0]
            if first_number <= last:
                raise NumberTaken(game_id, first_number)
            if first_number != last + 1:
                raise ValueError(f"game {game_id} has {last} actions, so none is appended as {first_number}")
            if person is not None:
                refuse_erased(database, (person,))
            _insert(database, game_id, first_number, rows, at)
            if players is not None:
                note_players(database, game_id, players)
            if status is None:
                return
            if status.is_open and not header.status.is_open:
                _refuse_taken(database, header.channel_id)
            database.execute("UPDATE games SET status = ? WHERE game_id = ?", (status, game_id))
            if not status.is_open:
                database.execute("DELETE FROM queued_cards WHERE game_id = ?", (game_id,))

        await self._write(work)

    async def rows(self, game_id: int) -> tuple[StoredRow, ...]:
        """Give all actions of a game in order; none if there is no such game."""
        sql = "SELECT number, at, kind, version, body FROM actions WHERE game_id = ? ORDER BY number"
        return await self._all(stored_row, sql, game_id)

    async def header(self, game_id: int) -> GameHeader | None:
        """Give a game without its actions, or None if there is no such game."""
        return await self._one(header_of, f"{HEADER} WHERE game_id = ?", game_id)

    async def open_game_in(self, channel_id: int) -> GameHeader | None:
        """Give the one open game of a channel, or None."""
        return await self._one(header_of, f"{HEADER} WHERE channel_id = ? AND {_OPEN}", channel_id)

    async def open_games(self) -> tuple[GameHeader, ...]:
        """Give all open games, the oldest first."""
        # Left to choose, SQLite would walk through all games ever played to have them in order.
        sql = f"{HEADER} INDEXED BY one_open_game_in_a_channel WHERE {_OPEN} ORDER BY game_id"
        return await self._all(header_of, sql)

    async def count_open_games(self, server_id: int) -> int:
        """Count the open games of a server."""
        sql = f"SELECT count(*) FROM games WHERE server_id = ? AND {_OPEN}"
        return await self._one(int, sql, server_id) or 0

    async def count_open_games_in(self, channel_id: int) -> int:
        """Count the open games of a channel: those in it, and those in threads that were opened from it."""
        inside = f"SELECT count(*) FROM games WHERE channel_id = ? AND {_OPEN}"
        below = f"SELECT count(*) FROM games WHERE parent_channel_id = ? AND channel_id <> ? AND {_OPEN}"
        return await self._one(int, f"SELECT ({inside}) + ({below})", channel_id, channel_id, channel_id) or 0

    async def open_lobby_hosted_by(self, person_id: int) -> GameHeader | None:
        """Give the lobby whose host is that person, the oldest if there are several, or None."""
        sql = f"{HEADER} WHERE host_person_id = ? AND status = 'lobby' ORDER BY game_id LIMIT 1"
        return await self._one(header_of, sql, person_id)

    async def last_actions(self) -> tuple[tuple[int, float], ...]:
        """Give all open games, each with the time of its last action in Unix seconds."""
        last = "SELECT at FROM actions WHERE actions.game_id = games.game_id ORDER BY number DESC LIMIT 1"
        sql = (
            f"SELECT game_id, coalesce(({last}), created_at) FROM games"
            f" INDEXED BY one_open_game_in_a_channel WHERE {_OPEN}"
        )
        return await self._all(_game_and_time, sql)

    async def idle_games(self, status: GameStatus, before: float) -> tuple[int, ...]:
        """Give the numbers of the open games in which nothing has happened since a time.

        Args:
            status: only games that are this now: in the lobby, or being played.
            before: Unix seconds; a game's last action is older than that.
        """
        last = "SELECT at FROM actions WHERE actions.game_id = games.game_id ORDER BY number DESC LIMIT 1"
        sql = (
            "SELECT game_id FROM games INDEXED BY one_open_game_in_a_channel"
            f" WHERE {_OPEN} AND status = ? AND ({last}) < ? ORDER BY game_id"
        )
        return await self._all(int, sql, status, before)

    async def set_host(self, game_id: int, person_id: int | None) -> None:
        """Keep who has a host's rights in a game, in place of whoever had; None for nobody."""
        await self._execute("UPDATE games SET host_person_id = ? WHERE game_id = ?", person_id, game_id)


def header_of(
    game_id: int,
    server_id: int,
    channel_id: int,
    status: str,
    language: str,
    created_at: float,
    parent_channel_id: int | None,
    host_person_id: int | None,
) -> GameHeader:
    """The record of a row that `HEADER` gives."""
    status = GameStatus(status)
    return GameHeader(
        game_id, server_id, channel_id, status, language, created_at, parent_channel_id, host_person_id
    )


def stored_row(number: int, at: float, kind: str, version: int, body: str) -> StoredRow:
    """The record of a row of `actions`."""
    return StoredRow(number, at, Row(kind, version, body))


def _insert(
    database: sqlite3.Connection, game_id: int, first_number: int, rows: tuple[Row, ...], at: float
) -> None:
    database.executemany(
        "INSERT INTO actions (game_id, number, at, kind, version, body) VALUES (?, ?, ?, ?, ?, ?)",
        (
            (game_id, number, at, row.kind, row.version, row.body)
            for number, row in enumerate(rows, first_number)
        ),
    )


def _game_and_time(game_id: int, at: float) -> tuple[int, float]:
    return game_id, at


def _refuse_taken(database: sqlite3.Connection, channel_id: int) -> None:
    """Raise where a channel has an open game; in a write transaction, as nobody can open one meanwhile."""
    taken = one(database, header_of, f"{HEADER} WHERE channel_id = ? AND {_OPEN}", channel_id)
    if taken is not None:
        raise ChannelTaken(taken.game_id)
