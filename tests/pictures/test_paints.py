"""The 256 colours of a hand and of a table, and what lies in the shade."""

import pytest
from PIL import Image

from bot.pictures.canvas import Canvas
from bot.pictures.deck import Deck, DeckColours
from bot.pictures.faces import face
from bot.pictures.felt import table_paints
from bot.pictures.hand import hand_paints
from bot.pictures.paints import ENTRIES, Paints
from bot.pictures.palette import DECK_COLOURS, GOLD, INK, PAPER, RED, SHADOW, Colour, mix
from bot.pictures.pieces import Piece, outline_of, piece_of
from bot.rules.cards import ALL_CARDS
from tests.pictures.pixels import opened

PAINTS = Paints((PAPER, INK, RED), (0.25, 0.5), (GOLD,))
EVERY = {"hand": hand_paints(), "table": table_paints()}


def square(colour: Colour, paints: Paints = PAINTS) -> Piece:
    """A square of 20 pixels in the middle of 40."""
    covered = Image.new("L", (40, 40))
    covered.paste(255, (10, 10, 30, 30))
    return piece_of(Image.new("RGB", covered.size, colour), outline_of(covered), paints)


@pytest.mark.parametrize("colour", [PAPER, INK, RED, GOLD])
def test_a_paint_is_stored_as_it_is(colour: Colour) -> None:
    canvas = Canvas(PAINTS, (40, 40))
    canvas.put(square(colour), 20, 20)
    assert opened(canvas.png()).getpixel((20, 20)) == (*colour, 255)


def test_what_nothing_lies_on_is_clear_and_a_shadow_on_it_is_dark_and_half_clear() -> None:
    canvas = Canvas(PAINTS, (60, 60))
    canvas.put(square(PAPER), 30, 30)
    image = opened(canvas.png())
    assert image.getpixel((0, 0)) == (*SHADOW, 0)
    assert image.getpixel((30, 41)) in {(*SHADOW, round(255 * share)) for share in PAINTS.shades}


@pytest.mark.parametrize("dim", range(3))
def test_shade_takes_from_every_paint_alike(dim: int) -> None:
    share = (0.0, *PAINTS.shades)[dim]
    for colour in PAINTS.colours:
        canvas = Canvas(PAINTS, (40, 40))
        piece = square(colour)
        canvas.lay(piece.image, piece.outline, 0, 0, dim)
        assert opened(canvas.png()).getpixel((20, 20)) == (*mix(colour, SHADOW, share), 255)


def test_a_shadow_never_lightens_what_lies_in_the_shade() -> None:
    canvas = Canvas(PAINTS, (80, 40))
    below = square(PAPER)
    canvas.lay(below.image, below.outline, 0, 0, dim=2)
    before = opened(canvas.png()).convert("L")
    canvas.put(square(RED), 42, 20)
    after = opened(canvas.png()).convert("L")
    beside = [(x, 20) for x in range(12, 30)]
    assert all(_value(after, spot) <= _value(before, spot) for spot in beside)


def _value(image: Image.Image, spot: tuple[int, int]) -> int:
    value = image.getpixel(spot)
    assert isinstance(value, int)
    return value


def test_what_lies_on_a_shadow_is_bright() -> None:
    canvas = Canvas(PAINTS, (80, 40))
    canvas.put(square(RED), 30, 20)
    canvas.put(square(PAPER), 45, 20)
    assert opened(canvas.png()).getpixel((38, 20)) == (*PAPER, 255)


def test_a_left_part_is_laid_alone() -> None:
    piece = square(PAPER)
    whole, part = Canvas(PAINTS, (40, 40)), Canvas(PAINTS, (40, 40))
    whole.lay(piece.image, piece.outline, 0, 0)
    part.lay(piece.image, piece.outline, 0, 0, width=20)
    images = [opened(canvas.png()) for canvas in (whole, part)]
    assert images[0].crop((0, 0, 20, 40)).tobytes() == images[1].crop((0, 0, 20, 40)).tobytes()
    assert images[1].getpixel((25, 20)) == (*SHADOW, 0)


def test_an_outline_paints_what_is_covered_and_darkens_beyond_it_only() -> None:
    covered = Image.new("L", (40, 40))
    covered.paste(255, (10, 10, 30, 30))
    outline = outline_of(covered)
    assert outline.solid.tobytes() == covered.tobytes()
    assert outline.shadow.crop((10, 10, 30, 30)).getextrema() == (0, 0)
    assert _value(outline.shadow, (20, 31)) > _value(outline.shadow, (20, 34)) > 0


def test_more_colours_than_there_are_entries_are_refused() -> None:
    colours = tuple((value, value, value) for value in range(86))
    with pytest.raises(ValueError, match="room for 256"):
        Paints(colours, (0.2, 0.4))


@pytest.mark.parametrize("paints", EVERY.values(), ids=EVERY)
def test_every_flat_colour_of_the_deck_is_a_paint_and_every_index_is_a_byte(paints: Paints) -> None:
    assert set(DECK_COLOURS) <= set(paints.colours)
    assert len(paints.rgb) == 3 * ENTRIES
    assert len(paints.alphas) == ENTRIES


@pytest.mark.parametrize("colours", DeckColours)
def test_faces_look_the_same_in_paints(colours: DeckColours) -> None:
    """No pixel is far from its colour, but for the steps of smooth edges, and few are."""
    paints = hand_paints()
    entries = [tuple(paints.rgb[place : place + 3]) for place in range(0, 3 * ENTRIES, 3)]
    for card in ALL_CARDS:
        picture = face(card, 112, Deck(colours)).convert("RGB")
        stored = [entries[index] for index in paints.indices(picture).tobytes()]
        data = picture.tobytes()
        bright = [data[place : place + 3] for place in range(0, len(data), 3)]
        off = [
            max(abs(a - b) for a, b in zip(one, other, strict=True))
            for one, other in zip(bright, stored, strict=True)
        ]
        assert sum(off) / len(off) < 8, card
        assert sum(distance > 60 for distance in off) / len(off) < 0.001, card
