"""What is remembered of small rows is what the database says."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.rules.ruleset import PRESETS
from bot.store import Store
from bot.store.errors import StorageFailed, StoreClosed
from bot.store.records import DeadlineRow, MessageRow, PanelRow, PreferencesRow, ServerRow
from bot.store.remembered import UNKNOWN, Kind, Remembered

Do = Callable[[Store, int], Awaitable[Any]]


def panel(game: int, person: int, token: str = "one") -> PanelRow:
    return PanelRow(game, 0, person, 5, token, "en", 1000.0)


def message(game: int, number: int = 5) -> MessageRow:
    return MessageRow(game, "table", 20, number, 1000.0, 1)


DUE = DeadlineRow(1, "turn", 0, 1060.0, "1.0")

READS: dict[str, Do] = {
    "person": lambda store, game: store.person(7, "ann"),
    "people": lambda store, game: store.people([1, 2]),
    "preferences": lambda store, game: store.preferences(1),
    "server": lambda store, game: store.server(10),
    "panel": lambda store, game: store.panel(game, 0),
    "message": lambda store, game: store.message(game, "table"),
    "deadlines": lambda store, game: store.deadlines(game),
}
"""What is remembered."""


CHANGES: list[tuple[str, Do]] = [
    ("people", lambda store, game: store.person(7, "anna")),
    ("people", lambda store, game: store.person(8, "ben")),
    ("people", lambda store, game: store.erase(1)),
    ("preferences", lambda store, game: store.save_preferences(PreferencesRow(1, confirm=True))),
    ("preferences", lambda store, game: store.erase(1)),
    ("server", lambda store, game: store.save_server(ServerRow(10, language="de"))),
    ("panel", lambda store, game: store.save_panel(panel(game, 1, "two"))),
    ("panel", lambda store, game: store.drop_panel(game, 0)),
    ("panel", lambda store, game: store.erase(1)),
    ("message", lambda store, game: store.save_message(message(game, 6))),
    ("message", lambda store, game: store.drop_message(game, "table")),
    ("deadlines", lambda store, game: store.set_deadline(replace(DUE, game_id=game, due_at=1090.0))),
    ("deadlines", lambda store, game: store.change_deadlines([replace(DUE, game_id=game)], [])),
    ("deadlines", lambda store, game: store.change_deadlines([], [replace(DUE, game_id=game, seat=2)])),
    ("deadlines", lambda store, game: store.clear_deadlines(game)),
    ("deadlines", lambda store, game: store.shift_deadlines(5.0)),
    ("deadlines", lambda store, game: store.shift_deadlines(5.0, ["turn"])),
]
"""What changes something of it."""


@pytest.fixture
async def filled(store: Store, game: int) -> int:
    """A game with a person at it, of whom there is a row of every kind."""
    person = (await store.person(7, "ann")).person_id
    assert person == 1
    await store.save_preferences(PreferencesRow(person, queue=True))
    await store.save_server(ServerRow(10))
    await store.save_panel(panel(game, person))
    await store.save_message(message(game))
    await store.set_deadline(replace(DUE, game_id=game))
    return game


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Grows whenever the database is asked."""
    asked: list[object] = []
    read = Store._read

    async def noted(self: Store, work: Any) -> Any:
        asked.append(work)
        return await read(self, work)

    monkeypatch.setattr(Store, "_read", noted)
    return asked


@pytest.mark.parametrize("what", READS)
async def test_the_database_is_asked_once(store: Store, filled: int, asked: list[object], what: str) -> None:
    first = await READS[what](store, filled)
    asked.clear()
    assert await READS[what](store, filled) == first
    if what == "people":
        # Of who is not there nothing is remembered: they may come.
        assert len(asked) == 1
        assert await store.people([1]) == first
    assert len(asked) == (what == "people")


@pytest.mark.parametrize("number", range(len(CHANGES)))
async def test_what_is_changed_is_read_anew(store: Store, filled: int, number: int) -> None:
    what, change = CHANGES[number]
    before = await READS[what](store, filled)
    await change(store, filled)
    after = await READS[what](store, filled)
    assert after != before
    store._remembered.forget(Kind)
    assert after == await READS[what](store, filled)


async def test_a_default_that_is_deleted_is_not_remembered(store: Store) -> None:
    preset = await store.save_preset(10, "ours", PRESETS["standard"])
    await store.save_server(ServerRow(10, preset=f"own:{preset.preset_id}"))
    assert (await store.server(10)).preset == f"own:{preset.preset_id}"
    await store.delete_preset(10, preset.preset_id)
    assert (await store.server(10)).preset == "standard"


async def test_an_erased_person_is_nobody_any_more(store: Store, filled: int) -> None:
    await store.people([1])
    await store.erase(1)
    assert await store.people([1]) == {}
    assert (await store.person(7, "ann")).person_id == 2


async def test_whoever_has_written_never_reads_what_was_before(store: Store) -> None:
    """However reads and writes of many tasks mix."""
    chance = random.Random(5)
    last = 0

    async def write(number: int) -> None:
        nonlocal last
        await store.save_server(ServerRow(10, min_games=number))
        last = max(last, number)
        assert (await store.server(10)).min_games >= number

    async def read() -> None:
        known = last
        assert (await store.server(10)).min_games >= known

    for turn in range(40):
        numbers = range(turn * 10, turn * 10 + 10)
        tasks = [asyncio.create_task(write(number)) for number in numbers]
        for _ in range(20):
            tasks.insert(chance.randrange(len(tasks) + 1), asyncio.create_task(read()))
        await asyncio.gather(*tasks)
        assert (await store.server(10)).min_games == numbers[-1]


async def test_where_a_write_is_given_up_its_row_is_read_anew(store: Store) -> None:
    assert (await store.server(10)).language is None
    writing = asyncio.create_task(store.save_server(ServerRow(10, language="de")))
    await asyncio.sleep(0)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert (await store.server(10)).language == "de"


async def test_where_nothing_could_be_stored_what_was_before_is_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await store.server(10)

    async def refuse(self: object, work: object) -> None:
        raise StorageFailed("The disk with the database is full.")

    monkeypatch.setattr(type(store._connection), "transact", refuse)
    with pytest.raises(StorageFailed):
        await store.save_server(ServerRow(10, language="de"))
    assert await store.server(10) == before


async def test_a_closed_store_remembers_nothing(store: Store) -> None:
    await store.server(10)
    await store.close()
    with pytest.raises(StoreClosed):
        await store.server(10)


def test_only_so_much_is_remembered() -> None:
    remembered = Remembered(most=3)
    for number in range(3):
        remembered.keep((Kind.SERVER, number), number)
    assert remembered.get((Kind.SERVER, 0)) == 0
    remembered.keep((Kind.SERVER, 3), None)
    assert remembered.get((Kind.SERVER, 1)) is UNKNOWN
    assert remembered.get((Kind.SERVER, 0)) == 0
    assert remembered.get((Kind.SERVER, 3)) is None
    remembered.forget([Kind.PANEL, (Kind.SERVER, 0)])
    assert remembered.get((Kind.SERVER, 0)) is UNKNOWN
    assert remembered.get((Kind.SERVER, 2)) == 2
