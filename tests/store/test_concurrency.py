"""Many tasks at once, and some that give up."""

import asyncio
import sqlite3
from collections.abc import Awaitable
from pathlib import Path

import pytest

from bot.store import (
    ChannelTaken,
    GameStatus,
    MessageRow,
    NumberTaken,
    StorageFailed,
    Store,
    StoreClosed,
    StoreError,
    base,
)
from tests.store.samples import rows


def nothing_is_left_open(path: Path) -> bool:
    """Whether another process could write at once."""
    connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()
    return True


async def test_fifty_writers_and_readers_of_five_games(store: Store, path: Path) -> None:
    batch, rounds = 7, 6
    games = [await store.create_game(1, channel, "en", (), 0.0) for channel in range(5)]
    lengths = dict.fromkeys(games, 0)
    locks = {game: asyncio.Lock() for game in games}

    async def write(game: int, writer: int) -> None:
        for _ in range(rounds):
            async with locks[game]:
                await store.append(game, lengths[game] + 1, rows(batch, f"by {writer}"), 1.0)
                lengths[game] += batch

    async def read(game: int) -> None:
        seen = 0
        for _ in range(rounds):
            known = lengths[game]
            found = await store.rows(game)
            assert len(found) >= max(known, seen)
            assert len(found) % batch == 0
            assert [row.number for row in found] == list(range(1, len(found) + 1))
            for start in range(0, len(found), batch):
                assert len({row.row.kind for row in found[start : start + batch]}) == 1
            seen = len(found)

    async def overwrite(game: int, message_id: int) -> None:
        for _ in range(rounds):
            await store.save_message(MessageRow(game, "table", 1, message_id, 1.0, 1))
            await store.set_value(f"key {message_id}", str(game))

    async with asyncio.timeout(60):
        await asyncio.gather(
            *(write(games[writer % 5], writer) for writer in range(20)),
            *(read(games[reader % 5]) for reader in range(20)),
            *(overwrite(games[number % 5], number) for number in range(10)),
        )
    for game in games:
        assert len(await store.rows(game)) == 4 * rounds * batch
    assert nothing_is_left_open(path)


async def test_many_start_in_one_channel(store: Store, path: Path) -> None:
    async with await Store.open(path) as other:
        answers = await asyncio.gather(
            *((store, other)[number % 2].create_game(1, 5, "en", rows(3), 1.0) for number in range(30)),
            return_exceptions=True,
        )
        (game,) = [answer for answer in answers if isinstance(answer, int)]
        refused = [answer for answer in answers if isinstance(answer, ChannelTaken)]
        assert [error.game_id for error in refused] == [game] * 29
        assert [header.game_id for header in await other.open_games()] == [game]


async def test_many_append_the_same_number(store: Store, path: Path, game: int) -> None:
    async with await Store.open(path) as other:
        answers = await asyncio.gather(
            *(
                (store, other)[number % 2].append(game, 2, rows(3, f"by {number}"), 1.0)
                for number in range(30)
            ),
            return_exceptions=True,
        )
    winner = answers.index(None)
    assert sum(isinstance(answer, NumberTaken) for answer in answers) == 29
    assert [row.row.kind for row in await store.rows(game)] == ["opened", *[f"by {winner}"] * 3]


async def test_many_meet_one_person(store: Store, path: Path) -> None:
    async with await Store.open(path) as other:
        people = await asyncio.gather(
            *((store, other)[number % 2].person(1001, f"Ann {number % 3}") for number in range(30))
        )
    assert len({person.person_id for person in people}) == 1


@pytest.mark.parametrize("turns", range(10))
async def test_cancelled_at_any_moment(turns: int, store: Store, path: Path, game: int) -> None:
    task = asyncio.create_task(store.append(game, 2, rows(300), 1.0, GameStatus.PLAYING))
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait((task,))
    assert nothing_is_left_open(path)
    length = len(await store.rows(game))
    header = await store.header(game)
    assert header is not None
    assert (length, header.status) in ((1, GameStatus.LOBBY), (301, GameStatus.PLAYING))
    assert task.cancelled() or length == 301
    await store.append(game, length + 1, rows(1), 2.0)


async def test_cancelled_inside_the_transaction(store: Store, path: Path, game: int) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    task = asyncio.create_task(store.append(game, 2, rows(3), 1.0))
    for _ in range(5):
        await asyncio.sleep(0)
    reader = asyncio.create_task(store.rows(game))
    await asyncio.sleep(0)
    task.cancel()
    reader.cancel()
    for _ in range(5):
        await asyncio.sleep(0)
    assert not task.done(), "whoever gives up waits for the transaction, or the next one would overtake it"
    assert reader.cancelled(), "a read may be given up at once"
    other.close()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert nothing_is_left_open(path)
    assert len(await store.rows(game)) == 4


