"""Tables nobody comes to any more: lobbies close, and games end as abandoned."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

from bot.engine.absences import Absences
from bot.engine.acts import Abandon
from bot.engine.faults import described
from bot.engine.log_context import being_about
from bot.engine.table import Unreadable
from bot.engine.tables import Tables
from bot.store.errors import StoreError
from bot.store.records import GameStatus
from bot.store.store import Store

log = logging.getLogger(__name__)

LOBBY_LIFE: Final = 3600.0
"""Seconds after which a lobby closes that has not started."""

GAME_LIFE: Final = 7 * 86400.0
"""Seconds after which a game ends as abandoned that nobody has touched."""


async def close_idle(store: Store, tables: Tables, absences: Absences, now: float) -> None:
    """Close lobbies and games nobody has come to for long; what goes wrong is logged.

    Args:
        store: knows when each was come to last.
        tables: all tables.
        absences: when nobody could play; that time does not count.
        now: the time, in Unix seconds.
    """
    absences.drop_before(GAME_LIFE, now)
    for status, life in ((GameStatus.LOBBY, LOBBY_LIFE), (GameStatus.PLAYING, GAME_LIFE)):
        try:
            idle = await _idle(store, absences, status, life, now)
        except StoreError as error:
            log.warning("idle tables could not be looked for: %s", error)
            continue
        for game_id in idle:
            with being_about(tables.numbered(game_id)):
                await _abandon(tables, game_id, now)


async def _idle(
    store: Store, absences: Absences, status: GameStatus, life: float, now: float
) -> Sequence[int]:
    """The games nobody has come to for so many seconds in which they could have."""
    since = {
        game_id: absences.idle_since(game_id, life, now)
        for game_id in await store.idle_games(status, now - life)
        if game_id not in absences
    }
    before = {at: {*await store.idle_games(status, at)} for at in {*since.values()}}
    return [game_id for game_id, at in since.items() if game_id in before[at]]


async def _abandon(tables: Tables, game_id: int, since: float) -> None:
    """End a game that was found idle at a time, unless somebody has come to it after that."""
    try:
        table = await tables.get(game_id)
        if table is not None and table.touched <= since:
            await table.act(Abandon(table.state.count))
    except Unreadable:
        log.debug("game %d is idle and cannot be read", game_id)
    except Exception as error:
        log.error("the idle game %d was not closed: %s", game_id, described(error))
