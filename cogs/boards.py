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
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final
from weakref import WeakSet

import aiohttp
import discord

from bot.engine.acts import Abandon
from bot.engine.log_context import being_about
from bot.engine.state import Phase
from bot.engine.table import Change, Table
from bot.store.errors import StoreError
from bot.store.records import MessageRow
from bot.traffic import Limited, Unavailable, Urgency
from cogs.answers import Answer, Mode
from cogs.board import POSTING, TABLE, Board
from cogs.board_contents import ENDED, LOBBY, Contents
from cogs.delivery import Gone, gone, place_gone
from cogs.late_pictures import TRIES, LatePictures
from cogs.layout import Layout
from cogs.looks import EmojiOf
from cogs.pictures import Missed
from cogs.scenes import final_scene
from cogs.upkeep import RETRY_AFTER, drop_all

if TYPE_CHECKING:
    from bot.app import HeartsBot

log = logging.getLogger(__name__)

MAX_AGE: Final = 50 * 60
"""Seconds after which a message is posted anew: Discord hardly lets messages older than an hour be edited."""

BUTTONS_LIFE: Final = 3600.0
"""Seconds for which the message of a game that is over keeps its buttons."""

MAX_BELOW: Final = 10
"""How many messages of others may lie below the table before it is posted anew."""


