"""A profile of the main thread by interrupting it again and again, which costs it next to nothing."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any, Final

EVERY: Final = 0.004
"""Seconds of the processor between two looks."""
SHOWN: Final = 30
IDLE: Final = ("select", "_run_once")

RUNNERS: Final = ("asyncio", "runpy", "bot.load_bench")
"""What runs everything else, and so says nothing."""


class Sampler:
    """Looks at what the main thread does whenever the process has used the processor for a while.

    A thread that looked at another one would see it only where it lets others in, at its system calls.

    Attributes:
        running: whether it is looking.
    """

    def __init__(self) -> None:
        self._looks = 0
        self._elsewhere = 0
        self._own: Counter[str] = Counter()
        self._all: Counter[str] = Counter()
        self._rooms: Counter[str] = Counter()
        self.running = False

    def start(self) -> dict[str, Any]:
        """Begin, in the main thread and where the system has such signals; says nothing yet."""
        self.__init__()
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGPROF, lambda _, frame: self._look(frame))
            signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
        self.running = True
        return {}

    def told(self) -> dict[str, Any]:
        """Stop.

        Returns:
            Of all looks, in percent: how often other threads were at work (the database, pictures); else by
            room (the package nearest to the work that is not the standard library), by function itself and by
            function with all it called.
        """
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0.0)
        self.running = False

        def shares(counted: Counter[str]) -> dict[str, float]:
            looks = max(self._looks, 1)
            return {name: round(100 * count / looks, 1) for name, count in counted.most_common(SHOWN)}

        return {
            "looks": self._looks,
            "other_threads": shares(Counter({"": self._elsewhere})).get("", 0.0),
            "by_room": shares(self._rooms),
            "itself": shares(self._own),
            "with_all_it_called": shares(self._all),
        }

    def _look(self, frame: FrameType | None) -> None:
        self._looks += 1
        if frame is None or frame.f_code.co_name in IDLE:
            self._elsewhere += 1
            return
        self._own[_name(frame)] += 1
        seen: set[str] = set()
        room = ""
        at: FrameType | None = frame
        while at is not None:
            if not str(at.f_globals.get("__name__", "")).startswith(RUNNERS):
                seen.add(_name(at))
            room = room or _room(at)
            at = at.f_back
        self._all.update(seen)
        self._rooms[room or "standard library"] += 1


def _name(frame: FrameType) -> str:
    path = Path(frame.f_code.co_filename)
    return f"{path.parent.name}/{path.name}:{frame.f_code.co_qualname}"


def _room(frame: FrameType) -> str:
    """The package a frame belongs to; nothing where that is the standard library."""
    name = str(frame.f_globals.get("__name__", ""))
    first, _, rest = name.partition(".")
    if first in sys.stdlib_module_names or first == "__main__":
        return ""
    return f"{first}.{rest.partition('.')[0]}" if first in ("bot", "cogs") else first
