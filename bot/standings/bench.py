"""The benchmark of the standings: how long a large server waits for its leaderboard and its history."""

from __future__ import annotations

import asyncio
import itertools
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from bot.rules.ruleset import PRESETS
from bot.standings.history_bench import history_questions
from bot.standings.ratings import rate
from bot.standings.results import month_of
from bot.standings.standings import SLICE, Standings
from bot.store.counting import rules_text
from bot.store.plans import plans_of, walks
from bot.store.rated import RatedGame, RatedSeat, RatedSide
from bot.store.records import ServerRow
from bot.store.store import Store
from bot.store.tallies import ALL_TIME, GameKind, Order, ResultRow, season_period

T = TypeVar("T")

GOAL_MS: Final = 50.0
"""What 95 of 100 questions must be answered in."""

GOAL_BUSIEST_MS: Final = 100.0
"""The same, for questions about everything that the busiest player has done."""

_SERVER: Final = 10
_BEGINNING: Final = 1_735_689_600.0
"""2025-01-01 UTC: the games are spread over two years from then."""
_SPAN: Final = 2 * 365 * 86_400.0
_MIN_GAMES: Final = 3
_MET: Final = 5
"""So many of those somebody met are asked for."""
_BUSIEST: Final = 1
_BUSIEST_EVERY: Final = 40
"""The busiest player is in one of so many games beside those they come to by chance."""
_RULES: Final = ("standard", "short", "omnibus")
"""The presets that the games are played by, equally often."""

Ask = Callable[[], Awaitable[object]]


@dataclass(frozen=True)
class Size:
    """How much there is to be asked about.

    Attributes:
        players: how many people have played; at least 4. A few play often and many seldom.
        games: how many games they have finished.
        runs: how often each question is asked.
    """

    players: int = 5_000
    games: int = 200_000
    runs: int = 300


async def bench(size: Size, seed: int = 1) -> dict[str, Any]:
    """Fill the derived tables of a new database and measure the questions that are asked of them.

    Returns:
        As JSON: the size; how long it took to fill the tables, and to bring them up to date after other rules
        were chosen to count; for each question its median and 95th percentile in milliseconds, from the call
        to the answer; SQLite's plans of its statements; whether the goal was met and only indexes were used.
    """
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="hearts-bench-") as folder:
        async with await Store.open(Path(folder) / "bench.sqlite") as store:
            began = time.perf_counter()
            for number in range(1, size.players + 1):
                await store.person(number, f"Player {number}")
            stopped = threading.Event()
            try:
                made = _until(stopped, _games(size, rng))
                games = await asyncio.to_thread(tuple, made)
                results = (result for of_game, _ in _until(stopped, games) for result in of_game)
                rated = (game for _, game in _until(stopped, games))
                await store.replace_results((), results, rated, rate)
            finally:
                # Whoever interrupts does not wait until all games are there.
                stopped.set()
            filled = time.perf_counter() - began
            began = time.perf_counter()
            await store.save_server(ServerRow(_SERVER, counted=_RULES))
            longest = 0.0
            more = True
            while more:
                slice_began = time.perf_counter()
                more = await store.recount_slice(SLICE)
                longest = max(longest, time.perf_counter() - slice_began)
            recounted = time.perf_counter() - began
            busiest = len(await store.ratings(_SERVER, _BUSIEST))
            asked = _questions(Standings(store), size, rng)
            asked |= await history_questions(store, _SERVER, size.players, size.games, rng)
            questions: dict[str, Any] = {}
            for name, make in asked.items():
                questions[name] = {
                    **await _times(make, size.runs),
                    "plans": (plans := await plans_of(store, make())),
                    "indexes_only": not walks(plans),
                }
    missed = [
        name
        for name, question in questions.items()
        if question["p95_ms"] > (GOAL_BUSIEST_MS if "busiest" in name else GOAL_MS)
    ]
    worst = max(question["p95_ms"] for question in questions.values())
    return {
        "players": size.players,
        "games": size.games,
        "games_of_the_busiest": busiest,
        "runs": size.runs,
        "fill_s": round(filled, 1),
        "recount_s": round(recounted, 1),
        "recount_longest_ms": round(1000 * longest),
        "goal_ms": GOAL_MS,
        "goal_busiest_ms": GOAL_BUSIEST_MS,
        "worst_p95_ms": worst,
        "met": not missed and all(question["indexes_only"] for question in questions.values()),
        "questions": questions,
    }


