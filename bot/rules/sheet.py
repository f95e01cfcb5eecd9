"""The score sheet of a game: what each deal brought each side, and the totals it led to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.rules.ruleset import Ruleset
from bot.rules.scoring import DealScore, Points, side_totals, sides_dropping, totals_after


@dataclass(frozen=True)
class SheetRow:
    """One finished deal.

    Attributes:
        number: counted from 1.
        score: what it came to, a seat.
        points: what it brought each of the ruleset's sides.
        totals: of each side, after it.
        dropped: the sides whose total it brought to an exact limit, so that it dropped.
    """

    number: int
    score: DealScore
    points: Points
    totals: Points
    dropped: tuple[tuple[int, ...], ...]


def sheet_rows(ruleset: Ruleset, scores: Sequence[DealScore]) -> tuple[SheetRow, ...]:
    """A row for each finished deal, in order.

    Args:
        ruleset: the rules of the game.
        scores: the finished deals, in order.
    """
    return tuple(_rows(ruleset, scores))


def _rows(ruleset: Ruleset, scores: Sequence[DealScore]) -> Iterator[SheetRow]:
    totals: Points = (0,) * ruleset.players
    for number, score in enumerate(scores, start=1):
        added = [total + more for total, more in zip(totals, score.points, strict=True)]
        totals = totals_after(totals, score.points, ruleset)
        yield SheetRow(
            number,
            score,
            side_totals(score.points, ruleset),
            side_totals(totals, ruleset),
            sides_dropping(added, ruleset),
        )


def places(totals: Points) -> tuple[int, ...]:
    """The place of each total, 1 for the lowest; equal totals share the better place.

    Args:
        totals: one a side.
    """
    return tuple(1 + sum(other < total for other in totals) for total in totals)
