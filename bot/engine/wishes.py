"""Wishes: cards people have queued before their turn, and turns in which there is nothing to choose."""

from __future__ import annotations

import asyncio
import logging
from weakref import WeakValueDictionary

from bot.engine.acts import ByPerson, ByRule, PlayCard
from bot.engine.computers import RETRY_AFTER, Sleep
from bot.engine.faults import described
from bot.engine.log_context import about
from bot.engine.state import Decision, Person
from bot.engine.table import Change, Table
from bot.rules.cards import Card
from bot.rules.refusal import Refusal
from bot.store.errors import StoreError
from bot.store.records import QueuedRow
from bot.store.store import Store

log = logging.getLogger(__name__)


class Wishes:
    """Plays for people what they have wished for, as soon as it is their turn and it is allowed.

    A queued card that is not legal when the turn comes is dropped, and so is one of a deal that is over. What
    could not be stored is tried again.
    """

    def __init__(self, store: Store, sleep: Sleep = asyncio.sleep) -> None:
        self._store = store
        self._sleep = sleep
        self._tasks: dict[tuple[int, Decision], asyncio.Task[None]] = {}
        self._again: set[tuple[int, Decision]] = set()
        # A card is queued or taken back before another is played or after it, never meanwhile.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._closed = False

    def on_change(self, table: Table, change: Change) -> None:
        """Listener: see whether the person who is to play has wished for something."""
        del change
        self.wake(table)

    def wake(self, table: Table) -> None:
        """Look at the wishes for the open decision; not after `close`."""
        decision = table.state.decision
        if decision is None or decision.ply is None or self._closed:
            return
        key = (table.game_id, decision)
        running = self._tasks.get(key)
        if running is not None and not running.done():
            # It may have looked already, and not seen what has just been wished for.
            self._again.add(key)
            return
        task = asyncio.create_task(self._look(table, decision), name=f"wishes {table.game_id}")
        self._tasks[key] = task
        task.add_done_callback(lambda task: self._forget(key, task))

    async def queue(self, table: Table, seat: int, card: Card) -> None:
        """Have a card played in this deal when the seat's turn comes, in place of one queued before."""
        async with self._lock(table):
            if table.state.game is not None:
                row = QueuedRow(table.game_id, seat, table.state.game.number, str(card))
                await self._store.queue_card(row)
        self.wake(table)

    async def drop(self, table: Table, seat: int) -> None:
        """Forget the seat's queued card; once this is done it will not be played."""
        async with self._lock(table):
            await self._store.drop_queued(table.game_id, seat)

    async def queued(self, table: Table, seat: int) -> Card | None:
        """The card the seat has queued in the running deal and still holds."""
        view = table.view(seat)
        for row in await self._store.queued(table.game_id):
            if view is not None and row.seat == seat and row.deal == view.public.number:
                card = Card.parse(row.card)
                return card if card in view.hand else None
        return None

    async def close(self) -> None:
        """Drop what is being looked at; what is being played is finished first."""
        self._closed = True
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _lock(self, table: Table) -> asyncio.Lock:
        return self._locks.setdefault(table.game_id, asyncio.Lock())

    def _forget(self, key: tuple[int, Decision], task: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]

    async def _look(self, table: Table, decision: Decision) -> None:
        """Grant wishes until nobody has wished for anything meanwhile, and all of it is stored."""
        about(table)
        key = (table.game_id, decision)
        granted = False
        while not granted or key in self._again:
            self._again.discard(key)
            try:
                async with self._lock(table):
                    await self._grant(table, decision)
                granted = True
            except StoreError as error:
                log.warning("the wishes at game %d were not granted: %s", table.game_id, error)
                granted = False
                await self._sleep(RETRY_AFTER)
            except Exception as error:
                log.error("the wishes at game %d were not granted: %s", table.game_id, described(error))
                granted = True

    async def _grant(self, table: Table, decision: Decision) -> None:
        if table.state.decision != decision:
            return
        (seat,) = table.state.awaited
        occupant = table.state.seats[seat]
        if not isinstance(occupant, Person):
            return
        card = await self.queued(table, seat)
        if card is not None:
            outcome = await table.act(PlayCard(ByPerson(occupant.number), card, decision))
            if isinstance(outcome, Change | Refusal):
                await self._store.drop_queued(table.game_id, seat)
            if not isinstance(outcome, Refusal):
                return
        view = table.view(seat)
        if table.state.decision != decision or view is None or len(view.legal) != 1:
            return
        if (await self._store.preferences(occupant.number)).autoplay:
            await table.act(PlayCard(ByRule(occupant.number), view.legal.lowest, decision))
