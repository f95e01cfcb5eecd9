"""The history: which games there were in a server, and each of them again, trick by trick.

As with the leaderboard, each answer is for whoever asks, in their language, and posts nothing.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord

from bot.standings import PastGame
from bot.text.commands import command_line
from bot.text.words import Words, plain
from cogs.answers import Answer, Mode
from cogs.clicks import Click
from cogs.desk import Desk, Interaction
from cogs.history_message import Leaf, Listed, Shown, history_layout
from cogs.seating import SeatName, seat_names

if TYPE_CHECKING:
    from bot.app import HeartsBot

LAST_PAGE: Final = 10**9


class Histories:
    """Answers which games there were in a server, or somebody's."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bot = desk.bot

    async def show(self, interaction: Interaction, member: discord.Member | discord.User | None) -> None:
        """Show the first page.

        Args:
            interaction: a command.
            member: whose games; None for those of the server.
        """
        words = self._desk.words(interaction)
        async with Answer(interaction, Mode.PRIVATE) as answer:
            person = await self._desk.person(interaction)
            if member is None:
                await self._answer(answer, Listed(person), words)
                return
            if not isinstance(member, discord.Member):
                await answer.say(words("stats.not_here", name=plain(member.display_name)))
                return
            found = await self._bot.store.person_by_discord_id(member.id)
            if found is None:
                await answer.say(words("history.empty_of", name=plain(member.display_name)))
                return
            await self._answer(answer, Listed(person, found.person_id), words)

    async def turn(self, interaction: Interaction, click: Click) -> None:
        """Show another page, or another list, to whoever asked for the one clicked.

        Raises:
            NoSuchItem: no item of a list was clicked.
        """
        listed, leaf = Listed.read_detail(click.detail)
        words = self._desk.words(interaction)
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            if await self._desk.person(interaction) != listed.person:
                await answer.say(not_yours(words))
                return
            page = {
                Leaf.FIRST: 1,
                Leaf.PREVIOUS: listed.page - 1,
                Leaf.NEXT: listed.page + 1,
                Leaf.LAST: LAST_PAGE,
            }.get(leaf, listed.page)
            await self._answer(answer, replace(listed, page=page), words)

    async def _answer(self, answer: Answer, listed: Listed, words: Words) -> None:
        interaction = answer.interaction
        if interaction.guild_id is None:
            await answer.say(words("error.servers_only"))
            return
        page = await self._bot.history.page(interaction.guild_id, listed.member, listed.page)
        names: dict[int, tuple[SeatName, ...]] = {}
        cancellers: dict[int, str] = {}
        hidden: set[int] = set()
        looks = await asyncio.gather(
            *(self._may_look(interaction, game, listed.person) for game in page.games)
        )
        for game, may_look in zip(page.games, looks, strict=True):
            if not may_look:
                hidden.add(game.game_id)
            elif game.state is not None:
                names[game.game_id] = await seat_names(self._bot, game.state, words)
                cancellers[game.game_id] = await name_of(self._bot, game.state.ended_by, words)
        member = "" if listed.member is None else await name_of(self._bot, listed.member, words)
        shown = Shown(page, names, cancellers, frozenset(hidden), member)
        await answer.show(history_layout(listed, shown, words))

    async def _may_look(self, interaction: Interaction, game: PastGame, person: int) -> bool:
        played = game.state is not None and person in {*game.state.persons, *game.state.gone}
        return played or await self._desk.places.seen_by(interaction, game.channels)


def not_yours(words: Words) -> str:
    """What is said to whoever presses a button on somebody else's list."""
    return words("history.not_yours", command=command_line("history", words))


async def name_of(bot: HeartsBot, person: int | None, words: Words) -> str:
    """What a person, by number, is called in a message; who has been erased, a former player."""
    found = None if person is None else (await bot.store.people([person])).get(person)
    return words("table.former_player") if found is None else plain(found.name)
