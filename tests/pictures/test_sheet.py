"""What a picture of a score sheet shows."""

from dataclasses import replace

import pytest
from PIL import Image

from bot.pictures.board import MARGIN, WIDTH
from bot.pictures.gallery_scores import deals, sheets
from bot.pictures.palette import GOLD
from bot.pictures.sheet import SHOWN, SheetPicture, draw_sheet
from bot.rules.ruleset import Direction, Partners, Ruleset
from bot.rules.scoring import DealScore
from tests.pictures.pixels import Box, differs, opened

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")
FIRST = MARGIN + 114
"""Where the first column begins."""


def sheet(ruleset: Ruleset, *scores: DealScore) -> SheetPicture:
    return SheetPicture(ruleset, scores, NAMES[: ruleset.players], "After", "To 100")


def drawn(picture: SheetPicture) -> Image.Image:
    return opened(draw_sheet(picture))


def column(number: int, count: int, image: Image.Image) -> Box:
    """All of a column: the plate and what is below."""
    wide = (WIDTH - MARGIN - FIRST) / count
    return round(FIRST + number * wide) + 6, 90, round(FIRST + (number + 1) * wide) - 16, image.height - 60


def share_of_gold(image: Image.Image, box: Box) -> float:
    part = image.convert("RGB").crop((box[0], box[1] + 60, box[2], box[1] + 100))
    counted = part.getcolors(part.width * part.height) or []
    golden = sum(
        count
        for count, colour in counted
        if isinstance(colour, tuple) and all(abs(a - b) < 8 for a, b in zip(colour, GOLD, strict=True))
    )
    return golden / (part.width * part.height)


@pytest.mark.parametrize(
    ("players", "points", "leader"),
    [
        (3, (10, 3, 13), 1),
        (4, (0, 3, 3, 20), 0),
        (4, (-10, 16, 10, 10), 0),
        (5, (5, 5, 5, 11, 0), 4),
    ],
)
def test_the_plate_of_the_lowest_total_is_bright_and_no_other(
    players: int, points: tuple[int, ...], leader: int
) -> None:
    image = drawn(sheet(Ruleset(players=players, jack_of_diamonds=True), DealScore(points)))
    bright = [share_of_gold(image, column(number, players, image)) > 0.5 for number in range(players)]
    assert bright == [number == leader for number in range(players)]


def test_all_who_share_the_lowest_total_are_marked_but_not_everybody() -> None:
    image = drawn(sheet(Ruleset(), DealScore((3, 10, 3, 10))))
    assert [share_of_gold(image, column(number, 4, image)) > 0.5 for number in range(4)] == [1, 0, 1, 0]
    image = drawn(sheet(Ruleset(), *deals((3, 10, 3, 10), (10, 3, 10, 3))))
    assert not any(share_of_gold(image, column(number, 4, image)) > 0.5 for number in range(4))
    image = drawn(sheet(Ruleset(), DealScore((3, 3, 3, 3))))
    assert share_of_gold(image, (0, 0, *image.size)) == 0, "nor is a total in a row"


def test_a_team_has_one_column() -> None:
    image = drawn(sheet(Ruleset(partners=Partners.ALONE), DealScore((3, 10, 3, 10))))
    assert [share_of_gold(image, column(number, 2, image)) > 0.5 for number in range(2)] == [True, False]


def test_what_each_of_a_team_got_is_seen() -> None:
    rules = Ruleset(partners=Partners.ALONE)
    one, other = (drawn(sheet(rules, DealScore(points))) for points in ((3, 10, 5, 8), (5, 10, 3, 8)))
    assert differs(one, other, column(0, 2, one))
    assert not differs(one, other, column(1, 2, one))


