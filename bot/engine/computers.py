"""Computers at the tables: whenever one is to move, it thinks and acts through the same door as people."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from bot.engine.acts import ByClock, ByComputer, ChooseMoon, Pass, PlayCard
from bot.engine.faults import described
from bot.engine.log_context import about
from bot.engine.state import Computer, Decision, Person
from bot.engine.table import Change, Table
from bot.rules.cards import Card
from bot.rules.view import View
from bot.store.errors import StoreError

log = logging.getLogger(__name__)

BY_CLOCK: Final = ("easy", "medium")
"""The levels that play for people whose time is up: the table's, but at most the last of these."""

RETRY_AFTER = 5.0
"""Seconds until a computer tries again whose move failed, for instance because the disk was full."""


@dataclass(frozen=True)
class Tempo:
    """How fast computers act, in seconds.

    Attributes:
        card: from being asked to a card or a pass.
        trick: the same for the lead after a finished trick, so that people can see who took what.
    """

    card: float
    trick: float


Choose = Callable[[str, int, View], Awaitable[tuple[Card, ...]]]
"""What a computer of a level passes, or the one card it plays, thought off the event loop: `Thinkers.choose`.

It is given the level, a seed for the lots, and the view.
"""

Sleep = Callable[[float], Awaitable[None]]
"""Waits so many seconds."""


class Computers:
    """Moves for every seat a computer sits in.

    A move in the making is a short task; it is dropped when the table has moved on, and none is started twice
    for one decision. A player that fails, or chooses what is not allowed, holds nobody up: the lowest cards
    that may be played or passed are.
    """

    def __init__(
        self,
        choose: Choose,
        tempo: Tempo,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._choose_by = choose
        self._tempo = tempo
        self._sleep = sleep
        self._moves: dict[tuple[int, int, Decision], asyncio.Task[None]] = {}
        self._closed = False

    def on_change(self, table: Table, change: Change) -> None:
        """Listener: see whether a computer is to move now."""
        del change
        self.wake(table)

    def wake(self, table: Table) -> None:
        """Start the moves of the computers the table waits for; none after `close`."""
        state = table.state
        decision = state.decision
        if decision is None or self._closed:
            return
        for seat in state.awaited:
            occupant = state.seats[seat]
            key = (table.game_id, seat, decision)
            running = self._moves.get(key)
            # One that has just ended is not gone from the moves yet: the seat was a person's for a moment.
            if not isinstance(occupant, Computer) or (running is not None and not running.done()):
                continue
            task = asyncio.create_task(
                self._move(table, seat, occupant, decision), name=f"computer {table.game_id}/{seat}"
            )
            self._moves[key] = task
            task.add_done_callback(lambda task, key=key: self._forget(key, task))

    def _forget(self, key: tuple[int, int, Decision], task: asyncio.Task[None]) -> None:
        if self._moves.get(key) is task:
            del self._moves[key]

    async def play_turn(self, table: Table, seat: int, decision: Decision) -> None:
        """Make the decision of a person whose time is up; nothing where it is not open any more.

        It is made as the table's computers play, but not by a long search: who would rather have an Expert's
        card than their own is not to get it by waiting.

        Raises:
            StoreError: where it could not be stored.
        """
        level = table.state.level if table.state.level in BY_CLOCK else BY_CLOCK[-1]
        await self._act(table, seat, Computer(level, 0), decision, ByClock(seat))

    async def close(self) -> None:
        """Drop every move in the making; what is being stored is finished first."""
        self._closed = True
        moves = list(self._moves.values())
        for move in moves:
            move.cancel()
        await asyncio.gather(*moves, return_exceptions=True)

    async def _move(self, table: Table, seat: int, occupant: Computer, decision: Decision) -> None:
        about(table)
        pause = self._tempo.card
        deal = table.state.deal
        if deal is not None and deal.tricks and not deal.trick:
            pause = max(pause, self._tempo.trick)
        while True:
            await self._sleep(pause)
            try:
                if await self._act(table, seat, occupant, decision, ByComputer(seat)):
                    return
            except StoreError as error:
                log.warning("a move of computer %d in game %d was not stored: %s", seat, table.game_id, error)
            except Exception as error:
                log.error(
                    "the move of computer %d in game %d failed: %s", seat, table.game_id, described(error)
                )
            pause = RETRY_AFTER

    async def _act(
        self, table: Table, seat: int, occupant: Computer, decision: Decision, who: ByComputer | ByClock
    ) -> bool:
        """Decide what is to be decided; whether that is done, by whomever."""
        view = _view(table, decision, who)
        if view is None:
            return True
        question = view.public.moon_question
        if question is not None:
            # What would be decided for whoever is not there to choose is also what a computer wants.
            outcome = await table.act(ChooseMoon(who, question.unasked, decision))
            return isinstance(outcome, Change) or _view(table, decision, who) is None
        chosen = await self._choose(occupant, view, table.game_id, decision)
        for cards in (chosen, _lowest(view)):
            act = Pass(who, cards, decision) if view.to_pass else PlayCard(who, cards[0], decision)
            outcome = await table.act(act)
            if isinstance(outcome, Change) or _view(table, decision, who) is None:
                return True
            log.error("computer %d in game %d chose badly: %s", seat, table.game_id, outcome.rule)
        return False

    async def _choose(
        self, occupant: Computer, view: View, game_id: int, decision: Decision
    ) -> tuple[Card, ...]:
        try:
            return await self._choose_by(occupant.level, seed_of(game_id, decision, view.seat), view)
        except Exception as error:
            log.error("computer %d in game %d could not think: %s", view.seat, game_id, described(error))
            return _lowest(view)


def seed_of(game_id: int, decision: Decision, seat: int) -> int:
    """The seed of a computer's lots, the same whenever this decision is thought about again."""
    digest = hashlib.blake2b(f"{game_id}/{decision}/{seat}".encode(), digest_size=4).digest()
    return int.from_bytes(digest)


def _view(table: Table, decision: Decision, who: ByComputer | ByClock) -> View | None:
    """What the seat knows; None where this decision is not theirs to make, or not any more."""
    state = table.state
    occupant = Computer if isinstance(who, ByComputer) else Person
    if state.decision != decision or who.seat not in state.awaited:
        return None
    return table.view(who.seat) if isinstance(state.seats[who.seat], occupant) else None


def _lowest(view: View) -> tuple[Card, ...]:
    """The lowest cards that may be passed, or the lowest that may be played."""
    if view.to_pass:
        return tuple(view.hand)[: view.public.ruleset.pass_size]
    return (view.legal.lowest,)
