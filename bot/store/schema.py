"""The numbered migrations, and how a database is brought from one version to the next."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

APPLICATION_ID = 0x48525A4E
"""In the header of every database of this program ("HRZN"), so that no other file is taken for one."""


_COMMENT = re.compile(r"--.*|/\*(?s:.*?)\*/")
_PARTS = "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
_TRANSACTION_WORDS = frozenset({"BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE"})


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema.

    Attributes:
        version: what the database is afterwards, counted from 1.
        name: of its file.
        sql: statements, none of which begins or ends a transaction.
    """

    version: int
    name: str
    sql: str


class BrokenMigration(Exception):
    """A migration file that is not one: a mistake in the program, not in a database."""


def packaged_migrations() -> tuple[Migration, ...]:
    """Give the migrations that come with the program, version 1 first.

    Raises:
        BrokenMigration: their numbers are not 1, 2, 3, … or a name is not like `0001_words.sql`.
    """
    migrations: list[Migration] = []
    folder = resources.files("bot.store").joinpath("migrations")
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".sql"):
            continue
        match = re.fullmatch(r"(\d{4})_[a-z0-9_]+\.sql", file.name)
        if match is None or int(match[1]) != len(migrations) + 1:
            raise BrokenMigration(f"{file.name} is not migration {len(migrations) + 1:04}")
        migrations.append(Migration(len(migrations) + 1, file.name, file.read_text(encoding="utf-8")))
    return tuple(migrations)


def statements(sql: str) -> Iterator[str]:
    """Split a script into statements; semicolons in strings, comments and trigger bodies do not split.

    Raises:
        BrokenMigration: the last statement is not ended by a semicolon.
    """
    statement = ""
    for part in re.split(r"(?<=;)", sql):
        statement += part
        if sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""
    if _COMMENT.sub("", statement).strip():
        raise BrokenMigration(f"a statement has no end: {statement.strip()!r}")


def version_of(connection: sqlite3.Connection) -> int:
    """Give the schema version of a database: 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """Bring a database to the version of the last migration, each step in a transaction of its own.

    Args:
        connection: in autocommit mode, with foreign keys off, so that a step may build a table anew.
        migrations: all there are, version 1 first.

    Raises:
        sqlite3.Error: a step failed; the database is at the version before it.
        BrokenMigration: likewise, as the step itself is wrong.
    """
    for migration in migrations:
        if version_of(connection) >= migration.version:
            continue
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Asked again inside, as another process may have migrated while this one waited for the lock.
            if version_of(connection) < migration.version:
                _apply(connection, migration)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def missing(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> str | None:
    """What a database lacks of what these migrations make, such as "table games"; None where it has all."""
    there = {*connection.execute(_PARTS)}
    return next(
        (f"{kind} {name}" for kind, name in _made_by((*migrations,)) if (kind, name) not in there), None
    )


@cache
def _made_by(migrations: tuple[Migration, ...]) -> tuple[tuple[str, str], ...]:
    """The kind and the name of everything that these make, tables first."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, migrations)
        return tuple(sorted(connection.execute(_PARTS), key=lambda part: part[0] != "table"))


def _apply(connection: sqlite3.Connection, migration: Migration) -> None:
    steps = tuple(statements(migration.sql))
    for step in steps:
        word = _COMMENT.sub("", step).split(maxsplit=1)[0].rstrip(";").upper()
        if word in _TRANSACTION_WORDS:
            raise BrokenMigration(f"{migration.name} says {word}, but runs in one transaction")
    for step in steps:
        connection.execute(step)
    if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise BrokenMigration(f"{migration.name} leaves a row that points nowhere")
    # Both are in the file's header, and the header is part of the transaction.
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {migration.version}")
