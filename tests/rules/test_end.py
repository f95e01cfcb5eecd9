"""The deal moves clockwise; once somebody has reached the limit, the single lowest total wins."""

from dataclasses import replace

import pytest

from bot.rules.ruleset import PRESETS, Direction, Ruleset
from bot.rules.scoring import DealScore, side_totals
from bot.rules.shuffle import hands
from tests.rules.table import STANDARD, Played, game_after, random_game

SHORT = PRESETS["short"]
OPENING = hands(bytes(32), STANDARD, dealer=0)


@pytest.mark.parametrize(
    ("totals", "winners"),
    [
        ((0, 0, 0, 0), ()),
        ((99, 20, 30, 40), ()),
        ((100, 20, 30, 40), (1,)),
        ((101, 20, 30, 40), (1,)),
        ((40, 100, 126, 20), (3,)),
        ((104, 40, 40, 70), ()),
        ((104, 40, 41, 70), (1,)),
        ((110, 50, 50, 50), ()),
        ((100, 100, 100, 100), ()),
        ((103, 102, 101, 100), (3,)),
        ((105, 106, 106, 105), ()),
        ((105, 106, 106, 104), (3,)),
        ((100, -10, 0, 0), (1,)),
        ((100, -10, -10, 0), ()),
        ((120, 90, 120, 95), (1,)),
    ],
    ids=str,
)
def test_who_wins(totals: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """Who is over the limit wins only where everybody is: possible once ties have made the game go on."""
    game = game_after(totals)
    assert game.totals == totals
    assert game.winners == winners
    assert game.over is bool(winners)


@pytest.mark.parametrize(("most", "over"), [(49, False), (50, True), (51, True)])
def test_the_short_game_ends_at_50(most: int, over: bool) -> None:
    assert game_after((most, 1, 10, 10), ruleset=SHORT).over is over
    assert not game_after((most, 1, 10, 10)).over


@pytest.mark.parametrize("limit", [25, 26, 64, 1000])
def test_the_limit_is_a_house_rule(limit: int) -> None:
    assert not game_after((limit - 1, 1, 2, 3), ruleset=Ruleset(limit=limit)).over
    assert game_after((limit, 1, 2, 3), ruleset=Ruleset(limit=limit)).winners == (1,)


def test_totals_are_the_sums_of_the_deals() -> None:
    game = game_after((26, 0, 0, 0), (0, 26, 26, 26), (1, 2, 3, 20))
    assert game.totals == (27, 28, 29, 46)
    assert game.places == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ((1, 2, 3, 4), (1, 2, 3, 4)),
        ((30, 10, 30, 20), (3, 1, 3, 2)),
        ((5, 5, 9, 9), (1, 1, 3, 3)),
        ((0, 0, 0, 0), (1, 1, 1, 1)),
    ],
    ids=str,
)
def test_equal_totals_share_the_better_place(totals: tuple[int, ...], places: tuple[int, ...]) -> None:
    assert game_after(totals).places == places


@pytest.mark.parametrize("first_dealer", range(4))
def test_the_deal_moves_clockwise(first_dealer: int) -> None:
    dealers = [game_after(*[(26, 0, 0, 0)] * done, first_dealer=first_dealer).dealer for done in range(3)]
    assert dealers == [(first_dealer + done) % 4 for done in range(3)]


def test_a_tie_for_lowest_makes_the_game_go_on_with_cycle_and_dealer_carried_on() -> None:
    four = ((26, 0, 0, 0),) * 3 + ((26, 40, 40, 70),)
    game = game_after(*four, first_dealer=2)
    assert game.totals == (104, 40, 40, 70)
    assert not game.over
    assert (game.number, game.direction, game.dealer) == (5, Direction.LEFT, 2)
    game = game.start_deal(OPENING).finish_deal(DealScore((0, 13, 13, 0)))
    assert not game.over
    assert (game.number, game.direction, game.dealer) == (6, Direction.RIGHT, 3)
    game = game.start_deal(OPENING).finish_deal(DealScore((0, 13, 12, 1)))
    assert game.winners == (2,)
    assert (game.number, game.dealer) == (6, 3)


def test_the_game_ends_after_a_deal_not_in_it() -> None:
    game = game_after((99, 10, 20, 30)).start_deal(OPENING)
    assert not game.over
    assert game.number == 2
    assert game.finish_deal(DealScore((26, 0, 0, 0))).winners == (1,)


def test_no_deal_begins_in_another_or_after_the_end() -> None:
    for game in (game_after().start_deal(OPENING), game_after((100, 0, 1, 2))):
        with pytest.raises(ValueError, match="no deal is due"):
            game.start_deal(OPENING)


def test_between_deals_there_is_nothing_to_pass_play_or_finish() -> None:
    game = game_after((10, 10, 3, 3))
    card = OPENING[0].lowest
    for act in (
        lambda: game.play(0, card),
        lambda: game.pass_cards(0, [card] * 3),
        lambda: game.finish_deal(DealScore((0, 0, 0, 0))),
    ):
        with pytest.raises(ValueError, match="no deal is running"):
            act()


def test_a_deal_needs_one_hand_a_seat_of_one_size_and_no_card_twice() -> None:
    game = game_after()
    for dealt, reason in [
        (OPENING[:3], "4 hands are due"),
        ((*OPENING[:3], OPENING[3] - OPENING[3].in_suit(OPENING[3].lowest.suit)), "differ in size"),
        ((OPENING[0], OPENING[0], OPENING[2], OPENING[3]), "dealt twice"),
    ]:
        with pytest.raises(ValueError, match=reason):
            game.start_deal(dealt)
    assert game.start_deal(OPENING).deal is not None


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", PRESETS)
def test_whole_games_end_as_soon_as_they_can(seed: int, name: str) -> None:
    played: Played = random_game(seed, PRESETS[name])
    game = played.game
    assert game.over
    ruleset = PRESETS[name]
    totals = side_totals(game.totals, ruleset)
    assert max(totals) >= ruleset.limit
    assert game.winners == ruleset.sides[totals.index(min(totals))]
    assert {game.places[seat] for seat in game.winners} == {1}
    assert [dealer for _, dealer, _ in played.deals] == [
        (game.first_dealer + number) % ruleset.players for number in range(len(played.deals))
    ]
    for shorter in range(len(game.scores)):
        assert not replace(game, scores=game.scores[:shorter]).over
