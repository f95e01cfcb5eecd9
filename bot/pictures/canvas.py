"""What pictures are painted on: two planes of bytes, put together into a PNG file."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops

from bot.pictures.paints import CLEAR, Paints
from bot.pictures.pieces import Outline, Piece
from bot.pictures.png import quick_png


class Canvas:
    """A picture being painted: a plane of paints and a plane of shades.

    Everything is painted with whole pixels: what is half covered at an edge lies in the shade of that edge.

    Args:
        paints: the colours there are.
        size: width and height in pixels.
        ground: what to begin with, as another canvas's `ground` gives it; clear without.
    """

    def __init__(self, paints: Paints, size: tuple[int, int], ground: Image.Image | None = None) -> None:
        self.paints = paints
        self.size = size
        # One column more than the picture: a PNG's lines begin with a byte, 0 for no filter.
        room = (size[0] + 1, size[1])
        self._colours = Image.new("L", room, CLEAR) if ground is None else ground.copy()
        self._shades = Image.new("L", room)

    def ground(self) -> Image.Image:
        """What is painted so far, its shades included, to begin another canvas with.

        Nothing can be laid on what is half clear there: its shade would be counted twice.
        """
        return ImageChops.add_modulo(self._colours, self._shades)

    def lay(
        self,
        image: Image.Image,
        outline: Outline,
        x: int,
        y: int,
        dim: int = 0,
        width: int | None = None,
        shaded: bool = True,
    ) -> None:
        """Lay something on the picture, its shadow on what lies below.

        Args:
            image: paints, as large as the outline.
            outline: where it is painted and where its shadow falls.
            x: of its left edge, in pixels.
            y: of its top edge, in pixels.
            dim: the shade it lies in itself.
            width: only so much of its left part, in pixels, where the rest will be covered.
            shaded: whether anything beside it lies in the shade that its shadow must not lighten; without,
                it takes half the time.
        """
        if width is not None and width < image.width:
            image, outline = image.crop((0, 0, width, image.height)), _left_part(outline, width)
        box = (x + 1, y, x + 1 + image.width, y + image.height)
        self._colours.paste(image, box, outline.solid)
        shadow, around = _shadow(outline, self.paints, dim)
        if shaded:
            shades = ImageChops.lighter(self._shades.crop(box), shadow)
            shades.paste(shadow, (0, 0), outline.solid)
            self._shades.paste(shades, box)
        else:
            self._shades.paste(shadow, box, around)

    def put(self, piece: Piece, x: int, y: int, shaded: bool = True) -> None:
        """Lay a piece with its middle there; see `lay`."""
        left, top = x - piece.image.width // 2, y - piece.image.height // 2
        self.lay(piece.image, piece.outline, left, top, shaded=shaded)

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
        lines = ImageChops.add_modulo(self._colours, self._shades).tobytes()
        return quick_png(lines, self.size, self.paints.rgb, self.paints.alphas)


@lru_cache(maxsize=128)
def _left_part(outline: Outline, width: int) -> Outline:
    box = (0, 0, width, outline.solid.height)
    return Outline(outline.solid.crop(box), outline.shadow.crop(box))


@lru_cache(maxsize=256)
def _shadow(outline: Outline, paints: Paints, dim: int) -> tuple[Image.Image, Image.Image]:
    """The shades of what an outline darkens, `dim` where it is painted, and a mask of both."""
    shades = outline.shadow.point(paints.shade_table)
    around = ImageChops.lighter(outline.solid, shades.point([255 * (value > 0) for value in range(256)]))
    shades.paste(paints.shade(dim), (0, 0), outline.solid)
    return shades, around
