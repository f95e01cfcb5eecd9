"""Who sat at a game when it began, as it is noted beside the actions it follows from."""

from __future__ import annotations

import sqlite3
from typing import Final

# A person who has been erased is in no list, though actions still have their number.
_INSERT_PLAYER: Final = (
    "INSERT OR IGNORE INTO players (person_id, server_id, game_id)"
    " SELECT ?, server_id, game_id FROM games WHERE game_id = ?"
    " AND EXISTS (SELECT 1 FROM people WHERE person_id = ?)"
)


def note_players(database: sqlite3.Connection, game_id: int, players: tuple[int, ...] | None) -> None:
    """Write down who sits at a game that begins; None where it does not. In a write transaction."""
    database.execute("UPDATE games SET begun = ? WHERE game_id = ?", (players is not None, game_id))
    database.execute("DELETE FROM players WHERE game_id = ?", (game_id,))
    database.executemany(_INSERT_PLAYER, [(person, game_id, person) for person in players or ()])
