"""Situations: a table, what somebody does there, and what comes of it."""

from dataclasses import dataclass

from bot.engine.actions import Action
from bot.engine.acts import Act, Start, TableRefusal, TableRule
from bot.engine.decide import decide
from bot.engine.state import TableState
from tests.engine.tabletop import ANNA, after, as_seated, lobby, lowest_act, passed, told


@dataclass(frozen=True)
class Situation:
    """A table, what somebody does there, and the actions that come of it or what stands against it."""

    says: str
    before: TableState
    act: Act
    then: tuple[Action, ...] | TableRule

    def __str__(self) -> str:
        return self.says.replace(" ", "-")

    def check(self) -> None:
        """See that it comes to that, and that the actions can follow."""
        decided = decide(self.before, self.act, as_seated())
        if isinstance(self.then, TableRule):
            assert decided == TableRefusal(self.then)
        else:
            assert decided == self.then
            told(self.before, self.then)


def game(*people: int) -> TableState:
    """Give the first pass of a game of these people, the first of whom is host, and computers."""
    return after(lobby(*people), Start(ANNA))


def playing(state: TableState) -> TableState:
    """Give the state in which the first card is to be played."""
    return passed(state)


def turn_of(state: TableState, seat: int) -> TableState:
    """Give the state in which a seat is to play next, as everybody else plays their lowest cards."""
    state = passed(state)
    for _ in range(52):
        if state.awaited == (seat,):
            return state
        state = after(state, lowest_act(state))
    raise AssertionError(f"seat {seat} has no turn")


def next_deal(state: TableState) -> TableState:
    """Give the first pass of the deal that follows."""
    state = passed(state)
    deals = len(state.history)
    while len(state.history) == deals:
        state = after(state, lowest_act(state))
    return state
