"""Whether the bot is well: Discord is heard, the database takes what it is given, the loop is in time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from bot.store.errors import StoreError
from bot.watching.gateway import Gateway
from bot.watching.lag import LoopLag

DATABASE_LIMIT: Final = 2.0
"""Seconds the database has to answer."""

LAG_LIMIT: Final = 1.0
"""Seconds the event loop may have been late lately; clicks are to be answered within three."""


@dataclass(frozen=True)
class Health:
    """How the bot is.

    Attributes:
        problems: why it is not well, a sentence each.
        facts: what was looked at: numbers and words, nothing about anybody.
    """

    problems: tuple[str, ...]
    facts: dict[str, Any]

    @property
    def well(self) -> bool:
        """Whether there are no problems."""
        return not self.problems

    def to_json(self) -> dict[str, Any]:
        """All of it, as it is sent."""
        return {"well": self.well, "problems": list(self.problems), **self.facts}


async def examine(
    gateway: Gateway,
    lag: LoopLag,
    ask_database: Callable[[], Awaitable[object]],
    tables: Callable[[], int],
) -> Health:
    """Look at everything.

    Args:
        gateway: the connections to Discord.
        lag: how late the event loop is.
        ask_database: has the database answer any question; raises where it cannot, or stored nothing lately.
        tables: counts the open tables.
    """
    problems: list[str] = []
    if not gateway.ready:
        problems.append("Discord has not been heard yet.")
    elif gateway.lost:
        problems.append(f"Discord has not been heard for {gateway.lost_for:.0f} s.")
    began = time.perf_counter()
    answered: float | None = None
    try:
        async with asyncio.timeout(DATABASE_LIMIT):
            await ask_database()
        answered = round(time.perf_counter() - began, 4)
    except TimeoutError:
        problems.append(f"The database has not answered within {DATABASE_LIMIT:.0f} s.")
    except StoreError as error:
        problems.append(str(error))
    except Exception as error:
        problems.append(f"The database does not answer: {type(error).__name__}.")
    if lag.worst > LAG_LIMIT:
        problems.append(f"The event loop was {lag.worst:.1f} s late.")
    return Health(
        tuple(problems),
        {
            "gateway": "ready"
            if gateway.ready and not gateway.lost
            else "lost"
            if gateway.lost
            else "starting",
            "database_seconds": answered,
            "loop_lag_seconds": round(lag.worst, 4),
            "open_tables": tables(),
        },
    )
