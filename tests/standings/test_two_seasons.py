"""Two seasons of a server: each game counts in the one in which it ended, and nothing of it is lost."""

from pathlib import Path

import pytest

from bot.standings import ALL_TIME, GameKind, Order, Standings
from bot.store import Store, season_period
from tests.standings.games import ANNA, BERT, CARL, DORA, ELSEWHERE, SERVER, kept, played, store_game

FIRST, SECOND = season_period(1), season_period(2)
BEGAN = 5000.0


class Seasons:
    """Games of the first season, and then of the second."""

    def __init__(self, store: Store, standings: Standings) -> None:
        self.store, self.standings = store, standings

    async def game(self, people: list[int], at: float, server: int = SERVER) -> None:
        """The first of these people wins, the others follow in their order."""
        game = await store_game(self.store, played(people, [(1, 2, 3, 30)], server=server), at)
        await self.standings.fold_game(game)

    async def games_and_wins(self, person: int, period: str) -> tuple[int, int] | None:
        found = await self.standings.stats(SERVER, person, period=period)
        return None if found is None else (found.games, found.wins)

    async def ratings(self, period: str, server: int = SERVER) -> dict[int, int | None]:
        page = await self.standings.leaderboard(server, GameKind.PEOPLE, period, Order.RATING)
        return {row.figures.person: row.figures.rating for row in page.rows}


@pytest.fixture
async def seasons(store: Store, standings: Standings) -> Seasons:
    seasons = Seasons(store, standings)
    await seasons.game([ANNA, BERT], 1000.0)
    await seasons.game([ANNA, CARL], 2000.0)
    assert await store.start_season(SERVER, 2, BEGAN)
    await seasons.game([BERT, ANNA], 6000.0)
    await seasons.game([DORA, BERT], 7000.0)
    return seasons


async def test_figures_are_those_of_the_season(seasons: Seasons) -> None:
    periods = (FIRST, SECOND, ALL_TIME)
    assert [await seasons.games_and_wins(ANNA, period) for period in periods] == [(2, 2), (1, 0), (3, 2)]
    assert [await seasons.games_and_wins(BERT, period) for period in periods] == [(1, 0), (2, 1), (3, 1)]
    assert [await seasons.games_and_wins(CARL, period) for period in periods] == [(1, 0), None, (1, 0)]
    assert [await seasons.games_and_wins(DORA, period) for period in periods] == [None, (1, 1), (1, 1)]


async def test_a_rating_goes_on_and_each_season_has_what_it_ended_with(
    seasons: Seasons, standings: Standings
) -> None:
    course = {person: await standings.ratings(SERVER, person) for person in (ANNA, BERT, CARL, DORA)}
    assert [at for at, _ in course[ANNA]] == [1000.0, 2000.0, 6000.0]
    first, second = await seasons.ratings(FIRST), await seasons.ratings(SECOND)
    assert first == {ANNA: course[ANNA][1][1], BERT: course[BERT][0][1], CARL: course[CARL][0][1]}
    assert second == {ANNA: course[ANNA][2][1], BERT: course[BERT][2][1], DORA: course[DORA][0][1]}
    assert await seasons.ratings(ALL_TIME) == first | second


async def test_a_game_that_ended_before_counts_in_the_first_whenever_it_is_folded_in(
    seasons: Seasons, path: Path
) -> None:
    await seasons.game([CARL, DORA], BEGAN - 1)
    await seasons.game([CARL, DORA], BEGAN)
    assert await seasons.games_and_wins(CARL, FIRST) == (2, 1)
    assert await seasons.games_and_wins(CARL, SECOND) == (1, 1)
    before = kept(path)
    await seasons.standings.rebuild()
    assert kept(path) == before


async def test_another_server_has_seasons_of_its_own(seasons: Seasons, standings: Standings) -> None:
    await seasons.game([CARL, DORA], 8000.0, ELSEWHERE)
    assert (await seasons.ratings(FIRST, ELSEWHERE)).keys() == {CARL, DORA}
    assert await seasons.ratings(SECOND, ELSEWHERE) == {}
    assert DORA not in await seasons.ratings(FIRST)


async def test_whom_one_met_and_the_best_game_are_of_all_seasons(
    seasons: Seasons, standings: Standings
) -> None:
    assert {row.person_id: row.games for row in await standings.meetings(SERVER, ANNA, 5)} == {
        BERT: 2,
        CARL: 1,
    }
    found = await standings.best_and_worst(SERVER, ANNA)
    assert found is not None
    assert [end and end.place for end in found] == [1, 2]
