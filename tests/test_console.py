"""Commands that are interrupted, that nobody reads, or whose terminal has few letters: no traceback."""
# ruff: noqa: ASYNC110, ASYNC240 (small files, and nobody else waits for the loop)

import asyncio
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.console import INTERRUPTED, NOBODY_READS
from bot.standings.bench import Size, bench
from tests.loopback import ROOT, TOKEN


def started(
    folder: Path, *arguments: str, stdout: int = subprocess.PIPE, stderr: int = subprocess.PIPE
) -> subprocess.Popen[bytes]:
    """A process of `hearts-bot`, its standard streams pipes unless they are given."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HEARTS_")}
    return subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env=kept | {"PYTHONPATH": str(ROOT), "HEARTS_TOKEN": TOKEN, "PYTHONIOENCODING": "ascii"},
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=stderr,
    )


def interrupted(process: subprocess.Popen[bytes]) -> tuple[int, bytes]:
    """The exit status of a process after Ctrl+C, and what it said on standard error after that."""
    process.send_signal(signal.SIGINT)
    try:
        _, errors = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    return process.returncode, errors or b""


@pytest.fixture(autouse=True)
def _interrupts_are_heard() -> Iterator[None]:
    """What a shell runs in the background ignores Ctrl+C, as these tests may, and so would all they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_arena_that_is_interrupted(tmp_path: Path) -> None:
    terminal, of_process = pty.openpty()
    process = started(tmp_path, "arena", "--deals", "100000", stderr=of_process)
    os.close(of_process)
    said = b""
    while b"s left" not in said:
        said += os.read(terminal, 1000)
    assert interrupted(process)[0] == INTERRUPTED
    try:
        while more := os.read(terminal, 1000):
            said += more
    except OSError:  # the process was the last to have it open
        pass
    os.close(terminal)
    assert b"Traceback" not in said


def test_a_player_that_is_interrupted(tmp_path: Path) -> None:
    process = started(tmp_path, "player", "--level", "easy")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"deal 0 0 left 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC\npass\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith(b"pass ")
    assert interrupted(process) == (INTERRUPTED, b"")


async def test_a_benchmark_of_standings_that_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    measuring = asyncio.create_task(bench(Size()))
    async with asyncio.timeout(30):
        while not list(tmp_path.glob("*/bench.sqlite")):
            await asyncio.sleep(0)
        measuring.cancel()
        with pytest.raises(asyncio.CancelledError):
            await measuring
    assert not list(tmp_path.iterdir())


def test_whoever_reads_goes_away(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    process = started(tmp_path, "doctor", "--offline", stdout=writing)
    os.close(writing)
    assert os.read(reading, 12) == b"fine   Python"[:12]
    os.close(reading)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (NOBODY_READS, b"")


def test_a_terminal_of_few_letters(tmp_path: Path) -> None:
    said, errors = started(tmp_path, "arena", "--deals", "1").communicate(timeout=60)
    assert errors == b""
    assert b" +/- " in said
