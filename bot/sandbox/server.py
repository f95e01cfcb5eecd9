"""The page's side of the sandbox over HTTP: loopback only, and only for whoever has its secret address.

Under `/SECRET/` are the page and its parts, `live` (a web socket that tells what changes), `file/PERSON/...`,
`emoji/ID`, `commands/PERSON/PLACE`, and for what people do `do/PERSON/VERB` and `restart`, which take and
give JSON.
"""

import mimetypes
import secrets
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.sandbox import markup, views
from bot.sandbox.live import Live
from bot.sandbox.people import LOCALES, Person, Place
from bot.sandbox.views import Views
from bot.sandbox.wire import Json, Outcome, Refused, StoredMessage, Why
from bot.sandbox.world import World

PAGE = Path(__file__).parent / "page"

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_KINDS = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
_PICTURES = {"image/png", "image/jpeg", "image/gif", "image/webp"}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """The routes of one sandbox.

    Attributes:
        secret: The part of the address nobody can guess.
        live: The open pages.
    """

    def __init__(self, world: World) -> None:
        self.secret = secrets.token_urlsafe(24)
        self._world = world
        self._hosts: frozenset[str] = frozenset()
        self._people = {person.key: person for person in world.people}
        names = markup.Names(world.name_of, self._place_name)
        self._views = Views(names, self._entities, self._find, world.labels)
        self.live = Live(world, self._views)

    def app(self) -> web.Application:
        """Give the application that serves the routes."""
        app = web.Application(middlewares=[self._guard], client_max_size=256 * 1024)
        base = f"/{self.secret}"
        app.add_routes(
            [
                web.get(f"{base}/", self._index),
                web.get(f"{base}/page/{{name}}", self._part),
                web.get(f"{base}/live", self.live.serve),
                web.get(f"{base}/file/{{person}}/{{path:.+}}", self._file),
                web.get(f"{base}/emoji/{{number:[0-9]+}}", self._emoji),
                web.get(f"{base}/commands/{{person}}/{{place}}", self._commands),
                web.post(f"{base}/do/{{person}}/{{verb}}", self._do),
                web.post(f"{base}/restart", self._restart),
            ]
        )
        return app

    def serve_at(self, host: str, port: int) -> str:
        """Note where the page is served, which decides the hosts that are answered, and give its address."""
        names = {host, "localhost", "127.0.0.1", "::1"}
        self._hosts = frozenset(f"[{name}]:{port}" if ":" in name else f"{name}:{port}" for name in names)
        return f"http://{f'[{host}]' if ':' in host else host}:{port}/{self.secret}/"

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse what does not come from the page itself, and forbid the page whatever it does not need."""
        host, origin = request.headers.get("Host", ""), request.headers.get("Origin")
        changes = request.method == "POST" or request.headers.get("Upgrade", "").lower() == "websocket"
        stranger = origin != f"http://{host}" if origin is not None else changes
        if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            stranger = True
        response: web.StreamResponse
        if host not in self._hosts:
            response = web.Response(status=421, text="This is not the host the sandbox is served on.")
        elif stranger:
            response = web.Response(status=403, text="Only the sandbox's own page may do that.")
        elif request.method == "POST" and request.content_type != "application/json":
            response = web.Response(status=415, text="Send JSON.")
        else:
            try:
                response = await handler(request)
            except web.HTTPNotFound:
                response = web.Response(status=404, text="Open the whole address the sandbox has printed.")
            except Refused as refused:
                response = web.json_response(views.refusal(refused), status=409)
            except (KeyError, TypeError, ValueError):
                response = web.json_response(views.refusal(Refused(Why.NONSENSE)), status=400)
        if not response.prepared:
            response.headers.update(_HEADERS)
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    async def _index(self, request: web.Request) -> web.Response:
        return _page_file("index.html")

    async def _part(self, request: web.Request) -> web.Response:
        return _page_file(request.match_info["name"])

    async def _file(self, request: web.Request) -> web.Response:
        path = request.match_info["path"]
        person = self._people.get(request.match_info["person"])
        data = await self._world.file(person, path) if person is not None else None
        if data is None:
            return web.Response(status=404, text="There is no such file.")
        name = path.rpartition("/")[2]
        kind = mimetypes.guess_type(name)[0] or ""
        headers = {"Cache-Control": "private, max-age=86400, immutable"}
        if kind not in _PICTURES or "download" in request.query:
            headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{_quoted(name)}"
        return web.Response(
            body=data, content_type=kind if kind in _PICTURES else "application/octet-stream", headers=headers
        )

    async def _emoji(self, request: web.Request) -> web.Response:
        data = self._world.emoji(int(request.match_info["number"]))
        if data is None:
            return web.Response(status=404, text="There is no such emoji.")
        headers = {"Cache-Control": "private, max-age=86400, immutable"}
        return web.Response(body=data, content_type="image/png", headers=headers)

    async def _commands(self, request: web.Request) -> web.Response:
        person, place = self._people[request.match_info["person"]], self._place(request.match_info["place"])
        found = self._world.commands(person, place)
        return web.json_response([self._views.command(*each, person.locale) for each in found])

    async def _do(self, request: web.Request) -> web.Response:
        person = self._people[request.match_info["person"]]
        body: Any = await request.json()
        if not isinstance(body, dict):
            raise TypeError(body)
        return web.json_response(await self._done(person, request.match_info["verb"], body))

    async def _done(self, person: Person, verb: str, body: Mapping[str, Any]) -> Json:
        world, place = self._world, self._place(_string(body["place"]))
        match verb:
            case "say":
                await world.say(person, place, _string(body["text"]))
                return {}
            case "click":
                return self._came(await world.click(person, place, int(body["message"]), _string(body["id"])))
            case "choose":
                values = [_string(value) for value in body["values"]]
                number, menu = int(body["message"]), _string(body["id"])
                return self._came(await world.choose(person, place, number, menu, values))
            case "command":
                return self._came(await world.command(person, place, _string(body["name"]), body["options"]))
            case "submit":
                return self._came(await world.submit(person, _string(body["handle"]), body["values"]))
            case "complete":
                return {"choices": await self._completed(person, place, body)}
            case "dismiss":
                person.dismissed.add(int(body["message"]))
                self.live.wake()
                return {}
            case "language":
                if body["language"] not in LOCALES:
                    raise ValueError(body["language"])
                person.language = body["language"]
                self.live.tell_world()
                return {}
            case _:
                raise KeyError(verb)

    async def _completed(self, person: Person, place: Place, body: Mapping[str, Any]) -> list[Json]:
        choices = await self._world.complete(
            person,
            place,
            _string(body["name"]),
            _string(body["option"]),
            _string(body["text"]),
            body["options"],
        )
        return [self._views.choice(choice, person.locale) for choice in choices]

    def _came(self, outcome: Outcome) -> Json:
        modal = outcome.modal
        return {
            "answered": outcome.answered,
            "modal": self._views.modal(modal.handle, modal.form) if modal is not None else None,
        }

    async def _restart(self, request: web.Request) -> web.Response:
        await self._world.restart()
        self.live.tell_world()
        return web.json_response({"running": self._world.running})

    def _place(self, key: str) -> Place:
        return {place.key: place for place in self._world.places}[key]

    def _place_name(self, number: int) -> str | None:
        return next((place.name for place in self._world.places if place.id == number), None)

    def _entities(self, kind: str) -> list[tuple[str, str]]:
        people = [(str(person.id), person.name) for person in self._world.people]
        everyone = [(str(self._world.guild_id), "@everyone")]
        match kind:
            case "user":
                return people
            case "role":
                return everyone
            case "channel" | "thread":
                places = [each for each in self._world.places if (each.parent is None) == (kind == "channel")]
                return [(str(place.id), place.name) for place in places]
            case _:
                return people + everyone

    def _find(self, number: int) -> StoredMessage | None:
        for person in self._world.people:
            for place in self._world.places:
                found = self._world.message(place, number, person)
                if found is not None:
                    return found
        return None


def _page_file(name: str) -> web.Response:
    known = {path.name: path for path in PAGE.iterdir() if path.suffix in _KINDS}
    if name not in known:
        raise web.HTTPNotFound
    path = known[name]
    return web.Response(body=path.read_bytes(), content_type=_KINDS[path.suffix], charset="utf-8")


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _quoted(name: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c in "._-") else f"%{ord(c) % 256:02X}" for c in name)
