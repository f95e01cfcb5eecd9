"""Settings of a server, on a private panel whose pages are changed in place."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from discord import ButtonStyle

from bot.engine.paces import Pace
from bot.players import LEVELS
from bot.store.records import ServerRow
from bot.text.rules_text import preset_about
from bot.text.words import Words
from cogs.answers import Answer, Mode
from cogs.choices import is_yes, language_of, languages, numbers, one_of, yes_or_no
from cogs.clicks import GAME_CHANNELS, NO_GAME, Button, ChannelMenu, Click, Menu, NoSuchItem, Option
from cogs.desk import Desk, Interaction
from cogs.layout import Heading, Layout, Row
from cogs.levels import level_options
from cogs.permissions import NEEDED_FOR_THREADS, missing, missing_sentence
from cogs.presets import Preset, presets_offered, shortened
from cogs.seasons import ask_layout, asked_for, running_season, season_rows

VERB: Final = "set"
EVERYWHERE: Final = "everywhere"

NUMBERS: Final[Mapping[str, tuple[str, Sequence[int]]]] = {
    "channel": ("tables_per_channel", (1, 2, 3, 5, 10)),
    "server": ("tables_per_server", (1, 5, 10, 20, 50, 100)),
    "games": ("min_games", (1, 2, 3, 5, 10, 20, 50)),
}
"""By what a custom_id calls it: the field of a number, and what it can be."""

TABLES: Final = "tables"
LIMITS: Final = "limits"
STANDINGS: Final = "standings"
PAGES: Final = (TABLES, LIMITS, STANDINGS)
"""The pages of the panel, by the names in custom_ids."""

PRESETS_PAGE: Final = "presets"
"""The page of the server's own presets, which stands in a module of its own."""

_PAGE_OF: Final[Mapping[str, str]] = {
    **dict.fromkeys(("language", "preset", "level", "pace", "threads", "prompts"), TABLES),
    **dict.fromkeys(("counted", "games"), STANDINGS),
}
"""The pages that settings stand on; the others are on that of channels and limits."""


