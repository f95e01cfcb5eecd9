"""Alt texts of scores say what the pictures say, what matters first."""

from __future__ import annotations

import pytest

from bot.rules.ruleset import PRESETS, Partners, Ruleset
from bot.rules.scoring import DealScore
from bot.text.alt import ALT_LENGTH
from bot.text.score_alt import chart_alt, placing_alt, sheet_alt
from bot.text.words import Language, Words, load_words

SPOKEN = load_words()
EN, DE = SPOKEN[Language.EN], SPOKEN[Language.DE]
NAMES = ("Ann", "*Ben* B", "Cem", "Dora")
SCORES = (DealScore((3, 15, 8, 0)), DealScore((26, 26, 0, 26), (2,)), DealScore((0, -10, 36, 0)))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            EN,
            "The score sheet after 3 deals. Standard, to 100 points. "
            "Totals: Ann 29, *Ben* B 31, Cem 44, Dora 26. Dora leads. "
            "Deal 3, passed across: Ann 0, *Ben* B −10, Cem 36, Dora 0. "
            "Deal 2, passed right, moon for Cem: Ann 26, *Ben* B 26, Cem 0, Dora 26. "
            "Deal 1, passed left: Ann 3, *Ben* B 15, Cem 8, Dora 0.",
        ),
        (
            DE,
            "Der Punktestand nach 3 Spielen. Standard, bis 100 Punkte. "
            "Stand: Ann 29, *Ben* B 31, Cem 44, Dora 26. Dora führt. "
            "Spiel 3, gegenüber weitergegeben: Ann 0, *Ben* B −10, Cem 36, Dora 0. "
            "Spiel 2, rechts weitergegeben, Durchmarsch von Cem: Ann 26, *Ben* B 26, Cem 0, Dora 26. "
            "Spiel 1, links weitergegeben: Ann 3, *Ben* B 15, Cem 8, Dora 0.",
        ),
    ],
    ids=["en", "de"],
)
def test_a_sheet(words: Words, expected: str) -> None:
    assert sheet_alt(PRESETS["standard"], SCORES, NAMES, words) == expected


def test_a_sheet_with_a_running_deal() -> None:
    text = sheet_alt(PRESETS["standard"], SCORES[:1], NAMES, EN, running=(0, 13, 1, 0))
    assert (
        "Dora leads. In deal 2 so far: Ann 0, *Ben* B 13, Cem 1, Dora 0. Deal 1, passed left: Ann 3," in text
    )


def test_a_sheet_before_the_first_deal_is_over() -> None:
    assert sheet_alt(PRESETS["standard"], (), NAMES, DE, running=(0, 1, 0, 0)) == (
        "Der Punktestand nach 0 Spielen. Standard, bis 100 Punkte. "
        "In Spiel 1 bisher: Ann 0, *Ben* B 1, Cem 0, Dora 0."
    )


def test_a_deal_without_a_pass_says_nothing_of_one() -> None:
    text = sheet_alt(PRESETS["standard"], (DealScore((3, 15, 8, 0)),) * 5, NAMES, EN)
    assert "Deal 5, passed left: Ann" in text
    assert "Deal 4: Ann" in text


def test_the_pass_is_left_out_before_a_deal_is() -> None:
    told = sheet_alt(PRESETS["standard"], (DealScore((3, 15, 8, 0)),) * 21, NAMES, EN)
    assert "passed" not in told
    assert "Deal 4: " in told


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((0, 10, 10, 6), "Ann leads."),
        ((3, 10, 3, 10), "Ann and Cem lead."),
        ((6, 7, 7, 6), "Ann and Dora lead."),
    ],
)
def test_who_leads(points: tuple[int, ...], said: str) -> None:
    assert said in sheet_alt(PRESETS["standard"], (DealScore(points),), NAMES, EN)


def test_where_everybody_has_the_same_nobody_leads() -> None:
    text = sheet_alt(PRESETS["standard"], (DealScore((3, 3, 3, 3)),), NAMES, EN)
    assert "lead" not in text


def test_teams_and_what_each_of_them_got() -> None:
    rules = Ruleset(partners=Partners.TOGETHER)
    text = sheet_alt(rules, (DealScore((0, 26, 0, 26), (0, 2)),), NAMES, EN)
    assert "Totals: Ann and Cem 0, *Ben* B and Dora 52. Ann and Cem lead. " in text
    assert (
        "Deal 1, passed left, moon for Ann and Cem: Ann and Cem 0 (0 + 0), *Ben* B and Dora 52 (26 + 26)."
        in text
    )


