"""What a review says, in both languages."""

from __future__ import annotations

import re

import pytest

from bot.engine.decisions import Made
from bot.engine.review import Finding, Review, Unlucky
from bot.players.advice import Advice, Price
from bot.players.reasons import Because, Reason
from bot.rules.cards import Card, Suit
from bot.rules.game import Game
from bot.rules.ruleset import Ruleset
from bot.rules.view import View
from bot.text.review_text import review_texts
from bot.text.words import Language, Words, load_words
from tests.players.positions import to_pass, to_play
from tests.text.test_hint_text import NAMES, cards, plain

SPOKEN = load_words()
EN, DE = SPOKEN[Language.EN], SPOKEN[Language.DE]
both_languages = pytest.mark.parametrize("words", SPOKEN.values(), ids=["en", "de"])

PLAY = to_play("6C 9C 6D 4H 6H 8H TH AH 3S 5S 9S AS", "", ["1: 2C 3C 4C 5C"])
PASS = to_pass("2C 5C 9C 3D 6D TD KD 4H 8H TH 3S 9S QS")


def made(view: View, text: str, trick: int) -> Made:
    return Made(view, cards(text), trick, 0, Game(Ruleset(), 0), ())


def finding(hindsight: int) -> Finding:
    low = Because(Reason.LEAD_LOW, suit=Suit.CLUBS, count=7)
    advice = Advice(cards("6C"), cards("6C"), low, (Price(cards("6C"), 1.0, 0.0, 0.0),), (), 200)
    return Finding(made(PLAY, "AS", 2), advice, Price(cards("AS"), 3.3, 2.3, 0.4), hindsight)


def passed() -> Finding:
    queen = Because(Reason.PASS_QUEEN, count=2)
    advice = Advice(cards("KD TH QS"), cards("KD TH QS"), queen)
    return Finding(made(PASS, "2C 5C 9C", 0), advice, Price(cards("2C 5C 9C"), 3.0, 1.0, 0.2), 1)


UNLUCKY = Unlucky(made(PLAY, "6C", 2), cards("3S 5S"), 13)


def test_a_review_in_full() -> None:
    found = Review(12, 12, (finding(13), passed()), UNLUCKY)
    title, first, second, luck, below = map(plain, review_texts(found, 1, NAMES, EN))
    assert title == "### 🔎 Your play · deal 1"
    assert first.split("\n") == [
        "**1. In trick 2** you played A♠; better was **6♣**.",
        "-# Your lowest of the suit: 7 cards above it are still out.",
        "At the time: 2.3 points worse on average (± 0.4).",
        "In hindsight: as the cards lay, it cost you 13 points.",
    ]
    assert second.split("\n")[:2] == [
        "**2. In the pass** you passed 2♣ 5♣ 9♣; better was **K♦ Q♠ 10♥**.",
        "-# You have only 2 lower spades to protect Q♠.",
    ]
    assert luck == (
        "🎲 Right choice, bad luck: 6♣ in trick 2. "
        "In hindsight, 3♠ or 5♠ would have saved 13 points, but nobody could know."
    )
    assert below.split("\n") == [
        "-# 12 decisions of yours left you a choice.",
        "-# At the time means by what you could know then; points are compared with the others’ average.",
        "-# In hindsight means that sound players finish the deal from there with the real cards.",
    ]


@pytest.mark.parametrize(
    ("words", "played", "passing", "luck"),
    [
        (EN, "**1. In deal 1, trick 2** you", "**2. In deal 1, passing** you", "6♣ in deal 1, trick 2."),
        (DE, "**1. Spiel 1, Stich 2:** Du", "**2. Spiel 1, Weitergeben:** Du", "6♣ (Spiel 1, Stich 2)."),
    ],
    ids=["en", "de"],
)
def test_in_a_whole_game_each_says_in_which_deal(words: Words, played: str, passing: str, luck: str) -> None:
    found = Review(12, 12, (finding(13), passed()), UNLUCKY)
    _, first, second, unlucky, _ = map(plain, review_texts(found, None, NAMES, words))
    assert first.startswith(played)
    assert second.startswith(passing)
    assert luck in unlucky


