"""Computer players: a view in, a card out."""

from bot.players.player import Player
from bot.players.rule_player import RulePlayer

__all__ = ["Player", "RulePlayer", "make_player"]


def make_player() -> Player:
    """The computer player that takes the empty seats."""
    return RulePlayer()
