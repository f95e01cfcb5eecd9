"""Under load: a rate of clicks raised until the bot cannot keep up, and a start with many tables."""

from __future__ import annotations

import asyncio
import logging
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bot.load_bench.bot_handle import BotHandle, running_bot
from bot.load_bench.bot_process import Start
from bot.load_bench.crowd import Crowd, Guest, Pressed, Shown
from bot.load_bench.discord_server import DiscordServer, emoji
from bot.load_bench.discord_state import DiscordState
from bot.load_bench.prepare import Plan, Prepared, prepare
from bot.pictures.emoji import emoji_set

log = logging.getLogger(__name__)

GOAL_RATE: Final = 40.0
"""So many clicks a second are to be answered in time."""
GOAL_P99_MS: Final = 250.0
"""Within so long 99 of 100 of them are."""
GOAL_MOST_MS: Final = 3000.0
"""Within so long all are."""
GOAL_START_S: Final = 2.0
"""Within so long of its start the bot answers clicks."""
GOAL_MEMORY_MB: Final = 150.0
KEPT_UP: Final = 0.97
"""The share of the clicks of a rate that has to be answered at its end, or the rate is too high."""
PATIENCE: Final = 15.0
"""Seconds a click is waited for."""
START_CLICKS: Final = 400
"""So many people click at a start, where nothing else is measured."""
STARTING: Final = 120.0
"""Seconds the bot has to connect."""


@dataclass(frozen=True)
class Size:
    """How much is measured.

    Attributes:
        tables: how many are open.
        people: in how many seats of each there is a person.
        rates: clicks a second, one after another, until one is too many.
        seconds: for how long each.
        latency: seconds Discord takes for an answer.
        warming: clicks a second while hands are opened at first.
        seed: of everything left to lot.
        settings: what differs from the bot's usual settings.
        profile: whether the bot's main thread is looked at during each rate.
    """

    tables: int = 500
    people: int = 4
    rates: tuple[float, ...] = (10.0, 20.0, 40.0, 60.0, 80.0, 100.0, 120.0)
    seconds: float = 30.0
    latency: float = 0.05
    warming: float = 40.0
    seed: int = 1
    settings: dict[str, Any] = field(default_factory=dict[str, Any])
    profile: bool = False


@dataclass
class Hall:
    """The bot, Discord and the people.

    Attributes:
        bot: the bot's process.
        server: Discord.
        crowd: the people.
        guests: who sits at each table.
    """

    bot: BotHandle | None
    server: DiscordServer
    crowd: Crowd
    guests: list[list[Guest]]

    @property
    def process(self) -> BotHandle:
        """The bot's process, which is running."""
        assert self.bot is not None
        return self.bot


@asynccontextmanager
async def server_and_crowd(latency: float, seed: int) -> AsyncIterator[tuple[DiscordServer, Crowd]]:
    """A Discord that listens until the end of the block, with the bot's emoji in it, and people."""
    crowd = Crowd(seed)
    state = DiscordState(crowd)
    state.emoji = [emoji(state.ids.next(), picture.name) for picture in await asyncio.to_thread(emoji_set)]
    server = DiscordServer(state, latency, seed)
    crowd.look_at(server)
    async with server.listening():
        yield server, crowd


@asynccontextmanager
async def opened(size: Size) -> AsyncIterator[Hall]:
    """Prepare the tables, start the bot, and end everything at the end of the block."""
    async with server_and_crowd(size.latency, size.seed) as (server, crowd):
        with tempfile.TemporaryDirectory(prefix="hearts-load-") as folder:
            database = Path(folder) / "hearts.sqlite"
            plan = Plan(size.tables, size.people, seed=size.seed)
            prepared = await prepare(database, plan, server.state, time.time())
            start = Start(server.api, server.gateway, str(database), size.settings)
            async with running_bot(start) as bot:
                yield Hall(bot, server, crowd, [_guests(table, crowd) for table in prepared])


def _guests(table: Prepared, crowd: Crowd) -> list[Guest]:
    guests = [Guest(one, table.place) for one in table.people]
    crowd.seat(guests)
    return guests


async def connected(hall: Hall) -> None:
    """Wait until the bot has connected.

    Raises:
        TimeoutError: it has not.
    """
    async with asyncio.timeout(STARTING):
        while not hall.server.ready.is_set():
            if hall.process.ended:
                raise ConnectionError("the bot has ended")
            await asyncio.wait((asyncio.ensure_future(hall.server.ready.wait()),), timeout=0.5)


