"""What is stored about one person, and their erasure. Their games are found by the actions that name them."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.store.base import KEEP_VALUE, StoreBase, all_of, one
from bot.store.books import SHOWN
from bot.store.erased import erased_among
from bot.store.errors import StorageFailed
from bot.store.games import HEADER, header_of
from bot.store.rated import RatedGame, rated_game
from bot.store.records import GameHeader
from bot.store.remembered import Kind

log = logging.getLogger(__name__)

TABLES: Final = ("people", "preferences", "members", "panels", "players", "results", "totals")
"""Every table whose rows belong to a person; all of these rows go with the one in `people`."""

KEPT_BACK: Final = frozenset({"token"})
"""Columns that are given to nobody: with its token somebody could write in the bot's name."""

# As the index has it, word for word.
_NAMED: Final = (
    "actions INDEXED BY actions_of_a_person WHERE json_extract(body, '$.person') = ?"
    " AND kind IN ('host', 'seat_taken', 'replacement_wanted', 'agreed', 'cancelled')"
)
_NAMING: Final = f"SELECT DISTINCT game_id FROM {_NAMED}"
VACUUMED: Final = 64_000_000
"""Bytes a database may have to be written anew after an erasure; that takes less than a second."""

_UNCLEAN: Final = "unclean"
"""The key that is there while something deleted may be left in the files."""

_OPEN: Final = "status IN ('lobby', 'playing')"

_BOOK: Final = f"server_id = {SHOWN.replace('?', 'abs(totals.server_id)')}"
"""Of totals: that they are in the book that is shown; another one is nobody's business, nor its number."""


@dataclass(frozen=True, slots=True)
class PersonalCounts:
    """How much is stored about a person.

    Attributes:
        games: at how many tables they sat, lobbies that came to nothing among them.
        running: how many of these are open.
        finished: of how many games a result is kept.
        rated: how many of these are rated.
        servers: in how many servers it is known whether they are there.
        preferences: whether they have chosen any.
        panels: how many private messages with a hand are known.
    """

    games: int
    running: int
    finished: int
    rated: int
    servers: int
    preferences: bool
    panels: int


@dataclass(frozen=True, slots=True)
class PersonalRows:
    """All rows that belong to a person, and their games.

    Attributes:
        tables: by table, each row by column; totals as they are shown.
        games: those that name them, the oldest first.
        rated: those of the games that are rated, by number.
    """

    tables: Mapping[str, tuple[Mapping[str, Any], ...]]
    games: tuple[GameHeader, ...]
    rated: Mapping[int, RatedGame]


