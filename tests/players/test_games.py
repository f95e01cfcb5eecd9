"""Computer players at every seat: they finish every game and never choose what is not theirs to choose."""

import random

import pytest

from bot.players import Player, make_player
from bot.rules.game import Game
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import settled, side_totals
from bot.rules.shuffle import hands, kitty
from bot.rules.view import View, view
from tests.rules.rulesets import random_ruleset
from tests.rules.worlds import other_world


def decide(game: Game, player: Player) -> Game:
    """Let every seat that is to decide do so from its view; `Game` refuses whatever is not legal."""
    deal = game.deal
    assert deal is not None
    if deal.turn is not None:
        return game.play(deal.turn, player.choose_play(view(game, deal.turn)))
    passes = [player.choose_pass(view(game, seat)) for seat in range(game.ruleset.players)]
    for seat, cards in enumerate(passes):
        game = game.pass_cards(seat, cards)
    return game


def begin_deal(game: Game, secret: bytes) -> Game:
    dealt = hands(secret, game.ruleset, game.dealer)
    return game.start_deal(dealt, kitty(secret, game.ruleset))


def play_game(seed: int, player: Player) -> Game:
    """Play a game by rules drawn by lot; who is asked how a moon counts says what it counts unasked."""
    rng = random.Random(seed)
    ruleset = random_ruleset(rng)
    game = Game(ruleset, rng.randrange(ruleset.players))
    while not game.over:
        game = begin_deal(game, rng.randbytes(32))
        while game.deal is not None:
            game = game.finish_deal(game.result()) if settled(game.deal) else decide(game, player)
    return game


def check_games(seeds: range, player: Player | None = None) -> None:
    player = player or make_player()
    for seed in seeds:
        game = play_game(seed, player)
        totals = side_totals(game.totals, game.ruleset)
        assert game.winners == game.ruleset.sides[totals.index(min(totals))]
        assert max(totals) >= game.ruleset.limit


@pytest.mark.parametrize("first", range(0, 200, 25))
def test_games_are_played_to_the_end(first: int) -> None:
    check_games(range(first, first + 25))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(200, 1000, 100))
def test_a_thousand_games_are_played_to_the_end(first: int) -> None:
    check_games(range(first, first + 100))


def choice(player: Player, known: View) -> object:
    return player.choose_pass(known) if known.to_pass else player.choose_play(known)


@pytest.mark.parametrize("seed", range(24))
def test_hidden_cards_do_not_change_a_choice(seed: int) -> None:
    rng = random.Random(seed)
    ruleset = random_ruleset(rng)
    game = begin_deal(Game(ruleset, 0), rng.randbytes(32))
    while game.deal is not None and not settled(game.deal):
        for seat in [game.deal.turn] if game.deal.turn is not None else range(ruleset.players):
            elsewhere = other_world(game, seat, rng)
            assert elsewhere.deal is not None
            chosen = choice(make_player(), view(game, seat))
            assert chosen == choice(make_player(), view(elsewhere, seat))
        game = decide(game, make_player())


def test_nothing_of_one_game_stays_in_a_player() -> None:
    used = make_player()
    play_game(1, used)
    assert play_game(2, used) == play_game(2, make_player())


def test_a_choice_that_is_not_due_is_refused() -> None:
    game = Game(Ruleset(), 0).start_deal(hands(bytes(32), Ruleset(), 0))
    with pytest.raises(ValueError, match="not to play"):
        make_player().choose_play(view(game, 0))
    passed = decide(game, make_player())
    with pytest.raises(ValueError, match="no pass"):
        make_player().choose_pass(view(passed, 0))
