"""A deal that is over, as it was at its end."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.state import DealHistory, TableState
from bot.rules.game import Game
from bot.rules.shuffle import commitment
from bot.rules.view import public_view
from cogs.table_message import Scene


def final_scene(state: TableState, history: DealHistory) -> Scene:
    """The end of a finished deal, before it was scored."""
    assert state.game is not None
    game = replace(state.game, scores=state.game.scores[: history.number - 1], deal=history.deal)
    view = public_view(game)
    return Scene(view, view.tricks[-1], commitment(history.secret))


def game_after(state: TableState, history: DealHistory) -> Game:
    """The game as it was when a finished deal had just been scored."""
    assert state.game is not None
    return replace(state.game, scores=state.game.scores[: history.number], deal=None)
