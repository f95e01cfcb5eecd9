"""Somebody's statistics: how they have played in a server, for whoever asks and nobody else."""

from __future__ import annotations

from typing import Final

import discord

from bot.standings import ALL_TIME, Career, month_of
from bot.text.words import plain
from cogs.answers import Answer, Mode
from cogs.desk import Desk, Interaction
from cogs.members import Members
from cogs.presets import presets_counted
from cogs.score_pictures import rating_picture
from cogs.stats_message import MOST_MET, Subject, stats_layout

ROUNDS: Final = 3
"""How often others are looked for in place of those who turn out to have left."""


class Statistics:
    """Answers how somebody has played in a server."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bot = desk.bot
        self._members = Members(desk.bot)

    async def show(self, interaction: Interaction, member: discord.Member | discord.User | None) -> None:
        """Show somebody's figures, whom they met, their best and worst games and how their rating went.

        Args:
            interaction: a command.
            member: whose; None for the person themselves.
        """
        words, bot = self._desk.words(interaction), self._bot
        async with Answer(interaction, Mode.PRIVATE) as answer:
            viewer = await self._desk.person(interaction)
            user = member or interaction.user
            if not isinstance(user, discord.Member):
                await answer.say(words("stats.not_here", name=plain(user.display_name)))
                return
            server, person = user.guild.id, await bot.store.person_by_discord_id(user.id)
            month = month_of(bot.now())
            career = None if person is None else await self._career(server, person.person_id, month)
            picture = None
            course = None if career is None else career.shown_course
            if course is not None and (await bot.store.preferences(viewer)).pictures:
                picture = await rating_picture(bot, user.display_name, course, words)
            met = () if career is None else career.met
            people = await bot.store.people(row.person_id for row in met)
            subject = Subject(
                name=plain(user.display_name),
                viewer=viewer,
                person=0 if person is None else person.person_id,
                month=month,
                names={number: plain(each.name) for number, each in people.items()},
            )
            counted = await presets_counted(bot.store, await bot.store.server(server), words)
            await answer.show(stats_layout(subject, career, counted, picture, words))

    async def _career(self, server: int, person: int, month: str) -> Career:
        """What there is to say of somebody; nobody is named who has left the server, as in a leaderboard."""
        hidden = await self._members.gone(server)
        career = await self._bot.standings.career(server, person, (ALL_TIME, month), MOST_MET, hidden)
        for _ in range(ROUNDS):
            gone = await self._members.look_up(server, (row.person_id for row in career.met))
            if not gone:
                return career
            hidden |= gone
            career = career.meeting(await self._bot.standings.meetings(server, person, MOST_MET, hidden))
        gone = await self._members.look_up(server, (row.person_id for row in career.met))
        return career.meeting(tuple(row for row in career.met if row.person_id not in gone))
