"""People at tables: what they see of a message, and what they can do with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import simcord

from bot.app import HeartsBot
from bot.engine.table import Table
from cogs.hearts import Hearts

TEXT, BUTTON, MENU, GALLERY, FILE = 10, 2, 3, 12, 13


@dataclass(frozen=True)
class Seen:
    """What somebody sees of one message.

    Attributes:
        message: the message itself.
        texts: its text blocks, from the top.
        buttons: its buttons by label.
        menus: its menus.
        alts: the alt texts of its pictures.
        files: the names of its files.
    """

    message: Any
    texts: tuple[str, ...]
    buttons: dict[str, dict[str, Any]]
    menus: tuple[dict[str, Any], ...]
    alts: tuple[str, ...]
    files: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of its text."""
        return "\n".join(self.texts)

    def enabled(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        return [label for label, button in self.buttons.items() if not button.get("disabled")]

    def play_buttons(self) -> list[dict[str, Any]]:
        """The buttons of the cards that can be played."""
        return [
            button
            for button in self.buttons.values()
            if button["custom_id"].startswith("hearts:play:") and not button.get("disabled")
        ]


def components(message: Any) -> Iterator[dict[str, Any]]:
    """Every component of a message, as Discord gets it."""

    def walk(items: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for item in items:
            yield item
            yield from walk(item.get("components", []))

    return walk([component.to_dict() for component in message.components])


def see(message: Any) -> Seen:
    """What there is to see of a message."""
    items = list(components(message))
    texts = [item["content"] for item in items if item["type"] == TEXT]
    return Seen(
        message,
        tuple(texts) or (message.content,),
        {item["label"]: item for item in items if item["type"] == BUTTON},
        tuple(item for item in items if item["type"] == MENU),
        tuple(media["description"] for item in items if item["type"] == GALLERY for media in item["items"]),
        tuple(attachment.filename for attachment in message.attachments),
    )


class Somebody:
    """A member of the server.

    Attributes:
        member: who types and clicks.
        panel_id: the number of the private message with their hand.
    """

    def __init__(self, place: Place, name: str, locale: str) -> None:
        self.place = place
        self.member = place.guild.add_member(place.env.create_user(name, global_name=name.title()))
        place.locales[str(self.member.id)] = locale
        self.panel_id: int | None = None

    async def command(self, name: str, **options: Any) -> Any:
        """Type a command; gives what came of it, which was acknowledged."""
        result = await self.member.slash(self.place.channel, name, **options)
        assert result.acknowledged
        return result

    async def press(self, message: Any, label: str) -> Any:
        """Press a button by its label."""
        result = await self.member.click(message, label=label)
        assert result.acknowledged
        return result

    def messages(self) -> list[Any]:
        """Every message this person can see, the oldest first."""
        return self.place.channel.history(viewer=self.member)

    def again(self, message_id: int) -> Seen:
        """A message as it is now."""
        return see(next(message for message in self.messages() if message.id == message_id))

    async def open_hand(self, label: str = "My hand") -> Seen:
        """Press My hand on the table."""
        result = await self.press(self.place.table_message(), label)
        self.panel_id = result.response.message.id
        return self.panel()

    def panel(self) -> Seen:
        """The panel as it is now."""
        assert self.panel_id is not None
        return self.again(self.panel_id)

    async def pass_first_three(self, confirm: str = "Pass these cards") -> None:
        """Choose the first three cards of the panel's menu and confirm them."""
        panel = self.panel()
        values = [option["value"] for option in panel.menus[0]["options"][:3]]
        await self.member.select(panel.message, values, custom_id=panel.menus[0]["custom_id"])
        await self.press(self.panel().message, confirm)

    async def play_first(self) -> str:
        """Play the first card that can be played; gives its notation."""
        panel = self.panel()
        custom_id = panel.play_buttons()[0]["custom_id"]
        result = await self.member.click(panel.message, custom_id=custom_id)
        assert result.acknowledged
        return custom_id.rpartition(":")[2]


class Place:
    """A server with one channel, and the people in it.

    Attributes:
        env: Discord in memory.
        guild: the server.
        channel: its channel.
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
        cog = self.bot.get_cog("Hearts")
        assert isinstance(cog, Hearts)
        return cog

    def somebody(self, name: str, locale: str = "en-US") -> Somebody:
        """A new member."""
        return Somebody(self, name, locale)

    async def restart(self) -> None:
        """Stop the bot and start a new one on the same database."""
        await self.bot.close()
        await self.env.restart_bot(self._new_bot())

    async def table(self) -> Table:
        """The table with an open game in the channel."""
        table = await self.bot.tables.in_channel(self.channel.id)
        assert table is not None
        return table

    def public_messages(self) -> list[Any]:
        """Every message everybody can see, the oldest first."""
        return [message for message in self.channel.history() if not message.flags.ephemeral]

    def table_message(self) -> Any:
        """The newest public message with a button of ours."""
        return next(
            message
            for message in reversed(self.public_messages())
            if any(re.match("hearts", item.get("custom_id", "")) for item in components(message))
        )

    def shown(self) -> Seen:
        """What the newest public message with a button shows."""
        return see(self.table_message())
