"""Whatever games there are: figures kept as they end equal figures built anew, and those added up by hand."""

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.actions import Action, SeatKept, SeatLeft, SeatTaken, SeatTakenBack, Why
from bot.engine.folding import fold
from bot.rules.ruleset import Partners, Ruleset
from bot.rules.scoring import DealScore
from bot.standings import ALL_TIME, Figures, GameEnd, GameKind, History, Order, Standings, month_of
from bot.standings.ratings import rate, rated_game_of
from bot.store import PresetRow, ServerRow, Skill, Store, own_preset, season_period
from tests.standings.games import (
    ELSEWHERE,
    NAMES,
    QUICK,
    SERVER,
    cancelled,
    kept,
    make_people,
    played,
    scored,
    store_game,
)
from tests.standings.whole_deals import LONG, WholeDeal, whole_deals

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
        ruleset: by which rules.
        rated: whether it was to be rated if more than one played.
        whole: a deal that was played card by card, the first of `deals`.
        back: those of the people who left and took their seat back.
        went: who sat down in the lobby, and got up again.
        by: who ended it before its end; None where all had left.
    """

    server: int
    people: Sequence[int]
    deals: Sequence[DealScore]
    at: float
    left: Sequence[int] = ()
    ruleset: Ruleset = QUICK
    rated: bool = True
    whole: WholeDeal | None = None
    back: Sequence[int] = ()
    went: int | None = None
    by: int | None = None

    @property
    def actions(self) -> tuple[Action, ...]:
        """What happened in it."""
        if not self.deals:
            opened, *rest = cancelled(self.people, self.by)
            return (replace(opened, server=self.server), *rest)
        opened, *before, start = played(
            self.people, [], server=self.server, ruleset=self.ruleset, rated=self.rated
        )
        if self.went is not None:
            before = [SeatTaken(0, self.went), SeatLeft(0), *before]
        seats = [self.people.index(person) for person in self.left]
        again = [self.people.index(person) for person in self.back]
        kept = [SeatKept(seat, "normal", seat, Why.LEFT) for seat in (*seats, *again)]
        deals = list(scored(self.deals))
        if self.whole is not None:
            deals[:2] = self.whole.actions
        return (opened, *before, start, *kept, *map(SeatTakenBack, again), *deals)

    @property
    def totals(self) -> list[int]:
        """Of each seat, or of its team."""
        of_seat = [sum(deal.points[seat] for deal in self.deals) for seat in range(self.ruleset.players)]
        if self.ruleset.partners is Partners.NONE:
            return of_seat
        return [of_seat[seat] + of_seat[(seat + 2) % 4] for seat in range(4)]

    def partner(self, seat: int) -> int | None:
        """Who plays with a seat, by seat; None where all play for themselves."""
        return None if self.ruleset.partners is Partners.NONE else (seat + 2) % 4

    def opponents(self, one: int, other: int) -> bool:
        """Whether two of the people played against one another."""
        return one != other and self.partner(self.people.index(one)) != self.people.index(other)

    def ending(self, person: int) -> tuple[Fraction, bool, int]:
        """What games are compared by, the better the lower: the place, and points where there are any."""
        compared = self.ruleset in [RULES[name] for name in COMPARED]
        points = sum(deal.points[self.people.index(person)] for deal in self.deals) if compared else 0
        return self.place(person), not compared, points

    def place(self, person: int) -> Fraction:
        """On the scale from 1 to 4."""
        totals = self.totals
        mine = totals[self.people.index(person)]
        if person in self.left:
            return Fraction(4)
        if self.ruleset.partners is not Partners.NONE:
            return Fraction(1 if mine == min(totals) else 4)
        return 1 + Fraction(3 * sum(other < mine for other in totals), len(totals) - 1)


RULES = {
    "quick": QUICK,
    "short": Ruleset(limit=30),
    "three": Ruleset(players=3, limit=30),
    "five": Ruleset(players=5, limit=30),
    "partners": Ruleset(partners=Partners.TOGETHER, limit=30),
    "omnibus": Ruleset(jack_of_diamonds=True, limit=30),
    "long": LONG,
}
COMPARED = ("quick", "short", "long")
"""Those with usual points."""


@st.composite
def ended_games(draw: st.DrawFn) -> Ended:
    ruleset = draw(st.sampled_from([*RULES.values(), QUICK, LONG, LONG, LONG]))
    seats = ruleset.players
    people = draw(
        st.lists(
            st.integers(1, len(NAMES)),
            min_size=draw(st.sampled_from((1, 3))),
            max_size=min(4, seats),
            unique=True,
        )
    )
    server = draw(st.sampled_from((SERVER, ELSEWHERE)))
    at = draw(st.floats(0, 3 * MONTH))
    if draw(st.integers(0, 5)) == 0:
        return Ended(server, people, (), at, by=draw(st.sampled_from((None, people[0]))))
    points = st.tuples(*[st.integers(-3, 4)] * seats)
    moons = st.lists(st.integers(0, seats - 1), max_size=1).map(tuple)
    deals = draw(st.lists(st.builds(DealScore, points, moons), max_size=3))
    whole = draw(st.sampled_from(whole_deals())) if ruleset == LONG else None
    if whole is not None:
        deals.insert(0, whole.score)
    # The last deal ends the game: one total is far too high, another, of another team, the lowest of all.
    last = [*draw(points)]
    lowest = draw(st.integers(0, seats - 1))
    last[lowest] -= 100
    last[(lowest + 1) % seats] += 180
    left = draw(st.lists(st.sampled_from(people), unique=True, max_size=2))
    back = draw(st.lists(st.sampled_from(people), unique=True, max_size=2))
    went = draw(st.sampled_from((None, *range(1, len(NAMES) + 1))))
    return Ended(
        server,
        people,
        (*deals, DealScore(tuple(last))),
        at,
        left,
        ruleset,
        draw(st.sampled_from((True, True, False))),
        whole,
        [person for person in back if person not in left],
        None if went in people else went,
    )


Counted = Mapping[int, Sequence[str]]
"""By server: the names of the rules that count."""

_NAMES = st.lists(st.sampled_from([*RULES]), unique=True) | st.permutations([*RULES])
COUNTED = st.tuples(_NAMES, _NAMES).map(lambda names: dict(zip((SERVER, ELSEWHERE), names, strict=True)))

Seasons = Mapping[int, Sequence[float]]
"""By server: when its seasons began, from the second on."""

_STARTS = st.lists(st.floats(0, 3 * MONTH), max_size=2).map(sorted)
SEASONS = st.tuples(_STARTS, _STARTS).map(lambda starts: dict(zip((SERVER, ELSEWHERE), starts, strict=True)))


@given(
    games=st.lists(ended_games(), max_size=8), first=COUNTED, then=COUNTED, seasons=SEASONS, data=st.data()
)
@settings(max_examples=30, deadline=None)
def test_figures_kept_equal_figures_rebuilt(
    games: list[Ended], first: Counted, then: Counted, seasons: Seasons, data: st.DataObject
) -> None:
    again = data.draw(st.lists(st.integers(0, max(0, len(games) - 1)), max_size=4)) if games else []
    missed = data.draw(st.sets(st.integers(0, len(games))))
    turn = data.draw(st.integers(0, len(games)))
    asyncio.run(check(games, again, missed, first, then, seasons, turn))


async def check(
    games: list[Ended],
    again: list[int],
    missed: set[int],
    first: Counted,
    then: Counted,
    seasons: Seasons,
    turn: int,
) -> None:
    """Play the games: some are missed and caught up with later, some are folded in more than once.

    Other rules count in the end than at first, as other presets do, or as a preset has others. Seasons begin
    when so many games have been played, which may have ended after that.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hearts.db"
        async with await Store.open(path) as store:
            await make_people(store)
            await choose(store, first)
            standings = Standings(store)
            numbers: list[int] = []
            for index, game in enumerate(games):
                if index == turn:
                    await begin(store, seasons)
                numbers.append(await store_game(store, game.actions, game.at))
                if index not in missed:
                    await standings.fold_game(numbers[-1])
            if turn == len(games):
                await begin(store, seasons)
            assert await standings.catch_up() == len(missed & set(range(len(games))))
            for index in again:
                await standings.fold_game(numbers[index])
            await added_up(games, standings, first, seasons)
            await choose(store, then)
            await added_up(games, standings, then, seasons)
            before = kept(path)
            assert await standings.rebuild() == len(games)
            assert kept(path) == before
            await History(store).rebuild()
            assert kept(path) == before
            assert [await store.players(number) for number in numbers] == [
                tuple(sorted(game.people)) for game in games
            ]