async def bench(size: Size) -> dict[str, Any]:
    """Measure how the bot answers clicks at every rate until one is too high.

    Clicks come at their times, whether or not those before are answered, and count from the time they were to
    come at until Discord has what is shown in answer; a click that says only that the answer follows does not
    count as answered. Each is of somebody who sees something to press: who has waited longest is next.

    Returns:
        As JSON: what was measured at the start (see `start_figures`) and at each rate (see `rate_figures`),
        at which rate the bot no longer kept up, and whether the goal was met.
    """
    began = time.monotonic()
    async with opened(size) as hall:
        prepared = time.monotonic() - began
        start = await start_figures(hall, size)
        rates: list[dict[str, Any]] = []
        for rate in size.rates:
            figures = await rate_figures(hall, size, rate)
            rates.append(figures)
            log.info("%s", figures)
            if not figures["kept_up"]:
                break
        idle = await hall.process.figures()
    goal = next((one for one in rates if one["rate"] == GOAL_RATE), None)
    return {
        "tables": size.tables,
        "people_a_table": size.people,
        "latency_ms": round(size.latency * 1000),
        "seconds_a_rate": size.seconds,
        "prepared_s": round(prepared, 1),
        "goal": {"rate": GOAL_RATE, "p99_ms": GOAL_P99_MS, "max_ms": GOAL_MOST_MS},
        "start": start,
        "rates": rates,
        "too_high": next((one["rate"] for one in rates if not one["kept_up"]), None),
        "memory_at_the_end_mb": megabytes(idle.resident),
        "met": goal is not None
        and goal["answer_ms"]["p99"] <= GOAL_P99_MS
        and goal["answer_ms"]["max"] <= GOAL_MOST_MS
        and goal["kept_up"],
    }


async def bench_start(size: Size) -> dict[str, Any]:
    """Measure only a start with many open tables, at which people click as soon as the bot is there.

    Returns:
        As JSON: see `start_figures`; the memory half a minute later; whether the goal was met.
    """
    async with opened(size) as hall:
        start = await start_figures(hall, size, first=START_CLICKS)
        await asyncio.sleep(size.seconds)
        later = await hall.process.figures()
    memory = megabytes(later.resident)
    return {
        "tables": size.tables,
        "people_a_table": size.people,
        "latency_ms": round(size.latency * 1000),
        "goal": {"answered_s": GOAL_START_S, "memory_mb": GOAL_MEMORY_MB},
        **start,
        "memory_later_mb": memory,
        "loop_late_later_ms": spread(later.late_ms),
        "met": start["first_answer_s"] is not None
        and start["first_answer_s"] <= GOAL_START_S
        and start["hands_ms"]["max"] <= 1000 * GOAL_START_S
        and max(memory, start["memory_mb"]) <= GOAL_MEMORY_MB,
    }


async def start_figures(hall: Hall, size: Size, first: int | None = None) -> dict[str, Any]:
    """Have people open their hands as soon as the bot is there, one person a table first.

    Args:
        hall: where.
        size: how fast they do.
        first: how many do; everybody if None.

    Returns:
        Seconds from the start of the process until the bot was connected and until the first click was
        answered; how the clicks of the first seconds after connecting were answered; the memory then.
    """
    await connected(hall)
    there = time.monotonic()
    guests = [table[seat] for seat in range(size.people) for table in hall.guests][:first]
    due = there
    for number, guest in enumerate(guests):
        due = there + number / size.warming
        await _until(due)
        hall.crowd.open_panel(guest, due)
    await _settle(hall)
    pressed = _taken(hall.crowd)
    soon = [one for one in pressed if one.exchange.due < there + 5.0]
    figures = await hall.process.figures()
    shown = [one.exchange.shown for one in pressed if one.exchange.shown is not None]
    return {
        "connected_s": round(there - hall.process.started, 2),
        "first_answer_s": round(min(shown) - hall.process.started, 2) if shown else None,
        "first_five_seconds_ms": spread([milliseconds(one) for one in soon]),
        "hands_opened": len(pressed),
        "hands_ms": spread([milliseconds(one) for one in pressed]),
        "unanswered": sum(one.exchange.shown is None for one in pressed),
        "loop_late_ms": spread(figures.late_ms),
        "memory_mb": megabytes(figures.resident),
        "requests": _requests(hall.server, Counter()),
    }


