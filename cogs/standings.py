"""The leaderboard: it is for whoever asks, and posts nothing.

Private answers keep a channel free of pages nobody else asked for; each is in its reader's language, needs no
permission to write, and has no buttons that others could press.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from bot.standings import ALL_TIME, GameKind, Order, Page, Place, month_of
from bot.store import season_period
from bot.text.commands import command_line
from bot.text.words import Words, plain
from cogs.answers import Answer, Mode
from cogs.clicks import Click, NoSuchItem
from cogs.desk import Desk, Interaction
from cogs.members import Members
from cogs.presets import presets_counted
from cogs.seasons import running_season
from cogs.standings_message import (
    Board,
    Period,
    Turn,
    Wanted,
    leaderboard_layout,
)

LAST_PAGE: Final = 10**9
ROUNDS: Final = 4
"""How often a page is filled up again for those who turn out to have left, at one click."""


class Leaderboards:
    """Answers who is best in a server."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bot = desk.bot
        self._members = Members(desk.bot)

    async def show(self, interaction: Interaction, order: Order, period: Period, kind: GameKind) -> None:
        """Show the first page of a leaderboard."""
        async with Answer(interaction, Mode.PRIVATE) as answer:
            person = await self._desk.person(interaction)
            await self._answer(answer, Wanted(person, order, period, kind))

    async def turn(self, interaction: Interaction, click: Click) -> None:
        """Show another page, or the first one of another leaderboard, to whoever asked for the one clicked.

        Raises:
            NoSuchItem: no item of a leaderboard was clicked.
        """
        wanted, turn = Wanted.read(click.detail)
        words = self._desk.words(interaction)
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            if await self._desk.person(interaction) != wanted.person:
                await answer.say(words("leaderboard.not_yours", command=command_line("leaderboard", words)))
                return
            if click.values:
                try:
                    wanted = replace(wanted, order=Order("".join(click.values)))
                except ValueError:
                    raise NoSuchItem from None
            page = {
                Turn.PREVIOUS: wanted.page - 1,
                Turn.NEXT: wanted.page + 1,
                Turn.LAST: LAST_PAGE,
            }.get(turn, 1)
            await self._answer(answer, replace(wanted, page=page), mine=turn is Turn.MINE)

    async def _answer(self, answer: Answer, wanted: Wanted, *, mine: bool = False) -> None:
        server = answer.interaction.guild_id
        words = self._desk.words(answer.interaction)
        if server is None:
            await answer.say(words("error.servers_only"))
            return
        await self._members.here(server, wanted.person)
        board = await self._board(server, wanted, words, mine=mine)
        await answer.show(leaderboard_layout(wanted, board, words))

    async def _board(self, server: int, wanted: Wanted, words: Words, *, mine: bool) -> Board:
        """What a page shows, with nobody on it who has left the server.

        Args:
            server: which server.
            wanted: what was asked for.
            words: the language of whoever asked.
            mine: whether it is the page with whoever asked, if they are in the leaderboard.
        """
        settings = await self._bot.store.server(server)
        min_games = settings.min_games
        hidden = await self._members.gone(server)
        page, place = await self._page(server, wanted, min_games, hidden, mine=mine)
        for _ in range(ROUNDS):
            gone = await self._members.look_up(server, (row.figures.person for row in page.rows))
            hidden |= gone
            if not gone:
                break
            page, place = await self._page(server, wanted, min_games, hidden, mine=mine)
        else:
            hidden |= await self._members.look_up(server, (row.figures.person for row in page.rows))
        rows = tuple(row for row in page.rows if row.figures.person not in hidden)
        people = await self._bot.store.people(row.figures.person for row in rows)
        period = await self._period(server, wanted.period)
        own = await self._bot.standings.stats(server, wanted.person, wanted.kind, period)
        return Board(
            rows=rows,
            names={
                row.figures.person: plain(people[row.figures.person].name)
                if row.figures.person in people
                else words("table.former_player")
                for row in rows
            },
            page=page.number,
            pages=page.pages,
            count=page.count,
            min_games=min_games,
            when=await self._when(server, wanted.period, words),
            rank=None if place is None else place.rank,
            games=0 if own is None else own.games,
            rated=own is not None and own.rating is not None,
            counted=await presets_counted(self._bot.store, settings, words),
        )

    async def _page(
        self, server: int, wanted: Wanted, min_games: int, hidden: frozenset[int], *, mine: bool
    ) -> tuple[Page, Place | None]:
        """The page, and the place of whoever asked; None where they are not in the leaderboard."""
        standings, period = self._bot.standings, await self._period(server, wanted.period)
        which = (wanted.kind, period, wanted.shown_order)
        place = await standings.place_of(server, wanted.person, *which, min_games=min_games, hidden=hidden)
        number = place.page if mine and place is not None else wanted.page
        page = await standings.leaderboard(server, *which, min_games=min_games, hidden=hidden, page=number)
        return page, place

    async def _period(self, server: int, period: Period) -> str:
        """The period in the standings that one is now."""
        match period:
            case Period.ALL:
                return ALL_TIME
            case Period.MONTH:
                return month_of(self._bot.now())
            case Period.LAST_MONTH:
                return month_of(self._month_before())
            case Period.SEASON:
                return season_period(await running_season(self._bot.store, server))

    async def _when(self, server: int, period: Period, words: Words) -> str:
        """What a period is called now; nothing for all time."""
        match period:
            case Period.ALL:
                return ""
            case Period.MONTH:
                return words.month(datetime.fromtimestamp(self._bot.now(), UTC).date())
            case Period.LAST_MONTH:
                return words.month(datetime.fromtimestamp(self._month_before(), UTC).date())
            case Period.SEASON:
                return words("standings.season", number=await running_season(self._bot.store, server))

    def _month_before(self) -> float:
        """A time in the month before this one."""
        now = datetime.fromtimestamp(self._bot.now(), UTC)
        return now.replace(day=1, hour=0, minute=0, second=0, microsecond=0).timestamp() - 1
