"""A board: one table's public message, posted, edited and found again, whatever Discord answers."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

import discord

from bot.engine.table import Table
from bot.store.records import MessageRow
from bot.traffic import Verb
from cogs.answers import NO_PINGS
from cogs.delivery import FILES_REFUSED, NO_ACCESS, Gone, delivered, gone
from cogs.found_again import clicks_on, posts_since
from cogs.layout import Layout
from cogs.pictures import Missed
from cogs.upkeep import Lane, Upkeep

if TYPE_CHECKING:
    from bot.app import HeartsBot

log = logging.getLogger(__name__)

T = TypeVar("T")

TABLE: Final = "table"
"""The kind of a table's public message in the store; its subject is the number of the deal it shows."""

POSTING: Final = "table posting"
"""The kind of a row that says a table is about to be posted; its number is what Discord knows the post by."""

_MARKS: Final = frozenset({"join", "hand", "rematch"})
"""The verbs of buttons of which a table has one, and a deal that is over has none."""


class Board(Upkeep):
    """One table's public message, and what is known about it while the program runs.

    Attributes:
        shown: the digest of what the message shows, as far as is known.
        tricks: the deal and the number of finished tricks in it that have been shown.
        below: how many messages of others have been seen below the message.
        reposting: whether the message is to be posted anew.
        no_files: whether files were refused in this channel.
        anew: whether another message is to take its place, also where the game is over.
        unsaved: the message as the store does not know it yet.
        outdated: messages that are to be deleted.
        posting: the post that was begun, and of which it is not known what has become; None for none.
        missed: what became of the pictures of what was last to be shown.
        misses: how many looks one after another had no picture of the table in time.
    """

    def __init__(
        self,
        bot: HeartsBot,
        table: Table,
        follow: Callable[[], Awaitable[None]],
        done: Callable[[], None],
    ) -> None:
        channel = table.state.channel
        super().__init__(
            f"board {table.game_id}",
            follow,
            Lane(bot.traffic, table, channel),
            interval=bot.settings.edit_interval,
            done=done,
        )
        self.shown: int | None = None
        self.tricks: tuple[int, int] = (0, 0)
        self.below = 0
        self.reposting = False
        self.no_files = False
        self.anew = False
        self.unsaved: MessageRow | None = None
        self.outdated: tuple[MessageRow, ...] = ()
        self.posting: MessageRow | None = None
        self.missed = Missed()
        self.misses = 0
        self._granted: int | None = None
        self._tried: int | None = None
        self._bot = bot
        self._game_id = table.game_id
        self._channel = channel
        self._read = False

    def may(self, granted: discord.Permissions) -> None:
        """Try again where that was refused, if something else is granted by now; or else now and then."""
        if granted.value != self._granted:
            self._granted = granted.value
            self.lift()
        else:
            self.lift_now_and_then()

    async def row(self) -> MessageRow | None:
        """The message as the store knows it; one that was posted and not noted is looked for first."""
        store = self._bot.store
        if not self._read:
            self.posting = await store.message(self._game_id, POSTING)
            self._read = True
        if self.unsaved is not None:
            await store.save_message(self.unsaved)
            self.unsaved = None
        row = await store.message(self._game_id, TABLE)
        if self.posting is None:
            return row
        return await self._found_again(self.posting, row)

    async def begin_posting(self, subject: int) -> MessageRow:
        """Note that the table is about to be posted, so that the post is found should it not be noted."""
        if self.posting is None:
            self._tried = None
            now = self._bot.now()
            number = self._bot.nonces.next(now)
            self.posting = MessageRow(self._game_id, POSTING, self._channel, number, now, subject)
            await self._bot.store.save_message(self.posting)
        return self.posting

    async def save(self, message_id: int, posted_at: float, subject: int, layout: Layout | None) -> None:
        """Note which message the table is, and what it shows."""
        self.unsaved = MessageRow(self._game_id, TABLE, self._channel, message_id, posted_at, subject)
        self.shown = None if layout is None else layout.digest
        await self._bot.store.save_message(self.unsaved)
        self.unsaved = None
        if self.posting is not None:
            await self.not_posted()

    async def not_posted(self) -> None:
        """What became of the post is known."""
        self.posting = None
        await self._bot.store.drop_message(self._game_id, POSTING)

    async def post(self, layout: Layout, subject: int) -> discord.Message:
        """Post a message below all others.

        Args:
            layout: the message.
            subject: what it is about.

        Raises:
            discord.Forbidden: nothing can be posted.
        """
        try:
            message = await self._post(layout, subject)
        except discord.HTTPException as error:
            if gone(error) is not Gone.MESSAGE:
                raise
            # An earlier try got through, unheard, and what it posted was deleted: its number is used up.
            message = await self._post(layout, subject)
        self.below, self.reposting = 0, False
        return message

    async def edit(self, row: MessageRow, layout: Layout) -> bool:
        """Edit the message; False where it is not there any more."""
        try:
            await delivered(self._bot, layout, lambda shown: self._change(row, shown))
        except discord.HTTPException as error:
            if gone(error) not in (Gone.MESSAGE, Gone.ARCHIVED):
                raise
            return False
        return True

    async def clear(self) -> None:
        """Delete the messages that others have replaced."""
        while self.outdated:
            message = self._message(self.outdated[0])
            try:
                await self.request(Verb.DELETE, message.delete)
            except discord.HTTPException as error:
                if gone(error) is None and (error.status == 429 or error.status >= 500):
                    raise
                log.info("an old table message stays: %d %d", error.status, error.code)
            self.outdated = self.outdated[1:]

    async def _post(self, layout: Layout, subject: int) -> discord.Message:
        """Post the message by its number, which stands for what an earlier try has posted, if one has."""
        tried_before = self.posting is not None
        nonce = (await self.begin_posting(subject)).message_id
        may_differ = tried_before and self._tried != layout.digest
        self._tried = None if may_differ else layout.digest
        try:
            message = await delivered(self._bot, layout, lambda shown: self._send(shown, nonce))
        except discord.HTTPException as error:
            if error.status < 500 and self.posting is not None:
                await self.not_posted()
            raise
        posted = MessageRow(self._game_id, TABLE, self._channel, message.id, 0.0, subject)
        if may_differ and not await self.edit(posted, layout):
            await self.not_posted()
            return await self._post(layout, subject)
        return message

    async def _send(self, layout: Layout, nonce: int) -> discord.Message:
        target = self._bot.get_partial_messageable(self._channel)

        async def send(layout: Layout) -> discord.Message:
            return await target.send(
                view=layout.view(),
                files=layout.files(),
                allowed_mentions=NO_PINGS,
                silent=True,
                nonce=nonce,
            )

        return await self._with_files_or_without(Verb.POST, layout, send)

    async def _change(self, row: MessageRow, layout: Layout) -> None:
        message = self._message(row)

        async def change(layout: Layout) -> None:
            await message.edit(view=layout.view(), attachments=layout.files(), allowed_mentions=NO_PINGS)

        await self._with_files_or_without(Verb.EDIT, layout, change)

    async def _with_files_or_without(
        self, verb: Verb, layout: Layout, request: Callable[[Layout], Awaitable[T]]
    ) -> T:
        if not self.no_files and layout.files():
            try:
                return await self.request(verb, lambda: request(layout))
            except discord.Forbidden as error:
                if gone(error) is not Gone.PERMISSION or not self._may_be_for_files(error):
                    raise
                done = await self.request(verb, lambda: request(layout.without_files()))
                self.no_files = True
                return done
            except discord.HTTPException as error:
                if error.status not in FILES_REFUSED or "emoji" in error.text.lower():
                    raise
                log.warning("files were refused: %d %d", error.status, error.code)
        return await self.request(verb, lambda: request(layout.without_files()))

    def _may_be_for_files(self, error: discord.Forbidden) -> bool:
        """Whether a message may have been refused only for its files; not where they are allowed."""
        channel = self._bot.get_channel(self._channel)
        if error.code == NO_ACCESS or not isinstance(channel, discord.TextChannel | discord.Thread):
            return error.code != NO_ACCESS
        try:
            return not channel.permissions_for(channel.guild.me).attach_files
        except discord.ClientException:
            # Of the channel around a thread nothing is known.
            return True

    async def _found_again(self, posting: MessageRow, row: MessageRow | None) -> MessageRow | None:
        """The message, where one was posted and could not be noted."""
        messages = await posts_since(self._bot, self, self._channel, posting.posted_at)
        known = 0 if row is None else row.message_id
        found = sorted(
            message.id for message in messages if message.id > known and self._is_ours(message, posting)
        )
        if not found:
            return row
        log.info("game %d: a table that was posted and not noted is found again", self._game_id)
        *older, newest = found
        stale = [MessageRow(self._game_id, TABLE, self._channel, each, 0.0, 0) for each in older]
        self.outdated = (*self.outdated, *stale, *(() if row is None else self._replaced(row, posting)))
        await self.save(newest, posting.posted_at, posting.subject, None)
        return await self._bot.store.message(self._game_id, TABLE)

    def _replaced(self, row: MessageRow, posting: MessageRow) -> Sequence[MessageRow]:
        """The message that was noted, where the one that was found stands in its place."""
        return (row,) if row.subject == posting.subject else ()

    def _is_ours(self, message: discord.Message, posting: MessageRow) -> bool:
        """Whether it is this table, or what stays of the deal that the post was about."""
        if not message.flags.components_v2:
            return False
        outcome = ("review", str(posting.subject))
        return any(
            click.game_id == self._game_id and (click.verb in _MARKS or (click.verb, click.detail) == outcome)
            for click in clicks_on(message)
        )

    def _message(self, row: MessageRow) -> discord.PartialMessage:
        return self._bot.get_partial_messageable(row.channel_id).get_partial_message(row.message_id)
