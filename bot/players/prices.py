"""The rules of thumb: each gives a card a price in points, and the cheapest card is played.

A price is what the card is expected to cost the seat that plays it, counted from any common zero; a gain is
negative.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.players.chances import take_chance, trick_points
from bot.players.danger import suit_danger
from bot.players.knowledge import Knowledge
from bot.players.moon import collects, threat
from bot.rules.cards import QUEEN_OF_SPADES, SUIT_MASKS, Card, Cards, Suit
from bot.rules.ruleset import Partners

LEAD_COST: Final = 0.3
"""To be on lead is a small burden even with a safe card to lead."""
EXIT_COST: Final = 1.0
"""And costs this much more where every card left would take the next trick too."""
QUEEN_HUNT: Final = 1.08
"""What it is worth to draw spades while somebody else has to guard the queen."""
QUEEN_DISCARD: Final = 3.0
"""What it is worth to be rid of the queen, beyond the danger she was."""
MOON_STOP: Final = 20.0
"""What it is worth to take a point from a certain moon: 26 points to us, and to two others."""
MOON_FEED: Final = 10.0
"""What a point costs that is given to the collector and will not be there to stop the moon."""
MOON_CONTROL: Final = 3.0
"""What it is worth to take even an empty trick, and the lead with it, from a certain moon."""
PARTNER: Final = 1.5
"""How much a point that a partner takes counts, beside one of our own: it could have gone to an opponent."""
FIRST_TRICK: Final = 2.0
"""What it costs to take a first trick on which points had to be played: there are other tricks to shed on."""


@dataclass(frozen=True, slots=True)
class Option:
    """One card that could be played now.

    Attributes:
        know: what the seat knows.
        card: the card, a legal one.
        take: the chance that it takes the trick.
        threat: the chance that another seat is shooting the moon.
    """

    know: Knowledge
    card: Card
    take: float
    threat: float

    @property
    def led(self) -> Suit | None:
        """The suit led to the trick; None where the card would lead."""
        return self.know.view.public.trick.led

    @property
    def hand_left(self) -> Cards:
        """The hand without the card."""
        return Cards(self.know.view.hand.mask & ~(1 << self.card.index))


def points_taken(option: Option) -> float:
    """Do not take points: the points the trick will hold, as far as the card takes it."""
    return option.take * trick_points(option.know, option.card) if option.take else 0.0


def danger_kept(option: Option) -> float:
    """Shed what is dangerous: the danger of the card's suit without it, less the danger with it.

    Under the threat of a moon high cards are what can stop it, and no danger any more.
    """
    know, suit = option.know, option.card.suit
    with_card = suit_danger(know, suit, know.view.hand.mask)
    without_card = suit_danger(know, suit, option.hand_left.mask)
    return (without_card - with_card) * (1.0 - option.threat)


def lead_taken(option: Option) -> float:
    """Do not get the lead without a way to lose it again, while points can be thrown on our tricks."""
    if not option.take or not option.know.points_outstanding:
        return 0.0
    return option.take * (LEAD_COST + EXIT_COST * _safest_lead(option))


def queen_hunted(option: Option) -> float:
    """Lead low spades while somebody else holds the queen: whoever guards her runs out of other spades."""
    hunts = option.led is None and option.card.suit is Suit.SPADES and option.card < QUEEN_OF_SPADES
    return -QUEEN_HUNT if hunts and option.know.queen_outstanding else 0.0


def queen_discarded(option: Option) -> float:
    """Discard the queen of spades at the first chance, however well guarded: there may be no second."""
    discards = option.led not in (None, Suit.SPADES) and option.card == QUEEN_OF_SPADES
    return -QUEEN_DISCARD if discards else 0.0


def moon_stopped(option: Option) -> float:
    """Stop a lone collector: take a point from it, or give one to somebody else, and do not feed it."""
    if not option.threat:
        return 0.0
    know, card = option.know, option.card
    collected = collects(know, card, option.take)
    own = know.values[card.index]
    price = -MOON_CONTROL * option.take
    if own or any(know.values[play.card.index] for play in know.view.public.trick.plays):
        price -= MOON_STOP * (1.0 - collected)
    if own:
        price += MOON_FEED * collected
    return price * option.threat


def first_trick_taken(option: Option) -> float:
    """Do not take the first trick where points had to be played to it."""
    trick = option.know.view.public.trick
    barred = option.know.points_barred
    points = sum(option.know.values[play.card.index] for play in trick.plays)
    return FIRST_TRICK * option.take if barred and points > 0 else 0.0


def partner_spared(option: Option) -> float:
    """Give the partner no points: what it takes counts like what we take."""
    know, trick = option.know, option.know.view.public.trick
    if know.view.public.ruleset.partners is Partners.NONE or trick.winning is None:
        return 0.0
    partner = (know.view.seat + 2) % 4
    if trick.winning.seat != partner:
        return 0.0
    kept = 1.0
    for seat in know.to_follow:
        kept *= know.lacks(seat, know.above(trick.winning.card))
    return max(0, know.values[option.card.index]) * kept * (1.0 - option.take) * PARTNER


RULES: Final[tuple[Callable[[Option], float], ...]] = (
    points_taken,
    danger_kept,
    lead_taken,
    queen_hunted,
    queen_discarded,
    moon_stopped,
    first_trick_taken,
    partner_spared,
)
"""Every rule of thumb."""


def price(know: Knowledge, card: Card) -> float:
    """What playing the card is expected to cost, in points.

    Args:
        know: what the seat knows; it is to play.
        card: a legal card.
    """
    option = Option(know, card, take_chance(know, card), threat(know))
    return sum(rule(option) for rule in RULES)


def _safest_lead(option: Option) -> float:
    """The least part of a suit that a lead from the hand that is left would beat, 0 to 1."""
    know = option.know
    public = know.view.public
    safest = 1.0
    for suit in Suit:
        mine = option.hand_left.in_suit(suit)
        theirs = (know.outstanding.mask & SUIT_MASKS[suit]).bit_count()
        barred = suit is Suit.HEARTS and not (public.broken or public.ruleset.hearts_any_time)
        if not mine or not theirs or barred or mine.lowest == QUEEN_OF_SPADES:
            continue
        if suit is Suit.SPADES and mine.lowest < QUEEN_OF_SPADES and know.queen_outstanding:
            return 0.0
        safest = min(safest, len(know.below(mine.lowest)) / theirs)
    return safest
