"""Whatever games there are: figures kept as they end equal figures built anew, and those added up by hand."""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.scoring import DealScore
from bot.standings import ALL_TIME, Figures, GameKind, Order, Standings, month_of
from bot.store import Store
from tests.standings.games import ELSEWHERE, NAMES, SERVER, cancelled, kept, make_people, played, store_game

MONTH = 31 * 86400


@dataclass(frozen=True)
class Ended:
    """A game that ended.

    Attributes:
        server: where.
        people: by seat.
        deals: the points of each, by seat; none for a game that was cancelled.
        at: when.
        left: those of the people who left.
    """

    server: int
    people: Sequence[int]
    deals: Sequence[DealScore]
    at: float
    left: Sequence[int] = ()

    @property
    def totals(self) -> list[int]:
        return [sum(deal.points[seat] for deal in self.deals) for seat in range(4)]


@st.composite
def ended_games(draw: st.DrawFn) -> Ended:
    people = draw(st.lists(st.integers(1, len(NAMES)), min_size=1, max_size=4, unique=True))
    server = draw(st.sampled_from((SERVER, ELSEWHERE)))
    at = draw(st.floats(0, 3 * MONTH))
    if draw(st.integers(0, 5)) == 0:
        return Ended(server, people, (), at)
    points = st.tuples(*[st.integers(-3, 4)] * 4)
    moons = st.lists(st.integers(0, 3), max_size=1).map(tuple)
    deals = draw(st.lists(st.builds(DealScore, points, moons), max_size=3))
    # The last deal ends the game: one total is far too high, another the lowest of all.
    last = [*draw(points)]
    lowest, highest = draw(st.permutations(range(4)))[:2]
    last[lowest] -= 40
    last[highest] += 80
    left = draw(st.lists(st.sampled_from(people), unique=True, max_size=2))
    return Ended(server, people, (*deals, DealScore(tuple(last))), at, left)


@given(games=st.lists(ended_games(), max_size=8), data=st.data())
@settings(max_examples=30, deadline=None)
def test_figures_kept_equal_figures_rebuilt(games: list[Ended], data: st.DataObject) -> None:
    again = data.draw(st.lists(st.integers(0, max(0, len(games) - 1)), max_size=4)) if games else []
    missed = data.draw(st.sets(st.integers(0, len(games))))
    asyncio.run(check(games, again, missed))


async def check(games: list[Ended], again: list[int], missed: set[int]) -> None:
    """Play the games: some are missed and caught up with later, some are folded in more than once."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hearts.db"
        async with await Store.open(path) as store:
            await make_people(store)
            standings = Standings(store)
            numbers: list[int] = []
            for index, game in enumerate(games):
                actions = (
                    played(game.people, game.deals, left=game.left, server=game.server)
                    if game.deals
                    else cancelled(game.people, game.people[0])
                )
                numbers.append(await store_game(store, actions, game.at))
                if index not in missed:
                    await standings.fold_game(numbers[-1])
            assert await standings.catch_up() == len(missed & set(range(len(games))))
            for index in again:
                await standings.fold_game(numbers[index])
            before = kept(path)
            await added_up(games, standings)
            assert await standings.rebuild() == len(games)
            assert kept(path) == before


async def added_up(games: list[Ended], standings: Standings) -> None:
    """Compare every leaderboard with the games themselves."""
    for server in (SERVER, ELSEWHERE):
        for kind in GameKind:
            for period in (ALL_TIME, *sorted({month_of(game.at) for game in games})):
                mine = [
                    game
                    for game in games
                    if game.deals
                    and game.server == server
                    and (len(game.people) > 1) == (kind is GameKind.PEOPLE)
                    and period in (ALL_TIME, month_of(game.at))
                ]
                expected = {person: figures(person, mine) for game in mine for person in game.people}
                for order in Order:
                    page = await standings.leaderboard(server, kind, period, order)
                    assert {row.figures.person: row.figures for row in page.rows} == expected
                    best_first = [figure(order, row.figures) for row in page.rows]
                    assert best_first == sorted(best_first)
                    assert [row.rank for row in page.rows] == [
                        1 + best_first.index(each) for each in best_first
                    ]


def figure(order: Order, figures: Figures) -> float:
    """Give the figure that counts, the lower the better."""
    assert figures.points_a_deal is not None
    return {
        Order.WINS: -figures.wins,
        Order.PLACE: figures.average_place,
        Order.POINTS: figures.points_a_deal,
    }[order]


def figures(person: int, games: Sequence[Ended]) -> Figures:
    """Add up a person's figures."""
    played = [(game, game.people.index(person)) for game in games if person in game.people]
    deals = [(deal, seat) for game, seat in played for deal in game.deals]
    points = [deal.points[seat] for deal, seat in deals]
    places = [
        4 if person in game.left else 1 + sum(other < game.totals[seat] for other in game.totals)
        for game, seat in played
    ]
    return Figures(
        person=person,
        games=len(played),
        wins=places.count(1),
        average_place=hundredths(Fraction(sum(places), len(played))),
        points_a_deal=hundredths(Fraction(sum(points), len(points))),
        deals=len(deals),
        moons=sum(seat in deal.moon for deal, seat in deals),
        queens=0,
        best_deal=min(points),
        worst_deal=max(points),
        games_left=sum(person in game.left for game, _ in played),
    )


def hundredths(exact: Fraction) -> float:
    """Round to hundredths, halves away from zero."""
    rounded = int(abs(exact) * 100 + Fraction(1, 2))
    return (rounded if exact > 0 else -rounded) / 100
