"""Discord over loopback: its HTTP interface with its limits, and its gateway."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from aiohttp import WSMsgType, web

from bot.load_bench.discord_state import DiscordState, Exchange, Refused
from bot.load_bench.limits import DELETE, EDIT, OTHER, POST, WEBHOOK, Limit
from bot.load_bench.payloads import Asked, Json, Message, member, user

_HEARTBEAT_MS: Final = 41_250
_DISPATCH, _HEARTBEAT, _IDENTIFY, _RESUME, _HELLO, _ACK = 0, 1, 2, 6, 10, 11
_EXEMPT: Final = ("answer", "webhook")


class DiscordServer:
    """Listens on a port of this machine, and takes one bot.

    Args:
        state: what it knows.
        latency: seconds from a request to its answer, in the middle; each takes half to one and a half of it.
        seed: of the latencies.

    Attributes:
        port: where it listens.
        ready: becomes true once the bot has connected and knows its servers.
    """

    def __init__(self, state: DiscordState, latency: float, seed: int = 1) -> None:
        self.state = state
        self.port = 0
        self.ready = asyncio.Event()
        self._latency = latency
        self._random = random.Random(seed)
        self._sockets: dict[int, tuple[web.WebSocketResponse, int]] = {}
        self._sequence = 0
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def api(self) -> str:
        """The address of the HTTP interface."""
        return f"http://127.0.0.1:{self.port}/api"

    @property
    def gateway(self) -> str:
        """The address of the gateway."""
        return f"ws://127.0.0.1:{self.port}/gateway"

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Listen until the end of the block."""
        app = web.Application(client_max_size=32 * 2**20)
        app.router.add_get("/gateway", self._on_gateway)
        app.router.add_get("/gateway/", self._on_gateway)
        app.router.add_route("*", "/api/{path:.*}", self._on_request)
        runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.port = runner.addresses[0][1]
        try:
            yield
        finally:
            for socket, _ in [*self._sockets.values()]:
                await socket.close()
            await runner.cleanup()

    def interact(self, asked: Asked, due: float, clicked: Message | None = None) -> Exchange:
        """Somebody does something: the bot is sent it.

        Raises:
            ConnectionError: the bot is not connected.
        """
        exchange, payload = self.state.begin(asked, due, clicked)
        if not self._sockets:
            raise ConnectionError("the bot is not connected")
        socket, _ = self._sockets[(asked.place.guild >> 22) % len(self._sockets)]
        task = asyncio.ensure_future(self._send(socket, "INTERACTION_CREATE", payload))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)
        return exchange

    # The gateway

    async def _on_gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        await _send_json(socket, {"op": _HELLO, "d": {"heartbeat_interval": _HEARTBEAT_MS}})
        shard = 0
        async for received in socket:
            if received.type is not WSMsgType.TEXT:
                break
            said = json.loads(received.data)
            if said["op"] == _HEARTBEAT:
                await _send_json(socket, {"op": _ACK, "d": None})
            elif said["op"] == _IDENTIFY:
                shard, count = said["d"].get("shard") or (0, 1)
                self._sockets[shard] = (socket, count)
                await self._introduce(socket, shard, count)
                if len(self._sockets) == count:
                    self.ready.set()
            elif said["op"] == _RESUME:
                self._sockets[shard] = (socket, 1)
                await self._send(socket, "RESUMED", {})
        self._sockets.pop(shard, None)
        return socket

    async def _introduce(self, socket: web.WebSocketResponse, shard: int, count: int) -> None:
        guilds = [one for one in self.state.guild_payloads() if (int(one["id"]) >> 22) % count == shard]
        ready = {
            "v": 10,
            "user": self.state.me,
            "guilds": [{"id": one["id"], "unavailable": True} for one in guilds],
            "session_id": f"session-{shard}",
            "resume_gateway_url": self.gateway,
            "shard": [shard, count],
            "application": {"id": str(self.state.application), "flags": 0},
        }
        await self._send(socket, "READY", ready)
        for one in guilds:
            await self._send(socket, "GUILD_CREATE", one)

    async def _send(self, socket: web.WebSocketResponse, event: str, data: Json) -> None:
        self._sequence += 1
        await _send_json(socket, {"op": _DISPATCH, "t": event, "s": self._sequence, "d": data})

    # The HTTP interface

    async def _on_request(self, request: web.Request) -> web.Response:
        body = await request.read()
        came = time.monotonic()
        path = request.match_info["path"].split("/")
        name, limit, place = _kind(request.method, path)
        self.state.requests[name] += 1
        verdict = self.state.limits.take(limit, place, came, exempt=name in _EXEMPT)
        status, answer = 200, None
        if not verdict.passed:
            status, answer = (
                429,
                {
                    "message": "You are being rate limited.",
                    "retry_after": round(verdict.reset_after, 3),
                    "global": limit is not verdict.limit,
                },
            )
        else:
            try:
                answer = self._do(request.method, path, _payload(request.content_type, body))
            except Refused as refusal:
                status, answer = refusal.status, {"message": str(refusal), "code": refusal.code}
        await asyncio.sleep(self._latency * self._random.uniform(0.5, 1.5))
        # Answers to interactions have no bucket of their own.
        headers = {} if name == "answer" else verdict.headers
        if answer is None:
            return web.Response(status=204, headers=headers)
        # With a charset beside it, discord.py would not take it for JSON.
        headers = {**headers, "Content-Type": "application/json"}
        return web.Response(status=status, body=json.dumps(answer).encode(), headers=headers)

    def _do(self, method: str, path: list[str], body: Any) -> Any:
        """What a request asks for; its answer, or None where there is nothing to say.

        Raises:
            Refused: it cannot be.
        """
        state = self.state
        match (method, *path):
            case ("POST", "interactions", number, token, "callback"):
                return state.call_back(number, token, body)
            case ("PATCH", "webhooks", _, token, "messages", which):
                return state.message_payload(state.edit_with_token(token, which, body))
            case ("DELETE", "webhooks", _, token, "messages", which):
                return state.delete_with_token(token, which)
            case ("POST", "webhooks", _, token):
                return state.message_payload(state.follow_up(token, body))
            case ("POST", "channels", channel, "messages"):
                return state.message_payload(state.post(channel, body))
            case ("PATCH", "channels", _, "messages", number):
                return state.message_payload(state.edit(number, body))
            case ("GET", "channels", _, "messages", number):
                return state.message_payload(state.found(number))
            case ("DELETE", "channels", _, "messages", number):
                return state.delete(number)
            case ("GET", "guilds", _, "members", account):
                return member(user(int(account), f"Player {account}"))
            case _:
                return self._about_itself(method, path, body)

    def _about_itself(self, method: str, path: list[str], body: Any) -> Any:
        """What the bot asks about itself."""
        state = self.state
        match (method, *path):
            case ("GET", "users", "@me"):
                return state.me
            case ("GET", "oauth2", "applications", "@me") | ("GET", "applications", "@me"):
                return _application(state)
            case ("GET", "gateway"):
                return {"url": self.gateway}
            case ("GET", "gateway", "bot"):
                start = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
                return {"url": self.gateway, "shards": 1, "session_start_limit": start}
            case ("PUT", "applications", _, "commands"):
                return state.set_commands(body)
            case ("GET", "applications", _, "emojis"):
                return {"items": state.emoji}
            case ("POST", "applications", _, "emojis"):
                made = emoji(state.ids.next(), body["name"])
                state.emoji.append(made)
                return made
            case _:
                raise Refused(404, 0, f"404: Not Found: {method} {'/'.join(path)}")


