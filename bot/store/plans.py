"""How SQLite goes about a question: for benchmarks and tests, which want to see an index used."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.store.store import Store

_PLANNED = ("SELECT", "UPDATE", "DELETE", "INSERT")


async def plans_of(store: Store, ask: Callable[[], Awaitable[object]]) -> Mapping[str, tuple[str, ...]]:
    """Ask the store something and give the plan of every statement that took.

    Args:
        store: an open store that nobody else uses meanwhile.
        ask: calls its methods.

    Returns:
        By statement, with its values filled in: the steps of SQLite's plan
        (https://www.sqlite.org/eqp.html). A statement may hold what no log may.
    """
    statements: list[str] = []
    await store._connection.set_trace_callback(statements.append)
    try:
        await ask()
    finally:
        await store._connection.set_trace_callback(None)  # pyright: ignore[reportArgumentType]

    def work(database: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
        return {
            sql: tuple(step[3] for step in database.execute(f"EXPLAIN QUERY PLAN {sql}"))
            for sql in dict.fromkeys(statements)
            if sql.startswith(_PLANNED)
        }

    return await store._connection.read(work)


def walks(plans: Mapping[str, tuple[str, ...]]) -> Mapping[str, str]:
    """The statements that look at every row of a table, each with the step that does.

    Looking at all rows of what a part of the statement itself comes to is no such walk.
    """
    return {
        sql: step
        for sql, steps in plans.items()
        for step in steps
        if step.startswith("SCAN")
        and "INDEX" not in step
        and "CONSTANT ROW" not in step
        and step.removeprefix("SCAN ") not in _parts(steps)
    }


def _parts(steps: Sequence[str]) -> frozenset[str]:
    """What the parts of a statement are called that are put together first."""
    made = (step.partition(" ") for step in steps)
    return frozenset(name for word, _, name in made if word in ("MATERIALIZE", "CO-ROUTINE"))
