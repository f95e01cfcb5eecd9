"""The drawings in `assets/cards` as the PNG files the bot reads: `python -m bot.pictures.rasterise`.

A drawing is an SVG file of 250 by 350 units. One of a court card holds the upper half of its figure, which is
laid on the card's field twice, the second time turned half around the middle; the back and the ace of spades
are whole. The PNG files are kept beside the drawings, so that only whoever changes a drawing needs a
rasteriser.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import resvg_py
from PIL import Image

from bot.assets import assets_folder
from bot.pictures.palette import CREAM, INK, PAPER, Colour

RASTER_SIZE: Final = (600, 840)
"""Width and height of the PNG files in pixels: twice the largest card that is drawn."""

_UNITS: Final = "0 0 250 350"
_FIELD: Final = (
    "M74 11H229Q239 11 239 21V190Q239 200 229 200H196Q186 200 186 210V329Q186 339 176 339"
    "H21Q11 339 11 329V160Q11 150 21 150H54Q64 150 64 140V21Q64 11 74 11Z"
)
"""The field of a court card: the card less a margin and the corners where the indices stand."""
_COURT_RANKS: Final = "JQK"
_NAMESPACE: Final = "http://www.w3.org/2000/svg"


def drawings() -> list[Path]:
    """The SVG files, sorted by name."""
    return sorted((assets_folder() / "cards").glob("*.svg"))


def rasterised(drawing: Path) -> Image.Image:
    """Draw one of the SVG files.

    Args:
        drawing: its path; a court card is known by its name, such as QS.svg.

    Returns:
        Mode RGB, of `RASTER_SIZE`.
    """
    text = drawing.read_text(encoding="utf-8")
    if drawing.stem[0] in _COURT_RANKS:
        text = _court(text)
    png = resvg_py.svg_to_bytes(svg_string=text, width=RASTER_SIZE[0], height=RASTER_SIZE[1])
    with Image.open(io.BytesIO(png)) as image:
        return image.convert("RGB")


def reduced(image: Image.Image) -> Image.Image:
    """The picture in its 256 most frequent colours; others, which only edges have, become the nearest."""
    counted = image.getcolors(image.width * image.height) or []
    frequent = [colour for _, colour in sorted(counted, key=lambda each: (-each[0], each[1]))[:256]]
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in frequent for value in _channels(colour)])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def main() -> None:
    """Renew every PNG file."""
    for drawing in drawings():
        reduced(rasterised(drawing)).save(drawing.with_suffix(".png"), optimize=True)


def _court(half: str) -> str:
    """The whole of a court card, from the drawing of its upper half."""
    ElementTree.register_namespace("", _NAMESPACE)
    parts = "".join(ElementTree.tostring(part, encoding="unicode") for part in ElementTree.fromstring(half))
    return (
        f'<svg xmlns="{_NAMESPACE}" viewBox="{_UNITS}">'
        f'<clipPath id="field"><path d="{_FIELD}"/></clipPath>'
        f'<rect width="250" height="350" fill="{_hex(PAPER)}"/>'
        f'<g clip-path="url(#field)"><path d="{_FIELD}" fill="{_hex(CREAM)}"/>'
        f'<g id="half">{parts}</g><use href="#half" transform="rotate(180 125 175)"/></g>'
        f'<path d="{_FIELD}" fill="none" stroke="{_hex(INK)}" stroke-width="2"/></svg>'
    )


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _channels(colour: object) -> tuple[int, ...]:
    """What Pillow counts in a picture of mode RGB is a tuple, which its types do not say."""
    assert isinstance(colour, tuple)
    return colour


if __name__ == "__main__":
    main()
