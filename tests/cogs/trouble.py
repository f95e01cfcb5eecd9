"""Trouble for a running bot: a slow or failing disk, pictures that take long or cannot be drawn."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.engine.table import Table
from bot.engine.tables import Tables
from bot.pictures.studio import PictureError, Studio
from bot.store.errors import StorageFailed
from bot.store.store import Store

KINDS = ("hand", "table", "sheet", "chart", "placing", "rating")
"""What a studio draws."""


def stalled_store(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Have the store do nothing until the event that is given back is set."""
    going = asyncio.Event()
    for kind in ("_read", "_write"):
        work_of = getattr(Store, kind)

        async def stall(self: Store, *given: Any, work_of: Any = work_of) -> Any:
            await going.wait()
            return await work_of(self, *given)

        monkeypatch.setattr(Store, kind, stall)
    return going


def stalled_tables(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Have no table be found until the event that is given back is set; of rows some are remembered."""
    going, get = asyncio.Event(), Tables.get

    async def stall(self: Tables, game_id: int) -> Table | None:
        await going.wait()
        return await get(self, game_id)

    monkeypatch.setattr(Tables, "get", stall)
    return going


def failing_store(monkeypatch: pytest.MonkeyPatch, *, reading: bool = False) -> None:
    """Have the disk be full, or nothing readable either."""

    async def refuse(self: Store, *given: Any) -> Any:
        raise StorageFailed("The disk with the database is full.")

    monkeypatch.setattr(Store, "_write", refuse)
    if reading:
        monkeypatch.setattr(Store, "_read", refuse)


def stalled_studio(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Have no picture be drawn until the event that is given back is set."""
    going = asyncio.Event()
    for kind in KINDS:
        draw = getattr(Studio, kind)

        async def stall(self: Studio, picture: Any, draw: Any = draw, **how: Any) -> bytes:
            await going.wait()
            return await draw(self, picture, **how)

        monkeypatch.setattr(Studio, kind, stall)
    return going


def failing_studio(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no picture be drawn."""
    for kind in KINDS:

        async def fail(self: Studio, picture: Any, kind: str = kind, **how: Any) -> bytes:
            raise PictureError(kind)

        monkeypatch.setattr(Studio, kind, fail)


def late_studio(monkeypatch: pytest.MonkeyPatch, *kinds: str) -> asyncio.Event:
    """Have pictures of these kinds miss their time until the event that is given back is set."""
    going = asyncio.Event()
    for kind in kinds:
        draw = getattr(Studio, kind)

        async def miss(self: Studio, picture: Any, draw: Any = draw) -> bytes:
            if not going.is_set():
                raise TimeoutError
            return await draw(self, picture)

        monkeypatch.setattr(Studio, kind, miss)
    return going