async def test_cancelled_by_a_timeout_while_another_process_holds_the_lock(path: Path) -> None:
    async with await Store.open(path, patience=0.05) as store:
        game = await store.create_game(1, 1, "en", rows(1), 1.0)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await store.append(game, 2, rows(1), 1.0)
        other.close()
        assert len(await store.rows(game)) == 1
        await store.append(game, 2, rows(1), 1.0)


async def test_another_process_holds_the_lock_for_too_long(path: Path) -> None:
    async with await Store.open(path, patience=0.01) as store:
        game = await store.create_game(1, 1, "en", rows(1), 1.0)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageFailed, match="locked by another process"):
            await store.append(game, 2, rows(1), 1.0)
        assert len(await store.rows(game)) == 1, "reading needs no lock"
        other.close()
        await store.append(game, 2, rows(1), 1.0)


async def test_a_full_disk(store: Store, game: int) -> None:
    # The most pages a connection may use: SQLite then answers as on a full disk.
    await store._connection.read(lambda database: database.execute("PRAGMA max_page_count = 40").fetchall())
    with pytest.raises(StorageFailed, match="The disk with the database is full"):
        await store.append(game, 2, rows(20_000), 1.0, GameStatus.PLAYING)
    assert len(await store.rows(game)) == 1
    await store.append(game, 2, rows(2), 1.0)
    assert len(await store.rows(game)) == 3


async def test_what_could_not_be_stored_is_told_until_something_is_and_for_a_while_after_it(
    store: Store, game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.check()
    await store._connection.read(lambda database: database.execute("PRAGMA max_page_count = 40").fetchall())
    with pytest.raises(StorageFailed):
        await store.append(game, 2, rows(20_000), 1.0)
    with monkeypatch.context() as much_later:
        much_later.setattr(base, "REMEMBERED", 0.0)
        with pytest.raises(StorageFailed, match="The disk with the database is full"):
            await store.check()
    # There may be room for a little and not for a game.
    await store.append(game, 2, rows(2), 1.0)
    with pytest.raises(StorageFailed, match="The disk with the database is full"):
        await store.check()
    monkeypatch.setattr(base, "REMEMBERED", 0.0)
    await store.check()


async def test_what_is_refused_for_itself_is_no_failure_of_the_disk(store: Store, game: int) -> None:
    with pytest.raises(NumberTaken):
        await store.append(game, 1, rows(1), 1.0)
    await store.check()


class TestClosing:
    async def test_what_was_asked_for_before_is_done(self, path: Path) -> None:
        store = await Store.open(path)
        tasks = [
            asyncio.create_task(store.create_game(1, channel, "en", rows(50), 1.0)) for channel in range(40)
        ]
        await asyncio.sleep(0)
        async with asyncio.timeout(30):
            await store.close()
            games = await asyncio.gather(*tasks)
        async with await Store.open(path) as again:
            assert [header.game_id for header in await again.open_games()] == games

    async def test_nothing_is_done_afterwards(self, path: Path) -> None:
        store = await Store.open(path)
        await store.close()
        calls: list[Awaitable[object]] = [
            store.rows(1),
            store.create_game(1, 1, "en", (), 1.0),
            store.set_value("a", "b"),
            store.open_games(),
        ]
        for call in calls:
            with pytest.raises(StoreClosed, match="The store is closed"):
                await call

    async def test_twice_and_at_once_and_given_up(self, path: Path) -> None:
        store = await Store.open(path)
        async with asyncio.timeout(30):
            given_up = asyncio.create_task(store.close())
            await asyncio.sleep(0)
            given_up.cancel()
            await asyncio.gather(*(store.close() for _ in range(5)))
            await store.close()
        await (await Store.open(path)).close()

    @pytest.mark.parametrize("turns", range(8))
    async def test_in_the_middle_of_calls_that_were_given_up(self, turns: int, path: Path) -> None:
        store = await Store.open(path)
        game = await store.create_game(1, 1, "en", rows(1), 1.0)
        tasks = [asyncio.create_task(store.append(game, 2, rows(100), 1.0)) for _ in range(3)]
        for _ in range(turns):
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        async with asyncio.timeout(30):
            await store.close()
            answers = await asyncio.gather(*tasks, return_exceptions=True)
        expected = (asyncio.CancelledError, StoreError, type(None))
        assert all(isinstance(answer, expected) for answer in answers)
        async with await Store.open(path) as again:
            assert len(await again.rows(game)) in (1, 101)
