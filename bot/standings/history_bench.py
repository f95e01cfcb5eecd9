"""The benchmark of the history: how long a large server waits for a page of its games."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Final

from bot.engine.actions import (
    Action,
    By,
    Dealt,
    HostChanged,
    Opened,
    Passed,
    Played,
    Scored,
    SeatGivenToComputer,
    SeatTaken,
    Started,
)
from bot.engine.folding import apply, fold
from bot.engine.state import TableState
from bot.engine.table import rows
from bot.rules.cards import Cards
from bot.rules.ruleset import Ruleset
from bot.rules.shuffle import SECRET_BYTES
from bot.standings.history import PAGE_SIZE, History
from bot.store.filling import Begun, fill_actions, fill_games
from bot.store.records import GameStatus
from bot.store.store import Store

_RUNNING: Final = 20
"""So many of the latest games are being played."""
_CANCELLED_EVERY: Final = 20
_DIFFERENT: Final = 8
"""So many different games there are; every game that is asked for is one of them."""

Ask = Callable[[], Awaitable[object]]


async def history_questions(
    store: Store, server: int, players: int, games: int, rng: random.Random
) -> dict[str, Callable[[], Ask]]:
    """Put games into a database that has people but no games, and give questions about them by name.

    Only games that the questions come to have actions, all those of a game played to its end: the others
    are passed by unread.

    Args:
        store: the database.
        server: where the games are played.
        players: how many people have played; the first of them often, the last seldom.
        games: how many games there are.
        rng: what decides.
    """
    made = list(_games(server, players, games, rng))
    await fill_games(store, made)
    busiest = Counter(person for game in made for person in game.players).most_common(1)[0][0]
    pages = max(1, games // PAGE_SIZE)
    asked: dict[str, tuple[int | None, int]] = {
        "history first page": (None, 1),
        "history middle page": (None, pages // 2),
        "history last page": (None, pages + 1),
        "history of the busiest": (busiest, 1),
        "history of the busiest, last page": (busiest, pages + 1),
        "history of somebody": (players, 1),
    }
    whole = [rows(tuple(_whole_game(rng))) for _ in range(_DIFFERENT)]
    wanted: set[int] = set()
    for person, page in asked.values():
        found = await store.game_page(server, person, page, PAGE_SIZE)
        wanted |= {game.game_id for game in found.games}
    await fill_actions(store, dict(zip(sorted(wanted), itertools.cycle(whole), strict=False)), 1.0)
    history = History(store)
    return {
        name: lambda person=person, page=page: partial(history.page, server, person, page)
        for name, (person, page) in asked.items()
    }


def _games(server: int, players: int, games: int, rng: random.Random) -> Iterator[Begun]:
    people = range(1, players + 1)
    weights = list(itertools.accumulate(number**-0.5 for number in people))
    for game_id in range(1, games + 1):
        status = GameStatus.OVER if game_id % _CANCELLED_EVERY else GameStatus.CANCELLED
        if game_id > games - _RUNNING:
            status = GameStatus.PLAYING
        seated = tuple(sorted(set(rng.choices(people, cum_weights=weights, k=4))))
        yield Begun(game_id, server, status, float(game_id), seated)


def _whole_game(rng: random.Random) -> Iterator[Action]:
    """Every action of a game of one person and computers, played by lot to its end."""
    rules = Ruleset()
    before: tuple[Action, ...] = (
        Opened(1, 1, rules),
        HostChanged(1),
        SeatTaken(0, 1),
        *(SeatGivenToComputer(seat, "medium", seat) for seat in range(1, rules.players)),
        Started(0),
    )
    yield from before
    state = fold(before)
    while state.open:
        action = _next(state, rng)
        state = apply(state, action)
        yield action


def _next(state: TableState, rng: random.Random) -> Action:
    game, deal = state.game, state.deal
    assert game is not None
    if deal is None:
        return Dealt(rng.randbytes(SECRET_BYTES))
    if deal.over:
        return Scored(game.result())
    seat = state.awaited[0]
    if deal.passing:
        return Passed(
            seat, Cards.of(rng.sample(list(deal.hands[seat]), state.ruleset.pass_size)), By.COMPUTER
        )
    return Played(seat, rng.choice(list(deal.legal(seat))), By.COMPUTER)
