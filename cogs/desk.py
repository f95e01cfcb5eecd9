"""The desk: what commands and clicks have in common. Each method acts through the engine and answers once."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot.engine.acts import Act, ByPerson, Cancel, Claim, Pass, PlayCard, Start
from bot.engine.log_context import about
from bot.engine.state import Computer, Decision, Person, Phase
from bot.engine.table import Change, Table, Unreadable
from bot.rules.cards import Card, Cards
from bot.text.cards import Ambiguous, Unknown, parse_cards
from bot.text.refusals import typed_sentence
from bot.text.words import Language, Words
from cogs.answers import Answer, Mode
from cogs.board import TABLE
from cogs.boards import Boards
from cogs.erasures import Erased, Erasures
from cogs.layout import Layout
from cogs.looks import EmojiOf, private_look
from cogs.panel_message import kept_layout
from cogs.panels import Panels, panel_mode
from cogs.permissions import may_moderate
from cogs.places import Places
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
        tapped: a card tapped to be played, to be confirmed.
        claiming: whether the claim of the rest is to be confirmed.
        done: whether something has been stored.
    """

    notice: str = ""
    chosen: Cards | None = None
    tapped: Card | None = None
    claiming: bool = False
    done: bool = False


class NotShown(Exception):
    """Something was done and stored, but could not be shown; its cause says why."""


class NotAnswered(Exception):
    """Nothing was done, and the answer could not be shown; its cause says why."""


def here(interaction: Interaction, table: Table) -> bool:
    """Whether an interaction comes from where the table is; a made-up custom_id can name any game."""
    return interaction.channel_id == table.state.channel


