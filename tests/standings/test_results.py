"""What a game comes to for each person."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.engine.actions import (
    Action,
    Cancelled,
    HintsChosen,
    SeatKept,
    SeatLeft,
    SeatTaken,
    SeatTakenBack,
    Why,
    read,
)
from bot.engine.folding import fold
from bot.engine.state import Computer, TableState
from bot.rules.cards import Card
from bot.rules.deal import Deal
from bot.rules.ruleset import PRESETS, Moon, Partners, Ruleset
from bot.rules.scoring import DealScore
from bot.standings import GameKind, has_usual_points, month_of, place_of_four, results_of
from bot.store import ResultRow, rules_text
from tests.engine.corpus import games as corpus_games
from tests.engine.corpus import rows_of
from tests.standings.games import (
    ANNA,
    BERT,
    CARL,
    DORA,
    EVE,
    SERVER,
    cancelled,
    played,
    scored,
    with_queens,
)
from tests.standings.whole_deals import LONG, WholeDeal, whole_deals

FOUR = (ANNA, BERT, CARL, DORA)
AT = 1000.0
GAME = 7


def results(state: TableState) -> dict[int, ResultRow]:
    rows = results_of(state, GAME, AT)
    assert [row.person_id for row in rows] == sorted(row.person_id for row in rows)
    return {row.person_id: row for row in rows}


def places(state: TableState) -> dict[int, float]:
    return {person: row.place / 100 for person, row in results(state).items()}


def test_every_figure() -> None:
    deals = [(5, 8, 13, 0), DealScore((0, 26, 26, 26), moon=(0,)), (-10, 14, 1, 11)]
    state = with_queens(fold(played([CARL, ANNA], deals, ruleset=Ruleset(limit=40))), 2, 0, 1)
    assert results_of(state, GAME, AT) == (
        ResultRow(
            person_id=ANNA,
            server_id=SERVER,
            kind=GameKind.PEOPLE,
            game_id=GAME,
            ended_at=AT,
            month="1970-01",
            rules='{"limit":40}',
            place=400,
            won=False,
            points=48,
            deals=3,
            moons=0,
            queens=1,
            best_deal=8,
            worst_deal=26,
            left_early=False,
            missed=0,
            conceded=1,
            side=1,
        ),
        ResultRow(
            CARL,
            SERVER,
            GameKind.PEOPLE,
            GAME,
            AT,
            "1970-01",
            '{"limit":40}',
            100,
            True,
            -5,
            3,
            1,
            1,
            -10,
            5,
            False,
        ),
    )


@pytest.mark.parametrize("whole", whole_deals(), ids=lambda whole: f"{whole.score.points} {whole.score.moon}")
def test_moons_made_missed_and_conceded_follow_from_the_cards(whole: WholeDeal) -> None:
    before, after = played(FOUR, [], ruleset=LONG), scored([(100, 1, 2, 3)])
    rows = results(fold([*before, *whole.actions, *after]))
    moon = whole.score.moon
    for seat, person in enumerate(FOUR):
        row = rows[person]
        assert row.missed == (seat == whole.missed)
        assert row.moons == (seat in moon)
        assert row.conceded == (bool(moon) and seat not in moon)
        assert row.queens == (seat == whole.queen)


@pytest.mark.parametrize(
    ("moon", "conceding"), [((0,), {BERT, DORA}), ((1, 3), {ANNA, CARL})], ids=["one", "both"]
)
def test_no_partner_concedes_a_moon(moon: tuple[int, ...], conceding: set[int]) -> None:
    rows = results(fold(played(FOUR, [DealScore((0, 50, 9, 55), moon=moon)], ruleset=PARTNERS)))
    assert {person for person, row in rows.items() if row.conceded} == conceding
    assert [rows[person].side for person in FOUR] == [0, 1, 0, 1]


def test_with_hints_a_game_counts_for_nobody() -> None:
    opened, *rest = played([ANNA, BERT], [(0, 5, 8, 30)])
    assert results_of(fold((opened, *rest)), GAME, AT)
    assert not results_of(fold((opened, HintsChosen(allowed=True), *rest)), GAME, AT)
    no_more = (HintsChosen(allowed=True), HintsChosen(allowed=False))
    assert results_of(fold((opened, *no_more, *rest)), GAME, AT)


PARTNERS = PRESETS["partners"]

SCALES = {
    "four": (Ruleset(), (1, 2, 3, 4), (100, 200, 300, 400)),
    "three": (PRESETS["three"], (1, 2, 3), (100, 250, 400)),
    "five": (PRESETS["five"], (1, 2, 3, 4, 5), (100, 175, 250, 325, 400)),
    "two teams": (PARTNERS, (1, 3), (100, 400)),
}


@pytest.mark.parametrize(("ruleset", "places", "expected"), SCALES.values(), ids=SCALES.keys())
def test_places_at_any_table_are_between_one_and_four(
    ruleset: Ruleset, places: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert tuple(place_of_four(place, ruleset) for place in places) == expected


EVERY_PRESET = {
    # The points of the only deal, the places that follow, and whether these are points to compare.
    "standard": ((3, 96, 105, 70), (1.0, 3.0, 4.0, 2.0), True),
    "short": ((3, 51, 20, 20), (1.0, 4.0, 2.0, 2.0), True),
    "omnibus": ((-10, 105, 3, 8), (1.0, 4.0, 2.0, 3.0), False),
    "spot": ((129, 0, 300, 500), (2.0, 1.0, 3.0, 4.0), False),
    "three": ((20, 100, 13), (2.5, 4.0, 1.0), False),
    "five": ((20, 5, 100, 6, 7), (3.25, 1.0, 4.0, 1.75, 2.5), False),
    "partners": ((60, 0, 60, 30), (4.0, 1.0, 4.0, 1.0), False),
    "old_school": ((26, 0, 104, 26), (2.0, 1.0, 4.0, 2.0), True),
}


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset(name: str) -> None:
    points, expected, usual = EVERY_PRESET[name]
    people = (ANNA, BERT, CARL, DORA, EVE)[: len(points)]
    state = fold(played(people, [points], ruleset=PRESETS[name]))
    rows = results(state)
    assert {row.rules for row in rows.values()} == {rules_text(PRESETS[name])}
    assert places(state) == dict(zip(people, expected, strict=True))
    assert [row.won for row in rows.values()] == [place == 1 for place in expected]
    for row, mine in zip(rows.values(), points, strict=True):
        counted = mine if usual else None
        assert (row.points, row.best_deal, row.worst_deal) == (counted, counted, counted)
        assert row.deals == 1


class TestPartners:
    @pytest.mark.parametrize("partners", [Partners.ALONE, Partners.TOGETHER])
    def test_win_and_are_placed_together(self, partners: Partners) -> None:
        ruleset = Ruleset(partners=partners)
        state = fold(played([ANNA, BERT, CARL, DORA], [(0, 50, 90, 55)], ruleset=ruleset))
        rows = results(state)
        assert [person for person, row in rows.items() if row.won] == [ANNA, CARL]
        assert places(state) == {ANNA: 1, BERT: 4, CARL: 1, DORA: 4}

    def test_of_a_moon_are_both_credited(self) -> None:
        ruleset = Ruleset(partners=Partners.TOGETHER, limit=25)
        state = fold(played([ANNA, BERT, CARL], [DealScore((0, 26, 0, 26), moon=(0, 2))], ruleset=ruleset))
        assert {person: row.moons for person, row in results(state).items()} == {ANNA: 1, BERT: 0, CARL: 1}

    def test_one_who_leaves_is_last_and_the_other_is_not(self) -> None:
        actions = played([ANNA, BERT, CARL, DORA], [(0, 50, 9, 55)], left=[CARL], ruleset=PARTNERS)
        state = fold(actions)
        assert places(state) == {ANNA: 1, BERT: 4, CARL: 4, DORA: 4}
        assert [person for person, row in results(state).items() if row.won] == [ANNA]

    def test_with_a_computer_is_a_game_alone_for_one_person(self) -> None:
        state = fold(played([ANNA], [(90, 50, 0, 55)], ruleset=PARTNERS))
        (row,) = results(state).values()
        assert (row.kind, row.won) == (GameKind.ALONE, True)


USUAL = {
    "the limit": (Ruleset(limit=50), True),
    "how hearts are led": (Ruleset(hearts_any_time=True, points_on_first_trick=True), True),
    "how a moon counts": (Ruleset(moon=Moon.SUBTRACT), True),
    "a sun": (Ruleset(sun=True), True),
    "an exact limit": (Ruleset(exact_limit=True), True),
    "the jack of diamonds": (Ruleset(jack_of_diamonds=True), False),
    "a bonus without a trick": (Ruleset(no_trick_bonus=True), False),
    "hearts by rank": (Ruleset(spot=True), False),
    "three": (Ruleset(players=3), False),
    "partners": (Ruleset(partners=Partners.ALONE), False),
}


@pytest.mark.parametrize(("ruleset", "expected"), USUAL.values(), ids=USUAL.keys())
def test_points_are_usual_whatever(ruleset: Ruleset, expected: bool) -> None:
    assert has_usual_points(ruleset) is expected


def test_a_total_that_was_halved_on_the_way_is_the_total() -> None:
    deals = [(50, 26, 14, 14), (0, 80, 14, 14)]
    rows = results(fold(played([ANNA, BERT], deals, ruleset=Ruleset(limit=50, exact_limit=True))))
    assert {person: row.points for person, row in rows.items()} == {ANNA: 25, BERT: 106}
    assert (rows[ANNA].best_deal, rows[ANNA].worst_deal) == (0, 50)
    assert [row.won for row in rows.values()] == [True, False]


def test_a_moon_that_was_taken_from_a_total_is_taken_from_it() -> None:
    deals = [DealScore((-26, 0, 0, 0), moon=(0,)), (5, 26, 1, 1)]
    ruleset = Ruleset(limit=25, moon=Moon.SUBTRACT)
    row = results(fold(played([ANNA, BERT], deals, ruleset=ruleset)))[ANNA]
    assert (row.points, row.best_deal, row.worst_deal, row.moons) == (-21, -26, 5, 1)


def test_a_sun_is_a_moon() -> None:
    deals = [DealScore((0, 52, 52, 52), moon=(0,), sun=True)]
    rows = results(fold(played([ANNA, BERT], deals, ruleset=Ruleset(limit=50, sun=True))))
    assert {person: row.moons for person, row in rows.items()} == {ANNA: 1, BERT: 0}


PLACES = {
    "all different": ((1, 2, 3, 30), {ANNA: 1, BERT: 2, CARL: 3, DORA: 4}),
    "two share the second": ((1, 12, 12, 30), {ANNA: 1, BERT: 2, CARL: 2, DORA: 4}),
    "three share the second": ((26, 26, 0, 26), {ANNA: 2, BERT: 2, CARL: 1, DORA: 2}),
    "negative totals": ((-30, 26, -31, -30), {ANNA: 2, BERT: 4, CARL: 1, DORA: 2}),
}


@pytest.mark.parametrize(("points", "expected"), PLACES.values(), ids=PLACES.keys())
def test_places(points: tuple[int, int, int, int], expected: dict[int, int]) -> None:
    state = fold(played([ANNA, BERT, CARL, DORA], [points]))
    assert places(state) == expected
    assert [person for person, row in results(state).items() if row.won] == [
        person for person, place in expected.items() if place == 1
    ]


def test_computers_are_placed_and_get_no_result() -> None:
    state = fold(played([ANNA, BERT], [(9, 30, 4, 5)]))
    assert places(state) == {ANNA: 3, BERT: 4}


def test_nobody_wins_where_a_computer_does() -> None:
    state = fold(played([ANNA, BERT], [(9, 30, 1, 4)]))
    assert not [row for row in results(state).values() if row.won]


@pytest.mark.parametrize(
    ("people", "left", "kind"),
    [
        ([ANNA], (), GameKind.ALONE),
        ([ANNA], (ANNA,), GameKind.ALONE),
        ([ANNA, BERT], (), GameKind.PEOPLE),
        ([ANNA, BERT], (BERT,), GameKind.PEOPLE),
        ([ANNA, BERT, CARL, DORA], (), GameKind.PEOPLE),
    ],
)
def test_a_game_is_among_people_where_two_sat_down(
    people: list[int], left: tuple[int, ...], kind: GameKind
) -> None:
    rows = results(fold(played(people, [(1, 2, 3, 30)], left=left)))
    assert {row.kind for row in rows.values()} == {kind}
    assert set(rows) == set(people)


class TestLeaving:
    DEALS = ((1, 2, 3, 20), (1, 10, 11, 5))

    def left(self, *people: int) -> TableState:
        return fold(played([ANNA, BERT, CARL], self.DEALS, left=people))

    def test_is_the_last_place_whatever_became_of_the_seat(self) -> None:
        assert places(self.left()) == {ANNA: 1, BERT: 2, CARL: 3}
        assert places(self.left(ANNA)) == {ANNA: 4, BERT: 2, CARL: 3}
        assert places(self.left(ANNA, CARL)) == {ANNA: 4, BERT: 2, CARL: 4}

    def test_wins_nothing(self) -> None:
        rows = results(self.left(ANNA))
        assert not [person for person, row in rows.items() if row.won]
        assert [person for person, row in rows.items() if row.left_early] == [ANNA]

    def test_saves_nobody_from_the_points(self) -> None:
        row = results(self.left(CARL))[CARL]
        assert (row.points, row.deals, row.best_deal, row.worst_deal) == (14, 2, 3, 11)

    @pytest.mark.parametrize("why", Why)
    def test_is_having_a_seat_kept_for_whatever_reason(self, why: Why) -> None:
        *before, last = played([ANNA, BERT], self.DEALS)
        assert results(fold([*before, SeatKept(0, "normal", 2, why), last]))[ANNA].left_early

    def test_is_undone_by_taking_the_seat_back(self) -> None:
        *before, last = played([ANNA, BERT, CARL], self.DEALS, left=[ANNA])
        row = results(fold([*before, SeatTakenBack(0), last]))[ANNA]
        assert (row.place, row.won, row.left_early) == (100, True, False)

    def test_before_the_game_begins_counts_for_nobody(self) -> None:
        opened, host, first, second, *rest = played([ANNA, BERT], self.DEALS)
        state = fold([opened, host, first, second, SeatLeft(1), SeatTaken(1, EVE), *rest])
        assert set(results(state)) == {ANNA, EVE}


@pytest.mark.parametrize(
    "actions",
    [
        cancelled([ANNA, BERT], by=ANNA),
        cancelled([ANNA, BERT], by=None),
        (*played([ANNA, BERT], [(20, 3, 2, 1)], left=[ANNA]), Cancelled(BERT)),
        played([ANNA, BERT], []),
        played([ANNA, BERT], [(20, 3, 2, 1)]),
        played([ANNA, BERT], [(30, 3, 2, 2)]),
    ],
    ids=[
        "cancelled",
        "abandoned",
        "cancelled after one had left",
        "just begun",
        "running",
        "running on as the lowest total is shared",
    ],
)
def test_a_game_that_did_not_come_to_its_end_counts_for_nobody(actions: tuple[Action, ...]) -> None:
    assert results(fold(actions)) == {}


MONTHS = {
    "the last moment of a year": (datetime(2025, 12, 31, 23, 59, 59, 999000, UTC), "2025-12"),
    "the first of the next": (datetime(2026, 1, 1, tzinfo=UTC), "2026-01"),
    "a leap day": (datetime(2028, 2, 29, 23, 59, tzinfo=UTC), "2028-02"),
}


@pytest.mark.parametrize(("moment", "month"), MONTHS.values(), ids=MONTHS.keys())
def test_months_change_with_the_day_in_utc(moment: datetime, month: str) -> None:
    assert month_of(moment.timestamp()) == month
    (row,) = results_of(fold(played([ANNA], [(1, 2, 3, 30)])), GAME, moment.timestamp())
    assert row.month == month


def queen_taker(deal: Deal) -> int | None:
    """Who took the queen of spades: in a trick, with the kitty, or as one of the cards that were claimed."""
    queen = Card.parse("QS")
    for trick in deal.tricks:
        if queen in trick.cards:
            return trick.taker
    return deal.tricks[0].taker if deal.tricks and queen in deal.kitty else deal.claimed


@pytest.mark.parametrize("path", corpus_games(), ids=lambda path: path.stem)
def test_games_that_were_played(path: Path) -> None:
    actions = [read(row.kind, row.version, row.body) for row, _ in rows_of(path) if row is not None]
    state = fold(actions)
    rows = results(state)
    if state.game is None or not state.game.over:
        assert not rows
        return
    for seat, occupant in enumerate(state.seats):
        if isinstance(occupant, Computer) and occupant.owner is None:
            continue
        assert occupant is not None
        left = isinstance(occupant, Computer)
        number = occupant.owner if left else occupant.number
        assert number is not None
        row = rows.pop(number)
        assert row.points == (state.game.totals[seat] if has_usual_points(state.ruleset) else None)
        assert row.queens == sum(queen_taker(done.deal) == seat for done in state.history)
        assert row.left_early == left
        assert row.place == (400 if left else place_of_four(state.game.places[seat], state.ruleset))
        assert row.won == (not left and seat in state.game.winners)
    assert not rows
