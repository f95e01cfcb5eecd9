"""What a picture of a hand shows."""

import pytest

from bot.pictures.deck import Deck
from bot.pictures.gallery import BACKGROUNDS, hands
from bot.pictures.hand import HAND_WIDTH, HandPicture, draw_hand, hand_size, rows_of
from bot.rules.cards import ALL_CARDS, NO_CARDS, Cards
from tests.pictures.pixels import brightness, differs, opened, over

PAIR = Cards.parse("9C QH")
LEFT_CARD = (290, 70, 480, 320)
RIGHT_CARD = (525, 70, 710, 320)


@pytest.mark.parametrize("picture", hands().values(), ids=hands())
def test_a_hand_is_a_png_of_the_stated_size_clear_around_the_cards(picture: HandPicture) -> None:
    image = opened(draw_hand(picture))
    assert image.size == hand_size(picture.cards)
    assert image.width == HAND_WIDTH
    corners = [(0, 0), (image.width - 1, 0), (0, image.height - 1), (image.width - 1, image.height - 1)]
    assert all(image.getchannel("A").getpixel(corner) == 0 for corner in corners)


@pytest.mark.parametrize("picture", hands().values(), ids=hands())
def test_the_same_hand_gives_the_same_bytes(picture: HandPicture) -> None:
    assert draw_hand(picture) == draw_hand(picture)


@pytest.mark.parametrize("background", BACKGROUNDS.values(), ids=BACKGROUNDS)
def test_playable_cards_are_bright_and_the_others_dimmed(background: tuple[int, int, int]) -> None:
    waiting = over(draw_hand(HandPicture(PAIR, None)), background)
    turn = over(draw_hand(HandPicture(PAIR, Cards.parse("9C"))), background)
    assert brightness(turn, RIGHT_CARD) < brightness(waiting, RIGHT_CARD) - 30
    assert abs(brightness(turn, LEFT_CARD) - brightness(waiting, LEFT_CARD)) < 10


def test_a_playable_card_is_lifted() -> None:
    def top(playable: Cards | None) -> int:
        alpha = opened(draw_hand(HandPicture(PAIR, playable))).getchannel("A")
        column = [alpha.getpixel((400, y)) for y in range(alpha.height)]
        return column.index(255)

    assert top(PAIR) < top(None) == top(NO_CARDS)


def test_a_received_card_carries_a_sign_and_not_only_a_colour() -> None:
    plain, marked = (
        opened(draw_hand(HandPicture(PAIR, None, received))).convert("L")
        for received in (NO_CARDS, Cards.parse("9C"))
    )
    sign = (280, 190, 345, 245)
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
    ("hand", "rows"),
    [
        ("", []),
        ("AC", ["AC"]),
        ("2H 2S 2D 2C", ["2C 2D 2S 2H"]),
        ("2C 3C 4C 5C 6C 7C 8C", ["2C 3C 4C 5C 6C 7C 8C"]),
        ("2C 3C 4C 5C 6C 7C 8C 9C", ["2C 3C 4C 5C", "6C 7C 8C 9C"]),
        ("2C 9C JC 3D TD KD 4S QS AS 2H 7H TH KH", ["2C 9C JC 3D TD KD", "4S QS AS 2H 7H TH KH"]),
        ("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", ["2H 3H 4H 5H 6H 7H 8H", "9H TH JH QH KH AH"]),
    ],
)
def test_a_hand_lies_by_suit_and_breaks_between_suits_where_that_is_even(hand: str, rows: list[str]) -> None:
    assert [" ".join(map(str, row)) for row in rows_of(Cards.parse(hand))] == rows


@pytest.mark.parametrize("count", range(1, 40))
def test_no_row_is_too_long_to_show_every_corner(count: int) -> None:
    rows = rows_of(Cards.of(ALL_CARDS[:count]))
    assert sum(map(len, rows)) == count
    assert max(map(len, rows)) <= 9
