"""What a picture of a table shows, and what it cannot show."""

import math
from dataclasses import replace

import pytest
from PIL import Image

from bot.pictures.faces import INDEX_SHARE, card_height
from bot.pictures.gallery import BACKGROUNDS, example_view, tables, trick
from bot.pictures.palette import GOLD, Colour
from bot.pictures.places import PLATE_HEIGHT, PLATE_WIDTH, Places
from bot.pictures.plates import SeatPicture, number_text
from bot.pictures.shapes import Point
from bot.pictures.table import TABLE_SIZE, TablePicture, draw_table
from bot.rules.cards import ALL_CARDS, Cards
from bot.rules.game import Game
from bot.rules.ruleset import Direction, Partners, Ruleset
from bot.rules.trick import NO_TRICK, Trick
from bot.rules.view import PublicView, public_view
from tests.pictures.pixels import Box, brightness, differs, opened, over

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")
FULL = trick(1, "TS QS AS 3H")
DARK = BACKGROUNDS["dark"]


def table(view: PublicView, shown: Trick = NO_TRICK, label: str | None = None) -> TablePicture:
    seats = tuple(SeatPicture(name, computer=False) for name in NAMES[: view.players])
    return TablePicture(view, seats, shown, label, None)


def plate(seat: int, players: int = 4) -> Box:
    left, top = Places(TABLE_SIZE, players).plate(seat)
    return left, top, left + PLATE_WIDTH, top + PLATE_HEIGHT


def near(image: Image.Image, badge: tuple[int, int], colour: Colour) -> bool:
    """Whether the field of a badge beside its sign is of that colour."""
    spot = image.getpixel((badge[0] - 17, badge[1] + 5))
    assert isinstance(spot, tuple)
    return all(abs(a - b) < 12 for a, b in zip(spot[:3], colour, strict=True))


@pytest.mark.parametrize("picture", tables().values(), ids=tables())
def test_a_table_is_a_png_of_the_stated_size_and_always_the_same(picture: TablePicture) -> None:
    drawn = draw_table(picture)
    assert opened(drawn).size == TABLE_SIZE
    assert draw_table(picture) == drawn
    assert len(drawn) <= 60 * 1024


def test_the_table_is_solid_and_its_corners_are_clear() -> None:
    alpha = opened(draw_table(table(example_view()))).getchannel("A")
    assert alpha.getpixel((0, 0)) == 0
    assert alpha.crop((150, 10, TABLE_SIZE[0] - 150, TABLE_SIZE[1] - 10)).getextrema() == (255, 255)


def test_what_nobody_may_know_changes_no_pixel() -> None:
    hands = [Cards.of(ALL_CARDS[seat::4]) for seat in range(4)]
    swapped = [hands[0], hands[2], hands[3], hands[1]]
    pictures = []
    for held in (hands, swapped):
        game = Game(Ruleset(), first_dealer=0).start_deal(held)
        game = game.pass_cards(2, list(held[2])[:3])
        pictures.append(draw_table(table(public_view(game))))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_seats_sit_clockwise_from_the_bottom_and_apart(players: int) -> None:
    places = Places(TABLE_SIZE, players)
    boxes = [plate(seat, players) for seat in range(players)]
    middles = [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in boxes]
    assert middles[0][0] == TABLE_SIZE[0] / 2
    assert middles[0][1] == max(y for _, y in middles)
    assert middles[1][0] == min(x for x, _ in middles)
    assert middles[-1][0] == max(x for x, _ in middles)
    for seat, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 0
        assert top >= 0
        assert right <= TABLE_SIZE[0]
        assert bottom <= TABLE_SIZE[1]
        for other in boxes[seat + 1 :]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
    assert places.inward(0) == (0, -1)


@pytest.mark.parametrize(
    ("direction", "players"),
    [
        *((way, 4) for way in (Direction.LEFT, Direction.RIGHT, Direction.ACROSS)),
        (Direction.LEFT, 3),
        (Direction.RIGHT, 5),
    ],
)
def test_arrows_point_from_a_seat_to_where_its_cards_go(direction: Direction, players: int) -> None:
    places = Places(TABLE_SIZE, players)
    for seat in range(players):
        target = direction.target(seat, players)
        x, y, degrees = places.arrow(seat, target)
        back_x, back_y, back = places.arrow(target, seat)
        assert abs((degrees - back) % 360 - 180) < 0.001
        if direction != Direction.ACROSS:
            assert (x, y) == (back_x, back_y)
    x, y, degrees = places.arrow(0, 1)
    assert x < TABLE_SIZE[0] / 2
    assert y > TABLE_SIZE[1] / 2
    assert -180 < degrees < -90


def test_whoever_is_to_play_has_a_bright_plate() -> None:
    images = [over(draw_table(table(example_view(turn=turn))), DARK) for turn in range(4)]
    for turn, image in enumerate(images):
        lights = [brightness(image, plate(seat)) for seat in range(4)]
        assert lights.index(max(lights)) == turn
        assert all(lights[turn] > light + 60 for seat, light in enumerate(lights) if seat != turn)


