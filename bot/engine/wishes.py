"""Wishes: cards people have queued before their turn, and turns in which there is nothing to choose."""

from __future__ import annotations

import asyncio
import logging

from bot.engine.acts import ByPerson, PlayCard
from bot.engine.faults import described
from bot.engine.state import Decision, Person
from bot.engine.table import Change, Table
from bot.rules.cards import Card
from bot.store.records import QueuedRow
from bot.store.store import Store

log = logging.getLogger(__name__)


class Wishes:
    """Plays for people what they have wished for, as soon as it is their turn and it is allowed.

    A queued card that is not legal when the turn comes is dropped, and so is one of a deal that is over.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tasks: dict[tuple[int, Decision], asyncio.Task[None]] = {}

    def on_change(self, table: Table, change: Change) -> None:
        """Listener: see whether the person who is to play has wished for something."""
        del change
        self.wake(table)

    def wake(self, table: Table) -> None:
        """Look at the wishes for the open decision."""
        decision = table.state.decision
        if decision is None or decision.ply is None or (table.game_id, decision) in self._tasks:
            return
        task = asyncio.create_task(self._grant(table, decision), name=f"wishes {table.game_id}")
        self._tasks[table.game_id, decision] = task
        task.add_done_callback(lambda _: self._tasks.pop((table.game_id, decision), None))

    async def queue(self, table: Table, seat: int, card: Card) -> None:
        """Have a card played in this deal when the seat's turn comes, in place of one queued before."""
        if table.state.game is not None:
            row = QueuedRow(table.game_id, seat, table.state.game.number, str(card))
            await self._store.queue_card(row)
            self.wake(table)

    async def drop(self, table: Table, seat: int) -> None:
        """Forget the seat's queued card."""
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
        """Wait for what is being played."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _grant(self, table: Table, decision: Decision) -> None:
        try:
            for seat in table.state.awaited:
                occupant = table.state.seats[seat]
                view = table.view(seat)
                if not isinstance(occupant, Person) or view is None:
                    continue
                card = await self.queued(table, seat)
                if card is not None:
                    await self.drop(table, seat)
                if card is None or card not in view.legal:
                    preferences = await self._store.preferences(occupant.number)
                    alone = preferences.autoplay and len(view.legal) == 1
                    card = view.legal.lowest if alone else None
                if card is not None:
                    await table.act(PlayCard(ByPerson(occupant.number), card, decision))
        except Exception as error:
            log.error("the wishes at game %d were not granted: %s", table.game_id, described(error))
