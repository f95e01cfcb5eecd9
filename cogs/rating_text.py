"""What is said of how a rating went: below the picture of it, and for those who do not see it.

Days are those of UTC, as months are everywhere in the standings.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.standings import Course
from bot.text.alt import fitting
from bot.text.words import Words, label

_MOST_MARKS: Final = 4
_LONGEST_IN_DAYS: Final = 60
_DAYS: Final = (1, 2, 3, 7, 14, 21)
_MONTHS: Final = (1, 2, 3, 6, 12, 24, 60, 120, 240)
_YEAR: Final = 12


def rating_alt(name: str, course: Course, words: Words) -> str:
    """The alt text of the picture of a rating: its ends, its extremes, and the end of each month.

    Args:
        name: whose it is, as people wrote it.
        course: how it went.
        words: the language.

    Returns:
        At most `ALT_LENGTH` characters; of many months those long ago are left out.
    """
    first, last = words.day(_day(course.first.at)), words.day(_day(course.last.at))
    sentences = [
        words.count("rating.alt", course.games, name=label(name), first=first, last=last),
        words(
            "rating.alt_ends",
            first=str(course.first.rating),
            last=str(course.last.rating),
            lowest=str(course.lowest.rating),
            lowest_day=words.day(_day(course.lowest.at)),
            highest=str(course.highest.rating),
            highest_day=words.day(_day(course.highest.at)),
        ),
    ]
    if len(course.months) > 1:
        sentences.append(words("rating.alt_months"))
        sentences += [
            words("rating.alt_month", month=words.month(_day(month.at)), rating=str(month.rating))
            for month in reversed(course.months)
        ]
    return fitting(sentences)


def rating_line(course: Course, words: Words) -> str:
    """The same in few words, for a message without the picture."""
    return words.count(
        "rating.line",
        course.games,
        first=_reached(course.first.rating, course.first.at),
        lowest=_reached(course.lowest.rating, course.lowest.at),
        highest=_reached(course.highest.rating, course.highest.at),
        last=_reached(course.last.rating, course.last.at),
    )


def time_marks(start: float, end: float, words: Words) -> tuple[tuple[float, str], ...]:
    """What is written below a stretch of time: days, months or years, not too many of them.

    Args:
        start: Unix seconds.
        end: likewise, not before that.
        words: the language.

    Returns:
        Times in Unix seconds from `start` to `end`, each with what it is called.
    """
    first, last = _day(start), _day(end)
    days = (last - first).days
    if days <= _LONGEST_IN_DAYS:
        marks = ((max(start, at), text) for at, text in _days(first, last, words))
    else:
        marks = ((at, text) for at, text in _months(first, last, words) if start <= at)
    return tuple(marks)


def _days(first: date, last: date, words: Words) -> Iterator[tuple[float, str]]:
    days = (last - first).days
    step = next(step for step in _DAYS if days / step <= _MOST_MARKS)
    for day in range(0, days + 1, step):
        at = first + timedelta(day)
        yield _seconds(at), words.short_day(at) if days else words.day(at)


def _months(first: date, last: date, words: Words) -> Iterator[tuple[float, str]]:
    begin, end = first.year * _YEAR + first.month - 1, last.year * _YEAR + last.month - 1
    step = next(step for step in _MONTHS if (end - begin) / step <= _MOST_MARKS)
    for month in range(-(-begin // step) * step, end + 1, step):
        at = date(month // _YEAR, month % _YEAR + 1, 1)
        yield _seconds(at), str(at.year) if step >= _YEAR else words.short_month(at)


def _day(at: float) -> date:
    return datetime.fromtimestamp(at, UTC).date()


def _seconds(day: date) -> float:
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def _reached(rating: int, at: float) -> str:
    """A rating and when it was, as Discord shows a day where the reader is."""
    return f"{rating} (<t:{int(at)}:d>)"
