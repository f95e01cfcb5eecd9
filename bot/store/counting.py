"""Which rules count in a server's standings, and the totals that follow from that."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable
from typing import Final

from bot.rules.ruleset import PRESETS, Ruleset
from bot.store.base import one
from bot.store.records import COUNTED_AT_FIRST
from bot.store.tallies import ALL_TIME

_SUM_UP: Final = (
    "INSERT INTO totals (server_id, kind, period, person_id, games, wins, places, points, scored_deals,"
    " deals, moons, queens, best_deal, worst_deal, left_early, average_place, points_a_deal)"
    " SELECT server_id, kind, {period}, person_id, count(*), sum(won), sum(place),"
    " coalesce(sum(points), 0), sum(iif(points IS NULL, 0, deals)), sum(deals), sum(moons), sum(queens),"
    " min(best_deal), max(worst_deal), sum(left_early),"
    " CAST(round(1.0 * sum(place) / count(*)) AS INTEGER),"
    " CAST(round(100.0 * sum(points) / sum(iif(points IS NULL, 0, deals))) AS INTEGER)"
    " FROM results WHERE counts{which} GROUP BY server_id, kind, {group}person_id"
)
_ALL_TIME: Final = f"'{ALL_TIME}'"
_SEASON: Final = "'season-' || season"
# Rows in the order of the totals fill their indexes in two thirds of the time that others do.
_SUM_UP_ALL_TIME: Final = _SUM_UP.format(period=_ALL_TIME, which="", group="")
_SUM_UP_MONTHS: Final = _SUM_UP.format(period="month", which="", group="month, ")
_SUM_UP_SEASONS: Final = _SUM_UP.format(period=_SEASON, which="", group="season, ")
_SUM_UP_SERVER: Final = _SUM_UP.format(period=_ALL_TIME, which=" AND server_id = ?", group="")
_SUM_UP_SERVER_MONTHS: Final = _SUM_UP.format(period="month", which=" AND server_id = ?", group="month, ")
_SUM_UP_SERVER_SEASONS: Final = _SUM_UP.format(period=_SEASON, which=" AND server_id = ?", group="season, ")
_SUM_UP_ONE: Final = _SUM_UP.format(
    period="?",
    which=f" AND person_id = ? AND server_id = ? AND kind = ? AND ? IN ({_ALL_TIME}, month, {_SEASON})",
    group="",
)
_FILL_IN_RATINGS: Final = (
    "UPDATE totals SET rating = (SELECT rating FROM results WHERE person_id = totals.person_id"
    " AND server_id = totals.server_id AND kind = totals.kind AND rating IS NOT NULL"
    f" AND totals.period IN ({_ALL_TIME}, month, {_SEASON}) ORDER BY ended_at DESC, game_id DESC LIMIT 1)"
    " WHERE kind = 'people'"
)

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


def recount(database: sqlite3.Connection, server_id: int) -> None:
    """Bring the totals of a server up to date after something else may count there."""
    counts = "rules IN (SELECT value FROM json_each(?))"
    rules = json.dumps(sorted(rules_counted_in(database, server_id)))
    sql = f"UPDATE results SET counts = {counts} WHERE server_id = ? AND counts <> ({counts})"
    if not database.execute(sql, (rules, server_id, rules)).rowcount:
        return
    sum_up_server(database, server_id)


def sum_up(database: sqlite3.Connection, server_id: int, kind: str, period: str, person_id: int) -> None:
    """Bring one total up to date; there is none afterwards where no result counts."""
    database.execute(
        "DELETE FROM totals WHERE server_id = ? AND kind = ? AND period = ? AND person_id = ?",
        (server_id, kind, period, person_id),
    )
    database.execute(_SUM_UP_ONE, (period, person_id, server_id, kind, period))
    database.execute(
        f"{_FILL_IN_RATINGS} AND server_id = ? AND kind = ? AND period = ? AND person_id = ?",
        (server_id, kind, period, person_id),
    )


def fill_in_ratings(database: sqlite3.Connection, server_id: int, people: Iterable[int]) -> None:
    """Bring the ratings in the totals of these people up to date with their results."""
    sql = f"{_FILL_IN_RATINGS} AND server_id = ? AND person_id = ?"
    database.executemany(sql, ((server_id, person) for person in people))


def sum_up_server(database: sqlite3.Connection, server_id: int) -> None:
    """Add up the results of a server anew."""
    database.execute("DELETE FROM totals WHERE server_id = ?", (server_id,))
    for sql in (_SUM_UP_SERVER, _SUM_UP_SERVER_MONTHS, _SUM_UP_SERVER_SEASONS):
        database.execute(sql, (server_id,))
    database.execute(f"{_FILL_IN_RATINGS} AND server_id = ?", (server_id,))


def sum_up_all(database: sqlite3.Connection) -> None:
    """Add up the results of all servers, of which there are no totals."""
    for sql in (_SUM_UP_ALL_TIME, _SUM_UP_MONTHS, _SUM_UP_SEASONS, _FILL_IN_RATINGS):
        database.execute(sql)
