"""Pictures drawn beside the event loop, and kept for whoever asks for the same again."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache, partial
from typing import Any, Final, TypeVar

from bot.pictures.chart import ChartPicture, draw_chart
from bot.pictures.hand import HandPicture, draw_hand
from bot.pictures.placing import PlacingPicture, draw_placing
from bot.pictures.rating import RatingPicture, draw_rating
from bot.pictures.sheet import SheetPicture, draw_sheet
from bot.pictures.table import TablePicture, draw_table
from bot.pictures.warming import SLICE, WITHIN, warm_up
from bot.worker_process import WorkerProcess

log = logging.getLogger(__name__)

T = TypeVar("T")

Told = Callable[[str, float | None], None]

_KEPT: Final = 64
_KEPT_BY_PAINTER: Final = 2500
"""So many hands are kept by a painter, of some 10 kB each: five for each of 500 tables."""
_THREADS: Final = 2
_IN_HAND: Final = 2
"""So many pictures a painter is given at once: one to draw, and one to go on with."""
_HANGS: Final = 20.0
"""Seconds after which a painter that draws nothing is taken to hang, and ended."""
_NICE: Final = 0
_GONE: Final = 5.0
"""Seconds within which a painter that was ended is gone."""


class PictureError(Exception):
    """A picture could not be drawn; its cause is the exception's cause.

    Attributes:
        kind: "hand", "table", "sheet", "chart", "placing" or "rating". What it would have shown is left out,
            as a hand is nobody else's to read.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(f"no picture of a {kind}")
        self.kind = kind


class Turn(IntEnum):
    """What is drawn first."""

    CLICK = 0
    """Somebody has clicked, and waits."""
    HAND = 1
    """Somebody is to see what they can play."""
    OTHER = 2
    WARMING = 3
    """Nobody waits for it."""


@dataclass(eq=False)
class _Order:
    """A picture to be drawn, or some of what pictures are made of.

    Attributes:
        draw: draws it.
        drawn: the picture, or why it could not be drawn.
        turn: when it is its turn.
        waiting: how many wait for it.
        begun: whether it is being drawn.
        again: whether it was begun before, and the painter died.
    """

    draw: Callable[[], Any]
    drawn: asyncio.Future[Any]
    turn: Turn
    waiting: int = 0
    begun: bool = False
    again: bool = False


@lru_cache(maxsize=_KEPT_BY_PAINTER)
def _hand_again(picture: HandPicture) -> bytes:
    """A hand, as the painter draws it, and keeps it: it is the same while others play."""
    return draw_hand(picture)


