"""What is in a database's place when a copy is put there: kept whole beside it before anything is replaced.

A file never stands without its journals, of which it would know nothing: a bot that was started then would
run without what they hold, and say nothing of it. So they are written into the file first; where that cannot
be, since it is damaged, the file makes room for an empty one, which every start refuses, before they go.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from glob import escape
from pathlib import Path
from typing import Final

from bot.store.advice import advice
from bot.store.database import beside, connect, journal, put, sync_folder
from bot.store.errors import DatabaseDamaged, DatabaseLocked, result_code

STAMP: Final = "%Y-%m-%dT%H-%M-%SZ"
"""A time in the name of a file, in UTC."""

BEFORE: Final = "before"
"""In the name of what was in a database's place before a restore."""

RESCUED: Final = "rescued"
"""In the name of what a database held that was removed while it was open."""

DRAFT_LIFE: Final = 86400.0
"""Seconds after which whoever made the draft of a copy is taken to have been killed."""

_KEPT: Final = ("wal", "journal")
_JOURNALS: Final = (*_KEPT, "shm")
_PATIENCE: Final = 5.0
_HELD: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


@contextlib.contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """A file beside a target, for its owner alone, that is gone afterwards unless it was renamed."""
    with _draft(f".{target.stem}-", ".draft", target.parent) as draft:
        yield draft


@contextlib.contextmanager
def draft_for(database: Path) -> Iterator[Path]:
    """The same for what comes in a database's place, which nobody makes but who has its lock."""
    with _draft(f".{database.name}-", ".restore", database.parent) as draft:
        yield draft


@contextlib.contextmanager
def _draft(start: str, end: str, folder: Path) -> Iterator[Path]:
    handle, name = tempfile.mkstemp(end, start, folder)
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
    finally:
        for path in (draft, *(journal(draft, kind) for kind in _JOURNALS)):
            path.unlink(missing_ok=True)


def remove_drafts(database: Path) -> None:
    """Remove what a killed restore left beside a database, whose lock is held."""
    database = Path(os.path.realpath(database))
    with contextlib.suppress(OSError):
        for path in database.parent.glob(f".{escape(database.name)}-*.restore*"):
            path.unlink(missing_ok=True)
        remove_old_drafts(database, database.parent)


def remove_old_drafts(database: Path, folder: Path) -> None:
    """Remove what killed copies of a database left in a folder; one that is being made stays."""
    for stem in {each.stem for each in as_named(database)}:
        for path in folder.glob(f".{escape(stem)}-*.draft*"):
            # Others may finish theirs meanwhile.
            with contextlib.suppress(FileNotFoundError):
                if time.time() - path.stat().st_mtime > DRAFT_LIFE:
                    path.unlink()


def as_named(database: Path) -> tuple[Path, Path]:
    """A database as it was named, and the file this leads to; after both there may be copies named."""
    return database, Path(os.path.realpath(database))


@dataclass(frozen=True, slots=True)
class Aside:
    """What was kept of a database.

    Attributes:
        path: the copy; where there were only journals, the name they are kept under.
        sound: whether all of it is in that one file.
    """

    path: Path
    sound: bool


def set_aside(database: Path, now: float) -> Aside | None:
    """Copy what is in a database's place to a name with the time: in one file, or damaged as it is.

    Args:
        database: the file, whose lock is held; it stays as it is.
        now: the time in Unix seconds.

    Returns:
        The copy, which is on disk; None where there is nothing.

    Raises:
        OSError: there is no copy.
    """
    journals = [kind for kind in _KEPT if journal(database, kind).exists()]
    if not database.exists() and not journals:
        return None
    before = free_name(database, BEFORE, now)
    with draft_for(database) as draft:
        _copy_all(database, draft, journals)
        sound = not journals or _settled(draft)
        if not sound:
            # What SQLite made of it meanwhile is not what was there.
            _copy_all(database, draft, journals)
            for kind in journals:
                put(journal(draft, kind), journal(before, kind))
        if database.exists():
            put(draft, before)
    return Aside(before, sound)


