"""The search: legal and repeatable by any rules, blind to hidden cards, and the same from both kernels."""

import random

import pytest

from bot.players import SearchPlayer, compiled, kernel, make_player
from bot.players.board import board
from bot.players.knowledge import know
from bot.players.merging import representatives
from bot.players.playouts import Candidate, Playouts
from bot.players.search import Effort, think
from bot.players.suspicion import most_suspected
from bot.players.worlds import hidden
from bot.rules.cards import Card, Cards, Suit
from bot.rules.game import Game
from bot.rules.ruleset import Direction, Partners, Ruleset
from bot.rules.scoring import settled
from bot.rules.view import View, view
from tests.players.hidden_worlds import worlds
from tests.players.positions import to_pass, to_play
from tests.players.test_games import begin_deal, check_games, decide
from tests.rules.rulesets import random_ruleset
from tests.rules.worlds import other_world

SHORT = Effort(worlds=8, pass_worlds=4, pool=2)


def short() -> SearchPlayer:
    return SearchPlayer("short", SHORT)


def views(seed: int, ruleset: Ruleset | None = None) -> list[View]:
    """What seats saw at their decisions in a deal of Medium players, by rules drawn by lot unless given."""
    rng = random.Random(seed)
    rules = ruleset or random_ruleset(rng)
    game = begin_deal(Game(rules, 0), rng.randbytes(32))
    seen: list[View] = []
    while game.deal is not None and not settled(game.deal):
        turn = game.deal.turn
        seen += [view(game, turn)] if turn is not None else [view(game, at) for at in range(rules.players)]
        game = decide(game, make_player())
    return seen


def check_deal(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_ruleset(rng)
    game = begin_deal(Game(rules, rng.randrange(rules.players)), rng.randbytes(32))
    while game.deal is not None and not settled(game.deal):
        game = decide(game, short())
    assert len(game.result().points) == rules.players


@pytest.mark.parametrize("first", range(0, 100, 20))
def test_deals_by_any_rules_are_played_to_the_end(first: int) -> None:
    for seed in range(first, first + 20):
        check_deal(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 1100, 50))
def test_a_thousand_deals_by_any_rules_are_played_to_the_end(first: int) -> None:
    for seed in range(first, first + 50):
        check_deal(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 1000, 50))
def test_a_thousand_games_by_any_rules_are_played_to_the_end(first: int) -> None:
    check_games(range(first, first + 50), short())


@pytest.mark.parametrize("seed", range(8))
def test_the_same_seed_and_view_give_the_same_thought(seed: int) -> None:
    for known in views(seed)[::5]:
        assert think(known, 3, SHORT) == think(known, 3, SHORT)


