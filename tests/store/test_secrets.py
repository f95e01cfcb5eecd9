"""Tokens and hidden cards reach no log line, no repr and no error."""

import asyncio
import logging
import traceback
from collections.abc import Awaitable

import pytest

from bot.store import PanelRow, QueuedRow, Row, StorageFailed, Store, StoredRow, StoreError

TOKEN = "aW50ZXJhY3Rpb246sECRET"
SECRET = "5e1fc0deb00c"


def test_reprs() -> None:
    panel = PanelRow(1, 2, 3, 4, TOKEN, "de", 5.0)
    assert TOKEN not in f"{panel!r} {panel} {[panel]}"
    assert "message_id=4" in repr(panel)
    row = Row("dealt", 1, f'{{"secret": "{SECRET}"}}')
    assert SECRET not in f"{row!r} {row} {StoredRow(1, 2.0, row)!r}"
    assert "dealt" in repr(row)
    queued = QueuedRow(1, 2, 3, "QS")
    assert "QS" not in f"{queued!r} {queued} {[queued]}"
    assert "seat=2" in repr(queued)


async def test_logs_and_errors(
    store: Store, game: int, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    loop = asyncio.get_running_loop()
    loop.set_debug(True)
    loop.slow_callback_duration = 0.0  # every callback is logged as a slow one
    caplog.set_level(logging.DEBUG)
    ann = await store.person(1001, "Ann")
    panel = PanelRow(game, 0, ann.person_id, 500, TOKEN, "de", 5.0)
    dealt = Row("dealt", 1, f'{{"secret": "{SECRET}"}}')
    broken = Row("dealt", 1, f'{{"secret": "{SECRET}"')
    await store.save_panel(panel)
    assert await store.save_panel(panel) == panel
    assert await store.panel(game, 0) == panel
    assert await store.panels(game) == (panel,)
    await store.append(game, 2, [dealt], 6.0)
    assert (await store.rows(game))[-1].row == dealt

    calls: list[Awaitable[object]] = [
        store.append(game, 3, [broken], 6.0),
        store.append(game, 1, [dealt], 6.0),
        store.append(game + 1, 1, [dealt], 6.0),
        store.create_game(1, 1, "en", [broken], 6.0),
        store.save_panel(PanelRow(game, 1, 99, 500, TOKEN, "de", 5.0)),
        store.save_panel(PanelRow(game + 1, 1, 1, 500, TOKEN, "de", 5.0)),
        store.save_panel(PanelRow(game, TOKEN, 1, 500, TOKEN, "de", 5.0)),  # type: ignore[arg-type]
    ]
    told: list[str] = []
    for call in calls:
        with pytest.raises(StoreError) as caught:
            await call
        told += [str(caught.value), repr(caught.value), *traceback.format_exception(caught.value)]
    told += [caplog.text, *capfd.readouterr()]
    assert "aiosqlite" in caplog.text
    assert "asyncio" in caplog.text
    assert TOKEN not in "".join(told)
    assert SECRET not in "".join(told)


async def test_a_value_that_cannot_be_stored(store: Store, game: int) -> None:
    with pytest.raises(StorageFailed) as caught:
        await store.set_value("key", [TOKEN])  # type: ignore[arg-type]
    assert TOKEN not in "".join(traceback.format_exception(caught.value))
