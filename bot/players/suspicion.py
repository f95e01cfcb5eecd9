"""What plays suggest of the hidden cards, beyond what they prove: weights for dealing worlds."""

from __future__ import annotations

from typing import Final

from bot.players.knowledge import Knowledge
from bot.rules.cards import QUEEN_OF_SPADES, Suit

WOULD_HAVE_GONE: Final = 0.1
"""How likely the queen is in a hand that let a chance to be rid of her pass."""
LED_SPADES: Final = 0.25
"""How likely she is in a hand that led spades below her."""


def weights(known: Knowledge) -> dict[int, list[float]]:
    """For cards by their index, how likely they are in each seat, and last in the kitty, beside another.

    A seat that could have thrown the queen of spades on somebody's trick and did not, or that led spades,
    seldom has her.
    """
    if not known.queen_outstanding:
        return {}
    public = known.view.public
    queen = [1.0] * (public.players + 1)
    for number, trick in enumerate((*public.tricks, public.trick)):
        led = trick.led
        best = trick.plays[0].card if trick.plays else None
        for at, play in enumerate(trick.plays):
            assert best is not None
            if at == 0:
                if led is Suit.SPADES and play.card < QUEEN_OF_SPADES:
                    queen[play.seat] *= LED_SPADES
                continue
            discards = play.card.suit is not led and (number or public.ruleset.points_on_first_trick)
            under = led is Suit.SPADES and play.card.suit is led and best > QUEEN_OF_SPADES
            if (discards or under) and play.card != QUEEN_OF_SPADES:
                queen[play.seat] *= WOULD_HAVE_GONE
            if play.card.suit is led and play.card > best:
                best = play.card
    return {QUEEN_OF_SPADES.index: queen} if any(each < 1.0 for each in queen) else {}
