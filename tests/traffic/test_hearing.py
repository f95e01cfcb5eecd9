"""What Discord answers is heard before discord.py acts on it: against a server on this machine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import HTTPClient, Route, handle_message_parameters
from prometheus_client import CollectorRegistry

from bot.traffic import Errand, Garbled, Invalid, Limited, Traffic, Unavailable, Verb, hearing, on_behalf_of
from bot.watching.metrics import Metrics
from bot.watching.requests import Requests
from tests.traffic.timers import HandClock


class Answers:
    """A server that answers as it is told.

    Attributes:
        status: of its answers.
        body: of its answers, if another than usual.
        headers: of its answers.
        asked: how many requests have come.
    """

    def __init__(self) -> None:
        self.status = 200
        self.body: str | None = None
        self.headers: dict[str, str] = {}
        self.asked = 0

    async def answer(self, request: web.Request) -> web.StreamResponse:
        if request.path.endswith("/users/@me"):
            return web.json_response({"id": "1", "username": "bot", "discriminator": "0", "avatar": None})
        self.asked += 1
        wait = self.headers.get("Retry-After")
        body: dict[str, object] = {"message": "?", "code": 0, "global": "X-RateLimit-Global" in self.headers}
        body |= {} if wait in (None, "nan") else {"retry_after": float(wait)}
        # Discord names no character set, and the library takes it at its word.
        headers = {"Content-Type": "application/json"} | self.headers
        text = json.dumps(body) if self.body is None else self.body
        return web.Response(body=text.encode(), status=self.status, headers=headers)

    def tell(self, status: int, **headers: str) -> None:
        """Answer so from now on."""
        self.status = status
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


@pytest.fixture
async def answers(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Answers]:
    answers = Answers()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answers.answer)
    async with TestServer(app) as server:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("/api/v10")))
        yield answers


@pytest.fixture
def traffic() -> Traffic:
    return Traffic()


@pytest.fixture
async def client(answers: Answers, traffic: Traffic) -> AsyncIterator[HTTPClient]:
    client = HTTPClient(asyncio.get_running_loop(), http_trace=hearing(aiohttp.TraceConfig(), traffic))
    await client.static_login("token")
    yield client
    await client.close()


def gone(traffic: Traffic, place: str) -> bool:
    """Whether an edit in a place goes at once."""
    log: list[str] = []
    traffic.queue(Errand(1, place, Verb.EDIT, lambda: log.append(place)))
    return bool(log)


async def edit(client: HTTPClient, place: str | None = "here") -> None:
    """Make a request that has had its turn, in a place; one that answers somebody where it is None."""
    if place is None:
        await client.edit_message(5, 6, params=handle_message_parameters("text"))
        return
    with on_behalf_of(place):
        await client.edit_message(5, 6, params=handle_message_parameters("text"))


async def test_where_it_is_to_wait_a_request_comes_back_and_only_its_place_waits(
    client: HTTPClient, answers: Answers, traffic: Traffic
) -> None:
    answers.tell(429, Retry_After="20.5", Via="1.1 google", X_RateLimit_Scope="user")
    with pytest.raises(Limited) as limited:
        await edit(client)
    assert limited.value.retry_after == 20.5
    assert answers.asked == 1
    assert gone(traffic, "there")
    assert not gone(traffic, "here")
    assert traffic.counts.refused == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Retry_After": "3", "Via": "1.1 google", "X_RateLimit_Scope": "global"},
        {"Retry_After": "600"},
        {},
    ],
    ids=["Discord's limit for everything", "the address is shut out", "without a word for how long"],
)
async def test_where_the_whole_bot_is_to_wait_everything_does(
    client: HTTPClient, answers: Answers, traffic: Traffic, headers: dict[str, str]
) -> None:
    answers.tell(429, **headers)
    with pytest.raises(Limited) as limited:
        await edit(client)
    assert limited.value.retry_after == float(headers.get("Retry_After", "60"))
    assert not gone(traffic, "there")


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_what_discord_cannot_do_just_now_comes_back_at_once(
    client: HTTPClient, answers: Answers, traffic: Traffic, status: int
) -> None:
    answers.tell(status)
    with pytest.raises(Unavailable) as unavailable:
        await edit(client)
    assert unavailable.value.status == status
    assert answers.asked == 1


@pytest.mark.parametrize("told", ["0", "-1", "nan"])
async def test_a_limit_said_to_be_over_is_waited_for_longer_every_time(
    client: HTTPClient, answers: Answers, traffic: Traffic, told: str
) -> None:
    answers.tell(429, Retry_After=told, Via="1.1 google", X_RateLimit_Scope="user")
    waits: list[float] = []
    for _ in range(2):
        with pytest.raises(Limited) as limited:
            await edit(client)
        waits.append(limited.value.retry_after)
    assert waits[0] >= 1
    assert waits[1] >= 2
    assert traffic.closed_for("here") > 1


@pytest.mark.parametrize("body", ["{no", "<html>Log in first</html>", "[]", "null"])
async def test_an_answer_that_cannot_be_read_comes_back_as_one(
    client: HTTPClient, answers: Answers, body: str
) -> None:
    async def changed() -> int:
        # As discord.py makes a message of it.
        with on_behalf_of("here"):
            return int((await client.edit_message(5, 6, params=handle_message_parameters("text")))["id"])

    answers.body = body
    with pytest.raises(Garbled, match="answered 200 with what cannot be read"):
        await changed()


async def test_what_goes_wrong_on_our_side_stays_what_it_is(client: HTTPClient, answers: Answers) -> None:
    answers.tell(400)
    with pytest.raises(ValueError, match="not one of theirs"), on_behalf_of("here"):
        raise ValueError("not one of theirs")
    with pytest.raises(discord.HTTPException):
        await edit(client)


async def test_a_limit_for_everything_never_makes_the_library_wait(
    client: HTTPClient, answers: Answers, traffic: Traffic
) -> None:
    told = {"Via": "1.1 google", "X_RateLimit_Scope": "global", "X_RateLimit_Global": "true"}
    answers.tell(429, Retry_After="30", **told)
    with pytest.raises(Limited) as limited:
        # Whoever asks for this gives up long before the limit is over.
        async with asyncio.timeout(2):
            await edit(client, None)
    assert limited.value.retry_after == 30
    assert answers.asked == 1
    assert not gone(traffic, "there")
    answers.tell(200)
    async with asyncio.timeout(2):
        await edit(client, None)
    assert answers.asked == 2


async def test_the_first_answer_to_an_interaction_comes_back_at_once(
    client: HTTPClient, answers: Answers
) -> None:
    answers.tell(500)
    with pytest.raises(Unavailable):
        # What discord.py does about it takes longer than Discord waits for such an answer.
        async with asyncio.timeout(0.9):
            await client.request(Route("POST", "/interactions/5/token/callback"))
    assert answers.asked == 1


async def test_what_cannot_succeed_is_told_as_ever(
    client: HTTPClient, answers: Answers, traffic: Traffic
) -> None:
    answers.tell(404)
    for place in ("here", None):
        with pytest.raises(discord.NotFound):
            await edit(client, place)
    assert gone(traffic, "here")


async def test_a_place_whose_limit_is_used_up_waits_without_being_refused_first(
    client: HTTPClient, answers: Answers, traffic: Traffic
) -> None:
    answers.tell(200, X_RateLimit_Limit="5", X_RateLimit_Remaining="0", X_RateLimit_Reset_After="30")
    # discord.py, too, would rather wait before the next one than be refused.
    editing = asyncio.create_task(edit(client))
    for _ in range(500):
        if not gone(traffic, "here"):
            break
        await asyncio.sleep(0.01)
    editing.cancel()
    await asyncio.gather(editing, return_exceptions=True)
    assert answers.asked == 1
    assert not gone(traffic, "here")
    assert gone(traffic, "there")
    assert traffic.counts.refused == 0


async def test_after_too_many_refusals_only_people_are_answered(
    answers: Answers, traffic: Traffic, caplog: pytest.LogCaptureFixture
) -> None:
    watched, clock = CollectorRegistry(), HandClock()
    trace = Requests(Metrics(watched)).follow(aiohttp.TraceConfig())
    invalid = Invalid(enough=3, now=clock.time)
    client = HTTPClient(asyncio.get_running_loop(), http_trace=hearing(trace, traffic, invalid))
    await client.static_login("token")
    answers.tell(403)
    for place in ("here", None, "there"):
        with pytest.raises(discord.Forbidden):
            await edit(client, place)
    assert "Discord has refused 3 requests" in caplog.text
    answers.tell(200)
    with pytest.raises(Limited) as limited:
        await edit(client, "here")
    assert limited.value.retry_after == 600
    assert answers.asked == 3
    await edit(client, None)
    assert answers.asked == 4
    clock.wind(600)
    await edit(client, "here")
    assert answers.asked == 5
    await client.close()
    counted = {
        sample.labels["status"]: sample.value
        for metric in watched.collect()
        for sample in metric.samples
        if sample.name == "hearts_discord_errors_total"
    }
    assert counted == {"403": 3}
