"""Other worlds: the same game for whoever cannot see the hidden cards."""

import random
from dataclasses import replace

from bot.rules.cards import NO_CARDS, Cards
from bot.rules.game import Game
from bot.rules.shuffle import deck


def other_world(game: Game, seat: int | None, rng: random.Random) -> Game:
    """Give the game with every card that is hidden from a seat (or from everybody) dealt another way.

    What a kitty holds is hidden from everybody until the first trick is taken.
    """
    running = game.deal
    assert running is not None
    players = len(running.hands)
    hidden = [at for at in range(players) if at != seat]
    face_down = running.kitty if not running.tricks and running.claimed is None else NO_CARDS
    pool = [card for at in hidden for card in running.hands[at]] + list(face_down)
    rng.shuffle(pool)
    held = list(running.hands)
    for at in hidden:
        size = len(held[at])
        held[at], pool = Cards.of(pool[:size]), pool[size:]
    dealt = list(running.dealt)
    passed = list(running.passed)
    giver = None if seat is None or running.passing else running.direction.source(seat, players)
    for at in hidden:
        size = len(running.dealt[at])
        dealt[at] = held[at] if running.passing else Cards.of(rng.sample(deck(game.ruleset), size))
        if passed[at] is not None and at != giver:
            passed[at] = Cards.of(rng.sample(list(dealt[at]), 3))
    other = replace(running, hands=tuple(held), dealt=tuple(dealt), passed=tuple(passed))
    return replace(game, deal=replace(other, kitty=Cards.of(pool) if face_down else running.kitty))
