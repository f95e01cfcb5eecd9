"""The command `bench pictures`, and the games it draws."""

import json
import random
from pathlib import Path

import pytest
from PIL import Image

from bot.__main__ import main
from bot.pictures.deck import Deck
from bot.pictures.hand import HandPicture, draw_hand, hand_size
from bot.pictures.plates import SeatPicture
from bot.pictures.random_games import Company, random_pictures
from bot.pictures.table import TABLE_SIZE, TablePicture
from bot.pictures_bench import GOAL_BYTES, PlainWay
from bot.rules.ruleset import Ruleset
from tests.pictures.pixels import opened

SEATS = tuple(SeatPicture(name, computer=False) for name in "ABCDE")
GERMAN = Deck(german=True)


def test_it_measures_both_kinds_both_ways(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["bench", "pictures", "--every", "9", "--most", "24"])
    printed = capsys.readouterr()
    assert printed.err == ""
    measured = json.loads(printed.out)
    met = measured["warm_up"]["seconds_by_the_clock"] <= measured["goal_warm_up_s"] == 1
    for kind, goal in (("hand", 4), ("table", 8)):
        drawn, plain = measured[kind], measured[kind]["plain_way"]
        assert 0 < plain["pictures"] < drawn["pictures"] < 3 * 24
        for one in (drawn, plain):
            assert 0 < one["median_ms"] <= one["p95_ms"] <= one["most_ms"]
            assert 0 < one["median_bytes"] <= one["most_bytes"]
        assert drawn["goal_median_ms"] == goal
        kind_met = (
            drawn["median_ms"] <= goal
            and drawn["p95_ms"] <= measured["goal_p95_ms"]
            and drawn["most_bytes"] <= measured["goal_bytes"] == GOAL_BYTES
            and drawn["times_faster"] >= measured["goal_times_faster"]
        )
        assert drawn["met"] is kind_met
        met = met and kind_met
    assert measured["memory"]["turned_cards_mb"] > 0
    assert measured["met"] is met
    assert status == (0 if met else 1)


@pytest.mark.parametrize("arguments", [["--games", "0"], ["--every", "0"], ["--most", "3"]])
def test_nothing_to_measure_is_said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "pictures", *arguments]) == 2
    assert f"error: argument {arguments[0]}: " in capsys.readouterr().err


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_random_game_is_pictured_from_the_first_pass_to_the_end(players: int) -> None:
    rules = Ruleset(players=players, kitty=players != 4)
    company = Company(SEATS[:players], (Deck(), GERMAN))
    drawn = list(random_pictures(rules, random.Random(3), company))
    hands = [picture for picture in drawn if isinstance(picture, HandPicture)]
    tables = [picture for picture in drawn if isinstance(picture, TablePicture)]
    plays = 52 // players * players
    deals = tables[-1].view.number
    assert deals > 1
    assert len({table.view.ply for table in tables}) == plays + 1
    assert {hand.deck for hand in hands} == {Deck(), GERMAN}
    assert {len(hand.cards) for hand in hands} == set(range(52 // players + 1))
    assert any(hand.marked for hand in hands)
    assert any(hand.playable and len(hand.playable) < len(hand.cards) for hand in hands)
    assert any(table.view.passing and any(table.view.confirmed) for table in tables)
    full = [table for table in tables if len(table.shown_trick) == players]
    assert len(full) == deals * plays // players
    assert tables[-1].view.hand_sizes == (0,) * players


def test_the_plain_way_shows_as_many_cards_on_as_large_a_picture(tmp_path: Path) -> None:
    plain = PlainWay(tmp_path)
    drawn = list(random_pictures(Ruleset(), random.Random(3), Company(SEATS[:4])))
    hand = next(picture for picture in drawn if isinstance(picture, HandPicture))
    table = next(picture for picture in drawn if isinstance(picture, TablePicture) and picture.last_trick)
    assert opened(plain.draw(hand)).size == hand_size(hand.cards) == opened(draw_hand(hand)).size
    with Image.open(tmp_path / "table.png") as empty:
        assert opened(plain.draw(table)).size == empty.size == TABLE_SIZE
