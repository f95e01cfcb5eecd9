"""What there is to say of one person beside their figures: best and worst game, and the rating in time."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from bot.rules.ruleset import Ruleset, RulesetError
from bot.standings.figures import Figures
from bot.standings.results import LAST, month_after
from bot.store.careers import EndedRow, MeetingRow
from bot.store.tallies import GameKind

STRETCHES: Final = 140
"""So many stretches the course of a rating has at most: a picture has room for no more."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended for somebody.

    Attributes:
        game_id: the game.
        place: counted from 1; equal totals share the better place. None for whoever left, who is last.
        sides: of how many: the teams, or those who played for themselves.
        points: their total; None where it says nothing beside others (`has_usual_points`).
    """

    game_id: int
    place: int | None
    sides: int
    points: int | None

    @classmethod
    def of(cls, row: EndedRow) -> Self:
        """What a row of the store says."""
        sides = _sides(row.rules)
        place = None if row.left_early else 1 + round((row.place - 100) * (sides - 1) / (LAST - 100))
        return cls(row.game_id, place, sides, row.points)


def _sides(rules: str) -> int:
    try:
        return len(Ruleset.from_record(json.loads(rules)).sides)
    except RulesetError:
        # Rules of a later program: places stand on a scale of four.
        return len(Ruleset().sides)


@dataclass(frozen=True, slots=True)
class Reached:
    """A rating after a game.

    Attributes:
        at: when the game ended, in Unix seconds.
        rating: the number that is shown.
    """

    at: float
    rating: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rated games that ended one soon after another.

    Attributes:
        at: when the last of them ended, in Unix seconds.
        low: the lowest rating after one of them.
        high: the highest.
        last: that after the last.
    """

    at: float
    low: int
    high: int
    last: int


@dataclass(frozen=True, slots=True)
class Course:
    """How somebody's rating went.

    Attributes:
        games: how many rated games there are.
        first: after the first of them.
        last: after the last.
        lowest: the lowest there was; the first time of several.
        highest: the highest, likewise.
        months: what each month ended with in which there is a rated game, in order.
        stretches: all games in order, put together where there are many: at most `STRETCHES`.
    """

    games: int
    first: Reached
    last: Reached
    lowest: Reached
    highest: Reached
    months: tuple[Reached, ...]
    stretches: tuple[Stretch, ...]


@dataclass(frozen=True)
class Career:
    """What there is to say of somebody in a server.

    Attributes:
        figures: by kind and period, where they have finished such a game that counts.
        ends: their best and their worst game of each kind that counts, by place, then by points; None
            as the best where they left all of them early.
        met: whom they met most often in games among people that count; partners do not meet.
        course: how their rating went; None without a rated game.
    """

    figures: Mapping[tuple[GameKind, str], Figures]
    ends: Mapping[GameKind, tuple[GameEnd | None, GameEnd]]
    met: tuple[MeetingRow, ...]
    course: Course | None

    @property
    def shown_course(self) -> Course | None:
        """The course, where there is something to see of it: one rated game is none."""
        return self.course if self.course is not None and self.course.games > 1 else None

    def meeting(self, met: tuple[MeetingRow, ...]) -> Career:
        """The same, with these people met most often."""
        return replace(self, met=met)


def course_of(ratings: Sequence[tuple[float, int]]) -> Course | None:
    """Put together how a rating went; None without any rated game.

    Args:
        ratings: when each rated game ended and the rating after it, the first one first.
    """
    if not ratings:
        return None
    return Course(
        games=len(ratings),
        first=Reached(*ratings[0]),
        last=Reached(*ratings[-1]),
        lowest=Reached(*min(ratings, key=_rating)),
        highest=Reached(*max(ratings, key=_rating)),
        months=tuple(_months(ratings)),
        stretches=tuple(_stretches(ratings)),
    )


def _rating(reached: tuple[float, int]) -> int:
    return reached[1]


def _months(ratings: Sequence[tuple[float, int]]) -> Iterator[Reached]:
    """What each month ended with. Months are looked for, not each game: there may be thousands in one."""
    start = 0
    while start < len(ratings):
        end = bisect_left(ratings, month_after(ratings[start][0]), start, key=_time)
        yield Reached(*ratings[end - 1])
        start = end


def _time(reached: tuple[float, int]) -> float:
    return reached[0]


def _stretches(ratings: Sequence[tuple[float, int]]) -> Iterator[Stretch]:
    if len(ratings) <= STRETCHES:
        yield from (Stretch(at, rating, rating, rating) for at, rating in ratings)
        return
    first, last = ratings[0][0], ratings[-1][0]
    start = 0
    for number in range(1, STRETCHES + 1):
        end = len(ratings)
        if number < STRETCHES:
            end = bisect_left(ratings, first + (last - first) * number / STRETCHES, start, key=_time)
        if start < end:
            together = [rating for _, rating in ratings[start:end]]
            yield Stretch(ratings[end - 1][0], min(together), max(together), together[-1])
        start = end
