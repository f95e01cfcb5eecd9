"""Leaderboards, places and statistics of hand-made games."""

import asyncio
import logging
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.engine.actions import HostChanged
from bot.engine.acts import Cancel, Start
from bot.engine.table import rows
from bot.engine.tables import Tables
from bot.rules.ruleset import PRESETS, Ruleset
from bot.rules.scoring import DealScore
from bot.standings import ALL_TIME, Figures, GameKind, Order, Page, Place, Standings, place_of_four
from bot.store import RatedGame, ResultRow, Row, ServerRow, StorageFailed, Store
from bot.store.rated import Rate, nothing_rated
from tests.engine.tabletop import Lots, open_table, play, tables_in
from tests.standings.games import (
    ANNA,
    BERT,
    CARL,
    DORA,
    ELSEWHERE,
    EVE,
    SERVER,
    Deals,
    cancelled,
    kept,
    make_people,
    played,
    store_game,
)

ALONE = GameKind.ALONE
DECEMBER = datetime(2025, 12, 31, 23, 59, 59, 500000, UTC).timestamp()
JANUARY = datetime(2026, 1, 1, tzinfo=UTC).timestamp()


class Played:
    """Games that are stored and folded in."""

    def __init__(self, store: Store, standings: Standings) -> None:
        self.store = store
        self.standings = standings

    async def game(
        self, people: Sequence[int], deals: Deals, at: float = JANUARY, server: int = SERVER
    ) -> int:
        game = await store_game(self.store, played(people, deals, server=server), at)
        await self.standings.fold_game(game)
        return game


@pytest.fixture
def table(store: Store, standings: Standings) -> Played:
    return Played(store, standings)


def lines(page: Page) -> list[tuple[int, int]]:
    """Rank and person, line by line."""
    return [(row.rank, row.figures.person) for row in page.rows]


async def test_a_line_has_every_figure(table: Played, standings: Standings) -> None:
    await table.game([ANNA, BERT], [(0, 3, 3, 20), DealScore((0, 26, 26, 26), moon=(0,))])
    await table.game([BERT, ANNA], [(7, 30, 8, -10)])
    page = await standings.leaderboard(SERVER)
    assert (page.number, page.pages, page.count) == (1, 1, 2)
    assert [row.rank for row in page.rows] == [1, 2]
    assert page.rows[0].figures == Figures(
        person=ANNA,
        games=2,
        wins=1,
        average_place=2.5,
        points_a_deal=10.0,
        deals=3,
        moons=1,
        queens=0,
        best_deal=0,
        worst_deal=30,
        games_left=0,
        rating=page.rows[0].figures.rating,
        missed=0,
        conceded=0,
    )
    bert = page.rows[1].figures
    assert bert == Figures(BERT, 2, 0, 2.0, 12.0, 3, 0, 0, 3, 26, 0, bert.rating, conceded=1)
    assert None not in (page.rows[0].figures.rating, bert.rating)
    assert await standings.stats(SERVER, ANNA) == page.rows[0].figures


async def test_nobody_has_played(standings: Standings) -> None:
    assert await standings.leaderboard(SERVER) == Page((), 1, 1, 0)
    assert await standings.place_of(SERVER, ANNA) is None
    assert await standings.stats(SERVER, ANNA) is None


