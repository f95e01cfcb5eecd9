"""Positions with right cards, or with cards that would be foolish."""

from typing import NamedTuple

import pytest

from bot.players import make_player
from bot.rules.cards import Cards
from bot.rules.ruleset import Direction, Ruleset
from bot.rules.view import View
from tests.players.positions import SEATS, to_pass, to_play


class Position(NamedTuple):
    rule: str
    view: View
    right: str = ""
    foolish: str = ""


def first(hand: str, trick: str, *, points: bool = False) -> View:
    """A position in the first trick of a hold."""
    return to_play(hand, trick, ruleset=Ruleset(points_on_first_trick=points))


def second(hand: str, trick: str = "", *, passed: str = "", direction: Direction = Direction.HOLD) -> View:
    """A position in the second trick, after 2C 3C 4C 5C in the first."""
    leader = (1 - len(trick.split())) % SEATS
    return to_play(hand, trick, [f"{leader}: 2C 3C 4C 5C"], passed=passed, direction=direction)


HAS_IT_ALL = (
    "0: 2C 3C 4C AC",
    "3: AS 2S QS 3S",
    "3: AH 3H 4H 6H",
    "3: QH TH 7H JH",
    "3: KC 6C 7C 8C",
    "3: QC 9C TC JC",
    "3: AD 2D 3D 4D",
)
"""Seat 3 has every point so far, and not much is left to stop it."""

SOMEBODY_ELSE_LEADS = (*HAS_IT_ALL[:-1], "3: 2D 3D AD 4D")
"""The same, but seat 1 has just taken a trick without points."""

I_HAVE_IT_ALL = (
    "0: AC 2C 3C 4C",
    "0: AS 2S QS 3S",
    "0: AH 2H 3H 4H",
    "0: KH 5H 6H 7H",
    "0: QH 8H 9H 2D",
    "0: KC 5C 6C 7C",
    "0: QC 8C 9C 3D",
)
"""We have every point so far."""

PLAYS = [
    Position(
        "no points fall on the first trick, so the highest club goes",
        first("4C AC 3D 7D 9D TD 4H 6H 8H 3S 5S 7S 9S", "2C KC 3C"),
        right="AC",
    ),
    Position(
        "and it goes before others have played, too",
        first("4C KC 3D 7D 9D TD 4H 6H 8H 3S 5S 7S 9S", "2C"),
        right="KC",
    ),
    Position(
        "the queen lies in the first trick, where that is allowed: it is not taken",
        first("3C KC 3D 7D 9D TD 4H 6H 8H 3S 5S 7S 9S", "2C 5C QS", points=True),
        right="3C",
    ),
    Position(
        "void on the first trick, where points may be played: the queen goes",
        first("3D 4D 7D 9D TD JD QD 4H 6H 8H 3S 5S QS", "2C", points=True),
        right="QS",
    ),
    Position(
        "the queen goes under the king, rather than the ace over it",
        second("6C 7C 2D 3D 7D 9D 4H 6H 8H JH QS AS", "2S KS 5S"),
        right="QS",
    ),
    Position(
        "a trick with points is ducked with the highest card that stays below",
        second("6C 7C 5D 9D KD 4H 6H 8H JH 3S 5S 7S", "TD 2H"),
        right="9D",
    ),
    Position(
        "a trick with points that cannot be ducked is taken high by the last seat",
        second("6C 7C JD QD KD 4H 6H 8H JH 3S 5S 7S", "TD 2H 4D"),
        right="KD",
    ),
    Position(
        "the last seat takes a trick without points with its highest card",
        second("6C 7C 8C 9C 9D KD AD 4H 6H 8H 3S 7S", "6D TD 7D"),
        right="AD",
    ),
    Position(
        "the last seat does not take a trick without points with the queen",
        second("6C 7C 5D 9D KD 4H 6H 8H JH 3S 5S QS", "2S TS 7S"),
        right="3S 5S",
    ),
    Position(
        "low spades are led to draw the queen",
        second("7C 9C JC 8D TD QD 4H 8H JH 3S 6S 9S"),
        right="3S 6S 9S",
    ),
    Position(
        "spades are not led by whoever holds the queen and few others",
        second("6C 7C 9C 3D 4D 9D 4H 6H 8H 3S 5S QS"),
        foolish="3S 5S QS",
    ),
    Position(
        "neither king nor ace of spades is led while the queen is out",
        second("6C 7C 9C 3D 4D 9D 4H 6H 8H 3S KS AS"),
        foolish="KS AS",
    ),
    Position(
        "the queen is the first card to discard",
        second("6C 7C AC 4H 6H 8H KH AH 3S 5S 7S QS", "TD KD"),
        right="QS",
    ),
    Position(
        "then the spades above her, while she is out",
        second("6C 7C TC JC 4H 6H 8H JH QH 3S KS AS", "TD KD"),
        right="KS AS",
    ),
    Position(
        "then high hearts, rather than low ones or well guarded cards",
        second("6C 7C 8C TC 4H 6H QH KH AH 3S 5S 7S", "TD KD"),
        right="QH KH AH",
    ),
    Position(
        "the queen was passed left and left is still to play: no king",
        second("6C 7C 9C 3D 4D 9D 4H 6H 8H 3S JS KS", "2S 5S", passed="QS AH AD", direction=Direction.LEFT),
        right="3S JS",
    ),
    Position(
        "the queen was passed left and left has played another spade: the king is safe",
        second(
            "6C 7C 9C 3D 4D 9D 4H 6H 8H 3S JS KS", "2S 5S 7S", passed="QS AH AD", direction=Direction.LEFT
        ),
        right="KS",
    ),
    Position(
        "the queen was passed left: king and ace are not led into her",
        second("6C 7C 9C 3D 4D 9D 4H 6H 8H 3S KS AS", passed="QS AH AD", direction=Direction.LEFT),
        foolish="KS AS",
    ),
    Position(
        "a lone collector leads a heart: a point is taken from it",
        to_play("5D 8D 2H KH 4S 9S", "5H", HAS_IT_ALL),
        right="KH",
    ),
    Position(
        "a lone collector runs a suit: the heart that can stop it is kept",
        to_play("2H KH 4S 5S 8S 9S", "QD", HAS_IT_ALL),
        foolish="KH",
    ),
    Position(
        "somebody else is sure to take the trick: a heart for that seat stops the collector",
        to_play("2H KH 4S 5S 8S 9S", "KD 5D QD", SOMEBODY_ELSE_LEADS),
        right="2H KH",
    ),
    Position(
        "a moon of our own is carried through with cards that cannot be beaten",
        to_play("KD AD JH KS JC TC", "", I_HAVE_IT_ALL),
        right="JH",
    ),
]