def test_each_seat_shows_who_has_confirmed_a_pass() -> None:
    before = opened(draw_table(table(example_view(passing=True))))
    after = opened(draw_table(table(example_view(passing=True, confirmed=(1,)))))
    left, top, right, _ = plate(1)
    assert differs(before, after, (right - 40, top - 30, right + 20, top + 30))
    assert [differs(before, after, plate(seat)) for seat in (0, 2, 3)] == [False] * 3
    assert left < right


@pytest.mark.parametrize("field", ["hand_sizes", "points", "totals"])
@pytest.mark.parametrize("seat", range(4))
def test_a_number_changes_only_the_plate_it_stands_on(field: str, seat: int) -> None:
    view = example_view()
    changed = list(getattr(view, field))
    changed[seat] += 5
    one, other = (
        opened(draw_table(table(view))),
        opened(draw_table(table(replace(view, **{field: tuple(changed)})))),
    )
    assert [differs(one, other, plate(place)) for place in range(4)] == [place == seat for place in range(4)]


def test_the_dealer_and_a_computer_are_marked() -> None:
    view = example_view()
    shown = table(view)
    plain = opened(draw_table(shown))
    dealt = opened(draw_table(replace(shown, view=replace(view, dealer=1))))
    assert [differs(plain, dealt, plate(seat)) for seat in range(4)] == [False, True, True, False]
    seats = (replace(shown.seats[0], computer=True), *shown.seats[1:])
    computer = opened(draw_table(replace(shown, seats=seats)))
    assert [differs(plain, computer, plate(seat)) for seat in range(4)] == [True, False, False, False]


def test_the_winning_card_is_marked_while_the_trick_runs_and_after() -> None:
    places = Places(TABLE_SIZE, 4)
    height = card_height(places.card_width)
    plain = opened(draw_table(table(example_view(), Trick(FULL.plays[:1]))))
    beaten = opened(draw_table(table(example_view(), Trick(FULL.plays[:3]))))
    lead, best = (places.badge(seat, height) for seat in (1, 3))
    seen = [near(image, spot, GOLD) for image, spot in ((plain, lead), (beaten, lead), (beaten, best))]
    assert seen == [True, False, True]


def test_later_cards_lie_on_top() -> None:
    plays = trick(1, "2H AS").plays
    one, other = (opened(draw_table(table(example_view(), Trick(order)))) for order in (plays, plays[::-1]))
    places = Places(TABLE_SIZE, 4)
    (left_x, left_y, _), (upper_x, upper_y, _) = (places.card(seat) for seat in (1, 2))
    wide, high = places.card_width // 2, card_height(places.card_width) // 2
    assert differs(one, other, (upper_x - wide, left_y - high, left_x + wide, upper_y + high))


def turned_about(place: tuple[int, int, int], across: float, along: float) -> Point:
    """A point of a turned card, given from the card's middle."""
    turn = math.radians(place[2])
    return (
        place[0] + across * math.cos(turn) - along * math.sin(turn),
        place[1] + across * math.sin(turn) + along * math.cos(turn),
    )


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_card_of_a_trick_hides_the_corner_of_another(players: int) -> None:
    places = Places(TABLE_SIZE, players)
    width, height = places.card_width, card_height(places.card_width)
    lying = [places.card(seat) for seat in range(players)]
    for seat, place in enumerate(lying):
        # The index and the small pip under it.
        corners = [
            turned_about(place, x * width - width / 2, y * width - height / 2)
            for x in (0.05, INDEX_SHARE)
            for y in (0.06, 0.56)
        ]
        for other, (x, y, degrees) in enumerate(lying):
            if other == seat:
                continue
            for point in corners:
                across, along = turned_about((0, 0, -degrees), point[0] - x, point[1] - y)
                assert abs(across) > width / 2 or abs(along) > height / 2, (seat, other)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cards_and_plates_keep_apart(players: int) -> None:
    places = Places(TABLE_SIZE, players)
    width, height = places.card_width, card_height(places.card_width)
    for seat in range(players):
        place = places.card(seat)
        corners = [turned_about(place, x * width / 2, y * height / 2) for x in (-1, 1) for y in (-1, 1)]
        for left, top, right, bottom in (plate(other, players) for other in range(players)):
            assert not any(left + 4 < x < right - 4 and top + 4 < y < bottom - 4 for x, y in corners)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_last_trick_lies_small_beside_the_plates_and_says_who_took_it(players: int) -> None:
    tricks = {3: "2C KC 5C", 4: "2C KC QC 5C", 5: "2C KC 5C TC 9C"}
    last = trick(0, tricks[players], players)
    view = example_view(players, turn=1)
    without, with_it = (opened(draw_table(table(replace(view, tricks=taken)))) for taken in ((), (last,)))
    x, y = Places(TABLE_SIZE, players).last_trick
    room = (x - 150, y - 90, x + 150, y + 90)
    assert differs(without, with_it, room)
    assert not differs(without, with_it, (0, y + 90, *TABLE_SIZE))
    other_taker = trick(1, tricks[players], players)
    moved = opened(draw_table(table(replace(view, tricks=(other_taker,)))))
    assert not differs(with_it, moved, (x - 130, y - 90, x + 130, y + 25))
    assert differs(with_it, moved, (x - 130, y + 25, x + 130, y + 90))


