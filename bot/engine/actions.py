"""What can happen at a table: the kinds of rows a game is made of.

A game is the list of its actions. Each is written once, as a kind, a version and a JSON body, and read for
ever: a change to an action's body is a new version, and `read` keeps understanding the old ones. Actions name
seats and person numbers; who a person is stands outside.

What nobody may see yet, a secret and the cards of a pass, is in no repr.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from bot.engine.paces import Pace
from bot.rules.cards import Card, Cards
from bot.rules.ruleset import MoonChoice, Ruleset
from bot.rules.scoring import DealScore


class Why(StrEnum):
    """Why a computer keeps a person's seat."""

    CLOCK = "clock"
    """Their time was up too often."""
    LEFT = "left"
    """They left the table or the server."""
    HOST = "host"
    """The host gave it away while they were absent."""
    OTHERS = "others"
    """They were host and absent, and everybody else agreed."""


class By(StrEnum):
    """Who made a decision."""

    PERSON = "person"
    COMPUTER = "computer"
    CLOCK = "clock"
    """A computer, once, because the person's time was up."""
    FORCED = "forced"
    """Nobody: no other card could be played. The last of a deal, or one its owner wants played at once."""


@dataclass(frozen=True)
class Opened:
    """A table was opened in a channel, with these rules and no one seated."""

    server: int
    channel: int
    ruleset: Ruleset


@dataclass(frozen=True)
class HostChanged:
    """A person became the host."""

    person: int


@dataclass(frozen=True)
class SeatTaken:
    """A person sat down."""

    seat: int
    person: int


@dataclass(frozen=True)
class SeatGivenToComputer:
    """A computer sat down.

    Attributes:
        seat: where.
        level: how it plays.
        figure: which of the table's computers it is, from 0; gives it its name.
    """

    seat: int
    level: str
    figure: int


@dataclass(frozen=True)
class SeatLeft:
    """Whoever sat there left the lobby."""

    seat: int


@dataclass(frozen=True)
class PaceChosen:
    """The table waits so long for a turn."""

    pace: Pace


@dataclass(frozen=True)
class LevelChosen:
    """Computers that take a free seat from now on, or keep one, play so; so does the one added last."""

    level: str


@dataclass(frozen=True)
class HintsChosen:
    """Whether hints may be asked for from now on; everybody else seated has to agree to that.

    A game in which they may does not count.
    """

    allowed: bool


@dataclass(frozen=True)
class SeatKept:
    """A computer keeps a person's seat until they take it back; level and figure as for a computer's seat."""

    seat: int
    level: str
    figure: int
    why: Why


@dataclass(frozen=True)
class SeatTakenBack:
    """A person took their seat back from the computer that kept it."""

    seat: int


@dataclass(frozen=True)
class ReplacementWanted:
    """A person wants the absent host's seat to be kept by a computer."""

    person: int


@dataclass(frozen=True)
class RulesetChosen:
    """The table plays by these rules from now on; everybody else seated has to agree to them.

    Where there are other than so many seats, those seated move together, in their order.
    """

    ruleset: Ruleset


@dataclass(frozen=True)
class Agreed:
    """A person agreed to the rules as they are now."""

    person: int


@dataclass(frozen=True)
class SeatsSwapped:
    """Whoever sat in two seats, or nobody, changed places."""

    first: int
    second: int


@dataclass(frozen=True)
class SeatsShuffled:
    """Seats were drawn by lot: `order[new]` is the seat from which the occupant of `new` came."""

    order: tuple[int, ...]


@dataclass(frozen=True)
class Started:
    """The game began.

    Attributes:
        dealer: the seat that deals first.
        rated: whether it counts for ratings, whatever happens from now on.
    """

    dealer: int
    rated: bool = False


@dataclass(frozen=True)
class Dealt:
    """A deal was fixed by its secret (32 bytes), from which the hands follow."""

    secret: bytes = field(repr=False)


@dataclass(frozen=True)
class Passed:
    """A seat confirmed its pass."""

    seat: int
    cards: Cards = field(repr=False)
    by: By


@dataclass(frozen=True)
class Played:
    """A seat played a card."""

    seat: int
    card: Card
    by: By


@dataclass(frozen=True)
class Claimed:
    """A seat laid its hand open and took the rest of the running deal."""

    seat: int
    by: By


@dataclass(frozen=True)
class MoonChosen:
    """The shooter of the running deal's moon said how it counts."""

    seat: int
    choice: MoonChoice
    by: By


@dataclass(frozen=True)
class Scored:
    """The running deal was given these points."""

    score: DealScore


@dataclass(frozen=True)
class Cancelled:
    """The game was ended before its end; `person` is None where everybody had left."""

    person: int | None


Action = (
    Opened
    | HostChanged
    | SeatTaken
    | SeatGivenToComputer
    | SeatLeft
    | PaceChosen
    | LevelChosen
    | HintsChosen
    | SeatKept
    | SeatTakenBack
    | ReplacementWanted
    | RulesetChosen
    | Agreed
    | SeatsSwapped
    | SeatsShuffled
    | Started
    | Dealt
    | Passed
    | Played
    | Claimed
    | MoonChosen
    | Scored
    | Cancelled
)

Body = Mapping[str, Any]


class UnknownAction(ValueError):
    """A stored row of a kind or version this program cannot read."""


@dataclass(frozen=True)
class _Form:
    """How one class of action is written and read back."""

    kind: str
    version: int
    write: Callable[[Any], Body]
    read: Callable[[Body], Action]


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _write_score(action: Scored) -> Body:
    score = action.score
    return {"points": list(score.points), "moon": list(score.moon), "sun": score.sun}


def _read_score(body: Body) -> Scored:
    return Scored(DealScore(tuple(body["points"]), tuple(body["moon"]), body["sun"]))


