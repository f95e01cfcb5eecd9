"""From every version to this one, and nothing half-way."""
# ruff: noqa: ASYNC240 (small files, and nobody else waits for the loop)

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.rules.ruleset import Ruleset
from bot.store import (
    ALL_TIME,
    DeadlineRow,
    GameHeader,
    GameKind,
    GameStatus,
    MemberRow,
    MessageRow,
    MigrationFailed,
    PanelRow,
    Person,
    PreferencesRow,
    PresetRow,
    QueuedRow,
    RatedGame,
    RatedSeat,
    RatedSide,
    ResultRow,
    Row,
    ServerRow,
    Skill,
    Store,
    StoredRow,
    TotalRow,
    season_period,
)
from bot.store.database import open_database
from bot.store.schema import (
    APPLICATION_ID,
    BrokenMigration,
    Migration,
    migrate,
    packaged_migrations,
    statements,
    version_of,
)
from tests.store.released import dump_of, load, schema, schema_after
from tests.store.samples import rows

PACKAGED = packaged_migrations()
NEXT = len(PACKAGED) + 1
VERSIONS = range(1, NEXT)
WITH_PLAYERS = 7
"""The version that knows who sat at a game when it began."""
OTHER_SETTINGS: Any = ((20, 21), True, False, 2, 9, 5)


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    yield connection
    connection.close()


def test_versions_count_from_one() -> None:
    assert PACKAGED
    assert [migration.version for migration in PACKAGED] == list(VERSIONS)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_has_a_dump_and_its_migrations_are_as_they_were_released(
    version: int, tmp_path: Path
) -> None:
    assert dump_of(version).exists(), "run python -m tests.store.released"
    load(tmp_path / "old.db", version)
    connection = sqlite3.connect(tmp_path / "old.db")
    assert schema(connection) == schema_after(PACKAGED[:version])
    tables = [name for kind, name in schema(connection) if kind == "table"]
    empty = [name for name in tables if not connection.execute(f"SELECT 1 FROM {name}").fetchone()]
    connection.close()
    assert not empty, "a dump has something in every table, or an upgrade of it proves little"


async def test_an_empty_folder_gets_this_version(path: Path) -> None:
    await (await Store.open(path)).close()
    connection = sqlite3.connect(path)
    assert version_of(connection) == len(PACKAGED)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert schema(connection) == schema_after(PACKAGED)
    connection.close()


@pytest.mark.parametrize("version", VERSIONS)
async def test_upgrade_from(version: int, path: Path) -> None:
    load(path, version)
    async with await Store.open(path) as store:
        assert await store.open_games() == (GameHeader(1, 10, 20, GameStatus.PLAYING, "de", 1000.5, None, 1),)
        assert await store.header(2) == GameHeader(2, 10, 21, GameStatus.CANCELLED, "en", 900.0)
        assert await store.rows(1) == (
            StoredRow(1, 1000.5, Row("opened", 1, '{"server": 10, "channel": 20}')),
            StoredRow(2, 1000.5, Row("host", 1, '{"seat": 0, "person": 1}')),
            StoredRow(3, 1001.0, Row("played", 1, '{"seat": 0, "card": "QS"}')),
        )
        assert await store.people((1, 2)) == {1: Person(1, 1001, "Ann"), 2: Person(2, 1002, "Jürgen")}
        panels = (PanelRow(1, 0, 1, 555, "token; with 'quotes'", "de", 1002.0),)
        assert await store.panels(1) == panels
        assert await store.messages(1) == (MessageRow(1, "table", 20, 556, 1003.0, 1),)
        assert await store.deadlines(1) == (
            DeadlineRow(1, "prompt", 0, 1020.0, "1.14"),
            DeadlineRow(1, "lobby", None, 1030.0, ""),
        )
        assert await store.get_value("commands") == "abc"
        if version >= 2:
            await assert_has_what_came_with_version_two(store)
        if version == 2:
            assert await store.server(10) == ServerRow(10, "de", "short", "slow", *OTHER_SETTINGS)
            assert await store.results_of_game(2) == (), "nothing says by which rules it was played"
            assert await store.total(10, GameKind.PEOPLE, ALL_TIME, 1) is None
        if version >= 3:
            await assert_has_what_came_with_version_three(store, 1110 if version >= 6 else None)
        if version >= 6:
            await assert_has_what_came_with_version_six(store)
        assert await store.unfolded_games() == (2,)
        assert await store.games_not_looked_at() == ((1, 2) if version < WITH_PLAYERS else (2,))
        assert await store.players(1) == (() if version < WITH_PLAYERS else (1,))
        await store.append(1, 4, rows(2), 1004.0)
        assert await store.create_game(10, 21, "en", (), 1005.0) == 3
    connection = sqlite3.connect(path)
    assert version_of(connection) == len(PACKAGED)
    assert schema(connection) == schema_after(PACKAGED)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


