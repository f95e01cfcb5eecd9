"""Cards from the front and from the back."""

from itertools import combinations
from math import dist

import pytest
from PIL import Image, ImageChops

from bot.pictures.deck import PLAIN_DECK, Deck, DeckColours
from bot.pictures.emoji import DECKS
from bot.pictures.faces import (
    COURT_RANKS,
    INDEX_SHARE,
    back,
    card_height,
    face,
    index_text,
)
from bot.pictures.palette import FOUR_COLOURS, INK, PAPER, TWO_COLOURS, Colour, Scheme
from bot.rules.cards import ALL_CARDS, Card, Rank, Suit

SIZES = (60, 74, 136, 168, 224, 250, 300)
FOUR = Deck(DeckColours.FOUR)
GERMAN = Deck(german=True)
SCHEMES = (TWO_COLOURS, TWO_COLOURS.dimmed(), FOUR_COLOURS, FOUR_COLOURS.dimmed())
SYMMETRIC = [card for card in ALL_CARDS if card.rank in (*COURT_RANKS, Rank.TWO, Rank.FOUR, Rank.TEN)]
"""Those whose lower half is the upper one turned: on the others a pip stands upright in the middle row."""


def linear(value: int) -> float:
    """A value of red, green or blue as an amount of light, 0 to 1 (IEC 61966-2-1)."""
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def contrast(one: Colour, other: Colour) -> float:
    """How well a colour can be read on another, 1 to 21 (WCAG 2.2, contrast ratio)."""
    lights = sorted(
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        for red, green, blue in (one, other)
    )
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def pixels_that_differ(one: Image.Image, other: Image.Image, more_than: int = 0) -> int:
    """How many pixels of two pictures are further apart than that in a channel."""
    apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    largest = apart.getchannel(0)
    for channel in (1, 2):
        largest = ImageChops.lighter(largest, apart.getchannel(channel))
    return sum(largest.histogram()[more_than + 1 :])


