"""Three cards; left, right, across, hold; hidden until every seat has confirmed; final once confirmed."""

from dataclasses import replace
from itertools import permutations

import pytest

from bot.rules.deal import Deal
from bot.rules.record import DealRecord
from bot.rules.refusal import IllegalAct, Refusal, Rule
from bot.rules.ruleset import Direction
from bot.rules.view import view
from tests.rules.table import STANDARD, cards, deal, game_after, row

HANDS = ("2C-5C", "2D-5D", "2H-5H", "2S-5S")
PASSES = ("3C-5C", "3D-5D", "3H-5H", "3S-5S")


def passing(direction: Direction, *confirmed: int) -> Deal:
    """Give a deal of four cards a seat in which these seats have passed their three highest."""
    running = deal(*HANDS, direction=direction)
    for seat in confirmed:
        running = running.pass_cards(seat, row(PASSES[seat]))
    return running


@pytest.mark.parametrize(
    ("number", "direction"),
    [
        (1, "left"),
        (2, "right"),
        (3, "across"),
        (4, "hold"),
        (5, "left"),
        (6, "right"),
        (7, "across"),
        (8, "hold"),
        (9, "left"),
    ],
)
def test_deals_pass_left_right_across_and_not_at_all_then_again(number: int, direction: str) -> None:
    assert STANDARD.direction(number) == direction
    assert game_after(*[(26, 0, 0, 0)] * (number - 1)).direction == direction


@pytest.mark.parametrize(
    ("direction", "receivers"),
    [("left", (1, 2, 3, 0)), ("right", (3, 0, 1, 2)), ("across", (2, 3, 0, 1)), ("hold", (0, 1, 2, 3))],
)
def test_left_is_the_next_seat_clockwise(direction: str, receivers: tuple[int, ...]) -> None:
    way = Direction(direction)
    assert tuple(way.target(seat, 4) for seat in range(4)) == receivers
    assert all(way.source(way.target(seat, 4), 4) == seat for seat in range(4))


@pytest.mark.parametrize(
    ("direction", "after"),
    [
        (Direction.LEFT, ("2C 3S-5S", "2D 3C-5C", "2H 3D-5D", "2S 3H-5H")),
        (Direction.RIGHT, ("2C 3D-5D", "2D 3H-5H", "2H 3S-5S", "2S 3C-5C")),
        (Direction.ACROSS, ("2C 3H-5H", "2D 3S-5S", "2H 3C-5C", "2S 3D-5D")),
    ],
)
def test_with_the_last_confirmation_the_cards_change_hands(
    direction: Direction, after: tuple[str, ...]
) -> None:
    running = passing(direction, 0, 1, 2, 3)
    assert running.hands == tuple(map(cards, after))
    assert not running.passing
    for seat in range(4):
        assert running.received(seat) == running.hands[seat] - running.dealt[seat]
    assert running.turn == 0


@pytest.mark.parametrize("order", list(permutations(range(4))), ids=str)
def test_seats_confirm_in_any_order(order: tuple[int, ...]) -> None:
    assert passing(Direction.LEFT, *order) == passing(Direction.LEFT, 0, 1, 2, 3)


def test_on_a_hold_nobody_passes_and_play_begins() -> None:
    running = passing(Direction.HOLD)
    assert not running.passing
    assert running.turn == 0
    assert [running.received(seat) for seat in range(4)] == [None] * 4
    refusal = running.refuse_pass(0, row(PASSES[0]))
    assert refusal is not None
    assert refusal.rule is Rule.NO_PASS_NOW


@pytest.mark.parametrize("confirmed", [(), (0,), (2, 3), (0, 1, 3)], ids=str)
def test_before_every_seat_has_confirmed_nothing_has_come_in(confirmed: tuple[int, ...]) -> None:
    running = passing(Direction.LEFT, *confirmed)
    assert running.passing
    assert running.hands == running.dealt
    assert [running.received(seat) for seat in range(4)] == [None] * 4
    assert running.turn is None


@pytest.mark.parametrize("confirmed", [(), (0,), (0, 1, 3)], ids=str)
def test_before_every_seat_has_confirmed_nobody_plays(confirmed: tuple[int, ...]) -> None:
    running = passing(Direction.LEFT, *confirmed)
    refusal = running.refuse_play(0, row("2C")[0])
    assert refusal is not None
    assert refusal.rule is Rule.PASS_NOT_OVER
    assert not any(running.legal(seat) for seat in range(4))


@pytest.mark.parametrize(
    ("tried", "rule", "named"),
    [
        ("", Rule.PASS_COUNT, ""),
        ("2C", Rule.PASS_COUNT, "2C"),
        ("2C 3C", Rule.PASS_COUNT, "2C 3C"),
        ("2C 3C 4C 5C", Rule.PASS_COUNT, "2C-5C"),
        ("2C 2C 2C", Rule.PASS_COUNT, "2C"),
        ("2C 3C 3C", Rule.PASS_COUNT, "2C 3C"),
        ("2C 3C 4C 4C", Rule.PASS_COUNT, "2C-4C"),
        ("2C 3C 2D", Rule.NOT_HELD, "2D"),
        ("2C QS AH", Rule.NOT_HELD, "QS AH"),
    ],
)
def test_a_pass_is_three_different_cards_one_holds(tried: str, rule: Rule, named: str) -> None:
    running = passing(Direction.LEFT, 1)
    refusal = running.refuse_pass(0, row(tried))
    assert refusal is not None
    assert (refusal.rule, refusal.seat, refusal.tried) == (rule, 0, cards(named))
    with pytest.raises(IllegalAct) as refused:
        running.pass_cards(0, row(tried))
    assert refused.value.refusal == refusal
    assert running == passing(Direction.LEFT, 1)


@pytest.mark.parametrize("again", ["3C-5C", "2C-4C"])
def test_a_confirmed_pass_is_final(again: str) -> None:
    refusal = passing(Direction.LEFT, 0, 2).refuse_pass(2, row(again))
    assert refusal == Refusal(Rule.PASS_CONFIRMED, 2, cards(again))


def test_nobody_passes_once_the_cards_have_changed_hands() -> None:
    refusal = passing(Direction.LEFT, 0, 1, 2, 3).refuse_pass(0, row("2C 3S 4S"))
    assert refusal is not None
    assert refusal.rule is Rule.NO_PASS_NOW


@pytest.mark.parametrize("picked", [" ".join(order) for order in permutations(("3C", "4C", "5C"))])
def test_the_order_of_picking_is_visible_to_nobody(picked: str) -> None:
    running = deal(*HANDS, direction=Direction.LEFT).pass_cards(0, row(picked))
    sorted_first = passing(Direction.LEFT, 0)
    assert running == sorted_first
    assert str(running.passed[0]) == "3C 4C 5C"
    games = [replace(game_after(), deal=passed) for passed in (running, sorted_first)]
    for seat in range(4):
        assert view(games[0], seat) == view(games[1], seat)
    assert DealRecord.of(running, dealer=3) == DealRecord.of(sorted_first, dealer=3)
