"""Observers are told how everything that is tried at a table comes out, and stand in nobody's way."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from bot.engine.actions import Action, kind_of
from bot.engine.acts import Act, Join, Leave, Refused, Start
from bot.engine.table import Change, Table
from bot.store.errors import StoreError
from tests.engine.faulty import FaultyStore
from tests.engine.tabletop import ANNA, BERT, EVE, open_table, tables_in

SECRET = "QS"


@dataclass
class Notes:
    """Writes down what it is told; fails at it where it is `clumsy`."""

    clumsy: bool = False
    told: list[str] = field(default_factory=list[str])

    def opened(self, table: Table, actions: Sequence[Action]) -> None:
        self._note(f"{table.game_id} opened: {' '.join(map(kind_of, actions))}")

    def accepted(self, table: Table, change: Change, seconds: float) -> None:
        assert 0 <= seconds < 60
        assert table.state is change.after
        self._note(f"{table.game_id} accepted: {' '.join(map(kind_of, change.actions))}")

    def refused(self, table: Table, act: Act, refused: Refused) -> None:
        self._note(f"{table.game_id} refused: {type(act).__name__}, {refused.rule}")

    def failed(self, table: Table, act: Act, error: StoreError) -> None:
        self._note(f"{table.game_id} failed: {type(act).__name__}, {error}")

    def _note(self, line: str) -> None:
        self.told.append(line)
        if self.clumsy:
            raise RuntimeError(SECRET)


async def test_they_are_told_of_everything(store: FaultyStore) -> None:
    tables, notes = tables_in(store), Notes()
    tables.observers = (notes,)
    table = await open_table(tables, ANNA, computers=2)
    await table.act(Join(BERT))
    await table.act(Join(EVE))
    await table.act(Start(BERT))
    store.failures = 1
    with pytest.raises(StoreError):
        await table.act(Leave(BERT))
    await table.act(Start(ANNA))
    assert notes.told == [
        "1 opened: opened host seat_taken seat_computer seat_computer",
        "1 accepted: seat_taken",
        "1 refused: Join, table_full",
        "1 refused: Start, not_host",
        "1 failed: Leave, the disk is full",
        "1 accepted: seats_shuffled started dealt",
    ]


async def test_one_that_fails_stops_nobody_and_is_told_in_the_log(
    store: FaultyStore, caplog: pytest.LogCaptureFixture
) -> None:
    tables, clumsy, notes = tables_in(store), Notes(clumsy=True), Notes()
    tables.observers = (clumsy, notes)
    heard: list[Change] = []
    tables.listeners = (lambda _, change: heard.append(change),)
    table = await open_table(tables, ANNA)
    assert isinstance(await table.act(Join(BERT)), Change)
    assert len(heard) == 1
    assert notes.told == clumsy.told
    assert len(notes.told) == 2
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert all(line.startswith("an observer of game 1 failed: RuntimeError") for line in lines)
    assert len(lines) == 2
    assert SECRET not in caplog.text
