"""Worlds: the hidden cards dealt in a way that agrees with all a seat knows.

Each world is dealt card by card, the cards with the fewest places first, and a card goes nowhere from where
the rest could not be dealt any more (Hall's theorem on matchings: for every set of places, no more cards that
can only go there than they have room for). So there is no trying again, and every world is a possible one.

Lots are drawn here, by a generator of our own, so that plain and compiled come to the same worlds.
"""

from __future__ import annotations

from typing import Final

from bot.players.kernel_scoring import NOBODY, Numbers

WORD: Final = 0xFFFFFFFF


def draw(lots: Numbers, count: int) -> int:
    """A number from 0 to less than `count`, at most 2**20 (Marsaglia, Xorshift RNGs, 2003: 13, 17, 5).

    Args:
        lots: the state, one number from 1 to 2**32 - 1; changed.
        count: how many numbers there are.
    """
    state = lots[0]
    state ^= (state << 13) & WORD
    state ^= state >> 17
    state ^= (state << 5) & WORD
    lots[0] = state
    return (state * count) >> 32


def deal(
    hands: Numbers,
    fixed: Numbers,
    room: Numbers,
    cards: Numbers,
    places: Numbers,
    lots: Numbers,
    left: Numbers,
    order: Numbers,
    kinds: Numbers,
    needs: Numbers,
) -> None:
    """Deal one world.

    Places are the seats, and after them the kitty.

    Args:
        hands: written to: the cards in each place.
        fixed: the cards known to be in each place.
        room: how many further cards each place has.
        cards: those to deal, by their index, the ones with the fewest places first.
        places: for each of them the set of its places, among those with room.
        lots: decides.
        left: a number for each place to work with.
        order: a number for each card to work with.
        kinds: every set of places that some card has.
        needs: a number for each of those to work with.
    """
    everywhere = 0
    for place in range(len(fixed)):
        hands[place] = fixed[place]
        left[place] = room[place]
        if room[place] > 0:
            everywhere |= 1 << place
    count = len(cards)
    for kind in range(len(kinds)):
        needs[kind] = 0
    for at in range(count):
        order[at] = at
        for kind in range(len(kinds)):
            if kinds[kind] == places[at]:
                needs[kind] += 1
    first = 0
    while first < count:
        choices = places[first].bit_count()
        last = first + 1
        while last < count and places[last].bit_count() == choices:
            last += 1
        for at in range(last - 1, first, -1):
            other = first + draw(lots, at - first + 1)
            swapped = order[at]
            order[at] = order[other]
            order[other] = swapped
        first = last
    filling = 0
    for at in range(count):
        card = order[at]
        if places[card] == everywhere:
            while left[filling] == 0:
                filling += 1
            place = filling
        else:
            place = pick(places[card], everywhere, left, kinds, needs, lots)
        hands[place] |= 1 << cards[card]
        left[place] -= 1


def pick(choices: int, everywhere: int, left: Numbers, kinds: Numbers, needs: Numbers, lots: Numbers) -> int:
    """One of a card's places, by the room they have, from where all the rest can still be dealt."""
    for kind in range(len(kinds)):
        if kinds[kind] == choices:
            needs[kind] -= 1
    possible = 0
    total = 0
    for place in range(len(left)):
        if choices >> place & 1 and left[place] > 0 and leaves_room(place, everywhere, left, kinds, needs):
            possible |= 1 << place
            total += left[place]
    if total == 0:
        # Only where a position cannot have come about by the rules it is said to be played by.
        possible = everywhere
        for place in range(len(left)):
            total += left[place]
    point = draw(lots, total)
    chosen = NOBODY
    for place in range(len(left)):
        if possible >> place & 1 and left[place] > 0:
            chosen = place
            point -= left[place]
            if point < 0:
                break
    return chosen


def leaves_room(place: int, everywhere: int, left: Numbers, kinds: Numbers, needs: Numbers) -> bool:
    """Whether, with one card more in the place, all cards still fit."""
    union = everywhere
    while union:
        if union >> place & 1:
            space = -1
            for at in range(len(left)):
                if union >> at & 1:
                    space += left[at]
            for kind in range(len(kinds)):
                if kinds[kind] & ~union == 0:
                    space -= needs[kind]
            if space < 0:
                return False
        union = (union - 1) & everywhere
    return True
