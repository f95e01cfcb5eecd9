"""Cards as they are shown, and as people type them."""

from __future__ import annotations

import pytest

from bot.rules.cards import ALL_CARDS, NO_CARDS, Card, Cards
from bot.rules.hand_order import HandOrder
from bot.text.cards import (
    Ambiguous,
    Unknown,
    card_name,
    card_short,
    card_text,
    cards_short,
    cards_text,
    hand_line,
    matching_cards,
    parse_card,
    parse_cards,
)
from bot.text.look import CardLook
from bot.text.words import Language, Words, load_words

SPOKEN = load_words()
EN, DE = SPOKEN[Language.EN], SPOKEN[Language.DE]
DECK = Cards.of(ALL_CARDS)
HAND = Cards.parse("4C JC TD QD KD 2H TH AH 3S QS AS")


@pytest.mark.parametrize(
    ("card", "english", "german", "english_name", "german_name"),
    [
        ("QS", "Q♠", "D♠", "queen of spades", "Pik-Dame"),
        ("JC", "J♣", "B♣", "jack of clubs", "Kreuz-Bube"),
        ("KD", "K♦", "K♦", "king of diamonds", "Karo-König"),
        ("AH", "A♥", "A♥", "ace of hearts", "Herz-Ass"),
        ("TH", "10♥", "10♥", "ten of hearts", "Herz-Zehn"),
        ("2C", "2♣", "2♣", "two of clubs", "Kreuz-Zwei"),
    ],
)
def test_a_card_as_it_is_shown(
    card: str, english: str, german: str, english_name: str, german_name: str
) -> None:
    shown = Card.parse(card)
    assert card_short(shown, EN) == english + "\ufe0e"
    assert card_short(shown, DE) == german + "\ufe0e"
    assert card_name(shown, EN) == english_name
    assert card_name(shown, DE) == german_name


def test_cards_in_a_row() -> None:
    assert cards_short(Cards.parse("4C JC"), EN).replace("\ufe0e", "") == "4♣ J♣"
    assert cards_short([Card.parse("QS"), Card.parse("4C")], DE).replace("\ufe0e", "") == "D♠ 4♣"
    assert cards_short(NO_CARDS, EN) == ""


def test_a_hand_on_a_line_has_colours_in_turn_and_no_suit_that_is_not_held() -> None:
    assert hand_line(Cards.parse("4C JC QS TH AH"), EN).replace("\ufe0e", "") == "4♣ J♣ · 10♥ A♥ · Q♠"
    assert hand_line(NO_CARDS, EN) == ""


def test_a_hand_of_somebody_who_sorts_by_rank() -> None:
    hand, words = Cards.parse("4C JC QS TH 4H"), EN.looking(CardLook(HandOrder.RANKS))
    assert hand_line(hand, words).replace("\ufe0e", "") == "4♣ 4♥ 10♥ J♣ Q♠"
    assert cards_short(hand, words).replace("\ufe0e", "") == "4♣ 4♥ 10♥ J♣ Q♠"
    assert cards_short([Card.parse("QS"), Card.parse("4C")], words).replace("\ufe0e", "") == "Q♠ 4♣"


def test_an_emoji_stands_beside_the_text_and_never_in_its_place() -> None:
    queen, four = Card.parse("QS"), Card.parse("4C")
    words = DE.looking(CardLook(emoji={queen: "<:qs:1>"}))
    hand = Cards.of([queen, four, Card.parse("KS")])
    assert card_text(queen, words).replace("\ufe0e", "") == "<:qs:1>\u00a0D♠"
    assert card_text(four, words).replace("\ufe0e", "") == "4♣"
    assert card_short(queen, words).replace("\ufe0e", "") == "D♠"
    assert hand_line(hand, words).replace("\ufe0e", "") == "4♣ · <:qs:1>\u00a0D♠\u2002K♠"
    assert cards_text([four, queen], words).replace("\ufe0e", "") == "4♣\u2002<:qs:1>\u00a0D♠"


