"""History: what became of each game, who sat there, and that all of it follows from the actions."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.actions import Cancelled, Opened, read
from bot.engine.folding import apply_outline, fold
from bot.engine.state import Phase
from bot.engine.table import rows
from bot.rules.ruleset import PRESETS, Ruleset
from bot.standings import Ending, History
from bot.standings.history import CARD_KINDS
from bot.store import GameStatus, Row, Store
from tests.engine.corpus import games, rows_of
from tests.standings.games import (
    ANNA,
    BERT,
    CARL,
    DORA,
    ELSEWHERE,
    EVE,
    QUICK,
    SERVER,
    cancelled,
    kept,
    played,
    store_game,
)


@pytest.fixture
def history(store: Store) -> History:
    return History(store)


async def test_what_became_of_each(store: Store, history: History) -> None:
    finished = await store_game(store, played([ANNA, BERT], [(1, 2, 3, 30)]), 1000.0)
    ended = await store_game(store, cancelled([ANNA, BERT], BERT), 2000.0)
    abandoned = await store_game(store, cancelled([ANNA, CARL], None), 3000.0)
    page = await history.page(SERVER)
    assert [(game.game_id, game.ending, game.ended_at) for game in page.games] == [
        (abandoned, Ending.ABANDONED, 3000.0),
        (ended, Ending.CANCELLED, 2000.0),
        (finished, Ending.FINISHED, 1000.0),
    ]
    first = page.games[-1]
    assert first.state is not None
    assert first.state.game is not None
    assert first.begun_at == 940.0
    assert (first.state.game.totals, first.state.game.winners) == ((1, 2, 3, 30), (0,))
    assert page.games[1].state is not None
    assert page.games[1].state.ended_by == BERT


ENDED = {
    "a tie for the second place": (QUICK, (1, 12, 12, 30), (), (0,)),
    "totals below zero": (QUICK, (-30, 26, -31, -30), (), (2,)),
    "a computer wins": (QUICK, (9, 30, 4, 1), (), (3,)),
    "somebody left": (QUICK, (1, 2, 3, 30), (ANNA,), (0,)),
    "three": (PRESETS["three"], (50, 1, 100), (), (1,)),
    "five": (PRESETS["five"], (50, 1, 100, 60, 70), (), (1,)),
    "partners": (PRESETS["partners"], (1, 90, 2, 90), (), (0, 2)),
}


@pytest.mark.parametrize(("ruleset", "points", "left", "winners"), ENDED.values(), ids=ENDED.keys())
async def test_a_finished_game_is_shown_as_it_ended(
    ruleset: Ruleset,
    points: tuple[int, ...],
    left: tuple[int, ...],
    winners: tuple[int, ...],
    store: Store,
    history: History,
) -> None:
    """Whoever left is there as everybody else, and a computer that won has won."""
    game = await store_game(store, played([ANNA, BERT], [points], ruleset=ruleset, left=left))
    for page in (await history.page(SERVER), await history.page(SERVER, ANNA)):
        (past,) = page.games
        assert (past.game_id, past.ending) == (game, Ending.FINISHED)
        assert past.state is not None
        assert past.state.game is not None
        assert (past.state.game.totals, past.state.game.winners) == (points, winners)
        assert {*past.state.persons, *past.state.gone} >= {ANNA, BERT}
    assert (await history.page(ELSEWHERE)).count == 0


async def test_one_that_is_being_played(store: Store, history: History) -> None:
    actions = played([ANNA], [(20, 3, 2, 1)])
    game = await store.create_game(SERVER, 20, "en", rows(actions), 5.0)
    await store.append(game, len(actions) + 1, (), 6.0, GameStatus.PLAYING, [ANNA])
    [running] = (await history.page(SERVER, ANNA)).games
    assert (running.ending, running.begun_at, running.ended_at) == (Ending.RUNNING, 5.0, None)


async def test_one_that_was_given_up_as_nobody_could_read_it(store: Store, history: History) -> None:
    """It says so nowhere but in its header; and without the row in the way it can be read again."""
    actions = played([ANNA], [(20, 3, 2, 1)])
    for extra in ((), (Row("charged", 1, "{}"),)):
        game = await store.create_game(SERVER, 20, "en", (*rows(actions), *extra), 5.0)
        await store.append(game, len(actions) + len(extra) + 1, (), 6.0, GameStatus.CANCELLED, [ANNA])
    endings = [game.ending for game in (await history.page(SERVER)).games]
    assert endings == [Ending.UNREADABLE, Ending.ABANDONED]


async def test_a_list_is_somebodys_who_sat_there_when_it_began(store: Store, history: History) -> None:
    left = await store_game(store, played([ANNA, BERT], [(1, 2, 3, 30)], left=[BERT]))
    await store_game(store, played([CARL], [(1, 2, 3, 30)]))
    for person, found in ((ANNA, [left]), (BERT, [left]), (DORA, [])):
        assert [game.game_id for game in (await history.page(SERVER, person)).games] == found
    assert (await history.page(ELSEWHERE, ANNA)).count == 0
    assert (await history.page(SERVER)).count == 2


@pytest.mark.parametrize("path", games(), ids=lambda path: path.stem)
def test_without_cards_it_comes_to_the_same(path: Path) -> None:
    """Every game of the corpus: who sits there, what was scored and how it ended."""
    stored = [row for row, _ in rows_of(path) if row is not None]
    actions = [read(row.kind, row.version, row.body) for row in stored]
    whole = fold(actions)
    outline = fold(actions[:1])
    for action, row in zip(actions[1:], stored[1:], strict=True):
        if row.kind not in CARD_KINDS:
            outline = apply_outline(outline, action)
    assert (outline.seats, outline.phase, outline.ended_by) == (whole.seats, whole.phase, whole.ended_by)
    assert outline.secret is None
    assert outline.history == ()
    assert (outline.game is None) == (whole.game is None)
    if whole.game is not None:
        assert outline.game == replace(whole.game, deal=None)
    assert outline.open == (whole.phase in (Phase.LOBBY, Phase.PLAYING))


async def test_games_from_before_are_looked_at_once(path: Path, store: Store, history: History) -> None:
    await store_game(store, played([ANNA, BERT], [(1, 2, 3, 30)]))
    await store_game(store, cancelled([CARL], None))
    await store_game(store, (Opened(SERVER, 20, QUICK), Cancelled(None)))
    before = kept(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE games SET begun = NULL")
        connection.execute("DELETE FROM players")
    connection.close()
    assert await history.catch_up() == 3
    assert kept(path) == before
    assert await history.catch_up() == 0


async def test_rebuilt_it_is_what_was_kept(path: Path, store: Store, history: History) -> None:
    """Whatever stood there: wrong people, games that never began, and games that did and are missing."""
    first = await store_game(store, played([ANNA, BERT, EVE], [(1, 2, 3, 30)], left=[BERT]))
    await store_game(store, cancelled([CARL], CARL))
    await store_game(store, (Opened(SERVER, 20, QUICK), Cancelled(None)))
    before = kept(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE games SET begun = 1 - begun")
        connection.execute("DELETE FROM players")
        connection.execute("INSERT INTO players VALUES (?, ?, ?)", (DORA, SERVER, first))
    connection.close()
    assert kept(path) != before
    assert await history.rebuild() == 3
    assert kept(path) == before


async def test_who_has_been_erased_is_in_no_list(path: Path, store: Store, history: History) -> None:
    game = await store_game(store, played([ANNA, BERT], [(1, 2, 3, 30)]))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM people WHERE person_id = ?", (BERT,))
    connection.close()
    assert await store.players(game) == (ANNA,)
    await history.rebuild()
    assert await store.players(game) == (ANNA,)
    assert [each.game_id for each in (await history.page(SERVER)).games] == [game]
