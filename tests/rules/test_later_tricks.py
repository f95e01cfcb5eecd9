"""Follow suit if you can, else play anything; the highest card of the led suit takes the trick."""

import pytest

from bot.rules.cards import NO_CARDS
from bot.rules.refusal import Refusal, Rule
from bot.rules.trick import NO_TRICK, Play, Trick
from tests.rules.legality import Situation, check
from tests.rules.table import cards, deal, row

FIRST = "2C 3C 4C 5C"
"""A first trick that seat 3 takes."""

SITUATIONS = [
    Situation(
        "follow suit if you can",
        ("2C 2D 9D AS", "3C 3D 3S 3H", "4C 4D 4S 4H", "5C KD KS KH"),
        plays=f"{FIRST} / KD",
        legal="2D 9D",
        rule=Rule.FOLLOW_SUIT,
    ),
    Situation(
        "nobody has to beat a card",
        ("2C 2D AD AS", "3C 3D 3S 3H", "4C 4D 4S 4H", "5C KD KS KH"),
        plays=f"{FIRST} / KD",
        legal="2D AD",
        rule=Rule.FOLLOW_SUIT,
    ),
    Situation(
        "else play anything, hearts and QS too",
        ("2C 2H QS AS", "3C 3D 3S 3H", "4C 4D 4S 4H", "5C KD KS KH"),
        plays=f"{FIRST} / KD",
        legal="2H QS AS",
    ),
    Situation(
        "hearts are followed like any suit",
        ("2C 2H 3S AS", "3C 4H 5S 6S", "4C 4D 4S 7S", "5C KD QH KH"),
        plays=f"{FIRST} / KD 2H 4H 4D / KH",
        legal="3S AS",
    ),
    Situation(
        "QS follows spades and need not be played",
        ("2C QS 2S 9H", "3C 3D 3S 3H", "4C 4D 4S 4H", "5C KD KS KH"),
        plays=f"{FIRST} / KS",
        legal="2S QS",
        rule=Rule.FOLLOW_SUIT,
    ),
    Situation(
        "QS must follow spades where it is the only one",
        ("2C QS 2D 9H", "3C 3D 3S 3H", "4C 4D 4S 4H", "5C KD KS KH"),
        plays=f"{FIRST} / KS",
        legal="QS",
        rule=Rule.FOLLOW_SUIT,
    ),
    Situation(
        "the suit that was led counts, not the one discarded last",
        ("2C QS 2D 9H", "3C 3H 3S 4H", "4C 4D 4S 6H", "5C KD KS KH"),
        plays=f"{FIRST} / KD 2D 3H",
        legal="4D",
        rule=Rule.FOLLOW_SUIT,
    ),
    Situation(
        "the taker leads what he likes",
        ("2C 2D 2S AS", "3C 3D 3S 5S", "4C 4D 4S 6S", "5C KD KS QS"),
        plays=FIRST,
        legal="KD QS KS",
    ),
]


@pytest.mark.parametrize("situation", SITUATIONS, ids=str)
def test_later_tricks(situation: Situation) -> None:
    check(situation)


@pytest.mark.parametrize(
    ("plays", "taker"),
    [
        ("2C 3C 4C 5C", 3),
        ("2C AC KC QC", 1),
        ("TD 9D JD 2D", 2),
        ("2D AC AS AH", 0),
        ("2D 3D AS AH", 1),
        ("5H 4H KS 6H", 3),
        ("KS QS AS 2H", 2),
        ("AH KH QH JH", 0),
        ("7S 8D 9D TD", 0),
        ("JS QS 2C KC", 1),
    ],
)
def test_the_highest_card_of_the_led_suit_takes_the_trick(plays: str, taker: int) -> None:
    """There are no trumps: a card of another suit never takes a trick."""
    trick = Trick(tuple(Play(seat, card) for seat, card in enumerate(row(plays))))
    assert trick.led is row(plays)[0].suit
    assert trick.taker == taker
    assert trick.winning == trick.plays[taker]
    assert trick.card_of(taker) == row(plays)[taker]
    assert trick.cards == cards(plays)


def test_before_the_lead_nothing_is_led_and_nobody_takes() -> None:
    assert (NO_TRICK.led, NO_TRICK.winning, NO_TRICK.taker, NO_TRICK.card_of(0)) == (None,) * 4


def test_the_taker_gets_the_cards_and_leads_next_until_the_hands_are_empty() -> None:
    hands = ("2C AD 3S 4H", "9C 2D 4S 5H", "TC 3D AS 6H", "3C 4D 5S AH")
    running = deal(*hands, plays="2C 9C TC 3C")
    assert (running.turn, running.taken[2], len(running.tricks)) == (2, cards("2C 9C TC 3C"), 1)
    running = deal(*hands, plays="2C 9C TC 3C / 3D 4D AD 2D")
    assert (running.turn, running.taken[0]) == (0, cards("3D 4D AD 2D"))
    running = deal(*hands, plays="2C 9C TC 3C / 3D 4D AD 2D / 3S 4S AS 5S")
    assert (running.turn, running.taken[2]) == (2, cards("2C 9C TC 3C 3S 4S AS 5S"))
    running = deal(*hands, plays="2C 9C TC 3C / 3D 4D AD 2D / 3S 4S AS 5S / 6H AH 4H 5H")
    assert (running.turn, running.over) == (None, True)
    assert running.taken == (
        cards("AD 2D 3D 4D"),
        NO_CARDS,
        cards("2C 9C TC 3C 3S 4S AS 5S"),
        cards("4H-6H AH"),
    )


@pytest.mark.parametrize(("plays", "turn"), [("", 2), ("2C", 3), ("2C 3C", 0), ("2C 3C 4C", 1)])
def test_the_turn_goes_clockwise(plays: str, turn: int) -> None:
    assert deal("4C 2D", "5C 3D", "2C 4D", "3C 5D", plays=plays).turn == turn


def test_a_card_is_played_once() -> None:
    running = deal("2C 2D", "3C 3D", "4C 4D", "5C 5D", plays="2C 3C 4C 5C / 5D")
    refusal = running.refuse_play(0, row("2C")[0])
    assert refusal == Refusal(Rule.NOT_HELD, 0, cards("2C"))


def test_after_the_last_trick_no_card_is_played() -> None:
    running = deal("2C", "3C", "4C", "5C", plays="2C 3C 4C 5C")
    for seat in range(4):
        refusal = running.refuse_play(seat, row("2C")[0])
        assert refusal == Refusal(Rule.DEAL_OVER, seat, cards("2C"))
        assert running.legal(seat) == NO_CARDS