async def assert_has_what_came_with_version_two(store: Store) -> None:
    assert await store.preferences(2) == PreferencesRow(2, "de", False, True, False, True)
    assert await store.queued(1) == (QueuedRow(1, 0, 1, "QS"),)
    assert await store.members(10, [1, 2]) == {2: MemberRow(10, 2, False, 990.0)}


async def assert_has_what_came_with_version_three(store: Store, rating: int | None) -> None:
    assert await store.presets(10) == (PresetRow(1, 10, "Club", Ruleset(limit=75)),)
    server = ServerRow(10, "de", "own:1", "slow", *OTHER_SETTINGS, counted=("own:1", "omnibus"))
    assert await store.server(10) == server
    rules = '{"limit":75}'
    result = ResultRow(
        1, 10, GameKind.PEOPLE, 2, 950.0, "1970-01", rules, 250, True, -3, 2, 1, 0, -8, 5, False
    )
    assert await store.results_of_game(2) == (result,)
    total = TotalRow(10, GameKind.PEOPLE, ALL_TIME, 1, 1, 1, 250, -3, 2, 2, 1, 0, -8, 5, 0, 250, -150, rating)
    assert await store.total(10, GameKind.PEOPLE, ALL_TIME, 1) == total
    season = replace(total, period=season_period(1))
    assert await store.total(10, GameKind.PEOPLE, season.period, 1) == season


async def assert_has_what_came_with_version_six(store: Store) -> None:
    assert await store.seasons(10) == (1000.0,)
    assert await store.rated_games(10) == (
        RatedGame(
            2,
            10,
            950.0,
            (
                RatedSide(1, (RatedSeat(1),)),
                RatedSide(2, (RatedSeat(level="hard"),)),
                RatedSide(3, (RatedSeat(2, left=True),)),
                RatedSide(4, (RatedSeat(level="easy"),)),
            ),
        ),
    )
    assert await store.skills(10, 1) == ((950.0, Skill(27.5, 8.25, 1110)),)


STANDARD = '{"preset": "standard"}'
PLAYED_BEFORE = {
    "the standard game": (STANDARD, None, "{}"),
    "the short game": ('{"preset":"short"}', None, '{"limit":50}'),
    "other rules": ('{"preset": "standard", "limit": 75}', None, None),
    "others than it was opened with": (STANDARD, '{"preset": "five"}', None),
}


@pytest.mark.parametrize(("rules", "then", "kept"), PLAYED_BEFORE.values(), ids=PLAYED_BEFORE.keys())
async def test_what_was_known_of_a_game_before_its_rules_were(
    rules: str, then: str | None, kept: str | None, path: Path
) -> None:
    """It is kept where the rules are easily told, and else left to be found in the game itself."""
    load(path, 2)
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO games VALUES (3, 10, 22, 'over', 'de', 1.0, NULL, 1, 1)")
    connection.execute("INSERT INTO actions VALUES (3, 1, 1.0, 'opened', 1, ?)", (f'{{"rules": {rules}}}',))
    if then is not None:
        body = f'{{"rules": {then}}}'
        connection.execute("INSERT INTO actions VALUES (3, 2, 1.0, 'ruleset', 1, ?)", (body,))
    connection.execute(
        "INSERT INTO results VALUES (2, 10, 'people', 3, 990.0, '1970-01', 3, 0, 7, 3, 0, 1, 1, 4, 0)"
    )
    connection.commit()
    connection.close()
    figures = (300, False, 7, 3, 0, 1, 1, 4, False)
    total = (2, 1, 0, 300, 7, 3, 3, 0, 1, 1, 4, 0, 300, 233)
    async with await Store.open(path) as store:
        assert await store.unfolded_games() == (2, 3), "which moons were missed, only the game can tell"
        if kept is None:
            assert await store.results_of_game(3) == ()
        else:
            assert await store.results_of_game(3) == (
                ResultRow(2, 10, GameKind.PEOPLE, 3, 990.0, "1970-01", kept, *figures),
            )
        for period in (ALL_TIME, "1970-01"):
            expected = None if kept is None else TotalRow(10, GameKind.PEOPLE, period, *total)
            assert await store.total(10, GameKind.PEOPLE, period, 2) == expected


