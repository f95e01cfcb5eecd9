"""Memory: what nobody can reach any more is looked for where it arises, not in all the bot has.

A full look of Python's collector goes through everything there is, and nothing else happens meanwhile: with
500 open tables a fifth of a second, every few seconds. Nearly all of it is tables in play, which stay.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

YOUNG: Final = 3_000
"""So many new objects are waited for before the youngest are looked through; Python's own number is 700."""

THOROUGH_EVERY: Final = 600.0
"""Seconds between two full looks that go through everything."""

_FULL: Final = 2


@contextmanager
def seldom_looked_through(time_of: Callable[[], float] = time.monotonic) -> Iterator[None]:
    """Have what has outlived a full look left alone by the next ones, but for one every ten minutes.

    Args:
        time_of: gives the time in seconds, of a clock that never goes back.
    """
    thorough = time_of()

    def look(phase: str, info: dict[str, Any]) -> None:
        nonlocal thorough
        if info["generation"] != _FULL:
            return
        if phase == "stop":
            gc.freeze()
        elif time_of() - thorough >= THOROUGH_EVERY:
            thorough = time_of()
            gc.unfreeze()

    before = gc.get_threshold()
    gc.set_threshold(YOUNG, *before[1:])
    gc.callbacks.append(look)
    try:
        yield
    finally:
        gc.callbacks.remove(look)
        gc.set_threshold(*before)
        gc.unfreeze()
