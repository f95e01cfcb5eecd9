"""A clock that is wound by hand."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any


class Alarm:
    """Something to be called back, unless it is cancelled."""

    def __init__(self, callback: Callable[[], Any]) -> None:
        self.callback: Callable[[], Any] | None = callback

    def cancel(self) -> None:
        """Do not call back."""
        self.callback = None


class HandClock:
    """Stands still until it is wound on; what is due meanwhile is called back in order."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._alarms: list[tuple[float, int, Alarm]] = []
        self._count = 0

    def time(self) -> float:
        """The time it shows, in seconds."""
        return self.now

    def call_later(self, delay: float, callback: Callable[[], Any], /) -> Alarm:
        """Call back after so many seconds."""
        self._count += 1
        alarm = Alarm(callback)
        heapq.heappush(self._alarms, (self.now + delay, self._count, alarm))
        return alarm

    def wind(self, seconds: float) -> None:
        """Let so many seconds pass."""
        end = self.now + seconds
        while self._alarms and self._alarms[0][0] <= end:
            self.now, _, alarm = heapq.heappop(self._alarms)
            if alarm.callback is not None:
                alarm.callback()
        self.now = end