class Desk:
    """Acts for the people who type and click.

    Attributes:
        bot: the bot.
        boards: the public messages.
        panels: the private ones.
        emoji_of: gives what stands beside cards.
        languages: what people have chosen to be spoken to in, by Discord id; others have Discord's.
        erasures: who has had everything about them erased just now.
        places: who may see where games were played.
    """

    def __init__(self, bot: HeartsBot, boards: Boards, panels: Panels, emoji_of: EmojiOf) -> None:
        self.bot = bot
        self.boards = boards
        self.panels = panels
        self.emoji_of = emoji_of
        self.languages: dict[int, Language] = {}
        self.erasures = Erasures()
        self.places = Places()

    def words(self, interaction: Interaction) -> Words:
        """The language of the person."""
        chosen = self.languages.get(interaction.user.id)
        return self.bot.words[chosen or Language.from_discord(interaction.locale.value)]

    async def words_for(self, interaction: Interaction, person: int) -> Words:
        """The language of a person, by number, with cards written as they like them."""
        liked = await self.bot.store.preferences(person)
        return private_look(liked, self.words(interaction), self.emoji_of).words

    def speak(self, discord_id: int, language: Language | None) -> None:
        """From now on speak to a person in that language; None for Discord's."""
        self.languages.pop(discord_id, None)
        if language is not None:
            self.languages[discord_id] = language

    async def person(self, interaction: Interaction) -> int:
        """The number of the person, whose name is kept as it is now.

        Raises:
            Erased: they typed or clicked before they had everything erased, and are not to be known again.
        """
        user = interaction.user
        self.erasures.refuse(interaction)
        # Not what they are called in this server: the name is shown in others too.
        person = await self.bot.store.person(user.id, user.global_name or user.name)
        try:
            self.erasures.refuse(interaction)
        except Erased:
            # They were erased while this went on, and may have been made anew.
            await self.bot.store.erase(person.person_id)
            raise
        return person.person_id

    async def table_here(self, interaction: Interaction) -> Table | None:
        """The table with an open game in the channel."""
        channel = interaction.channel_id
        table = None if channel is None else await self.bot.tables.in_channel(channel)
        about(table)
        return table

    async def start(self, interaction: Interaction, game_id: int) -> None:
        """Start the game by its button in the lobby; whether it is rated goes by what counts here now."""

        async def start(table: Table, person: int) -> Act:
            ruleset = table.state.ruleset
            counted = await self.bot.store.rules_count(table.state.server, ruleset)
            return Start(person, ruleset if counted else None)

        await self._act_in_lobby(interaction, game_id, start)

    async def act_in_lobby(
        self, interaction: Interaction, game_id: int, act_of: Callable[[int], Act]
    ) -> None:
        """Act by a button of the lobby; its message answers in place.

        Args:
            interaction: the click.
            game_id: the game.
            act_of: the act of a person, by number.
        """

        async def act(table: Table, person: int) -> Act:
            del table
            return act_of(person)

        await self._act_in_lobby(interaction, game_id, act)

    async def _act_in_lobby(
        self, interaction: Interaction, game_id: int, act_of: Callable[[Table, int], Awaitable[Act]]
    ) -> None:
        words = self.words(interaction)
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            table = await self.bot.tables.get(game_id)
            if table is None:
                await answer.say(words("error.no_such_game"))
                return
            person = await self.person(interaction)
            if not here(interaction, table):
                await answer.say(words("error.no_such_game"))
                return
            outcome = await table.act(await act_of(table, person))
            if not isinstance(outcome, Change):
                await answer.say(refused_sentence(outcome, words))
                return
            try:
                async with self.boards.held(table):
                    row = await self.bot.store.message(game_id, TABLE)
                    if row is not None and interaction.message and row.message_id == interaction.message.id:
                        await self.boards.answer(answer, table)
                    else:
                        await answer.acknowledge()
            except Exception as error:
                raise NotShown from error

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

    async def tap(self, interaction: Interaction, finding: Finding, decision: Decision, card: Card) -> None:
        """Show the panel with a card tapped to be played, to be confirmed."""

        async def tap(table: Table, seat: int) -> Shown:
            view = table.view(seat)
            if table.state.decision != decision or view is None or card not in view.legal:
                return Shown(self.words(interaction)("table_refusal.decision_past"))
            return Shown(tapped=card)

        await self._at_panel(interaction, finding, tap)

    async def queue(self, interaction: Interaction, finding: Finding, deal: int, card: Card | None) -> None:
        """Have a card played when the person's turn comes, or with None forget the one that would be.

        Args:
            interaction: the click.
            finding: gives the table.
            deal: the number of the deal the click is about.
            card: the card.
        """

        async def queue(table: Table, seat: int) -> Shown:
            view, occupant = table.view(seat), table.state.seats[seat]
            queues = (
                isinstance(occupant, Person) and (await self.bot.store.preferences(occupant.number)).queue
            )
            gone = view is None or view.public.number != deal or (card is not None and card not in view.hand)
            if gone or not queues:
                return Shown(self.words(interaction)("table_refusal.decision_past"))
            if card is None:
                await self.bot.wishes.drop(table, seat)
            elif view is not None and view.to_play:
                # The turn came while the card was being tapped: it is not played without being looked at.
                return Shown(tapped=card if card in view.legal else None)
            else:
                await self.bot.wishes.queue(table, seat, card)
            return Shown()

        await self._at_panel(interaction, finding, queue)

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

    async def act_at_panel(
        self, interaction: Interaction, finding: Finding, act_of: Callable[[ByPerson], Act]
    ) -> None:
        """Do something else at the person's seat by a click on the panel; a refusal stands on top of it.

        Args:
            interaction: the click.
            finding: gives the table.
            act_of: the act of whoever clicked.
        """

        async def act(table: Table, seat: int) -> Shown:
            del seat
            return await self._done(interaction, table, act_of)

        await self._at_panel(interaction, finding, act)

    async def claim(self, interaction: Interaction, finding: Finding, deal: int, *, sure: bool) -> None:
        """Claim the rest of a deal by a click on the panel.

        Args:
            interaction: the click.
            finding: gives the table.
            deal: the number of the deal the click is about.
            sure: whether it has been confirmed; else whoever likes to confirm cards is asked to.
        """

        async def claim(table: Table, seat: int) -> Shown:
            view, occupant = table.view(seat), table.state.seats[seat]
            open_to = view is not None and view.public.number == deal and view.may_claim
            if open_to and not sure and isinstance(occupant, Person):
                liked = await self.bot.store.preferences(occupant.number)
                if liked.confirm:
                    return Shown(claiming=True)
            return await self._done(interaction, table, lambda who: Claim(who, deal))

        await self._at_panel(interaction, finding, claim)

    async def _done(self, interaction: Interaction, table: Table, act_of: Callable[[ByPerson], Act]) -> Shown:
        outcome = await table.act(act_of(ByPerson(await self.person(interaction))))
        if isinstance(outcome, Change):
            return Shown(done=True)
        return Shown(refused_sentence(outcome, self.words(interaction)))

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
        """End a game before its end, after the person has confirmed it.

        One that this program cannot read is given up, if they moderate its channel.
        """
        words = self.words(interaction)
        async with Answer(interaction, panel_mode(interaction, in_panel=True)) as answer:
            try:
                table = await self.bot.tables.get(game_id)
            except Unreadable:
                header = await self.bot.store.header(game_id)
                here = header is not None and header.channel_id == interaction.channel_id
                if not here or not may_moderate(interaction):
                    raise
                await self.bot.tables.give_up(game_id)
                await answer.show(Layout([words("cancel.done")]))
                return
            if table is None:
                await answer.say(words("error.no_such_game"))
                return
            moderator = may_moderate(interaction) and interaction.channel_id == table.state.channel
            outcome = await table.act(Cancel(await self.person(interaction), moderator))
            done = isinstance(outcome, Change)
            text = words("cancel.done") if done else refused_sentence(outcome, words)
            await answer.show(Layout([text]))

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
            return Shown(done=True)
        sentence = refused_sentence(outcome, self.words(interaction))
        state = table.state
        # What could not be confirmed as it is does not stay chosen either.
        whole = not playing and len(Cards.of(cards)) == state.ruleset.pass_size
        return Shown(sentence, Cards.of(cards) if whole else None)

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
            with self.panels.answering(table, seat):
                # What is done waits for nothing; only showing it waits for the edit that is in flight.
                shown = await do(table, seat)
                await self._answer_with_panel(answer, table, seat, words, shown)
            await self.boards.heal(table, interaction.app_permissions)

    async def _answer_with_panel(
        self, answer: Answer, table: Table, seat: int, words: Words, shown: Shown
    ) -> None:
        try:
            async with self.panels.held(table, seat):
                await self.panels.answer(
                    answer,
                    table,
                    seat,
                    words,
                    chosen=shown.chosen,
                    tapped=shown.tapped,
                    claiming=shown.claiming,
                    notice=shown.notice,
                )
        except Exception as error:
            raise (NotShown if shown.done else NotAnswered)() from error

    async def _seat(self, answer: Answer, table: Table | None, words: Words) -> int | None:
        """The person's seat in a game that has begun; otherwise says why there is no hand to show."""
        if table is None or not here(answer.interaction, table):
            await answer.say(words("error.no_game_here"))
            return None
        person = await self.person(answer.interaction)
        seat = table.state.seat_of(person)
        if seat is None:
            kept = table.state.kept_for(person)
            occupant = None if kept is None else table.state.seats[kept]
            if not isinstance(occupant, Computer) or not table.state.open:
                await answer.say(words("table_refusal.not_seated"))
            else:
                await answer.show(kept_layout(table.game_id, occupant.why, words))
            return None
        if table.state.phase is Phase.LOBBY:
            await answer.say(words("table_refusal.not_started"))
            return None
        return seat
