"""What belongs to a person in the database, and that nothing of it is left once they are erased."""
# ruff: noqa: ASYNC240 (small files, and nobody else waits for the loop)

import asyncio
import contextlib
import shutil
import sqlite3
import time
from pathlib import Path

import pytest

from bot.store import (
    MemberRow,
    PanelRow,
    PersonalCounts,
    PersonErased,
    PreferencesRow,
    Row,
    Store,
    privacy,
)
from bot.store.database import open_database
from bot.store.plans import plans_of, walks
from bot.store.privacy import KEPT_BACK, TABLES
from tests.store.samples import rows
from tests.store.traces import traces, traces_in_files

ACCOUNT, NAME = 1_234_567_890_123_456_789, "Zoraïda"
NOTHING = PersonalCounts(0, 0, 0, 0, 0, False, 0)


def named(kind: str, person: int) -> Row:
    """A row that names a person."""
    return Row(kind, 1, f'{{"person":{person}}}')


async def known(store: Store) -> int:
    """Somebody of whom everything is stored that is not a result."""
    other = await store.person(1001, "Ann")
    person = (await store.person(ACCOUNT, "Zora")).person_id
    assert (await store.person(ACCOUNT, NAME)).person_id == person
    await store.save_preferences(PreferencesRow(person, "de"))
    await store.member_seen(10, person, True, 5.0)
    await store.member_seen(11, other.person_id, True, 5.0)
    game = await store.create_game(10, 20, "de", [named("host", person), named("seat_taken", person)], 1.0)
    await store.save_panel(PanelRow(game, 0, person, 555, "secret-token", "de", 2.0))
    return person


async def test_every_table_with_rows_of_a_person_is_known(store: Store, path: Path) -> None:
    connection = sqlite3.connect(path)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    columns = {
        table: {each[1] for each in connection.execute(f"PRAGMA table_info({table})")} for table in tables
    }
    connection.close()
    assert {table for table, names in columns.items() if "person_id" in names} == set(TABLES)


async def test_how_much_is_stored_about_somebody(store: Store) -> None:
    person = await known(store)
    assert await store.personal_counts(person) == PersonalCounts(1, 1, 0, 0, 1, True, 1)
    assert await store.personal_counts(person + 1) == NOTHING


async def test_what_is_stored_about_somebody(store: Store) -> None:
    person = await known(store)
    found = await store.personal_rows(person)
    assert found.tables["people"] == ({"person_id": person, "discord_id": ACCOUNT, "name": NAME},)
    assert [each["language"] for each in found.tables["preferences"]] == ["de"]
    assert [each["server_id"] for each in found.tables["members"]] == [10]
    [panel] = found.tables["panels"]
    assert panel["message_id"] == 555
    assert not KEPT_BACK & panel.keys()
    assert [game.game_id for game in found.games] == [1]


async def test_games_are_found_by_the_actions_that_name_somebody(store: Store) -> None:
    for number, kind in enumerate(("host", "seat_taken", "agreed", "replacement_wanted", "cancelled"), 1):
        await store.create_game(10, number, "en", [*rows(1), named(kind, 7)], 1.0)
        await store.create_game(10, 100 + number, "en", [named(kind, 70)], 1.0)
    found = await store.personal_rows(7)
    assert [game.channel_id for game in found.games] == [1, 2, 3, 4, 5]
    assert len(await store.open_games_naming(7)) == 5
    assert await store.messages_naming(7, "table") == ()


async def test_nothing_of_who_is_erased_is_left(store: Store, path: Path) -> None:
    person = await known(store)
    assert traces(path, ACCOUNT, NAME)
    assert traces_in_files(path, ACCOUNT, NAME)
    before = await store.rows(1)
    assert await store.erase(person)
    assert traces(path, ACCOUNT, NAME) == []
    assert traces_in_files(path, ACCOUNT, NAME) == []
    assert traces_in_files(path, ACCOUNT, "Zora") == [], "nor of what they were called before"
    assert traces_in_files(path, ACCOUNT, "secret-token") == []
    assert await store.rows(1) == before
    assert await store.personal_counts(person) == PersonalCounts(1, 1, 0, 0, 0, False, 0)
    assert await store.members(11, [1]) == {1: MemberRow(11, 1, True, 5.0)}
    assert not await store.erase(person), "once is enough"
    await store.close()
    assert traces_in_files(path, ACCOUNT, NAME) == []


