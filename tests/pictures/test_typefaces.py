"""The fonts that pictures come with."""

import json

import pytest
from fontTools.ttLib import TTFont

from bot.assets import assets_folder
from bot.pictures.typefaces import Typeface, typefaces
from tests.pictures.make_fonts import CUTS, ranges

FONTS = assets_folder() / "fonts"


@pytest.mark.parametrize(
    "entry", json.loads((FONTS / "fonts.json").read_text(encoding="utf-8")), ids=lambda e: e["file"]
)
def test_the_list_says_what_each_font_has(entry: dict[str, str]) -> None:
    assert ranges(TTFont(FONTS / entry["file"]).getBestCmap() or ()) == entry["covers"]


def test_every_font_is_listed_and_its_source_named() -> None:
    files = sorted(path.name for path in FONTS.iterdir() if path.suffix in (".ttf", ".otf"))
    assert sorted(face.file for face in typefaces()) == files
    listed = [(face.file[:-4], face.scale, face.rise, face.shaped) for face in typefaces()]
    assert listed == [(cut.name, cut.scale, cut.rise, cut.shaped) for cut in CUTS]
    about = (FONTS / "README.md").read_text(encoding="utf-8")
    assert [cut.source for cut in CUTS if cut.source not in about] == []


@pytest.mark.parametrize("face", typefaces(), ids=lambda face: face.file)
def test_a_font_has_what_its_list_says_and_nothing_beside(face: Typeface) -> None:
    first, last = face.starts[0], face.ends[-1]
    assert face.has(chr(first))
    assert face.has(chr(last))
    assert not face.has(chr(last + 1))
    assert not face.has(chr(face.ends[0] + 1))


def test_the_fonts_stay_small() -> None:
    assert sum(path.stat().st_size for path in FONTS.iterdir()) < 13_000_000