async def test_opening_again_changes_nothing(path: Path) -> None:
    await (await Store.open(path)).close()
    before = path.read_bytes()
    await (await Store.open(path)).close()
    assert path.read_bytes() == before


BAD_STEPS = {
    "fails at its end": "CREATE TABLE extra (id INTEGER); INSERT INTO nowhere VALUES (1);",
    "breaks a constraint": "CREATE TABLE extra (id INTEGER CHECK (id > 0)); INSERT INTO extra VALUES (0);",
    "ends the transaction": "CREATE TABLE extra (id INTEGER); COMMIT; CREATE TABLE more (id INTEGER);",
    "has no end": "CREATE TABLE extra (id INTEGER); CREATE TABLE more (id INTEGER)",
    "leaves a row that points nowhere": "INSERT INTO messages VALUES (99, 'table', 1, 1, 1, 1);",
}


@pytest.mark.parametrize("sql", BAD_STEPS.values(), ids=BAD_STEPS.keys())
def test_a_step_that_fails_leaves_the_version_before_it(sql: str, path: Path) -> None:
    open_database(path, 0).close()
    good = Migration(NEXT, "good.sql", "CREATE TABLE good (id INTEGER);")
    bad = Migration(NEXT + 1, "bad.sql", sql)
    with pytest.raises(MigrationFailed, match=rf"from version {NEXT - 1} to {NEXT + 1} .+ run the version"):
        open_database(path, 0, (*PACKAGED, good, bad))
    connection = sqlite3.connect(path)
    assert version_of(connection) == NEXT
    assert schema(connection) == schema_after((*PACKAGED, good))
    connection.close()


def test_a_table_can_be_built_anew_with_rows_that_point_to_it(path: Path) -> None:
    load(path, len(PACKAGED))
    anew = Migration(
        NEXT,
        "anew.sql",
        """
        CREATE TABLE games_anew (game_id INTEGER PRIMARY KEY AUTOINCREMENT, status TEXT NOT NULL) STRICT;
        INSERT INTO games_anew SELECT game_id, status FROM games;
        DROP TABLE games;
        ALTER TABLE games_anew RENAME TO games;
        """,
    )
    connection = open_database(path, 0, (*PACKAGED, anew))
    assert connection.execute("SELECT * FROM games").fetchall() == [(1, "playing"), (2, "cancelled")]
    assert connection.execute("SELECT count(*) FROM panels").fetchone() == (1,)
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute("INSERT INTO messages VALUES (99, 'x', 1, 1, 1, 1)")
    connection.close()


def test_a_step_that_fails_takes_back_everything(database: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.OperationalError):
        migrate(database, (Migration(1, "bad.sql", "CREATE TABLE a (b); INSERT INTO nowhere VALUES (1);"),))
    assert not database.in_transaction
    assert version_of(database) == 0
    assert database.execute("PRAGMA application_id").fetchone() == (0,)
    assert schema(database) == {}


SCRIPTS = {
    "two": ("SELECT 1;\nSELECT 2;\n", ["SELECT 1;", "SELECT 2;"]),
    "one line": ("SELECT 1; SELECT 2;", ["SELECT 1;", "SELECT 2;"]),
    "in a string": ("SELECT 'a;b'; SELECT \";\";", ["SELECT 'a;b';", 'SELECT ";";']),
    "in a comment": ("-- a; b\nSELECT 1;", ["-- a; b\nSELECT 1;"]),
    "in a trigger": (
        "CREATE TRIGGER t BEFORE DELETE ON a BEGIN SELECT 1; SELECT 2; END; SELECT 3;",
        ["CREATE TRIGGER t BEFORE DELETE ON a BEGIN SELECT 1; SELECT 2; END;", "SELECT 3;"],
    ),
    "a comment at the end": ("SELECT 1;\n-- the end; really\n/* yes;\n */\n", ["SELECT 1;"]),
    "nothing": ("\n", []),
}


@pytest.mark.parametrize(("sql", "expected"), SCRIPTS.values(), ids=SCRIPTS.keys())
def test_a_script_is_split_into_statements(sql: str, expected: list[str]) -> None:
    assert list(statements(sql)) == expected


@pytest.mark.parametrize("sql", ["SELECT 1", "SELECT 1; SELECT 'a;", "CREATE TRIGGER t BEGIN SELECT 1;"])
def test_a_statement_without_an_end_is_refused(sql: str) -> None:
    with pytest.raises(BrokenMigration):
        list(statements(sql))
