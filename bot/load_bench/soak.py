"""Many games one after another in one process: whether its memory stays what it is."""

from __future__ import annotations

import asyncio
import logging
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.load_bench.bench import Hall, connected, megabytes, server_and_crowd
from bot.load_bench.bot_handle import running_bot
from bot.load_bench.bot_process import Start
from bot.load_bench.crowd import Guest
from bot.load_bench.discord_state import Exchange
from bot.load_bench.payloads import Json, Message, Place, items
from bot.load_bench.prepare import somebody
from bot.rules.ruleset import Ruleset
from bot.store.counting import own_preset
from bot.store.store import Store

log = logging.getLogger(__name__)

GOAL_GROWTH: Final = 0.1
"""By no more than this share is the memory to grow after the first games."""
PATIENCE: Final = 10.0
"""Seconds somebody waits for an answer before they open their hand anew, as people do."""
STUCK: Final = 60.0
"""Seconds in which somebody has to have something to press."""
GUILD: Final = 1_000_000 << 22
LIMIT: Final = 25
"""The points at which a game ends: two deals, as a rule."""
HOSTS: Final = 60
"""So many people take turns; each can open a table only now and then."""


@dataclass(frozen=True)
class Soak:
    """How long it lasts.

    Attributes:
        games: how many are played to their ends.
        at_once: how many of them at the same time.
        people: how many people sit at each table; computers in the other seats.
        first: after so many games the memory is to stay as it is.
        seed: of what is played.
    """

    games: int = 500
    at_once: int = 4
    people: int = 2
    first: int = 100
    seed: int = 1

    @property
    def settings(self) -> dict[str, Any]:
        """Nothing is waited for, nor has Discord limits: what is measured is memory, not time."""
        return {"computer_pace": 0.0, "trick_pause": 0.0, "edit_interval": 0.0, "thinkers": 1}


class Stuck(RuntimeError):
    """At a table nobody has anything to press, and the game is not over."""


async def soak(size: Soak) -> dict[str, Any]:
    """Play games from `/hearts start` to the podium, each by pressing what Discord shows.

    Returns:
        As JSON: the memory after every tenth game; after the first ones, at most since then, and by how much
        that is more; what the bot's collector counts, and whether the goal was met.
    """
    async with server_and_crowd(latency=0.0, seed=size.seed) as (server, crowd):
        with tempfile.TemporaryDirectory(prefix="hearts-soak-") as folder:
            database = Path(folder) / "hearts.sqlite"
            server.state.limits.lifted = True
            preset = await _short_rules(database)
            hall = Hall(None, server, crowd, [])
            places = [server.state.add_place(GUILD) for _ in range(size.at_once)]
            people = [somebody(server.state.ids, number) for number in range(HOSTS)]
            start = Start(server.api, server.gateway, str(database), size.settings)
            async with running_bot(start) as bot:
                hall.bot = bot
                await connected(hall)
                return await _Games(size, hall, people, preset).play(places)


