"""A dump of every released version of the schema, with something in every table.

After a migration is added, `python -m tests.store.released` writes the dump of the new version: the one
before it, migrated. Rows for new tables are added there by hand, and no dump is changed after a release.
"""

import sqlite3
from pathlib import Path

from bot.store.schema import APPLICATION_ID, Migration, migrate, packaged_migrations

FOLDER = Path(__file__).parent / "schemas"


def dump_of(version: int) -> Path:
    """The file with the dump of a version."""
    return FOLDER / f"{version:04}.sql"


def load(database: Path, version: int) -> None:
    """Make a database of an earlier version from its dump."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.executescript(dump_of(version).read_text(encoding="utf-8"))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {version}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()


def schema(connection: sqlite3.Connection) -> dict[tuple[str, str], str | None]:
    """Everything a schema consists of: kind and name, and the statement that made it."""
    found = connection.execute("SELECT type, name, sql FROM sqlite_master")
    return {(kind, name): sql for kind, name, sql in found}


def schema_after(migrations: tuple[Migration, ...]) -> dict[tuple[str, str], str | None]:
    """The schema that an empty database has after these migrations."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection, migrations)
    found = schema(connection)
    connection.close()
    return found


def write_missing_dumps() -> None:
    """Write the dumps of versions that have none."""
    migrations = packaged_migrations()
    for version in range(1, len(migrations) + 1):
        if dump_of(version).exists():
            continue
        connection = sqlite3.connect(":memory:", isolation_level=None)
        if version > 1:
            connection.executescript(dump_of(version - 1).read_text(encoding="utf-8"))
            connection.execute(f"PRAGMA user_version = {version - 1}")
        migrate(connection, migrations[:version])
        dump_of(version).write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")
        connection.close()


if __name__ == "__main__":
    write_missing_dumps()
