"""The state of a table: who sits there, what is played, and what is to be decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Self

from bot.engine.actions import Why
from bot.engine.paces import Pace
from bot.rules.cards import Card
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import DealScore, MoonQuestion

EARLIER_LEVEL: Final = "medium"
"""How computers play at a table where nothing was chosen: all did, before there was a choice."""

_PASS: Final = "pass"
_MOON: Final = "moon"


class Phase(StrEnum):
    """What a table is doing."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Person:
    """A person in a seat, by number."""

    number: int


@dataclass(frozen=True)
class Computer:
    """A computer player in a seat.

    Attributes:
        level: how it plays.
        figure: which of the table's computers it is, from 0.
        owner: the number of the person whose seat it keeps; None where the seat is its own.
        why: why it keeps that seat.
    """

    level: str
    figure: int
    owner: int | None = None
    why: Why | None = None


Occupant = Person | Computer


@dataclass(frozen=True)
class Decision:
    """One thing somebody has to decide: what a button answers.

    Attributes:
        deal: the deal's number, counted from 1.
        ply: how many cards had been played in it; None for the pass, which is a decision of each seat's own,
            and for how a moon counts.
        moon: whether it is how a moon counts.
    """

    deal: int
    ply: int | None
    moon: bool = False

    def __str__(self) -> str:
        unplayed = _MOON if self.moon else _PASS
        return f"{self.deal}:{unplayed if self.ply is None else self.ply}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` gives.

        Raises:
            ValueError: where the text is no decision.
        """
        deal, _, what = text.partition(":")
        return cls(int(deal), None if what in (_PASS, _MOON) else int(what), moon=what == _MOON)


@dataclass(frozen=True)
class DealHistory:
    """A finished deal as it was: all hands open.

    Attributes:
        number: counted from 1.
        dealer: the seat that dealt.
        deal: the deal at its end.
        secret: the 32 bytes it was dealt from.
        score: the points it was given.
        moon_clocked: whether the clock said how its moon counts.
    """

    number: int
    dealer: int
    deal: Deal
    secret: bytes
    score: DealScore
    moon_clocked: bool = False


@dataclass(frozen=True)
class TableState:
    """A table at one moment, hands open: for the engine only. Hands and the secret are not in its repr.

    Attributes:
        server: the Discord server.
        channel: the channel the table is in.
        phase: what it is doing.
        ruleset: the rules of its game.
        host: the number of the person with a host's rights; None until one has sat down.
        seats: who sits where; None for an empty seat.
        game: the game; None in the lobby.
        secret: what the running deal was dealt from; None where none is running.
        history: the finished deals.
        pace: how long it waits for a turn.
        rules_changed: how often the rules, or whether there are hints, were changed in the lobby.
        to_agree: the numbers of the people seated who have not agreed to the rules since then.
        missed: how many turns in a row the clock has played for the seat.
        clocked: the cards the clock has played in the running deal.
        clock_passed: the seats whose pass in the running deal the clock has chosen.
        moon_clocked: whether the clock has said how the running deal's moon counts.
        level: how computers play that take free seats, or the seats of those who go: as was chosen last.
        wanted: the numbers of the people who want the absent host's seat to be kept by a computer.
        ended_by: the number of the person who ended the game before its end; None where nobody did.
        count: how many actions have been folded.
        hints: whether hints may be asked for; the game then does not count.
        rated: whether the game counts for ratings, fixed when it started; no table in its lobby is rated.
    """

    server: int
    channel: int
    phase: Phase
    ruleset: Ruleset
    host: int | None
    seats: tuple[Occupant | None, ...]
    game: Game | None = field(repr=False)
    secret: bytes | None = field(repr=False)
    history: tuple[DealHistory, ...] = field(repr=False)
    pace: Pace
    rules_changed: int
    to_agree: frozenset[int]
    missed: tuple[int, ...]
    clocked: frozenset[Card]
    clock_passed: frozenset[int]
    wanted: frozenset[int]
    ended_by: int | None
    count: int
    moon_clocked: bool = False
    hints: bool = False
    level: str = EARLIER_LEVEL
    rated: bool = False

    @property
    def open(self) -> bool:
        """Whether the table is in its lobby or playing."""
        return self.phase in (Phase.LOBBY, Phase.PLAYING)

    @property
    def deal(self) -> Deal | None:
        """The running deal."""
        return None if self.game is None or self.phase is not Phase.PLAYING else self.game.deal

    @property
    def persons(self) -> tuple[int, ...]:
        """The numbers of the people seated, by seat."""
        return tuple(seat.number for seat in self.seats if isinstance(seat, Person))

    def is_rated_where(self, *, counts: bool) -> bool:
        """Whether a game that starts now is rated, given whether games by its rules count in the server."""
        return counts and len(self.persons) > 1 and not self.hints

    def seat_of(self, person: int) -> int | None:
        """The seat a person sits in."""
        return next((at for at, seat in enumerate(self.seats) if seat == Person(person)), None)

    def kept_for(self, person: int) -> int | None:
        """The seat a computer keeps for a person."""
        return next(
            (
                at
                for at, seat in enumerate(self.seats)
                if isinstance(seat, Computer) and seat.owner is not None and seat.owner == person
            ),
            None,
        )

    @property
    def gone(self) -> frozenset[int]:
        """The numbers of the people whose seats are kept by computers."""
        return frozenset(
            seat.owner for seat in self.seats if isinstance(seat, Computer) and seat.owner is not None
        )

    @property
    def moon_question(self) -> MoonQuestion | None:
        """What the shooter of the running deal's moon has to be asked; None where nobody has."""
        return None if self.game is None or self.deal is None else self.game.moon_question

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have something to decide now."""
        deal = self.deal
        if deal is None:
            return ()
        if self.moon_question is not None:
            return (self.moon_question.seat,)
        if deal.passing:
            return tuple(seat for seat, cards in enumerate(deal.passed) if cards is None)
        return () if deal.turn is None else (deal.turn,)

    @property
    def decision(self) -> Decision | None:
        """The decision that is open now; None where nothing is to be decided."""
        deal = self.deal
        if deal is None or self.game is None or not self.awaited:
            return None
        if self.moon_question is not None:
            return Decision(self.game.number, None, moon=True)
        return Decision(self.game.number, None if deal.passing else deal.ply)
