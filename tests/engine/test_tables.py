"""Games are found, opened, and taken up after a restart where they were left."""

import asyncio
import gc
import logging
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.engine.acts import Abandon, Cancel, Join, Leave, Start
from bot.engine.state import Phase, TableState
from bot.engine.table import Change, Table, Unreadable
from bot.engine.tables import Opening, Tables
from bot.rules.cards import ALL_CARDS
from bot.rules.ruleset import Ruleset
from bot.store import GameStatus, Row, Store
from tests.engine.faulty import FaultyStore
from tests.engine.tabletop import ANNA, BERT, CARL, FOUR, STANDARD, lowest_act, open_table, play, tables_in


async def restarted(path: Path, game_id: int) -> tuple[tuple[int, ...], TableState, str]:
    """Give what a program finds that has just started: the open games, one state and its language."""
    async with await Store.open(path) as store:
        tables = tables_in(store)
        resumed = await tables.resume()
        table = await tables.get(game_id)
        assert table is not None
        assert all(table is each for each in resumed if each.game_id == game_id)
        return tuple(each.game_id for each in resumed), table.state, table.language


MOMENTS = [
    ("lobby", 0, Phase.LOBBY, True),
    ("dealt", 1, Phase.PLAYING, True),
    ("two have passed", 3, Phase.PLAYING, True),
    ("before the first card", 5, Phase.PLAYING, True),
    ("in a trick", 12, Phase.PLAYING, True),
    ("after a deal", 60, Phase.PLAYING, True),
    ("over", None, Phase.OVER, False),
]


@pytest.mark.parametrize(("moment", "acts", "phase", "is_open"), MOMENTS, ids=[each[0] for each in MOMENTS])
async def test_a_restart_finds_what_was_left(
    moment: str, acts: int | None, phase: Phase, is_open: bool, path: Path
) -> None:
    async with await Store.open(path) as store:
        table = await open_table(tables_in(store), ruleset=Ruleset(limit=50), start=acts != 0)
        await play(table, None if acts is None else max(0, acts - 1))
        left, game_id = table.state, table.game_id
    resumed, found, language = await restarted(path, game_id)
    assert found == left
    assert found.phase is phase
    assert resumed == ((game_id,) if is_open else ())
    assert language == "en"


@pytest.mark.parametrize("act", [Cancel(ANNA, moderator=False), Abandon()], ids=["cancelled", "abandoned"])
@pytest.mark.parametrize("acts", [0, 10])
async def test_a_restart_after_a_game_was_ended(act: Cancel | Abandon, acts: int, path: Path) -> None:
    async with await Store.open(path) as store:
        table = await open_table(tables_in(store), start=acts > 0)
        await play(table, acts)
        assert isinstance(await table.act(act), Change)
        left, game_id = table.state, table.game_id
    resumed, found, _ = await restarted(path, game_id)
    assert (resumed, found) == ((), left)
    assert found.phase is Phase.CANCELLED


async def test_a_game_goes_on_over_many_restarts(path: Path) -> None:
    async with await Store.open(path) as store:
        game_id = (await open_table(tables_in(store), ruleset=Ruleset(limit=25), start=True)).game_id
    for restart in range(20):
        async with await Store.open(path) as store:
            for table in await tables_in(store).resume():
                assert table.game_id == game_id
                await play(table, 1 + restart)
    _, found, _ = await restarted(path, game_id)
    assert found.phase is Phase.OVER


async def test_a_button_from_before_the_restart_works_after_it(path: Path) -> None:
    async with await Store.open(path) as store:
        table = await open_table(tables_in(store), start=True)
        await play(table, 7)
        button = lowest_act(table.state)
    async with await Store.open(path) as store:
        table = await tables_in(store).in_channel(20)
        assert table is not None
        assert isinstance(await table.act(button), Change)


async def test_twenty_open_the_same_channel_and_one_table_is_there(store: FaultyStore) -> None:
    tables = tables_in(store)
    opened = await asyncio.gather(
        *(tables.open(Opening(10, 20, "en", STANDARD, (person,))) for person in range(1, 21))
    )
    (table,) = [each for each in opened if isinstance(each, Table)]
    assert opened.count(table.game_id) == 19
    assert await tables.in_channel(20) is table


async def test_a_channel_is_free_again_when_its_game_is_over(store: FaultyStore) -> None:
    tables = tables_in(store)
    table = await open_table(tables, ruleset=Ruleset(limit=25), start=True)
    await play(table)
    assert table.state.phase is Phase.OVER
    assert await tables.in_channel(20) is None
    second = await open_table(tables)
    assert second.game_id != table.game_id
    await second.act(Cancel(ANNA, moderator=False))
    third = await open_table(tables, ANNA)
    await third.act(Leave(ANNA))
    assert isinstance(await open_table(tables), Table)


async def test_a_second_game_in_a_channel_starts_with_the_left_pass(store: FaultyStore) -> None:
    tables = tables_in(store)
    for _ in range(2):
        table = await open_table(tables, ruleset=Ruleset(limit=25), start=True)
        public = table.public()
        assert public is not None
        assert (public.number, public.direction) == (1, "left")
        await play(table)


async def test_in_twenty_games_of_the_same_four_the_seats_vary(store: FaultyStore) -> None:
    tables = Tables(store, lambda: 1000.0)
    seen: set[tuple[int, ...]] = set()
    for channel in range(20):
        table = await open_table(tables, channel=channel, start=True)
        first = table.state.persons.index(ANNA)
        seen.add(table.state.persons[first:] + table.state.persons[:first])
    assert len(seen) > 2, "20 games of six ways to sit: fewer than three once in 10 to the power of 8"


