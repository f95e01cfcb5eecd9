"""The players that search: Hard, a short search, and Expert, the full one."""

from __future__ import annotations

from typing import Final

from bot.players.search import Effort, Thought, think
from bot.rules.cards import Card
from bot.rules.view import View

HARD: Final = Effort(worlds=40, pass_worlds=0, pool=8, sure=2.0, seconds=0.3)
EXPERT: Final = Effort(worlds=1000, pass_worlds=300, pool=12, seconds=0.7)


class SearchPlayer:
    """Chooses what `bot.players.search.think` finds; holds nothing but its name, seed and effort."""

    def __init__(self, name: str, effort: Effort, seed: int = 0) -> None:
        self.name = name
        self._effort = effort
        self._seed = seed

    def think(self, view: View) -> Thought:
        """The decision with its reasons."""
        return think(view, self._seed, self._effort)

    def choose_pass(self, view: View) -> tuple[Card, ...]:
        """The pass that costs least in the worlds looked at, sorted."""
        if not view.to_pass:
            raise ValueError("the seat has no pass to choose")
        return self.think(view).cards

    def choose_play(self, view: View) -> Card:
        """The card that costs least in the worlds looked at, where it leads by enough."""
        if not view.legal:
            raise ValueError("the seat is not to play")
        return self.think(view).cards[0]