@pytest.mark.parametrize("words", [EN, DE], ids=["en", "de"])
@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_every_card_is_understood_as_it_is_shown(card: Card, words: Words) -> None:
    assert parse_card(card_short(card, words), DECK) == card
    assert parse_card(card_name(card, words), DECK) == card


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_every_card_is_understood_in_notation(card: Card) -> None:
    assert parse_card(str(card), Cards.of([card])) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("QS", "QS"),
        ("qs", "QS"),
        ("q s", "QS"),
        ("Q-S", "QS"),
        ("SQ", "QS"),
        ("♠Q", "QS"),
        ("Q♠", "QS"),
        ("Q♠\ufe0e", "QS"),
        ("♠️ Q", "QS"),
        ("queen of spades", "QS"),
        ("the Queen of Spades", "QS"),
        ("queenofspades", "QS"),
        ("spade queen", "QS"),
        ("QUEEN SPADES", "QS"),
        ("Pik Dame", "QS"),
        ("pikdame", "QS"),
        ("Pik-Dame", "QS"),
        ("PIK - DAME", "QS"),
        ("die Pik Dame", "QS"),
        ("Dame Pik", "QS"),
        ("PD", "QS"),
        ("pd", "QS"),
        ("DP", "QS"),
        ("♠D", "QS"),
        ("D♠", "QS"),
        ("PQ", "QS"),
        ("10h", "TH"),
        ("10 H", "TH"),
        ("h10", "TH"),
        ("TH", "TH"),
        ("ten of hearts", "TH"),
        ("10 of hearts", "TH"),
        ("Herz 10", "TH"),
        ("Herz Zehn", "TH"),
        ("❤️10", "TH"),
        ("♥10", "TH"),
        ("１０♥", "TH"),  # noqa: RUF001
        ("AH", "AH"),
        ("Herz Ass", "AH"),
        ("Herz As", "AH"),
        ("HA", "AH"),
        ("has", "AH"),
        ("das Herz Ass", "AH"),
        ("ace of hearts", "AH"),
        ("AS", "AS"),
        ("as", "AS"),
        ("Pik As", "AS"),
        ("Pik Ass", "AS"),
        ("PA", "AS"),
        ("JC", "JC"),
        ("Kreuz Bube", "JC"),
        ("KB", "JC"),
        ("Kreuz-Bub", "JC"),
        ("BC", "JC"),
        ("Treff Bube", "JC"),
        ("Bube", "JC"),
        ("jack", "JC"),
        ("den Buben", None),
        ("KC", None),
        ("Karo König", "KD"),
        ("Karo Koenig", "KD"),
        ("karo konig", "KD"),
        ("Karo Ko\u0308nig", "KD"),
        ("karokönig", "KD"),
        ("♦K", "KD"),
        ("king of diamonds", "KD"),
        ("König", "KD"),
        ("K♦", "KD"),
        ("Karo D", "QD"),
        ("♦D", "QD"),
        ("D♦", "QD"),
        ("QD", "QD"),
        ("Karo Dame", "QD"),
        ("K10", "TD"),
        ("Karo 10", "TD"),
        ("10D", "TD"),
        ("D10", "TD"),
        ("4", "4C"),
        ("vier", "4C"),
        ("K4", "4C"),
        ("four of clubs", "4C"),
        ("Kreuz Vier", "4C"),
        ("P3", "3S"),
        ("3p", "3S"),
        ("zwo", "2H"),
        ("Herz zwei", "2H"),
        ("kreuz", None),
        ("", None),
        ("  ", None),
        ("-", None),
        ("1H", None),
        ("11H", None),
        ("QSX", None),
        ("joker", None),
        ("QS KH", None),
        ("Trumpf", None),
        ("x" * 3000, None),
    ],
)
def test_a_card_that_is_typed(text: str, card: str | None) -> None:
    result = parse_card(text, HAND)
    if card is None:
        assert not isinstance(result, Card)
    else:
        assert result == Card.parse(card)


@pytest.mark.parametrize(
    ("text", "hand", "candidates"),
    [
        ("KD", "QC QD KD 2H", "QC QD KD"),
        ("kd", "QC KD 2H", "QC KD"),
        ("DK", "QC QD KD 2H", "QC QD KD"),
        ("KA", "AC AD AS", "AC AD"),
        ("K 10", "TC TD TH", "TC TD"),
        ("KK", "KC KD KH", "KC KD"),
        ("KB", "JC JD", "JC JD"),
        ("Dame", "QC QD KD QS", "QC QD QS"),
        ("Ass", "AC AS", "AC AS"),
        ("10", "TC TH", "TC TH"),
        ("Herz", "2H 3H QS", "2H 3H"),
        ("K", "2C 3D KS 2H", "2C 3D KS"),
        ("D", "3D QS 2H", "3D QS"),
    ],
)
def test_a_text_that_means_two_cards_of_the_hand(text: str, hand: str, candidates: str) -> None:
    expected = Ambiguous(text, tuple(Cards.parse(candidates)))
    assert parse_card(text, Cards.parse(hand)) == expected
    assert str(Cards.of(expected.candidates)) == candidates


