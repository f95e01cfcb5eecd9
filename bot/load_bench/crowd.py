"""The people of the benchmark: they look at what Discord shows them, and press what stands there."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from bot.load_bench.discord_server import DiscordServer
from bot.load_bench.discord_state import Exchange
from bot.load_bench.payloads import (
    BUTTON,
    COMMAND,
    COMPONENT,
    EPHEMERAL,
    Asked,
    Json,
    Message,
    Place,
    Somebody,
    items,
)

WANTED: Final = ("pass", "choose", "moon", "claim", "play", "takeback")
"""What is pressed in a panel: the first of these that stands there."""
ACTIONS: Final = ("pass", "moon", "claim", "play")
"""What of that is an action of the game; the rest only shows something."""


@dataclass(eq=False)
class Guest:
    """Somebody at a table.

    Attributes:
        who: the account.
        place: the channel of the table.
        panel: their private message.
        clicked: when they last clicked, by the monotonic clock.
        busy: the click that is not answered yet.
    """

    who: Somebody
    place: Place
    panel: Message | None = None
    clicked: float = 0.0
    busy: Exchange | None = None


@dataclass(frozen=True)
class Pressed:
    """One click that was answered, or not.

    Attributes:
        verb: what was pressed.
        exchange: the interaction.
        refused: whether what was pressed still stands there, as it was refused.
    """

    verb: str
    exchange: Exchange
    refused: bool


@dataclass
class Shown:
    """What was seen of the actions at the tables in one kind of message: the one place that counts its edits.

    An action that is answered is to be seen in its table's message, and in the panels of the others there.
    How the bot gets it there is its own affair: what is counted is which edit, or new message, came after it,
    and how long after.

    Attributes:
        actions: how many were answered, once for each message that is to show them.
        edits: how often a message was edited or posted anew while something was to be shown.
        delays: seconds from an action to the edit after it, of those that have one.
    """

    actions: int = 0
    edits: int = 0
    delays: list[float] = field(default_factory=list[float])
    _waiting: dict[int, list[float]] = field(default_factory=dict[int, list[float]])

    def acted(self, place: int, now: float) -> None:
        """An action was answered that is to be seen in a place: a table's channel, or a panel."""
        self.actions += 1
        self._waiting.setdefault(place, []).append(now)

    def edited(self, place: int, now: float) -> None:
        """The message there has been brought up to date."""
        waiting = self._waiting.pop(place, None)
        if waiting:
            self.edits += 1
            self.delays += [now - since for since in waiting]

    @property
    def dropped(self) -> int:
        """Actions that had no edit of their own, as the next one showed them too."""
        return len(self.delays) - self.edits

    @property
    def waiting(self) -> int:
        """Actions nobody has seen yet."""
        return sum(map(len, self._waiting.values()))


