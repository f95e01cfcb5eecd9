"""Copies made by the bot itself: when, how many stay, and that a failing one hurts nothing."""

import asyncio
import contextlib
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.store import Store, schedule
from bot.store.backup import Copy, copies, copy_name, missing_yet_copied
from bot.store.errors import CannotOpen, UpgradeNotCopied
from bot.store.schedule import AGAIN_AFTER, SOON, Backups, Plan
from tests.store import released
from tests.store.samples import rows

NOW = 1_790_000_000.0
DAY = 86400.0


class Time:
    """A clock that is set by hand, and those who sleep by it.

    Attributes:
        now: Unix seconds.
        naps: how long each sleep was.
    """

    def __init__(self) -> None:
        self.now = NOW
        self.naps: list[float] = []
        self._asleep = asyncio.Event()
        self._awake = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        self._asleep.set()
        await self._awake.wait()
        self._awake.clear()
        self.now += seconds

    async def next(self) -> float:
        """Wait until somebody sleeps, and give for how long."""
        await self._asleep.wait()
        return self.naps[-1]

    async def wake(self) -> float:
        """Let them sleep to the end, and give how long the next sleep is."""
        await self.next()
        self._asleep.clear()
        self._awake.set()
        return await self.next()


@pytest.fixture
def plan(path: Path) -> Plan:
    return Plan(path, Path("copies"), DAY, 3)


@pytest.fixture
async def backups(store: Store, plan: Plan) -> AsyncIterator[tuple[Time, Backups]]:
    """A schedule for a store that is open."""
    time = Time()
    made = Backups(plan, lambda: time.now, time.sleep)
    yield time, made
    await made.close()


def when(plan: Plan) -> list[float]:
    """When the copies that are there were made."""
    return [at for at, _ in copies(plan.database, plan.place)]


async def test_a_copy_a_day_and_the_newest_stay(
    backups: tuple[Time, Backups], plan: Plan, store: Store, game: int
) -> None:
    time, made = backups
    made.start()
    assert await time.next() == SOON
    for day in range(5):
        await store.append(game, 2 + day, rows(1), 1.0)
        assert await time.wake() == DAY
    first = NOW + SOON
    assert when(plan) == [first + DAY * day for day in (2, 3, 4)]
    async with await Store.open(copies(plan.database, plan.place)[0][1]) as copy:
        assert len(await copy.rows(game)) == 4


@pytest.mark.parametrize(
    ("age", "wait"),
    [
        (0.0, DAY),
        (3600.0, DAY - 3600),
        (DAY - 1, SOON),
        (DAY * 9, SOON),
        (-DAY * 400, SOON),
        (-60.0, DAY),
        (None, SOON),
    ],
)
def test_a_restart_neither_hurries_nor_forgets_a_copy(plan: Plan, age: float | None, wait: float) -> None:
    plan.place.mkdir()
    if age is not None:
        (plan.place / copy_name(plan.database, NOW - age)).touch()
    assert plan.wait(NOW) == wait


async def test_copies_of_a_link_have_its_name_and_those_with_the_other_one_count(tmp_path: Path) -> None:
    (tmp_path / "volume").mkdir()
    link = tmp_path / "hearts.sqlite"
    link.symlink_to(tmp_path / "volume" / "data.db")
    async with await Store.open(link):
        pass
    plan = Plan(link, Path("copies"), DAY, 2)
    plan.place.mkdir()
    for number, name in enumerate(("data.db", "data.db", "other.db", "data.sqlite"), 1):
        (plan.place / copy_name(Path(name), NOW - DAY * number)).touch()
    old = plan.place / ".data-1.draft"
    old.touch()
    os.utime(old, (0, 0))
    assert when(plan) == [NOW - DAY * 2, NOW - DAY]
    made = plan.carry_out(NOW, lambda: False)
    assert made.path.name == copy_name(link, NOW)
    assert when(plan) == [NOW - DAY, NOW]
    assert plan.last(NOW) == (NOW, made.path)
    assert len(list(plan.place.iterdir())) == 4, "those of other databases stay"
    (tmp_path / "volume" / "data.db").unlink()
    for _, copy in copies(link, plan.place):
        assert missing_yet_copied(link, plan.place) is not None
        copy.unlink()
    assert missing_yet_copied(link, plan.place) is None


async def test_a_clock_that_was_wrong_and_is_put_right(plan: Plan, store: Store) -> None:
    for day in range(5):
        plan.carry_out(NOW + DAY * (365 + day), lambda: False)
    for day in range(4):
        made = plan.carry_out(NOW + DAY * day, lambda: False)
        assert made.path.exists()
        assert plan.last(NOW + DAY * day) == (NOW + DAY * day, made.path)
        assert len(when(plan)) == plan.keep
    assert when(plan) == [NOW + DAY * day for day in (1, 2, 3)]


