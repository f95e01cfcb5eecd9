"""A server's own presets: saved, shown, changed and deleted by whoever may manage the server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.rules.ruleset import PRESETS, RulesetError
from bot.store import (
    LONGEST_PRESET_NAME,
    MOST_PRESETS,
    BadPresetName,
    PresetNameTaken,
    PresetRow,
    TooManyPresets,
    own_preset,
    own_preset_id,
)
from bot.text.commands import command_line
from bot.text.words import Words, plain
from cogs.answers import Answer, Mode
from cogs.choices import one_of
from cogs.clicks import NO_GAME, Button, Click, NoSuchItem
from cogs.desk import Desk, Interaction, here
from cogs.layout import Layout
from cogs.preset_pages import NAME, START, Use, ask_layout, list_layout, name_form, preset_layout
from cogs.presets import built_in, find
from cogs.rules_draft import Draft, Form, wrong_sentence
from cogs.rules_form import Refused, filled, modal
from cogs.server_settings import may_manage

RENAME: Final = "namepreset"
NEW: Final = "new"
"""Stands in a custom_id for a preset that is not there yet."""


class ServerPresets:
    """Shows and changes what a server has saved under names.

    Args:
        desk: what commands and clicks have in common.
        changing: held while the settings of a server are changed.
    """

    def __init__(self, desk: Desk, changing: asyncio.Lock) -> None:
        self._desk = desk
        self._bot = desk.bot
        self._changing = changing

    async def show(self, interaction: Interaction, click: Click) -> None:
        """Show the page with all of them."""
        del click
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            if await self._allowed(answer):
                await self._show_list(answer)

    async def choose(self, interaction: Interaction, click: Click) -> None:
        """Show the page of one, as chosen in the menu or by its number."""
        number = own_preset_id("".join(click.values)) if click.values else _number(click.detail)
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            if await self._allowed(answer):
                row = None if number is None else await self._find(interaction, number)
                await self._show_one(answer, row)

    async def ask_name(self, interaction: Interaction, click: Click) -> None:
        """Open the form for the name of a new preset, of one there is, or of the rules of a table."""
        words = self._desk.words(interaction)
        if not may_manage(interaction):
            await self._say(interaction, words("presets.refused"))
            return
        which, _, name = click.detail.partition(":")
        async with Answer(interaction, Mode.PRIVATE, late=words("error.slow")) as answer:
            if click.verb == RENAME and which != NEW and not name:
                row = await self._find(interaction, _number(which))
                if row is None:
                    await answer.say(words("presets.gone"))
                    return
                name = row.name
            starts = built_in(words) if which == NEW else ()
            await answer.ask(name_form(click.verb, click.game_id, which, name, starts, words))

    async def named(self, interaction: Interaction, click: Click) -> None:
        """Take the name that was filled in: of a new preset, or another one for one there is."""
        entries, server = filled(interaction), _server(interaction)
        name, store = entries.one(NAME), self._bot.store
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            if not await self._allowed(answer):
                return
            if click.detail == NEW:
                start = PRESETS[one_of(PRESETS, entries.one(START))]
                kept = await self._kept(answer, click, name, lambda: store.save_preset(server, name, start))
            else:
                number = _number(click.detail)
                kept = await self._kept(
                    answer, click, name, lambda: store.change_preset(server, number, name=name)
                )
            if not isinstance(kept, Refused):
                await self._show_one(answer, kept)
            elif click.detail == NEW:
                await self._show_list(answer, kept)
            else:
                await self._show_one(answer, await self._find(interaction, _number(click.detail)), kept)

    async def save(self, interaction: Interaction, click: Click) -> None:
        """Take the name that was filled in for the rules of a table."""
        words, name = self._desk.words(interaction), filled(interaction).one(NAME)
        async with Answer(interaction, Mode.PRIVATE) as answer:
            table = await self._bot.tables.get(click.game_id)
            if table is None or not here(interaction, table):
                await answer.say(words("error.no_such_game"))
                return
            if not await self._allowed(answer):
                return
            server, ruleset = _server(interaction), table.state.ruleset
            kept = await self._kept(
                answer, click, name, lambda: self._bot.store.save_preset(server, name, ruleset)
            )
            if isinstance(kept, Refused):
                await answer.show(Layout([kept.sentence], [[kept.again]]))
            elif kept is not None:
                saved = plain(kept.name, LONGEST_PRESET_NAME)
                await answer.say(words("presets.saved", name=saved, command=command_line("start", words)))

    async def open_form(self, interaction: Interaction, click: Click) -> None:
        """Open one of the forms for the rules of a preset, with them in it or what was typed before."""
        words = self._desk.words(interaction)
        number, form, typed = _form(click)
        if not may_manage(interaction):
            await self._say(interaction, words("presets.refused"))
            return
        async with Answer(interaction, Mode.PRIVATE, late=words("error.slow")) as answer:
            row = await self._find(interaction, number)
            if row is None or row.ruleset is None:
                await answer.say(words("presets.gone"))
                return
            try:
                draft = Draft.parse(typed) if typed else Draft.of(row.ruleset, words)
            except ValueError:
                raise NoSuchItem from None
            detail = f"{number}:{form}"
            await answer.ask(modal(form, click.verb, NO_GAME, detail, draft, words))

    async def changed(self, interaction: Interaction, click: Click) -> None:
        """Take one of the forms that was filled in: change the rules, or say why that makes no sense."""
        number, form, _ = _form(click)
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            if not await self._allowed(answer):
                return
            async with self._changing:
                # What the form does not have stays as it is now, whoever else is changing it.
                await self._change_rules(answer, number, form, click.verb)

    async def make_default(self, interaction: Interaction, click: Click) -> None:
        """Have new tables start with the rules of a preset."""
        number = _number(click.detail)
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            if not await self._allowed(answer):
                return
            async with self._changing:
                row = await self._find(interaction, number)
                if row is not None:
                    server = await self._bot.store.server(_server(interaction))
                    await self._bot.store.save_server(replace(server, preset=own_preset(number)))
            await self._show_one(answer, row)

    async def ask_delete(self, interaction: Interaction, click: Click) -> None:
        """Ask whether a preset is really to be deleted."""
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            if not await self._allowed(answer):
                return
            row = await self._find(interaction, _number(click.detail))
            if row is None:
                await self._show_one(answer, row)
                return
            words = self._desk.words(interaction)
            await answer.show(ask_layout(row, words, await self._use(interaction, row)))

    async def delete(self, interaction: Interaction, click: Click) -> None:
        """Delete a preset."""
        number = _number(click.detail)
        async with Answer(interaction, Mode.IN_PLACE) as answer:
            if await self._allowed(answer):
                async with self._changing:
                    await self._bot.store.delete_preset(_server(interaction), number)
                await self._show_list(answer)

    async def _change_rules(self, answer: Answer, number: int, form: Form, verb: str) -> None:
        interaction = answer.interaction
        words = self._desk.words(interaction)
        row = await self._find(interaction, number)
        if row is None or row.ruleset is None:
            await answer.say(words("presets.gone"))
            return
        draft = filled(interaction).draft(form, Draft.of(row.ruleset, words))
        try:
            ruleset = draft.ruleset(row.ruleset)
        except RulesetError as error:
            detail = f"{number}:{form}:{draft.code()}"
            again = Button(verb, NO_GAME, words("forms.button.edit"), detail)
            refused = Refused(words("forms.refused", reason=wrong_sentence(error, words)), again)
            use = await self._use(interaction, row)
            await answer.show(preset_layout(row, words, use, refused))
            return
        row = await self._bot.store.change_preset(_server(interaction), number, ruleset=ruleset)
        await self._show_one(answer, row)

    async def _allowed(self, answer: Answer) -> bool:
        if may_manage(answer.interaction):
            return True
        await answer.say(self._desk.words(answer.interaction)("presets.refused"))
        return False

    async def _say(self, interaction: Interaction, sentence: str) -> None:
        async with Answer(interaction, Mode.PRIVATE) as answer:
            await answer.say(sentence)

    async def _find(self, interaction: Interaction, number: int) -> PresetRow | None:
        return await self._bot.store.preset(_server(interaction), number)

    async def _use(self, interaction: Interaction, row: PresetRow) -> Use:
        server = await self._bot.store.server(_server(interaction))
        own = own_preset(row.preset_id)
        return Use(default=server.preset == own, counted=own in server.counted)

    async def _show_list(self, answer: Answer, refused: Refused | None = None) -> None:
        server = _server(answer.interaction)
        rows = await self._bot.store.presets(server)
        default = (await self._bot.store.server(server)).preset
        await answer.show(list_layout(rows, default, self._desk.words(answer.interaction), refused))

    async def _show_one(self, answer: Answer, row: PresetRow | None, refused: Refused | None = None) -> None:
        words = self._desk.words(answer.interaction)
        if row is None:
            await answer.say(words("presets.gone"))
            return
        use = await self._use(answer.interaction, row)
        await answer.show(preset_layout(row, words, use, refused))

    async def _kept(
        self, answer: Answer, click: Click, name: str, keep: Callable[[], Awaitable[PresetRow | None]]
    ) -> PresetRow | Refused | None:
        """Keep a preset under a name that was filled in.

        Returns:
            The preset; why it cannot be, with the form once more; None where there is no such preset.
        """
        words = self._desk.words(answer.interaction)
        if self._always_there(name, words):
            sentence = words("presets.name_taken", name=plain(name, LONGEST_PRESET_NAME))
        else:
            try:
                return await keep()
            except (BadPresetName, PresetNameTaken, TooManyPresets) as error:
                sentence = _sentence(error, words)
        detail = f"{click.detail}:{name[:LONGEST_PRESET_NAME]}"
        return Refused(sentence, Button(click.verb, click.game_id, words("forms.button.edit"), detail))

    def _always_there(self, name: str, words: Words) -> bool:
        """Whether a preset that is in every server is called so in any language."""
        return find(built_in(words), name, self._bot.words) is not None


def _sentence(error: BadPresetName | PresetNameTaken | TooManyPresets, words: Words) -> str:
    match error:
        case PresetNameTaken():
            return words("presets.name_taken", name=plain(error.name, LONGEST_PRESET_NAME))
        case TooManyPresets():
            return words.count("presets.full", MOST_PRESETS)
        case _:
            return words.count("presets.bad_name", LONGEST_PRESET_NAME)


def _form(click: Click) -> tuple[int, Form, str]:
    number, _, rest = click.detail.partition(":")
    name, _, typed = rest.partition(":")
    return _number(number), Form(one_of(Form, name)), typed


def _number(text: str) -> int:
    if not text.isdecimal():
        raise NoSuchItem
    return int(text)


def _server(interaction: Interaction) -> int:
    assert interaction.guild_id is not None
    return interaction.guild_id
