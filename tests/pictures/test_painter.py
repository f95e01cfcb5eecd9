"""Pictures drawn in a process beside the bot's: what becomes of them when it dies, and what goes first."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

from bot.pictures import studio as module
from bot.pictures.gallery import tables
from bot.pictures.hand import HandPicture, draw_hand
from bot.pictures.studio import PictureError, Studio, Turn
from bot.pictures.table import draw_table
from bot.rules.cards import ALL_CARDS, Cards
from bot.worker_process import WorkerProcess

HANDS = [HandPicture(Cards.of([card]), None) for card in ALL_CARDS]
TABLE = tables()["table-4-turn"]


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    studio = Studio(painter=True)
    yield studio
    await studio.close()


@pytest.fixture
def painters(monkeypatch: pytest.MonkeyPatch) -> list[WorkerProcess]:
    """Every painter there has been."""
    made: list[WorkerProcess] = []

    class Recorded(WorkerProcess):
        def __init__(self, nice: int) -> None:
            super().__init__(nice)
            made.append(self)

    monkeypatch.setattr(module, "WorkerProcess", Recorded)
    return made


async def test_the_pictures_are_the_same_and_not_drawn_by_this_process(
    painters: list[WorkerProcess], studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.warm_up()
    assert await studio.hand(HANDS[0]) == draw_hand(HANDS[0])
    assert await studio.table(TABLE) == draw_table(TABLE)
    (painter,) = painters
    assert await asyncio.wrap_future(painter.submit(os.getpid)) != os.getpid()


async def test_a_painter_that_was_sent_for_is_there_when_something_is_to_be_drawn(
    painters: list[WorkerProcess], studio: Studio
) -> None:
    studio.start()
    (painter,) = painters
    assert await studio.hand(HANDS[0]) == draw_hand(HANDS[0])
    assert painters == [painter]


@pytest.mark.parametrize(
    ("owner", "name", "error"),
    [
        (BaseProcess, "start", BlockingIOError()),
        (threading.Thread, "start", RuntimeError("can't start new thread")),
    ],
)
async def test_a_painter_that_cannot_come_is_tried_again(
    painters: list[WorkerProcess],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    studio: Studio,
    owner: type,
    name: str,
    error: Exception,
) -> None:
    with monkeypatch.context() as short:
        short.setattr(owner, name, Short(error))
        studio.start()
    assert type(error).__name__ in caplog.text
    assert await studio.hand(HANDS[0]) == draw_hand(HANDS[0])
    assert len(painters) == 2
    assert "died" not in caplog.text
    # Nothing is left of the first, and the second is one that can be ended.
    assert await asyncio.to_thread(painters[0].wait, 60)
    painters[1].end()
    assert await asyncio.to_thread(painters[1].wait, 60)


class Short:
    """Stands for what there is not enough of."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __call__(self, *args: object) -> None:
        raise self.error


async def test_a_painter_that_died_between_two_pictures_is_replaced(
    painters: list[WorkerProcess], studio: Studio
) -> None:
    await studio.hand(HANDS[0])
    painters[0].end()
    await asyncio.to_thread(painters[0].wait)
    assert await studio.hand(HANDS[1]) == draw_hand(HANDS[1])
    assert len(painters) == 2


async def test_what_a_dying_painter_was_drawing_is_drawn_by_the_next(
    painters: list[WorkerProcess], studio: Studio
) -> None:
    asked = [asyncio.create_task(studio.hand(hand)) for hand in HANDS[:6]]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    painters[0].end()
    assert await asyncio.gather(*asked) == [draw_hand(hand) for hand in HANDS[:6]]
    assert len(painters) == 2


async def test_a_picture_at_which_painters_die_is_given_up(studio: Studio) -> None:
    for _ in range(2):
        with pytest.raises(PictureError):
            await studio.table(Deadly())  # pyright: ignore[reportArgumentType]
    assert await studio.hand(HANDS[0]) == draw_hand(HANDS[0])


class Deadly:
    """A picture no process survives."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (1,)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The pictures a painter has been given, in order."""
    given: list[object] = []
    submit = WorkerProcess.submit

    def noted(self: WorkerProcess, function: Callable[..., Any], *args: Any) -> Future[Any]:
        if isinstance(function, partial):
            given.extend(function.args)
        return submit(self, function, *args)

    monkeypatch.setattr(WorkerProcess, "submit", noted)
    return given


async def test_hands_are_drawn_before_tables_that_were_asked_for_earlier(
    begun: list[object], studio: Studio
) -> None:
    pictures = [*tables().values()][:4]
    asked = [asyncio.create_task(studio.table(table)) for table in pictures]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asked += [asyncio.create_task(studio.hand(hand)) for hand in HANDS[:2]]
    await asyncio.gather(*asked)
    assert begun == [*pictures[:2], *HANDS[:2], *pictures[2:]]


async def test_the_hand_somebody_has_clicked_for_goes_first_also_where_it_was_asked_for_before(
    begun: list[object], studio: Studio
) -> None:
    asked = [asyncio.create_task(studio.hand(hand)) for hand in HANDS[:6]]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await studio.hand(HANDS[4], turn=Turn.CLICK)
    assert len(begun) < 6
    await asyncio.gather(*asked)
    assert begun[2:] == [HANDS[4], HANDS[2], HANDS[3], HANDS[5]]


async def test_what_nobody_waits_for_any_more_is_not_drawn(begun: list[object], studio: Studio) -> None:
    asked = [asyncio.create_task(studio.hand(hand)) for hand in HANDS[:4]]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asked[3].cancel()
    await asyncio.gather(*asked[:3])
    assert await studio.hand(HANDS[4])
    assert begun == [*HANDS[:3], HANDS[4]]
    assert await studio.hand(HANDS[3]) == draw_hand(HANDS[3])


async def test_a_closed_studio_ends_its_painter_and_leaves_nobody_waiting(
    painters: list[WorkerProcess], studio: Studio
) -> None:
    asked = [asyncio.create_task(studio.hand(hand)) for hand in HANDS[:8]]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await studio.close()
    for picture in asked:
        with pytest.raises(PictureError):
            await picture
    with pytest.raises(PictureError):
        await studio.hand(HANDS[9])
    await asyncio.to_thread(painters[0].wait)
    assert len(painters) == 1


async def test_closing_does_not_wait_for_ever_for_a_painter_that_does_not_go(
    painters: list[WorkerProcess],
    studio: Studio,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(module, "_GONE", 0.1)
    await studio.hand(HANDS[0])
    with monkeypatch.context() as undying:
        undying.setattr(WorkerProcess, "end", lambda _: None)
        async with asyncio.timeout(30):
            await studio.close()
    assert "still there" in caplog.text
    painters[0].end()
