"""Whether the bot hears what happens on Discord, over all its connections."""

from __future__ import annotations

import time
from collections.abc import Callable


class Gateway:
    """Notes which connections are lost, from the events that say so.

    A bot with shards is told of each by number, any other of the one it has.

    Args:
        now: a time in seconds.

    Attributes:
        ready: whether the bot has been told all it needs at its start.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lost: dict[int, float] = {}
        self.ready = False

    @property
    def lost(self) -> int:
        """How many connections are lost."""
        return len(self._lost)

    @property
    def lost_for(self) -> float:
        """For how many seconds the longest lost connection has been."""
        return self._now() - min(self._lost.values()) if self._lost else 0.0

    async def on_ready(self) -> None:
        """The bot has been told all it needs."""
        self.ready = True

    async def on_connection(self, shard: int = 0) -> None:
        """A connection is there, or there again."""
        self._lost.pop(shard, None)

    async def on_disconnect(self, shard: int = 0) -> None:
        """A connection is lost, or could not be made."""
        self._lost.setdefault(shard, self._now())
