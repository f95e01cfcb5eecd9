"""Store: everything the bot keeps, in one SQLite file."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple
from pathlib import Path
from types import EllipsisType, TracebackType
from typing import Self, TypeVar

from bot.store.connection import Connection, Work
from bot.store.errors import ChannelTaken, NotStored, NumberTaken, StoreClosed
from bot.store.records import (
    DeadlineRow,
    GameHeader,
    GameStatus,
    MessageRow,
    PanelRow,
    Person,
    Row,
    StoredRow,
)

T = TypeVar("T")

# The condition of the index of open games, word for word, so that SQLite uses it.
_OPEN = "status IN ('lobby', 'playing')"
_HEADER = "SELECT game_id, server_id, channel_id, status, language, created_at FROM games"
_PERSON = "SELECT person_id, discord_id, name FROM people"
_PANEL = "SELECT game_id, seat, person_id, message_id, token, language, clicked_at FROM panels"
_MESSAGE = "SELECT game_id, kind, channel_id, message_id, posted_at, subject FROM messages"
_DEADLINE = "SELECT game_id, kind, seat, due_at, decision FROM deadlines"


class Store:
    """Games, people, messages and deadlines, on disk when a method that writes returns.

    Methods may be called by any number of tasks of one event loop; each is one transaction, and they are done
    one after another. Every method raises `StoreClosed` after `close`, and `StorageFailed` when the disk or
    SQLite refuses; whatever raises has changed nothing. A cancelled call has done all of its work or none.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._closing: asyncio.Future[None] | None = None

    @classmethod
    async def open(cls, path: Path | str, *, patience: float = 5.0) -> Self:
        """Open a database, create it where there is none, and bring it to this program's version.

        Args:
            path: the database file, readable by its owner alone if it is made here.
            patience: seconds to wait when another process holds the write lock, now and later.

        Raises:
            CannotOpen: one of its subclasses: the folder is missing; the file is damaged, foreign, too new,
                locked, or must not be read or written. The file is left as it was.
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

    async def create_game(
        self, server_id: int, channel_id: int, language: str, rows: Iterable[Row], at: float
    ) -> int:
        """Open a game in the lobby, with its first actions.

        Returns:
            The number of the game.

        Raises:
            ChannelTaken: an open game is in that channel.
        """
        rows = tuple(rows)

        def work(database: sqlite3.Connection) -> int:
            _refuse_taken(database, channel_id)
            cursor = database.execute(
                "INSERT INTO games (server_id, channel_id, status, language, created_at)"
                " VALUES (?, ?, ?, ?, ?)",
                (server_id, channel_id, GameStatus.LOBBY, language, at),
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
    ) -> None:
        """Append actions to a game, all or none.

        Args:
            game_id: the game.
            first_number: of the first row: one more than the game has rows.
            rows: in the order they happened.
            at: when.
            status: what the game is from now on; as before if None.

        Raises:
            NumberTaken: another writer has stored a row of that number.
            NotStored: there is no such game.
            ValueError: numbers before the first one are missing.
            ChannelTaken: the game would open again in a channel that has an open game.
        """
        rows = tuple(rows)

        def work(database: sqlite3.Connection) -> None:
            header = _one(database, _header, f"{_HEADER} WHERE game_id = ?", game_id)
            if header is None:
                raise NotStored(f"There is no game {game_id}.")
            sql = "SELECT coalesce(max(number), 0) FROM actions WHERE game_id = ?"
            last = database.execute(sql, (game_id,)).fetchone()[0]
            if first_number <= last:
                raise NumberTaken(game_id, first_number)
            if first_number != last + 1:
                raise ValueError(f"game {game_id} has {last} actions, so none is appended as {first_number}")
            _insert(database, game_id, first_number, rows, at)
            if status is None:
                return
            if status.is_open and not header.status.is_open:
                _refuse_taken(database, header.channel_id)
            database.execute("UPDATE games SET status = ? WHERE game_id = ?", (status, game_id))

        await self._write(work)

    async def rows(self, game_id: int) -> tuple[StoredRow, ...]:
        """Give all actions of a game in order; none if there is no such game."""
        sql = "SELECT number, at, kind, version, body FROM actions WHERE game_id = ? ORDER BY number"
        return await self._all(_stored_row, sql, game_id)

    async def header(self, game_id: int) -> GameHeader | None:
        """Give a game without its actions, or None if there is no such game."""
        return await self._one(_header, f"{_HEADER} WHERE game_id = ?", game_id)

    async def open_game_in(self, channel_id: int) -> GameHeader | None:
        """Give the one open game of a channel, or None."""
        return await self._one(_header, f"{_HEADER} WHERE channel_id = ? AND {_OPEN}", channel_id)

    async def open_games(self) -> tuple[GameHeader, ...]:
        """Give all open games, the oldest first."""
        # Left to choose, SQLite would walk through all games ever played to have them in order.
        sql = f"{_HEADER} INDEXED BY one_open_game_in_a_channel WHERE {_OPEN} ORDER BY game_id"
        return await self._all(_header, sql)

    async def person(self, discord_id: int, name: str) -> Person:
        """Find a person by their account, or make one; the name becomes the one given."""

        def make(database: sqlite3.Connection) -> Person:
            sql = (
                "INSERT INTO people (discord_id, name) VALUES (?, ?)"
                " ON CONFLICT (discord_id) DO UPDATE SET name = excluded.name"
                " RETURNING person_id, discord_id, name"
            )
            person = _one(database, Person, sql, discord_id, name)
            assert person is not None
            return person

        # Nearly always they are there under that name, and nothing need be written.
        known = await self._one(Person, f"{_PERSON} WHERE discord_id = ? AND name = ?", discord_id, name)
        return known or await self._write(make)

    async def person_by_discord_id(self, discord_id: int) -> Person | None:
        """Give the person with that account, or None."""
        return await self._one(Person, f"{_PERSON} WHERE discord_id = ?", discord_id)

    async def people(self, person_ids: Iterable[int]) -> Mapping[int, Person]:
        """Give the persons with these numbers; who is not there, or no longer, is not in the answer."""
        sql = f"{_PERSON} WHERE person_id IN (SELECT value FROM json_each(?))"
        people = await self._all(Person, sql, json.dumps(list(person_ids)))
        return {person.person_id: person for person in people}

    async def save_panel(self, panel: PanelRow) -> PanelRow | None:
        """Keep a panel as the one of its game and seat.

        Returns:
            The panel it replaces, which may be the same message with an older token, or None.

        Raises:
            NotStored: there is no such game or person.
        """

        def work(database: sqlite3.Connection) -> PanelRow | None:
            where = "WHERE game_id = ? AND seat = ?"
            replaced = _one(database, PanelRow, f"{_PANEL} {where}", panel.game_id, panel.seat)
            database.execute(
                "INSERT OR REPLACE INTO panels"
                " (game_id, seat, person_id, message_id, token, language, clicked_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                astuple(panel),
            )
            return replaced

        return await self._write(work)

    async def panel(self, game_id: int, seat: int) -> PanelRow | None:
        """Give the panel of a seat, or None."""
        return await self._one(PanelRow, f"{_PANEL} WHERE game_id = ? AND seat = ?", game_id, seat)

    async def panels(self, game_id: int) -> tuple[PanelRow, ...]:
        """Give the panels of a game, by seat."""
        return await self._all(PanelRow, f"{_PANEL} WHERE game_id = ? ORDER BY seat", game_id)

    async def drop_panel(self, game_id: int, seat: int, message_id: int | None = None) -> None:
        """Forget the panel of a seat; if a message is given, only where that message is the panel."""
        await self._execute(
            "DELETE FROM panels WHERE game_id = ? AND seat = ? AND message_id = coalesce(?, message_id)",
            game_id,
            seat,
            message_id,
        )

    async def save_message(self, message: MessageRow) -> MessageRow | None:
        """Keep a message as the one of its game and kind.

        Returns:
            The message it replaces, or None.

        Raises:
            NotStored: there is no such game.
        """

        def work(database: sqlite3.Connection) -> MessageRow | None:
            where = "WHERE game_id = ? AND kind = ?"
            replaced = _one(database, MessageRow, f"{_MESSAGE} {where}", message.game_id, message.kind)
            database.execute(
                "INSERT OR REPLACE INTO messages"
                " (game_id, kind, channel_id, message_id, posted_at, subject) VALUES (?, ?, ?, ?, ?, ?)",
                astuple(message),
            )
            return replaced

        return await self._write(work)

    async def message(self, game_id: int, kind: str) -> MessageRow | None:
        """Give the message of a kind, or None."""
        return await self._one(MessageRow, f"{_MESSAGE} WHERE game_id = ? AND kind = ?", game_id, kind)

    async def messages(self, game_id: int) -> tuple[MessageRow, ...]:
        """Give the messages of a game, by kind."""
        return await self._all(MessageRow, f"{_MESSAGE} WHERE game_id = ? ORDER BY kind", game_id)

    async def drop_message(self, game_id: int, kind: str) -> None:
        """Forget the message of a kind."""
        await self._execute("DELETE FROM messages WHERE game_id = ? AND kind = ?", game_id, kind)

    async def set_deadline(self, deadline: DeadlineRow) -> None:
        """Keep a deadline in place of the one of the same game, kind and seat.

        Raises:
            NotStored: there is no such game.
        """
        await self._execute(
            "INSERT INTO deadlines (game_id, kind, seat, due_at, decision) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (game_id, kind, coalesce(seat, -1))"
            " DO UPDATE SET due_at = excluded.due_at, decision = excluded.decision",
            *astuple(deadline),
        )

    async def clear_deadlines(
        self, game_id: int, kind: str | None = None, seat: int | EllipsisType | None = ...
    ) -> None:
        """Forget deadlines of a game.

        Args:
            game_id: the game.
            kind: only of this kind; of every kind if None.
            seat: only of this seat, or with None only of the whole table; of all if left out.
        """
        sql, values = "DELETE FROM deadlines WHERE game_id = ?", [game_id]
        if kind is not None:
            sql, values = f"{sql} AND kind = ?", [*values, kind]
        if seat is not ...:
            sql, values = f"{sql} AND seat IS ?", [*values, seat]
        await self._execute(sql, *values)

    async def deadlines(self, game_id: int) -> tuple[DeadlineRow, ...]:
        """Give the deadlines of a game, the soonest first."""
        return await self._all(
            DeadlineRow, f"{_DEADLINE} WHERE game_id = ? ORDER BY due_at, kind, seat", game_id
        )

    async def due_deadlines(self, now: float) -> tuple[DeadlineRow, ...]:
        """Give the deadlines of all games that are due at that time, the oldest first."""
        return await self._all(
            DeadlineRow, f"{_DEADLINE} WHERE due_at <= ? ORDER BY due_at, game_id, kind, seat", now
        )

    async def get_value(self, key: str) -> str | None:
        """Give what was last kept under a key, or None."""
        return await self._one(str, "SELECT value FROM kept_values WHERE key = ?", key)

    async def set_value(self, key: str, value: str) -> None:
        """Keep a value under a key, in place of the one before."""
        await self._execute("INSERT OR REPLACE INTO kept_values (key, value) VALUES (?, ?)", key, value)

    async def _read(self, work: Work[T]) -> T:
        if self._closing is not None:
            raise StoreClosed
        return await self._connection.read(work)

    async def _write(self, work: Work[T]) -> T:
        if self._closing is not None:
            raise StoreClosed
        return await self._connection.transact(work)

    async def _one(self, make: Callable[..., T], sql: str, *values: object) -> T | None:
        return await self._read(lambda database: _one(database, make, sql, *values))

    async def _all(self, make: Callable[..., T], sql: str, *values: object) -> tuple[T, ...]:
        return await self._read(lambda database: _all(database, make, sql, *values))

    async def _execute(self, sql: str, *values: object) -> None:
        def work(database: sqlite3.Connection) -> None:
            database.execute(sql, values)

        await self._write(work)


# Rows become records on the connection's thread: in debug mode asyncio logs what a future is given, and the
# repr of a record keeps tokens and hidden cards to itself.


def _one(database: sqlite3.Connection, make: Callable[..., T], sql: str, *values: object) -> T | None:
    made = _all(database, make, sql, *values)
    return made[0] if made else None


def _all(database: sqlite3.Connection, make: Callable[..., T], sql: str, *values: object) -> tuple[T, ...]:
    return tuple(make(*row) for row in database.execute(sql, values).fetchall())


def _header(
    game_id: int, server_id: int, channel_id: int, status: str, language: str, created_at: float
) -> GameHeader:
    return GameHeader(game_id, server_id, channel_id, GameStatus(status), language, created_at)


def _stored_row(number: int, at: float, kind: str, version: int, body: str) -> StoredRow:
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


def _refuse_taken(database: sqlite3.Connection, channel_id: int) -> None:
    """Raise where a channel has an open game; in a write transaction, as nobody can open one meanwhile."""
    taken = _one(database, _header, f"{_HEADER} WHERE channel_id = ? AND {_OPEN}", channel_id)
    if taken is not None:
        raise ChannelTaken(taken.game_id)
