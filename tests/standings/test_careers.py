"""Best and worst games, whom one met, and how a rating went, of hand-made games."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.rules.ruleset import PRESETS, Ruleset
from bot.standings import (
    ALL_TIME,
    GameEnd,
    GameKind,
    MeetingRow,
    Reached,
    Standings,
    Stretch,
    course_of,
    month_of,
)
from bot.standings.careers import STRETCHES
from bot.store import ServerRow, Store
from tests.standings.games import (
    ANNA,
    BERT,
    CARL,
    DORA,
    ELSEWHERE,
    EVE,
    QUICK,
    SERVER,
    cancelled,
    played,
    store_game,
)

FOUR = (ANNA, BERT, CARL, DORA)
THREE, FIVE, TEAMS, OMNIBUS = (PRESETS[name] for name in ("three", "five", "partners", "omnibus"))
HUNDRED = Ruleset(limit=100)


class Games:
    """Games that have ended, each a little after the one before."""

    def __init__(self, store: Store, standings: Standings) -> None:
        self.store, self.standings, self.now = store, standings, 1000.0

    async def game(
        self,
        people: Sequence[int],
        *deals: tuple[int, ...],
        ruleset: Ruleset = QUICK,
        left: Sequence[int] = (),
        server: int = SERVER,
    ) -> int:
        self.now += 60
        actions = played(people, deals, ruleset=ruleset, left=left, server=server)
        game = await store_game(self.store, actions, self.now)
        await self.standings.fold_game(game)
        return game

    async def met(self, person: int, server: int = SERVER, hidden: Sequence[int] = ()) -> list[MeetingRow]:
        return [*await self.standings.meetings(server, person, 10, hidden)]


@pytest.fixture
async def games(store: Store, standings: Standings) -> Games:
    for server in (SERVER, ELSEWHERE):
        row = await store.server(server)
        counted = (*row.counted, "three", "five", "partners", "omnibus")
        await store.save_server(replace(row, counted=counted))
    return Games(store, standings)


class TestBestAndWorst:
    async def test_go_by_place_and_then_by_points(self, games: Games, standings: Standings) -> None:
        await games.game(FOUR, (9, 30, 10, 11))
        best = await games.game(FOUR, (4, 5, 30, 6))
        worst = await games.game(FOUR, (40, 1, 2, 3))
        await games.game(FOUR, (30, 1, 2, 3))
        assert await standings.best_and_worst(SERVER, ANNA) == (
            GameEnd(best, 1, 4, 4),
            GameEnd(worst, 4, 4, 40),
        )

    async def test_totals_below_zero_are_the_best(self, games: Games, standings: Standings) -> None:
        await games.game(FOUR, (0, 5, 30, 6))
        best = await games.game(FOUR, (-12, 5, 30, -11))
        found = await standings.best_and_worst(SERVER, ANNA)
        assert found is not None
        assert found[0] == GameEnd(best, 1, 4, -12)
        assert (await standings.best_and_worst(SERVER, DORA)) == (
            GameEnd(best, 2, 4, -11),
            GameEnd(best - 1, 3, 4, 6),
        )

    async def test_who_shares_a_place_has_the_better_one(self, games: Games, standings: Standings) -> None:
        game = await games.game(FOUR, (1, 12, 12, 30))
        for person in (BERT, CARL):
            assert await standings.best_and_worst(SERVER, person) == (GameEnd(game, 2, 4, 12),) * 2

    async def test_of_equal_games_it_is_the_latest(self, games: Games, standings: Standings) -> None:
        for _ in range(2):
            latest = await games.game(FOUR, (1, 12, 12, 30))
            assert await standings.best_and_worst(SERVER, ANNA) == (GameEnd(latest, 1, 4, 1),) * 2

    @pytest.mark.parametrize(
        ("ruleset", "points", "place", "sides"),
        [
            (THREE, (50, 1, 100), 2, 3),
            (FIVE, (50, 1, 100, 60, 70), 2, 5),
            (FIVE, (60, 1, 100, 50, 70), 3, 5),
            (TEAMS, (90, 1, 90, 2), 2, 2),
            (TEAMS, (1, 90, 2, 90), 1, 2),
            (OMNIBUS, (-10, 100, 1, 2), 1, 4),
        ],
        ids=["three", "five", "five, third", "partners", "partners who won", "omnibus"],
    )
    async def test_other_tables_have_their_own_places_and_no_points(
        self, ruleset: Ruleset, points: tuple[int, ...], place: int, sides: int, games: Games
    ) -> None:
        people = (ANNA, BERT, CARL, DORA, EVE)[: ruleset.players]
        game = await games.game(people, points, ruleset=ruleset)
        assert await games.standings.best_and_worst(SERVER, ANNA) == (GameEnd(game, place, sides, None),) * 2

    async def test_who_left_is_last_and_has_no_place(self, games: Games, standings: Standings) -> None:
        best = await games.game(FOUR, (3, 1, 2, 30))
        worst = await games.game(FOUR, (1, 2, 3, 30), left=[ANNA])
        assert await standings.best_and_worst(SERVER, ANNA) == (
            GameEnd(best, 3, 4, 3),
            GameEnd(worst, None, 4, 1),
        )

    async def test_a_game_one_left_is_never_the_best(self, games: Games, standings: Standings) -> None:
        left = await games.game(FOUR, (1, 2, 3, 30), left=[ANNA])
        assert await standings.best_and_worst(SERVER, ANNA) == (None, GameEnd(left, None, 4, 1))
        last = await games.game(FOUR, (40, 1, 2, 3))
        assert await standings.best_and_worst(SERVER, ANNA) == (GameEnd(last, 4, 4, 40),) * 2
        left = await games.game(FOUR, (50, 2, 3, 30), left=[ANNA])
        assert await standings.best_and_worst(SERVER, ANNA) == (
            GameEnd(last, 4, 4, 40),
            GameEnd(left, None, 4, 50),
        )

    async def test_are_of_games_that_count_and_of_their_kind(self, games: Games, store: Store) -> None:
        alone = await games.game([ANNA], (3, 1, 2, 30))
        other = await games.game(FOUR, (120, 1, 2, 30), ruleset=HUNDRED)
        stored = await store_game(store, cancelled(FOUR, ANNA))
        await games.standings.fold_game(stored)
        find = games.standings.best_and_worst
        assert await find(SERVER, ANNA, GameKind.ALONE) == (GameEnd(alone, 3, 4, 3),) * 2
        assert await find(SERVER, ANNA) == (GameEnd(other, 4, 4, 120),) * 2
        await store.save_server(ServerRow(SERVER, counted=("short",)))
        assert await find(SERVER, ANNA) is None
        assert await find(SERVER, ANNA, GameKind.ALONE) is None

    async def test_two_servers_never_see_each_other(self, games: Games, standings: Standings) -> None:
        here = await games.game(FOUR, (5, 6, 7, 30))
        there = await games.game(FOUR, (1, 6, 7, 30), server=ELSEWHERE)
        assert await standings.best_and_worst(SERVER, ANNA) == (GameEnd(here, 1, 4, 5),) * 2
        assert await standings.best_and_worst(ELSEWHERE, ANNA) == (GameEnd(there, 1, 4, 1),) * 2


class TestMeetings:
    async def test_say_how_often_and_who_was_ahead(self, games: Games) -> None:
        await games.game(FOUR, (1, 2, 3, 30))
        await games.game((ANNA, BERT), (9, 2, 3, 30))
        await games.game((ANNA, BERT, CARL), (12, 12, 2, 30))
        assert await games.met(ANNA) == [
            MeetingRow(BERT, 3, 1, 1),
            MeetingRow(CARL, 2, 1, 1),
            MeetingRow(DORA, 1, 1, 0),
        ]
        assert (await games.met(BERT))[0] == MeetingRow(ANNA, 3, 1, 1)
        assert await games.met(EVE) == []

    async def test_partners_do_not_meet(self, games: Games) -> None:
        await games.game(FOUR, (1, 90, 2, 90), ruleset=TEAMS)
        assert await games.met(ANNA) == [MeetingRow(BERT, 1, 1, 0), MeetingRow(DORA, 1, 1, 0)]
        assert await games.met(DORA) == [MeetingRow(ANNA, 1, 0, 1), MeetingRow(CARL, 1, 0, 1)]

    async def test_who_left_is_behind_all_who_did_not(self, games: Games) -> None:
        await games.game(FOUR, (1, 2, 3, 30), left=[ANNA, BERT])
        assert await games.met(ANNA) == [
            MeetingRow(BERT, 1, 0, 0),
            MeetingRow(CARL, 1, 0, 1),
            MeetingRow(DORA, 1, 0, 1),
        ]
        assert await games.met(DORA) == [
            MeetingRow(ANNA, 1, 1, 0),
            MeetingRow(BERT, 1, 1, 0),
            MeetingRow(CARL, 1, 0, 1),
        ]

    async def test_three_and_five_meet_as_four_do(self, games: Games) -> None:
        await games.game((ANNA, BERT, CARL), (50, 1, 100), ruleset=THREE)
        await games.game((ANNA, BERT, CARL, DORA, EVE), (50, 1, 100, 60, 70), ruleset=FIVE)
        assert await games.met(ANNA) == [
            MeetingRow(BERT, 2, 0, 2),
            MeetingRow(CARL, 2, 2, 0),
            MeetingRow(DORA, 1, 1, 0),
            MeetingRow(EVE, 1, 1, 0),
        ]

    async def test_are_of_games_that_count(self, games: Games, store: Store) -> None:
        await games.game(FOUR, (1, 2, 3, 30))
        await games.standings.fold_game(await store_game(store, cancelled(FOUR, None)))
        await games.game((ANNA, EVE), (1, 2, 3, 30), server=ELSEWHERE)
        assert {row.person_id: row.games for row in await games.met(ANNA)} == {BERT: 1, CARL: 1, DORA: 1}
        assert [row.person_id for row in await games.met(ANNA, ELSEWHERE)] == [EVE]
        await store.save_server(ServerRow(SERVER, counted=("short",)))
        assert await games.met(ANNA) == []

    async def test_who_is_hidden_leaves_room_for_others(self, games: Games) -> None:
        await games.game(FOUR, (1, 2, 3, 30))
        found = await games.standings.meetings(SERVER, ANNA, 2, [BERT])
        assert [row.person_id for row in found] == [CARL, DORA]
        assert len(await games.standings.meetings(SERVER, ANNA, 2)) == 2


def at(year: int, month: int, day: int) -> float:
    return datetime(year, month, day, 12, tzinfo=UTC).timestamp()


class TestCourse:
    def test_of_nothing_is_none(self) -> None:
        assert course_of([]) is None

    def test_of_few_games_has_each(self) -> None:
        ratings = [
            (at(2025, 11, 30), 1131),
            (at(2025, 12, 1), 950),
            (at(2025, 12, 31), 1298),
            (at(2026, 3, 1), 1298),
        ]
        course = course_of(ratings)
        assert course is not None
        reached = [Reached(*each) for each in ratings]
        assert (course.games, course.first, course.last) == (4, reached[0], reached[3])
        assert (course.lowest, course.highest) == (reached[1], reached[2])
        assert course.months == (reached[0], reached[2], reached[3])
        assert course.stretches == tuple(
            Stretch(moment, rating, rating, rating) for moment, rating in ratings
        )

    @pytest.mark.parametrize("span", [0.0, 1.0, 700 * 86_400.0])
    def test_of_thousands_has_no_more_points_than_there_is_room_for(self, span: float) -> None:
        ratings = [(at(2025, 1, 1) + span * n / 4999, 1000 + n * 7919 % 613) for n in range(5000)]
        course = course_of(ratings)
        assert course is not None
        stretches = course.stretches
        assert 1 <= len(stretches) <= STRETCHES
        assert [stretch.at for stretch in stretches] == sorted(stretch.at for stretch in stretches)
        assert (min(s.low for s in stretches), max(s.high for s in stretches)) == (
            course.lowest.rating,
            course.highest.rating,
        )
        assert (stretches[-1].at, stretches[-1].last) == ratings[-1]
        assert course.months == tuple(
            Reached(*month) for month in {month_of(moment): (moment, r) for moment, r in ratings}.values()
        )
        before = 0.0
        for stretch in stretches:
            together = [rating for moment, rating in ratings if before < moment <= stretch.at]
            assert (stretch.low, stretch.high, stretch.last) == (
                min(together),
                max(together),
                together[-1],
            )
            before = stretch.at

    async def test_is_that_of_the_server(self, games: Games, standings: Standings) -> None:
        await games.game(FOUR, (1, 2, 3, 30))
        await games.game(FOUR, (30, 2, 3, 1), server=ELSEWHERE)
        await games.game(FOUR, (30, 2, 3, 1))
        here = await standings.course(SERVER, ANNA)
        assert here is not None
        assert [here.first.rating, here.last.rating] == [
            rating for _, rating in await standings.ratings(SERVER, ANNA)
        ]
        there = await standings.course(ELSEWHERE, ANNA)
        assert there is not None
        assert there.games == 1
        assert await standings.course(SERVER, EVE) is None


async def test_a_career_is_all_of_it(games: Games, standings: Standings) -> None:
    await games.game(FOUR, (1, 2, 3, 30))
    await games.game([ANNA], (1, 2, 3, 30))
    career = await standings.career(SERVER, ANNA, (ALL_TIME, "1970-01", "1970-02"), 2)
    assert career.figures.keys() == {(kind, period) for kind in GameKind for period in (ALL_TIME, "1970-01")}
    assert career.figures[GameKind.PEOPLE, ALL_TIME] == await standings.stats(SERVER, ANNA)
    assert career.ends.keys() == set(GameKind)
    assert [row.person_id for row in career.met] == [BERT, CARL]
    assert career.course == await standings.course(SERVER, ANNA)
    assert career.shown_course is None, "one rated game is no course"
