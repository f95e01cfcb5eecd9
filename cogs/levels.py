"""Levels of computer players: names, faces, and a menu of them."""

from __future__ import annotations

from bot.engine.state import EARLIER_LEVEL
from bot.players import LEVELS
from bot.text.words import Words
from cogs.clicks import Option


def level_name(level: str, words: Words) -> str:
    """A level in a word."""
    return words(f"level.{_known(level)}")


def level_face(level: str, words: Words) -> str:
    """The emoji that stands beside the names of computers of a level."""
    return words(f"level.{_known(level)}.face")


def level_shown(level: str, words: Words) -> str:
    """A level with its face."""
    return words("level.shown", face=level_face(level, words), level=level_name(level, words))


def levels_shown(words: Words) -> str:
    """All levels with their faces, the weakest first."""
    return words.choice(level_shown(level, words) for level in LEVELS)


def level_options(words: Words, chosen: str | None = None) -> tuple[Option, ...]:
    """A line of a menu for each level, with what it is like."""
    return tuple(
        Option(level, level_shown(level, words), words(f"level.{level}.about"), chosen=level == chosen)
        for level in LEVELS
    )


def _known(level: str) -> str:
    """The level; one that this program does not know is shown as those are that nobody chose."""
    return level if level in LEVELS else EARLIER_LEVEL
