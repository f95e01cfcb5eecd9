"""Who looks as if shooting the moon, and what worlds are dealt for it."""

from __future__ import annotations

import pytest

from bot.players import compiled
from bot.players.board import board
from bot.players.kernel_rollout import plans
from bot.players.kernel_sampling import CHANCES
from bot.players.knowledge import know
from bot.players.suspicion import may_shoot, most_suspected, suspicion
from bot.players.worlds import hidden
from bot.rules.ruleset import Partners, Ruleset
from bot.rules.view import View
from tests.players.hidden_worlds import worlds
from tests.players.positions import to_play

LOW = "2C 3C 4C 2D 3D 4D 5D 6D 2H 3H"


def seen(*earlier: str, trick: str, held: str = LOW, ruleset: Ruleset | None = None) -> View:
    """The view of a weak hand after some tricks."""
    return to_play(held, trick, earlier, ruleset=ruleset)


CASHES = seen("1: AS 4S 5S 7S", "1: KS 8S 9S TS", "1: AD KC JD 7D", trick="AC 6C QC")
LEADS_LOW = seen("1: 4S 8S 5S 7S", "2: 9C 5C 6C TC", "1: 7D 9D 8D TD", trick="")


def test_who_leads_winner_after_winner_is_suspected() -> None:
    assert suspicion(CASHES.public, 1, 0.1).chance > 3 * suspicion(CASHES.public, 3, 0.1).chance
    assert suspicion(CASHES.public, 1, 0.1).chance > 2 * suspicion(LEADS_LOW.public, 1, 0.1).chance


def test_a_high_spade_led_while_the_queen_is_out_says_more_than_another_high_card() -> None:
    spade = seen("1: KS 4S 5S 7S", trick="AD JD KD", held=f"{LOW} 7C 4H")
    club = seen("1: KC 6C QC 7C", trick="AD JD KD", held=f"{LOW} 7S 4H")
    assert suspicion(spade.public, 1, 0.1).chance > suspicion(club.public, 1, 0.1).chance


def test_the_queen_and_cards_to_come_say_more_than_an_empty_trick() -> None:
    queen = seen("1: AC 6C QS 7C", trick="KC 8C 9C", held=f"{LOW} 4H 5H")
    plain = seen("1: AC 6C QC 7C", trick="KC 8C 9C", held=f"{LOW} 4H 5H")
    assert suspicion(queen.public, 1, 0.1).chance > suspicion(plain.public, 1, 0.1).chance


def test_it_grows_with_how_many_worlds_have_such_a_hand() -> None:
    chances = [suspicion(CASHES.public, 1, share).chance for share in (0.01, 0.1, 0.5, 0.9)]
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] < 1


NOBODY_ELSE = [
    ("before a trick is over", seen(trick="2C", held=f"{LOW[3:]} 4H 5H 6H 7H"), ()),
    ("while nobody has a point", LEADS_LOW, (1, 2, 3)),
    (
        "once one seat has some",
        seen("1: 7D 8D AD 7H", trick="9D", held=f"{LOW} 4H 5H"),
        (3,),
    ),
    (
        "once two seats have some",
        seen("1: 7D 8D AD 7H", "3: 6C 7C 8H 9C", trick="QD JD", held=f"{LOW} 4H"),
        (),
    ),
    (
        "with partners",
        seen("1: 7D 8D AD 7H", trick="9D", held=f"{LOW} 4H 5H", ruleset=Ruleset(partners=Partners.TOGETHER)),
        (),
    ),
]


@pytest.mark.parametrize(("when", "known", "seats"), NOBODY_ELSE, ids=[each[0] for each in NOBODY_ELSE])
def test_who_may_shoot(when: str, known: View, seats: tuple[int, ...]) -> None:
    assert may_shoot(known) == seats
    found = most_suspected(known, board(known), hidden(know(known)), 1)
    assert (found is None) == (not seats)
    assert found is None or found.seat in seats
    assert when


@pytest.mark.skipif(not compiled.available(), reason="numba is not installed (the extra `fast`)")
def test_both_kernels_suspect_the_same() -> None:
    for known in (CASHES, LEADS_LOW):
        table, unseen = board(known), hidden(know(known))
        assert most_suspected(known, table, unseen, 5, True) == most_suspected(known, table, unseen, 5, False)


@pytest.mark.parametrize("chance", [0.0, 0.3, 1.0])
def test_so_many_worlds_have_a_hand_to_shoot_with_as_are_suspected(chance: float) -> None:
    taken = CASHES.public.taken[1].mask
    count = 200
    able = 0
    for world in worlds(CASHES, count, 12, 1, round(chance * CHANCES)):
        unseen = world[0] | world[2] | world[3]
        able += plans(world[1], unseen, taken, 3)
    assert able / count == pytest.approx(chance, abs=0.12)
