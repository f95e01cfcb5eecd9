"""Lines of the log, and the tables they are about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.engine.log_context import stamp


@contextmanager
def each_about_its_own(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """What is logged meanwhile names no game but the one it is said to be about."""
    caplog.handler.addFilter(stamp)
    yield
    records = [record for when in ("setup", "call") for record in caplog.get_records(when)]
    strays: list[str] = []
    for record in records:
        line = record.getMessage()
        named = re.search(r"\b(?:game|board|panel|prompt) (\d+)", line)
        if named is not None and int(named[1]) != getattr(record, "game", None):
            strays.append(f"{record.name}: {line}")
    assert not strays, "\n".join(strays)
