"""Hears what Discord answers, before the library that asks for us makes up its mind.

The library sleeps where it is told to wait, and asks again with what it was given first. While a limit is
for the whole bot it lets nothing else through, and where whoever asked gives up meanwhile, never again. So it
is not let that far: what is to wait comes back at once, and whoever still wants it asks again later.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

import aiohttp

from bot.traffic.invalid import Invalid
from bot.traffic.patience import Patience, until_reset
from bot.traffic.traffic import Traffic

_FIRST_ANSWER: Final = re.compile(r"/interactions/\d+/[^/]+/callback$")
"""The path of a request that is only worth anything at once."""


@dataclass
class Heard:
    """What is heard of the requests made on behalf of a place.

    Attributes:
        place: the place.
        status: of the last answer; 0 while there is none.
    """

    place: Hashable
    status: int = 0


_heard: ContextVar[Heard | None] = ContextVar("heard", default=None)


class Limited(Exception):
    """Discord has said to wait.

    Attributes:
        retry_after: for how many seconds.
    """

    def __init__(self, retry_after: float) -> None:
        super().__init__(f"asked to wait {retry_after:.1f} s")
        self.retry_after = retry_after


class Unavailable(Exception):
    """Discord could not do it just now.

    Attributes:
        status: what it answered, from 500 on.
    """

    def __init__(self, status: int) -> None:
        super().__init__(f"answered {status}")
        self.status = status


class Garbled(Unavailable):
    """Discord has answered that it is done, and the library could not read more of it."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.args = (f"answered {status} with what cannot be read",)


UNREAD: Final = (ValueError, TypeError, LookupError, AttributeError)
"""What the library raises where an answer is not what it should be."""


@contextmanager
def on_behalf_of(place: Hashable) -> Iterator[None]:
    """What is requested meanwhile has had its turn: where Discord cannot do it, it comes back at once.

    Raises:
        Garbled: it was done, as far as is known, but what came back makes no sense.
    """
    heard = Heard(place)
    token = _heard.set(heard)
    try:
        yield
    except UNREAD as error:
        if 200 <= heard.status < 300:
            raise Garbled(heard.status) from error
        raise
    finally:
        _heard.reset(token)


def hearing(
    trace: aiohttp.TraceConfig, traffic: Traffic, invalid: Invalid | None = None
) -> aiohttp.TraceConfig:
    """Have the traffic hear of every answer, after others who follow the same requests.

    Args:
        trace: what is to be given to the library.
        traffic: whose requests they are.
        invalid: counts those that are refused; one of its own if None.

    Raises, out of any request but the one that connects:
        Limited: Discord has said to wait.

    Raises, out of a request made `on_behalf_of` a place:
        Limited: it has refused so much that it is not asked.

    Raises, out of such a request or the first answer to an interaction:
        Unavailable: it could not do it just now.
    """
    refused = Invalid() if invalid is None else invalid
    patience = Patience()

    async def starts(session: Any, context: Any, about: aiohttp.TraceRequestStartParams) -> None:
        del session, about
        wait = refused.closed_for
        if wait > 0 and _heard.get() is not None:
            # For whoever else follows: it is over before it was made.
            context.ended = True
            raise Limited(wait)

    async def ended(session: Any, context: Any, done: aiohttp.TraceRequestEndParams) -> None:
        del session, context
        status, headers, heard = done.response.status, done.response.headers, _heard.get()
        place = None if heard is None else heard.place
        if heard is not None:
            heard.status = status
        refused.answered(status, shared=headers.get("X-RateLimit-Scope") == "shared")
        if done.url.scheme in ("ws", "wss"):
            # The library knows what to do when it cannot connect.
            return
        if status == 429:
            wait = patience.refused(place, headers.get("Retry-After"))
            # Without this header it is not Discord itself that answers, but who stands before it.
            everywhere = headers.get("X-RateLimit-Scope") == "global" or "Via" not in headers
            if everywhere or place is not None:
                traffic.limited(None if everywhere else place, wait)
            raise Limited(wait)
        if place is not None:
            patience.over(place)
            if status < 500:
                traffic.heard()
        if status >= 500 and (place is not None or _FIRST_ANSWER.search(done.url.path)):
            raise Unavailable(status)
        if place is not None and headers.get("X-RateLimit-Remaining") == "0":
            traffic.pause(place, until_reset(headers.get("X-RateLimit-Reset-After")))

    trace.on_request_start.append(starts)
    trace.on_request_end.append(ended)
    return trace
