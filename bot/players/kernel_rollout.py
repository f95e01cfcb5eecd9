"""The rollouts of the search: a deal played to its end, all hands open, by a fast policy that knows points.

One source for two ways to run it: as plain Python on ints and lists, and compiled by numba on arrays
(`bot.players.compiled`). So there are only numbers, lists of numbers, and functions of such.

In a rollout each seat plays by what it could know: its own hand, the cards not yet played, the running trick
and who has taken what (`bot.players.kernel_policy`). Nobody looks at another hand.
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
    Numbers,
)

SEVERAL: Final = -2

LOSERS_ALLOWED: Final = 2
"""With so many cards that may lose a trick, a moon is tried in a rollout."""
LOSERS_ALLOWED_WITH_QUEEN: Final = 4

LED_OTHERWISE: Final = 0.3
FOLLOWED_OTHERWISE: Final = 0.25
DISCARDED_OTHERWISE: Final = 0.25
KEPT_QUEEN: Final = 0.1
"""How likely another card is than the one the policy expects."""


def collector(taken: Numbers, players: int) -> int:
    """The one seat with penalty cards; `NOBODY` or `SEVERAL`."""
    found = NOBODY
    for seat in range(players):
        if taken[seat] & PENALTIES:
            if found != NOBODY:
                return SEVERAL
            found = seat
    return found


def choose(
    hand: int,
    unseen: int,
    best: int,
    left: int,
    points: int,
    first_trick: int,
    broken: int,
    opponents: int,
    jack: int,
    teams: int,
    barred: int,
    with_partner: int,
    shoots: int,
    stops: int,
    by_shooter: int,
    shooter_left: int,
) -> int:
    """The card a seat plays that holds several.

    Args:
        hand: its cards.
        unseen: those in all other hands.
        best: the card that wins the trick so far; `NOBODY` where the seat leads.
        left: how many seats play after this one.
        points: the points in the trick so far.
        first_trick: whether this is the first trick.
        broken: whether hearts may be led.
        opponents: how many other seats there are.
        jack: whether the jack of diamonds counts.
        teams: whether there are partners.
        barred: whether no points may be played by whoever has something else.
        with_partner: whether a partner wins the trick so far.
        shoots: whether the seat is trying to shoot the moon.
        stops: whether it is trying to stop somebody else's.
        by_shooter: whether that seat wins the trick so far.
        shooter_left: whether it plays after this one.
    """
    if best < 0:
        legal = hand
        if first_trick:
            legal = hand & -hand
        elif not broken and hand & ~HEART_CARDS:
            legal = hand & ~HEART_CARDS
        if shoots:
            return shoot_lead(legal, unseen)
        return lead(legal, hand, unseen, opponents, jack, teams)
    led = SUIT << 13 * (best // 13)
    following = hand & led
    sure = left == 0 or (unseen & led) >> best == 0
    if following:
        if shoots:
            return shoot_follow(following, unseen, best, left)
        if stops:
            return stop_follow(following, hand, unseen, best, left, points, by_shooter, shooter_left)
        return follow(following, hand, unseen, best, left, points, barred, jack, with_partner)
    legal = hand
    if barred and hand & ~PENALTIES:
        legal = hand & ~PENALTIES
    if shoots:
        return shoot_discard(legal, unseen)
    if stops:
        return stop_discard(legal, unseen, 1 if by_shooter or (shooter_left and not sure) else 0)
    return discard(legal, hand, unseen, jack, with_partner)


def plans(hand: int, unseen: int, taken: int, opponents: int) -> bool:
    """Whether a seat whom nobody else has a penalty card against goes for the moon with what it holds."""
    allowed = LOSERS_ALLOWED_WITH_QUEEN if taken & QUEEN else LOSERS_ALLOWED
    return losers(hand, unseen, opponents) <= allowed


def equals(card: int, other: int, unseen: int) -> bool:
    """Whether no card in another hand lies between two of one suit."""
    if card // 13 != other // 13:
        return False
    low = min(card, other)
    high = max(card, other)
    return unseen & ((1 << high) - 1) & ~((2 << low) - 1) == 0


def unlikely(chosen: int, card: int, best: int) -> float:
    """How likely it is beside the card expected that somebody plays another."""
    if chosen == QUEEN_INDEX:
        return KEPT_QUEEN
    if best < 0:
        return LED_OTHERWISE
    if best // 13 != card // 13:
        return DISCARDED_OTHERWISE
    return FOLLOWED_OTHERWISE


def rollout(
    hands: Numbers,
    taken: Numbers,
    position: Numbers,
    rules: Numbers,
    values: Numbers,
    card: int,
    shooter: int,
    seat: int,
    watchers: int,
    plays: Numbers,
) -> float:
    """Play a deal to its end, or as far as it has been played; `hands` and `taken` become what they are then.

    Args:
        hands: the cards each seat holds, then those of a kitty.
        taken: the cards each seat has taken.
        position: the running trick.
        rules: the ruleset.
        values: the points of each card.
        card: what the seat to play plays first; -1 for what the policy says.
        shooter: the seat that tries to shoot the moon, as long as it can; `NOBODY` for none.
        seat: whose decision it is.
        watchers: the seats that stop the moon of `seat`, a mask; with partners, also that of the other team.
            Anybody else's is stopped by `seat` alone.
        plays: what has been played, to ask how likely it is with these hands; none to play to the end.

    Returns:
        How likely the plays of all seats but `seat` are, beside those the policy expects.
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
    to_the_end = rules[SUN] or rules[NO_TRICK] or len(plays)
    likely = 1.0
    at = 0
    live = 0
    for place in range(players):
        live |= hands[place]
    if turn < 0:
        opening = live & SUIT
        opening &= -opening
        for place in range(players):
            if hands[place] & opening:
                turn = place
    points = 0
    rest = trick
    while rest:
        points += values[lowest(rest)]
        rest &= rest - 1
    alone = collector(taken, players)
    shooting = NOBODY
    threat = NOBODY
    fresh = 1
    while live:
        if len(plays) and at == len(plays):
            return likely
        if fresh:
            if played == 0 and not to_the_end and live & counting == 0:
                return likely
            shooting = NOBODY
            threat = NOBODY
            if alone != SEVERAL:
                if shooter != NOBODY and alone in (shooter, NOBODY):
                    shooting = shooter
                else:
                    hope = alone if alone != NOBODY else turn
                    if plans(hands[hope], live & ~hands[hope], taken[hope], players - 1):
                        shooting = hope
                if alone != NOBODY and threatens(taken[alone]):
                    threat = alone
            fresh = 0
        hand = hands[turn]
        unseen = live ^ hand
        if card >= 0:
            chosen = card
            card = NOBODY
        elif hand & (hand - 1) == 0:
            chosen = lowest(hand)
        elif len(plays) and turn == seat:
            chosen = plays[at]
        else:
            left = players - 1 - played
            partner = (turn + 2) % 4 if teams else NOBODY
            # Who relies on others to stop somebody else's moon concedes too many.
            stops = watchers >> turn & 1 if threat == seat or teams else turn == seat
            stops = stops and threat not in (NOBODY, turn, partner)
            chosen = choose(
                hand,
                unseen,
                best,
                left,
                points,
                tricks == 0,
                broken or rules[HEARTS_FREE],
                players - 1,
                jack,
                teams,
                tricks == 0 and not rules[FIRST_FREE],
                teams and best_seat == partner,
                turn == shooting,
                stops,
                best_seat == threat,
                (threat - turn) % players <= left,
            )
        if len(plays):
            if chosen != plays[at] and not equals(chosen, plays[at], unseen):
                likely *= unlikely(chosen, plays[at], best)
            chosen = plays[at]
            at += 1
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
            best_seat = NOBODY
            trick = 0
            points = 0
            played = 0
            tricks += 1
            fresh = 1
    return likely