async def begin(store: Store, seasons: Seasons) -> None:
    """Begin all seasons."""
    for server, starts in seasons.items():
        for number, at in enumerate(starts, 2):
            assert await store.start_season(server, number, at)


async def choose(store: Store, counted: Counted) -> None:
    """Have these rules count: the first of them by a preset that had others before."""
    for server, names in counted.items():
        saved = {row.name: row for row in await store.presets(server)}
        chosen: list[PresetRow] = []
        for name in names:
            if not chosen:
                await store.change_preset(server, saved["Quick"].preset_id, ruleset=RULES[name])
                chosen.append(saved["Quick"])
            else:
                row = saved.get(f"by {name}") or await store.save_preset(server, f"by {name}", RULES[name])
                chosen.append(row)
        values = tuple(own_preset(row.preset_id) for row in chosen)
        await store.save_server(ServerRow(server, counted=values))


def periods(game: Ended, seasons: Seasons) -> tuple[str, ...]:
    """What a game counts in."""
    season = 1 + sum(start <= game.at for start in seasons[game.server])
    return ALL_TIME, month_of(game.at), season_period(season)


def ratings(games: list[Ended], server: int, period: str, seasons: Seasons) -> dict[int, int]:
    """Give everybody's rating after their last rated game of a period."""
    skills: dict[int, Skill] = {}
    last: dict[int, int] = {}
    for number, game in sorted(enumerate(games), key=lambda each: (each[1].at, each[0])):
        rated = rated_game_of(fold(game.actions), number, game.at) if game.server == server else None
        if rated is not None:
            skills |= rate(rated, skills)
            if period in periods(game, seasons):
                last |= {person: skills[person].rating for person in game.people}
    return last


