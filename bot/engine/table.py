"""Table: one game and its lock. It takes an act, checks it, stores it, and only then tells the listeners."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from bot.engine.actions import Action, read, write
from bot.engine.acts import Act, Leave, Refused, TableRefusal, TableRule, acting
from bot.engine.decide import Chance, decide
from bot.engine.faults import described
from bot.engine.folding import apply, fold
from bot.engine.log_context import about
from bot.engine.state import Computer, Phase, TableState
from bot.rules.view import PublicView, View, public_view, view
from bot.store.errors import NumberTaken, PersonErased, StoreError
from bot.store.records import GameStatus, Row, StoredRow
from bot.store.store import Store

log = logging.getLogger(__name__)

T = TypeVar("T")

TRIES: Final = 5
"""How often an act is decided about while another process on the same database is always first."""

STATUS: Final = {
    Phase.LOBBY: GameStatus.LOBBY,
    Phase.PLAYING: GameStatus.PLAYING,
    Phase.OVER: GameStatus.OVER,
    Phase.CANCELLED: GameStatus.CANCELLED,
}


class SystemChance:
    """Lots and secrets out of the system's randomness."""

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    def secret(self) -> bytes:
        """32 bytes nobody can guess."""
        return secrets.token_bytes(32)

    def order(self, length: int) -> tuple[int, ...]:
        """The numbers 0 to length - 1 in an order drawn by lot."""
        return tuple(self._random.sample(range(length), length))

    def number(self, below: int) -> int:
        """A number from 0 to below - 1, drawn by lot."""
        return self._random.randrange(below)


@dataclass(frozen=True)
class Change:
    """What an accepted act did; or what another process on the same database has stored, where one runs.

    Attributes:
        before: the state it found.
        after: the state it left.
        actions: what was stored, in order.
    """

    before: TableState
    after: TableState
    actions: tuple[Action, ...]


Listener = Callable[["Table", Change], None]
"""Called after a change is stored and the lock let go; starts work of its own and returns at once.

One that raises is logged, and stops neither the others nor the act.
"""


class Observer(Protocol):
    """Told how everything that is tried at any table came out, to count or log it.

    It returns at once, and is told in a task that is about the table. One that raises is logged, and stops
    nothing.
    """

    def opened(self, table: Table, actions: Sequence[Action]) -> None:
        """A table was opened with these actions."""
        ...

    def accepted(self, table: Table, change: Change, seconds: float) -> None:
        """An act is on disk, so many seconds after it was tried."""
        ...

    def refused(self, table: Table, act: Act, refused: Refused) -> None:
        """An act was refused."""
        ...

    def failed(self, table: Table, act: Act, error: StoreError) -> None:
        """An act was allowed and could not be stored."""
        ...


class Unreadable(ValueError):
    """Stored rows are no game this program can read.

    Says which row and what kind of error, and nothing of what stands in the rows: hidden cards may.

    Attributes:
        action: the number of the row; 0 where there are none.
    """

    def __init__(self, reason: str, action: int = 0) -> None:
        super().__init__(reason)
        self.action = action


