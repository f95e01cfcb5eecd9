"""Where the hidden cards can be: what worlds are dealt from (`bot.players.kernel_dealing`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bot.players.knowledge import Knowledge
from bot.rules.cards import CLUBS, HEARTS, PENALTY_CARDS


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
        """For each free card by its index, the set of its places with room, a mask."""
        places = [(place, mask) for place, mask in enumerate(self.may_hold) if self.room[place]]
        return {
            card: sum(1 << place for place, mask in places if mask >> card & 1)
            for card in range(52)
            if self.free >> card & 1
        }

    @cached_property
    def to_deal(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """The free cards by their index, the fewest places first; the places of each; every set of places."""
        order = sorted(self.places_of.items(), key=lambda each: (each[1].bit_count(), each[0]))
        places = tuple(mask for _, mask in order)
        return tuple(card for card, _ in order), places, tuple(sorted(set(places)))


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
        sizes[-1] = len(known.outstanding) - sum(
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
