"""Three play without 2D, five without 2D and 2C; or what does not divide is a kitty."""

import pytest

from bot.rules.cards import ALL_CARDS, NO_CARDS, PENALTY_CARDS, Card
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.refusal import Rule
from bot.rules.ruleset import PRESETS, Direction, Ruleset
from bot.rules.scoring import card_points, deal_total
from bot.rules.shuffle import deck, hand_size, hands, kitty, kitty_size, left_out
from tests.rules.legality import Situation, check
from tests.rules.table import cards, deal, played_out

THREE = PRESETS["three"]
FIVE = PRESETS["five"]
THREE_KITTY = Ruleset(players=3, kitty=True)
FIVE_KITTY = Ruleset(players=5, kitty=True)


@pytest.mark.parametrize(
    ("ruleset", "missing", "size", "apart"),
    [
        (Ruleset(), "", 13, 0),
        (THREE, "2D", 17, 0),
        (FIVE, "2C 2D", 10, 0),
        (THREE_KITTY, "", 17, 1),
        (FIVE_KITTY, "", 10, 2),
    ],
    ids=str,
)
def test_deck_hands_and_kitty(ruleset: Ruleset, missing: str, size: int, apart: int) -> None:
    assert left_out(ruleset) == cards(missing)
    assert deck(ruleset) == tuple(card for card in ALL_CARDS if card not in cards(missing))
    assert (hand_size(ruleset), kitty_size(ruleset)) == (size, apart)
    assert len(deck(ruleset)) == ruleset.players * size + apart
    for number in range(40):
        secret = bytes([number]) * 32
        dealt, lie = hands(secret, ruleset, number % ruleset.players), kitty(secret, ruleset)
        assert [len(hand) for hand in dealt] == [size] * ruleset.players
        assert sorted([*lie, *(card for hand in dealt for card in hand)]) == list(deck(ruleset))


@pytest.mark.parametrize("ruleset", [THREE, FIVE, THREE_KITTY, FIVE_KITTY], ids=str)
def test_no_points_are_left_out(ruleset: Ruleset) -> None:
    assert deal_total(ruleset) == 26
    assert set(PENALTY_CARDS) <= set(deck(ruleset))


@pytest.mark.parametrize(
    ("players", "direction", "receivers"),
    [
        (3, Direction.LEFT, (1, 2, 0)),
        (3, Direction.RIGHT, (2, 0, 1)),
        (5, Direction.LEFT, (1, 2, 3, 4, 0)),
        (5, Direction.RIGHT, (4, 0, 1, 2, 3)),
    ],
)
def test_three_cards_go_left_or_right(players: int, direction: Direction, receivers: tuple[int, ...]) -> None:
    ruleset = Ruleset(players=players)
    running = Deal.start(ruleset, direction, hands(bytes(32), ruleset, 0))
    given = [list(hand)[:3] for hand in running.dealt]
    for seat in range(players):
        running = running.pass_cards(seat, given[seat])
    for seat, receiver in enumerate(receivers):
        assert set(given[seat]) <= set(running.hands[receiver])
        assert set(running.received(receiver) or ()) == set(given[seat])
    assert {len(hand) for hand in running.hands} == {hand_size(ruleset)}


@pytest.mark.parametrize("players", [3, 5])
def test_deals_pass_left_right_and_then_not_at_all(players: int) -> None:
    ruleset = Ruleset(players=players)
    directions = [ruleset.direction(number) for number in range(1, 8)]
    assert " ".join(directions) == "left right hold left right hold left"


@pytest.mark.parametrize("players", [3, 5])
def test_the_deal_moves_round_the_whole_table(players: int) -> None:
    game = Game(Ruleset(players=players, pass_cycle=(Direction.HOLD,), limit=1000), first_dealer=1)
    for number in range(2 * players):
        assert game.dealer == (1 + number) % players
        game = game.start_deal(hands(bytes(32), game.ruleset, game.dealer))
        game = game.finish_deal(game.claim(number % players).result())


@pytest.mark.parametrize(
    "situation",
    [
        Situation(
            "five: the lowest club in play, 3C, is led",
            ("4C AD", "5C 3D", "3C 9S", "6C TD", "7C JD"),
            "",
            "3C",
            Rule.OPENING_LEAD,
            FIVE,
        ),
        Situation(
            "three: 2C is in play and led",
            ("4C AD", "2C 3D", "3C 9S"),
            "",
            "2C",
            Rule.OPENING_LEAD,
            THREE,
        ),
        Situation(
            "where 2C lies in the kitty, the lowest club held leads",
            ("4C AD", "5C 3D", "3C 9S"),
            "",
            "3C",
            Rule.OPENING_LEAD,
            THREE_KITTY,
            kitty="2C",
        ),
        Situation(
            "two low clubs in the kitty",
            ("4C AD", "5C 3D", "KC 9S", "6C TD", "7C JD"),
            "",
            "4C",
            Rule.OPENING_LEAD,
            FIVE_KITTY,
            kitty="2C 3C",
        ),
        Situation(
            "hearts in the kitty do not break hearts",
            ("2C 9S", "5C 3D", "KC 9H", "6C TD", "7C JD"),
            "2C 5C KC 6C 7C",
            "9H",
            None,
            FIVE_KITTY,
            kitty="2H AH",
        ),
        Situation(
            "with a card beside hearts, they may not be led",
            ("2C 9S 8S", "5C 3D 4D", "KC 9H 4S", "6C TD 9D", "7C JD QD"),
            "2C 5C KC 6C 7C",
            "4S",
            Rule.HEARTS_NOT_BROKEN,
            FIVE_KITTY,
            kitty="2H AH",
        ),
    ],
    ids=str,
)
def test_what_is_legal(situation: Situation) -> None:
    check(situation)


def test_the_kitty_goes_to_the_taker_of_the_first_trick_only() -> None:
    hands_ = ("2C 9S", "5C 3D", "KC 4S")
    running = deal(*hands_, plays="2C 5C", ruleset=THREE_KITTY, kitty="QS")
    assert running.taken == (NO_CARDS,) * 3
    running = running.play(2, Card.parse("KC"))
    assert running.taken == (NO_CARDS, NO_CARDS, cards("2C 5C KC QS"))
    assert not running.broken
    finished = played_out(*hands_, ruleset=THREE_KITTY, kitty="QS")
    assert finished.taken == (cards("4S 9S 3D"), NO_CARDS, cards("2C 5C KC QS"))


def test_points_in_the_kitty_count_also_where_points_are_barred_on_that_trick() -> None:
    running = deal("2C 9S", "5C 3D", "KC 4S", "6C TD", "7C JD", ruleset=FIVE_KITTY, kitty="AH QS")
    for card in ("2C", "5C", "KC", "6C", "7C"):
        assert running.turn is not None
        running = running.play(running.turn, Card.parse(card))
    assert [card_points(taken, FIVE_KITTY) for taken in running.taken] == [0, 0, 14, 0, 0]


def test_a_kitty_lies_only_where_the_rules_have_one_and_in_no_hand() -> None:
    with pytest.raises(ValueError, match="no kitty"):
        deal("2C", "3C", "4C", ruleset=THREE, kitty="5C")
    with pytest.raises(ValueError, match="dealt twice"):
        deal("2C", "3C", "4C", ruleset=THREE_KITTY, kitty="4C")
