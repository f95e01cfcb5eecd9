"""House rules about points: the jack of diamonds, Spot Hearts, no tricks, every trick."""

import random

import pytest

from bot.rules.cards import ALL_CARDS, Cards
from bot.rules.ruleset import Moon, Partners, Ruleset
from bot.rules.scoring import DealScore, card_points, deal_total, score, settled
from tests.rules.rulesets import random_ruleset
from tests.rules.table import cards, over, played_out, random_game, taken

OMNIBUS = Ruleset(jack_of_diamonds=True)
SPOT = Ruleset(spot=True)
NO_TRICK = Ruleset(no_trick_bonus=True)
SUN = Ruleset(sun=True)

ALL_HEARTS = "2H-AH QS"
EVERYTHING = "2C-AC 2D-AD 2H-AH 2S-AS"


@pytest.mark.parametrize(
    ("ruleset", "text", "points"),
    [
        (OMNIBUS, "JD", -10),
        (OMNIBUS, "JD QS", 3),
        (OMNIBUS, "JD 2H-AH QS", 16),
        (OMNIBUS, "2D-TD QD-AD JS JC", 0),
        (SPOT, "2H", 2),
        (SPOT, "9H TH", 19),
        (SPOT, "JH", 11),
        (SPOT, "QH", 12),
        (SPOT, "KH", 13),
        (SPOT, "AH", 14),
        (SPOT, "QS", 25),
        (SPOT, "JD AS KS 2C", 0),
        (SPOT, ALL_HEARTS, 129),
        (Ruleset(spot=True, jack_of_diamonds=True), "JD 4H", -6),
    ],
    ids=str,
)
def test_points_of_cards(ruleset: Ruleset, text: str, points: int) -> None:
    assert card_points(cards(text), ruleset) == points


def test_a_deal_of_spot_hearts_has_129() -> None:
    assert deal_total(SPOT) == card_points(Cards.of(ALL_CARDS), SPOT) == 129


@pytest.mark.parametrize(
    ("ruleset", "rows", "points", "moon"),
    [
        (OMNIBUS, ("2H-KH JD", "AH QS", "2C", ""), (2, 14, 0, 0), ()),
        (OMNIBUS, ("JD", "2H-KH", "AH QS", "3C"), (-10, 12, 14, 0), ()),
        # The jack is no part of a moon, and counts for whoever took it beside one.
        (OMNIBUS, (f"{ALL_HEARTS} JD", "2C", "3C", "4C"), (-10, 26, 26, 26), (0,)),
        (OMNIBUS, (ALL_HEARTS, "JD", "3C", "4C"), (0, 16, 26, 26), (0,)),
        (SPOT, ("2H-5H", "6H-9H", "TH-KH", "AH QS"), (14, 30, 46, 39), ()),
        (SPOT, (ALL_HEARTS, "", "", ""), (0, 129, 129, 129), (0,)),
        (SPOT, ("2H-AH", "QS", "", ""), (104, 25, 0, 0), ()),
        (NO_TRICK, ("2H-AH", "QS", "", "2C"), (13, 13, -5, 0), ()),
        (NO_TRICK, ("2H-AH", "QS", "", ""), (13, 13, -5, -5), ()),
        (NO_TRICK, ("2H-AH", "QS", "2C", "3C"), (13, 13, 0, 0), ()),
        # Nobody is paid for having no trick beside a moon.
        (NO_TRICK, (ALL_HEARTS, "2C", "", ""), (0, 26, 26, 26), (0,)),
        (NO_TRICK, ("", EVERYTHING, "", ""), (26, 0, 26, 26), (1,)),
        (
            Ruleset(no_trick_bonus=True, jack_of_diamonds=True),
            ("2H-AH JD", "QS", "", "2C"),
            (3, 13, -5, 0),
            (),
        ),
    ],
    ids=str,
)
def test_what_a_deal_comes_to(
    ruleset: Ruleset, rows: tuple[str, ...], points: tuple[int, ...], moon: tuple[int, ...]
) -> None:
    assert score(over(*rows, ruleset=ruleset)) == DealScore(points, moon)


