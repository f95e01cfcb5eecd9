"""What a hint says, in both languages."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.players.advice import Advice, Price
from bot.players.reasons import Because, Reason
from bot.rules.cards import Card, Suit
from bot.rules.view import View
from bot.text.cards import card_short
from bot.text.hint_text import hint_texts, reason_sentence
from bot.text.words import Language, Words, load_words
from tests.players.positions import to_pass, to_play

SPOKEN = load_words()
EN, DE = SPOKEN[Language.EN], SPOKEN[Language.DE]
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")
both_languages = pytest.mark.parametrize("words", SPOKEN.values(), ids=["en", "de"])
every_reason = pytest.mark.parametrize("reason", Reason, ids=str)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def because(reason: Reason, count: int) -> Advice:
    """Advice with a reason that has everything a reason can say."""
    said = Because(reason, cards("KS AS"), Suit.CLUBS, 1, 2, count)
    return Advice(cards("QS"), cards("QS"), said)


def plain(text: str) -> str:
    """Without what makes a suit a letter and not a picture."""
    return text.replace("\ufe0e", "")


@both_languages
@every_reason
@pytest.mark.parametrize("count", [0, 1, 13])
def test_every_reason_is_one_sentence(reason: Reason, words: Words, count: int) -> None:
    sentence = reason_sentence(because(reason, count), NAMES, words)
    assert re.fullmatch(r"[^\s].*[.]", sentence)
    assert len(sentence) <= 200
    assert not re.search(r"\b[2-9TJQKA][CDHS]\b", sentence), "a card in notation"
    assert "{" not in sentence
    assert sentence.count(". ") == 0


@every_reason
def test_no_reason_is_the_same_in_both_languages(reason: Reason) -> None:
    said = {reason_sentence(because(reason, 13), NAMES, words) for words in SPOKEN.values()}
    assert len(said) == 2


SENTENCES = [
    (
        Because(Reason.DISCARD_SURE, cards=cards("AD"), seat=1, count=13),
        "Ben’s A♦ already takes this trick: 13 points leave your hand.",
        "A♦ von Ben gewinnt diesen Stich schon sicher: Du wirst 13 Punkte los.",
    ),
    (
        Because(Reason.DISCARD_SURE, cards=cards("AD"), seat=1, count=1),
        "Ben’s A♦ already takes this trick: 1 point leaves your hand.",
        "A♦ von Ben gewinnt diesen Stich schon sicher: Du wirst 1 Punkt los.",
    ),
    (
        Because(Reason.EQUAL, cards=cards("3S 4S")),
        "3♠ or 4♠, no matter: nobody else holds a card between them.",
        "3♠ oder 4♠, das ist egal: Niemand sonst hat eine Karte dazwischen.",
    ),
    (
        Because(Reason.STOP_MOON_TAKE, seat=3),
        "Take this one on purpose: Dora has every point so far.",
        "Diesen Stich mit Absicht nehmen: Dora hat bisher alle Punkte.",
    ),
    (
        Because(Reason.PASS_QUEEN, count=1),
        "You have only 1 lower spade to protect Q♠.",
        "Du hast nur 1 niedrigeres Pik, um D♠ zu schützen.",
    ),
    (
        Because(Reason.PASS_QUEEN, count=3),
        "You have only 3 lower spades to protect Q♠.",
        "Du hast nur 3 niedrigere Pik, um D♠ zu schützen.",
    ),
    (
        Because(Reason.PASS_QUEEN),
        "You have no lower spade to protect Q♠.",
        "Du hast kein niedrigeres Pik, um D♠ zu schützen.",
    ),
    (
        Because(Reason.KEEP_AGAINST_MOON, seat=3),
        "Dora has taken every point so far: keep what can stop the moon.",
        "Dora hat bisher alle Punkte: Behalte, was den Mond verhindern kann.",
    ),
    (
        Because(Reason.BEST, count=100),
        "No single reason: it simply comes out best.",
        "Kein einzelner Grund: Das schneidet einfach am besten ab.",
    ),
    (
        Because(Reason.CLOSE, count=100),
        "Others came out a little lower, but not by more than chance.",
        "Anderes schneidet etwas besser ab, aber nicht deutlicher als durch Zufall.",
    ),
    (
        Because(Reason.DISCARD_HIGH, suit=Suit.SPADES, count=5),
        "5 cards below Q♠ are still out: a high card like this takes tricks you do not want.",
        "5 Karten unter D♠ sind noch nicht gefallen: Eine so hohe gewinnt Stiche, die du nicht willst.",
    ),
    (
        Because(Reason.DISCARD_HIGH_SPADE),
        "Q♠ is still out, and this card could have to take her.",
        "D♠ ist noch nicht gefallen, und diese Karte könnte sie nehmen müssen.",
    ),
    (
        Because(Reason.LEAD_LOSE, suit=Suit.CLUBS, count=3),
        "Your lowest of the suit: 3 cards above it are still out, so you will probably lose the trick.",
        "Deine niedrigste der Farbe: 3 höhere Karten sind noch nicht gefallen, "
        "du gibst den Stich also wahrscheinlich ab.",
    ),
    (
        Because(Reason.PASS_VOID, suit=Suit.DIAMONDS),
        "You keep no diamonds: unless you are passed some, you can discard when they are led.",
        "Du behältst kein Karo: Wenn du keines bekommst, kannst du auf Karo abwerfen.",
    ),
    (
        Because(Reason.LEAD_LOW, suit=Suit.CLUBS, count=1),
        "Your lowest of the suit: 1 card above it is still out.",
        "Deine niedrigste der Farbe: 1 höhere Karte ist noch nicht gefallen.",
    ),
]


@pytest.mark.parametrize(("said", "english", "german"), SENTENCES, ids=[row[1][:30] for row in SENTENCES])
def test_sentences_as_they_are_read(said: Because, english: str, german: str) -> None:
    advice = Advice(cards("QS"), cards("QS"), said)
    assert plain(reason_sentence(advice, NAMES, EN)) == english
    assert plain(reason_sentence(advice, NAMES, DE)) == german


HAND = to_play("6C 9C 6D 4H 6H 8H TH AH 3S 5S 9S AS", "", ["1: 2C 3C 4C 5C"])
ADVICE = Advice(
    cards("6C"),
    cards("6C"),
    Because(Reason.LEAD_LOW, suit=Suit.CLUBS, count=7),
    (
        Price(cards("6C"), -1.25, 0.0, 0.0),
        Price(cards("3S 5S"), -1.0, 0.25, 0.5),
        Price(cards("8H"), -1.2, 0.1, 0.01),
        Price(cards("AS"), 2.31, 3.56, 0.44),
        Price(cards("9C"), 4.0, 5.25, 0.5, shoots=True),
    ),
    cards("6D 9S"),
    1200,
)


def test_a_hint_in_full() -> None:
    title, why, costs = (plain(text) for text in hint_texts(HAND, ADVICE, NAMES, EN))
    assert title == "### 💡 Hint · deal 1, trick 2"
    assert why.split("\n") == [
        "**6♣**",
        "Your lowest of the suit: 7 cards above it are still out.",
        "3♠, 5♠ or 8♥ might be as good.",
    ]
    assert costs.split("\n")[:-1] == [
        "Expected points, compared with the others’ average (lower is better):",
        "6♣ · **−1.2**",
        "3♠ 5♠ · −1.0 (+0.2 ± 0.5) · may be as good",
        "8♥ · −1.2 · practically the same",
        "A♠ · 2.3 (+3.5 ± 0.4)",
        "🌙 9♣ · 4.0 (+5.2 ± 0.5)",
        "6♦ · not looked at",
        "9♠ · not looked at",
    ]
    assert "1,200 ways" in costs
    assert "rough estimate" not in costs


def test_a_hint_in_full_in_german() -> None:
    title, why, costs = (plain(text) for text in hint_texts(HAND, ADVICE, NAMES, DE))
    assert title == "### 💡 Tipp · Spiel 1, Stich 2"
    assert why.split("\n")[0] == "**6♣**"
    assert why.split("\n")[2] == "3♠, 5♠ oder 8♥ könnte genauso gut sein."
    assert costs.split("\n")[:6] == [
        "Zu erwartende Punkte, verglichen mit dem Schnitt der anderen (weniger ist besser):",
        "6♣ · **−1,2**",
        "3♠ 5♠ · −1,0 (+0,2 ± 0,5) · vielleicht genauso gut",
        "8♥ · −1,2 · praktisch gleich",
        "A♠ · 2,3 (+3,5 ± 0,4)",
        "🌙 9♣ · 4,0 (+5,2 ± 0,5)",
    ]


@pytest.mark.parametrize(("count", "rough"), [(20, True), (99, True), (100, False)])
def test_few_worlds_give_a_rough_estimate(count: int, rough: bool) -> None:
    texts = {
        words.language: hint_texts(HAND, replace(ADVICE, worlds=count), NAMES, words)[2]
        for words in SPOKEN.values()
    }
    assert texts[Language.EN].endswith(f"\n-# Only {count} ways: a rough estimate.") == rough
    assert texts[Language.DE].endswith(f"\n-# Nur {count} Verteilungen: eine grobe Schätzung.") == rough


def test_equal_cards_are_offered_together() -> None:
    equal = Advice(cards("5S"), cards("3S 5S"), Because(Reason.EQUAL, cards=cards("3S 5S")))
    texts = hint_texts(HAND, equal, NAMES, DE)
    assert plain(texts[1]).startswith("**3♠ oder 5♠**\n")
    assert len(texts) == 2


@both_languages
def test_many_that_are_as_good_are_not_all_named(words: Words) -> None:
    rivals = tuple(Price((card,), 0.0, 0.1, 1.0) for card in cards("9C 6D 3S AS"))
    advice = Advice(cards("6C"), cards("6C"), Because(Reason.BEST), (ADVICE.prices[0], *rivals), (), 10)
    assert words("hint.close_many") in hint_texts(HAND, advice, NAMES, words)[1]


@both_languages
def test_seventeen_cards_fit_a_message(words: Words) -> None:
    hand = to_pass("2C 4C 6C 8C TC QC AC 3D 5D 7D 9D JD KD")
    many = tuple(Price((card,), 12.34, 12.34, 1.23) for card in [*hand.hand, *cards("3H 5H 7H 9H")])
    advice = Advice(cards("2C"), cards("2C"), Because(Reason.DUCK_HIGH, cards("KS"), seat=1), many, (), 200)
    playing = View(HAND.public, 0, hand.dealt, hand.hand, None, None, hand.hand)
    names = ["🤖 " + "W" * 24] * 5
    text = "\n".join(hint_texts(playing, advice, names, words))
    assert len(text) <= 4000
    lines = [line for line in text.split("\n") if " · " in line]
    assert len(lines) == 18
    assert max(map(len, lines)) <= 40, "a line of a phone"


def test_of_passes_the_cheapest_are_listed() -> None:
    hand = to_pass("2C 4C 6C 8C TC QC AC 3D 5D 7D 9D JD KD")
    many = tuple(
        Price(cards(f"2C 4C {last}"), 1.0, 2.0, 0.1)
        for last in ("6C", "8C", "TC", "QC", "AC", "3D", "5D", "7D")
    )
    advice = Advice(cards("2C 4C 6C"), cards("2C 4C 6C"), Because(Reason.BEST, count=60), many, (), 60)
    title, why, costs = hint_texts(hand, advice, NAMES, EN)
    assert title == "### 💡 Hint · deal 1, passing"
    assert plain(why).startswith("**2♣ 4♣ 6♣**\n")
    assert sum(card_short(Card.parse("4C"), EN) in line for line in costs.split("\n")) == 6


@pytest.mark.parametrize(
    ("advised", "other", "best", "costs"),
    [
        (-2.94, -2.46, "**−2.9**", "−2.5 (+0.4 ± 0.1)"),
        (-2.86, -2.54, "**−2.9**", "−2.5 (+0.4 ± 0.1)"),
        (1.04, 0.76, "**1.0**", "0.8 (−0.2 ± 0.1)"),
        (0.26, 0.64, "**0.3**", "0.6 (+0.3 ± 0.1)"),
    ],
)
def test_the_difference_is_that_of_the_numbers_beside_it(
    advised: float, other: float, best: str, costs: str
) -> None:
    prices = (Price(cards("6C"), advised, 0.0, 0.0), Price(cards("AS"), other, other - advised, 0.1))
    advice = Advice(cards("6C"), cards("6C"), Because(Reason.BEST), prices, (), 200)
    lines = plain(hint_texts(HAND, advice, NAMES, EN)[2]).split("\n")
    assert lines[1:3] == [f"6♣ · {best}", f"A♠ · {costs}"]


KEPT = [
    (True, Reason.PASS_VOID, -0.5, True),
    (True, Reason.BEST, -0.5, True),
    (True, Reason.CLOSE, -0.5, False),
    (False, Reason.PASS_VOID, -0.5, False),
    (True, Reason.PASS_VOID, 0.5, False),
    (True, Reason.PASS_VOID, -0.01, False),
]


@pytest.mark.parametrize(("usual", "reason", "more", "said"), KEPT)
def test_why_something_lower_stands_below_the_advised(
    usual: bool, reason: Reason, more: float, said: bool
) -> None:
    because = Because(reason, suit=Suit.CLUBS)
    hand = to_pass("2C 4C 6C 8C TC QC AC 3D 5D 7D 9D JD KD")
    passes = (Price(cards("2C 4C 6C"), 1.0, 0.0, 0.0), Price(cards("2C 4C 8C"), 1.0 + more, more, 0.4))
    advice = Advice(cards("2C 4C 6C"), cards("2C 4C 6C"), because, passes, (), 200, usual)
    kept = "-# What is lower leads by too little to be sure; the usual pass is kept."
    assert (kept in hint_texts(hand, advice, NAMES, EN)[2].split("\n")) == said
    plays = (Price(cards("6C"), 1.0, 0.0, 0.0), Price(cards("9C"), 1.0 + more, more, 0.4))
    advice = Advice(cards("6C"), cards("6C"), because, plays, (), 200, usual)
    assert (EN("hint.kept") in hint_texts(HAND, advice, NAMES, EN)[2].split("\n")) == said


@both_languages
def test_cards_to_pass_stand_as_in_the_hand(words: Words) -> None:
    hand = to_pass("2C 5C 9C 3C 6D TD KD 4H 8H TH 3H 9H QH")
    best, other = cards("5C KD TH"), cards("2C 6D TH")
    said = Because(Reason.PASS_HIGH, cards("2C KD"))
    prices = (Price(best, 1.0, 0.0, 0.0), Price(other, 1.1, 0.1, 0.5))
    _, why, costs = (
        plain(text).replace("\u2002", " ")
        for text in hint_texts(hand, Advice(best, best, said, prices, (), 200), NAMES, words)
    )
    king = card_short(Card.parse("KD"), words).replace("\ufe0e", "")
    assert why.startswith(f"**{king} 5♣ 10♥**")
    assert f"{king} 5♣ 10♥" in costs
    assert "6♦ 2♣ 10♥" in costs
    assert f"{king} 2♣" in why