_FORMS: Final[Mapping[type[Any], _Form]] = {
    Opened: _Form(
        "opened",
        1,
        lambda a: {"server": a.server, "channel": a.channel, "rules": a.ruleset.to_record()},
        lambda b: Opened(b["server"], b["channel"], Ruleset.from_record(b["rules"])),
    ),
    HostChanged: _Form("host", 1, lambda a: {"person": a.person}, lambda b: HostChanged(b["person"])),
    SeatTaken: _Form(
        "seat_taken",
        1,
        lambda a: {"seat": a.seat, "person": a.person},
        lambda b: SeatTaken(b["seat"], b["person"]),
    ),
    SeatGivenToComputer: _Form(
        "seat_computer",
        1,
        lambda a: {"seat": a.seat, "level": a.level, "figure": a.figure},
        lambda b: SeatGivenToComputer(b["seat"], b["level"], b["figure"]),
    ),
    SeatLeft: _Form("seat_left", 1, lambda a: {"seat": a.seat}, lambda b: SeatLeft(b["seat"])),
    PaceChosen: _Form("pace", 1, lambda a: {"pace": a.pace}, lambda b: PaceChosen(Pace(b["pace"]))),
    LevelChosen: _Form("level", 1, lambda a: {"level": a.level}, lambda b: LevelChosen(b["level"])),
    HintsChosen: _Form(
        "hints", 1, lambda a: {"allowed": a.allowed}, lambda b: HintsChosen(_truth(b["allowed"]))
    ),
    SeatKept: _Form(
        "seat_kept",
        1,
        lambda a: {"seat": a.seat, "level": a.level, "figure": a.figure, "why": a.why},
        lambda b: SeatKept(b["seat"], b["level"], b["figure"], Why(b["why"])),
    ),
    SeatTakenBack: _Form(
        "seat_taken_back", 1, lambda a: {"seat": a.seat}, lambda b: SeatTakenBack(b["seat"])
    ),
    ReplacementWanted: _Form(
        "replacement_wanted", 1, lambda a: {"person": a.person}, lambda b: ReplacementWanted(b["person"])
    ),
    RulesetChosen: _Form(
        "ruleset",
        1,
        lambda a: {"rules": a.ruleset.to_record()},
        lambda b: RulesetChosen(Ruleset.from_record(b["rules"])),
    ),
    Agreed: _Form("agreed", 1, lambda a: {"person": a.person}, lambda b: Agreed(b["person"])),
    SeatsSwapped: _Form(
        "seats_swapped",
        1,
        lambda a: {"first": a.first, "second": a.second},
        lambda b: SeatsSwapped(b["first"], b["second"]),
    ),
    SeatsShuffled: _Form(
        "seats_shuffled",
        1,
        lambda a: {"order": list(a.order)},
        lambda b: SeatsShuffled(tuple(b["order"])),
    ),
    Started: _Form(
        "started",
        2,
        lambda a: {"dealer": a.dealer, "rated": a.rated},
        lambda b: Started(b["dealer"], _truth(b["rated"])),
    ),
    Dealt: _Form(
        "dealt", 1, lambda a: {"secret": a.secret.hex()}, lambda b: Dealt(bytes.fromhex(b["secret"]))
    ),
    Passed: _Form(
        "passed",
        1,
        lambda a: {"seat": a.seat, "cards": str(a.cards), "by": a.by},
        lambda b: Passed(b["seat"], Cards.parse(b["cards"]), By(b["by"])),
    ),
    Played: _Form(
        "played",
        1,
        lambda a: {"seat": a.seat, "card": str(a.card), "by": a.by},
        lambda b: Played(b["seat"], Card.parse(b["card"]), By(b["by"])),
    ),
    Claimed: _Form(
        "claimed", 1, lambda a: {"seat": a.seat, "by": a.by}, lambda b: Claimed(b["seat"], By(b["by"]))
    ),
    MoonChosen: _Form(
        "moon_chosen",
        1,
        lambda a: {"seat": a.seat, "choice": a.choice, "by": a.by},
        lambda b: MoonChosen(b["seat"], MoonChoice(b["choice"]), By(b["by"])),
    ),
    Scored: _Form("scored", 1, _write_score, _read_score),
    Cancelled: _Form("cancelled", 1, lambda a: {"person": a.person}, lambda b: Cancelled(b["person"])),
}

_EARLIER: Final[Mapping[tuple[str, int], Callable[[Body], Action]]] = {
    # Nobody had been told that such a game would be rated.
    ("started", 1): lambda b: Started(b["dealer"]),
}
"""How bodies are read that are no longer written, by kind and version."""

_READERS: Final = {**_EARLIER, **{(form.kind, form.version): form.read for form in _FORMS.values()}}

READABLE: Final = frozenset(_READERS)
"""Every kind of row and version of its body that has ever been stored, and is read for ever."""


def kind_of(action: Action) -> str:
    """The kind of an action's row, such as "played"."""
    return _FORMS[type(action)].kind


def write(action: Action) -> tuple[str, int, str]:
    """The row of an action: its kind, the version of its body, and the body as JSON text."""
    form = _FORMS[type(action)]
    return form.kind, form.version, json.dumps(form.write(action), separators=(",", ":"))


def read(kind: str, version: int, body: str) -> Action:
    """The action of a row.

    Raises:
        UnknownAction: where this program knows no such kind or version, or the body is not what it should be.
    """
    reader = _READERS.get((kind, version))
    if reader is None:
        raise UnknownAction(f"no action {kind!r} of version {version}")
    try:
        return reader(json.loads(body))
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        # Without the message, which may quote a body that has hidden cards in it.
        raise UnknownAction(f"the body of a {kind!r} action does not read: {type(error).__name__}") from None