def emoji(number: int, name: str) -> Json:
    """An emoji of the application."""
    return {"id": str(number), "name": name, "animated": False, "available": True, "managed": False}


def _application(state: DiscordState) -> Json:
    return {
        "id": str(state.application),
        "name": "Hearts",
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "",
        "team": None,
        "owner": user(1, "Owner"),
        "flags": 0,
    }


def _kind(method: str, path: list[str]) -> tuple[str, Limit, str]:
    """What a request is for, the limit of such, and where it is counted."""
    match (method, *path):
        case ("POST", "interactions", number, *_):
            return "answer", WEBHOOK, number
        case (_, "webhooks", _, token, *_):
            return "webhook", WEBHOOK, token
        case ("POST", "channels", channel, "messages"):
            return "post", POST, channel
        case ("PATCH", "channels", channel, "messages", _):
            return "edit", EDIT, channel
        case ("DELETE", "channels", channel, "messages", _):
            return "delete", DELETE, channel
        case _:
            return "other", OTHER, "/".join(path[:2])


def _payload(content_type: str, body: bytes) -> Any:
    """The JSON of a request; beside files it is a part of its own."""
    if not body:
        return {}
    if content_type == "multipart/form-data":
        at = body.index(b'name="payload_json"')
        start = body.index(b"\r\n\r\n", at) + 4
        return json.loads(body[start : body.index(b"\r\n--", start)])
    return json.loads(body)


async def _send_json(socket: web.WebSocketResponse, data: Json) -> None:
    if not socket.closed:
        await socket.send_str(json.dumps(data))
