"""A store with the people of the tests, and the standings in it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.standings import Standings
from bot.store import Store
from tests.standings.games import make_people


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hearts.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    async with await Store.open(path, patience=2.0) as store:
        await make_people(store)
        yield store


@pytest.fixture
def standings(store: Store) -> Standings:
    return Standings(store)