@pytest.mark.parametrize(
    ("text", "hand", "card"),
    [
        ("KD", "KD 2H", "KD"),
        ("KD", "QD 2H", "QD"),
        ("KD", "QC 2H", "QC"),
        ("DK", "QC 2H", "QC"),
        ("K10", "TC 2H", "TC"),
        ("Herz", "2H QS", "2H"),
        ("D", "2C QS", "QS"),
        ("AS", "AS AH", "AS"),
    ],
)
def test_the_hand_settles_what_is_meant(text: str, hand: str, card: str) -> None:
    assert parse_card(text, Cards.parse(hand)) == Card.parse(card)


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("QC", "QC"),
        ("KD", "QC QD KD"),
        # Written in full as the ace of spades, it is not just some ace.
        ("AS", "AS"),
        ("Dame", "QC QD QH QS"),
        ("hello", ""),
    ],
)
def test_a_card_that_is_not_held_is_told_from_what_is_no_card(text: str, readings: str) -> None:
    assert parse_card(text, Cards.parse("2C 3D AH")) == Unknown(text, Cards.parse(readings))


@pytest.mark.parametrize(
    ("text", "hand", "cards"),
    [
        ("QS KH AH", "QS KH AH 2C", "QS KH AH"),
        ("QS, KH, AH", "QS KH AH 2C", "QS KH AH"),
        ("AH,KH,QS", "QS KH AH 2C", "AH KH QS"),
        ("qs kh  ah", "QS KH AH 2C", "QS KH AH"),
        ("Q S K H A H", "QS KH AH 2C", "QS KH AH"),
        ("Pik Dame, Herz König, Herz As", "QS KH AH 2C", "QS KH AH"),
        ("Pik Dame Herz König Herz As", "QS KH AH 2C", "QS KH AH"),
        ("Pik-Dame Herz-König Herz-Ass", "QS KH AH 2C", "QS KH AH"),
        ("Pik Dame, Herz König und Herz Ass", "QS KH AH 2C", "QS KH AH"),
        ("queen of spades, king of hearts and ace of hearts", "QS KH AH 2C", "QS KH AH"),
        ("queen of spades king of hearts ace of hearts", "QS KH AH 2C", "QS KH AH"),
        ("PD HK HA", "QS KH AH 2C", "QS KH AH"),
        ("QS; KH / AH", "QS KH AH 2C", "QS KH AH"),
        ("♠Q ♥K ♥A", "QS KH AH 2C", "QS KH AH"),
        ("Dame, König, Ass", "QS KH AH 2C", "QS KH AH"),
        ("10h Pik 10 TC", "TC TH TS", "TH TS TC"),
        ("KD QD 2C", "2C QD KD", "KD QD 2C"),
        ("KD KH KC", "KC KD KH", "KD KH KC"),
        ("KD, KC", "QC KC 2H", "QC KC"),
        ("QS QS QS", "QS KH AH", "QS QS QS"),
        ("QS KH", "QS KH AH", "QS KH"),
        ("QS", "QS KH AH", "QS"),
    ],
)
def test_several_cards_that_are_typed(text: str, hand: str, cards: str) -> None:
    assert parse_cards(text, Cards.parse(hand)) == tuple(map(Card.parse, cards.split()))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", Unknown("", NO_CARDS)),
        (" , ", Unknown(" , ", NO_CARDS)),
        ("QS, hello, AH", Unknown("hello", NO_CARDS)),
        ("QS hello", Unknown("QS hello", NO_CARDS)),
        ("QS KH 9C", Unknown("9C", Cards.parse("9C"))),
        ("QS, Dame, 9C", Ambiguous("Dame", tuple(Cards.parse("QC QD")))),
        ("KD AH", Ambiguous("KD", tuple(Cards.parse("QC QD")))),
    ],
)
def test_the_first_card_of_several_that_cannot_be_read(text: str, problem: Ambiguous | Unknown) -> None:
    assert parse_cards(text, Cards.parse("QC QD KH AH QS")) == problem


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("", "4C JC TD QD KD 2H TH AH 3S QS AS"),
        ("p", "3S QS AS"),
        ("Pik D", "3S QS"),
        ("Pik Da", "QS"),
        ("queen", "QD QS"),
        ("Herz A", "AH"),
        ("1", "TD TH"),
        ("kö", "KD"),
        ("x", ""),
    ],
)
def test_cards_offered_while_one_is_typed(text: str, cards: str) -> None:
    assert matching_cards(text, HAND) == Cards.parse(cards)
