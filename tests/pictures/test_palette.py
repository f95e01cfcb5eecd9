"""Colours as they are stored."""

import pytest
from PIL import Image

from bot.pictures.gallery import write
from bot.pictures.palette import (
    FELT,
    GOLD,
    INK,
    PAPER,
    RED,
    SHADOW,
    SOLID_ENTRIES,
    Colour,
    mix,
    ramps,
)
from bot.pictures.png import encode
from tests.pictures.pixels import opened

COLOURS = ramps([(PAPER, INK, 8), (PAPER, RED, 8), (GOLD, INK, 8)])


@pytest.mark.parametrize("colour", [PAPER, INK, RED, GOLD])
def test_a_colour_of_the_palette_is_stored_as_it_is(colour: Colour) -> None:
    shown = opened(encode(Image.new("RGBA", (3, 2), colour), COLOURS)).getpixel((1, 1))
    assert isinstance(shown, tuple)
    assert shown[3] == 255
    assert max(abs(a - b) for a, b in zip(shown, colour, strict=False)) <= 4


def test_transparency_is_kept_in_even_steps() -> None:
    image = Image.new("RGBA", (256, 1))
    for alpha in range(256):
        image.putpixel((alpha, 0), (*SHADOW, alpha))
    stored = list(opened(encode(image, COLOURS)).getchannel("A").tobytes())
    assert stored[0] == 0
    assert stored[255] == 255
    assert stored == sorted(stored)
    assert all(abs(shown - alpha) <= 15 for alpha, shown in enumerate(stored))


def test_a_palette_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="room for"):
        ramps([(INK, PAPER, SOLID_ENTRIES)])


def test_a_palette_has_every_step_of_its_ramps() -> None:
    palette = ramps([(FELT, GOLD, 4)])
    entries = [tuple(palette[place : place + 3]) for place in range(0, 768, 3)]
    assert [mix(FELT, GOLD, step / 4) for step in range(5)] == entries[:5]
    assert set(entries[5:]) == {FELT}


def test_the_gallery_shows_every_picture_over_both_themes_and_on_a_phone(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("gallery") / "new"
    written = write(folder)
    assert len(written) == len(set(written)) == len(list(folder.iterdir()))
    with Image.open(folder / "table-4-taken-light-phone.png") as image:
        assert image.width == 330
