"""What a picture of the end of a game shows."""

from dataclasses import replace

import pytest
from PIL import Image

from bot.pictures.board import WIDTH
from bot.pictures.gallery_scores import deals, placings
from bot.pictures.palette import GOLD
from bot.pictures.placing import PLACING_SIZE, PlacingPicture, draw_placing
from bot.pictures.plates import SeatPicture
from bot.rules.ruleset import Partners, Ruleset
from bot.rules.scoring import DealScore
from tests.pictures.pixels import differs, opened

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")
GROUND = PLACING_SIZE[1] - 112
STEPS = (0, 300, WIDTH, GROUND)


def placing(*scores: DealScore, ruleset: Ruleset | None = None) -> PlacingPicture:
    rules = ruleset or Ruleset()
    seats = tuple(SeatPicture(name, computer=False) for name in NAMES[: rules.players])
    return PlacingPicture(rules, scores, seats, "Standard, to 100 points")


def drawn(picture: PlacingPicture) -> Image.Image:
    return opened(draw_placing(picture))


def is_felt(colour: object) -> bool:
    assert isinstance(colour, tuple)
    return colour[1] - colour[0] > 40


def heights(image: Image.Image) -> list[int]:
    """The heights of the podium from left to right, where they change, in pixels; the felt's is 0."""
    found: list[int] = []
    for x in range(40, WIDTH - 40, 12):
        y = GROUND - 6
        while y > 0 and not is_felt(image.getpixel((x, y))):
            y -= 1
        found.append(GROUND - y if GROUND - y > 60 else 0)
    return [height for height, before in zip(found, [0, *found], strict=False) if height]


def steps(image: Image.Image) -> set[int]:
    """The different heights of steps, in pixels, without what stands on them."""
    seen = heights(image)
    return {height for height in seen if seen.count(height) >= 6}


@pytest.mark.parametrize("picture", placings().values(), ids=placings())
def test_a_placing_has_the_stated_size(picture: PlacingPicture) -> None:
    assert drawn(picture).size == PLACING_SIZE


@pytest.mark.parametrize(
    ("points", "different"),
    [
        ((0, 10, 20, 100), 4),
        ((0, 10, 10, 100), 3),
        ((0, 100, 100, 100), 2),
        ((0, 20, 100, 100), 3),
        ((0, 10, 100), 3),
        ((0, 100, 100), 2),
        ((0, 10, 20, 30, 100), 5),
        ((0, 10, 10, 10, 100), 3),
    ],
)
def test_equal_places_stand_on_steps_of_one_height(points: tuple[int, ...], different: int) -> None:
    image = drawn(placing(DealScore(points), ruleset=Ruleset(players=len(points))))
    assert len(steps(image)) == different


@pytest.mark.parametrize("winner", range(4))
def test_the_winner_stands_in_the_same_place_whatever_the_seat(winner: int) -> None:
    points = [10, 20, 100]
    points.insert(winner, 0)
    names = ["Bo", "Cy", "Di"]
    names.insert(winner, "Ada")
    picture = replace(
        placing(DealScore(tuple(points))),
        seats=tuple(SeatPicture(name, computer=False) for name in names),
    )
    assert draw_placing(picture) == draw_placing(placing(DealScore((0, 10, 20, 100))))


def test_one_step_is_golden() -> None:
    image = (
        drawn(placing(DealScore((30, 0, 20, 100)))).convert("RGB").crop((0, GROUND - 40, WIDTH, GROUND - 20))
    )
    golden = [
        x for x in range(WIDTH) if max(abs(a - b) for a, b in zip(pixel(image, x, 4), GOLD, strict=True)) < 8
    ]
    assert 200 < len(golden) < 320
    assert golden == list(range(golden[0], golden[-1] + 1))


def pixel(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    colour = image.getpixel((x, y))
    assert isinstance(colour, tuple)
    return colour


def test_a_team_stands_on_one_step_with_both_names() -> None:
    rules = Ruleset(partners=Partners.ALONE)
    picture = placing(DealScore((30, 0, 20, 100)), ruleset=rules)
    assert len(steps(drawn(picture))) == 2
    for seat in range(4):
        seats = [*picture.seats]
        seats[seat] = SeatPicture("Zed", computer=False)
        assert draw_placing(replace(picture, seats=tuple(seats))) != draw_placing(picture)


def test_who_shot_is_marked_with_how_often() -> None:
    """The totals are the same in all of them."""
    moon = DealScore((0, 26, 26, 26), (0,))
    images = [
        drawn(placing(*scores, DealScore((0, 0, 0, 90)), ruleset=Ruleset(sun=True)))
        for scores in (
            (replace(moon, moon=()), replace(moon, moon=())),
            (moon, replace(moon, moon=())),
            (moon, moon),
            (moon, replace(moon, sun=True)),
            (replace(moon, sun=True), replace(moon, sun=True)),
        )
    ]
    assert len({image.tobytes() for image in images}) == 5
    for image in images[1:]:
        assert not differs(images[0], image, (0, GROUND - 130, WIDTH, PLACING_SIZE[1]))


def test_a_computer_is_marked() -> None:
    person = placing(DealScore((0, 10, 20, 100)))
    computer = replace(person, seats=(replace(person.seats[0], computer=True), *person.seats[1:]))
    assert draw_placing(person) != draw_placing(computer)


def test_the_rules_are_named() -> None:
    one = placing(*deals((0, 10, 20, 100)))
    other = replace(one, caption="Short game")
    assert differs(drawn(one), drawn(other), (0, GROUND + 10, WIDTH, PLACING_SIZE[1] - 20))
    assert not differs(drawn(one), drawn(other), (0, 0, WIDTH, GROUND))


def test_the_cards_in_the_corners_have_the_letters_of_the_language() -> None:
    english = placing(DealScore((0, 10, 20, 100)))
    german = replace(english, german=True)
    corners = ((40, 40, 260, 290), (740, 40, 960, 290))
    assert all(differs(drawn(english), drawn(german), corner) for corner in corners)
    assert not differs(drawn(english), drawn(german), (0, 290, WIDTH, PLACING_SIZE[1]))


@pytest.mark.parametrize(
    ("players", "partners"),
    [(3, Partners.NONE), (4, Partners.NONE), (5, Partners.NONE), (4, Partners.TOGETHER)],
)
def test_names_and_wreath_lie_neither_on_the_cards_nor_on_the_rim(players: int, partners: Partners) -> None:
    rules = Ruleset(players=players, partners=partners, sun=True)
    points = tuple(20 * (seat + 1) for seat in range(players))
    shots = tuple(
        DealScore(points, (seat,), sun=sun) for seat in range(players) for sun in (False, True, False, True)
    )
    short = placing(*shots, ruleset=rules)
    seats = tuple(SeatPicture(f"Maximiliana {number} Alexandra", computer=True) for number in range(players))
    full, bare = drawn(replace(short, seats=seats)), drawn(placing(DealScore(points), ruleset=rules))
    for box in ((40, 30, 244, 280), (770, 30, 960, 280), (200, 0, 800, 40)):
        assert not differs(full, bare, box)