class Crowd:
    """Everybody at the tables.

    Attributes:
        pressed: the clicks so far, answered or not, in order; to be emptied by whoever looks at them.
        shown: what everybody has seen.
        panels: what people have seen of the actions of others in their panels.
        moved: becomes true whenever somebody may have something new to press.
        sentences: what people were told in place of what they had pressed for, and how often.
    """

    def __init__(self, seed: int = 1) -> None:
        self.pressed: list[Pressed] = []
        self.shown = Shown()
        self.panels = Shown()
        self.moved = asyncio.Event()
        self.sentences: Counter[str] = Counter()
        self._random = random.Random(seed)
        self._server: DiscordServer | None = None
        self._guests: dict[int, Guest] = {}
        self._panels: dict[int, Guest] = {}
        self._at: dict[int, list[Guest]] = {}
        self._tables: dict[int, Message] = {}
        self._ready: dict[Guest, None] = {}
        self._verbs: dict[Exchange, tuple[Guest, str, str]] = {}

    def look_at(self, server: DiscordServer) -> None:
        """Whom they talk to."""
        self._server = server

    def seat(self, guests: Iterable[Guest]) -> None:
        """These come in."""
        for guest in guests:
            self._guests[guest.who.account] = guest
            self._at.setdefault(guest.place.channel, []).append(guest)

    def leave(self, guests: Iterable[Guest]) -> None:
        """These are gone, and nobody looks at their messages any more."""
        for guest in guests:
            self._guests.pop(guest.who.account, None)
            self._ready.pop(guest, None)
            self._at.pop(guest.place.channel, None)
            if guest.panel is not None:
                self._panels.pop(guest.panel.id, None)

    def put_table(self, message: Message) -> None:
        """This is a table's message, unless a newer one in its channel is: older ones may still be edited."""
        known = self._tables.get(message.place.channel)
        if known is None or known.id <= message.id:
            self._tables[message.place.channel] = message

    def table_in(self, place: Place) -> Message | None:
        """The message of the table in a channel."""
        return self._tables.get(place.channel)

    @property
    def ready(self) -> int:
        """How many have something to press."""
        return len(self._ready)

    @property
    def waiting(self) -> int:
        """How many clicks are not answered yet."""
        return len(self._verbs)

    def press_next(self, due: float) -> bool:
        """Have whoever has waited longest press what they can; False where nobody can."""
        while self._ready:
            guest = next(iter(self._ready))
            del self._ready[guest]
            item = self._wanted(guest)
            if item is not None and guest.busy is None:
                self.press(guest, item, guest.panel, due)
                return True
        return False

    def next_of(self, place: Place) -> Guest | None:
        """Somebody at the table in a channel who has something to press."""
        return next((guest for guest in self._ready if guest.place == place), None)

    def press_as(self, guest: Guest) -> Exchange | None:
        """Have this one press what they can; None where that is nothing."""
        self._ready.pop(guest, None)
        item = self._wanted(guest)
        return None if item is None else self.press(guest, item, guest.panel, time.monotonic())

    def open_panel(self, guest: Guest, due: float) -> Exchange | None:
        """Press "My hand" on the table's message; None where there is none."""
        table = self._tables.get(guest.place.channel)
        if table is None:
            return None
        return self.press_on(guest, table, "hand", due)

    def press_on(self, guest: Guest, message: Message, verb: str, due: float) -> Exchange | None:
        """Press the item of that verb on a message; None where it has none that can be pressed."""
        item = next((one for one in items(message.components) if _verb(one) == verb), None)
        return None if item is None else self.press(guest, item, message, due)

    def press(self, guest: Guest, item: Json, on: Message | None, due: float) -> Exchange:
        """Press a button, or choose at random in a menu, on a message."""
        assert self._server is not None
        data: Json = {"custom_id": item["custom_id"], "component_type": item["type"]}
        if item["type"] != BUTTON:
            options = [option["value"] for option in item["options"]]
            data["values"] = self._random.sample(options, item.get("min_values", 1))
        message = None if on is None else self._server.state.message_payload(on)
        return self._send(guest, COMPONENT, data, due, _verb(item), on, message)

    def command(self, guest: Guest, name: str, options: list[Json], due: float) -> Exchange:
        """Type a command of the group "hearts"."""
        assert self._server is not None
        inner = {"name": name, "type": 1, "options": options}
        data = {"id": str(self._server.state.command), "name": "hearts", "type": 1, "options": [inner]}
        return self._send(guest, COMMAND, data, due, f"/{name}", None, None)

    def _send(
        self,
        guest: Guest,
        kind: int,
        data: Json,
        due: float,
        verb: str,
        on: Message | None,
        message: Json | None,
    ) -> Exchange:
        assert self._server is not None
        ids = self._server.state.ids
        asked = Asked(ids.next(), secrets.token_urlsafe(24), kind, guest.who, guest.place, data, message)
        exchange = self._server.interact(asked, due, on)
        self._verbs[exchange] = (guest, verb, data.get("custom_id", ""))
        guest.busy, guest.clicked = exchange, exchange.sent
        return exchange

    # What they see

    def answered(self, exchange: Exchange) -> None:
        """An answer has come."""
        guest, verb, pressed = self._verbs.pop(exchange, (None, "", ""))
        if guest is None:
            return
        guest.busy = None
        message, again = exchange.original, False
        if exchange.says:
            self.sentences[f"{verb}: {exchange.says}"] += 1
        if message is not None and message.flags & EPHEMERAL and verb.startswith("/"):
            # Where a command opens nothing, this is why.
            self.sentences[f"{verb}: {message.content}"] += 1
        if message is not None and message.flags & EPHEMERAL:
            if verb in ("hand", "/hand"):
                if guest.panel is not None:
                    self._panels.pop(guest.panel.id, None)
                guest.panel = message
                self._panels[message.id] = guest
            again = verb in ACTIONS and any(one["custom_id"] == pressed for one in items(message.components))
        elif message is not None and verb not in ("hand", "/hand"):
            self.put_table(message)
        refused = again or bool(exchange.says)
        self.pressed.append(Pressed(verb, exchange, refused))
        if verb in ACTIONS and not refused:
            self._acted(guest, time.monotonic())
        self._look(guest)
        self.moved.set()

    def changed(self, shown: Message) -> None:
        """A message was posted or edited."""
        guest = self._panels.get(shown.id)
        if guest is not None:
            self.panels.edited(shown.id, time.monotonic())
            self._look(guest)
        elif not shown.flags & EPHEMERAL and not shown.content:
            self.put_table(shown)
            self.shown.edited(shown.place.channel, time.monotonic())
        self.moved.set()

    def _acted(self, guest: Guest, now: float) -> None:
        self.shown.acted(guest.place.channel, now)
        if guest.panel is not None:
            # Whatever others have done meanwhile, the answer shows it.
            self.panels.edited(guest.panel.id, now)
        for other in self._at.get(guest.place.channel, ()):
            if other is not guest and other.panel is not None:
                self.panels.acted(other.panel.id, now)

    def give_up(self, before: float) -> int:
        """Wait no longer for answers to what was sent before a time; how many that are."""
        late = [exchange for exchange in self._verbs if exchange.sent < before]
        for exchange in late:
            self.give_up_on(exchange)
        return len(late)

    def give_up_on(self, exchange: Exchange) -> None:
        """Wait no longer for one answer."""
        guest, verb, _ = self._verbs.pop(exchange, (None, "", ""))
        if guest is None:
            return
        guest.busy = None
        self.pressed.append(Pressed(verb, exchange, False))
        self._look(guest)

    def _look(self, guest: Guest) -> None:
        if guest.who.account not in self._guests:
            return
        if guest.busy is None and self._wanted(guest) is not None:
            self._ready.setdefault(guest)
        else:
            self._ready.pop(guest, None)

    def _wanted(self, guest: Guest) -> Json | None:
        """What they would press now."""
        if guest.panel is None:
            return None
        there: dict[str, list[Json]] = {}
        for item in items(guest.panel.components):
            there.setdefault(_verb(item), []).append(item)
        for verb in WANTED:
            if verb in there:
                return self._random.choice(there[verb])
        return None


def _verb(item: Json) -> str:
    return item["custom_id"].split(":")[1]
