"""Opening a database file: created where there is none, refused in one sentence where it cannot be used.

Synchronous: runs on a thread. A file that is there is opened by SQLite alone: closing another
handle on it would drop the locks of this process (https://www.sqlite.org/howtocorrupt.html, section 2.2).
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bot.store.advice import FULL, NO_MORE_FILES, OWNER, advice, room_for_files
from bot.store.errors import (
    OLDEST_SQLITE,
    CannotOpen,
    DatabaseDamaged,
    DatabaseForeign,
    DatabaseLocked,
    DatabaseTooNew,
    DatabaseUnreadable,
    DatabaseUnwritable,
    FolderMissing,
    MigrationFailed,
    SqliteTooOld,
    result_code,
)
from bot.store.schema import (
    APPLICATION_ID,
    BrokenMigration,
    Migration,
    migrate,
    missing,
    packaged_migrations,
    version_of,
)

_WAL_ROOM: Final = 1_000_000
"""Bytes that SQLite needs for its WAL mode, with some to spare."""

log = logging.getLogger(__name__)

RESTORE = "; put a backup in its place with hearts-bot restore"
ELSEWHERE = "; set another place in HEARTS_DATABASE"
"""What to do, unless the database was named otherwise: see `where_named`."""


def open_database(
    path: Path, patience: float, migrations: Sequence[Migration] | None = None
) -> sqlite3.Connection:
    """Open a database, create it where there is none, and bring it to this program's version.

    Args:
        path: the file; its folder exists.
        patience: seconds to wait for the lock of another process.
        migrations: all there are; the packaged ones if None.

    Returns:
        A connection in autocommit mode: WAL, synchronous=FULL, foreign keys on, deleted rows overwritten.

    Raises:
        CannotOpen: one of its subclasses, in a sentence that says why.
        SqliteTooOld: as it says.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise SqliteTooOld(sqlite3.sqlite_version)
    if migrations is None:
        migrations = packaged_migrations()
    path = path.absolute()
    with refusals(path):
        path = followed(path)
        if not path.parent.is_dir():
            raise FolderMissing(path, missing_folder(path.parent))
        if not path.exists():
            _create(path, migrations)
        look_at(path)
        connection = connect(path, patience)
        try:
            check(connection, path, migrations)
            _upgrade(connection, path, migrations)
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def followed(path: Path) -> Path:
    """The file that a link leads to, there or not, so that a new one is made where it points to.

    Raises:
        DatabaseUnreadable: it leads to itself.
    """
    real = Path(os.path.realpath(path))
    if real.is_symlink():
        raise DatabaseUnreadable(path, "it is a link that leads to itself" + ELSEWHERE)
    return real


def connect(path: Path, patience: float, options: str = "mode=rw") -> sqlite3.Connection:
    """A connection in autocommit mode to a file that is there, however it is.

    Args:
        path: the file, absolute.
        patience: seconds to wait for the lock of another process.
        options: of SQLite's (https://www.sqlite.org/uri.html); without a mode it would make a file in place
            of one that has just gone away.
    """
    return sqlite3.connect(
        f"{path.as_uri()}?{options}",
        uri=True,
        timeout=patience,
        isolation_level=None,
        check_same_thread=False,  # opened on one thread, used on another
    )


def journal(path: Path, kind: str = "wal") -> Path:
    """The file beside a database in which SQLite keeps what is not in it yet, or of another kind."""
    return path.with_name(f"{path.name}-{kind}")


def read_only(path: Path, patience: float) -> sqlite3.Connection:
    """A connection that leaves everything as it is; arguments as for `connect`."""
    # Without a journal nobody is changing the file, and taken as such it is left without one.
    quiet = not any(journal(path, kind).exists() for kind in ("wal", "journal"))
    return connect(path, patience, "mode=ro&immutable=1" if quiet else "mode=ro")


def _create(path: Path, migrations: Sequence[Migration]) -> None:
    """Make a complete database beside the place and then put it there, so that no crash leaves half a one."""
    left = journal(path)
    if left.exists():
        raise DatabaseDamaged(
            path,
            f"the file is missing, yet its journal {left.name} is there; put both back, or move it away",
        )
    if not may(path.parent, os.W_OK | os.X_OK):
        raise DatabaseUnwritable(path, "its folder cannot be written to" + OWNER)
    handle, draft_name = tempfile.mkstemp(".new", f".{path.name}-", path.parent)  # for its owner alone
    draft = Path(draft_name)
    try:
        with contextlib.closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            # It is synced as a whole afterwards.
            connection.execute("PRAGMA synchronous = OFF")
            migrate(connection, migrations)
            connection.execute("PRAGMA journal_mode = WAL")
        os.fsync(handle)
        os.close(handle)
        # Where another process was first, its database is as good.
        if put(draft, path):
            log.info("there was no database %s, so a new one was made", path)
    finally:
        draft.unlink(missing_ok=True)