class ServerSettings:
    """Shows and changes what is set for a server, for those who may manage it.

    Attributes:
        changing: held while settings are read, changed and written.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bot = desk.bot
        self.changing = asyncio.Lock()

    async def show(self, interaction: Interaction) -> None:
        """Show the panel."""
        async with Answer(interaction, Mode.PRIVATE) as answer:
            await self._show(answer, TABLES)

    async def turn(self, interaction: Interaction, click: Click) -> None:
        """Show a page of the panel.

        Raises:
            NoSuchItem: there is no such page.
        """
        page = one_of(PAGES, click.detail)
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            await self._show(answer, page)

    async def change(self, interaction: Interaction, click: Click) -> None:
        """Change one setting.

        Raises:
            NoSuchItem: there is no such setting, or it cannot be that.
        """
        name, _, value = click.detail.partition(":")
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            if may_manage(interaction):
                # Two people may have the panel open: neither undoes what the other changes.
                async with self.changing:
                    row = await self._bot.store.server(_server(interaction))
                    if name == "preset":
                        (preset,) = await self._presets(answer, ("".join(click.values),))
                        row = replace(row, preset=preset)
                    elif name == "counted":
                        row = replace(row, counted=await self._presets(answer, click.values))
                    else:
                        row = _changed(row, name, value, click.values, interaction)
                    await self._bot.store.save_server(row)
            await self._show(answer, _PAGE_OF.get(name, LIMITS))

    async def season(self, interaction: Interaction, click: Click) -> None:
        """Ask whether a new season is to begin; begin it where that has been asked.

        Raises:
            NoSuchItem: the click is about no season.
        """
        number, sure = asked_for(click)
        words = self._desk.words(interaction)
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            if not may_manage(interaction):
                await answer.say(words("settings.refused"))
            elif not sure:
                back = Button("settings", NO_GAME, words("settings.season_back"), STANDINGS)
                await answer.show(ask_layout(number, back, words))
            else:
                now = self._bot.now()
                begun = await self._bot.store.start_season(_server(interaction), number, now)
                key = "settings.season_done" if begun else "settings.season_past"
                await self._show(answer, STANDINGS, words(key, number=number))

    async def _show(self, answer: Answer, page: str, note: str = "") -> None:
        interaction = answer.interaction
        words = self._desk.words(interaction)
        if not may_manage(interaction):
            await answer.say(words("settings.refused"))
            return
        row = await self._bot.store.server(_server(interaction))
        if page == LIMITS:
            await answer.show(limits_layout(row, _existing(row.channels, interaction), words))
            return
        presets = await presets_offered(self._bot.store, row.server_id, words)
        if page == STANDINGS:
            season = await running_season(self._bot.store, row.server_id)
            await answer.show(standings_layout(row, presets, season, note, words))
        else:
            lacking = missing(interaction, NEEDED_FOR_THREADS) if row.threads else ()
            await answer.show(tables_layout(row, presets, missing_sentence(lacking, words), words))

    async def _presets(self, answer: Answer, values: Sequence[str]) -> tuple[str, ...]:
        """Those of the server's presets that the values stand for, in the order they are offered.

        Raises:
            NoSuchItem: there are no values, or one stands for none, or for none any longer.
        """
        words = self._desk.words(answer.interaction)
        presets = await presets_offered(self._bot.store, _server(answer.interaction), words)
        offered = tuple(preset.value for preset in presets)
        if not values or not {*values} <= {*offered}:
            raise NoSuchItem
        return tuple(value for value in offered if value in values)


def may_manage(interaction: Interaction) -> bool:
    """Whether the person may manage the server."""
    granted = interaction.permissions
    return interaction.guild_id is not None and (granted.administrator or granted.manage_guild)


def tables_layout(row: ServerRow, presets: Sequence[Preset], against_threads: str, words: Words) -> Layout:
    """The page about what a new table is like.

    Args:
        row: what is set.
        presets: what a table can start with.
        against_threads: what keeps games from getting threads, though they should; empty for nothing.
        words: the language of the reader.
    """
    # One that is gone, or cannot be read, stands for the standard game.
    default = row.preset if row.preset in {preset.value for preset in presets} else "standard"
    paces = [
        Option(pace, words(f"pace.{pace}"), words(f"pace.{pace}.about"), chosen=pace == row.pace)
        for pace in Pace
    ]
    rows: list[Row] = [
        page_buttons(TABLES, words),
        Heading(words("settings.language")),
        languages(VERB, "language", row.language, words),
        Heading(words("settings.preset")),
        Menu(VERB, NO_GAME, _options(presets, (default,), words), "preset"),
        Heading(words("settings.level")),
        Menu(VERB, NO_GAME, level_options(words, row.level), "level"),
        Heading(words("settings.pace")),
        Menu(VERB, NO_GAME, tuple(paces), "pace"),
        Heading("\n".join(filter(None, (words("settings.threads"), against_threads)))),
        yes_or_no(VERB, "threads", row.threads, words),
        Heading(words("settings.prompts")),
        yes_or_no(VERB, "prompts", row.prompts, words),
    ]
    return Layout((words("settings.title"),), rows)


def limits_layout(row: ServerRow, channels: Sequence[int], words: Words) -> Layout:
    """The page about where and how many.

    Args:
        row: what is set.
        channels: where games may start, of the channels that are there.
        words: the language of the reader.
    """
    if channels:
        where = words("settings.channels")
    else:
        where = words("settings.channels_gone" if row.channels else "settings.channels_all")
    rows: list[Row] = [
        page_buttons(LIMITS, words),
        Heading(where),
        ChannelMenu(VERB, NO_GAME, tuple(channels), "channels", words("settings.channels_menu")),
    ]
    if row.channels:
        rows.append([Button(VERB, NO_GAME, words("settings.everywhere"), EVERYWHERE)])
    for name in ("channel", "server"):
        rows += _number_menu(row, name, words)
    return Layout((words("settings.title"),), rows)


def standings_layout(
    row: ServerRow, presets: Sequence[Preset], season: int, note: str, words: Words
) -> Layout:
    """The page about the leaderboard.

    Args:
        row: what is set.
        presets: what can count.
        season: the number of the one that is running.
        note: what has just been done; empty for nothing.
        words: the language of the reader.
    """
    options = _options(presets, row.counted, words)
    rows: list[Row] = [
        page_buttons(STANDINGS, words),
        Heading(words("settings.counted")),
        Menu(
            VERB,
            NO_GAME,
            options,
            "counted",
            words("settings.counted_menu"),
            count=len(options),
            fewest=1,
        ),
        *_number_menu(row, "games", words),
        *season_rows(season, words),
    ]
    return Layout(tuple(filter(None, (words("settings.title"), note))), rows)


def page_buttons(shown: str, words: Words) -> Sequence[Button]:
    """The buttons that turn to each page, also to the one of presets, which is not among `PAGES`."""
    pages = {page: ("settings", page, words(f"settings.page.{page}")) for page in PAGES}
    pages[PRESETS_PAGE] = ("presets", "", words("presets.page"))
    return [
        Button(
            verb,
            NO_GAME,
            text,
            detail,
            ButtonStyle.primary if page == shown else ButtonStyle.secondary,
            disabled=page == shown,
        )
        for page, (verb, detail, text) in pages.items()
    ]


def _options(presets: Sequence[Preset], chosen: Sequence[str], words: Words) -> tuple[Option, ...]:
    """A line of a menu for each preset."""
    return tuple(
        Option(
            preset.value,
            preset.name,
            shortened(preset_about(preset.ruleset, words)),
            chosen=preset.value in chosen,
        )
        for preset in presets
    )


def _number_menu(row: ServerRow, name: str, words: Words) -> tuple[Heading, Menu]:
    field, offered = NUMBERS[name]
    heading = Heading(words(f"settings.{field}"))
    return heading, numbers(VERB, name, offered, getattr(row, field), words)


def _changed(
    row: ServerRow, name: str, value: str, values: Sequence[str], interaction: Interaction
) -> ServerRow:
    """What is set after a click.

    Raises:
        NoSuchItem: there is no such setting, or it cannot be that.
    """
    if name in ("threads", "prompts"):
        return _with(row, name, is_yes(value))
    if name == EVERYWHERE:
        return replace(row, channels=())
    if name == "channels":
        return replace(row, channels=_existing(map(_number, values), interaction))
    chosen = "".join(values)
    if name == "language":
        return replace(row, language=language_of(chosen))
    if name == "pace":
        return _with(row, name, one_of(Pace, chosen))
    if name == "level":
        return _with(row, name, one_of(LEVELS, chosen))
    field, offered = NUMBERS[one_of(NUMBERS, name)]
    number = _number(chosen)
    if number not in (*offered, getattr(row, field)):
        raise NoSuchItem
    return _with(row, field, number)


def _with(row: ServerRow, field: str, value: Any) -> ServerRow:
    return replace(row, **{field: value})


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise NoSuchItem from None


def _existing(channels: Any, interaction: Interaction) -> tuple[int, ...]:
    """Those of these channels that are in the server and of a kind games can be in."""
    guild = interaction.guild
    found = (guild.get_channel(each) for each in channels) if guild is not None else ()
    return tuple(channel.id for channel in found if channel is not None and channel.type in GAME_CHANNELS)


def _server(interaction: Interaction) -> int:
    assert interaction.guild_id is not None
    return interaction.guild_id
