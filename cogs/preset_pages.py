"""The pages about a server's own presets, on the panel of its settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.store import LONGEST_PRESET_NAME, MOST_PRESETS, PresetRow, own_preset
from bot.text.rules_text import changed_lines, preset_about
from bot.text.words import Words, label, plain
from cogs.clicks import NO_GAME, Button, Menu, Option
from cogs.layout import Heading, Layout, Row
from cogs.presets import Preset, choice_label, shortened
from cogs.rules_draft import Form
from cogs.rules_form import Refused, assembled
from cogs.server_settings import PRESETS_PAGE, page_buttons

NAME: Final = "name"
START: Final = "start"
"""The custom_ids of the parts of the form for a name."""

_ABOUT_LENGTH: Final = 80
"""So much is said of each preset where all are listed: the longest list still fits a message."""


@dataclass(frozen=True)
class Use:
    """What a server uses one of its presets for.

    Attributes:
        default: whether new tables start with it.
        counted: whether games by its rules count for the leaderboard.
    """

    default: bool
    counted: bool


def list_layout(
    rows: Sequence[PresetRow], default: str, words: Words, refused: Refused | None = None
) -> Layout:
    """All of a server's own presets.

    Args:
        rows: the presets.
        default: what the server starts with.
        words: the language of the reader.
        refused: the name that was just filled in and cannot be.
    """
    lines = [_line(row, default, words) for row in rows]
    shown: list[Row] = [page_buttons(PRESETS_PAGE, words), Heading(words("presets.about"))]
    shown.append(Heading("\n".join(lines) or words("presets.none")))
    if rows:
        options = tuple(
            Option(
                own_preset(row.preset_id), label(row.name, LONGEST_PRESET_NAME), shortened(_about(row, words))
            )
            for row in rows
        )
        shown.append(Menu("ownpreset", NO_GAME, options, placeholder=words("presets.menu")))
    full = len(rows) >= MOST_PRESETS
    if full:
        shown.append(Heading(words.count("presets.full", MOST_PRESETS)))
    shown.append([Button("namepreset", NO_GAME, words("button.new_preset"), "new", disabled=full)])
    if refused is not None and not full:
        shown += [Heading(refused.sentence), [refused.again]]
    return Layout((words("settings.title"),), shown)


def preset_layout(row: PresetRow, words: Words, use: Use, refused: Refused | None = None) -> Layout:
    """One preset, and what can be done with it.

    Args:
        row: the preset.
        words: the language of the reader.
        use: what the server uses it for.
        refused: what was just filled in and makes no sense.
    """
    number = str(row.preset_id)
    texts = [words("presets.title", name=plain(row.name, LONGEST_PRESET_NAME))]
    rows: list[Row] = [] if refused is None else [Heading(refused.sentence), [refused.again]]
    if row.ruleset is None:
        texts.append(words("presets.unreadable_about"))
    else:
        changed = [f"- {line}" for line in changed_lines(row.ruleset, words)]
        texts.append("\n".join((words("rules.differs"), *changed)) if changed else words("presets.standard"))
        rows.append(
            [
                Button("editpreset", NO_GAME, words(f"forms.button.{form}"), f"{number}:{form}")
                for form in Form
            ]
        )
    if use.default:
        texts.append(words("presets.is_default"))
    if use.counted:
        texts.append(words("presets.is_counted"))
    buttons = [
        Button("namepreset", NO_GAME, words("button.rename_preset"), number),
        Button("deletepreset", NO_GAME, words("button.delete_preset"), number, ButtonStyle.danger),
    ]
    if row.ruleset is not None:
        usual = Button("defaultpreset", NO_GAME, words("button.default_preset"), number, disabled=use.default)
        buttons.insert(1, usual)
    rows += [buttons, [Button("presets", NO_GAME, words("button.all_presets"))]]
    return Layout(texts, rows)


def ask_layout(row: PresetRow, words: Words, use: Use) -> Layout:
    """Whether a preset is really to be deleted; arguments as for `preset_layout`."""
    number = str(row.preset_id)
    texts = [words("presets.ask_delete", name=plain(row.name, LONGEST_PRESET_NAME))]
    if use.default:
        texts.append(words("presets.ask_delete_default"))
    if use.counted:
        texts.append(words("presets.ask_delete_counted"))
    delete = Button("droppreset", NO_GAME, words("button.delete_preset"), number, ButtonStyle.danger)
    keep = Button("ownpreset", NO_GAME, words("button.keep_preset"), number)
    return Layout(texts, [[delete, keep]])


def name_form(
    verb: str, game_id: int, detail: str, name: str, starts: Sequence[Preset], words: Words
) -> ui.Modal:
    """The form for the name of a preset.

    Args:
        verb: what is done with it when it is sent.
        game_id: the game whose rules are to be saved; else `NO_GAME`.
        detail: what else its custom_id says.
        name: what stands in it.
        starts: the presets a new one can begin with; none where it is not to be chosen.
        words: the language of whoever fills it in.
    """
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=NAME, default=name or None, min_length=1, max_length=LONGEST_PRESET_NAME
    )
    about = words("presets.form.name.about")
    parts: list[ui.Label[Any]] = [
        ui.Label(text=words("presets.form.name"), description=about, component=field)
    ]
    if starts:
        options = [
            discord.RadioGroupOption(
                label=choice_label(preset, words), value=preset.value, default=preset is starts[0]
            )
            for preset in starts
        ]
        group: ui.RadioGroup[Any] = ui.RadioGroup(custom_id=START, options=options)
        about = words("presets.form.start.about")
        parts.append(ui.Label(text=words("presets.form.start"), description=about, component=group))
    return assembled(words("presets.form"), verb, game_id, detail, parts)


def _line(row: PresetRow, default: str, words: Words) -> str:
    name, about = plain(row.name, LONGEST_PRESET_NAME), shortened(_about(row, words), _ABOUT_LENGTH)
    if own_preset(row.preset_id) == default:
        return words("presets.line_default", name=name, about=about)
    return words("presets.line", name=name, about=about)


def _about(row: PresetRow, words: Words) -> str:
    return words("presets.unreadable") if row.ruleset is None else preset_about(row.ruleset, words)
