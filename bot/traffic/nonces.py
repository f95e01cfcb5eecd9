"""Nonces: the numbers by which Discord knows a post, so that it posts nothing twice."""

from __future__ import annotations


class Nonces:
    """Gives every post of a bot another number.

    Discord compares them with those of everything the same bot has posted in the last minutes, wherever that
    was: what comes with a number it has seen is not posted, and the older message stands for it. So a number
    is given once, also where much is posted at one moment. Those of a start are above those of earlier ones,
    by the clock.
    """

    def __init__(self) -> None:
        self._last = 0

    def next(self, now: float) -> int:
        """Another number, above all before.

        Args:
            now: the time in Unix seconds.
        """
        self._last = max(self._last + 1, int(now * 1_000_000))
        return self._last
