"""Opening tables: whether one may be opened here, by whom, and where it then is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Final
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord import app_commands

from bot.engine.faults import described
from bot.engine.log_context import about
from bot.engine.paces import Pace
from bot.engine.state import Computer, Phase
from bot.engine.table import Table
from bot.engine.tables import Opening
from bot.rules.ruleset import Partners, Ruleset
from bot.store.records import ServerRow
from bot.text.words import Language, Words, label, plain
from bot.traffic import Limited
from cogs.answers import Answer, Mode
from cogs.board import TABLE
from cogs.desk import Desk, Interaction, NotShown, here
from cogs.layout import Layout
from cogs.permissions import NEEDED_FOR_THREADS, missing, missing_sentence
from cogs.presets import choice_label, find, fitting, presets_offered
from cogs.threads import open_thread, parent_of, take_away, with_threads

log = logging.getLogger(__name__)

FIRST_POST: Final = 0.8
"""Seconds in which a lobby is usually posted in its thread; the command is answered then in any case."""

MOST_CHOICES: Final = 25
"""So many choices are offered for an option of a command."""


class Openings:
    """Opens tables, as the server's settings allow."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bot = desk.bot
        self._locks: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(
        self, interaction: Interaction, preset: str | None, computers: int, level: str | None
    ) -> None:
        """Open a table, with the person as host, and show its lobby to everybody.

        Args:
            interaction: a command.
            preset: what stands for a preset, or its name; None for the server's own choice.
            computers: how many computers are seated at once.
            level: how computers play; None for the server's own choice.
        """
        words = self._desk.words(interaction)
        async with Answer(interaction, Mode.PUBLIC) as answer:
            server = await self._bot.store.server(interaction.guild_id or 0)
            presets = await presets_offered(self._bot.store, server.server_id, words)
            typed = server.preset if preset is None else preset
            chosen = find(presets, typed, self._bot.words)
            if chosen is None and preset is not None:
                await answer.say(words("error.no_such_preset", text=plain(typed)))
                return
            # What the server had chosen may be gone since.
            ruleset = (chosen or presets[0]).ruleset
            await self._open(
                answer,
                server,
                ruleset,
                Pace(server.pace),
                computers=computers,
                level=level or server.level,
            )

    async def suggest(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The presets a table can be opened with here, of those that fit what is typed."""
        words = self._desk.words(interaction)
        presets = await presets_offered(self._bot.store, interaction.guild_id or 0, words)
        return [
            app_commands.Choice(name=choice_label(preset, words), value=preset.value)
            for preset in fitting(presets, typed, words)
        ][:MOST_CHOICES]

    async def rematch(self, interaction: Interaction, game_id: int) -> None:
        """Open another table with the people and as many computers as sat at one that is over.

        Somebody whose seat a computer kept at the end may ask for it too, and sits down as host.
        """
        words = self._desk.words(interaction)
        async with Answer(interaction, Mode.PUBLIC) as answer:
            table = await self._bot.tables.get(game_id)
            if table is None or table.state.phase is not Phase.OVER or not here(interaction, table):
                await answer.say(words("error.no_such_game"))
                return
            state = table.state
            person = await self._desk.person(interaction)
            if person not in {*state.persons, *state.gone}:
                await answer.say(words("table_refusal.not_seated"))
                return
            erased = await self._bot.store.erased_among(state.persons)
            people = tuple(each for each in state.persons if each not in erased)
            seated = [seat for seat in state.seats if isinstance(seat, Computer) and seat.owner is None]
            levels = tuple(seat.level for seat in sorted(seated, key=lambda seat: seat.figure))
            server = await self._bot.store.server(interaction.guild_id or 0)
            partners = state.ruleset.partners is not Partners.NONE
            # Without partners the seats are drawn by lot when the game starts.
            seats = {each: seat for each in people if (seat := state.seat_of(each)) is not None}
            kept = state.kept_for(person)
            if kept is not None:
                seats[person] = kept
            await self._open(
                answer,
                server,
                state.ruleset,
                state.pace,
                people,
                len(levels),
                seats if partners else None,
                hints=state.hints,
                level=state.level,
                levels=levels,
            )

    async def _open(
        self,
        answer: Answer,
        server: ServerRow,
        ruleset: Ruleset,
        pace: Pace,
        others: tuple[int, ...] = (),
        computers: int = 0,
        seats: Mapping[int, int] | None = None,
        *,
        hints: bool = False,
        level: str,
        levels: tuple[str, ...] = (),
    ) -> None:
        interaction = answer.interaction
        words = self._desk.words(interaction)
        host = await self._desk.person(interaction)
        channel, language = interaction.channel_id or 0, self._public_language(interaction, server)
        thread: discord.Thread | None = None
        opened: Table | int = 0
        # Whether one may be opened holds only until another is.
        async with self._alone(host, server):
            against = await self._against(interaction, server, host, words)
            if not against:
                try:
                    thread = await self._thread(interaction, server, self._bot.words[language])
                except (discord.HTTPException, Limited, OSError, aiohttp.ClientError) as error:
                    log.warning("no thread could be opened: %s", described(error))
                    refused = isinstance(error, discord.Forbidden)
                    lacking = missing_sentence(NEEDED_FOR_THREADS if refused else (), words)
                    against = lacking or words("error.no_thread")
            if not against:
                persons = (host, *(other for other in others if other != host))
                opening = Opening(
                    server=server.server_id,
                    channel=channel if thread is None else thread.id,
                    language=language,
                    ruleset=ruleset,
                    persons=persons,
                    computers=computers,
                    pace=pace,
                    parent=parent_of(interaction) if thread is None else channel,
                    places=None if seats is None else tuple(seats[person] for person in persons),
                    hints=hints,
                    level=level,
                    levels=levels,
                )
                try:
                    opened = await self._bot.tables.open(opening)
                finally:
                    if thread is not None and not isinstance(opened, Table):
                        await take_away(interaction, thread)
        if against:
            await answer.say(against)
            return
        if not isinstance(opened, Table):
            link = await self._link(opened, server.server_id, channel)
            await answer.say(words("error.channel_taken", link=link))
            return
        about(opened)
        try:
            if thread is not None:
                await self._in_thread(answer, opened, thread, self._bot.words[language])
            elif answer.deferred:
                await answer.say(words("lobby.opened"))
            else:
                async with self._desk.boards.held(opened):
                    await self._desk.boards.answer(answer, opened)
        except Exception as error:
            raise NotShown from error
        finally:
            # Whatever became of the answer, the lobby is shown.
            self._desk.boards.refresh(opened)

    @asynccontextmanager
    async def _alone(self, host: int, server: ServerRow) -> AsyncIterator[None]:
        """Nothing else is opened by this person, nor in this server."""
        person = self._locks.setdefault(("person", host), asyncio.Lock())
        place = self._locks.setdefault(("server", server.server_id), asyncio.Lock())
        # Always in this order, so that two who wait for each other are impossible.
        async with person, place:
            yield

    async def _against(self, interaction: Interaction, server: ServerRow, host: int, words: Words) -> str:
        """Why no table may be opened, in a sentence; empty where one may."""
        channel = interaction.channel_id
        if interaction.guild_id is None or channel is None:
            return words("error.servers_only")
        needed = NEEDED_FOR_THREADS if server.threads and with_threads(interaction) is not None else ()
        lacking = missing(interaction, needed)
        if lacking:
            return missing_sentence(lacking, words)
        place = parent_of(interaction) or channel
        if server.channels and not {place, channel} & set(server.channels):
            channels = words.list(f"<#{each}>" for each in server.channels)
            return words("error.wrong_channel", channels=channels)
        store = self._bot.store
        here = await store.open_game_in(channel)
        if here is not None:
            return words("error.channel_taken", link=await self._link(here.game_id, here.server_id, channel))
        lobby = await store.open_lobby_hosted_by(host)
        if lobby is not None:
            link = await self._link(lobby.game_id, lobby.server_id, lobby.channel_id)
            return words("error.lobby_open", link=link)
        if await store.count_open_games_in(place) >= server.tables_per_channel:
            return words.count("error.channel_full", server.tables_per_channel)
        if await store.count_open_games(server.server_id) >= server.tables_per_server:
            return words.count("error.server_full", server.tables_per_server)
        return ""

    async def _thread(
        self, interaction: Interaction, server: ServerRow, words: Words
    ) -> discord.Thread | None:
        """A thread for the game, where the server wants one and the channel can have one."""
        if not server.threads:
            return None
        return await open_thread(
            interaction, words("lobby.thread", name=label(interaction.user.display_name))
        )

    async def _in_thread(self, answer: Answer, table: Table, thread: discord.Thread, public: Words) -> None:
        """Say in which thread the game is; where nothing may be posted in it there is neither."""
        interaction = answer.interaction
        posted = self._desk.boards.first(table)
        await asyncio.wait((posted,), timeout=FIRST_POST)
        if posted.done() and not posted.result():
            await take_away(interaction, thread)
            await answer.say(self._desk.words(interaction)("error.no_thread"))
            return
        if not posted.done():
            posted.add_done_callback(lambda done: self._posted(done, interaction, thread))
        await answer.show(Layout([public("lobby.in_thread", thread=thread.mention)]))

    def _posted(self, posted: asyncio.Future[bool], interaction: Interaction, thread: discord.Thread) -> None:
        """Whether the lobby could be posted in its thread is known later than the command was answered."""
        if posted.cancelled() or posted.result():
            return
        task = asyncio.create_task(self._refused_late(interaction, thread), name="empty thread")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _refused_late(self, interaction: Interaction, thread: discord.Thread) -> None:
        await take_away(interaction, thread)
        try:
            async with Answer(interaction, Mode.PRIVATE) as answer:
                await answer.say(self._desk.words(interaction)("error.no_thread"))
        except (discord.HTTPException, Limited, OSError, aiohttp.ClientError) as error:
            log.info("nobody could be told that there is no thread: %s", described(error))

    async def _link(self, game_id: int, server_id: int, channel: int) -> str:
        row = await self._bot.store.message(game_id, TABLE)
        place = f"https://discord.com/channels/{server_id}/{channel}"
        return place if row is None else f"{place}/{row.message_id}"

    def _public_language(self, interaction: Interaction, server: ServerRow) -> Language:
        """The server's language where it has one, by setting or as a community; else the host's."""
        if server.language is not None:
            return Language(server.language)
        guild = interaction.guild
        if guild is not None and interaction.guild_locale is not None and "COMMUNITY" in guild.features:
            return Language.from_discord(interaction.guild_locale.value)
        return self._desk.words(interaction).language
