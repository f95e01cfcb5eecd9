"""The kernel scores a deal as the rules do, and plays to the same end as they would."""

import random
from dataclasses import replace

import pytest

from bot.players import make_player
from bot.players.board import rules_in_numbers
from bot.players.kernel_passing import lets_shoot
from bot.players.kernel_scoring import cost, deal_points
from bot.rules.cards import PENALTY_CARDS, Cards
from bot.rules.game import Game
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import score, settled
from bot.rules.trick import NO_TRICK
from tests.players.test_games import begin_deal, decide
from tests.rules.rulesets import random_ruleset


@pytest.mark.parametrize("seed", range(60))
def test_points_are_those_of_the_rules(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_ruleset(rng)
    game = begin_deal(Game(rules, 0), rng.randbytes(32))
    while game.deal is not None and not settled(game.deal):
        game = decide(game, make_player())
    deal = game.deal
    assert deal is not None
    everything = Cards(sum(cards.mask for cards in deal.taken))
    for shooter in (None, *range(rules.players)):
        taken = deal.taken
        if shooter is not None:
            # The same cards, but every penalty card taken by one seat.
            taken = tuple(
                (cards - PENALTY_CARDS) | (everything & PENALTY_CARDS if seat == shooter else Cards())
                for seat, cards in enumerate(deal.taken)
            )
        done = replace(deal, taken=taken, trick=NO_TRICK, turn=None)
        totals = [rng.randrange(rules.limit) for _ in range(rules.players)]
        expected = score(done, totals).points
        points = [0] * rules.players
        masks = [cards.mask for cards in taken]
        deal_points(masks, list(rules_in_numbers(rules)), totals, points)
        assert tuple(points) == expected


def costs(points: list[int], totals: list[int], ruleset: Ruleset | None = None) -> list[float]:
    numbers = list(rules_in_numbers(ruleset or Ruleset()))
    return [cost(points, seat, numbers, totals) for seat in range(4)]


def test_far_from_the_limit_it_is_the_margin_that_counts() -> None:
    assert costs([0, 0, 13, 13], [0, 0, 0, 0])[0] == pytest.approx(-26 / 3)
    assert costs([26, 0, 0, 0], [0, 0, 0, 0])[0] == pytest.approx(26)


def test_near_the_limit_it_is_the_place() -> None:
    """Seat 3 is at 90: three points more leave the game open, ten end it, and seat 1 has won."""
    totals = [60, 40, 70, 90]
    ended = costs([3, 0, 13, 10], totals)
    open_still = costs([3, 0, 20, 3], totals)
    assert open_still[0] < ended[0]
    assert ended[1] < open_still[1]


def test_a_team_wins_together() -> None:
    rules = Ruleset.from_record({"preset": "partners"})
    given = costs([0, 13, 13, 0], [0, 0, 0, 0], rules)
    assert given == pytest.approx([0, 0, 0, 0])


PASSED = [
    ("JC KD QS", 1.0, "no heart"),
    ("JC KD AH", 1.0, "the ace alone takes every trick of hearts"),
    ("QH KH AH", 0.4, "high ones may be beaten"),
    ("JC KD 2H", 0.4, "the deuce is worth keeping"),
    ("JC KD 3H", 0.0, "a low one loses"),
    ("JC TH AH", 0.0, "beside the ace, too"),
    ("2H 5H KD", 0.0, "and beside the deuce"),
]


@pytest.mark.parametrize(("passed", "danger", "why"), PASSED, ids=[each[-1] for each in PASSED])
def test_which_pass_lets_its_receiver_shoot_the_moon(passed: str, danger: float, why: str) -> None:
    assert lets_shoot(Cards.parse(passed).mask) == danger, why