def test_a_sun_and_a_total_that_was_exactly_the_limit() -> None:
    rules = Ruleset(limit=52, exact_limit=True, sun=True)
    text = sheet_alt(rules, (DealScore((52, 52, 0, 52), (2,), sun=True),), NAMES, EN)
    assert "Deal 1, passed left, every trick for Cem: " in text
    assert "Ann had exactly 52; that became 26." in text


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            EN,
            "The totals as lines over 3 deals, with the limit of 100. "
            "Totals: Ann 29, *Ben* B 31, Cem 44, Dora 26. Moon for Cem: deal 2. "
            "Ann: 3, 29, 29. *Ben* B: 15, 41, 31. Cem: 8, 8, 44. Dora: 0, 26, 26.",
        ),
        (
            DE,
            "Der Punktestand als Linien über 3 Spiele, mit der Grenze von 100. "
            "Stand: Ann 29, *Ben* B 31, Cem 44, Dora 26. Durchmarsch von Cem: Spiel 2. "
            "Ann: 3, 29, 29. *Ben* B: 15, 41, 31. Cem: 8, 8, 44. Dora: 0, 26, 26.",
        ),
    ],
    ids=["en", "de"],
)
def test_a_chart(words: Words, expected: str) -> None:
    assert chart_alt(PRESETS["standard"], SCORES, NAMES, words) == expected


def test_a_chart_of_teams_and_of_several_moons() -> None:
    moon = DealScore((0, 26, 0, 26), (0, 2))
    sun = DealScore((52, 0, 52, 0), (1,), sun=True)
    text = chart_alt(Ruleset(partners=Partners.TOGETHER, sun=True), (moon, moon, sun), NAMES, EN)
    assert "Moons for Ann and Cem: deals 1 and 2. Every trick for *Ben* B and Dora: deal 3." in text
    assert text.endswith("Ann and Cem: 0, 0, 104. *Ben* B and Dora: 52, 104, 104.")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            EN,
            "The placing after 3 deals. Standard, to 100 points. Place 1, Dora (computer, Hard): 26 points. "
            "Place 2, Ann: 29 points. Place 3, *Ben* B: 31 points. Place 4, Cem: 44 points, 1 moon.",
        ),
        (
            DE,
            "Die Platzierung nach 3 Spielen. Standard, bis 100 Punkte. "
            "Platz 1, Dora (Computer, Stark): 26 Punkte. Platz 2, Ann: 29 Punkte. "
            "Platz 3, *Ben* B: 31 Punkte. Platz 4, Cem: 44 Punkte, 1 Durchmarsch.",
        ),
    ],
    ids=["en", "de"],
)
def test_a_placing(words: Words, expected: str) -> None:
    levels = ("", "", "", words("level.hard"))
    assert placing_alt(PRESETS["standard"], SCORES, NAMES, words, levels) == expected


def test_a_placing_with_equal_places_and_with_teams() -> None:
    level = placing_alt(PRESETS["standard"], (DealScore((1, 100, 50, 50)),), NAMES, EN)
    assert level.endswith(
        "Place 1, Ann: 1 point. Place 2, Cem: 50 points. Place 2, Dora: 50 points. "
        "Place 4, *Ben* B: 100 points."
    )
    moons = (DealScore((0, 26, 0, 26), (0, 2)),) * 2 + (DealScore((0, 52, 0, 52), (2,), sun=True),)
    teams = placing_alt(Ruleset(partners=Partners.TOGETHER, sun=True), moons, NAMES, EN)
    assert teams.endswith(
        "Place 1, Ann and Cem: 0 points, 2 moons, every trick in 1 deal. "
        "Place 2, *Ben* B and Dora: 208 points."
    )


@pytest.mark.parametrize("words", SPOKEN.values(), ids=["en", "de"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_alt_texts_fit_with_the_longest_names_and_games(words: Words, players: int) -> None:
    rules = Ruleset(players=players, spot=True, limit=1000)
    scores = (DealScore((0, *(129,) * (players - 1)), (0,)),) * 40
    names = ["W" * 100] * players
    levels = [words("level.expert")] * players
    texts = (
        sheet_alt(rules, scores, names, words, running=(129,) * players),
        chart_alt(rules, scores, names, words),
        placing_alt(rules, scores, names, words, levels),
    )
    for text in texts:
        assert len(text) <= ALT_LENGTH
        assert text.endswith(".")
    # The totals and the newest deals are what is kept.
    assert words.number(129 * 40) in texts[0]
    assert words.number(129 * 40) in texts[1]
    assert "40" in texts[0].split(".")[0]
    assert words("sheet.alt_deal_moon", number=40, names="", points="").split(",")[0] in texts[0]
    assert texts[2].count("W…") == players