@pytest.mark.parametrize("seed", range(12))
def test_hidden_cards_do_not_change_a_choice(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_ruleset(rng)
    game = begin_deal(Game(rules, 0), rng.randbytes(32))
    while game.deal is not None and not settled(game.deal):
        for seat in [game.deal.turn] if game.deal.turn is not None else range(rules.players):
            here, there = view(game, seat), view(other_world(game, seat, rng), seat)
            assert think(here, 1, SHORT) == think(there, 1, SHORT)
        game = decide(game, make_player())


@pytest.mark.skipif(not compiled.available(), reason="numba is not installed (the extra `fast`)")
@pytest.mark.parametrize("seed", range(30))
def test_both_kernels_come_to_the_same(seed: int) -> None:
    for known in views(seed):
        candidates = [Candidate(card.index, to) for card in known.legal for to in (kernel.NOBODY, known.seat)]
        if known.to_pass:
            candidates = [Candidate(Cards.of(list(known.hand)[at : at + 3]).mask) for at in range(5)]
        suspect = most_suspected(known, board(known), hidden(know(known)), seed)
        plain, fast = (
            Playouts(board(known), hidden(know(known)), candidates, seed, 3, 2, suspect, which)
            for which in (False, True)
        )
        everything = range(len(candidates))
        for playouts in (plain, fast):
            playouts.play(everything, 2)
            playouts.play(everything[::2], 1)
        for at in everything:
            assert plain.counts[at] == fast.counts[at]
            assert plain.mean(at) == pytest.approx(fast.mean(at))
            assert plain.gap(at, 0) == pytest.approx(fast.gap(at, 0))
            assert [plain.share(at, seat) for seat in range(-1, 4)] == [
                fast.share(at, seat) for seat in range(-1, 4)
            ]


PASS_COSTS = [
    (Ruleset(), Direction.LEFT, True),
    (Ruleset(), Direction.ACROSS, True),
    (Ruleset(partners=Partners.ALONE), Direction.RIGHT, True),
    (Ruleset(partners=Partners.ALONE), Direction.ACROSS, False),
]
"""Whether it counts that the receiver may shoot the moon: it does not where that is the partner."""


@pytest.mark.parametrize(("ruleset", "direction", "counts"), PASS_COSTS)
def test_a_pass_without_a_heart_costs_more_except_to_a_partner(
    ruleset: Ruleset, direction: Direction, counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = to_pass("3C 5C 9C JC 2D 4D 8D TD 2H 4H 6H 5S QS", ruleset, direction)
    candidates = [Candidate(Cards.parse(passed).mask) for passed in ("JC TD QS", "JC 4H QS")]

    def costs() -> list[float]:
        playouts = Playouts(board(known), hidden(know(known)), candidates, 1, 3, fast=False)
        playouts.play(range(2), 3)
        return [playouts.mean(at) for at in range(2)]

    priced = costs()
    monkeypatch.setattr(kernel, "MOON_PASSED", 0.0)
    bare = costs()
    assert priced[0] - bare[0] == pytest.approx(6.0 if counts else 0.0)
    assert priced[1] == bare[1]


def check_worlds(known: View, count: int) -> None:
    """Every world has the right sizes, all the hidden cards once, and nobody has what cannot be there."""
    knowledge = know(known)
    for world in worlds(known, count):
        assert world[known.seat] == known.hand.mask
        together = 0
        for place, mask in enumerate(world):
            assert not together & mask
            together |= mask
            if place < known.public.players:
                assert mask.bit_count() == known.public.hand_sizes[place]
                assert not mask & ~knowledge.may_hold[place].mask
                assert not knowledge.held[place].mask & ~mask
        assert together == knowledge.outstanding.mask | known.hand.mask


@pytest.mark.parametrize("seed", range(40))
def test_worlds_agree_with_what_is_known(seed: int) -> None:
    for known in views(seed):
        if not known.to_pass:
            check_worlds(known, 10)


def test_a_thousand_worlds_respect_voids_and_the_own_pass() -> None:
    known = to_play(
        "6C 7C 9C 3D 4D 9D 4H 6H 8H 3S KS AS",
        "5D",
        ["0: 2C 3C JD 4C"],
        passed="QS AH AD",
        direction=Direction.LEFT,
    )
    check_worlds(known, 1000)
    for world in worlds(known, 1000):
        assert Cards.parse("AD AH QS") <= Cards(world[1])
        assert not Cards(world[2]).in_suit(Suit.CLUBS)


def test_every_place_is_as_likely_as_it_has_room() -> None:
    known = to_play("6C 7C 9C 3D 4D 9D 4H 6H 8H TH 3S 7S", "", ["1: 2C 3C 4C 5C"])
    aces = [sum(world[seat] >> 12 & 1 for world in worlds(known, 3000, 1)) for seat in (1, 2, 3)]
    assert sum(aces) == 3000
    assert all(900 < each < 1100 for each in aces)


def test_a_hand_that_let_the_queen_go_by_seldom_has_her() -> None:
    known = to_play("6C 7C 9C 3D 4D 9D 4H 6H 8H TH 3S 7S", "3C 4C", ["1: 2S AS 4S 5S"])
    queen = [sum(world[seat] >> 49 & 1 for world in worlds(known, 600, 8)) for seat in (1, 2, 3)]
    assert queen[2] < queen[1] / 2


EQUALS = [
    ("3S 4S 7S", ["2S 5S 9S 8S"], "3S 4S", "between three and four there is nothing"),
    ("3S 4S 6S", ["2S 5S 9S 8S"], "3S 4S 6S", "the five is gone"),
    ("JS QS", ["2S 5S 9S 8S"], "JS", "the queen of spades is equal to none"),
]


@pytest.mark.parametrize(("spades", "earlier", "group", "why"), EQUALS, ids=[each[-1] for each in EQUALS])
def test_equal_cards(spades: str, earlier: list[str], group: str, why: str) -> None:
    hand = Cards.parse(spades)
    rest = Cards.parse("6C 8C TC 2D 4D 6D 8D TD QD KD AD 3H 5H 7H 9H JH KH")
    filled = Cards.of([*hand, *list(rest)[: 12 - len(hand)]])
    known = to_play(str(filled), "", [f"2: {each}" for each in earlier])
    first = Cards.parse(spades).lowest
    assert Cards.of(representatives(known, first)[first]) == Cards.parse(group)
    assert why


def test_cards_are_not_equal_across_one_of_the_running_trick() -> None:
    known = to_play(
        "7D TD QD KD AD 4H 6H 8H 3S 5S 7S 9S",
        "JD",
        ["0: 2C 3C 4C 5C"],
        ruleset=Ruleset(jack_of_diamonds=True),
    )
    groups = representatives(known, Card.parse("7D"))
    assert (Card.parse("TD"),) in groups.values()
    assert tuple(Cards.parse("QD KD AD")) in groups.values()


def test_hearts_are_not_equal_where_they_count_their_rank() -> None:
    known = to_play(
        "7D TD 4H 5H 6H 8H 3S 5S 7S 9S JS 9C",
        "",
        ["1: 2C 3C 4C 5C"],
        ruleset=Ruleset(spot=True, hearts_any_time=True),
    )
    assert (Card.parse("5H"),) in representatives(known, Card.parse("7D")).values()


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_levels_have_their_names(level: str) -> None:
    assert make_player(level).name == level


def test_what_is_thought_is_the_card_played() -> None:
    for known in views(5, Ruleset()):
        if known.legal:
            player = make_player("hard", 4)
            assert isinstance(player, SearchPlayer)
            assert player.choose_play(known) == player.think(known).cards[0]
