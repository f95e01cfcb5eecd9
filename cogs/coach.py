"""The coach: a hint for the decision one has to make, and a review of those one has made."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Generic, TypeVar

import discord

from bot.engine.actions import read
from bot.engine.computers import seed_of
from bot.engine.decisions import decisions_of
from bot.engine.review import Review, review
from bot.engine.state import Decision, Phase
from bot.engine.table import Table
from bot.players.advice import advise
from bot.players.search import Thought
from bot.rules.view import View
from bot.text.hint_text import hint_texts
from bot.text.review_text import review_texts
from bot.text.words import Words
from cogs.answers import Answer, Mode, taken_away
from cogs.clicks import Click, NoSuchItem
from cogs.delivery import gone
from cogs.desk import Desk, Interaction, here
from cogs.layout import Layout
from cogs.seating import seat_names

log = logging.getLogger(__name__)

T = TypeVar("T")

KEPT: Final = 64
"""So many thoughts, and so many reviews, are kept for who asks again."""
PROGRESS_EVERY: Final = 2.0
"""Seconds between two words about how far a review is."""


class _Lately(Generic[T]):
    """What was worked out lately; what is being worked out is waited for and not begun twice."""

    def __init__(self) -> None:
        self._tasks: OrderedDict[Hashable, asyncio.Task[T | None]] = OrderedDict()

    async def get(self, key: Hashable, work: Callable[[], Awaitable[T | None]]) -> T | None:
        """What stands under the key, worked out if nothing does; None, and what fails, is not kept."""
        task = self._tasks.get(key)
        if task is None:

            async def run() -> T | None:
                return await work()

            task = asyncio.create_task(run(), name=f"coach {key}")
            self._tasks[key] = task
            while len(self._tasks) > KEPT:
                self._tasks.popitem(last=False)
        try:
            # Whoever else waits for it still gets it when one who waited goes away.
            result = await asyncio.shield(task)
        except Exception:
            self._tasks.pop(key, None)
            raise
        if result is None:
            self._tasks.pop(key, None)
        return result

    async def close(self) -> None:
        """Drop what is being worked out."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)


