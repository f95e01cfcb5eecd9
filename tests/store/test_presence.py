"""A database that is removed or replaced under a running bot: nothing is said to be stored that is not."""

import logging
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.store import StorageFailed, Store
from bot.store.backup import restore
from tests.store.samples import rows


def removed(path: Path) -> None:
    path.unlink()


def all_removed(path: Path) -> None:
    for kind in ("", "-wal", "-shm"):
        path.with_name(f"{path.name}{kind}").unlink()


def renamed(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def replaced(path: Path) -> None:
    new = path.with_name("new.db")
    shutil.copy(path, new)
    new.replace(path)


LOST: list[Callable[[Path], None]] = [removed, all_removed, renamed, replaced]


async def kept(path: Path) -> Path:
    """The one file that was rescued, restored to where nothing is yet."""
    (rescued,) = path.parent.glob("hearts.db.rescued-*")
    assert rescued.stat().st_mode & 0o777 == 0o600
    return restore(rescued, path.with_name("again.db"), 1.0).copy.path


@pytest.mark.parametrize("lose", LOST)
async def test_nothing_more_is_stored_and_what_there_is_is_kept(
    lose: Callable[[Path], None], store: Store, game: int, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await store.append(game, 2, rows(5), 1.0)
    lose(path)
    for _ in range(3):
        with pytest.raises(StorageFailed, match="was removed or replaced while the bot runs"):
            await store.append(game, 7, rows(1), 1.0)
    with pytest.raises(StorageFailed) as caught:
        await store.check()
    said = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [record.getMessage() for record in said] == [str(caught.value)], "once"
    async with await Store.open(await kept(path)) as again:
        assert len(await again.rows(game)) == 6


async def test_a_journal_that_is_removed(store: Store, game: int, path: Path) -> None:
    path.with_name("hearts.db-wal").unlink()
    with pytest.raises(StorageFailed, match=r"^The journal .+hearts\.db-wal was removed or replaced"):
        await store.append(game, 2, rows(5), 1.0)
    await store.close()
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM games").fetchone() == (1,), "the end writes it down"
    connection.close()


async def test_one_that_comes_back_is_used_again(store: Store, game: int, path: Path) -> None:
    renamed(path)
    with pytest.raises(StorageFailed):
        await store.append(game, 2, rows(5), 1.0)
    path.with_name("elsewhere.db").rename(path)
    await store.append(game, 2, rows(5), 1.0)
    assert len(await store.rows(game)) == 6


async def test_removed_in_the_middle_of_a_transaction(store: Store, path: Path) -> None:
    def work(database: sqlite3.Connection) -> None:
        database.execute("INSERT INTO kept_values (key, value) VALUES ('a', 'b')")
        path.unlink()

    with pytest.raises(StorageFailed, match="was removed or replaced"):
        await store._write(work)


async def test_where_it_cannot_be_kept_the_sentence_asks_for_a_backup(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    async with await Store.open(folder / "hearts.db") as store:
        shutil.rmtree(folder)
        with pytest.raises(StorageFailed, match="put the file or a backup in its place, and start it anew"):
            await store.set_value("a", "b")
    assert "what the database held could not be copied: " in caplog.text