@pytest.mark.parametrize("position", PLAYS, ids=lambda position: position.rule)
def test_play(position: Position) -> None:
    chosen = make_player().choose_play(position.view)
    assert chosen in position.view.legal
    assert not position.right or chosen in Cards.parse(position.right)
    assert chosen not in Cards.parse(position.foolish)


PASSES = [
    Position(
        "a short side suit is emptied",
        to_pass("3C 5C 9C JC 2D KD 2H 4H 2S 4S 6S 8S QS"),
        right="2D KD",
    ),
    Position(
        "the queen among few spades goes",
        to_pass("3C 5C 9C JC 2D 4D 8D TD 2H 4H 6H 5S QS"),
        right="QS",
    ),
    Position(
        "the queen among many spades stays, and so do they",
        to_pass("3C 9C JC KC 8D TD KD 2S 4S 6S 8S 9S QS"),
        foolish="2S 4S 6S 8S 9S QS",
    ),
    Position(
        "king and ace of spades without low ones go",
        to_pass("3C 5C 9C JC 2D 4D 8D TD 2H 4H 6H KS AS"),
        right="KS AS",
    ),
    Position(
        "the lowest heart stays",
        to_pass("3C 9C JC 4D 8D TD 2H 9H KH 3S 6S 8S JS"),
        foolish="2H",
    ),
    Position(
        "high hearts without low ones go",
        to_pass("2C 3C 5C 7C 2D 3D 4D 6D KH AH 3S 6S 8S"),
        right="KH AH",
    ),
    Position(
        "low cards stay",
        to_pass("2C 3C 5C AC 2D 3D 5D AD 2H 3H KH 3S 6S"),
        right="AC AD KH",
    ),
    Position(
        "a queen and many hearts: three cards are found",
        to_pass("2H 3H 5H 7H 8H TH JH QH KH AH 7S 9S QS"),
        right="QS",
    ),
]


@pytest.mark.parametrize("position", PASSES, ids=lambda position: position.rule)
def test_pass(position: Position) -> None:
    chosen = Cards.of(make_player().choose_pass(position.view))
    assert len(chosen) == 3
    assert chosen <= position.view.hand
    assert Cards.parse(position.right) <= chosen
    assert chosen.isdisjoint(Cards.parse(position.foolish))
