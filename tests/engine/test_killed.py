"""kill -9 in the middle of games: what was accepted is there, once, and the game goes on from it."""

import asyncio
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.engine.table import folded
from bot.store import Row, Store
from tests.engine.player_process import CHANNEL
from tests.engine.tabletop import on_disk, play, tables_in

ROOT = Path(__file__).parents[2]

Told = list[tuple[int, int, list[Row]]]


def played_until_killed(path: Path, seed: int, lines: int) -> Told:
    """Give what a process tells that is killed after so many lines, while it plays on."""
    command = [sys.executable, "-m", "tests.engine.player_process", str(path), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        told += process.stdout.read().splitlines(keepends=True)
    # A line that the kill cut off was not told to anybody.
    whole: list[Any] = [json.loads(line) for line in told if line.endswith("\n")]
    return [(game, number, [Row(*row) for row in rows]) for game, number, rows in whole]


async def check(path: Path, told: Told) -> int:
    """Find everything that was told on disk, see that every game folds, and give how many rows there are."""
    async with await Store.open(path) as store:
        count = 0
        stored = {game: await store.rows(game) for game in {game for game, _, _ in told}}
        for game, rows in stored.items():
            assert [row.number for row in rows] == list(range(1, len(rows) + 1))
            header = await store.header(game)
            assert header is not None
            assert header.status.value == folded(rows).phase.value
            count += len(rows)
        for game, number, rows in told:
            found = stored[game][number - 1 : number - 1 + len(rows)]
            assert [each.row for each in found] == rows
        return count


async def continue_a_little(path: Path) -> None:
    """See that the open game, if there is one, can be played on."""
    async with await Store.open(path) as store:
        table = await tables_in(store).in_channel(CHANNEL)
        if table is not None:
            await play(table, 1)
            assert await on_disk(store, table) == table.state


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 40))]
)
def test_killed_five_times_in_a_row(seed: int, path: Path) -> None:
    rng = random.Random(seed)
    told: Told = []
    for restart in range(5):
        told += played_until_killed(path, 10 * seed + restart, rng.randrange(1, 80))
        count = asyncio.run(check(path, told))
        accepted = sum(len(rows) for _, _, rows in told)
        assert count >= accepted
    # No act is told of twice, also not over a restart.
    places = [(game, number) for game, number, _ in told]
    assert len(set(places)) == len(places)
    asyncio.run(continue_a_little(path))