class Studio:
    """Draws pictures; keeps what draws, the pictures being drawn and the pictures drawn last.

    Either in one process beside the bot's, the painter: then the event loop shares its time with nobody who
    draws, and what pictures are made of is kept there. Or in threads: a hand or a table takes two or three
    milliseconds, in many short steps. A painter that dies or hangs is replaced, and what it was drawing is
    drawn again, once. Hands are drawn before everything else, and of them those first that somebody has
    clicked for. What nobody waits for any more when its turn comes is not drawn.

    To be used in one event loop. Nothing runs before `start`, or before something is asked for.

    Args:
        kept: how many pictures are kept; the one asked for longest ago goes first.
        threads: how many pictures are drawn at once.
        painter: whether they are drawn in a process, one at a time.
        told: called with the kind of every picture that was not kept, and the seconds from being asked for
            until it was drawn; None where it could not be.
    """

    def __init__(
        self,
        kept: int = _KEPT,
        threads: int = _THREADS,
        *,
        painter: bool = False,
        told: Told | None = None,
    ) -> None:
        self._kept = kept
        self._threads = threads
        self._painter = painter
        self._told = told
        self._process: WorkerProcess | None = None
        # Those that were replaced before the last few are gone long since.
        self._ended: deque[WorkerProcess] = deque(maxlen=4)
        self._pool = None if painter else self._new_pool()
        self._closed = False
        self._drawn: OrderedDict[Hashable, bytes] = OrderedDict()
        self._drawing: dict[Hashable, _Order] = {}
        self._orders: list[tuple[Turn, int, _Order]] = []
        self._numbers = itertools.count()
        self._in_hand = 0

    def start(self) -> None:
        """Have the painter, if pictures are drawn by one, come to work, which takes it half a second.

        Where none can be started, it is tried again when something is to be drawn.
        """
        try:
            if not self._closed:
                self._someone()
        except Exception as error:
            log.error("no painter could be started: %s", type(error).__name__)

    def warm_up(self) -> None:
        """Begin to make, beside everything else, what pictures are made of; see `warming.warm_up`.

        Whoever wants a picture meanwhile waits only for the part that is being made.
        """
        self._warm_up(0, round(WITHIN / SLICE))

    async def hand(self, picture: HandPicture, turn: Turn = Turn.HAND) -> bytes:
        """A hand as a PNG.

        Args:
            picture: what it shows.
            turn: how soon it is wanted.

        Raises:
            PictureError: where it could not be drawn, or the studio is closed.
        """
        draw = _hand_again if self._painter else draw_hand
        return await self._picture("hand", picture, partial(draw, picture), turn)

    async def table(self, picture: TablePicture) -> bytes:
        """A table as a PNG.

        Raises:
            PictureError: where it could not be drawn, or the studio is closed.
        """
        return await self._picture("table", picture, partial(draw_table, picture))

    async def sheet(self, picture: SheetPicture) -> bytes:
        """A score sheet as a PNG.

        Raises:
            PictureError: where it could not be drawn, or the studio is closed.
        """
        return await self._picture("sheet", picture, partial(draw_sheet, picture))

    async def chart(self, picture: ChartPicture) -> bytes:
        """The totals of a game as a PNG.

        Raises:
            PictureError: where it could not be drawn, or the studio is closed.
        """
        return await self._picture("chart", picture, partial(draw_chart, picture))

    async def placing(self, picture: PlacingPicture) -> bytes:
        """The placing at the end of a game as a PNG.

        Raises:
            PictureError: where it could not be drawn, or the studio is closed.
        """
        return await self._picture("placing", picture, partial(draw_placing, picture))

    async def rating(self, picture: RatingPicture) -> bytes:
        """The course of a rating as a PNG.

        Raises:
            PictureError: where it could not be drawn, or the studio is closed.
        """
        return await self._picture("rating", picture, partial(draw_rating, picture))

    async def close(self) -> None:
        """Stop drawing; whoever still waits for a picture not begun gets a `PictureError`.

        The painter is gone afterwards: a program that ends while it goes would stumble over it. One that is
        not gone within some seconds is left to itself.
        """
        self._closed = True
        for _, _, order in self._orders:
            order.drawn.cancel()
        self._orders.clear()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._end(self._process)
        while self._ended:
            if not await asyncio.to_thread(self._ended.popleft().wait, _GONE):
                log.error("a painter that was ended is still there")

    def _end(self, painter: WorkerProcess) -> None:
        painter.end()
        self._ended.append(painter)
        self._process = None

    def _warm_up(self, begin: int, slices: int) -> None:
        order = self._order(partial(warm_up, begin, SLICE), Turn.WARMING)
        order.waiting = 1
        order.drawn.add_done_callback(partial(self._is_warmer, slices - 1))

    def _is_warmer(self, slices: int, warming: asyncio.Future[int]) -> None:
        if warming.cancelled():
            return
        if (error := warming.exception()) is not None:
            log.error("pictures are not warmed up: %s", type(error).__name__)
        elif slices and not self._closed:
            self._warm_up(warming.result(), slices)

    async def _picture(
        self, kind: str, picture: Hashable, draw: Callable[[], bytes], turn: Turn = Turn.OTHER
    ) -> bytes:
        if picture in self._drawn:
            self._drawn.move_to_end(picture)
            return self._drawn[picture]
        order = self._drawing.get(picture)
        try:
            if order is None or order.drawn.done():
                order = self._order(draw, turn)
                self._drawing[picture] = order
                keep = partial(self._keep, kind, picture, time.perf_counter(), order)
                order.drawn.add_done_callback(keep)
            elif turn < order.turn and not order.begun:
                order.turn = turn
                self._queue(order)
            order.waiting += 1
            try:
                # One who no longer waits does not take the picture from the others.
                return await asyncio.shield(order.drawn)
            finally:
                order.waiting -= 1
        except asyncio.CancelledError as error:
            if order is not None and order.drawn.cancelled():
                raise PictureError(kind) from error
            raise
        except Exception as error:
            raise PictureError(kind) from error

    def _order(self, draw: Callable[[], Any], turn: Turn) -> _Order:
        if self._closed:
            raise RuntimeError("the studio is closed")
        order = _Order(draw, asyncio.get_running_loop().create_future(), turn)
        self._queue(order)
        # Not at once: whoever orders it does not wait for it yet.
        asyncio.get_running_loop().call_soon(self._go_on)
        return order

    def _queue(self, order: _Order) -> None:
        heapq.heappush(self._orders, (order.turn, next(self._numbers), order))

    def _go_on(self) -> None:
        """Begin as many pictures as are drawn at once."""
        while self._orders and self._in_hand < (_IN_HAND if self._painter else self._threads):
            _, _, order = heapq.heappop(self._orders)
            if order.begun or order.drawn.done():
                continue
            if not order.waiting:
                order.drawn.cancel()
                continue
            try:
                drawing = asyncio.wrap_future(self._submit(order.draw))
            except Exception as error:
                order.drawn.set_exception(error)
                continue
            order.begun = True
            self._in_hand += 1
            timer = None
            if self._process is not None:
                timer = asyncio.get_running_loop().call_later(_HANGS, self._process.end)
            drawing.add_done_callback(partial(self._is_drawn, order, timer))

    def _is_drawn(
        self, order: _Order, timer: asyncio.TimerHandle | None, drawing: asyncio.Future[bytes]
    ) -> None:
        self._in_hand -= 1
        if timer is not None:
            timer.cancel()
        if drawing.cancelled():
            order.drawn.cancel()
        elif (error := drawing.exception()) is None:
            if not order.drawn.done():
                order.drawn.set_result(drawing.result())
        elif isinstance(error, BrokenExecutor) and self._closed:
            order.drawn.cancel()
        elif isinstance(error, BrokenExecutor) and not order.again:
            order.again, order.begun = True, False
            self._queue(order)
        elif not order.drawn.done():
            order.drawn.set_exception(error)
        if not self._closed:
            self._go_on()

    def _submit(self, draw: Callable[[], T]) -> Future[T]:
        """Have something done by whoever draws; by somebody new where they take no more work.

        Raises:
            RuntimeError: the studio is closed, or there is no thread to be had.
            OSError: there is no process to be had.
        """
        if self._closed:
            raise RuntimeError("the studio is closed")
        try:
            return self._someone().submit(draw)
        except RuntimeError:
            # What has once broken takes no more work: once more with a new one.
            if self._pool is not None:
                self._pool.shutdown(wait=False)
                self._pool = self._new_pool()
            if self._process is not None:
                log.warning("the painter died and is replaced")
                self._end(self._process)
            return self._someone().submit(draw)

    def _someone(self) -> ThreadPoolExecutor | WorkerProcess:
        if self._pool is not None:
            return self._pool
        if self._process is None:
            painter = WorkerProcess(_NICE)
            painter.start()
            self._process = painter
        return self._process

    def _keep(
        self, kind: str, picture: Hashable, began: float, order: _Order, drawing: asyncio.Future[bytes]
    ) -> None:
        if self._drawing.get(picture) is order:
            del self._drawing[picture]
        failed = drawing.cancelled() or drawing.exception() is not None
        if self._told is not None:
            self._told(kind, None if failed else time.perf_counter() - began)
        if failed:
            return
        self._drawn[picture] = drawing.result()
        while len(self._drawn) > self._kept:
            self._drawn.popitem(last=False)

    def _new_pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads, thread_name_prefix="picture")
