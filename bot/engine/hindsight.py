"""What a decision comes to with the cards as they really lay; called in worker processes, with plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.players import Player, RulePlayer, SearchPlayer
from bot.players.search import Effort
from bot.rules.cards import Card
from bot.rules.game import Game
from bot.rules.ruleset import Partners
from bot.rules.view import view

SHOOTING: Final = Effort(worlds=10, pass_worlds=0, seconds=None)
"""How much somebody searches who may be going for the moon: players by rules of thumb drop such a plan."""

Passes = Sequence[tuple[Card, ...] | None]


def come_to(
    game: Game, seat: int, tried: Sequence[tuple[Card, ...]], passes: Passes, shoots: bool
) -> list[int]:
    """What a decision comes to, for each of several ways to decide.

    From there on sound players play for everybody, the decider among them; the others pass what they really
    passed.

    Args:
        game: before the decision, hands open.
        seat: who decides.
        tried: the cards that are played, or those that are passed, in each of the ways.
        passes: what every seat passed in the deal, before or after that; None where nobody did.
        shoots: whether one of the ways goes for the moon.

    Returns:
        The points of the deal for the seat, in each of the ways; for both partners together where there are
        teams.
    """
    decider: Player = SearchPlayer("hindsight", SHOOTING) if shoots else RulePlayer()
    return [_come_to(game, seat, cards, passes, decider) for cards in tried]


def _come_to(game: Game, seat: int, cards: tuple[Card, ...], passes: Passes, decider: Player) -> int:
    if game.deal is not None and not game.deal.passing:
        game = game.play(seat, cards[0])
    for at, passed in enumerate(passes):
        if passed is not None and game.deal is not None and game.deal.passed[at] is None:
            game = game.pass_cards(at, cards if at == seat else passed)
    others = RulePlayer()
    while game.deal is not None and game.deal.turn is not None:
        turn = game.deal.turn
        player = decider if turn == seat else others
        game = game.play(turn, player.choose_play(view(game, turn)))
    points = game.result().points
    if game.ruleset.partners is Partners.NONE:
        return points[seat]
    return sum(points[each] for side in game.ruleset.sides if seat in side for each in side)
