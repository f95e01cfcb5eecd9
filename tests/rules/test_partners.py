"""Opposite seats are a team: its total is the sum of its two, and the game goes by team totals."""

import pytest

from bot.rules.game import Game
from bot.rules.ruleset import Moon, Partners, Ruleset
from bot.rules.scoring import DealScore, score, settled
from bot.rules.view import public_view
from tests.rules.table import deal, game_after, over, taken

ALONE = Ruleset(partners=Partners.ALONE)
TOGETHER = Ruleset(partners=Partners.TOGETHER)
ALL_HEARTS = "2H-AH QS"


@pytest.mark.parametrize(
    ("totals", "winners"),
    [
        ((50, 20, 49, 40), ()),
        ((50, 20, 50, 40), (1, 3)),
        ((99, 99, 0, 2), (0, 2)),
        ((60, 60, 50, 50), ()),
        ((60, 50, 50, 61), (0, 2)),
        ((120, 10, -30, 20), ()),
        ((130, 10, -30, 20), (1, 3)),
    ],
    ids=str,
)
def test_the_team_with_the_lower_total_wins_once_one_has_reached_the_limit(
    totals: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    game = game_after(totals, ruleset=ALONE)
    assert game.winners == winners
    assert game.over is bool(winners)
    assert game_after(totals, ruleset=TOGETHER).winners == winners


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ((50, 20, 50, 40), (3, 1, 3, 1)),
        ((10, 20, 30, 40), (1, 3, 1, 3)),
        ((10, 20, 30, 20), (1, 1, 1, 1)),
    ],
    ids=str,
)
def test_partners_share_a_place(totals: tuple[int, ...], places: tuple[int, ...]) -> None:
    assert game_after(totals, ruleset=ALONE).places == places


def test_everybody_sees_the_totals_of_teams_and_of_seats() -> None:
    game = game_after((10, 20, 30, 41), (1, 2, 3, 20), ruleset=ALONE)
    public = public_view(Game(ALONE, 0, game.scores, deal("2C", "3C", "4C", "5C", ruleset=ALONE)))
    assert public.totals == (11, 22, 33, 61)
    assert public.team_totals == (44, 83)
    apart = public_view(Game(Ruleset(), 0, game.scores, deal("2C", "3C", "4C", "5C")))
    assert apart.team_totals == apart.totals == (11, 22, 33, 61)


SHOT_ALONE = ("", ALL_HEARTS, "2C", "3C")
SHOT_TOGETHER = ("2C", "2H-AH", "3C", "QS")


@pytest.mark.parametrize(
    ("ruleset", "rows", "points", "moon"),
    [
        (ALONE, SHOT_ALONE, (26, 0, 26, 0), (1,)),
        (TOGETHER, SHOT_ALONE, (26, 0, 26, 0), (1,)),
        (ALONE, SHOT_TOGETHER, (0, 13, 0, 13), ()),
        (TOGETHER, SHOT_TOGETHER, (26, 0, 26, 0), (1, 3)),
        (TOGETHER, ("2H-9H", "", "TH-AH QS", ""), (0, 26, 0, 26), (0, 2)),
        (TOGETHER, ("2H-9H", "TH-AH QS", "", ""), (8, 18, 0, 0), ()),
        (Ruleset(partners=Partners.ALONE, moon=Moon.SUBTRACT), SHOT_ALONE, (0, -26, 0, 0), (1,)),
        # Once for the team, on the total of whoever took the queen.
        (Ruleset(partners=Partners.TOGETHER, moon=Moon.SUBTRACT), SHOT_TOGETHER, (0, 0, 0, -26), (1, 3)),
        (Ruleset(partners=Partners.TOGETHER, spot=True), SHOT_TOGETHER, (129, 0, 129, 0), (1, 3)),
        # A sun is one player's; what the two take together is at most a moon.
        (Ruleset(partners=Partners.TOGETHER, sun=True), SHOT_TOGETHER, (26, 0, 26, 0), (1, 3)),
    ],
    ids=str,
)
def test_moons_of_a_player_and_of_a_team(
    ruleset: Ruleset, rows: tuple[str, ...], points: tuple[int, ...], moon: tuple[int, ...]
) -> None:
    assert score(over(*rows, ruleset=ruleset)) == DealScore(points, moon)
    assert settled(taken(*rows, ruleset=ruleset))


