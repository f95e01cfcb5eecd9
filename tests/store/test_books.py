"""Other rules are to count in a large server: who reads meanwhile sees the old figures or the new, no mix."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.rules.ruleset import PRESETS
from bot.standings import Standings
from bot.standings.ratings import rate
from bot.store import (
    ALL_TIME,
    GameKind,
    GameStatus,
    Order,
    Ranking,
    RatedGame,
    RatedSeat,
    RatedSide,
    ResultRow,
    ServerRow,
    Store,
    books,
    rules_text,
    season_period,
)
from tests.store.samples import rows

SERVER, ELSEWHERE = 10, 11
OLD, NEW = ("standard", "omnibus"), ("omnibus", "short")
RULES = tuple(rules_text(PRESETS[name]) for name in ("standard", "omnibus", "short"))
MONTHS = ("2026-01", "2026-02", "2026-03")
PEOPLE = range(1, 13)
PERIODS = (ALL_TIME, *MONTHS, season_period(1), season_period(2))

Figures = Mapping[object, object]


@pytest.fixture(autouse=True)
def _large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every server is a large one."""
    monkeypatch.setattr(books, "AT_ONCE", 0)


@pytest.fixture
async def same(tmp_path: Path) -> AsyncIterator[Store]:
    """Another store, which is given the same and counts by the new rules from the beginning."""
    async with await Store.open(tmp_path / "same.db") as same:
        yield same


async def begin(store: Store, counted: tuple[str, ...]) -> None:
    """People, and which rules count before there is any game."""
    for number in PEOPLE:
        await store.person(1000 + number, f"Player {number}")
    for server in (SERVER, ELSEWHERE):
        await store.save_server(ServerRow(server, counted=counted))
    while await store.recount_slice(1.0):
        pass


