"""Four suits of thirteen, ace high and two low; written rank then suit."""

import pytest

from bot.rules.cards import ALL_CARDS, NO_CARDS, PENALTY_CARDS, Card, Cards, Rank, Suit


def test_a_deck_has_52_cards_from_2c_to_as() -> None:
    assert len(set(ALL_CARDS)) == 52
    assert " ".join(map(str, ALL_CARDS)) == (
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD "
        "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    )


def test_the_ace_is_high_and_the_two_is_low() -> None:
    assert max(Rank) is Rank.ACE
    assert min(Rank) is Rank.TWO
    assert [Rank(value).letter for value in range(2, 15)] == list("23456789TJQKA")


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_what_is_written_reads_as_the_same_card(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert Card.of(card.rank, card.suit) is card


@pytest.mark.parametrize("text", ["", "Q", "SQ", "QX", "1S", "qs", "10S", "QS ", " QS", "♠Q", "Q\n"])
def test_nothing_else_is_a_card(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        Card.parse(text)


@pytest.mark.parametrize("index", [0, 51])
def test_cards_are_counted_from_0_to_51(index: int) -> None:
    assert Card(index) == ALL_CARDS[index]


def test_cards_sort_by_suit_then_rank() -> None:
    assert sorted(map(Card.parse, ("2S", "AC", "QH", "TD", "9D"))) == [
        *map(Card.parse, ("AC", "9D", "TD", "QH", "2S"))
    ]
    queen = Card.parse("QS")
    assert not queen < queen
    assert queen <= queen


@pytest.mark.parametrize("index", [-1, 52])
def test_there_is_no_53rd_card(index: int) -> None:
    with pytest.raises(ValueError, match="no card has the index"):
        Card(index)


def test_a_set_of_cards_is_sorted_by_suit_then_rank() -> None:
    assert str(Cards.parse("QS TH 2S AD 2H KC")) == "KC AD 2H TH 2S QS"
    assert Cards.parse("QS 2S").lowest == Card.parse("2S")
    assert Cards.parse("QS KC").highest == Card.parse("QS")


def test_a_set_of_cards_is_counted_in_that_order() -> None:
    hand = Cards.parse("QS TH 2S AD 2H KC")
    assert [str(hand[position]) for position in range(len(hand))] == ["KC", "AD", "2H", "TH", "2S", "QS"]
    assert [str(card) for card in (Cards.parse("2C 3C AS")[at] for at in range(3))] == ["2C", "3C", "AS"]
    for position in (-1, 6):
        with pytest.raises(IndexError, match=f"^no card {position} among 6$"):
            hand[position]


def test_a_set_of_cards_holds_each_once() -> None:
    with pytest.raises(ValueError, match="a card stands twice"):
        Cards.parse("QS KC QS")
    assert len(Cards.of([Card.parse("QS"), Card.parse("QS")])) == 1


def test_sets_of_cards_are_joined_met_and_parted() -> None:
    hand, trick = Cards.parse("2C QS KH"), Cards.parse("QS AS")
    assert hand | trick == Cards.parse("2C KH QS AS")
    assert hand & trick == Cards.parse("QS")
    assert hand - trick == Cards.parse("2C KH")
    assert hand.in_suit(Suit.HEARTS) == Cards.parse("KH")
    assert Cards.parse("QS") <= hand
    assert not trick <= hand
    assert hand.isdisjoint(Cards.parse("AS"))
    assert not hand.isdisjoint(trick)
    assert Card.parse("KH") in hand
    assert Card.parse("AS") not in hand


def test_no_cards_are_no_cards() -> None:
    assert not NO_CARDS
    assert Cards.parse("") == NO_CARDS
    for end in ("lowest", "highest"):
        with pytest.raises(ValueError, match="no card in an empty set"):
            getattr(NO_CARDS, end)


def test_the_penalty_cards_are_every_heart_and_the_queen_of_spades() -> None:
    assert str(PENALTY_CARDS) == "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH QS"
