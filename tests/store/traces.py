"""Where something of a person can be found in a database, or in the bytes of its files."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def traces(path: Path, discord_id: int, name: str) -> list[str]:
    """Every column of every table with an account or a name in it, also within a text or in JSON."""
    connection = sqlite3.connect(path)
    tables = [table for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found: list[str] = []
    for table in tables:
        cursor = connection.execute(f"SELECT * FROM {table}")
        columns = [each[0] for each in cursor.description]
        for row in cursor:
            for column, value in zip(columns, row, strict=True):
                if any(_says(part, discord_id, name) for part in _parts(value)):
                    found.append(f"{table}.{column}: {value!r}")
    connection.close()
    return found


def _says(value: Any, discord_id: int, name: str) -> bool:
    text = str(value).casefold()
    return str(discord_id) in text or name.casefold() in text


def _parts(value: Any) -> Iterator[Any]:
    """A value, and where it is JSON, all that is in it, without escapes."""
    yield value
    if isinstance(value, str) and value[:1] in ("{", "["):
        yield json.dumps(json.loads(value), ensure_ascii=False)


def traces_in_files(path: Path, discord_id: int, name: str) -> list[str]:
    """The files of a database in whose bytes an account or a name stands, be it in rows that were deleted."""
    # As SQLite writes them: https://www.sqlite.org/fileformat.html#record_format
    wanted = {
        "account": discord_id.to_bytes(8, "big"),
        "digits": str(discord_id).encode(),
        "name": name.encode(),
    }
    files = [each for each in path.parent.glob(f"{path.name}*") if not each.name.endswith("-shm")]
    assert path in files
    return [
        f"{file.name}: {what}"
        for file in sorted(files)
        for what, data in wanted.items()
        if data in file.read_bytes()
    ]
