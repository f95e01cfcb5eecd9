"""Copies of a database: made while it is written to, whole or not there, and put back in its place."""
# ruff: noqa: ASYNC240 (small files, and nobody else waits for the loop)

import asyncio
import errno
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.store import (
    BackupFailed,
    BackupStopped,
    CannotOpen,
    DatabaseDamaged,
    DatabaseForeign,
    DatabaseInUse,
    DatabaseLock,
    DatabaseLocked,
    FolderMissing,
    RestoreFailed,
    Store,
    StoreError,
)
from bot.store import backup as backups
from bot.store.aside import remove_drafts
from bot.store.backup import back_up, copies, copy_name, missing_yet_copied, newest, prune, restore
from bot.store.schema import packaged_migrations
from tests.store import released
from tests.store.samples import no_privileges, rows
from tests.store.test_opening import cut_in_half, pages_lost, pages_swapped, schema_lost

NOW = 1_790_000_000.0
ROOT = Path(__file__).parents[2]
STAMP = "2026-09-21T14-13-20Z"


@pytest.fixture
async def filled(path: Path) -> Path:
    """A closed database with five games."""
    async with await Store.open(path) as store:
        for channel in range(5):
            await store.create_game(1, channel, "en", rows(2000), 1.0)
    return path


async def games_in(path: Path) -> list[int]:
    """How many actions each game of a database has; it is opened as a bot would."""
    async with await Store.open(path) as store:
        return [len(await store.rows(header.game_id)) for header in await store.open_games()]


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


