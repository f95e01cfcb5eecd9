"""Pictures drawn beside the event loop, and kept for whoever asks for the same again."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from bot.pictures.chart import ChartPicture, draw_chart
from bot.pictures.hand import HandPicture, draw_hand
from bot.pictures.placing import PlacingPicture, draw_placing
from bot.pictures.rating import RatingPicture, draw_rating
from bot.pictures.sheet import SheetPicture, draw_sheet
from bot.pictures.table import TablePicture, draw_table
from bot.pictures.warming import warm_up

log = logging.getLogger(__name__)

T = TypeVar("T")

_KEPT: Final = 200
_THREADS: Final = 2


class PictureError(Exception):
    """A picture could not be drawn; its cause is the exception's cause.

    Attributes:
        kind: "hand", "table", "sheet", "chart", "placing" or "rating". What it would have shown is left out,
            as a hand is nobody else's to read.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(f"no picture of a {kind}")
        self.kind = kind


class Studio:
    """Draws pictures in threads; keeps the pool, the pictures being drawn and the pictures drawn last.

    Threads rather than processes: a hand or a table takes two or three milliseconds, in many short steps, so
    that the event loop hardly waits, while each process would have to turn and keep every card for itself.

    To be used in one event loop. Nothing runs while nothing is asked for.

    Args:
        kept: how many pictures are kept; the one asked for longest ago goes first.
        threads: how many pictures are drawn at once.
    """

    def __init__(self, kept: int = _KEPT, threads: int = _THREADS) -> None:
        self._kept = kept
        self._threads = threads
        self._pool = self._new_pool()
        self._closed = False
        self._drawn: OrderedDict[Hashable, bytes] = OrderedDict()
        self._drawing: dict[Hashable, asyncio.Future[bytes]] = {}

    def warm_up(self) -> None:
        """Begin to make, beside everything else, what pictures are made of; see `warming.warm_up`."""
        self._submit(warm_up).add_done_callback(_say_why)

    async def hand(self, picture: HandPicture) -> bytes:
        """A hand as a PNG.

        Raises:
            PictureError: where it could not be drawn, or the studio is closed.
        """
        return await self._picture("hand", picture, partial(draw_hand, picture))

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
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _picture(self, kind: str, picture: Hashable, draw: Callable[[], bytes]) -> bytes:
        if picture in self._drawn:
            self._drawn.move_to_end(picture)
            return self._drawn[picture]
        drawing = self._drawing.get(picture)
        try:
            if drawing is None:
                drawing = asyncio.wrap_future(self._submit(draw))
                self._drawing[picture] = drawing
                drawing.add_done_callback(partial(self._keep, picture))
            # One who no longer waits does not take the picture from the others.
            return await asyncio.shield(drawing)
        except asyncio.CancelledError as error:
            if drawing is not None and drawing.cancelled():
                raise PictureError(kind) from error
            raise
        except Exception as error:
            raise PictureError(kind) from error

    def _submit(self, draw: Callable[[], T]) -> Future[T]:
        if self._closed:
            raise RuntimeError("the studio is closed")
        try:
            return self._pool.submit(draw)
        except RuntimeError:
            # A pool that takes no more work stays that way: once more with a new one.
            self._pool.shutdown(wait=False)
            self._pool = self._new_pool()
            return self._pool.submit(draw)

    def _keep(self, picture: Hashable, drawing: asyncio.Future[bytes]) -> None:
        del self._drawing[picture]
        if drawing.cancelled() or drawing.exception() is not None:
            return
        self._drawn[picture] = drawing.result()
        while len(self._drawn) > self._kept:
            self._drawn.popitem(last=False)

    def _new_pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads, thread_name_prefix="picture")


def _say_why(warming: Future[Any]) -> None:
    if not warming.cancelled() and (error := warming.exception()) is not None:
        log.error("pictures are not warmed up: %s", type(error).__name__)
