"""Example pictures of the deck: every card side by side, and every emoji at the sizes Discord shows."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from PIL import Image

from bot.pictures.emoji import back_emoji, card_emoji
from bot.pictures.examples import DECKS
from bot.pictures.faces import back, face
from bot.rules.cards import ALL_CARDS, Card

_CARD: Final = 148
_GAP: Final = 12
_ROW: Final = 13
_EMOJI_SIZES: Final = (20, 22, 28, 48)
"""Pixels an emoji is high in a line of text on a screen of a phone and of a desk, on a button, and alone."""


def drawn_deck() -> dict[str, bytes]:
    """For every deck its cards and their back, and the emoji of them, by the name of the file."""
    drawn: dict[str, bytes] = {}
    for name, deck in DECKS.items():
        rows: list[Card | None] = [*ALL_CARDS, None]
        faces = [back(_CARD) if card is None else face(card, _CARD, deck) for card in rows]
        drawn[f"deck-{name}"] = _side_by_side([faces[at : at + _ROW] for at in range(0, len(faces), _ROW)])
        tiles = [back_emoji() if card is None else card_emoji(card, deck) for card in rows]
        images = [Image.open(io.BytesIO(tile.data)).convert("RGBA") for tile in tiles]
        drawn[f"emoji-{name}"] = _side_by_side(
            [
                [image.resize((size, size), Image.Resampling.LANCZOS) for image in images[at : at + _ROW]]
                for size in _EMOJI_SIZES
                for at in range(0, len(images), _ROW)
            ]
        )
    return drawn


def _side_by_side(rows: Sequence[Sequence[Image.Image]]) -> bytes:
    """Rows of pictures, each as large as it is, on a clear ground; a PNG file."""
    width = max(sum(image.width + _GAP for image in row) for row in rows) - _GAP
    height = sum(row[0].height + _GAP for row in rows) - _GAP
    sheet, y = Image.new("RGBA", (width, height)), 0
    for row in rows:
        x = 0
        for image in row:
            sheet.paste(image, (x, y), image)
            x += image.width + _GAP
        y += row[0].height + _GAP
    file = io.BytesIO()
    sheet.save(file, "PNG")
    return file.getvalue()
