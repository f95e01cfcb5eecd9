"""`python -m tests.pictures.make_fonts SOURCES` cuts the fonts in assets/fonts out of those they come from.

assets/fonts/README.md says which packages those are; unpacked, they lie anywhere under SOURCES.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FONTS: Final = Path(__file__).parents[2] / "assets" / "fonts"
_BLOCKS: Final = frozenset(range(0x2500, 0x25A0))
_MATH: Final = frozenset({*range(0x2190, 0x2400), *range(0x27C0, 0x2800), *range(0x2900, 0x2C00)})
# The first font has Devanagari too, but not condensed; the other one shows all of it.
_DEVANAGARI: Final = frozenset({*range(0x900, 0x980), *range(0x1CD0, 0x1D00), *range(0xA830, 0xA900)})
# Ideographs, the syllables and letters written with them, and of the rarer ideographs those that the Japanese
# and Hong Kong's character sets have, and the one of a well-known name that they lack.
_EAST_ASIAN: Final = (
    range(0x2E80, 0x3400),
    range(0x4E00, 0xA000),
    range(0xAC00, 0xD7A4),
    range(0xFA0E, 0xFA2A),
)
_RARER: Final = (range(0x3400, 0x4E00), range(0x20000, 0x30000))
_YOSHI: Final = 0x20BB7
_EAST_ASIAN_SETS: Final = ("euc_jis_2004", "big5hkscs")


@dataclass(frozen=True)
class Cut:
    """What a font is made of.

    Attributes:
        name: of the file, without its ending.
        source: the file's name in its package.
        shaped: whether its letters change, join or move with their neighbours, so that only a shaping
            layout sets them right.
        scale: how large it is set beside the first font.
        rise: how much higher, in ems of the first font: for what reaches far below the line.
        only: the code points taken; all where None.
        variation: the axes of a variable font, fixed.
        number: which font of a collection.
        features: of the layout tables; fontTools' own choice where None.
    """

    name: str
    source: str
    shaped: bool = True
    scale: float = 1.0
    rise: float = 0.0
    only: frozenset[int] | None = None
    variation: tuple[tuple[str, float], ...] = ()
    number: int = -1
    features: tuple[str, ...] | None = None


def _noto(
    script: str, weight: str = "CondensedBold", shaped: bool = True, scale: float = 1.0, rise: float = 0.0
) -> Cut:
    name = f"NotoSans{script}-{weight}"
    return Cut(name, f"{name}.ttf", shaped, scale, rise)


def _east_asian() -> frozenset[int]:
    taken = {_YOSHI, *chain.from_iterable(_EAST_ASIAN)}
    for code in chain.from_iterable(_RARER):
        for encoding in _EAST_ASIAN_SETS:
            try:
                chr(code).encode(encoding)
            except UnicodeEncodeError:
                continue
            taken.add(code)
    return frozenset(taken)


# In the order in which they are asked for a character.
CUTS: Final = (
    Cut(
        "NotoSans-CondensedBold",
        "NotoSans[wdth,wght].ttf",
        shaped=False,
        only=frozenset(range(0x110000)) - _DEVANAGARI,
        variation=(("wdth", 75), ("wght", 700)),
        features=("ccmp", "kern", "liga", "mark", "mkmk"),
    ),
    _noto("Hebrew"),
    _noto("Arabic", scale=0.9, rise=0.06),
    _noto("Thaana", "Bold"),
    _noto("NKo", "Regular"),
    _noto("Adlam", "Bold"),
    _noto("Devanagari"),
    _noto("Bengali", "Bold"),
    _noto("Gurmukhi"),
    _noto("Gujarati"),
    _noto("Oriya"),
    _noto("Tamil"),
    _noto("Telugu", scale=0.92, rise=0.06),
    _noto("Kannada", scale=0.88, rise=0.09),
    _noto("Malayalam"),
    _noto("Sinhala"),
    _noto("Thai"),
    _noto("Lao"),
    _noto("Khmer", scale=0.88, rise=0.08),
    _noto("Myanmar", scale=0.9, rise=0.06),
    _noto("Javanese", "Bold", scale=0.8, rise=0.22),
    _noto("Balinese", "Bold", scale=0.8, rise=0.22),
    Cut("NotoSerifTibetan-Bold", "NotoSerifTibetan-Bold.ttf", scale=0.8, rise=0.13),
    _noto("Ethiopic", shaped=False),
    _noto("Georgian", shaped=False),
    _noto("Armenian", shaped=False),
    _noto("Cherokee", "Bold", shaped=False),
    _noto("CanadianAboriginal", "Bold", shaped=False),
    _noto("Tifinagh", "Regular"),
    _noto("Coptic", "Regular", shaped=False),
    _noto("Lisu", "Bold", shaped=False),
    _noto("OlChiki", "Bold", shaped=False),
    _noto("Runic", "Regular", shaped=False),
    _noto("Yi", "Regular", shaped=False),
    _noto("Symbols", "Bold", shaped=False),
    _noto("Symbols2", "Regular", shaped=False),
    Cut(
        "NotoSansMono-CondensedBold",
        "NotoSansMono-CondensedBold.ttf",
        shaped=False,
        only=_BLOCKS,
        features=(),
    ),
    Cut("NotoSansMath-Regular", "NotoSansMath-Regular.ttf", shaped=False, only=_MATH, features=()),
    Cut(
        "NotoSansCJK-Bold",
        "NotoSansCJK-Bold.ttc",
        shaped=False,
        only=_east_asian(),
        number=2,
        features=(),
    ),
    Cut("NotoEmoji-Bold", "NotoEmoji_700Bold.ttf", scale=0.92),
)


def make_font(cut: Cut, source: Path, elsewhere: frozenset[int], target: Path) -> tuple[Path, list[int]]:
    """Write a font with what is taken from its source.

    Args:
        cut: what is taken.
        source: the file it comes from.
        elsewhere: code points another font is asked for first; marks and invisible ones are taken all the
            same, as they are set in the font of the letter they belong to.
        target: the folder to write to.

    Returns:
        The file written and the code points it has.
    """
    options = subset.Options(
        hinting=False,
        notdef_outline=True,
        glyph_names=False,
        ignore_missing_unicodes=True,
        font_number=cut.number,
    )
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["BASE", "DSIG", "MATH", "STAT", "VORG", "vhea", "vmtx"]
    if cut.features is not None:
        options.layout_features = list(cut.features)
    font = subset.load_font(str(source), options)
    if cut.variation:
        font = instancer.instantiateVariableFont(
            font, dict(cut.variation), inplace=True, updateFontNames=True
        )
    codes = [
        code
        for code in font.getBestCmap() or ()
        if (cut.only is None or code in cut.only)
        and (code not in elsewhere or code == 0x20 or unicodedata.category(chr(code))[0] in "MC")
    ]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    path = target / f"{cut.name}.{'otf' if 'CFF ' in font else 'ttf'}"
    subset.save_font(font, str(path), options)
    return path, sorted(TTFont(path).getBestCmap() or ())


def ranges(codes: Iterable[int]) -> str:
    """Code points as hexadecimal ranges: "20-7e a0 a9"."""
    found: list[tuple[int, int]] = []
    for code in sorted(codes):
        if found and found[-1][1] == code - 1:
            found[-1] = (found[-1][0], code)
        else:
            found.append((code, code))
    return " ".join(f"{first:x}" if first == last else f"{first:x}-{last:x}" for first, last in found)


def main(sources: Path, target: Path = FONTS) -> None:
    """Write every font and fonts.json, which says what each of them has.

    Raises:
        FileNotFoundError: a source is not there.
    """
    files = {path.name: path for path in sources.rglob("*") if path.suffix in (".ttf", ".ttc")}
    listed: list[dict[str, object]] = []
    elsewhere: frozenset[int] = frozenset()
    for cut in CUTS:
        if cut.source not in files:
            raise FileNotFoundError(cut.source)
        emoji = cut is CUTS[-1]
        path, codes = make_font(cut, files[cut.source], frozenset() if emoji else elsewhere, target)
        elsewhere |= set(codes)
        about = {"scale": cut.scale, "rise": cut.rise, "shaped": cut.shaped}
        listed.append({"file": path.name, **about, "covers": ranges(codes)})
        sys.stderr.write(f"{path.stat().st_size:>9} {path.name}\n")
    text = json.dumps(listed, indent=1)
    (target / "fonts.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
