"""A view and its ruleset as the numbers the kernel works on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from bot.players import kernel_scoring as kernel
from bot.players.knowledge import card_values
from bot.rules.ruleset import Moon, Partners, Ruleset
from bot.rules.scoring import deal_total
from bot.rules.view import View

_MOONS = {
    Moon.ADD: kernel.MOON_ADDS,
    Moon.SUBTRACT: kernel.MOON_IS_SUBTRACTED,
    Moon.AVOID: kernel.MOON_AVOIDS,
    # A computer that is asked chooses what would be chosen for it.
    Moon.CHOOSE: kernel.MOON_AVOIDS,
}
_TEAMS = {
    Partners.NONE: kernel.NO_TEAMS,
    Partners.ALONE: kernel.TEAMS_ALONE,
    Partners.TOGETHER: kernel.TEAMS_TOGETHER,
}


@dataclass(frozen=True)
class Board:
    """What the kernel is told beside the hands; see there for what stands where.

    Attributes:
        seat: whose view it was.
        taken: the cards each seat has taken.
        position: the running trick.
        rules: the ruleset.
        values: the points of each card.
        totals: before the deal.
        plays: the cards played so far.
        opening: the position before the first of them.
        passing: how many seats to the left cards are to be passed; 0 where that is over.
    """

    seat: int
    taken: tuple[int, ...]
    position: tuple[int, ...]
    rules: tuple[int, ...]
    values: tuple[int, ...]
    totals: tuple[int, ...]
    plays: tuple[int, ...]
    opening: tuple[int, ...]
    passing: int


@cache
def rules_in_numbers(ruleset: Ruleset) -> tuple[int, ...]:
    """The ruleset as the kernel reads it."""
    rules = [0] * kernel.RULES_SIZE
    rules[kernel.PLAYERS] = ruleset.players
    rules[kernel.FIRST_FREE] = int(ruleset.points_on_first_trick)
    rules[kernel.HEARTS_FREE] = int(ruleset.hearts_any_time)
    rules[kernel.QUEEN_BREAKS] = int(ruleset.queen_breaks_hearts)
    rules[kernel.JACK_COUNTS] = int(ruleset.jack_of_diamonds)
    rules[kernel.SUN] = int(ruleset.sun)
    rules[kernel.NO_TRICK] = int(ruleset.no_trick_bonus)
    rules[kernel.MOON] = _MOONS[ruleset.moon]
    rules[kernel.TEAMS] = _TEAMS[ruleset.partners]
    rules[kernel.SPOT] = int(ruleset.spot)
    rules[kernel.LIMIT] = ruleset.limit
    rules[kernel.EXACT] = int(ruleset.exact_limit)
    rules[kernel.STAKE] = deal_total(ruleset)
    return tuple(rules)


def board(view: View) -> Board:
    """What a view tells the kernel; before the pass is over, of the deal as it will begin."""
    public = view.public
    position = [0] * kernel.POSITION_SIZE
    winning = public.trick.winning
    position[kernel.TURN] = kernel.NOBODY if public.turn is None else public.turn
    position[kernel.LEADER] = public.trick.plays[0].seat if public.trick.plays else kernel.NOBODY
    position[kernel.BEST] = kernel.NOBODY if winning is None else winning.card.index
    position[kernel.BEST_SEAT] = kernel.NOBODY if winning is None else winning.seat
    position[kernel.TRICK] = public.trick.cards.mask
    position[kernel.PLAYED] = len(public.trick)
    position[kernel.TRICKS] = len(public.tricks)
    position[kernel.BROKEN] = int(public.broken)
    position[kernel.KITTY] = int(public.kitty is None)
    plays = public.plays
    opening = [0] * kernel.POSITION_SIZE
    opening[kernel.TURN] = plays[0].seat if plays else kernel.NOBODY
    opening[kernel.LEADER] = opening[kernel.BEST] = opening[kernel.BEST_SEAT] = kernel.NOBODY
    return Board(
        seat=view.seat,
        taken=tuple(cards.mask for cards in public.taken),
        position=tuple(position),
        rules=rules_in_numbers(public.ruleset),
        values=card_values(public.ruleset),
        totals=public.totals,
        plays=tuple(play.card.index for play in plays),
        opening=tuple(opening),
        passing=public.direction.target(0, public.players) if public.passing else 0,
    )
