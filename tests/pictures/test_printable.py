"""What of a name a picture can show, and in which font."""

import pytest
from PIL import Image, ImageDraw

from bot.pictures.gallery_names import IN_EVERY_SCRIPT
from bot.pictures.plates import number_text
from bot.pictures.printable import graphemes, printable, typeface_of
from bot.pictures.typefaces import Layout, Typeface, opened

_NO_SUCH_CHARACTER = "\U0010ffff"
_INVISIBLE = "\u200c\u200d\ufe0f"


def drawn(face: Typeface, character: str) -> bytes:
    image = Image.new("L", (96, 96))
    font = opened(face, 32, Layout.BASIC)
    ImageDraw.Draw(image).text((32, 64), character, fill=255, font=font, anchor="ls")
    return image.tobytes()


@pytest.mark.parametrize("name", [*IN_EVERY_SCRIPT, "#7 (x)", number_text(-5)], ids=ascii)
def test_names_in_every_script_are_shown_as_they_are(name: str) -> None:
    assert printable(name) == name


@pytest.mark.parametrize("name", IN_EVERY_SCRIPT, ids=ascii)
def test_no_name_shows_the_box_of_a_missing_letter(name: str) -> None:
    for grapheme in graphemes(name):
        face = typeface_of(grapheme)
        assert face is not None
        for character in grapheme:
            assert character in _INVISIBLE or drawn(face, character) != drawn(face, _NO_SUCH_CHARACTER)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb\n c", "a b c"),
        ("\u202eab\u200b", "ab"),
        ("\u2067ab\u2069 \u061cc\u200f", "ab c"),
        ("e\u0301", "é"),
        ("\ud800x", "x"),
        ("\ue000x\U000fffff", "x"),
        ("a\u00adb\ufeffc\u034fd", "abcd"),
        ("\u0301abc \u0301", "abc"),
        ("\u3164\u115f\u2800\u200d\ufe0f", ""),
        ("\u2800x", "x"),
        ("x\U000e0041\U000e0042", "x"),
        ("x\ufe0fy\u200dz", "xyz"),
        ("𒀀x", "x"),
        ("\u0378x", "x"),
    ],
    ids=ascii,
)
def test_what_cannot_be_shown_or_would_turn_the_line_is_left_out(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("𝓕𝓪𝓷𝓬𝔂 𝔊𝔬𝔱𝔥 𝟚", "Fancy Goth 2"),
        ("Ｆｕｌｌ　ｗｉｄｔｈ", "Full width"),
        ("ｶﾅ ｶﾞﾝ", "カナ ガン"),
        ("𝚪", "Γ"),
        ("豈", "豈"),
    ],
    ids=ascii,
)
def test_letters_made_for_formulas_are_shown_as_plain_ones(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("z" + "\u0335\u0336\u0337\u0338" * 40, 3),
        ("ก" + "\u0e47" * 40, 2),
        ("ก" + "\u0e47\u0e49" * 40, 5),
        ("x" * 5000, 120),
    ],
    ids=ascii,
)
def test_a_letter_keeps_no_more_marks_than_fit_a_line(text: str, length: int) -> None:
    assert len(printable(text)) == length


@pytest.mark.parametrize("name", IN_EVERY_SCRIPT, ids=ascii)
def test_what_is_printable_stays_so(name: str) -> None:
    assert printable(printable(name + "\u0335" * 5)) == printable(name + "\u0335" * 5)


@pytest.mark.parametrize(
    "text",
    [
        "e\u0301",
        "👩\u200d👧",
        "👍🏽",
        "❤\ufe0f",
        "🇩🇪",
        "1\ufe0f\u20e3",
        "क्षि",
        "각",
        "ผู้",
    ],
    ids=ascii,
)
def test_what_people_take_for_a_character_is_not_split(text: str) -> None:
    assert graphemes(f"a{text}{text}b") == ["a", text, text, "b"]


@pytest.mark.parametrize(
    ("grapheme", "file"),
    [
        ("A", "NotoSans-CondensedBold.ttf"),
        ("1", "NotoSans-CondensedBold.ttf"),
        ("1\ufe0f\u20e3", "NotoEmoji-Bold.ttf"),
        ("♥", "NotoSansSymbols2-Regular.ttf"),
        ("♥\ufe0f", "NotoEmoji-Bold.ttf"),
        ("⚡", "NotoEmoji-Bold.ttf"),
        ("⚡\ufe0e", "NotoSansSymbols2-Regular.ttf"),
        ("😀", "NotoEmoji-Bold.ttf"),
        ("王", "NotoSansCJK-Bold.otf"),
        ("ب", "NotoSansArabic-CondensedBold.ttf"),
    ],
    ids=ascii,
)
def test_a_character_is_set_in_the_font_for_it(grapheme: str, file: str) -> None:
    face = typeface_of(grapheme)
    assert face is not None
    assert face.file == file