async def rate_figures(hall: Hall, size: Size, rate: float) -> dict[str, Any]:
    """Click at a rate for a while.

    Returns:
        Milliseconds from click to answer; how many clicks there were, how many of them were actions of the
        game, deferred, refused or not answered, or could not be made as nobody had anything to press; by how
        much the bot's event loop was late; its share of one core and its memory; what became of the public
        messages; the requests Discord got, and those it refused as too many.
    """
    crowd, server = hall.crowd, hall.server
    await hall.process.figures()
    crowd.shown, crowd.panels, crowd.sentences = Shown(), Shown(), Counter()
    before, refused_before = Counter(server.state.requests), Counter(server.state.limits.refused)
    if size.profile:
        await hall.process.profile()
    began, used, own = time.monotonic(), (await hall.process.figures()).cpu, time.process_time()
    nobody, late = 0, 0.0
    for number in range(round(rate * size.seconds)):
        due = began + number / rate
        await _until(due)
        late = max(late, time.monotonic() - due)
        nobody += not crowd.press_next(due)
    at_once = len(crowd.pressed)
    waiting = crowd.waiting
    took = time.monotonic() - began
    figures, own = await hall.process.figures(), time.process_time() - own
    profile = await hall.process.profile() if size.profile else None
    public, panels = seen(crowd.shown), seen(crowd.panels)
    await _settle(hall)
    pressed = _taken(crowd)
    answered = [milliseconds(one) for one in pressed]
    server.state.forget_old()
    actions = crowd.shown.actions
    figures_of_it: dict[str, Any] = {
        "rate": rate,
        "clicks": len(pressed),
        "actions": actions,
        "actions_a_second": round(actions / took, 1),
        "nobody_could": nobody,
        "answer_ms": spread(answered),
        "deferred": sum(one.exchange.deferred for one in pressed),
        "refused": sum(one.refused for one in pressed),
        "unanswered": sum(one.exchange.shown is None for one in pressed),
        "waiting_at_the_end": waiting,
        "clicks_late_ms": round(1000 * late, 1),
        "loop_late_ms": spread(figures.late_ms),
        "core": round((figures.cpu - used) / took, 2),
        "core_of_the_bench": round(own / took, 2),
        "memory_mb": megabytes(figures.resident),
        "public_messages": public,
        "panels_of_others": panels,
        "requests": _requests(server, before),
        "too_many": dict(server.state.limits.refused - refused_before),
        "told": dict(crowd.sentences),
        "kept_up": at_once >= KEPT_UP * (at_once + waiting) - 3
        and spread(answered)["max"] <= GOAL_MOST_MS
        and spread(answered)["p99"] <= 4 * GOAL_P99_MS,
    }
    if profile is not None:
        figures_of_it["profile"] = profile
    return figures_of_it


def seen(shown: Shown) -> dict[str, Any]:
    """Of the actions that were to be seen: edits, those without an edit of their own, milliseconds to it."""
    return {
        "actions": shown.actions,
        "edits": shown.edits,
        "dropped": shown.dropped,
        "not_seen_at_the_end": shown.waiting,
        "delay_ms": spread([1000 * each for each in shown.delays]),
    }


async def _until(due: float) -> None:
    wait = due - time.monotonic()
    # Also where it is late already, those who answer get their turn.
    await asyncio.sleep(max(0.0, wait))


async def _settle(hall: Hall) -> None:
    """Wait until every click is answered, but not for ever."""
    until = time.monotonic() + PATIENCE
    while hall.crowd.waiting and time.monotonic() < until:
        hall.crowd.moved.clear()
        try:
            await asyncio.wait_for(hall.crowd.moved.wait(), 0.5)
        except TimeoutError:
            continue
    hall.crowd.give_up(time.monotonic())


def _taken(crowd: Crowd) -> list[Pressed]:
    pressed, crowd.pressed = crowd.pressed, []
    return pressed


def milliseconds(pressed: Pressed) -> float:
    """From when a click was to come until something was shown; as long as is waited where nothing was."""
    exchange = pressed.exchange
    return 1000 * (PATIENCE if exchange.shown is None else exchange.shown - exchange.due)


def spread(values: Sequence[float]) -> dict[str, float]:
    """The median, the 95th and 99th of a hundred, and the most."""
    if len(values) < 2:
        values = [*values, *values] or [0.0, 0.0]
    parts = statistics.quantiles(values, n=100, method="inclusive")
    return {
        "p50": round(parts[49], 1),
        "p95": round(parts[94], 1),
        "p99": round(parts[98], 1),
        "max": round(max(values), 1),
    }


def megabytes(held: int) -> float:
    """Bytes in MB of 2^20."""
    return round(held / 2**20, 1)


def _requests(server: DiscordServer, before: Counter[str]) -> dict[str, int]:
    return dict(server.state.requests - before)
