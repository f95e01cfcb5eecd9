"""Things kept as long as there is room for them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Shelf(Generic[K, V]):
    """Keeps what was made, up to a weight; what was asked for longest ago goes first.

    For any number of threads. Two that ask for the same new thing at once may both make it.

    Args:
        room: the weight kept at most.
        weigh: how much a thing weighs.
    """

    def __init__(self, room: int, weigh: Callable[[V], int]) -> None:
        self._room = room
        self._weigh = weigh
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()
        self._weight = 0

    @property
    def weight(self) -> int:
        """What is kept now weighs so much."""
        return self._weight

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The thing of that name; made where it is not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = made
                self._weight += self._weigh(made)
                while self._weight > self._room and len(self._kept) > 1:
                    _, gone = self._kept.popitem(last=False)
                    self._weight -= self._weigh(gone)
        return made
