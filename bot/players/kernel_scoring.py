"""The points of a deal and what they are worth to a seat: what a rollout comes to, in numbers alone.

The same as `bot.rules.scoring` gives, on the numbers of the kernel; runs as it stands, and compiled by numba.
"""

from __future__ import annotations

from typing import Final

from bot.players.kernel_policy import HEART_CARDS, JACK, PENALTIES, QUEEN, lowest

Numbers = list[int]
"""A list of ints; an array of 64-bit ints where compiled."""
Floats = list[float]
"""A list of floats; an array of them where compiled."""

TURN, LEADER, BEST, BEST_SEAT, TRICK, PLAYED, TRICKS, BROKEN, KITTY, POSITION_SIZE = range(10)
"""Where what stands in a position: who is to play (-1 for the
opening leader); who led, the card and the seat that win so far, the cards
of the running trick and how many (BEST is -1 before the lead); how many tricks are over; whether hearts are
broken; whether a kitty lies face down."""

(
    PLAYERS,
    FIRST_FREE,
    HEARTS_FREE,
    QUEEN_BREAKS,
    JACK_COUNTS,
    SUN,
    NO_TRICK,
    MOON,
    TEAMS,
    SPOT,
    LIMIT,
    EXACT,
    STAKE,
    RULES_SIZE,
) = range(14)
"""Where what stands in the rules: as in `Ruleset`, numbers for words (`bot.players.board`)."""

MOON_ADDS, MOON_IS_SUBTRACTED, MOON_AVOIDS = range(3)
NO_TEAMS, TEAMS_ALONE, TEAMS_TOGETHER = range(3)

NOBODY: Final = -1


def penalty(cards: int, spot: int) -> int:
    """The penalty points of cards: `penalty_points` of the rules."""
    hearts = cards & HEART_CARDS
    if not spot:
        return hearts.bit_count() + (13 if cards & QUEEN else 0)
    total = 25 if cards & QUEEN else 0
    while hearts:
        total += lowest(hearts) % 13 + 2
        hearts &= hearts - 1
    return total


def shot_by(taken: Numbers, rules: Numbers) -> int:
    """Who shot the moon or the sun, as `shot` of the rules: of a team, the one with the queen of spades."""
    players = rules[PLAYERS]
    for seat in range(players):
        if taken[seat] & PENALTIES == PENALTIES:
            return seat
    if rules[TEAMS] == TEAMS_TOGETHER:
        for seat in range(4):
            if taken[seat] & QUEEN and (taken[seat] | taken[(seat + 2) % 4]) & PENALTIES == PENALTIES:
                return seat
    return NOBODY


def deal_points(taken: Numbers, rules: Numbers, totals: Numbers, points: Numbers) -> int:
    """Write the points of a deal, as `score` of the rules, to `points`, one a seat; give who shot a moon."""
    players = rules[PLAYERS]
    shooter = shot_by(taken, rules)
    stake = rules[STAKE]
    if shooter == NOBODY:
        for seat in range(players):
            points[seat] = penalty(taken[seat], rules[SPOT])
            if rules[NO_TRICK] and taken[seat] == 0:
                points[seat] -= 5
    else:
        if rules[SUN]:
            others = 0
            for seat in range(players):
                if seat != shooter:
                    others |= taken[seat]
            if others == 0:
                stake = 2 * stake
        partner = (shooter + 2) % 4 if rules[TEAMS] else shooter
        subtracts = rules[MOON] == MOON_IS_SUBTRACTED
        for seat in range(players):
            points[seat] = stake if seat != shooter and seat != partner else 0
        if rules[MOON] == MOON_AVOIDS:
            # Ends with another winner: somebody is at the limit and one other side is lowest alone.
            mine = side_total(totals, points, taken, shooter, rules)
            most = mine
            lower = 0
            least = mine
            for seat in range(players):
                total = side_total(totals, points, taken, seat, rules)
                if total > most:
                    most = total
                if total < least:
                    least = total
                    lower = 1
            ties = 0
            for seat in range(players):
                if side_total(totals, points, taken, seat, rules) == least:
                    ties += 1
            sides = 2 if rules[TEAMS] else 1
            if lower and most >= rules[LIMIT] and ties == sides:
                subtracts = True
        if subtracts:
            for seat in range(players):
                points[seat] = 0
            points[shooter] = -stake
    if rules[JACK_COUNTS]:
        for seat in range(players):
            if taken[seat] & JACK:
                points[seat] -= 10
    return shooter


def side_total(totals: Numbers, points: Numbers, taken: Numbers, seat: int, rules: Numbers) -> int:
    """What a seat's side has after a deal of these points, the jack of diamonds counted on top of them."""
    total = totals[seat] + points[seat]
    cards = taken[seat]
    if rules[TEAMS]:
        partner = (seat + 2) % 4
        total += totals[partner] + points[partner]
        cards |= taken[partner]
    if rules[JACK_COUNTS] and cards & JACK:
        total -= 10
    if rules[EXACT] and total == rules[LIMIT]:
        return rules[LIMIT] // 2
    return total


PLACE_WORTH: Final = 15.0
"""Points that it is worth, where the game may end, to be before all others rather than among them."""
DEAL_SPREAD: Final = 12.0
"""How far two totals are apart that one more deal may well turn round, in points of the standard game."""


def cost(points: Numbers, seat: int, rules: Numbers, totals: Numbers) -> float:
    """What a deal costs a seat: own points less the mean of the others', or its place at the game's end.

    Args:
        points: of the deal, one a seat.
        seat: whose cost.
        rules: the ruleset.
        totals: before the deal.

    Returns:
        Points, greater is worse. Where the deal may end the game it is the place that counts: that of the
        totals where the game ends, and otherwise that to be expected of how far totals are apart.
    """
    players = rules[PLAYERS]
    step = 2 if rules[TEAMS] else players
    apart = 2 if rules[TEAMS] else 1
    mine = 0
    others = 0
    mine_after = 0
    highest_before = -100000
    highest_after = -100000
    for at in range(players):
        before = totals[at]
        more = points[at]
        if rules[TEAMS]:
            before += totals[(at + 2) % 4]
            more += points[(at + 2) % 4]
        after = before + more
        if rules[EXACT] and after == rules[LIMIT]:
            after = rules[LIMIT] // 2
        highest_before = max(highest_before, before)
        highest_after = max(highest_after, after)
        if at % step == seat % step:
            mine += points[at]
            mine_after = after
        else:
            others += points[at]
    sides = players // apart
    margin = mine / apart - others / (players - apart)
    if highest_before + rules[STAKE] < rules[LIMIT]:
        return margin
    spread = DEAL_SPREAD * rules[STAKE] / 26.0
    ahead = 0.0
    behind = 1.0
    for at in range(sides):
        if at % step == seat % step:
            continue
        after = totals[at] + points[at]
        if rules[TEAMS]:
            after += totals[at + 2] + points[at + 2]
        if rules[EXACT] and after == rules[LIMIT]:
            after = rules[LIMIT] // 2
        gap = float(after - mine_after)
        if highest_after < rules[LIMIT]:
            left = (rules[LIMIT] - highest_after) / rules[STAKE]
            wide = spread * (1.0 + left)
            gap = gap / (abs(gap) + wide)
        elif gap > 0:
            gap = 1.0
        elif gap < 0:
            gap = -1.0
        ahead += gap
        behind = behind * 0.5 * (1.0 + gap)
    return -PLACE_WORTH * (ahead / (sides - 1) + 2.0 * behind) + 0.1 * margin