async def test_nothing_is_left_in_unused_parts_of_the_file(path: Path) -> None:
    """There are so many people that rows are moved to other pages, which leaves copies where they were."""
    accounts = [ACCOUNT + number * 7919 % 4001 for number in range(2000)]
    with contextlib.closing(open_database(path, 1.0)) as database:
        database.execute("BEGIN")
        sql = "INSERT INTO people (discord_id, name) VALUES (?, ?)"
        database.executemany(sql, ((account, NAME) for account in accounts))
        sql = "UPDATE people SET name = ? WHERE discord_id = ?"
        names = ((NAME * (1 + number % 30), account) for number, account in enumerate(accounts[::3]))
        database.executemany(sql, names)
        database.execute("COMMIT")
    data = path.read_bytes()
    # Everybody stands in the table and in its index.
    copied = [account for account in accounts if data.count(account.to_bytes(8, "big")) > 2]
    assert copied, "otherwise this shows nothing"
    async with await Store.open(path) as store:
        for account in copied[:5]:
            person = await store.person_by_discord_id(account)
            assert person is not None
            assert await store.erase(person.person_id)
            assert traces_in_files(path, account, "?!") == []


async def test_a_reader_holds_nothing_up_and_keeps_nothing_for_good(store: Store, path: Path) -> None:
    """Another process reads the database: what it may look at yet stays in the journal until it is done."""
    person = await known(store)
    with contextlib.closing(sqlite3.connect(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM people").fetchone()
        began = time.monotonic()
        assert await store.erase(person)
        assert not await store.clean()
        assert time.monotonic() - began < 1, "the store has a patience of some seconds with writers"
        assert traces_in_files(path, ACCOUNT, NAME)
    assert await store.clean()
    assert traces_in_files(path, ACCOUNT, NAME) == []
    assert traces_in_files(path, ACCOUNT, "Zora") == []
    assert await store.clean(), "once is enough"


async def test_killed_before_all_is_clean(
    store: Store, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is in the files then is as it is copied here; the next program that runs on them cleans them."""
    person = await known(store)
    killed = tmp_path / "killed"
    killed.mkdir()

    def clean(_: sqlite3.Connection) -> bool:
        for name in ("hearts.db", "hearts.db-wal"):
            shutil.copy(tmp_path / name, killed / name)
        return True

    with monkeypatch.context() as patched:
        patched.setattr(privacy, "_clean", clean)
        assert await store.erase(person)
    assert traces_in_files(killed / "hearts.db", ACCOUNT, NAME)
    async with await Store.open(killed / "hearts.db") as again:
        assert await again.clean()
        assert traces_in_files(killed / "hearts.db", ACCOUNT, NAME) == []
        await again.set_value("a", "b")
    async with await Store.open(killed / "hearts.db") as third:
        monkeypatch.setattr(privacy, "_clean", lambda _: pytest.fail("it is clean"))
        assert await third.clean()


async def test_whose_erasure_was_cancelled_is_cleaned_away_by_the_next_one(store: Store, path: Path) -> None:
    person = await known(store)
    assert await store.clean(), "it has been looked whether anything is left"
    erasing = asyncio.create_task(store.erase(person))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    erasing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await erasing
    assert await store.person_by_discord_id(ACCOUNT) is None, "it was done all the same"
    assert await store.get_value("unclean") is not None
    assert await store.clean()
    assert await store.get_value("unclean") is None
    assert traces_in_files(path, ACCOUNT, NAME) == []


async def test_a_number_is_never_given_again(store: Store) -> None:
    person = await known(store)
    await store.erase(person)
    again = await store.person(ACCOUNT, NAME)
    assert again.person_id > person
    assert await store.personal_counts(again.person_id) == NOTHING


async def test_who_has_been_erased(store: Store) -> None:
    person = await known(store)
    assert await store.erased_among([1, person, 99]) == frozenset(), "one was never given"
    await store.erase(person)
    assert await store.erased_among([1, person, 99]) == {person}


async def test_who_has_been_erased_does_nothing_more(store: Store) -> None:
    person = await known(store)
    await store.erase(person)
    before = await store.rows(1)
    with pytest.raises(PersonErased):
        await store.append(1, 3, rows(1), 9.0, person=person)
    with pytest.raises(PersonErased):
        await store.create_game(10, 21, "en", rows(1), 9.0, people=[1, person])
    assert await store.rows(1) == before
    assert len(await store.open_games()) == 1
    await store.append(1, 3, rows(1), 9.0, person=1)


async def test_an_erasure_walks_through_no_table(store: Store) -> None:
    person = await known(store)

    async def everything() -> None:
        await store.personal_counts(person)
        await store.personal_rows(person)
        await store.open_games_naming(person)
        await store.messages_naming(person, "table")
        await store.erased_among([person])
        await store.erase(person)

    plans = await plans_of(store, everything)
    assert len(plans) > 15
    # SQLite's own table has a row for each table with numbers that are never given again.
    assert [step for step in walks(plans).values() if "sqlite_sequence" not in step] == []
