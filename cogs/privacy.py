"""What is stored about somebody: shown to them alone, given to them as a file, erased when they say so."""

from __future__ import annotations

import asyncio
import gzip
import math
from typing import Final

from bot.engine.personal import personal_data
from bot.engine.state import Phase
from bot.engine.table import Table
from bot.store import Person
from bot.text.commands import command_line
from cogs.answers import Answer, Mode
from cogs.boards import TABLE
from cogs.clicks import Click
from cogs.desk import Desk, Interaction, NotShown
from cogs.privacy_message import (
    Want,
    Wish,
    ask_layout,
    done_layout,
    file_layout,
    nothing_layout,
    stored_layout,
)
from cogs.prompts import Prompts

LONGEST_FILE: Final = 8_000_000
"""Bytes; Discord takes files of up to 10 MiB everywhere."""


class Privacy:
    """Shows people what is stored about them, and erases it. Asking stores nothing."""

    def __init__(self, desk: Desk, prompts: Prompts) -> None:
        self._desk = desk
        self._bot = desk.bot
        self._prompts = prompts

    async def show(self, interaction: Interaction) -> None:
        """Show what is stored about the person who asks."""
        async with Answer(interaction, Mode.PRIVATE) as answer:
            await self._show(answer, await self._bot.store.person_by_discord_id(interaction.user.id))

    async def turn(self, interaction: Interaction, click: Click) -> None:
        """Do what a button is for, for the person it was made for and nobody else.

        Raises:
            NoSuchItem: no button of these was clicked.
        """
        wish = Wish.read(click.detail)
        words = self._desk.words(interaction)
        mode = Mode.PRIVATE if wish.want is Want.FILE else Mode.IN_PLACE
        async with Answer(interaction, mode) as answer:
            person = await self._bot.store.person_by_discord_id(interaction.user.id)
            if person is None or person.person_id != wish.person:
                await answer.say(words("privacy.not_yours", command=command_line("privacy", words)))
                return
            match wish.want:
                case Want.SHOW:
                    await self._show(answer, person)
                case Want.FILE:
                    await self._give(answer, person)
                case Want.ASK:
                    counts = await self._bot.store.personal_counts(person.person_id)
                    await answer.show(ask_layout(person.person_id, counts, words))
                case Want.ERASE:
                    await self._erase(answer, person)

    async def _show(self, answer: Answer, person: Person | None) -> None:
        words = self._desk.words(answer.interaction)
        if person is None:
            await answer.show(nothing_layout(words))
            return
        counts, settings = await self._bot.store.personal_counts(person.person_id), self._bot.settings
        days = math.ceil(settings.backup_every * settings.backup_copies / 24)
        await answer.show(stored_layout(person.person_id, person.name, counts, days, words))

    async def _give(self, answer: Answer, person: Person) -> None:
        words = self._desk.words(answer.interaction)
        await answer.take_time()
        data: str | bytes = await personal_data(self._bot.store, person.person_id, self._bot.now())
        name = "hearts-data.json"
        if len(data) > LONGEST_FILE // 4:
            packed = await asyncio.to_thread(gzip.compress, data.encode(), 6)
            data, name = packed, f"{name}.gz"
        await answer.show(file_layout(name, data, words))

    async def _erase(self, answer: Answer, person: Person) -> None:
        interaction, store = answer.interaction, self._bot.store
        words = self._desk.words(interaction)
        ended = await store.messages_naming(person.person_id, TABLE)
        with self._desk.erasures.by(interaction):
            tables = await self._bot.tables.erase(person.person_id)
        self._desk.speak(interaction.user.id, None)
        for table in tables:
            self._name_anew(table)
        named = dict.fromkeys(tables)
        try:
            for game_id in ended:
                table = await self._bot.tables.get(game_id)
                if table is not None:
                    named[table] = None
        finally:
            self._desk.boards.show_anew(tuple(named))
        try:
            await answer.show(done_layout(words))
        except Exception as error:
            raise NotShown from error

    def _name_anew(self, table: Table) -> None:
        """Have what can be changed in place say another name, also where the person had left already."""
        if table.state.phase is not Phase.LOBBY:
            self._desk.panels.refresh(table)
        self._prompts.refresh(table)