class Boards:
    """The public messages of all tables."""

    def __init__(self, bot: HeartsBot, emoji_of: EmojiOf) -> None:
        self._bot = bot
        self._contents = Contents(bot, emoji_of)
        self._boards: dict[int, Board] = {}
        self._channels: dict[int, int] = {}
        self._lost: WeakSet[Table] = WeakSet()
        self._endings: set[asyncio.Task[None]] = set()
        self._behind: dict[Table, set[int]] = {}
        self._late = LatePictures()
        self._first: dict[int, asyncio.Future[bool]] = {}

    def on_change(self, table: Table, change: Change) -> None:
        """Listener: the message is to follow."""
        before, after = change.before, change.after
        deals = [state.game and state.game.number for state in (before, after)]
        turned = before.phase is not after.phase or deals[0] != deals[1]
        self.refresh(table, Urgency.AWAITED if turned else Urgency.NEWS)

    async def on_read(self, table: Table) -> None:
        """Reader: know where the table is, in case somebody deletes its message."""
        self._channels[table.state.channel] = table.game_id

    def refresh(self, table: Table, urgency: Urgency = Urgency.NEWS) -> None:
        """Have the message looked after soon."""
        if table not in self._lost:
            self._board(table).soon(urgency)

    def first(self, table: Table) -> asyncio.Future[bool]:
        """Have the message of a new table posted.

        Returns:
            Whether it was; where the bot may not post there, the game has ended.
        """
        posted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._first[table.game_id] = posted
        self.refresh(table, Urgency.AWAITED)
        return posted

    def look_again(self, table: Table) -> None:
        """What became of the message is not known, as after a time without Discord: have it shown anew."""
        self._board(table).shown = None
        self.refresh(table, Urgency.TIDYING)

    def lift(self, channels: Collection[int]) -> None:
        """What the bot may do in these channels may have changed."""
        for channel in channels:
            board = self._boards.get(self._channels.get(channel, 0))
            if board is not None:
                board.lift()

    def show_anew(self, tables: Collection[Table]) -> None:
        """Have other messages take the place of those there are, also where games are over.

        For somebody whose name is not to stand there any more: above a message that answers a command,
        Discord itself says whose command that was. In a channel the open table comes last, below the others.
        """
        over = [table for table in tables if not table.state.open]
        for table in tables:
            before = {each.game_id for each in over if each.state.channel == table.state.channel}
            if table.state.open and before:
                self._behind[table] = before
        for table in tables:
            if table not in self._behind:
                self._post_again(table)

    def _post_again(self, table: Table) -> None:
        if table in self._lost:
            return
        board = self._board(table)
        board.anew = True
        board.now()

    def _rests(self, table: Table) -> None:
        """Nothing is due for the message of a table: what was to come below it may come now."""
        self._forget_ended(table)
        for behind, before in list(self._behind.items()):
            before.discard(table.game_id)
            if not before:
                del self._behind[behind]
                self._post_again(behind)

    def repost(self, table: Table) -> None:
        """Have the message posted anew, below everything else in the channel."""
        if table in self._lost:
            return
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
        if board.below > MAX_BELOW and not board.barred:
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
                layout, _ = await self._contents.wanted(table, board)
                if board.missed.any and row.posted_at > before - BUTTONS_LIFE:
                    # An edit now would take away the picture that is there.
                    continue
                try:
                    await board.edit(row, replace(layout, rows=()))
                except discord.HTTPException as error:
                    with being_about(table):
                        log.info("the buttons of game %d stay: %d", row.game_id, error.status)
                    if gone(error) is None:
                        continue
                except (Limited, Unavailable, OSError, aiohttp.ClientError) as error:
                    log.info("the buttons of game %d stay for now: %s", row.game_id, error)
                    continue
                await self._bot.store.drop_message(row.game_id, TABLE)
            self._forget_ended(table)

    def busy(self, table: Table) -> bool:
        """Whether something is being done to the table's message."""
        board = self._boards.get(table.game_id)
        if table in self._behind:
            return True
        return board is not None and (board.busy or board.unsaved is not None or bool(board.outdated))

    def let_go(self, table: Table) -> None:
        """Let go of what is known of the message of a table that leaves memory, but for where it is."""
        self._boards.pop(table.game_id, None)

    async def close(self) -> None:
        """Drop every look in progress."""
        for task in self._endings:
            task.cancel()
        await self._late.close()
        await drop_all(self._boards.values())

    @asynccontextmanager
    async def held(self, table: Table) -> AsyncIterator[None]:
        """Nothing else is done to the message meanwhile; for a click on it that is answered in place."""
        try:
            async with self._board(table).lock:
                yield
        finally:
            self._forget_ended(table)

    async def heal(self, table: Table, granted: discord.Permissions) -> None:
        """Have the message looked after where it does not show the running deal, as without permission.

        Args:
            table: the table.
            granted: what the bot may do in the channel, as Discord says with a click.
        """
        self._board(table).may(granted)
        row = await self._bot.store.message(table.game_id, TABLE)
        game = table.state.game
        if table.state.open and game is not None and (row is None or row.subject != game.number):
            self.refresh(table)

    async def answer(self, answer: Answer, table: Table) -> None:
        """Answer a click on the message, or the command that opened the table, with the message as it is now.

        To be called while the message is `held`.
        """
        board = self._board(table)
        layout, subject = await self._contents.wanted(table, board)
        if answer.mode is Mode.PUBLIC:
            with suppress(StoreError):
                await board.begin_posting(subject)
        message_id = await answer.show(layout if not board.no_files else layout.without_files())
        if message_id is None:
            self.refresh(table)
            return
        row = await self._bot.store.message(table.game_id, TABLE)
        posted = self._bot.now() if row is None or row.message_id != message_id else row.posted_at
        try:
            await board.save(message_id, posted, subject, layout)
        except StoreError as error:
            log.warning("the message of game %d was not noted yet: %s", table.game_id, error)
            self.refresh(table)
        if board.missed.any:
            self.refresh(table)

    def _board(self, table: Table) -> Board:
        known = self._boards.get(table.game_id)
        if known is not None:
            return known
        board = Board(self._bot, table, lambda: self._look(table, board), lambda: self._rests(table))
        self._boards[table.game_id] = board
        if table.state.open:
            # Another game may be open by now where one is over.
            self._channels[table.state.channel] = table.game_id
        return board

    def _forget_ended(self, table: Table) -> None:
        if table.state.open:
            return
        self._boards.pop(table.game_id, None)
        if self._channels.get(table.state.channel) == table.game_id:
            del self._channels[table.state.channel]

    async def lose(self, table: Table) -> None:
        """The channel is gone, or the server: the game ends, and nothing more is tried there."""
        with being_about(table):
            log.info("the place of game %d is gone", table.game_id)
        self._lost.add(table)
        self._first_is(table, posted=False)
        board = self._boards.pop(table.game_id, None)
        if board is not None:
            board.cancel()
        if not await self._end(table):
            # Nobody is told again that the place is gone.
            task = asyncio.create_task(self._end_later(table), name=f"end {table.game_id}")
            self._endings.add(task)
            task.add_done_callback(self._endings.discard)

    def _first_is(self, table: Table, *, posted: bool) -> None:
        """It is known whether the message of a new table could be posted."""
        first = self._first.pop(table.game_id, None)
        if first is not None and not first.done():
            first.set_result(posted)

    async def _end(self, table: Table) -> bool:
        """End a game that has lost its place; whether that could be stored."""
        try:
            await table.act(Abandon())
            for kind in (TABLE, POSTING):
                await self._bot.store.drop_message(table.game_id, kind)
        except StoreError as error:
            log.warning("game %d could not be ended yet: %s", table.game_id, error)
            return False
        return True

    async def _end_later(self, table: Table) -> None:
        ended = False
        while not ended:
            await asyncio.sleep(RETRY_AFTER)
            ended = await self._end(table)

    async def _look(self, table: Table, board: Board) -> None:
        try:
            await self._follow(table, board)
        except discord.HTTPException as error:
            refused = table.game_id in self._first and gone(error) is Gone.PERMISSION
            if not refused and not place_gone(self._bot, table, error):
                raise
            await self.lose(table)
            return
        self._first_is(table, posted=True)
        await self._try_again(table, board)

    async def _try_again(self, table: Table, board: Board) -> None:
        """Where a picture was not there in time, have it shown later."""
        missed, board.missed = board.missed, Missed()
        board.misses = board.misses + 1 if missed.any else 0
        if not missed.any:
            return
        row = await self._bot.store.message(table.game_id, TABLE)
        if row is not None and row.subject == ENDED:
            self._late.complete(table, board, row, partial(self._contents.end, table, board))
        elif board.misses <= TRIES:
            board.again = True

    async def _follow(self, table: Table, board: Board) -> None:
        """Make the message what the table is now, and then take away those it has replaced."""
        await self._show(table, board)
        await board.clear()

    async def _show(self, table: Table, board: Board) -> None:
        row = await board.row()
        if row is not None and row.subject == ENDED and not board.anew:
            return
        if row is not None and row.subject != LOBBY:
            row = await self._finish_deal(table, board, row)
        layout, subject = await self._contents.wanted(table, board)
        if row is not None and (board.anew or self._stale(table, board, row)):
            moved = await self._post_anew(board, layout, subject)
            board.anew = False
            if moved is not None:
                board.outdated = (*board.outdated, row)
                await board.save(moved.id, self._bot.now(), subject, layout)
                return
        if row is not None and layout.digest == board.shown and row.subject == subject:
            return
        if row is not None and await board.edit(row, layout):
            await board.save(row.message_id, row.posted_at, subject, layout)
            return
        message = await board.post(layout, subject)
        board.anew = False
        await board.save(message.id, self._bot.now(), subject, layout)

    async def _post_anew(self, board: Board, layout: Layout, subject: int) -> discord.Message | None:
        """Post the message below the others; None where nothing can be posted, and so the old one stays."""
        try:
            return await board.post(layout, subject)
        except discord.Forbidden:
            board.below, board.reposting = 0, False
            return None

    def _stale(self, table: Table, board: Board, row: MessageRow) -> bool:
        stale = board.reposting or board.below > MAX_BELOW or self._bot.now() - row.posted_at > MAX_AGE
        return stale and table.state.open

    async def _finish_deal(self, table: Table, board: Board, row: MessageRow) -> MessageRow | None:
        """Where the message shows a deal that is over, leave its outcome there; what follows is a new one."""
        history = next((deal for deal in table.state.history if deal.number == row.subject), None)
        if history is None:
            return row
        scene = final_scene(table.state, history)
        pause = self._bot.settings.trick_pause
        if scene.view.tricks and board.tricks < (history.number, len(scene.view.tricks)) and pause > 0:
            await board.edit(row, await self._contents.table(table, board, scene))
            board.tricks = (history.number, len(scene.view.tricks))
            await asyncio.sleep(pause)
        missed = Missed()
        layout = await self._contents.deal(table, board, history, missed)
        if not await board.edit(row, layout):
            message = await board.post(layout, row.subject)
            row = replace(row, message_id=message.id)
            # Else it would be posted once more, should the next table not follow.
            await board.save(message.id, self._bot.now(), row.subject, layout)
        if missed.any:
            self._late.complete(table, board, row, partial(self._contents.deal, table, board, history))
        return None
