"""What somebody may try at a table, and why it may be refused there."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.engine.state import Decision
from bot.rules.cards import Card
from bot.rules.refusal import Refusal


@dataclass(frozen=True)
class ByPerson:
    """A person, by number, acts for the seat they sit in."""

    person: int


@dataclass(frozen=True)
class ByComputer:
    """The computer in a seat acts."""

    seat: int


Who = ByPerson | ByComputer


@dataclass(frozen=True)
class Join:
    """A person takes the first empty seat."""

    person: int


@dataclass(frozen=True)
class Leave:
    """A person leaves the lobby; the host's rights go to the next person, and the last one ends it."""

    person: int


@dataclass(frozen=True)
class AddComputer:
    """The host seats a computer in the first empty seat."""

    person: int


@dataclass(frozen=True)
class RemoveComputer:
    """The host sends the computer away that sat down last."""

    person: int


@dataclass(frozen=True)
class Start:
    """The host starts the game; empty seats are filled with computers."""

    person: int


@dataclass(frozen=True)
class Pass:
    """A seat confirms its pass.

    Attributes:
        who: who acts.
        cards: what is passed. Not in the repr: nobody else may see it.
        decision: what the act answers; None for whatever is open now.
    """

    who: Who
    cards: tuple[Card, ...] = field(repr=False)
    decision: Decision | None = None


@dataclass(frozen=True)
class PlayCard:
    """A seat plays a card; attributes as for `Pass`."""

    who: Who
    card: Card = field(repr=False)
    decision: Decision | None = None


@dataclass(frozen=True)
class Cancel:
    """A person ends the game before its end.

    Attributes:
        person: who.
        moderator: whether they may manage the channel's messages; then they need not be the host.
    """

    person: int
    moderator: bool


@dataclass(frozen=True)
class Abandon:
    """The place the table was in is gone."""


Act = Join | Leave | AddComputer | RemoveComputer | Start | Pass | PlayCard | Cancel | Abandon


class TableRule(StrEnum):
    """What stands against an act, where it is not a rule of the card game."""

    GAME_OVER = "game_over"
    """The game is over or was cancelled."""
    NOT_STARTED = "not_started"
    """The game has not begun."""
    ALREADY_STARTED = "already_started"
    """The game has begun, so the lobby is closed."""
    NOT_SEATED = "not_seated"
    """Only those who sit at the table may do that."""
    ALREADY_SEATED = "already_seated"
    """The person sits at the table already."""
    TABLE_FULL = "table_full"
    """No seat is empty."""
    NO_COMPUTER = "no_computer"
    """No computer sits at the table."""
    NOT_HOST = "not_host"
    """Only the host may do that."""
    MAY_NOT_CANCEL = "may_not_cancel"
    """Only the host, or who may manage messages, may do that."""
    DECISION_PAST = "decision_past"
    """What the button answered has been decided."""


@dataclass(frozen=True)
class TableRefusal:
    """An act the table refuses.

    Attributes:
        rule: what stands against it.
    """

    rule: TableRule

    def __str__(self) -> str:
        return f"refused: {self.rule}"


Refused = TableRefusal | Refusal
