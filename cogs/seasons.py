"""Seasons of a server: whoever may manage it starts a new one, after a question."""

from __future__ import annotations

from typing import Final

from discord import ButtonStyle

from bot.store import Store
from bot.text.words import Words
from cogs.clicks import NO_GAME, Button, Click, NoSuchItem
from cogs.layout import Heading, Layout, Row

VERB: Final = "season"
_SURE: Final = "sure"


async def running_season(store: Store, server_id: int) -> int:
    """The number of the season that runs in a server, counted from 1."""
    return 1 + len(await store.seasons(server_id))


def season_rows(running: int, words: Words) -> tuple[Row, ...]:
    """What the settings show of seasons: which one runs, and the button that asks about the next."""
    return (
        Heading(words("settings.season", number=running)),
        [Button(VERB, NO_GAME, words("settings.season_start"), str(running + 1))],
    )


def ask_layout(number: int, back: Button, words: Words) -> Layout:
    """The question whether a season is to begin.

    Args:
        number: its number.
        back: leads back to where the question came from.
        words: the language of the reader.
    """
    start = Button(
        VERB,
        NO_GAME,
        words("settings.season_confirm", number=number),
        f"{number}:{_SURE}",
        ButtonStyle.danger,
    )
    return Layout((words("settings.season_ask", number=number),), ([start, back],))


def asked_for(click: Click) -> tuple[int, bool]:
    """The number of the season that a click is about, and whether it is to begin without a question.

    Raises:
        NoSuchItem: it is about none.
    """
    number, _, sure = click.detail.partition(":")
    if not number.isdecimal() or sure not in ("", _SURE):
        raise NoSuchItem
    return int(number), bool(sure)
