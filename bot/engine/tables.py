"""Tables: finds, opens and resumes games."""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from bot.engine.actions import (
    Action,
    HintsChosen,
    HostChanged,
    LevelChosen,
    Opened,
    PaceChosen,
    SeatGivenToComputer,
    SeatTaken,
)
from bot.engine.acts import Leave
from bot.engine.decide import Chance
from bot.engine.folding import fold
from bot.engine.log_context import Numbered, Numbers, being_about
from bot.engine.paces import Pace
from bot.engine.state import EARLIER_LEVEL, TableState
from bot.engine.table import Change, Listener, Observer, SystemChance, Table, Unreadable, folded, rows
from bot.rules.ruleset import Ruleset
from bot.store.errors import ChannelTaken, StoreError
from bot.store.records import GameStatus
from bot.store.store import Store

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Opening:
    """A table to be opened.

    Attributes:
        server: the Discord server.
        channel: the channel; it can have one open game.
        language: the language of the table's public messages.
        ruleset: the rules.
        persons: the numbers of the people seated at once, all different; the first is the host.
        computers: how many computers are seated at once.
        pace: how long the table waits for a turn.
        parent: the channel a thread was opened from for this game; None where there is none.
        places: the seats of these people, in the same order; the first seats if None.
        hints: whether hints may be asked for.
        level: how computers play.
        levels: how those seated at once play, where it is another way: the first ones, in order.
    """

    server: int
    channel: int
    language: str
    ruleset: Ruleset
    persons: tuple[int, ...]
    computers: int = 0
    pace: Pace = Pace.NONE
    parent: int | None = None
    places: tuple[int, ...] | None = None
    hints: bool = False
    level: str = EARLIER_LEVEL
    levels: tuple[str, ...] = ()

    @property
    def actions(self) -> tuple[Action, ...]:
        """The first actions of the game; more computers than seats are left over stay away.

        Raises:
            ValueError: where there are no people, too many or one twice, not a seat for each, or fewer than
                no computers.
        """
        seats = self.ruleset.players
        if not 1 <= len(set(self.persons)) == len(self.persons) <= seats:
            raise ValueError(f"these people cannot open a table for {seats}: {self.persons}")
        places = tuple(range(len(self.persons))) if self.places is None else self.places
        if (
            len(places) != len(self.persons)
            or len(set(places)) < len(places)
            or not {*places} <= {*range(seats)}
        ):
            raise ValueError(f"these are no seats for {len(self.persons)}: {places}")
        if self.computers < 0:
            raise ValueError(f"{self.computers} computers cannot be seated")
        free = [seat for seat in range(seats) if seat not in places][: self.computers]
        levels = [*self.levels, *(self.level,) * seats][: len(free)]
        known = (EARLIER_LEVEL, *levels)[-1]
        return (
            Opened(self.server, self.channel, self.ruleset),
            *((PaceChosen(self.pace),) if self.pace is not Pace.NONE else ()),
            *((HintsChosen(self.hints),) if self.hints else ()),
            HostChanged(self.persons[0]),
            *(SeatTaken(seat, person) for seat, person in zip(places, self.persons, strict=True)),
            *(
                SeatGivenToComputer(seat, level, figure)
                for figure, (seat, level) in enumerate(zip(free, levels, strict=True))
            ),
            *((LevelChosen(self.level),) if self.level != known else ()),
        )


Reader = Callable[[Table], Awaitable[None]]
"""Looks at a table that was read back."""


@dataclass(frozen=True)
class _OfTables:
    game_id: int
    known: Mapping[int, Table] = field(repr=False)

    @property
    def last_action(self) -> int:
        table = self.known.get(self.game_id)
        return 0 if table is None else table.last_action


