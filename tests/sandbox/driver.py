"""A sandbox in a process of its own, for the simulator replaces the clock, and a page without a browser."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import aiohttp

ROOT = Path(__file__).resolve().parents[2]
DEMO = ("tests.sandbox.demo_bot",)
GAME = ("bot", "sandbox")


@contextmanager
def load(processes: int = 2) -> Iterator[None]:
    """Keep the machine busy meanwhile."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


@contextmanager
def sandbox(
    program: tuple[str, ...], *arguments: str, environment: Mapping[str, str] | None = None
) -> Iterator[str]:
    """Run a sandbox and give its address."""
    command = [sys.executable, "-m", *program, "--port", "0", "--no-browser", *arguments]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        found = re.search(r"http://\S+", said)
        if found is None:
            process.kill()
            raise AssertionError(f"no address but {said!r}: {process.communicate()[1]}")
        yield found.group()
    finally:
        process.terminate()
        process.communicate(timeout=60)


def parts(tree: Any) -> list[dict[str, Any]]:
    """Give every object in a view."""
    if isinstance(tree, dict):
        return [tree, *(part for value in tree.values() for part in parts(value))]
    if isinstance(tree, list):
        return [part for value in tree for part in parts(value)]
    return []


def item(view: dict[str, Any], start: str) -> dict[str, Any]:
    """Give the button or menu of a message whose id begins in some way."""
    return next(part for part in parts(view["components"]) if str(part.get("id", "")).startswith(start))


class Caller:
    """A page without a browser: what it has been told, and what it can do.

    Keeps for each person and channel the messages shown now, by id and in order.
    """

    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self.session = session
        self.address = address
        self.origin = re.sub(r"^(http://[^/]+)/.*", r"\1", address)
        self.world: dict[str, Any] = {}
        self.notices: list[str] = []
        self.heard: list[str] = []
        self.shown: dict[tuple[str, str], dict[str, Any]] = {}
        self.changed = asyncio.Condition()

    async def do(self, person: str, verb: str, *, place: str = "hearts", **body: Any) -> dict[str, Any]:
        return await self.post(f"do/{person}/{verb}", {"place": place, **body})

    async def post(self, path: str, body: Any) -> dict[str, Any]:
        headers = {"Origin": self.origin}
        async with self.session.post(self.address + path, json=body, headers=headers) as response:
            return await response.json()

    async def get(self, path: str) -> aiohttp.ClientResponse:
        async with self.session.get(self.address + path) as response:
            await response.read()
            return response

    def messages(self, person: str, place: str = "hearts") -> list[dict[str, Any]]:
        return list(self.shown.get((person, place), {}).values())

    def find(self, person: str, words: str, place: str = "hearts") -> dict[str, Any] | None:
        """Give the newest message a person sees that has some words in it."""
        return next((m for m in reversed(self.messages(person, place)) if words in str(m)), None)

    async def see(self, person: str, words: str, place: str = "hearts") -> dict[str, Any]:
        """Wait until a person sees a message with some words in it."""
        await self.until(lambda: self.find(person, words, place) is not None)
        found = self.find(person, words, place)
        assert found is not None
        return found

    def complete(self, *people: str) -> bool:
        """Say whether everything these people see now has been heard."""
        places = [place["key"] for place in self.world.get("places", [])]
        return bool(places) and all((who, place) in self.shown for who in people for place in places)

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is so; long, for the machine may have other things to do."""
        async with asyncio.timeout(60), self.changed:
            await self.changed.wait_for(true)

    async def listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            self.heard.append(message.data)
            news = message.json()
            async with self.changed:
                if news["type"] == "world":
                    self.world = news
                elif news["type"] == "notice":
                    self.notices.append(news["text"])
                else:
                    self._update(news)
                self.changed.notify_all()

    def _update(self, news: dict[str, Any]) -> None:
        key = (news["person"], news["place"])
        known = {**self.shown.get(key, {}), **{view["id"]: view for view in news["changed"]}}
        self.shown[key] = {number: known[number] for number in news["order"]}


@asynccontextmanager
async def page(address: str, *people: str) -> AsyncIterator[Caller]:
    """Open a page that shows what some people see."""
    async with aiohttp.ClientSession() as session:
        caller = Caller(session, address)
        headers = {"Origin": caller.origin}
        async with session.ws_connect(f"{address}live", headers=headers) as socket:
            await socket.send_json({"show": people})
            listening = asyncio.create_task(caller.listen(socket))
            try:
                await caller.until(lambda: caller.complete(*people))
                yield caller
            finally:
                listening.cancel()
