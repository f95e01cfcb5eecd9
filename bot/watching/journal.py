"""The journal: what happens at tables, in the log. Kinds of actions and rules, and never a card."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bot.engine.actions import Action, kind_of
from bot.engine.acts import Act, Refused
from bot.engine.state import Phase
from bot.engine.table import Change, Table
from bot.store.errors import StoreError

log = logging.getLogger(__name__)


class Journal:
    """Writes down what happens at every table; an observer of tables."""

    def opened(self, table: Table, actions: Sequence[Action]) -> None:
        """A table was opened."""
        log.info("opened for %d", len(table.state.seats))
        self._actions(actions)

    def accepted(self, table: Table, change: Change, seconds: float) -> None:
        """An act is on disk."""
        self._actions(change.actions)
        log.debug("on disk after %.1f ms", 1000 * seconds)
        before, after = change.before.phase, change.after.phase
        if before is Phase.LOBBY and after is not Phase.LOBBY and after is not Phase.CANCELLED:
            log.info("started with %d people", len(change.after.persons))
        if before is not after and after is Phase.CANCELLED:
            log.info("cancelled")
        elif before is not after and after is Phase.OVER:
            log.info("over after %d deals", len(change.after.history))

    def refused(self, table: Table, act: Act, refused: Refused) -> None:
        """An act was refused."""
        log.debug("%s refused: %s", type(act).__name__, refused.rule)

    def failed(self, table: Table, act: Act, error: StoreError) -> None:
        """An act could not be stored; whoever tried it says why."""
        log.debug("%s not stored", type(act).__name__)

    def _actions(self, actions: Sequence[Action]) -> None:
        if log.isEnabledFor(logging.DEBUG):
            log.debug("%s", ", ".join(map(kind_of, actions)))
