"""Buttons and menus: what stands in a custom_id, and how a click finds its way back after any restart.

Every item of every message is one of three dynamic items, so a view is needed only to send it. A custom_id is
`hearts:VERB:GAME:DETAIL`; a message others can see never has a card in one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, Self

import discord
from discord import ui

COG: Final = "Hearts"
"""The name of the cog that handles clicks."""

NO_GAME: Final = 0
"""Stands in a custom_id where others have their game."""

MOST_CHANNELS: Final = 25
"""How many channels can be chosen in a menu at once."""

GAME_CHANNELS: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
)
"""The kinds of channels in which people, or in whose threads they, can type a command."""


class NoSuchItem(ValueError):
    """A custom_id or a menu's values that no item of ours has."""


@dataclass(frozen=True)
class Click:
    """One click on an item of ours.

    Attributes:
        verb: what the item is for.
        game_id: the game it belongs to.
        detail: what else the custom_id says; empty for most.
        values: what was chosen, for a menu.
    """

    verb: str
    game_id: int
    detail: str
    values: tuple[str, ...] = ()


class ClickHandler(Protocol):
    """Whoever handles clicks."""

    async def on_click(self, interaction: discord.Interaction[Any], click: Click) -> None:
        """Handle a click; answers the interaction whatever happens, and raises nothing."""
        ...


def custom_id(verb: str, game_id: int, detail: str = "", *, kind: str = "hearts") -> str:
    """The custom_id of an item of a kind; at most 100 characters.

    Raises:
        ValueError: where it would be longer.
    """
    text = f"{kind}:{verb}:{game_id}" + (f":{detail}" if detail else "")
    if len(text) > 100:
        raise ValueError(f"too long for a custom_id: {text!r}")
    return text


_FORM: Final = re.compile(r"[a-z-]+:(?P<verb>[a-z]+):(?P<game>[0-9]{1,18})(?::(?P<detail>.+))?")


def parse(custom_id: str) -> Click:
    """The click on an item with this custom_id; with no verb where it is none of ours."""
    match = _FORM.fullmatch(custom_id)
    if match is None:
        return Click("", 0, "")
    return Click(match["verb"], int(match["game"]), match["detail"] or "")


async def _dispatch(interaction: discord.Interaction[Any], click: Click) -> None:
    handler: ClickHandler | None = interaction.client.get_cog(COG)
    if handler is not None:
        await handler.on_click(interaction, click)


@dataclass(frozen=True)
class Option:
    """One line of a menu."""

    value: str
    label: str
    description: str = ""
    chosen: bool = False
    emoji: str = ""


@dataclass(frozen=True)
class Button:
    """A button as data.

    Attributes:
        verb: what it is for.
        game_id: the game it belongs to.
        label: what stands on it.
        detail: what else its custom_id says.
        style: its colour.
        disabled: whether it cannot be pressed.
        emoji: what stands before the label, as Discord writes it.
    """

    verb: str
    game_id: int
    label: str
    detail: str = ""
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    disabled: bool = False
    emoji: str = ""


@dataclass(frozen=True)
class Menu:
    """A menu as data, in which options are chosen.

    Attributes:
        verb: what it is for.
        game_id: the game it belongs to.
        options: what there is to choose from.
        detail: what else its custom_id says.
        placeholder: what stands in it before anything is chosen.
        count: how many options are chosen, neither fewer nor more.
        fewest: how many do, where `count` is only the most there can be.
        disabled: whether it cannot be opened.
    """

    verb: str
    game_id: int
    options: tuple[Option, ...]
    detail: str = ""
    placeholder: str | None = None
    count: int = 1
    fewest: int | None = None
    disabled: bool = False


@dataclass(frozen=True)
class ChannelMenu:
    """A menu as data, in which channels of the server are chosen, or none.

    Attributes:
        verb: what it is for.
        game_id: the game it belongs to.
        chosen: the ids of the channels that are chosen.
        detail: what else its custom_id says.
        placeholder: what stands in it while nothing is chosen.
    """

    verb: str
    game_id: int
    chosen: tuple[int, ...] = ()
    detail: str = ""
    placeholder: str | None = None


class Press(ui.DynamicItem[ui.Button[Any]], template=r"hearts:[\s\S]*"):
    """A button on a message."""

    def __init__(self, button: Button) -> None:
        super().__init__(
            ui.Button(
                style=button.style,
                label=button.label,
                disabled=button.disabled,
                emoji=button.emoji or None,
                custom_id=custom_id(button.verb, button.game_id, button.detail),
            )
        )
        self._click: Click | None = None

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed, made anew from its custom_id."""
        click = parse(match.string)
        press = cls(Button(click.verb, click.game_id, "?", click.detail))
        press._click = click
        return press

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the click to the cog."""
        if self._click is not None:
            await _dispatch(interaction, self._click)


class Choose(ui.DynamicItem[ui.Select[Any]], template=r"hearts-menu:[\s\S]*"):
    """A menu on a message."""

    def __init__(self, menu: Menu) -> None:
        super().__init__(
            ui.Select(
                custom_id=custom_id(menu.verb, menu.game_id, menu.detail, kind="hearts-menu"),
                placeholder=menu.placeholder,
                min_values=menu.count if menu.fewest is None else menu.fewest,
                max_values=menu.count,
                disabled=menu.disabled,
                options=[
                    discord.SelectOption(
                        label=option.label,
                        value=option.value,
                        description=option.description or None,
                        emoji=option.emoji or None,
                        default=option.chosen,
                    )
                    for option in menu.options
                ],
            )
        )
        self._click: Click | None = None

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used, made anew from its custom_id."""
        click = parse(match.string)
        choose = cls(Menu(click.verb, click.game_id, (), click.detail))
        choose._click = click
        return choose

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to the cog."""
        if self._click is not None:
            await _dispatch(interaction, replace(self._click, values=tuple(self.item.values)))


class ChooseChannels(ui.DynamicItem[ui.ChannelSelect[Any]], template=r"hearts-channels:[\s\S]*"):
    """A menu of channels on a message."""

    def __init__(self, menu: ChannelMenu) -> None:
        super().__init__(
            ui.ChannelSelect(
                custom_id=custom_id(menu.verb, menu.game_id, menu.detail, kind="hearts-channels"),
                placeholder=menu.placeholder,
                min_values=0,
                max_values=MOST_CHANNELS,
                channel_types=list(GAME_CHANNELS),
                default_values=[
                    discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
                    for channel in menu.chosen
                ],
            )
        )
        self._click: Click | None = None

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used, made anew from its custom_id."""
        click = parse(match.string)
        choose = cls(ChannelMenu(click.verb, click.game_id, (), click.detail))
        choose._click = click
        return choose

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to the cog: the ids of the channels."""
        if self._click is not None:
            values = tuple(str(channel.id) for channel in self.item.values)
            await _dispatch(interaction, replace(self._click, values=values))


ITEMS: Final = (Press, Choose, ChooseChannels)
"""The classes to register with the bot."""
