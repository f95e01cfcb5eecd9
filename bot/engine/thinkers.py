"""Worker processes in which computer players think, and what happens while all of them are busy."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
import os
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextvars import Context
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar

from bot.engine.faults import described
from bot.players import worker
from bot.players.search import Thought
from bot.rules.cards import Card
from bot.rules.view import View
from bot.worker_process import WorkerProcess

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

SEARCHING: Final = ("hard", "expert")
"""The levels that think for long; the others take a millisecond, and a thread."""
SHORTER: Final = "hard"
"""How an Expert thinks who had to wait."""
WITHOUT: Final = "medium"
"""How everybody plays for whom no worker is free."""


MOST_USUAL: Final = 4
"""More workers are started only for whoever asks for them, since each takes memory."""


def usual_workers() -> int:
    """One core is left to whoever answers people; at least one worker there is."""
    return min(MOST_USUAL, max(1, (os.cpu_count() or 1) - 1))


@dataclass(frozen=True)
class Patience:
    """How long is waited, in seconds.

    Attributes:
        full: for a free worker, before an Expert thinks as Hard does.
        any: for a free worker, before somebody plays as Medium does.
        hint: for a free worker, before a hint is given up.
        answer: for a worker's answer, before it is taken to hang, and ended.
        warm_up: the same for a new worker, which may have to compile its search.
        rebuild: before a worker is replaced that never came to work; twice as long every time.
        rebuild_most: at most so long before that.
    """

    full: float = 0.8
    any: float = 1.6
    hint: float = 6.0
    answer: float = 10.0
    warm_up: float = 300.0
    rebuild: float = 2.0
    rebuild_most: float = 300.0


class _Turn(IntEnum):
    """Who is given a free worker first."""

    COMPUTER = 0
    HINT = 1
    REVIEW = 2


@dataclass(frozen=True, order=True)
class _Waiting:
    turn: _Turn
    number: int
    worker: asyncio.Future[WorkerProcess | None] = field(compare=False)


class Thinkers:
    """Thinks for computer players and hints, in worker processes beside the event loop.

    A worker does one thing at a time and keeps nothing of it. While all are busy, an Expert soon thinks as
    Hard does, and then everybody plays as Medium does, so that no table waits for long. One that is
    still warming up is busy. A worker that dies or does not answer is replaced by a new one.

    To be used in one event loop.

    Args:
        workers: how many processes; 0 for none, where everything is thought in threads.
        patience: how long is waited for what.

    Attributes:
        played: how often which level was played for which level asked for.
        lost: how many workers have died or did not answer, and were replaced.
    """

    def __init__(self, workers: int, patience: Patience | None = None) -> None:
        self._count = workers
        self._patience = patience or Patience()
        self._working: set[WorkerProcess] = set()
        self._free: list[WorkerProcess] = []
        self._warming = 0
        self._failures = 0
        self._queue: list[_Waiting] = []
        self._asked = 0
        self._hiring: set[asyncio.Task[None]] = set()
        self._ended: list[WorkerProcess] = []
        self._closed = False
        self.played: Counter[tuple[str, str]] = Counter()
        self.lost = 0

    @property
    def free(self) -> int:
        """How many workers have nothing to do."""
        return len(self._free)

    @property
    def warming(self) -> int:
        """How many workers are coming to work."""
        return self._warming

    @property
    def busy(self) -> int:
        """How many workers are thinking."""
        return len(self._working) - len(self._free) - self._warming

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return len(self._queue)

    def start(self) -> None:
        """Start the workers, one after the other: what the first has compiled, the others find on disk."""
        if self._count:
            self._hire(self._count)

    async def choose(self, level: str, seed: int, view: View) -> tuple[Card, ...]:
        """What a computer of the level passes, or the one card it plays; of a lower one where none is free.

        Args:
            level: one of `bot.players.LEVELS`.
            seed: of its lots.
            view: what the seat knows; it is to pass or to play.

        Raises:
            ThinkingFailed: for an unknown level, or where the seat has nothing to decide.
        """
        asked = level
        if level in SEARCHING and self._count:
            answer = await self._in_worker(level, seed, view)
            if answer is not None:
                return answer
            level = WITHOUT
        self.played[asked, level] += 1
        return await asyncio.to_thread(worker.choose, level, seed, view)

    async def think(self, view: View, seed: int) -> Thought | None:
        """An Expert's thought, for a hint or a review; computer players go first.

        Returns:
            The thought; None where no worker came free in a few seconds, or the one that did failed.

        Raises:
            ThinkingFailed: where there are no workers, and the thinking failed.
        """
        if not self._count:
            return await asyncio.to_thread(worker.expert_thought, view, seed)
        thinker = await self._wait_for_worker(_Turn.HINT, self._patience.hint)
        if thinker is None:
            return None
        return await self._answer(thinker, worker.expert_thought, view, seed)

    async def ask(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """The answer to another question, as a review has many; everybody else goes first.

        Args:
            question: a function of a module a worker can import, that answers within a second or two.
            args: what it is given, and what it answers: plain data.
            kwargs: the same.

        Returns:
            The answer; None where no worker came free in a few seconds, or the one that did failed.
        """
        if not self._count:
            return await asyncio.to_thread(question, *args, **kwargs)
        thinker = await self._wait_for_worker(_Turn.REVIEW, self._patience.hint)
        if thinker is None:
            return None
        return await self._answer(thinker, question, *args, **kwargs)

    async def close(self) -> None:
        """End every worker, whatever it is doing; who waits for one plays as Medium does."""
        self._closed = True
        for task in self._hiring:
            task.cancel()
        for waiting in self._queue:
            _give(waiting, None)
        for thinker in [*self._working]:
            self._end(thinker)
        await asyncio.gather(*self._hiring, return_exceptions=True)
        await self._wait_for_ended()

    async def _in_worker(self, level: str, seed: int, view: View) -> tuple[Card, ...] | None:
        began = time.monotonic()
        if not self._someone_works:
            return None
        thinker = await self._wait_for_worker(_Turn.COMPUTER, self._patience.any)
        if thinker is None:
            return None
        asked = level
        if time.monotonic() - began > self._patience.full:
            level = SHORTER
        answer = await self._answer(thinker, worker.choose, level, seed, view)
        if answer is not None:
            self.played[asked, level] += 1
        return answer

    @property
    def _someone_works(self) -> bool:
        """Whether waiting for a worker may be worth it: not for those that are warming up."""
        return len(self._working) > self._warming

    async def _wait_for_worker(self, turn: _Turn, seconds: float) -> WorkerProcess | None:
        """A worker that is the caller's until it has answered; None where none comes free in time."""
        if self._closed:
            return None
        if self._free:
            return self._free.pop()
        loop = asyncio.get_running_loop()
        self._asked += 1
        waiting = _Waiting(turn, self._asked, loop.create_future())
        heapq.heappush(self._queue, waiting)
        timer = loop.call_later(seconds, _give, waiting, None)
        try:
            return await waiting.worker
        except asyncio.CancelledError:
            if waiting.worker.done() and not waiting.worker.cancelled():
                given = waiting.worker.result()
                if given is not None:
                    self._is_free(given)
            raise
        finally:
            timer.cancel()
            with contextlib.suppress(ValueError):
                self._queue.remove(waiting)
                heapq.heapify(self._queue)

    async def _answer(
        self, thinker: WorkerProcess, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T | None:
        """The worker's answer; None where it failed. Who no longer waits leaves it to finish."""
        try:
            return await self._have(thinker, self._patience.answer, function, *args, **kwargs)
        except BrokenExecutor:
            return None
        except worker.ThinkingFailed as failure:
            log.error("a thinker failed: %s", failure)
            return None

    async def _have(
        self,
        thinker: WorkerProcess,
        seconds: float,
        function: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Have a worker do something within so many seconds; afterwards it is free, or replaced.

        Raises:
            BrokenExecutor: where it died or did not answer in time.
            ThinkingFailed: where the function failed.
        """
        loop = asyncio.get_running_loop()
        try:
            job = thinker.submit(function, *args, **kwargs)
        except RuntimeError as error:
            self._replace(thinker)
            raise BrokenExecutor from error
        timer = loop.call_later(seconds, self._hangs, thinker)
        answer = asyncio.wrap_future(job)
        answer.add_done_callback(partial(self._has_answered, thinker, timer))
        # The worker goes on when its caller does not, and is busy until it has done.
        return await asyncio.shield(answer)

    def _has_answered(
        self, thinker: WorkerProcess, timer: asyncio.TimerHandle, answer: asyncio.Future[Any]
    ) -> None:
        timer.cancel()
        if answer.cancelled() or isinstance(answer.exception(), BrokenExecutor):
            if thinker in self._working and not self._closed:
                log.warning("a thinking process ended and is replaced; Medium makes the move meanwhile")
            self._replace(thinker)
        else:
            self._is_free(thinker)

    def _is_free(self, thinker: WorkerProcess) -> None:
        if thinker not in self._working:
            return
        while self._queue:
            waiting = heapq.heappop(self._queue)
            if _give(waiting, thinker):
                return
        self._free.append(thinker)

    def _hangs(self, thinker: WorkerProcess) -> None:
        log.warning("a thinker does not answer and is ended")
        self._replace(thinker)

    def _replace(self, thinker: WorkerProcess) -> None:
        if thinker in self._working:
            self.lost += 1
            self._end(thinker)
            self._hire(1)

    async def _wait_for_ended(self) -> None:
        ended, self._ended = self._ended, []
        await asyncio.gather(*(asyncio.to_thread(each.wait) for each in ended))

    def _end(self, thinker: WorkerProcess) -> None:
        if thinker not in self._working:
            return
        self._working.remove(thinker)
        if thinker in self._free:
            self._free.remove(thinker)
        thinker.end()
        self._ended.append(thinker)

    def _hire(self, count: int) -> None:
        if self._closed:
            return
        # The table whose question a worker died of is not what its successor is about.
        starting = self._start_workers(count)
        task = asyncio.create_task(starting, name="thinkers", context=Context())
        self._hiring.add(task)
        task.add_done_callback(self._hiring.discard)

    async def _start_workers(self, count: int) -> None:
        """Start so many workers, each when the one before it is warm."""
        for _ in range(count):
            while not await self._start_worker():
                pause = min(self._patience.rebuild_most, self._patience.rebuild * 2**self._failures)
                self._failures = min(self._failures + 1, 16)
                await asyncio.sleep(pause)

    async def _start_worker(self) -> bool:
        """Start a worker and warm it up; whether it came to work."""
        await self._wait_for_ended()
        began = time.monotonic()
        thinker = WorkerProcess(worker.NICE)
        self._working.add(thinker)
        self._warming += 1
        try:
            await asyncio.to_thread(thinker.start)
            fast = await self._warm_up(thinker)
        except asyncio.CancelledError:
            self._end(thinker)
            raise
        except BrokenExecutor:
            if not self._closed:
                log.warning("a thinking process ended before it came to work; another one is started")
            self._end(thinker)
            return False
        except Exception as error:
            log.warning("a thinking process did not come to work: %s", described(error))
            self._end(thinker)
            return False
        finally:
            self._warming -= 1
        self._failures = 0
        log.info(
            "a thinker is ready after %.1f s, %s",
            time.monotonic() - began,
            "compiled" if fast else "in plain Python",
        )
        self._is_free(thinker)
        return True

    async def _warm_up(self, thinker: WorkerProcess) -> bool:
        timer = asyncio.get_running_loop().call_later(self._patience.warm_up, thinker.end)
        try:
            return await asyncio.wrap_future(thinker.submit(worker.warm_up))
        finally:
            timer.cancel()


def _give(waiting: _Waiting, thinker: WorkerProcess | None) -> bool:
    """Give somebody who waits a worker, or none; whether they still waited."""
    if waiting.worker.done():
        return False
    waiting.worker.set_result(thinker)
    return True
