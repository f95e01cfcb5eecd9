"""The forms in which the rules of a table are filled in, as Discord's modals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord import ui

from bot.rules.ruleset import PLAYERS, Moon, Partners
from bot.text.words import Words
from cogs.clicks import Button, NoSuchItem, custom_id
from cogs.rules_draft import GROUPS, LONGEST_CYCLE, LONGEST_LIMIT, Draft, Form

KIND: Final = "hearts-form"
"""With what the custom_id of a form begins."""


def modal(form: Form, verb: str, game_id: int, detail: str, draft: Draft, words: Words) -> ui.Modal:
    """One of the forms, filled in.

    Args:
        form: which.
        verb: what is done with it when it is sent.
        game_id: the game it is for.
        detail: what else its custom_id says.
        draft: what stands in it.
        words: the language of whoever fills it in.
    """
    parts = [_radio("moon", Moon, draft.moon, words)] if form is Form.PLAY else _table(draft, words)
    parts += [_switches(group, names, draft, words) for group, names in GROUPS[form].items()]
    return assembled(words(f"forms.{form}.title"), verb, game_id, detail, parts)


def assembled(title: str, verb: str, game_id: int, detail: str, parts: Iterable[ui.Label[Any]]) -> ui.Modal:
    """A form of these parts, with their title on top; the rest as for `modal`."""
    made = ui.Modal(title=title, custom_id=custom_id(verb, game_id, detail, kind=KIND), timeout=None)
    for part in parts:
        made.add_item(part)
    # What is sent finds its way by the custom_id, also after a restart: nothing waits for it here.
    made.stop()
    return made


def _table(draft: Draft, words: Words) -> list[ui.Label[Any]]:
    return [
        _radio("players", map(str, PLAYERS), str(draft.players), words),
        _radio("partners", Partners, draft.partners, words),
        _text("pass_cycle", draft.cycle, LONGEST_CYCLE, words, required=False),
        _text("limit", draft.limit, LONGEST_LIMIT, words),
    ]


def _radio(name: str, values: Iterable[str], chosen: str, words: Words) -> ui.Label[Any]:
    options = [
        discord.RadioGroupOption(
            label=words(f"forms.{name}.{value}"),
            value=value,
            description=words(f"forms.{name}.{value}.about"),
            default=value == chosen,
        )
        for value in values
    ]
    about = words(f"forms.{name}.about")
    group: ui.RadioGroup[Any] = ui.RadioGroup(custom_id=name, options=options)
    return ui.Label(text=words(f"forms.{name}"), description=about, component=group)


def _text(name: str, value: str, longest: int, words: Words, *, required: bool = True) -> ui.Label[Any]:
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=name, default=value[:longest] or None, max_length=longest, required=required
    )
    return ui.Label(text=words(f"forms.{name}"), description=words(f"forms.{name}.about"), component=field)


def _switches(group: str, names: Sequence[str], draft: Draft, words: Words) -> ui.Label[Any]:
    options = [
        discord.CheckboxGroupOption(
            label=words(f"forms.switch.{name}"),
            value=name,
            description=words(f"forms.switch.{name}.about"),
            default=name in draft.switches,
        )
        for name in names
    ]
    boxes: ui.CheckboxGroup[Any] = ui.CheckboxGroup(
        custom_id=group, options=options, required=False, min_values=0, max_values=len(options)
    )
    return ui.Label(text=words(f"forms.{group}"), component=boxes)


@dataclass(frozen=True)
class Filled:
    """What was sent with a form: by the custom_id of each part, what was chosen or typed."""

    values: Mapping[str, tuple[str, ...]]

    def draft(self, form: Form, before: Draft) -> Draft:
        """The draft with what was filled in.

        Raises:
            NoSuchItem: that is not what the form has.
        """
        on = [name for group in GROUPS[form] for name in self.values.get(group, ())]
        draft = before.with_switches(form, on)
        try:
            if form is Form.PLAY:
                return replace(draft, moon=Moon(self.one("moon")))
            players = int(self.one("players"))
            if players not in PLAYERS:
                raise NoSuchItem
            return replace(
                draft,
                players=players,
                partners=Partners(self.one("partners")),
                cycle=self.one("pass_cycle"),
                limit=self.one("limit"),
            )
        except ValueError:
            raise NoSuchItem from None

    def one(self, name: str) -> str:
        """What was chosen or typed in one part; empty where that was nothing."""
        return "".join(self.values.get(name, ()))


@dataclass(frozen=True)
class Refused:
    """A form that was sent and makes no sense.

    Attributes:
        sentence: why.
        again: the button that opens it once more, filled in as it was sent.
    """

    sentence: str
    again: Button


def filled(interaction: discord.Interaction[Any]) -> Filled:
    """What was sent with a form."""
    data: Any = interaction.data or {}
    values: dict[str, tuple[str, ...]] = {}
    for part in data.get("components", ()):
        field = part.get("component", {})
        name = field.get("custom_id")
        if isinstance(name, str):
            found = field.get("values", field.get("value"))
            many = found if isinstance(found, list) else [found]
            values[name] = tuple(str(each) for each in many if each is not None)
    return Filled(values)
