"""Worlds as a search deals them."""

from __future__ import annotations

from bot.players import kernel
from bot.players.board import board
from bot.players.knowledge import know
from bot.players.worlds import hidden
from bot.rules.view import View


def worlds(
    known: View, count: int, pool: int = 2, suspect: int = kernel.NOBODY, doubt: int = 0
) -> list[list[int]]:
    """Worlds as a search of the view would deal them: the masks of the seats' hands and of the kitty."""
    table, unseen = board(known), hidden(know(known))
    cards, places, kinds = map(list[int], unseen.to_deal)
    lots, scratch = [7], [0] * kernel.SCRATCH
    dealt: list[list[int]] = []
    for _ in range(count):
        hands = [0] * (known.public.players + 1)
        kernel.sample(
            hands, list(unseen.fixed), list(unseen.room), cards, places, kinds, lots,
            list(table.plays), list(table.opening), list(table.rules), list(table.values),
            list(table.taken), known.seat, pool, suspect, doubt, scratch,
        )  # fmt: skip
        dealt.append(hands)
    return dealt
