"""Which rules count in a server's standings, and the totals that follow from that."""

from __future__ import annotations

import json
import re
import sqlite3
from typing import Final

from bot.rules.ruleset import PRESETS, Ruleset
from bot.store.base import one
from bot.store.records import COUNTED_AT_FIRST
from bot.store.tallies import ALL_TIME

_ALL_TIME: Final = f"'{ALL_TIME}'"
_SEASON: Final = "'season-' || season"
_TOTALS: Final = (
    "INSERT INTO totals (server_id, kind, period, person_id, games, wins, places, points, scored_deals,"
    " deals, moons, queens, best_deal, worst_deal, left_early, missed, conceded, average_place,"
    " points_a_deal)"
)
_SUMS: Final = (
    "count(*) AS games, sum(won) AS wins, sum(place) AS places, coalesce(sum(points), 0) AS points,"
    " sum(iif(points IS NULL, 0, deals)) AS scored_deals, sum(deals) AS deals, sum(moons) AS moons,"
    " sum(queens) AS queens, min(best_deal) AS best_deal, max(worst_deal) AS worst_deal,"
    " sum(left_early) AS left_early, sum(missed) AS missed, sum(conceded) AS conceded"
)
_COUNTS: Final = "rules IN (SELECT value FROM json_each(?))"
_SUM_UP_ONE: Final = (
    f"{_TOTALS} SELECT ?, kind, ?, person_id, {_SUMS},"
    " CAST(round(1.0 * sum(place) / count(*)) AS INTEGER),"
    " CAST(round(100.0 * sum(points) / sum(iif(points IS NULL, 0, deals))) AS INTEGER)"
    f" FROM results WHERE {_COUNTS} AND person_id = ? AND server_id = ? AND kind = ?"
    f" AND ? IN ({_ALL_TIME}, month, {_SEASON}) GROUP BY server_id, kind, person_id"
)
# A month of a season is in three periods: results are gone through once and what they come to three times.
# Rows in the order of the totals fill their indexes in two thirds of the time that others do.
_SUM_UP: Final = (
    f"WITH parts AS MATERIALIZED (SELECT kind, person_id, month, season, {_SUMS} FROM results"
    f" WHERE {_COUNTS} AND server_id = ?{{which}} GROUP BY person_id, kind, month, season),"
    f" periods AS (SELECT *, {_ALL_TIME} AS period FROM parts UNION ALL SELECT *, month FROM parts"
    f" UNION ALL SELECT *, {_SEASON} FROM parts)"
    f" {_TOTALS} SELECT ?, kind, period, person_id, sum(games), sum(wins), sum(places), sum(points),"
    " sum(scored_deals), sum(deals), sum(moons), sum(queens), min(best_deal), max(worst_deal),"
    f" sum(left_early), sum(missed), sum(conceded),"
    " CAST(round(1.0 * sum(places) / sum(games)) AS INTEGER),"
    " CAST(round(100.0 * sum(points) / sum(scored_deals)) AS INTEGER)"
    " FROM periods GROUP BY kind, period, person_id"
)
# Likewise: of each part the last rating, and of each period that of its last part.
_RATE: Final = (
    "WITH numbered AS (SELECT person_id, month, season, ended_at, game_id, rating, row_number()"
    " OVER (PARTITION BY person_id, month, season ORDER BY ended_at DESC, game_id DESC) AS back"
    " FROM results WHERE rating IS NOT NULL AND server_id = ?{which}),"
    " parts AS MATERIALIZED (SELECT * FROM numbered WHERE back = 1),"
    f" periods AS (SELECT *, {_ALL_TIME} AS period FROM parts UNION ALL SELECT *, month FROM parts"
    f" UNION ALL SELECT *, {_SEASON} FROM parts),"
    " latest AS MATERIALIZED (SELECT period, person_id, rating, row_number()"
    " OVER (PARTITION BY period, person_id ORDER BY ended_at DESC, game_id DESC) AS back"
    " FROM periods)"
    " UPDATE totals SET rating = latest.rating FROM latest WHERE back = 1"
    " AND totals.server_id = ? AND totals.kind = 'people' AND totals.period = latest.period"
    " AND totals.person_id = latest.person_id"
)
_RATE_ONE: Final = (
    "UPDATE totals SET rating = (SELECT rating FROM results WHERE person_id = totals.person_id"
    " AND server_id = abs(totals.server_id) AND kind = totals.kind AND rating IS NOT NULL"
    f" AND totals.period IN ({_ALL_TIME}, month, {_SEASON}) ORDER BY ended_at DESC, game_id DESC LIMIT 1)"
    " WHERE kind = 'people' AND server_id = ? AND kind = ? AND period = ? AND person_id = ?"
)
_EMPTIED: Final = 200
"""So many totals are deleted at once."""

