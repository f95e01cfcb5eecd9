"""The rollouts of the search: a deal played to its end, all hands open, by a fast policy that knows points.

One source for two ways to run it: as plain Python on ints and lists, and compiled by numba on arrays
(`bot.players.compiled`). So there are only numbers, lists of numbers, and functions of such.

In a rollout each seat plays by what it could know: its own hand, the cards not yet played, the running trick
and who has taken what (`bot.players.kernel_policy`). Nobody looks at another hand. Only the seat that is to
play first, whose decision it is, sees a moon coming: so the others' moons are as frequent as at a table.
"""

from __future__ import annotations

from typing import Final

from bot.players.kernel_policy import (
    HEART_CARDS,
    HEARTS,
    JACK,
    PENALTIES,
    QUEEN,
    QUEEN_INDEX,
    SUIT,
    discard,
    follow,
    lead,
    losers,
    lowest,
    shoot_discard,
    shoot_follow,
    shoot_lead,
    stop_discard,
    stop_follow,
    threatens,
)
from bot.players.kernel_scoring import (
    BEST,
    BEST_SEAT,
    BROKEN,
    FIRST_FREE,
    HEARTS_FREE,
    JACK_COUNTS,
    KITTY,
    NO_TRICK,
    NOBODY,
    PLAYED,
    PLAYERS,
    QUEEN_BREAKS,
    SUN,
    TEAMS,
    TRICK,
    TRICKS,
    TURN,
    Floats,
    Numbers,
    cost,
    deal_points,
)

SEVERAL: Final = -2

LOSERS_ALLOWED: Final = 2
"""With so many cards that may lose a trick, a moon is tried in a rollout."""
LOSERS_ALLOWED_WITH_QUEEN: Final = 4


def collector(taken: Numbers, players: int) -> int:
    """The one seat with penalty cards; `NOBODY` or `SEVERAL`."""
    found = NOBODY
    for seat in range(players):
        if taken[seat] & PENALTIES:
            if found != NOBODY:
                return SEVERAL
            found = seat
    return found


