"""The command `bench rules`."""

import importlib.util
import json
import random

import pytest

from bot.__main__ import main
from bot.rules.game import Game
from bot.rules.ruleset import SWITCHES, Moon, Partners, Ruleset
from bot.rules_bench import FULL, play_random_deal

LOOSE = {"hearts_any_time", "points_on_first_trick"}
"""Switches that make more plays legal and nothing else."""


def test_it_measures_deals_and_the_reading_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["bench", "rules", "--deals", "3", "--runs", "2"])
    printed = capsys.readouterr()
    assert printed.err == ""
    measured = json.loads(printed.out)
    assert (measured["deals"], measured["runs"]) == (3, 2)
    assert measured["deals_per_second"].keys() == {"full", "standard", "shared"}
    for speed in measured["deals_per_second"].values():
        assert 0 < speed["lowest"] <= speed["median"] <= speed["highest"]
    assert Ruleset.from_record(measured["deals_per_second"]["full"]["rules"]) == FULL
    fold = measured["fold"]
    assert fold["deals"] == 10
    assert fold["actions"] > 10 * 40
    assert 0 < fold["p50_ms"] <= fold["p95_ms"]
    met = (
        measured["deals_per_second"]["full"]["median"] >= measured["goal_per_second"] == 3000
        and fold["p50_ms"] <= measured["goal_fold_ms"] == 10
    )
    assert measured["met"] is met
    assert status == (0 if met else 1)


def test_openspiel_stands_beside_where_it_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "rules", "--deals", "1", "--runs", "2"])
    other = json.loads(capsys.readouterr().out)["openspiel"]
    if importlib.util.find_spec("pyspiel") is None:
        assert other is None
    else:
        assert other["deals_per_second"]["median"] > 0


def test_the_full_rules_have_everything_that_adds_to_a_deal_of_four() -> None:
    assert {name for name in SWITCHES if getattr(FULL, name)} == {*SWITCHES} - LOOSE - {"kitty"}
    assert FULL.moon is Moon.CHOOSE
    assert FULL.partners is Partners.TOGETHER


def test_a_random_deal_is_dealt_passed_and_played_to_the_last_card() -> None:
    game, lots = Game(FULL, 0), random.Random(1)
    for number in range(1, 5):
        game = play_random_deal(game, lots)
        assert (len(game.scores), game.deal) == (number, None)


@pytest.mark.parametrize("size", [("--deals", "0"), ("--runs", "1")])
def test_it_needs_something_to_measure(size: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rules", *size]) == 2
    said, errors = capsys.readouterr()
    assert said == ""
    least = int(size[1]) + 1
    assert errors.endswith(
        f"error: argument {size[0]}: a whole number from {least} on is wanted, not {size[1]!r}\n"
    )
