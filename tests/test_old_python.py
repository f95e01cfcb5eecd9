"""On a Python that is too old: one sentence, which that Python can read."""

import ast
import subprocess
import sys
from pathlib import Path

import bot

ROOT = Path(__file__).parents[1]


def test_an_old_python_is_told_so() -> None:
    program = (
        "import runpy, sys\n"
        "sys.version_info = (3, 10, 12, 'final', 0)\n"
        "runpy.run_module('bot', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        "Python is 3.10, and 3.11 or newer is needed; install one, and make the virtual environment anew.\n"
    )


def test_an_old_python_can_read_what_tells_it() -> None:
    assert bot.__file__ is not None
    ast.parse(Path(bot.__file__).read_text(encoding="utf-8"), feature_version=(3, 4))