def test_the_last_trick_is_the_one_before_that_in_the_middle() -> None:
    tricks = (trick(0, "2C KC QC 5C"), FULL)
    view = example_view(turn=3, tricks=tricks)
    assert table(view, FULL).last_trick == tricks[0]
    assert table(view).last_trick == FULL
    assert table(view, trick(3, "2D")).last_trick == FULL
    assert table(example_view()).last_trick is None


def test_hearts_once_broken_show_a_mark_and_the_words_beside_it() -> None:
    view = example_view()
    whole, broken, words = (
        opened(draw_table(replace(table(view), view=replace(view, broken=state), broken_label=label)))
        for state, label in ((False, "Hearts are broken"), (True, None), (True, "Hearts are broken"))
    )
    mark = (50, 590, 130, 670)
    label = (140, 590, 300, 670)
    assert differs(whole, broken, mark)
    assert differs(whole, words, mark)
    assert not differs(whole, broken, label)
    assert differs(broken, words, label)


def test_the_way_of_the_pass_stands_in_the_middle_until_a_card_does() -> None:
    middle = (340, 310, 540, 420)
    view = example_view(direction=Direction.HOLD, turn=0)
    silent, spoken = opened(draw_table(table(view))), opened(draw_table(table(view, label="Nobody passes")))
    assert differs(silent, spoken, middle)
    assert draw_table(table(view, FULL, "Nobody passes")) == draw_table(table(view, FULL))


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u202egnp.exe",
        "🦊",
        "👩‍👩‍👧",
        "王小明",
        "مرحبا",
        "a\u0300" * 50,
        "x" * 5000,
        "\x00\n\t",
        "\ud800",
        "'\"<b>",
    ],
    ids=lambda name: ascii(name[:6]),
)
def test_any_name_can_be_drawn_and_stays_on_its_plate(name: str) -> None:
    picture = table(example_view())
    plain = opened(draw_table(picture))
    seats = (*picture.seats[:3], SeatPicture(name, computer=True))
    named = opened(draw_table(replace(picture, seats=seats)))
    left, top, right, bottom = plate(3)
    assert differs(plain, named, (left, top, right, bottom))
    for beside in (
        (left - 20, 0, left, TABLE_SIZE[1]),
        (right, 0, *TABLE_SIZE),
        (0, 0, TABLE_SIZE[0], top),
        (0, bottom, *TABLE_SIZE),
    ):
        assert not differs(plain, named, beside)


def test_names_and_seats_have_to_agree() -> None:
    with pytest.raises(ValueError, match="3 names for 4 seats"):
        TablePicture(example_view(), table(example_view(3)).seats, NO_TRICK, None, None)


@pytest.mark.parametrize(("number", "text"), [(0, "0"), (26, "26"), (-10, "\N{MINUS SIGN}10")])
def test_numbers_below_zero_have_a_sign_the_font_can_show(number: int, text: str) -> None:
    assert number_text(number) == text


FACE_DOWN = Ruleset(players=5, kitty=True)


def corner(view: PublicView) -> Image.Image:
    """The bottom right corner of a table."""
    return opened(draw_table(table(view))).crop((640, 560, 830, 690))


def test_cards_face_down_look_alike_and_are_seen_once_turned_up() -> None:
    none = corner(example_view(5))
    down = corner(example_view(5, ruleset=FACE_DOWN, kitty=None))
    up = [
        corner(example_view(5, ruleset=FACE_DOWN, kitty=Cards.parse(kitty))) for kitty in ("JD TH", "JD 9H")
    ]
    assert len({image.tobytes() for image in (none, down, *up)}) == 4


def test_one_card_face_down_is_one_and_two_are_two() -> None:
    one = corner(example_view(3, ruleset=Ruleset(players=3, kitty=True), kitty=None))
    two = corner(example_view(5, ruleset=FACE_DOWN, kitty=None))
    assert one.tobytes() != two.tobytes()


def test_partners_are_marked_alike() -> None:
    teams = opened(draw_table(table(example_view(ruleset=Ruleset(partners=Partners.TOGETHER)))))
    alone = opened(draw_table(table(example_view())))
    bands = [teams.getpixel((plate(seat)[0] + 8, plate(seat)[1] + 60)) for seat in range(4)]
    assert bands[0] == bands[2] != bands[1] == bands[3]
    assert alone.getpixel((plate(0)[0] + 8, plate(0)[1] + 60)) not in bands


def test_partners_show_the_total_of_their_team() -> None:
    teams = Ruleset(partners=Partners.TOGETHER)
    shown = [
        draw_table(table(example_view(totals=totals, ruleset=teams)))
        for totals in ((10, 0, 20, 7), (25, 3, 5, 4), (10, 0, 21, 7))
    ]
    assert shown[0] == shown[1] != shown[2]