@pytest.mark.parametrize(("count", "said"), [(1, False), (2, False), (3, True)])
def test_where_three_are_shown_it_says_that_there_may_be_others(count: int, said: bool) -> None:
    found = Review(40, 130, (finding(13), passed(), finding(-13))[:count], None)
    assert ("These three cost most." in review_texts(found, None, NAMES, EN)) == said
    assert ("Diese drei waren am teuersten." in review_texts(found, None, NAMES, DE)) == said


@both_languages
@pytest.mark.parametrize("decisions", [40, 130])
def test_how_many_decisions_there_were_is_said_once(words: Words, decisions: int) -> None:
    found = Review(40, decisions, (finding(13), passed(), finding(-13)), UNLUCKY)
    text = "\n".join(review_texts(found, None, NAMES, words))
    assert re.findall(r"\b(?:40|130)\b", text) == (["40"] if decisions == 40 else ["130", "40"])


@both_languages
def test_words_that_are_not_used_are_not_explained(words: Words) -> None:
    nothing = review_texts(Review(5, 5, (), None), 1, NAMES, words)[-1]
    luck = review_texts(Review(5, 5, (), UNLUCKY), 1, NAMES, words)[-1]
    assert words("review.how") not in nothing + luck
    assert words("review.how_hindsight") not in nothing
    assert words("review.how_hindsight") in luck


def test_a_review_in_full_in_german() -> None:
    found = Review(12, 12, (finding(13), passed()), UNLUCKY)
    title, first, second, luck, below = map(plain, review_texts(found, 1, NAMES, DE))
    assert title == "### 🔎 Dein Rückblick · Spiel 1"
    assert first.split("\n") == [
        "**1. Stich 2:** Du hast A♠ gespielt; besser war **6♣**.",
        "-# Deine niedrigste der Farbe: 7 höhere Karten sind noch nicht gefallen.",
        "Damals: im Schnitt 2,3 Punkte schlechter (± 0,4).",
        "Im Nachhinein: So, wie die Karten lagen, hat es dich 13 Punkte gekostet.",
    ]
    assert second.split("\n")[0] == (
        "**2. Weitergeben:** Du hast 2♣ 5♣ 9♣ weitergegeben; besser war **K♦ D♠ 10♥**."
    )
    assert "13 Punkte gespart" in luck
    assert below.startswith("-# Bei 12 Entscheidungen hattest du eine Wahl.\n-# Damals heißt")


@pytest.mark.parametrize(
    ("hindsight", "english", "german"),
    [
        (1, "it cost you 1 point.", "hat es dich 1 Punkt gekostet"),
        (0, "it made no difference", "war es egal"),
        (-1, "lucky, as the cards lay it saved you 1 point.", "hat es dir 1 Punkt gespart"),
        (-20, "it saved you 20 points", "hat es dir 20 Punkte gespart"),
    ],
)
def test_an_error_is_told_from_luck(hindsight: int, english: str, german: str) -> None:
    found = Review(5, 5, (finding(hindsight),), None)
    assert english in review_texts(found, 1, NAMES, EN)[1]
    assert german in review_texts(found, 1, NAMES, DE)[1]


@both_languages
def test_where_nothing_cost_anything_it_says_so(words: Words) -> None:
    texts = review_texts(Review(5, 5, (), None), None, NAMES, words)
    assert texts[0] == words("review.title_game")
    assert texts[1] == words("review.nothing")


@both_languages
def test_where_nothing_was_decided_it_says_that(words: Words) -> None:
    assert review_texts(Review(0, 0, (), None), 3, NAMES, words) == (
        words("review.title", number=3),
        words("review.none"),
    )


@both_languages
def test_what_was_not_looked_at_is_owned_up_to(words: Words) -> None:
    texts = review_texts(Review(40, 130, (), None), None, NAMES, words)
    assert words.count("review.looked_at_some", 130, looked=40) in texts[-1]


@both_languages
def test_it_fits_a_message(words: Words) -> None:
    found = Review(130, 131, (finding(13), passed(), finding(-13)), UNLUCKY)
    names = ["🤖 " + "W" * 24] * 5
    assert len("\n".join(review_texts(found, None, names, words))) <= 4000


def test_cards_are_named_as_in_the_language() -> None:
    assert Card.parse("QS") in passed().advice.cards
    assert "D♠" in plain(review_texts(Review(1, 1, (passed(),), None), 1, NAMES, DE)[1])
