"""Moments of a deal: when a trick was just taken, and the end of a deal that is over."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.state import DealHistory, TableState
from bot.rules.game import Game
from bot.rules.shuffle import commitment
from bot.rules.view import PublicView, public_view
from cogs.table_message import Scene


def taken_view(game: Game) -> PublicView:
    """The running deal as everybody saw it when its last trick was taken and nobody had led to the next.

    Raises:
        ValueError: between deals.
    """
    return public_view(game if game.deal is None else replace(game, deal=game.deal.before_lead))


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
