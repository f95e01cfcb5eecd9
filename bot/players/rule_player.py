"""A player of sound rules of thumb: each card has a price, and the cheapest is played."""

from __future__ import annotations

from bot.players.knowledge import know
from bot.players.moon import moon_play
from bot.players.passing import cheapest_pass
from bot.players.prices import price
from bot.rules.cards import Card
from bot.rules.view import View


class RulePlayer:
    """Plays by `bot.players.prices`, or for the moon where `bot.players.moon` sees one; holds no state."""

    name = "medium"

    def choose_pass(self, view: View) -> tuple[Card, ...]:
        """The cards without which the hand is cheapest, sorted."""
        if not view.to_pass:
            raise ValueError("the seat has no pass to choose")
        return tuple(cheapest_pass(view.hand, view.public.ruleset.pass_size))

    def choose_play(self, view: View) -> Card:
        """The legal card with the lowest price; of equal ones the last in sorted order."""
        if not view.legal:
            raise ValueError("the seat is not to play")
        if len(view.legal) == 1:
            return view.legal.lowest
        known = know(view)
        moon = moon_play(known)
        if moon is not None:
            return moon
        return min(view.legal, key=lambda card: (price(known, card), -card.index))
