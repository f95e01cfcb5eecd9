"""Boards: the public message of every table, kept to what the table is now.

A board is not told what to show. Whenever its table has changed it looks at the table and at the message that
is there, and does what lies between the two; so it needs nothing kept in memory, and a restart or a lost
request heals with the next look. One look is in progress a table, and a change during it leads to one more:
the newest state wins.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord

from bot.engine.acts import Abandon
from bot.engine.log_context import being_about
from bot.engine.records import record_of
from bot.engine.state import Phase, TableState
from bot.engine.table import Change, Table
from bot.rules.shuffle import commitment
from bot.rules.trick import NO_TRICK
from bot.rules.view import public_view
from bot.store.errors import StoreError
from bot.store.records import MessageRow
from bot.text.commands import command_line
from bot.text.words import Language, Words, plain
from cogs.answers import NO_PINGS, Answer
from cogs.delivery import Gone, delivered, gone
from cogs.layout import Download, Layout
from cogs.lobby_message import closed_layout, lobby_layout
from cogs.looks import EmojiOf, public_words
from cogs.pictures import table_picture
from cogs.scenes import final_scene, game_after, taken_view
from cogs.score_message import deal_layout, over_layout, review_button
from cogs.score_pictures import end_pictures, sheet_picture
from cogs.seating import seat_names
from cogs.table_message import Clocked, Scene, table_layout
from cogs.upkeep import Upkeep, drop_all

if TYPE_CHECKING:
    from bot.app import HeartsBot

log = logging.getLogger(__name__)

TABLE: Final = "table"
"""The kind of a table's public message in the store; its subject is the number of the deal it shows."""

LOBBY: Final = 0
"""The subject of the message of a lobby."""

ENDED: Final = -1
"""The subject of a message that shows the end of the game, or that it was ended."""

MAX_AGE: Final = 50 * 60
"""Seconds after which a message is posted anew: Discord hardly lets messages older than an hour be edited."""

BUTTONS_LIFE: Final = 3600.0
"""Seconds for which the message of a game that is over keeps its buttons."""

MAX_BELOW: Final = 10
"""How many messages of others may lie below the table before it is posted anew."""


class Board(Upkeep):
    """One table's public message, and what is known about it while the program runs.

    Attributes:
        shown: what the message shows, as far as is known.
        tricks: the deal and the number of finished tricks in it that have been shown.
        below: how many messages of others have been seen below the message.
        reposting: whether the message is to be posted anew.
        no_files: whether files were refused in this channel.
        anew: whether the message of a game that is over is to be made anew, as somebody's name has changed.
        unsaved: the message as the store does not know it yet.
        outdated: messages that are to be deleted.
    """

    shown: Layout | None = None
    tricks: tuple[int, int] = (0, 0)
    below: int = 0
    reposting: bool = False
    no_files: bool = False
    anew: bool = False
    unsaved: MessageRow | None = None
    outdated: tuple[MessageRow, ...] = ()


