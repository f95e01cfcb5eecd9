"""What a computer player is."""

from __future__ import annotations

from typing import Protocol

from bot.rules.cards import Card
from bot.rules.view import View


class Player(Protocol):
    """Chooses for one seat from what that seat may know.

    A player keeps nothing between two calls: the same view always gives the same choice, so a game can be
    resumed, replayed and explained at any point.
    """

    @property
    def name(self) -> str:
        """The player's name, one word."""
        ...

    def choose_pass(self, view: View) -> tuple[Card, ...]:
        """The cards to pass: as many different ones of `view.hand` as the ruleset passes.

        Raises:
            ValueError: where the seat has no pass to choose.
        """
        ...

    def choose_play(self, view: View) -> Card:
        """The card to play, one of `view.legal`.

        Raises:
            ValueError: where the seat is not to play.
        """
        ...
