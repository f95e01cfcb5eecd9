"""One bot a database: the second one is told, and a killed one hinders nobody."""

import asyncio
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.store import CannotOpen, DatabaseInUse, DatabaseLock, DatabaseUnwritable, FolderMissing, Store
from tests.store.samples import no_privileges

ROOT = Path(__file__).parents[2]
HOLDER = """
import sys
from pathlib import Path
from bot.store import DatabaseLock
lock = DatabaseLock.take(Path(sys.argv[1]))
print("taken", flush=True)
sys.stdin.read()
"""


@contextmanager
def held_by_another_process(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lock until its input ends or it is killed."""
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "taken\n"
        try:
            yield process
        finally:
            process.kill()


def refused(path: Path) -> CannotOpen:
    """Why the lock is not given."""
    with pytest.raises(CannotOpen) as caught:
        DatabaseLock.take(path)
    return caught.value


def test_the_second_one_is_told_in_a_sentence(path: Path) -> None:
    with held_by_another_process(path):
        error = refused(path)
    assert isinstance(error, DatabaseInUse)
    assert str(error) == (
        f"The database {path} cannot be opened: a bot is running on it already; stop that one first."
    )
    assert not path.exists()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no such folder")
def test_where_no_file_can_be_made_no_bot_is_said_to_run() -> None:
    error = refused(Path("/proc/hearts.sqlite"))
    assert isinstance(error, DatabaseUnwritable)


def test_nor_is_it_given_twice_in_one_process_until_it_is_let_go(path: Path) -> None:
    lock = DatabaseLock.take(path)
    assert isinstance(refused(path), DatabaseInUse)
    lock.release()
    lock.release()
    DatabaseLock.take(path).release()


def test_the_lock_of_a_killed_process_hinders_nobody(path: Path) -> None:
    with held_by_another_process(path) as process:
        process.kill()
        process.wait()
        assert path.with_name("hearts.db.lock").exists()
        DatabaseLock.take(path).release()


def test_one_that_is_just_ending_is_waited_for(path: Path) -> None:
    with held_by_another_process(path) as process:
        assert process.stdin is not None
        process.stdin.close()
        DatabaseLock.take(path, patience=30).release()


def test_a_link_to_a_database_has_the_same_lock(path: Path) -> None:
    link = path.with_name("link.db")
    link.symlink_to(path)
    lock = DatabaseLock.take(link)
    assert isinstance(refused(path), DatabaseInUse)
    lock.release()


def test_two_databases_of_one_folder_have_two_locks(path: Path) -> None:
    locks = [DatabaseLock.take(path), DatabaseLock.take(path.with_name("other.db"))]
    for lock in locks:
        lock.release()


async def test_it_keeps_no_other_program_from_reading_and_writing(path: Path) -> None:
    lock = await asyncio.to_thread(DatabaseLock.take, path)
    async with await Store.open(path) as store:
        await store.set_value("a", "b")
    lock.release()


def test_its_file_is_for_its_owner_alone(path: Path) -> None:
    lock = DatabaseLock.take(path)
    assert stat.S_IMODE(path.with_name("hearts.db.lock").stat().st_mode) == 0o600
    lock.release()


def test_folder_missing(tmp_path: Path) -> None:
    error = refused(tmp_path / "data" / "hearts.db")
    assert isinstance(error, FolderMissing)
    assert f"there is no folder {tmp_path / 'data'}; make it" in str(error)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("what", ["folder", "file"])
def test_where_nothing_must_be_written(what: str, open_folder: Path) -> None:
    path = open_folder / "hearts.db"
    if what == "folder":
        open_folder.chmod(0o555)
    else:
        DatabaseLock.take(path).release()
        path.with_name("hearts.db.lock").chmod(0o444)
    with no_privileges():
        error = refused(path)
    assert isinstance(error, DatabaseUnwritable)
    assert re.search(r"cannot be written to; give the right", str(error))


@pytest.mark.parametrize("what", ["folder", "link to nothing", "link"])
def test_what_has_its_name_and_is_no_file(what: str, path: Path) -> None:
    place = path.with_name("hearts.db.lock")
    if what == "folder":
        place.mkdir()
    else:
        path.touch()
        place.symlink_to(path if what == "link" else "nothing")
    error = refused(path)
    assert isinstance(error, DatabaseUnwritable)
    assert str(error).endswith("hearts.db.lock beside it is no file of its own; remove that.")
    with pytest.raises(DatabaseUnwritable):
        DatabaseLock.is_taken(path)


def test_a_database_that_is_a_link_to_itself_has_none(path: Path) -> None:
    path.symlink_to(path.name)
    assert "it is a link that leads to itself" in str(refused(path))
    assert not path.with_name("hearts.db.lock").exists()
