"""Worlds: the hidden cards dealt in a way that agrees with all a seat knows.

Each world is built card by card, the cards with the fewest places first, and a card goes nowhere from where
the rest could not be dealt any more (Hall's theorem on matchings: for every set of places, no more cards that
can only go there than they have room for). So there is no trying again, and every world is a possible one.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.players.knowledge import Knowledge
from bot.rules.cards import CLUBS, HEARTS, PENALTY_CARDS, Cards

Weights = Mapping[int, Sequence[float]]
"""For a card by its index, how likely it is in each place beside another; a card left out is even."""


@dataclass(frozen=True)
class Hidden:
    """The cards a seat does not see, and where they can be.

    Places are the seats, and after them the kitty.

    Attributes:
        fixed: the cards known to be in a place, masks.
        room: how many further cards are in a place.
        may_hold: the further cards that may be in a place, masks.
        free: the cards whose place is not known, a mask.
    """

    fixed: tuple[int, ...]
    room: tuple[int, ...]
    may_hold: tuple[int, ...]
    free: int

    @cached_property
    def places_of(self) -> dict[int, int]:
        """For each free card by its index, the set of its places, a mask."""
        return {
            card: sum(1 << place for place, mask in enumerate(self.may_hold) if mask >> card & 1)
            for card in range(52)
            if self.free >> card & 1
        }


def hidden(known: Knowledge) -> Hidden:
    """Where the cards can be that a seat does not see."""
    view = known.view
    public = view.public
    outstanding = known.outstanding.mask
    sizes = [*public.hand_sizes, 0]
    may_hold = [cards.mask for cards in known.may_hold] + [0]
    fixed = [cards.mask for cards in known.held] + [0]
    sizes[view.seat] = len(view.hand)
    if public.kitty is None:
        sizes[-1] = len(outstanding_cards(outstanding)) - sum(
            size for seat, size in enumerate(public.hand_sizes) if seat != view.seat
        )
        may_hold[-1] = outstanding & ~sum(fixed[seat] for seat in known.others)
    for seat, mask in _only(known).items():
        may_hold[seat] &= mask
    if public.kitty is None:
        _opening_club(known, may_hold)
    may_hold[view.seat] = 0
    room = [size - mask.bit_count() for size, mask in zip(sizes, fixed, strict=True)]
    free = outstanding
    for seat in known.others:
        free &= ~fixed[seat]
    return Hidden(tuple(fixed), tuple(room), tuple(mask & free for mask in may_hold), free)


def outstanding_cards(mask: int) -> Cards:
    """A mask as cards."""
    return Cards(mask)


def _only(known: Knowledge) -> dict[int, int]:
    """What is left of a hand that showed it had nothing else: only hearts, or only penalty cards."""
    public = known.view.public
    only: dict[int, int] = {}
    broken = public.ruleset.hearts_any_time
    for number, trick in enumerate((*public.tricks, public.trick)):
        for at, play in enumerate(trick.plays):
            heart = play.card in HEARTS
            if at == 0 and heart and not broken:
                only[play.seat] = HEARTS.mask
            if at and not number and play.card in PENALTY_CARDS and not public.ruleset.points_on_first_trick:
                only[play.seat] = PENALTY_CARDS.mask
            # The queen of spades may break them too; to take them for broken never excludes what is possible.
            broken = broken or play.card in PENALTY_CARDS
    return only


def _opening_club(known: Knowledge, may_hold: list[int]) -> None:
    """The lowest club held was led first: lower ones lie in the kitty."""
    plays = known.view.public.plays
    if plays:
        lower = CLUBS.mask & ((1 << plays[0].card.index) - 1)
        for seat in known.others:
            may_hold[seat] &= ~lower


def deal_worlds(hidden: Hidden, count: int, lots: random.Random, weights: Weights | None = None) -> list[int]:
    """Deal the hidden cards.

    Args:
        hidden: what is to be dealt.
        count: how many worlds.
        lots: decides.
        weights: what is more likely where.

    Returns:
        The masks of the places of one world after the other.
    """
    dealer = _Dealer(hidden, weights or {})
    worlds: list[int] = []
    for _ in range(count):
        worlds += dealer.deal(lots)
    return worlds


class _Dealer:
    """Deals worlds; what is the same for all of them is worked out once."""

    def __init__(self, hidden: Hidden, weights: Weights) -> None:
        self._hidden = hidden
        self._weights = weights
        self._open = tuple(place for place, room in enumerate(hidden.room) if room)
        everywhere = sum(1 << place for place in self._open)
        places = {card: mask & everywhere for card, mask in hidden.places_of.items()}
        self._places = places
        bound = [card for card, mask in places.items() if mask != everywhere or card in weights]
        self._bound = sorted(bound, key=lambda card: places[card].bit_count())
        self._loose = [card for card in places if card not in set(bound)]
        self._sets = tuple(range(1, 1 << len(hidden.room)))
        self._tight = any(mask != everywhere for mask in places.values())

    def deal(self, lots: random.Random) -> list[int]:
        held = list(self._hidden.fixed)
        room = list(self._hidden.room)
        if self._bound:
            self._deal_bound(held, room, lots)
        loose = self._loose
        lots.shuffle(loose)
        at = 0
        for place in self._open:
            for card in loose[at : at + room[place]]:
                held[place] |= 1 << card
            at += room[place]
        return held

    def _deal_bound(self, held: list[int], room: list[int], lots: random.Random) -> None:
        """Deal the cards that cannot be everywhere, or are more likely in some place."""
        order = sorted((self._places[card].bit_count(), lots.random(), card) for card in self._bound)
        confined: dict[int, int] = {}
        for mask in self._places.values():
            confined[mask] = confined.get(mask, 0) + 1
        for _, _, card in order:
            mask = self._places[card]
            confined[mask] -= 1
            weights = self._weights.get(card)
            chances = [
                (room[place] * (1.0 if weights is None else weights[place]), place)
                for place in self._open
                if mask >> place & 1 and room[place]
            ]
            if not chances:
                # Only where a position cannot have come about by the rules it is said to be played by.
                chances = [(1.0, place) for place in self._open if room[place]]
            place = self._pick(chances, room, confined, lots)
            held[place] |= 1 << card
            room[place] -= 1

    def _pick(
        self, chances: list[tuple[float, int]], room: list[int], confined: dict[int, int], lots: random.Random
    ) -> int:
        if len(chances) > 1 and self._tight:
            possible = [
                (chance, place) for chance, place in chances if self._leaves_room(place, room, confined)
            ]
            chances = possible or chances
        if len(chances) == 1:
            return chances[0][1]
        point = lots.random() * sum(chance for chance, _ in chances)
        for chance, place in chances:
            point -= chance
            if point < 0:
                return place
        return chances[-1][1]

    def _leaves_room(self, place: int, room: list[int], confined: dict[int, int]) -> bool:
        """Whether, with one card more in the place, all cards still fit."""
        bit = 1 << place
        needs = [(mask, count) for mask, count in confined.items() if count]
        unions = {0}
        for mask, _ in needs:
            unions |= {union | mask for union in unions}
        for union in unions:
            if not union & bit:
                continue
            space = sum(room[at] for at in self._open if union >> at & 1) - 1
            if sum(count for mask, count in needs if not mask & ~union) > space:
                return False
        return True
