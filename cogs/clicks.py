"""Buttons and menus: what stands in a custom_id, and how a click finds its way back after any restart.

Every item of every message is one of two dynamic items, so a view is needed only to send it. A custom_id is
`hearts:VERB:GAME:DETAIL`; a message others can see never has a card in one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self

import discord
from discord import ui

COG: Final = "Hearts"
"""The name of the cog that handles clicks."""


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


def custom_id(verb: str, game_id: int, detail: str = "", *, menu: bool = False) -> str:
    """The custom_id of an item; at most 100 characters.

    Raises:
        ValueError: where it would be longer.
    """
    text = f"{'hearts-menu' if menu else 'hearts'}:{verb}:{game_id}" + (f":{detail}" if detail else "")
    if len(text) > 100:
        raise ValueError(f"too long for a custom_id: {text!r}")
    return text


def _pattern(prefix: str) -> str:
    return prefix + r":(?P<verb>[a-z]+):(?P<game>\d{1,18})(?::(?P<detail>[A-Za-z0-9:]+))?"


async def _dispatch(
    interaction: discord.Interaction[Any], match: re.Match[str], values: tuple[str, ...]
) -> None:
    handler: ClickHandler | None = interaction.client.get_cog(COG)
    if handler is not None:
        click = Click(match["verb"], int(match["game"]), match["detail"] or "", values)
        await handler.on_click(interaction, click)


class Press(ui.DynamicItem[ui.Button[Any]], template=_pattern("hearts")):
    """A button."""

    def __init__(
        self,
        verb: str,
        game_id: int,
        label: str,
        detail: str = "",
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            ui.Button(
                style=style,
                label=label,
                emoji=emoji,
                disabled=disabled,
                custom_id=custom_id(verb, game_id, detail),
            )
        )
        self._match: re.Match[str] | None = None

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed, made anew from its custom_id."""
        press = cls(match["verb"], int(match["game"]), "?", match["detail"] or "")
        press._match = match
        return press

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the click to the cog."""
        if self._match is not None:
            await _dispatch(interaction, self._match, ())


class Choose(ui.DynamicItem[ui.Select[Any]], template=_pattern("hearts-menu")):
    """A menu in which a fixed number of options is chosen."""

    def __init__(
        self,
        verb: str,
        game_id: int,
        options: Sequence[discord.SelectOption],
        detail: str = "",
        *,
        placeholder: str | None = None,
        count: int = 1,
    ) -> None:
        super().__init__(
            ui.Select(
                custom_id=custom_id(verb, game_id, detail, menu=True),
                placeholder=placeholder,
                min_values=min(count, len(options)),
                max_values=min(count, len(options)),
                options=list(options),
            )
        )
        self._match: re.Match[str] | None = None

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used, made anew from its custom_id."""
        options = item.options if isinstance(item, ui.Select) else []
        choose = cls(match["verb"], int(match["game"]), options, match["detail"] or "")
        choose._match = match
        return choose

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to the cog."""
        if self._match is not None:
            await _dispatch(interaction, self._match, tuple(self.item.values))


ITEMS: Final = (Press, Choose)
"""The classes to register with the bot."""
