"""What the pictures of scores say, for those who do not see them: the totals first, then deal by deal.

Names in an alt text are plain, since Discord shows no Markdown there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.rules.ruleset import Direction, Partners, Ruleset
from bot.rules.scoring import DealScore, Points, dropped_total
from bot.rules.sheet import SheetRow, places, sheet_rows
from bot.text.alt import ALT_LENGTH
from bot.text.rules_text import ruleset_title
from bot.text.words import Words, label


def points_line(
    points: Sequence[int], ruleset: Ruleset, names: Sequence[str], words: Words, between: str = " · "
) -> str:
    """The points of each team and what they are made of, or of each who plays alone.

    Args:
        points: one number a seat.
        ruleset: says who is a team.
        names: of the seats.
        words: the language.
        between: stands between one and the next.
    """
    if ruleset.partners is Partners.NONE:
        return between.join(
            words("score.seat", name=name, points=words.number(n))
            for name, n in zip(names, points, strict=True)
        )
    return between.join(
        words(
            "score.team" if points[second] >= 0 else "score.team_less",
            names=words.list((names[first], names[second])),
            points=points[first] + points[second],
            first=points[first],
            second=abs(points[second]),
        )
        for first, second in ruleset.sides
    )


def deal_number(number: int, ruleset: Ruleset, words: Words) -> str:
    """The number of a deal and, where cards were passed in it, which way: "3, passed across"."""
    direction = ruleset.direction(number)
    if direction is Direction.HOLD:
        return str(number)
    return words(f"score.number.{direction}", number=number)


def sheet_alt(
    ruleset: Ruleset,
    scores: Sequence[DealScore],
    names: Sequence[str],
    words: Words,
    running: Points | None = None,
) -> str:
    """The alt text of a score sheet: the totals, then the deals, the newest first, as many as fit.

    Args:
        ruleset: the rules of the game.
        scores: the finished deals, in order.
        names: one a seat, as people wrote them.
        words: the language.
        running: the points so far in the running deal, one a seat; None where there is none.

    Returns:
        At most `ALT_LENGTH` characters; which way cards were passed is left out where all would be longer.
    """
    people = [label(name) for name in names]
    rows = sheet_rows(ruleset, scores)
    sentences = [words.count("sheet.alt", len(rows), rules=ruleset_title(ruleset, words))]
    if rows:
        totals = rows[-1].totals
        sentences.append(words("sheet.alt_totals", totals=_totals(totals, ruleset, people, words)))
        sentences += _leaders(totals, ruleset, people, words)
    if running is not None:
        points = points_line(running, ruleset, people, words, ", ")
        sentences.append(words("sheet.alt_running", number=len(rows) + 1, points=points))
    deals: list[str] = []
    shorter: list[str] = []
    for row in reversed(rows):
        deals += _deal(row, deal_number(row.number, ruleset, words), ruleset, people, words)
        shorter += _deal(row, str(row.number), ruleset, people, words)
    fits = len(" ".join((*sentences, *deals))) <= ALT_LENGTH
    return _fitting((*sentences, *(deals if fits else shorter)))


def _leaders(totals: Points, ruleset: Ruleset, people: Sequence[str], words: Words) -> Iterator[str]:
    first = [
        seat for side, place in zip(ruleset.sides, places(totals), strict=True) for seat in side if place == 1
    ]
    if len(first) < len(people):
        yield words.count("sheet.alt_leads", len(first), names=words.list(people[seat] for seat in first))


def _deal(row: SheetRow, number: str, ruleset: Ruleset, people: Sequence[str], words: Words) -> Iterator[str]:
    points = points_line(row.score.points, ruleset, people, words, ", ")
    if row.score.moon:
        yield words(
            "sheet.alt_deal_sun" if row.score.sun else "sheet.alt_deal_moon",
            number=number,
            names=words.list(people[seat] for seat in row.score.moon),
            points=points,
        )
    else:
        yield words("sheet.alt_deal", number=number, points=points)
    for side in row.dropped:
        names = words.list(people[seat] for seat in side)
        yield words.count(
            "sheet.alt_exact", len(side), names=names, limit=ruleset.limit, half=dropped_total(ruleset)
        )


def chart_alt(ruleset: Ruleset, scores: Sequence[DealScore], names: Sequence[str], words: Words) -> str:
    """The alt text of a chart: the limit, who shot when, and the totals of each line from deal to deal.

    Args:
        ruleset: the rules of the game.
        scores: the finished deals, in order; at least one.
        names: one a seat, as people wrote them.
        words: the language.

    Returns:
        At most `ALT_LENGTH` characters.
    """
    people = [label(name) for name in names]
    rows = sheet_rows(ruleset, scores)
    totals = _totals(rows[-1].totals, ruleset, people, words)
    sentences = [
        words.count("chart.alt", len(rows), limit=ruleset.limit),
        words("sheet.alt_totals", totals=totals),
    ]
    for side, name in _sides(ruleset, people, words):
        shot = [row for row in rows if any(seat in row.score.moon for seat in side)]
        moons = [row.number for row in shot if not row.score.sun]
        suns = [row.number for row in shot if row.score.sun]
        if moons:
            sentences.append(
                words.count("chart.alt_moon", len(moons), names=name, deals=_numbers(moons, words))
            )
        if suns:
            sentences.append(words.count("chart.alt_sun", len(suns), names=name, deals=_numbers(suns, words)))
    for column, (_, name) in enumerate(_sides(ruleset, people, words)):
        line = ", ".join(words.number(row.totals[column]) for row in rows)
        sentences.append(words("chart.alt_line", names=name, totals=line))
    return _fitting(sentences)


def placing_alt(
    ruleset: Ruleset,
    scores: Sequence[DealScore],
    names: Sequence[str],
    words: Words,
    levels: Sequence[str] = (),
) -> str:
    """The alt text of a placing: the rules, then every side with its place, its points and what it shot.

    Args:
        ruleset: the rules of the game.
        scores: its deals, in order; at least one.
        names: one a seat, as people wrote them.
        words: the language.
        levels: one a seat: in a word, how the computer there plays; empty for a person.

    Returns:
        At most `ALT_LENGTH` characters.
    """
    people = [label(name) for name in names]
    for seat, level in enumerate(levels):
        if level:
            people[seat] = words("alt.computer", name=people[seat], level=level)
    totals = sheet_rows(ruleset, scores)[-1].totals
    ranked = sorted(zip(places(totals), totals, _sides(ruleset, people, words), strict=True))
    sentences = [words.count("placing.alt", len(scores), rules=ruleset_title(ruleset, words))]
    for place, total, (side, name) in ranked:
        shot = [score for score in scores if any(seat in score.moon for seat in side)]
        suns = sum(score.sun for score in shot)
        moons = len(shot) - suns
        parts = [words.count("placing.alt_place", total, place=place, names=name)]
        if moons:
            parts.append(words.count("placing.alt_moons", moons))
        if suns:
            parts.append(words.count("placing.alt_suns", suns))
        sentences.append(", ".join(parts) + ".")
    return _fitting(sentences)


def _sides(ruleset: Ruleset, people: Sequence[str], words: Words) -> list[tuple[tuple[int, ...], str]]:
    return [(side, words.list(people[seat] for seat in side)) for side in ruleset.sides]


def _totals(totals: Points, ruleset: Ruleset, people: Sequence[str], words: Words) -> str:
    return ", ".join(
        words("score.seat", name=name, points=words.number(total))
        for (_, name), total in zip(_sides(ruleset, people, words), totals, strict=True)
    )


def _numbers(numbers: Iterable[int], words: Words) -> str:
    return words.list(words.number(number) for number in numbers)


def _fitting(sentences: Iterable[str]) -> str:
    """The sentences, as many from the first on as fit whole."""
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}".strip()
        if len(longer) > ALT_LENGTH:
            break
        text = longer
    return text
