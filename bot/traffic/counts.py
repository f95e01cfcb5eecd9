"""What became of the requests, in numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Counts:
    """What has become of the requests since the start.

    Attributes:
        sent: how many were let go.
        superseded: how many were never sent, for something newer was to be shown before their turn came.
        delayed: how many a limit kept waiting.
        delay: seconds these have waited, all together.
        waiting: how many wait now.
        refused: how often Discord has said that it was too much.
    """

    sent: int
    superseded: int
    delayed: int
    delay: float
    waiting: int
    refused: int


@dataclass
class Tally:
    """The numbers as they grow."""

    sent: int = 0
    superseded: int = 0
    delayed: int = 0
    delay: float = 0.0
    refused: int = 0

    def counts(self, waiting: int) -> Counts:
        """As they are now, with so many waiting."""
        return Counts(self.sent, self.superseded, self.delayed, self.delay, waiting, self.refused)
