"""A trick: the cards played to it in order, and who takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.rules.cards import ALL_CARDS, Card, Cards, Suit
from bot.rules.ruleset import PLAYERS


@dataclass(frozen=True, slots=True)
class Play:
    """One card played by one seat."""

    seat: int
    card: Card


PLAYS: Final = tuple(tuple(Play(seat, card) for card in ALL_CARDS) for seat in range(max(PLAYERS)))
"""Every play there is: by seat, then by the card's index."""


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards played to one trick, in the order they were played; it may still be running.

    Attributes:
        plays: the first is the lead.
    """

    plays: tuple[Play, ...] = ()

    @property
    def led(self) -> Suit | None:
        """The suit that has to be followed; None before the lead."""
        return self.plays[0].card.suit if self.plays else None

    @property
    def cards(self) -> Cards:
        """The cards of the trick."""
        mask = 0
        for play in self.plays:
            mask |= 1 << play.card.index
        return Cards(mask)

    @property
    def winning(self) -> Play | None:
        """The highest card of the led suit so far, which takes the trick; None before the lead."""
        if not self.plays:
            return None
        best = self.plays[0]
        highest = best.card.index
        above = highest - highest % 13 + 13
        for play in self.plays:
            if highest < play.card.index < above:
                best, highest = play, play.card.index
        return best

    @property
    def taker(self) -> int | None:
        """The seat whose card wins so far; None before the lead."""
        best = self.winning
        return None if best is None else best.seat

    def card_of(self, seat: int) -> Card | None:
        """The card that seat has played to this trick, if any."""
        return next((play.card for play in self.plays if play.seat == seat), None)

    def __len__(self) -> int:
        return len(self.plays)


NO_TRICK: Final = Trick()
