"""Who has had everything about them erased just now: what they did before that makes nobody known again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import discord

from cogs.delivery import TOKEN_LIFE

_BITS_BELOW_TIME: Final = 22
"""Of one of Discord's ids; above are milliseconds: https://discord.com/developers/docs/reference#snowflakes"""

Interaction = discord.Interaction[Any]


class Erased(Exception):
    """Whoever typed or clicked has had everything about them erased since; nothing was done."""


class Erasures:
    """Erasures of the last minutes, by interactions: Discord numbers these in the order of time."""

    def __init__(self) -> None:
        self._last: dict[int, int] = {}

    @contextmanager
    def by(self, interaction: Interaction) -> Iterator[None]:
        """Whoever clicked is erased meanwhile; where that fails, all is as it was."""
        user, now = interaction.user.id, interaction.id
        # No interaction is answered for longer than its token lives.
        over = now - (int(TOKEN_LIFE * 1000) << _BITS_BELOW_TIME)
        self._last = {each: at for each, at in self._last.items() if at > over} | {user: now}
        try:
            yield
        except BaseException:
            self._last.pop(user, None)
            raise

    def refuse(self, interaction: Interaction) -> None:
        """Raise for what was typed or clicked before whoever did it was erased.

        Raises:
            Erased: as it says.
        """
        if interaction.id <= self._last.get(interaction.user.id, 0):
            raise Erased
