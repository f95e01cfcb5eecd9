"""What a picture of a game's totals shows."""

from dataclasses import replace

import pytest
from PIL import Image

from bot.pictures.chart import CHART_SIZE, ChartPicture, draw_chart
from bot.pictures.gallery_scores import charts, deals
from bot.rules.ruleset import Partners, Ruleset
from bot.rules.scoring import DealScore
from tests.pictures.pixels import differs, opened

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")
LABELS = (650, 104, 950, 600)
LINES = (136, 104, 640, 545)


def chart(*scores: DealScore, ruleset: Ruleset | None = None) -> ChartPicture:
    rules = ruleset or Ruleset()
    return ChartPicture(rules, scores, NAMES[: rules.players], "Deal by deal", "To 100")


def drawn(picture: ChartPicture) -> Image.Image:
    return opened(draw_chart(picture))


@pytest.mark.parametrize("picture", charts().values(), ids=charts())
def test_a_chart_has_the_stated_size(picture: ChartPicture) -> None:
    assert drawn(picture).size == CHART_SIZE


def test_lines_are_told_apart_without_their_colours() -> None:
    """With one total at a time far above the others, each line's marks and label look different in grey."""
    seen: set[bytes] = set()
    for seat in range(5):
        points = tuple(60 if place == seat else 0 for place in range(5))
        picture = replace(chart(DealScore(points), ruleset=Ruleset(players=5)), names=("Same",) * 5)
        image = drawn(picture).convert("L").point([255 if value > 90 else 0 for value in range(256)])
        seen.add(image.crop((600, 104, 700, 380)).tobytes())
    assert len(seen) == 5


def test_names_and_totals_stand_at_the_ends_of_the_lines() -> None:
    before = chart(DealScore((0, 40, 80, 110)))
    for seat in range(4):
        names = tuple("Zed" if place == seat else name for place, name in enumerate(NAMES[:4]))
        assert differs(drawn(before), drawn(replace(before, names=names)), LABELS)


def test_labels_of_equal_totals_do_not_lie_on_one_another() -> None:
    level = drawn(chart(DealScore((100, 0, 0, 0)))).convert("L")
    assert dark_rows(level) >= 5


def dark_rows(image: Image.Image) -> int:
    """How many gaps without a letter lie among the labels, from the top of the plate to its bottom."""
    part = image.crop((700, 110, 900, 596))
    bright = [max(part.crop((0, y, part.width, y + 1)).tobytes()) > 120 for y in range(part.height)]
    return sum(before and not after for before, after in zip([True, *bright], bright, strict=False))


def test_a_moon_and_a_sun_stand_on_the_shooters_line() -> None:
    images = [
        drawn(
            chart(DealScore((3, 3, 0, 20)), DealScore((26, 26, 0, 26), shot, sun), ruleset=Ruleset(sun=True))
        )
        for shot, sun in (((), False), ((2,), False), ((2,), True), ((1,), False))
    ]
    assert len({image.tobytes() for image in images}) == 4


def test_the_limit_is_a_line_of_its_own() -> None:
    totals = DealScore((3, 5, 20, 60))
    one, other = drawn(chart(totals)), drawn(chart(totals, ruleset=Ruleset(limit=80)))
    assert differs(one, other, (60, 110, 136, 545))
    assert differs(one, other, LINES)


def test_totals_below_zero_and_beyond_the_limit_have_room() -> None:
    for points in ((-40, 0, 0, 0), (0, 0, 0, 170), (-120, 0, 5, 129), (-9000, 0, 5, 9000)):
        image = drawn(chart(DealScore(points), ruleset=Ruleset(jack_of_diamonds=True)))
        plain = drawn(chart(DealScore((0, 0, 0, 0)), ruleset=Ruleset(jack_of_diamonds=True)))
        # Nothing is drawn over the plate's edge.
        for box in ((0, 596, 1000, 640), (0, 90, 1000, 106)):
            assert not differs(image, plain, box)


def test_a_team_has_one_line() -> None:
    rules = Ruleset(partners=Partners.ALONE)
    one = chart(DealScore((3, 10, 5, 8)), ruleset=rules)
    other = chart(DealScore((5, 8, 3, 10)), ruleset=rules)
    assert draw_chart(one) == draw_chart(other)


def test_every_deal_counts() -> None:
    one = chart(*deals((3, 10, 5, 8), (10, 3, 8, 5)))
    other = chart(*deals((10, 3, 8, 5), (3, 10, 5, 8)))
    assert differs(drawn(one), drawn(other), LINES)
    assert not differs(drawn(one), drawn(other), (720, 104, 950, 600))
