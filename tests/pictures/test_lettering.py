"""Names in any script, made to fit a picture; with the shaping layout where it is installed, and without."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.pictures.gallery_names import IN_EVERY_SCRIPT
from bot.pictures.lettering import ELLIPSIS, font, shortened, text_mask, write
from bot.pictures.printable import graphemes, printable
from bot.pictures.typefaces import Layout, best_layout

SIZE = 42
LETTERS = st.sampled_from("".join(IN_EVERY_SCRIPT))
LAYOUTS = [
    pytest.param(
        Layout.RAQM,
        id="Raqm",
        marks=pytest.mark.skipif(best_layout() is not Layout.RAQM, reason="no Raqm here, or no FriBiDi"),
    ),
    pytest.param(Layout.BASIC, id="basic"),
]


def ink(text: str, layout: Layout) -> list[tuple[int, bytes]]:
    """The pieces of a line that blank columns part, from left to right: how wide each is, and its pixels."""
    mask = text_mask(text, SIZE, layout=layout).mask
    columns = [mask.crop((x, 0, x + 1, mask.height)).tobytes() for x in range(mask.width)]
    pieces: list[list[bytes]] = [[]]
    for column in columns:
        if any(column):
            pieces[-1].append(column)
        elif pieces[-1]:
            pieces.append([])
    return [(len(piece), b"".join(piece)) for piece in pieces if piece]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", IN_EVERY_SCRIPT, ids=ascii)
def test_every_name_stands_in_its_line_with_nothing_cut_off(name: str, layout: Layout) -> None:
    line = text_mask(name, SIZE, layout=layout)
    box = line.mask.getbbox()
    assert box is not None
    assert 0 < box[1] < box[3] < line.mask.height
    assert line.mask.size == (line.advance, text_mask("x", SIZE).mask.height)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("read", "stands"),
    [
        ("אבג", "גבא"),
        ("אב 17", "17 בא"),
        ("Max אב", "Max בא"),
        ("Max אב!", "Max בא!"),
        ("אב Max 7", "Max 7 בא"),
        ("(חם)", "(םח)"),
        ("אב (H)", "(H) בא"),
        ("אב 🦊", "🦊 בא"),
        ("ދ ޑ", "ޑ ދ"),
        ("ا ٤", "٤ ا"),
        ("王 אב 李", "王 בא 李"),
    ],
    ids=ascii,
)
def test_what_is_written_from_the_right_stands_in_that_order(read: str, stands: str, layout: Layout) -> None:
    assert ink(read, layout) == [piece for letter in stands for piece in ink(letter, layout)]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_arabic_letters_join(layout: Layout) -> None:
    alone = sum(len(ink(letter, layout)) for letter in "محمد")
    assert len(ink("محمد", layout)) == 1 < alone
    assert text_mask("لا", SIZE, layout=layout).advance < text_mask("ل", SIZE, layout=layout).advance * 1.5
    # After a letter that joins to nothing that follows, the next one begins anew.
    assert len(ink("دد", layout)) == 2


def test_emoji_of_several_characters_are_one_picture_where_letters_are_shaped() -> None:
    if best_layout() is not Layout.RAQM:
        pytest.skip("no Raqm here, or no FriBiDi")
    wide = text_mask("👧", SIZE).advance * 1.2
    for emoji in ("👩\u200d👧\u200d👦", "👍🏽", "🇩🇪", "1\ufe0f\u20e3", "👨🏽\u200d🚀", "❤\ufe0f\u200d🔥"):
        assert text_mask(emoji, SIZE).advance <= wide, emoji


def test_emoji_of_several_characters_show_their_parts_where_they_are_not() -> None:
    def advance(text: str) -> int:
        return text_mask(text, SIZE, layout=Layout.BASIC).advance

    assert advance("👍🏽") == advance("👍")
    assert advance("❤\ufe0f") == advance("💔")
    assert advance("👩\u200d👧") == advance("👩👧")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("width", [60, 111, 200])
@pytest.mark.parametrize(
    "name",
    [
        "Wilhelmina von Hohenzollern-Sigmaringen",
        "x\u0323\u0331" * 30,
        "👩\u200d👧\u200d👦🇩🇪👍🏽" * 5,
        "محمد عبد الرحمن الخطيب",
        "श्रीमती क्षत्रिय हिन्दी राजेश्वरी",
        "王小明李華臺灣龍飛さくら",
        "김민수훈민정음",
        "שלום Max " * 4,
    ],
    ids=ascii,
)
def test_a_long_name_is_cut_at_a_grapheme_and_ends_in_an_ellipsis(
    name: str, width: int, layout: Layout
) -> None:
    shown = shortened(name, SIZE, width, layout)
    parts = graphemes(printable(name))
    kept = graphemes(shown)[:-1]
    assert shown.endswith(ELLIPSIS)
    assert kept == parts[: len(kept)]
    assert 0 < text_mask(name, SIZE, width, layout).advance <= width
    longer = "".join(parts[: len(kept) + 2]).rstrip() + ELLIPSIS
    assert text_mask(longer, SIZE, layout=layout).advance > width


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(deadline=None)
@given(
    text=st.text(
        st.characters() | st.sampled_from("a \u05d0\u0628\u0e47\u0335\u202e\u200d\ufe0f(1,\u20e3") | LETTERS
    ),
    width=st.integers(40, 300),
)
def test_any_text_at_all_stands_in_its_room(text: str, width: int, layout: Layout) -> None:
    line = text_mask(text, SIZE, width, layout)
    assert line.mask.size == (line.advance, text_mask("x", SIZE).mask.height)
    assert line.advance <= width
    assert (line.mask.getbbox() is None) == (line.advance == 0) == (printable(text) == "")
    assert printable(printable(text)) == printable(text)


def test_a_short_name_stays_whole() -> None:
    assert shortened("Ada", SIZE, 200) == "Ada"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_cut_name_from_the_right_has_its_ellipsis_on_the_left(layout: Layout) -> None:
    assert ink(shortened("אאאאאאאאאאאאאאאאא", SIZE, 200, layout), layout)[:3] == ink(ELLIPSIS, layout)


@pytest.mark.parametrize("width", [None, 60, 200])
@pytest.mark.parametrize("text", ["jWilhelmina fj", "Ada", "", "\u200b", "\u3164\u2800"], ids=ascii)
def test_a_line_is_as_high_as_every_line_and_empty_where_nothing_shows(text: str, width: int | None) -> None:
    line = text_mask(text, SIZE, width)
    assert line.mask.size == (line.advance, text_mask("x", SIZE).mask.height)
    assert line.advance <= (width or 1000)
    assert (line.advance == 0) == (line.mask.getbbox() is None) == (printable(text) == "")


def test_most_names_are_the_same_picture_whoever_places_the_letters() -> None:
    if best_layout() is not Layout.RAQM:
        pytest.skip("no Raqm here, or no FriBiDi")
    for name in ("Jörg Weiß", "Дмитрий", "王小明", "김민수", "★ Ωμέγα ♥"):
        with_raqm, without = (text_mask(name, SIZE, layout=layout) for layout in (Layout.RAQM, Layout.BASIC))
        assert with_raqm.mask.tobytes() == without.mask.tobytes()


def test_a_line_stands_where_the_first_font_would_set_it() -> None:
    line = text_mask("Hx", SIZE)
    ascent, descent = font(SIZE).getmetrics()
    assert line.mask.height / 2 - line.ascent == (descent - ascent) / 2
    box = line.mask.getbbox()
    assert box is not None
    assert box[3] == line.ascent


@pytest.mark.parametrize(("anchor", "before"), [("ls", 0), ("ms", 0.5), ("rs", 1), ("lm", 0), ("mm", 0.5)])
def test_an_anchor_says_which_point_of_the_line_is_named(anchor: str, before: float) -> None:
    image = Image.new("RGB", (300, 100))
    write(image, (150, 50), "HHH", 25, (255, 255, 255), anchor)
    box = image.getbbox()
    assert box is not None
    left = 150 - before * text_mask("HHH", 25).advance
    assert left <= box[0] <= left + 4
    assert box[3] == 50 if anchor[1] == "s" else box[1] < 50 < box[3]
