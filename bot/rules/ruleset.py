"""House rules as data: one frozen dataclass, a field per rule, and the named presets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, TypeVar, cast


class Direction(StrEnum):
    """Where a deal's three cards are passed, in the order of the usual cycle."""

    LEFT = "left"
    RIGHT = "right"
    ACROSS = "across"
    HOLD = "hold"

    def target(self, seat: int, players: int) -> int:
        """The seat that gets what `seat` passes; `seat` itself on a hold.

        Args:
            seat: 0 to players - 1; seats run clockwise and left is the next seat.
            players: how many seats there are.
        """
        return (seat + self._step(players)) % players

    def source(self, seat: int, players: int) -> int:
        """The seat whose pass comes to `seat`; `seat` itself on a hold."""
        return (seat - self._step(players)) % players

    def _step(self, players: int) -> int:
        """How many seats further on the cards go."""
        match self:
            case Direction.LEFT:
                return 1
            case Direction.RIGHT:
                return players - 1
            case Direction.ACROSS:
                return players // 2
            case Direction.HOLD:
                return 0


class Moon(StrEnum):
    """What becomes of the points of a deal whose penalty cards all went to one player."""

    ADD = "add"
    """Each other player gets the deal's points, the shooter none."""
    SUBTRACT = "subtract"
    """They are taken from the shooter's total, and the others get none."""
    CHOOSE = "choose"
    """The shooter is asked which; unasked, it is as with AVOID."""
    AVOID = "avoid"
    """They are added, unless that would at once end the game with another winner; then subtracted."""


class MoonChoice(StrEnum):
    """What a shooter who is asked can choose."""

    ADD = "add"
    SUBTRACT = "subtract"


class Partners(StrEnum):
    """Whether opposite seats are a team, and what such a team can shoot."""

    NONE = "none"
    ALONE = "alone"
    """A moon is for one player alone."""
    TOGETHER = "together"
    """The two of a team can shoot a moon together, too."""


class RulesetError(ValueError):
    """A ruleset that makes no sense.

    Attributes:
        field: the field at fault, a record key.
        value: what it was given.
        allowed: what would have been allowed, as text ("25 to 1000").
        against: the other field it does not go with, a record key; None where the value alone is at fault.
    """

    def __init__(self, field: str, value: object, allowed: str, against: str | None = None) -> None:
        super().__init__(f"{field} cannot be {value!r}; allowed: {allowed}")
        self.field = field
        self.value = value
        self.allowed = allowed
        self.against = against


RecordValue = int | str | list[str]
"""What a field of a ruleset is in a record; a switch is a bool."""

PLAYERS: Final = (3, 4, 5)
"""With how many seats the game can be played."""

