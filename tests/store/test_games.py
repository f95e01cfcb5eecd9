"""Games and their actions: appended, numbered, never changed."""

import sqlite3
from pathlib import Path

import pytest

from bot.store import (
    ChannelTaken,
    GameHeader,
    GameStatus,
    NotStored,
    NumberTaken,
    QueuedRow,
    Row,
    StorageFailed,
    Store,
    StoredRow,
)
from tests.store.samples import rows


async def test_a_new_game(store: Store) -> None:
    first = Row("opened", 1, '{"server": 10, "text": "Jürgen ♠ \\u2660"}')
    second = Row("host", 3, "{}")
    game = await store.create_game(10, 2**62, "de", iter([first, second]), at=1000.25)
    assert await store.header(game) == GameHeader(game, 10, 2**62, GameStatus.LOBBY, "de", 1000.25)
    assert await store.rows(game) == (StoredRow(1, 1000.25, first), StoredRow(2, 1000.25, second))


async def test_rows_are_appended_with_their_time_and_status(store: Store, game: int) -> None:
    before = await store.rows(game)
    one, two, three = rows(3)
    await store.append(game, 2, [one, two], 1001.0)
    await store.append(game, 4, iter([three]), 1002.5, GameStatus.PLAYING)
    added = (StoredRow(2, 1001.0, one), StoredRow(3, 1001.0, two), StoredRow(4, 1002.5, three))
    assert await store.rows(game) == before + added
    header = await store.header(game)
    assert header is not None
    assert header.status is GameStatus.PLAYING


async def test_a_status_may_come_without_rows(store: Store, game: int) -> None:
    await store.append(game, 2, (), 1001.0, GameStatus.CANCELLED)
    assert len(await store.rows(game)) == 1
    assert await store.open_games() == ()


async def test_what_was_never_stored(store: Store) -> None:
    assert await store.header(7) is None
    assert await store.rows(7) == ()
    assert await store.open_game_in(7) is None
    with pytest.raises(NotStored, match="There is no game 7"):
        await store.append(7, 1, rows(1), 1.0)


async def test_rows_outlive_the_store(path: Path) -> None:
    async with await Store.open(path) as store:
        game = await store.create_game(1, 2, "en", rows(3), 1.0)
        await store.append(game, 4, rows(2), 2.0)
        before = await store.rows(game)
    async with await Store.open(path) as store:
        assert await store.rows(game) == before


class TestNumbers:
    @pytest.mark.parametrize("first", [1, 2, 3])
    async def test_taken(self, first: int, store: Store, game: int) -> None:
        await store.append(game, 2, rows(2), 1001.0)
        before = await store.rows(game)
        with pytest.raises(NumberTaken) as caught:
            await store.append(game, first, rows(5, "late"), 1002.0, GameStatus.PLAYING)
        assert (caught.value.game_id, caught.value.number) == (game, first)
        assert str(caught.value) == f"Game {game} has an action {first} already."
        assert await store.rows(game) == before
        header = await store.header(game)
        assert header is not None
        assert header.status is GameStatus.LOBBY

    async def test_a_gap_is_a_mistake(self, store: Store, game: int) -> None:
        with pytest.raises(ValueError, match="has 1 actions"):
            await store.append(game, 3, rows(1), 1001.0)
        assert len(await store.rows(game)) == 1

    async def test_two_programs_on_one_file(self, path: Path, store: Store, game: int) -> None:
        async with await Store.open(path) as other:
            await other.append(game, 2, rows(1, "theirs"), 1001.0)
            with pytest.raises(NumberTaken):
                await store.append(game, 2, rows(1, "ours"), 1001.0)
            await store.append(game, 3, rows(1, "ours"), 1001.0)
            assert [stored.row.kind for stored in await other.rows(game)] == ["opened", "theirs", "ours"]


