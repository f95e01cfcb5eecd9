"""What a worker process runs; it knows the rules and the players only.

Nothing of a question stays here for the next one: every answer depends on what it was asked alone.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from bot.players import compiled, make_player
from bot.players.search import Thought, think
from bot.players.search_player import EXPERT
from bot.rules import shuffle
from bot.rules.cards import Card
from bot.rules.game import Game
from bot.rules.ruleset import Ruleset
from bot.rules.view import View, view

NICE: Final = 10
"""So much a worker stands back for whoever answers people."""

P = ParamSpec("P")
T = TypeVar("T")


class ThinkingFailed(Exception):
    """A player failed: which error, and where. Its message is left out, as it may name a hidden card."""


def tell_failure(think: Callable[P, T]) -> Callable[P, T]:
    """Have a function raise nothing but `ThinkingFailed`, which can cross processes and be logged."""

    @wraps(think)
    def telling(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return think(*args, **kwargs)
        except Exception as error:
            places = "".join(traceback.format_tb(error.__traceback__)).rstrip()
            raise ThinkingFailed(f"{type(error).__name__}\n{places}") from None

    return telling


@tell_failure
def choose(level: str, seed: int, view: View) -> tuple[Card, ...]:
    """What a computer of the level passes, or the one card it plays.

    Args:
        level: one of `LEVELS`.
        seed: of its lots.
        view: what the seat knows; it is to pass or to play.

    Raises:
        ThinkingFailed: for an unknown level, or where the seat has nothing to decide.
    """
    player = make_player(level, seed)
    return player.choose_pass(view) if view.to_pass else (player.choose_play(view),)


@tell_failure
def expert_thought(view: View, seed: int) -> Thought:
    """What an Expert thinks, with the reasons.

    Raises:
        ThinkingFailed: where the seat has nothing to decide.
    """
    return think(view, seed, EXPERT)


def warm_up() -> bool:
    """Think once about a pass and a lead, which compiles what has to be compiled.

    Returns:
        Whether the search is compiled.
    """
    rules = Ruleset()
    game = Game(rules, 0).start_deal(shuffle.hands(bytes(shuffle.SECRET_BYTES), rules, 0))
    expert_thought(view(game, 0), 0)
    deal = game.deal
    while deal is not None and deal.passing:
        seat = next(seat for seat, passed in enumerate(deal.passed) if passed is None)
        game = game.pass_cards(seat, tuple(deal.hands[seat])[: rules.pass_size])
        deal = game.deal
    turn = None if deal is None else deal.turn
    if turn is not None:
        expert_thought(view(game, turn), 0)
    return compiled.available()
