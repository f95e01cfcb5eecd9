"""What becomes of a moon's points: added, subtracted, as the shooter chooses, or so that it loses no game."""

import pytest

from bot.rules.cards import NO_CARDS
from bot.rules.game import Game
from bot.rules.refusal import IllegalAct, Refusal, Rule
from bot.rules.ruleset import Moon, MoonChoice, Partners, Ruleset
from bot.rules.scoring import DealScore, MoonOption, moon_counted, score, sides_dropping
from bot.rules.view import public_view, view
from tests.rules.table import game_after, over, taken

ADD = Ruleset(moon=Moon.ADD)
SUBTRACT = Ruleset(moon=Moon.SUBTRACT)
AVOID = Ruleset(moon=Moon.AVOID)
CHOOSE = Ruleset(moon=Moon.CHOOSE)
ALL_HEARTS = "2H-AH QS"


def shot_by(seat: int, ruleset: Ruleset, jack: int | None = None) -> tuple[str, ...]:
    """Give what was taken in a moon of that seat; the jack of diamonds went to another, if to one."""
    rows = [""] * ruleset.players
    rows[seat] = ALL_HEARTS
    if jack is not None:
        rows[jack] += " JD"
    return tuple(rows)


@pytest.mark.parametrize(
    ("says", "ruleset", "seat", "before", "after"),
    [
        ("the shooter is at 60, the others at 30, 80 and 20", ADD, 0, (60, 30, 80, 20), (60, 56, 106, 46)),
        ("the same, subtracted", SUBTRACT, 0, (60, 30, 80, 20), (34, 30, 80, 20)),
        ("adding would let another win", AVOID, 0, (60, 30, 80, 20), (34, 30, 80, 20)),
        ("adding wins the game for the shooter", AVOID, 0, (10, 30, 80, 20), (10, 56, 106, 46)),
        ("adding does not end the game", AVOID, 0, (60, 30, 73, 20), (60, 56, 99, 46)),
        ("exactly the limit ends it", AVOID, 0, (60, 30, 74, 20), (34, 30, 74, 20)),
        ("the shooter would be over it itself", AVOID, 0, (99, 30, 74, 20), (73, 30, 74, 20)),
        ("a tie for lowest with the shooter ends nothing", AVOID, 0, (46, 30, 80, 20), (46, 56, 106, 46)),
        ("a tie for lowest of others ends nothing", AVOID, 0, (60, 20, 80, 20), (60, 46, 106, 46)),
        ("a total may be below zero", SUBTRACT, 1, (30, 10, 40, 20), (30, -16, 40, 20)),
        ("the first deal", AVOID, 3, (0, 0, 0, 0), (26, 26, 26, 0)),
    ],
)
def test_totals_after_a_moon(
    says: str, ruleset: Ruleset, seat: int, before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    game = game_after(before, ruleset=ruleset)
    result = score(over(*shot_by(seat, ruleset), ruleset=ruleset), game.totals)
    assert result.moon == (seat,)
    assert game_after(before, result.points, ruleset=ruleset).totals == after, says


@pytest.mark.parametrize(
    ("says", "jack", "before", "points"),
    [
        # With the jack, 80 + 26 - 10 stays below the limit, so that adding ends nothing.
        ("the jack keeps the game going", 2, (60, 30, 80, 20), (0, 26, 16, 26)),
        ("the jack makes a tie for lowest", 1, (60, 30, 80, 20), (0, 16, 26, 26)),
        ("the jack wins for another", 3, (60, 30, 80, 20), (-26, 0, 0, -10)),
        ("it wins for the shooter", 0, (50, 30, 80, 20), (-10, 26, 26, 26)),
        ("and here it does not", 0, (57, 30, 80, 20), (-36, 0, 0, 0)),
    ],
)
def test_avoid_is_judged_with_everything_else_of_the_deal(
    says: str, jack: int, before: tuple[int, ...], points: tuple[int, ...]
) -> None:
    ruleset = Ruleset(moon=Moon.AVOID, jack_of_diamonds=True)
    result = score(over(*shot_by(0, ruleset, jack), ruleset=ruleset), before)
    assert result.points == points, says


def test_without_totals_it_is_the_first_deal() -> None:
    deal = over(*shot_by(2, AVOID), ruleset=AVOID)
    assert score(deal) == score(deal, (0, 0, 0, 0)) == DealScore((26, 26, 0, 26), (2,))


def test_avoid_is_judged_after_an_exact_limit_has_dropped() -> None:
    rows = shot_by(0, AVOID)
    assert score(over(*rows, ruleset=AVOID), (60, 30, 74, 20)).points == (-26, 0, 0, 0)
    exact = Ruleset(moon=Moon.AVOID, exact_limit=True)
    assert score(over(*rows, ruleset=exact), (60, 30, 74, 20)).points == (0, 26, 26, 26)


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize(("ruleset", "own", "others"), [(Moon.ADD, 0, 26), (Moon.SUBTRACT, -26, 0)])
def test_moons_of_three_and_of_five(players: int, ruleset: Moon, own: int, others: int) -> None:
    rules = Ruleset(players=players, moon=ruleset)
    result = score(over(*shot_by(1, rules), ruleset=rules))
    assert result == DealScore((others, own, *[others] * (players - 2)), moon=(1,))


def asked(
    before: tuple[int, ...] = (10, 30, 40, 20), ruleset: Ruleset = CHOOSE, rows: tuple[str, ...] | None = None
) -> Game:
    """Give a game in which seat 0 has just shot the moon and is to choose."""
    done = game_after(before, ruleset=ruleset)
    return Game(
        ruleset, done.first_dealer, done.scores, taken(*(rows or shot_by(0, ruleset)), ruleset=ruleset)
    )


def test_the_shooter_is_asked_and_told_what_each_answer_does_to_every_total() -> None:
    question = asked((60, 30, 80, 20)).moon_question
    assert question is not None
    assert question.seat == 0
    assert question.options == (
        MoonOption(MoonChoice.ADD, DealScore((0, 26, 26, 26), (0,)), (60, 56, 106, 46), (3,)),
        MoonOption(MoonChoice.SUBTRACT, DealScore((-26, 0, 0, 0), (0,)), (34, 30, 80, 20), ()),
    )
    assert question.unasked is MoonChoice.SUBTRACT


@pytest.mark.parametrize(
    ("choice", "total"), [(MoonChoice.ADD, (10, 56, 66, 46)), (MoonChoice.SUBTRACT, (-16, 30, 40, 20))]
)
def test_what_the_shooter_chooses_counts_and_nobody_is_asked_again(
    choice: MoonChoice, total: tuple[int, ...]
) -> None:
    game = asked().choose_moon(0, choice)
    assert game.moon_question is None
    assert game.refuse_moon(0) == Refusal(Rule.NO_MOON_CHOICE, 0, NO_CARDS)
    game = game.finish_deal(game.result())
    assert game.totals == total
    assert game.moon_question is None
    assert not game.over


@pytest.mark.parametrize(
    ("before", "points"), [((60, 30, 80, 20), (-26, 0, 0, 0)), ((10, 9, 8, 7), (0, 26, 26, 26))]
)
def test_unasked_it_is_as_with_avoid(before: tuple[int, ...], points: tuple[int, ...]) -> None:
    game = asked(before)
    assert game.moon_question is not None
    (option,) = [each for each in game.moon_question.options if each.choice is game.moon_question.unasked]
    assert game.result() == option.score == DealScore(points, (0,))


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_nobody_else_chooses(seat: int) -> None:
    game = asked()
    refusal = Refusal(Rule.NO_MOON_CHOICE, seat, NO_CARDS)
    assert game.refuse_moon(seat) == refusal
    with pytest.raises(IllegalAct) as refused:
        game.choose_moon(seat, MoonChoice.ADD)
    assert refused.value.refusal == refusal


@pytest.mark.parametrize(
    ("ruleset", "rows"),
    [
        (ADD, shot_by(0, ADD)),
        (SUBTRACT, shot_by(0, ADD)),
        (AVOID, shot_by(0, ADD)),
        (CHOOSE, ("2H-AH", "QS", "", "")),
        (CHOOSE, ("2H-KH", "", "", "")),
        # A sun is open, the jack is open, a partner took one of them.
        (Ruleset(moon=Moon.CHOOSE, sun=True), shot_by(0, ADD)),
        (Ruleset(moon=Moon.CHOOSE, jack_of_diamonds=True), shot_by(0, ADD)),
        (Ruleset(moon=Moon.CHOOSE, partners=Partners.ALONE), ("2H-AH", "", "QS", "")),
    ],
    ids=str,
)
def test_nobody_is_asked(ruleset: Ruleset, rows: tuple[str, ...]) -> None:
    game = asked(ruleset=ruleset, rows=rows)
    assert game.moon_question is None
    for seat in range(4):
        assert game.refuse_moon(seat) == Refusal(Rule.NO_MOON_CHOICE, seat, NO_CARDS)


def test_a_sun_is_asked_about_too() -> None:
    ruleset = Ruleset(moon=Moon.CHOOSE, sun=True)
    rows = ("2C-AC 2D-AD 2H-AH 2S-AS", "", "", "")
    game = Game(ruleset, 0, (), over(*rows, ruleset=ruleset))
    question = game.moon_question
    assert question is not None
    assert [option.totals for option in question.options] == [(0, 52, 52, 52), (-52, 0, 0, 0)]
    assert [option.score.sun for option in question.options] == [True, True]


def test_everybody_sees_who_is_asked_and_nobody_plays_meanwhile() -> None:
    game = asked()
    assert game.deal is not None
    assert game.deal.turn is not None
    public = public_view(game)
    assert public.moon_question == game.moon_question
    assert (public.awaited, public.turn) == ((0,), None)
    for seat in range(4):
        assert view(game, seat).legal == NO_CARDS
        assert not view(game, seat).to_play
    chosen = game.choose_moon(0, MoonChoice.ADD)
    assert public_view(chosen).moon_question is None


@pytest.mark.parametrize(
    ("ruleset", "stake"),
    [(CHOOSE, 26), (Ruleset(moon=Moon.CHOOSE, spot=True), 129), (Ruleset(moon=Moon.CHOOSE, sun=True), 52)],
)
def test_the_question_names_the_points_it_is_about(ruleset: Ruleset, stake: int) -> None:
    game = Game(ruleset, 0, deal=over(*shot_by(1, ruleset), ruleset=ruleset))
    assert game.moon_question is not None
    assert game.moon_question.stake == stake


@pytest.mark.parametrize("jack", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("choice", MoonChoice)
def test_the_points_tell_which_way_a_moon_was_counted(choice: MoonChoice, jack: int | None) -> None:
    ruleset = Ruleset(moon=Moon.CHOOSE, jack_of_diamonds=True)
    game = Game(ruleset, 0, deal=over(*shot_by(1, ruleset, jack), ruleset=ruleset))
    assert moon_counted(game.choose_moon(1, choice).result()) is choice


def test_who_drops_from_an_exact_limit() -> None:
    exact = Ruleset(exact_limit=True)
    assert sides_dropping((100, 99, 101, 100), exact) == ((0,), (3,))
    assert sides_dropping((100, 99, 101, 100), Ruleset()) == ()
    teams = Ruleset(exact_limit=True, partners=Partners.ALONE)
    assert sides_dropping((60, 99, 40, 2), teams) == ((0, 2),)
