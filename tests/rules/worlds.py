"""Other worlds: the same game for whoever cannot see the hidden cards."""

import random
from dataclasses import replace

from bot.rules.cards import ALL_CARDS, Cards
from bot.rules.game import Game


def other_world(game: Game, seat: int | None, rng: random.Random) -> Game:
    """Give the game with every card that is hidden from a seat (or from everybody) dealt another way."""
    running = game.deal
    assert running is not None
    hidden = [at for at in range(4) if at != seat]
    pool = [card for at in hidden for card in running.hands[at]]
    rng.shuffle(pool)
    held = list(running.hands)
    for at in hidden:
        size = len(held[at])
        held[at], pool = Cards.of(pool[:size]), pool[size:]
    dealt = list(running.dealt)
    passed = list(running.passed)
    giver = None if seat is None or running.passing else running.direction.source(seat, 4)
    for at in hidden:
        dealt[at] = held[at] if running.passing else Cards.of(rng.sample(ALL_CARDS, 13))
        if passed[at] is not None and at != giver:
            passed[at] = Cards.of(rng.sample(list(dealt[at]), 3))
    return replace(game, deal=replace(running, hands=tuple(held), dealt=tuple(dealt), passed=tuple(passed)))
