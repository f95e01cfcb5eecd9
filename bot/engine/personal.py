"""All that is stored about one person, as a text they can take with them.

One JSON object. Ids of Discord's are text, as many programs would round them as numbers; times are in UTC. Of
each game that names the person it has what they did there, and nothing of what anybody else did or held: a
game may be running.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Final, cast

from bot.engine.actions import (
    Action,
    Agreed,
    Cancelled,
    Claimed,
    HintsChosen,
    HostChanged,
    LevelChosen,
    MoonChosen,
    Opened,
    PaceChosen,
    Passed,
    Played,
    ReplacementWanted,
    RulesetChosen,
    SeatGivenToComputer,
    SeatKept,
    SeatLeft,
    SeatsShuffled,
    SeatsSwapped,
    SeatTaken,
    SeatTakenBack,
    Started,
    read,
)
from bot.engine.folding import apply_outline, fold
from bot.engine.state import Computer, Person, TableState
from bot.store.rated import RatedGame
from bot.store.records import NEVER, StoredRow
from bot.store.store import Store

FORMAT: Final = 1
"""The one format of these texts there is."""

_IDS: Final = frozenset(
    {"discord_id", "server_id", "channel_id", "parent_channel_id", "message_id", "server", "channel"}
)

_ByHost = (
    Opened
    | PaceChosen
    | LevelChosen
    | HintsChosen
    | RulesetChosen
    | SeatsSwapped
    | SeatsShuffled
    | SeatGivenToComputer
    | Started
)


async def personal_data(store: Store, person_id: int, now: float) -> str:
    """All that is stored about a person.

    Args:
        store: where.
        person_id: who, by number.
        now: the time, in Unix seconds.
    """
    found = await store.personal_rows(person_id)
    games: list[Mapping[str, Any]] = []
    for header in found.games:
        rows = await store.rows(header.game_id)
        mine, seat = await asyncio.to_thread(own_rows, rows, person_id)
        game = {
            **asdict(header),
            "host_person_id": person_id if header.host_person_id == person_id else None,
            "rated": _rated(found.rated.get(header.game_id), person_id),
            "actions": [_action(row) for row in mine],
        }
        if header.status.is_open and seat is not None:
            queued, deadlines = await store.queued(header.game_id), await store.deadlines(header.game_id)
            game["queued_cards"] = [asdict(each) for each in queued if each.seat == seat]
            game["deadlines"] = [asdict(each) for each in deadlines if each.seat == seat]
        games.append(game)
    data = {"format": FORMAT, "written_at": now, **found.tables, "games": games}
    return await asyncio.to_thread(lambda: json.dumps(_plain(data), ensure_ascii=False, indent=1) + "\n")


def own_rows(rows: Sequence[StoredRow], person_id: int) -> tuple[tuple[StoredRow, ...], int | None]:
    """What a person did in a game: by themselves, in their seat by their wish or the clock, or as its host.

    Args:
        rows: the game.
        person_id: who, by number.

    Returns:
        Their actions in order, and the seat that is theirs at the end, also one that a computer keeps for
        them. Of a game this program cannot read, what it can up to there.
    """
    own: list[StoredRow] = []
    state: TableState | None = None
    opening: list[StoredRow] = []
    for row in rows:
        try:
            action = read(row.row.kind, row.row.version, row.row.body)
            after = fold((action,)) if state is None else apply_outline(state, action)
        except Exception:
            break
        before, state = state or after, after
        if before.host is None and isinstance(action, _ByHost):
            # What a table is opened with comes before its first host is named.
            opening.append(row)
        elif _is_own(action, before, person_id):
            own += (*opening, row) if before.host is None and isinstance(action, HostChanged) else (row,)
    seat = None if state is None else state.seat_of(person_id)
    if state is not None and seat is None:
        seat = state.kept_for(person_id)
    return tuple(own), seat


def _is_own(action: Action, before: TableState, person: int) -> bool:
    match action:
        case HostChanged() | SeatTaken() | ReplacementWanted() | Agreed() | Cancelled():
            return action.person == person
        case SeatTakenBack(seat):
            return before.kept_for(person) == seat
        case Passed() | Played() | Claimed() | MoonChosen() | SeatKept() | SeatLeft():
            occupant = before.seats[action.seat]
            if isinstance(action, SeatLeft) and isinstance(occupant, Computer):
                return before.host == person
            return occupant == Person(person)
        case _:
            return isinstance(action, _ByHost) and before.host == person


def _rated(game: RatedGame | None, person: int) -> Mapping[str, Any] | None:
    """How a game ended for a person, as far as ratings follow from it."""
    for side in () if game is None else game.sides:
        for seat in side.seats:
            if seat.person == person:
                return {"place": side.place, "of": len(game.sides), "left": seat.left} if game else None
    return None


def _action(row: StoredRow) -> Mapping[str, Any]:
    return {
        "number": row.number,
        "done_at": row.at,
        "kind": row.row.kind,
        "version": row.row.version,
        "body": json.loads(row.row.body),
    }


def _plain(value: Any, name: str = "") -> Any:
    """As it is written: ids as text, times in words."""
    match value:
        case dict():
            items = cast("dict[str, Any]", value)
            return {key: _plain(each, key) for key, each in items.items()}
        case list() | tuple():
            return [_plain(each) for each in cast("Iterable[Any]", value)]
        case int() if name in _IDS:
            return str(value)
        case int() | float() if name.endswith("_at"):
            return None if value >= NEVER else datetime.fromtimestamp(value, UTC).isoformat()
        case _:
            return value
