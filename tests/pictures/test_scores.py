"""What the pictures of scores have in common: their size, their weight, and that they can be read."""

import random

import pytest

from bot.pictures.board import (
    BRONZE,
    MINT,
    MOON_ROW,
    MUTED,
    PINK,
    ROW,
    SILVER,
    SKY,
    VIOLET,
    WIDTH,
    written_lines,
)
from bot.pictures.chart import ChartPicture, draw_chart
from bot.pictures.gallery_scores import LONG_NAMES, charts, deals, placings, ratings, sheets
from bot.pictures.lettering import text_mask
from bot.pictures.palette import FELT, GOLD, INK, PAPER, PLATE, Colour
from bot.pictures.placing import PlacingPicture, draw_placing
from bot.pictures.plates import SeatPicture
from bot.pictures.rating import RatingPicture, draw_rating
from bot.pictures.sheet import SheetPicture, draw_sheet
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import DealScore
from tests.pictures.pixels import opened

HEAVIEST = 60_000
"""Bytes a picture may take."""


def drawn(picture: SheetPicture | ChartPicture | PlacingPicture | RatingPicture) -> bytes:
    match picture:
        case SheetPicture():
            return draw_sheet(picture)
        case ChartPicture():
            return draw_chart(picture)
        case PlacingPicture():
            return draw_placing(picture)
        case RatingPicture():
            return draw_rating(picture)


EXAMPLES = sheets() | charts() | placings() | ratings()


@pytest.mark.parametrize("picture", EXAMPLES.values(), ids=EXAMPLES)
def test_a_picture_is_light_and_always_the_same(
    picture: SheetPicture | ChartPicture | PlacingPicture | RatingPicture,
) -> None:
    data = drawn(picture)
    assert len(data) <= HEAVIEST
    assert drawn(picture) == data


@pytest.mark.parametrize("picture", EXAMPLES.values(), ids=EXAMPLES)
def test_a_picture_is_solid_and_its_corners_are_clear(
    picture: SheetPicture | ChartPicture | PlacingPicture | RatingPicture,
) -> None:
    image = opened(drawn(picture))
    alpha = image.getchannel("A")
    assert image.width == WIDTH
    corners = [(0, 0), (WIDTH - 1, 0), (0, image.height - 1), (WIDTH - 1, image.height - 1)]
    assert [alpha.getpixel(corner) for corner in corners] == [0, 0, 0, 0]
    assert alpha.crop((70, 10, WIDTH - 70, image.height - 10)).getextrema() == (255, 255)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_longest_sheet_with_the_largest_numbers_is_light(players: int) -> None:
    lots = random.Random(players)
    scores: list[DealScore] = []
    for number in range(30):
        points = tuple(lots.randrange(10, 70) for _ in range(players))
        shooter = lots.randrange(players)
        moon = DealScore(tuple(129 * (seat != shooter) for seat in range(players)), (shooter,))
        scores.append(moon if number % 3 == 0 else DealScore(points))
    picture = SheetPicture(
        Ruleset(players=players, spot=True, limit=1000),
        tuple(scores),
        LONG_NAMES[:players],
        "Nach Spiel 30",
        "Hausregeln, bis 1.000 Punkte",
        (129,) * players,
    )
    assert len(draw_sheet(picture)) <= HEAVIEST


def luminance(colour: Colour) -> float:
    """As WCAG 2 defines it (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance)."""
    red, green, blue = (
        value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *((ink, PLATE) for ink in (PAPER, MUTED, GOLD, SKY, MINT, PINK, VIOLET)),
        *((ink, ROW) for ink in (PAPER, MUTED, GOLD)),
        *((ink, MOON_ROW) for ink in (PAPER, MUTED, GOLD)),
        *((INK, ground) for ground in (GOLD, SILVER, BRONZE)),
        (PAPER, FELT),
    ],
)
def test_text_stands_out_from_its_ground(ink: Colour, ground: Colour) -> None:
    lighter, darker = sorted((luminance(ink), luminance(ground)), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


@pytest.mark.parametrize(
    ("text", "width", "lines", "expected"),
    [
        ("Ada", 200, 2, (40, ["Ada"])),
        ("Anastasia", 120, 2, (30, ["Anastasia"])),
        ("Anastasia Nikolajewna", 220, 2, (40, ["Anastasia", "Nikolajewna"])),
        ("Anastasia Nikolajewna", 160, 2, (30, ["Anastasia", "Nikolajewna"])),
        ("Anastasia Nikolajewna", 160, 1, (20, ["Anastasia Nikolajewna"])),
        ("Wilhelmina von Hohenzollern", 170, 2, (20, ["Wilhelmina von", "Hohenzollern"])),
    ],
)
def test_a_name_is_made_to_fit(text: str, width: int, lines: int, expected: tuple[int, list[str]]) -> None:
    size, parts = written_lines(text, (40, 30, 20), width, lines)
    assert " ".join(parts) == text
    assert len(parts) <= lines
    assert parts == expected[1]
    assert lines == 1 or all(text_mask(part, size).advance <= width for part in parts)


def test_there_is_a_name_for_every_seat() -> None:
    three, scores = ("Ada", "Bo", "Cy"), deals((1, 2, 3, 20))
    with pytest.raises(ValueError, match="3 names"):
        SheetPicture(Ruleset(), scores, three, "", "")
    with pytest.raises(ValueError, match="3 names"):
        ChartPicture(Ruleset(), scores, three, "", "")
    with pytest.raises(ValueError, match="3 names"):
        PlacingPicture(Ruleset(), scores, tuple(SeatPicture(name, computer=False) for name in three), "")


def test_a_game_without_a_deal_has_no_chart_and_no_placing() -> None:
    four = ("Ada", "Bo", "Cy", "Di")
    with pytest.raises(ValueError, match="no deal"):
        ChartPicture(Ruleset(), (), four, "", "")
    with pytest.raises(ValueError, match="no deal"):
        PlacingPicture(Ruleset(), (), tuple(SeatPicture(name, computer=False) for name in four), "")
