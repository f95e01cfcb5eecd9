"""The slash commands of the group `/hearts`."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

import discord
from discord import app_commands

from bot.players import LEVELS
from bot.rules.cards import Card, Cards
from bot.rules.hand_order import in_order
from bot.rules.ruleset import PLAYERS, PRESETS
from bot.rules.view import View
from bot.standings import GameKind, Order
from bot.text.cards import card_name, card_short, matching_cards, parse_cards
from bot.text.commands import COMMANDS
from bot.text.help_text import help_text
from bot.text.rules_text import rules_message
from bot.text.words import Words
from cogs import leaving
from cogs.answers import Answer, Mode
from cogs.clicks import Button
from cogs.desk import Desk, Interaction
from cogs.history import Histories
from cogs.layout import Layout
from cogs.levels import levels_shown
from cogs.opening import Openings
from cogs.permissions import may_moderate, missing, missing_sentence
from cogs.preferences import Preferences
from cogs.privacy import Privacy
from cogs.score_pictures import sheet_picture
from cogs.score_text import score_text
from cogs.seating import seat_names
from cogs.server_settings import ServerSettings
from cogs.standings import Leaderboards
from cogs.standings_message import Period
from cogs.stats import Statistics
from cogs.suggesting import Suggesting

MAX_COMPUTERS: Final = max(PLAYERS) - 1

POSTING: Final = ("start", "table")
"""The commands that post for everybody to see; a person can use each only now and then."""

COOLDOWN_TIMES: Final = 3
COOLDOWN: Final = 30.0
"""So often within so many seconds."""

OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "start": ("preset", "computers", "level"),
    "play": ("card",),
    "pass": ("first", "second", "third"),
    "replace": ("member",),
    "leaderboard": ("sort", "period", "who"),
    "stats": ("member",),
    "history": ("member",),
}
"""The options of the commands that have any, by the names of the parameters."""

CHOICES: Final[Mapping[str, Mapping[str, str]]] = {
    "level": {level: f"level.{level}" for level in LEVELS},
    "sort": {order: f"standings.order.{order}" for order in Order},
    "period": {period: f"standings.period.{period}" for period in Period},
    "who": {kind: f"standings.kind.{kind}" for kind in GameKind},
}
"""What some options can be, and the messages that say so."""


class Commands:
    """What each command does."""

    def __init__(
        self,
        desk: Desk,
        openings: Openings,
        leaderboards: Leaderboards,
        statistics: Statistics,
        histories: Histories,
        preferences: Preferences,
        privacy: Privacy,
        settings: ServerSettings,
    ) -> None:
        self._desk = desk
        self._openings = openings
        self._leaderboards = leaderboards
        self._statistics = statistics
        self._histories = histories
        self._preferences = preferences
        self._privacy = privacy
        self._settings = settings

    async def start(
        self,
        interaction: discord.Interaction[Any],
        preset: str | None = None,
        computers: app_commands.Range[int, 0, MAX_COMPUTERS] = 0,
        level: str | None = None,
    ) -> None:
        """Open a table here."""
        await self._openings.open(interaction, preset, computers, level)

    async def hand(self, interaction: discord.Interaction[Any]) -> None:
        """Show the person's hand."""
        await self._desk.show_hand(interaction, self._desk.table_here(interaction))

    async def play(self, interaction: discord.Interaction[Any], card: str) -> None:
        """Play a card that was typed."""
        await self._desk.pass_or_play_typed(interaction, card, playing=True)

    async def pass_cards(
        self, interaction: discord.Interaction[Any], first: str, second: str, third: str
    ) -> None:
        """Pass three cards that were typed."""
        text = ", ".join((first, second, third))
        await self._desk.pass_or_play_typed(interaction, text, playing=False)

    async def table(self, interaction: discord.Interaction[Any]) -> None:
        """Post the table again, at the bottom of the channel."""
        words = self._desk.words(interaction)
        async with Answer(interaction, Mode.PRIVATE) as answer:
            table = await self._desk.table_here(interaction)
            lacking = missing(interaction)
            if table is None:
                await answer.say(words("error.no_game_here"))
            elif lacking:
                await answer.say(missing_sentence(lacking, words))
            else:
                self._desk.boards.repost(table)
                await answer.say(words("table.posted_again"))

    async def score(self, interaction: discord.Interaction[Any]) -> None:
        """Show the score sheet."""
        words = self._desk.words(interaction)
        async with Answer(interaction, Mode.PRIVATE) as answer:
            table = await self._desk.table_here(interaction)
            game = None if table is None else table.state.game
            if table is None:
                await answer.say(words("error.no_game_here"))
            elif game is None:
                await answer.say(words("table_refusal.not_started"))
            else:
                bot, running = self._desk.bot, table.public()
                names = await seat_names(bot, table.state, words)
                shown = score_text(game, running, [name.text for name in names], words)
                liked = await bot.store.preferences(await self._desk.person(interaction))
                picture = await sheet_picture(bot, game, names, words, running) if liked.pictures else None
                await answer.show(Layout([shown], picture=picture))

    async def rules(self, interaction: discord.Interaction[Any]) -> None:
        """Show the rules of the table here, or of the standard game."""
        words = self._desk.words(interaction)
        async with Answer(interaction, Mode.PRIVATE) as answer:
            table = await self._desk.table_here(interaction)
            ruleset = PRESETS["standard"] if table is None else table.state.ruleset
            await answer.show(Layout([rules_message(ruleset, words)]))

    async def leave(self, interaction: discord.Interaction[Any]) -> None:
        """Leave the table."""
        await leaving.leave(self._desk, interaction)

    async def replace(self, interaction: discord.Interaction[Any], member: discord.User) -> None:
        """Have a computer keep an absent person's seat."""
        await leaving.replace(self._desk, interaction, member)

    async def cancel(self, interaction: discord.Interaction[Any]) -> None:
        """Ask whether the game here is to be ended."""
        words = self._desk.words(interaction)
        async with Answer(interaction, Mode.PRIVATE) as answer:
            # Not the table: one that cannot be read can be ended too.
            header = await self._desk.bot.store.open_game_in(interaction.channel_id or 0)
            person = await self._desk.person(interaction)
            if header is None:
                await answer.say(words("error.no_game_here"))
            elif person != header.host_person_id and not may_moderate(interaction):
                await answer.say(words("table_refusal.may_not_cancel"))
            else:
                confirm = Button(
                    "cancel", header.game_id, words("button.cancel"), style=discord.ButtonStyle.danger
                )
                await answer.show(Layout([words("cancel.ask")], rows=[[confirm]]))

    async def leaderboard(
        self,
        interaction: discord.Interaction[Any],
        sort: str = Order.RATING,
        period: str = Period.ALL,
        who: str = GameKind.PEOPLE,
    ) -> None:
        """Show who is best in the server."""
        await self._leaderboards.show(interaction, Order(sort), Period(period), GameKind(who))

    async def stats(self, interaction: discord.Interaction[Any], member: discord.User | None = None) -> None:
        """Show how somebody has played in the server."""
        await self._statistics.show(interaction, member)

    async def history(
        self, interaction: discord.Interaction[Any], member: discord.User | None = None
    ) -> None:
        """Show which games there were in the server, or somebody's."""
        await self._histories.show(interaction, member)

    async def preferences(self, interaction: discord.Interaction[Any]) -> None:
        """Show what the person prefers, to be changed."""
        await self._preferences.show(interaction)

    async def privacy(self, interaction: discord.Interaction[Any]) -> None:
        """Show what is stored about the person."""
        await self._privacy.show(interaction)

    async def settings(self, interaction: discord.Interaction[Any]) -> None:
        """Show what is set for the server, to be changed."""
        await self._settings.show(interaction)

    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """Explain the bot."""
        async with Answer(interaction, Mode.PRIVATE) as answer:
            words = self._desk.words(interaction)
            await answer.show(Layout([help_text(words, levels_shown(words))]))

    async def suggest_play(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        """The cards of the person's hand that fit what is typed; the playable ones where it is their turn."""
        found = await self._view(interaction)
        if found is None:
            return []
        view, words = found
        return _suggestions(current, view.legal if view.to_play else view.hand, words)

    async def suggest_pass(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        """The cards of the person's hand that fit what is typed and are not in another option yet."""
        found = await self._view(interaction)
        if found is None or not found[0].to_pass:
            return []
        view, words = found
        typed = Cards.of(
            parsed[0]
            for name, text in vars(interaction.namespace).items()
            if text != current and isinstance(parsed := parse_cards(str(text), view.hand), tuple)
        )
        return _suggestions(current, view.hand - typed, words)

    async def suggest_preset(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        """The presets that fit what is typed."""
        return await self._openings.suggest(interaction, current)

    async def _view(self, interaction: Interaction) -> tuple[View, Words] | None:
        """What the person's own seat knows, in the channel's game, and how they like cards written."""
        table = await self._desk.table_here(interaction)
        if table is None:
            return None
        person = await self._desk.bot.store.person_by_discord_id(interaction.user.id)
        seat = None if person is None else table.state.seat_of(person.person_id)
        view = None if seat is None else table.view(seat)
        if person is None or view is None:
            return None
        return view, await self._desk.words_for(interaction, person.person_id)


def _suggestions(current: str, cards: Cards, words: Words) -> list[app_commands.Choice[str]]:
    fitting: Cards = matching_cards(current, cards) if current.strip() else cards
    # In short with its symbol a card is never ambiguous, as the notation "KD" can be.
    return [
        app_commands.Choice(name=_card_label(card, words), value=card_short(card, words))
        for card in in_order(fitting, words.look.order)
    ][:25]


def _card_label(card: Card, words: Words) -> str:
    return f"{card_short(card, words)} {card_name(card, words)}"


class Ending(app_commands.CheckFailure):
    """The bot is being stopped, and takes nothing more."""


class _Group(app_commands.Group):
    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        if interaction.client.visits.ending:
            raise Ending
        return True


def command_group(commands: Commands, words: Words) -> app_commands.Group:
    """The group with all its commands, in servers only.

    Args:
        commands: what they do.
        words: the language Discord shows where it has no translation of ours.
    """

    def text(key: str) -> app_commands.locale_str:
        return app_commands.locale_str(words(key), key=key)

    group = _Group(
        name=text("command.hearts.name"),
        description=text("command.hearts.description"),
        guild_only=True,
    )
    callbacks: dict[str, Callable[..., Coroutine[Any, Any, None]]] = {
        "start": commands.start,
        "hand": commands.hand,
        "play": commands.play,
        "pass": commands.pass_cards,
        "table": commands.table,
        "score": commands.score,
        "rules": commands.rules,
        "leave": commands.leave,
        "replace": commands.replace,
        "cancel": commands.cancel,
        "leaderboard": commands.leaderboard,
        "stats": commands.stats,
        "history": commands.history,
        "preferences": commands.preferences,
        "privacy": commands.privacy,
        "settings": commands.settings,
        "help": commands.help,
    }
    in_time = Suggesting().in_time
    suggestions = {
        ("start", "preset"): in_time(commands.suggest_preset),
        ("play", "card"): in_time(commands.suggest_play),
        **{("pass", each): in_time(commands.suggest_pass) for each in OPTIONS["pass"]},
    }
    for name in COMMANDS:
        options = OPTIONS.get(name, ())
        function = getattr(callbacks[name], "__func__")  # noqa: B009
        app_commands.rename(**{each: text(f"command.{name}.option.{each}.name") for each in options})(
            function
        )
        app_commands.describe(
            **{each: text(f"command.{name}.option.{each}.description") for each in options}
        )(function)
        app_commands.choices(
            **{
                each: [
                    app_commands.Choice(name=text(key), value=str(value))
                    for value, key in CHOICES[each].items()
                ]
                for each in options
                if each in CHOICES
            }
        )(function)
        command: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=text(f"command.{name}.name"),
            description=text(f"command.{name}.description"),
            callback=callbacks[name],
        )
        for each in options:
            if (name, each) in suggestions:
                command.autocomplete(each)(suggestions[name, each])
        if name in POSTING:
            app_commands.checks.cooldown(COOLDOWN_TIMES, COOLDOWN)(command)
        group.add_command(command)
    return group
