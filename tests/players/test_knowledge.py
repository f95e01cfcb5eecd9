"""What a view implies about the other hands."""

from dataclasses import replace

import pytest

from bot.players.chances import take_chance, trick_points
from bot.players.knowledge import Knowledge, know
from bot.rules.cards import ALL_CARDS, Card, Cards, Suit
from bot.rules.game import Game
from bot.rules.ruleset import Direction, Ruleset
from bot.rules.shuffle import hands
from bot.rules.view import view
from tests.players.positions import to_pass, to_play
from tests.rules.table import cards, deal

HAND = "6C 7C 9C 3D 4D 9D 4H 6H 8H 3S KS AS"
FIRST = ["1: 2C 3C 4C 5C"]
QUEEN = Card.parse("QS")


def test_outstanding_is_what_is_neither_held_nor_played() -> None:
    known = know(to_play(HAND, "", FIRST))
    assert known.outstanding.in_suit(Suit.CLUBS) == Cards.parse("8C TC JC QC KC AC")
    assert known.outstanding.in_suit(Suit.SPADES) == Cards.parse("2S 4S 5S 6S 7S 8S 9S TS JS QS")
    assert len(known.outstanding) == 36


def test_the_queen_passed_left_is_outstanding_and_there() -> None:
    known = know(to_play(HAND, "", FIRST, passed="QS AH AD", direction=Direction.LEFT))
    assert known.queen_outstanding
    assert known.held[1] == Cards.parse("AD AH QS")
    assert [known.holds(seat, QUEEN) for seat in (1, 2, 3)] == [1.0, 0.0, 0.0]


def test_a_passed_card_that_was_played_is_gone() -> None:
    known = know(to_play(HAND, "QS", ["0: 2C 3C 4C AC"], passed="QS AH AD", direction=Direction.RIGHT))
    assert not known.queen_outstanding
    assert known.held[3] == Cards.parse("AD AH")


def test_our_pass_is_not_known_anywhere_before_all_have_passed() -> None:
    known = know(to_pass("3C 9C JC KC 4D 8D TD KD 2S 4S 6S 8S QS"))
    assert known.held[1:] == (Cards(), Cards(), Cards())


def test_who_does_not_follow_is_void() -> None:
    known = know(to_play(HAND, "5D", ["0: 2C 3C JD 4C"]))
    assert [known.is_void(seat, Suit.CLUBS) for seat in range(4)] == [False, False, True, False]
    assert known.holds(2, Card.parse("AC")) == 0.0
    assert known.shares[Suit.CLUBS][2] == 0.0
    assert sum(known.shares[Suit.CLUBS]) == pytest.approx(1.0)


def test_a_suit_that_only_one_seat_can_hold_is_known() -> None:
    known = know(to_play(HAND, "5D", ["0: 2C JD QD 3C"]))
    assert known.held[3] == Cards.parse("4C 5C 8C TC JC QC KC AC")
    assert known.holds(3, Card.parse("AC")) == 1.0


@pytest.mark.parametrize(
    ("hand", "trick", "card", "takes", "points"),
    [
        ("6C 7C 9C 3D 4D 9D 4H 6H 8H 3S KS AS", "2S QS 5S", "KS", 1.0, 13),
        ("6C 7C 9C 3D 4D 9D 4H 6H 8H 3S KS AS", "2S QS 5S", "3S", 0.0, 13),
        ("6C 7C 9C 3D 4D 9D 4H 6H 8H JH QS AS", "2S KS 5S", "QS", 0.0, 13),
        ("6C 7C 9C 3D 4D 9D 4H 6H 8H JH QH KH", "2S KS 5S", "KH", 0.0, 1),
        ("6C 7C 9C 3D 4D 9D 4H 6H 8H 3S KS AS", "2H 3H 5H", "8H", 1.0, 4),
    ],
)
def test_the_last_seat_knows_the_trick(hand: str, trick: str, card: str, takes: float, points: int) -> None:
    known = know(to_play(hand, trick, ["2: 2C 3C 4C 5C"]))
    assert take_chance(known, Card.parse(card)) == takes
    assert trick_points(known, Card.parse(card)) == points


def test_a_higher_lead_takes_more_often() -> None:
    known = know(to_play(HAND, "", FIRST))
    chances = [take_chance(known, card) for card in Cards.parse("3D 9D")]
    assert chances == sorted(set(chances))
    assert all(0.0 <= chance < 1.0 for chance in chances)


def test_an_ace_led_into_the_queen_costs_her() -> None:
    view = to_play(HAND, "", FIRST, passed="QS AH AD", direction=Direction.LEFT)
    assert trick_points(know(view), Card.parse("AS")) >= 13
    assert trick_points(know(view), Card.parse("3S")) < 1


THREE_HANDS = ("2C-9C 2S-TS", "TC-AC 2D-KD", "3H-AH JS-AS AD")


def three(plays: str, kitty: str = "2H") -> Knowledge:
    """What seat 0 of three knows after these plays, with a kitty of one card."""
    rules = Ruleset(players=3, kitty=True)
    running = deal(*THREE_HANDS, plays=plays, ruleset=rules, kitty=kitty)
    return know(view(Game(rules, 0, (), running), 0))


def test_a_card_that_lies_face_down_may_be_anywhere_until_the_first_trick_is_taken() -> None:
    assert three("2C TC").outstanding == cards("JC-AC 2D-AD 2H-AH JS-AS")
    assert three("2C TC AD").outstanding == cards("JC-AC 2D-KD 3H-AH JS-AS")


def test_nobody_is_known_to_hold_a_card_that_may_lie_face_down() -> None:
    assert three("").held[1:] == (Cards(), Cards())
    assert three("2C TC AD").held[1] == cards("JC-AC")


@pytest.mark.parametrize(("players", "missing"), [(3, "2D"), (5, "2C 2D")])
def test_cards_that_are_left_out_are_nowhere(players: int, missing: str) -> None:
    rules = Ruleset(players=players)
    game = Game(rules, 0).start_deal(hands(bytes(32), rules, 0))
    known = know(view(game, 0))
    assert known.outstanding | known.view.hand == Cards.of(ALL_CARDS) - Cards.parse(missing)


def test_the_jack_of_diamonds_is_nothing_a_moon_is_about() -> None:
    rules = Ruleset(jack_of_diamonds=True)
    running = replace(
        deal("2C 9S", "3C 8S", "4C 7S", "5C 6S", ruleset=rules),
        taken=tuple(map(Cards.parse, ("JD 2H 3H", "QS", "JS", ""))),
    )
    known = know(view(Game(rules, 0, (), running), 0))
    assert known.view.public.points == (-8, 13, 0, 0)
    assert known.penalties == (2, 13, 0, 0)
