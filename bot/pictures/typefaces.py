"""The fonts in assets/fonts: which characters each of them has, and how it is opened."""

from __future__ import annotations

import json
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from PIL import ImageFont, features

from bot.assets import assets_folder

Layout = ImageFont.Layout


@dataclass(frozen=True)
class Typeface:
    """One font file.

    Attributes:
        file: its name in assets/fonts.
        scale: how large it is set beside the first font.
        rise: how much higher, in ems of the first font.
        shaped: whether its letters change or move with their neighbours.
        starts: the first code points of the ranges it has, rising.
        ends: their last ones.
    """

    file: str
    scale: float
    rise: float
    shaped: bool
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def has(self, character: str) -> bool:
        """Whether the font can show the character."""
        place = bisect_right(self.starts, ord(character)) - 1
        return place >= 0 and ord(character) <= self.ends[place]


@cache
def typefaces() -> tuple[Typeface, ...]:
    """Every font, in the order in which they are asked for a character; the last one is that of the emoji.

    Raises:
        OSError: where fonts.json cannot be read.
    """
    listed = json.loads((assets_folder() / "fonts" / "fonts.json").read_text(encoding="utf-8"))
    found: list[Typeface] = []
    for entry in listed:
        ranges = [part.split("-") for part in entry["covers"].split()]
        starts = tuple(int(part[0], 16) for part in ranges)
        ends = tuple(int(part[-1], 16) for part in ranges)
        found.append(Typeface(entry["file"], entry["scale"], entry["rise"], entry["shaped"], starts, ends))
    return tuple(found)


@lru_cache(maxsize=4096)
def typeface_for(character: str) -> Typeface | None:
    """The first font that has the character."""
    return next((face for face in typefaces() if face.has(character)), None)


@lru_cache(maxsize=256)
def opened(face: Typeface, size: int, layout: Layout) -> ImageFont.FreeTypeFont:
    """A font ready to be set.

    Args:
        face: which.
        size: pixels an em of the first font: the others are set in scale to it.
        layout: who places the letters.

    Raises:
        OSError: where the font file cannot be read.
    """
    path = assets_folder() / "fonts" / face.file
    return ImageFont.truetype(str(path), size * face.scale, layout_engine=layout)


@cache
def best_layout() -> Layout:
    """Raqm, which shapes letters, where Pillow has it and the library it needs; else the basic layout."""
    there = features.check("raqm") and features.check("fribidi")
    return Layout.RAQM if there else Layout.BASIC


FIRST: Final = 0
EMOJI: Final = -1
