"""The moment between two tricks, found again after the lead."""

import random

import pytest

from bot.rules.deal import Deal
from bot.rules.ruleset import Direction, Ruleset
from bot.rules.shuffle import hands, kitty
from tests.rules.rulesets import random_ruleset


def dealt(ruleset: Ruleset, rng: random.Random) -> Deal:
    secret = rng.randbytes(32)
    return Deal.start(ruleset, Direction.HOLD, hands(secret, ruleset, 0), kitty(secret, ruleset))


@pytest.mark.parametrize("seed", range(60))
def test_it_is_the_deal_as_the_last_trick_left_it(seed: int) -> None:
    rng = random.Random(seed)
    deal = between = dealt(random_ruleset(rng), rng)
    while deal.turn is not None:
        legal = deal.legal(deal.turn)
        deal = deal.play(deal.turn, legal[rng.randrange(len(legal))])
        if not deal.trick.plays:
            between = deal
        assert deal.before_lead == between


def test_a_claim_within_a_trick_is_not_undone() -> None:
    deal = dealt(Ruleset(), random.Random(1))
    assert deal.turn is not None
    deal = deal.play(deal.turn, deal.legal(deal.turn).lowest)
    assert deal.turn is not None
    claimed = deal.claim(deal.turn)
    assert claimed.before_lead == claimed
