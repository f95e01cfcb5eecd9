"""Any ruleset that makes sense, for tests that draw one."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

from bot.rules.ruleset import PLAYERS, SWITCHES, Moon, Partners, Ruleset, directions

Pick = Callable[[Sequence[Any]], Any]
"""Draws one of several."""


def ruleset_by(pick: Pick) -> Ruleset:
    """Give a ruleset whose every field is drawn."""
    players = pick(PLAYERS)
    switches = {name: pick((False, True)) for name in SWITCHES if name != "kitty"}
    return Ruleset(
        players=players,
        kitty=players != 4 and pick((False, True)),
        pass_cycle=tuple(pick(directions(players)) for _ in range(pick((0, 0, 1, 2, 3, 5)))),
        limit=pick((25, 26, 39, 52, 77, 120)),
        moon=pick(tuple(Moon)),
        partners=pick(tuple(Partners)) if players == 4 else Partners.NONE,
        **switches,
    )


def random_ruleset(rng: random.Random) -> Ruleset:
    """Give a ruleset drawn by lot."""
    return ruleset_by(rng.choice)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Draw a ruleset; it shrinks to the standard game."""
    return ruleset_by(lambda several: draw(st.sampled_from(several)))
