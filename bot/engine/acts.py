"""What somebody may try at a table, and why it may be refused there."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.engine.paces import Pace
from bot.engine.state import Decision
from bot.rules.cards import Card
from bot.rules.refusal import Refusal
from bot.rules.ruleset import MoonChoice, Ruleset


@dataclass(frozen=True)
class ByPerson:
    """A person, by number, acts for the seat they sit in."""

    person: int


@dataclass(frozen=True)
class ByComputer:
    """The computer in a seat acts."""

    seat: int


@dataclass(frozen=True)
class ByClock:
    """A computer acts for the person in a seat, whose time is up."""

    seat: int


@dataclass(frozen=True)
class ByRule:
    """The rules leave a person, by number, one card, and they want such a card played at once."""

    person: int


Who = ByPerson | ByComputer | ByClock | ByRule


@dataclass(frozen=True)
class Join:
    """A person takes the first empty seat.

    Attributes:
        person: who.
        rules: how often the rules had been changed when they saw them; None where they look for themselves.
    """

    person: int
    rules: int | None = None


@dataclass(frozen=True)
class Leave:
    """A person leaves the table.

    In the lobby the seat is free again; in a game a computer keeps it until they take it back. The rights of
    a host go to the next person, and when the last one leaves, the game is off.
    """

    person: int


@dataclass(frozen=True)
class SetPace:
    """The host chooses how long the table waits for a turn."""

    person: int
    pace: Pace


@dataclass(frozen=True)
class SetHints:
    """The host chooses whether hints may be asked for; everybody else seated has to agree, as to rules."""

    person: int
    allowed: bool


@dataclass(frozen=True)
class SetRuleset:
    """The host chooses the rules; everybody else seated has to agree before the game can start.

    With fewer seats than are taken, the computers that sat down last go away.
    """

    person: int
    ruleset: Ruleset


@dataclass(frozen=True)
class Agree:
    """A person agrees to the rules.

    Attributes:
        person: who.
        rules: which: how often they had been changed when the person saw them; None for those there are now.
    """

    person: int
    rules: int | None = None


@dataclass(frozen=True)
class SwapSeats:
    """The host has two seats change places; one of them may be empty."""

    person: int
    first: int
    second: int


@dataclass(frozen=True)
class ShuffleSeats:
    """The host has all seats drawn by lot."""

    person: int


@dataclass(frozen=True)
class TakeBack:
    """A person takes their seat back from the computer that keeps it."""

    person: int


@dataclass(frozen=True)
class Replace:
    """Somebody wants another person's seat.

    In the lobby the host sends a person away. In a game the host has a computer keep the seat of one who is
    absent; the absent host's own seat is kept by one when everybody else at the table wants it.

    Attributes:
        person: who wants it.
        target: the number of the person whose seat it is.
        away: the numbers of other people who are absent too; their word is not waited for.
        absent: whether the target is being waited for and has not acted for long, or has left the server.
    """

    person: int
    target: int
    absent: bool
    away: frozenset[int] = frozenset()


@dataclass(frozen=True)
class AddComputer:
    """The host seats a computer in the first empty seat.

    Attributes:
        person: who.
        level: how it plays; None for as the table's computers do. From then on that is how others play too.
    """

    person: int
    level: str | None = None


@dataclass(frozen=True)
class RemoveComputer:
    """The host sends the computer away that sat down last."""

    person: int


@dataclass(frozen=True)
class Start:
    """The host starts the game; empty seats are filled with computers.

    Attributes:
        person: the host.
        counted: rules that were found to count in the server: a game by them, and no other, can be rated.
    """

    person: int
    counted: Ruleset | None = None


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
class Claim:
    """A seat lays its hand open: the rest of the tricks is its own, whatever the others hold and do.

    Attributes:
        who: who claims.
        deal: the number of the deal; None for the running one. Not a decision: what is proved stays so while
            the others go on playing.
    """

    who: Who
    deal: int | None = None


@dataclass(frozen=True)
class ChooseMoon:
    """The shooter of a moon says how it counts; attributes as for `Pass`."""

    who: Who
    choice: MoonChoice
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
    """The place the table was in is gone, or nobody has come to it for too long.

    Attributes:
        count: how many actions there were when that was found; with more of them somebody has come since.
            None where that does not matter.
    """

    count: int | None = None


LobbyAct = (
    Join
    | AddComputer
    | RemoveComputer
    | SetPace
    | SetHints
    | SetRuleset
    | Agree
    | SwapSeats
    | ShuffleSeats
    | Start
)
"""What can be done in the lobby only."""

TurnAct = Pass | PlayCard | ChooseMoon
"""What a seat does when something is for it to decide."""

DealAct = TurnAct | Claim
"""What a seat does in a deal."""

Act = LobbyAct | Leave | TakeBack | Replace | DealAct | Cancel | Abandon


def acting(act: Act) -> int | None:
    """The number of the person who acts; None for computers, the clock, and what nobody does."""
    match act:
        case Pass() | PlayCard() | ChooseMoon() | Claim():
            return act.who.person if isinstance(act.who, ByPerson) else None
        case Abandon():
            return None
        case _:
            return act.person


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
    TOO_MANY_PEOPLE = "too_many_people"
    """More people sit at the table than the rules have seats."""
    RULES_UNCHANGED = "rules_unchanged"
    """The table plays by these rules already."""
    RULES_CHANGED_SINCE = "rules_changed_since"
    """The rules are not those any more that the person agrees to."""
    NOTHING_TO_AGREE = "nothing_to_agree"
    """The person's agreement is not waited for."""
    NOT_AGREED = "not_agreed"
    """Somebody has not agreed to the changed rules yet."""
    SEATS_THE_SAME = "seats_the_same"
    """Two different seats of the table have to be named to be swapped."""
    NOT_HOST = "not_host"
    """Only the host may do that."""
    MAY_NOT_CANCEL = "may_not_cancel"
    """Only the host, or who may manage messages, may do that."""
    NOT_ABSENT = "not_absent"
    """The seat is given away only while its person does not act for long."""
    TARGET_NOT_SEATED = "target_not_seated"
    """The person whose seat it is about does not sit at the table."""
    ALREADY_WANTED = "already_wanted"
    """The person has already said that they want the host replaced; others have to agree."""
    SEAT_NOT_KEPT = "seat_not_kept"
    """No computer keeps a seat for the person."""
    SEAT_IS_KEPT = "seat_is_kept"
    """A computer keeps the person's seat, and they have not taken it back."""
    DECISION_PAST = "decision_past"
    """What the button answered has been decided."""
    ERASED = "erased"
    """Whoever acts has been erased meanwhile."""


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