async def test_a_folder_that_cannot_be_looked_at_is_tried_all_the_same(
    plan: Plan, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    time = Time()
    made = Backups(plan, lambda: time.now, time.sleep)
    monkeypatch.setattr(schedule, "copies", refuse)
    made.start()
    assert await time.next() == SOON
    assert "the copies of the database cannot be looked at: " in caplog.text
    assert await time.wake() == DAY
    await made.close()


@pytest.mark.parametrize(("folder", "place"), [("copies", "copies"), ("../x", "../x"), ("/var/x", "/var/x")])
def test_the_folder_is_counted_from_that_of_the_database(path: Path, folder: str, place: str) -> None:
    assert Plan(path, Path(folder), DAY, 3).place == path.parent / place


async def test_none_where_none_are_wanted(store: Store, path: Path) -> None:
    time = Time()
    made = Backups(Plan(path, Path("copies"), 0.0, 3), lambda: time.now, time.sleep)
    made.start()
    await made.close()
    assert not time.naps


async def test_one_that_fails_is_said_tried_again_and_hurts_nothing(
    backups: tuple[Time, Backups], plan: Plan, store: Store, game: int, caplog: pytest.LogCaptureFixture
) -> None:
    time, made = backups
    plan.place.touch()
    made.start()
    with caplog.at_level(logging.ERROR):
        assert await time.wake() == AGAIN_AFTER
    assert f"no copy of the database was made: {plan.place} is a file, where a folder for" in caplog.text
    await store.append(game, 2, rows(1), 1.0)
    plan.place.unlink()
    assert await time.wake() == DAY
    assert len(when(plan)) == 1


async def test_a_failing_one_removes_no_old_one(
    backups: tuple[Time, Backups], plan: Plan, store: Store
) -> None:
    time, made = backups
    plan.place.mkdir()
    for day in range(6):
        (plan.place / copy_name(plan.database, NOW - DAY * day)).touch()
    # The copy to come has a file in its place.
    (plan.place / copy_name(plan.database, NOW + DAY)).touch()
    before = when(plan)
    made.start()
    assert await time.wake() == AGAIN_AFTER
    assert when(plan) == before


@pytest.mark.parametrize(("version", "every", "made"), [(1, DAY, 1), (1, 0.0, 0), (None, DAY, 0)])
async def test_an_old_database_is_copied_before_it_is_brought_up_to_date(
    path: Path, version: int | None, every: float, made: int
) -> None:
    if version is None:
        await (await Store.open(path)).close()
    else:
        released.load(path, version)
    plan = Plan(path, Path("copies"), every, 3)
    plan.before_upgrade(NOW)
    assert when(plan) == [NOW] * made


@pytest.mark.parametrize("content", [None, b"no database", b"", "another's"])
def test_what_is_no_database_of_ours_is_not_copied_and_hinders_nobody(
    plan: Plan, content: bytes | str | None
) -> None:
    if isinstance(content, bytes):
        plan.database.write_bytes(content)
    elif content is not None:
        with contextlib.closing(sqlite3.connect(plan.database)) as connection:
            connection.execute("CREATE TABLE t (a)")
    plan.before_upgrade(NOW)
    assert not plan.place.exists()


def test_an_old_database_that_cannot_be_copied_stays_as_it_is(plan: Plan) -> None:
    released.load(plan.database, 1)
    before = plan.database.read_bytes()
    plan.place.touch()
    with pytest.raises(UpgradeNotCopied) as caught:
        plan.before_upgrade(NOW)
    assert str(caught.value) == (
        f"The database {plan.database} was not brought up to date, as no copy of it could be made before"
        f" ({plan.place} is a file, where a folder for copies is to be; move it elsewhere); put that right,"
        " or copy it elsewhere with hearts-bot backup and start once with HEARTS_BACKUP_EVERY=0."
    )
    assert plan.database.read_bytes() == before


async def test_an_old_copy_that_cannot_be_removed_is_no_failure(
    plan: Plan, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    for day in range(1, 4):
        (plan.place / copy_name(plan.database, NOW - DAY * day)).mkdir(parents=True)
    assert plan.carry_out(NOW, lambda: False).path.exists()
    assert len(when(plan)) == 4
    assert "old copies could not be removed: " in caplog.text


def test_of_an_old_database_that_is_damaged_that_is_said(plan: Plan) -> None:
    released.load(plan.database, 1)
    content = bytearray(plan.database.read_bytes())
    content[4096:8192] = b"\xff" * 4096
    plan.database.write_bytes(content)
    with pytest.raises(CannotOpen, match="the file is damaged; put a backup in its place"):
        plan.before_upgrade(NOW)


async def test_closing_gives_up_a_copy_in_the_making(store: Store, game: int, plan: Plan) -> None:
    begun = asyncio.Event()
    loop, time = asyncio.get_running_loop(), Time()

    class Watched(Plan):
        def carry_out(self, now: float, stopped: Callable[[], bool]) -> Copy:
            loop.call_soon_threadsafe(begun.set)
            while not stopped():
                pass
            return super().carry_out(now, stopped)

    made = Backups(Watched(plan.database, plan.folder, DAY, 3), lambda: time.now, time.sleep)
    made.start()
    waking = asyncio.create_task(time.wake())
    async with asyncio.timeout(10):
        await begun.wait()
        await made.close()
    waking.cancel()
    assert not when(plan)
    await store.append(game, 2, rows(1), 1.0)