def rollout(
    hands: Numbers,
    taken: Numbers,
    position: Numbers,
    rules: Numbers,
    values: Numbers,
    card: int,
    shooter: int,
) -> None:
    """Play a deal to its end; `hands` and `taken` are changed to what they are then.

    Args:
        hands: the cards each seat holds, then those of a kitty.
        taken: the cards each seat has taken.
        position: the running trick.
        rules: the ruleset.
        values: the points of each card.
        card: what the seat to play plays first; -1 for what the policy says.
        shooter: the seat that tries to shoot the moon, as long as it can; `NOBODY` for none.
    """
    players = rules[PLAYERS]
    jack = rules[JACK_COUNTS]
    teams = rules[TEAMS]
    turn = position[TURN]
    best = position[BEST]
    best_seat = position[BEST_SEAT]
    trick = position[TRICK]
    played = position[PLAYED]
    tricks = position[TRICKS]
    broken = position[BROKEN]
    counting = PENALTIES | JACK if jack else PENALTIES
    to_the_end = rules[SUN] or rules[NO_TRICK]
    # Those who watch for somebody's moon are fewer than those who shoot: only the seat that thinks stops one.
    watchful = turn
    live = 0
    for seat in range(players):
        live |= hands[seat]
    if turn < 0:
        opening = live & SUIT
        opening &= -opening
        for seat in range(players):
            if hands[seat] & opening:
                turn = seat
    points = 0
    rest = trick
    while rest:
        at = lowest(rest)
        points += values[at]
        rest &= rest - 1
    alone = collector(taken, players)
    shooting = NOBODY
    threat = NOBODY
    fresh = 1
    while live:
        if fresh:
            if played == 0 and not to_the_end and live & counting == 0:
                return
            shooting = NOBODY
            threat = NOBODY
            if alone != SEVERAL:
                if shooter != NOBODY and alone in (shooter, NOBODY):
                    shooting = shooter
                else:
                    plans = alone if alone != NOBODY else turn
                    allowed = LOSERS_ALLOWED
                    if taken[plans] & QUEEN:
                        allowed = LOSERS_ALLOWED_WITH_QUEEN
                    if losers(hands[plans], live & ~hands[plans], players - 1) <= allowed:
                        shooting = plans
                if alone != NOBODY and threatens(taken[alone]):
                    threat = alone
            fresh = 0
        hand = hands[turn]
        unseen = live ^ hand
        left = players - 1 - played
        partner = (turn + 2) % 4 if teams else NOBODY
        barred = 1 if tricks == 0 and not rules[FIRST_FREE] else 0
        if card >= 0:
            chosen = card
            card = NOBODY
        elif hand & (hand - 1) == 0:
            chosen = lowest(hand)
        elif best < 0:
            legal = hand
            if tricks == 0:
                legal = hand & -hand
            elif not broken and not rules[HEARTS_FREE] and hand & ~HEART_CARDS:
                legal = hand & ~HEART_CARDS
            if turn == shooting:
                chosen = shoot_lead(legal, unseen)
            else:
                chosen = lead(legal, hand, unseen, players - 1, jack)
        else:
            following = hand & (SUIT << 13 * (best // 13))
            stops = turn == watchful and threat != NOBODY and threat != turn and threat != partner
            by_shooter = 1 if best_seat == threat else 0
            shooter_left = 0
            if stops:
                since = (threat - turn) % players
                if since <= left:
                    shooter_left = 1
            if following:
                if following & (following - 1) == 0:
                    chosen = lowest(following)
                elif turn == shooting:
                    chosen = shoot_follow(following, unseen, best, left)
                elif stops:
                    chosen = stop_follow(following, unseen, best, left, points, by_shooter, shooter_left)
                else:
                    chosen = follow(following, hand, unseen, best, left, points, barred, jack)
            else:
                legal = hand
                if barred and hand & ~PENALTIES:
                    legal = hand & ~PENALTIES
                sure = left == 0 or (unseen & (SUIT << 13 * (best // 13))) >> best == 0
                if turn == shooting:
                    chosen = shoot_discard(legal, unseen)
                elif stops:
                    chosen = stop_discard(
                        legal, unseen, 1 if by_shooter or (shooter_left and not sure) else 0
                    )
                else:
                    to_partner = 1 if best_seat == partner and sure else 0
                    chosen = discard(legal, hand, unseen, jack, to_partner)
        bit = 1 << chosen
        hands[turn] = hand & ~bit
        live &= ~bit
        trick |= bit
        points += values[chosen]
        if not broken:
            discarded = best >= 0 and best // 13 != chosen // 13
            if chosen // 13 == HEARTS or (chosen == QUEEN_INDEX and rules[QUEEN_BREAKS] and discarded):
                broken = 1
        if best < 0 or (chosen // 13 == best // 13 and chosen > best):
            best = chosen
            best_seat = turn
        played += 1
        if played < players:
            turn = (turn + 1) % players
        else:
            if tricks == 0 and position[KITTY]:
                trick |= hands[players]
            if trick & PENALTIES:
                if alone == NOBODY:
                    alone = best_seat
                elif alone != best_seat:
                    alone = SEVERAL
            taken[best_seat] |= trick
            turn = best_seat
            best = NOBODY
            trick = 0
            points = 0
            played = 0
            tricks += 1
            fresh = 1


def evaluate(
    worlds: Numbers,
    first: int,
    last: int,
    cards: Numbers,
    shooters: Numbers,
    seat: int,
    taken: Numbers,
    position: Numbers,
    rules: Numbers,
    values: Numbers,
    totals: Numbers,
    scratch: Numbers,
    costs: Floats,
    moons: Numbers,
) -> None:
    """Play every candidate out in some worlds.

    Args:
        worlds: hands, then a kitty, one world after the other.
        first: the first world to play.
        last: the world to stop before.
        cards: the candidates, each a card.
        shooters: for each of them, the seat that is to shoot the moon in its rollouts, or `NOBODY`.
        seat: the seat to play, whose costs are looked for.
        taken: the cards each seat has taken.
        position: the running trick.
        rules: the ruleset.
        values: the points of each card.
        totals: before the deal.
        scratch: room for 4 numbers a seat.
        costs: written to, at world times candidates plus candidate.
        moons: likewise: who shot the moon.
    """
    players = rules[PLAYERS]
    size = players + 1
    hands = scratch[0:size]
    gains = scratch[size : 2 * size]
    points = scratch[2 * size : 3 * size]
    for world in range(first, last):
        for at in range(len(cards)):
            for place in range(size):
                hands[place] = worlds[world * size + place]
            for place in range(players):
                gains[place] = taken[place]
            rollout(hands, gains, position, rules, values, cards[at], shooters[at])
            moons[world * len(cards) + at] = deal_points(gains, rules, totals, points)
            costs[world * len(cards) + at] = cost(points, seat, rules, totals)
