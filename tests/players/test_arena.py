"""The arena: duplicate deals from every seat, and the figures that come of them."""

import json

import pytest

from bot.__main__ import main
from bot.arena import Contestant, contest, summary
from bot.players import make_player
from bot.rules.ruleset import PRESETS, Ruleset


def contestants(*levels: str) -> list[Contestant]:
    return [Contestant(level, make_player(level, at)) for at, level in enumerate(levels)]


def test_equal_players_are_equal_on_every_deal() -> None:
    four = contestants("medium", "medium", "medium", "medium")
    deals = contest(four, Ruleset(), 3)
    for rotations in deals:
        # The same play from every seat: whoever sits where, each player gets what each seat came to.
        assert {tuple(sorted(outcome.points)) for outcome in rotations} == {
            tuple(sorted(rotations[0].points))
        }
        assert len({sum(outcome.points[place] for outcome in rotations) for place in range(4)}) == 1
    assert summary(four, deals)["medium"]["diff"][0] == 0.0


def test_medium_is_better_than_easy() -> None:
    three = contestants("medium", "easy", "easy", "easy")
    mean, error = summary(three, contest(three, Ruleset(), 30))["medium"]["diff"]
    assert mean < -2 * error


def test_the_command_gives_figures_of_any_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    seats = ["arena", "--seats", "medium,easy,easy", "--deals", "2", "--preset", "three"]
    assert main([*seats, "--rules", '{"sun": true}', "--json"]) == 0
    given = json.loads(capsys.readouterr().out)
    assert given["rules"] == {"preset": "three", "sun": True}
    assert set(given["levels"]) == {"medium", "easy"}
    assert main(seats) == 0
    assert "medium" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong",
    [
        ["--seats", "medium,easy"],
        ["--seats", "medium,easy,easy,genius"],
        ["--rules", '{"limit": 3}'],
        ["--deals", "0"],
    ],
)
def test_what_cannot_be_played_is_said(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--seats", "medium,easy,easy,easy", "--deals", "1", *wrong]) == 2
    assert capsys.readouterr().err


@pytest.mark.parametrize("preset", ["three", "five"])
def test_every_seat_of_the_rules_is_taken_where_none_is_named(
    preset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "--deals", "1", "--preset", preset, "--json"]) == 0
    played = json.loads(capsys.readouterr().out)
    assert len(played["seats"]) == PRESETS[preset].players