class PrivacyStore(StoreBase):
    """What belongs to one person, in all servers."""

    _unclean: bool | None = None
    """Whether something deleted may be left in the files; None where nobody has looked yet."""

    async def personal_counts(self, person_id: int) -> PersonalCounts:
        """Give how much is stored about a person."""

        def work(database: sqlite3.Connection) -> PersonalCounts:
            def count(sql: str, what: str = "*") -> int:
                return one(database, int, f"SELECT count({what}) FROM {sql}", person_id) or 0

            return PersonalCounts(
                games=count(_NAMED, "DISTINCT game_id"),
                running=count(f"games WHERE game_id IN ({_NAMING}) AND {_OPEN}"),
                finished=count("results WHERE person_id = ?"),
                rated=count("results WHERE person_id = ? AND rating IS NOT NULL"),
                servers=count("members WHERE person_id = ?"),
                preferences=bool(count("preferences WHERE person_id = ?")),
                panels=count("panels WHERE person_id = ?"),
            )

        return await self._read(work)

    async def personal_rows(self, person_id: int) -> PersonalRows:
        """Give all rows that belong to a person, but for `KEPT_BACK`, and which games name them."""

        def work(database: sqlite3.Connection) -> PersonalRows:
            tables = {table: _rows(database, table, person_id) for table in TABLES}
            sql = f"{HEADER} WHERE game_id IN ({_NAMING}) ORDER BY game_id"
            games = all_of(database, header_of, sql, person_id)
            found = ((game.game_id, rated_game(database, game.game_id)) for game in games)
            return PersonalRows(tables, games, {number: game for number, game in found if game is not None})

        return await self._read(work)

    async def open_games_naming(self, person_id: int) -> tuple[int, ...]:
        """Give the open games that name a person, the oldest first."""
        sql = f"SELECT game_id FROM games WHERE game_id IN ({_NAMING}) AND {_OPEN} ORDER BY game_id"
        return await self._all(int, sql, person_id)

    async def messages_naming(self, person_id: int, kind: str) -> tuple[int, ...]:
        """Give the games that name a person and of which a message of a kind is known, the oldest first."""
        sql = f"SELECT game_id FROM messages WHERE game_id IN ({_NAMING}) AND kind = ? ORDER BY game_id"
        return await self._all(int, sql, person_id, kind)

    async def erased_among(self, person_ids: Iterable[int]) -> frozenset[int]:
        """Give those of these people, by number, who have been erased."""
        numbers = tuple(person_ids)
        return await self._read(lambda database: erased_among(database, numbers))

    async def erase(self, person_id: int) -> bool:
        """Forget who a person is and all that is kept of them, but for the actions, which have their number.

        Others' results and ratings stay as they are. Where the file is not larger than `VACUUMED`, it is
        written anew, so that nothing of the person can be read in its unused parts either.

        Returns:
            Whether there was such a person.
        """

        def work(database: sqlite3.Connection) -> bool:
            # Kept, as whoever is killed before all is clean would not know.
            database.execute(KEEP_VALUE, (_UNCLEAN, ""))
            return bool(database.execute("DELETE FROM people WHERE person_id = ?", (person_id,)).rowcount)

        try:
            there = await self._write(work, Kind)
        finally:
            # Also where the caller is cancelled, for whom it is done all the same: the next one cleans.
            self._unclean = True
        await self.clean()
        return there

    async def clean(self) -> bool:
        """Where an erasure could not have everything that was deleted go from the files, try that again.

        So it is while another process reads the database: what that may look at yet stays in the journal. So
        it is as well after a start where the program was killed in an erasure.

        Returns:
            Whether nothing is left to do.
        """
        if self._unclean is None:
            sql = "SELECT count(*) FROM kept_values WHERE key = ?"
            self._unclean = bool(await self._one(int, sql, _UNCLEAN))
        if not self._unclean:
            return True
        try:
            self._unclean = not await self._read(_clean)
        except StorageFailed as error:
            log.warning("of what was erased something may be left in unused parts of the file: %s", error)
        return not self._unclean


def _clean(database: sqlite3.Connection) -> bool:
    """Have nothing that was deleted stay in the file or its journal; False where others keep it from that.

    What is deleted is overwritten, but rows that SQLite moves to other pages leave copies behind.
    """
    size: int = (
        one(database, int, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") or 0
    )
    if size <= VACUUMED:
        database.execute("VACUUM")
    # Nobody waits for a reader who may take long; so nothing else waits for the one connection.
    patience: int = one(database, int, "PRAGMA busy_timeout") or 0
    database.execute("PRAGMA busy_timeout = 0")
    try:
        busy, _, _ = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        database.execute(f"PRAGMA busy_timeout = {patience}")
    if busy:
        return False
    database.execute("DELETE FROM kept_values WHERE key = ?", (_UNCLEAN,))
    return True


def _rows(database: sqlite3.Connection, table: str, person_id: int) -> tuple[Mapping[str, Any], ...]:
    totals = table == "totals"
    which = f" AND {_BOOK}" if totals else ""
    cursor = database.execute(f"SELECT * FROM {table} WHERE person_id = ?{which}", (person_id,))
    columns = [each[0] for each in cursor.description]
    return tuple(
        {
            name: abs(value) if totals and name == "server_id" else value
            for name, value in zip(columns, row, strict=True)
            if name not in KEPT_BACK
        }
        for row in cursor.fetchall()
    )
