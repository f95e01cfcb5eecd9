"""History: the games that have begun in a server, and what became of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from bot.engine.folding import apply_outline
from bot.engine.log_context import Numbers, being_about
from bot.engine.state import Phase, TableState
from bot.engine.table import Unreadable, folded
from bot.store.records import GameHeader, GameStatus, StoredRow
from bot.store.store import Store

log = logging.getLogger(__name__)

PAGE_SIZE: Final = 8
"""Games on a page: with two lines each they still fit a phone."""

CARD_KINDS: Final = ("dealt", "passed", "played", "claimed", "moon_chosen")
"""The kinds of actions that are about cards: who sits there and what was scored stands in the others."""

_STARTED: Final = "started"
_AT_ONCE: Final = 200
"""So many games are looked at between two writes."""


class Ending(StrEnum):
    """What has become of a game that has begun."""

    RUNNING = "running"
    """It is being played."""
    FINISHED = "finished"
    """It has come to its end."""
    CANCELLED = "cancelled"
    """Somebody ended it before its end."""
    ABANDONED = "abandoned"
    """Nobody was left, or nobody played on for long."""
    UNREADABLE = "unreadable"
    """This program cannot read it."""


@dataclass(frozen=True)
class PastGame:
    """A game that has begun, without its cards.

    Attributes:
        game_id: its number.
        ending: what has become of it.
        begun_at: when it began, in Unix seconds.
        ended_at: when it ended, in Unix seconds; None while it is being played.
        channels: where it is played, and the channel a thread was opened from, if it is in one.
        state: who sits there, the rules and the scores, with no card in it; None where it cannot be read.
    """

    game_id: int
    ending: Ending
    begun_at: float
    ended_at: float | None
    channels: tuple[int, ...]
    state: TableState | None = field(repr=False)


@dataclass(frozen=True)
class HistoryPage:
    """A page of games.

    Attributes:
        games: those being played first, then the others, the newest of each first.
        number: of this page, counted from 1.
        pages: how many there are, at least 1.
        count: how many games there are.
    """

    games: tuple[PastGame, ...]
    number: int
    pages: int
    count: int


class History:
    """The games of all servers. What it says follows from their actions, and from nothing else.

    Args:
        store: where games are kept.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(
        self, server_id: int, person_id: int | None = None, page: int = 1, page_size: int = PAGE_SIZE
    ) -> HistoryPage:
        """Give a page of a server's games.

        Args:
            server_id: which server.
            person_id: only games this person sat at when they began; None for all.
            page: counted from 1; before the first or after the last stand for these.
            page_size: how many games a page has.
        """
        found = await self._store.game_page(server_id, person_id, page, page_size)
        rows = await self._store.rows_but((game.game_id for game in found.games), CARD_KINDS)
        games = await asyncio.to_thread(
            lambda: tuple(_past_game(game, rows[game.game_id]) for game in found.games)
        )
        return HistoryPage(games, found.number, found.pages, found.count)

    async def catch_up(self) -> int:
        """Find out who sat at games that were stored before that was noted; to be called at the start.

        Returns:
            How many games were looked at.

        Raises:
            StoreError: they could not be read or stored; what was found before stays.
        """
        games = await self._store.games_not_looked_at()
        for start in range(0, len(games), _AT_ONCE):
            await self._store.save_players(await self._players(games[start : start + _AT_ONCE]))
        return len(games)

    async def rebuild(self) -> int:
        """Find out anew who sat at each game; until that is done, all stays as it was.

        Returns:
            How many games were looked at.

        Raises:
            StoreError: they could not be read or stored; nothing has changed.
        """
        games = await self._store.begun_or_ended()
        await self._store.replace_players(await self._players(games))
        # Another process may have begun a game meanwhile.
        await self.catch_up()
        return len(games)

    async def _players(self, games: tuple[int, ...]) -> Mapping[int, tuple[int, ...] | None]:
        found: dict[int, tuple[int, ...] | None] = {}
        for start in range(0, len(games), _AT_ONCE):
            rows = await self._store.rows_but(games[start : start + _AT_ONCE], CARD_KINDS)
            found |= await asyncio.to_thread(
                lambda rows=rows: {game_id: players_of(each) for game_id, each in rows.items()}
            )
        return found


def players_of(rows: Iterable[StoredRow]) -> tuple[int, ...] | None:
    """Who sat at a game when it began, by seat; None where it has not, or cannot be read."""
    before: list[StoredRow] = []
    for row in rows:
        before.append(row)
        if row.row.kind == _STARTED:
            try:
                return folded(before, apply_outline).persons
            except Unreadable:
                return None
    return None


def _past_game(header: GameHeader, rows: tuple[StoredRow, ...]) -> PastGame:
    begun_at = next((row.at for row in rows if row.row.kind == _STARTED), header.created_at)
    ended_at = rows[-1].at if rows and not header.status.is_open else None
    state: TableState | None = None
    try:
        state = folded(rows, apply_outline)
        ending = ending_of(state, header.status)
    except Unreadable as why:
        with being_about(Numbers(header.game_id, why.action)):
            log.warning("game %d cannot be read for the history: %s", header.game_id, why)
        ending = Ending.UNREADABLE
    return PastGame(header.game_id, ending, begun_at, ended_at, channels_of(header), state)


def channels_of(header: GameHeader) -> tuple[int, ...]:
    """The channel of a game, and the one a thread was opened from, if it is in one."""
    parent = header.parent_channel_id
    return (header.channel_id,) if parent is None else (header.channel_id, parent)


def ending_of(state: TableState, status: GameStatus) -> Ending:
    """What has become of a game.

    Args:
        state: after its last action.
        status: as it is stored; a game that was given up because it could not be read says so nowhere else.
    """
    if state.phase is Phase.OVER:
        return Ending.FINISHED
    if state.phase is Phase.CANCELLED:
        return Ending.ABANDONED if state.ended_by is None else Ending.CANCELLED
    return Ending.RUNNING if status.is_open else Ending.ABANDONED
