"""The heart of the search: worlds dealt, every candidate played out in each of them, and what that comes to.

One source for two ways to run it: as plain Python on ints and lists, and compiled by numba on arrays
(`bot.players.compiled`): so only numbers, lists of numbers, and functions of such. Which of the other
seats see a moon coming is drawn by lot for every world: players differ in that.
"""

from __future__ import annotations

import math
from typing import Final

from bot.players.kernel_dealing import draw
from bot.players.kernel_passing import cheapest, lets_shoot
from bot.players.kernel_rollout import rollout

# `hopes` is not called here: what is compiled is reached through this module.
from bot.players.kernel_sampling import hopes as hopes
from bot.players.kernel_sampling import sample
from bot.players.kernel_scoring import NOBODY, PLAYERS, TEAMS, Floats, Numbers, cost, deal_points

PASS_SIZE: Final = 3
SCRATCH: Final = 160
"""How many numbers `evaluate` needs to work with."""

OTHERS_WATCH: Final = 40
"""In so many worlds of a hundred another seat stops the own moon. Opposite a team, always."""
CONCEDED: Final = 10.0
"""So many points a moon of somebody else's counts beyond what it costs: rollouts see too few of them."""
MOON_PASSED: Final = 6.0
"""So many points a pass counts more with which its receiver shoots the moon most easily (`lets_shoot`). More
than that alone is worth: low hearts are also what the own moon is lost with, and rollouts see neither."""


def evaluate(
    first: int,
    last: int,
    options: Numbers,
    shooters: Numbers,
    active: Numbers,
    passing: int,
    seat: int,
    fixed: Numbers,
    room: Numbers,
    cards: Numbers,
    places: Numbers,
    kinds: Numbers,
    lots: Numbers,
    pool: int,
    suspect: int,
    doubt: int,
    plays: Numbers,
    opening: Numbers,
    taken: Numbers,
    position: Numbers,
    rules: Numbers,
    values: Numbers,
    totals: Numbers,
    scratch: Numbers,
    costs: Floats,
    moons: Numbers,
) -> None:
    """Deal worlds and play candidates out in them.

    Args:
        first: the number of the first world.
        last: the number to stop before.
        options: the candidates: each a card; before the pass, the cards passed, a mask.
        shooters: for each of them, the seat that is to shoot the moon in its rollouts, or `NOBODY`.
        active: which of the candidates are played out.
        passing: how many seats to the left cards are passed; 0 where the pass is over.
        seat: the seat to decide, whose costs are looked for.
        fixed: see `deal`, as the next five.
        room: see there.
        cards: see there.
        places: see there.
        kinds: see there.
        lots: see there.
        pool: see `sample`, as the next four.
        suspect: see there.
        doubt: see there.
        plays: see there.
        opening: see there.
        taken: the cards each seat has taken.
        position: the running trick.
        rules: the ruleset.
        values: the points of each card.
        totals: before the deal.
        scratch: room for `SCRATCH` numbers.
        costs: written to, at world times candidates plus candidate.
        moons: likewise: who shot the moon.
    """
    players = rules[PLAYERS]
    size = players + 1
    width = len(options)
    hands = scratch[0:size]
    gains = scratch[size : 2 * size]
    points = scratch[2 * size : 3 * size]
    world = scratch[3 * size : 4 * size]
    given = scratch[4 * size : 5 * size]
    rest = scratch[5 * size :]
    nothing = plays[0:0]
    to_other = passing > 0 and not (rules[TEAMS] and passing == 2)
    for number in range(first, last):
        sample(
            world, fixed, room, cards, places, kinds, lots,
            plays, opening, rules, values, taken, seat, pool, suspect, doubt, rest,
        )  # fmt: skip
        watchers = 1 << seat
        for place in range(players):
            if draw(lots, 100) < OTHERS_WATCH or rules[TEAMS]:
                watchers |= 1 << place
            if passing and place != seat:
                given[place] = cheapest(world[place], PASS_SIZE)
        for which in range(len(active)):
            at = active[which]
            card = options[at]
            for place in range(size):
                hands[place] = world[place]
            if passing:
                card = NOBODY
                given[seat] = options[at]
                for place in range(players):
                    hands[place] = world[place] & ~given[place] | given[(place - passing) % players]
            for place in range(players):
                gains[place] = taken[place]
            rollout(
                hands, gains, position, rules, values, card, shooters[at],
                seat, watchers, nothing,
            )  # fmt: skip
            moons[number * width + at] = deal_points(gains, rules, totals, points)
            costs[number * width + at] = cost(points, seat, rules, totals)
            if to_other:
                costs[number * width + at] += MOON_PASSED * lets_shoot(options[at])
            moon = moons[number * width + at]
            if moon >= 0 and moon != seat and not (rules[TEAMS] and moon == (seat + 2) % 4):
                costs[number * width + at] += CONCEDED


def gap(costs: Floats, width: int, at: int, base: int, count: int) -> tuple[float, float]:
    """The mean of one candidate's costs less another's in their common worlds, and its standard error.

    Args:
        costs: as `evaluate` writes them.
        width: how many candidates there are.
        at: the one.
        base: the other.
        count: how many worlds both have met.
    """
    total = 0.0
    squares = 0.0
    for world in range(count):
        difference = costs[world * width + at] - costs[world * width + base]
        total += difference
        squares += difference * difference
    mean = total / count
    spread = (squares - total * mean) / max(1, count - 1)
    # One odd world in a few must not look like certainty.
    return mean, math.sqrt((max(0.0, spread) + 0.05) / count)


def mean(costs: Floats, width: int, at: int, count: int) -> float:
    """The mean of one candidate's costs; the arguments are those of `gap`."""
    total = 0.0
    for world in range(count):
        total += costs[world * width + at]
    return total / count


def shot_moons(moons: Numbers, width: int, at: int, count: int, seat: int) -> int:
    """In how many worlds a seat shot the moon, where one candidate was played."""
    found = 0
    for world in range(count):
        if moons[world * width + at] == seat:
            found += 1
    return found
