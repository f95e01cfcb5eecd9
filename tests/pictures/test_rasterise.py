"""The drawings of the cards and the PNG files made of them."""

import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.pictures import palette
from bot.pictures.faces import COURT_RANKS
from bot.pictures.rasterise import RASTER_SIZE, drawings, main, rasterised, reduced
from bot.rules.cards import Rank, Suit

DRAWINGS = drawings()
COLOURS = {"#{:02x}{:02x}{:02x}".format(*colour) for colour in palette.DECK_COLOURS}


def far_apart(one: Image.Image, other: Image.Image) -> int:
    """In how many pixels two pictures are clearly apart."""
    channels = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).split()
    most = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    return sum(most.histogram()[40:])


def test_every_court_card_the_ace_of_spades_and_the_back_are_drawn() -> None:
    courts = {rank.letter + suit.letter for rank in COURT_RANKS for suit in Suit}
    assert {drawing.stem for drawing in DRAWINGS} == courts | {f"{Rank.ACE.letter}S", "back"}


@pytest.mark.parametrize("drawing", DRAWINGS, ids=[drawing.stem for drawing in DRAWINGS])
def test_a_drawing_has_the_colours_of_the_deck_and_no_half_tones(drawing: Path) -> None:
    text = drawing.read_text(encoding="utf-8")
    used = set(re.findall(r'(?:fill|stroke)="([^"]+)"', text))
    assert used - {"none", "url(#lattice)"} <= COLOURS
    assert not re.search("opacity|gradient|filter|<image|<text|style", text, re.IGNORECASE)


@pytest.mark.parametrize("drawing", DRAWINGS, ids=[drawing.stem for drawing in DRAWINGS])
def test_the_kept_picture_is_that_of_the_drawing(drawing: Path) -> None:
    with Image.open(drawing.with_suffix(".png")) as kept:
        assert kept.size == RASTER_SIZE
        assert far_apart(kept, rasterised(drawing)) <= 20


def test_reducing_keeps_what_is_frequent_exactly() -> None:
    image = Image.effect_noise((64, 64), 90).convert("RGB")
    image.paste(palette.GOLD, (0, 0, 64, 32))
    small = reduced(image)
    assert small.mode == "P"
    assert small.convert("RGB").getpixel((5, 5)) == palette.GOLD


def test_the_command_renews_every_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = next(drawing for drawing in DRAWINGS if drawing.stem == "AS")
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "AS.svg").write_bytes(drawing.read_bytes())
    monkeypatch.setattr("bot.pictures.rasterise.assets_folder", lambda: tmp_path)
    main()
    with Image.open(tmp_path / "cards" / "AS.png") as new, Image.open(drawing.with_suffix(".png")) as kept:
        assert new.mode == "P"
        assert far_apart(new, kept) <= 20
