"""Ratings of hand-made games: every place counts, and what is kept is what follows from the games."""

import itertools
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.folding import fold
from bot.engine.state import Computer
from bot.rules.ruleset import PRESETS, Ruleset
from bot.standings import ALL_TIME, GameKind, Order, Standings
from bot.standings.ratings import AT_FIRST, COMPUTERS, rate, rated_game_of, shown
from bot.store import RatedGame, RatedSeat, RatedSide, Skill, Store
from tests.standings.games import (
    ANNA,
    BERT,
    CARL,
    DORA,
    ELSEWHERE,
    EVE,
    SERVER,
    cancelled,
    kept,
    played,
    store_game,
)

FOUR = (ANNA, BERT, CARL, DORA)
THREE, FIVE, TEAMS = (replace(PRESETS[name], limit=25) for name in ("three", "five", "partners"))


def rated(
    people: Sequence[int], points: Sequence[int], *, left: Sequence[int] = (), ruleset: Ruleset | None = None
) -> RatedGame:
    """Give a rated game of one deal."""
    rules = ruleset or Ruleset(limit=25)
    game = rated_game_of(fold(played(people, [tuple(points)], left=left, ruleset=rules)), 1, 1000.0)
    assert game is not None
    return game


def mus(game: RatedGame, skills: Mapping[int, Skill] | None = None) -> list[float]:
    """The middle of everybody's skill after a game, by number."""
    after = rate(game, skills or {})
    return [after[person].mu for person in sorted(after)]


class TestOneGame:
    def test_every_place_counts(self) -> None:
        first, second, third, last = mus(rated(FOUR, (1, 2, 3, 30)))
        assert first > second > third > last
        assert first > 25 > last
        assert mus(rated(FOUR, (1, 2, 4, 30))) == [first, second, third, last], "points do not, beside that"

    @pytest.mark.parametrize(
        ("points", "order"),
        [
            ((1, 3, 3, 30), [{0}, {1, 2}, {3}]),
            ((1, 2, 30, 30), [{0}, {1}, {2, 3}]),
            ((1, 30, 30, 30), [{0}, {1, 2, 3}]),
            ((-40, -12, -12, 30), [{0}, {1, 2}, {3}]),
            ((-7, 30, 26, -3), [{0}, {3}, {2}, {1}]),
        ],
        ids=str,
    )
    def test_equal_totals_are_equal_and_negative_ones_are_lowest(
        self, points: tuple[int, ...], order: list[set[int]]
    ) -> None:
        after = mus(rated(FOUR, points))
        found = list[set[int]]()
        found += [
            {seat for seat, each in enumerate(after) if each == mu} for mu in sorted({*after}, reverse=True)
        ]
        assert found == order

    @pytest.mark.parametrize(
        ("ruleset", "points", "order"),
        [
            (THREE, (2, 1, 30), [BERT, ANNA, CARL]),
            (FIVE, (3, 1, 30, 2, 4), [BERT, DORA, ANNA, EVE, CARL]),
        ],
        ids=["three", "five"],
    )
    def test_three_and_five_players(
        self, ruleset: Ruleset, points: tuple[int, ...], order: list[int]
    ) -> None:
        people = (ANNA, BERT, CARL, DORA, EVE)[: ruleset.players]
        after = rate(rated(people, points, ruleset=ruleset), {})
        assert sorted(after, key=lambda person: -after[person].mu) == order

    def test_partners_win_and_lose_together(self) -> None:
        game = rated(FOUR, (20, 1, 9, 2), ruleset=TEAMS)
        assert [side.place for side in game.sides] == [3, 1]
        anna, bert, carl, dora = mus(game)
        assert anna == carl < 25 < bert == dora

    def test_who_wins_against_the_better_one_gains_more(self) -> None:
        game = rated([ANNA, BERT], (1, 30, 40, 50))
        gains = [mus(game, {BERT: Skill(mu, 4.0, 0)})[0] for mu in (15.0, 25.0, 35.0)]
        assert gains == sorted(gains)
        assert gains[0] < gains[2]

    @pytest.mark.parametrize("ruleset", [THREE, Ruleset(limit=25), FIVE], ids=["three", "four", "five"])
    def test_nobody_gains_less_than_who_stands_behind(self, ruleset: Ruleset) -> None:
        people = (ANNA, BERT, CARL, DORA, EVE)[: ruleset.players]
        for points in itertools.product((1, 2, 30), repeat=ruleset.players):
            if points.count(1) == 1 and 30 in points:
                after = mus(rated(people, points, ruleset=ruleset))
                assert sorted(after, reverse=True) == [
                    mu for _, mu in sorted(zip(points, after, strict=True))
                ]

    def test_uncertainty_shrinks_and_the_cautious_number_rises_with_it(self) -> None:
        skills: dict[int, Skill] = {}
        for turn in range(12):
            seats = FOUR[turn % 4 :] + FOUR[: turn % 4]
            skills |= rate(rated(seats, (1, 2, 3, 30)), skills)
        assert all(skill.sigma < 7 for skill in skills.values())
        assert all(abs(skill.mu - 25) < 3 for skill in skills.values())
        assert all(skill.rating > AT_FIRST for skill in skills.values())

    def test_the_number_that_is_shown(self) -> None:
        assert shown(25.0, 25 / 3) == AT_FIRST == 1000
        assert shown(31.0, 2.0) == 2000
        after = rate(rated(FOUR, (1, 2, 3, 30)), {})
        assert [after[person].rating for person in FOUR] == [1298, 1131, 965, 798]


