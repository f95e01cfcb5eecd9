"""The rules of a table: right for every ruleset, and what is not standard marked."""

from __future__ import annotations

import itertools
import random

import pytest

from bot.rules.ruleset import PRESETS, Direction, Moon, Partners, Ruleset
from bot.text.rules_text import rules_message, rules_text, ruleset_line
from bot.text.words import Language, Words, load_words
from tests.rules.rulesets import random_ruleset

SPOKEN = load_words()
EN, DE = SPOKEN[Language.EN], SPOKEN[Language.DE]
FITS_A_MESSAGE = 4000

BEFORE_POINTS = ("queen_breaks_hearts", "hearts_any_time", "points_on_first_trick")
RULESETS = [
    Ruleset(limit=limit, **dict(zip(BEFORE_POINTS, switches, strict=True)))
    for limit in (25, 50, 100, 1000)
    for switches in itertools.product((False, True), repeat=len(BEFORE_POINTS))
]
RULESETS += PRESETS.values()
DRAWN = dict.fromkeys(random_ruleset(random.Random(seed)) for seed in range(150))
RULESETS += [ruleset for ruleset in DRAWN if ruleset not in RULESETS]


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


@pytest.mark.parametrize("words", [EN, DE], ids=["en", "de"])
def test_every_field_changes_what_is_said(words: Words) -> None:
    rulesets = {*RULESETS}
    assert len({tuple(lines(ruleset, words)) for ruleset in rulesets}) == len(rulesets)
    assert len({ruleset_line(ruleset, words) for ruleset in rulesets}) == len(rulesets)


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
        (Ruleset(players=3), ["Three players hold 17 cards each."]),
        (Ruleset(players=5), ["Five players hold 10 cards each."]),
        (
            Ruleset(players=3, kitty=True),
            [
                "Three players hold 17 cards each.",
                "1 card is left over and lies face down. It goes to whoever takes the first trick, points "
                "included, and is then turned up for all; it does not break hearts.",
            ],
        ),
        (
            Ruleset(pass_cycle=(Direction.LEFT, Direction.ACROSS, Direction.HOLD)),
            [
                "Before play you pass three cards, deal by deal: left, across, not at all. "
                "Then it starts again.",
            ],
        ),
        (Ruleset(pass_cycle=(Direction.HOLD,)), ["No cards are passed."]),
        (
            Ruleset(moon=Moon.SUBTRACT),
            [
                "If you take every heart and Q♠, you have shot the moon: 26 points are taken from your "
                "total, and everybody else gets none.",
            ],
        ),
        (
            Ruleset(moon=Moon.CHOOSE),
            [
                "If you take every heart and Q♠, you have shot the moon and choose: everybody else gets 26 "
                "points, or 26 are taken from your total. If your time runs out, the others get them, unless "
                "that would make somebody else win at once.",
            ],
        ),
        (
            Ruleset(moon=Moon.AVOID),
            [
                "If you take every heart and Q♠, you have shot the moon: everybody else gets 26 points. Only "
                "if that would make somebody else win at once, they are taken from your total instead.",
            ],
        ),
        (
            PRESETS["omnibus"],
            [
                "Whoever takes J♦ gets 10 points less, even when somebody shoots the moon; "
                "a deal can come to less than zero.",
            ],
        ),
        (Ruleset(sun=True), ["If you take every trick, it is the same with 52 points."]),
        (
            Ruleset(no_trick_bonus=True),
            ["Whoever takes no trick gets 5 points less, unless somebody has shot the moon."],
        ),
        (
            PRESETS["spot"],
            [
                "Each heart costs its number, the jack 11, the queen 12, the king 13 and the ace 14; Q♠ "
                "costs 25: 129 points a deal.",
                "The game ends after a deal in which somebody has 500 points or more; the lowest total wins.",
            ],
        ),
        (
            PRESETS["partners"],
            [
                "Hearts and the queen of spades cost points. Players who sit opposite each other are "
                "partners, and the team with the fewest points wins.",
            ],
        ),
        (
            Ruleset(exact_limit=True, limit=75),
            [
                "The game ends after a deal in which somebody has 75 points or more; the lowest total wins.",
                "A total of exactly 75 points drops to 37 first.",
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
        (Ruleset(spot=True), "everybody else gets 129", True),
        (Ruleset(spot=True, sun=True), "258", True),
        (Ruleset(partners=Partners.ALONE), "everybody else", False),
        (Ruleset(partners=Partners.ALONE), "Seats and the first dealer are drawn by lot", False),
        (Ruleset(partners=Partners.TOGETHER), "You sit as you sat before the start", True),
        (Ruleset(partners=Partners.ALONE), "each opponent gets 26", True),
        (Ruleset(partners=Partners.ALONE), "Only one player alone", True),
        (Ruleset(partners=Partners.TOGETHER), "shoot it together", True),
        (Ruleset(partners=Partners.TOGETHER, moon=Moon.CHOOSE), "the one who took Q♠", True),
        (Ruleset(players=3), "2♦ is left out", True),
        (Ruleset(players=5), "2♣ and 2♦ are left out", True),
        (Ruleset(players=5, kitty=True), "left out", False),
        (Ruleset(players=5, kitty=True), "2 cards are left over", True),
        (Ruleset(players=5), "holds 3♣ after the pass", True),
        (Ruleset(players=3), "holds 2♣ after the pass", True),
        (Ruleset(players=3, kitty=True), "holds the lowest club", True),
        (Ruleset(players=3), "across", False),
        (Ruleset(no_trick_bonus=True), "no points are left to take", False),
        (Ruleset(no_trick_bonus=True), "nothing that counts is open", True),
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
        (
            Ruleset(pass_cycle=(Direction.HOLD,)),
            "House rules, to 100 points, no passing",
            "Hausregeln, bis 100 Punkte, kein Weitergeben",
        ),
        (
            Ruleset(pass_cycle=(Direction.HOLD, Direction.LEFT)),
            "House rules, to 100 points, passing not at all, left",
            "Hausregeln, bis 100 Punkte, Weitergeben: gar nicht, nach links",
        ),
        (Ruleset(limit=1000), "Standard, to 1,000 points", "Standard, bis 1.000 Punkte"),
        (
            Ruleset(queen_breaks_hearts=True, hearts_any_time=True, points_on_first_trick=True),
            "House rules, to 100 points, Q♠ breaks hearts, hearts at any time, points on the first trick",
            "Hausregeln, bis 100 Punkte, D♠ bricht Herz, Herz jederzeit, Punkte schon im ersten Stich",
        ),
        (
            Ruleset(queen_breaks_hearts=True, hearts_any_time=True),
            "House rules, to 100 points, Q♠ breaks hearts, hearts at any time",
            "Hausregeln, bis 100 Punkte, D♠ bricht Herz, Herz jederzeit",
        ),
        (
            Ruleset(players=5, kitty=True, moon=Moon.CHOOSE),
            "House rules, to 100 points, 5 players with 10 cards each, with a kitty, "
            "the shooter of a moon chooses",
            "Hausregeln, bis 100 Punkte, 5 Plätze mit je 10 Karten, mit verdeckten Karten, Mond nach Wahl",
        ),
        (
            Ruleset(spot=True, limit=500, jack_of_diamonds=True),
            "House rules, to 500 points, J♦ counts −10, hearts count their rank",
            "Hausregeln, bis 500 Punkte, B♦ zählt −10, Herz zählt nach Rang",
        ),
    ],
)
def test_a_ruleset_in_a_few_words(ruleset: Ruleset, english: str, german: str) -> None:
    assert ruleset_line(ruleset, EN).replace("\ufe0e", "") == english
    assert ruleset_line(ruleset, DE).replace("\ufe0e", "") == german
