"""What is stored about somebody, and the question whether it is to be erased, as messages.

`PRIVACY.md` says the same to everybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

import discord

from bot.store import PersonalCounts
from bot.text.commands import command_line
from bot.text.words import Words, plain
from cogs.clicks import NO_GAME, Button, NoSuchItem
from cogs.layout import Download, Layout

VERB: Final = "privacy"


class Want(StrEnum):
    """What a button is for."""

    SHOW = "back"
    FILE = "file"
    ASK = "ask"
    ERASE = "erase"


@dataclass(frozen=True)
class Wish:
    """What somebody wants to be done with what is stored about them.

    Attributes:
        person: the number of whoever was asked: whoever comes back after an erasure has another one.
        want: what it is.
    """

    person: int
    want: Want

    @property
    def detail(self) -> str:
        """What the custom_id of a button says."""
        return f"{self.person}:{self.want}"

    @classmethod
    def read(cls, detail: str) -> Self:
        """Read what `detail` gives.

        Raises:
            NoSuchItem: it is none.
        """
        person, _, want = detail.partition(":")
        if not person.isdecimal() or want not in set(Want):
            raise NoSuchItem
        return cls(int(person), Want(want))


def stored_layout(person: int, name: str, counts: PersonalCounts, days: int, words: Words) -> Layout:
    """What is stored about whoever asks.

    Args:
        person: their number.
        name: as it is stored.
        counts: how much there is.
        days: for how many days the bot keeps copies of its database; 0 where it makes none.
        words: their language.
    """
    chosen = "privacy.preferences" if counts.preferences else "privacy.preferences_none"
    items = [
        words("privacy.person", name=plain(name)),
        words.count("privacy.games", counts.games, running=str(counts.running)),
        words.count("privacy.results", counts.finished, rated=str(counts.rated)),
        words(chosen, command=command_line("preferences", words)),
        words.count("privacy.servers", counts.servers),
        words.count("privacy.panels", counts.panels),
    ]
    buttons = [
        _button(Wish(person, Want.FILE), words("privacy.button.file")),
        _button(Wish(person, Want.ASK), words("privacy.button.ask"), discord.ButtonStyle.danger),
    ]
    rest = [words("privacy.how_long"), words("privacy.not_stored")]
    if days:
        rest.insert(1, words.count("privacy.copies", days))
    listed = "\n".join(f"- {item}" for item in items)
    return Layout((words("privacy.title"), listed, "\n".join(rest)), [buttons])


def nothing_layout(words: Words) -> Layout:
    """That nothing is stored about whoever asks."""
    return Layout((words("privacy.nothing"),))


def file_layout(name: str, data: str | bytes, words: Words) -> Layout:
    """Somebody's own data.

    Args:
        name: of the file.
        data: a text, or bytes where that would be too long.
        words: their language.
    """
    caption = words("privacy.file_caption" if isinstance(data, str) else "privacy.file_packed")
    return Layout((words("privacy.file"),), download=Download(name, data, caption))


def ask_layout(person: int, counts: PersonalCounts, words: Words) -> Layout:
    """The question whether everything about somebody is to be erased, with what that means."""
    former = words("table.former_player")
    says = [words("privacy.ask.goes"), words("privacy.ask.stays", former=former)]
    if counts.running:
        says.append(words.count("privacy.ask.leaves", counts.running))
    says += [words("privacy.ask.messages"), words("privacy.ask.copies"), words("privacy.ask.undone")]
    buttons = [
        _button(Wish(person, Want.ERASE), words("privacy.button.erase"), discord.ButtonStyle.danger),
        _button(Wish(person, Want.SHOW), words("privacy.button.back")),
    ]
    return Layout((words("privacy.ask.title"), "\n".join(f"- {each}" for each in says)), [buttons])


def done_layout(words: Words) -> Layout:
    """That everything about somebody has been erased."""
    return Layout((words("privacy.done", former=words("table.former_player")),))


def _button(wish: Wish, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Button:
    return Button(VERB, NO_GAME, label, wish.detail, style)
