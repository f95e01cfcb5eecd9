"""The rules of a table: right for every ruleset, and what is not standard marked."""

from __future__ import annotations

import itertools

import pytest

from bot.rules.ruleset import PRESETS, Ruleset
from bot.text.rules_text import rules_message, rules_text, ruleset_line
from bot.text.words import Language, Words, load_words

SPOKEN = load_words()
EN, DE = SPOKEN[Language.EN], SPOKEN[Language.DE]
FITS_A_MESSAGE = 4000

RULESETS = [
    Ruleset(limit, *switches)
    for limit in (25, 50, 100, 1000)
    for switches in itertools.product((False, True), repeat=3)
]


def lines(ruleset: Ruleset, words: Words) -> list[str]:
    return [
        line.text.replace("\ufe0e", "") for section in rules_text(ruleset, words) for line in section.lines
    ]


def changed_lines(ruleset: Ruleset, words: Words) -> list[str]:
    return [
        line.text.replace("\ufe0e", "")
        for section in rules_text(ruleset, words)
        for line in section.lines
        if line.changed
    ]


@pytest.mark.parametrize("words", [EN, DE], ids=["en", "de"])
@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_each_changed_field_has_one_marked_line_and_the_text_fits(ruleset: Ruleset, words: Words) -> None:
    changes = ruleset.changes(PRESETS["standard"])
    assert len(changed_lines(ruleset, words)) == len(changes)
    message = rules_message(ruleset, words)
    assert message.count("🔸") == len(changes)
    assert len(message) <= FITS_A_MESSAGE
    assert len(set(lines(ruleset, words))) == len(lines(ruleset, words))
    assert all(section.title and section.lines for section in rules_text(ruleset, words))


def test_every_field_changes_what_is_said() -> None:
    said = {tuple(lines(ruleset, EN)) for ruleset in RULESETS}
    assert len(said) == len(RULESETS)


@pytest.mark.parametrize(
    ("ruleset", "marked"),
    [
        (Ruleset(), []),
        (
            PRESETS["short"],
            [
                "The game ends after a deal in which somebody has 50 points or more; the lowest total wins.",
            ],
        ),
        (
            Ruleset(limit=1000, points_on_first_trick=True),
            [
                "Even in the first trick, if you have no clubs, you may play anything, points included.",
                "The game ends after a deal in which somebody has 1,000 points or more; "
                "the lowest total wins.",
            ],
        ),
        (
            Ruleset(queen_breaks_hearts=True),
            [
                "Q♠ played on another suit breaks hearts too; "
                "leading it or following spades with it does not.",
            ],
        ),
        (
            Ruleset(hearts_any_time=True),
            ["You may lead hearts at any time after the first lead; they need not be broken."],
        ),
        (
            Ruleset(queen_breaks_hearts=True, hearts_any_time=True),
            [
                "You may lead hearts at any time after the first lead; they need not be broken.",
                "Q♠ played on another suit breaks hearts too, but with hearts led at any time that changes "
                "nothing.",
            ],
        ),
    ],
    ids=str,
)
def test_what_is_marked(ruleset: Ruleset, marked: list[str]) -> None:
    assert changed_lines(ruleset, EN) == marked


@pytest.mark.parametrize(
    ("ruleset", "fragment", "said"),
    [
        (Ruleset(), "only once they are broken", True),
        (Ruleset(hearts_any_time=True), "only once they are broken", False),
        (Ruleset(), "you have to lead Q♠", True),
        (Ruleset(hearts_any_time=True), "you have to lead Q♠", False),
        (Ruleset(), "Q♠ does not break hearts", True),
        (Ruleset(queen_breaks_hearts=True), "Q♠ does not break hearts", False),
        (Ruleset(), "neither a heart nor Q♠", True),
        (Ruleset(points_on_first_trick=True), "neither a heart nor Q♠", False),
        (Ruleset(), "everybody else gets 26", True),
        (Ruleset(limit=50), "100", False),
    ],
    ids=str,
)
def test_nothing_is_said_that_does_not_hold_at_the_table(ruleset: Ruleset, fragment: str, said: bool) -> None:
    assert any(fragment in line for line in lines(ruleset, EN)) is said


def test_a_changed_rule_is_marked_in_the_message() -> None:
    message = rules_message(Ruleset(hearts_any_time=True), DE)
    assert "- 🔸 **Hausregel:** Herz darfst du jederzeit ausspielen" in message


@pytest.mark.parametrize(
    ("ruleset", "english", "german"),
    [
        (Ruleset(), "Standard, to 100 points", "Standard, bis 100 Punkte"),
        (PRESETS["short"], "Short game, to 50 points", "Kurze Partie, bis 50 Punkte"),
        (Ruleset(limit=1000), "Standard, to 1,000 points", "Standard, bis 1.000 Punkte"),
        (
            Ruleset(queen_breaks_hearts=True, hearts_any_time=True, points_on_first_trick=True),
            "Standard, to 100 points, Q♠ breaks hearts, hearts at any time, points on the first trick",
            "Standard, bis 100 Punkte, D♠ bricht Herz, Herz jederzeit, Punkte schon im ersten Stich",
        ),
    ],
)
def test_a_ruleset_in_a_few_words(ruleset: Ruleset, english: str, german: str) -> None:
    assert ruleset_line(ruleset, EN).replace("\ufe0e", "") == english
    assert ruleset_line(ruleset, DE).replace("\ufe0e", "") == german
