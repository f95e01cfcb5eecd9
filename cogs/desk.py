"""The desk: what commands and clicks have in common. Each method acts through the engine and answers once."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot.engine.acts import Act, ByPerson, Cancel, Pass, PlayCard
from bot.engine.state import Computer, Decision, Phase
from bot.engine.table import Change, Table
from bot.engine.tables import Opening
from bot.rules.cards import Card, Cards
from bot.rules.ruleset import Ruleset
from bot.text.cards import Ambiguous, Unknown, parse_cards
from bot.text.refusals import typed_sentence
from bot.text.words import Language, Words
from cogs.answers import Answer, Mode
from cogs.boards import TABLE, Boards
from cogs.panels import Panels, panel_mode
from cogs.permissions import may_moderate, missing, missing_sentence
from cogs.refusals import refused_sentence

if TYPE_CHECKING:
    from bot.app import HeartsBot

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]


Finding = Awaitable[Table | None]
"""Finds a table; awaited once, when the answer to the interaction has begun to be timed."""


@dataclass(frozen=True)
class Shown:
    """What a panel shows beside what the seat knows.

    Attributes:
        notice: a sentence on top.
        chosen: cards chosen to be passed; None for those that were chosen before.
    """

    notice: str = ""
    chosen: Cards | None = None


class Desk:
    """Acts for the people who type and click.

    Attributes:
        bot: the bot.
        boards: the public messages.
        panels: the private ones.
    """

    def __init__(self, bot: HeartsBot, boards: Boards, panels: Panels) -> None:
        self.bot = bot
        self.boards = boards
        self.panels = panels

    def words(self, interaction: Interaction) -> Words:
        """The language of the person."""
        return self.bot.words[Language.from_discord(interaction.locale.value)]

    async def person(self, interaction: Interaction) -> int:
        """The number of the person, whose name is kept as it is now."""
        user = interaction.user
        return (await self.bot.store.person(user.id, user.display_name)).person_id

    async def table_here(self, interaction: Interaction) -> Table | None:
        """The table with an open game in the channel."""
        channel = interaction.channel_id
        return None if channel is None else await self.bot.tables.in_channel(channel)

    async def open_table(self, interaction: Interaction, ruleset: Ruleset, computers: int) -> None:
        """Open a table in the channel, with the person as host, and show its lobby to everybody.

        Args:
            interaction: a command.
            ruleset: the rules.
            computers: how many computers are seated at once.
        """
        async with Answer(interaction, Mode.PUBLIC) as answer:
            await self._open(answer, ruleset, computers=computers)

    async def rematch(self, interaction: Interaction, game_id: int) -> None:
        """Open another table with the people and as many computers as sat at one that is over."""
        words = self.words(interaction)
        async with Answer(interaction, Mode.PUBLIC) as answer:
            table = await self.bot.tables.get(game_id)
            if table is None or table.state.phase is not Phase.OVER:
                await answer.say(words("error.no_such_game"))
                return
            state = table.state
            if await self.person(interaction) not in state.persons:
                await answer.say(words("table_refusal.not_seated"))
                return
            computers = sum(isinstance(seat, Computer) for seat in state.seats)
            await self._open(answer, state.ruleset, state.persons, computers)

    async def _open(
        self, answer: Answer, ruleset: Ruleset, others: tuple[int, ...] = (), computers: int = 0
    ) -> None:
        """Open a table with the person as host, and others seated at once, by number."""
        interaction = answer.interaction
        words = self.words(interaction)
        server, channel = interaction.guild_id, interaction.channel_id
        lacking = missing(interaction)
        if server is None or channel is None or lacking:
            await answer.say(missing_sentence(lacking, words) or words("error.servers_only"))
            return
        host = await self.person(interaction)
        opening = Opening(
            server,
            channel,
            self._public_language(interaction),
            ruleset,
            (host, *(other for other in others if other != host)),
            computers,
        )
        opened = await self.bot.tables.open(opening)
        if isinstance(opened, Table):
            async with self.boards.held(opened):
                await self.boards.answer(answer, opened)
            return
        row = await self.bot.store.message(opened, TABLE)
        place = f"https://discord.com/channels/{server}/{channel}" + (
            f"/{row.message_id}" if row is not None else ""
        )
        await answer.say(words("error.channel_taken", link=place))

    async def act_in_lobby(
        self, interaction: Interaction, game_id: int, act_of: Callable[[int], Act]
    ) -> None:
        """Act by a button of the lobby; its message answers in place.

        Args:
            interaction: the click.
            game_id: the game.
            act_of: the act of a person, by number.
        """
        words = self.words(interaction)
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            table = await self.bot.tables.get(game_id)
            if table is None:
                await answer.say(words("error.no_such_game"))
                return
            person = await self.person(interaction)
            async with self.boards.held(table):
                outcome = await table.act(act_of(person))
                if isinstance(outcome, Change):
                    row = await self.bot.store.message(game_id, TABLE)
                    if row is not None and interaction.message and row.message_id == interaction.message.id:
                        await self.boards.answer(answer, table)
                    else:
                        await answer.acknowledge()
                    return
            await answer.say(refused_sentence(outcome, words))

    async def show_hand(self, interaction: Interaction, finding: Finding, *, in_panel: bool = False) -> None:
        """Show the person's panel at a table.

        Args:
            interaction: a command or a click.
            finding: gives the table.
            in_panel: whether a panel was clicked, which is then changed in place.
        """

        async def show(table: Table, seat: int) -> Shown:
            del table, seat
            return Shown()

        await self._at_panel(interaction, finding, show, in_panel=in_panel)

    async def show_choice(
        self, interaction: Interaction, finding: Finding, decision: Decision, chosen: Cards
    ) -> None:
        """Show the panel with cards chosen to be passed, to be confirmed."""

        async def choose(table: Table, seat: int) -> Shown:
            del seat
            if table.state.decision == decision:
                return Shown(chosen=chosen)
            return Shown(self.words(interaction)("table_refusal.decision_past"))

        await self._at_panel(interaction, finding, choose)

    async def pass_or_play(
        self,
        interaction: Interaction,
        finding: Finding,
        cards: tuple[Card, ...],
        *,
        playing: bool,
        decision: Decision,
    ) -> None:
        """Pass or play by a click on the panel; a refusal stands on top of it.

        Args:
            interaction: the click.
            finding: gives the table.
            cards: what is passed, or the one card that is played.
            playing: whether a card is played.
            decision: what the click answers.
        """

        async def act(table: Table, seat: int) -> Shown:
            del seat
            return await self._act(interaction, table, cards, playing=playing, decision=decision)

        await self._at_panel(interaction, finding, act)

    async def pass_or_play_typed(self, interaction: Interaction, text: str, *, playing: bool) -> None:
        """Pass or play cards that were typed; the answer is the panel, with what stands against it on top."""
        words = self.words(interaction)

        async def act(table: Table, seat: int) -> Shown:
            view = table.view(seat)
            if view is None:
                return Shown()
            match parse_cards(text, view.hand):
                case Ambiguous() | Unknown() as problem:
                    return Shown(typed_sentence(problem, words))
                case cards if playing and len(cards) != 1:
                    return Shown(words("error.one_card"))
                case cards:
                    return await self._act(interaction, table, cards, playing=playing)

        await self._at_panel(interaction, self.table_here(interaction), act)

    async def cancel(self, interaction: Interaction, game_id: int) -> None:
        """End a game before its end, after the person has confirmed it."""
        words = self.words(interaction)
        async with Answer(interaction, Mode.PRIVATE) as answer:
            table = await self.bot.tables.get(game_id)
            if table is None:
                await answer.say(words("error.no_such_game"))
                return
            moderator = may_moderate(interaction) and interaction.channel_id == table.state.channel
            outcome = await table.act(Cancel(await self.person(interaction), moderator))
            if isinstance(outcome, Change):
                await answer.say(words("cancel.done"))
            else:
                await answer.say(refused_sentence(outcome, words))

    async def _act(
        self,
        interaction: Interaction,
        table: Table,
        cards: tuple[Card, ...],
        *,
        playing: bool,
        decision: Decision | None = None,
    ) -> Shown:
        """Pass or play; where that is refused, what was chosen to be passed stays chosen."""
        who = ByPerson(await self.person(interaction))
        act = PlayCard(who, cards[0], decision) if playing else Pass(who, cards, decision)
        outcome = await table.act(act)
        if isinstance(outcome, Change):
            return Shown()
        return Shown(refused_sentence(outcome, self.words(interaction)), None if playing else Cards.of(cards))

    async def _at_panel(
        self,
        interaction: Interaction,
        finding: Finding,
        do: Callable[[Table, int], Awaitable[Shown]],
        *,
        in_panel: bool = True,
    ) -> None:
        """Do something at the person's seat and answer with the panel."""
        words = self.words(interaction)
        async with Answer(interaction, panel_mode(interaction, in_panel=in_panel)) as answer:
            table = await finding
            seat = await self._seat(answer, table, words)
            if table is None or seat is None:
                return
            async with self.panels.held(table, seat):
                shown = await do(table, seat)
                await self.panels.answer(answer, table, seat, words, chosen=shown.chosen, notice=shown.notice)

    async def _seat(self, answer: Answer, table: Table | None, words: Words) -> int | None:
        """The person's seat in a game that has begun; otherwise says why there is no hand to show."""
        if table is None:
            await answer.say(words("error.no_game_here"))
            return None
        person = await self.person(answer.interaction)
        seat = table.state.seat_of(person)
        if seat is None:
            await answer.say(words("table_refusal.not_seated"))
            return None
        if table.state.phase is Phase.LOBBY:
            await answer.say(words("table_refusal.not_started"))
            return None
        return seat

    def _public_language(self, interaction: Interaction) -> Language:
        """The host's language, unless the server is a community, which has one of its own."""
        guild = interaction.guild
        if guild is not None and interaction.guild_locale is not None and "COMMUNITY" in guild.features:
            return Language.from_discord(interaction.guild_locale.value)
        return Language.from_discord(interaction.locale.value)
