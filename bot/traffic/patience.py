"""How long to wait after Discord has said so: never for nothing, and longer every time it says so again."""

from __future__ import annotations

import logging
import math
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

log = logging.getLogger(__name__)

UNTOLD: Final = 60.0
"""Seconds to wait where Discord does not say for how long, as when it has shut out the whole address."""

SHORTEST: Final = 1.0
"""Seconds to wait at the first time, whatever is said; doubled every time in a row."""

LONGEST_OF_OURS: Final = 60.0
"""What that doubling comes to at most."""

LONGEST: Final = 3600.0
"""No limit of Discord's lasts longer; whoever says so is not taken at their word."""

MANY: Final = 4
"""So many times in a row are no accident, and are logged."""

_MOST_PLACES: Final = 1024


class Patience:
    """Counts for each place how often in a row it was too much there."""

    def __init__(self) -> None:
        self._in_a_row: OrderedDict[Hashable, int] = OrderedDict()

    def refused(self, place: Hashable, told: str | None) -> float:
        """Discord has refused a request in a place with the status 429; None for one in no place.

        Args:
            place: where.
            told: for how many seconds it says to wait, as it says so.

        Returns:
            For how many seconds to wait.
        """
        count = 1
        if place is not None:
            count += self._in_a_row.pop(place, 0)
            self._in_a_row[place] = count
            if len(self._in_a_row) > _MOST_PLACES:
                self._in_a_row.popitem(last=False)
        least = min(SHORTEST * 2 ** min(count - 1, 16), LONGEST_OF_OURS)
        wait = min(max(UNTOLD if told is None else _seconds(told), least), LONGEST)
        if count == MANY:
            log.warning(
                "Discord has refused %d requests in a row in one place (429); the next goes in %.0f s",
                count,
                wait,
            )
        return wait

    def over(self, place: Hashable) -> None:
        """A request got through in a place."""
        self._in_a_row.pop(place, None)


def until_reset(told: str | None) -> float:
    """For how many seconds a limit is used up, as a header says; 0 where it says nothing that can be."""
    return min(max(_seconds(told), 0.0), LONGEST)


def _seconds(told: str | None) -> float:
    """What is told in a header; 0 where that is no time."""
    try:
        seconds = float(told or 0)
    except ValueError:
        return 0.0
    return 0.0 if math.isnan(seconds) else seconds
