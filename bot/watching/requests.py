"""Requests to Discord, as aiohttp sees them: how long they take, which fail, when clicks are answered."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final, Protocol

import aiohttp

from bot.watching.metrics import Metrics

_KINDS: Final = tuple(
    (kind, method, re.compile(rf"(?:/api(?:/v\d+)?)?{path}"))
    for kind, method, path in (
        ("answer", "POST", r"/interactions/(?P<interaction>\d+)/[^/]+/callback"),
        ("followup", "POST", r"/webhooks/\d+/[^/]+"),
        ("panel", "PATCH", r"/webhooks/\d+/[^/]+/messages/[^/]+"),
        ("panel_delete", "DELETE", r"/webhooks/\d+/[^/]+/messages/[^/]+"),
        ("message", "POST", r"/channels/\d+/messages"),
        ("message_edit", "PATCH", r"/channels/\d+/messages/\d+"),
        ("message_delete", "DELETE", r"/channels/\d+/messages/\d+"),
        ("member", "GET", r"/guilds/\d+/members/\d+"),
        ("emoji", "", r"/applications/\d+/emojis(?:/\d+)?"),
        ("commands", "", r"/applications/\d+/commands"),
        ("thread", "POST", r"/channels/\d+(?:/messages/\d+)?/threads"),
    )
)
"""A request's kind by its method, where there is one, and its path."""

_AWAITED: Final = 10_000
"""So many interactions are remembered that have no answer yet; the oldest go first."""

INTERACTIONS: Final = {2: "command", 3: "click", 4: "autocomplete", 5: "form"}
"""What an interaction is, by Discord's number of its type."""


class Interaction(Protocol):
    """What is looked at of an interaction."""

    @property
    def id(self) -> int:
        """Its number."""
        ...

    @property
    def type(self) -> Any:
        """Its type; `value` is Discord's number."""
        ...


def kind_of(method: str, scheme: str, address: str) -> tuple[str, int | None]:
    """A request's kind by its method, and its address's scheme and path.

    Returns:
        The kind; and of the first answer to an interaction, the interaction's number.
    """
    if scheme in ("ws", "wss"):
        return "gateway", None
    for kind, only, path in _KINDS:
        if only in ("", method) and (found := path.fullmatch(address)):
            return kind, int(found["interaction"]) if kind == "answer" else None
    return "other", None


class Requests:
    """Times every request of an aiohttp session, and from when an interaction came in to its first answer."""

    def __init__(self, metrics: Metrics, now: Callable[[], float] = time.perf_counter) -> None:
        self._metrics = metrics
        self._now = now
        self._came: OrderedDict[int, tuple[str, float]] = OrderedDict()

    def follow(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Be told by what a session is given, before whoever else is: they may raise; gives the same."""
        trace.on_request_start.insert(0, self._starts)
        trace.on_request_end.insert(0, self._ends)
        trace.on_request_exception.insert(0, self._fails)
        return trace

    async def on_interaction(self, interaction: Interaction) -> None:
        """Listener: somebody has clicked, typed, or sent a form."""
        kind = INTERACTIONS.get(interaction.type.value)
        if kind is not None:
            self._came[interaction.id] = (kind, self._now())
            if len(self._came) > _AWAITED:
                self._came.popitem(last=False)

    async def _starts(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, about: aiohttp.TraceRequestStartParams
    ) -> None:
        context.began = self._now()

    async def _ends(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, about: aiohttp.TraceRequestEndParams
    ) -> None:
        context.ended = True
        kind, interaction = kind_of(about.method, about.url.scheme, about.url.path)
        status, now = about.response.status, self._now()
        self._metrics.requested(kind, now - context.began, str(status) if status >= 400 else None)
        if interaction is not None and status < 400:
            came = self._came.pop(interaction, None)
            if came is not None:
                self._metrics.answered(came[0], now - came[1])

    async def _fails(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        about: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        if hasattr(context, "ended"):
            # There was an answer; what is raised is what somebody made of it.
            return
        kind, _ = kind_of(about.method, about.url.scheme, about.url.path)
        self._metrics.requested(kind, self._now() - context.began, _failure(about.exception))


def _failure(error: BaseException) -> str:
    """Why there is no answer: one of few words."""
    if isinstance(error, asyncio.CancelledError):
        return "cancelled"
    if isinstance(error, TimeoutError):
        return "timeout"
    return "connection" if isinstance(error, OSError | aiohttp.ClientError) else "other"
