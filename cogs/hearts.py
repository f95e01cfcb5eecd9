"""The Hearts cog: wires commands, clicks, messages and deadlines to the bot."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot.engine.acts import (
    AddComputer,
    ChooseMoon,
    Join,
    Leave,
    RemoveComputer,
    SetHints,
    SetPace,
    ShuffleSeats,
)
from bot.engine.faults import described
from bot.engine.log_context import about
from bot.engine.paces import Pace
from bot.engine.state import Decision
from bot.engine.table import Table, Unreadable
from bot.players import LEVELS
from bot.rules.cards import Card, Cards
from bot.rules.ruleset import MoonChoice
from bot.store.errors import PersonErased, StoreError
from bot.text.words import Language
from bot.traffic import Limited, Urgency
from cogs import leaving
from cogs.answers import Answer, Mode
from cogs.attendant import Attendant
from cogs.boards import Boards
from cogs.card_emoji import CardEmoji
from cogs.choices import is_yes, one_of
from cogs.clicks import COG, ITEMS, NO_GAME, Click, NoSuchItem, parse
from cogs.coach import Coach
from cogs.command_sync import CommandSync
from cogs.commands import Commands, Ending, command_group
from cogs.delivery import Gone, gone
from cogs.desk import Desk, Interaction, NotAnswered, NotShown
from cogs.erasures import Erased
from cogs.history import Histories
from cogs.opening import Openings
from cogs.panel_message import SURE
from cogs.panels import Panels
from cogs.preferences import Preferences
from cogs.privacy import Privacy
from cogs.prompts import Prompts
from cogs.replays import Replays
from cogs.rules_form import KIND as FORM
from cogs.server_presets import ServerPresets
from cogs.server_settings import ServerSettings
from cogs.standings import Leaderboards
from cogs.stats import Statistics
from cogs.suggesting import LIBRARY_LOG, told_already
from cogs.surroundings import Surroundings
from cogs.table_rules import TableRules
from cogs.translator import CatalogueTranslator

if TYPE_CHECKING:
    from bot.app import HeartsBot

log = logging.getLogger(__name__)

IDLE: Final = 20 * 60.0
"""Seconds after which a table nobody comes to leaves memory."""

Handler = Callable[[Interaction, Click], Awaitable[None]]


class Hearts(commands.Cog, name=COG):
    """Games of Hearts in a server's channels."""

    def __init__(self, bot: HeartsBot) -> None:
        self.bot = bot
        self.emoji = CardEmoji(bot, self._on_emoji_changed)
        self.boards = Boards(bot, self.emoji.of)
        self.panels = Panels(bot, self.emoji.of)
        self.prompts = Prompts(bot, self.boards.lose)
        self.commands = CommandSync(bot)
        self.attendant = Attendant(bot, self.prompts)
        self.desk = Desk(bot, self.boards, self.panels, self.emoji.of)
        bot.visits.parting = lambda interaction: self.desk.words(interaction)("error.ending_late")
        self.openings = Openings(self.desk)
        self.coach = Coach(self.desk)
        self.rules = TableRules(self.desk)
        self.leaderboards = Leaderboards(self.desk)
        self.histories = Histories(self.desk)
        self.replays = Replays(self.desk)
        self.preferences = Preferences(self.desk)
        self.privacy = Privacy(self.desk, self.prompts)
        self.server_settings = ServerSettings(self.desk)
        self.presets = ServerPresets(self.desk, self.server_settings.changing)
        self._handlers: Mapping[str, Handler] = {
            "join": self._join,
            "leave": lambda i, c: self.desk.act_in_lobby(i, c.game_id, Leave),
            "add": self._add,
            "remove": lambda i, c: self.desk.act_in_lobby(i, c.game_id, RemoveComputer),
            "start": lambda i, c: self.desk.start(i, c.game_id),
            "hand": self._hand,
            "refresh": self._refresh,
            "choose": self._choose,
            "pass": self._pass,
            "play": self._play,
            "moon": self._moon,
            "claim": self._claim,
            "cancel": lambda i, c: self.desk.cancel(i, c.game_id),
            "pace": self._pace,
            "hints": self._hints,
            "hint": self.coach.hint,
            "review": self.coach.review,
            "rules": self.rules.show,
            "preset": self.rules.choose_preset,
            "form": self.rules.open_form,
            "agree": self.rules.agree,
            "swap": self.rules.swap,
            "shuffle": lambda i, c: self.desk.act_in_lobby(i, c.game_id, ShuffleSeats),
            "tap": self._tap,
            "queue": self._queue,
            "unqueue": self._queue,
            "takeback": lambda i, c: leaving.take_back(self.desk, i, c.game_id),
            "rematch": lambda i, c: self.openings.rematch(i, c.game_id),
            "board": self.leaderboards.turn,
            "history": self.histories.turn,
            "replay": self.replays.turn,
            "record": self.replays.record,
            "prefer": self.preferences.change,
            "privacy": self.privacy.turn,
            "settings": self.server_settings.turn,
            "set": self.server_settings.change,
            "season": self.server_settings.season,
            "presets": self.presets.show,
            "ownpreset": self.presets.choose,
            "namepreset": self.presets.ask_name,
            "savepreset": self.presets.ask_name,
            "editpreset": self.presets.open_form,
            "defaultpreset": self.presets.make_default,
            "deletepreset": self.presets.ask_delete,
            "droppreset": self.presets.delete,
        }

        self._forms: Mapping[str, Handler] = {
            "rules": self.rules.submit,
            "namepreset": self.presets.named,
            "savepreset": self.presets.save,
            "editpreset": self.presets.changed,
        }

    async def cog_load(self) -> None:
        """Register everything, and follow every change of a table."""
        self.bot.add_dynamic_items(*ITEMS)
        slash = Commands(
            self.desk,
            self.openings,
            self.leaderboards,
            Statistics(self.desk),
            self.histories,
            self.preferences,
            self.privacy,
            self.server_settings,
        )
        self.bot.tree.add_command(command_group(slash, self.bot.words[Language.EN]))
        self.bot.tree.error(self._on_command_error)
        logging.getLogger(LIBRARY_LOG).addFilter(told_already)
        await self.bot.tree.set_translator(CatalogueTranslator(self.bot.words))
        self.bot.tables.listeners += (
            self.boards.on_change,
            self.panels.on_change,
            self.prompts.on_change,
        )
        self.bot.tables.readers += (self.boards.on_read,)
        for discord_id, language in (await self.bot.store.chosen_languages()).items():
            self.desk.speak(discord_id, Language(language))
        await self.boards.catch_up()
        self._tick.start()
        self._retire.start()
        self.emoji.start()
        self.commands.start()

    async def cog_unload(self) -> None:
        """Stop everything that is in progress."""
        logging.getLogger(LIBRARY_LOG).removeFilter(told_already)
        self._tick.cancel()
        self._retire.cancel()
        # All at once: each may wait for a while for what it has begun.
        parts = (self.boards, self.panels, self.prompts, self.coach, self.emoji, self.commands)
        await asyncio.gather(*(part.close() for part in parts))

    @tasks.loop(seconds=1)
    async def _tick(self) -> None:
        try:
            moved = await self.bot.clock.tick(self.bot.tables, self.attendant)
        except Exception as error:
            log.error("deadlines could not be looked at: %s", described(error))
            return
        if moved:
            for table in self.bot.tables.in_memory:
                self.show_time(table)

    @_tick.before_loop
    async def _before_ticks(self) -> None:
        self.bot.clock.begin()

    def show_time(self, table: Table) -> None:
        """The time that is left at a table, where it is shown, is another one."""
        if self.bot.clock.due(table) is not None:
            self.boards.refresh(table, Urgency.TIDYING)
            self.panels.refresh(table, Urgency.TIDYING)

    @tasks.loop(minutes=1)
    async def _retire(self) -> None:
        self._rest()
        try:
            await self.boards.retire()
        except Exception as error:
            log.error("messages of ended games could not be looked at: %s", described(error))
        try:
            await self.bot.store.clean()
        except Exception as error:
            log.error("what was erased could not be cleaned up after: %s", described(error))

    def _rest(self) -> None:
        """Let tables nobody has come to for a while leave memory; the next click reads them again."""
        for table in self.bot.tables.idle(self.bot.now() - IDLE):
            parts = (self.boards, self.panels, self.prompts)
            if not any(part.busy(table) for part in parts):
                for part in parts:
                    part.let_go(table)
                self.bot.tables.rest(table)

    @commands.Cog.listener()
    async def on_table_resumed(self, table: Table) -> None:
        """A table has been read back after a restart."""
        about(table)
        self.boards.refresh(table)
        self.panels.refresh(table)
        self.prompts.refresh(table)

    def _on_emoji_changed(self) -> None:
        """Cards are written otherwise than before: also where nothing else changes for a while."""
        for table in self.bot.tables.in_memory:
            self.boards.refresh(table, Urgency.TIDYING)
            self.panels.refresh(table, Urgency.TIDYING)

    @commands.Cog.listener()
    async def on_card_emoji_refused(self) -> None:
        """Discord did not know an emoji of ours; somebody may have deleted it."""
        about(None)
        self.emoji.doubt()

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Somebody has sent a form; every other interaction finds its own way."""
        if interaction.type is discord.InteractionType.modal_submit:
            sent = str((interaction.data or {}).get("custom_id", ""))
            if sent.startswith(f"{FORM}:"):
                await self._on_click(interaction, parse(sent), self._forms)

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Somebody has written in a channel, perhaps below a table."""
        user = self.bot.user
        if user is not None and message.author.id != user.id:
            await self.boards.on_message(message.channel.id)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A message is gone, perhaps a table."""
        await self.boards.on_deleted(payload.channel_id, {payload.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Messages are gone, perhaps a table among them."""
        await self.boards.on_deleted(payload.channel_id, payload.message_ids)

    async def on_click(self, interaction: Interaction, click: Click) -> None:
        """Handle a click; answers the interaction whatever happens, and raises nothing."""
        await self._on_click(interaction, click, self._handlers)

    async def _on_click(
        self, interaction: Interaction, click: Click, handlers: Mapping[str, Handler]
    ) -> None:
        about(self.bot.tables.numbered(click.game_id) if click.game_id != NO_GAME else None)
        handler = handlers.get(click.verb, _no_such_item)
        try:
            try:
                if self.bot.visits.ending:
                    raise Ending
                await handler(interaction, click)
            except NoSuchItem:
                await self._say(interaction, self.desk.words(interaction)("table_refusal.decision_past"))
            except Ending:
                await self._say(interaction, self.desk.words(interaction)("error.ending"))
        except Exception as error:
            where = f" of game {click.game_id}" if click.game_id != NO_GAME else ""
            await self._fault(interaction, error, f"click on {click.verb!r}{where}")

    async def _on_command_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        what = f"command {interaction.command.qualified_name if interaction.command else '?'!r}"
        words = self.desk.words(interaction)
        if isinstance(error, app_commands.CommandOnCooldown):
            sentence = words.count("error.cooldown", max(1, round(error.retry_after)))
            await self._tell(interaction, sentence, what)
            return
        if isinstance(error, Ending):
            await self._tell(interaction, words("error.ending"), what)
            return
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await self._fault(interaction, cause, what)

    async def _fault(self, interaction: Interaction, error: Exception, what: str) -> None:
        """Tell the person that something went wrong, and whoever runs the bot what."""
        if isinstance(error, discord.HTTPException) and gone(error) is Gone.TOKEN:
            log.info("%s: the interaction was gone", what)
            return
        if isinstance(error, (Erased, PersonErased)):
            log.info("%s: whoever did it has been erased meanwhile", what)
            await self._tell(interaction, self.desk.words(interaction)("privacy.meanwhile"), what)
            return
        key = "error.unexpected"
        if isinstance(error, (NotShown, NotAnswered)):
            key = "error.not_shown" if isinstance(error, NotShown) else key
            error = error.__cause__ if isinstance(error.__cause__, Exception) else error
        elif isinstance(error, Unreadable):
            key = "error.unreadable"
        elif isinstance(error, StoreError):
            key = "error.not_stored"
        log.error("%s failed: %s", what, described(error))
        if isinstance(error, Limited) or (isinstance(error, discord.HTTPException) and error.status == 429):
            # A sentence would be too much, too.
            return
        await self._tell(interaction, self.desk.words(interaction)(key), what)

    async def _tell(self, interaction: Interaction, sentence: str, what: str) -> None:
        """Say a sentence; where that fails, too, nothing is left to do."""
        try:
            await self._say(interaction, sentence)
        except Exception as again:
            log.info("%s: nothing could be answered: %s", what, type(again).__name__)

    async def _say(self, interaction: Interaction, sentence: str) -> None:
        mode = Mode.IN_PLACE if interaction.type is discord.InteractionType.component else Mode.PRIVATE
        async with Answer(interaction, mode) as answer:
            await answer.say(sentence)

    async def _hand(self, interaction: Interaction, click: Click) -> None:
        await self.desk.show_hand(interaction, self.bot.tables.get(click.game_id))

    async def _refresh(self, interaction: Interaction, click: Click) -> None:
        await self.desk.show_hand(interaction, self.bot.tables.get(click.game_id), in_panel=True)

    async def _choose(self, interaction: Interaction, click: Click) -> None:
        decision, chosen = _decision(click.detail), Cards.of(_cards(click.values))
        await self.desk.show_choice(interaction, self.bot.tables.get(click.game_id), decision, chosen)

    async def _pass(self, interaction: Interaction, click: Click) -> None:
        await self._pass_or_play(interaction, click, playing=False)

    async def _play(self, interaction: Interaction, click: Click) -> None:
        await self._pass_or_play(interaction, click, playing=True)

    async def _pass_or_play(self, interaction: Interaction, click: Click, *, playing: bool) -> None:
        decision, _, text = click.detail.rpartition(":")
        cards = _cards(text[at : at + 2] for at in range(0, len(text), 2))
        answered = _decision(decision)
        if playing and len(cards) != 1:
            raise NoSuchItem
        await self.desk.pass_or_play(
            interaction,
            self.bot.tables.get(click.game_id),
            cards,
            playing=playing,
            decision=answered,
        )

    async def _moon(self, interaction: Interaction, click: Click) -> None:
        text, _, chosen = click.detail.rpartition(":")
        decision, choice = _decision(text), MoonChoice(one_of(MoonChoice, chosen))
        table = self.bot.tables.get(click.game_id)
        await self.desk.act_at_panel(interaction, table, lambda who: ChooseMoon(who, choice, decision))

    async def _join(self, interaction: Interaction, click: Click) -> None:
        if click.detail and not click.detail.isdecimal():
            raise NoSuchItem
        seen = int(click.detail) if click.detail else None
        await self.desk.act_in_lobby(interaction, click.game_id, lambda person: Join(person, seen))

    async def _add(self, interaction: Interaction, click: Click) -> None:
        # The button that older lobbies have in place of the menu says no level.
        level = one_of(LEVELS, "".join(click.values)) if click.values else None
        await self.desk.act_in_lobby(interaction, click.game_id, lambda person: AddComputer(person, level))

    async def _claim(self, interaction: Interaction, click: Click) -> None:
        deal, _, sure = click.detail.partition(":")
        if not deal.isdecimal() or sure not in ("", SURE):
            raise NoSuchItem
        table = self.bot.tables.get(click.game_id)
        await self.desk.claim(interaction, table, int(deal), sure=bool(sure))

    async def _pace(self, interaction: Interaction, click: Click) -> None:
        pace = Pace(one_of(Pace, "".join(click.values)))
        await self.desk.act_in_lobby(interaction, click.game_id, lambda person: SetPace(person, pace))

    async def _hints(self, interaction: Interaction, click: Click) -> None:
        allowed = is_yes(click.detail)
        await self.desk.act_in_lobby(interaction, click.game_id, lambda person: SetHints(person, allowed))

    async def _tap(self, interaction: Interaction, click: Click) -> None:
        text, _, notation = click.detail.rpartition(":")
        decision, (card,) = _decision(text), _cards([notation])
        await self.desk.tap(interaction, self.bot.tables.get(click.game_id), decision, card)

    async def _queue(self, interaction: Interaction, click: Click) -> None:
        deal, _, text = click.detail.partition(":")
        (card,) = _cards([text])
        if not deal.isdecimal():
            raise NoSuchItem
        wanted = card if click.verb == "queue" else None
        await self.desk.queue(interaction, self.bot.tables.get(click.game_id), int(deal), wanted)


async def _no_such_item(interaction: Interaction, click: Click) -> None:
    raise NoSuchItem


def _decision(text: str) -> Decision:
    try:
        return Decision.parse(text)
    except ValueError:
        raise NoSuchItem from None


def _cards(texts: Iterable[str]) -> tuple[Card, ...]:
    try:
        return tuple(map(Card.parse, texts))
    except ValueError:
        raise NoSuchItem from None


async def setup(bot: HeartsBot) -> None:
    """Add the cogs to the bot."""
    hearts = Hearts(bot)
    await bot.add_cog(hearts)
    await bot.add_cog(Surroundings(bot, hearts.boards, hearts.prompts, hearts.show_time))
