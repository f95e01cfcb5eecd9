"""The command `bench load`, small: the bot as a process of its own, and a Discord on this machine."""

import json
from typing import Any

import pytest

from bot.__main__ import main
from bot.load_bench.bench import spread


def measured(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    status = main(["bench", "load", *arguments])
    printed = capfd.readouterr()
    assert printed.err == ""
    return status, json.loads(printed.out)


def test_people_play_at_a_rate_until_its_time_is_over(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ("--tables", "3", "--people", "4", "--rates", "4", "--seconds", "3", "--latency", "5")
    status, figures = measured(capfd, *arguments, "--profile")
    assert figures["start"]["hands_opened"] == 12
    assert figures["start"]["unanswered"] == 0
    (rate,) = figures["rates"]
    assert rate["clicks"] + rate["nobody_could"] == 12
    assert 0 < rate["actions"] <= rate["clicks"]
    assert (rate["refused"], rate["unanswered"], rate["told"]) == (0, 0, {})
    for spread_of_it in (rate["answer_ms"], rate["public_messages"]["delay_ms"]):
        assert 0 < spread_of_it["p50"] <= spread_of_it["p95"] <= spread_of_it["p99"] <= spread_of_it["max"]
    assert rate["requests"]["answer"] == rate["clicks"]
    assert rate["public_messages"]["edits"] > 0
    assert rate["profile"]["looks"] > 0
    # The goal is about a rate that was not among those measured.
    assert (status, figures["met"]) == (1, False)


def test_a_start_with_open_tables(capfd: pytest.CaptureFixture[str]) -> None:
    status, figures = measured(capfd, "--tables", "4", "--people", "1", "--start", "--seconds", "1")
    assert (figures["hands_opened"], figures["unanswered"]) == (4, 0)
    assert 0 < figures["connected_s"] <= figures["first_answer_s"]
    assert status == (0 if figures["met"] else 1)


def test_games_are_played_to_their_ends(capfd: pytest.CaptureFixture[str]) -> None:
    status, figures = measured(capfd, "--soak", "2", "--at-once", "2", "--people", "2")
    assert figures["games"] == 2
    assert figures["clicks"] > 50
    assert figures["unanswered"] == 0
    assert figures["last_mb"] == figures["memory_mb"]["2"]
    # Nothing is said of fewer games than those after which the memory is to stay.
    assert (status, figures["first_mb"], figures["met"]) == (1, None, False)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--tables", "0"),
        ("--rates", "0"),
        ("--rates", "ten"),
        ("--seconds", "0"),
        ("--people", "5"),
        ("--soak", "0"),
        ("--latency", "-1"),
    ],
)
def test_what_cannot_be_measured(arguments: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "load", *arguments]) == 2
    assert f"error: argument {arguments[0]}: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("values", "p50", "most"), [([], 0.0, 0.0), ([7.0], 7.0, 7.0), ([1.0, 2.0, 3.0], 2.0, 3.0)]
)
def test_a_spread_of_few_values(values: list[float], p50: float, most: float) -> None:
    assert (spread(values)["p50"], spread(values)["max"]) == (p50, most)
