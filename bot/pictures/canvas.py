"""What pictures are painted on: two planes of bytes, put together into a PNG file."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops

from bot.pictures.paints import CLEAR, Paints
from bot.pictures.pieces import Outline, Piece
from bot.pictures.png import png

Box = tuple[int, int, int, int]


class Canvas:
    """A picture being painted: a plane of paints and a plane of shades.

    Everything is painted with whole pixels: what is half covered at an edge lies in the shade of that edge.

    Args:
        paints: the colours there are.
        size: width and height in pixels.
        ground: what to begin with, as another canvas's `copy` gives it; clear without.
    """

    def __init__(
        self, paints: Paints, size: tuple[int, int], ground: tuple[Image.Image, Image.Image] | None = None
    ) -> None:
        self.paints = paints
        self.size = size
        # One column more than the picture: a PNG's lines begin with a byte, 0 for no filter.
        room = (size[0] + 1, size[1])
        self._colours, self._shades = ground or (Image.new("L", room, CLEAR), Image.new("L", room))

    def copy(self) -> tuple[Image.Image, Image.Image]:
        """What is painted so far, to begin another canvas with."""
        return self._colours.copy(), self._shades.copy()

    def lay(
        self, image: Image.Image, outline: Outline, x: int, y: int, dim: int = 0, width: int | None = None
    ) -> None:
        """Lay something on the picture, its shadow on what lies below.

        Args:
            image: paints, as large as the outline.
            outline: where it is painted and where its shadow falls.
            x: of its left edge, in pixels.
            y: of its top edge, in pixels.
            dim: the shade it lies in itself.
            width: only so much of its left part, in pixels, where the rest will be covered.
        """
        if width is not None and width < image.width:
            image, outline = image.crop((0, 0, width, image.height)), _left_part(outline, width)
        box = (x + 1, y, x + 1 + image.width, y + image.height)
        self._colours.paste(image, box, outline.solid)
        shadow, own = _shading(outline, self.paints, dim)
        shades = ImageChops.lighter(self._shades.crop(box), shadow)
        shades.paste(own, (0, 0), outline.solid)
        self._shades.paste(shades, box)

    def put(self, piece: Piece, x: int, y: int) -> None:
        """Lay a piece with its middle there."""
        self.lay(piece.image, piece.outline, x - piece.image.width // 2, y - piece.image.height // 2)

    def stamp(self, index: int, mask: Image.Image, x: int, y: int) -> None:
        """Paint what a mask shows (mode L, 0 or 255) with one paint; shades stay."""
        self._colours.paste(index, (x + 1, y), mask)

    def overlay(self, image: Image.Image, mask: Image.Image, x: int, y: int) -> None:
        """Paint what a mask shows of an image of paints as large; shades stay."""
        self._colours.paste(image, (x + 1, y), mask)

    def inlay(self, image: Image.Image, x: int, y: int, mask: Image.Image | None = None) -> None:
        """Paint an image of paints without any shade, all of it or what a mask shows."""
        box = (x + 1, y, x + 1 + image.width, y + image.height)
        self._colours.paste(image, box, mask)
        self._shades.paste(0, box, mask)

    def png(self) -> bytes:
        """The picture as a PNG file."""
        lines = ImageChops.add_modulo(self._colours, self._shades)
        return png(lines.tobytes(), self.size, self.paints.rgb, self.paints.alphas)


@lru_cache(maxsize=512)
def _left_part(outline: Outline, width: int) -> Outline:
    box = (0, 0, width, outline.solid.height)
    return Outline(outline.solid.crop(box), outline.shadow.crop(box))


@lru_cache(maxsize=1024)
def _shading(outline: Outline, paints: Paints, dim: int) -> tuple[Image.Image, Image.Image]:
    """The shades around an outline, and that of what it covers."""
    steps = (0.0, *paints.shades)
    # Halfway between two shades the darker one begins.
    bounds = [(one + other) / 2 * 255 for one, other in zip(steps, paints.shades, strict=False)]
    shades = [paints.shade(sum(value >= bound for bound in bounds)) for value in range(256)]
    return outline.shadow.point(shades), Image.new("L", outline.solid.size, paints.shade(dim))