@pytest.mark.parametrize(
    ("says", "before", "points"),
    [
        ("adding makes the shooters' team win", (30, 5, 20, 10), (26, 0, 26, 0)),
        ("adding does not end the game", (20, 60, 20, 20), (26, 0, 26, 0)),
        ("adding ends it for the others", (30, 60, 20, 45), (0, 0, 0, -26)),
        ("a tie ends nothing", (28, 60, 20, 40), (26, 0, 26, 0)),
    ],
)
def test_avoid_goes_by_team_totals(says: str, before: tuple[int, ...], points: tuple[int, ...]) -> None:
    ruleset = Ruleset(partners=Partners.TOGETHER, moon=Moon.AVOID)
    assert score(over(*SHOT_TOGETHER, ruleset=ruleset), before).points == points, says


@pytest.mark.parametrize(("rows", "seat"), [(SHOT_ALONE, 1), (SHOT_TOGETHER, 3)])
def test_of_two_shooters_the_one_with_the_queen_is_asked(rows: tuple[str, ...], seat: int) -> None:
    ruleset = Ruleset(partners=Partners.TOGETHER, moon=Moon.CHOOSE)
    question = Game(ruleset, 0, (), taken(*rows, ruleset=ruleset)).moon_question
    assert question is not None
    assert question.seat == seat
    assert [option.totals for option in question.options] == [
        (26, 0, 26, 0),
        tuple(-26 * (at == seat) for at in range(4)),
    ]


EXACT = Ruleset(exact_limit=True)


@pytest.mark.parametrize(
    ("ruleset", "deals", "totals", "winners"),
    [
        (EXACT, [(100, 20, 30, 40)], (50, 20, 30, 40), ()),
        (EXACT, [(101, 20, 30, 40)], (101, 20, 30, 40), (1,)),
        (EXACT, [(100, 20, 30, 40), (5, 5, 5, 11)], (55, 25, 35, 51), ()),
        (EXACT, [(100, 100, 100, 0)], (50, 50, 50, 0), ()),
        (EXACT, [(100, 101, 30, 40)], (50, 101, 30, 40), (2,)),
        # Each time anew, also on the way down.
        (EXACT, [(100, 0, 0, 0), (50, 0, 0, 0)], (50, 0, 0, 0), ()),
        (EXACT, [(110, 10, 10, 50), (-10, 0, 0, 0)], (50, 10, 10, 50), ()),
        (Ruleset(exact_limit=True, limit=25), [(25, 1, 0, 0)], (12, 1, 0, 0), ()),
        (Ruleset(limit=25), [(25, 1, 0, 2)], (25, 1, 0, 2), (2,)),
        (Ruleset(exact_limit=True, players=3), [(100, 2, 3)], (50, 2, 3), ()),
        # By team totals; the two parts are halved with it.
        (Ruleset(exact_limit=True, partners=Partners.ALONE), [(61, 20, 39, 30)], (30, 20, 20, 30), ()),
        (Ruleset(exact_limit=True, partners=Partners.ALONE), [(100, 20, 1, 30)], (100, 20, 1, 30), (1, 3)),
        (Ruleset(exact_limit=True, partners=Partners.ALONE), [(10, 110, 9, -10)], (10, 55, 9, -5), ()),
        (
            Ruleset(exact_limit=True, partners=Partners.ALONE, limit=25),
            [(12, 0, 13, 1)],
            (6, 0, 6, 1),
            (),
        ),
    ],
    ids=str,
)
def test_a_total_of_exactly_the_limit_drops_to_half_before_the_end_is_judged(
    ruleset: Ruleset, deals: list[tuple[int, ...]], totals: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    game = game_after(*deals, ruleset=ruleset)
    assert game.totals == totals
    assert game.winners == winners