@pytest.mark.parametrize(
    ("ruleset", "points"),
    [
        (SUN, (52, 0, 52, 52)),
        (Ruleset(), (26, 0, 26, 26)),
        (Ruleset(sun=True, spot=True), (258, 0, 258, 258)),
        (Ruleset(sun=True, moon=Moon.SUBTRACT), (0, -52, 0, 0)),
        (Ruleset(sun=True, moon=Moon.SUBTRACT, spot=True), (0, -258, 0, 0)),
        (Ruleset(sun=True, no_trick_bonus=True), (52, 0, 52, 52)),
        (Ruleset(sun=True, jack_of_diamonds=True), (52, -10, 52, 52)),
        (Ruleset(sun=True, partners=Partners.ALONE), (52, 0, 52, 0)),
        (Ruleset(sun=True, partners=Partners.TOGETHER, moon=Moon.SUBTRACT), (0, -52, 0, 0)),
    ],
    ids=str,
)
def test_every_trick_is_a_sun_where_that_counts(ruleset: Ruleset, points: tuple[int, ...]) -> None:
    result = score(over("", EVERYTHING, "", "", ruleset=ruleset))
    assert result == DealScore(points, moon=(1,), sun=ruleset.sun)


def test_a_sun_played_card_by_card() -> None:
    finished = played_out("2C-AC", "2D-AD", "2H-AH", "2S-AS", ruleset=SUN)
    assert score(finished) == DealScore((0, 52, 52, 52), moon=(0,), sun=True)


def test_a_moon_with_one_trick_lost_is_no_sun() -> None:
    finished = played_out("2C 2D 3D-KD", "3C AS 4C-KC AH", "AD 2H 3H-KH", "AC 2S 3S-KS", ruleset=SUN)
    assert score(finished) == DealScore((26, 0, 26, 26), moon=(1,))


def test_a_sun_of_three_and_of_five() -> None:
    for players, kitty in ((3, False), (3, True), (5, False), (5, True)):
        ruleset = Ruleset(players=players, kitty=kitty, sun=True)
        deal = over(EVERYTHING, *[""] * (players - 1), ruleset=ruleset)
        assert score(deal).points == (0, *[52] * (players - 1))


@pytest.mark.parametrize(
    ("ruleset", "rows", "open_"),
    [
        (Ruleset(), (ALL_HEARTS, "JD", "", ""), False),
        # The jack of diamonds, where it counts.
        (OMNIBUS, ("2H-AH", "QS", "2C", "3C"), True),
        (OMNIBUS, ("2H-AH", "QS", "2C", "JD"), False),
        (OMNIBUS, (ALL_HEARTS, "2C", "3C", "4C"), True),
        # A sun, while one player has taken every trick.
        (SUN, (ALL_HEARTS, "", "", ""), True),
        (SUN, (ALL_HEARTS, "", "2C", ""), False),
        (SUN, ("2H-AH", "QS", "", ""), False),
        # The bonus of a seat without a trick, unless a moon has settled that.
        (NO_TRICK, ("2H-AH", "QS", "", "2C"), True),
        (NO_TRICK, ("2H-AH", "QS", "3C", "2C"), False),
        (NO_TRICK, (ALL_HEARTS, "", "", "2C"), False),
        (NO_TRICK, (ALL_HEARTS, "", "", ""), False),
        (Ruleset(no_trick_bonus=True, partners=Partners.ALONE), ("2H-AH", "2C", "QS", ""), True),
        (Ruleset(no_trick_bonus=True, partners=Partners.TOGETHER), ("2H-AH", "2C", "QS", ""), False),
        # Several at once.
        (Ruleset(no_trick_bonus=True, sun=True), (ALL_HEARTS, "", "", ""), True),
        (Ruleset(no_trick_bonus=True, sun=True), (ALL_HEARTS, "2C", "", ""), False),
        (Ruleset(no_trick_bonus=True, jack_of_diamonds=True), (ALL_HEARTS, "2C", "", ""), True),
        (Ruleset(no_trick_bonus=True, jack_of_diamonds=True), (ALL_HEARTS, "JD", "", ""), False),
        (SPOT, ("2H-AH", "QS", "", ""), False),
        (Ruleset(partners=Partners.TOGETHER), ("2H-KH", "", "QS", ""), True),
    ],
    ids=str,
)
def test_the_rest_is_skipped_once_nothing_that_counts_is_open(
    ruleset: Ruleset, rows: tuple[str, ...], open_: bool
) -> None:
    running = taken(*rows, ruleset=ruleset)
    assert settled(running) is not open_
    if open_:
        with pytest.raises(ValueError, match="still has points to take"):
            score(running)
    else:
        assert score(running) == score(over(*rows, ruleset=ruleset))


@pytest.mark.parametrize("seed", range(60))
def test_playing_a_skipped_rest_changes_no_points(seed: int) -> None:
    running = random_game(seed, random_ruleset(random.Random(seed)), most_deals=1).deals[0][0]
    result = score(running)
    while running.turn is not None:
        running = running.play(running.turn, running.legal(running.turn).lowest)
        assert settled(running)
    assert score(running) == result
