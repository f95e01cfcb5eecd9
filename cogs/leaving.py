"""Seats that are left: by whoever leaves, by who is absent, and taken back again."""

from __future__ import annotations

import discord

from bot.engine.absence import is_absent, keeps_waiting
from bot.engine.acts import Leave, Replace, TakeBack
from bot.engine.state import Phase
from bot.engine.table import Change
from bot.text.words import plain
from cogs.answers import Answer, Mode
from cogs.clicks import Button
from cogs.desk import Desk, Interaction, NotShown, here
from cogs.layout import Layout
from cogs.panels import panel_mode
from cogs.refusals import refused_sentence


async def take_back(desk: Desk, interaction: Interaction, game_id: int) -> None:
    """Give the person their seat back from the computer that keeps it, and show them their hand."""
    words = desk.words(interaction)
    async with Answer(interaction, panel_mode(interaction, in_panel=True)) as answer:
        table = await desk.bot.tables.get(game_id)
        if table is None or not here(interaction, table):
            await answer.say(words("error.no_such_game"))
            return
        person = await desk.person(interaction)
        outcome = await table.act(TakeBack(person))
        seat = table.state.seat_of(person)
        if seat is None:
            notice = "" if isinstance(outcome, Change) else refused_sentence(outcome, words)
            await answer.say(notice or words("table_refusal.not_seated"))
            return
        try:
            async with desk.panels.held(table, seat):
                await desk.panels.answer(answer, table, seat, words)
        except Exception as error:
            raise NotShown from error


async def leave(desk: Desk, interaction: Interaction) -> None:
    """Have the person leave the table in the channel."""
    words = desk.words(interaction)
    async with Answer(interaction, Mode.PRIVATE) as answer:
        table = await desk.table_here(interaction)
        if table is None:
            await answer.say(words("error.no_game_here"))
            return
        in_lobby = table.state.phase is Phase.LOBBY
        outcome = await table.act(Leave(await desk.person(interaction)))
        if not isinstance(outcome, Change):
            await answer.say(refused_sentence(outcome, words))
        elif in_lobby or not outcome.after.open:
            await answer.say(words("leave.done"))
        else:
            back = Button("takeback", table.game_id, words("button.take_back"))
            await answer.show(Layout([words("leave.kept")], rows=[[back]]))


async def replace(desk: Desk, interaction: Interaction, member: discord.abc.User) -> None:
    """Have a computer keep an absent person's seat, or send somebody away from the lobby."""
    words = desk.words(interaction)
    async with Answer(interaction, Mode.PRIVATE) as answer:
        table = await desk.table_here(interaction)
        if table is None:
            await answer.say(words("error.no_game_here"))
            return
        target = await desk.bot.store.person_by_discord_id(member.id)
        if target is None:
            await answer.say(words("table_refusal.target_not_seated"))
            return
        person = await desk.person(interaction)
        now = desk.bot.now()
        away = frozenset(each for each in table.state.persons if keeps_waiting(table, each, now))
        absent = is_absent(table, target.person_id, now)
        outcome = await table.act(Replace(person, target.person_id, absent, away - {person}))
        if not isinstance(outcome, Change):
            await answer.say(refused_sentence(outcome, words))
        elif outcome.after.seat_of(target.person_id) is None:
            await answer.say(words("replace.done", name=plain(target.name)))
        else:
            await answer.say(words("replace.wanted", name=plain(target.name)))
