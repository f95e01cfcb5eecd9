"""What the clock has done at tables: mentions, and looking up who may have left the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.state import Person
from bot.engine.table import Table
from cogs.members import in_server
from cogs.prompts import Prompts

if TYPE_CHECKING:
    from bot.app import HeartsBot


class Attendant:
    """Does for the clock what needs Discord."""

    def __init__(self, bot: HeartsBot, prompts: Prompts) -> None:
        self._bot = bot
        self._prompts = prompts

    async def remind(self, table: Table, seats: tuple[int, ...], *, again: bool) -> None:
        """Mention who is overdue; `again` where they have been mentioned before."""
        del seats
        self._prompts.remind(table, again=again)

    async def has_left(self, table: Table, seat: int) -> bool:
        """Whether the person in the seat has left the server: that one member is looked up.

        Without an answer from Discord nobody is said to have left.
        """
        occupant = table.state.seats[seat]
        if not isinstance(occupant, Person):
            return False
        people = await self._bot.store.people([occupant.number])
        guild = self._bot.get_guild(table.state.server)
        if guild is None or occupant.number not in people:
            return False
        return await in_server(self._bot.traffic, guild, people[occupant.number].discord_id) is False
