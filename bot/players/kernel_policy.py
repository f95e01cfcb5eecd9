"""The policy of the rollouts: which card a seat plays, by what it could know itself.

Every function works on plain numbers: a card is its index, a set of cards an int with a bit for each.
It runs as it stands, and compiled by numba (`bot.players.compiled`).

Common arguments: `hand`, the seat's cards; `unseen`, the cards in all other hands together.
"""

from __future__ import annotations

from typing import Final

SUIT: Final = 0x1FFF
DIAMONDS: Final = 1
HEARTS: Final = 2
SPADES: Final = 3
HEART_CARDS: Final = SUIT << 26
LOW_SPADES: Final = 0x3FF << 39
HIGH_SPADES: Final = 3 << 50
QUEEN_INDEX: Final = 49
QUEEN: Final = 1 << QUEEN_INDEX
JACK_INDEX: Final = 22
JACK: Final = 1 << JACK_INDEX
PENALTIES: Final = HEART_CARDS | QUEEN

FIRST_ROUND: Final = 8
"""So many unseen cards of a suit, and everybody is likely to follow once more."""
GUARDED: Final = 3
"""With so many low spades king and ace are kept, and the queen lost seldom."""
THREAT_HEARTS: Final = 3
"""From so many hearts on, all in one hand, others see a moon coming."""
THREAT_HEARTS_WITH_QUEEN: Final = 1
"""The same once that hand has the queen of spades, too."""


def highest(cards: int) -> int:
    """The index of the highest card of a set that is not empty."""
    return cards.bit_length() - 1