async def test_a_game_has_one_table_however_many_ask_for_it(path: Path) -> None:
    async with await Store.open(path) as store:
        game_id = (await open_table(tables_in(store), start=True)).game_id
    async with await Store.open(path) as store:
        tables = tables_in(store)
        found = await asyncio.gather(*(tables.get(game_id) for _ in range(20)), tables.in_channel(20))
        assert len(set(map(id, found))) == 1
        assert found[0] is not None


async def test_a_table_is_found_while_it_is_being_opened(store: FaultyStore) -> None:
    tables = tables_in(store)

    async def look() -> Table:
        while (table := await tables.in_channel(20)) is None:
            pass
        return table

    opened, *found = await asyncio.gather(open_table(tables), look(), look())
    assert all(table is opened for table in found)


async def test_a_closed_table_is_kept_for_as_long_as_somebody_uses_it(store: FaultyStore) -> None:
    tables = tables_in(store)
    table = await open_table(tables)
    game_id, known = table.game_id, weakref.ref(table)
    del table
    gc.collect()
    assert known() is not None, "an open one is kept in any case"
    table = await tables.get(game_id)
    assert table is not None
    await table.act(Cancel(ANNA, moderator=False))
    assert await tables.get(game_id) is table
    del table
    gc.collect()
    assert known() is None
    again = await tables.get(game_id)
    assert again is not None
    assert again.state.phase is Phase.CANCELLED


async def test_no_such_game(store: FaultyStore) -> None:
    tables = tables_in(store)
    assert await tables.get(7) is None
    assert await tables.in_channel(20) is None
    assert await tables.resume() == ()


async def test_listeners_added_before_the_first_table_are_told(store: FaultyStore) -> None:
    tables = tables_in(store)
    told: list[Change] = []
    tables.listeners += (lambda _, change: told.append(change),)
    table = await open_table(tables, ANNA)
    assert told == [], "opening is not a change"
    change = await table.act(Join(BERT))
    assert told == [change]


def unknown_kind(state: TableState) -> Row:
    """Give a row of a program newer than this one."""
    return Row("charged", 1, '{"card":"QS"}')


def newer_version(state: TableState) -> Row:
    """Give a body of a version nobody knows."""
    return Row("played", 9, '{"cards":["QS","KH"]}')


def half_a_body(state: TableState) -> Row:
    """Give a body in which something is missing."""
    return Row("passed", 1, '{"seat":0,"cards":"QS KH AH"}')


def two_cards(state: TableState) -> Row:
    """Give a pass that the rules refuse."""
    assert state.deal is not None
    first, second, *_ = state.deal.hands[1]
    return Row("passed", 1, f'{{"seat":1,"cards":"{first} {second}","by":"person"}}')


def strange_seat(state: TableState) -> Row:
    """Give a pass of a seat that is not there."""
    assert state.deal is not None
    first, second, third, *_ = state.deal.hands[1]
    return Row("passed", 1, f'{{"seat":"{first}","cards":"{first} {second} {third}","by":"person"}}')


def short_secret(state: TableState) -> Row:
    """Give a deal of half a secret."""
    assert state.secret is not None
    return Row("dealt", 1, f'{{"secret":"{state.secret.hex()[:40]}"}}')


@pytest.mark.parametrize(
    "broken", [unknown_kind, newer_version, half_a_body, two_cards, strange_seat, short_secret]
)
async def test_a_game_that_cannot_be_read_is_logged_without_its_secrets_and_left_alone(
    broken: Callable[[TableState], Row], store: FaultyStore, caplog: pytest.LogCaptureFixture
) -> None:
    tables = tables_in(store)
    before = await open_table(tables, channel=1, start=True)
    bad = await open_table(tables, channel=2, start=True)
    behind = await open_table(tables, channel=3, start=True)
    secret = bad.state.secret
    assert secret is not None
    row = broken(bad.state)
    await store.append(bad.game_id, bad.state.count + 1, [row], 1.0)
    stored = await store.rows(bad.game_id)
    fresh = tables_in(store)
    with caplog.at_level(logging.DEBUG):
        resumed = await fresh.resume()
    assert [table.game_id for table in resumed] == [before.game_id, behind.game_id]
    (line,) = [record.getMessage() for record in caplog.records if record.name == "bot.engine.tables"]
    assert f"game {bad.game_id} " in line
    assert f"action {bad.state.count + 1}, {row.kind!r}" in line
    words = {str(card) for card in ALL_CARDS} | {secret.hex()[:40], row.body}
    assert [word for word in words if word in caplog.text] == []
    assert await store.rows(bad.game_id) == stored
    header = await store.header(bad.game_id)
    assert header is not None
    assert header.status is GameStatus.PLAYING
    with pytest.raises(Unreadable):
        await fresh.in_channel(2)
    with pytest.raises(Unreadable):
        await fresh.get(bad.game_id)
    await play(resumed[1], 10)


async def test_a_game_without_rows_cannot_be_read(store: FaultyStore) -> None:
    game_id = await store.create_game(10, 20, "en", (), 1.0)
    with pytest.raises(Unreadable):
        await tables_in(store).get(game_id)


async def test_start_of_two_with_computers_is_read_back(path: Path) -> None:
    async with await Store.open(path) as store:
        table = await open_table(tables_in(store), CARL, BERT, computers=1)
        await table.act(Start(CARL))
        left = table.state
    _, found, _ = await restarted(path, table.game_id)
    assert found == left
    assert len(found.persons) == 2
    assert None not in found.seats
    assert set(FOUR) > set(found.persons)
