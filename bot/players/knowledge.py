"""What a view implies: who may still hold what, and what counts how much.

Everything here is derived from the plays, the own hand and the own pass; nothing is remembered from one
decision to the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from bot.rules.cards import (
    ALL_CARDS,
    QUEEN_OF_SPADES,
    SUIT_MASKS,
    Card,
    Cards,
    Suit,
)
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import card_points, penalty_points
from bot.rules.shuffle import deck
from bot.rules.view import View


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What one seat can tell about the other hands.

    Every tuple has one entry a seat; "outstanding" cards are those in the hands of others.

    Attributes:
        view: where it was derived from.
        outstanding: the cards in the other hands, together, and in a kitty that is face down.
        held: the cards a seat is known to hold: passed to it by us and not played yet, or outstanding in a
            suit in which every other seat is void. For the own seat, the hand.
        may_hold: the cards a seat may hold, known ones included. For the own seat, the hand.
        shares: for each suit, the part of its outstanding cards to be expected in a seat's hand, 0 to 1.
        to_follow: the seats that play to the running trick after us, in order.
        values: the points of each card, by card index.
    """

    view: View
    outstanding: Cards
    held: tuple[Cards, ...]
    may_hold: tuple[Cards, ...]
    shares: tuple[tuple[float, ...], ...]
    to_follow: tuple[int, ...]
    values: tuple[int, ...]

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats, from our left on."""
        players = self.view.public.players
        return tuple((self.view.seat + step) % players for step in range(1, players))

    @property
    def queen_outstanding(self) -> bool:
        """Whether somebody else holds the queen of spades."""
        return QUEEN_OF_SPADES in self.outstanding

    @property
    def points_outstanding(self) -> int:
        """The penalty points in the other hands."""
        return penalty_points(self.outstanding, self.view.public.ruleset)

    @property
    def penalties(self) -> tuple[int, ...]:
        """The penalty points each seat has taken: what a moon is about."""
        public = self.view.public
        if not public.ruleset.jack_of_diamonds:
            return public.points
        return tuple(penalty_points(cards, public.ruleset) for cards in public.taken)

    @property
    def points_barred(self) -> bool:
        """Whether the running trick is one on which nobody who has anything else may play points."""
        public = self.view.public
        return not public.tricks and not public.ruleset.points_on_first_trick

    def is_void(self, seat: int, suit: Suit) -> bool:
        """Whether the seat is known to hold no card of the suit."""
        return not self.may_hold[seat].mask & SUIT_MASKS[suit]

    def above(self, card: Card) -> Cards:
        """The outstanding cards that beat the card in its own suit."""
        return Cards(self.outstanding.mask & SUIT_MASKS[card.suit] & -(2 << card.index))

    def below(self, card: Card) -> Cards:
        """The outstanding cards of its own suit that the card beats."""
        return Cards(self.outstanding.mask & SUIT_MASKS[card.suit] & (1 << card.index) - 1)

    def lacks(self, seat: int, cards: Cards) -> float:
        """The chance that another seat holds none of the cards.

        Args:
            seat: another seat.
            cards: cards of one suit.
        """
        if self.held[seat].mask & cards.mask:
            return 0.0
        possible = self.may_hold[seat].mask & cards.mask
        if not possible:
            return 1.0
        suit = (possible.bit_length() - 1) // 13
        return (1.0 - self.shares[suit][seat]) ** possible.bit_count()

    def holds(self, seat: int, card: Card) -> float:
        """The chance that another seat holds the card."""
        return 1.0 - self.lacks(seat, Cards(1 << card.index))


def know(view: View) -> Knowledge:
    """Derive what the view implies."""
    public = view.public
    players = public.players
    seats = range(players)
    gone, voids = _gone_and_voids(view)
    outstanding = full_deck(public.ruleset).mask & ~gone & ~view.hand.mask
    held = _known_cards(view, outstanding)
    may_hold = [0] * players
    for seat in seats:
        known_elsewhere = sum(held[other] for other in seats if other != seat)
        may_hold[seat] = outstanding & ~voids[seat] & ~known_elsewhere
    held[view.seat] = may_hold[view.seat] = view.hand.mask
    # While cards lie face down, nobody can tell who holds the rest of a suit.
    for suit_mask in SUIT_MASKS if public.kitty is not None else ():
        holders = [seat for seat in seats if seat != view.seat and may_hold[seat] & suit_mask]
        if len(holders) == 1:
            held[holders[0]] |= may_hold[holders[0]] & suit_mask
    free = [size - mask.bit_count() for size, mask in zip(public.hand_sizes, held, strict=True)]
    free[view.seat] = 0
    return Knowledge(
        view=view,
        outstanding=Cards(outstanding),
        held=tuple(map(Cards, held)),
        may_hold=tuple(map(Cards, may_hold)),
        shares=tuple(_shares(free, may_hold, suit_mask) for suit_mask in SUIT_MASKS),
        to_follow=tuple((view.seat + step) % players for step in range(1, players - len(public.trick))),
        values=card_values(public.ruleset),
    )


@cache
def full_deck(ruleset: Ruleset) -> Cards:
    """The cards in play under the ruleset."""
    return Cards.of(deck(ruleset))


@cache
def card_values(ruleset: Ruleset) -> tuple[int, ...]:
    """The points of each card under the ruleset, by card index."""
    return tuple(card_points(Cards.of([card]), ruleset) for card in ALL_CARDS)


def _gone_and_voids(view: View) -> tuple[int, list[int]]:
    """The mask of the cards gone, and for each seat the mask of the suits it has shown to be void in."""
    public = view.public
    gone = 0 if public.kitty is None else public.kitty.mask
    voids = [0] * public.players
    for trick in (*public.tricks, public.trick):
        if not trick.plays:
            continue
        led = SUIT_MASKS[trick.plays[0].card.index // 13]
        for play in trick.plays:
            bit = 1 << play.card.index
            gone |= bit
            if not bit & led:
                voids[play.seat] |= led
    return gone, voids


def _known_cards(view: View, outstanding: int) -> list[int]:
    """For each seat the mask of our passed cards that it has not played yet."""
    public = view.public
    held = [0] * public.players
    if view.passed is not None and not public.passing:
        held[public.direction.target(view.seat, public.players)] = view.passed.mask & outstanding
    return held


def _shares(free: list[int], may_hold: list[int], suit_mask: int) -> tuple[float, ...]:
    """The part of a suit's outstanding cards to be expected in each hand: by its cards that are not known."""
    room = [size if mask & suit_mask else 0 for size, mask in zip(free, may_hold, strict=True)]
    total = sum(room)
    return tuple(size / total if total else 0.0 for size in room)
