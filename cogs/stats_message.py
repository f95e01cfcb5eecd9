"""Somebody's statistics, as a message."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.standings import ALL_TIME, Career, Figures, GameEnd, GameKind, MeetingRow, Order
from bot.text.commands import command_line
from bot.text.words import Words
from cogs.clicks import Button
from cogs.history_message import Listed
from cogs.layout import Layout, Picture, Row, button_rows
from cogs.presets import Preset
from cogs.rating_text import rating_line
from cogs.replay_message import VERB as REPLAY
from cogs.replay_message import Spot, Step
from cogs.standings_message import Period, counted_line, figures_said, notes_on

MOST_MET: Final = 5
"""So many of the people somebody has met are named."""


@dataclass(frozen=True)
class Subject:
    """Whom statistics are about, and who reads them.

    Attributes:
        name: theirs, as it goes into a message.
        viewer: the number of whoever asked.
        person: the number of whom they are about; 0 where they have none yet.
        month: the one it is now, as a period of the standings.
        names: of the people they have met, as they go into a message, by number.
    """

    name: str
    viewer: int
    person: int
    month: str
    names: Mapping[int, str]


def stats_layout(
    subject: Subject, career: Career | None, counted: Sequence[Preset], picture: Picture | None, words: Words
) -> Layout:
    """Somebody's statistics.

    Args:
        subject: whom they are about.
        career: what there is to say of them; None where they have no number.
        counted: the presets by whose rules a game is played that counts.
        picture: how their rating went; None where there is none.
        words: the language of whoever asked.
    """
    title = words("stats.title", name=subject.name, counted=counted_line(counted, words))
    if career is None or not career.figures:
        if subject.person == subject.viewer:
            return Layout((title, words("stats.nothing_own", command=command_line("start", words))))
        return Layout((title, words("stats.nothing", name=subject.name)))
    blocks = [
        _block(kind, period, key, career, words)
        for kind in GameKind
        if (kind, ALL_TIME) in career.figures
        for period, key in ((Period.ALL, ALL_TIME), (Period.MONTH, subject.month))
    ]
    if career.met:
        lines = [_met(row, subject.names.get(row.person_id, ""), words) for row in career.met]
        blocks.append("\n".join((words("stats.met"), *lines)))
    notes = [words("stats.note_moons"), *notes_on(counted, words)]
    course = career.shown_course
    return Layout(
        (title, *blocks),
        _rows(subject, career, words),
        picture=picture,
        instead="" if course is None else rating_line(course, words),
        footer="\n".join(words("leaderboard.footer", parts=note) for note in notes),
    )


def _block(kind: GameKind, period: Period, key: str, career: Career, words: Words) -> str:
    heading = words(
        "stats.heading", kind=words(f"standings.kind.{kind}"), period=words(f"standings.period.{period}")
    )
    figures = career.figures.get((kind, key))
    if figures is None:
        return f"{heading}\n{words('stats.no_game')}"
    lines = [heading, *_first_lines(figures, words)]
    if period is not Period.ALL:
        # A month is short, and a phone too: the rest is in what there is in all.
        return "\n".join(lines)
    lines += _further_lines(figures, words)
    if kind in career.ends:
        best, worst = career.ends[kind]
        if best is not None:
            lines.append(words("stats.best_game", game=str(best.game_id), end=_end(best, words)))
        if best is None or worst.game_id != best.game_id:
            lines.append(words("stats.worst_game", game=str(worst.game_id), end=_end(worst, words)))
    return "\n".join(lines)


def _first_lines(figures: Figures, words: Words) -> Iterator[str]:
    said = figures_said(figures, words)
    games = [words.count("standings.games", figures.games), said[Order.WINS]]
    yield " · ".join((said[Order.RATING], *games) if Order.RATING in said else games)
    yield " · ".join(said[order] for order in (Order.PLACE, Order.POINTS) if order in said)


def _further_lines(figures: Figures, words: Words) -> Iterator[str]:
    if figures.best_deal is not None and figures.worst_deal is not None:
        best = words.count("stats.best_deal", figures.best_deal)
        yield f"{best} · {words.count('stats.worst_deal', figures.worst_deal)}"
    yield words("stats.moons", made=figures.moons, missed=figures.missed, conceded=figures.conceded)
    yield words.count("stats.queens", figures.queens)
    if figures.games_left:
        yield words.count("stats.left", figures.games_left)


def _end(end: GameEnd, words: Words) -> str:
    if end.place is None:
        return words("stats.end_left")
    if end.points is None:
        return words("stats.end_place", place=end.place, sides=end.sides)
    return words.count("stats.end", end.points, place=end.place, sides=end.sides)


def _met(row: MeetingRow, name: str, words: Words) -> str:
    name = name or words("table.former_player")
    return words.count("stats.met_line", row.games, name=name, ahead=row.ahead, behind=row.behind)


def _rows(subject: Subject, career: Career, words: Words) -> list[Row]:
    """Buttons that show the best and the worst game again."""
    spot = Spot(Listed(subject.viewer, subject.person), 1, 0)
    buttons: dict[int, Button] = {}
    for kind in GameKind:
        labels = (words(f"stats.button.best.{kind}"), words(f"stats.button.worst.{kind}"))
        for label, end in zip(labels, career.ends.get(kind, ()), strict=False):
            if end is None:
                continue
            buttons.setdefault(end.game_id, Button(REPLAY, end.game_id, label, spot.detail(Step.OPEN)))
    return list(button_rows(list(buttons.values()))) if buttons else []
