"""What a review asks a worker for, beside an Expert's thought: shorter ones, and what a pass costs.

Each is a function of plain data, so that it can be called in another process.
"""

from __future__ import annotations

import zlib
from typing import Final

from bot.players.board import board
from bot.players.knowledge import know
from bot.players.playouts import Candidate, Playouts
from bot.players.search import Effort, Thought, think
from bot.players.worlds import hidden
from bot.rules.cards import Card, Cards
from bot.rules.view import View

QUICK: Final = Effort(worlds=40, pass_worlds=24, seconds=0.15)
"""How much a review looks at every decision; the worst are then looked at as an Expert does."""
PASS_WORLDS: Final = 80


def quick_thought(view: View, seed: int) -> Thought:
    """A short thought about a decision; raises as `think` does."""
    return think(view, seed, QUICK)


def compare_passes(
    view: View, seed: int, made: tuple[Card, ...], better: tuple[Card, ...], shoots: bool
) -> tuple[float, float]:
    """By how much one pass costs more than another in the same worlds.

    Args:
        view: of the seat, which is to pass.
        seed: of the lots.
        made: the one.
        better: the other.
        shoots: whether what that one keeps is for the moon.

    Returns:
        The mean difference, and its standard error.
    """
    seat, other = view.seat, Cards.of(better).mask
    passes = [Candidate(Cards.of(made).mask), Candidate(other, seat) if shoots else Candidate(other)]
    lots = zlib.crc32(f"{seed}/{view.public.number}/{seat}/{view.hand.mask}".encode())
    playouts = Playouts(board(view), hidden(know(view)), passes, lots, PASS_WORLDS)
    playouts.play((0, 1), PASS_WORLDS)
    return playouts.gap(0, 1)