@pytest.mark.parametrize("width", SIZES)
def test_a_card_has_the_size_asked_for_and_clear_corners(width: int) -> None:
    for image in (
        face(Card.parse("QS"), width, PLAIN_DECK),
        face(Card.parse("5D"), width, FOUR),
        back(width),
    ):
        assert image.mode == "RGBA"
        assert image.size == (width, card_height(width))
        alpha = image.getchannel("A")
        corners = [(x, y) for x in (0, width - 1) for y in (0, image.height - 1)]
        assert {alpha.getpixel(corner) for corner in corners} == {0}
        assert alpha.getpixel((width // 2, 0)) == alpha.getpixel((0, image.height // 2)) == 255


@pytest.mark.parametrize("deck", DECKS, ids=str)
@pytest.mark.parametrize("dimmed", [False, True])
def test_any_two_cards_differ(deck: Deck, dimmed: bool) -> None:
    seen = [face(card, 74, deck, dimmed).convert("L") for card in ALL_CARDS]
    assert all(pixels_that_differ(one, other, 40) > 60 for one, other in combinations(seen, 2))


@pytest.mark.parametrize("width", [74, 224])
def test_figures_differ_by_more_than_their_indices(width: int) -> None:
    box = (round(width * 0.27), 0, round(width * 0.9), round(card_height(width) * 0.45))
    courts = [card for card in ALL_CARDS if card.rank in COURT_RANKS]
    seen = [face(card, width, PLAIN_DECK).crop(box) for card in courts]
    area = seen[0].width * seen[0].height
    assert all(pixels_that_differ(one, other, 60) > area * 0.25 for one, other in combinations(seen, 2))


@pytest.mark.parametrize(
    ("rank", "english", "german"),
    [
        (Rank.TWO, "2", "2"),
        (Rank.NINE, "9", "9"),
        (Rank.TEN, "10", "10"),
        (Rank.JACK, "J", "B"),
        (Rank.QUEEN, "Q", "D"),
        (Rank.KING, "K", "K"),
        (Rank.ACE, "A", "A"),
    ],
)
def test_indices_by_language(rank: Rank, english: str, german: str) -> None:
    assert (index_text(rank, PLAIN_DECK), index_text(rank, GERMAN)) == (english, german)


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_a_face_is_drawn_once_for_all_decks_it_looks_the_same_in(card: Card) -> None:
    plain = face(card, 74, PLAIN_DECK)
    assert (face(card, 74, GERMAN) is plain) == (card.rank not in (Rank.JACK, Rank.QUEEN))
    assert (face(card, 74, FOUR) is plain) == (card.suit in (Suit.HEARTS, Suit.SPADES))


@pytest.mark.parametrize("deck", DECKS, ids=str)
@pytest.mark.parametrize("suit", Suit)
def test_every_index_is_in_the_colour_of_the_suit(suit: Suit, deck: Deck) -> None:
    scheme = TWO_COLOURS if deck.colours is DeckColours.TWO else FOUR_COLOURS
    for rank in Rank:
        strip = face(Card.of(rank, suit), 224, deck).crop((0, 8, round(224 * INDEX_SHARE), 135))
        counted = strip.convert("RGB").getcolors(strip.width * strip.height) or []
        most = [colour for _, colour in sorted(counted, reverse=True)]
        assert most[:2] == [PAPER, scheme.suits[suit]]


@pytest.mark.parametrize("width", SIZES[2:])
@pytest.mark.parametrize("deck", [PLAIN_DECK, GERMAN], ids=str)
def test_index_and_small_pip_lie_within_the_strip_a_fan_shows(deck: Deck, width: int) -> None:
    """Beside the strip there is paper, down to below the small pip."""
    column = int(width * (INDEX_SHARE + 0.0025))
    box = (column, round(width * 0.06), column + 1, round(width * 0.57))
    darkest = {card: min(face(card, width, deck).crop(box).convert("L").tobytes()) for card in ALL_CARDS}
    assert not [card for card, value in darkest.items() if value <= 240]


def test_a_ten_is_as_high_as_the_others() -> None:
    def rows(card: str) -> list[bool]:
        strip = face(Card.parse(card), 240, PLAIN_DECK).convert("L").crop((8, 8, 57, 84))
        return [min(strip.crop((0, y, strip.width, y + 1)).tobytes()) < 128 for y in range(strip.height)]

    ten, eight = rows("TH"), rows("8H")
    assert abs(sum(ten) - sum(eight)) <= 1
    assert abs(ten.index(True) - eight.index(True)) <= 1


@pytest.mark.parametrize("width", [60, 224, 250])
@pytest.mark.parametrize("card", SYMMETRIC, ids=str)
def test_a_card_is_the_same_upside_down(card: Card, width: int) -> None:
    image = face(card, width, PLAIN_DECK)
    assert pixels_that_differ(image, image.transpose(Image.Transpose.ROTATE_180), 40) <= width * 0.1


@pytest.mark.parametrize("width", SIZES)
def test_the_back_does_not_tell_which_way_up_a_card_lies(width: int) -> None:
    image = back(width)
    assert pixels_that_differ(image, image.transpose(Image.Transpose.ROTATE_180), 24) <= width * 0.1


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("suit", Suit)
def test_suits_can_be_read_on_their_paper(suit: Suit, scheme: Scheme) -> None:
    assert contrast(scheme.suits[suit], scheme.paper) >= 4.5


@pytest.mark.parametrize("card", [Card.parse(word) for word in ("7C", "QS", "AS", "KD")], ids=str)
def test_a_card_in_the_shade_is_darker_and_keeps_its_corners(card: Card) -> None:
    bright, dimmed = face(card, 224, PLAIN_DECK), face(card, 224, PLAIN_DECK, dimmed=True)
    assert dimmed.getchannel("A").tobytes() == bright.getchannel("A").tobytes()
    lightest = [max(image.convert("L").crop((20, 20, 200, 290)).tobytes()) for image in (bright, dimmed)]
    assert lightest[0] - lightest[1] > 50


UNABLE_TO_SEE = {
    # Machado, Oliveira and Fernandes 2009, severity 1.0, on linear light.
    "red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen_as(colour: Colour, matrix: tuple[tuple[float, float, float], ...]) -> tuple[float, float, float]:
    """A colour in CIE L*a*b*, as one sees it who lacks a kind of cones."""
    light = [linear(value) for value in colour]
    red, green, blue = (min(max(sum(a * b for a, b in zip(row, light, strict=True)), 0), 1) for row in matrix)
    x, y, z = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        for value in (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("matrix", UNABLE_TO_SEE.values(), ids=UNABLE_TO_SEE)
def test_four_colours_are_four_also_for_the_colour_blind(
    matrix: tuple[tuple[float, float, float], ...],
) -> None:
    seen = [seen_as(colour, matrix) for colour in FOUR_COLOURS.suits]
    assert min(dist(one, other) for one, other in combinations(seen, 2)) > 15


def test_the_ace_of_spades_is_more_than_a_pip() -> None:
    colours = face(Card.parse("AS"), 224, PLAIN_DECK).convert("RGB").getcolors(224 * 400) or []
    assert len({colour for count, colour in colours if count > 150} - {PAPER, INK}) >= 1