@pytest.mark.parametrize("points", [(26, 26, 0, 26), (0, 0, -26, 0)])
def test_who_shot_the_moon_is_marked_and_a_sun_is_another_mark(points: tuple[int, ...]) -> None:
    images = [
        drawn(sheet(Ruleset(sun=True), DealScore(points, shot, sun)))
        for shot, sun in (((), False), ((2,), False), ((2,), True), ((1,), False))
    ]
    assert len({image.tobytes() for image in images}) == 4
    plain, moon, sun, another = images
    assert differs(moon, sun, column(2, 4, plain))
    assert not differs(moon, sun, column(1, 4, plain))
    assert differs(moon, another, column(1, 4, plain))


def test_a_total_that_dropped_to_half_of_the_limit_is_marked() -> None:
    # The same points and totals, of which one has only come about by dropping.
    dropped = drawn(sheet(Ruleset(limit=31, exact_limit=True), *deals((20, 6, 0, 0), (11, 10, 5, 0))))
    plain = drawn(sheet(Ruleset(limit=31), *deals((4, 6, 0, 0), (11, 10, 5, 0))))
    row = (FIRST, dropped.height - 100, FIRST + 180, dropped.height - 50)
    assert differs(dropped, plain, row)


def test_the_arrow_of_the_pass_stands_beside_the_number() -> None:
    arrows = (FIRST - 60, 250, FIRST - 10, 380)
    left, right, hold = (
        drawn(sheet(Ruleset(pass_cycle=(direction,)), DealScore((1, 2, 3, 20))))
        for direction in (Direction.LEFT, Direction.RIGHT, Direction.HOLD)
    )
    assert differs(left, right, arrows)
    assert differs(left, hold, arrows)


def test_every_deal_has_a_row_until_there_are_too_many() -> None:
    many = deals(*([(1, 2, 3, 20)] * 40))
    one, two, all_but, full, folded, longer = (
        drawn(sheet(Ruleset(limit=1000), *many[:count])).height
        for count in (1, 2, SHOWN, SHOWN + 1, SHOWN + 2, 40)
    )
    assert one < two
    assert two - one == full - all_but
    assert full - one == SHOWN * (two - one)
    assert full == folded == longer


def test_what_has_no_row_of_its_own_is_in_the_totals() -> None:
    rules, rest = Ruleset(limit=1000), [(1, 2, 3, 20)] * 19
    one = drawn(sheet(rules, *deals((26, 0, 0, 0), *rest)))
    other = drawn(sheet(rules, *deals((0, 26, 0, 0), *rest)))
    assert differs(one, other, column(0, 4, one))
    assert differs(one, other, column(1, 4, one))
    assert not differs(one, other, column(3, 4, one))


def test_a_running_deal_is_a_row_that_changes_no_total() -> None:
    before = sheet(Ruleset(), DealScore((1, 2, 3, 20)))
    running = replace(before, running=(4, 0, 0, 0))
    one, longer = drawn(before), drawn(running)
    assert longer.height > one.height
    plates = [
        (left + 10, 150, right - 10, 250) for left, _, right, _ in (column(n, 4, one) for n in range(4))
    ]
    assert not any(differs(longer, one, box) for box in plates)
    other = replace(before, running=(0, 4, 0, 0))
    assert differs(longer, drawn(other), column(0, 4, longer))
    assert not differs(longer, drawn(other), (0, 0, WIDTH, 270))


def test_a_sheet_names_its_limit_and_shows_how_far_it_is() -> None:
    one = sheet(Ruleset(), DealScore((1, 2, 3, 20)))
    assert differs(drawn(one), drawn(replace(one, caption="To 50")), (500, 40, WIDTH, 100))
    nearer = replace(one, ruleset=Ruleset(limit=25))
    assert differs(drawn(one), drawn(nearer), column(3, 4, drawn(one)))


@pytest.mark.parametrize("picture", sheets().values(), ids=sheets())
def test_the_names_are_in_the_picture(picture: SheetPicture) -> None:
    other = replace(picture, names=("Zed", *picture.names[1:]))
    assert draw_sheet(picture) != draw_sheet(other)
