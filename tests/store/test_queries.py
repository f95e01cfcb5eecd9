"""No question walks through all games, rows or people there ever were."""

import sqlite3
from pathlib import Path

from bot.store import DeadlineRow, Store
from tests.store.samples import rows


async def test_every_query_uses_an_index(store: Store, game: int, path: Path) -> None:
    asked: list[str] = []
    await store._connection.set_trace_callback(asked.append)
    await store.person(1001, "Ann")
    await store.person_by_discord_id(1001)
    await store.people([1, 2])
    await store.append(game, 2, rows(1), 1.0)
    await store.header(game)
    await store.rows(game)
    await store.open_game_in(20)
    await store.open_games()
    await store.panel(game, 0)
    await store.panels(game)
    await store.drop_panel(game, 0, 500)
    await store.message(game, "table")
    await store.messages(game)
    await store.drop_message(game, "table")
    await store.set_deadline(DeadlineRow(game, "turn", None, 1.0, ""))
    await store.deadlines(game)
    await store.due_deadlines(1.0)
    await store.clear_deadlines(game, "turn", None)
    await store.get_value("commands")
    connection = sqlite3.connect(path)
    queries = [sql for sql in asked if sql.startswith(("SELECT", "UPDATE", "DELETE"))]
    plans = {
        sql: [step[3] for step in connection.execute(f"EXPLAIN QUERY PLAN {sql}")] for sql in set(queries)
    }
    connection.close()
    assert len(plans) >= 18
    walks = {
        sql: step
        for sql, steps in plans.items()
        for step in steps
        if step.startswith("SCAN") and "INDEX" not in step and "CONSTANT ROW" not in step
    }
    assert walks == {}
