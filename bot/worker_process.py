"""One worker process, which can be ended whatever it is doing."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import ClassVar, Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_ENDINGS: Final = (signal.SIGINT, signal.SIGTERM)


class WorkerProcess:
    """One process, in a pool of its own, so that ending it ends nobody else's work.

    Args:
        nice: how much it stands back for whoever answers people.
    """

    # Which process is whose is seen from the list of all before and after it was started.
    _starting: ClassVar = threading.Lock()

    def __init__(self, nice: int) -> None:
        # Spawned: a copy of a process with threads and an event loop could find their locks held for ever.
        spawning = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(1, spawning, prepare, (nice,))
        self._processes: list[BaseProcess] = []

    def start(self) -> None:
        """Start the process, which takes some milliseconds. Where it fails, nothing is left that runs.

        Raises:
            OSError: where there is no process to be had.
            RuntimeError: where there is no thread to be had that looks after it.
        """
        with self._starting:
            before = {*multiprocessing.active_children()}
            try:
                with _held_back():
                    self._pool.submit(os.getpid)
            except BaseException:
                self._processes = _children_beside(before)
                self.end()
                # Nobody looks after the pool, and whoever waited for its end would wait for nobody.
                self._pool.shutdown(wait=False)
                raise
            self._processes = _children_beside(before)

    def submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have it done.

        Raises:
            RuntimeError: where the process has died.
        """
        return self._pool.submit(function, *args, **kwargs)

    def end(self) -> None:
        """End the process, whatever it is doing; who waits for an answer gets a `BrokenExecutor`."""
        for process in self._processes:
            process.kill()

    def wait(self, limit: float | None = None) -> bool:
        """Wait until the process, which was ended, is gone.

        Args:
            limit: seconds after which it is left to itself; None to wait for as long as it takes.

        Returns:
            Whether it is gone.
        """
        sentinels = [each.sentinel for each in self._processes]
        gone = limit is None or not sentinels or bool(wait(sentinels, limit))
        self._pool.shutdown(wait=gone)
        return gone


def _children_beside(before: set[BaseProcess]) -> list[BaseProcess]:
    return [each for each in multiprocessing.active_children() if each not in before]


@contextlib.contextmanager
def _held_back() -> Iterator[None]:
    """Hold back the signals that end the bot, for this thread and the process it starts.

    A process has what is held back from the thread that starts it, so that none of them reaches it before
    `prepare` has run. One that reaches the bot meanwhile is not lost: it comes to another thread, or to this
    one afterwards. Where a system knows nothing of it, nothing is held back.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDINGS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def prepare(nice: int) -> None:
    """Make this process a worker: its end is its parent's business, and it ends when the parent has.

    The signals that end the bot reach the whole group of processes; a worker leaves them to the bot, which
    may still be storing a move.

    Args:
        nice: how much it stands back for whoever answers people.
    """
    for ending in _ENDINGS:
        signal.signal(ending, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        # What was held back until now is ignored as well.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDINGS)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(nice)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