class Table:
    """One game: its state, its lock, and the only way to change it.

    Attributes:
        game_id: its number in the store.
        language: the language of its public messages.
    """

    def __init__(
        self,
        store: Store,
        game_id: int,
        language: str,
        state: TableState,
        chance: Chance,
        now: Callable[[], float],
        listeners: Sequence[Listener],
        observers: Sequence[Observer] = (),
    ) -> None:
        self.game_id = game_id
        self.language = language
        self._store = store
        self._state = state
        self._chance = chance
        self._now = now
        self._listeners = listeners
        self._observers = observers
        self._lock = asyncio.Lock()
        self._made = self._touched = self._waiting_since = now()
        self._acted: dict[int, float] = {}

    @property
    def waiting_since(self) -> float:
        """When the open decision opened, or the table was read back, in Unix seconds."""
        return self._waiting_since

    def acted(self, person: int) -> float:
        """When a person last acted here, in Unix seconds; when the table was read back if not since then."""
        return self._acted.get(person, self._made)

    @property
    def waits_for_people(self) -> bool:
        """Whether nothing happens here before somebody, or the clock, acts."""
        seats = self._state.seats
        return not any(isinstance(seats[seat], Computer) for seat in self._state.awaited)

    @property
    def touched(self) -> float:
        """When somebody last acted here, or the table was read back, in Unix seconds."""
        return self._touched

    @property
    def last_action(self) -> int:
        """The number of the action that was stored last."""
        return self._state.count

    @property
    def state(self) -> TableState:
        """The state now; all hands open, so it is never given to a player nor drawn."""
        return self._state

    def public(self) -> PublicView | None:
        """What everybody may know of the running deal; None where none is running."""
        state = self._state
        return public_view(state.game) if state.game is not None and state.deal is not None else None

    def view(self, seat: int) -> View | None:
        """What the seat may know of the running deal; None where none is running."""
        state = self._state
        return view(state.game, seat) if state.game is not None and state.deal is not None else None

    async def act(self, act: Act) -> Change | Refused:
        """Try an act.

        A caller that is cancelled waits for the end of the act nevertheless: it is then stored, in the state
        and known to the listeners as a whole, or not at all.

        Returns:
            What it changed, once that is on disk; or why it was refused, and then nothing has changed.

        Raises:
            StoreError: where it could not be stored; nothing has changed.
        """
        return await _to_the_end(self._act(act))

    async def _keep_host(self, host: int | None) -> None:
        """Note who the host is, for counting lobbies; the actions say it too, so a failure loses nothing."""
        try:
            await self._store.set_host(self.game_id, host)
        except StoreError as error:
            log.warning("the host of game %d was not noted: %s", self.game_id, error)

    def tell(self, told: Callable[[Observer], None]) -> None:
        """Tell every observer something."""
        for observer in self._observers:
            try:
                told(observer)
            except Exception as error:
                log.error("an observer of game %d failed: %s", self.game_id, described(error))

    async def _act(self, act: Act) -> Change | Refused:
        about(self)
        changes: list[Change] = []
        began = time.perf_counter()
        try:
            async with self._lock:
                outcome = await self._decide_and_store(act, changes)
            if isinstance(outcome, Change):
                seconds = time.perf_counter() - began
                self.tell(lambda observer: observer.accepted(self, outcome, seconds))
            else:
                self.tell(lambda observer: observer.refused(self, act, outcome))
            return outcome
        except StoreError as error:
            failure = error
            self.tell(lambda observer: observer.failed(self, act, failure))
            raise
        finally:
            for change in changes:
                await self._announce(change)

    async def _decide_and_store(self, act: Act, changes: list[Change]) -> Change | Refused:
        """Decide about an act and store it; whatever has changed, by whomever, is added to the changes."""
        tried = 0
        while True:
            tried += 1
            before = self._state
            decided = decide(before, act, self._chance)
            if not isinstance(decided, tuple):
                return decided
            after = before
            for action in decided:
                after = apply(after, action)
            person = acting(act)
            try:
                await self._store.append(
                    self.game_id,
                    before.count + 1,
                    rows(decided),
                    self._now(),
                    STATUS[after.phase] if after.phase is not before.phase else None,
                    after.persons if before.game is None and after.game is not None else None,
                    # Who has been erased goes, and does nothing else.
                    None if isinstance(act, Leave) else person,
                )
            except PersonErased:
                return TableRefusal(TableRule.ERASED)
            except NumberTaken:
                # There is more on disk than we know of. The disk is right, and the act is decided on it.
                log.warning("game %d has another writer", self.game_id)
                changes.append(await self._catch_up())
                if tried == TRIES:
                    raise
                continue
            change = Change(before, after, decided)
            self._take(change, person)
            changes.append(change)
            return change

    async def _catch_up(self) -> Change:
        """Take over what somebody else has stored."""
        before, stored = self._state, await self._store.rows(self.game_id)
        after = folded(stored)
        actions = tuple(
            read(each.row.kind, each.row.version, each.row.body) for each in stored[before.count :]
        )
        change = Change(before, after, actions)
        self._take(change, None)
        return change

    def _take(self, change: Change, person: int | None) -> None:
        """Have what is on disk be the state."""
        self._state = change.after
        self._touched = self._now()
        if change.after.decision != change.before.decision:
            self._waiting_since = self._touched
        if person is not None:
            self._acted[person] = self._touched

    async def _announce(self, change: Change) -> None:
        if change.after.host != change.before.host:
            await self._keep_host(change.after.host)
        for listener in self._listeners:
            try:
                listener(self, change)
            except Exception as error:
                log.error("a listener of game %d failed: %s", self.game_id, described(error))


def rows(actions: Sequence[Action]) -> tuple[Row, ...]:
    """The rows to store for these actions."""
    return tuple(Row(*write(action)) for action in actions)


def folded(
    stored: Sequence[StoredRow], step: Callable[[TableState, Action], TableState] = apply
) -> TableState:
    """The state that stored rows lead to.

    Args:
        stored: in order.
        step: how each but the first is taken.

    Raises:
        Unreadable: where they are no game this program can read.
    """
    state: TableState | None = None
    for each in stored:
        row = each.row
        try:
            action = read(row.kind, row.version, row.body)
            state = fold((action,)) if state is None else step(state, action)
        except Exception as error:
            raise Unreadable(
                f"action {each.number}, {row.kind!r} of version {row.version}: {type(error).__name__}",
                each.number,
            ) from None
    if state is None:
        raise Unreadable("there are no actions")
    return state


async def _to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Do the work to its end, also where the caller is cancelled meanwhile; then raise the cancellation."""
    task = asyncio.create_task(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            # Unlike awaiting the task, this leaves it alone when the caller is cancelled.
            await asyncio.wait((task,))
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is None:
        return task.result()
    if not task.cancelled():
        task.exception()  # nobody is left to raise it for
    raise cancelled
