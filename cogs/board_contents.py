"""What a table's public message is to show, put together from what the table is."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.engine.records import record_of
from bot.engine.state import DealHistory, Phase, TableState
from bot.engine.table import Table
from bot.rules.shuffle import commitment
from bot.rules.trick import NO_TRICK
from bot.rules.view import public_view
from bot.text.commands import command_line
from bot.text.words import Language, Words, plain
from cogs.board import Board
from cogs.layout import Download, Layout
from cogs.lobby_message import closed_layout, lobby_layout
from cogs.looks import EmojiOf, public_words
from cogs.pictures import Missed, table_picture
from cogs.scenes import game_after, taken_view
from cogs.score_message import deal_layout, over_layout, review_button
from cogs.score_pictures import end_pictures, sheet_picture
from cogs.seating import SeatName, seat_names
from cogs.table_message import Clocked, Scene, table_layout

if TYPE_CHECKING:
    from bot.app import HeartsBot

LOBBY: Final = 0
"""The subject of the message of a lobby."""

ENDED: Final = -1
"""The subject of a message that shows the end of the game, or that it was ended."""


class Contents:
    """Makes what public messages show, in the language of each table."""

    def __init__(self, bot: HeartsBot, emoji_of: EmojiOf) -> None:
        self._bot = bot
        self._emoji_of = emoji_of

    async def wanted(self, table: Table, board: Board) -> tuple[Layout, int]:
        """What the message is to show now, and its subject."""
        board.missed = Missed()
        state, words = table.state, self._words(table)
        if state.phase is Phase.LOBBY:
            names = await seat_names(self._bot, state, words)
            counts = await self._bot.store.rules_count(state.server, state.ruleset)
            return lobby_layout(table.game_id, state, names, words, counts=counts), LOBBY
        if state.phase is Phase.CANCELLED:
            return closed_layout(state, await self._canceller(table), words), ENDED
        if state.phase is Phase.OVER and state.game is not None:
            return await self.end(table, board, board.missed), ENDED
        # Of the state as it was at first: the game may have gone on since, which the next look is to show.
        scene = self._scene(table, state, board)
        return await self.table(table, board, scene), scene.view.number

    async def table(self, table: Table, board: Board, scene: Scene) -> Layout:
        """A moment of the running deal, or of the one before."""
        words = self._words(table)
        names = await seat_names(self._bot, table.state, words)
        picture = await table_picture(self._bot, scene, names, words, missed=board.missed)
        layout = table_layout(table.game_id, scene, names, picture, words)
        if table.state.hints or table.state.rated:
            note = words("table.hints" if table.state.hints else "table.rated")
            layout = replace(layout, footer=f"{layout.footer}\n-# {note}")
        if board.no_files:
            layout = replace(layout, footer=f"{layout.footer}\n{words('table.no_files')}")
        return layout

    async def deal(self, table: Table, board: Board, history: DealHistory, missed: Missed) -> Layout:
        """What stays of a deal that is over."""
        words = self._words(table)
        names = await seat_names(self._bot, table.state, words)
        game = game_after(table.state, history)
        picture = (
            None if board.no_files else await sheet_picture(self._bot, game, names, words, missed=missed)
        )
        layout = deal_layout(history, game, names, words, picture)
        return replace(layout, rows=((review_button(table.game_id, words, history.number),),))

    async def end(self, table: Table, board: Board, missed: Missed) -> Layout:
        """What stays of a game that is over."""
        state, words = table.state, self._words(table)
        assert state.game is not None
        names = await seat_names(self._bot, state, words)
        record = Download(f"hearts-{table.game_id}.json", record_of(state), words("over.record"))
        pictures = () if board.no_files else await end_pictures(self._bot, state.game, names, words, missed)
        layout = over_layout(table.game_id, state.game, names, record, words, pictures)
        return replace(layout, footer=_ended_note(state, names, words))

    def _scene(self, table: Table, state: TableState, board: Board) -> Scene:
        """The running deal; a trick that was finished since the last look is shown first, for a while."""
        assert state.game is not None
        assert state.secret is not None
        view, secret = public_view(state.game), state.secret
        finished = (view.number, len(view.tricks))
        trick, due = view.trick, self._bot.clock.due(table)
        if view.tricks and board.tricks < finished:
            loop = asyncio.get_running_loop()
            board.not_before = loop.time() + self._bot.settings.trick_pause
            if trick.plays:
                board.again = True
                # The clock runs for whoever is to follow, and nobody is yet to be seen as that.
                view, trick, due = taken_view(state.game), NO_TRICK, None
        if view.tricks and not trick.plays:
            trick = view.tricks[-1]
        board.tricks = finished
        clocked = Clocked(state.clocked, state.clock_passed)
        return Scene(view, trick, commitment(secret), due, clocked)

    async def _canceller(self, table: Table) -> str | None:
        number = table.state.ended_by
        if number is None:
            return None
        people = await self._bot.store.people([number])
        name = people[number].name if number in people else self._words(table)("table.former_player")
        return plain(name)

    def _words(self, table: Table) -> Words:
        return public_words(self._bot.words[Language(table.language)], self._emoji_of)


def _ended_note(state: TableState, names: tuple[SeatName, ...], words: Words) -> str:
    """What there is to know of a game that is over for the leaderboard; empty for nothing."""
    if state.hints:
        return words("over.hints")
    if not state.rated or state.game is None:
        return ""
    rated = words("over.rated", leaderboard=command_line("leaderboard", words))
    places = state.game.places
    # Who left is last for the statistics, and the placing seems to say otherwise.
    seats = (seat for person in state.gone if (seat := state.kept_for(person)) is not None)
    left = [plain(names[seat].label) for seat in sorted(seats) if places[seat] < max(places)]
    return f"{words.count('over.left', len(left), names=words.list(left))}\n{rated}" if left else rated
