"""Choosing the rules of a table in its lobby: presets, forms, and who has to agree."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.acts import Agree, SetRuleset, SwapSeats, TableRefusal, TableRule
from bot.engine.state import Phase, TableState
from bot.engine.table import Change, Table
from bot.rules.ruleset import RulesetError
from bot.text.commands import command_line
from bot.text.rules_text import differences_list, preset_about, rules_message, ruleset_title
from bot.text.words import Words
from cogs.answers import Answer, Mode
from cogs.choices import one_of
from cogs.clicks import Button, Click, Menu, NoSuchItem, Option
from cogs.desk import Desk, Interaction, here
from cogs.layout import Heading, Layout, Row
from cogs.presets import Preset, presets_offered, shortened
from cogs.refusals import refused_sentence
from cogs.rules_draft import Draft, Form, wrong_sentence
from cogs.rules_form import Refused, filled, modal
from cogs.server_settings import may_manage


class TableRules:
    """Shows the rules of a table privately, and to its host the ways to change them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bot = desk.bot

    async def show(self, interaction: Interaction, click: Click) -> None:
        """Show the rules of a table, as a new private message."""
        async with Answer(interaction, Mode.PRIVATE) as answer:
            table = await self._table(interaction, click)
            if table is None:
                await answer.say(self._desk.words(interaction)("error.no_such_game"))
                return
            await answer.show(await self._layout(interaction, table))

    async def choose_preset(self, interaction: Interaction, click: Click) -> None:
        """Have the table play by a preset."""
        words = self._desk.words(interaction)
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            table = await self._table(interaction, click)
            if table is None:
                await answer.say(words("error.no_such_game"))
                return
            ruleset = await self._bot.store.ruleset_of(table.state.server, "".join(click.values))
            if ruleset is None:
                await answer.say(words("presets.gone"))
                return
            outcome = await table.act(SetRuleset(await self._desk.person(interaction), ruleset))
            if isinstance(outcome, Change):
                await answer.show(await self._layout(interaction, table))
            else:
                await answer.say(refused_sentence(outcome, words))

    async def open_form(self, interaction: Interaction, click: Click) -> None:
        """Open a form, with the rules of the table in it or what somebody has typed before.

        Raises:
            NoSuchItem: there is no such form, or what was typed does not read.
        """
        form, typed = _form(click)
        words = self._desk.words(interaction)
        async with Answer(interaction, Mode.PRIVATE, late=words("error.slow")) as answer:
            table = await self._table(interaction, click)
            if table is None or table.state.phase is not Phase.LOBBY:
                key = "error.no_such_game" if table is None else "table_refusal.already_started"
                await answer.say(words(key))
                return
            try:
                draft = Draft.parse(typed) if typed else Draft.of(table.state.ruleset, words)
            except ValueError:
                raise NoSuchItem from None
            await answer.ask(modal(form, "rules", click.game_id, form, draft, words))

    async def submit(self, interaction: Interaction, click: Click) -> None:
        """Take a form that was filled in: change the rules, or say why that makes no sense.

        Raises:
            NoSuchItem: it is not one of the forms.
        """
        form, _ = _form(click)
        words = self._desk.words(interaction)
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            table = await self._table(interaction, click)
            if table is None:
                await answer.say(words("error.no_such_game"))
                return
            before = table.state.ruleset
            draft = filled(interaction).draft(form, Draft.of(before, words))
            again = Button("form", click.game_id, words("forms.button.edit"), f"{form}:{draft.code()}")
            try:
                ruleset = draft.ruleset(before)
            except RulesetError as error:
                refused = Refused(words("forms.refused", reason=wrong_sentence(error, words)), again)
                await answer.show(await self._layout(interaction, table, refused))
                return
            outcome = await table.act(SetRuleset(await self._desk.person(interaction), ruleset))
            if isinstance(outcome, Change):
                await answer.show(await self._layout(interaction, table))
            elif outcome == TableRefusal(TableRule.TOO_MANY_PEOPLE):
                refused = Refused(words("forms.refused", reason=refused_sentence(outcome, words)), again)
                await answer.show(await self._layout(interaction, table, refused))
            else:
                await answer.say(refused_sentence(outcome, words))

    async def agree(self, interaction: Interaction, click: Click) -> None:
        """Agree to the rules as they were when the button was made."""
        if not click.detail.isdecimal():
            raise NoSuchItem
        seen = int(click.detail)
        await self._desk.act_in_lobby(interaction, click.game_id, lambda person: Agree(person, seen))

    async def swap(self, interaction: Interaction, click: Click) -> None:
        """Have two seats change places.

        Raises:
            NoSuchItem: these are no two seats.
        """
        if len(click.values) != 2 or not all(each.isdecimal() for each in click.values):
            raise NoSuchItem
        first, second = map(int, click.values)
        await self._desk.act_in_lobby(
            interaction, click.game_id, lambda person: SwapSeats(person, first, second)
        )

    async def _table(self, interaction: Interaction, click: Click) -> Table | None:
        table = await self._bot.tables.get(click.game_id)
        return table if table is not None and here(interaction, table) else None

    async def _layout(self, interaction: Interaction, table: Table, refused: Refused | None = None) -> Layout:
        words, state = self._desk.words(interaction), table.state
        save = may_manage(interaction)
        if state.phase is not Phase.LOBBY or state.host != await self._desk.person(interaction):
            return reading_layout(table.game_id, state, words, save=save)
        presets = await presets_offered(self._bot.store, state.server, words)
        return choosing_layout(table.game_id, state, presets, words, save=save, refused=refused)


def reading_layout(game_id: int, state: TableState, words: Words, *, save: bool) -> Layout:
    """The private message with the rules of a table, for who cannot change them.

    Args:
        game_id: the game, for the button.
        state: the table.
        words: the language of the reader.
        save: whether the reader may save them under a name.
    """
    hint = words("forms.host_chooses") if state.phase is Phase.LOBBY else ""
    rows = [[_save(game_id, words)]] if save else []
    return Layout((rules_message(state.ruleset, words), hint), rows)


def choosing_layout(
    game_id: int,
    state: TableState,
    presets: Sequence[Preset],
    words: Words,
    *,
    save: bool,
    refused: Refused | None = None,
) -> Layout:
    """The private message in which the host of a lobby changes the rules.

    Args:
        game_id: the game, for the buttons.
        state: the table.
        presets: what can be chosen.
        words: the language of the reader.
        save: whether the reader may save the rules under a name.
        refused: what was just filled in and makes no sense.
    """
    # The first of several that are alike; a menu has one that is chosen.
    chosen = next((preset for preset in presets if preset.ruleset == state.ruleset), None)
    options = tuple(
        Option(
            preset.value,
            preset.name,
            shortened(preset_about(preset.ruleset, words)),
            chosen=preset is chosen,
        )
        for preset in presets
    )
    rows: list[Row] = [] if refused is None else [Heading(refused.sentence), [refused.again]]
    rows += [
        Menu("preset", game_id, options, placeholder=words("forms.preset_menu")),
        [Button("form", game_id, words(f"forms.button.{form}"), form) for form in Form],
    ]
    if save:
        rows.append([_save(game_id, words)])
    texts = (
        words("forms.title", rules=ruleset_title(state.ruleset, words)),
        differences_list(state.ruleset, words),
        words("forms.hint", command=command_line("rules", words)),
    )
    return Layout(texts, rows)


def _save(game_id: int, words: Words) -> Button:
    return Button("savepreset", game_id, words("button.save_preset"))


def _form(click: Click) -> tuple[Form, str]:
    name, _, typed = click.detail.partition(":")
    return Form(one_of(Form, name)), typed
