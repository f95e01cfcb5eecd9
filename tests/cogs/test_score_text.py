"""The score sheet: every deal, and as many as fit; it adds up for whoever checks it."""

import pytest

from bot.rules.game import Game
from bot.rules.ruleset import Partners, Ruleset
from bot.rules.scoring import DealScore
from bot.text.words import Language, Words, load_words, plain
from cogs.score_text import ROOM, score_text

WORDS = load_words()
EN, DE = WORDS[Language.EN], WORDS[Language.DE]
FOUR = ("Ann", "Ben", "Cleo", "Dora")


def test_an_exact_limit_stands_beside_the_deal_that_reached_it() -> None:
    scores = (DealScore((24, 0, 2, 0)), DealScore((6, 20, 0, 0)), DealScore((0, 0, 13, 13)))
    sheet = score_text(Game(Ruleset(limit=30, exact_limit=True), 0, scores), None, FOUR, EN).splitlines()
    assert sheet[1].endswith("Dora 0")
    assert sheet[2].endswith("Ann 6 · Ben 20 · Cleo 0 · Dora 0 · Ann: 30 → 15")
    assert "Ann 15 · Ben 20 · Cleo 15 · Dora 13" in sheet[4]


def test_the_exact_limit_of_a_team_stands_there_too() -> None:
    rules = Ruleset(limit=30, exact_limit=True, partners=Partners.ALONE)
    sheet = score_text(Game(rules, 0, (DealScore((20, 0, 5, 1)), DealScore((5, 20, 0, 1)))), None, FOUR, DE)
    assert "Ann und Cleo: 30 → 15" in sheet.splitlines()[2]


@pytest.mark.parametrize("name", ["x_X_Dark.Slayer.2008_X_x", "*_" * 16, "Ann"])
@pytest.mark.parametrize("rules", [Ruleset(players=5), Ruleset(partners=Partners.TOGETHER)], ids=str)
@pytest.mark.parametrize("words", [EN, DE], ids=["en", "de"])
def test_the_latest_deals_that_fit_are_shown(name: str, rules: Ruleset, words: Words) -> None:
    moon = DealScore((0, *(26,) * (rules.players - 1)), moon=(0,))
    game = Game(rules, 0, (moon,) * 60)
    sheet = score_text(game, None, [plain(name)] * rules.players, words)
    assert ROOM // 2 < len(sheet) <= ROOM
    lines = sheet.splitlines()
    assert any("60" in line for line in lines)
    assert len(lines) < 63 or name == "Ann"


@pytest.mark.parametrize(
    ("words", "begin"),
    [
        (EN, ("Deal 1, passed left:", "Deal 2, passed right:", "Deal 3, passed across:", "Deal 4:")),
        (
            DE,
            (
                "Spiel 1, links weitergegeben:",
                "Spiel 2, rechts weitergegeben:",
                "Spiel 3, gegenüber weitergegeben:",
                "Spiel 4:",
            ),
        ),
    ],
    ids=["en", "de"],
)
def test_each_deal_says_which_way_cards_were_passed(words: Words, begin: tuple[str, ...]) -> None:
    game = Game(Ruleset(), 0, (DealScore((6, 6, 7, 7)),) * 4)
    lines = score_text(game, None, FOUR, words).splitlines()[1:5]
    assert lines == [f"**{each}** Ann 6 · Ben 6 · Cleo 7 · Dora 7" for each in begin]
