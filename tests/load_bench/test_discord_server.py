"""The Discord of the benchmark over HTTP: the limits, and the refusals a bot meets."""

import json
import time
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.load_bench.crowd import Crowd
from bot.load_bench.discord_server import DiscordServer
from bot.load_bench.discord_state import TOKEN_LIFE, DiscordState, Exchange
from bot.load_bench.payloads import COMPONENT, EPHEMERAL, Asked, Message, Place, Somebody

SHOWN = [{"type": 10, "content": "A hand"}]


class Hall:
    """A Discord that listens, and a session with it."""

    def __init__(self, server: DiscordServer, session: aiohttp.ClientSession, place: Place) -> None:
        self.state = server.state
        self.place = place
        self._server = server
        self._session = session

    async def ask(self, method: str, path: str, body: Any = None, *, form: bool = False) -> tuple[int, Any]:
        data: Any = json.dumps(body)
        if form:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            data.add_field("files[0]", b"\r\n--\x00", filename="hand.png", content_type="image/png")
        async with self._session.request(method, f"{self._server.api}/{path}", data=data) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if text else None

    def click(self, token: str = "t") -> Exchange:
        clicked = Message(self.state.ids.next(), self.place, flags=EPHEMERAL)
        self.state.messages[clicked.id] = clicked
        asked = Asked(self.state.ids.next(), token, COMPONENT, Somebody(5, "Ann", "de"), self.place, {})
        return self.state.begin(asked, time.monotonic(), clicked)[0]


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    state = DiscordState(Crowd())
    place = state.add_place(1 << 22)
    server = DiscordServer(state, latency=0.0)
    async with server.listening(), aiohttp.ClientSession() as session:
        yield Hall(server, session, place)


@pytest.mark.parametrize("form", [False, True], ids=["json", "with a file"])
async def test_a_message_is_posted_edited_and_deleted(hall: Hall, form: bool) -> None:
    channel = f"channels/{hall.place.channel}/messages"
    status, posted = await hall.ask("POST", channel, {"components": SHOWN}, form=form)
    assert (status, posted["components"], posted["author"]["id"]) == (200, SHOWN, hall.state.me["id"])
    status, edited = await hall.ask("PATCH", f"{channel}/{posted['id']}", {"components": []}, form=form)
    assert (status, edited["id"], edited["components"]) == (200, posted["id"], [])
    assert await hall.ask("DELETE", f"{channel}/{posted['id']}") == (204, None)
    status, refused = await hall.ask("PATCH", f"{channel}/{posted['id']}", {"components": []})
    assert (status, refused["code"]) == (404, 10008)


async def test_the_sixth_edit_in_a_channel_has_to_wait(hall: Hall) -> None:
    channel = f"channels/{hall.place.channel}/messages"
    _, posted = await hall.ask("POST", channel, {"components": SHOWN})
    edits = [await hall.ask("PATCH", f"{channel}/{posted['id']}", {"components": SHOWN}) for _ in range(6)]
    assert [status for status, _ in edits] == [200] * 5 + [429]
    assert 0 < edits[-1][1]["retry_after"] <= 5.0
    assert edits[-1][1]["global"] is False


async def test_a_click_is_answered_once_and_in_its_time(hall: Hall) -> None:
    exchange = hall.click()
    path = f"interactions/{exchange.asked.id}/t/callback"
    status, answered = await hall.ask("POST", path, {"type": 7, "data": {"components": SHOWN}})
    assert (status, answered["resource"]["message"]["components"]) == (200, SHOWN)
    assert exchange.original is not None
    assert answered["interaction"]["response_message_id"] == str(exchange.original.id)
    assert answered["interaction"]["response_message_ephemeral"] is True
    assert exchange.shown is not None
    assert not exchange.deferred
    status, again = await hall.ask("POST", path, {"type": 6})
    assert (status, again["code"]) == (400, 40060)
    late = hall.click("late")
    late.sent -= 3.1
    status, refused = await hall.ask("POST", f"interactions/{late.asked.id}/late/callback", {"type": 6})
    assert (status, refused["code"]) == (404, 10062)


async def test_a_deferred_click_is_answered_only_by_what_is_shown(hall: Hall) -> None:
    exchange = hall.click()
    await hall.ask("POST", f"interactions/{exchange.asked.id}/t/callback", {"type": 6})
    assert exchange.heard.is_set()
    assert exchange.shown is None
    webhook = f"webhooks/{hall.state.application}/t/messages"
    status, edited = await hall.ask("PATCH", f"{webhook}/@original", {"components": SHOWN})
    assert (status, edited["components"]) == (200, SHOWN)
    assert exchange.deferred
    assert exchange.shown is not None
    exchange.sent -= TOKEN_LIFE
    status, refused = await hall.ask("PATCH", f"{webhook}/@original", {"components": SHOWN})
    assert (status, refused["code"]) == (401, 50027)