class TestComputers:
    def test_are_opponents_of_a_strength_that_stays(self) -> None:
        game = rated([ANNA, BERT], (2, 3, 1, 30))
        assert rate(game, {}).keys() == {ANNA, BERT}
        assert [seat.level for side in game.sides for seat in side.seats] == ["", "", "normal", "normal"]

    def test_a_win_of_one_is_a_place_lost(self) -> None:
        won, lost = rated([ANNA, BERT], (1, 3, 2, 30)), rated([ANNA, BERT], (2, 3, 1, 30))
        assert mus(won)[0] > mus(lost)[0]
        assert [side.place for side in lost.sides] == [2, 3, 1, 4]

    def test_a_harder_one_is_worth_more(self) -> None:
        gains = [mus(_against(each, (1, 30, 2, 3)))[0] for each in COMPUTERS]
        assert gains == sorted(gains)
        losses = [mus(_against(each, (3, 30, 2, 1)))[0] for each in COMPUTERS]
        assert losses == sorted(losses)
        assert len({*gains, *losses}) == 2 * len(COMPUTERS)

    def test_one_of_a_level_that_is_gone_is_a_medium_one(self) -> None:
        assert mus(_against("of old", (1, 30, 2, 3))) == mus(_against("medium", (1, 30, 2, 3)))


def _against(level: str, points: tuple[int, ...]) -> RatedGame:
    """A game of two people in which one of the computers plays at a level."""
    state = fold(played([ANNA, BERT], [points]))
    state = replace(state, seats=(*state.seats[:2], Computer(level, 0), Computer("medium", 1)))
    game = rated_game_of(state, 1, 1000.0)
    assert game is not None
    return game


