"""Paces: how long a table waits for one turn."""

from __future__ import annotations

from enum import StrEnum


class Pace(StrEnum):
    """How long a person has for a turn, or for the pass."""

    FAST = "fast"
    NORMAL = "normal"
    SLOW = "slow"
    NONE = "none"

    @property
    def turn(self) -> float | None:
        """Seconds for a turn; None where nobody is hurried."""
        return {Pace.FAST: 60.0, Pace.NORMAL: 300.0, Pace.SLOW: 86400.0}.get(self)

    @property
    def reminder(self) -> float | None:
        """Seconds after which whoever is waited for is reminded: half of the turn.

        None where nobody is hurried, and at the fast pace, where the first prompt is the reminder.
        """
        return None if self.turn is None or self is Pace.FAST else self.turn / 2
