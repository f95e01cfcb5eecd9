"""Copies of a database: made while a bot runs on it, checked before they count, and put back in its place.

Synchronous: runs on a thread of its own, over connections of its own. A copy is of one moment, as SQLite's
online backup (https://www.sqlite.org/backup.html) works in a read transaction, and hinders nobody who writes.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from glob import escape
from pathlib import Path
from typing import Final

from bot.store.advice import FULL, OWNER, advice
from bot.store.aside import (
    BEFORE,
    RESCUED,
    STAMP,
    as_named,
    draft_for,
    draft_of,
    remove_drafts,
    remove_old_drafts,
    replace,
    set_aside,
)
from bot.store.database import (
    check,
    check_owner,
    connect,
    followed,
    journal,
    look_at,
    may,
    put,
    read_only,
    refusals,
)
from bot.store.errors import (
    BackupFailed,
    BackupStopped,
    CannotOpen,
    DatabaseMissing,
    RestoreFailed,
    result_code,
)
from bot.store.lock import DatabaseLock
from bot.store.schema import packaged_migrations, version_of

PAGES: Final = 512
"""How many pages are copied at a time; in between the copying can be stopped."""

ROOM: Final = 64 * 1024 * 1024
"""Bytes that a copy leaves free on its disk, so that it is not what fills it up."""

_PATIENCE: Final = 5.0
_SKEW: Final = 3600.0
"""Seconds by which a clock may be set back without anything being made of it."""

_BESIDE: Final = ("-wal", "-shm", "-journal", ".lock")
_COPY: Final = re.compile(r"(?P<stem>.*)-(?P<at>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)(?P<suffix>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a database in one file.

    Attributes:
        path: the file.
        version: of its schema.
        games: how many games are in it.
        size: in bytes.
    """

    path: Path
    version: int
    games: int
    size: int


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore has done.

    Attributes:
        copy: what is in the database's place now.
        before: where the file that was there is kept; None where there was none.
    """

    copy: Copy
    before: Path | None


def _never() -> bool:
    return False


def back_up(database: Path, destination: Path, now: float, stopped: Callable[[], bool] = _never) -> Copy:
    """Copy a database, whether or not a bot runs on it; what is at the destination is whole or not there.

    Args:
        database: the file.
        destination: a file that is not there yet; or a folder, for a file that is named by the time, and
            after the database as it is named here, even where that is a link.
        now: the time in Unix seconds.
        stopped: asked now and then whether to give up.

    Raises:
        BackupFailed: in a sentence that says why; there is no copy.
        BackupStopped: it was told to.
        CannotOpen: the database cannot be used.
    """
    destination, named = destination.absolute(), database
    with refusals(database.absolute()):
        database = followed(database)
        if not database.exists():
            raise BackupFailed(f"There is no database {database}.")
    try:
        target = destination / copy_name(named, now) if destination.is_dir() else destination
        _check_target(target)
    except OSError as error:
        raise BackupFailed(f"The copy {destination} could not be made: {_said(error)}.") from error
    with refusals(database):
        look_at(database, writing=False)
        # SQLite needs more rights than to read, unless nobody writes meanwhile.
        quiet = not (may(database, os.W_OK) and may(database.parent, os.W_OK | os.X_OK))
        before = _state(database)
        with contextlib.closing(_source(database, quiet)) as source:
            check_owner(source, database)
    try:
        with contextlib.closing(_source(database, quiet)) as source, draft_of(target) as draft:
            _leave_room(source, target.parent)
            version, games = _copied(source, draft, stopped)
            if quiet and _state(database) != before:
                raise BackupFailed(f"The database {database} was written meanwhile; try again.")
            if not put(draft, target):
                raise BackupFailed(_taken(target))
    except (sqlite3.Error, OSError) as error:
        if stopped():
            raise BackupStopped from error
        raise BackupFailed(f"The copy {target} could not be made: {_said(error)}.") from error
    return Copy(target, version, games, target.stat().st_size)


def restore(source: Path, database: Path, now: float) -> Restored:
    """Put a copy in a database's place; what was there is kept beside it under a name with the time.

    Args:
        source: a backup, or any database of this program; it stays as it is.
        database: the file; no bot runs on it.
        now: the time in Unix seconds.

    Raises:
        RestoreFailed: the copy is none, is damaged or is from a newer program; nothing has changed.
        DatabaseInUse: a bot runs on the database.
        DatabaseLocked: another process has it open; nothing has changed.
        CannotOpen: its folder is missing or cannot be written to.
    """
    source, database = Path(os.path.realpath(source)), Path(os.path.realpath(database))
    if not source.exists():
        raise RestoreFailed(f"There is no file {source}.")
    if database.exists() and source.samefile(database):
        raise RestoreFailed(f"{source} is the database itself.")
    if database.exists() and not database.is_file():
        raise RestoreFailed(f"{database} is not a file; name another place for the database.")
    lock = DatabaseLock.take(database)
    try:
        remove_drafts(database)
        with contextlib.ExitStack() as stack:
            try:
                with refusals(source):
                    look_at(source, writing=False)
                    copied = stack.enter_context(contextlib.closing(read_only(source, _PATIENCE)))
                    check(copied, source, packaged_migrations())
            except CannotOpen as error:
                why = error.why if error.why.endswith(OWNER) else error.why.partition(";")[0]
                raise RestoreFailed(f"The copy {source} cannot be restored: {why}.") from error
            try:
                draft = stack.enter_context(draft_for(database))
                version, games = _copied(copied, draft, _never)
                aside = set_aside(database, now)
                replace(database, draft, aside)
            except (sqlite3.Error, OSError, BackupFailed) as error:
                raise RestoreFailed(f"The copy {source} was not restored: {_said(error)}.") from error
        before = aside.path if aside is not None and aside.path.exists() else None
        return Restored(Copy(database, version, games, database.stat().st_size), before)
    finally:
        lock.release()


def make_folder(folder: Path) -> None:
    """Have a folder for copies, for its owner alone where it is new; the one it is in must be there.

    Raises:
        BackupFailed: in a sentence that says why there is none.
    """
    try:
        if folder.is_dir():
            return
        if not folder.parent.is_dir():
            raise BackupFailed(f"There is no folder {folder.parent}; make it first.")
        folder.mkdir(mode=0o700, exist_ok=True)
    except FileExistsError:
        raise BackupFailed(in_the_way(folder)) from None
    except OSError as error:
        raise BackupFailed(f"The folder {folder} could not be made: {advice(error)}.") from error


def in_the_way(folder: Path) -> str:
    """What to do where a file has the name of a folder for copies."""
    return f"{folder} is a file, where a folder for copies is to be; move it elsewhere."


def copy_name(database: Path, now: float) -> str:
    """The name of a copy of a database: "hearts-2026-11-30T15-00-00Z.sqlite", in UTC."""
    return f"{database.stem}-{datetime.fromtimestamp(now, UTC):{STAMP}}{database.suffix}"


def copies(database: Path, folder: Path) -> tuple[tuple[float, Path], ...]:
    """The copies of a database in a folder that are named by their time, the oldest first, with it.

    Where the database is a link, those count as well that are named after what it leads to.
    """
    names = {(each.stem, each.suffix) for each in as_named(database)}
    found: list[tuple[float, Path]] = []
    if folder.is_dir():
        for path in folder.iterdir():
            match = _COPY.fullmatch(path.name)
            if match is not None and (match["stem"], match["suffix"]) in names:
                with contextlib.suppress(ValueError):  # a date there is not
                    at = datetime.strptime(match["at"], STAMP).replace(tzinfo=UTC)
                    found.append((at.timestamp(), path))
    return tuple(sorted(found))


def newest(found: Iterable[tuple[float, Path]], now: float) -> tuple[float, Path] | None:
    """Of what `copies` found the one that was made last; None where there is none.

    What bears a time that is yet to come was made while the clock was wrong, and is older than all others.
    """
    return max(found, key=lambda copy: _rank(copy, now), default=None)


def prune(database: Path, folder: Path, keep: int, now: float, made: Path | None = None) -> tuple[Path, ...]:
    """Remove the oldest copies of a database in a folder, and what broken-off ones left.

    Args:
        database: the file.
        folder: where copies are.
        keep: how many of them stay.
        now: the time in Unix seconds.
        made: the copy that has just been made, which is the newest whatever its name.

    Returns:
        The copies that were removed.
    """
    found = sorted(copies(database, folder), key=lambda copy: (copy[1] == made, _rank(copy, now)))
    removed = tuple(path for _, path in found[: -keep or None])
    for path in removed:
        path.unlink(missing_ok=True)
    remove_old_drafts(database, folder)
    return removed


def _rank(copy: tuple[float, Path], now: float) -> tuple[bool, float]:
    return not is_to_come(copy[0], now), copy[0]


def is_to_come(at: float, now: float) -> bool:
    """Whether a time is yet to come, by so much that a clock must have been wrong; both in Unix seconds."""
    return at > now + _SKEW


def missing_yet_copied(database: Path, folder: Path) -> DatabaseMissing | None:
    """Why a database that is not there must not begin anew: there are copies of it.

    Raises:
        CannotOpen: whether there are cannot be seen.
    """
    with refusals(database.absolute()):
        real = followed(database)
        if real.exists():
            return None
        if not copies(database, folder):
            folder, name = real.parent, escape(real.name)
            if not any((*folder.glob(f"{name}.{RESCUED}-*"), *folder.glob(f"{name}.{BEFORE}-*"))):
                return None
    return DatabaseMissing(
        database,
        f"the file is missing, yet there are copies of it in {folder};"
        " put one back with hearts-bot restore, or move them away to begin anew",
    )


def _source(database: Path, quiet: bool) -> sqlite3.Connection:
    return (read_only if quiet else connect)(database, _PATIENCE)


def _state(database: Path) -> tuple[object, ...]:
    """What changes with a database that is written; of its journals only that they are there."""
    found = database.stat()
    there = (journal(database, kind).exists() for kind in ("wal", "journal"))
    return found.st_ino, found.st_size, found.st_mtime_ns, *there


def _taken(target: Path) -> str:
    return f"There is a file {target} already; name another one, or a folder."


def _check_target(target: Path) -> None:
    if not target.parent.is_dir():
        raise BackupFailed(f"There is no folder {target.parent}; make it first.")
    if os.path.lexists(target):
        raise BackupFailed(_taken(target))
    if target.name.endswith(_BESIDE):
        raise BackupFailed(f"{target} is a name for what is beside a database; name another file.")
    if journal(target).exists():
        raise BackupFailed(f"There is a journal {journal(target)}; name another file, or a folder.")
    if not may(target.parent, os.W_OK | os.X_OK):
        raise BackupFailed(f"The folder {target.parent} cannot be written to; give the right to do so.")


def _leave_room(source: sqlite3.Connection, folder: Path) -> None:
    pages, size = (source.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "page_size"))
    lacking = no_room(pages * size, folder)
    if lacking is not None:
        raise BackupFailed(lacking)


def no_room(size: int, folder: Path) -> str | None:
    """Why a copy of so many bytes does not go into a folder, in a sentence; None where it does."""
    free = shutil.disk_usage(folder).free
    if free >= size + ROOM:
        return None
    return (
        f"There is no room for a copy in {folder}: it takes {_megabytes(size)} MB, besides which"
        f" {_megabytes(ROOM)} MB have to stay free, and {free // 1_000_000} MB are free; make room."
    )


def _megabytes(size: int) -> int:
    return -(-size // 1_000_000)


def _copied(source: sqlite3.Connection, draft: Path, stopped: Callable[[], bool]) -> tuple[int, int]:
    """Copy a database into a draft, check that, and have it on disk; gives its version and games."""

    def ask(*_: int) -> None:
        if stopped():
            raise BackupStopped

    with contextlib.closing(sqlite3.connect(draft, isolation_level=None)) as target:
        # It is synced as a whole afterwards.
        target.execute("PRAGMA synchronous = OFF")
        # What is read from here on is of one moment, so that no write makes the copying begin again.
        source.execute("BEGIN")
        try:
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(target, pages=PAGES, progress=ask, sleep=0)
        finally:
            source.execute("ROLLBACK")
        # One file, that can also be read where nothing may be written.
        target.execute("PRAGMA journal_mode = DELETE")
        target.set_progress_handler(stopped, 100_000)
        if target.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise BackupFailed("The database is damaged, so this copy of it is not kept.")
        target.set_progress_handler(None, 0)
        version = version_of(target)
        games = target.execute("SELECT count(*) FROM games").fetchone()[0]
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    return version, games


def _said(error: Exception) -> str:
    """What an error says, as a part of a sentence."""
    if isinstance(error, OSError):
        return advice(error)
    if isinstance(error, sqlite3.Error) and result_code(error) & 0xFF == sqlite3.SQLITE_FULL:
        return FULL
    return str(error).rstrip(".")
