"""Words in pictures: one line of any text, in any script, as a mask; names made to fit."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.pictures.bidi import levels, visual_order
from bot.pictures.palette import Colour
from bot.pictures.printable import bare, graphemes, printable, typeface_of
from bot.pictures.typefaces import FIRST, Layout, Typeface, best_layout, opened, typefaces
from bot.pictures.unshaped import from_the_right

ELLIPSIS: Final = "\u2026"
# Above the first font's letters and below them, in ems: room for what other scripts stack there.
_EXTRA: Final = 0.15


def font(size: int) -> ImageFont.FreeTypeFont:
    """The first font in the basic layout, the same on every machine: for numbers and the letters of cards.

    Args:
        size: pixels an em.

    Raises:
        OSError: where the font file cannot be read.
    """
    return opened(typefaces()[FIRST], size, Layout.BASIC)


@dataclass(frozen=True)
class Lettered:
    """One line of text as it stands in a picture.

    Attributes:
        mask: mode "L", as high as a line of the size always is, whatever the text, and as wide as the text;
            all ink is inside it. Pasted with a colour; not to be drawn on, as it is kept.
        ascent: from the top of the mask down to the line the letters stand on, in pixels.
        advance: how far the text reaches: the width of the mask, in pixels. 0 where nothing can be shown.
    """

    mask: Image.Image
    ascent: int
    advance: int


@dataclass(frozen=True)
class _Run:
    """Part of a line in one font and one direction.

    Attributes:
        text: as the layout takes it.
        font: what it is set in.
        rise: how far above the line it stands, in pixels.
        direction: "ltr" or "rtl"; None where the layout does not know directions.
    """

    text: str
    font: ImageFont.FreeTypeFont
    rise: int
    direction: str | None

    @property
    def length(self) -> float:
        """How far it reaches, in pixels."""
        return self.font.getlength(self.text, direction=self.direction)

    @property
    def ink(self) -> tuple[float, float]:
        """Where its ink begins and ends, in pixels from where it starts."""
        left, _, right, _ = self.font.getbbox(self.text, direction=self.direction, anchor="ls")
        return left, right


@dataclass(frozen=True)
class _Line:
    """Runs from left to right, each with where it starts, and the width of all, in pixels."""

    runs: tuple[tuple[float, _Run], ...]
    width: int


def shortened(text: str, size: int, width: int, layout: Layout | None = None) -> str:
    """The printable text, cut at a grapheme and ended with an ellipsis where it is too wide.

    Args:
        text: anything.
        size: of the first font, in pixels an em.
        width: how many pixels it may take.
        layout: who places the letters; the best there is where None.
    """
    shown = printable(text)
    layout = best_layout() if layout is None else layout
    if _line(shown, size, layout).width <= width:
        return shown
    parts = graphemes(shown)
    fitting, too_many = 0, len(parts)
    while too_many - fitting > 1:
        count = (fitting + too_many) // 2
        if _line(_cut(parts, count), size, layout).width <= width:
            fitting = count
        else:
            too_many = count
    return _cut(parts, fitting)


def _cut(parts: list[str], count: int) -> str:
    return "".join(parts[:count]).rstrip() + ELLIPSIS


@lru_cache(maxsize=1024)
def text_mask(text: str, size: int, width: int | None = None, layout: Layout | None = None) -> Lettered:
    """One line of any text, in any script.

    Every part is set in the first font that has it; what is written from the right stands in its own order.

    Args:
        text: anything; what cannot be shown is left out.
        size: of the first font, in pixels an em.
        width: how many pixels it may take: shortened with an ellipsis where it needs more.
        layout: who places the letters; the best there is where None.
    """
    layout = best_layout() if layout is None else layout
    shown = printable(text) if width is None else shortened(text, size, width, layout)
    line = _line(shown, size, layout)
    ascent, descent = font(size).getmetrics()
    extra = round(size * _EXTRA)
    mask = Image.new("L", (line.width, ascent + descent + 2 * extra))
    draw = ImageDraw.Draw(mask)
    for start, run in line.runs:
        place = (start, ascent + extra - run.rise)
        draw.text(place, run.text, fill=255, font=run.font, direction=run.direction, anchor="ls")
    return Lettered(mask, ascent + extra, line.width)


def write(
    image: Image.Image,
    place: tuple[float, float],
    text: str,
    size: int,
    colour: Colour,
    anchor: str = "lm",
    width: int | None = None,
) -> None:
    """Write one line of any text, as `text_mask` letters it.

    Args:
        image: what to write on.
        place: x and y in pixels of the point the anchor names.
        text: anything.
        size: of the first font, in pixels an em.
        colour: of the letters, for the image's mode.
        anchor: as Pillow's: "l", "m" or "r" for the line's left end, middle or right end, then "m" for the
            middle of the line's height or "s" for the line the letters stand on.
        width: how many pixels it may take at most.
    """
    line = text_mask(text, size, width)
    x = place[0] - {"l": 0.0, "m": line.advance / 2, "r": line.advance}[anchor[0]]
    y = place[1] - {"m": line.mask.height / 2, "s": line.ascent}[anchor[1]]
    if line.advance:
        image.paste(colour, (round(x), round(y)), line.mask)


@lru_cache(maxsize=1024)
def _line(shown: str, size: int, layout: Layout) -> _Line:
    """A printable text set in one line."""
    starts: list[tuple[float, _Run]] = []
    left = right = end = 0.0
    for run in _runs(shown, size, layout):
        first, last = run.ink
        left, right = min(left, end + first), max(right, end + last)
        starts.append((end, run))
        end += run.length
    shift = math.ceil(-left)
    width = shift + math.ceil(max(right, end)) if right > left else 0
    return _Line(tuple((start + shift, run) for start, run in starts), width)


def _runs(shown: str, size: int, layout: Layout) -> Iterator[_Run]:
    """The parts of a printable text, each in one font and one direction, from left to right."""
    parts = graphemes(shown)
    faces = [typeface_of(part) for part in parts]
    depths = levels([part[0] for part in parts])
    pieces: list[tuple[int, Typeface, list[str]]] = []
    for (face, depth), group in groupby(range(len(parts)), key=lambda place: (faces[place], depths[place])):
        if face is not None:
            pieces.append((depth, face, [parts[place] for place in group]))
    for place in visual_order([depth for depth, _, _ in pieces]):
        depth, face, letters = pieces[place]
        yield _run(letters, face, size, layout, from_right=depth % 2 == 1)


def _run(letters: list[str], face: Typeface, size: int, layout: Layout, *, from_right: bool) -> _Run:
    # What neither changes nor moves is set in the basic layout everywhere, so that most names are the same
    # picture with and without Raqm.
    shaped = face.shaped or from_right or any(len(letter) > 1 for letter in letters)
    rise = round(face.rise * size)
    if layout is Layout.RAQM and shaped:
        return _Run("".join(letters), opened(face, size, layout), rise, "rtl" if from_right else "ltr")
    letters = [bare(letter, face) for letter in letters]
    text = from_the_right(letters, face.has) if from_right else "".join(letters)
    return _Run(text, opened(face, size, Layout.BASIC), rise, None)
