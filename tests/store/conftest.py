"""A store in a new file."""

import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.store.samples import rows


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hearts.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    async with await Store.open(path, patience=2.0) as store:
        yield store


@pytest.fixture
async def game(store: Store) -> int:
    """A game in channel 20 of server 10 with one row."""
    return await store.create_game(10, 20, "de", rows(1, "opened"), at=1000.0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user of the machine reaches, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="hearts-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
