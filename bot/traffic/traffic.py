"""Traffic: gives each errand its turn, as Discord's limits allow."""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from bot.traffic.counts import Counts, Tally
from bot.traffic.line import Errand, Line, Verb

T = TypeVar("T")

SECOND: Final = 1.0
"""The time Discord counts all requests of a bot in."""

OFTEN: Final = 120.0
"""Seconds within which whatever fails for Discord's sake is tried again, unless nobody wants it any more."""

MOST_PLACES: Final = 1024
"""So many places are remembered before those are forgotten in which nothing was sent of late."""


class Timer(Protocol):
    """Gives the time and calls back; an event loop is one."""

    def time(self) -> float:
        """Seconds of a clock that never goes back."""
        ...

    def call_later(self, delay: float, callback: Callable[[], Any], /) -> Any:
        """Call back after so many seconds; what is given back can be cancelled."""
        ...


@dataclass(frozen=True)
class Limits:
    """What the bot allows itself, a little less than Discord allows it.

    Attributes:
        per_second: requests in a second, over all; 0 for any number.
        in_place: requests with the same verb in one place, within `window`.
        window: seconds; 0 for no such limit.
        spare: how much work nobody waits for is in progress at once; 0 for any amount. Discord does not
            count it, but the processor it takes is what answers to clicks wait for.
    """

    per_second: int = 45
    in_place: int = 4
    window: float = 4.8
    spare: int = 12


@dataclass
class Turn:
    """Leave to make one request.

    Attributes:
        at: when it was given.
        exempt: whether the limit for everything does not count it.
        spare: whether it is for work that goes on only beside a few of its kind, and not yet over.
        used: whether the request was made.
    """

    at: float
    exempt: bool
    spare: bool = False
    used: bool = False


