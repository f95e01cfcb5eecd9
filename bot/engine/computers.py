"""Computers at the tables: whenever one is to move, it thinks and acts through the same door as people."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.engine.acts import ByComputer, Pass, PlayCard
from bot.engine.state import Computer, Decision
from bot.engine.table import Change, Table
from bot.players import Player
from bot.rules.cards import Card
from bot.rules.view import View

log = logging.getLogger(__name__)

RETRY_AFTER = 5.0
"""Seconds until a computer tries again whose move failed, for instance because the disk was full."""


@dataclass(frozen=True)
class Pace:
    """How fast computers act, in seconds.

    Attributes:
        card: from being asked to a card or a pass.
        trick: the same for the lead after a finished trick, so that people can see who took what.
    """

    card: float
    trick: float


Thinking = Callable[[Callable[[View], tuple[Card, ...]], View], Awaitable[tuple[Card, ...]]]
"""Runs a player's choice off the event loop."""


async def in_thread(choose: Callable[[View], tuple[Card, ...]], view: View) -> tuple[Card, ...]:
    """Think in a thread of the default executor."""
    return await asyncio.to_thread(choose, view)


class Computers:
    """Moves for every seat a computer sits in.

    A move in the making is a short task; it is dropped when the table has moved on, and none is started twice
    for one decision.
    """

    def __init__(
        self, player_for: Callable[[str], Player], pace: Pace, thinking: Thinking = in_thread
    ) -> None:
        self._player_for = player_for
        self._pace = pace
        self._thinking = thinking
        self._moves: dict[tuple[int, int, Decision], asyncio.Task[None]] = {}

    def on_change(self, table: Table, change: Change) -> None:
        """Listener: see whether a computer is to move now."""
        del change
        self.wake(table)

    def wake(self, table: Table) -> None:
        """Start the moves of the computers the table waits for."""
        state = table.state
        decision = state.decision
        if decision is None:
            return
        for seat in state.awaited:
            occupant = state.seats[seat]
            key = (table.game_id, seat, decision)
            if not isinstance(occupant, Computer) or key in self._moves:
                continue
            task = asyncio.create_task(
                self._move(table, seat, occupant, decision), name=f"computer {table.game_id}/{seat}"
            )
            self._moves[key] = task
            task.add_done_callback(lambda _, key=key: self._moves.pop(key, None))

    async def close(self) -> None:
        """Drop every move in the making."""
        moves = list(self._moves.values())
        for move in moves:
            move.cancel()
        await asyncio.gather(*moves, return_exceptions=True)

    async def _move(self, table: Table, seat: int, occupant: Computer, decision: Decision) -> None:
        player = self._player_for(occupant.level)
        pause = self._pace.card
        deal = table.state.deal
        if deal is not None and deal.tricks and not deal.trick:
            pause = max(pause, self._pace.trick)
        while True:
            await asyncio.sleep(pause)
            view = table.view(seat)
            if view is None or table.state.decision != decision or seat not in table.state.awaited:
                return
            try:
                if decision.ply is None:
                    cards = await self._thinking(player.choose_pass, view)
                    await table.act(Pass(ByComputer(seat), cards, decision))
                else:
                    cards = await self._thinking(lambda view: (player.choose_play(view),), view)
                    await table.act(PlayCard(ByComputer(seat), cards[0], decision))
                return
            except Exception:
                log.exception("computer move failed: game %d, seat %d, %s", table.game_id, seat, decision)
                pause = RETRY_AFTER
