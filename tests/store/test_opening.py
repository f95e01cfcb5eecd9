"""What is opened, how, and what is refused in which sentence."""
# ruff: noqa: ASYNC240 (small files, and nobody else waits for the loop)

import asyncio
import contextlib
import errno
import os
import re
import shutil
import sqlite3
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.store import (
    CannotOpen,
    DatabaseDamaged,
    DatabaseForeign,
    DatabaseLocked,
    DatabaseTooNew,
    DatabaseUnreadable,
    DatabaseUnwritable,
    FolderMissing,
    SqliteTooOld,
    StorageFailed,
    Store,
)
from bot.store.database import open_database, refusals
from bot.store.inspection import inspect
from bot.store.schema import packaged_migrations
from tests.store.samples import no_privileges, rows


async def filled(path: Path) -> None:
    """A closed database of about 150 pages."""
    async with await Store.open(path) as store:
        for channel in range(5):
            await store.create_game(1, channel, "en", rows(2000), 1.0)


async def refusal(path: Path) -> CannotOpen:
    """Why a database is not opened; checks that nothing beside it or in it changes."""
    before = {file: file.read_bytes() for file in path.parent.glob("*") if file.is_file()}
    with pytest.raises(CannotOpen) as caught:
        await Store.open(path, patience=0)
    after = {file: file.read_bytes() for file in path.parent.glob("*") if file.is_file()}
    assert after == before
    return caught.value


def sentence(path: Path, why: str) -> str:
    return f"The database {path} cannot be opened: {why}."


async def test_a_new_database_is_for_its_owner_alone(path: Path) -> None:
    before = os.umask(0)
    try:
        async with await Store.open(path) as store:
            await store.set_value("a", "b")
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    finally:
        os.umask(before)
    assert modes == {"hearts.db": 0o600, "hearts.db-wal": 0o600, "hearts.db-shm": 0o600}
    assert [file.name for file in path.parent.iterdir()] == ["hearts.db"]


def test_what_a_commit_promises(path: Path) -> None:
    connection = open_database(path, 0)
    for pragma, expected in {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}.items():
        assert connection.execute(f"PRAGMA {pragma}").fetchone() == (expected,)
    connection.close()


@pytest.mark.parametrize("name", ["hearts", "with space.db", "what?mode=memory#1%20.db", "Bücher.db"])
async def test_any_file_name_will_do(name: str, tmp_path: Path) -> None:
    async with await Store.open(str(tmp_path / name)) as store:
        await store.set_value("a", "b")
    assert [file.name for file in tmp_path.iterdir()] == [name]
    async with await Store.open(tmp_path / name) as store:
        assert await store.get_value("a") == "b"


async def test_a_link_to_a_file_that_is_not_there_yet(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "real.db")
    await (await Store.open(tmp_path / "link.db")).close()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link.db", "real.db"]
    assert (tmp_path / "link.db").is_symlink()


async def test_many_open_a_new_database_at_once(path: Path) -> None:
    stores = await asyncio.gather(*(Store.open(path) for _ in range(8)))
    for number, store in enumerate(stores):
        await store.set_value(str(number), "here")
    assert [await stores[0].get_value(str(number)) for number in range(8)] == ["here"] * 8
    # One after another: of two that close at once neither is the last, and SQLite leaves the journal.
    for store in stores:
        await store.close()
    assert [file.name for file in path.parent.iterdir()] == ["hearts.db"]


async def test_folder_missing(tmp_path: Path) -> None:
    path = tmp_path / "data" / "hearts.db"
    error = await refusal(path)
    assert isinstance(error, FolderMissing)
    assert str(error) == sentence(
        path, f"there is no folder {path.parent}; make it, or set another place in HEARTS_DATABASE"
    )
    assert not path.parent.exists()


async def test_a_folder_in_its_place(path: Path) -> None:
    path.mkdir()
    error = await refusal(path)
    assert isinstance(error, DatabaseUnreadable)
    assert str(error) == sentence(path, "it is not a file; set another place in HEARTS_DATABASE")


