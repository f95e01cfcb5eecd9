"""Pictures look as they were approved."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PIL import Image

from bot.pictures.gallery import hands, tables
from bot.pictures.hand import draw_hand
from bot.pictures.plates import SeatPicture
from bot.pictures.table import draw_table
from bot.rules.cards import Cards
from tests.pictures.golden import FOLDER, MOST_ALL_OVER, MOST_IN_A_TILE, as_kept, distances, golden


def approved(name: str) -> Image.Image:
    with Image.open(FOLDER / f"{name}.png") as image:
        return image.convert("RGB")


@pytest.mark.parametrize(("name", "draw"), golden().items(), ids=golden())
def test_a_picture_looks_as_it_was_approved(name: str, draw: Callable[[], bytes]) -> None:
    drawn = as_kept(draw())
    kept = approved(name)
    assert drawn.size == kept.size
    mean, worst = distances(drawn, kept)
    assert mean <= MOST_ALL_OVER
    assert worst <= MOST_IN_A_TILE


def test_nothing_else_is_kept() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(golden())


def test_another_card_another_digit_another_dealer_and_another_mark_are_noticed() -> None:
    hand, table = hands()["hand-en-two"], tables()["table-4-taken"]
    view = table.view
    changed = {
        "hand-en-two": (
            draw_hand(replace(hand, cards=hand.cards - Cards.parse("7H") | Cards.parse("6H"))),
            draw_hand(replace(hand, marked=Cards.parse("QS TD"))),
        ),
        "table-4-taken": (
            draw_table(replace(table, view=replace(view, totals=(35, *view.totals[1:])))),
            draw_table(replace(table, view=replace(view, points=(1, *view.points[1:])))),
            draw_table(replace(table, view=replace(view, dealer=0))),
            draw_table(replace(table, seats=(SeatPicture("Georg", computer=False), *table.seats[1:]))),
        ),
    }
    for name, pictures in changed.items():
        for picture in pictures:
            assert distances(as_kept(picture), approved(name))[1] > MOST_IN_A_TILE
