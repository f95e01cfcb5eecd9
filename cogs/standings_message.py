"""The leaderboard, as a message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Self

from bot.standings import Figures, GameKind, Order, Standing, has_usual_points
from bot.store import LONGEST_PRESET_NAME
from bot.text.words import Words, plain
from cogs.clicks import NO_GAME, Button, Menu, NoSuchItem, Option
from cogs.layout import Layout, Row
from cogs.presets import Preset

VERB: Final = "board"

MOST_NAMED: Final = 6
"""So many presets that count are named; of more, the rest are a number."""

FOUR: Final = 4
"""How many places there are at a table whose places are shown as they are."""


class Period(StrEnum):
    """Which games count, by when they ended."""

    ALL = "all"
    MONTH = "month"
    """The month it is now."""

    LAST_MONTH = "last"
    """The month before that."""

    SEASON = "season"
    """The season that runs in the server."""


class Turn(StrEnum):
    """Which page an item of the leaderboard leads to."""

    FIRST = "first"
    PREVIOUS = "previous"
    NEXT = "next"
    LAST = "last"
    MINE = "mine"
    ANEW = "anew"
    """The first page of another leaderboard."""


PAGE_TURNS: Final = (Turn.FIRST, Turn.PREVIOUS, Turn.NEXT, Turn.LAST, Turn.MINE)


@dataclass(frozen=True)
class Wanted:
    """What somebody wants to see of a leaderboard.

    Attributes:
        person: the number of whoever asked.
        order: what was chosen to come first.
        period: which games count.
        kind: which games count.
        page: the number of the page, counted from 1.
    """

    person: int
    order: Order = Order.RATING
    period: Period = Period.ALL
    kind: GameKind = GameKind.PEOPLE
    page: int = 1

    @property
    def shown_order(self) -> Order:
        """What comes first: alone with computers there are no ratings, and wins do in their place."""
        unrated = self.order is Order.RATING and self.kind is GameKind.ALONE
        return Order.WINS if unrated else self.order

    def detail(self, turn: Turn) -> str:
        """What the custom_id of an item on this page says."""
        return f"{self.person}:{self.order}:{self.period}:{self.kind}:{self.page}:{turn}"

    @classmethod
    def read(cls, detail: str) -> tuple[Self, Turn]:
        """Read what `detail` gives.

        Raises:
            NoSuchItem: it is none.
        """
        try:
            person, order, period, kind, page, turn = detail.split(":")
            wanted = cls(int(person), Order(order), Period(period), GameKind(kind), int(page))
            return wanted, Turn(turn)
        except ValueError:
            raise NoSuchItem from None


@dataclass(frozen=True)
class Board:
    """What a page of a leaderboard shows.

    Attributes:
        rows: the best first.
        names: of the people in them, as they go into a message.
        page: the number of this page.
        pages: how many there are.
        count: how many people are in the leaderboard.
        min_games: how many games it takes to be in.
        when: the name of the month or season it is of; empty where it is of all time.
        rank: of whoever asked; None where they are not in it.
        games: how many games that person has finished.
        rated: whether any of them is rated.
        counted: the presets by whose rules a game is played that counts.
    """

    rows: tuple[Standing, ...]
    names: Mapping[int, str]
    page: int
    pages: int
    count: int
    min_games: int
    when: str
    rank: int | None
    games: int
    rated: bool
    counted: Sequence[Preset]


def leaderboard_layout(wanted: Wanted, board: Board, words: Words) -> Layout:
    """A page of a leaderboard.

    Every person takes two lines, the second of them small, so that nothing is cut off on a phone.

    Args:
        wanted: what was asked for.
        board: what there is.
        words: the language of whoever asked.
    """
    wanted = replace(wanted, page=board.page)
    title = words(
        "leaderboard.title",
        kind=words(f"standings.kind.{wanted.kind}"),
        period=board.when or words(f"standings.period.{wanted.period}"),
        order=words(f"standings.order.{wanted.shown_order}"),
        counted=counted_line(board.counted, words),
    )
    if board.rows:
        body = "\n".join(_lines(row, wanted, board.names[row.figures.person], words) for row in board.rows)
    else:
        by_rating = wanted.shown_order is Order.RATING
        body = words.count("leaderboard.empty_rating" if by_rating else "leaderboard.empty", board.min_games)
    return Layout((title, body), _rows(wanted, board, words), footer=_footer(wanted, board, words))


def counted_line(presets: Sequence[Preset], words: Words) -> str:
    """Which rules count, in a line."""
    if not presets:
        return words("standings.counted_none")
    names = [plain(preset.name, LONGEST_PRESET_NAME) for preset in presets]
    if len(names) > MOST_NAMED + 1:
        names[MOST_NAMED:] = [words("standings.counted_more", n=len(names) - MOST_NAMED)]
    return words("standings.counted", presets=words.list(names))


def notes_on(presets: Sequence[Preset], words: Words) -> list[str]:
    """What a reader has to know of figures where games that count are not alike, a line each."""
    notes: list[str] = []
    rulesets = [preset.ruleset for preset in presets]
    if any(len(ruleset.sides) != FOUR for ruleset in rulesets):
        notes.append(words("standings.note_places"))
    if not all(has_usual_points(ruleset) for ruleset in rulesets):
        notes.append(words("standings.note_points"))
    return notes


def _lines(row: Standing, wanted: Wanted, name: str, words: Words) -> str:
    figures, order = row.figures, wanted.shown_order
    first = figures_said(figures, words).get(order, "")
    if figures.person == wanted.person:
        name = words("leaderboard.you", name=name)
    line = words("leaderboard.line", rank=row.rank, name=name, figure=first)
    rest = [words.count("standings.games", figures.games)]
    if order is not Order.WINS:
        rest.append(words.count("standings.wins", figures.wins))
    # More than three would not fit a phone.
    if order in (Order.WINS, Order.POINTS):
        rest.append(words("leaderboard.short_place", place=words.decimal(figures.average_place)))
    if order is not Order.POINTS and figures.points_a_deal is not None:
        rest.append(words("leaderboard.short_points", points=words.decimal(figures.points_a_deal)))
    return f"{line}\n{words('leaderboard.rest', figures=' · '.join(rest))}"


def figures_said(figures: Figures, words: Words) -> dict[Order, str]:
    """What can come first, in words."""
    said = {
        Order.WINS: words.count("standings.wins", figures.wins),
        Order.PLACE: words("standings.place", place=words.decimal(figures.average_place)),
        Order.MOONS: words.count("standings.moons", figures.moons),
    }
    if figures.rating is not None:
        said[Order.RATING] = words("standings.rating", rating=str(figures.rating))
    if figures.points_a_deal is not None:
        said[Order.POINTS] = words("standings.points", points=words.decimal(figures.points_a_deal))
    return said


def _footer(wanted: Wanted, board: Board, words: Words) -> str:
    parts: list[str] = []
    if board.rank is not None:
        parts.append(words("leaderboard.place", rank=board.rank, count=board.count))
    elif 0 < board.games < board.min_games:
        parts.append(words.count("leaderboard.wanting", board.min_games - board.games))
    elif board.games and wanted.shown_order is Order.RATING and not board.rated:
        parts.append(words("leaderboard.unrated"))
    if board.pages > 1:
        parts.append(words("leaderboard.page", page=board.page, pages=board.pages))
    if board.rows and board.min_games > 1:
        parts.append(words.count("leaderboard.minimum", board.min_games))
    lines = [" · ".join(parts)] if parts else []
    lines += notes_on(board.counted, words) if board.rows else []
    return "\n".join(words("leaderboard.footer", parts=line) for line in lines)


def _rows(wanted: Wanted, board: Board, words: Words) -> list[Row]:
    rows: list[Row] = []
    if board.pages > 1:
        nowhere = {
            Turn.FIRST: board.page == 1,
            Turn.PREVIOUS: board.page == 1,
            Turn.NEXT: board.page == board.pages,
            Turn.LAST: board.page == board.pages,
            Turn.MINE: board.rank is None,
        }
        rows.append(
            [
                Button(
                    VERB,
                    NO_GAME,
                    words(f"leaderboard.turn.{turn}"),
                    wanted.detail(turn),
                    disabled=nowhere[turn],
                )
                for turn in PAGE_TURNS
            ]
        )
    rows.append(
        [
            Button(
                VERB,
                NO_GAME,
                words(f"standings.period.{period}"),
                replace(wanted, period=period).detail(Turn.ANEW),
                disabled=period is wanted.period,
            )
            for period in Period
        ]
    )
    other = replace(wanted, kind=GameKind.PEOPLE if wanted.kind is GameKind.ALONE else GameKind.ALONE)
    rows.append([Button(VERB, NO_GAME, words(f"standings.kind.{other.kind}"), other.detail(Turn.ANEW))])
    orders = [
        Option(order, words(f"standings.order.{order}"), chosen=order is wanted.shown_order)
        for order in Order
        if wanted.kind is GameKind.PEOPLE or order is not Order.RATING
    ]
    rows.append(Menu(VERB, NO_GAME, tuple(orders), wanted.detail(Turn.ANEW)))
    return rows
