"""A picture as the bytes of a PNG file with a palette."""

from __future__ import annotations

import struct
from typing import Final

import deflate
from PIL import Image

from bot.pictures.palette import CLEAR_LEVELS, SHADOW, SOLID_ENTRIES

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_LEVEL: Final = 5


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
        level: how hard libdeflate tries, 1 to 12.

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
    return png(lines.tobytes(), image.size, stored, _ALPHAS, level)


def png(lines: bytes, size: tuple[int, int], colours: bytes, alphas: bytes, level: int = _LEVEL) -> bytes:
    """Store a picture that is given as lines of indices.

    The file is put together here, not by Pillow: libdeflate takes a third of the time Pillow's writer
    needs for a file of the same length, and lets other threads run meanwhile.

    Args:
        lines: a line after the other, each a zero byte (which says "no filter") and then an index a pixel.
        size: width and height in pixels.
        colours: three bytes for each of 256 colours.
        alphas: how solid each colour is, a byte a colour.
        level: how hard libdeflate tries, 1 to 12.

    Returns:
        A PNG file (https://www.w3.org/TR/png-3/): colour type 3, eight bits, no filter.
    """
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", colours),
            _chunk(b"tRNS", alphas),
            _chunk(b"IDAT", deflate.zlib_compress(lines, level)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, body: bytes | bytearray) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", deflate.crc32(kind + body))
