"""House rules as data: one frozen dataclass, a field per rule, and the named presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final


class Direction(StrEnum):
    """Where a deal's three cards are passed."""

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
        step = {Direction.LEFT: 1, Direction.RIGHT: players - 1, Direction.ACROSS: players // 2}.get(self, 0)
        return (seat + step) % players

    def source(self, seat: int, players: int) -> int:
        """The seat whose pass comes to `seat`; `seat` itself on a hold."""
        step = {Direction.LEFT: players - 1, Direction.RIGHT: 1, Direction.ACROSS: players // 2}.get(self, 0)
        return (seat + step) % players


class RulesetError(ValueError):
    """A ruleset that makes no sense.

    Attributes:
        field: the field at fault, a record key.
        value: what it was given.
        allowed: what would have been allowed, as text ("25 to 1000").
    """

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field} cannot be {value!r}; allowed: {allowed}")
        self.field = field
        self.value = value
        self.allowed = allowed


@dataclass(frozen=True)
class Ruleset:
    """The rules of one game; every field is one house rule and the defaults are the standard game.

    Attributes:
        limit: the game ends after a deal in which a total reaches this many points; 25 to 1000.
        queen_breaks_hearts: the queen of spades discarded on another suit breaks hearts too.
        hearts_any_time: hearts may be led before they are broken.
        points_on_first_trick: a player without clubs may play anything on the first trick.

    Raises:
        RulesetError: on construction, where a field has a value that is not allowed.
    """

    limit: int = 100
    queen_breaks_hearts: bool = False
    hearts_any_time: bool = False
    points_on_first_trick: bool = False

    def __post_init__(self) -> None:
        if type(self.limit) is not int or not 25 <= self.limit <= 1000:
            raise RulesetError("limit", self.limit, "25 to 1000")
        for name in ("queen_breaks_hearts", "hearts_any_time", "points_on_first_trick"):
            if type(getattr(self, name)) is not bool:
                raise RulesetError(name, getattr(self, name), "true or false")

    @property
    def players(self) -> int:
        """How many seats the game has."""
        return 4

    @property
    def pass_cycle(self) -> tuple[Direction, ...]:
        """The directions of the first deals; the cycle then starts again."""
        return (Direction.LEFT, Direction.RIGHT, Direction.ACROSS, Direction.HOLD)

    @property
    def pass_size(self) -> int:
        """How many cards each seat passes."""
        return 3

    def direction(self, number: int) -> Direction:
        """The pass direction of a deal.

        Args:
            number: the deal's number in the game, counted from 1.
        """
        return self.pass_cycle[(number - 1) % len(self.pass_cycle)]

    def changes(self, other: Ruleset) -> dict[str, int | bool]:
        """The fields, by record key, in which this ruleset differs from the other, with its own values."""
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if getattr(self, field.name) != getattr(other, field.name)
        }

    @property
    def preset(self) -> str:
        """The name of the preset that differs in the fewest fields; the earliest such one."""
        return min(PRESETS, key=lambda name: len(self.changes(PRESETS[name])))

    def to_record(self) -> dict[str, str | int | bool]:
        """The ruleset as it stands in a game record: its preset and the fields that differ from it."""
        return {"preset": self.preset, **self.changes(PRESETS[self.preset])}

    @staticmethod
    def from_record(record: Mapping[str, object]) -> Ruleset:
        """Read what `to_record` gives; a missing preset means the standard game.

        Raises:
            RulesetError: for an unknown preset or field, or a value that is not allowed.
        """
        preset = record.get("preset", "standard")
        if not isinstance(preset, str) or preset not in PRESETS:
            raise RulesetError("preset", preset, ", ".join(PRESETS))
        known = {field.name: getattr(PRESETS[preset], field.name) for field in fields(Ruleset)}
        for name, value in record.items():
            if name == "preset":
                continue
            if name not in known:
                raise RulesetError(name, value, "no such rule; the rules are " + ", ".join(known))
            known[name] = value
        return Ruleset(**known)


PRESETS: Final[Mapping[str, Ruleset]] = {
    "standard": Ruleset(),
    "short": Ruleset(limit=50),
}
"""The named rulesets, in the order they are offered."""
