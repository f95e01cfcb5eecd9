"""Preferences: a person's own, on a private panel that is changed in place."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from bot.pictures.deck import DeckColours
from bot.rules.hand_order import HandOrder
from bot.store.records import PreferencesRow
from bot.text.words import Language, Words
from cogs.answers import Answer, Mode
from cogs.choices import is_yes, language_of, languages, one_button_each, one_of, yes_or_no
from cogs.clicks import Click
from cogs.desk import Desk, Interaction
from cogs.layout import Heading, Layout, Row

VERB: Final = "prefer"
LANGUAGE: Final = "language"
CHOICES: Final = ("mention", "confirm", "queue", "autoplay", "pictures")
"""What is chosen by yes or no: fields of `PreferencesRow`."""
LOOKS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"deck_colours": tuple(DeckColours), "hand_order": tuple(HandOrder)}
)
"""What is one of a few: fields of `PreferencesRow`, and what they can be."""


class Preferences:
    """Shows and changes what people prefer; it is the same in every server."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bot = desk.bot
        self._changing = asyncio.Lock()

    async def show(self, interaction: Interaction) -> None:
        """Show the panel of the person who asks."""
        async with Answer(interaction, Mode.PRIVATE) as answer:
            row = await self._bot.store.preferences(await self._desk.person(interaction))
            await answer.show(preferences_layout(row, self._desk.words(interaction)))

    async def change(self, interaction: Interaction, click: Click) -> None:
        """Change one preference of whoever clicks.

        Raises:
            NoSuchItem: there is no such preference, or it cannot be that.
        """
        name, _, value = click.detail.partition(":")
        async with Answer(interaction, Mode.IN_PLACE) as answer, self._changing:
            row = await self._bot.store.preferences(await self._desk.person(interaction))
            if name == LANGUAGE:
                row = replace(row, language=language_of("".join(click.values)))
            elif name in LOOKS:
                row = replace(row, **{name: one_of(LOOKS[name], value)})
            else:
                row = replace(row, **{one_of(CHOICES, name): is_yes(value)})
            await self._bot.store.save_preferences(row)
            self._desk.speak(interaction.user.id, None if row.language is None else Language(row.language))
            await self._take_effect(row, self._desk.words(interaction).language)
            await answer.show(preferences_layout(row, self._desk.words(interaction)))

    async def _take_effect(self, row: PreferencesRow, language: Language) -> None:
        """Have the tables at which the person sits know at once."""
        for table in self._bot.tables.of(row.person_id):
            seat = table.state.seat_of(row.person_id)
            if seat is None:
                continue
            if not row.queue:
                await self._bot.wishes.drop(table, seat)
            panel = await self._bot.store.panel(table.game_id, seat)
            if panel is not None and panel.language != language:
                await self._bot.store.save_panel(replace(panel, language=language))
            self._bot.wishes.wake(table)
            self._desk.panels.refresh(table)


def preferences_layout(row: PreferencesRow, words: Words) -> Layout:
    """The panel.

    Args:
        row: what the person prefers.
        words: their language.
    """
    rows: list[Row] = [
        Heading(words("preferences.language")),
        languages(VERB, LANGUAGE, row.language, words),
    ]
    for name in CHOICES:
        rows.append(Heading(words(f"preferences.{name}")))
        rows.append(yes_or_no(VERB, name, getattr(row, name), words))
    for name, values in LOOKS.items():
        labels = {value: words(f"preferences.{name}.{value}") for value in values}
        rows.append(Heading(words(f"preferences.{name}")))
        rows.append(one_button_each(VERB, name, labels, getattr(row, name), words))
    return Layout((words("preferences.title"),), rows)