@dataclass
class Tables:
    """The games in progress: keeps the open tables and reads others when they are asked for.

    A game has one `Table` at a time, however many ask for it at once; one that is closed is kept for as long
    as somebody uses it.

    Attributes:
        store: where they are kept.
        now: the time in Unix seconds.
        listeners: told of every change, after it is stored; set before the first table is opened.
        chance: where lots and secrets come from.
        observers: told how everything that is tried came out; set before the first table is opened.
        readers: awaited for every open table that is read back; they raise nothing.
    """

    store: Store
    now: Callable[[], float]
    listeners: tuple[Listener, ...] = ()
    chance: Chance = field(default_factory=SystemChance)
    observers: tuple[Observer, ...] = ()
    readers: tuple[Reader, ...] = ()
    _open: dict[int, Table] = field(default_factory=dict[int, Table], init=False, repr=False)
    _known: WeakValueDictionary[int, Table] = field(
        default_factory=WeakValueDictionary[int, Table], init=False, repr=False
    )
    _resting: dict[int, float] = field(default_factory=dict[int, float], init=False, repr=False)

    async def open(self, opening: Opening) -> Table | int:
        """Open a table.

        Returns:
            The table in its lobby; or, where the channel has an open game, that game's number.

        Raises:
            PersonErased: one of the people has been erased.
        """
        actions = opening.actions
        try:
            game_id = await self.store.create_game(
                opening.server,
                opening.channel,
                opening.language,
                rows(actions),
                self.now(),
                opening.parent,
                opening.persons[0],
                opening.persons,
            )
        except ChannelTaken as taken:
            return taken.game_id
        table = self._keep(game_id, opening.language, fold(actions))
        with being_about(table):
            table.tell(lambda observer: observer.opened(table, actions))
        return table

    async def get(self, game_id: int) -> Table | None:
        """The table of that game, also of one that is over; None where there is no such game.

        Raises:
            Unreadable: where this program cannot read it.
        """
        table = self._known.get(game_id)
        if table is not None:
            self.use(table)
            return table
        return await self._read_back(game_id)

    async def give_up(self, game_id: int) -> None:
        """End a game this program cannot read; its actions stay as they are."""
        count = len(await self.store.rows(game_id))
        await self.store.append(game_id, count + 1, (), self.now(), GameStatus.CANCELLED)

    async def in_channel(self, channel: int) -> Table | None:
        """The table with an open game in that channel; raises as `get` does."""
        header = await self.store.open_game_in(channel)
        return None if header is None else await self.get(header.game_id)

    def numbered(self, game_id: int) -> Numbered:
        """The numbers of a game for the log: how far it is, as soon as it has been read."""
        return _OfTables(game_id, self._known)

    @property
    def in_memory(self) -> tuple[Table, ...]:
        """The open tables that have been opened or read back."""
        return tuple(self._open.values())

    def of(self, person: int) -> tuple[Table, ...]:
        """The open tables in memory at which a person sits."""
        return tuple(table for table in self.in_memory if table.state.seat_of(person) is not None)

    async def resume(self) -> tuple[Table, ...]:
        """Every table with an open game, read back; one that cannot be read is logged and left alone."""
        tables = [await self.take_up(header.game_id) for header in await self.store.open_games()]
        return tuple(table for table in tables if table is not None)

    async def take_up(self, game_id: int, *, rests: bool = False) -> Table | None:
        """The table of that game, as `get` gives it; one that cannot be read is logged and left alone.

        Args:
            game_id: which game.
            rests: whether a table that is read back for this rests until somebody comes to it.
        """
        try:
            if not rests:
                return await self.get(game_id)
            return self._known.get(game_id) or await self._read_back(game_id, rests=True)
        except Unreadable as why:
            with being_about(Numbers(game_id, why.action)):
                log.error("game %d cannot be read back and is left alone: %s", game_id, why)
            return None

    def has(self, game_id: int) -> bool:
        """Whether that game's table is in memory."""
        return game_id in self._known

    def use(self, table: Table) -> None:
        """Keep an open table in memory."""
        if table.state.open:
            self._open[table.game_id] = table
        self._resting.pop(table.game_id, None)

    @property
    def open_count(self) -> int:
        """How many open games there are, in memory or not, of those that have been read since the start."""
        return len(self._open) + len(self._resting)

    def idle(self, before: float) -> tuple[Table, ...]:
        """The open tables in memory nobody has come to since a time, and that wait for people alone."""
        return tuple(each for each in self.in_memory if each.touched < before and each.waits_for_people)

    def rest(self, table: Table) -> None:
        """Let a table leave memory as soon as nobody uses it; it is read again when it is asked for."""
        if self._open.pop(table.game_id, None) is not None:
            self._note_rest(table)

    @property
    def without_clock(self) -> tuple[tuple[int, float], ...]:
        """The open games, in memory or not, that nobody is hurried at: number, and since when they wait.

        Those that have not been read since the start are left out.
        """
        here = [(each.game_id, each.waiting_since) for each in self.in_memory if each.state.pace is Pace.NONE]
        away = [(game_id, since) for game_id, since in self._resting.items() if since < math.inf]
        return (*here, *away)

    async def erase(self, person: int) -> tuple[Table, ...]:
        """Erase a person: nothing says any more who they were, and they leave every open table.

        The games stay as they are. From then on no act of theirs is accepted, not even one that had begun. A
        table they could not leave, because that could not be stored, they leave when it is read back.

        Args:
            person: who, by number.

        Returns:
            The open tables that have to do with them.

        Raises:
            StoreError: they could not be erased; nothing has changed.
        """
        games = {*await self.store.open_games_naming(person)}
        await self.store.erase(person)
        with suppress(StoreError):
            # Asked again: they may have sat down somewhere until a moment ago.
            games.update(await self.store.open_games_naming(person))
        tables: list[Table] = []
        for game_id in sorted(games):
            with being_about(self.numbered(game_id)):
                try:
                    table = await self.get(game_id)
                except (StoreError, Unreadable) as why:
                    log.error("who was erased has not left the table: %s", why)
                    continue
                if table is not None:
                    tables.append(table)
                    await self._part(table, person)
        return tuple(tables)

    async def part_with_erased(self, table: Table) -> None:
        """Have those leave a table who were erased but could not leave it; for one just read back.

        Raises:
            StoreError: it could not be found out who they are.
        """
        for person in await self.store.erased_among(table.state.persons):
            await self._part(table, person)

    async def _part(self, table: Table, person: int) -> None:
        """Have a person leave a table for good; what cannot be stored is logged."""
        try:
            await table.act(Leave(person))
            seat = table.state.kept_for(person)
            if seat is not None:
                await self.store.drop_queued(table.game_id, seat)
        except StoreError as error:
            with being_about(table):
                log.warning("who was erased has not left the table yet: %s", error)

    async def _read_back(self, game_id: int, rests: bool = False) -> Table | None:
        header = await self.store.header(game_id)
        if header is None:
            return None
        table = self._keep(game_id, header.language, folded(await self.store.rows(game_id)), rests)
        if table.state.open:
            for reader in self.readers:
                await reader(table)
        return table

    def _keep(self, game_id: int, language: str, state: TableState, rests: bool = False) -> Table:
        """The table of the game: this one, unless another was made while its rows were being read."""
        listeners = (self._on_change, *self.listeners)
        made = Table(self.store, game_id, language, state, self.chance, self.now, listeners, self.observers)
        table = self._known.setdefault(game_id, made)
        # One that is to rest does so from here on, so that whoever comes to it while it is read ends that.
        if not rests:
            self.use(table)
        elif table is made and state.open:
            self._note_rest(table)
        return table

    def _note_rest(self, table: Table) -> None:
        self._resting[table.game_id] = table.waiting_since if table.state.pace is Pace.NONE else math.inf

    def _on_change(self, table: Table, change: Change) -> None:
        self.use(table)
        if not change.after.open:
            self._open.pop(table.game_id, None)
