"""Somebody is erased who sits in lobbies, plays and has played in two servers: only the games are left."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.engine.actions import Why
from bot.engine.acts import Agree, Join, Leave, SetRuleset, Start, TableRefusal, TableRule, TakeBack
from bot.engine.records import record_of
from bot.engine.state import Computer, Phase
from bot.engine.table import Change, Table, folded
from bot.engine.tables import Opening, Tables
from bot.rules.record import read_record
from bot.rules.replay import verify
from bot.rules.ruleset import Ruleset
from bot.standings import History, Standings
from bot.standings.ratings import rate
from bot.store import (
    DeadlineRow,
    MemberRow,
    MessageRow,
    PanelRow,
    PersonErased,
    PreferencesRow,
    QueuedRow,
    Store,
)
from bot.store.rated import RatedGame, Skill
from tests.engine.faulty import FaultyStore, Gate
from tests.engine.tabletop import as_seated, play
from tests.standings.games import ELSEWHERE, QUICK, SERVER, count_quick_games, kept, played, store_game
from tests.store.traces import traces, traces_in_files

ACCOUNT, NAME = 1_234_567_890_123_456_789, "Zoraïda"
ZOE, BERT, CARL, DORA = 1, 2, 3, 4


@dataclass(frozen=True)
class Evening:
    """Where somebody sits, plays and has played.

    Attributes:
        store: with all of it.
        path: of its file.
        tables: as a running program has them.
        lobby: of which she is host, with another.
        alone: a lobby with her alone.
        guest: somebody else's lobby in the other server.
        hosted: a running game of which she is host.
        solo: a running game of hers with computers.
        left: a running game she has left, in the other server.
        finished: a game that was played to its end.
    """

    store: FaultyStore
    path: Path
    tables: Tables
    lobby: Table
    alone: Table
    guest: Table
    hosted: Table
    solo: Table
    left: Table
    finished: Table

    @property
    def all(self) -> tuple[Table, ...]:
        """Every table."""
        return self.lobby, self.alone, self.guest, self.hosted, self.solo, self.left, self.finished


@pytest.fixture
async def store(path: Path) -> AsyncIterator[FaultyStore]:
    async with await FaultyStore.open(path, patience=2.0) as store:
        await store.person(ACCOUNT, NAME)
        for number, name in enumerate(("Bert", "Carl", "Dora"), BERT):
            assert (await store.person(1000 + number, name)).person_id == number
        for server in (SERVER, ELSEWHERE):
            await count_quick_games(store, server)
        yield store


async def table(
    tables: Tables, channel: int, *people: int, server: int = SERVER, start: bool = False
) -> Table:
    """A table, by quick rules."""
    opened = await tables.open(Opening(server, channel, "en", QUICK, people, 4 - len(people)))
    assert isinstance(opened, Table)
    if start:
        assert isinstance(await opened.act(Start(people[0], QUICK)), Change)
    return opened


@pytest.fixture
async def evening(store: FaultyStore, path: Path) -> Evening:
    standings = Standings(store)
    tables = Tables(store, lambda: 5000.0, (standings.on_change,), as_seated())
    for number, server in enumerate((SERVER, ELSEWHERE, SERVER, ELSEWHERE)):
        people = ((ZOE, BERT), (ZOE, CARL, DORA), (BERT, CARL), (CARL, DORA))[number]
        actions = played(people, [(0, 5, 8, 30)], server=server)
        await standings.fold_game(await store_game(store, actions, 1000.0 + number))
    finished = await table(tables, 30, ZOE, BERT, CARL, start=True)
    await play(finished)
    guest = await table(tables, 33, CARL, server=ELSEWHERE)
    assert isinstance(await guest.act(Leave(CARL)), Change)
    guest = await table(tables, 34, CARL, DORA, ZOE, server=ELSEWHERE)
    assert isinstance(await guest.act(SetRuleset(CARL, Ruleset(limit=30))), Change)
    assert isinstance(await guest.act(Agree(ZOE)), Change)
    hosted = await table(tables, 35, ZOE, BERT, CARL, start=True)
    await play(hosted, 9)
    solo = await table(tables, 36, ZOE, start=True)
    left = await table(tables, 37, DORA, ZOE, server=ELSEWHERE, start=True)
    await play(left, 5)
    assert isinstance(await left.act(Leave(ZOE)), Change)
    seat = hosted.state.seat_of(ZOE)
    assert seat is not None
    await store.save_panel(PanelRow(hosted.game_id, seat, ZOE, 555, "token", "de", 1.0))
    await store.queue_card(QueuedRow(hosted.game_id, seat, 1, "QS"))
    await store.set_deadline(DeadlineRow(hosted.game_id, "turn", seat, 9999.0, "1:5"))
    await store.save_message(MessageRow(finished.game_id, "table", 30, 77, 1.0, -1))
    await store.save_preferences(PreferencesRow(ZOE, "de", confirm=True))
    await store.member_seen(SERVER, ZOE, True, 1.0)
    await store.member_seen(ELSEWHERE, ZOE, False, 2.0)
    await store.member_seen(SERVER, BERT, True, 1.0)
    await standings.close()
    return Evening(
        store,
        path,
        tables,
        await table(tables, 31, ZOE, BERT),
        await table(tables, 32, ZOE),
        guest,
        hosted,
        solo,
        left,
        finished,
    )


async def test_no_id_and_no_name_is_left_in_any_table_nor_in_the_file(evening: Evening) -> None:
    assert traces(evening.path, ACCOUNT, NAME)
    await evening.tables.erase(ZOE)
    assert traces(evening.path, ACCOUNT, NAME) == []
    assert traces_in_files(evening.path, ACCOUNT, NAME) == []
    derived = kept(evening.path)
    assert {row[0] for row in derived["results"]} == {BERT, CARL, DORA}
    assert {row[3] for row in derived["totals"]} == {BERT, CARL, DORA}
    assert {row[0] for row in derived["players"]} == {BERT, CARL, DORA}
    assert await evening.store.panels(evening.hosted.game_id) == ()
    assert await evening.store.queued(evening.hosted.game_id) == ()
    assert await evening.store.preferences(ZOE) == PreferencesRow(ZOE)
    assert await evening.store.members(SERVER, [ZOE, BERT]) == {BERT: MemberRow(SERVER, BERT, True, 1.0)}


async def test_lobbies_are_left_and_games_go_on(evening: Evening) -> None:
    found = await evening.tables.erase(ZOE)
    named = {evening.lobby, evening.alone, evening.guest, evening.hosted, evening.solo, evening.left}
    assert set(found) == named
    assert (evening.lobby.state.persons, evening.lobby.state.host) == ((BERT,), BERT)
    assert evening.lobby.state.phase is Phase.LOBBY
    assert (evening.guest.state.persons, evening.guest.state.host) == ((CARL, DORA), CARL)
    for ended in (evening.alone, evening.solo):
        assert ended.state.phase is Phase.CANCELLED
        assert ended.state.ended_by is None
    state = evening.hosted.state
    assert (state.phase, state.host) == (Phase.PLAYING, BERT)
    seat = state.kept_for(ZOE)
    assert seat is not None
    occupant = state.seats[seat]
    assert isinstance(occupant, Computer)
    assert occupant.why is Why.LEFT
    header = await evening.store.header(evening.hosted.game_id)
    assert header is not None
    assert header.host_person_id == BERT
    assert evening.left.state.phase is Phase.PLAYING


async def test_every_game_still_folds_and_its_record_is_accepted(evening: Evening) -> None:
    before = {each.game_id: await evening.store.rows(each.game_id) for each in evening.all}
    await evening.tables.erase(ZOE)
    for each in evening.all:
        rows = await evening.store.rows(each.game_id)
        assert rows[: len(before[each.game_id])] == before[each.game_id]
        assert folded(rows) == each.state
    await play(evening.hosted)
    for over in (evening.finished, evening.hosted):
        assert over.state.phase is Phase.OVER
        assert verify(read_record(record_of(over.state))).totals == over.state.game.totals  # pyright: ignore[reportOptionalMemberAccess]
    assert len(await evening.tables.resume()) == 3


async def test_figures_of_the_others_stay_and_are_built_anew_to_the_same_values(evening: Evening) -> None:
    standings, history = Standings(evening.store), History(evening.store)
    whose = {"results": 0, "totals": 3, "players": 0}
    others = {name: [row for row in kept(evening.path)[name] if row[at] != ZOE] for name, at in whose.items()}
    await evening.tables.erase(ZOE)
    await standings.close()
    left = kept(evening.path)
    assert {name: left[name] for name in whose} == others
    await standings.catch_up()
    await play(evening.hosted)
    await standings.fold_game(evening.hosted.game_id)
    before = kept(evening.path)
    assert any(row[2] == evening.hosted.game_id for row in before["rated_games"])
    await standings.rebuild()
    await history.rebuild()
    assert kept(evening.path) == before


async def test_ratings_after_the_erasure_are_those_there_would_be_without_it(
    evening: Evening, tmp_path: Path
) -> None:
    """Whoever leaves is last, erased or not, and what the others win by it is the same."""
    await evening.hosted.act(Leave(ZOE))
    standings = Standings(evening.store)
    rows = await evening.store.rows(evening.hosted.game_id)
    await evening.tables.erase(ZOE)
    await play(evening.hosted)
    await standings.fold_game(evening.hosted.game_id)
    erased = {person: await evening.store.skills(SERVER, person) for person in (BERT, CARL)}
    assert rows == (await evening.store.rows(evening.hosted.game_id))[: len(rows)]
    async with await Store.open(tmp_path / "other.db") as other:
        for number in range(1, 5):
            await other.person(2000 + number, str(number))
        for server in (SERVER, ELSEWHERE):
            await count_quick_games(other, server)
        same = Standings(other)
        for game_id in await evening.store.ended_games():
            header, stored = await evening.store.header(game_id), await evening.store.rows(game_id)
            assert header is not None
            copied = await other.create_game(header.server_id, header.channel_id, "en", (), header.created_at)
            for row in stored:
                await other.append(copied, row.number, (row.row,), row.at)
            await other.append(copied, len(stored) + 1, (), 1.0, header.status)
            await same.fold_game(copied)
        assert len(await other.skills(SERVER, ZOE)) > 1
        for person in (BERT, CARL):
            assert await other.skills(SERVER, person) == erased[person]


async def test_who_comes_back_is_somebody_new(evening: Evening) -> None:
    await evening.tables.erase(ZOE)
    again = (await evening.store.person(ACCOUNT, NAME)).person_id
    assert again not in (ZOE, BERT, CARL, DORA)
    refused = TableRefusal(TableRule.SEAT_NOT_KEPT)
    assert await evening.hosted.act(TakeBack(again)) == refused
    assert (await evening.store.personal_counts(again)).finished == 0
    assert await evening.store.skills(SERVER, again) == ()


async def test_an_act_that_had_begun_comes_before_the_erasure_or_not_at_all(evening: Evening) -> None:
    """A click in flight: the person is found, and erased before what they did is stored."""
    store, guest = evening.store, evening.guest
    assert isinstance(await guest.act(Leave(ZOE)), Change)
    gate = store.before[guest.game_id] = Gate()
    joining = asyncio.create_task(guest.act(Join(ZOE)))
    await gate.reached.wait()
    del store.before[guest.game_id]
    erasing = asyncio.create_task(evening.tables.erase(ZOE))
    await asyncio.sleep(0.05)
    gate.open.set()
    assert await joining == TableRefusal(TableRule.ERASED)
    await erasing
    assert guest.state.persons == (CARL, DORA)
    assert folded(await store.rows(guest.game_id)) == guest.state


async def test_an_act_that_is_on_disk_before_the_erasure_is_undone_by_leaving(evening: Evening) -> None:
    store, guest = evening.store, evening.guest
    assert isinstance(await guest.act(Leave(ZOE)), Change)
    gate = store.behind[guest.game_id] = Gate()
    joining = asyncio.create_task(guest.act(Join(ZOE)))
    await gate.reached.wait()
    del store.behind[guest.game_id]
    erasing = asyncio.create_task(evening.tables.erase(ZOE))
    await asyncio.sleep(0.05)
    gate.open.set()
    assert isinstance(await joining, Change)
    await erasing
    assert guest.state.persons == (CARL, DORA)


async def test_nobody_opens_a_table_who_has_been_erased(evening: Evening) -> None:
    await evening.tables.erase(ZOE)
    with pytest.raises(PersonErased):
        await table(evening.tables, 99, BERT, ZOE)
    assert await evening.store.open_game_in(99) is None


async def test_what_could_not_be_left_is_left_when_it_is_read_back(evening: Evening) -> None:
    """The program ends, or the disk fails, right after the person is gone."""
    await evening.store.erase(ZOE)
    assert evening.hosted.state.seat_of(ZOE) is not None
    tables = Tables(evening.store, lambda: 6000.0, (), as_seated())
    found = await tables.resume()
    for each in found:
        await tables.part_with_erased(each)
    assert all(ZOE not in each.state.persons for each in found)
    [hosted] = [each for each in found if each.game_id == evening.hosted.game_id]
    assert hosted.state.kept_for(ZOE) is not None
    rows = await evening.store.rows(hosted.game_id)
    assert [each.row.kind for each in rows[-2:]] == ["seat_kept", "host"]


async def test_a_table_that_cannot_be_stored_keeps_no_other_from_being_left(evening: Evening) -> None:
    evening.store.fail["append"] = 1
    await evening.tables.erase(ZOE)
    assert traces(evening.path, ACCOUNT, NAME) == []
    seated = [each for each in evening.all if each.state.open and ZOE in each.state.persons]
    assert len(seated) == 1
    await evening.tables.part_with_erased(seated[0])
    assert ZOE not in seated[0].state.persons


async def test_ratings_of_who_is_gone_are_found_again_from_their_own_games(
    store: FaultyStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two who met are erased while they play, and others have played far more games meanwhile."""
    standings, rated = Standings(store), list[int]()

    def counted(game: RatedGame, skills: Mapping[int, Skill]) -> dict[int, Skill]:
        rated.append(game.game_id)
        return rate(game, skills)

    monkeypatch.setattr("bot.standings.standings.rate", counted)
    meetings = [(ZOE, BERT), (CARL, DORA), (BERT, DORA), (ZOE, CARL), (CARL, BERT), *[(BERT, DORA)] * 20]
    games = [
        await store_game(store, played(people, [(0, 5 + number % 3, 8, 30)]), 1000.0 + number)
        for number, people in enumerate(meetings)
    ]
    for game in games:
        await standings.fold_game(game)
    last = await store_game(store, played((BERT, ZOE, DORA), [(9, 5, 7, 30)]), 2000.0)
    rated.clear()
    for person in (ZOE, CARL):
        await store.erase(person)
    await standings.fold_game(last)
    assert rated == [games[0], games[1], games[3], games[4], last]
    before = kept(path)
    await standings.rebuild()
    assert kept(path) == before
    assert len(rated) > len(meetings)
