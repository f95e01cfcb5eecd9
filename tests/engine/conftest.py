"""A store in a new file."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.engine.faulty import FaultyStore
from tests.log_lines import each_about_its_own


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hearts.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[FaultyStore]:
    """A store like any other, which can be told to fail or to take long."""
    async with await FaultyStore.open(path, patience=2.0) as store:
        yield store


@pytest.fixture(autouse=True)
def _lines_are_about_their_own_table(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No line of the log names a table that it is not said to be about."""
    with each_about_its_own(caplog):
        yield
