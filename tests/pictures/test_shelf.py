"""What a shelf keeps, and the turned cards on it."""

import threading

import pytest

from bot.pictures.deck import Deck, DeckColours
from bot.pictures.hand import hand_paints
from bot.pictures.pieces import ROOM
from bot.pictures.shapes import memory, rounded
from bot.pictures.shelf import Shelf
from bot.pictures.turned import card_paints, outline, turned_size
from bot.rules.cards import Card

QUEEN, TWO = Card.parse("QS"), Card.parse("2C")


def test_what_is_kept_is_made_once() -> None:
    shelf = Shelf[str, str](10, len)
    assert shelf.get("a", lambda: "one") == "one"
    assert shelf.get("a", lambda: "other") == "one"
    assert shelf.weight == 3


def test_what_was_asked_for_longest_ago_goes_first() -> None:
    shelf = Shelf[str, str](10, len)
    for name in ("a", "b", "c", "a", "d"):
        shelf.get(name, lambda: "xxx")
    assert shelf.weight == 9
    assert [shelf.get(name, lambda: "new") for name in ("a", "c", "d", "b")] == ["xxx", "xxx", "xxx", "new"]


def test_what_is_heavier_than_the_room_is_given_all_the_same() -> None:
    shelf = Shelf[str, str](2, len)
    assert shelf.get("a", lambda: "long") == "long"
    assert shelf.get("b", lambda: "longer") == "longer"
    assert shelf.weight == 6


def test_many_threads_at_once_leave_the_weight_right() -> None:
    shelf = Shelf[int, str](1000, len)
    start = threading.Barrier(8)

    def ask() -> None:
        start.wait()
        for number in range(500):
            shelf.get(number % 50, lambda: "xx")

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shelf.weight == 100


@pytest.mark.parametrize("degrees", [-12, 0, 7])
def test_a_turned_card_lies_in_the_middle_with_room_for_its_shadow(degrees: int) -> None:
    image = card_paints(QUEEN, 148, Deck(), degrees, hand_paints())
    lying = outline(148, degrees)
    assert image.size == lying.solid.size == lying.shadow.size == turned_size(148, degrees)
    left, top, right, bottom = lying.solid.getbbox() or (0, 0, 0, 0)
    assert min(left, top, image.width - right, image.height - bottom) >= ROOM - 2
    assert abs(left - (image.width - right)) <= 1
    assert abs(top - (image.height - bottom)) <= 1


def test_a_card_that_looks_the_same_in_two_decks_is_turned_once() -> None:
    def turned(card: Card, deck: Deck) -> int:
        return id(card_paints(card, 148, deck, 3, hand_paints()))

    german, four = Deck(german=True), Deck(DeckColours.FOUR)
    assert turned(QUEEN, Deck()) == turned(QUEEN, four) != turned(QUEEN, german)
    assert turned(TWO, Deck()) == turned(TWO, german) != turned(TWO, four)


def test_large_boxes_do_not_stay_for_ever() -> None:
    small = rounded(20, 10, 4)
    for height in range(1000, 1040):
        assert rounded(1000, height, 64).size == (1000, height)
        assert rounded(20, 10, 4) is small
    assert memory() <= 8 * 2**20
