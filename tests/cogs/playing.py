"""Ways to play that need no thought, so that a secret fixes everything that happens in a deal."""

from collections.abc import Callable

from bot.rules.cards import QUEEN_OF_SPADES, Card, Cards, Suit

Way = Callable[[int, Cards, bool], Card]
"""Gives the card a seat plays of those it may, and whether it leads."""


def high_and_low(seat: int, legal: Cards, leads: bool) -> Card:
    """The first seat its highest card, the others their lowest."""
    del leads
    by_rank = sorted(legal, key=lambda card: card.rank)
    return by_rank[0 if seat else -1]


def dump(seat: int, legal: Cards, leads: bool) -> Card:
    """The queen of spades wherever it can be discarded, then hearts from the top; else the lowest card."""
    del seat
    discards = [card for card in legal if card == QUEEN_OF_SPADES or card.suit is Suit.HEARTS]
    if not leads and discards:
        return max(discards)
    return min(legal, key=lambda card: (card.rank, card.suit))


def hearts_first(seat: int, legal: Cards, leads: bool) -> Card:
    """Hearts are led wherever they may be; discards as with `dump`."""
    hearts = legal.in_suit(Suit.HEARTS)
    return hearts.highest if leads and hearts else dump(seat, legal, leads)
