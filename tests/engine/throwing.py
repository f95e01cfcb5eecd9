"""Acts thrown at a table by lot: right ones, and stale, doubled, foreign and forged ones."""

import random
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from bot.engine.acts import (
    Act,
    ByClock,
    ByComputer,
    ByPerson,
    ByRule,
    ChooseMoon,
    Claim,
    Pass,
    PlayCard,
    Start,
    TurnAct,
    Who,
)
from bot.engine.state import Decision, TableState
from bot.rules.cards import ALL_CARDS
from bot.rules.ruleset import MoonChoice
from tests.engine.coming_and_going import PEOPLE, any_act
from tests.engine.tabletop import random_act

NOBODY = (-1, 0, 9, 107, 2**63 - 1)
"""Numbers of seats and people there are not."""


class Thrower:
    """Whoever throws acts at a table.

    Args:
        rng: the lots.

    Attributes:
        thrown: the acts of late, to be thrown again.
        decisions: the decisions of late.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.thrown: deque[Act] = deque(maxlen=40)
        self.decisions: deque[Decision | None] = deque([None], maxlen=20)

    def act(self, state: TableState) -> Act:
        """Give the next act, which may be anything."""
        self.decisions.append(state.decision)
        kinds: list[Callable[[TableState], Act]] = [self._any]
        if self.thrown:
            kinds.append(self._doubled)
        if state.awaited:
            kinds += [self._right, self._right, self._stale, self._foreign]
        if state.game is not None:
            kinds.append(self._forged)
        act = self.rng.choice(kinds)(state)
        self.thrown.append(act)
        return act

    def _any(self, state: TableState) -> Act:
        act = any_act(state, self.rng)
        # Lobbies are not what this is about.
        if state.game is None and state.host is not None and self.rng.random() < 0.2:
            return Start(state.host, self.rng.choice((None, state.ruleset)))
        return act

    def _right(self, state: TableState) -> TurnAct:
        return random_act(state, self.rng)

    def _doubled(self, state: TableState) -> Act:
        return self.rng.choice(self.thrown)

    def _stale(self, state: TableState) -> TurnAct:
        return replace(self._right(state), decision=self.rng.choice(self.decisions))

    def _foreign(self, state: TableState) -> TurnAct:
        return replace(self._right(state), who=self._who(state))

    def _forged(self, state: TableState) -> Act:
        rng, who, decision = self.rng, self._who(state), self.rng.choice((state.decision, None))
        cards = rng.choices(ALL_CARDS, k=rng.choice((0, 1, 2, 3, 3, 3, 4, 13)))
        return rng.choice(
            (
                Pass(who, tuple(cards), decision),
                PlayCard(who, rng.choice(ALL_CARDS), decision),
                Claim(who, rng.choice((None, 0, 1, 2, 99))),
                ChooseMoon(who, rng.choice(list(MoonChoice)), decision),
            )
        )

    def _who(self, state: TableState) -> Who:
        rng = self.rng
        seat = rng.choice((*range(len(state.seats)), *NOBODY))
        person = rng.choice((*state.persons, *PEOPLE, *NOBODY))
        return rng.choice(
            (ByPerson(person), ByPerson(person), ByRule(person), ByComputer(seat), ByClock(seat))
        )
