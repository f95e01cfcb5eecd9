"""A program: `python -m tests.store.killed FOLDER` restores in copies of a folder, and is killed each time.

The folder holds `database/hearts.db` and `copy.db`. At the first change of a file in the first copy, at the
second in the second and so on, until one restore is not killed. Prints how many were.
"""

import os
import shutil
import signal
import sys
from pathlib import Path

from bot.store.backup import restore

CHANGES = frozenset({"os.rename", "os.remove", "os.link", "open", "shutil.copyfile", "sqlite3.connect"})


def die_before(change: int) -> None:
    """End this process at once before it changes files for that time, counted from 0."""
    left = change

    def hear(event: str, _: tuple[object, ...]) -> None:
        nonlocal left
        if event in CHANGES:
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1

    sys.addaudithook(hear)


def main(folder: Path) -> None:
    """Restore and be killed, until there is nothing left to be killed at."""
    killed = 0
    while True:
        place = folder / str(killed)
        shutil.copytree(folder / "database", place)
        child = os.fork()
        if child == 0:
            die_before(killed)
            restore(folder / "copy.db", place / "hearts.db", 1_790_000_000.0)
            os._exit(0)
        if os.waitpid(child, 0)[1] == 0:
            break
        killed += 1
    sys.stdout.write(f"{killed}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
