"""Positions for every level that plays well: right cards, and cards that would be foolish."""

from dataclasses import replace

import pytest

from bot.players import SearchPlayer, make_player
from bot.players.player import Player
from bot.players.search_player import EXPERT, HARD
from bot.rules.cards import Card, Cards
from bot.rules.ruleset import Partners, Ruleset
from tests.players.positions import to_pass, to_play
from tests.players.test_positions import HAS_IT_ALL, I_HAVE_IT_ALL, PASSES, PLAYS, Position

OMNIBUS = Ruleset(jack_of_diamonds=True)

NO_HEART_ABOVE = (
    "3: AH 6H 8H 9H",
    "3: QH TH 7H JH",
    "3: KC 6C 7C 8C",
    "3: QC 9C TC JC",
    "3: AD 2D 3D 4D",
    "3: KS 4S 6S 7S",
    "3: KD 5D 6D 7D",
    "3: JS 5S 8S TS",
    "3: JD 9S 8D 9D",
)
"""Seat 3 has taken all points, and of the hearts above the five only the king is left."""

MORE_PLAYS = [
    Position(
        "the queen lies in a diamond trick: the jack is not hunted there",
        to_play("6C 7C 9C 4D QD 4H 6H 8H TH 3S 5S 7S", "TD QS", ["1: 2C 5C 3C 4C"], ruleset=OMNIBUS),
        right="4D",
    ),
    Position(
        "the jack lies in a trick and nothing else: the last seat takes it",
        to_play("6C 7C 9C 3D KD 4H 6H 8H TH 3S 5S 7S", "JD 2D 4D", ["0: 2C 5C 3C 4C"], ruleset=OMNIBUS),
        right="KD",
    ),
    Position(
        "it is taken over with a card above it, not ducked with one next to it",
        to_play("7D TD QD KD AD 4H 6H 8H TH 3S 5S 7S", "JD 2D 4D", ["0: 2C 5C 3C 4C"], ruleset=OMNIBUS),
        right="QD KD AD",
    ),
    Position(
        "the partner takes the trick: it is not given the queen",
        to_play(
            "6C 7C 9C 3D 4D 9D 4H 6H 8H TH 9S QS",
            "AS 3S",
            ["1: 2C AC 3C 4C"],
            ruleset=Ruleset(partners=Partners.ALONE),
        ),
        right="9S",
    ),
    Position(
        "a heart had to be played on the first trick: it is not taken",
        to_play("3C KC 3D 4D 6D 7D 8D 9D TD 3S 5S 7S 9S", "2C 5C 2H"),
        right="3C",
    ),
    Position(
        "a lone collector leads a heart that nobody else can take: it is taken",
        to_play("2H KH", "5H", [*HAS_IT_ALL[:2], *NO_HEART_ABOVE]),
        right="KH",
    ),
    Position(
        "a heart was lost: the moon is not chased any more",
        to_play("4S KS AD JH", "", [*I_HAVE_IT_ALL, "0: TC 4D TH JC", "3: 5D KD 6D 7D"]),
        foolish="JH",
    ),
]


def without_clock(level: str) -> Player:
    """A level as it plays where its time is never up."""
    return {
        "medium": make_player("medium"),
        "hard": SearchPlayer("hard", replace(HARD, seconds=None), 1),
        "expert": SearchPlayer("expert", replace(EXPERT, seconds=None), 1),
    }[level]


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
@pytest.mark.parametrize("position", MORE_PLAYS, ids=lambda position: position.rule)
def test_play(position: Position, level: str) -> None:
    check_play(position, level)


OTHERS_MUST_TAKE = "a lone collector leads a heart: a point is taken from it"
"""The rule of thumb does not see that whoever else holds a heart has to take this trick, too."""


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize(
    "position", [each for each in PLAYS if each.rule != OTHERS_MUST_TAKE], ids=lambda position: position.rule
)
def test_search_plays_no_worse(position: Position, level: str) -> None:
    check_play(position, level)


def check_play(position: Position, level: str) -> None:
    chosen = without_clock(level).choose_play(position.view)
    assert chosen in position.view.legal
    assert is_sound(position, chosen)


def is_sound(position: Position, chosen: Card) -> bool:
    return (not position.right or chosen in Cards.parse(position.right)) and chosen not in Cards.parse(
        position.foolish
    )


@pytest.mark.parametrize(
    "position",
    [each for each in (*PLAYS, *MORE_PLAYS) if each.rule != OTHERS_MUST_TAKE],
    ids=lambda position: position.rule,
)
def test_few_worlds_seldom_lead_hard_astray_whatever_its_lots(position: Position) -> None:
    effort = replace(HARD, seconds=None)
    chosen = [SearchPlayer("hard", effort, seed).choose_play(position.view) for seed in range(12)]
    assert sum(not is_sound(position, card) for card in chosen) <= 1


MATTERS_OF_TASTE = (
    "a short side suit is emptied",
    "a queen and many hearts: three cards are found",
    "the queen among many spades stays, and so do they",
    "low cards stay",
)
"""Played out, other passes come out as well: ten hearts and the queen are kept for a moon, say."""


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize(
    "position",
    [each for each in PASSES if each.rule not in MATTERS_OF_TASTE],
    ids=lambda position: position.rule,
)
def test_pass(position: Position, level: str) -> None:
    chosen = Cards.of(without_clock(level).choose_pass(position.view))
    assert len(chosen) == 3
    assert chosen <= position.view.hand
    assert Cards.parse(position.right) <= chosen
    assert chosen.isdisjoint(Cards.parse(position.foolish))


A_LOW_HEART_GOES = [
    ("3C 5C 9C JC 2D 4D 8D TD 2H 4H 6H 5S QS", "4H 6H"),
    ("3C 5C 9C JC 2D 4D 8D TD 2H 4H 6H KS AS", "4H 6H"),
    ("3C 9C JC 4D 8D TD 2H 9H KH 3S 6S 8S JS", "9H"),
]


@pytest.mark.parametrize(("hand", "hearts"), A_LOW_HEART_GOES)
def test_expert_passes_a_heart_that_loses_but_not_its_lowest(hand: str, hearts: str) -> None:
    """Whoever has no heart after the pass shoots the moon most easily."""
    chosen = Cards.of(without_clock("expert").choose_pass(to_pass(hand)))
    assert not chosen.isdisjoint(Cards.parse(hearts))
    assert Card.parse("2H") not in chosen
