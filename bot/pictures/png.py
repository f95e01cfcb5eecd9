"""A picture as the bytes of a PNG file with a palette."""

from __future__ import annotations

import struct
import zlib
from typing import Final

from isal import isal_zlib
from PIL import Image

from bot.pictures.palette import CLEAR_LEVELS, SHADOW, SOLID_ENTRIES

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_LEVEL: Final = 6
_QUICK: Final = 2
_LONG: Final = 57_000
"""A file that would be longer than so many bytes is worth the time that zlib takes."""
_BLANK: Final = bytes(4096)


def _clear_entry(alpha: int) -> int:
    return SOLID_ENTRIES + min(alpha * CLEAR_LEVELS // 255, CLEAR_LEVELS - 1)


_CLEAR_ENTRIES: Final = [_clear_entry(alpha) for alpha in range(256)]
_NOT_SOLID: Final = [255 if alpha < 255 else 0 for alpha in range(256)]
_ALPHAS: Final = bytes([255] * SOLID_ENTRIES) + bytes(
    round(255 * level / CLEAR_LEVELS) for level in range(CLEAR_LEVELS)
)


def encode(image: Image.Image, palette: bytes, level: int = _LEVEL) -> bytes:
    """Store a picture with the colours of a palette.

    Args:
        image: mode RGBA. Whatever is not solid is stored as `SHADOW` of that transparency.
        palette: 256 colours of three bytes, as `palette.ramps` makes them.
        level: how hard zlib tries, 1 to 9.

    Returns:
        A PNG file (https://www.w3.org/TR/png-3/): colour type 3, eight bits, no filter.
    """
    colours = Image.new("P", (1, 1))
    colours.putpalette(palette)
    solid = image.convert("RGB").quantize(palette=colours, dither=Image.Dither.NONE)
    alpha = image.getchannel("A")
    width, height = image.size
    # One column more than the picture: its zeros are the "no filter" byte that starts each line.
    lines = Image.new("L", (width + 1, height))
    lines.paste(Image.frombytes("L", image.size, solid.tobytes()), (1, 0))
    lines.paste(alpha.point(_CLEAR_ENTRIES), (1, 0), alpha.point(_NOT_SOLID))
    stored = palette[: SOLID_ENTRIES * 3] + bytes(SHADOW) * CLEAR_LEVELS
    return _file(zlib.compress(lines.tobytes(), level), image.size, stored, _ALPHAS)


def quick_png(lines: bytes, size: tuple[int, int], colours: bytes, alphas: bytes) -> bytes:
    """Store a picture that is given as lines of indices.

    The file is put together here, not by Pillow: ISA-L takes a tenth of the time Pillow's writer needs at its
    quickest, for a file no longer, and lets other threads run meanwhile.

    Args:
        lines: a line after the other, each a zero byte (which says "no filter") and then an index a pixel.
        size: width and height in pixels.
        colours: three bytes for each of 256 colours.
        alphas: how solid each colour is, a byte a colour.

    Returns:
        A PNG file (https://www.w3.org/TR/png-3/): colour type 3, eight bits, no filter.
    """
    data = isal_zlib.compress(lines, _QUICK)
    # ISA-L leaves the upper halves of a processor's vector registers in use, which makes Pillow's pasting
    # three times slower in the same thread; a search that is longer than a few bytes leaves them clean.
    _BLANK.find(b"\x01")
    if len(data) > _LONG:
        data = zlib.compress(lines, _LEVEL)
    return _file(data, size, colours, alphas)


def _file(data: bytes, size: tuple[int, int], colours: bytes, alphas: bytes) -> bytes:
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", colours),
            _chunk(b"tRNS", alphas),
            _chunk(b"IDAT", data),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
