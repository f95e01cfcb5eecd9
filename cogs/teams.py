"""What is said of teams: their names, and lines about seats grouped by them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.ruleset import Partners, Ruleset
from bot.rules.scoring import Points
from bot.text.words import Words
from cogs.seating import SeatName


def team_name(side: Sequence[int], names: Sequence[SeatName], words: Words) -> str:
    """How a team is called, or one who plays alone: by its names."""
    return words.list(names[seat].text for seat in side)


def by_team(
    ruleset: Ruleset, totals: Points, lines: Sequence[str], names: Sequence[SeatName], words: Words
) -> list[str]:
    """Lines about each seat, below their team's total where there are teams.

    Args:
        ruleset: says who is a team.
        totals: one for each of its sides.
        lines: one a seat.
        names: of the seats.
        words: the language.
    """
    if ruleset.partners is Partners.NONE:
        return list(lines)
    grouped: list[str] = []
    for side, total in zip(ruleset.sides, totals, strict=True):
        grouped.append(words("table.team", names=team_name(side, names, words), total=total))
        grouped += [lines[seat] for seat in side]
    return grouped
