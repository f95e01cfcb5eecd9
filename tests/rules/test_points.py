"""Each heart 1, QS 13: 26 a deal."""

import pytest

from bot.rules.cards import ALL_CARDS, Cards
from bot.rules.scoring import card_points, deal_total, score, settled
from tests.rules.table import STANDARD, cards, deal, random_game, taken


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("", 0),
        ("2H", 1),
        ("AH", 1),
        ("2H-AH", 13),
        ("QS", 13),
        ("KS AS JS", 0),
        ("QS 2H", 14),
        ("2C-AC 2D-AD 2S-JS KS AS", 0),
        ("JD", 0),
        ("2H-AH QS", 26),
    ],
)
def test_points_of_cards(text: str, points: int) -> None:
    assert card_points(cards(text), STANDARD) == points


def test_a_deal_has_26() -> None:
    assert card_points(Cards.of(ALL_CARDS), STANDARD) == 26
    assert deal_total(STANDARD) == 26


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        (("2H-5H", "6H-9H", "TH-KH", "AH QS"), (4, 4, 4, 14)),
        (("2H-AH", "QS", "", ""), (13, 13, 0, 0)),
        (("", "", "QS", "2H-AH 2C-AC"), (0, 0, 13, 13)),
        (("2H-KH QS", "AH", "", ""), (25, 1, 0, 0)),
        (("2H", "3H", "4H", "5H-AH QS"), (1, 1, 1, 23)),
    ],
)
def test_everybody_gets_the_points_of_what_they_took(rows: tuple[str, ...], points: tuple[int, ...]) -> None:
    result = score(taken(*rows))
    assert result.points == points
    assert sum(result.points) == 26
    assert (result.moon, result.sun) == ((), False)


@pytest.mark.parametrize(
    ("rows", "open_points"),
    [
        (("", "", "", ""), True),
        (("2H-AH", "", "", ""), True),
        (("QS", "2H-KH", "", ""), True),
        (("2H-KH", "QS", "", "2C-AC 2D-AD 2S-JS KS AS"), True),
        (("2H-AH", "QS", "", ""), False),
        (("2H-AH QS", "", "", ""), False),
        (("2H-5H", "6H-9H", "TH-KH", "AH QS"), False),
    ],
)
def test_the_rest_counts_for_nothing_once_all_penalty_cards_are_taken(
    rows: tuple[str, ...], open_points: bool
) -> None:
    running = taken(*rows)
    assert settled(running) is not open_points
    if open_points:
        with pytest.raises(ValueError, match="still has points to take"):
            score(running)
    else:
        assert score(running)


def test_a_deal_played_to_its_last_card_is_settled() -> None:
    assert settled(deal("2C", "3C", "4C", "5C", plays="2C 3C 4C 5C"))


@pytest.mark.parametrize("seed", [13, 15, 18])
def test_playing_the_skipped_rest_changes_no_points(seed: int) -> None:
    running = random_game(seed, most_deals=1).deals[0][0]
    assert running.turn is not None
    result = score(running)
    while running.turn is not None:
        running = running.play(running.turn, running.legal(running.turn).lowest)
        assert settled(running)
    assert score(running) == result
