"""In which order people hold their cards."""

import pytest

from bot.rules.cards import ALL_CARDS, Cards
from bot.rules.hand_order import HandOrder, groups, in_order

BY_SUITS = {
    "2C": "2C",
    "AC 2C 3D 4S 5H": "2C AC | 3D | 4S | 5H",
    "2C 4S 5H": "2C | 5H | 4S",
    "2C 3D 5H": "3D | 2C | 5H",
    "3D 4S 5H": "3D | 4S | 5H",
    "2C 3D 4S": "2C | 3D | 4S",
    "2C 4S": "2C | 4S",
    "3D 5H": "3D | 5H",
    "": "",
}


@pytest.mark.parametrize(("held", "shown"), BY_SUITS.items(), ids=BY_SUITS)
def test_by_suit_black_and_red_lie_in_turn_where_they_can(held: str, shown: str) -> None:
    found = groups(Cards.parse(held), HandOrder.SUITS)
    assert " | ".join(" ".join(map(str, group)) for group in found) == shown


def test_by_rank_from_the_lowest_and_equal_ranks_side_by_side() -> None:
    found = groups(Cards.parse("2H 2C TS TD AH 3S"), HandOrder.RANKS)
    assert " | ".join(" ".join(map(str, group)) for group in found) == "2C 2H | 3S | TD TS | AH"


@pytest.mark.parametrize(
    ("cards", "hand", "order", "shown"),
    [
        ("2C 3D 5H", "2C 3D 5H 9S", HandOrder.SUITS, "2C 3D 5H"),
        ("2C 3D", "2C 3D 5H", HandOrder.SUITS, "3D 2C"),
        ("4S 5H", "2C 4S 5H", HandOrder.SUITS, "5H 4S"),
        ("2C 3D 5H", "9S", HandOrder.SUITS, "2C 3D 5H"),
        ("9H 2S TC", "2D 3D 9H 2S TC", HandOrder.RANKS, "2S 9H TC"),
    ],
)
def test_some_of_the_cards_keep_their_places_in_the_hand(
    cards: str, hand: str, order: HandOrder, shown: str
) -> None:
    assert " ".join(map(str, in_order(Cards.parse(cards), order, Cards.parse(hand)))) == shown


@pytest.mark.parametrize("order", HandOrder)
@pytest.mark.parametrize("count", [0, 1, 10, 13, 17, 52])
def test_every_card_has_one_place(order: HandOrder, count: int) -> None:
    held = Cards.of((ALL_CARDS * 7)[::7][:count])
    assert sorted(in_order(held, order)) == list(held)