def replace(database: Path, draft: Path, aside: Aside | None) -> None:
    """Put a file in a database's place, all at once.

    Args:
        database: the file, whose lock is held, or where it will be.
        draft: what comes there, on disk.
        aside: what was kept.

    Raises:
        DatabaseLocked: another process has the database open; everything is as it was.
        OSError: it cannot be done; everything is as it was.
        DatabaseDamaged: nor can what was there be put back; it is kept.
    """
    emptied = False
    try:
        if _has_journals(database) and not (aside is not None and aside.sound and _settled(database)):
            with draft_for(database) as nothing:
                nothing.replace(database)
                emptied = True
            sync_folder(database.parent)
        for kind in _JOURNALS:
            journal(database, kind).unlink(missing_ok=True)
        sync_folder(database.parent)
        draft.replace(database)
    except BaseException:
        if emptied:
            _put_back(database, aside)
        if aside is not None:
            for path in (aside.path, *(journal(aside.path, kind) for kind in _KEPT)):
                path.unlink(missing_ok=True)
        raise
    sync_folder(database.parent)


def free_name(database: Path, what: str, now: float) -> Path:
    """A name beside a database that nothing has, such as "hearts.sqlite.before-2026-11-30T15-00-00Z"."""
    stamped = f"{what}-{datetime.fromtimestamp(now, UTC):{STAMP}}"
    path, number = beside(database, stamped), 1
    while any(os.path.lexists(each) for each in (path, *(journal(path, kind) for kind in _JOURNALS))):
        number += 1
        path = beside(database, f"{stamped}-{number}")
    return path


def _copy_all(database: Path, target: Path, journals: list[str]) -> None:
    """Copy a database as it is, for its owner alone, and have that on disk."""
    for source, copy in (
        *((journal(database, kind), journal(target, kind)) for kind in journals),
        (database, target),
    ):
        if source.exists():
            copy.touch(mode=0o600)
            shutil.copyfile(source, copy)
            sync_file(copy)


def sync_file(path: Path) -> None:
    """Have the content of a file on disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _has_journals(database: Path) -> bool:
    return any(journal(database, kind).exists() for kind in _JOURNALS)


def _settled(database: Path) -> bool:
    """Write a database's journals into it, after which it is one file; False where it is damaged.

    Raises:
        DatabaseLocked: another process has it open, even one that does nothing with it.
    """
    if not database.stat().st_size:
        return False  # SQLite would throw the journals of an empty one away
    try:
        with contextlib.closing(connect(database, _PATIENCE)) as connection:
            if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                return False
            # Leaving the WAL mode takes the database for this connection alone.
            mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
    except sqlite3.Error as error:
        if result_code(error) & 0xFF in _HELD:
            raise DatabaseLocked(database, "another process has it open; end that one first") from error
        return False
    return mode == "delete" and not any(journal(database, kind).exists() for kind in _KEPT)


def _put_back(database: Path, aside: Aside | None) -> None:
    """Have what was kept in the place of the empty file again, or nothing where there was nothing.

    Raises:
        DatabaseDamaged: it cannot be done.
    """
    before = None if aside is None else aside.path
    try:
        if before is not None:
            for kind in _KEPT:
                if journal(before, kind).exists():
                    shutil.copyfile(journal(before, kind), journal(database, kind))
        if before is not None and before.exists():
            with draft_for(database) as draft:
                shutil.copyfile(before, draft)
                sync_file(draft)
                draft.replace(database)
        else:
            database.unlink(missing_ok=True)
    except OSError as error:
        kept = "remove it" if before is None else f"put {before.name} in its place, and what is beside that"
        raise DatabaseDamaged(
            database, f"the file was emptied for a restore, which failed ({advice(error)}); {kept}"
        ) from error