_Word = TypeVar("_Word", bound=StrEnum)


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """The rules of one game; every field is one house rule and the defaults are the standard game.

    Attributes:
        players: how many seats the game has: 3, 4 or 5.
        kitty: with three or five players, the cards that do not divide lie face down and go to the taker of
            the first trick; else as many low cards are left out.
        pass_cycle: the directions of the first deals, after which the cycle starts again; left out, those
            that are usual with so many players.
        limit: the game ends after a deal in which a total reaches this many points; 25 to 1000.
        queen_breaks_hearts: the queen of spades discarded on another suit breaks hearts too.
        hearts_any_time: hearts may be led before they are broken.
        points_on_first_trick: a player without clubs may play anything on the first trick.
        moon: what becomes of the points of a moon.
        jack_of_diamonds: whoever takes the jack of diamonds gets 10 points less.
        sun: taking every trick counts twice a moon, in its place.
        no_trick_bonus: who took no trick gets 5 points less, except beside a moon.
        spot: each heart counts its rank, the queen of spades 25.
        partners: whether opposite seats are a team.
        exact_limit: a total of exactly the limit drops to half of it.

    Raises:
        RulesetError: on construction, where a field has a value that is not allowed, or does not go with
            another.
    """

    players: int = 4
    kitty: bool = False
    pass_cycle: tuple[Direction, ...] = ()
    limit: int = 100
    queen_breaks_hearts: bool = False
    hearts_any_time: bool = False
    points_on_first_trick: bool = False
    moon: Moon = Moon.ADD
    jack_of_diamonds: bool = False
    sun: bool = False
    no_trick_bonus: bool = False
    spot: bool = False
    partners: Partners = Partners.NONE
    exact_limit: bool = False

    def __post_init__(self) -> None:
        if type(self.players) is not int or self.players not in PLAYERS:
            raise RulesetError("players", self.players, "3, 4 or 5")
        if type(self.limit) is not int or not 25 <= self.limit <= 1000:
            raise RulesetError("limit", self.limit, "25 to 1000")
        for name in SWITCHES:
            if type(getattr(self, name)) is not bool:
                raise RulesetError(name, getattr(self, name), "true or false")
        # Records have plain texts and lists where these fields have words of their own.
        object.__setattr__(self, "moon", _word("moon", self.moon, Moon))
        object.__setattr__(self, "partners", _word("partners", self.partners, Partners))
        object.__setattr__(self, "pass_cycle", _cycle(self.pass_cycle, self.players))
        if self.kitty and not 52 % self.players:
            raise RulesetError("kitty", self.kitty, f"false with {self.players} players", "players")
        if self.partners is not Partners.NONE and self.players != 4:
            allowed = f"{Partners.NONE} with {self.players} players"
            raise RulesetError("partners", str(self.partners), allowed, "players")

    @property
    def usual_cycle(self) -> bool:
        """Whether the pass cycle is the one that is usual with so many players."""
        return self.pass_cycle == directions(self.players)

    @property
    def pass_size(self) -> int:
        """How many cards each seat passes."""
        return 3

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Who plays for one another: the seats of each team, or each seat alone."""
        apart = self.players if self.partners is Partners.NONE else self.players // 2
        return tuple(tuple(range(first, self.players, apart)) for first in range(apart))

    def direction(self, number: int) -> Direction:
        """The pass direction of a deal.

        Args:
            number: the deal's number in the game, counted from 1.
        """
        return self.pass_cycle[(number - 1) % len(self.pass_cycle)]

    def changes(self, other: Ruleset) -> dict[str, RecordValue]:
        """The fields, by record key, in which this ruleset differs from the other, with its own values.

        A pass cycle that is usual with so many players is no difference from one that is usual with another
        number: it follows from the number.
        """
        changed = [
            field.name for field in fields(self) if getattr(self, field.name) != getattr(other, field.name)
        ]
        return {
            name: _in_record(getattr(self, name))
            for name in changed
            if name != "pass_cycle" or not (self.usual_cycle and other.usual_cycle)
        }

    @property
    def preset(self) -> str:
        """The name of the preset that differs in the fewest fields; the earliest such one."""
        return min(PRESETS, key=lambda name: len(self.changes(PRESETS[name])))

    def to_record(self) -> dict[str, RecordValue]:
        """The ruleset as it stands in a game record: its preset and the fields that differ from it."""
        preset = self.preset
        return {"preset": preset, **self.changes(PRESETS[preset])}

    @staticmethod
    def from_record(record: Mapping[str, object]) -> Ruleset:
        """Read what `to_record` gives; a missing preset means the standard game.

        Raises:
            RulesetError: for an unknown preset or field, a value that is not allowed, or one that does not go
                with another.
        """
        preset = record.get("preset", "standard")
        if not isinstance(preset, str) or preset not in PRESETS:
            raise RulesetError("preset", preset, ", ".join(PRESETS))
        known: dict[str, Any] = {
            field.name: getattr(PRESETS[preset], field.name) for field in fields(Ruleset)
        }
        if PRESETS[preset].usual_cycle:
            known["pass_cycle"] = ()
        for name, value in record.items():
            if name == "preset":
                continue
            if name not in known:
                raise RulesetError(name, value, "no such rule; the rules are " + ", ".join(known))
            if name == "pass_cycle" and value == []:
                raise RulesetError(name, value, "at least one direction")
            known[name] = value
        return Ruleset(**known)


SWITCHES: Final = tuple(field.name for field in fields(Ruleset) if field.default is False)
"""The fields that are on or off."""


def directions(players: int) -> tuple[Direction, ...]:
    """The pass directions there are with so many players, in their usual order."""
    opposite = not players % 2
    return tuple(direction for direction in Direction if opposite or direction is not Direction.ACROSS)


def _word(field: str, value: object, words: type[_Word]) -> _Word:
    if not isinstance(value, str) or value not in list(words):
        raise RulesetError(field, value, ", ".join(words))
    return words(value)


def _cycle(value: object, players: int) -> tuple[Direction, ...]:
    allowed = directions(players)
    if not isinstance(value, list | tuple):
        raise RulesetError("pass_cycle", value, f"a list of {', '.join(allowed)}")
    written = cast("Sequence[object]", value)
    for word in written:
        if not isinstance(word, str) or word not in list(Direction):
            raise RulesetError("pass_cycle", _plain(written), f"a list of {', '.join(allowed)}")
        if word not in allowed:
            reason = f"a list of {', '.join(allowed)} with {players} players"
            raise RulesetError("pass_cycle", _plain(written), reason, "players")
    return tuple(Direction(str(word)) for word in written) or allowed


def _plain(words: Sequence[object]) -> list[object]:
    return [str(word) if isinstance(word, str) else word for word in words]


def _in_record(value: int | StrEnum | tuple[Direction, ...]) -> RecordValue:
    if isinstance(value, tuple):
        return [str(direction) for direction in value]
    return str(value) if isinstance(value, StrEnum) else value


PRESETS: Final[Mapping[str, Ruleset]] = {
    "standard": Ruleset(),
    "short": Ruleset(limit=50),
    "omnibus": Ruleset(jack_of_diamonds=True),
    "spot": Ruleset(spot=True, limit=500),
    "three": Ruleset(players=3),
    "five": Ruleset(players=5),
    "partners": Ruleset(partners=Partners.ALONE),
    "old_school": Ruleset(points_on_first_trick=True, hearts_any_time=True),
}
"""The named rulesets, in the order they are offered."""
