"""People at tables in a server: what they can do, and what comes of it."""

from __future__ import annotations

import asyncio
import copy
import fnmatch
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

import simcord
from simcord._settlement import _run_due_virtual_callbacks
from simcord.backend import serializers
from simcord.interactions import base_payload
from simcord.results import InteractionResult

from bot.app import HeartsBot
from bot.engine.acts import Act
from bot.engine.state import Person
from bot.engine.table import Change, Table
from bot.rules.cards import Cards
from bot.rules.view import View
from bot.text.words import Language, Words
from tests.cogs.seen import BUTTON, Seen, components, see

if TYPE_CHECKING:
    from cogs.hearts import Hearts


async def until(happened: Callable[[], bool]) -> None:
    """Let things go on until something has happened."""
    for _ in range(2000):
        if happened():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it did not happen")


class Somebody:
    """A member of the server.

    Attributes:
        member: who types and clicks.
        locale: what their Discord is set to.
        panel_id: the number of the private message with their hand.
    """

    def __init__(self, place: Place, name: str, locale: str, **fields: Any) -> None:
        self.place = place
        self.locale = locale
        self.member = place.guild.add_member(
            place.env.create_user(name, **{"global_name": name.title(), **fields})
        )
        place.locales[str(self.member.id)] = locale
        self.panel_id: int | None = None

    @property
    def words(self) -> Words:
        """Their language."""
        return self.place.bot.words[Language.from_discord(self.locale)]

    async def command(self, name: str, **options: Any) -> Any:
        """Type a command; gives what came of it, which was acknowledged."""
        result = await self.member.slash(self.place.channel, f"hearts {name}", **options)
        assert result.acknowledged
        return result

    async def told(self, name: str, **options: Any) -> Seen:
        """What a command answers, which nobody else sees."""
        result = await self.command(name, **options)
        assert result.response.ephemeral
        return see(result.response)

    async def press(self, message: Any, key: str) -> Any:
        """Press a button by the key of its label."""
        result = await self.member.click(message, label=self.place.bot.words[self._language(message)](key))
        assert result.acknowledged
        return result

    def _language(self, message: Any) -> Language:
        """The language of a message: that of its first button that has one of our labels."""
        labels = {item["label"] for item in components(message) if item["type"] == BUTTON}
        for language, words in self.place.bot.words.items():
            if labels & {
                words(f"button.{key}")
                for key in ("leave", "my_hand", "refresh", "rematch", "review", "cancel", "take_back")
            }:
                return language
        raise AssertionError(f"no button of ours among {labels}")

    async def refused(self, message: Any, key: str) -> str:
        """Press a button that does nothing; gives the sentence, which nobody else sees."""
        before = self.again(message.id)
        result = await self.press(before.message, key)
        assert result.response.ephemeral
        assert self.again(message.id).text == before.text
        return result.response.content

    def send_click(
        self, message: Any, custom_id: str, *, values: Sequence[str] | None = None
    ) -> InteractionResult:
        """Send a click as Discord would, on an item that need not be there, and do not wait for the bot."""
        backend = self.place.env.backend
        stored = backend.get_message(self.place.channel.id, message.id)
        kind = 2 if values is None else 3
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind}
        item: dict[str, Any] = {"type": kind, "custom_id": custom_id, "id": 999}
        if values is None:
            item |= {"style": 2, "label": "?"}
        else:
            data["values"] = list(values)
            item["options"] = [{"label": value, "value": value} for value in dict.fromkeys(values)]
        record, payload = base_payload(
            backend,
            type=3,
            channel_id=stored.channel_id,
            guild_id=self.place.guild.id,
            user_id=self.member.id,
            data=data,
        )
        shown: dict[str, Any] = copy.deepcopy(dict(serializers.message_payload(backend, stored)))
        shown["components"] = [*shown["components"], {"type": 1, "id": 998, "components": [item]}]
        payload["message"] = shown
        record.source_message_id = stored.id
        backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(self.place.env, record)

    def send_command(self, name: str) -> InteractionResult:
        """Type a command, and do not wait for the bot."""
        backend = self.place.env.backend
        root = backend.find_command("hearts", self.place.guild.id, type=1)
        assert root is not None
        record, payload = base_payload(
            backend,
            type=2,
            channel_id=self.place.channel.id,
            guild_id=self.place.guild.id,
            user_id=self.member.id,
            data={
                "id": root["id"],
                "name": "hearts",
                "type": 1,
                "options": [{"type": 1, "name": name, "options": []}],
            },
        )
        backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(self.place.env, record)

    async def forge(self, message: Any, custom_id: str, values: Sequence[str] | None = None) -> Any:
        """Click on an item that need not be there; gives what came of it, which was acknowledged."""
        result = self.send_click(message, custom_id, values=values)
        await self.place.env.settle(idle=0.001)
        assert result.acknowledged
        return result

    def messages(self) -> list[Any]:
        """Every message this person can see, the oldest first."""
        return self.place.channel.history(viewer=self.member)

    def again(self, message_id: int) -> Seen:
        """A message as it is now."""
        return see(next(message for message in self.messages() if message.id == message_id))

    async def open_hand(self) -> Seen:
        """Press My hand on the table."""
        result = await self.press(self.place.table_message(), "button.my_hand")
        self.panel_id = result.response.message.id
        return self.panel()

    def panel(self) -> Seen:
        """The panel as it is now."""
        assert self.panel_id is not None
        return self.again(self.panel_id)

    async def choose(self, cards: Sequence[str]) -> Seen:
        """Choose cards in the panel's menu."""
        menu = self.panel().menus[0]
        result = await self.member.select(self.panel().message, cards, custom_id=menu["custom_id"])
        assert result.acknowledged
        return self.panel()

    async def confirm(self) -> Seen:
        """Confirm the pass."""
        await self.press(self.panel().message, "button.confirm")
        return self.panel()

    async def pass_first_three(self) -> None:
        """Choose the first three cards of the panel's menu and confirm them."""
        await self.choose([option["value"] for option in self.panel().menus[0]["options"][:3]])
        await self.confirm()

    async def play_first(self) -> str:
        """Play the first card that can be played; gives its notation."""
        panel = self.panel()
        custom_id = panel.play_buttons()[0]["custom_id"]
        result = await self.member.click(panel.message, custom_id=custom_id)
        assert result.acknowledged
        return custom_id.rpartition(":")[2]

    async def play_unseen(self) -> None:
        """Play the lowest card that can be played, whatever the panel shows."""
        view, table = await self.view(), await self.place.table()
        card = f"hearts:play:{table.game_id}:{table.state.decision}:{view.legal.lowest}"
        await self.forge(self.panel().message, card)

    async def number(self) -> int:
        """Their number in the store."""
        person = await self.place.bot.store.person_by_discord_id(self.member.id)
        assert person is not None
        return person.person_id

    async def seat(self) -> int:
        """Where they sit."""
        seat = (await self.place.table()).state.seat_of(await self.number())
        assert seat is not None
        return seat

    async def view(self) -> View:
        """What their seat knows."""
        view = (await self.place.table()).view(await self.seat())
        assert view is not None
        return view

    async def hand(self) -> Cards:
        """The cards they hold."""
        return (await self.view()).hand


