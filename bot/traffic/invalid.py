"""Requests that Discord refuses, counted before they are too many for it."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Final

log = logging.getLogger(__name__)

WINDOW: Final = 600.0
"""Seconds in which Discord counts them; with 10,000 of them it shuts the whole address out for an hour.

https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
"""

ENOUGH: Final = 5_000
"""So many within that time, and nothing is asked any more that answers nobody."""

INVALID: Final = frozenset({401, 403, 429})
"""The answers Discord counts."""

_STEP: Final = 10.0
"""Seconds that are counted together."""


class Invalid:
    """Counts them, and says for how long to ask nothing more than answers to people.

    Args:
        enough: so many within the window.
        now: the time, in seconds of a clock that never goes back.
    """

    def __init__(self, enough: int = ENOUGH, now: Callable[[], float] = time.monotonic) -> None:
        self._enough = enough
        self._now = now
        self._steps: deque[tuple[float, int]] = deque()
        self._until = 0.0

    @property
    def count(self) -> int:
        """How many there were within the window."""
        since = self._now() - WINDOW - _STEP
        while self._steps and self._steps[0][0] <= since:
            self._steps.popleft()
        return sum(count for _, count in self._steps)

    @property
    def closed_for(self) -> float:
        """For how many seconds to ask nothing that answers nobody; 0 for not at all."""
        return max(0.0, self._until - self._now())

    def answered(self, status: int, *, shared: bool = False) -> None:
        """Discord has answered a request.

        Args:
            status: of the answer.
            shared: whether a limit was met that is not the bot's own, which Discord does not count.
        """
        if status not in INVALID or (status == 429 and shared):
            return
        now = self._now()
        if self._steps and now - self._steps[-1][0] < _STEP:
            began, count = self._steps[-1]
            self._steps[-1] = (began, count + 1)
        else:
            self._steps.append((now, 1))
        if not self.closed_for and (count := self.count) >= self._enough:
            self._until = now + WINDOW
            log.error(
                "Discord has refused %d requests within %.0f minutes (401, 403, 429) and shuts bots out that"
                " have 10,000: for as long only people who click and type are answered; what was refused, the"
                " metric hearts_discord_errors_total says",
                count,
                WINDOW / 60,
            )
