"""Choosing on a panel of settings: yes or no, a language, a number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from discord import ButtonStyle

from bot.text.words import Language, Words
from cogs.clicks import NO_GAME, Button, Menu, NoSuchItem, Option

YES: Final = "yes"
NO: Final = "no"
DISCORD: Final = "discord"
"""The value for no language of one's own, but Discord's."""


def yes_or_no(verb: str, detail: str, chosen: bool, words: Words) -> Sequence[Button]:
    """Two buttons, the chosen one with a tick.

    Args:
        verb: what they are for.
        detail: what else their custom_ids say, before yes or no.
        chosen: whether it is yes.
        words: the language of the reader.
    """
    labels = {value: words(f"choice.{value}") for value in (YES, NO)}
    return one_button_each(verb, detail, labels, YES if chosen else NO, words)


def one_button_each(
    verb: str, detail: str, labels: Mapping[str, str], chosen: str, words: Words
) -> Sequence[Button]:
    """A button for each of a few choices, the chosen one with a tick.

    Args:
        verb: what they are for.
        detail: what else their custom_ids say, before what is chosen.
        labels: what stands on each, by what is chosen with it.
        chosen: which is.
        words: the language of the reader.
    """
    return [
        Button(
            verb,
            NO_GAME,
            words("choice.ticked", label=label) if value == chosen else label,
            f"{detail}:{value}",
            ButtonStyle.success if value == chosen else ButtonStyle.secondary,
        )
        for value, label in labels.items()
    ]


def languages(verb: str, detail: str, chosen: str | None, words: Words) -> Menu:
    """A menu of languages, and of Discord's."""
    options = [Option(DISCORD, words("choice.discord"), chosen=chosen is None)]
    options += [
        Option(language, words(f"choice.{language}"), chosen=language == chosen) for language in Language
    ]
    return Menu(verb, NO_GAME, tuple(options), detail)


def numbers(verb: str, detail: str, offered: Iterable[int], chosen: int, words: Words) -> Menu:
    """A menu of numbers, among them the chosen one."""
    options = tuple(
        Option(str(number), words.number(number), chosen=number == chosen)
        for number in sorted({*offered, chosen})
    )
    return Menu(verb, NO_GAME, options, detail)


def is_yes(value: str) -> bool:
    """Whether a button of `yes_or_no` says yes.

    Raises:
        NoSuchItem: it says neither.
    """
    return one_of((YES, NO), value) == YES


def language_of(value: str) -> Language | None:
    """The language of an option of `languages`; None for Discord's.

    Raises:
        NoSuchItem: there is no such option.
    """
    return None if value == DISCORD else Language(one_of(Language, value))


def one_of(values: Iterable[str], value: str) -> str:
    """The value, if it is one of these.

    Raises:
        NoSuchItem: it is not.
    """
    if value not in set(values):
        raise NoSuchItem
    return value
