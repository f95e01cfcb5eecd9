"""A game: one deal after another until there is a single lowest total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.rules.cards import Card, Cards
from bot.rules.deal import Deal
from bot.rules.ruleset import Direction, Ruleset
from bot.rules.scoring import DealScore


@dataclass(frozen=True)
class Game:
    """A game at one moment, hands open.

    Attributes:
        ruleset: the rules it is played by.
        first_dealer: the seat that deals first; the deal then moves clockwise.
        scores: the finished deals, in order, as they were scored at the time.
        deal: the running deal; None before the first, between two, and at the end.
    """

    ruleset: Ruleset
    first_dealer: int
    scores: tuple[DealScore, ...] = ()
    deal: Deal | None = None

    @property
    def number(self) -> int:
        """The number of the running or next deal, counted from 1; once the game is over, of the last."""
        return len(self.scores) + (0 if self.over else 1)

    @property
    def dealer(self) -> int:
        """The seat that deals deal `number`."""
        return (self.first_dealer + self.number - 1) % self.ruleset.players

    @property
    def direction(self) -> Direction:
        """Where deal `number` passes; the cycle is counted by deals."""
        return self.ruleset.direction(self.number)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all finished deals, a seat."""
        return tuple(sum(score.points[seat] for score in self.scores) for seat in range(self.ruleset.players))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat with the lowest total once the game is over; empty before.

        The game ends after a deal in which some total has reached the limit and the lowest is not shared.
        """
        totals = self.totals
        if not self.scores or max(totals) < self.ruleset.limit:
            return ()
        lowest = tuple(seat for seat, total in enumerate(totals) if total == min(totals))
        return lowest if len(lowest) == 1 else ()

    @property
    def over(self) -> bool:
        """Whether the game has a winner."""
        return bool(self.winners)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat by total, 1 for the lowest; equal totals share the better place."""
        totals = self.totals
        return tuple(1 + sum(other < total for other in totals) for total in totals)

    def start_deal(self, hands: Sequence[Cards]) -> Game:
        """Begin deal `number` with these hands, one a seat.

        Raises:
            ValueError: while a deal is running, after the end, and where the hands are no deal.
        """
        if self.over or self.deal is not None:
            raise ValueError("no deal is due")
        return replace(self, deal=Deal.start(self.ruleset, self.direction, hands))

    def pass_cards(self, seat: int, cards: Sequence[Card]) -> Game:
        """Confirm a seat's pass in the running deal; raises as `Deal.pass_cards` does."""
        return replace(self, deal=self._running.pass_cards(seat, cards))

    def play(self, seat: int, card: Card) -> Game:
        """Play a card in the running deal; raises as `Deal.play` does."""
        return replace(self, deal=self._running.play(seat, card))

    def finish_deal(self, score: DealScore) -> Game:
        """Close the running deal with the points it was given."""
        if self.deal is None:
            raise ValueError("no deal is running")
        return replace(self, scores=(*self.scores, score), deal=None)

    @property
    def _running(self) -> Deal:
        if self.deal is None:
            raise ValueError("no deal is running")
        return self.deal
