"""Pictures drawn off the event loop, once each."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
import pytest_asyncio

from bot.pictures import studio as module
from bot.pictures import warming
from bot.pictures.deck import Deck
from bot.pictures.gallery import example_view, tables
from bot.pictures.hand import HandPicture, draw_hand
from bot.pictures.studio import PictureError, Studio
from bot.pictures.table import draw_table
from bot.pictures.warming import SLICE, WITHIN, warm_up
from bot.rules.cards import ALL_CARDS, Cards
from bot.rules.ruleset import Ruleset

HAND = HandPicture(Cards.parse("9C QS"), None)
OTHER = HandPicture(Cards.parse("9C QH"), None)

LIMIT = 10.0
"""Seconds after which what does not come is not waited for any longer."""


class Counted:
    """Draws hands as ever, counts them and can be made to wait or fail."""

    def __init__(self) -> None:
        self.drawn: list[HandPicture] = []
        self.threads: set[int] = set()
        self.begun = threading.Event()
        self.go = threading.Event()
        self.go.set()
        self.error: Exception | None = None

    def __call__(self, picture: HandPicture) -> bytes:
        self.drawn.append(picture)
        self.threads.add(threading.get_ident())
        self.begun.set()
        self.go.wait(LIMIT)
        if self.error is not None:
            raise self.error
        return draw_hand(picture)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    draw = Counted()
    monkeypatch.setattr(module, "draw_hand", draw)
    return draw


@pytest_asyncio.fixture
async def studio() -> AsyncIterator[Studio]:
    studio = Studio(kept=3)
    yield studio
    await studio.close()


async def test_a_studio_gives_what_is_drawn(studio: Studio) -> None:
    picture = tables()["table-4-turn"]
    assert await studio.hand(HAND) == draw_hand(HAND)
    assert await studio.table(picture) == draw_table(picture)


async def test_nothing_is_drawn_on_the_event_loops_thread(studio: Studio, counted: Counted) -> None:
    await studio.hand(HAND)
    assert threading.get_ident() not in counted.threads
    assert counted.threads


async def test_whoever_asks_for_it_is_told_how_long_each_drawing_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[tuple[str, float | None]] = []
    studio = Studio(told=lambda kind, seconds: told.append((kind, seconds)))
    for _ in range(2):
        await studio.hand(HAND)
    monkeypatch.setattr(module, "draw_hand", lambda _: 1 // 0)
    with pytest.raises(PictureError):
        await studio.hand(HandPicture(Cards.parse("2C"), None))
    await studio.close()
    (drawn, seconds), failed = told
    assert (drawn, failed) == ("hand", ("hand", None))
    assert seconds is not None
    assert 0 < seconds < 60


async def test_the_same_picture_is_drawn_once(studio: Studio, counted: Counted) -> None:
    again = HandPicture(Cards.parse("QS 9C"), None)
    assert await studio.hand(HAND) == await studio.hand(again)
    assert counted.drawn == [HAND]


async def test_the_same_picture_asked_for_twice_at_once_is_drawn_once(
    studio: Studio, counted: Counted
) -> None:
    counted.go.clear()
    asked = [asyncio.create_task(studio.hand(HAND)) for _ in range(5)]
    await asyncio.sleep(0)
    counted.go.set()
    assert set(await asyncio.gather(*asked)) == {draw_hand(HAND)}
    assert counted.drawn == [HAND]


async def test_a_picture_that_shows_something_else_is_another(studio: Studio, counted: Counted) -> None:
    await studio.hand(HAND)
    for other in (
        OTHER,
        HandPicture(HAND.cards, HAND.cards),
        HandPicture(HAND.cards, None, deck=Deck(german=True)),
    ):
        await studio.hand(other)
    assert len(counted.drawn) == 4


async def test_the_picture_asked_for_longest_ago_is_forgotten_first(studio: Studio, counted: Counted) -> None:
    pictures = [HandPicture(Cards.of([card]), None) for card in ALL_CARDS[:4]]
    for picture in (*pictures[:3], pictures[0], pictures[3]):
        await studio.hand(picture)
    counted.drawn.clear()
    for picture in (pictures[0], pictures[2], pictures[3], pictures[1]):
        await studio.hand(picture)
    assert counted.drawn == [pictures[1]]


async def test_one_who_stops_waiting_takes_the_picture_from_nobody(studio: Studio, counted: Counted) -> None:
    counted.go.clear()
    gone, patient = (asyncio.create_task(studio.hand(HAND)) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    counted.go.set()
    assert await patient == draw_hand(HAND)


async def test_a_failure_is_a_picture_error_with_its_cause_and_is_not_kept(
    studio: Studio, counted: Counted
) -> None:
    counted.error = OSError("no font")
    with pytest.raises(PictureError) as caught:
        await studio.hand(HAND)
    assert caught.value.__cause__ is counted.error
    assert caught.value.kind == "hand"
    counted.error = None
    assert await studio.hand(HAND) == draw_hand(HAND)


async def test_an_error_names_no_card(studio: Studio, counted: Counted) -> None:
    counted.error = OSError("no font")
    with pytest.raises(PictureError) as caught:
        await studio.hand(HAND)
    assert not any(str(card) in str(caught.value) for card in HAND.cards)


async def test_a_table_no_one_can_draw_is_a_picture_error(studio: Studio) -> None:
    picture = tables()["table-5-turn"]
    view = example_view(2, turn=0, ruleset=Ruleset())
    broken = module.TablePicture(view, picture.seats[:2], picture.shown_trick, None, None)
    with pytest.raises(PictureError, match="table"):
        await studio.table(broken)


async def test_a_broken_pool_is_replaced(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[ThreadPoolExecutor] = []

    class Recorded(ThreadPoolExecutor):
        def __init__(self, *args: object, **named: object) -> None:
            super().__init__(1)
            made.append(self)

    monkeypatch.setattr(module, "ThreadPoolExecutor", Recorded)
    own = Studio()
    made[0].shutdown()
    assert await own.hand(HAND) == draw_hand(HAND)
    assert await own.hand(OTHER) == draw_hand(OTHER)
    assert len(made) == 2
    await own.close()


async def test_a_closed_studio_refuses_and_leaves_nobody_waiting(counted: Counted) -> None:
    studio = Studio(threads=1)
    counted.go.clear()
    begun = asyncio.create_task(studio.hand(HAND))
    waiting = asyncio.create_task(studio.hand(OTHER))
    await asyncio.to_thread(counted.begun.wait, LIMIT)
    await studio.close()
    with pytest.raises(PictureError):
        await waiting
    with pytest.raises(PictureError):
        await studio.hand(HandPicture(Cards.parse("2C"), None))
    counted.go.set()
    assert await begun == draw_hand(HAND)


async def test_a_studio_warms_up_beside_the_event_loop(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[int] = []
    done = asyncio.Event()
    loop = asyncio.get_running_loop()

    def warm(begin: int, within: float) -> int:
        threads.append(threading.get_ident())
        assert begin == len(threads) - 1
        assert within < WITHIN
        if len(threads) * within >= WITHIN:
            loop.call_soon_threadsafe(done.set)
        return begin + 1

    monkeypatch.setattr(module, "warm_up", warm)
    studio.warm_up()
    async with asyncio.timeout(LIMIT):
        await done.wait()
    await studio.hand(HAND)
    assert len(threads) == round(WITHIN / SLICE)
    assert threading.get_ident() not in threads


async def test_a_warm_up_that_fails_is_logged_and_harms_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    studio = Studio(threads=1)

    def fail(begin: int, within: float) -> int:
        raise OSError("no font")

    monkeypatch.setattr(module, "warm_up", fail)
    studio.warm_up()
    await asyncio.sleep(0)
    assert await studio.hand(HAND) == draw_hand(HAND)
    await studio.close()
    assert "OSError" in caplog.text


async def test_a_studio_closed_while_it_warms_up_has_nothing_to_say(caplog: pytest.LogCaptureFixture) -> None:
    before = {*threading.enumerate()}
    studio = Studio(painter=True)
    studio.start()
    studio.warm_up()
    await asyncio.sleep(0)
    looking_after = {*threading.enumerate()} - before
    assert looking_after
    await studio.close()
    assert not looking_after & {*threading.enumerate()}, "Python ends while they still look"
    assert caplog.text == ""


async def test_pictures_somebody_wants_are_drawn_between_the_first_two_parts_of_the_warm_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order: list[str] = []
    begun, again, go = asyncio.Event(), asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def warm(begin: int, within: float) -> int:
        loop.call_soon_threadsafe(again.set if begin else begun.set)
        go.wait(LIMIT)
        order.append("warmed")
        return begin + 1

    def draw(kind: str, picture: object) -> bytes:
        order.append(kind)
        return b""

    monkeypatch.setattr(module, "warm_up", warm)
    for kind in ("hand", "table"):
        monkeypatch.setattr(module, f"draw_{kind}", partial(draw, kind))
    studio = Studio(threads=1)
    try:
        async with asyncio.timeout(LIMIT):
            studio.warm_up()
            await begun.wait()
            # The second part is waiting when the first of these has been drawn.
            wanted = [asyncio.create_task(studio.table(each)) for each in [*tables().values()][:2]]
            wanted.append(asyncio.create_task(studio.hand(HAND)))
            await asyncio.sleep(0)
            go.set()
            await asyncio.gather(*wanted)
            await again.wait()
    finally:
        go.set()
        await studio.close()
    assert order[:4] == ["warmed", "hand", "table", "table"]


class Clock:
    """A clock that goes on by so many seconds whenever somebody looks at it."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.now = 0.0

    def perf_counter(self) -> float:
        self.now += self.seconds
        return self.now


@pytest.fixture
def warmed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """The pictures drawn by a warm-up, none of which is drawn in truth."""
    drawn: list[object] = []
    for name in ("draw_hand", "draw_table"):
        monkeypatch.setattr(warming, name, drawn.append)
    warm_up.cache_clear()
    yield drawn
    warm_up.cache_clear()


def test_a_warm_up_goes_on_where_it_stopped_and_draws_nothing_twice(
    warmed: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "time", Clock(1))
    assert warm_up(0, 6) == len(warmed) == 6
    assert warm_up(6, 4) == len(warmed) == 10
    in_parts = [*warmed]
    warmed.clear()
    assert warm_up(0, 10) == 10
    assert warmed == in_parts


def test_a_second_warm_up_in_one_process_finds_all_made(
    warmed: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "time", Clock(1))
    assert [warm_up(0, 6), warm_up(0, 6)] == [6, 6]
    assert len(warmed) == 6


def test_a_warm_up_held_up_longer_than_a_part_takes_goes_on_all_the_same(
    warmed: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "time", Clock(60))
    assert [warm_up(begin, SLICE) for begin in range(3)] == [1, 2, 3]
    assert len(warmed) == 3