async def added_up(games: list[Ended], standings: Standings, counted: Counted, seasons: Seasons) -> None:
    """Compare every leaderboard with the games themselves."""
    for server in (SERVER, ELSEWHERE):
        for kind in GameKind:
            for period in sorted({period for game in games for period in periods(game, seasons)}):
                rated = ratings(games, server, period, seasons) if kind is GameKind.PEOPLE else {}
                mine = [
                    game
                    for game in games
                    if game.deals
                    and game.server == server
                    and game.ruleset in [RULES[name] for name in counted[server]]
                    and (len(game.people) > 1) == (kind is GameKind.PEOPLE)
                    and period in periods(game, seasons)
                ]
                expected = {
                    person: replace(figures(person, mine), rating=rated.get(person))
                    for game in mine
                    for person in game.people
                }
                if period == ALL_TIME:
                    await careers(server, kind, mine, standings)
                for order in Order:
                    page = await standings.leaderboard(server, kind, period, order)
                    assert len({row.figures.person for row in page.rows}) == page.count
                    assert {row.figures.person: row.figures for row in page.rows} == {
                        person: each for person, each in expected.items() if figure(order, each) is not None
                    }
                    found = [figure(order, row.figures) for row in page.rows]
                    best_first = [each for each in found if each is not None]
                    assert best_first == sorted(best_first)
                    assert [row.rank for row in page.rows] == [
                        1 + best_first.index(each) for each in best_first
                    ]