class Coach:
    """Hints and reviews, each for whoever asks and nobody else."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bot = desk.bot
        self._thoughts: _Lately[Thought] = _Lately()
        self._reviews: _Lately[Review] = _Lately()
        self._hints: OrderedDict[tuple[int, int], Interaction] = OrderedDict()

    async def close(self) -> None:
        """Drop what is being thought about."""
        await self._thoughts.close()
        await self._reviews.close()

    async def hint(self, interaction: Interaction, click: Click) -> None:
        """Say what an Expert would do in the person's place, where the table has hints.

        Raises:
            NoSuchItem: the button is none of ours.
        """
        words = self._desk.words(interaction)
        decision = _decision(click.detail)
        async with Answer(interaction, Mode.PRIVATE) as answer:
            table = await self._bot.tables.get(click.game_id)
            if table is None or not here(interaction, table):
                await answer.say(words("error.no_such_game"))
                return
            person = await self._desk.person(interaction)
            seat = table.state.seat_of(person)
            if seat is None:
                await answer.say(words("table_refusal.not_seated"))
                return
            view = table.view(seat)
            refusal = _against(table, view, decision)
            if view is None or refusal is not None:
                await answer.say(words(refusal or "hint.not_your_turn"))
                return
            await answer.take_time()
            thought = await self._thoughts.get(
                (table.game_id, seat, decision),
                lambda: self._bot.thinkers.think(view, seed_of(table.game_id, decision, seat)),
            )
            still_there = table.state.seat_of(person) == seat
            if not still_there or table.state.decision != decision or seat not in table.state.awaited:
                await answer.say(words("hint.gone"))
            elif thought is None:
                await answer.say(words("hint.busy"))
            else:
                words = await self._desk.words_for(interaction, person)
                names = [name.text for name in await seat_names(self._bot, table.state, words)]
                await answer.show(Layout(hint_texts(view, advise(view, thought), names, words)))
            await self._take_away(table, seat, interaction)

    async def _take_away(self, table: Table, seat: int, interaction: Interaction) -> None:
        """Have at most one hint a seat: the one before this is out of date."""
        older = self._hints.pop((table.game_id, seat), None)
        self._hints[table.game_id, seat] = interaction
        while len(self._hints) > KEPT:
            self._hints.popitem(last=False)
        if older is None or older.is_expired():
            return
        await taken_away(older, "hint")

    async def review(self, interaction: Interaction, click: Click) -> None:
        """Show the person which of their decisions cost most, in one deal or in the whole game.

        Raises:
            NoSuchItem: the button is none of ours.
        """
        words = self._desk.words(interaction)
        if click.detail and not click.detail.isdecimal():
            raise NoSuchItem
        deal = int(click.detail) if click.detail else None
        async with Answer(interaction, Mode.PRIVATE) as answer:
            table = await self._bot.tables.get(click.game_id)
            # From anywhere in the server: a replay has the button, too.
            if table is None or table.state.server != interaction.guild_id:
                await answer.say(words("error.no_such_game"))
                return
            refusal = _not_over(table, deal)
            person = await self._desk.person(interaction)
            if refusal is None and person not in {*table.state.persons, *table.state.gone}:
                refusal = "review.not_there"
            if refusal is not None:
                await answer.say(words(refusal))
                return
            await answer.take_time()
            teller = _Teller(answer, words)
            found = await self._reviews.get(
                (table.game_id, deal, person), lambda: self._review(table, person, deal, teller)
            )
            if found is None:
                await answer.show(Layout([words("hint.busy")]))
                return
            words = await self._desk.words_for(interaction, person)
            names = [name.text for name in await seat_names(self._bot, table.state, words)]
            await answer.show(Layout(review_texts(found, deal, names, words)))

    async def _review(self, table: Table, person: int, deal: int | None, teller: _Teller) -> Review | None:
        rows = await self._bot.store.rows(table.game_id)
        decisions = await asyncio.to_thread(
            lambda: decisions_of(
                [read(each.row.kind, each.row.version, each.row.body) for each in rows], person, deal
            )
        )
        return await review(self._bot.thinkers, table.game_id, decisions, teller.tell)


class _Teller:
    """Tells how far a review is, now and then."""

    def __init__(self, answer: Answer, words: Words) -> None:
        self._answer = answer
        self._words = words
        self._told = asyncio.get_running_loop().time()

    async def tell(self, done: int, of: int) -> None:
        """Say how many decisions have been looked at, of how many."""
        now = asyncio.get_running_loop().time()
        if now - self._told < PROGRESS_EVERY:
            return
        self._told = now
        try:
            await self._answer.show(Layout([self._words("review.progress", done=done, all=of)]))
        except discord.HTTPException as error:
            if gone(error) is None:
                log.info("how far a review is was not told: %d", error.status)


def _decision(text: str) -> Decision:
    try:
        return Decision.parse(text)
    except ValueError:
        raise NoSuchItem from None


def _against(table: Table, view: View | None, decision: Decision) -> str | None:
    """The key of why there is no hint; None where there is one."""
    state = table.state
    if not state.open:
        return "table_refusal.game_over"
    if state.phase is Phase.LOBBY:
        return "table_refusal.not_started"
    if not state.hints:
        return "hint.none_here"
    if view is None or not (view.to_pass or view.to_play):
        return "hint.not_your_turn"
    return None if state.decision == decision else "table_refusal.decision_past"


def _not_over(table: Table, deal: int | None) -> str | None:
    """The key of why there is nothing to review yet; None where there is."""
    state = table.state
    over = not state.open if deal is None else any(done.number == deal for done in state.history)
    return None if over else "review.not_over"
