"""kill -9: what was acknowledged is there, and nothing is there by half."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from bot.store import GameStatus, Store
from tests.store import writer

ROOT = Path(__file__).parents[2]


@contextmanager
def writing(path: Path, what: str) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """A process that writes to a database and prints a line for what is stored; killed at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.store.writer", str(path), what],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    with process:
        try:
            yield process, process.stdout
        finally:
            process.kill()


def test_in_the_middle_of_a_large_append(path: Path) -> None:
    journal = path.with_name(f"{path.name}-wal")
    with writing(path, "large") as (process, acknowledged):
        assert acknowledged.readline() == "1\n"
        # A transaction too large for SQLite's memory goes to the journal before it is committed.
        while journal.stat().st_size < 6_000_000:
            assert process.poll() is None
        process.kill()
        assert acknowledged.read() == "", "killed too late to show anything"
    assert journal.stat().st_size >= 6_000_000
    check(path, lengths={1}, status=GameStatus.LOBBY)


@pytest.mark.parametrize("lines", [1, 2, 3, 5, 8, 13, 40, 100])
def test_between_and_inside_small_appends(lines: int, path: Path) -> None:
    with writing(path, "small") as (process, acknowledged):
        told = [acknowledged.readline() for _ in range(lines)]
        process.kill()
        told += acknowledged.read().splitlines(keepends=True)
    stored = int([line for line in told if line.endswith("\n")][-1])
    check(path, lengths={stored, stored + writer.SMALL}, status=GameStatus.PLAYING)


def test_a_program_that_forgets_to_close_ends_nevertheless(path: Path) -> None:
    with writing(path, "forgetful") as (process, _):
        assert process.wait(timeout=60) == 0
    check(path, lengths={1 + writer.SMALL}, status=GameStatus.PLAYING)


def check(path: Path, lengths: set[int], status: GameStatus) -> None:
    """Open what a killed process left, find one game of such a length, and play on."""

    async def look() -> None:
        async with await Store.open(path) as store:
            (header,) = await store.open_games()
            found = await store.rows(header.game_id)
            assert len(found) in lengths
            assert [row.number for row in found] == list(range(1, len(found) + 1))
            assert header.status is (status if len(found) > 1 else GameStatus.LOBBY)
            await store.append(header.game_id, len(found) + 1, writer.batch(2), 3.0)

    asyncio.run(look())