class TestOrders:
    @pytest.fixture(autouse=True)
    async def games(self, table: Played) -> None:
        await table.game([ANNA, BERT, CARL, DORA], [(1, 2, 3, 30)])
        await table.game([ANNA, BERT, CARL, DORA], [(5, 2, 3, 30)])
        await table.game([CARL, DORA, ANNA, BERT], [(-40, 25, 8, 9)])

    @pytest.mark.parametrize(
        ("order", "expected"),
        [
            (Order.WINS, [(1, ANNA), (1, BERT), (1, CARL), (4, DORA)]),
            (Order.PLACE, [(1, ANNA), (1, BERT), (1, CARL), (4, DORA)]),
            (Order.POINTS, [(1, CARL), (2, BERT), (3, ANNA), (4, DORA)]),
        ],
    )
    async def test_the_best_is_first_and_equal_figures_share_a_rank(
        self, order: Order, expected: list[tuple[int, int]], standings: Standings
    ) -> None:
        assert lines(await standings.leaderboard(SERVER, order=order)) == expected

    async def test_points_a_deal_may_be_negative(self, standings: Standings) -> None:
        page = await standings.leaderboard(SERVER, order=Order.POINTS)
        assert [row.figures.points_a_deal for row in page.rows] == [-11.33, 4.33, 4.67, 28.33]

    async def test_who_played_more_stands_first_among_equals(
        self, table: Played, standings: Standings
    ) -> None:
        await table.game([CARL, DORA], [(5, 30, 3, 4)])
        assert lines(await standings.leaderboard(SERVER)) == [(1, CARL), (1, ANNA), (1, BERT), (4, DORA)]

    async def test_figures_that_look_equal_are_equal(self, table: Played, standings: Standings) -> None:
        # One point in 250 deals is less than half a hundredth.
        await table.game([ANNA, EVE], [(0, 0, 0, 0)] * 249 + [(0, 1, 2, 30)], server=ELSEWHERE)
        page = await standings.leaderboard(ELSEWHERE, order=Order.POINTS)
        assert [(row.rank, row.figures.points_a_deal) for row in page.rows] == [(1, 0.0), (1, 0.0)]