class Lots:
    """Lots that always fall the same: everybody stays where they sit, and the last seat deals first.

    Args:
        first: the number of the first deal's secret; the others follow.
    """

    def __init__(self, first: int = 1) -> None:
        self._next = first

    def secret(self) -> bytes:
        """The next number, as 32 bytes."""
        self._next += 1
        return (self._next - 1).to_bytes(32, "big")

    def order(self, length: int) -> tuple[int, ...]:
        """As it was."""
        return tuple(range(length))

    def number(self, below: int) -> int:
        """The last."""
        return below - 1


class Place:
    """A server with one channel, and the people in it.

    Attributes:
        env: Discord in memory.
        guild: the server.
        channel: the channel things happen in.
        locales: what each user's Discord is set to, by id.
        guild_locale: what the server's is set to.
    """

    def __init__(self, env: simcord.Env, new_bot: Callable[[], HeartsBot]) -> None:
        self.env = env
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("cards")
        self.locales: dict[str, str] = {}
        self.guild_locale = "en-US"
        self._new_bot = new_bot
        self._emit = env.backend.emit
        env.backend.emit = self._emit_in_languages

    def _emit_in_languages(self, event: str, payload: Any, *rest: Any, **more: Any) -> Any:
        """SimCord sets everybody's Discord to English; here each person has a language."""
        if event == "INTERACTION_CREATE":
            user = payload.get("member", payload).get("user", {})
            payload["locale"] = self.locales.get(user.get("id", ""), "en-US")
            payload["guild_locale"] = self.guild_locale
        return self._emit(event, payload, *rest, **more)

    @property
    def bot(self) -> HeartsBot:
        """The bot that is running."""
        bot = self.env.bot
        assert isinstance(bot, HeartsBot)
        return bot

    @property
    def cog(self) -> Hearts:
        """Its cog."""
        # The extension is loaded anew for every bot, so that its class is not the one imported here.
        return cast("Hearts", self.bot.get_cog("Hearts"))

    def somebody(self, name: str, locale: str = "en-US", **fields: Any) -> Somebody:
        """A new member."""
        return Somebody(self, name, locale, **fields)

    def fix_lots(self, first: int = 1) -> None:
        """Have the lots of tables that are opened from now on fall as `Lots` says."""
        self.bot.tables.chance = Lots(first)

    async def lobby(
        self, *people: Somebody, pace: str = "", level: str | None = "medium", **options: Any
    ) -> Any:
        """The message of a lobby that the first opened, with that pace, and the others joined.

        Computers play by rules of thumb, which takes no time, unless a level is given, or None for the
        server's.
        """
        if level is not None:
            options["level"] = level
        message = (await people[0].command("start", **options)).response.message
        if pace:
            [menu] = [menu for menu in see(message).menus if ":pace:" in menu["custom_id"]]
            result = await people[0].member.select(message, [pace], custom_id=menu["custom_id"])
            assert result.acknowledged
        for person in people[1:]:
            await person.press(message, "button.join")
        return self.table_message()

    async def game(self, *people: Somebody, hands: bool = True, **options: Any) -> list[Somebody]:
        """A game these people have started, with their hands open; gives them in seat order."""
        await self.lobby(*people, **options)
        return await self.game_started(*people, hands=hands)

    async def game_started(self, *people: Somebody, hands: bool = True) -> list[Somebody]:
        """The game of the lobby these people sit in, started by the first; as `game`."""
        await people[0].press(self.table_message(), "button.start")
        if hands:
            for person in people:
                await person.open_hand()
        seats = {await person.seat(): person for person in people}
        return [seats[seat] for seat in sorted(seats)]

    async def to_move(self, people: Sequence[Somebody]) -> Somebody | None:
        """Whose turn it is; None where it is nobody's of these."""
        state = (await self.table()).state
        for person in people:
            if await person.seat() in state.awaited:
                return person
        return None

    async def restart(self) -> None:
        """Stop the bot and start a new one on the same database."""
        await self.bot.close()
        await self.env.restart_bot(self._new_bot())

    async def later(self, seconds: float) -> None:
        """Let time pass all at once, and then what is due happen."""
        loops = (self.cog._tick, self.cog._retire)
        # Otherwise every second and every minute of it would be looked at.
        for loop in loops:
            loop.cancel()
        await self.env.settle(idle=0.001)
        self.env.backend.advance_clock(max(0.0, seconds - 1.5))
        with self.env._bot_scope():
            for loop in loops:
                loop.start()
        await self.env.advance_time(1.5)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass without waiting for the bot, which may be held up."""
        loop = asyncio.get_running_loop()
        for pause in (seconds, 0.0):
            for _ in range(30):
                await asyncio.sleep(0.001)
            self.env._move_clock(self.env._virtual_time + pause)
            _run_due_virtual_callbacks(self.env._settlement_state(), loop.time() + 1)

    async def act(self, act: Act) -> None:
        """Do something that is allowed, past Discord."""
        table = await self.table()
        with self.env._bot_scope():
            assert isinstance(await table.act(act), Change)
        await self.env.settle(idle=0.001)

    async def table(self) -> Table:
        """The table with an open game in the channel."""
        table = await self.bot.tables.in_channel(self.channel.id)
        assert table is not None
        return table

    async def people_seated(self) -> int:
        """How many people sit at the table."""
        return sum(isinstance(seat, Person) for seat in (await self.table()).state.seats)

    def public_messages(self) -> list[Any]:
        """Every message everybody can see, the oldest first."""
        return [message for message in self.channel.history() if not message.flags.ephemeral]

    def table_message(self) -> Any:
        """The newest table, open or over."""
        return self.tables()[-1]

    def tables(self) -> list[Any]:
        """Every public message of a table, the oldest first; prompts are none."""
        bot = self.bot.user
        assert bot is not None
        return [
            message
            for message in self.public_messages()
            if message.author.id == bot.id and message.flags.components_v2
        ]

    def prompts(self) -> list[Any]:
        """Every prompt that can be seen."""
        bot = self.bot.user
        assert bot is not None
        return [
            message
            for message in self.public_messages()
            if message.author.id == bot.id and not message.flags.components_v2
        ]

    def shown(self) -> Seen:
        """What the newest table shows."""
        return see(self.table_message())

    def requests(self, method: str, path: str, since: int = 0) -> list[Any]:
        """The requests of the bot whose method and path fit, of those after the first few."""
        return [
            request
            for request in self.env.http_requests[since:]
            if request.method == method and fnmatch.fnmatch(request.path, path)
        ]
