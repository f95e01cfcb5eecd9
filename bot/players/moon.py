"""One seat taking every point: seen coming in another seat, and carried through in the own."""

from __future__ import annotations

from typing import Final

from bot.players.danger import followers_by_round
from bot.players.knowledge import Knowledge
from bot.rules.cards import HEARTS, QUEEN_OF_SPADES, SUIT_MASKS, Card, Cards, Suit

WITH_QUEEN: Final = (0.16, 0.26, 0.36, 0.46, 0.56)
"""How often a seat takes every point that alone has the queen of spades and 0, 1, 2, 3, 4 or more of thirteen
hearts, where nobody minds: counted in deals among players of this kind."""
HEARTS_ALONE: Final = (0.0, 0.13, 0.26, 0.39, 0.52, 0.6)
"""The same where it has hearts alone, the queen being out."""
LOSERS_ALLOWED: Final = 2
"""With how many cards that may lose a trick a moon is still tried: few keep just the right cards."""
LOSERS_ALLOWED_WITH_QUEEN: Final = 4
"""The same once the queen is taken, which is half the way."""
CLEARED: Final = 0.6
"""Fewer cards of a suit than this, expected in all other hands, count as none."""


def collector(know: Knowledge) -> int | None:
    """The seat that has taken every point so far; None where no seat or more than one has points."""
    points = know.penalties
    total = sum(points)
    return points.index(total) if total and total in points else None


def threat(know: Knowledge) -> float:
    """The chance, 0 to 1, that another seat is about to shoot the moon."""
    seat = collector(know)
    if seat is None or seat == know.view.seat:
        return 0.0
    taken = know.view.public.taken[seat]
    hearts = len(taken & HEARTS)
    chances = WITH_QUEEN if QUEEN_OF_SPADES in taken else HEARTS_ALONE
    return max(chances[min(hearts, len(chances) - 1)], hearts / len(HEARTS))


def collects(know: Knowledge, card: Card, take: float) -> float:
    """The chance, 0 to 1, that the lone collector takes the running trick if we play the card.

    Args:
        know: what is known; another seat is the collector.
        card: the card.
        take: the chance that it takes the trick.
    """
    seat = collector(know)
    trick = know.view.public.trick
    if seat in know.to_follow:
        best = card if trick.winning is None else trick.winning.card
        if card.suit is best.suit and card > best:
            best = card
        return 1.0 - know.lacks(seat, know.above(best))
    return 1.0 - take if seat is not None and trick.taker == seat else 0.0


def moon_play(know: Knowledge) -> Card | None:
    """The card that keeps a moon of our own going; None where there is none to go for, which is the rule.

    Our own moon is on while nobody else has a point, this trick can be taken for certain, and hardly any of
    the cards left would lose a trick.
    """
    view = know.view
    public = view.public
    penalties = know.penalties
    if penalties[view.seat] != sum(penalties):
        return None
    card = _sure_lead(know) if public.trick.winning is None else _sure_take(know)
    if card is None:
        return None
    allowed = LOSERS_ALLOWED_WITH_QUEEN if QUEEN_OF_SPADES in public.taken[view.seat] else LOSERS_ALLOWED
    left = view.hand if public.trick.winning is None else view.hand - Cards.of([card])
    return card if losers(know, left) <= allowed else None


def losers(know: Knowledge, hand: Cards) -> int:
    """How many cards of a hand are expected to lose a trick when every suit is led from the top."""
    return sum(_losers_in_suit(know, suit, hand.in_suit(suit)) for suit in Suit)


def _losers_in_suit(know: Knowledge, suit: Suit, mine: Cards) -> int:
    theirs = know.outstanding.in_suit(suit)
    if not mine or not theirs:
        return 0
    opponents = sum(not know.is_void(seat, suit) for seat in know.others)
    rounds = followers_by_round(opponents, len(theirs))
    left = float(len(theirs))
    won = lost = 0
    for card in reversed(tuple(mine)):
        if left < CLEARED:
            break
        if know.above(card):
            lost += 1
        else:
            left -= rounds[won]
            won += 1
    return lost


def _sure_lead(know: Knowledge) -> Card | None:
    """The lead that cannot be beaten: a heart where there is one, then the suit that is cleared soonest."""
    winners = [card for card in know.view.legal if not know.above(card)]

    def order(card: Card) -> tuple[bool, bool, int, int]:
        outstanding = (know.outstanding.mask & SUIT_MASKS[card.suit]).bit_count()
        return outstanding > 0, card.suit is Suit.HEARTS, -outstanding, card.index

    return max(winners, key=order, default=None)


def _sure_take(know: Knowledge) -> Card | None:
    """The highest card that takes the running trick whatever the others play."""
    winning = know.view.public.trick.winning
    assert winning is not None
    takers = [card for card in know.view.legal.in_suit(winning.card.suit) if card > winning.card]
    return next((card for card in reversed(takers) if not know.to_follow or not know.above(card)), None)
