"""Absence: who may have their seat given away, because the table has waited for them long enough."""

from __future__ import annotations

from typing import Final

from bot.engine.state import Phase
from bot.engine.table import Table

PATIENCE: Final = 5 * 60
"""Seconds without an act after which somebody counts as absent where no clock says so."""


def keeps_waiting(table: Table, person: int, now: float) -> bool:
    """Whether the table has been waiting for a person for half of a turn, or for minutes without a clock.

    Args:
        table: the table.
        person: the person, by number.
        now: Unix seconds.
    """
    return _stuck(table, now) and table.state.seat_of(person) in table.state.awaited


def is_absent(table: Table, person: int, now: float) -> bool:
    """Whether a person counts as absent.

    In a game that is who keeps the table waiting, and the host who does nothing about one that waits; in the
    lobby, who has not done anything for some minutes. Arguments as for `keeps_waiting`.
    """
    state = table.state
    quiet = now - table.acted(person) >= _patience(table)
    if state.phase is Phase.LOBBY:
        return quiet
    idle_host = person == state.host and quiet and _stuck(table, now)
    return idle_host or keeps_waiting(table, person, now)


def _stuck(table: Table, now: float) -> bool:
    return now - table.waiting_since >= _patience(table)


def _patience(table: Table) -> float:
    turn = table.state.pace.turn
    return PATIENCE if turn is None or table.state.phase is Phase.LOBBY else turn / 2
