"""Tables: finds, opens and resumes games."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.engine.actions import Action, HostChanged, Opened, SeatGivenToComputer, SeatTaken
from bot.engine.decide import DEFAULT_LEVEL, Chance
from bot.engine.state import fold
from bot.engine.table import Listener, SystemChance, Table, folded, rows
from bot.rules.ruleset import Ruleset
from bot.store.errors import ChannelTaken
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
        persons: the numbers of the people seated at once; the first is the host.
        computers: how many computers are seated at once.
    """

    server: int
    channel: int
    language: str
    ruleset: Ruleset
    persons: tuple[int, ...]
    computers: int = 0

    @property
    def actions(self) -> tuple[Action, ...]:
        """The first actions of the game."""
        seats = self.ruleset.players
        if not 1 <= len(self.persons) <= seats or self.computers < 0:
            raise ValueError(f"{len(self.persons)} people cannot open a table for {seats}")
        computers = min(self.computers, seats - len(self.persons))
        return (
            Opened(self.server, self.channel, self.ruleset),
            HostChanged(self.persons[0]),
            *(SeatTaken(seat, person) for seat, person in enumerate(self.persons)),
            *(
                SeatGivenToComputer(len(self.persons) + figure, DEFAULT_LEVEL, figure)
                for figure in range(computers)
            ),
        )


@dataclass
class Tables:
    """The games in progress: keeps the tables that are in use and reads the others when they are asked for.

    Attributes:
        store: where they are kept.
        now: the time in Unix seconds.
        listeners: told of every change, after it is stored; set before the first table is opened.
        chance: where lots and secrets come from.
    """

    store: Store
    now: Callable[[], float]
    listeners: tuple[Listener, ...] = ()
    chance: Chance = field(default_factory=SystemChance)
    _tables: dict[int, Table] = field(default_factory=dict[int, Table], init=False, repr=False)
    _reading: asyncio.Lock = field(default_factory=asyncio.Lock, init=False, repr=False)

    async def open(self, opening: Opening) -> Table | int:
        """Open a table.

        Returns:
            The table in its lobby; or, where the channel has an open game, that game's number.
        """
        actions = opening.actions
        try:
            game_id = await self.store.create_game(
                opening.server, opening.channel, opening.language, rows(actions), self.now()
            )
        except ChannelTaken as taken:
            return taken.game_id
        table = self._table(game_id, opening.language, actions)
        self._tables[game_id] = table
        return table

    async def get(self, game_id: int) -> Table | None:
        """The table of that game, also of one that is over; None where there is no such game."""
        async with self._reading:
            table = self._tables.get(game_id)
            if table is not None:
                return table
            header = await self.store.header(game_id)
            if header is None:
                return None
            state = folded(await self.store.rows(game_id))
            table = Table(self.store, game_id, header.language, state, self.chance, self.now, self.listeners)
            self._tables[game_id] = table
            return table

    async def in_channel(self, channel: int) -> Table | None:
        """The table with an open game in that channel."""
        header = await self.store.open_game_in(channel)
        return None if header is None else await self.get(header.game_id)

    async def resume(self) -> tuple[Table, ...]:
        """Every table with an open game, read back; one that cannot be read is logged and left alone."""
        tables: list[Table] = []
        for header in await self.store.open_games():
            try:
                table = await self.get(header.game_id)
            except ValueError:
                log.exception("game %d cannot be read back", header.game_id)
                continue
            if table is not None:
                tables.append(table)
        return tuple(tables)

    def _table(self, game_id: int, language: str, actions: Sequence[Action]) -> Table:
        return Table(self.store, game_id, language, fold(actions), self.chance, self.now, self.listeners)
