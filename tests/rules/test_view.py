"""A seat knows its own cards and what lies open; nothing else is in its view."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace

import pytest

from bot.rules.cards import NO_CARDS, Card, Cards
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.ruleset import Direction, Ruleset
from bot.rules.shuffle import hands
from bot.rules.view import public_view, view
from tests.rules.rulesets import random_ruleset
from tests.rules.table import STANDARD, cards, deal, game_after, random_game, row
from tests.rules.worlds import other_world


def named_cards(value: object) -> Iterator[Card]:
    """Give every card that stands anywhere in a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Cards):
        yield from value
    elif is_dataclass(value):
        for field in fields(value):
            yield from named_cards(getattr(value, field.name))
    elif isinstance(value, Iterable) and not isinstance(value, str):
        for item in value:
            yield from named_cards(item)


def moments(seed: int, ruleset: Ruleset = STANDARD) -> Iterator[Game]:
    """Give one deal of a game at every moment: each pass, each play, the end."""
    played = random_game(seed, ruleset, most_deals=4, to_the_last_card=True)
    running, dealer, _ = played.deals[seed % len(played.deals)]
    begun = Deal.start(ruleset, running.direction, running.dealt, running.kitty)
    game = Game(ruleset, dealer, deal=begun)
    yield game
    for seat, passed in enumerate(running.passed):
        if passed is not None:
            game = game.pass_cards(seat, list(passed))
            yield game
    for play in running.plays:
        game = game.play(play.seat, play.card)
        yield game


@pytest.mark.parametrize("seed", range(12))
def test_a_view_does_not_change_when_hidden_cards_are_permuted(seed: int) -> None:
    rng = random.Random(seed)
    for game in moments(seed):
        for seat in range(4):
            assert view(other_world(game, seat, rng), seat) == view(game, seat)
        assert public_view(other_world(game, None, rng)) == public_view(game)


@pytest.mark.parametrize("seed", range(40))
def test_by_any_rules_a_view_does_not_change_when_hidden_cards_are_permuted(seed: int) -> None:
    rng = random.Random(seed)
    for game in moments(seed, random_ruleset(rng)):
        for seat in range(game.ruleset.players):
            assert view(other_world(game, seat, rng), seat) == view(game, seat)
        assert public_view(other_world(game, None, rng)) == public_view(game)


KITTIES = (Ruleset(players=3, kitty=True), Ruleset(players=5, kitty=True))


@pytest.mark.parametrize("ruleset", KITTIES, ids=str)
def test_the_kitty_is_turned_up_for_all_when_the_first_trick_is_taken(ruleset: Ruleset) -> None:
    for game in moments(3, ruleset):
        running = game.deal
        assert running is not None
        assert public_view(game).kitty == (running.kitty if running.tricks else None)
    assert public_view(next(moments(3))).kitty == NO_CARDS


@pytest.mark.parametrize("ruleset", [STANDARD, *KITTIES], ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_no_card_that_is_hidden_stands_in_a_view(seed: int, ruleset: Ruleset) -> None:
    for game in moments(seed, ruleset):
        running = game.deal
        assert running is not None
        shown = {play.card for play in running.plays} | {*(running.kitty if running.tricks else ())}
        assert set(named_cards(public_view(game))) == shown
        for seat in range(ruleset.players):
            own = {*running.dealt[seat], *running.hands[seat]}
            assert set(named_cards(view(game, seat))) == shown | own


def test_everybody_knows_what_lies_open() -> None:
    hands_ = ("2C KD 3H 2S", "3C 3D 4H 3S", "4C 4D 5H 4S", "5C QS KH 5D")
    game = replace(
        game_after((26, 0, 0, 0), (1, 2, 3, 20), first_dealer=3),
        deal=deal(*hands_, plays="2C 3C 4C 5C / QS 2S", direction=Direction.HOLD),
    )
    public = public_view(game)
    assert (public.number, public.dealer, public.players) == (3, 1, 4)
    assert public.totals == (27, 2, 3, 20)
    assert public.scores == game.scores
    assert public.direction is Direction.HOLD
    assert (public.passing, public.confirmed) == (False, (False,) * 4)
    assert public.hand_sizes == (2, 3, 3, 2)
    assert (public.ply, public.turn, public.awaited) == (6, 1, (1,))
    assert public.trick.cards == cards("QS 2S")
    assert public.last_trick is not None
    assert public.last_trick.cards == cards("2C 3C 4C 5C")
    assert [play.card for play in public.plays] == row("2C 3C 4C 5C QS 2S")
    assert public.taken == (NO_CARDS, NO_CARDS, NO_CARDS, cards("2C 3C 4C 5C"))
    assert public.points == (0, 0, 0, 0)
    assert not public.broken


def test_points_of_the_deal_are_open_before_moons_are_looked_at() -> None:
    running = deal("2C 2H", "3C 3H", "4C QS", "5C 5H", plays="2C 3C 4C 5C / 5H 2H 3H QS")
    assert public_view(replace(game_after(), deal=running)).points == (0, 0, 0, 16)


def test_whether_hearts_are_broken_is_open() -> None:
    hands_ = ("2C 2H", "3C 3H", "4C QS", "5C 5H")
    for plays, broken in (("", False), ("2C 3C 4C 5C", False), ("2C 3C 4C 5C / 5H", True)):
        assert public_view(replace(game_after(), deal=deal(*hands_, plays=plays))).broken is broken


def test_after_the_last_card_nobody_is_waited_for() -> None:
    over = deal("2C", "3C", "4C", "5C", plays="2C 3C 4C 5C")
    public = public_view(replace(game_after(), deal=over))
    assert (public.turn, public.awaited) == (None, ())


def passing_game(*confirmed: int) -> Game:
    """Give a first deal in which these seats have passed their three lowest cards to the left."""
    dealt = hands(bytes(32), STANDARD, dealer=0)
    game = game_after().start_deal(dealt)
    for seat in confirmed:
        game = game.pass_cards(seat, list(dealt[seat])[:3])
    return game


def test_while_cards_are_passed_a_seat_knows_its_own_pass_and_who_has_confirmed() -> None:
    game = passing_game(1, 3)
    public = public_view(game)
    assert (public.passing, public.confirmed, public.awaited) == (True, (False, True, False, True), (0, 2))
    assert (public.turn, public.last_trick) == (None, None)
    for seat in range(4):
        seen = view(game, seat)
        assert seen.hand == seen.dealt
        assert seen.to_pass is (seat in (0, 2))
        assert (seen.passed is not None) is (seat in (1, 3))
        assert (seen.received, seen.legal, seen.to_play) == (None, NO_CARDS, False)


def test_once_all_have_confirmed_a_seat_knows_what_came_in() -> None:
    game = passing_game(0, 1, 2, 3)
    assert game.deal is not None
    public = public_view(game)
    assert public.confirmed == (True,) * 4
    for seat in range(4):
        seen = view(game, seat)
        assert seen.passed is not None
        assert seen.received is not None
        assert seen.received == view(game, (seat - 1) % 4).passed
        assert seen.hand == seen.dealt - seen.passed | seen.received
        assert not seen.to_pass
        assert seen.to_play is (seat == public.turn)
        assert seen.legal == (cards("2C") if seen.to_play else NO_CARDS)


def test_between_deals_there_is_nothing_to_see() -> None:
    with pytest.raises(ValueError, match="no deal is running"):
        public_view(game_after((13, 13, 0, 0)))
    with pytest.raises(ValueError, match="no deal is running"):
        view(game_after(), 0)