class _Games:
    """The games that are played."""

    def __init__(self, size: Soak, hall: Hall, people: list[Any], preset: str) -> None:
        self._size = size
        self._hall = hall
        self._people = people
        self._preset = preset
        self._begun = 0
        self._over = 0
        self._clicks = 0
        self._unanswered = 0
        self._memory: list[tuple[int, float, int]] = []

    async def play(self, places: list[Place]) -> dict[str, Any]:
        began = time.monotonic()
        async with asyncio.TaskGroup() as group:
            for place in places:
                group.create_task(self._one_after_another(place))
        later = [held for games, held, _ in self._memory if games >= self._size.first]
        growth = max(later) / later[0] - 1 if later else 0.0
        return {
            "games": self._over,
            "at_once": self._size.at_once,
            "people_a_table": self._size.people,
            "clicks": self._clicks,
            "unanswered": self._unanswered,
            "seconds": round(time.monotonic() - began, 1),
            "memory_mb": {str(games): held for games, held, _ in self._memory},
            "objects": {str(games): objects for games, _, objects in self._memory},
            "from_game": self._size.first,
            "first_mb": later[0] if later else None,
            "most_mb": max(later, default=None),
            "last_mb": self._memory[-1][1] if self._memory else None,
            "grew": round(growth, 4),
            "goal_growth": GOAL_GROWTH,
            "met": bool(later) and growth <= GOAL_GROWTH,
        }

    async def _one_after_another(self, place: Place) -> None:
        while self._begun < self._size.games:
            number = self._begun
            self._begun += 1
            await self._game(place, number)
            self._over += 1
            if self._over % 10 == 0 or self._over == self._size.games:
                assert self._hall.bot is not None
                figures = await self._hall.bot.figures()
                self._memory.append((self._over, megabytes(figures.resident), figures.objects))
                log.info("%d games, %.1f MB", self._over, megabytes(figures.resident))
                self._hall.server.state.forget_old()

    async def _game(self, place: Place, number: int) -> None:
        crowd, count = self._hall.crowd, self._size.people
        first = number * count
        guests = [Guest(self._people[(first + each) % HOSTS], place) for each in range(count)]
        crowd.seat(guests)
        options: list[Json] = [
            {"name": "preset", "type": 3, "value": self._preset},
            {"name": "computers", "type": 4, "value": Ruleset().players - count},
        ]
        host = guests[0]
        while not await self._answered(exchange := crowd.command(host, "start", options, time.monotonic())):
            log.info("%s was not answered", exchange.asked.data["name"])
        for other in guests[1:]:
            await self._press(other, "join")
        await self._press(host, "start")
        for guest in guests:
            await self._press(guest, "hand")
        while not self._is_over(place):
            await self._move(place)
        crowd.leave(guests)
        self._let_go(place)

    async def _move(self, place: Place) -> None:
        """Press something at the table; wait until somebody can."""
        crowd, until = self._hall.crowd, time.monotonic() + STUCK
        while (guest := crowd.next_of(place)) is None:
            crowd.moved.clear()
            try:
                async with asyncio.timeout(1.0):
                    await crowd.moved.wait()
            except TimeoutError:
                if time.monotonic() > until:
                    raise Stuck(f"at {place}: {dict(crowd.sentences)}") from None
            if self._is_over(place):
                return
        exchange = crowd.press_as(guest)
        if exchange is not None:
            self._clicks += 1
            if not await self._answered(exchange):
                await self._press(guest, "hand")

    async def _press(self, guest: Guest, verb: str) -> None:
        """Press a button of the table's message, as soon as it has one."""
        crowd, until = self._hall.crowd, time.monotonic() + STUCK
        while True:
            table = crowd.table_in(guest.place)
            exchange = None if table is None else crowd.press_on(guest, table, verb, time.monotonic())
            if exchange is not None:
                self._clicks += 1
                # What was pressed in the lobby may be answered with no more than the message, edited.
                if await self._answered(exchange, in_lobby=verb != "hand"):
                    return
            if time.monotonic() > until:
                raise Stuck(f"no {verb} at {guest.place}: {dict(crowd.sentences)}")
            crowd.moved.clear()
            await asyncio.wait((asyncio.ensure_future(crowd.moved.wait()),), timeout=1.0)

    async def _answered(self, exchange: Exchange, *, in_lobby: bool = False) -> bool:
        """Whether a click is answered; else whoever clicked does not wait any longer."""
        try:
            async with asyncio.timeout(PATIENCE):
                await (exchange.heard if in_lobby else exchange.done).wait()
        except TimeoutError:
            self._unanswered += 1
            self._hall.crowd.give_up_on(exchange)
            return False
        return True

    def _is_over(self, place: Place) -> bool:
        table = self._hall.crowd.table_in(place)
        return table is not None and "rematch" in _verbs(table)

    def _let_go(self, place: Place) -> None:
        """Discord forgets what was written in the channel: nobody looks at it any more."""
        messages = self._hall.server.state.messages
        table = self._hall.crowd.table_in(place)
        for one in [*messages.values()]:
            if one.place == place and one is not table:
                del messages[one.id]


def _verbs(message: Message) -> Iterator[str]:
    return (item["custom_id"].split(":")[1] for item in items(message.components))


async def _short_rules(database: Path) -> str:
    """Make a database in which the server has rules of its own, for short games; what stands for them."""
    store = await Store.open(database)
    try:
        preset = await store.save_preset(GUILD, "Two deals", Ruleset(limit=LIMIT))
    finally:
        await store.close()
    return own_preset(preset.preset_id)
