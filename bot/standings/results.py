"""How a game ended for each person: a pure fold of the table's last state."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from bot.engine.state import Person, Phase, TableState
from bot.rules.cards import QUEEN_OF_SPADES
from bot.store.tallies import GameKind, ResultRow

NOBODY: Final[frozenset[int]] = frozenset()


def month_of(at: float) -> str:
    """The month of a time, such as "2026-02".

    Args:
        at: Unix seconds; the month is that of UTC, so that it is the same for everybody in a server.
    """
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


def results_of(
    state: TableState, game_id: int, ended_at: float, left: frozenset[int] = NOBODY
) -> tuple[ResultRow, ...]:
    """How the game ended for each person; nothing for one that is not over, was cancelled or abandoned.

    Computers have no result, but count where places are given. Whoever left is last, whatever became of
    their seat; its points still count for them while the state says that it is theirs, so that leaving saves
    nobody from the points of a bad deal. One whose seat is no longer known has no deals in this game.

    Args:
        state: after the last action.
        game_id: the game.
        ended_at: when that was, in Unix seconds.
        left: the numbers of the people who left the game before its end.

    Returns:
        One row a person, by number.
    """
    if state.phase is not Phase.OVER or state.game is None:
        return ()
    seats: dict[int, int | None] = dict.fromkeys(left)
    for seat, occupant in enumerate(state.seats):
        if isinstance(occupant, Person):
            seats[occupant.number] = seat
    kind = GameKind.PEOPLE if len(seats) > 1 else GameKind.ALONE
    rows: list[ResultRow] = []
    for person, seat in sorted(seats.items()):
        gone = seat is None or person in left
        deals = () if seat is None else state.history
        points = [] if seat is None else [deal.score.points[seat] for deal in deals]
        rows.append(
            ResultRow(
                person_id=person,
                server_id=state.server,
                kind=kind,
                game_id=game_id,
                ended_at=ended_at,
                month=month_of(ended_at),
                place=len(state.seats) if seat is None or gone else state.game.places[seat],
                won=not gone and seat in state.game.winners,
                points=sum(points),
                deals=len(deals),
                moons=sum(seat in deal.score.moon for deal in deals),
                queens=sum(seat is not None and QUEEN_OF_SPADES in deal.deal.taken[seat] for deal in deals),
                best_deal=min(points, default=None),
                worst_deal=max(points, default=None),
                left_early=gone,
            )
        )
    return tuple(rows)
