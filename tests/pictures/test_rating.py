"""What a picture of somebody's rating shows."""

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot.pictures.board import MOON_ROW
from bot.pictures.gallery_scores import ratings
from bot.pictures.rating import RATING_SIZE, RatingPicture, RatingPoint, draw_rating
from tests.pictures.pixels import differs, opened

DAY = 86_400.0
TITLE, NOW, LINE, BELOW = (50, 40, 600, 96), (800, 104, 950, 596), (154, 104, 800, 440), (50, 520, 950, 590)


def rating(*last: int, spread: int = 0, days: tuple[float, ...] = ()) -> RatingPicture:
    at = days or tuple(float(day) for day in range(len(last)))
    points = tuple(
        RatingPoint(day * DAY, each - spread, each + spread, each) for day, each in zip(at, last, strict=True)
    )
    return RatingPicture(points, ((0.0, "1 Mar"),), "Rating of Ada", "3 rated games")


def drawn(picture: RatingPicture) -> Image.Image:
    return opened(draw_rating(picture))


@pytest.mark.parametrize("picture", ratings().values(), ids=ratings())
def test_has_the_stated_size(picture: RatingPicture) -> None:
    assert drawn(picture).size == RATING_SIZE


def test_takes_a_game_at_least() -> None:
    with pytest.raises(ValueError, match="no game"):
        rating()
    assert drawn(rating(1298)).size == RATING_SIZE


def test_what_stands_where() -> None:
    before = rating(1000, 1100, 1050)
    image = drawn(before)
    assert differs(image, drawn(replace(before, title="Rating of Zed")), TITLE)
    assert differs(image, drawn(replace(before, times=((0.0, "2 Mar"),))), BELOW)
    assert differs(image, drawn(rating(1000, 1100, 1051)), NOW)
    assert differs(image, drawn(rating(1000, 1100, 1050, days=(0.0, 0.5, 2.0))), LINE)
    assert not differs(image, drawn(rating(1000, 1100, 1050, days=(0.0, 0.5, 2.0))), TITLE)


def test_games_that_are_one_point_have_a_band_from_the_lowest_to_the_highest() -> None:
    def banded(picture: RatingPicture) -> int:
        image = drawn(picture).convert("RGB").crop(LINE)
        apart = ImageChops.difference(image, Image.new("RGB", image.size, MOON_ROW)).convert("L")
        return sum(apart.histogram()[:8])

    assert banded(rating(1000, 1100, 1050)) < 2_000
    assert banded(rating(1000, 1100, 1050, spread=40)) > 10_000


def test_a_rating_that_hardly_moves_is_flat() -> None:
    level, moved = (drawn(rating(1000, last)).convert("L").crop(LINE) for last in (1000, 1002))
    rows = [
        {y for y in range(image.height) if image.crop((150, y, 151, y + 1)).tobytes()[0] > 150}
        for image in (level, moved)
    ]
    assert rows[0]
    assert abs(min(rows[0]) - min(rows[1])) < 20


@pytest.mark.parametrize("name", ["مرحبا بك", "שלום עולם"])
def test_a_name_from_the_right_stands_after_what_comes_before_it(name: str) -> None:
    """The words begin at the left, as they do without a name, and the name follows."""
    with_name, without = (drawn(replace(rating(1000), title=f"Rating of {each}")) for each in (name, "x"))
    assert not differs(with_name, without, (50, 40, 180, 96))
    assert differs(with_name, without, TITLE)
