"""Example pictures of every kind, for looking at: `python -m bot.pictures.gallery OUT`."""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PIL import Image

from bot.pictures.examples import example_view, hands, tables, trick
from bot.pictures.gallery_deck import drawn_deck
from bot.pictures.gallery_names import drawn_names
from bot.pictures.gallery_scores import drawn_scores
from bot.pictures.hand import draw_hand
from bot.pictures.table import draw_table

__all__ = ["BACKGROUNDS", "PHONE_WIDTH", "example_view", "hands", "tables", "trick", "write"]

BACKGROUNDS: Final = {"dark": (49, 51, 56), "light": (255, 255, 255)}
"""The colours behind messages in Discord's two themes."""
PHONE_WIDTH: Final = 330
"""How wide a picture is on a phone 360 pixels wide."""


def _hands() -> dict[str, bytes]:
    return {name: draw_hand(hand) for name, hand in hands().items()}


def _tables() -> dict[str, bytes]:
    return {name: draw_table(table) for name, table in tables().items()}


KINDS: Final[tuple[Callable[[], dict[str, bytes]], ...]] = (
    drawn_deck,
    _hands,
    _tables,
    drawn_scores,
    drawn_names,
)
"""For each kind of picture a function that draws its examples: files by their name."""


def write(folder: Path) -> list[Path]:
    """Write every example at its own size and as a phone shows it, over both backgrounds.

    Args:
        folder: made where it is missing.

    Returns:
        The files, PNG.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for name, data in (item for drawn in KINDS for item in drawn().items()):
        with Image.open(io.BytesIO(data)) as opened:
            picture = opened.convert("RGBA")
        for theme, colour in BACKGROUNDS.items():
            image = Image.new("RGBA", picture.size, (*colour, 255))
            image.alpha_composite(picture)
            small = image.resize(
                (PHONE_WIDTH, round(PHONE_WIDTH * image.height / image.width)), Image.Resampling.LANCZOS
            )
            for suffix, shown in (("", image), ("-phone", small)):
                path = folder / f"{name}-{theme}{suffix}.png"
                shown.convert("RGB").save(path)
                written.append(path)
    return written


def main() -> None:
    """Write the examples to the folder named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder to write to")
    write(parser.parse_args().out)


if __name__ == "__main__":
    main()
