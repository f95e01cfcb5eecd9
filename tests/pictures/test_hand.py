"""What a picture of a hand shows."""

from itertools import pairwise

import pytest

from bot.pictures.deck import Deck
from bot.pictures.faces import INDEX_SHARE, card_height
from bot.pictures.gallery import BACKGROUNDS, hands
from bot.pictures.hand import HAND_WIDTH, HandPicture, draw_hand, fans_of, hand_size, held_in
from bot.rules.cards import ALL_CARDS, NO_CARDS, Cards
from bot.rules.hand_order import HandOrder
from tests.pictures.pixels import Box, brightness, differs, opened, over

PAIR = Cards.parse("9C QH")
LEFT_CARD: Box = (297, 72, 405, 297)
RIGHT_CARD: Box = (450, 72, 603, 297)
FULL = Cards.parse("2C 9C JC 3D TD KD 4S QS AS 2H 7H TH KH")


@pytest.mark.parametrize("picture", hands().values(), ids=hands())
def test_a_hand_is_a_png_of_the_stated_size_clear_around_the_cards(picture: HandPicture) -> None:
    image = opened(draw_hand(picture))
    assert image.size == hand_size(picture.cards, picture.order)
    assert image.width == HAND_WIDTH
    alpha = image.getchannel("A")
    edges = [(0, 0, 1, image.height), (image.width - 1, 0, image.width, image.height)]
    edges += [(0, 0, image.width, 1), (0, image.height - 1, image.width, image.height)]
    assert [alpha.crop(edge).getextrema() for edge in edges] == [(0, 0)] * 4


@pytest.mark.parametrize("picture", hands().values(), ids=hands())
def test_the_same_hand_gives_the_same_bytes_and_few(picture: HandPicture) -> None:
    drawn = draw_hand(picture)
    assert draw_hand(picture) == drawn
    assert len(drawn) <= 60 * 1024


@pytest.mark.parametrize("background", BACKGROUNDS.values(), ids=BACKGROUNDS)
def test_playable_cards_are_bright_and_the_others_dimmed(background: tuple[int, int, int]) -> None:
    waiting = over(draw_hand(HandPicture(PAIR, None)), background)
    turn = over(draw_hand(HandPicture(PAIR, Cards.parse("9C"))), background)
    assert brightness(turn, RIGHT_CARD) < brightness(waiting, RIGHT_CARD) - 30
    assert abs(brightness(turn, LEFT_CARD) - brightness(waiting, LEFT_CARD)) < 15


def test_a_playable_card_is_lifted() -> None:
    def top(playable: Cards | None) -> int:
        alpha = opened(draw_hand(HandPicture(PAIR, playable))).getchannel("A")
        column = [alpha.getpixel((390, y)) for y in range(alpha.height)]
        return column.index(255)

    assert top(PAIR) < top(None) == top(NO_CARDS)


def test_a_lifted_card_is_seen_above_the_one_that_covers_it_and_an_unlifted_one_below() -> None:
    for playable in ("9C", "QH"):
        plain, lifted = (
            opened(draw_hand(HandPicture(PAIR, Cards.parse(cards)))) for cards in ("9C QH", playable)
        )
        higher = lifted.getchannel("A").getbbox()
        assert higher is not None
        assert higher[3] - higher[1] > 20 + card_height(190)
        assert differs(plain, lifted, (360, 0, 540, lifted.height))


def test_a_received_card_carries_a_sign_and_not_only_a_colour() -> None:
    plain, marked = (
        opened(draw_hand(HandPicture(PAIR, None, received))).convert("L")
        for received in (NO_CARDS, Cards.parse("9C"))
    )
    sign = (292, 211, 338, 261)
    assert brightness(plain, sign) - brightness(marked, sign) > 30
    assert not differs(plain, marked, RIGHT_CARD)


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_german_letters_stand_on_jack_and_queen_only(card: object) -> None:
    hand = Cards.of([c for c in ALL_CARDS if c == card])
    english, german = (
        draw_hand(HandPicture(hand, None, deck=Deck(german=german))) for german in (False, True)
    )
    assert (english != german) == (str(card)[0] in "JQ")


