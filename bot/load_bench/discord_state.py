"""What the Discord of the benchmark knows: servers, messages, interactions and how they were answered."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from bot.load_bench.limits import Limits
from bot.load_bench.payloads import (
    EPHEMERAL,
    Asked,
    Ids,
    Json,
    Message,
    Place,
    guild,
    interaction,
    message,
    user,
)

TOKEN_LIFE: Final = 15 * 60.0
"""Seconds for which messages are sent and edited with the token of an interaction."""
FIRST_ANSWER: Final = 3.0
"""Seconds an interaction waits for its first answer."""


class Refused(Exception):
    """A request Discord refuses.

    Attributes:
        status: of the answer.
        code: Discord's own.
    """

    def __init__(self, status: int, code: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.code = code


@dataclass(eq=False)
class Exchange:
    """An interaction and its answer; times are the monotonic clock's seconds.

    Attributes:
        asked: the interaction.
        due: when it was to be sent.
        sent: when it was.
        answered: when the first answer came, which may say only that another one follows.
        shown: when there was something to be seen.
        deferred: whether the first answer was not yet the one.
        original: the message it is about, or that answers it.
        says: a sentence that was said to the person in place of, or beside, a message.
        heard: becomes true with the first answer.
        done: becomes true once something is shown.
    """

    asked: Asked
    due: float
    sent: float
    answered: float | None = None
    shown: float | None = None
    deferred: bool = False
    original: Message | None = None
    says: str = ""
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    done: asyncio.Event = field(default_factory=asyncio.Event)


class Audience(Protocol):
    """Whoever looks at the messages."""

    def answered(self, exchange: Exchange) -> None:
        """The first answer to an interaction that shows something has come."""
        ...

    def changed(self, shown: Message) -> None:
        """A message was posted or edited otherwise than in answer to an interaction."""
        ...


class DiscordState:
    """Servers, messages, interactions; takes what the bot sends, and says what it is then to be answered.

    Attributes:
        guilds: the channels of each server.
        messages: those of the bot that are there.
        limits: what is let through.
        requests: how many there were, by what they were for.
        audience: is told of what can be seen.
        command: the number of the command "hearts"; 0 until the bot has said which commands it has.
    """

    def __init__(self, audience: Audience, emoji: list[Json] | None = None) -> None:
        self.ids = Ids()
        self.application = self.ids.next()
        self.me = user(self.application, "Hearts", bot=True)
        self.guilds: dict[int, list[Place]] = {}
        self.places: dict[int, Place] = {}
        self.messages: dict[int, Message] = {}
        self.limits = Limits()
        self.requests: Counter[str] = Counter()
        self.audience = audience
        self.emoji: list[Json] = emoji or []
        self.command = 0
        self._exchanges: dict[str, Exchange] = {}
        self._by_id: dict[str, Exchange] = {}

    def add_place(self, guild: int) -> Place:
        """A new channel in a server, which is new where no channel was in it."""
        place = Place(guild, self.ids.next())
        self.guilds.setdefault(guild, []).append(place)
        self.places[place.channel] = place
        return place

    def guild_payloads(self) -> list[Json]:
        """The servers, as they are sent to the bot."""
        return [guild(number, places, self.me) for number, places in self.guilds.items()]

    def message_payload(self, one: Message) -> Json:
        """A message of the bot's."""
        return message(one, self.me)

    def begin(self, asked: Asked, due: float, clicked: Message | None) -> tuple[Exchange, Json]:
        """An interaction begins: its exchange, and what is sent to the bot."""
        exchange = Exchange(asked, due, time.monotonic(), original=clicked)
        self._exchanges[asked.token] = self._by_id[str(asked.id)] = exchange
        return exchange, interaction(asked, self.application)

    def forget_old(self) -> None:
        """Let go of interactions whose token has expired."""
        until = time.monotonic() - TOKEN_LIFE
        for token, exchange in [*self._exchanges.items()]:
            if exchange.sent > until:
                return
            del self._exchanges[token]
            self._by_id.pop(str(exchange.asked.id), None)

    def call_back(self, number: str, token: str, body: Json) -> Json:
        """The first answer to an interaction.

        Raises:
            Refused: it was answered before, or too late.
        """
        exchange, now = self._by_id.get(number), time.monotonic()
        if exchange is None or exchange.asked.token != token or now - exchange.sent > FIRST_ANSWER:
            raise Refused(404, 10062, "Unknown interaction")
        if exchange.answered is not None:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        exchange.answered = now
        exchange.heard.set()
        kind, data = body["type"], body.get("data") or {}
        said: Message | None = None
        if kind in (4, 5):
            one = Message(self.ids.next(), exchange.asked.place, flags=data.get("flags", 0))
            self.messages[one.id] = one
            self._fill(one, data)
            if kind == 4 and exchange.original is not None and not one.components:
                said, exchange.says = one, one.content
            else:
                exchange.original = one
        if kind == 7 and exchange.original is not None:
            self._fill(exchange.original, data)
        exchange.deferred = kind in (5, 6)
        if not exchange.deferred:
            self._show(exchange)
        told: Json = {"id": number, "type": exchange.asked.kind}
        resource: Json = {"type": kind}
        about = said or exchange.original
        if about is not None:
            told["response_message_id"] = str(about.id)
            told["response_message_ephemeral"] = bool(about.flags & EPHEMERAL)
            told["response_message_loading"] = kind == 5
            resource["message"] = self.message_payload(about)
        return {"interaction": told, "resource": resource}

    def follow_up(self, token: str, body: Json) -> Message:
        """A further message in answer to an interaction."""
        exchange = self._living(token)
        one = Message(self.ids.next(), exchange.asked.place, flags=body.get("flags", 0))
        self.messages[one.id] = one
        self._fill(one, body)
        exchange.says = exchange.says or one.content
        self._show(exchange)
        return one

    def edit_with_token(self, token: str, which: str, body: Json) -> Message:
        """Edit the message that answers an interaction, or another one with its token."""
        exchange = self._living(token)
        one = exchange.original if which == "@original" else self.messages.get(int(which))
        if one is None or one.id not in self.messages:
            raise Refused(404, 10008, "Unknown Message")
        self._fill(one, body)
        if exchange.shown is None and one is exchange.original:
            self._show(exchange)
        else:
            self.audience.changed(one)
        return one

    def delete_with_token(self, token: str, which: str) -> None:
        """Delete the message that answers an interaction, or another one with its token."""
        exchange = self._living(token)
        one = exchange.original if which == "@original" else self.messages.get(int(which))
        if one is None or self.messages.pop(one.id, None) is None:
            raise Refused(404, 10008, "Unknown Message")

    def post(self, channel: str, body: Json) -> Message:
        """A message in a channel."""
        place = self.places.get(int(channel))
        if place is None:
            raise Refused(404, 10003, "Unknown Channel")
        one = Message(self.ids.next(), place)
        self.messages[one.id] = one
        self._fill(one, body)
        self.audience.changed(one)
        return one

    def edit(self, number: str, body: Json) -> Message:
        """Edit a message in a channel."""
        one = self.found(number)
        self._fill(one, body)
        self.audience.changed(one)
        return one

    def found(self, number: str) -> Message:
        """A message everybody can see.

        Raises:
            Refused: it is not there.
        """
        one = self.messages.get(int(number))
        if one is None or one.flags & EPHEMERAL:
            raise Refused(404, 10008, "Unknown Message")
        return one

    def delete(self, number: str) -> None:
        """Delete a message everybody can see."""
        del self.messages[self.found(number).id]

    def set_commands(self, commands: list[Json]) -> list[Json]:
        """The bot says which commands it has."""
        told = [
            {**one, "id": str(self.ids.next()), "application_id": str(self.application), "version": "1"}
            for one in commands
        ]
        self.command = next((int(one["id"]) for one in told if one["name"] == "hearts"), self.command)
        return told

    def _living(self, token: str) -> Exchange:
        exchange = self._exchanges.get(token)
        if exchange is None or time.monotonic() - exchange.sent > TOKEN_LIFE:
            raise Refused(401, 50027, "Invalid Webhook Token")
        return exchange

    def _show(self, exchange: Exchange) -> None:
        if exchange.shown is None:
            exchange.shown = time.monotonic()
            exchange.done.set()
            self.audience.answered(exchange)

    def _fill(self, one: Message, body: Json) -> None:
        one.content = body.get("content") or ("" if "content" in body else one.content)
        one.flags |= body.get("flags") or 0
        if "components" in body:
            one.components = body["components"] or []
        if "attachments" in body:
            one.attachments = [self._attachment(given) for given in body["attachments"] or []]

    def _attachment(self, given: Json) -> dict[str, Any]:
        name = given.get("filename", "file")
        url = f"https://cdn.invalid/{name}"
        return {"id": str(self.ids.next()), "filename": name, "size": 1, "url": url, "proxy_url": url}
