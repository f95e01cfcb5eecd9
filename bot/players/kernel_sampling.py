"""Worlds for a decision: dealt so that they agree with what is known, the likelier the plays the rather.

Where somebody is suspected of shooting the moon (`bot.players.suspicion`), lots decide for each world by that
chance whether the seat holds a hand to shoot with. Such hands hardly come about in worlds dealt at random.
"""

from __future__ import annotations

from typing import Final

from bot.players.kernel_dealing import deal, draw
from bot.players.kernel_policy import losers
from bot.players.kernel_rollout import plans, rollout
from bot.players.kernel_scoring import NOBODY, PLAYERS, TURN, Numbers

CHANCES: Final = 1 << 20
ALL_LOSE: Final = 99
EXCHANGES: Final = 200
"""So many pairs of cards are tried at most to make a hand one to shoot the moon with."""


def sample(
    hands: Numbers,
    fixed: Numbers,
    room: Numbers,
    cards: Numbers,
    places: Numbers,
    kinds: Numbers,
    lots: Numbers,
    plays: Numbers,
    opening: Numbers,
    rules: Numbers,
    values: Numbers,
    taken: Numbers,
    seat: int,
    pool: int,
    suspect: int,
    doubt: int,
    scratch: Numbers,
) -> None:
    """Deal a world: one of several, the one in which the plays so far are likely more likely.

    Args:
        hands: written to: the cards in each place.
        fixed: see `deal`, as the next five.
        room: see there.
        cards: see there.
        places: see there.
        kinds: see there.
        lots: see there.
        plays: the plays so far.
        opening: the position before the first of them.
        rules: the ruleset.
        values: the points of each card.
        taken: the cards each seat has taken.
        seat: who asks; its own plays say nothing.
        pool: from how many worlds one is chosen.
        suspect: who may be shooting the moon; `NOBODY` for nobody.
        doubt: the chance that the suspect holds a hand for it, of `CHANCES`.
        scratch: room for as many numbers as five times the places, and the kinds and cards.
    """
    size = len(fixed)
    players = size - 1
    left = scratch[0:size]
    dealt = scratch[size : 2 * size]
    held = scratch[2 * size : 3 * size]
    gains = scratch[3 * size : 4 * size]
    shown = scratch[4 * size : 5 * size]
    needs = scratch[5 * size : 5 * size + len(kinds)]
    order = scratch[5 * size + len(kinds) :]
    if pool == 1 or len(plays) == 0 or len(cards) == 0:
        deal(hands, fixed, room, cards, places, lots, left, order, kinds, needs)
        return
    show(shown, plays, opening, rules[PLAYERS])
    wanted = suspect >= 0 and draw(lots, CHANCES) < doubt
    total = 0.0
    fewest = ALL_LOSE
    for _ in range(pool):
        deal(dealt, fixed, room, cards, places, lots, left, order, kinds, needs)
        if suspect >= 0:
            unseen = unseen_by(suspect, dealt, players)
            if plans(dealt[suspect], unseen, taken[suspect], players - 1) != wanted:
                # The nearest to what is wanted stands in where none is.
                lost = losers(dealt[suspect], unseen, players - 1) if wanted else 0
                if total == 0 and lost < fewest:
                    fewest = lost
                    for place in range(size):
                        hands[place] = dealt[place]
                continue
        for place in range(size):
            held[place] = dealt[place] | shown[place]
            gains[place] = 0
        likely = rollout(held, gains, opening, rules, values, NOBODY, NOBODY, seat, 0, plays)
        total += likely
        if draw(lots, CHANCES) * total < likely * CHANCES:
            for place in range(size):
                hands[place] = dealt[place]
    if wanted and total == 0:
        strengthen(hands, cards, places, lots, taken, suspect, players)


def unseen_by(seat: int, hands: Numbers, players: int) -> int:
    """The cards in the hands of all seats but one, a mask; those of a kitty are left out."""
    unseen = 0
    for place in range(players):
        if place != seat:
            unseen |= hands[place]
    return unseen


def strengthen(
    hands: Numbers, cards: Numbers, places: Numbers, lots: Numbers, taken: Numbers, suspect: int, players: int
) -> None:
    """Exchange cards drawn by lot where the suspect loses no more tricks with them, until it could shoot.

    Args:
        hands: the cards in each place; written to.
        cards: those whose place is not known, by their index.
        places: for each of them the set of its places.
        lots: decides.
        taken: the cards each seat has taken.
        suspect: the seat.
        players: how many seats.
    """
    for _ in range(EXCHANGES):
        unseen = unseen_by(suspect, hands, players)
        mine = hands[suspect]
        if plans(mine, unseen, taken[suspect], players - 1):
            return
        one = draw(lots, len(cards))
        other = draw(lots, len(cards))
        if not mine >> cards[one] & 1 or mine >> cards[other] & 1:
            continue
        there = NOBODY
        for place in range(len(hands)):
            if hands[place] >> cards[other] & 1:
                there = place
        if not places[one] >> there & 1 or not places[other] >> suspect & 1:
            continue
        both = 1 << cards[one] | 1 << cards[other]
        # From a kitty nothing comes into the others' hands.
        after = unseen ^ both if there < players else unseen
        if losers(mine ^ both, after, players - 1) <= losers(mine, unseen, players - 1):
            hands[suspect] ^= both
            hands[there] ^= both


def show(shown: Numbers, plays: Numbers, opening: Numbers, players: int) -> None:
    """Write the cards each seat has played, a mask each; whoever takes a trick leads the next.

    Args:
        shown: written to: one number for each place.
        plays: the plays so far.
        opening: the position before the first of them.
        players: how many seats.
    """
    for place in range(len(shown)):
        shown[place] = 0
    turn = opening[TURN]
    best = NOBODY
    best_seat = NOBODY
    played = 0
    for at in range(len(plays)):
        card = plays[at]
        shown[turn] |= 1 << card
        if best < 0 or (card // 13 == best // 13 and card > best):
            best = card
            best_seat = turn
        played += 1
        turn = (turn + 1) % players
        if played == players:
            turn = best_seat
            best = NOBODY
            played = 0


def hopes(
    counts: Numbers,
    worlds: int,
    fixed: Numbers,
    room: Numbers,
    cards: Numbers,
    places: Numbers,
    kinds: Numbers,
    lots: Numbers,
    taken: Numbers,
    scratch: Numbers,
) -> None:
    """Count the worlds, of some dealt at random, in which a seat holds a hand to shoot the moon with.

    Args:
        counts: written to: one number for each seat.
        worlds: how many are dealt.
        fixed: see `deal`, as the next five.
        room: see there.
        cards: see there.
        places: see there.
        kinds: see there.
        lots: see there.
        taken: the cards each seat has taken.
        scratch: numbers to work with.
    """
    size = len(fixed)
    players = size - 1
    left = scratch[0:size]
    dealt = scratch[size : 2 * size]
    needs = scratch[2 * size : 2 * size + len(kinds)]
    order = scratch[2 * size + len(kinds) :]
    for seat in range(players):
        counts[seat] = 0
    for _ in range(worlds):
        deal(dealt, fixed, room, cards, places, lots, left, order, kinds, needs)
        for seat in range(players):
            if plans(dealt[seat], unseen_by(seat, dealt, players), taken[seat], players - 1):
                counts[seat] += 1
