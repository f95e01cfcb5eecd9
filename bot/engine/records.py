"""The record of a game in the engine: what anybody may download."""

from __future__ import annotations

from bot.engine.state import TableState
from bot.rules.record import Record, write_record


def record_of(state: TableState) -> str:
    """The text record of a game's finished deals; a running deal is left out, since its cards are hidden."""
    deals = ((done.deal, done.dealer, done.secret) for done in state.history)
    return write_record(Record.public(state.ruleset, deals))
