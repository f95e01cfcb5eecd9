"""Telling every open page what has changed, at once."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from bot.sandbox import views
from bot.sandbox.people import BOT_NAME, SERVER_NAME, Person, Place
from bot.sandbox.views import Views
from bot.sandbox.wire import Json
from bot.sandbox.world import World

LOOK_EVERY = 0.04
"""Seconds between two looks at whether the bot has done something by itself."""


@dataclass(slots=True)
class _Screen:
    """One channel as one person sees it on an open page: what has been sent of it so far."""

    person: Person
    place: Place
    order: list[str] | None = None
    sent: dict[str, Json] = field(default_factory=dict[str, Json])

    def news(self, shown: list[Json]) -> Json | None:
        """Give what is new on this screen, None if nothing is."""
        order = [view["id"] for view in shown]
        changed = [view for view in shown if self.sent.get(view["id"]) is not view]
        if order == self.order and not changed:
            return None
        self.order, self.sent = order, {view["id"]: view for view in shown}
        return {
            "type": "messages",
            "person": self.person.key,
            "place": self.place.key,
            "order": order,
            "changed": changed,
        }


class Live:
    """The open pages: what each shows, and waking them when something has changed."""

    def __init__(self, world: World, sight: Views) -> None:
        self._world = world
        self._views = sight
        self._pages: set[_Page] = set()
        world.on_change = self.wake
        world.on_error = lambda text: self.tell({"type": "notice", "text": text})

    def wake(self) -> None:
        """Let every page look whether it has to show something new."""
        for page in self._pages:
            page.wake.set()

    def tell(self, news: Json) -> None:
        """Send something to every page."""
        for page in self._pages:
            page.news.append(news)
            page.wake.set()

    def tell_world(self) -> None:
        """Send who is there and whether the bot is running to every page."""
        self.tell(self._hello())

    async def watch(self) -> None:
        """Wake the pages whenever the bot has done something by itself; runs until cancelled."""
        rounds = 0
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if self._world.changes():
                self.wake()
            rounds += 1
            if rounds % 500 == 0:
                self._forget()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve the socket of one page until it is closed."""
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=65536)
        await socket.prepare(request)
        page = _Page(socket)
        page.wake.set()
        self._pages.add(page)
        sending = asyncio.create_task(self._send(page))
        try:
            async for message in socket:
                if message.type is web.WSMsgType.TEXT:
                    page.show(self._wanted(message.json()))
                    page.wake.set()
        except (ValueError, KeyError, TypeError):
            await socket.close(code=1003)
        finally:
            self._pages.discard(page)
            sending.cancel()
        return socket

    async def close(self) -> None:
        """Close every page's socket."""
        for page in list(self._pages):
            await page.socket.close(code=1001)

    async def _send(self, page: "_Page") -> None:
        while True:
            await page.wake.wait()
            page.wake.clear()
            news, page.news = page.news, []
            places = self._world.places
            if page.places != places:
                page.places = places
                news.append(self._hello())
            for screen in page.screens_of(places):
                shown = [
                    self._views.message(each) for each in self._world.messages(screen.person, screen.place)
                ]
                update = screen.news(shown)
                if update is not None:
                    news.append(update)
            for each in news:
                await page.socket.send_str(json.dumps(each, ensure_ascii=False, separators=(",", ":")))

    def _wanted(self, message: Any) -> list[Person]:
        people = {person.key: person for person in self._world.people}
        return [people[key] for key in message["show"]]

    def _hello(self) -> Json:
        world = self._world
        return {
            "type": "world",
            "running": world.running,
            "server": SERVER_NAME,
            "guild": str(world.guild_id),
            "bot": {"id": str(world.bot_id), "name": world.name_of(world.bot_id) or BOT_NAME},
            "people": [views.person(each) for each in world.people],
            "places": [views.place(each) for each in world.places],
        }

    def _forget(self) -> None:
        world = self._world
        shown = {
            m.id for person in world.people for place in world.places for m in world.messages(person, place)
        }
        self._views.forget_all_but(shown)


class _Page:
    """One open page: its socket, whose screens it shows, and what is to be sent besides them."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.people: list[Person] = []
        self.places: tuple[Place, ...] | None = None
        self.screens: dict[tuple[str, str], _Screen] = {}
        self.news: list[Json] = []
        self.wake = asyncio.Event()

    def show(self, people: list[Person]) -> None:
        """Show the screens of these people from now on, all anew."""
        self.people, self.screens = people, {}

    def screens_of(self, places: tuple[Place, ...]) -> list[_Screen]:
        """Give the screens of all who are shown, those of new places included."""
        known = self.screens
        self.screens = {
            (person.key, place.key): known.get((person.key, place.key)) or _Screen(person, place)
            for person in self.people
            for place in places
        }
        return list(self.screens.values())
