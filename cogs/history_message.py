"""The games of a server, or of somebody in it, as a message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Self

from bot.engine.state import TableState
from bot.standings import Ending, HistoryPage, PastGame
from bot.text.commands import command_line
from bot.text.score_alt import points_line
from bot.text.words import Words, label
from cogs.clicks import NO_GAME, Button, Menu, NoSuchItem, Option
from cogs.layout import Layout, Row
from cogs.seating import SeatName
from cogs.teams import team_name

VERB: Final = "history"

_OPTION_LENGTH: Final = 100
"""Characters Discord takes below an option."""


class Leaf(StrEnum):
    """Which page an item of the list leads to."""

    FIRST = "first"
    PREVIOUS = "previous"
    NEXT = "next"
    LAST = "last"
    ANEW = "anew"
    """The page its custom_id names."""


TURNS: Final = (Leaf.FIRST, Leaf.PREVIOUS, Leaf.NEXT, Leaf.LAST)


@dataclass(frozen=True)
class Listed:
    """Which page of which list somebody looks at.

    Attributes:
        person: the number of whoever asked.
        member: the number of whose games are listed; None for those of the server.
        page: the number of the page, counted from 1.
    """

    person: int
    member: int | None = None
    page: int = 1

    def __str__(self) -> str:
        return f"{self.person}:{self.member or 0}:{self.page}"

    def detail(self, leaf: Leaf) -> str:
        """What the custom_id of an item on this page says."""
        return f"{self}:{leaf}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what `str` gives.

        Raises:
            NoSuchItem: it is none.
        """
        try:
            person, member, page = map(int, text.split(":"))
        except ValueError:
            raise NoSuchItem from None
        return cls(person, member or None, page)

    @classmethod
    def read_detail(cls, detail: str) -> tuple[Self, Leaf]:
        """Read what `detail` gives.

        Raises:
            NoSuchItem: it is none.
        """
        text, _, leaf = detail.rpartition(":")
        try:
            return cls.read(text), Leaf(leaf)
        except ValueError:
            raise NoSuchItem from None


@dataclass(frozen=True)
class Shown:
    """What a page of the list shows.

    Attributes:
        page: the games.
        names: of the seats, and of whoever ended it, by the number of a game that can be read and looked at.
        cancellers: the names of those who ended games before their end, by game.
        hidden: the numbers of the games in channels that whoever asked does not see.
        member: the name of whose games they are; empty where they are the server's.
    """

    page: HistoryPage
    names: Mapping[int, tuple[SeatName, ...]]
    cancellers: Mapping[int, str]
    hidden: frozenset[int]
    member: str = ""


def history_layout(listed: Listed, shown: Shown, words: Words) -> Layout:
    """A page of the list: two lines for each game, the second small, and a menu that opens one of them.

    Args:
        listed: what was asked for.
        shown: what there is.
        words: the language of whoever asked.
    """
    page = shown.page
    listed = replace(listed, page=page.number)
    own = listed.member == listed.person
    title = words("history.title")
    if listed.member is not None:
        title = words("history.title_own") if own else words("history.title_of", name=shown.member)
    if page.games:
        body = "\n".join(_lines(game, shown, words) for game in page.games)
    elif listed.member is None or own:
        body = words("history.empty", command=command_line("start", words))
    else:
        body = words("history.empty_of", name=shown.member)
    footer = [words.count("history.count", page.count)] if page.games else []
    if page.pages > 1:
        footer.append(words("leaderboard.page", page=page.number, pages=page.pages))
    return Layout(
        (title, body),
        _rows(listed, shown, words),
        footer=words("leaderboard.footer", parts=" · ".join(footer)) if footer else "",
    )


def _lines(game: PastGame, shown: Shown, words: Words) -> str:
    names, number = shown.names.get(game.game_id, ()), str(game.game_id)
    if game.game_id in shown.hidden:
        return words("history.line", game=number, ending=words("history.hidden"), time=_day(game))
    ending = ending_text(
        game.ending,
        game.state,
        names,
        shown.cancellers.get(game.game_id, words("table.former_player")),
        words,
    )
    line = words("history.line", game=number, ending=ending, time=_day(game))
    if game.state is None or game.state.game is None:
        return line
    points = points_line(game.state.game.totals, game.state.ruleset, [name.text for name in names], words)
    return f"{line}\n{words('leaderboard.footer', parts=points)}"


def _day(game: PastGame) -> str:
    return f"<t:{int(game.begun_at if game.ended_at is None else game.ended_at)}:d>"


def ending_text(
    ending: Ending, state: TableState | None, names: tuple[SeatName, ...], canceller: str, words: Words
) -> str:
    """What has become of a game, in a few words for a message.

    Args:
        ending: what it is.
        state: the table at its end, or now; None where it cannot be read.
        names: of the seats.
        canceller: the name of whoever ended it before its end, if anybody did.
        words: the language.
    """
    game = None if state is None else state.game
    if game is None or ending is Ending.UNREADABLE:
        return words("history.unreadable")
    match ending:
        case Ending.RUNNING:
            return words("history.running", deal=game.number)
        case Ending.FINISHED:
            return words.count(
                "history.finished", len(game.winners), name=team_name(game.winners, names, words)
            )
        case Ending.CANCELLED:
            return words("history.cancelled", name=canceller)
        case Ending.ABANDONED:
            return words("history.abandoned")


def _rows(listed: Listed, shown: Shown, words: Words) -> list[Row]:
    rows: list[Row] = []
    page = shown.page
    readable = [game for game in page.games if game.game_id in shown.names]
    if readable:
        options = tuple(
            Option(
                str(game.game_id),
                words("history.option", game=str(game.game_id)),
                label(words.list(name.label for name in shown.names[game.game_id]), _OPTION_LENGTH),
            )
            for game in readable
        )
        rows.append(Menu("replay", NO_GAME, options, str(listed), placeholder=words("history.menu")))
    if page.pages > 1:
        at_start, at_end = page.number == 1, page.number == page.pages
        nowhere = dict(zip(TURNS, (at_start, at_start, at_end, at_end), strict=True))
        rows.append(
            [
                Button(
                    VERB,
                    NO_GAME,
                    words(f"leaderboard.turn.{leaf}"),
                    listed.detail(leaf),
                    disabled=nowhere[leaf],
                )
                for leaf in TURNS
            ]
        )
    everybody, mine = Listed(listed.person), Listed(listed.person, listed.person)
    rows.append(
        [
            Button(VERB, NO_GAME, words(f"button.{key}"), other.detail(Leaf.ANEW))
            for key, other in (("all_games", everybody), ("my_games", mine))
            if other.member != listed.member
        ]
    )
    return rows
