"""Surroundings: what happens to the places games are in, and to the line to Discord."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from bot.engine.faults import described
from bot.engine.log_context import Numbers, being_about
from bot.engine.table import Table, Unreadable
from bot.store.errors import StoreError
from bot.store.records import GameHeader
from cogs.boards import Boards
from cogs.prompts import Prompts

if TYPE_CHECKING:
    from bot.app import HeartsBot

log = logging.getLogger(__name__)


class Surroundings(commands.Cog):
    """Ends games whose place is gone, and tries again where the bot may do more.

    While the line to Discord is broken, or is not there yet after a start, nobody can play. The clock stands
    meanwhile, and people have the time afterwards that they had left. With shards, that is so in the servers
    of those whose line is broken.

    Args:
        bot: the bot.
        boards: the tables' messages.
        prompts: the mentions.
        show_time: has the time be shown that is left at a table.
    """

    def __init__(
        self, bot: HeartsBot, boards: Boards, prompts: Prompts, show_time: Callable[[Table], None]
    ) -> None:
        self.bot = bot
        self._boards = boards
        self._prompts = prompts
        self._show_time = show_time
        self._connected: set[int] = set()
        self._heard: set[int] = set()

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot is no longer in a server, or the server is no more."""
        await self._lose(lambda game: game.server_id == guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, and with it the tables in it and in its threads."""
        await self._lose(lambda game: channel.id in (game.channel_id, game.parent_channel_id))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone, and with it the table in it."""
        await self._lose(lambda game: game.channel_id == payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Who may do what in a channel may have changed."""
        if before.overwrites != after.overwrites:
            self._lift(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """What a role of the bot's may do may have changed."""
        if before.permissions != after.permissions:
            self._lift(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """The bot may have got another role; of others it is not told."""
        user = self.bot.user
        if user is not None and after.id == user.id and before.roles != after.roles:
            self._lift(after.guild)

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """A line is being set up: it is ready once the servers have been told of."""
        self._connected.add(shard)

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """The line to Discord is broken for the servers of a shard."""
        self._connected.discard(shard)
        self._heard.discard(shard)
        self._hold(shard, ((table.game_id, table.state.server) for table in self.bot.tables.in_memory))
        try:
            games = await self.bot.store.open_games()
        except StoreError as error:
            log.warning("which games nobody can play in was not read: %s", error)
            return
        if shard not in self._heard:
            self._hold(shard, ((game.game_id, game.server_id) for game in games))

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """The line is there again, and everything is made up for that happened meanwhile."""
        self._connected.add(shard)
        await self._go_on(shard, missed=False)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """The line is there, and nobody tells what happened before.

        discord.py says so some seconds after the last server, also where the line has broken meanwhile.
        """
        if shard not in self._connected:
            log.info("shard %d is ready, but its line is broken again", shard)
            return
        await self._go_on(shard, missed=True)

    def _hold(self, shard: int, games: Iterable[tuple[int, int]]) -> None:
        """Hold those of these games, given with their servers, that are in servers of a shard."""
        here = {game_id: server for game_id, server in games if self._is_in(shard, server)}
        self.bot.clock.hold(here, deaf=not self._heard)

    async def _go_on(self, shard: int, *, missed: bool) -> None:
        self._heard.add(shard)
        held = await self.bot.clock.go_on(lambda server: self._is_in(shard, server))
        for table in self.bot.tables.in_memory:
            if not self._is_in(shard, table.state.server):
                continue
            left = missed and self.bot.get_guild(table.state.server) is None
            if (table.game_id in held and missed) or left:
                self._boards.look_again(table)
            if table.game_id in held:
                self._show_time(table)

    def _is_in(self, shard: int, server: int) -> bool:
        return (server >> 22) % (self.bot.shard_count or 1) == shard

    def _lift(self, guild: discord.Guild) -> None:
        channels = [
            table.state.channel for table in self.bot.tables.in_memory if table.state.server == guild.id
        ]
        self._boards.lift(channels)
        self._prompts.lift(channels)

    async def _lose(self, concerned: Callable[[GameHeader], bool]) -> None:
        for game in filter(concerned, await self.bot.store.open_games()):
            try:
                table = await self.bot.tables.get(game.game_id)
            except Unreadable as why:
                with being_about(Numbers(game.game_id, why.action)):
                    log.warning(
                        "game %d has lost its place and is given up: %s", game.game_id, described(why)
                    )
                await self.bot.tables.give_up(game.game_id)
                continue
            if table is not None:
                with being_about(table):
                    self._prompts.forget(table)
                    await self._boards.lose(table)
