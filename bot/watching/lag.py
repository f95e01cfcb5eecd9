"""How late the event loop comes to what is due."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

EVERY: Final = 0.25
"""Seconds between two looks."""

RECENT: Final = 40
"""So many looks make up the last seconds."""


class LoopLag:
    """Looks a few times a second how late the event loop is.

    Args:
        told: called with the seconds, every time.
    """

    def __init__(self, told: Callable[[float], None]) -> None:
        self._told = told
        self._recent: deque[float] = deque(maxlen=RECENT)
        self._timer: asyncio.TimerHandle | None = None

    @property
    def worst(self) -> float:
        """The longest it has been late lately, in seconds."""
        return max(self._recent, default=0.0)

    def start(self) -> None:
        """Begin to look, in the running loop."""
        self._next(asyncio.get_running_loop())

    def stop(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        due = loop.time() + EVERY
        self._timer = loop.call_at(due, self._look, loop, due)

    def _look(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        late = max(0.0, loop.time() - due)
        self._recent.append(late)
        self._told(late)
        self._next(loop)
