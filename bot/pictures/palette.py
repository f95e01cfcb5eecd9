"""The colours pictures are painted with, and the palettes they are stored in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""

PAPER: Final[Colour] = (253, 252, 247)
INK: Final[Colour] = (22, 24, 30)
RED: Final[Colour] = (203, 18, 42)
ROSE: Final[Colour] = (240, 74, 92)
EDGE: Final[Colour] = (112, 116, 126)
GOLD: Final[Colour] = (247, 190, 60)
DEEP_GOLD: Final[Colour] = (176, 118, 12)
FELT: Final[Colour] = (28, 104, 74)
FELT_SHADE: Final[Colour] = (15, 70, 52)
FELT_LINE: Final[Colour] = (62, 136, 104)
WOOD: Final[Colour] = (88, 54, 34)
WOOD_LIGHT: Final[Colour] = (128, 84, 54)
PLATE: Final[Colour] = (16, 38, 34)
BLUE: Final[Colour] = (44, 84, 158)
SHADOW: Final[Colour] = (16, 17, 21)
PLATE_EDGE: Final[Colour] = (70, 98, 88)
SIDES: Final[tuple[Colour, Colour]] = ((96, 196, 214), (242, 148, 106))
"""The colours of two sides of partners."""

# The deck's colours: cards are painted with these and PAPER, INK, EDGE, RED, ROSE and GOLD alone.
GREEN: Final[Colour] = (4, 130, 72)
DEEP_BLUE: Final[Colour] = (34, 66, 196)
AZURE: Final[Colour] = (58, 122, 190)
NIGHT: Final[Colour] = (40, 48, 76)
BROWN: Final[Colour] = (138, 84, 50)
SKIN: Final[Colour] = (247, 212, 174)
TAN: Final[Colour] = (196, 134, 88)
BLUSH: Final[Colour] = (244, 160, 143)
STEEL: Final[Colour] = (190, 198, 208)
CREAM: Final[Colour] = (250, 240, 214)
DECK_COLOURS: Final = (
    *(PAPER, INK, EDGE, RED, ROSE, GOLD, GREEN, DEEP_BLUE, AZURE, NIGHT),
    *(BROWN, SKIN, TAN, BLUSH, STEEL, CREAM),
)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """The colour `share` (0 to 1) of the way from one to the other."""
    return (
        round(one[0] + (other[0] - one[0]) * share),
        round(one[1] + (other[1] - one[1]) * share),
        round(one[2] + (other[2] - one[2]) * share),
    )


SHADE: Final = tuple(round(14 + 184 * (value / 255) ** 1.35) for value in range(256))
"""What each value of red, green and blue becomes on a card that lies in the shade.

Cards in the shade are told from bright ones by lightness alone and are still easy to read.
"""


def shaded(colour: Colour) -> Colour:
    """The colour on a card that lies in the shade."""
    red, green, blue = colour
    return SHADE[red], SHADE[green], SHADE[blue]


@dataclass(frozen=True)
class Scheme:
    """How a card is coloured.

    Attributes:
        paper: the face.
        edge: the line around it.
        suits: the colour of clubs, diamonds, hearts and spades.
        panel: the field behind a court card's emblem.
        crown: the emblem's filling.
    """

    paper: Colour
    edge: Colour
    suits: tuple[Colour, Colour, Colour, Colour]
    panel: Colour
    crown: Colour

    def dimmed(self) -> Scheme:
        """The same card lying in the shade."""
        clubs, diamonds, hearts, spades = map(shaded, self.suits)
        return Scheme(
            paper=shaded(self.paper),
            edge=shaded(self.edge),
            suits=(clubs, diamonds, hearts, spades),
            panel=shaded(self.panel),
            crown=shaded(self.crown),
        )


TWO_COLOURS: Final = Scheme(paper=PAPER, edge=EDGE, suits=(INK, RED, RED, INK), panel=CREAM, crown=GOLD)
FOUR_COLOURS: Final = Scheme(
    paper=PAPER, edge=EDGE, suits=(GREEN, DEEP_BLUE, RED, INK), panel=CREAM, crown=GOLD
)

CLEAR_LEVELS: Final = 17
"""How many steps of transparency a palette has, from nothing to nearly solid, all of the colour SHADOW."""
SOLID_ENTRIES: Final = 256 - CLEAR_LEVELS


def ramps(pairs: Iterable[tuple[Colour, Colour, int]]) -> bytes:
    """A palette of colours that pass into one another.

    Smooth edges between two colours only ever need the colours between them, so a palette made of such ramps
    shows them without a speck.

    Args:
        pairs: two colours and the number of steps from one to the other.

    Returns:
        Three bytes a colour for 256 colours; the last `CLEAR_LEVELS` repeat the first, so that no colour is
        ever stored as one of them.

    Raises:
        ValueError: where the colours do not fit.
    """
    colours: dict[Colour, None] = {}
    for one, other, steps in pairs:
        for step in range(steps + 1):
            colours[mix(one, other, step / steps)] = None
    entries = list(colours)
    if len(entries) > SOLID_ENTRIES:
        raise ValueError(f"{len(entries)} colours, room for {SOLID_ENTRIES}")
    entries += entries[:1] * (256 - len(entries))
    return bytes(value for entry in entries for value in entry)
