"""kill -9 in the middle of games: what was accepted is there, once, and every game goes on from it."""

import asyncio
import contextlib
import json
import random
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.engine.acts import ByClock
from bot.engine.state import Phase
from bot.engine.table import Change, folded
from bot.store import Row, Store
from tests.engine.coming_and_going import check, left_alone
from tests.engine.crowd_process import CHANNELS, Crowd, prepare
from tests.engine.evening import quiet

ROOT = Path(__file__).parents[2]

KILLS = 25
"""How often a database loses its program."""

DERIVED = ("results", "totals", "rated_games", "players")

Told = list[tuple[int, int, list[Row]]]


async def new_database(path: Path) -> None:
    async with await Store.open(path) as store:
        await prepare(store)


def played_until_killed(path: Path, seed: int, lines: int) -> Told:
    """Give what a process tells that is killed after so many lines, the first of them before it starts."""
    command = [sys.executable, "-m", "tests.engine.crowd_process", str(path), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines_told = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        lines_told += process.stdout.read().splitlines(keepends=True)
    assert lines_told[0] == '"opening"\n'
    assert "" not in lines_told, "it came to an end of its own"
    # A line that the kill cut off was not told to anybody.
    whole: list[Any] = [json.loads(line) for line in lines_told[1:] if line.endswith("\n")]
    return [(game, number, [Row(*row) for row in rows]) for game, number, rows in whole]


async def look_at(path: Path, told: Told) -> None:
    """See that everything that was told is on disk, and that every game is legal as it stands there."""
    async with await Store.open(path) as store:
        games = {game for game, _, _ in told} | {header.game_id for header in await store.open_games()}
        stored = {game: await store.rows(game) for game in games}
        for game, rows in stored.items():
            assert [row.number for row in rows] == list(range(1, len(rows) + 1))
            state = folded(rows)
            check(state)
            header = await store.header(game)
            assert header is not None
            assert header.status.value == state.phase.value
        for game, number, rows in told:
            found = stored[game][number - 1 : number - 1 + len(rows)]
            assert [each.row for each in found] == rows
        assert len({header.channel_id for header in await store.open_games()}) == len(
            await store.open_games()
        )


async def play_every_game_to_its_end(path: Path) -> None:
    """See that nothing is stuck: whoever is waited for can move, the clock knows of them, and games end."""
    async with await Store.open(path) as store:
        crowd = Crowd(store, random.Random(1))
        tables = await crowd.start()
        await quiet()
        for table in tables:
            await crowd.hall.check_deadlines(table)
            while table.state.open:
                await quiet()
                state = table.state
                if not state.open:
                    break
                if state.phase is Phase.LOBBY:
                    break
                act = left_alone(state)
                outcome = await table.act(act)
                # A computer may have been there first; the clock never is.
                assert isinstance(outcome, Change) or not isinstance(act.who, ByClock)
        await crowd.standings.close()
        await quiet()
        assert not await store.unfolded_games()
        kept = figures(path)
        await crowd.standings.rebuild()
        await crowd.history.rebuild()
        assert figures(path) == kept
        assert all(kept.values())
        await crowd.hall.close()


def figures(path: Path) -> dict[str, list[Any]]:
    """Give all that is derived from the games."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        return {name: sorted(database.execute(f"SELECT * FROM {name}"), key=repr) for name in DERIVED}


@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(8, 40))]
)
def test_many_tables_killed_again_and_again(seed: int, path: Path) -> None:
    rng = random.Random(seed)
    told: Told = []
    asyncio.run(new_database(path))
    for restart in range(KILLS):
        lines = rng.choice((1, rng.randrange(2, 30), rng.randrange(30, 400)))
        now = played_until_killed(path, KILLS * seed + restart, lines)
        asyncio.run(look_at(path, now))
        told += now
    assert len({game for game, _, _ in told}) > len(CHANNELS)
    # No act is told of twice, also not over a restart.
    places = [(game, number) for game, number, _ in told]
    assert len(set(places)) == len(places)
    asyncio.run(look_at(path, told))
    asyncio.run(play_every_game_to_its_end(path))
