"""Discord on this machine, as far as a bot needs it to log in, connect, and be told things."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import web

ROOT = Path(__file__).parents[1]

BOT_ID = 4242
TOKEN = "NDI0Mg.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb"
"""The one token that is accepted."""

USER = {"id": str(BOT_ID), "username": "hearts", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {
    "id": str(BOT_ID),
    "name": "hearts",
    "description": "",
    "icon": None,
    "bot_public": False,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
    "owner": {"id": "1", "username": "owner", "discriminator": "0", "avatar": None},
}


class Loopback:
    """What stands for Discord.

    Attributes:
        api: the address of its interface.
        gateway: the address of its gateway.
        asked: set when somebody has asked who they are.
        identified: set when somebody has connected and said who they are.
        silent: paths whose requests get no answer.
        away: whether nobody can connect to the gateway.
        instead: what is answered to the next requests of a path, one after another.
        closes: the code with which the gateway closes every connection once somebody has said who they are;
            0 for not at all.
    """

    def __init__(self) -> None:
        self.api = self.gateway = ""
        self.asked = asyncio.Event()
        self.identified = asyncio.Event()
        self.silent: set[str] = set()
        self.away = False
        self.instead: dict[str, list[web.Response]] = {}
        self.closes = 0
        self._sockets: set[web.WebSocketResponse] = set()

    @classmethod
    @asynccontextmanager
    async def running(cls) -> AsyncIterator[Loopback]:
        """One that answers until the end of the block."""
        loopback = cls()
        app = web.Application(middlewares=[loopback._silence])
        app.router.add_get("/api/users/@me", loopback._me)
        app.router.add_get("/api/oauth2/applications/@me", loopback._application)
        app.router.add_get("/api/gateway/bot", loopback._gateway_bot)
        app.router.add_put(f"/api/applications/{BOT_ID}/commands", loopback._nothing)
        app.router.add_get("/gateway/", loopback._connect)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        port = runner.addresses[0][1]
        loopback.api, loopback.gateway = f"http://127.0.0.1:{port}/api", f"ws://127.0.0.1:{port}/gateway/"
        try:
            yield loopback
        finally:
            await runner.cleanup()

    async def hang_up(self) -> None:
        """Close every connection to the gateway."""
        for socket in tuple(self._sockets):
            await socket.close(code=self.closes or 1000)

    @web.middleware
    async def _silence(self, request: web.Request, handler: Any) -> web.StreamResponse:
        if request.path == "/api/users/@me":
            self.asked.set()
        if request.path in self.silent:
            await asyncio.Event().wait()
        if request.path != "/gateway/" and request.headers.get("Authorization") != f"Bot {TOKEN}":
            return _json({"message": "401: Unauthorized", "code": 0}, status=401)
        instead = self.instead.get(request.path)
        return instead.pop(0) if instead else await handler(request)

    async def _me(self, request: web.Request) -> web.Response:
        return _json(USER)

    async def _application(self, request: web.Request) -> web.Response:
        return _json(APPLICATION)

    async def _gateway_bot(self, request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return _json({"url": self.gateway, "shards": 1, "session_start_limit": limit})

    async def _nothing(self, request: web.Request) -> web.Response:
        return _json([])

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        if self.away:
            return _json({}, status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self._sockets.add(socket)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 45000}})
        async for message in socket:
            if message.type is not aiohttp.WSMsgType.TEXT:
                continue
            told = message.json()
            if self.closes and told["op"] in (2, 6):
                await socket.close(code=self.closes)
                break
            if told["op"] == 1:
                await socket.send_json({"op": 11})
            elif told["op"] == 2:
                ready = {
                    "v": 10,
                    "user": USER,
                    "guilds": [],
                    "shard": told["d"].get("shard", [0, 1]),
                    "session_id": "s",
                    "resume_gateway_url": self.gateway,
                    "application": {"id": str(BOT_ID), "flags": 0},
                }
                await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})
                self.identified.set()
            elif told["op"] == 6:
                await socket.send_json({"op": 0, "t": "RESUMED", "s": 2, "d": {}})
        self._sockets.discard(socket)
        return socket


def _json(value: Any, status: int = 200) -> web.Response:
    # Discord names no character set, and discord.py takes it at its word.
    headers = {"Content-Type": "application/json"}
    return web.Response(body=json.dumps(value).encode(), status=status, headers=headers)


async def start_bot(
    loopback: Loopback, folder: Path, *arguments: str, **settings: str
) -> asyncio.subprocess.Process:
    """A process of `hearts-bot` in a folder; what it prints is to be read from its pipes.

    Args:
        loopback: its Discord.
        folder: where it runs, and has its database unless a setting says otherwise.
        arguments: of the command line; `run` if there are none.
        settings: environment variables, without HEARTS_.
    """
    usual = {"token": TOKEN, "thinkers": "0", "emoji": "false", "database": str(folder / "hearts.sqlite")}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HEARTS_")}
    chosen = {f"HEARTS_{name.upper()}": value for name, value in {**usual, **settings}.items()}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.bot_process",
        loopback.api,
        loopback.gateway,
        *(arguments or ("run",)),
        cwd=folder,
        env=kept | chosen | {"PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