def put(draft: Path, path: Path) -> bool:
    """Give a whole file its name, for good; False where there is a file of that name, which stays."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        return False
    except OSError:
        # A file system without links. Renaming would replace a file, so this leaves a moment for a race.
        if path.exists():
            return False
        draft.rename(path)
    sync_folder(path.parent)
    return True


def sync_folder(folder: Path) -> None:
    """Have the names of files in a folder on disk, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def look_at(path: Path, *, writing: bool = True) -> None:
    """Refuse what can be told without SQLite, whose own words would be vague.

    Raises:
        CannotOpen: it is no file, is empty, or cannot be read; or written, where it is to be.
    """
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise DatabaseUnreadable(path, "it is not a file" + ELSEWHERE)
    if found.st_size == 0:
        raise DatabaseDamaged(path, f"the file is empty{RESTORE}, or remove it to begin anew")
    if not may(path, os.R_OK):
        raise DatabaseUnreadable(path, "the file cannot be read" + OWNER)
    if not writing:
        return
    if not may(path, os.W_OK):
        raise DatabaseUnwritable(path, "the file cannot be written to" + OWNER)
    if not may(path.parent, os.W_OK | os.X_OK):
        raise DatabaseUnwritable(path, "its folder cannot be written to" + OWNER)


def missing_folder(folder: Path) -> str:
    """Why nothing can be opened in a folder that is not there, and what to do."""
    return f"there is no folder {folder}; make it, or set another place in HEARTS_DATABASE"


def where_named(sentence: str) -> str:
    """A sentence about a database that was named with an option of a command, not with a setting."""
    return sentence.replace("in HEARTS_DATABASE", "with --database")


def beside(path: Path, what: str) -> Path:
    """The file beside a database that has its name and a word more, such as "hearts.sqlite.lock"."""
    return path.with_name(f"{path.name}.{what}")


def may(path: Path, mode: int) -> bool:
    """Whether this process may do that to a file or folder; the mode is one of `os.access`."""
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids)


def check(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> None:
    """Refuse a database of another program or a newer one, and a damaged one.

    Raises:
        CannotOpen: as it says.
    """
    check_owner(connection, path)
    version = version_of(connection)
    if version > len(migrations):
        raise DatabaseTooNew(
            path,
            f"it is at version {version} and this program knows versions up to {len(migrations)}; "
            "update the program",
        )
    if version < 1:
        raise DatabaseDamaged(path, f"its version is {version}, which no program has written{RESTORE}")
    if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise DatabaseDamaged(path, "the file is damaged" + RESTORE)
    lacking = missing(connection, migrations[:version])
    if lacking is not None:
        raise DatabaseDamaged(path, f"the {lacking} is missing{RESTORE}")


def check_owner(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a database of another program.

    Raises:
        DatabaseForeign: as it says.
    """
    application_id = connection.execute("PRAGMA application_id").fetchone()[0]
    if application_id != APPLICATION_ID:
        raise DatabaseForeign(path, "it belongs to another program" + ELSEWHERE)


def _upgrade(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> None:
    connection.execute("PRAGMA synchronous = FULL")
    before = version_of(connection)
    try:
        migrate(connection, migrations)
    except (sqlite3.Error, BrokenMigration) as error:
        blame = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH)
        if isinstance(error, sqlite3.Error) and result_code(error) & 0xFF not in blame:
            raise  # the file or the disk, not the step
        now = version_of(connection)
        how = (
            "it is as it was, so"
            if now == before
            else f"it is at {now} now, so restore the copy from before and"
        )
        raise MigrationFailed(
            path,
            f"it could not be brought from version {before} to {len(migrations)} ({error}); {how} run the"
            " version of the program that you had until there is one in which this is mended",
        ) from error
    if before != len(migrations):
        log.info("the database %s was at version %d and is now at %d", path, before, len(migrations))


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise DatabaseUnwritable(path, f"its file system does not support SQLite's WAL mode{ELSEWHERE}")
    connection.execute("PRAGMA foreign_keys = ON")
    # Otherwise what is deleted can be read in the file until something else happens to be written there.
    connection.execute("PRAGMA secure_delete = ON")
    # Nothing is written, but everything that writing needs is asked for.
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("ROLLBACK")


@contextlib.contextmanager
def refusals(path: Path) -> Iterator[None]:
    """Turn what the system and SQLite say while a database is opened into one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        match result_code(error) & 0xFF:
            case sqlite3.SQLITE_NOTADB:
                raise DatabaseUnreadable(
                    path, f"it is not an SQLite database, or its start is damaged{RESTORE}"
                ) from error
            case sqlite3.SQLITE_CORRUPT:
                raise DatabaseDamaged(path, "the file is damaged" + RESTORE) from error
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                raise DatabaseLocked(path, "another process has locked it; end that one first") from error
            case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
                raise DatabaseUnwritable(path, "it cannot be written to" + OWNER) from error
            case sqlite3.SQLITE_FULL:
                raise DatabaseUnwritable(path, FULL) from error
            # That the files of its WAL mode have no room is all the same to SQLite.
            case sqlite3.SQLITE_IOERR if shutil.disk_usage(path.parent).free < _WAL_ROOM:
                raise DatabaseUnwritable(path, FULL) from error
            case sqlite3.SQLITE_IOERR:
                raise CannotOpen(path, f"the disk failed ({error}); look into the system's log") from error
            case sqlite3.SQLITE_CANTOPEN if not room_for_files(path):
                raise DatabaseUnwritable(path, NO_MORE_FILES) from error
            case sqlite3.SQLITE_CANTOPEN:
                why = f"it, {path.name}-wal or {path.name}-shm beside it cannot be opened{OWNER}"
                raise CannotOpen(path, why) from error
            case _:
                raise CannotOpen(path, f"SQLite says: {error}; look into the system's log") from error
    except OSError as error:
        why = advice(error, path)
        raise (DatabaseUnwritable if why in (FULL, NO_MORE_FILES) else CannotOpen)(path, why) from error