@pytest.mark.parametrize(
    "content", [b"Dear diary,\n" * 1000, b"\x89PNG\r\n\x1a\n", b"SQLite format 3\0", os.urandom(8192)]
)
async def test_not_a_database(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    error = await refusal(path)
    assert isinstance(error, DatabaseUnreadable)
    assert str(error) == sentence(
        path,
        "it is not an SQLite database, or its start is damaged"
        "; put a backup in its place with hearts-bot restore",
    )


async def test_an_empty_file_is_a_damaged_one(path: Path) -> None:
    path.touch()
    error = await refusal(path)
    assert isinstance(error, DatabaseDamaged)
    assert str(error) == sentence(
        path,
        "the file is empty; put a backup in its place with hearts-bot restore, or remove it to begin anew",
    )


async def test_a_journal_without_its_database(path: Path) -> None:
    (path.parent / "hearts.db-wal").write_bytes(b"what was stored last")
    error = await refusal(path)
    assert isinstance(error, DatabaseDamaged)
    assert "its journal hearts.db-wal is there" in str(error)


def cut_in_half(content: bytes) -> bytes:
    return content[: len(content) // 2]


def cut_in_a_page(content: bytes) -> bytes:
    return content[:-1000]


def pages_lost(content: bytes) -> bytes:
    return content[: 10 * 4096] + bytes(20 * 4096) + content[30 * 4096 :]


def pages_swapped(content: bytes) -> bytes:
    return (
        content[: 8 * 4096]
        + content[16 * 4096 : 24 * 4096]
        + content[8 * 4096 : 16 * 4096]
        + content[24 * 4096 :]
    )


def schema_lost(content: bytes) -> bytes:
    return content[:100] + bytes(4096 - 100) + content[4096:]


@pytest.mark.parametrize("damage", [cut_in_half, cut_in_a_page, pages_lost, pages_swapped, schema_lost])
async def test_damaged(damage: Callable[[bytes], bytes], path: Path) -> None:
    await filled(path)
    path.write_bytes(damage(path.read_bytes()))
    error = await refusal(path)
    assert isinstance(error, DatabaseDamaged)
    assert str(error) == sentence(
        path, "the file is damaged; put a backup in its place with hearts-bot restore"
    )


async def test_of_another_program(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE games (title TEXT)")
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    error = await refusal(path)
    assert isinstance(error, DatabaseForeign)
    assert str(error) == sentence(path, "it belongs to another program; set another place in HEARTS_DATABASE")


async def test_too_new(path: Path) -> None:
    await (await Store.open(path)).close()
    version = len(packaged_migrations())
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {version + 1}")
    connection.close()
    error = await refusal(path)
    assert isinstance(error, DatabaseTooNew)
    assert str(error) == sentence(
        path,
        f"it is at version {version + 1} and this program knows versions up to {version}; update the program",
    )


@pytest.mark.parametrize("lock", ["BEGIN IMMEDIATE", "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE"])
async def test_locked(lock: str, path: Path) -> None:
    await (await Store.open(path)).close()
    other = sqlite3.connect(path, isolation_level=None)
    for statement in lock.split(";"):
        other.execute(statement)
    with pytest.raises(DatabaseLocked) as caught:
        await Store.open(path, patience=0)
    assert str(caught.value) == sentence(path, "another process has locked it; end that one first")
    other.close()
    await (await Store.open(path, patience=0)).close()


OWNER = "; give the right to do so to the account that runs the bot"
MODES = [
    (0o444, 0o755, DatabaseUnwritable, "the file cannot be written to"),
    (0o666, 0o555, DatabaseUnwritable, "its folder cannot be written to"),
    (0o000, 0o755, DatabaseUnreadable, "the file cannot be read"),
]


@pytest.mark.parametrize(("file_mode", "folder_mode", "kind", "why"), MODES)
async def test_must_not_be_touched(
    file_mode: int, folder_mode: int, kind: type[CannotOpen], why: str, open_folder: Path
) -> None:
    path = open_folder / "hearts.db"
    await filled(path)
    path.chmod(file_mode)
    open_folder.chmod(folder_mode)
    with no_privileges(), pytest.raises(kind) as caught:
        await Store.open(path)
    assert str(caught.value) == sentence(path, why + OWNER)


async def test_no_new_database_in_a_folder_that_must_not_be_written(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    path = open_folder / "hearts.db"
    with no_privileges(), pytest.raises(DatabaseUnwritable) as caught:
        await Store.open(path)
    assert str(caught.value) == sentence(path, "its folder cannot be written to" + OWNER)
    assert not list(open_folder.iterdir())


async def test_sqlite_too_old(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 31, 1))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.31.1")
    with pytest.raises(
        SqliteTooOld, match=re.escape("SQLite is 3.31.1, and 3.38.0 or newer is needed; install")
    ):
        await Store.open(path)
    assert not path.exists()


@pytest.mark.parametrize(
    ("raised", "free", "why"),
    [
        (sqlite3.SQLITE_FULL, 10**9, "the disk is full; make room first"),
        (sqlite3.SQLITE_IOERR_SHMSIZE, 0, "the disk is full; make room first"),
        (sqlite3.SQLITE_IOERR_WRITE, 4096, "the disk is full; make room first"),
        (sqlite3.SQLITE_IOERR_READ, 10**9, "the disk failed (no); look into the system's log"),
        (errno.ENOSPC, 0, "the disk is full; make room first"),
    ],
)
def test_what_sqlite_says_of_a_disk(
    raised: int, free: int, why: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(path.parent)._replace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    error: Exception = OSError(raised, "no")
    if raised != errno.ENOSPC:
        error = sqlite3.OperationalError("no")
        error.sqlite_errorcode = raised
    with pytest.raises(CannotOpen) as caught, refusals(path):
        raise error
    assert str(caught.value) == sentence(path, why)


@pytest.mark.parametrize(
    ("raised", "file", "why"),
    [
        (errno.EACCES, "hearts.db", "it cannot be read or written; give the right to do so to the account"),
        (errno.EACCES, "backups", "backups cannot be read or written; give the right"),
        (errno.EROFS, "hearts.db", "it is on a disk that cannot be written to; choose another place"),
        (errno.ENAMETOOLONG, "n" * 999, "n… has too long a name; choose a shorter one"),
        (errno.ELOOP, "hearts.db", "it is a link that leads to itself; remove it"),
        (errno.EMFILE, None, "too many files are open; allow the process more of them"),
        (errno.EIO, "hearts.db", "the disk failed; look into the system's log"),
        (errno.EBADMSG, "hearts.db", "the system says: no"),
    ],
)
def test_what_the_system_says(raised: int, file: str | None, why: str, path: Path) -> None:
    name = None if file is None else file if file.startswith("n") else str(path.with_name(file))
    with pytest.raises(CannotOpen) as caught, refusals(path):
        raise OSError(raised, "no", name)
    assert why in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_disk_with_room_and_no_place_for_files(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = os.statvfs(path.parent)
    fields = [getattr(disk, name) for name in ("f_bsize", "f_frsize", "f_blocks", "f_bfree", "f_bavail")]
    exhausted = os.statvfs_result((*fields, 1000, 0, 0, 0, 255))
    monkeypatch.setattr(os, "statvfs", lambda _: exhausted)
    of_sqlite = sqlite3.OperationalError("unable to open database file")
    of_sqlite.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    for error in (OSError(errno.ENOSPC, "No space left on device", str(path)), of_sqlite):
        with pytest.raises(DatabaseUnwritable) as caught, refusals(path):
            raise error
        assert "no more files fit on the disk, though it has room; remove some first" in str(caught.value)
    monkeypatch.undo()
    with (
        pytest.raises(CannotOpen, match=r"hearts\.db-wal or hearts\.db-shm beside it cannot be opened; give"),
        refusals(path),
    ):
        raise of_sqlite


@pytest.mark.parametrize("version", [0, -3])
async def test_a_version_that_cannot_be(version: int, path: Path) -> None:
    await (await Store.open(path)).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    error = await refusal(path)
    assert isinstance(error, DatabaseDamaged)
    assert f"its version is {version}, which no program has written; put a backup in its place" in str(error)


@pytest.mark.parametrize(
    ("drop", "what"),
    [
        ("TABLE kept_values", "table kept_values"),
        ("TABLE actions", "table actions"),
        ("INDEX actions_of_a_person", "index actions_of_a_person"),
    ],
)
async def test_a_part_that_is_missing(drop: str, what: str, path: Path) -> None:
    await (await Store.open(path)).close()
    connection = sqlite3.connect(path)
    connection.execute(f"DROP {drop}")
    connection.close()
    error = await refusal(path)
    assert isinstance(error, DatabaseDamaged)
    assert str(error) == sentence(
        path, f"the {what} is missing; put a backup in its place with hearts-bot restore"
    )


async def test_a_table_that_goes_away_meanwhile(store: Store, path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE kept_values")
    connection.close()
    with pytest.raises(
        StorageFailed, match=r"no such table: kept_values\); stop the bot, and restore a backup"
    ):
        await store.set_value("a", "b")


async def test_a_link_to_itself(path: Path) -> None:
    path.symlink_to(path.name)
    error = await refusal(path)
    assert isinstance(error, DatabaseUnreadable)
    assert str(error) == sentence(
        path, "it is a link that leads to itself; set another place in HEARTS_DATABASE"
    )
    with pytest.raises(DatabaseUnreadable):
        inspect(path)


def threads_left(before: list[threading.Thread]) -> list[threading.Thread]:
    """Threads that go on running, other than these."""
    others = [thread for thread in threading.enumerate() if thread not in before]
    for thread in others:
        thread.join(5)
    return [thread for thread in others if thread.is_alive()]


@pytest.mark.parametrize("turns", range(8))
def test_opening_given_up_leaves_nothing_running(turns: int, path: Path) -> None:
    async def give_up() -> None:
        task = asyncio.create_task(Store.open(path))
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await (await task).close()

    before = threading.enumerate()
    asyncio.run(give_up())
    assert not threads_left(before)
    assert [file.name for file in path.parent.iterdir()] in (["hearts.db"], [])


def test_a_refusal_leaves_nothing_running(path: Path) -> None:
    path.write_bytes(b"no database")
    before = threading.enumerate()
    asyncio.run(refusal(path))
    assert not threads_left(before)