async def careers(server: int, kind: GameKind, games: list[Ended], standings: Standings) -> None:
    """Compare what is said of each person with the games of a kind that count."""
    for person in range(1, len(NAMES) + 1):
        mine = [game for game in games if person in game.people]
        found = await standings.best_and_worst(server, person, kind)
        assert (found is None) == (not mine)
        if found is not None:
            stayed = [game.ending(person) for game in mine if person not in game.left]
            worst = max((game.ending(person) for game in mine), key=worse)
            assert [end and seen(end) for end in found] == [min(stayed, default=None), worst]
        if kind is GameKind.PEOPLE:
            met = {row.person_id: row for row in await standings.meetings(server, person, len(NAMES))}
            against: dict[int, list[tuple[tuple[Fraction, bool], tuple[Fraction, bool]]]] = {}
            for game in mine:
                for other in game.people:
                    if game.opponents(person, other):
                        one, two = ((game.place(each), each in game.left) for each in (person, other))
                        against.setdefault(other, []).append((one, two))
            assert {other: (row.games, row.ahead, row.behind) for other, row in met.items()} == {
                other: (
                    len(places),
                    sum(own < their for own, their in places),
                    sum(own > their for own, their in places),
                )
                for other, places in against.items()
            }


def worse(ending: tuple[Fraction, bool, int]) -> tuple[Fraction, bool, int]:
    """What the worst game is found by: of two with one place, that with points is shown."""
    place, without, points = ending
    return place, not without, points


def seen(end: GameEnd) -> tuple[Fraction, bool, int]:
    """What a game is compared by, as it is shown."""
    place = Fraction(4) if end.place is None else 1 + Fraction(3 * (end.place - 1), end.sides - 1)
    return place, end.points is None, end.points or 0


def figure(order: Order, figures: Figures) -> float | None:
    """Give the figure that counts, the lower the better; None where there is none."""
    match order:
        case Order.RATING:
            return None if figures.rating is None else -figures.rating
        case Order.WINS:
            return -figures.wins
        case Order.PLACE:
            return figures.average_place
        case Order.POINTS:
            return figures.points_a_deal
        case Order.MOONS:
            return -figures.moons


def figures(person: int, games: Sequence[Ended]) -> Figures:
    """Add up a person's figures."""
    played = [(game, game.people.index(person)) for game in games if person in game.people]
    deals = [(deal, seat) for game, seat in played for deal in game.deals]
    points = [
        deal.points[seat]
        for game, seat in played
        for deal in game.deals
        if game.ruleset in [RULES[name] for name in COMPARED]
    ]
    places = [game.place(person) for game, _ in played]
    return Figures(
        person=person,
        games=len(played),
        wins=places.count(Fraction(1)),
        average_place=hundredths(Fraction(sum(places), len(played))),
        points_a_deal=hundredths(Fraction(sum(points), len(points))) if points else None,
        deals=len(deals),
        moons=sum(seat in deal.moon for deal, seat in deals),
        queens=sum(game.whole is not None and game.whole.queen == seat for game, seat in played),
        best_deal=min(points, default=None),
        worst_deal=max(points, default=None),
        games_left=sum(person in game.left for game, _ in played),
        missed=sum(game.whole is not None and game.whole.missed == seat for game, seat in played),
        conceded=sum(
            bool(deal.moon) and not {seat, game.partner(seat)} & {*deal.moon}
            for game, seat in played
            for deal in game.deals
        ),
    )


def hundredths(exact: Fraction) -> float:
    """Round to hundredths, halves away from zero."""
    rounded = int(abs(exact) * 100 + Fraction(1, 2))
    return (rounded if exact > 0 else -rounded) / 100
