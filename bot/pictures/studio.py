"""Pictures drawn beside the event loop, and kept for whoever asks for the same again."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import Any, Final, TypeVar

from bot.pictures.chart import ChartPicture, draw_chart
from bot.pictures.hand import HandPicture, draw_hand
from bot.pictures.placing import PlacingPicture, draw_placing
from bot.pictures.rating import RatingPicture, draw_rating
from bot.pictures.sheet import SheetPicture, draw_sheet
from bot.pictures.table import TablePicture, draw_table
from bot.pictures.warming import warm_up
from bot.worker_process import WorkerProcess

log = logging.getLogger(__name__)

T = TypeVar("T")

Told = Callable[[str, float | None], None]

_KEPT: Final = 200
_THREADS: Final = 2
_IN_HAND: Final = 2
"""So many pictures a painter is given at once: one to draw, and one to go on with."""
_HANGS: Final = 20.0
"""Seconds after which a painter that draws nothing is taken to hang, and ended."""
_NICE: Final = 0


class PictureError(Exception):
    """A picture could not be drawn; its cause is the exception's cause.

    Attributes:
        kind: "hand", "table", "sheet", "chart", "placing" or "rating". What it would have shown is left out,
            as a hand is nobody else's to read.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(f"no picture of a {kind}")
        self.kind = kind


class _Turn(IntEnum):
    """What is drawn first."""

    HAND = 0
    """Somebody has clicked, and waits."""
    OTHER = 1


@dataclass(order=True)
class _Order:
    """A picture to be drawn.

    Attributes:
        turn: when it is its turn.
        number: of orders with the same turn the lowest goes first.
        draw: draws it.
        drawn: the picture, or why it could not be drawn.
        again: whether it was begun before, and the painter died.
    """

    turn: _Turn
    number: int
    draw: Callable[[], bytes] = field(compare=False)
    drawn: asyncio.Future[bytes] = field(compare=False)
    again: bool = field(default=False, compare=False)


class Studio:
    """Draws pictures; keeps what draws, the pictures being drawn and the pictures drawn last.

    Either in one process beside the bot's, the painter: then the event loop shares its time with nobody who
    draws, and what pictures are made of is kept there. Or in threads: a hand or a table takes two or three
    milliseconds, in many short steps. A painter that dies or hangs is replaced, and what it was drawing is
    drawn again, once. Hands are drawn before everything else.

    To be used in one event loop. Nothing runs while nothing is asked for.

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
        self._pool = None if painter else self._new_pool()
        self._closed = False
        self._drawn: OrderedDict[Hashable, bytes] = OrderedDict()
        self._drawing: dict[Hashable, asyncio.Future[bytes]] = {}
        self._orders: list[_Order] = []
        self._numbers = itertools.count()
        self._in_hand = 0

    def warm_up(self) -> None:
        """Begin to make, beside everything else, what pictures are made of; see `warming.warm_up`."""
        self._submit(warm_up).add_done_callback(_say_why)

    async def hand(self, picture: HandPicture) -> bytes:
        """A hand as a PNG.

        Raises:
            PictureError: where it could not be drawn, or the studio is closed.
        """
        return await self._picture("hand", picture, partial(draw_hand, picture), _Turn.HAND)

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

    def close(self) -> None:
        """Stop drawing; whoever still waits for a picture not begun gets a `PictureError`."""
        self._closed = True
        for order in self._orders:
            order.drawn.cancel()
        self._orders.clear()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._process.end()
            self._process = None

    async def _picture(
        self, kind: str, picture: Hashable, draw: Callable[[], bytes], turn: _Turn = _Turn.OTHER
    ) -> bytes:
        if picture in self._drawn:
            self._drawn.move_to_end(picture)
            return self._drawn[picture]
        drawing = self._drawing.get(picture)
        try:
            if drawing is None:
                drawing = self._order(draw, turn)
                self._drawing[picture] = drawing
                drawing.add_done_callback(partial(self._keep, kind, picture, time.perf_counter()))
            # One who no longer waits does not take the picture from the others.
            return await asyncio.shield(drawing)
        except asyncio.CancelledError as error:
            if drawing is not None and drawing.cancelled():
                raise PictureError(kind) from error
            raise
        except Exception as error:
            raise PictureError(kind) from error

    def _order(self, draw: Callable[[], bytes], turn: _Turn) -> asyncio.Future[bytes]:
        if self._closed:
            raise RuntimeError("the studio is closed")
        order = _Order(turn, next(self._numbers), draw, asyncio.get_running_loop().create_future())
        heapq.heappush(self._orders, order)
        self._go_on()
        return order.drawn

    def _go_on(self) -> None:
        """Begin as many pictures as are drawn at once."""
        while self._orders and self._in_hand < (_IN_HAND if self._painter else self._threads):
            order = heapq.heappop(self._orders)
            try:
                drawing = asyncio.wrap_future(self._submit(order.draw))
            except Exception as error:
                order.drawn.set_exception(error)
                continue
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
            order.again = True
            heapq.heappush(self._orders, order)
        elif not order.drawn.done():
            order.drawn.set_exception(error)
        if not self._closed:
            self._go_on()

    def _submit(self, draw: Callable[[], T]) -> Future[T]:
        """Have something done by whoever draws; by somebody new where they take no more work.

        Raises:
            RuntimeError: the studio is closed.
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
                self._process.end()
                self._process = None
            return self._someone().submit(draw)

    def _someone(self) -> ThreadPoolExecutor | WorkerProcess:
        if self._pool is not None:
            return self._pool
        if self._process is None:
            self._process = WorkerProcess(_NICE)
            self._process.start()
        return self._process

    def _keep(self, kind: str, picture: Hashable, began: float, drawing: asyncio.Future[bytes]) -> None:
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


def _say_why(warming: Future[Any]) -> None:
    if not warming.cancelled() and (error := warming.exception()) is not None:
        log.error("pictures are not warmed up: %s", type(error).__name__)
