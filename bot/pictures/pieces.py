"""What is laid on a picture: paints, where they go, and what shadow they throw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from bot.pictures.paints import Paints

_BLUR: Final = 3.5
_FALL: Final = 2
"""Pixels a shadow lies lower than what throws it."""
_SOLID: Final = 190
"""How much of a pixel, of 255, something has to cover to be painted there."""
ROOM: Final = 10
"""Pixels around a thing that its shadow may darken."""


@dataclass(frozen=True, eq=False)
class Outline:
    """Where something lies, and what it darkens around it.

    Both images have mode L and one size.

    Attributes:
        solid: 255 where it is painted.
        shadow: how dark it is around it, 0 to 255; 0 where it is painted.
    """

    solid: Image.Image
    shadow: Image.Image


@dataclass(frozen=True, eq=False)
class Piece:
    """Something to lay on a picture.

    Attributes:
        image: paints, mode L; anything beside the outline.
        outline: as large.
    """

    image: Image.Image
    outline: Outline


def outline_of(covered: Image.Image, flat: bool = False) -> Outline:
    """The outline of something.

    Args:
        covered: how much of each pixel it covers, 0 to 255, mode L; with some room around for its shadow.
        flat: without any shadow; only its smooth edge is darkened.
    """
    solid = covered.point([255 if value >= _SOLID else 0 for value in range(256)])
    shadow = covered.point([value * 6 // 10 for value in range(256)])
    if not flat:
        soft = ImageChops.offset(covered.filter(ImageFilter.GaussianBlur(_BLUR)), 0, _FALL)
        shadow = ImageChops.lighter(soft.point([value * 7 // 10 for value in range(256)]), shadow)
    shadow.paste(0, (0, 0), solid)
    return Outline(solid, shadow)


def half(covered: Image.Image) -> Image.Image:
    """A mask of the pixels that are covered by half at least."""
    return covered.point([255 * (value > 127) for value in range(256)])


def piece_of(image: Image.Image, outline: Outline, paints: Paints) -> Piece:
    """A piece from a picture of it.

    Args:
        image: mode RGB, painted beyond its edges, so that they take no colour from what lies beside.
        outline: as large.
        paints: what to paint it with.
    """
    return Piece(paints.all_indices(image), outline)
