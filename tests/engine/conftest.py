"""A store in a new file."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.engine.faulty import FaultyStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hearts.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[FaultyStore]:
    """A store like any other, which can be told to fail or to take long."""
    async with await FaultyStore.open(path, patience=2.0) as store:
        yield store
