"""A game: one deal after another until there is a single lowest total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bot.rules.cards import NO_CARDS, Card, Cards
from bot.rules.claims import refuse_claim
from bot.rules.deal import Deal
from bot.rules.refusal import IllegalAct, Refusal, Rule
from bot.rules.ruleset import Direction, MoonChoice, Ruleset
from bot.rules.scoring import (
    DealScore,
    MoonQuestion,
    moon_question,
    score,
    side_totals,
    sides_dropping,
    totals_after,
    winning_seats,
)


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

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The points of all finished deals, a seat."""
        totals = (0,) * self.ruleset.players
        for finished in self.scores:
            totals = totals_after(totals, finished.points, self.ruleset)
        return totals

    @cached_property
    def dropped(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each finished deal the sides whose total it brought to an exact limit, so that it dropped."""
        totals, dropped = (0,) * self.ruleset.players, list[tuple[tuple[int, ...], ...]]()
        for finished in self.scores:
            added = tuple(map(sum, zip(totals, finished.points, strict=True)))
            dropped.append(sides_dropping(added, self.ruleset))
            totals = totals_after(totals, finished.points, self.ruleset)
        return tuple(dropped)

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The seat, or the team's two seats, with the lowest total once the game is over; empty before.

        The game ends after a deal in which some total has reached the limit and the lowest is not shared.
        Where there are partners, it goes by the totals of the teams.
        """
        return winning_seats(self.totals, self.ruleset) if self.scores else ()

    @property
    def over(self) -> bool:
        """Whether the game has a winner."""
        return bool(self.winners)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat by its side's total, 1 for the lowest; equal totals share the better place.

        The two of a team share a place; the two that come after them have the third.
        """
        by_side = dict(zip(self.ruleset.sides, side_totals(self.totals, self.ruleset), strict=True))
        of_seat = [
            total for seat in range(self.ruleset.players) for side, total in by_side.items() if seat in side
        ]
        return tuple(1 + sum(other < total for other in of_seat) for total in of_seat)

    @property
    def moon_question(self) -> MoonQuestion | None:
        """What the shooter of the running deal's moon has to be asked; None where nobody has."""
        return None if self.deal is None else moon_question(self.deal, self.totals)

    def start_deal(self, hands: Sequence[Cards], kitty: Cards = NO_CARDS) -> Game:
        """Begin deal `number` with these hands, one a seat, and the cards that lie apart.

        Raises:
            ValueError: while a deal is running, after the end, and where the cards are no deal.
        """
        if self.over or self.deal is not None:
            raise ValueError("no deal is due")
        return self._with(Deal.start(self.ruleset, self.direction, hands, kitty))

    def pass_cards(self, seat: int, cards: Sequence[Card]) -> Game:
        """Confirm a seat's pass in the running deal; raises as `Deal.pass_cards` does."""
        return self._with(self._running.pass_cards(seat, cards))

    def play(self, seat: int, card: Card) -> Game:
        """Play a card in the running deal; raises as `Deal.play` does."""
        if self.deal is None:
            raise ValueError("no deal is running")
        return self._with(self.deal.play(seat, card))

    def refuse_claim(self, seat: int) -> Refusal | None:
        """Why the seat may not claim the rest of the running deal; None where it may."""
        return refuse_claim(self._running, seat)

    def claim(self, seat: int) -> Game:
        """Give the seat the rest of the running deal; raises as `Deal.claim` does.

        Not whether the claim is right: one that was accepted stays so, whatever is asked of later ones.
        """
        return self._with(self._running.claim(seat))

    def refuse_moon(self, seat: int) -> Refusal | None:
        """Why the seat may not choose how a moon counts; None where it is asked."""
        question = self.moon_question
        if question is None or question.seat != seat:
            return Refusal(Rule.NO_MOON_CHOICE, seat, NO_CARDS)
        return None

    def choose_moon(self, seat: int, choice: MoonChoice) -> Game:
        """Note what the shooter of the running deal's moon has chosen.

        Raises:
            IllegalAct: where `refuse_moon` has a reason.
        """
        refusal = self.refuse_moon(seat)
        if refusal is not None:
            raise IllegalAct(refusal)
        return self._with(self._running.choose_moon(choice))

    def result(self) -> DealScore:
        """What the running deal comes to; where a shooter is asked and has not chosen, as if time was up.

        Raises:
            ValueError: where none is running, or something that counts is still open.
        """
        return score(self._running, self.totals)

    def finish_deal(self, score: DealScore) -> Game:
        """Close the running deal with the points it was given."""
        if self.deal is None:
            raise ValueError("no deal is running")
        return replace(self, scores=(*self.scores, score), deal=None)

    def _with(self, deal: Deal) -> Game:
        """The game with its deal further on; quicker than dataclasses.replace, and keeps the totals."""
        attributes = self.__dict__.copy()
        attributes["deal"] = deal
        new = object.__new__(Game)
        object.__setattr__(new, "__dict__", attributes)
        return new

    @property
    def _running(self) -> Deal:
        if self.deal is None:
            raise ValueError("no deal is running")
        return self.deal
