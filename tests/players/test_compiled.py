"""What numba keeps on disk is that of these sources, whichever of them an update has changed."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from bot.players import compiled

pytestmark = pytest.mark.skipif(not compiled.available(), reason="numba is not installed (the extra `fast`)")

ROOT = Path(__file__).parents[2]
SHOT = """
from bot.players.compiled import compiled, numbers
from bot.players import kernel_scoring
rules = [0] * kernel_scoring.RULES_SIZE
rules[kernel_scoring.PLAYERS] = 4
taken = numbers([kernel_scoring.HEART_CARDS | kernel_scoring.QUEEN, 0, 0, 0])
print(compiled().deal_points(taken, numbers(rules), numbers([0] * 4), numbers([0] * 4)))
"""
"""Asks who shot the moon, where the first seat has all hearts and the queen of spades."""
CONSTANT = "PENALTIES: Final = HEART_CARDS | QUEEN"
UPDATE = f"{CONSTANT} | JACK"


def installed(folder: Path) -> Path:
    """A second installation of the players."""
    for room in ("players", "rules"):
        copytree(ROOT / "bot" / room, folder / "bot" / room, ignore=ignore_patterns("__pycache__"))
    (folder / "bot" / "__init__.py").touch()
    return folder


def ask(folder: Path, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SHOT],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_a_constant_that_an_update_changes_in_another_source_counts_at_once(tmp_path: Path) -> None:
    folder = installed(tmp_path / "installed")
    kept = tmp_path / "kept"
    assert ask(folder, NUMBA_CACHE_DIR=str(kept)) == "0"
    before = set(kept.rglob("kernel_scoring.deal_points*"))
    assert before
    assert ask(folder, NUMBA_CACHE_DIR=str(kept)) == "0"
    assert set(kept.rglob("kernel_scoring.deal_points*")) == before

    policy = folder / "bot" / "players" / "kernel_policy.py"
    text = policy.read_text(encoding="utf-8")
    assert CONSTANT in text
    policy.write_text(text.replace(CONSTANT, UPDATE), encoding="utf-8")
    assert ask(folder, NUMBA_CACHE_DIR=str(kept)) == "-1"
    after = set(kept.rglob("kernel_scoring.deal_points*"))
    assert after
    assert not after & before, "what was kept of the old version takes room for nothing"


def test_where_nothing_can_be_kept_it_is_compiled_at_every_start(tmp_path: Path) -> None:
    folder = installed(tmp_path / "installed")
    # Files where folders are wanted: that stops whoever may write anywhere, too.
    (folder / "bot" / "players" / "__pycache__").touch()
    nowhere = tmp_path / "nowhere"
    nowhere.touch()
    environment = dict.fromkeys(("NUMBA_CACHE_DIR", "HOME", "XDG_CACHE_HOME"), str(nowhere / "kept"))
    assert ask(folder, **environment) == "0"
