"""How a game ended for each person: a pure fold of the table's last state."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.engine.state import Computer, Person, Phase, TableState
from bot.rules.cards import QUEEN_OF_SPADES
from bot.store.tallies import GameKind, ResultRow


def month_of(at: float) -> str:
    """The month of a time, such as "2026-02".

    Args:
        at: Unix seconds; the month is that of UTC, so that it is the same for everybody in a server.
    """
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


def results_of(state: TableState, game_id: int, ended_at: float) -> tuple[ResultRow, ...]:
    """How the game ended for each person; nothing for one that is not over, was cancelled or abandoned.

    Computers have no result, but count where places are given. Whoever had left, so that a computer kept
    their seat at the end, is last, whatever became of it; its points count for them all the same, so that
    leaving saves nobody from the points of a bad deal.

    Args:
        state: after the last action.
        game_id: the game.
        ended_at: when that was, in Unix seconds.

    Returns:
        One row a person, by number.
    """
    if state.phase is not Phase.OVER or state.game is None:
        return ()
    seats: dict[int, int] = {}
    for seat, occupant in enumerate(state.seats):
        match occupant:
            case Person(number) | Computer(owner=int(number)):
                seats[number] = seat
            case _:
                pass
    kind = GameKind.PEOPLE if len(seats) > 1 else GameKind.ALONE
    rows: list[ResultRow] = []
    for person, seat in sorted(seats.items()):
        left = isinstance(state.seats[seat], Computer)
        points = [deal.score.points[seat] for deal in state.history]
        rows.append(
            ResultRow(
                person_id=person,
                server_id=state.server,
                kind=kind,
                game_id=game_id,
                ended_at=ended_at,
                month=month_of(ended_at),
                place=len(state.seats) if left else state.game.places[seat],
                won=not left and seat in state.game.winners,
                points=sum(points),
                deals=len(points),
                moons=sum(seat in deal.score.moon for deal in state.history),
                queens=sum(QUEEN_OF_SPADES in deal.deal.taken[seat] for deal in state.history),
                best_deal=min(points, default=None),
                worst_deal=max(points, default=None),
                left_early=left,
            )
        )
    return tuple(rows)