class TestPages:
    @pytest.fixture(autouse=True)
    async def people(self, store: Store, table: Played) -> None:
        """People 1 to 24: the wins of 1 to 4 are 6, of 5 to 8 are 5, and so on."""
        for number in range(6, 25):
            await store.person(1000 + number, f"P{number}")
        for first in range(1, 25, 4):
            seats = [first, first + 1, first + 2, first + 3]
            for _ in range((25 - first) // 4):
                for turn in range(4):
                    await table.game(seats[turn:] + seats[:turn], [(1, 9, 9, 30)])

    async def test_ranks_go_on_from_page_to_page(self, standings: Standings) -> None:
        pages = [await standings.leaderboard(SERVER, page=number) for number in (1, 2, 3)]
        assert [(page.number, page.pages, page.count) for page in pages] == [
            (1, 3, 24),
            (2, 3, 24),
            (3, 3, 24),
        ]
        expected = [(1 + (number - 1) // 4 * 4, number) for number in range(1, 25)]
        assert [line for page in pages for line in lines(page)] == expected
        assert [len(page.rows) for page in pages] == [10, 10, 4]

    @pytest.mark.parametrize(("asked", "given"), [(-1, 1), (0, 1), (4, 3), (10**9, 3)])
    async def test_beside_the_last_page(self, asked: int, given: int, standings: Standings) -> None:
        assert await standings.leaderboard(SERVER, page=asked) == await standings.leaderboard(
            SERVER, page=given
        )
        assert (await standings.leaderboard(SERVER, page=asked)).number == given

    @pytest.mark.parametrize("order", Order)
    @pytest.mark.parametrize("hidden", [(), (1, 7, 24)])
    async def test_everybody_finds_their_own_line(
        self, order: Order, hidden: tuple[int, ...], standings: Standings
    ) -> None:
        for person in range(1, 25):
            place = await standings.place_of(SERVER, person, order=order, hidden=hidden, page_size=5)
            if person in hidden:
                assert place is None
                continue
            assert place is not None
            page = await standings.leaderboard(
                SERVER, order=order, hidden=hidden, page_size=5, page=place.page
            )
            assert (place.rank, person) in lines(page)

    async def test_who_is_hidden_leaves_no_gap(self, standings: Standings) -> None:
        page = await standings.leaderboard(SERVER, hidden=[1, 2, 6], page_size=4)
        assert lines(page) == [(1, 3), (1, 4), (3, 5), (3, 7)]
        assert page.count == 21

    async def test_minimum_games(self, standings: Standings) -> None:
        page = await standings.leaderboard(SERVER, min_games=20)
        assert lines(page) == [(1, 1), (1, 2), (1, 3), (1, 4), (5, 5), (5, 6), (5, 7), (5, 8)]
        assert (await standings.leaderboard(SERVER, min_games=25)).count == 0
        assert await standings.place_of(SERVER, 8, min_games=20) == Place(5, 1)
        assert await standings.place_of(SERVER, 9, min_games=20) is None
        assert await standings.stats(SERVER, 9) is not None


async def test_a_leaver_is_last_and_keeps_the_points(store: Store, standings: Standings) -> None:
    game = await store_game(store, played([ANNA, BERT], [(1, 2, 3, 30)], left=[ANNA], rated=False))
    await standings.fold_game(game)
    assert await standings.stats(SERVER, ANNA) == Figures(ANNA, 1, 0, 4.0, 1.0, 1, 0, 0, 1, 1, 1)
    assert lines(await standings.leaderboard(SERVER, order=Order.PLACE)) == [(1, BERT), (2, ANNA)]
    assert lines(await standings.leaderboard(SERVER, order=Order.POINTS)) == [(1, ANNA), (2, BERT)]
    assert (await standings.leaderboard(SERVER, GameKind.ALONE)).count == 0


@pytest.mark.parametrize("by", [ANNA, None], ids=["cancelled", "abandoned"])
async def test_a_game_that_was_ended_counts_for_nobody(
    by: int | None, store: Store, standings: Standings
) -> None:
    game = await store_game(store, cancelled([ANNA, BERT], by))
    assert await store.unfolded_games() == (game,)
    assert await standings.catch_up() == 1
    assert await store.unfolded_games() == ()
    assert (await standings.leaderboard(SERVER)).count == 0


async def test_catching_up_goes_on_beside_everything_else_until_it_is_closed(
    path: Path, store: Store, standings: Standings
) -> None:
    for _ in range(5):
        await store_game(store, played([ANNA, BERT], [(1, 2, 3, 30)]))
    await standings.begin_to_catch_up()
    assert await store.unfolded_games() == ()
    caught_up = kept(path)
    await store.replace_results((), ())
    first = Standings(store)
    task = first.begin_to_catch_up()
    await asyncio.sleep(0)
    await first.close()
    assert task.done()
    assert len(await store.unfolded_games()) >= 4
    assert await standings.catch_up() >= 4
    assert kept(path) == caught_up


async def test_a_game_that_is_not_over_is_left_alone(store: Store, standings: Standings) -> None:
    table = await open_table(tables_in(store), ANNA, BERT, CARL, DORA, start=True)
    await standings.fold_game(table.game_id)
    await standings.fold_game(99)
    assert await standings.catch_up() == 0
    assert await table.act(Cancel(ANNA, moderator=False))
    assert await standings.catch_up() == 1


async def test_games_alone_are_a_view_of_their_own(table: Played, standings: Standings) -> None:
    await table.game([ANNA], [(1, 2, 3, 30)])
    await table.game([BERT, ANNA], [(1, 2, 3, 30)])
    assert lines(await standings.leaderboard(SERVER)) == [(1, BERT), (2, ANNA)]
    assert lines(await standings.leaderboard(SERVER, ALONE)) == [(1, ANNA)]
    alone, among = await standings.stats(SERVER, ANNA, ALONE), await standings.stats(SERVER, ANNA)
    assert alone is not None
    assert among is not None
    assert (alone.games, alone.wins, among.games, among.wins) == (1, 1, 1, 0)
    assert await standings.place_of(SERVER, BERT, ALONE) is None


async def test_servers_never_see_each_other(table: Played, standings: Standings) -> None:
    await table.game([ANNA, BERT], [(1, 2, 3, 30)])
    await table.game([ANNA, CARL], [(30, 2, 3, 4)], server=ELSEWHERE)
    assert lines(await standings.leaderboard(SERVER)) == [(1, ANNA), (2, BERT)]
    assert lines(await standings.leaderboard(ELSEWHERE)) == [(1, CARL), (2, ANNA)]
    here, there = await standings.stats(SERVER, ANNA), await standings.stats(ELSEWHERE, ANNA)
    assert here is not None
    assert there is not None
    assert (here.games, here.wins, here.worst_deal) == (1, 1, 1)
    assert (there.games, there.wins, there.worst_deal) == (1, 0, 30)
    assert await standings.place_of(ELSEWHERE, BERT) is None


async def test_months_at_the_turn_of_the_year(table: Played, standings: Standings) -> None:
    await table.game([ANNA, BERT], [(1, 2, 3, 30)], DECEMBER)
    await table.game([BERT, CARL], [(1, 2, 3, 30)], JANUARY)
    assert lines(await standings.leaderboard(SERVER, period="2025-12")) == [(1, ANNA), (2, BERT)]
    assert lines(await standings.leaderboard(SERVER, period="2026-01")) == [(1, BERT), (2, CARL)]
    assert lines(await standings.leaderboard(SERVER, period="2026-02")) == []
    bert = [await standings.stats(SERVER, BERT, period=period) for period in (ALL_TIME, "2025-12", "2026-01")]
    assert [figures and (figures.games, figures.wins) for figures in bert] == [(2, 1), (1, 0), (1, 1)]
    assert await standings.place_of(SERVER, CARL, period="2025-12") is None


async def test_folding_a_game_again_changes_nothing(table: Played, path: Path, standings: Standings) -> None:
    game = await table.game([ANNA, BERT], [(1, 2, 3, 30)])
    await table.game([ANNA, CARL], [(1, 2, 3, 30)])
    before = kept(path)
    await standings.fold_game(game)
    assert await standings.catch_up() == 0
    assert kept(path) == before
    assert len(before["results"]) == 4


async def test_games_of_the_engine_are_folded_in_as_they_end(store: Store, path: Path) -> None:
    standings = Standings(store)
    tables = tables_in(store, standings.on_change)
    table = await open_table(tables, ANNA, BERT, computers=2, ruleset=Ruleset(limit=25))
    await table.act(Start(ANNA))
    await play(table)
    await standings.close()
    game = table.state.game
    assert game is not None
    assert game.over
    page = await standings.leaderboard(SERVER, order=Order.PLACE)
    seats = {person: seat for person in (ANNA, BERT) if (seat := table.state.seat_of(person)) is not None}
    assert {row.figures.person: row.figures.average_place for row in page.rows} == {
        person: game.places[seat] for person, seat in seats.items()
    }
    assert await standings.catch_up() == 0
    before = kept(path)
    assert await standings.rebuild() == 1
    assert kept(path) == before


@pytest.mark.parametrize("name", PRESETS)
async def test_a_game_by_every_preset_counts_where_it_is_to(name: str, store: Store, path: Path) -> None:
    standings = Standings(store)
    ruleset = PRESETS[name]
    tables = Tables(store, lambda: JANUARY, (standings.on_change,), Lots())
    table = await open_table(tables, ANNA, BERT, computers=ruleset.players - 2, ruleset=ruleset)
    await table.act(Start(ANNA))
    await play(table)
    await standings.close()
    state = table.state
    assert state.game is not None
    await store.save_server(ServerRow(SERVER, counted=tuple(other for other in PRESETS if other != name)))
    assert await standings.stats(SERVER, ANNA) is None
    await store.save_server(ServerRow(SERVER, counted=(name,)))
    for person in (ANNA, BERT):
        figures, seat = await standings.stats(SERVER, person), state.seat_of(person)
        assert figures is not None
        assert seat is not None
        assert (figures.games, figures.deals) == (1, len(state.history))
        assert figures.wins == (seat in state.game.winners)
        assert figures.average_place == place_of_four(state.game.places[seat], ruleset) / 100
        scored = name in ("standard", "short", "old_school")
        points = [done.score.points[seat] for done in state.history]
        assert figures.points_a_deal == (hundredths(sum(points), len(points)) if scored else None)
        assert figures.worst_deal == (max(points) if scored else None)
    before = kept(path)
    assert await standings.rebuild() == 1
    assert kept(path) == before


def hundredths(points: int, deals: int) -> float:
    """Points a deal, rounded to hundredths, halves up."""
    return (200 * points + deals) // (2 * deals) / 100


class FullDisk(Store):
    """A store that cannot keep results as long as it is full."""

    full = True

    async def save_results(
        self,
        game_id: int,
        results: Iterable[ResultRow],
        rated: RatedGame | None = None,
        rate: Rate = nothing_rated,
    ) -> None:
        if self.full:
            raise StorageFailed("the disk is full")
        await super().save_results(game_id, results, rated, rate)


async def test_a_full_disk_is_made_up_for_as_soon_as_there_is_room(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.standings.standings.AGAIN_AFTER", 0.01)
    async with await FullDisk.open(path) as store:
        await make_people(store)
        standings = Standings(store)
        table = await open_table(tables_in(store, standings.on_change), ANNA, BERT, CARL, DORA, start=True)
        await table.act(Cancel(ANNA, moderator=False))
        (folding,) = standings._tasks
        done, _ = await asyncio.wait((folding,), timeout=0.1)
        assert not done
        store.full = False
        await asyncio.wait_for(folding, 10)
        assert not await store.unfolded_games()
        await standings.close()


async def test_a_full_disk_is_made_up_for_at_the_next_start(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with await FullDisk.open(path) as store:
        await make_people(store)
        standings = Standings(store)
        table = await open_table(tables_in(store, standings.on_change), ANNA, BERT, CARL, DORA, start=True)
        await table.act(Cancel(ANNA, moderator=False))
        await standings.close()
        assert f"game {table.game_id} is not in the standings yet: the disk is full" in caplog.text
        assert await store.unfolded_games() == (table.game_id,)
        store.full = False
        assert await standings.catch_up() == 1


async def test_what_is_noted_of_a_game_later_does_not_move_its_end(
    table: Played, store: Store, path: Path, standings: Standings
) -> None:
    game = await table.game([ANNA, BERT], [(1, 2, 3, 30)], DECEMBER)
    before = kept(path)
    await store.append(game, len(await store.rows(game)) + 1, rows([HostChanged(BERT)]), JANUARY)
    await standings.fold_game(game)
    assert kept(path) == before
    assert await standings.rebuild() == 1
    assert kept(path) == before


async def test_a_game_nobody_can_read_holds_nobody_up(
    store: Store, table: Played, standings: Standings, caplog: pytest.LogCaptureFixture
) -> None:
    await table.game([ANNA, BERT], [(1, 2, 3, 30)])
    actions = played([ANNA, BERT], [(1, 2, 3, 30)])
    broken = await store_game(store, actions)
    await store.append(broken, len(actions) + 1, [Row("unheard_of", 1, '{"secret": "abc"}')], 1.0)
    await store_game(store, actions)
    with caplog.at_level(logging.ERROR):
        assert await standings.catch_up() == 1
        assert await standings.rebuild() == 2
    assert f"game {broken} cannot be read" in caplog.text
    assert "abc" not in caplog.text
    assert await store.unfolded_games() == (broken,)
    anna = await standings.stats(SERVER, ANNA)
    assert anna is not None
    assert anna.games == 2


async def test_somebody_who_was_erased_stays_away(path: Path, table: Played, standings: Standings) -> None:
    await table.game([ANNA, BERT], [(1, 2, 3, 30)])
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA foreign_keys = ON")
    with connection:
        connection.execute("DELETE FROM people WHERE person_id = ?", (ANNA,))
    connection.close()
    assert lines(await standings.leaderboard(SERVER)) == [(1, BERT)]
    before = kept(path)
    await standings.rebuild()
    assert kept(path) == before


async def test_rebuilding_repairs_what_was_changed_by_hand(
    path: Path, table: Played, standings: Standings
) -> None:
    await table.game([ANNA, BERT], [(1, 2, 3, 30)])
    before = kept(path)
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE totals SET wins = 99")
        connection.execute("DELETE FROM results WHERE person_id = ?", (BERT,))
        connection.execute(
            "INSERT INTO totals SELECT 77, kind, period, ?, games, wins, places, points, scored_deals, deals,"
            " moons, queens, best_deal, worst_deal, left_early, average_place, points_a_deal, rating, missed,"
            " conceded"
            " FROM totals WHERE person_id = ?",
            (EVE, ANNA),
        )
    connection.close()
    assert kept(path) != before
    assert await standings.rebuild() == 1
    assert kept(path) == before


class Busy(Store):
    """A store in which a game ends and is folded in elsewhere while standings are about to be replaced."""

    async def replace_results(
        self,
        game_ids: Iterable[int],
        results: Iterable[ResultRow],
        rated: Iterable[RatedGame] = (),
        rate: Rate = nothing_rated,
    ) -> None:
        game = await store_game(self, played([ANNA, CARL], [(1, 2, 3, 30)]))
        await Standings(self).fold_game(game)
        await super().replace_results(game_ids, results, rated, rate)


async def test_a_game_that_ends_during_a_rebuild_is_not_lost(path: Path) -> None:
    async with await Busy.open(path) as store:
        await make_people(store)
        await store_game(store, played([ANNA, BERT], [(1, 2, 3, 30)]))
        standings = Standings(store)
        assert await standings.rebuild() == 2
        assert lines(await standings.leaderboard(SERVER)) == [(1, ANNA), (2, BERT), (2, CARL)]
