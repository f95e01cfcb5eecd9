"""Computer players: a view in, a card out."""

from typing import Final

from bot.players.easy_player import EasyPlayer
from bot.players.player import Player
from bot.players.rule_player import RulePlayer
from bot.players.search_player import EXPERT, HARD, SearchPlayer

__all__ = ["LEVELS", "EasyPlayer", "Player", "RulePlayer", "SearchPlayer", "make_player"]

LEVELS: Final = ("easy", "medium", "hard", "expert")
"""The names of the levels, the weakest first."""


def make_player(level: str = "medium", seed: int = 0) -> Player:
    """A computer player.

    Args:
        level: one of `LEVELS`.
        seed: of its lots; the same seed and view give the same choice.

    Raises:
        ValueError: for an unknown level.
    """
    match level:
        case "easy":
            return EasyPlayer(seed)
        case "medium":
            return RulePlayer()
        case "hard":
            return SearchPlayer("hard", HARD, seed)
        case "expert":
            return SearchPlayer("expert", EXPERT, seed)
        case _:
            raise ValueError(f"no level {level!r}; there are {', '.join(LEVELS)}")