class TestWhoLeft:
    def test_is_last_wherever_their_seat_came_in(self) -> None:
        game = rated(FOUR, (1, 2, 3, 30), left=[ANNA])
        assert game.sides[0] == RatedSide(1, (RatedSeat(ANNA, left=True),))
        anna, bert, carl, dora = mus(game)
        assert bert > carl > dora > anna
        assert [bert, carl, dora, anna] == mus(rated(FOUR, (1, 2, 3, 30)))

    def test_is_level_with_others_who_left(self) -> None:
        anna, bert, carl, dora = mus(rated(FOUR, (1, 2, 3, 30), left=[ANNA, DORA]))
        assert bert > carl > anna == dora

    def test_does_not_take_a_partner_along(self) -> None:
        anna, bert, carl, dora = mus(rated(FOUR, (1, 20, 2, 9), left=[ANNA], ruleset=TEAMS))
        assert carl > 25 > anna
        assert [bert, carl, dora] == mus(rated(FOUR, (1, 20, 2, 9), ruleset=TEAMS))[1:]
        assert anna == mus(rated(FOUR, (20, 1, 9, 2), ruleset=TEAMS))[0]

    def test_takes_the_team_along_where_both_did(self) -> None:
        both = mus(rated(FOUR, (1, 20, 2, 9), left=[ANNA, CARL], ruleset=TEAMS))
        assert both == mus(rated(FOUR, (20, 1, 9, 2), ruleset=TEAMS))


class TestWhatIsRated:
    def test_is_what_was_at_its_start(self) -> None:
        assert rated_game_of(fold(played(FOUR, [(1, 2, 3, 30)], rated=False)), 1, 0.0) is None
        assert rated_game_of(fold(played(FOUR, [(1, 2, 3, 30)])), 1, 0.0) is not None
        assert rated_game_of(fold(played(FOUR, [(1, 2, 3, 4)])), 1, 0.0) is None, "it is not over"

    @pytest.mark.parametrize("by", [ANNA, None], ids=["cancelled", "abandoned"])
    def test_is_no_game_that_was_ended(self, by: int | None) -> None:
        assert rated_game_of(fold(cancelled([ANNA, BERT], by)), 1, 0.0) is None


class Rated:
    """Games that end one after another."""

    def __init__(self, store: Store, standings: Standings) -> None:
        self.store, self.standings = store, standings

    async def game(
        self, people: Sequence[int], at: float, server: int = SERVER, *, folded: bool = True
    ) -> int:
        """The first of these people wins, the others follow in their order."""
        points = (1, 2, 3, 30)
        game = await store_game(self.store, played(people, [points], server=server), at)
        if folded:
            await self.standings.fold_game(game)
        return game

    async def ratings(self, period: str = ALL_TIME, server: int = SERVER) -> dict[int, int | None]:
        page = await self.standings.leaderboard(server, GameKind.PEOPLE, period, Order.RATING)
        return {row.figures.person: row.figures.rating for row in page.rows}


@pytest.fixture
def table(store: Store, standings: Standings) -> Rated:
    return Rated(store, standings)


FEBRUARY = 31 * 86400.0


