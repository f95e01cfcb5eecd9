"""Prompts: one public mention for who does not act, taken away when they do."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Final
from weakref import WeakSet

import discord
from discord import ui

from bot.engine.state import Person
from bot.engine.table import Change, Table
from bot.store.records import MessageRow
from bot.text.words import Language
from bot.traffic import Urgency, Verb
from cogs.clicks import Button, Press
from cogs.delivery import Gone, gone, place_gone
from cogs.found_again import clicks_on, posts_since
from cogs.upkeep import Lane, Upkeep, drop_all

if TYPE_CHECKING:
    from bot.app import HeartsBot

log = logging.getLogger(__name__)

PROMPT: Final = "prompt"
"""The kind of the message in the store; its subject has bit `seat` set for every seat it mentioned."""

POSTING: Final = "prompt posting"
"""The kind of a row that says one is about to be posted; its number is what Discord knows the post by."""


class Prompts:
    """The prompts of all tables.

    Args:
        bot: the bot.
        lose: told of tables whose channel is gone.
    """

    def __init__(self, bot: HeartsBot, lose: Callable[[Table], Awaitable[None]]) -> None:
        self._bot = bot
        self._lose = lose
        self._prompts: dict[int, Upkeep] = {}
        self._channels: dict[int, int] = {}
        self._again: set[int] = set()
        self._settled: set[int] = set()
        self._lost: WeakSet[Table] = WeakSet()

    def on_change(self, table: Table, change: Change) -> None:
        """Listener: who has acted is no longer mentioned."""
        del change
        self.refresh(table)

    def remind(self, table: Table, *, again: bool) -> None:
        """Mention who is overdue; `again` also who has been mentioned before."""
        if again:
            self._again.add(table.game_id)
        self.refresh(table, Urgency.AWAITED)
        self._prompt(table).lift_now_and_then()

    def refresh(self, table: Table, urgency: Urgency = Urgency.NEWS) -> None:
        """Have the prompt looked after soon."""
        if table not in self._lost:
            self._prompt(table).soon(urgency)

    def forget(self, table: Table) -> None:
        """The channel is gone, or the server: nothing more is tried there."""
        self._lost.add(table)

    def lift(self, channels: Collection[int]) -> None:
        """What the bot may do in these channels may have changed."""
        for channel in channels:
            prompt = self._prompts.get(self._channels.get(channel, 0))
            if prompt is not None:
                prompt.lift()

    def _prompt(self, table: Table) -> Upkeep:
        prompt = self._prompts.get(table.game_id)
        if prompt is None:
            prompt = self._prompts[table.game_id] = Upkeep(
                f"prompt {table.game_id}",
                lambda: self._look(table),
                Lane(self._bot.traffic, table, table.state.channel),
                done=lambda: self._forget_ended(table),
            )
            self._channels[table.state.channel] = table.game_id
        return prompt

    def busy(self, table: Table) -> bool:
        """Whether something is being done to the table's prompt."""
        prompt = self._prompts.get(table.game_id)
        return prompt is not None and prompt.busy

    def let_go(self, table: Table) -> None:
        """Let go of what is known of the prompt of a table that leaves memory."""
        self._prompts.pop(table.game_id, None)
        self._settled.discard(table.game_id)

    async def close(self) -> None:
        """Drop every look in progress."""
        await drop_all(self._prompts.values())

    def _forget_ended(self, table: Table) -> None:
        if not table.state.open:
            self._prompts.pop(table.game_id, None)
            self._again.discard(table.game_id)
            self._settled.discard(table.game_id)
            if self._channels.get(table.state.channel) == table.game_id:
                del self._channels[table.state.channel]

    async def _look(self, table: Table) -> None:
        try:
            await self._follow(table)
        except discord.HTTPException as error:
            if not place_gone(self._bot, table, error):
                raise
            self._lost.add(table)
            await self._lose(table)

    async def _follow(self, table: Table) -> None:
        overdue = await self._who(table)
        again = table.game_id in self._again
        row = await self._row(table)
        mentioned = 0 if row is None else row.subject
        wanted = sum(1 << seat for seat in overdue)
        if wanted == mentioned and not (again and wanted):
            self._again.discard(table.game_id)
            if table.game_id not in self._settled:
                # Another was looked for just now and is not there, and nobody wants one any more.
                await self._is_settled(table)
            return
        if row is not None and wanted and not wanted & ~mentioned and not again:
            # Where somebody has deleted it, it is not posted again: it has been seen, and would ping anew.
            await self._edit(table, row, overdue)
            await self._save(table, row.message_id, row.posted_at, wanted)
            return
        if row is not None:
            await self._delete(table, row)
        if wanted:
            message = await self._post(table, overdue)
            self._again.discard(table.game_id)
            await self._save(table, message.id, self._bot.now(), wanted)
            await self._is_settled(table)

    async def _row(self, table: Table) -> MessageRow | None:
        """The prompt as the store knows it; one that was posted and not noted is looked for first."""
        store = self._bot.store
        row = await store.message(table.game_id, PROMPT)
        if table.game_id in self._settled:
            return row
        posting = await store.message(table.game_id, POSTING)
        if posting is None:
            self._settled.add(table.game_id)
            return row
        known = 0 if row is None else row.message_id
        upkeep = self._prompt(table)
        for message in await posts_since(self._bot, upkeep, posting.channel_id, posting.posted_at):
            if message.id > known and _is_prompt(message, table.game_id):
                log.info("game %d: a prompt that was posted and not noted is found again", table.game_id)
                mentioned = await self._mentioned(table, message)
                await self._save(table, message.id, posting.posted_at, mentioned)
                await self._is_settled(table)
                return await store.message(table.game_id, PROMPT)
        return row

    async def _is_settled(self, table: Table) -> None:
        """What became of the post is known, and noted."""
        await self._bot.store.drop_message(table.game_id, POSTING)
        self._settled.add(table.game_id)

    async def _mentioned(self, table: Table, message: discord.Message) -> int:
        """The seats of those whom a message mentions, a bit each."""
        seats = enumerate(table.state.seats)
        numbers = {seat: each.number for seat, each in seats if isinstance(each, Person)}
        people = await self._bot.store.people(numbers.values())
        pinged = {number for number, person in people.items() if person.discord_id in message.raw_mentions}
        return sum(1 << seat for seat, number in numbers.items() if number in pinged)

    async def _who(self, table: Table) -> tuple[int, ...]:
        """The seats of those who are overdue and want to be mentioned, where the server wants that at all."""
        if not (await self._bot.store.server(table.state.server)).prompts:
            return ()
        seats: list[int] = []
        for seat in await self._bot.clock.overdue(table):
            occupant = table.state.seats[seat]
            if isinstance(occupant, Person):
                preferences = await self._bot.store.preferences(occupant.number)
                if preferences.mention:
                    seats.append(seat)
        return tuple(seats)

    async def _save(self, table: Table, message_id: int, posted_at: float, mentioned: int) -> None:
        row = MessageRow(table.game_id, PROMPT, table.state.channel, message_id, posted_at, mentioned)
        await self._bot.store.save_message(row)

    async def _content(self, table: Table, seats: tuple[int, ...]) -> tuple[str, list[discord.Object]]:
        numbers = [
            occupant.number for seat in seats if isinstance(occupant := table.state.seats[seat], Person)
        ]
        people = await self._bot.store.people(numbers)
        ids = [people[number].discord_id for number in numbers if number in people]
        words = self._bot.words[Language(table.language)]
        state = table.state
        key = "prompt.pass" if state.deal is not None and state.deal.passing else "prompt.play"
        if state.moon_question is not None:
            key = "prompt.moon"
        return words(key, people=" ".join(f"<@{each}>" for each in ids)), [
            discord.Object(each) for each in ids
        ]

    def _view(self, table: Table) -> ui.View:
        words = self._bot.words[Language(table.language)]
        view = ui.View(timeout=None)
        hand = Button("hand", table.game_id, words("button.my_hand"), style=discord.ButtonStyle.primary)
        view.add_item(Press(hand))
        view.stop()
        return view

    async def _post(self, table: Table, seats: tuple[int, ...]) -> discord.Message:
        content, users = await self._content(table, seats)
        channel = self._bot.get_partial_messageable(table.state.channel)
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=users)

        async def post() -> discord.Message:
            nonce = await self._nonce(table, seats)
            return await self._prompt(table).request(
                Verb.POST,
                lambda: channel.send(content, view=self._view(table), allowed_mentions=mentions, nonce=nonce),
            )

        try:
            return await post()
        except discord.HTTPException as error:
            if gone(error) is not Gone.MESSAGE:
                raise
            # What was posted by this number was deleted since: the number is used up.
            await self._bot.store.drop_message(table.game_id, POSTING)
            return await post()

    async def _nonce(self, table: Table, seats: tuple[int, ...]) -> int:
        """What Discord is to know the post by; as before, where what became of the same is not known."""
        wanted = sum(1 << seat for seat in seats)
        self._settled.discard(table.game_id)
        row = await self._bot.store.message(table.game_id, POSTING)
        if row is None or row.subject != wanted:
            now = self._bot.now()
            number = self._bot.nonces.next(now)
            row = MessageRow(table.game_id, POSTING, table.state.channel, number, now, wanted)
            await self._bot.store.save_message(row)
        return row.message_id

    async def _edit(self, table: Table, row: MessageRow, seats: tuple[int, ...]) -> None:
        content, _ = await self._content(table, seats)
        message = self._message(row)
        try:
            await self._prompt(table).request(
                Verb.EDIT,
                lambda: message.edit(content=content, allowed_mentions=discord.AllowedMentions.none()),
            )
        except discord.HTTPException as error:
            if gone(error) not in (Gone.MESSAGE, Gone.ARCHIVED):
                raise

    async def _delete(self, table: Table, row: MessageRow) -> None:
        try:
            await self._prompt(table).request(Verb.DELETE, self._message(row).delete)
        except discord.HTTPException as error:
            if gone(error) is None:
                raise
            log.info("a prompt stays: %d %d", error.status, error.code)
        await self._bot.store.drop_message(row.game_id, PROMPT)

    def _message(self, row: MessageRow) -> discord.PartialMessage:
        return self._bot.get_partial_messageable(row.channel_id).get_partial_message(row.message_id)


def _is_prompt(message: discord.Message, game_id: int) -> bool:
    clicks = clicks_on(message)
    return not message.flags.components_v2 and any(click.game_id == game_id for click in clicks)
