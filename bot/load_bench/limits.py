"""Discord's limits on requests. Pure: the time is given.

The numbers are those of Discord's documentation on rate limits where it has any (50 requests a second for a
bot, answers to interactions exempt), else those its headers give to bots.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

GLOBAL: Final = "global"


@dataclass(frozen=True)
class Limit:
    """So many requests within so many seconds, counted from the first of them.

    Attributes:
        name: of the bucket, as Discord's header gives it.
        requests: how many.
        seconds: within how long.
    """

    name: str
    requests: int
    seconds: float


EVERYTHING: Final = Limit(GLOBAL, 50, 1.0)
EDIT: Final = Limit("edit", 5, 5.0)
POST: Final = Limit("post", 5, 5.0)
DELETE: Final = Limit("delete", 5, 1.0)
WEBHOOK: Final = Limit("webhook", 5, 2.0)
OTHER: Final = Limit("other", 10, 1.0)


@dataclass(frozen=True)
class Verdict:
    """What becomes of one request.

    Attributes:
        limit: the limit that was looked at last.
        remaining: how many more it lets through.
        reset_after: seconds until it lets through as many as at first.
        passed: whether the request is let through; else it is to be made again after `reset_after`.
    """

    limit: Limit
    remaining: int
    reset_after: float
    passed: bool

    @property
    def headers(self) -> dict[str, str]:
        """What Discord says about it, in the headers of the answer."""
        headers = {
            "X-RateLimit-Limit": str(self.limit.requests),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-RateLimit-Reset-After": f"{self.reset_after:.3f}",
            "X-RateLimit-Bucket": self.limit.name,
        }
        if self.passed:
            return headers
        refused = {"Retry-After": f"{self.reset_after:.3f}", "X-RateLimit-Scope": "user", "Via": "1.1 bench"}
        if self.limit.name == GLOBAL:
            return {**refused, "X-RateLimit-Scope": "global", "X-RateLimit-Global": "true"}
        return {**headers, **refused}


@dataclass
class Limits:
    """Counts requests, and says which are too many.

    Attributes:
        refused: how many were, by the name of the limit.
        lifted: whether everything is let through.
    """

    refused: Counter[str] = field(default_factory=Counter[str])
    lifted: bool = False
    _windows: dict[tuple[str, str], tuple[float, int]] = field(
        default_factory=dict[tuple[str, str], tuple[float, int]]
    )

    def take(self, limit: Limit, place: str, now: float, *, exempt: bool = False) -> Verdict:
        """Count a request.

        Args:
            limit: which applies to it in its place.
            place: the channel or token it is counted in.
            now: seconds of any clock that does not go back.
            exempt: whether it is an answer to an interaction, which the limit for all does not count.
        """
        if self.lifted:
            return Verdict(limit, limit.requests, limit.seconds, True)
        if not exempt:
            whole = self._count(EVERYTHING, "", now)
            if not whole.passed:
                return whole
        return self._count(limit, place, now)

    def _count(self, limit: Limit, place: str, now: float) -> Verdict:
        key = (limit.name, place)
        began, count = self._windows.get(key, (now, 0))
        if now >= began + limit.seconds:
            began, count = now, 0
        if len(self._windows) > 10_000:
            self._windows = {key: one for key, one in self._windows.items() if now - one[0] < 10.0}
        left = began + limit.seconds - now
        if count >= limit.requests:
            self.refused[limit.name] += 1
            return Verdict(limit, 0, left, False)
        self._windows[key] = (began, count + 1)
        return Verdict(limit, limit.requests - count - 1, left, True)
