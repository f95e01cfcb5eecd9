"""What is counted of the requests to Discord, and how long interactions wait for their first answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import Enum

import aiohttp
import pytest
from aiohttp import web
from prometheus_client import CollectorRegistry

from bot.watching.metrics import Metrics
from bot.watching.requests import Requests, kind_of

APPLICATION = "/api/v10/applications/4242"


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/api/v10/interactions/12/aW50ZXI/callback", "answer"),
        ("POST", "/api/v10/webhooks/4242/aW50ZXI", "followup"),
        ("PATCH", "/api/v10/webhooks/4242/aW50ZXI/messages/@original", "panel"),
        ("PATCH", "/api/v10/webhooks/4242/aW50ZXI/messages/77", "panel"),
        ("DELETE", "/api/v10/webhooks/4242/aW50ZXI/messages/@original", "panel_delete"),
        ("POST", "/api/v10/channels/5/messages", "message"),
        ("PATCH", "/api/v10/channels/5/messages/77", "message_edit"),
        ("DELETE", "/api/v10/channels/5/messages/77", "message_delete"),
        ("POST", "/api/v10/channels/5/threads", "thread"),
        ("GET", "/api/v10/guilds/3/members/8", "member"),
        ("GET", f"{APPLICATION}/emojis", "emoji"),
        ("PATCH", f"{APPLICATION}/emojis/9", "emoji"),
        ("PUT", f"{APPLICATION}/commands", "commands"),
        ("GET", "/api/v10/users/@me", "other"),
        ("GET", "/api/v10/channels/5/messages", "other"),
    ],
)
def test_the_kind_of_a_request(method: str, path: str, kind: str) -> None:
    assert kind_of(method, "https", path) == (kind, 12 if kind == "answer" else None)


def test_the_gateway_is_a_kind_of_its_own() -> None:
    assert kind_of("GET", "wss", "/") == ("gateway", None)


class Kind(Enum):
    COMMAND = 2
    CLICK = 3
    PING = 1


@dataclass(frozen=True)
class Came:
    """An interaction, as far as it is looked at."""

    id: int
    type: Kind


class Clock:
    """A time that stands still until it is set."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class Watched:
    """A session whose requests are counted, and the server they go to.

    Attributes:
        requests: what counts them.
        clock: the time it takes.
        status: what the server answers.
        trace: what the session has besides.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.clock = Clock()
        self.requests = Requests(Metrics(self.registry), self.clock)
        self.status = 200
        self.trace = self.requests.follow(aiohttp.TraceConfig())
        self.address = ""

    @classmethod
    @asynccontextmanager
    async def running(cls) -> AsyncIterator[Watched]:
        watched = cls()
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", watched._answer)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        watched.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield watched
        finally:
            await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.Response:
        if not self.status:
            await asyncio.Event().wait()
        self.clock.now += 0.2
        return web.Response(status=self.status)

    async def ask(self, method: str, path: str, limit: float = 10.0) -> None:
        timeout = aiohttp.ClientTimeout(limit)
        async with (
            aiohttp.ClientSession(trace_configs=[self.trace], timeout=timeout) as session,
            session.request(method, f"{self.address}{path}"),
        ):
            pass

    def value(self, name: str, **labels: str) -> float | None:
        return self.registry.get_sample_value(name, labels)


@pytest.fixture
async def watched() -> AsyncIterator[Watched]:
    async with Watched.running() as watched:
        yield watched


async def test_an_interaction_is_timed_from_its_coming_to_its_first_answer(watched: Watched) -> None:
    await watched.requests.on_interaction(Came(12, Kind.CLICK))
    watched.clock.now += 1.0
    await watched.requests.on_interaction(Came(13, Kind.COMMAND))
    await watched.ask("POST", "/api/v10/interactions/12/aW50ZXI/callback")
    await watched.ask("POST", "/api/v10/webhooks/4242/aW50ZXI")
    assert watched.value("hearts_answer_seconds_sum", kind="click") == pytest.approx(1.2)
    assert watched.value("hearts_answer_seconds_count", kind="click") == 1
    assert watched.value("hearts_answer_seconds_count", kind="command") is None


async def test_a_refused_answer_does_not_count_and_the_next_one_does(watched: Watched) -> None:
    await watched.requests.on_interaction(Came(12, Kind.CLICK))
    for status in (429, 200):
        watched.status = status
        await watched.ask("POST", "/api/v10/interactions/12/aW50ZXI/callback")
    assert watched.value("hearts_answer_seconds_sum", kind="click") == pytest.approx(0.4)
    assert watched.value("hearts_discord_errors_total", kind="answer", status="429") == 1


async def test_what_is_no_interaction_of_anybody_is_not_waited_for(watched: Watched) -> None:
    await watched.requests.on_interaction(Came(12, Kind.PING))
    await watched.ask("POST", "/api/v10/interactions/12/aW50ZXI/callback")
    assert watched.value("hearts_answer_seconds_count", kind="click") is None


@pytest.mark.parametrize("status", [401, 403, 404, 429, 500, 503])
async def test_refused_requests_by_kind_and_status(watched: Watched, status: int) -> None:
    watched.status = status
    await watched.ask("PATCH", "/api/v10/channels/5/messages/77")
    assert watched.value("hearts_discord_errors_total", kind="message_edit", status=str(status)) == 1
    assert watched.value("hearts_discord_request_seconds_count", kind="message_edit") == 1


async def test_requests_without_an_answer(watched: Watched) -> None:
    watched.status = 0
    with pytest.raises(TimeoutError):
        await watched.ask("POST", "/api/v10/channels/5/messages", limit=0.05)
    watched.address = "http://127.0.0.1:9"
    with pytest.raises(aiohttp.ClientConnectionError):
        await watched.ask("GET", "/api/v10/guilds/3/members/8")
    assert watched.value("hearts_discord_errors_total", kind="message", status="timeout") == 1
    assert watched.value("hearts_discord_errors_total", kind="member", status="connection") == 1


async def test_what_others_make_of_an_answer_is_not_counted_again(watched: Watched) -> None:
    async def refuse(*_: object) -> None:
        raise TimeoutError

    watched.trace.on_request_end.append(refuse)
    watched.status = 503
    with pytest.raises(TimeoutError):
        await watched.ask("PATCH", "/api/v10/channels/5/messages/77")
    assert watched.value("hearts_discord_errors_total", kind="message_edit", status="503") == 1
    assert watched.value("hearts_discord_errors_total", kind="message_edit", status="timeout") is None
    assert watched.value("hearts_discord_request_seconds_count", kind="message_edit") == 1


async def test_no_number_and_no_token_is_in_any_label(watched: Watched) -> None:
    await watched.requests.on_interaction(Came(12, Kind.CLICK))
    await watched.ask("POST", "/api/v10/interactions/12/aW50ZXI/callback")
    watched.status = 404
    await watched.ask("PATCH", "/api/v10/webhooks/4242/aW50ZXI/messages/77")
    labels = {
        value
        for metric in watched.registry.collect()
        for sample in metric.samples
        for name, value in sample.labels.items()
        if name != "le"
    }
    assert labels == {"click", "answer", "panel", "404"}
