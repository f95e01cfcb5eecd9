"""Names made to fit a picture."""

import pytest
from PIL import Image

from bot.pictures.lettering import font, graphemes, has_glyph, printable, shortened, text_mask, write
from bot.pictures.plates import number_text


@pytest.mark.parametrize(
    "text", ["Jörg Weiß", "Дмитрий", "Ωμέγα", "Łukasz", "Zoë-Ann d'Été", "#7 (x)", number_text(-5)]
)
def test_latin_cyrillic_and_greek_are_shown_as_they_are(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("🦊 Fox", "Fox"),
        ("王小明", ""),
        ("a\tb\n c", "a b c"),
        ("\u202eab\u200b", "ab"),
        ("e\u0301", "é"),
        ("\ud800x", "x"),
    ],
    ids=ascii,
)
def test_what_cannot_be_shown_is_left_out(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_a_letter_keeps_no_more_marks_than_fit_a_line() -> None:
    assert len(printable("z" + "\u0335" * 40)) == 3


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("ab", ["a", "b"]),
        ("e\u0301x", ["e\u0301", "x"]),
        ("👩\u200d👧!", ["👩\u200d👧", "!"]),
        ("👍🏽👍", ["👍🏽", "👍"]),
        ("❤\ufe0fx", ["❤\ufe0f", "x"]),
    ],
    ids=ascii,
)
def test_text_splits_at_what_people_take_for_a_character(text: str, parts: list[str]) -> None:
    assert graphemes(text) == parts


@pytest.mark.parametrize("width", [40, 100, 200, 400])
def test_a_long_name_ends_in_an_ellipsis_and_fits(width: int) -> None:
    shown = shortened("Wilhelmina von Hohenzollern-Sigmaringen", 42, width)
    assert shown.endswith("…")
    assert font(42).getlength(shown) <= width


def test_a_short_name_stays_whole() -> None:
    assert shortened("Ada", 42, 200) == "Ada"


def test_a_name_is_not_cut_inside_a_letter_and_its_mark() -> None:
    shown = shortened("x\u0323\u0331" * 30, 42, 200)
    assert shown.removesuffix("…").endswith("x\u0323\u0331")


def test_the_font_is_known_to_lack_what_it_lacks() -> None:
    assert has_glyph("Q")
    assert has_glyph("…")
    assert not has_glyph("🦊")
    assert not has_glyph("\u2212")


@pytest.mark.parametrize("width", [None, 60, 200])
@pytest.mark.parametrize("text", ["jWilhelmina fj", "Ada", "", "\u200b"], ids=ascii)
def test_a_line_is_as_high_as_every_line_and_no_wider_than_its_room(text: str, width: int | None) -> None:
    line = text_mask(text, 42, width)
    assert line.mask.size == (line.advance, text_mask("x", 42).mask.height)
    assert line.advance <= (width or 1000)
    assert (line.advance == 0) == (line.mask.getbbox() is None)


@pytest.mark.parametrize(("anchor", "before"), [("ls", 0), ("ms", 0.5), ("rs", 1), ("lm", 0), ("mm", 0.5)])
def test_an_anchor_says_which_point_of_the_line_is_named(anchor: str, before: float) -> None:
    image = Image.new("RGB", (300, 100))
    write(image, (150, 50), "HHH", 25, (255, 255, 255), anchor)
    box = image.getbbox()
    assert box is not None
    left = 150 - before * text_mask("HHH", 25).advance
    assert left <= box[0] <= left + 4
    assert box[3] == 50 if anchor[1] == "s" else box[1] < 50 < box[3]
