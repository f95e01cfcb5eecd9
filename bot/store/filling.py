"""Many games put in at once: for benchmarks, which want a large database soon."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.store.records import GameStatus, Row
from bot.store.store import Store


@dataclass(frozen=True, slots=True)
class Begun:
    """A game that has begun.

    Attributes:
        game_id: its number.
        server_id: where.
        status: what it is now.
        at: when it was opened, in Unix seconds.
        players: the numbers of the people who sat there.
    """

    game_id: int
    server_id: int
    status: GameStatus
    at: float
    players: tuple[int, ...]


async def fill_games(store: Store, games: Iterable[Begun]) -> None:
    """Put games without actions into a database that has none; each in a channel of its own."""

    def work(database: sqlite3.Connection) -> None:
        for game in games:
            database.execute(
                "INSERT INTO games (game_id, server_id, channel_id, status, language, created_at, folded,"
                " begun) VALUES (?, ?, ?, ?, 'en', ?, 1, 1)",
                (game.game_id, game.server_id, game.game_id, game.status, game.at),
            )
            database.executemany(
                "INSERT INTO players (person_id, server_id, game_id) VALUES (?, ?, ?)",
                [(person, game.server_id, game.game_id) for person in game.players],
            )

    await store._write(work)


async def fill_actions(store: Store, games: Mapping[int, Iterable[Row]], at: float) -> None:
    """Give games without actions theirs."""

    def work(database: sqlite3.Connection) -> None:
        for game_id, rows in games.items():
            database.executemany(
                "INSERT INTO actions (game_id, number, at, kind, version, body) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (game_id, number, at, row.kind, row.version, row.body)
                    for number, row in enumerate(rows, 1)
                ],
            )

    await store._write(work)