def lowest(cards: int) -> int:
    """The index of the lowest card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def follow(
    following: int,
    hand: int,
    unseen: int,
    best: int,
    left: int,
    points: int,
    barred: int,
    jack: int,
    with_partner: int,
) -> int:
    """The card of somebody who follows suit.

    Args:
        following: the cards that follow, some.
        hand: the hand.
        unseen: the cards in other hands.
        best: the card that wins the trick so far.
        left: how many seats play after this one.
        points: the points in the trick so far.
        barred: whether no points may be played on this trick by whoever has something else.
        jack: whether the jack of diamonds counts.
        with_partner: whether a partner wins the trick so far: the queen is kept from it.
    """
    below = following & ((1 << best) - 1)
    if below & QUEEN and not with_partner:
        return QUEEN_INDEX
    plain = following & ~QUEEN
    if plain == 0:
        return QUEEN_INDEX
    if barred:
        return highest(plain)
    suit = best // 13
    if jack and suit == DIAMONDS:
        above = following ^ below
        if left == 0:
            if points < 0 and above:
                return highest(above)
            if above & JACK and points < 10:
                return JACK_INDEX
        elif points < 0 and above and (unseen & (SUIT << 13)) >> highest(above) == 0:
            return highest(above)
        if plain & ~JACK:
            plain &= ~JACK
            below &= ~JACK
    if left == 0:
        if points <= 0 or below == 0:
            return highest(plain)
        return highest(below)
    if below:
        others = unseen & (SUIT << 13 * suit)
        harmless = suit != HEARTS and (suit != SPADES or (hand | unseen) & QUEEN == 0)
        if points <= 0 and harmless and others.bit_count() >= FIRST_ROUND:
            return highest(plain)
        return highest(below)
    if suit == SPADES and unseen & QUEEN and plain & LOW_SPADES:
        return highest(plain & LOW_SPADES)
    low = lowest(plain)
    if (unseen & (SUIT << 13 * suit)) >> low == 0:
        return highest(plain)
    return low


def discard(legal: int, hand: int, unseen: int, jack: int, to_partner: int) -> int:
    """The card of somebody who cannot follow: the queen, then what is most likely to take points later.

    Args:
        legal: the cards allowed.
        hand: the hand.
        unseen: the cards in other hands.
        jack: whether the jack of diamonds counts.
        to_partner: whether a partner is likely to take the trick: points are kept from it.
    """
    if to_partner and legal & ~PENALTIES:
        legal &= ~PENALTIES
    if legal & QUEEN:
        return QUEEN_INDEX
    if jack and legal & ~JACK and not to_partner:
        legal &= ~JACK
    if unseen & QUEEN and legal & HIGH_SPADES and (hand & LOW_SPADES).bit_count() < GUARDED:
        return highest(legal & HIGH_SPADES)
    chosen = -1
    most = -1000
    for suit in range(4):
        cards = legal & (SUIT << 13 * suit)
        if cards == 0:
            continue
        card = highest(cards)
        lower = (unseen & (SUIT << 13 * suit) & ((1 << card) - 1)).bit_count()
        mine = (hand & (SUIT << 13 * suit)).bit_count()
        worth = 10 * lower - 4 * mine + card % 13
        if suit == HEARTS:
            worth += 15
        elif suit == SPADES and unseen & QUEEN:
            worth -= 25
        if lower == 0:
            worth -= 30
        if worth > most:
            most = worth
            chosen = card
    return chosen


def lead(legal: int, hand: int, unseen: int, opponents: int, jack: int, teams: int) -> int:
    """The card of somebody who leads: the cheapest by the chance to take the trick and what it may hold."""
    chosen = -1
    least = 1.0e9
    for suit in range(4):
        mask = SUIT << 13 * suit
        cards = legal & mask
        if cards == 0:
            continue
        others = unseen & mask
        count = others.bit_count()
        card = lowest(cards)
        if suit == SPADES and card == QUEEN_INDEX:
            cost = 6.0
            if others & HIGH_SPADES:
                cost = 4.0
            if hand & ~QUEEN & mask:
                card = highest(cards & ~QUEEN)
                cost = 5.0
        elif suit == SPADES and unseen & QUEEN:
            if card < QUEEN_INDEX:
                cost = -1.0
                if hand & HIGH_SPADES or teams:
                    cost = 0.4
            else:
                cost = 5.0
        else:
            cost = 0.0
            if count == 0:
                cost = 2.5
            else:
                lower = (others & ((1 << card) - 1)).bit_count()
                take = 1.0
                rounds = min(count, opponents)
                for _ in range(rounds):
                    take = take * lower / count
                if suit == HEARTS:
                    cost = 0.2 + 3.2 * take
                else:
                    cost = take * (0.5 + 4.0 / (1.0 + 0.5 * count))
                    if suit == SPADES and hand & QUEEN:
                        cost += 3.0 - 0.5 * (hand & mask).bit_count()
                    high = highest(cards)
                    if count >= FIRST_ROUND and suit != SPADES and high % 13 >= 8:
                        shed = 0.5 - 0.25 * (4 - (hand & mask).bit_count())
                        if jack and suit == DIAMONDS and high <= JACK_INDEX:
                            shed = 9.0
                        if shed < cost:
                            cost = shed
                            card = high
            if jack and card == JACK_INDEX:
                cost += 5.0
        if cost < least:
            least = cost
            chosen = card
    return chosen


def losers(hand: int, unseen: int, opponents: int) -> int:
    """How many cards of a hand are expected to lose a trick when every suit is led from the top."""
    lost = 0
    for suit in range(4):
        mask = SUIT << 13 * suit
        cards = hand & mask
        others = unseen & mask
        left = others.bit_count()
        while cards and left > 0:
            card = highest(cards)
            cards ^= 1 << card
            if others >> card:
                lost += 1
            else:
                left -= opponents
    return lost


def threatens(taken: int) -> int:
    """1 where a seat that alone has these penalty cards is taken to shoot the moon."""
    hearts = (taken & HEART_CARDS).bit_count()
    if taken & QUEEN:
        return 1 if hearts >= THREAT_HEARTS_WITH_QUEEN else 0
    return 1 if hearts >= THREAT_HEARTS else 0


def shoot_follow(following: int, unseen: int, best: int, left: int) -> int:
    """The card of a shooter who follows suit: high where others still play, else just high enough."""
    above = following & ~((1 << best) - 1)
    if above == 0:
        plain = following & ~PENALTIES
        return lowest(plain or following)
    if left:
        return highest(above)
    # The last seat takes with a card that would lose a later trick rather than with a sure one.
    return lowest(above)


def shoot_discard(legal: int, unseen: int) -> int:
    """The card of a shooter who cannot follow: the lowest that counts nothing and could be beaten."""
    plain = legal & ~PENALTIES
    if plain == 0:
        plain = legal
    chosen = -1
    most = -1000
    for suit in range(4):
        cards = plain & (SUIT << 13 * suit)
        if cards == 0:
            continue
        card = lowest(cards)
        higher = (unseen & (SUIT << 13 * suit)) >> card
        worth = higher.bit_count()
        if worth > most:
            most = worth
            chosen = card
    return chosen


def shoot_lead(legal: int, unseen: int) -> int:
    """The card of a shooter who leads: one that cannot be beaten, from where most are, or the nearest."""
    chosen = -1
    most = -1000
    for suit in range(4):
        cards = legal & (SUIT << 13 * suit)
        if cards == 0:
            continue
        others = unseen & (SUIT << 13 * suit)
        card = highest(cards)
        higher = (others >> card).bit_count()
        worth = others.bit_count() - 40 * higher
        if others == 0:
            worth = 0
        elif higher == 0 and suit == HEARTS:
            worth += 20
        if worth > most:
            most = worth
            chosen = card
    return chosen


def stop_follow(
    following: int,
    hand: int,
    unseen: int,
    best: int,
    left: int,
    points: int,
    by_shooter: int,
    shooter_left: int,
) -> int:
    """The card of somebody who follows suit while another seat alone has the points.

    Args:
        following: the cards that follow, some.
        hand: the hand.
        unseen: the cards in other hands.
        best: the card that wins the trick so far.
        left: how many seats play after this one.
        points: the points in the trick so far.
        by_shooter: whether the shooter wins the trick so far.
        shooter_left: whether the shooter plays after this seat.
    """
    above = following & ~((1 << best) - 1)
    if not by_shooter and not shooter_left and (points > 0 or best // 13 == HEARTS):
        # It is stopped by somebody else.
        return follow(following, hand, unseen, best, left, points, 0, 0, 0)
    if above == 0 or (not by_shooter and not shooter_left):
        plain = following & ~QUEEN
        return lowest(plain or following)
    if left == 0:
        plain = above & ~QUEEN
        return lowest(plain or above)
    suit = best // 13
    high = highest(above)
    if (unseen & (SUIT << 13 * suit)) >> high == 0 or shooter_left == 0:
        return high
    if points:
        return high
    return lowest(following & ~QUEEN or following)


def stop_discard(legal: int, unseen: int, to_shooter: int) -> int:
    """The card of somebody who cannot follow while another seat alone has the points.

    Args:
        legal: the cards allowed.
        unseen: the cards in other hands.
        to_shooter: whether the shooter is likely to take the trick.
    """
    if not to_shooter and legal & PENALTIES:
        hearts = legal & HEART_CARDS
        return QUEEN_INDEX if legal & QUEEN else lowest(hearts)
    plain = legal & ~PENALTIES
    if plain == 0:
        return lowest(legal)
    chosen = -1
    most = -1000
    for suit in range(4):
        cards = plain & (SUIT << 13 * suit)
        if cards == 0:
            continue
        card = lowest(cards)
        others = unseen & (SUIT << 13 * suit)
        # A suit with a card that can still take a trick is kept.
        worth = (others >> highest(cards)).bit_count() + 12 - card % 13
        if worth > most:
            most = worth
            chosen = card
    return chosen