_OWN: Final = "own:"


def rules_text(ruleset: Ruleset) -> str:
    """A ruleset as the one text that stands for it: equal rulesets have equal texts, and no others.

    It is a record of the fields that differ from the standard game, which presets to come do not change.
    """
    return json.dumps(ruleset.changes(Ruleset()), sort_keys=True, separators=(",", ":"))


def own_preset(preset_id: int) -> str:
    """What stands for a server's own preset where the name of a preset does for the others: "own:7"."""
    return f"{_OWN}{preset_id}"


def own_preset_id(chosen: str) -> int | None:
    """The number in what `own_preset` gives; None for any other text."""
    found = re.fullmatch(rf"{_OWN}([0-9]{{1,18}})", chosen)  # more digits would not fit SQLite's integers
    return None if found is None else int(found[1])


def counted_in(database: sqlite3.Connection, server_id: int) -> tuple[str, ...]:
    """The presets that are set to count in a server."""
    found = one(database, str, "SELECT counted FROM servers WHERE server_id = ?", server_id)
    return COUNTED_AT_FIRST if found is None else tuple(json.loads(found))


def rules_counted_in(database: sqlite3.Connection, server_id: int) -> frozenset[str]:
    """The rules that count in a server, each as its `rules_text`.

    A preset that is gone stands for none. One whose rules this program cannot read stands for its text all
    the same, so that what an earlier program counted goes on to count.
    """
    texts: set[str] = set()
    for name in counted_in(database, server_id):
        number = own_preset_id(name)
        if name in PRESETS:
            texts.add(rules_text(PRESETS[name]))
        elif number is not None:
            sql = "SELECT rules FROM presets WHERE server_id = ? AND preset_id = ?"
            texts.update(rules for (rules,) in database.execute(sql, (server_id, number)))
    return frozenset(texts)


def sum_up(
    database: sqlite3.Connection,
    book: int,
    rules: frozenset[str],
    server_id: int,
    kind: str,
    period: str,
    person_id: int,
) -> None:
    """Bring one total of a book up to date; there is none afterwards where no result counts."""
    database.execute(
        "DELETE FROM totals WHERE server_id = ? AND kind = ? AND period = ? AND person_id = ?",
        (book, kind, period, person_id),
    )
    counted = json.dumps(sorted(rules))
    database.execute(_SUM_UP_ONE, (book, period, counted, person_id, server_id, kind, period))
    database.execute(_RATE_ONE, (book, kind, period, person_id))


def fill_in_ratings(database: sqlite3.Connection, book: int, server_id: int, person_id: int) -> None:
    """Bring the ratings in the totals of somebody in a book up to date with their results."""
    sql = _RATE.format(which=" AND kind = 'people' AND person_id = ?")
    database.execute(sql, (server_id, person_id, book))


def sum_up_person(
    database: sqlite3.Connection, book: int, server_id: int, rules: frozenset[str], person_id: int
) -> None:
    """Add up the results of somebody in a server for a book in which they are not yet."""
    counted = json.dumps(sorted(rules))
    sql = _SUM_UP.format(which=" AND person_id = ?")
    if database.execute(sql, (counted, server_id, person_id, book)).rowcount:
        fill_in_ratings(database, book, server_id, person_id)


def sum_up_server(database: sqlite3.Connection, book: int, server_id: int, rules: frozenset[str]) -> None:
    """Add up the results of a server anew for a book."""
    database.execute("DELETE FROM totals WHERE server_id = ?", (book,))
    database.execute(_SUM_UP.format(which=""), (json.dumps(sorted(rules)), server_id, book))
    database.execute(_RATE.format(which=""), (server_id, book))


def empty_book(database: sqlite3.Connection, book: int) -> int:
    """Delete some of the totals of a book; gives how many."""
    key = "server_id, kind, period, person_id"
    some = f"SELECT {key} FROM totals WHERE server_id = ? LIMIT {_EMPTIED}"
    return database.execute(f"DELETE FROM totals WHERE ({key}) IN ({some})", (book,)).rowcount