async def play(seed: int, *stores: Store) -> None:
    """A game by rules that are drawn by lot, with a person left over for computers now and then."""
    rng = random.Random(seed)
    server = rng.choice((SERVER, SERVER, SERVER, ELSEWHERE))
    people = sorted(rng.sample(PEOPLE, rng.choice((1, 2, 4))))
    kind = GameKind.PEOPLE if len(people) > 1 else GameKind.ALONE
    places = [100 * place for place in rng.sample(range(1, 5), len(people))]
    for store in stores:
        game = await store.create_game(server, 20 + seed, "en", rows(1, "opened"), 1.0)
        await store.append(game, 2, (), 1.0, GameStatus.OVER)
        at = 1000.0 * seed
        results = [
            ResultRow(
                *(
                    person,
                    server,
                    kind,
                    game,
                    at,
                    MONTHS[seed % 3],
                    RULES[seed // 2 % 3],
                    place,
                    place == 100,
                ),
                *(place // 10, 4, seed % 2, 1, -3, 13, False),
            )
            for person, place in zip(people, places, strict=True)
        ]
        sides = tuple(RatedSide(row.place // 100, (RatedSeat(row.person_id),)) for row in results)
        rated = RatedGame(game, server, at, sides) if len(people) > 1 else None
        await store.save_results(game, results, rated, rate)


async def figures(store: Store, server: int = SERVER) -> Figures:
    """All there is to see."""
    found: dict[object, object] = {}
    for kind in GameKind:
        for period in PERIODS:
            for order in (Order.WINS, Order.RATING):
                ranking = Ranking(server, kind, period, order)
                found[kind, period, order] = await store.ranked(ranking, 0, 100)
            for person in PEOPLE:
                found[kind, period, person] = await store.total(server, kind, period, person)
        for person in PEOPLE:
            found[kind, person] = await store.best_and_worst(server, person, kind)
    for person in PEOPLE:
        found[person] = await store.meetings(server, person, 100)
    return found


async def left_over(store: Store) -> list[Any]:
    """What is kept of books that are not shown, and how many totals there are."""

    def work(database: sqlite3.Connection) -> list[Any]:
        hidden = database.execute("SELECT count(*) FROM books WHERE NOT shown").fetchone()
        return [*hidden, *database.execute("SELECT count(*) FROM totals").fetchone()]

    return await store._connection.read(work)


async def test_slice_by_slice(store: Store, same: Store) -> None:
    await begin(store, OLD)
    await begin(same, NEW)
    for seed in range(60):
        await play(seed, store, same)
    old, new = await figures(store), await figures(same)
    assert old != new
    await store.save_server(ServerRow(SERVER, counted=NEW))
    slices = 0
    while (now := await figures(store)) == old:
        # No time at all: one person, or a few totals.
        assert await store.recount_slice(0.0)
        slices += 1
    assert slices > len(PEOPLE)
    assert now == new
    while await store.recount_slice(0.0):
        assert await figures(store) == new
    await store.save_server(ServerRow(ELSEWHERE, counted=NEW))
    while await store.recount_slice(1.0):
        pass
    assert await figures(store, ELSEWHERE) == await figures(same, ELSEWHERE)
    assert await left_over(store) == await left_over(same)


@pytest.mark.parametrize("seed", range(4))
async def test_games_end_seasons_begin_and_people_go_meanwhile(
    seed: int, store: Store, same: Store, tmp_path: Path
) -> None:
    async with await Store.open(tmp_path / "as_before.db") as as_before:
        await begin(store, OLD)
        await begin(as_before, OLD)
        await begin(same, NEW)
        everywhere = (store, as_before, same)
        for number in range(30):
            await play(number, *everywhere)
        await store.save_server(ServerRow(SERVER, counted=NEW))
        turned = False
        for number in range(30, 90):
            more = await store.recount_slice(0.0)
            await play(number, *everywhere)
            if number == 32 + seed:
                for each in everywhere:
                    assert await each.start_season(SERVER, 2, 20_000.0)
            if number == 40 + seed:
                for each in everywhere:
                    await each.erase(1 + 3 * seed)
            now = await figures(store)
            turned = turned or now != await figures(as_before)
            assert now == await figures(same if turned else as_before)
            assert more or turned
        assert turned


async def test_somebody_is_given_what_is_shown_and_nothing_twice(store: Store) -> None:
    await begin(store, OLD)
    for seed in range(20):
        await play(seed, store)

    async def given() -> dict[object, object]:
        rows = (await store.personal_rows(1)).tables["totals"]
        found: dict[object, object] = {
            (row["server_id"], row["kind"], row["period"]): row["games"] for row in rows
        }
        assert len(found) == len(rows)
        return found

    async def shown() -> dict[object, object]:
        totals = [
            await store.total(server, kind, period, 1)
            for server in (SERVER, ELSEWHERE)
            for kind in GameKind
            for period in PERIODS
        ]
        return {(row.server_id, row.kind, row.period): row.games for row in totals if row is not None}

    old = await given()
    assert old == await shown()
    await store.save_server(ServerRow(SERVER, counted=NEW))
    while await store.recount_slice(0.0):
        assert await given() == await shown()
    assert await given() == await shown() != old


async def test_killed_in_the_middle_it_is_gone_on_with(path: Path, same: Store) -> None:
    await begin(same, NEW)
    async with await Store.open(path) as store:
        await begin(store, OLD)
        for seed in range(40):
            await play(seed, store, same)
        old = await figures(store)
        await store.save_server(ServerRow(SERVER, counted=NEW))
        for _ in range(6):
            assert await store.recount_slice(0.0)
    async with await Store.open(path) as store:
        assert await figures(store) == old
        standings = Standings(store)
        standings.begin_to_catch_up()
        for _ in range(1000):
            if await figures(store) != old:
                break
            await asyncio.sleep(0.01)
        assert await figures(store) == await figures(same)
        await standings.close()


async def test_who_changes_their_mind_sees_what_there_was(store: Store, same: Store) -> None:
    await begin(store, OLD)
    await begin(same, OLD)
    for seed in range(40):
        await play(seed, store, same)
    for counted in (NEW, ("short",), OLD):
        await store.save_server(ServerRow(SERVER, counted=counted))
        for _ in range(5):
            await store.recount_slice(0.0)
        assert await figures(store) == await figures(same)
    while await store.recount_slice(0.0):
        pass
    assert await figures(store) == await figures(same)
    assert await left_over(store) == await left_over(same)


async def test_others_write_in_between(store: Store, same: Store) -> None:
    await begin(store, OLD)
    await begin(same, NEW)
    for seed in range(40):
        await play(seed, store, same)
    standings = Standings(store)
    await store.save_server(ServerRow(SERVER, counted=NEW))
    written = 0
    async with asyncio.timeout(20):
        while (await left_over(store))[0]:
            await store.set_value("written", str(written))
            written += 1
    assert written > 1
    assert await figures(store) == await figures(same)
    await standings.close()
