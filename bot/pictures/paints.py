"""The 256 colours a picture is stored with, and how one of them looks in the shade."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from PIL import Image

from bot.pictures.deck import DeckColours
from bot.pictures.palette import (
    AZURE,
    CREAM,
    DECK_COLOURS,
    DEEP_BLUE,
    GOLD,
    GREEN,
    INK,
    PAPER,
    RED,
    SHADOW,
    SKIN,
    Colour,
    mix,
)

CLEAR: Final = 0
"""The index of what nothing was painted on."""
ENTRIES: Final = 256
_NEVER: Final[Colour] = (255, 0, 255)

_Edge = tuple[Colour, Colour, int]
_EDGES: Final[tuple[_Edge, ...]] = (
    *((PAPER, INK, 4), (PAPER, RED, 4), (PAPER, GOLD, 2)),
    *((INK, RED, 2), (INK, GOLD, 3), (INK, SKIN, 2), (INK, CREAM, 3), (RED, GOLD, 2)),
    *((INK, AZURE, 2), (INK, GREEN, 2)),
)
_FURTHER_EDGES: Final[dict[DeckColours, tuple[_Edge, ...]]] = {
    DeckColours.TWO: (),
    DeckColours.FOUR: ((PAPER, GREEN, 3), (PAPER, DEEP_BLUE, 3)),
}
"""Which colours meet on a card, and in how many steps one passes into the other."""


def steps(one: Colour, other: Colour, count: int) -> list[Colour]:
    """The colours from one to another in so many steps, both included."""
    return [mix(one, other, step / count) for step in range(count + 1)]


def face_colours(colours: DeckColours) -> tuple[Colour, ...]:
    """The colours that show the faces of a deck: its flat ones, and between them what smooth edges need.

    Few, since every further one makes a file longer, and the steps are hardly seen.
    """
    edges = (*_EDGES, *_FURTHER_EDGES[colours])
    between = (colour for edge in edges for colour in steps(*edge))
    return tuple(dict.fromkeys((*DECK_COLOURS, *between)))


@dataclass(frozen=True, eq=False)
class Paints:
    """Colours by their index, laid out so that shade is a sum.

    A picture is made of two planes of bytes: a paint a pixel, and the shade that lies on it. Index 0 is
    clear; then come the paints; then the same again, clear one included, in the first shade, and so on. So
    the index stored is the paint's and the shade's added up, and a shadow need not know what it falls on.

    Attributes:
        colours: those that can lie in the shade; the first has index 1.
        shades: how much of a colour each shade after none takes away for `SHADOW`, 0 to 1, rising.
        lasting: further colours that never lie in the shade.
    """

    colours: tuple[Colour, ...]
    shades: tuple[float, ...]
    lasting: tuple[Colour, ...] = ()

    def __post_init__(self) -> None:
        used = self.step * (len(self.shades) + 1) + len(self.lasting)
        if used > ENTRIES:
            raise ValueError(f"{used} colours, room for {ENTRIES}")

    @property
    def step(self) -> int:
        """How far apart the indices of a paint in one shade and in the next are."""
        return len(self.colours) + 1

    def shade(self, number: int) -> int:
        """What to add to a paint's index for a shade: 0 for none, 1 for the lightest."""
        return number * self.step

    @cached_property
    def rgb(self) -> bytes:
        """Three bytes for each of the 256 colours."""
        entries: list[Colour] = []
        for share in (0.0, *self.shades):
            entries.append(SHADOW)
            entries += [mix(colour, SHADOW, share) for colour in self.colours]
        entries += self.lasting
        entries += [SHADOW] * (ENTRIES - len(entries))
        return bytes(value for entry in entries for value in entry)

    @cached_property
    def alphas(self) -> bytes:
        """How solid each of the 256 colours is: what is clear shows the shade that lies on it."""
        alphas = bytearray([255] * ENTRIES)
        for number, share in enumerate((0.0, *self.shades)):
            alphas[self.shade(number)] = round(255 * share)
        return bytes(alphas)

    @cached_property
    def shade_table(self) -> list[int]:
        """What to add for each darkness from 0 to 255: the nearest shade."""
        steps = (0.0, *self.shades)
        # Halfway between two shades the darker one begins.
        bounds = [(one + other) / 2 * 255 for one, other in pairwise(steps)]
        return [self.shade(sum(value >= bound for bound in bounds)) for value in range(256)]

    @cached_property
    def _shadable(self) -> Image.Image:
        return _palette_image(dict(enumerate(self.colours, 1)))

    @cached_property
    def _all(self) -> Image.Image:
        beyond = self.step * (len(self.shades) + 1)
        return _palette_image(dict(enumerate(self.colours, 1)) | dict(enumerate(self.lasting, beyond)))

    def indices(self, image: Image.Image) -> Image.Image:
        """The nearest paint of each pixel, of those that can lie in the shade; mode RGB to mode L."""
        return _nearest(image, self._shadable)

    def all_indices(self, image: Image.Image) -> Image.Image:
        """The nearest paint of each pixel, of those that last too; mode RGB to mode L."""
        return _nearest(image, self._all)

    def index(self, colour: Colour) -> int:
        """The index of the nearest colour, of those that last too."""
        return self.all_indices(Image.new("RGB", (1, 1), colour)).tobytes()[0]


def _nearest(image: Image.Image, palette: Image.Image) -> Image.Image:
    nearest = image.quantize(palette=palette, dither=Image.Dither.NONE)
    return Image.frombytes("L", image.size, nearest.tobytes())


def _palette_image(colours: Mapping[int, Colour]) -> Image.Image:
    """A palette with these colours at these indices, and at all others one that nothing is near to."""
    palette = Image.new("P", (1, 1))
    entries = [colours.get(index, _NEVER) for index in range(ENTRIES)]
    palette.putpalette(bytes(value for entry in entries for value in entry))
    return palette