class Boards:
    """The public messages of all tables."""

    def __init__(self, bot: HeartsBot, emoji_of: EmojiOf) -> None:
        self._bot = bot
        self._emoji_of = emoji_of
        self._boards: dict[int, Board] = {}
        self._channels: dict[int, int] = {}

    def on_change(self, table: Table, change: Change) -> None:
        """Listener: the message is to follow."""
        del change
        self.refresh(table)

    def refresh(self, table: Table) -> None:
        """Have the message looked after soon."""
        self._board(table).soon()

    def show_anew(self, table: Table) -> None:
        """Have the message of a game that is over made anew, where its number is still known."""
        board = self._board(table)
        board.anew = True
        board.soon()

    def repost(self, table: Table) -> None:
        """Have the message posted anew, below everything else in the channel."""
        board = self._board(table)
        board.reposting = True
        board.no_files = False
        board.now()

    async def on_message(self, channel: int) -> None:
        """Note that somebody has written in a channel; a table that has slid up too far is posted anew."""
        game_id = self._channels.get(channel)
        board = None if game_id is None else self._boards.get(game_id)
        if game_id is None or board is None:
            return
        board.below += 1
        if board.below > MAX_BELOW:
            table = await self._bot.tables.get(game_id)
            if table is not None and table.state.open:
                self.repost(table)

    async def on_deleted(self, channel: int, message_ids: Collection[int]) -> None:
        """Somebody has deleted messages; a table among them is posted again."""
        game_id = self._channels.get(channel)
        row = None if game_id is None else await self._bot.store.message(game_id, TABLE)
        if row is None or row.message_id not in message_ids:
            return
        table = await self._bot.tables.get(row.game_id)
        if table is not None and table.state.open:
            self.repost(table)

    async def catch_up(self) -> None:
        """Show the end of games that ended just before the bot did."""
        for row in await self._bot.store.messages_behind(TABLE, ENDED):
            table = await self._bot.tables.get(row.game_id)
            if table is not None and not table.state.open:
                self.refresh(table)

    async def retire(self) -> None:
        """Take the buttons off the messages of games that ended a while ago."""
        before = self._bot.now() - BUTTONS_LIFE
        for row in await self._bot.store.messages_before(TABLE, ENDED, before):
            table = await self._bot.tables.get(row.game_id)
            if table is None or table.state.phase is not Phase.OVER:
                await self._bot.store.drop_message(row.game_id, TABLE)
                continue
            board = self._board(table)
            async with board.lock:
                layout, _ = await self._wanted(table, board)
                try:
                    await self._edit(board, row, replace(layout, rows=()))
                except discord.HTTPException as error:
                    with being_about(table):
                        log.info("the buttons of game %d stay: %d", row.game_id, error.status)
                    if gone(error) is None:
                        continue
                await self._bot.store.drop_message(row.game_id, TABLE)
            self._forget_ended(table)

    async def close(self) -> None:
        """Drop every look in progress."""
        await drop_all(self._boards.values())

    @asynccontextmanager
    async def held(self, table: Table) -> AsyncIterator[None]:
        """Nothing else is done to the message meanwhile; for a click on it that is answered in place."""
        try:
            async with self._board(table).lock:
                yield
        finally:
            self._forget_ended(table)

    async def heal(self, table: Table) -> None:
        """Have the message looked after where it does not show the running deal, as without permission."""
        row = await self._bot.store.message(table.game_id, TABLE)
        game = table.state.game
        if table.state.open and game is not None and (row is None or row.subject != game.number):
            self.refresh(table)

    async def answer(self, answer: Answer, table: Table) -> None:
        """Answer a click on the message, or the command that opened the table, with the message as it is now.

        To be called while the message is `held`.
        """
        board = self._board(table)
        layout, subject = await self._wanted(table, board)
        message_id = await answer.show(layout if not board.no_files else layout.without_files())
        if message_id is None:
            self.refresh(table)
            return
        row = await self._bot.store.message(table.game_id, TABLE)
        posted = self._bot.now() if row is None or row.message_id != message_id else row.posted_at
        try:
            await self._save(table, board, message_id, posted, subject, layout)
        except StoreError as error:
            log.warning("the message of game %d was not noted yet: %s", table.game_id, error)
            self.refresh(table)

    def _board(self, table: Table) -> Board:
        known = self._boards.get(table.game_id)
        if known is not None:
            return known
        board = Board(
            f"board {table.game_id}",
            lambda: self._look(table, board),
            table=table,
            interval=self._bot.settings.edit_interval,
            done=lambda: self._forget_ended(table),
        )
        self._boards[table.game_id] = board
        self._channels[table.state.channel] = table.game_id
        return board

    def _forget_ended(self, table: Table) -> None:
        if table.state.open:
            return
        self._boards.pop(table.game_id, None)
        if self._channels.get(table.state.channel) == table.game_id:
            del self._channels[table.state.channel]

    async def _look(self, table: Table, board: Board) -> None:
        try:
            await self._follow(table, board)
        except discord.NotFound as error:
            if gone(error) is not Gone.CHANNEL:
                raise
            log.info("the channel of game %d is gone", table.game_id)
            await table.act(Abandon())

    async def _follow(self, table: Table, board: Board) -> None:
        """Make the message what the table is now."""
        await self._clear(board)
        if board.unsaved is not None:
            await self._bot.store.save_message(board.unsaved)
            board.unsaved = None
        row = await self._bot.store.message(table.game_id, TABLE)
        if row is not None and row.subject == ENDED:
            if board.anew:
                await self._edit(board, row, (await self._wanted(table, board))[0])
                board.anew = False
            return
        if row is not None and row.subject != LOBBY:
            row = await self._finish_deal(table, board, row)
        layout, subject = await self._wanted(table, board)
        if row is not None and self._stale(table, board, row):
            moved = await self._post_anew(table.state.channel, board, layout)
            if moved is not None:
                board.outdated = (*board.outdated, row)
                await self._save(table, board, moved.id, self._bot.now(), subject, layout)
                await self._clear(board)
                return
        if row is not None and layout == board.shown and row.subject == subject:
            return
        if row is not None and await self._edit(board, row, layout):
            await self._save(table, board, row.message_id, row.posted_at, subject, layout)
            return
        message = await self._post(table.state.channel, board, layout)
        await self._save(table, board, message.id, self._bot.now(), subject, layout)

    async def _post_anew(self, channel: int, board: Board, layout: Layout) -> discord.Message | None:
        """Post the message below the others; None where nothing can be posted, and so the old one stays."""
        try:
            return await self._post(channel, board, layout)
        except discord.Forbidden:
            board.below, board.reposting = 0, False
            return None

    async def _save(
        self, table: Table, board: Board, message_id: int, posted_at: float, subject: int, layout: Layout
    ) -> None:
        channel = table.state.channel
        board.unsaved = MessageRow(table.game_id, TABLE, channel, message_id, posted_at, subject)
        board.shown = layout
        await self._bot.store.save_message(board.unsaved)
        board.unsaved = None

    def _stale(self, table: Table, board: Board, row: MessageRow) -> bool:
        stale = board.reposting or board.below > MAX_BELOW or self._bot.now() - row.posted_at > MAX_AGE
        return stale and table.state.open

    async def _finish_deal(self, table: Table, board: Board, row: MessageRow) -> MessageRow | None:
        """Where the message shows a deal that is over, leave its outcome there; what follows is a new one."""
        history = next((deal for deal in table.state.history if deal.number == row.subject), None)
        if history is None:
            return row
        words = self._words(table)
        names = await seat_names(self._bot, table.state, words)
        scene = final_scene(table.state, history)
        pause = self._bot.settings.trick_pause
        if scene.view.tricks and board.tricks < (history.number, len(scene.view.tricks)) and pause > 0:
            await self._edit(board, row, await self._table_layout(table, scene, words))
            board.tricks = (history.number, len(scene.view.tricks))
            await asyncio.sleep(pause)
        game = game_after(table.state, history)
        picture = None if board.no_files else await sheet_picture(self._bot, game, names, words)
        layout = deal_layout(history, game, names, words, picture)
        layout = replace(layout, rows=((review_button(table.game_id, words, history.number),),))
        if not await self._edit(board, row, layout):
            await self._post(row.channel_id, board, layout)
        return None

    async def _wanted(self, table: Table, board: Board) -> tuple[Layout, int]:
        """What the message is to show now, and its subject."""
        state, words = table.state, self._words(table)
        names = await seat_names(self._bot, state, words)
        if state.phase is Phase.LOBBY:
            counts = await self._bot.store.rules_count(state.server, state.ruleset)
            return lobby_layout(table.game_id, state, names, words, counts=counts), LOBBY
        if state.phase is Phase.CANCELLED:
            return closed_layout(state, await self._canceller(table), words), ENDED
        if state.phase is Phase.OVER and state.game is not None:
            record = Download(f"hearts-{table.game_id}.json", record_of(state), words("over.record"))
            pictures = () if board.no_files else await end_pictures(self._bot, state.game, names, words)
            layout = over_layout(table.game_id, state.game, names, record, words, pictures)
            return replace(layout, footer=_ended_note(state, words)), ENDED
        # Of the state as it was at first: the game may have gone on since, which the next look is to show.
        scene = self._scene(table, state, board)
        return await self._table_layout(table, scene, words), scene.view.number

    async def _table_layout(self, table: Table, scene: Scene, words: Words) -> Layout:
        names = await seat_names(self._bot, table.state, words)
        picture = await table_picture(self._bot, scene, names, words)
        layout = table_layout(table.game_id, scene, names, picture, words)
        if table.state.hints or table.state.rated:
            note = words("table.hints" if table.state.hints else "table.rated")
            layout = replace(layout, footer=f"{layout.footer}\n-# {note}")
        if self._board(table).no_files:
            layout = replace(layout, footer=f"{layout.footer}\n{words('table.no_files')}")
        return layout

    def _scene(self, table: Table, state: TableState, board: Board) -> Scene:
        """The running deal; a trick that was finished since the last look is shown first, for a while."""
        assert state.game is not None
        assert state.secret is not None
        view, secret = public_view(state.game), state.secret
        finished = (view.number, len(view.tricks))
        trick, due = view.trick, self._bot.clock.due(table)
        if view.tricks and board.tricks < finished:
            loop = asyncio.get_running_loop()
            board.not_before = loop.time() + self._bot.settings.trick_pause
            if trick.plays:
                board.again = True
                # The clock runs for whoever is to follow, and nobody is yet to be seen as that.
                view, trick, due = taken_view(state.game), NO_TRICK, None
        if view.tricks and not trick.plays:
            trick = view.tricks[-1]
        board.tricks = finished
        clocked = Clocked(state.clocked, state.clock_passed)
        return Scene(view, trick, commitment(secret), due, clocked)

    async def _canceller(self, table: Table) -> str | None:
        number = table.state.ended_by
        if number is None:
            return None
        people = await self._bot.store.people([number])
        name = people[number].name if number in people else self._words(table)("table.former_player")
        return plain(name)

    def _words(self, table: Table) -> Words:
        return public_words(self._bot.words[Language(table.language)], self._emoji_of)

    async def _post(self, channel: int, board: Board, layout: Layout) -> discord.Message:
        return await delivered(self._bot, layout, lambda shown: self._send(channel, board, shown))

    async def _send(self, channel: int, board: Board, layout: Layout) -> discord.Message:
        target = self._bot.get_partial_messageable(channel)
        message = None
        if not board.no_files:
            try:
                message = await target.send(
                    view=layout.view(), files=layout.files(), allowed_mentions=NO_PINGS, silent=True
                )
            except discord.Forbidden:
                if not layout.files():
                    raise
        if message is None:
            message = await target.send(
                view=layout.without_files().view(), allowed_mentions=NO_PINGS, silent=True
            )
            board.no_files = True
        board.below, board.reposting = 0, False
        return message

    async def _edit(self, board: Board, row: MessageRow, layout: Layout) -> bool:
        """Edit the message; False where it is not there any more."""
        return await delivered(self._bot, layout, lambda shown: self._change(board, row, shown))

    async def _change(self, board: Board, row: MessageRow, layout: Layout) -> bool:
        message = self._bot.get_partial_messageable(row.channel_id).get_partial_message(row.message_id)
        try:
            if not board.no_files:
                try:
                    await message.edit(
                        view=layout.view(), attachments=layout.files(), allowed_mentions=NO_PINGS
                    )
                    return True
                except discord.Forbidden:
                    if not layout.files():
                        raise
            await message.edit(view=layout.without_files().view(), attachments=[], allowed_mentions=NO_PINGS)
            board.no_files = True
        except discord.HTTPException as error:
            if gone(error) not in (Gone.MESSAGE, Gone.ARCHIVED):
                raise
            return False
        return True

    async def _clear(self, board: Board) -> None:
        """Delete the messages that others have replaced."""
        while board.outdated:
            row = board.outdated[0]
            message = self._bot.get_partial_messageable(row.channel_id).get_partial_message(row.message_id)
            try:
                await message.delete()
            except discord.HTTPException as error:
                if gone(error) is None:
                    raise
                log.info("an old table message stays: %s", error.code)
            board.outdated = board.outdated[1:]


def _ended_note(state: TableState, words: Words) -> str:
    """What there is to know of a game that is over for the leaderboard; empty for nothing."""
    if state.hints:
        return words("over.hints")
    return words("over.rated", leaderboard=command_line("leaderboard", words)) if state.rated else ""