class TestBackingUp:
    async def test_a_copy_is_a_database(self, filled: Path, tmp_path: Path) -> None:
        copy = back_up(filled, tmp_path / "copy.db", NOW)
        assert (copy.path, copy.games, copy.version) == (
            tmp_path / "copy.db",
            5,
            len(packaged_migrations()),
        )
        assert copy.size == copy.path.stat().st_size
        assert stat.S_IMODE(copy.path.stat().st_mode) == 0o600
        assert names(tmp_path) == {"hearts.db", "copy.db"}
        assert await games_in(copy.path) == [2000] * 5

    async def test_in_a_folder_it_is_named_by_the_time(self, filled: Path, tmp_path: Path) -> None:
        (tmp_path / "copies").mkdir()
        copy = back_up(filled, tmp_path / "copies", NOW)
        assert copy.path == tmp_path / "copies" / f"hearts-{STAMP}.db"
        assert copies(filled, tmp_path / "copies") == ((NOW, copy.path),)

    async def test_while_others_write_it_is_of_one_moment(
        self, filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(backups, "PAGES", 1)
        batch, stop, begun = 7, False, asyncio.Event()
        async with await Store.open(filled) as store:
            game = await store.create_game(1, 99, "en", (), 1.0)
            written = 0

            async def write() -> None:
                nonlocal written
                while not stop:
                    await store.append(game, written + 1, rows(batch), 1.0)
                    written += batch
                    begun.set()

            writer = asyncio.create_task(write())
            await begun.wait()
            at_least = written
            copy = await asyncio.to_thread(back_up, filled, tmp_path / "copy.db", NOW)
            at_most = written + batch
            stop = True
            await writer
        counts = await games_in(copy.path)
        assert counts[:5] == [2000] * 5
        assert counts[5] % batch == 0
        assert at_least <= counts[5] <= at_most
        assert at_most > at_least + batch, "nothing was written meanwhile"

    async def test_an_old_database_is_copied_as_it_is(self, path: Path, tmp_path: Path) -> None:
        released.load(path, 1)
        assert back_up(path, tmp_path / "copy.db", NOW).version == 1

    @pytest.mark.parametrize("damage", [pages_lost, pages_swapped])
    async def test_a_damaged_database_has_no_copy(
        self, damage: Callable[[bytes], bytes], filled: Path, tmp_path: Path
    ) -> None:
        filled.write_bytes(damage(filled.read_bytes()))
        with pytest.raises(StoreError, match=r"damaged|could not be made"):
            back_up(filled, tmp_path / "copy.db", NOW)
        assert names(tmp_path) == {"hearts.db"}

    async def test_told_to_stop_it_leaves_nothing(
        self, filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(backups, "PAGES", 10)
        asked = 0

        def stopped() -> bool:
            nonlocal asked
            asked += 1
            return asked > 3

        with pytest.raises(BackupStopped):
            back_up(filled, tmp_path / "copy.db", NOW, stopped)
        assert names(tmp_path) == {"hearts.db"}

    async def test_told_to_stop_while_it_is_checked(self, filled: Path, tmp_path: Path) -> None:
        asked = 0

        def stopped() -> bool:
            nonlocal asked
            asked += 1
            return asked > 1

        with pytest.raises(BackupStopped):
            back_up(filled, tmp_path / "copy.db", NOW, stopped)
        assert names(tmp_path) == {"hearts.db"}

    async def test_a_full_disk(self, filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def connect(path: Path, isolation_level: None) -> sqlite3.Connection:
            connection = real(path, isolation_level=isolation_level)
            connection.execute("PRAGMA max_page_count = 40")  # SQLite then answers as on a full disk
            return connection

        real = sqlite3.connect
        with monkeypatch.context() as patched:
            patched.setattr(
                backups.sqlite3,
                "connect",
                lambda path, **o: connect(path, **o) if "uri" not in o else real(path, **o),
            )
            with pytest.raises(
                BackupFailed, match=r"could not be made: the disk is full; make room first\.$"
            ):
                back_up(filled, tmp_path / "copy.db", NOW)
        assert names(tmp_path) == {"hearts.db"}

    async def test_it_is_not_what_fills_the_disk(
        self, filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        usage = shutil.disk_usage(tmp_path)._replace(free=backups.ROOM)
        monkeypatch.setattr(backups.shutil, "disk_usage", lambda _: usage)
        with pytest.raises(BackupFailed) as caught:
            back_up(filled, tmp_path / "copy.db", NOW)
        assert str(caught.value) == (
            f"There is no room for a copy in {tmp_path}: it takes 1 MB, besides which 68 MB have to stay"
            " free, and 67 MB are free; make room."
        )
        assert names(tmp_path) == {"hearts.db"}


async def test_what_is_there_is_never_written_over(filled: Path, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("mine")
    (tmp_path / "other.db-wal").write_text("a journal")
    for target, why in (
        ("copy.db", "There is a file .+copy.db already"),
        ("hearts.db", "There is a file .+hearts.db already"),
        ("other.db", "There is a journal .+other.db-wal"),
        ("no/copy.db", "There is no folder .+no; make it first"),
    ):
        with pytest.raises(BackupFailed, match=why):
            back_up(filled, tmp_path / target, NOW)
    assert (tmp_path / "copy.db").read_text() == "mine"
    assert await games_in(filled) == [2000] * 5


@pytest.mark.parametrize("name", ["hearts.db.lock", "new.db-wal", "hearts.db-shm", "new.db-journal"])
async def test_a_name_for_what_is_beside_a_database_is_for_no_copy(
    name: str, filled: Path, tmp_path: Path
) -> None:
    with pytest.raises(BackupFailed, match="is a name for what is beside a database; name another file"):
        back_up(filled, tmp_path / name, NOW)
    assert names(tmp_path) == {"hearts.db"}


async def test_where_nothing_must_be_written(open_folder: Path) -> None:
    path, target = open_folder / "hearts.db", open_folder / "copies"
    async with await Store.open(path) as store:
        await store.create_game(1, 1, "en", rows(3), 1.0)
    target.mkdir(mode=0o777)
    target.chmod(0o777)
    path.chmod(0o444)
    open_folder.chmod(0o555)
    with no_privileges():
        copy = back_up(path, target, NOW)
    try:
        assert (copy.games, names(open_folder)) == (1, {"hearts.db", "copies"})
        target.chmod(0o700)
        with (
            no_privileges(),
            pytest.raises(BackupFailed, match="cannot be read or written; give the right to do so"),
        ):
            back_up(path, target / "another", NOW)
        with (
            no_privileges(),
            pytest.raises(
                CannotOpen, match="copies/deeper cannot be read or written; give the right to do so"
            ),
        ):
            missing_yet_copied(open_folder / "gone.db", target / "deeper")
    finally:
        open_folder.chmod(0o755)
        shutil.rmtree(target)


async def test_written_meanwhile_where_it_must_not_be(
    filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = backups._copied

    def copy_and_write(*arguments: object) -> tuple[int, int]:
        done = copied(*arguments)  # type: ignore[arg-type]
        os.utime(filled, (1, 1))
        return done

    monkeypatch.setattr(backups, "may", lambda path, mode: path == tmp_path / "copies")
    monkeypatch.setattr(backups, "_copied", copy_and_write)
    (tmp_path / "copies").mkdir()
    with pytest.raises(BackupFailed, match=r"was written meanwhile; try again\.$"):
        back_up(filled, tmp_path / "copies", NOW)
    assert not names(tmp_path / "copies")


def test_there_is_nothing_to_copy(path: Path, tmp_path: Path) -> None:
    with pytest.raises(BackupFailed, match=r"There is no database .+hearts\.db\.$"):
        back_up(path, tmp_path / "copy.db", NOW)
    assert not names(tmp_path)


def test_another_programs_database_is_not_copied(path: Path, tmp_path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE games (title TEXT)")
    connection.close()
    with pytest.raises(DatabaseForeign):
        back_up(path, tmp_path / "copy.db", NOW)
    assert names(tmp_path) == {"hearts.db"}


class TestRestoring:
    async def test_the_copy_is_in_its_place_and_the_file_before_beside_it(
        self, filled: Path, tmp_path: Path
    ) -> None:
        copy = back_up(filled, tmp_path / "copy.db", NOW).path
        async with await Store.open(filled) as store:
            await store.create_game(1, 99, "en", rows(3), 1.0)
        kept, content = filled.read_bytes(), copy.read_bytes()
        done = restore(copy, filled, NOW)
        assert done.before is not None
        assert done.before == tmp_path / f"hearts.db.before-{STAMP}"
        assert done.before.read_bytes() == kept
        assert copy.read_bytes() == content
        assert (done.copy.path, done.copy.games) == (filled, 5)
        assert await games_in(filled) == [2000] * 5
        assert await games_in(done.before) == [2000] * 5 + [3]
        assert stat.S_IMODE(filled.stat().st_mode) == 0o600

    async def test_twice_within_a_second(self, filled: Path, tmp_path: Path) -> None:
        copy = back_up(filled, tmp_path / "copy.db", NOW).path
        befores = [restore(copy, filled, NOW).before for _ in range(3)]
        assert len({*befores}) == 3
        for before in befores:
            assert before is not None
            assert await games_in(before) == [2000] * 5

    async def test_where_there_is_no_database(self, filled: Path, tmp_path: Path) -> None:
        copy = back_up(filled, tmp_path / "copy.db", NOW).path
        filled.unlink()
        assert restore(copy, filled, NOW).before is None
        assert await games_in(filled) == [2000] * 5

    @pytest.mark.parametrize(
        "damage", [cut_in_half, pages_lost, schema_lost, lambda _: b"", lambda _: b"?" * 999]
    )
    async def test_a_damaged_database_is_replaced_and_kept(
        self, damage: Callable[[bytes], bytes], filled: Path, tmp_path: Path
    ) -> None:
        copy = back_up(filled, tmp_path / "copy.db", NOW).path
        damaged = damage(filled.read_bytes())
        filled.write_bytes(damaged)
        done = restore(copy, filled, NOW)
        assert done.before is not None
        assert done.before.read_bytes() == damaged
        assert await games_in(filled) == [2000] * 5

    async def test_the_journal_of_a_killed_bot_goes_with_the_old_file(
        self, filled: Path, tmp_path: Path
    ) -> None:
        copy = back_up(filled, tmp_path / "copy.db", NOW).path
        other = await Store.open(filled)
        await other.create_game(1, 99, "en", rows(3), 1.0)
        crashed = tmp_path / "crashed"
        crashed.mkdir()
        for name in ("hearts.db", "hearts.db-wal"):
            shutil.copy(tmp_path / name, crashed / name)
        await other.close()
        done = restore(copy, crashed / "hearts.db", NOW)
        assert done.before is not None
        assert names(crashed) == {"hearts.db", "hearts.db.lock", done.before.name}
        assert await games_in(crashed / "hearts.db") == [2000] * 5
        assert await games_in(done.before) == [2000] * 5 + [3]

    async def test_a_damaged_database_keeps_its_journal(self, filled: Path, tmp_path: Path) -> None:
        copy = back_up(filled, tmp_path / "copy.db", NOW).path
        filled.write_bytes(b"no database any more")
        filled.with_name("hearts.db-wal").write_bytes(b"its journal")
        done = restore(copy, filled, NOW)
        assert done.before is not None
        assert done.before.with_name(f"{done.before.name}-wal").read_bytes() == b"its journal"
        assert await games_in(filled) == [2000] * 5

    @pytest.mark.parametrize("lost", [False, True])
    async def test_killed_at_any_change_of_a_file(self, lost: bool, path: Path, tmp_path: Path) -> None:
        folder = tmp_path / "database"
        async with await Store.open(path) as store:
            for channel in range(2):
                await store.create_game(1, channel, "en", rows(500), 1.0)
            back_up(path, tmp_path / "copy.db", NOW)
            await store.create_game(1, 99, "en", rows(3), 1.0)
            folder.mkdir()
            for name in ("hearts.db", "hearts.db-wal"):
                shutil.copy(tmp_path / name, folder / name)
        if lost:
            cut = (folder / "hearts.db").stat().st_size // 2
            os.truncate(folder / "hearts.db", cut // 4096 * 4096)
        command = (sys.executable, "-m", "tests.store.killed", str(tmp_path))
        killing = await asyncio.to_thread(subprocess.check_output, command, cwd=ROOT)
        killed = int(killing)
        assert killed >= 10
        outcomes: set[str] = set()
        for number in range(killed + 1):
            place = tmp_path / str(number)
            database = place / "hearts.db"
            befores = [kept for kept in place.glob("hearts.db.before-*") if kept.name[-4:] != "-wal"]
            assert all(not before.samefile(database) for before in befores)
            DatabaseLock.take(database).release()
            remove_drafts(database)
            assert {name for name in names(place) if name.startswith(".")} == set()
            try:
                found = await games_in(database)
            except DatabaseDamaged as error:
                assert lost
                outcomes.add(
                    "empty" if "the file is empty; put a backup in its place" in str(error) else "lost"
                )
            else:
                assert found in ([500] * 2, [500] * 2 + [3])
                outcomes.add("new" if len(found) == 2 else "old")
            for before in befores:
                if not lost:
                    assert await games_in(before) == [500] * 2 + [3]
        assert outcomes == ({"lost", "empty", "new"} if lost else {"old", "new"})

    @pytest.mark.parametrize("journal", [b"", b"its journal"])
    @pytest.mark.parametrize(("failing", "hit"), [("replace", "hearts.db"), ("unlink", "hearts.db-shm")])
    async def test_what_fails_meanwhile_leaves_all_as_it_was(
        self,
        journal: bytes,
        failing: str,
        hit: str,
        filled: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        copy = back_up(filled, tmp_path / "copy.db", NOW).path
        if journal:
            filled.write_bytes(b"no database any more")
            filled.with_name("hearts.db-wal").write_bytes(journal)
        filled.with_name("hearts.db-shm").touch()
        real = getattr(Path, failing)
        calls = 0

        def fail(self: Path, *arguments: object, **options: object) -> object:
            nonlocal calls
            if (arguments or (self,))[0] == filled.with_name(hit):
                calls += 1
                # The first rename puts an empty file in the place of a damaged database.
                if calls == (2 if journal and failing == "replace" else 1):
                    raise OSError(errno.EIO, "it failed")
            return real(self, *arguments, **options)

        there = {path: path.read_bytes() for path in tmp_path.iterdir() if path.suffix != ".db-shm"}
        monkeypatch.setattr(Path, failing, fail)
        with pytest.raises(RestoreFailed, match="was not restored: the disk failed; look into"):
            restore(copy, filled, NOW)
        monkeypatch.undo()
        if journal:
            assert {path: path.read_bytes() for path in there} == there
        else:
            assert await games_in(filled) == [2000] * 5
        assert names(tmp_path) - {"hearts.db.lock", "hearts.db-shm"} == {path.name for path in there}

    @pytest.mark.parametrize("what", ["a database", "nothing but a journal"])
    @pytest.mark.parametrize("times", [1, 2, 3])
    async def test_what_cannot_be_renamed_leaves_nothing_empty(
        self, what: str, times: int, filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The first rename makes room, the second is of the copy, and the third puts back what was there."""
        copy = back_up(filled, tmp_path / "copy.db", NOW).path
        before = tmp_path / f"hearts.db.before-{STAMP}"
        if what == "a database":
            filled.write_bytes(b"no database any more")
            filled.with_name("hearts.db-wal").write_bytes(b"its journal")
        else:
            filled.unlink()
            filled.with_name("hearts.db-shm").touch()
        real, calls = Path.replace, 0

        def fail(self: Path, target: Path) -> Path:
            nonlocal calls
            calls += target == filled
            if target == filled and (calls == times or calls == 2 < times):
                raise OSError(errno.EBUSY, "Device or resource busy")
            return real(self, target)

        there = {path: path.read_bytes() for path in tmp_path.iterdir() if path.suffix != ".db-shm"}
        monkeypatch.setattr(Path, "replace", fail)
        if what == "a database" and times == 3:
            with pytest.raises(DatabaseDamaged, match=f"put {before.name} in its place"):
                restore(copy, filled, NOW)
            assert before.read_bytes() == b"no database any more"
            assert before.with_name(f"{before.name}-wal").read_bytes() == b"its journal"
            return
        with pytest.raises(RestoreFailed, match="was not restored"):
            restore(copy, filled, NOW)
        assert {path: path.read_bytes() for path in there} == there
        assert names(tmp_path) - {"hearts.db.lock", "hearts.db-shm"} == {path.name for path in there}

    async def test_a_bot_whose_lock_was_removed_is_noticed(self, filled: Path, tmp_path: Path) -> None:
        copy = back_up(filled, tmp_path / "copy.db", NOW).path
        async with await Store.open(filled) as store:
            await store.create_game(1, 99, "en", rows(3), 1.0)
            with pytest.raises(DatabaseLocked, match="another process has it open; end that one first"):
                await asyncio.to_thread(restore, copy, filled, NOW)
            assert len(await store.open_games()) == 6
        assert not list(tmp_path.glob("*.before-*"))
        assert await games_in(filled) == [2000] * 5 + [3]

    async def test_a_folder_in_the_databases_place_stays(self, filled: Path, tmp_path: Path) -> None:
        (tmp_path / "folder").mkdir()
        with pytest.raises(RestoreFailed, match=r"folder is not a file; name another place"):
            restore(filled, tmp_path / "folder", NOW)
        assert (tmp_path / "folder").is_dir()

    async def test_a_journal_alone_is_kept(self, filled: Path, tmp_path: Path) -> None:
        copy = back_up(filled, tmp_path / "copy.db", NOW).path
        filled.rename(tmp_path / "elsewhere.db")
        filled.with_name("hearts.db-wal").write_bytes(b"its journal")
        assert restore(copy, filled, NOW).before is None
        assert (tmp_path / f"hearts.db.before-{STAMP}-wal").read_bytes() == b"its journal"
        assert await games_in(filled) == [2000] * 5

    async def test_an_old_copy_is_brought_up_to_date_at_the_next_start(
        self, filled: Path, tmp_path: Path
    ) -> None:
        released.load(tmp_path / "old.db", 1)
        assert restore(tmp_path / "old.db", filled, NOW).copy.version == 1
        await games_in(filled)
        assert restore(filled, tmp_path / "new.db", NOW).copy.version == len(packaged_migrations())

    async def test_a_running_bot_is_not_robbed_of_its_database(self, filled: Path, tmp_path: Path) -> None:
        copy = back_up(filled, tmp_path / "copy.db", NOW).path
        lock = DatabaseLock.take(filled)
        before = filled.read_bytes()
        with pytest.raises(DatabaseInUse, match="a bot is running on it already; stop that one first"):
            restore(copy, filled, NOW)
        assert filled.read_bytes() == before
        lock.release()
        restore(copy, filled, NOW)

    async def test_no_bot_starts_meanwhile(
        self, filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        copy = back_up(filled, tmp_path / "copy.db", NOW).path
        copied = backups._copied
        tried: list[type[CannotOpen]] = []

        def try_to_start(*arguments: object) -> tuple[int, int]:
            with pytest.raises(CannotOpen) as caught:
                DatabaseLock.take(filled)
            tried.append(caught.type)
            return copied(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(backups, "_copied", try_to_start)
        restore(copy, filled, NOW)
        assert tried == [DatabaseInUse]
        DatabaseLock.take(filled).release()


def foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE games (title TEXT)")
    connection.close()


def too_new(path: Path) -> None:
    released.load(path, 1)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def damaged(path: Path) -> None:
    released.load(path, 1)
    path.write_bytes(pages_lost(path.read_bytes()))


WRONG: list[tuple[Callable[[Path], object], str]] = [
    (lambda path: None, "There is no file {path}."),
    (lambda path: path.touch(), "The copy {path} cannot be restored: the file is empty."),
    (lambda path: path.mkdir(), "The copy {path} cannot be restored: it is not a file."),
    (
        lambda path: path.write_text("Dear diary,\n" * 1000),
        "The copy {path} cannot be restored: it is not an SQLite database, or its start is damaged.",
    ),
    (foreign, "The copy {path} cannot be restored: it belongs to another program."),
    (
        too_new,
        "The copy {path} cannot be restored: it is at version 99 and this program knows versions up to"
        " {version}.",
    ),
    (damaged, "The copy {path} cannot be restored: the file is damaged."),
]


@pytest.mark.parametrize(("make", "sentence"), WRONG)
async def test_what_is_no_copy_replaces_nothing(
    make: Callable[[Path], object], sentence: str, filled: Path, tmp_path: Path
) -> None:
    source = tmp_path / "source.db"
    make(source)
    before, there = filled.read_bytes(), names(tmp_path)
    with pytest.raises(RestoreFailed) as caught:
        restore(source, filled, NOW)
    assert str(caught.value) == sentence.format(path=source, version=len(packaged_migrations()))
    assert filled.read_bytes() == before
    assert names(tmp_path) - {"hearts.db.lock"} == there


async def test_the_database_is_no_copy_of_itself(filled: Path, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(filled)
    for source, database in (
        (filled, filled),
        (tmp_path / "link.db", filled),
        (filled, tmp_path / "link.db"),
    ):
        with pytest.raises(RestoreFailed, match="is the database itself"):
            restore(source, database, NOW)


async def test_no_folder_to_restore_to(filled: Path, tmp_path: Path) -> None:
    with pytest.raises(FolderMissing):
        restore(filled, tmp_path / "no" / "hearts.db", NOW)
    assert names(tmp_path) == {"hearts.db"}


class TestManyCopies:
    def test_the_newest_stay(self, path: Path, tmp_path: Path) -> None:
        for day in range(5):
            (tmp_path / copy_name(path, NOW + 86400 * day)).touch()
        others = [
            "hearts.db",
            "hearts-mine.db",
            "other-2026-09-21T14-13-20Z.db",
            "hearts-2026-99-21T14-13-20Z.db",
        ]
        for name in others:
            (tmp_path / name).touch()
        assert [at for at, _ in copies(path, tmp_path)] == [NOW + 86400 * day for day in range(5)]
        assert len(prune(path, tmp_path, 2, NOW + 86400 * 5)) == 3
        assert [at for at, _ in copies(path, tmp_path)] == [NOW + 86400 * day for day in (3, 4)]
        assert not prune(path, tmp_path, 2, NOW + 86400 * 5)
        assert names(tmp_path) >= {*others}

    def test_what_was_made_while_the_clock_was_wrong_goes_first(self, path: Path, tmp_path: Path) -> None:
        year, day = 365 * 86400, 86400
        for at in (*(NOW + year + day * number for number in range(3)), NOW - day, NOW + 60):
            (tmp_path / copy_name(path, at)).touch()
        removed = prune(path, tmp_path, 4, NOW)
        assert removed == (tmp_path / copy_name(path, NOW + year),)
        removed = prune(path, tmp_path, 1, NOW)
        assert [at for at, _ in copies(path, tmp_path)] == [NOW + 60], "a minute ahead is no wrong clock"
        assert newest(copies(path, tmp_path), NOW) == (NOW + 60, tmp_path / copy_name(path, NOW + 60))

    def test_the_copy_that_was_just_made_stays(self, path: Path, tmp_path: Path) -> None:
        made = tmp_path / copy_name(path, NOW - 86400 * 3650)
        for file in (made, *(tmp_path / copy_name(path, NOW + 86400 * day) for day in range(-2, 3))):
            file.touch()
        prune(path, tmp_path, 2, NOW - 86400 * 3650, made)
        assert made.exists()
        assert len(copies(path, tmp_path)) == 2

    def test_what_a_killed_one_left_goes_after_a_day(self, path: Path, tmp_path: Path) -> None:
        old, new = tmp_path / ".hearts-1.draft", tmp_path / ".hearts-2.draft"
        for draft in (old, new):
            draft.touch()
        os.utime(old, (0, 0))
        prune(path, tmp_path, 2, NOW + 86400 * 5)
        assert names(tmp_path) == {".hearts-2.draft"}

    def test_a_database_that_is_gone_does_not_begin_anew_beside_its_copies(
        self, path: Path, tmp_path: Path
    ) -> None:
        assert missing_yet_copied(path, tmp_path / "copies") is None
        (tmp_path / "copies").mkdir()
        (tmp_path / "copies" / copy_name(path, NOW)).touch()
        error = missing_yet_copied(path, tmp_path / "copies")
        assert str(error) == (
            f"The database {path} cannot be opened: the file is missing, yet there are copies of it in"
            f" {tmp_path / 'copies'}; put one back with hearts-bot restore, or move them away to begin anew."
        )
        path.touch()
        assert missing_yet_copied(path, tmp_path / "copies") is None

    @pytest.mark.parametrize("what", ["before", "rescued"])
    def test_nor_beside_what_was_kept_of_it(self, path: Path, tmp_path: Path, what: str) -> None:
        (tmp_path / f"hearts.db.{what}-{STAMP}").touch()
        error = missing_yet_copied(path, tmp_path / "copies")
        assert f"there are copies of it in {tmp_path}; put one back" in str(error)
        path.touch()
        assert missing_yet_copied(path, tmp_path / "copies") is None
