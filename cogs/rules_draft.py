"""A ruleset as somebody fills it in: a draft that may make no sense yet, and why it does not."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Self

from bot.rules.ruleset import PRESETS, SWITCHES, Direction, Moon, Partners, Ruleset, RulesetError
from bot.text.words import Words

LONGEST_CYCLE: Final = 48
LONGEST_LIMIT: Final = 5
"""So many characters can be typed; both fit a custom_id beside what was chosen."""

MOST_DIRECTIONS: Final = 12
"""So many deals a cycle can have: the rules of a table have to fit one message."""


class Form(StrEnum):
    """The forms that together have every field."""

    TABLE = "table"
    PLAY = "play"


GROUPS: Final[Mapping[Form, Mapping[str, tuple[str, ...]]]] = {
    Form.TABLE: {"extras": ("kitty", "exact_limit")},
    Form.PLAY: {
        "hearts": ("points_on_first_trick", "hearts_any_time", "queen_breaks_hearts"),
        "points": ("jack_of_diamonds", "spot", "no_trick_bonus", "sun"),
    },
}
"""The groups of switches in each form."""


@dataclass(frozen=True)
class Draft:
    """What stands in the forms.

    Attributes:
        players: how many.
        partners: whether opposite seats are a team.
        moon: what becomes of a moon.
        switches: the names of those that are on.
        limit: as it was typed.
        cycle: the pass directions, as they were typed.
    """

    players: int
    partners: Partners
    moon: Moon
    switches: frozenset[str]
    limit: str
    cycle: str

    @classmethod
    def of(cls, ruleset: Ruleset, words: Words) -> Self:
        """The draft of a ruleset that stands already."""
        return cls(
            players=ruleset.players,
            partners=ruleset.partners,
            moon=ruleset.moon,
            switches=frozenset(name for name in SWITCHES if getattr(ruleset, name)),
            limit=str(ruleset.limit),
            cycle=cycle_text(ruleset.pass_cycle, words),
        )

    def with_switches(self, form: Form, on: Collection[str]) -> Self:
        """The draft with these switches on, of those in the form."""
        there = {name for group in GROUPS[form].values() for name in group}
        return replace(self, switches=(self.switches - there) | (there & set(on)))

    def ruleset(self, before: Ruleset) -> Ruleset:
        """The rules it amounts to.

        A cycle that is usual with so many players stays the usual one when their number changes, and the
        limit of the standard game becomes that of Spot Hearts when hearts count their rank from now on, and
        back again.

        Args:
            before: what it was made from.

        Raises:
            RulesetError: it makes no sense.
        """
        cycle = parse_cycle(self.cycle)
        if cycle is None:
            raise RulesetError("pass_cycle", self.cycle, "a list of directions")
        if len(cycle) > MOST_DIRECTIONS:
            raise RulesetError("pass_cycle", self.cycle, f"at most {MOST_DIRECTIONS} directions", "length")
        if before.usual_cycle and cycle == before.pass_cycle and self.players != before.players:
            cycle = ()
        limit = self.limit.strip()
        if not (limit.isascii() and limit.isdecimal()):
            raise RulesetError("limit", self.limit, "25 to 1000")
        points = int(limit)
        spot = "spot" in self.switches
        usual, of_spot = PRESETS["standard"].limit, PRESETS["spot"].limit
        if spot is not before.spot and points == before.limit == (usual if spot else of_spot):
            points = of_spot if spot else usual
        return Ruleset(
            players=self.players,
            partners=self.partners,
            moon=self.moon,
            limit=points,
            pass_cycle=cycle,
            **{name: name in self.switches for name in SWITCHES},
        )

    def code(self) -> str:
        """The draft as the end of a custom_id, with what was typed as it was typed."""
        switches = sum(1 << at for at, name in enumerate(SWITCHES) if name in self.switches)
        fixed = (
            f"{self.players}{list(Partners).index(self.partners)}{list(Moon).index(self.moon)}{switches:03x}"
        )
        limit = self.limit[:LONGEST_LIMIT].replace(":", " ")
        return f"{fixed}:{limit}:{self.cycle[:LONGEST_CYCLE]}"

    @classmethod
    def parse(cls, code: str) -> Self:
        """Read what `code` gives.

        Raises:
            ValueError: it is none.
        """
        fixed, limit, cycle = code.split(":", 2)
        if len(fixed) != 6:
            raise ValueError("no draft")
        switches = int(fixed[3:], 16)
        try:
            return cls(
                players=int(fixed[0]),
                partners=list(Partners)[int(fixed[1])],
                moon=list(Moon)[int(fixed[2])],
                switches=frozenset(name for at, name in enumerate(SWITCHES) if switches >> at & 1),
                limit=limit,
                cycle=cycle,
            )
        except IndexError:
            raise ValueError("no draft") from None


_BETWEEN: Final = re.compile(r"[\s,;./|→>–-]+")
_IDLE: Final = frozenset(("and", "dann", "nach", "then", "und"))
"""Words between directions that change nothing."""

_WORDS: Final[Mapping[str, Direction]] = {
    "left": Direction.LEFT,
    "links": Direction.LEFT,
    "l": Direction.LEFT,
    "right": Direction.RIGHT,
    "rechts": Direction.RIGHT,
    "r": Direction.RIGHT,
    "across": Direction.ACROSS,
    "a": Direction.ACROSS,
    "gegenüber": Direction.ACROSS,
    "gegenueber": Direction.ACROSS,
    "g": Direction.ACROSS,
    "none": Direction.HOLD,
    "n": Direction.HOLD,
    "hold": Direction.HOLD,
    "h": Direction.HOLD,
    "keep": Direction.HOLD,
    "keine": Direction.HOLD,
    "keiner": Direction.HOLD,
    "nicht": Direction.HOLD,
    "behalten": Direction.HOLD,
    "k": Direction.HOLD,
    "b": Direction.HOLD,
}
"""What people type for a direction, whatever language they read."""


def parse_cycle(text: str) -> tuple[Direction, ...] | None:
    """The directions somebody typed, in either language; none for the usual ones, None for other words."""
    words = [word for word in _BETWEEN.split(text.casefold()) if word and word not in _IDLE]
    if not {*words} <= {*_WORDS}:
        return None
    return tuple(_WORDS[word] for word in words)


def cycle_text(cycle: Collection[Direction], words: Words) -> str:
    """The directions as they are typed: "left, right, across, none"; where too long by first letters."""
    written = [words(f"forms.direction.{direction}") for direction in cycle]
    text = ", ".join(written)
    return text if len(text) <= LONGEST_CYCLE else " ".join(word[0] for word in written)


def wrong_sentence(error: RulesetError, words: Words) -> str:
    """Why a draft makes no sense, in a sentence for whoever wrote it."""
    if error.field == "pass_cycle" and error.against == "players":
        return words("forms.wrong.across")
    if error.field == "pass_cycle" and error.against == "length":
        return words.count("forms.wrong.cycle_length", MOST_DIRECTIONS)
    return words(f"forms.wrong.{error.field}")
