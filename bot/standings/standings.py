"""Standings: keeps the results of finished games and answers who is best."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final

from bot.engine.log_context import Numbers, being_about
from bot.engine.table import Change, Table, Unreadable, folded
from bot.standings.careers import Career, Course, GameEnd, course_of
from bot.standings.figures import Figures, Page, Place, Standing
from bot.standings.ratings import rate, rated_game_of
from bot.standings.results import results_of
from bot.store.careers import MeetingRow
from bot.store.errors import StoreError
from bot.store.rated import RatedGame
from bot.store.records import StoredRow
from bot.store.store import Store
from bot.store.tallies import ALL_TIME, GameKind, Order, Ranking, ResultRow

log = logging.getLogger(__name__)

PAGE_SIZE: Final = 10

SLICE: Final = 0.03
"""Seconds for which others who write wait while totals are added up anew."""

BREATH: Final = 0.02
"""Seconds in between, which are theirs."""

AGAIN_AFTER: Final = 5.0
"""Seconds until a game is tried again that could not be folded in, for instance because the disk was full."""


class Standings:
    """The standings of all servers. They follow from the actions of ended games, and from nothing else.

    Args:
        store: where games and standings are kept.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = asyncio.Event()
        self._recounting: asyncio.Task[None] | None = None
        store.on_counted = self._begin_to_recount

    def on_change(self, table: Table, change: Change) -> None:
        """Listener: a game that has just ended is folded in."""
        if change.before.open and not change.after.open:
            self._begin(self._keep_up(table.game_id), f"standings {table.game_id}")

    def begin_to_catch_up(self) -> asyncio.Task[None]:
        """Catch up beside everything else: after some updates all games there are have to be read again."""
        self._begin_to_recount()
        return self._begin(self._catch_up_in_time(), "standings")

    async def close(self) -> None:
        """Wait for the games that are being folded in; those that are not yet are at the next start."""
        self._closing.set()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def fold_game(self, game_id: int) -> None:
        """Fold a game in; one that is there already, or has not ended, changes nothing.

        Raises:
            Unreadable: this program cannot read its actions.
            StoreError: it could not be read or stored.
        """
        header = await self._store.header(game_id)
        if header is None or header.status.is_open:
            return
        results, rated = await self._ended(game_id)
        await self._store.save_results(game_id, results, rated, rate)

    async def catch_up(self) -> int:
        """Fold in every game that ended while nobody was there to do so; to be called at the start.

        A game that cannot be read is logged and left for a program that can.

        Returns:
            How many were folded in.

        Raises:
            StoreError: as for `fold_game`.
        """
        return await self._catch_up(lambda: False)

    async def _catch_up(self, stopped: Callable[[], bool]) -> int:
        done = 0
        for game_id in await self._store.unfolded_games():
            if stopped():
                break
            try:
                await self.fold_game(game_id)
            except Unreadable as why:
                _log_unreadable(game_id, why)
            else:
                done += 1
        return done

    async def rebuild(self) -> int:
        """Build the standings anew, to the same values; until that is done, they stay as they were.

        Returns:
            How many games they are built from.

        Raises:
            StoreError: they could not be read or stored; nothing has changed.
        """
        results: list[ResultRow] = []
        rated: list[RatedGame] = []
        done: list[int] = []
        for game_id in await self._store.ended_games():
            try:
                of_game, rated_game = await self._ended(game_id)
            except Unreadable as why:
                _log_unreadable(game_id, why)
            else:
                done.append(game_id)
                results += of_game
                rated += () if rated_game is None else (rated_game,)
        await self._store.replace_results(done, results, rated, rate)
        # Another process may have folded in what ended meanwhile.
        return len(done) + await self.catch_up()

    async def leaderboard(
        self,
        server_id: int,
        kind: GameKind = GameKind.PEOPLE,
        period: str = ALL_TIME,
        order: Order = Order.WINS,
        *,
        min_games: int = 1,
        hidden: Iterable[int] = (),
        page: int = 1,
        page_size: int = PAGE_SIZE,
    ) -> Page:
        """Give a page of a server's leaderboard.

        Args:
            server_id: which server.
            kind: games among people, or alone with computers.
            period: `ALL_TIME`, or what `month_of` or `season_period` gives.
            order: which figure is compared.
            min_games: how many games it takes to be in.
            hidden: people who are left out, by number.
            page: counted from 1; before the first or after the last stand for these.
            page_size: how many lines a page has.
        """
        ranking = Ranking(server_id, kind, period, order, min_games, frozenset(hidden))
        count = await self._store.count_ranked(ranking)
        pages = max(1, -(-count // page_size))
        page = min(max(page, 1), pages)
        rows = await self._store.ranked(ranking, (page - 1) * page_size, page_size)
        return Page(tuple(Standing(row.rank, Figures.of(row.total)) for row in rows), page, pages, count)

    async def place_of(
        self,
        server_id: int,
        person_id: int,
        kind: GameKind = GameKind.PEOPLE,
        period: str = ALL_TIME,
        order: Order = Order.WINS,
        *,
        min_games: int = 1,
        hidden: Iterable[int] = (),
        page_size: int = PAGE_SIZE,
    ) -> Place | None:
        """Give where somebody stands in the leaderboard of these arguments; None where they are not in it."""
        ranking = Ranking(server_id, kind, period, order, min_games, frozenset(hidden))
        position = await self._store.position(ranking, person_id)
        return None if position is None else Place(position.rank, 1 + (position.number - 1) // page_size)

    async def stats(
        self,
        server_id: int,
        person_id: int,
        kind: GameKind = GameKind.PEOPLE,
        period: str = ALL_TIME,
    ) -> Figures | None:
        """Give the figures of one person, however few games they have; None without any."""
        total = await self._store.total(server_id, kind, period, person_id)
        return None if total is None else Figures.of(total)

    async def ratings(self, server_id: int, person_id: int) -> tuple[tuple[float, int], ...]:
        """Give the rating of somebody after each of their rated games in a server, the first one first.

        Returns:
            When the game ended, in Unix seconds, and the number that is shown.
        """
        return await self._store.ratings(server_id, person_id)

    async def course(self, server_id: int, person_id: int) -> Course | None:
        """Give how the rating of somebody went in a server; None without a rated game."""
        ratings = await self._store.ratings(server_id, person_id)
        # Of thousands it takes long enough to keep clicks waiting.
        return await asyncio.to_thread(course_of, ratings)

    async def meetings(
        self, server_id: int, person_id: int, most: int, hidden: Iterable[int] = ()
    ) -> tuple[MeetingRow, ...]:
        """Give whom somebody met most often in games among people that count; partners do not meet.

        Args:
            server_id: which server.
            person_id: who.
            most: how many people are given at most.
            hidden: people who are left out, by number.
        """
        return await self._store.meetings(server_id, person_id, most, hidden)

    async def best_and_worst(
        self, server_id: int, person_id: int, kind: GameKind = GameKind.PEOPLE
    ) -> tuple[GameEnd | None, GameEnd] | None:
        """Give somebody's best and worst game that counts: by place, then by points; None without any.

        The best is one that they did not leave early; None where they left all.
        """
        found = await self._store.best_and_worst(server_id, person_id, kind)
        if found is None:
            return None
        best, worst = found
        return None if best is None else GameEnd.of(best), GameEnd.of(worst)

    async def career(
        self, server_id: int, person_id: int, periods: Iterable[str], most: int, hidden: Iterable[int] = ()
    ) -> Career:
        """Give all there is to say of somebody in a server.

        Args:
            server_id: which server.
            person_id: who.
            periods: those of which figures are given, as for `leaderboard`.
            most: how many of those they met are given at most.
            hidden: people who are left out of these, by number.
        """
        figures = {
            (kind, period): found
            for period in periods
            for kind in GameKind
            if (found := await self.stats(server_id, person_id, kind, period)) is not None
        }
        ends = {
            kind: found
            for kind in GameKind
            if (found := await self.best_and_worst(server_id, person_id, kind)) is not None
        }
        met = await self.meetings(server_id, person_id, most, hidden)
        return Career(figures, ends, met, await self.course(server_id, person_id))

    async def _ended(self, game_id: int) -> tuple[tuple[ResultRow, ...], RatedGame | None]:
        stored = await self._store.rows(game_id)

        def work() -> tuple[tuple[ResultRow, ...], RatedGame | None]:
            state, ended_at = folded(stored), _ended_at(stored)
            return results_of(state, game_id, ended_at), rated_game_of(state, game_id, ended_at)

        # A whole game takes long enough to keep clicks waiting.
        return await asyncio.to_thread(work)

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _catch_up_in_time(self) -> None:
        try:
            await self._catch_up(self._closing.is_set)
        except StoreError as error:
            log.warning("the standings are not caught up with before the next start: %s", error)

    def _begin_to_recount(self) -> None:
        """Add up what other rules come to that are to count, where that is not done at once."""
        if self._recounting is None or self._recounting.done():
            self._recounting = self._begin(self._recount(), "recount")

    async def _recount(self) -> None:
        """What is not done when the program ends is gone on with at the next start."""
        pause = 0.0
        while not self._closing.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._closing.wait()
                return
            try:
                if not await self._store.recount_slice(SLICE):
                    return
                pause = BREATH
            except StoreError as error:
                log.warning("the totals are not added up anew yet: %s", error)
                pause = AGAIN_AFTER

    async def _keep_up(self, game_id: int) -> None:
        """Fold a game in; what cannot be stored is tried again until it can be, or the program ends."""
        while True:
            try:
                await self.fold_game(game_id)
                return
            except StoreError as error:
                log.warning("game %d is not in the standings yet: %s", game_id, error)
            except Unreadable as why:
                _log_unreadable(game_id, why)
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(AGAIN_AFTER):
                    await self._closing.wait()
                return


def _ended_at(stored: tuple[StoredRow, ...]) -> float:
    """When the last deal was scored; whatever may be noted of a game later does not move its end."""
    return next((row.at for row in reversed(stored) if row.row.kind == "scored"), stored[-1].at)


def _log_unreadable(game_id: int, why: Unreadable) -> None:
    with being_about(Numbers(game_id, why.action)):
        log.error("game %d cannot be read and is not in the standings: %s", game_id, why)
