"""What a review asks a worker for, beside an Expert's thought: shorter ones, and what a pass costs.

Each is a function of plain data, so that it can be called in another process.
"""

from __future__ import annotations

import random
from typing import Final

from bot.players.board import board
from bot.players.kernel import NOBODY
from bot.players.knowledge import know
from bot.players.passing import cheapest_pass
from bot.players.search import Effort, Thought, run_kernel, think
from bot.players.worlds import deal_worlds, hidden
from bot.rules.cards import Card, Cards
from bot.rules.view import View

QUICK: Final = Effort(worlds=30, pass_worlds=12, seconds=0.15)
"""How much a review looks at every decision; the worst are then looked at as an Expert does."""
PASS_WORLDS: Final = 80


def quick_thought(view: View, seed: int) -> Thought:
    """A short thought about a decision; raises as `think` does."""
    return think(view, seed, QUICK)


def compare_passes(
    view: View, seed: int, made: tuple[Card, ...], better: tuple[Card, ...]
) -> tuple[float, float]:
    """By how much one pass costs more than another in the same worlds.

    Args:
        view: of the seat, which is to pass.
        seed: of the lots.
        made: the one.
        better: the other.

    Returns:
        The mean difference, and its standard error.
    """
    public, seat = view.public, view.seat
    players, size = public.players, public.ruleset.pass_size
    lots = random.Random(f"{seed}/{public.number}/{seat}/{view.hand.mask}")
    dealt = deal_worlds(hidden(know(view)), PASS_WORLDS, lots)
    worlds: tuple[list[int], list[int]] = ([], [])
    for at in range(0, len(dealt), players + 1):
        held = [*dealt[at : at + players]]
        passed = [
            0 if place == seat else cheapest_pass(Cards(held[place]), size).mask for place in range(players)
        ]
        held[seat] = view.hand.mask
        for flat, tried in zip(worlds, (Cards.of(made), Cards.of(better)), strict=True):
            passed[seat] = tried.mask
            for place in range(players):
                source = public.direction.source(place, players)
                flat.append(held[place] & ~passed[place] | passed[source])
            flat.append(dealt[at + players])
    table = board(view)
    costs = [run_kernel(table, flat, PASS_WORLDS, [NOBODY], [NOBODY])[0] for flat in worlds]
    differences = [one - other for one, other in zip(*costs, strict=True)]
    mean = sum(differences) / PASS_WORLDS
    spread = sum((each - mean) ** 2 for each in differences) / (PASS_WORLDS - 1)
    return mean, (spread / PASS_WORLDS) ** 0.5