class Traffic:
    """Lets errands go one after another.

    Args:
        limits: what the bot allows itself.
        timer: the running event loop, if None.
    """

    def __init__(self, limits: Limits | None = None, timer: Timer | None = None) -> None:
        self._limits = Limits() if limits is None else limits
        self._given_timer = timer
        self._line = Line()
        self._spare_line = Line()
        self._spare = 0
        self._later: list[tuple[float, int, Errand]] = []
        self._numbers = 0
        self._recent: deque[float] = deque()
        self._sent: dict[tuple[Hashable, Verb], deque[float]] = {}
        self._paused: dict[Hashable, float] = {}
        self._all_paused = 0.0
        self._tally = Tally()
        self._alarm: Any = None
        self._turn: Turn | None = None
        self._pumping = False
        self._asked = self._unheard_since = 0.0
        self._heard = True

    @property
    def counts(self) -> Counts:
        """What has become of the requests so far."""
        later = sum(not errand.dropped for *_, errand in self._later)
        return self._tally.counts(len(self._line) + len(self._spare_line) + later)

    def time(self) -> float:
        """The time everything here goes by."""
        return self._timer.time()

    def queue(self, errand: Errand) -> None:
        """Have an errand go in its turn, which may be at once."""
        self._put(errand, errand.not_before)
        self._pump()

    def drop(self, errand: Errand) -> None:
        """An errand is not wanted any more."""
        errand.dropped = True

    def superseded(self) -> None:
        """Note that something will never be sent, for there is something newer."""
        self._tally.superseded += 1

    def granted(self) -> Turn:
        """The turn of the errand that is just going; to be asked for by its `go`."""
        assert self._turn is not None
        return self._turn

    def give_back(self, turn: Turn) -> None:
        """A turn was not needed."""
        if not turn.used and not turn.exempt and turn.at in self._recent:
            turn.used = True
            self._recent.remove(turn.at)
            self._pump()

    def over(self, turn: Turn) -> None:
        """The work a turn was given for is over, and others of its kind may begin."""
        if turn.spare:
            turn.spare = False
            self._spare -= 1
            self._pump()

    async def turn(self, errand_of: Callable[[Callable[[], None]], Errand]) -> Turn:
        """Wait for a turn.

        Args:
            errand_of: gives the errand that goes by calling what it is given.
        """
        given: asyncio.Future[Turn] = asyncio.get_running_loop().create_future()

        def go() -> None:
            turn = self.granted()
            if given.done():
                # Whoever waited has given up in the same moment.
                self.give_back(turn)
            else:
                given.set_result(turn)

        errand = errand_of(go)
        self.queue(errand)
        try:
            return await given
        finally:
            self.drop(errand)

    async def send(self, turn: Turn, place: Hashable, verb: Verb, request: Callable[[], Awaitable[T]]) -> T:
        """Make the request that a turn was given for."""
        turn.used = True
        self._tally.sent += 1
        self._note(place, verb)
        self._asked = self.time()
        if self._heard:
            self._unheard_since, self._heard = self._asked, False
        answer = await request()
        self.heard()
        return answer

    def heard(self) -> None:
        """Discord has done, or refused for good, what it was asked for."""
        self._heard = True

    @property
    def unheard_for(self) -> float:
        """Seconds over which requests were made and none was heard of; 0 where none was made of late."""
        past = self._heard or self.time() - self._asked > OFTEN
        return 0.0 if past else self._asked - self._unheard_since

    def free(self, place: Hashable, verb: Verb) -> bool:
        """Whether a request would be let through in a place now, but for the limit for everything."""
        return self._ready_at(place, verb) <= self.time()

    def closed_for(self, place: Hashable, *, exempt: bool = False) -> float:
        """For how many seconds Discord has said to ask nothing in a place; 0 where it has not."""
        until = max(self._paused.get(place, 0.0), 0.0 if exempt else self._all_paused)
        return max(0.0, until - self.time())

    def limited(self, place: Hashable | None, retry_after: float) -> None:
        """Discord has said not to ask again for so many seconds: in a place, or nowhere if None."""
        self._tally.refused += 1
        self.pause(place, retry_after)

    def pause(self, place: Hashable | None, seconds: float) -> None:
        """Ask nothing for so many seconds: in a place, or nowhere if None."""
        until = self.time() + seconds
        if place is None:
            self._all_paused = max(self._all_paused, until)
        else:
            self._paused[place] = max(self._paused.get(place, 0.0), until)

    @property
    def _timer(self) -> Timer:
        return self._given_timer or asyncio.get_running_loop()

    def _put(self, errand: Errand, ready: float) -> None:
        self._numbers += 1
        heapq.heappush(self._later, (ready, self._numbers, errand))

    def _pump(self) -> None:
        """Let go whoever can, and come back when the next one can."""
        if self._pumping:
            return
        self._pumping = True
        try:
            wake = self._let_go()
        finally:
            self._pumping = False
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if wake is not None:
            self._alarm = self._timer.call_later(max(0.0, wake - self.time()), self._pump)

    def _let_go(self) -> float | None:
        """Let go whoever can; gives when to look again, None for not before another comes."""
        now = self.time()
        while True:
            while self._later and (self._later[0][0] <= now or self._later[0][2].dropped):
                errand = heapq.heappop(self._later)[2]
                if errand.dropped:
                    continue
                errand.due = now if errand.due is None else errand.due
                ready = self._ready_at(errand.place, errand.verb)
                if ready > now:
                    errand.held = True
                    self._put(errand, ready)
                elif errand.spare:
                    self._spare_line.add(errand)
                elif errand.exempt:
                    self._go(errand, now)
                else:
                    self._line.add(errand)
            self._let_spare_go(now)
            ready = self._all_ready_at(now)
            if ready > now or not self._line:
                break
            self._take_turn(self._line.next(), now)
        times = [self._later[0][0]] if self._later else []
        if self._line:
            times.append(ready)
        return min(times, default=None)

    def _let_spare_go(self, now: float) -> None:
        """Begin as much of what nobody waits for as may be in progress."""
        most = self._limits.spare
        while self._spare_line and (not most or self._spare < most):
            self._take_turn(self._spare_line.next(), now)

    def _take_turn(self, errand: Errand | None, now: float) -> None:
        """Let one go whose turn it is, unless others of its place have gone since it joined its line."""
        assert errand is not None
        ready = self._ready_at(errand.place, errand.verb)
        if ready > now:
            errand.held = True
            self._put(errand, ready)
        else:
            self._go(errand, now)

    def _go(self, errand: Errand, now: float) -> None:
        waited = now - (now if errand.due is None else errand.due)
        if errand.held or waited > 0:
            self._tally.delayed += 1
            self._tally.delay += waited
        if not errand.exempt:
            self._recent.append(now)
        self._spare += errand.spare
        self._turn = Turn(now, errand.exempt, errand.spare)
        errand.go()
        self._turn = None

    def _all_ready_at(self, now: float) -> float:
        """When the next request may go, whatever for."""
        while self._recent and self._recent[0] <= now - SECOND:
            self._recent.popleft()
        limit = self._limits.per_second
        full = limit and len(self._recent) >= limit
        # Not the oldest: where time is rounded, that one may be over and still there.
        return max(self._all_paused, self._recent[-limit] + SECOND if full else 0.0)

    def _ready_at(self, place: Hashable, verb: Verb) -> float:
        """When the next request with that verb may go in a place."""
        paused = self._paused.get(place, 0.0)
        sent = self._sent.get((place, verb))
        if not self._limits.window or sent is None or len(sent) < self._limits.in_place:
            return paused
        return max(paused, sent[0] + self._limits.window)

    def _note(self, place: Hashable, verb: Verb) -> None:
        if not self._limits.window:
            return
        now = self.time()
        if len(self._sent) > MOST_PLACES:
            self._forget(now)
        sent = self._sent.setdefault((place, verb), deque(maxlen=self._limits.in_place))
        sent.append(now)

    def _forget(self, now: float) -> None:
        """Forget places in which nothing was sent of late."""
        before = now - self._limits.window
        self._sent = {key: sent for key, sent in self._sent.items() if sent[-1] > before}
        self._paused = {place: until for place, until in self._paused.items() if until > now}
