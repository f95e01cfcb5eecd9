"""One player takes all 14 penalty cards, not necessarily all tricks: 0 for the shooter, 26 for the others."""

import pytest

from bot.rules.scoring import score
from tests.rules.table import cards, played_out, taken


@pytest.mark.parametrize(
    ("rows", "points", "moon"),
    [
        (("2H-AH QS", "", "", ""), (0, 26, 26, 26), (0,)),
        (("", "2H-AH QS", "", ""), (26, 0, 26, 26), (1,)),
        (("", "", "2H-AH QS", ""), (26, 26, 0, 26), (2,)),
        (("", "", "", "2H-AH QS"), (26, 26, 26, 0), (3,)),
        (("2H-AH QS 2C-AC", "2D-AD", "2S-JS KS AS", ""), (0, 26, 26, 26), (0,)),
        (("2H-AH 2S-AS 2C-AC 2D-AD", "", "", ""), (0, 26, 26, 26), (0,)),
        (("2H-AH", "QS", "", ""), (13, 13, 0, 0), ()),
        (("2H-AH 2S-JS KS AS", "", "", "QS"), (13, 0, 0, 13), ()),
        (("2H-KH QS", "", "AH", ""), (25, 0, 1, 0), ()),
        (("3H-AH QS", "", "2H", ""), (25, 0, 1, 0), ()),
    ],
)
def test_all_fourteen_are_a_moon_and_thirteen_are_not(
    rows: tuple[str, ...], points: tuple[int, ...], moon: tuple[int, ...]
) -> None:
    result = score(taken(*rows))
    assert (result.points, result.moon, result.sun) == (points, moon, False)


def test_a_moon_of_every_trick() -> None:
    finished = played_out("2C-AC", "2D-AD", "2H-AH", "2S-AS")
    assert [trick.taker for trick in finished.tricks] == [0] * 13
    assert score(finished).points == (0, 26, 26, 26)


def test_a_moon_of_twelve_tricks() -> None:
    finished = played_out(
        "2C 2D 3D-KD",
        "3C AS 4C-KC AH",
        "AD 2H 3H-KH",
        "AC 2S 3S-KS",
    )
    assert [trick.taker for trick in finished.tricks] == [3] + [1] * 12
    assert finished.taken[3] == cards("2C 3C AD AC")
    assert score(finished).points == (26, 0, 26, 26)
    assert score(finished).moon == (1,)


def test_all_hearts_without_the_queen_are_an_ordinary_thirteen() -> None:
    finished = played_out(
        "2C 2D 3D-KD",
        "3C AS 4C-KC AH",
        "QS 2H 3H-KH",
        "AC 2S 3S-JS KS AD",
    )
    assert score(finished).points == (0, 13, 0, 13)
    assert score(finished).moon == ()
