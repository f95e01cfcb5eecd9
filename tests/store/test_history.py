"""Games that have begun, in pages: those being played first, then the others, the newest first."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest

from bot.store import GamePage, GameStatus, Row, Store
from tests.store.samples import rows

SERVER, ELSEWHERE = 10, 11
OVER, PLAYING, CANCELLED = GameStatus.OVER, GameStatus.PLAYING, GameStatus.CANCELLED

_channels = itertools.count(100)


@pytest.fixture(autouse=True)
async def people(store: Store) -> None:
    """The persons 1, 2 and 3."""
    for number in (1, 2, 3):
        assert (await store.person(1000 + number, "?")).person_id == number


async def begun(store: Store, players: Iterable[int], status: GameStatus = OVER, server: int = SERVER) -> int:
    """A game these people sat at when it began, and what it is now."""
    game = await store.create_game(server, next(_channels), "en", rows(1, "opened"), 1.0)
    await store.append(game, 2, rows(1, "started"), 2.0, PLAYING, players)
    if status is not PLAYING:
        await store.append(game, 3, rows(1, "ended"), 3.0, status)
    return game


def ids(page: GamePage) -> list[int]:
    """The numbers of the games on a page."""
    return [game.game_id for game in page.games]


async def test_those_being_played_come_first(store: Store) -> None:
    first = await begun(store, [1], PLAYING)
    second = await begun(store, [1, 2])
    third = await begun(store, [2], CANCELLED)
    fourth = await begun(store, [3], PLAYING)
    assert ids(await store.game_page(SERVER, None, 1, 9)) == [fourth, first, third, second]
    assert ids(await store.game_page(SERVER, 1, 1, 9)) == [first, second]
    assert ids(await store.game_page(SERVER, 2, 1, 9)) == [third, second]
    assert ids(await store.game_page(SERVER, 99, 1, 9)) == []


@pytest.mark.parametrize("person", [None, 1])
@pytest.mark.parametrize("running", [0, 1, 4])
@pytest.mark.parametrize("ended", [0, 1, 2, 7])
async def test_pages_have_every_game_once(store: Store, person: int | None, running: int, ended: int) -> None:
    """Also where those being played end in the middle of a page, and from both halves of the list."""
    over = [await begun(store, [1]) for _ in range(ended)]
    playing = [await begun(store, [1, 2], PLAYING) for _ in range(running)]
    expected = [*reversed(playing), *reversed(over)]
    pages = [await store.game_page(SERVER, person, number, 3) for number in range(1, 6)]
    for number, page in enumerate(pages, 1):
        assert (page.count, page.pages) == (len(expected), max(1, -(-len(expected) // 3)))
        assert page.number == min(number, page.pages)
        assert ids(page) == expected[3 * page.number - 3 : 3 * page.number]
    assert await store.game_page(SERVER, person, 0, 3) == pages[0]


async def test_a_table_that_never_began_is_no_game(store: Store) -> None:
    lobby = await store.create_game(SERVER, next(_channels), "en", rows(1, "opened"), 1.0)
    closed = await store.create_game(SERVER, next(_channels), "en", rows(1, "opened"), 1.0)
    await store.append(closed, 2, rows(1, "cancelled"), 2.0, CANCELLED)
    assert (await store.game_page(SERVER, None, 1, 9)).count == 0
    assert await store.games_not_looked_at() == ()
    assert await store.players(lobby) == ()


async def test_two_servers_never_see_each_other(store: Store) -> None:
    here, there = await begun(store, [1]), await begun(store, [1], server=ELSEWHERE)
    assert ids(await store.game_page(SERVER, 1, 1, 9)) == [here]
    assert ids(await store.game_page(ELSEWHERE, 1, 1, 9)) == [there]
    assert ids(await store.game_page(ELSEWHERE, None, 1, 9)) == [there]


async def test_who_sat_there_can_be_replaced(store: Store) -> None:
    one, other = await begun(store, [1, 2]), await begun(store, [3])
    await store.replace_players({one: [2, 3]})
    assert await store.players(one) == (2, 3)
    assert await store.players(other) == ()
    assert await store.games_not_looked_at() == (other,)
    await store.save_players({other: None})
    assert await store.games_not_looked_at() == ()
    assert ids(await store.game_page(SERVER, None, 1, 9)) == [one]


async def test_whoever_is_not_known_is_left_out(store: Store) -> None:
    assert await store.players(await begun(store, [1, 77])) == (1,)


async def test_actions_but_for_some_kinds(store: Store) -> None:
    game = await begun(store, [1])
    found = await store.rows_but([game, 999], ["opened", "ended"])
    assert [row.number for row in found[game]] == [2]
    assert found[game][0].row == Row("started", 1, '{"ply": 0}')
    assert found[999] == ()