class TestChannels:
    async def test_one_open_game(self, store: Store, game: int) -> None:
        with pytest.raises(ChannelTaken) as caught:
            await store.create_game(10, 20, "en", rows(1), 1001.0)
        assert caught.value.game_id == game
        assert str(caught.value) == f"Game {game} is open in this channel."
        await store.append(game, 2, rows(1), 1001.0, GameStatus.PLAYING)
        with pytest.raises(ChannelTaken):
            await store.create_game(10, 20, "en", rows(1), 1001.0)
        found = await store.open_game_in(20)
        assert found is not None
        assert found.game_id == game

    @pytest.mark.parametrize("status", [GameStatus.OVER, GameStatus.CANCELLED])
    async def test_free_again(self, status: GameStatus, store: Store, game: int) -> None:
        await store.append(game, 2, rows(1), 1001.0, status)
        assert await store.open_game_in(20) is None
        again = await store.create_game(10, 20, "en", rows(1), 1002.0)
        assert again != game
        assert [header.game_id for header in await store.open_games()] == [again]

    async def test_a_game_cannot_open_again_in_a_taken_channel(self, store: Store, game: int) -> None:
        await store.append(game, 2, rows(1), 1001.0, GameStatus.OVER)
        again = await store.create_game(10, 20, "en", rows(1), 1002.0)
        with pytest.raises(ChannelTaken) as caught:
            await store.append(game, 3, rows(1), 1003.0, GameStatus.PLAYING)
        assert caught.value.game_id == again
        assert len(await store.rows(game)) == 2

    async def test_the_database_itself_keeps_it(self, path: Path, store: Store, game: int) -> None:
        connection = sqlite3.connect(path)
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(
                "INSERT INTO games (game_id, server_id, channel_id, status, language, created_at)"
                " VALUES (99, 10, 20, 'playing', 'de', 1.0)"
            )
        connection.close()

    async def test_a_channel_and_its_threads(self, store: Store, game: int) -> None:
        thread = await store.create_game(10, 21, "de", (), 1001.0, parent_channel_id=20)
        header = await store.header(thread)
        assert header == GameHeader(thread, 10, 21, GameStatus.LOBBY, "de", 1001.0, 20)
        await store.create_game(10, 22, "de", (), 1002.0, parent_channel_id=30)
        await store.create_game(11, 23, "de", (), 1002.0)
        assert [await store.count_open_games_in(channel) for channel in (20, 21, 22, 30, 40)] == [
            2,
            1,
            1,
            1,
            0,
        ]
        assert [await store.count_open_games(server) for server in (10, 11, 12)] == [3, 1, 0]
        await store.append(game, 2, (), 1003.0, GameStatus.OVER)
        await store.append(thread, 1, (), 1003.0, GameStatus.PLAYING)
        assert await store.count_open_games_in(20) == 1
        assert await store.count_open_games(10) == 2

    async def test_a_channel_that_is_named_as_its_own_parent_counts_once(self, store: Store) -> None:
        await store.create_game(10, 25, "de", (), 1001.0, parent_channel_id=25)
        assert await store.count_open_games_in(25) == 1

    async def test_open_games_the_oldest_first(self, store: Store) -> None:
        games = [await store.create_game(1, channel, "en", (), 1.0) for channel in (9, 3, 7, 1)]
        await store.append(games[1], 1, rows(1), 2.0, GameStatus.OVER)
        await store.append(games[2], 1, rows(1), 2.0, GameStatus.PLAYING)
        found = await store.open_games()
        assert [(header.game_id, header.status) for header in found] == [
            (games[0], GameStatus.LOBBY),
            (games[2], GameStatus.PLAYING),
            (games[3], GameStatus.LOBBY),
        ]


STATEMENTS = [
    "UPDATE actions SET body = '{}'",
    "UPDATE actions SET number = 9 WHERE number = 1",
    "DELETE FROM actions",
    "DELETE FROM actions WHERE number = 2",
    "DELETE FROM games",
    "INSERT OR REPLACE INTO actions VALUES (1, 1, 0.0, 'forged', 1, '{}')",
    "REPLACE INTO actions VALUES (1, 2, 0.0, 'forged', 1, '{}')",
    "INSERT INTO actions VALUES (1, 2, 0.0, 'forged', 1, '{}') ON CONFLICT DO UPDATE SET kind = 'forged'",
    "INSERT INTO actions VALUES (1, 4, 0.0, 'after a gap', 1, '{}')",
    "INSERT INTO actions VALUES (1, 0, 0.0, 'before the first', 1, '{}')",
    "INSERT INTO actions VALUES (99, 1, 0.0, 'of no game', 1, '{}')",
    "INSERT INTO actions VALUES (1, 3, 0.0, 'no JSON', 1, 'card')",
    "INSERT INTO actions VALUES (1, 3, 0.0, 'no object', 1, '[1]')",
    "INSERT INTO actions VALUES (1, 3, 'noon', 'no time', 1, '{}')",
]


