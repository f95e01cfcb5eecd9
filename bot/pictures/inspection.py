"""Whether everything that pictures are drawn from is there."""

from __future__ import annotations

from PIL.ImageFont import Layout

from bot.pictures.deck import PLAIN_DECK
from bot.pictures.faces import back, face
from bot.pictures.typefaces import best_layout, opened, typefaces
from bot.rules.cards import ALL_CARDS

_WIDTH = 60


def cannot_be_drawn() -> tuple[str, ...]:
    """What cannot be read of the fonts and the faces of cards, each with why; nothing where all is there."""
    problems: list[str] = []
    try:
        for typeface in typefaces():
            try:
                opened(typeface, _WIDTH, Layout.BASIC)
            except OSError as error:
                problems.append(f"font {typeface.file}: {error}")
    except (OSError, ValueError, KeyError) as error:
        problems.append(f"list of fonts: {error}")
    for card in ALL_CARDS:
        try:
            face(card, _WIDTH, PLAIN_DECK)
        except OSError as error:
            problems.append(f"card {card}: {error}")
    try:
        back(_WIDTH)
    except OSError as error:
        problems.append(f"back of a card: {error}")
    return tuple(problems)


def letters_are_placed() -> bool:
    """Whether letters of scripts that join or turn them are placed as they are written."""
    return best_layout() is Layout.RAQM
