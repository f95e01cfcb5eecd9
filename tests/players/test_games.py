"""Computer players at every seat: they finish every game and never choose what is not theirs to choose."""

import random

import pytest

from bot.players import Player, make_player
from bot.rules.game import Game
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import score, settled
from bot.rules.shuffle import hands
from bot.rules.view import View, view
from tests.rules.worlds import other_world


def any_ruleset(rng: random.Random) -> Ruleset:
    return Ruleset(
        limit=rng.randint(25, 120),
        queen_breaks_hearts=rng.random() < 0.5,
        hearts_any_time=rng.random() < 0.5,
        points_on_first_trick=rng.random() < 0.5,
    )


def decide(game: Game, player: Player) -> Game:
    """Let every seat that is to decide do so from its view; `Game` refuses whatever is not legal."""
    deal = game.deal
    assert deal is not None
    if deal.turn is not None:
        return game.play(deal.turn, player.choose_play(view(game, deal.turn)))
    passes = [player.choose_pass(view(game, seat)) for seat in range(4)]
    for seat, cards in enumerate(passes):
        game = game.pass_cards(seat, cards)
    return game


def play_game(seed: int, player: Player) -> Game:
    rng = random.Random(seed)
    game = Game(any_ruleset(rng), rng.randrange(4))
    while not game.over:
        game = game.start_deal(hands(rng.randbytes(32), game.ruleset, game.dealer))
        while game.deal is not None:
            game = game.finish_deal(score(game.deal)) if settled(game.deal) else decide(game, player)
    return game


def check_games(seeds: range) -> None:
    player = make_player()
    for seed in seeds:
        game = play_game(seed, player)
        assert len(game.winners) == 1
        assert max(game.totals) >= game.ruleset.limit


@pytest.mark.parametrize("first", range(0, 200, 25))
def test_games_are_played_to_the_end(first: int) -> None:
    check_games(range(first, first + 25))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(200, 1000, 100))
def test_a_thousand_games_are_played_to_the_end(first: int) -> None:
    check_games(range(first, first + 100))


def choice(player: Player, known: View) -> object:
    return player.choose_pass(known) if known.to_pass else player.choose_play(known)


@pytest.mark.parametrize("seed", range(8))
def test_hidden_cards_do_not_change_a_choice(seed: int) -> None:
    rng = random.Random(seed)
    ruleset = any_ruleset(rng)
    game = Game(ruleset, 0).start_deal(hands(rng.randbytes(32), ruleset, 0))
    while game.deal is not None and not settled(game.deal):
        for seat in [game.deal.turn] if game.deal.turn is not None else range(4):
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