@pytest.mark.parametrize("statement", STATEMENTS)
async def test_the_database_itself_only_appends(statement: str, path: Path, store: Store, game: int) -> None:
    await store.append(game, 2, rows(1), 1001.0)
    before = await store.rows(game)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA foreign_keys = ON")
    with pytest.raises(sqlite3.DatabaseError):
        connection.execute(statement)
    connection.close()
    assert await store.rows(game) == before


@pytest.mark.parametrize("body", ["", "card", "[1]", "null", '{"a": 1', "{}{}"])
async def test_a_body_is_a_json_object(body: str, store: Store, game: int) -> None:
    with pytest.raises(StorageFailed):
        await store.append(game, 2, [*rows(2), Row("broken", 1, body)], 1001.0)
    with pytest.raises(StorageFailed):
        await store.create_game(10, 21, "en", [*rows(2), Row("broken", 1, body)], 1001.0)
    assert len(await store.rows(game)) == 1
    assert len(await store.open_games()) == 1


async def test_numbers_of_games_and_people_are_never_used_again(path: Path) -> None:
    async with await Store.open(path) as store:
        game = await store.create_game(1, 1, "en", (), 1.0)
        ann = await store.person(1001, "Ann")
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("DELETE FROM games")
        connection.execute("DELETE FROM people")
    connection.close()
    async with await Store.open(path) as store:
        assert await store.create_game(1, 1, "en", (), 1.0) > game
        assert (await store.person(1001, "Ann")).person_id > ann.person_id


class TestHosts:
    async def test_a_lobby_is_found_by_its_host(self, store: Store, game: int) -> None:
        assert await store.open_lobby_hosted_by(7) is None
        await store.set_host(game, 7)
        assert await store.open_lobby_hosted_by(7) == await store.header(game)
        await store.set_host(game, 8)
        assert await store.open_lobby_hosted_by(7) is None
        await store.set_host(game, None)
        assert await store.open_lobby_hosted_by(8) is None

    async def test_the_host_may_be_there_from_the_beginning(self, store: Store) -> None:
        game = await store.create_game(10, 21, "de", (), 1000.0, host_person_id=7)
        header = await store.open_lobby_hosted_by(7)
        assert header is not None
        assert (header.game_id, header.host_person_id) == (game, 7)

    async def test_a_game_that_runs_or_is_over_is_no_lobby(self, store: Store, game: int) -> None:
        await store.set_host(game, 7)
        await store.append(game, 2, (), 1001.0, GameStatus.PLAYING)
        assert await store.open_lobby_hosted_by(7) is None
        await store.append(game, 2, (), 1001.0, GameStatus.CANCELLED)
        assert await store.open_lobby_hosted_by(7) is None

    async def test_of_two_lobbies_the_older_one(self, store: Store, game: int) -> None:
        later = await store.create_game(11, 21, "de", (), 1000.0, host_person_id=7)
        await store.set_host(game, 7)
        header = await store.open_lobby_hosted_by(7)
        assert header is not None
        assert header.game_id == game < later


@pytest.mark.parametrize("status", [GameStatus.OVER, GameStatus.CANCELLED])
async def test_queued_cards_are_forgotten_with_the_end(store: Store, game: int, status: GameStatus) -> None:
    other = await store.create_game(10, 99, "de", rows(1), at=1000.0)
    kept = QueuedRow(other, 0, 1, "QS")
    for each in (game, other):
        await store.queue_card(QueuedRow(each, 0, 1, "QS"))
    await store.append(game, 2, rows(1), 2.0, GameStatus.PLAYING)
    assert len(await store.queued(game)) == 1
    await store.append(game, 3, rows(1), 3.0, status)
    assert await store.queued(game) == ()
    assert await store.queued(other) == (kept,)
