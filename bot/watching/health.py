"""Whether the bot is well: Discord is heard, the database takes what it is given, the loop is in time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from bot.store.errors import StoreError
from bot.watching.gateway import Gateway
from bot.watching.lag import LoopLag

DATABASE_LIMIT: Final = 2.0
"""Seconds the database has to answer."""

LAG_LIMIT: Final = 1.0
"""Seconds the event loop may have been late lately; clicks are to be answered within three."""


UNHEARD_LIMIT: Final = 90.0
"""Seconds for which messages may be sent in vain."""

CLOSED_LIMIT: Final = 60.0
"""Seconds for which Discord may have asked to be sent nothing; usual limits are over in a few."""


class Sending(Protocol):
    """What is sent to Discord beside answers."""

    @property
    def unheard_for(self) -> float:
        """For how many seconds everything was sent in vain."""
        ...

    def closed_for(self, place: Hashable, *, exempt: bool = False) -> float:
        """For how many seconds nothing is to be sent: in a place, or anywhere if None."""
        ...


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
    sending: Sending | None = None,
) -> Health:
    """Look at everything.

    Args:
        gateway: the connections to Discord.
        lag: how late the event loop is.
        ask_database: has the database answer any question; raises where it cannot, or stored nothing lately.
        tables: counts the open tables.
        sending: what is sent to Discord; not looked at if None.
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
    if sending is not None and sending.unheard_for > UNHEARD_LIMIT:
        problems.append(f"No message has reached Discord for {sending.unheard_for:.0f} s.")
    if sending is not None and (closed := sending.closed_for(None)) > CLOSED_LIMIT:
        problems.append(f"Discord has asked to be sent no messages for {closed:.0f} s.")
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
