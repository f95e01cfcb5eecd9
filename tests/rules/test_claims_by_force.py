"""The rest are mine: proofs against every layout and every play, what stays hidden, and the time it takes."""

import pickle
import random
import time
from dataclasses import replace

import pytest

from bot.rules.cards import Cards
from bot.rules.claims import refuse_claim
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.refusal import Rule
from bot.rules.ruleset import Direction, Ruleset
from bot.rules.scoring import settled
from bot.rules.shuffle import hands, kitty
from bot.rules.view import public_view, view
from tests.rules.layouts import another, ending, layouts, position, shown, takes_all, takes_all_in
from tests.rules.rulesets import random_ruleset
from tests.rules.table import cards, random_game
from tests.rules.worlds import other_world


def some_ending(rng: random.Random, left: int, most_players: int = 5) -> tuple[Deal, int]:
    """Give a deal by any rules with so many tricks left, and a seat that may be right to claim them."""
    while True:
        ruleset = random_ruleset(rng)
        found = ending(rng, ruleset, left) if ruleset.players <= most_players else None
        if found is not None and found[0].tricks and not settled(found[0]):
            return found


def agree(seeds: range, left: int, most_players: int) -> None:
    """See that every claim is offered just where every layout and every play says that it is right."""
    right = 0
    for seed in seeds:
        running, seat = some_ending(random.Random(f"{seed} {left}"), left, most_players)
        worlds = list(layouts(running, seat))
        assert tuple(hand.mask for hand in running.hands) in worlds
        expected = takes_all(worlds, position(running, seat))
        refusal = refuse_claim(running, seat)
        assert (refusal is None) is expected, (seed, seat, running.trick, shown(worlds))
        assert refusal is None or refusal.rule is Rule.CLAIM_NOT_PROVED
        right += expected
    assert len(seeds) / 5 < right < len(seeds) * 4 / 5


def test_no_disagreement_over_all_layouts_of_three_cards_a_hand() -> None:
    agree(range(300), left=3, most_players=4)


def test_nor_of_two_cards_where_five_play() -> None:
    agree(range(1000, 1120), left=2, most_players=5)


def test_nor_of_four_cards_where_three_play() -> None:
    agree(range(3000, 3040), left=4, most_players=3)


@pytest.mark.slow
def test_no_disagreement_on_three_thousand_more_endings() -> None:
    agree(range(5000, 8000), left=3, most_players=4)


def unrefuted(seeds: range, left: int, samples: int) -> None:
    """Look for a layout that refutes an offered claim, with nobody making a mistake; none may be found."""
    offered = 0
    for seed in seeds:
        rng = random.Random(f"{seed} {left}")
        running, seat = some_ending(rng, left)
        if refuse_claim(running, seat) is not None:
            continue
        offered += 1
        for _ in range(samples):
            world = another(running, seat, rng)
            assert takes_all_in(world, position(running, seat)), (seed, seat, running.trick, shown([world]))
    assert len(seeds) / 10 < offered < len(seeds) / 2


def test_no_layout_refutes_a_claim_at_five_cards() -> None:
    unrefuted(range(300), left=5, samples=3)


@pytest.mark.slow
def test_no_layout_refutes_a_claim_in_ten_thousand_endings_of_five_cards() -> None:
    unrefuted(range(1000, 11000), left=5, samples=4)


def test_the_layouts_that_are_looked_at_refute_what_is_not_offered() -> None:
    refuted = refused = 0
    for seed in range(100):
        rng = random.Random(f"{seed} refuted")
        running, seat = some_ending(rng, 5)
        if refuse_claim(running, seat) is not None:
            refused += 1
            worlds = [another(running, seat, rng) for _ in range(6)]
            refuted += not all(takes_all_in(world, position(running, seat)) for world in worlds)
    assert refuted > refused * 0.9


