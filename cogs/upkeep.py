"""Upkeep: a message of ours is looked after until it shows what it should."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import aiohttp
import discord

from bot.engine.faults import described
from bot.engine.log_context import Numbered, about
from bot.store.errors import StoreError
from bot.traffic import Errand, Limited, Traffic, Turn, Unavailable, Urgency, Verb, on_behalf_of
from cogs.delivery import Gone, gone, told_to_wait

log = logging.getLogger(__name__)

T = TypeVar("T")

RETRY_AFTER: Final = 2.0
"""Seconds until a look is repeated that failed for a reason that may pass; doubled with every failure."""

RETRY_AT_MOST: Final = 40.0

LOOK_LIMIT: Final = 30.0
"""Seconds a look may take; a request that hangs for longer is given up, and the look is repeated."""

LIFT_EVERY: Final = 180.0
"""Seconds between tries of what was refused, while what the bot may do seems to be the same."""

CLOSING_LIMIT: Final = 3.0
"""Seconds the looks in progress have to come to their end when the bot closes."""


@dataclass(frozen=True)
class Lane:
    """Where the requests for a message are counted.

    Attributes:
        traffic: gives them their turns.
        table: whose message it is.
        place: where Discord counts them: a channel, or a private message.
        exempt: whether they are made with the token of a click.
    """

    traffic: Traffic
    table: Numbered
    place: Hashable
    exempt: bool = False


class Upkeep:
    """Looks after one message, by short tasks.

    One look is in progress at a time, and being asked during it leads to one more: the newest state wins. A
    look begins when its first request may be made, so that what it shows is not out of date when it is sent.

    Attributes:
        lock: held during a look; for whoever changes the message in another way.
        again: whether another look is due.
        not_before: the traffic's time before which there is none.
        barred: whether the bot may not do here what it has to; nothing is tried until that may have changed.
    """

    def __init__(
        self,
        what: str,
        follow: Callable[[], Awaitable[None]],
        lane: Lane,
        *,
        interval: float = 0.0,
        done: Callable[[], None] | None = None,
    ) -> None:
        """Look after nothing yet.

        Args:
            what: the message, for the log.
            follow: makes it what it should be.
            lane: where its requests are counted.
            interval: seconds at least between two looks.
            done: called when no look is due any more.
        """
        self.lock = asyncio.Lock()
        self.again = False
        self.not_before = 0.0
        self.barred = False
        self._what = what
        self._follow = follow
        self._lane = lane
        self._interval = interval
        self._done = done
        self._failures = 0
        self._lifted = 0.0
        self._urgency = Urgency.TIDYING
        self._looks_for = Urgency.TIDYING
        self._errand: Errand | None = None
        self._turn: Turn | None = None
        self._begun_with: Turn | None = None
        self._looking: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether a look is due or in progress, or somebody else is at the message."""
        looking = self._looking is not None and not self._looking.done()
        return looking or (self.again and not self.barred) or self.lock.locked()

    def soon(self, urgency: Urgency = Urgency.NEWS) -> None:
        """Have the message looked after."""
        if self.again:
            self._lane.traffic.superseded()
        self.again = True
        self._urgency = min(self._urgency, urgency)
        self._ask()
        if self.barred and self._done is not None:
            self._done()

    def now(self) -> None:
        """Have the message looked after without a pause; for what a person asks for."""
        self.not_before = 0.0
        self.barred = False
        self._drop_errand()
        self.soon(Urgency.AWAITED)

    def lift_now_and_then(self) -> None:
        """Nobody says that what the bot may do here has changed, and yet it may have."""
        now = self._lane.traffic.time()
        if self.barred and now - self._lifted >= LIFT_EVERY:
            self._lifted = now
            self.lift()

    def lift(self) -> None:
        """What the bot may do here may have changed."""
        if self.barred:
            self.barred = False
            self.again = True
            self._ask()

    async def request(self, verb: Verb, request: Callable[[], Awaitable[T]]) -> T:
        """Make a request for the message when its turn comes; for looks, and for who holds the lock.

        Raises:
            Limited: Discord has said to wait.
            Unavailable: it could not do it just now.
            discord.HTTPException: it has refused.
        """
        traffic, place = self._lane.traffic, self._lane.place
        wait = traffic.closed_for(place, exempt=self._lane.exempt)
        if wait > 0:
            # Asked again then, with what is then to be shown.
            raise Limited(wait)
        turn, self._turn = self._turn, None
        if turn is None or not traffic.free(place, verb):
            if turn is not None:
                traffic.give_back(turn)
            turn = await traffic.turn(lambda go: self._errand_to(go, verb))
        with on_behalf_of(place):
            return await traffic.send(turn, place, verb, request)

    def cancel(self) -> asyncio.Task[None] | None:
        """Have no more looks, and give the one in progress: what it has begun, it brings to its end."""
        self._closed = True
        self._drop_errand()
        return self._looking

    def _errand_to(self, go: Callable[[], None], verb: Verb) -> Errand:
        lane = self._lane
        urgency = min(self._urgency, self._looks_for)
        return Errand(lane.table.game_id, lane.place, verb, go, urgency, lane.exempt)

    def _ask(self) -> None:
        """Ask for the turn of the next look, unless one is in progress that will."""
        if self._closed or self.barred or not self.again or self._looking is not None:
            return
        if self._errand is not None:
            if self._errand.urgency <= self._urgency:
                return
            self._drop_errand()
        errand = self._errand_to(self._begin, Verb.EDIT)
        # What a limit counts is kept back by that limit already.
        spare = errand.exempt and errand.urgency > Urgency.AWAITED
        self._errand = replace(errand, not_before=self.not_before, spare=spare)
        self._lane.traffic.queue(self._errand)

    def _drop_errand(self) -> None:
        errand, self._errand = self._errand, None
        if errand is not None:
            self._lane.traffic.drop(errand)

    def _begin(self) -> None:
        self._errand = None
        self._turn = self._begun_with = self._lane.traffic.granted()
        self._looking = asyncio.create_task(self._look(), name=self._what)

    async def _look(self) -> None:
        about(self._lane.table)
        pause = self._interval
        try:
            if self.lock.locked():
                # Others need not wait for whoever is at the message.
                self._over()
            async with self.lock:
                self.again = False
                self._looks_for, self._urgency = min(self._looks_for, self._urgency), Urgency.TIDYING
                try:
                    async with asyncio.timeout(LOOK_LIMIT):
                        await self._follow()
                    self._failures = 0
                    self._looks_for = Urgency.TIDYING
                except Exception as error:
                    pause = max(pause, self._after(error))
        finally:
            turn, self._turn = self._turn, None
            if turn is not None:
                self._lane.traffic.give_back(turn)
            self._over()
            self._looking = None
        self.not_before = max(self.not_before, self._lane.traffic.time() + pause)
        self._ask()
        if self._done is not None and self._errand is None and self._looking is None:
            self._done()

    def _over(self) -> None:
        """What the look was begun with is somebody else's now."""
        begun_with, self._begun_with = self._begun_with, None
        if begun_with is not None:
            self._lane.traffic.over(begun_with)

    def _after(self, error: Exception) -> float:
        """Log a failure and decide whether there is to be another try; gives after how many seconds."""
        wait = _told(error)
        if wait is not None:
            log.info("%s waits %.1f s for a limit of Discord's", self._what, wait)
            self.again = True
            if not isinstance(error, Limited):
                self._lane.traffic.limited(self._lane.place, wait)
            return wait
        self._report(error)
        if not _may_pass(error):
            self.barred = isinstance(error, discord.HTTPException) and gone(error) is Gone.PERMISSION
            self._lifted = self._lane.traffic.time()
            return 0.0
        self.again = True
        self._failures += 1
        return min(RETRY_AFTER * 2 ** (self._failures - 1), RETRY_AT_MOST)

    def _report(self, error: Exception) -> None:
        if isinstance(error, discord.HTTPException):
            reason = gone(error)
            why = f"{error.status} {error.code}" if reason is None else reason.value
            log.warning("%s could not be kept up: %s", self._what, why)
        elif isinstance(error, Unavailable):
            log.warning("%s could not be kept up: Discord has %s", self._what, error)
        else:
            log.error("%s could not be kept up: %s", self._what, described(error))


def _told(error: Exception) -> float | None:
    """For how many seconds Discord has said to wait; None where it has not."""
    if isinstance(error, (Limited, discord.RateLimited)):
        return error.retry_after
    if isinstance(error, discord.HTTPException) and error.status == 429:
        return told_to_wait(error)
    return None


def _may_pass(error: Exception) -> bool:
    """Whether trying the same again may help."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500
    return isinstance(error, (OSError, aiohttp.ClientError, StoreError, Unavailable))


async def drop_all(upkeeps: Iterable[Upkeep]) -> None:
    """Have no more looks; those in progress are waited for, though not for long."""
    looks = [look for upkeep in upkeeps if (look := upkeep.cancel()) is not None]
    if not looks:
        return
    _, late = await asyncio.wait(looks, timeout=CLOSING_LIMIT)
    for look in late:
        look.cancel()
    await asyncio.gather(*looks, return_exceptions=True)