def test_every_card_looks_different_also_in_grey() -> None:
    seen = {
        opened(draw_hand(HandPicture(Cards.of([card]), None))).convert("LA").tobytes() for card in ALL_CARDS
    }
    assert len(seen) == 52


@pytest.mark.parametrize(
    ("hand", "order", "fans"),
    [
        ("", HandOrder.SUITS, []),
        ("AC", HandOrder.SUITS, ["AC"]),
        ("2H 2S 2D 2C", HandOrder.SUITS, ["2C 2D 2S 2H"]),
        ("AH 2S 2C", HandOrder.RANKS, ["2C 2S AH"]),
        (
            "2C 9C JC 3D TD KD 4S QS AS 2H 7H TH KH",
            HandOrder.SUITS,
            ["2C 9C JC 3D TD KD 4S QS AS 2H 7H TH KH"],
        ),
        (
            "2C 3C 4C 5C 6C 7C 8D 9D 2S 3S 4S 5S 6S 7S",
            HandOrder.SUITS,
            ["2C 3C 4C 5C 6C 7C", "8D 9D 2S 3S 4S 5S 6S 7S"],
        ),
        (
            "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH AS",
            HandOrder.SUITS,
            ["AS 2H 3H 4H 5H 6H 7H", "8H 9H TH JH QH KH AH"],
        ),
        (
            "2C 2D 2S 2H 3C 3D 3S 4C 4D 4S 4H 5C 5D 5S",
            HandOrder.RANKS,
            ["2C 2D 2S 2H 3C 3D 3S", "4C 4D 4S 4H 5C 5D 5S"],
        ),
    ],
)
def test_a_hand_is_sorted_and_more_than_13_cards_break_between_suits_where_that_is_even(
    hand: str, order: HandOrder, fans: list[str]
) -> None:
    assert [" ".join(map(str, fan)) for fan in fans_of(Cards.parse(hand), order)] == fans


@pytest.mark.parametrize("count", range(1, 40))
def test_every_card_is_held_once_and_shows_its_index(count: int) -> None:
    cards = Cards.of(ALL_CARDS[:count])
    held = held_in(fans_of(cards))
    assert Cards.of([one.card for one in held]) == cards
    for one, beside in pairwise(held):
        if beside.x > one.x:
            assert beside.x - one.x >= INDEX_SHARE * one.width
            assert 0 < beside.degrees - one.degrees <= 3


def test_what_a_covered_card_need_not_show_is_not_missed() -> None:
    """The cards of a fan, painted in part, leave no gap: everywhere the fan is solid, it is solid."""
    alpha = opened(draw_hand(HandPicture(FULL, None))).getchannel("A")
    middle = alpha.crop((130, 100, 770, 260))
    assert middle.getextrema() == (255, 255)


def test_a_dimmed_red_index_can_be_read() -> None:
    image = over(draw_hand(HandPicture(Cards.parse("AH"), NO_CARDS)), BACKGROUNDS["dark"])
    inside = image.crop((370, 60, 530, 300))
    colours = {colour for number, colour in inside.getcolors(1 << 16) or [] if number > 200}
    lights = sorted(_luminance(colour) for colour in colours if isinstance(colour, tuple))
    assert (lights[-1] + 0.05) / (lights[0] + 0.05) >= 4.5


def _luminance(colour: tuple[int, ...]) -> float:
    """Relative luminance, as WCAG 2.2 defines it."""
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_hands_of_both_decks_differ_in_clubs_and_diamonds_only() -> None:
    two, four = hands()["hand-en-two"], hands()["hand-en-four"]
    plain, coloured = (opened(draw_hand(picture)) for picture in (two, four))
    assert differs(plain, coloured, (0, 0, 360, plain.height))
    assert not differs(plain, coloured, (560, 0, 900, plain.height))