def longest_claim(ruleset: Ruleset) -> Deal:
    """Give a deal whose last seat is right to claim all but the first trick, with cards of every suit."""
    players, secret = ruleset.players, bytes(32)
    size = len(hands(secret, ruleset, 0)[0])
    apart = kitty(secret, ruleset)
    everything = Cards.of(card for hand in hands(secret, ruleset, 0) for card in hand)
    suits = [sorted((card for card in everything if card.suit == at), reverse=True) for at in range(4)]
    best = Cards.of(card for suit in suits for card in suit[: size // 4])
    best = best | Cards.of(suits[3][size // 4 : size // 4 + size % 4])
    others = [card for card in everything if card not in best]
    random.Random(players).shuffle(others)
    held = [Cards.of(others[at * size : (at + 1) * size]) for at in range(players - 1)]
    running = Deal.start(ruleset, Direction.HOLD, [*held, best], apart)
    while len(running.tricks) < 1:
        assert running.turn is not None
        legal = running.legal(running.turn)
        running = running.play(running.turn, legal.highest if running.turn == players - 1 else legal.lowest)
    return running


def milliseconds(running: Deal, seat: int) -> float:
    """Measure a look at whether the rest is the seat's, without what else the machine has to do."""
    began = time.process_time()
    refuse_claim(running, seat)
    return 1000 * (time.process_time() - began)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_longest_claim_is_proved_in_no_time(players: int) -> None:
    running = longest_claim(Ruleset(players=players, kitty=players == 3))
    assert refuse_claim(running, players - 1) is None
    assert milliseconds(running, players - 1) < 50


def test_a_look_takes_no_time_anywhere_in_a_deal() -> None:
    taken: list[float] = []
    for seed in range(40):
        rng = random.Random(seed)
        for running, _, _ in random_game(
            seed, random_ruleset(rng), most_deals=1, to_the_last_card=True
        ).deals:
            again = Deal.start(running.ruleset, running.direction, running.dealt, running.kitty)
            for seat, passed in enumerate(running.passed):
                again = again if passed is None else again.pass_cards(seat, list(passed))
            for play in running.plays:
                taken.append(milliseconds(again, play.seat))
                again = again.play(play.seat, play.card)
    for left in (5, 8, 12, 16):
        for seed in range(40):
            found = ending(rng := random.Random(f"{seed} {left} long"), random_ruleset(rng), left)
            taken += [] if found is None else [milliseconds(*found)]
    assert len(taken) > 2000
    assert max(taken) < 50
    assert sorted(taken)[len(taken) // 2] < 1


@pytest.mark.parametrize("seed", range(60))
def test_a_view_offers_what_the_game_accepts(seed: int) -> None:
    for left in (2, 3, 5):
        running, _ = some_ending(random.Random(f"{seed} {left} view"), left)
        game = Game(running.ruleset, 0, deal=running)
        for at in range(len(running.hands)):
            seen = view(game, at)
            assert seen.may_claim is (game.refuse_claim(at) is None)
            assert pickle.loads(pickle.dumps(seen)) == seen == view(game, at)


@pytest.mark.parametrize("direction", [Direction.LEFT, Direction.HOLD])
def test_nothing_is_offered_before_the_first_trick_is_over(direction: Direction) -> None:
    ruleset = Ruleset(players=3, kitty=True)
    suits = [cards("3C-AC 2D-6D"), cards("7D-AD 2H-TH"), cards("JH-AH 2S-AS")]
    game = Game(ruleset, 0, deal=Deal.start(ruleset, direction, suits, cards("2C")))
    assert not any(view(game, seat).may_claim for seat in range(3))


@pytest.mark.parametrize("seed", range(100))
def test_neither_the_offer_nor_what_it_comes_to_tells_of_hidden_cards(seed: int) -> None:
    rng = random.Random(f"{seed} hidden")
    running, seat = some_ending(rng, rng.choice((2, 3, 5)))
    game = Game(running.ruleset, 0, deal=running)
    offered = view(game, seat).may_claim
    outcome = game.claim(seat)
    for _ in range(6):
        world = tuple(map(Cards, another(running, seat, rng)))
        same_to_the_seat = replace(game, deal=replace(running, hands=world))
        assert (same_to_the_seat.refuse_claim(seat) is None) is offered
        for other in (same_to_the_seat, other_world(game, seat, rng)):
            assert view(other, seat).may_claim is offered
            claimed = other.claim(seat)
            assert claimed.result() == outcome.result()
            assert claimed.moon_question == outcome.moon_question
            assert public_view(claimed) == public_view(outcome)