class TestWhatIsKept:
    async def test_is_one_game_after_another(self, table: Rated, store: Store) -> None:
        await table.game([ANNA, BERT], 1000.0)
        await table.game([BERT, ANNA], 2000.0)
        first = await store.skills(SERVER, ANNA)
        assert [at for at, _ in first] == [1000.0, 2000.0]
        skills: dict[int, Skill] = {}
        for game in await store.rated_games(SERVER):
            skills |= rate(game, skills)
        assert [(await store.skills(SERVER, person))[-1][1] for person in (ANNA, BERT)] == [
            skills[ANNA],
            skills[BERT],
        ]
        assert await table.ratings() == {person: skills[person].rating for person in (ANNA, BERT)}

    async def test_does_not_depend_on_which_game_is_folded_in_first(
        self, path: Path, table: Rated, standings: Standings
    ) -> None:
        late = await table.game([ANNA, BERT, CARL], FEBRUARY + 5, folded=False)
        await table.game([CARL, ANNA], 1000.0)
        middle = await table.game([BERT, CARL], 2000.0, folded=False)
        await table.game([BERT, ANNA], FEBRUARY + 9)
        for game in (late, middle, late):
            await standings.fold_game(game)
        before = kept(path)
        await standings.rebuild()
        assert kept(path) == before

    async def test_games_of_one_moment_go_by_their_number(
        self, path: Path, table: Rated, standings: Standings
    ) -> None:
        first = await table.game([ANNA, BERT], 1000.0, folded=False)
        await table.game([BERT, ANNA], 1000.0)
        await standings.fold_game(first)
        before = kept(path)
        assert len(await table.store.skills(SERVER, ANNA)) == 2
        await standings.rebuild()
        assert kept(path) == before

    async def test_is_the_rating_at_the_end_of_a_period(self, table: Rated) -> None:
        await table.game([ANNA, BERT], 1000.0)
        january = await table.ratings()
        await table.game([BERT, ANNA], FEBRUARY + 5)
        await table.game([BERT, CARL], FEBRUARY + 6)
        assert await table.ratings("1970-01") == january
        now = await table.ratings()
        assert now.keys() == {ANNA, BERT, CARL}
        assert await table.ratings("1970-02") == now != january

    async def test_two_servers_never_see_each_other(self, table: Rated) -> None:
        await table.game([ANNA, BERT], 1000.0)
        before = await table.ratings()
        await table.game([BERT, ANNA], 1500.0, ELSEWHERE)
        await table.game([BERT, ANNA], 500.0, ELSEWHERE)
        assert await table.ratings() == before
        elsewhere = await table.ratings(server=ELSEWHERE)
        assert elsewhere[BERT] != before[ANNA], "that one has won twice"

    async def test_alone_with_computers_nobody_is_rated(
        self, store: Store, standings: Standings, table: Rated
    ) -> None:
        await table.game([ANNA], 1000.0)
        anna = await standings.stats(SERVER, ANNA, GameKind.ALONE)
        assert anna is not None
        assert anna.rating is None
        assert (await standings.leaderboard(SERVER, GameKind.ALONE, order=Order.RATING)).count == 0
        assert await store.rated_games(SERVER) == ()

    async def test_who_has_no_rated_game_is_not_ranked_by_it(
        self, store: Store, standings: Standings, table: Rated
    ) -> None:
        await standings.fold_game(await store_game(store, played([EVE, CARL], [(1, 2, 3, 30)], rated=False)))
        await table.game([ANNA, BERT], 1000.0)
        assert (await table.ratings()).keys() == {ANNA, BERT}
        assert (await standings.leaderboard(SERVER)).count == 4

    async def test_goes_on_when_other_rules_count(self, store: Store, table: Rated, path: Path) -> None:
        await table.game([ANNA, BERT], 1000.0)
        before = await table.ratings()
        server = await store.server(SERVER)
        await store.save_server(replace(server, counted=("standard",)))
        assert await table.ratings() == {}
        await store.save_server(server)
        assert await table.ratings() == before


def erase(path: Path, person: int) -> None:
    """Erase a person as it is done: the row that says who they are goes, and what hangs on it."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA foreign_keys = ON")
    with connection:
        connection.execute("DELETE FROM people WHERE person_id = ?", (person,))
    connection.close()


class TestWhoWasErased:
    async def test_takes_their_ratings_along_and_nobody_elses(
        self, path: Path, table: Rated, store: Store, standings: Standings
    ) -> None:
        await table.game([ANNA, BERT, CARL], 1000.0)
        await table.game([BERT, ANNA, DORA], 2000.0)
        before = await table.ratings()
        erase(path, ANNA)
        del before[ANNA]
        assert await table.ratings() == before
        assert await store.skills(SERVER, ANNA) == ()
        await standings.rebuild()
        assert await table.ratings() == before

    async def test_is_still_the_opponent_they_were_in_a_game_that_ends_later(
        self, path: Path, table: Rated, standings: Standings
    ) -> None:
        for at in (1000.0, 2000.0):
            await table.game([ANNA, BERT, CARL], at)
        erase(path, ANNA)
        await table.game([BERT, ANNA, DORA], 3000.0)
        before = kept(path)
        assert (await table.ratings()).keys() == {BERT, CARL, DORA}
        await standings.rebuild()
        assert kept(path) == before