def _until(stopped: threading.Event, items: Iterable[T]) -> Iterator[T]:
    for item in items:
        if stopped.is_set():
            raise InterruptedError
        yield item


def _games(size: Size, rng: random.Random) -> Iterator[tuple[tuple[ResultRow, ...], RatedGame]]:
    """The results of games among two to four people, computers in the other seats; and each for ratings."""
    people = range(1, size.players + 1)
    # The n-th most eager plays in proportion to 1/sqrt(n): the first of 5,000 plays 1 % of all games or so.
    weights = list(itertools.accumulate(number**-0.5 for number in people))
    texts = [rules_text(PRESETS[name]) for name in _RULES]
    for game_id in range(1, size.games + 1):
        ended_at = _BEGINNING + _SPAN * game_id / size.games
        month = month_of(ended_at)
        rules = texts[game_id % len(texts)]
        seated = set(rng.choices(people, cum_weights=weights, k=4))
        if game_id % _BUSIEST_EVERY == 0:
            seated = {_BUSIEST, *sorted(seated)[:3]}
        while len(seated) < 2:
            seated.add(rng.choice(people))
        order = sorted(seated, key=lambda _: rng.random())
        results = tuple(
            ResultRow(
                person_id=person,
                server_id=_SERVER,
                kind=GameKind.PEOPLE,
                game_id=game_id,
                ended_at=ended_at,
                month=month,
                rules=rules,
                place=100 * place,
                won=place == 1,
                points=rng.randrange(10, 40) * place,
                deals=rng.randrange(6, 14),
                moons=rng.random() < 0.1,
                queens=rng.randrange(4),
                best_deal=0,
                worst_deal=rng.randrange(13, 27),
                left_early=place == 4 and rng.random() < 0.05,
                missed=rng.random() < 0.02,
                conceded=rng.random() < 0.2,
                side=place,
            )
            for place, person in enumerate(order, 1)
        )
        seats = [RatedSeat(result.person_id, left=result.left_early) for result in results]
        seats += [RatedSeat(level="hard")] * (4 - len(seats))
        sides = tuple(RatedSide(place, (seat,)) for place, seat in enumerate(seats, 1))
        yield results, RatedGame(game_id, _SERVER, ended_at, sides)


def _questions(standings: Standings, size: Size, rng: random.Random) -> dict[str, Callable[[], Ask]]:
    """By name, what makes a question; the person who asks is another each time."""
    month = month_of(_BEGINNING + _SPAN - 1)
    hidden = frozenset(rng.sample(range(1, size.players + 1), size.players // 50))

    def who() -> int:
        return rng.randrange(1, size.players + 1)

    asked: dict[str, Callable[[], Ask]] = {}
    for period, order in itertools.product((ALL_TIME, month, season_period(1)), Order):
        which = {"period": period, "order": order, "min_games": _MIN_GAMES, "hidden": hidden}
        asked[f"leaderboard {period} {order}"] = lambda which=which: partial(
            standings.leaderboard, _SERVER, **which
        )
        asked[f"my place {period} {order}"] = lambda which=which: partial(
            standings.place_of, _SERVER, who(), **which
        )
    asked["last page"] = lambda: partial(standings.leaderboard, _SERVER, page=size.players)
    periods = (ALL_TIME, month)
    asked["stats"] = lambda: partial(standings.career, _SERVER, who(), periods, _MET, hidden)
    asked["stats of the busiest player"] = lambda: partial(
        standings.career, _SERVER, _BUSIEST, periods, _MET, hidden
    )
    asked["whom the busiest player met"] = lambda: partial(
        standings.meetings, _SERVER, _BUSIEST, _MET, hidden
    )
    asked["rating of the busiest player"] = lambda: partial(standings.course, _SERVER, _BUSIEST)
    return asked


async def _times(make: Callable[[], Ask], runs: int) -> dict[str, float]:
    """Ask so often, and give the median and the 95th percentile of the milliseconds it took."""
    took: list[float] = []
    for _ in range(runs):
        ask = make()
        began = time.perf_counter()
        await ask()
        took.append((time.perf_counter() - began) * 1000)
    return {
        "p50_ms": round(statistics.median(took), 3),
        "p95_ms": round(statistics.quantiles(took, n=20, method="inclusive")[-1], 3),
    }
