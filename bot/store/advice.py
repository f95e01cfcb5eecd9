"""What the operating system refuses, as a part of a sentence that says what to do."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

OWNER: Final = "; give the right to do so to the account that runs the bot"
FULL: Final = "the disk is full; make room first"
NO_MORE_FILES: Final = "no more files fit on the disk, though it has room; remove some first"

_ADVICE: Final = {
    errno.EACCES: "{what} cannot be read or written" + OWNER,
    errno.EPERM: "{what} cannot be read or written" + OWNER,
    errno.EROFS: "{what} is on a disk that cannot be written to; choose another place",
    errno.ENAMETOOLONG: "{what} has too long a name; choose a shorter one",
    errno.ELOOP: "{what} is a link that leads to itself; remove it",
    errno.ENOTDIR: "{what} is in no folder, but under a file; choose another place",
    errno.EISDIR: "{what} is a folder, where a file is to be; move it away, or choose another place",
    errno.ENOENT: "{what} is not there; make it, or choose another place",
    errno.EMFILE: "too many files are open; allow the process more of them",
    errno.ENFILE: "too many files are open on this machine; end other programs, or allow more of them",
    errno.EIO: "the disk failed; look into the system's log",
}
_FULL: Final = (errno.ENOSPC, errno.EDQUOT)
ADVISED: Final = frozenset({*_ADVICE, *_FULL})
"""Numbers of errors of which it is known what to do."""

_SHORT: Final = 100


def advice(error: OSError, subject: Path | None = None) -> str:
    """What is wrong and, after a semicolon, what to do.

    Args:
        error: as the system gave it.
        subject: what the sentence speaks of anyway, which is then only "it".
    """
    if error.errno in _FULL:
        return NO_MORE_FILES if not room_for_files(error.filename or subject) else FULL
    file = error.filename if isinstance(error.filename, str) else None
    named = file if file is not None and len(file) <= _SHORT else f"{file[:_SHORT]}…" if file else "it"
    what = "it" if subject is not None and file in (None, str(subject)) else named
    form = _ADVICE.get(error.errno or 0)
    return form.format(what=what) if form is not None else f"the system says: {error.strerror or error}"


def room_for_files(file: str | Path | None) -> bool:
    """Whether one more file fits where another one is or was to be; so it is where that cannot be told."""
    if file is None or not hasattr(os, "statvfs"):
        return True
    try:
        disk = os.statvfs(Path(file).parent)
    except OSError:
        return True
    return not disk.f_files or disk.f_favail > 0
