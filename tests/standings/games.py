"""Hand-made games: their deals are what a test says, and no card is played in them."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bot.engine.actions import (
    Action,
    Cancelled,
    Dealt,
    HostChanged,
    Opened,
    Scored,
    SeatGivenToComputer,
    SeatKept,
    SeatTaken,
    Started,
    Why,
)
from bot.engine.folding import fold
from bot.engine.state import TableState
from bot.engine.table import rows
from bot.rules.cards import QUEEN_OF_SPADES, Cards
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import DealScore
from bot.store import GameStatus, Store, own_preset

SERVER, ELSEWHERE = 10, 11
ANNA, BERT, CARL, DORA, EVE = 1, 2, 3, 4, 5
NAMES = ("Anna", "Bert", "Carl", "Dora", "Eve")

QUICK = Ruleset(limit=25)

Points = tuple[int, ...]
Deals = Sequence[Points | DealScore]


async def make_people(store: Store) -> None:
    """Make the people of the tests, with the numbers they have above, and have their quick games count."""
    for number, name in enumerate(NAMES, 1):
        person = await store.person(1000 + number, name)
        assert person.person_id == number
    for server in (SERVER, ELSEWHERE):
        await count_quick_games(store, server)


async def count_quick_games(store: Store, server: int) -> None:
    """Have games by the rules that `played` has of itself count in a server, beside those that do."""
    if await store.ruleset_of(server, "Quick") is None:
        preset = await store.save_preset(server, "Quick", QUICK)
        row = await store.server(server)
        await store.save_server(replace(row, counted=(*row.counted, own_preset(preset.preset_id))))


def played(
    people: Sequence[int],
    deals: Deals,
    *,
    left: Sequence[int] = (),
    server: int = SERVER,
    ruleset: Ruleset = QUICK,
    rated: bool = True,
) -> tuple[Action, ...]:
    """Give a game in which these people sit first and computers sit in the other seats.

    Args:
        people: by seat.
        deals: the points of each deal, by seat.
        left: those of them who leave before the first card, so that computers keep their seats.
        server: where.
        ruleset: by which rules.
        rated: whether it is where more than one of them play.
    """
    return (
        Opened(server, 20, ruleset),
        HostChanged(people[0]),
        *(SeatTaken(seat, person) for seat, person in enumerate(people)),
        *(
            SeatGivenToComputer(seat, "normal", seat - len(people))
            for seat in range(len(people), ruleset.players)
        ),
        Started(0, rated and len(people) > 1),
        *(SeatKept(people.index(person), "normal", person, Why.LEFT) for person in left),
        *scored(deals),
    )


def scored(deals: Deals) -> Iterator[Action]:
    """Give deals that came to these points, by seat: two actions for each."""
    for number, score in enumerate(deals):
        yield Dealt(bytes([number]) * 32)
        yield Scored(score if isinstance(score, DealScore) else DealScore(score))


def cancelled(people: Sequence[int], by: int | None) -> tuple[Action, ...]:
    """Give a game that one of these people ended after a deal; None where everybody had left."""
    return (*played(people, [(20, 3, 2, 1)]), Cancelled(by))


def with_queens(state: TableState, *takers: int) -> TableState:
    """Give the state with the queen of spades taken by these seats, deal by deal."""
    queen = Cards.of([QUEEN_OF_SPADES])
    history = tuple(
        replace(
            done,
            deal=replace(
                done.deal, taken=tuple(queen if seat == taker else Cards.of([]) for seat in range(4))
            ),
        )
        for done, taker in zip(state.history, takers, strict=True)
    )
    return replace(state, history=history)


async def store_game(store: Store, actions: Sequence[Action], ended_at: float = 1000.0) -> int:
    """Store a game that has ended.

    Returns:
        Its number.
    """
    state = fold(actions)
    status = GameStatus(state.phase.value)
    assert not status.is_open
    game = await store.create_game(state.server, 20, "en", rows(actions[:-1]), ended_at - 60)
    begun = None if state.game is None else (*state.persons, *state.gone)
    await store.append(game, len(actions), rows(actions[-1:]), ended_at, status, begun)
    return game


def kept(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything in the derived tables, and which games it is derived from."""
    connection = sqlite3.connect(path)
    questions = {
        "results": "SELECT * FROM results ORDER BY game_id, person_id",
        "totals": "SELECT * FROM totals ORDER BY server_id, kind, period, person_id",
        "rated_games": "SELECT * FROM rated_games ORDER BY game_id",
        "folded": "SELECT game_id, folded FROM games ORDER BY game_id",
        "players": "SELECT * FROM players ORDER BY person_id, game_id",
        "begun": "SELECT game_id, begun FROM games ORDER BY game_id",
    }
    found = {name: connection.execute(sql).fetchall() for name, sql in questions.items()}
    connection.close()
    return found
