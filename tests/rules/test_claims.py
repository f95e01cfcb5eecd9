"""The rest are mine: who may lay the hand open, and who may not."""

import random
import time
from dataclasses import dataclass, replace

import pytest

from bot.rules.cards import Card, Cards
from bot.rules.claims import refuse_claim
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.refusal import Refusal, Rule
from bot.rules.ruleset import Direction, Ruleset
from bot.rules.scoring import settled
from bot.rules.view import view
from tests.rules.layouts import ending, layouts, position, shown, takes_all
from tests.rules.rulesets import random_ruleset
from tests.rules.table import STANDARD, cards, deal
from tests.rules.worlds import other_world

FIRST = "2C 3C 4C AC"
"""A first trick for seat 3, which is to lead then."""


def after_first(*hands: str, plays: str = "", ruleset: Ruleset = STANDARD) -> Deal:
    """Give a deal of these hands after a first trick that the last seat has taken."""
    clubs = (
        FIRST.split()
        if len(hands) == 4
        else ["2C", "3C", "AC"]
        if len(hands) == 3
        else [*FIRST.split()[:3], "5C", "AC"]
    )
    return deal(
        *(f"{club} {hand}" for club, hand in zip(clubs, hands, strict=True)),
        plays=" ".join([*clubs, plays]),
        ruleset=ruleset,
    )


@dataclass(frozen=True)
class Situation:
    """Three unseen hands and the claimer's, what was led since, and whether the rest is the claimer's."""

    says: str
    deal: Deal
    seat: int
    right: bool


SITUATIONS = [
    Situation(
        "the highest cards of every suit that is out",
        after_first("2D 2S 2H", "3D 3S 3H", "4D 4S 4H", "AD AS AH"),
        3,
        True,
    ),
    Situation(
        "one card that somebody can beat is enough to be wrong",
        after_first("2D 2S 2H", "3D 3S KH", "4D 4S 4H", "AD AS QH"),
        3,
        False,
    ),
    Situation(
        "a low card of a suit nobody else has",
        after_first("2D 3S 2H", "3D 4S 3H", "4D 5S 4H", "AD KD 2C".replace("2C", "5C")),
        3,
        True,
    ),
    Situation(
        "ace and king fetch a queen that is guarded only once at most",
        after_first("QD 2D 2H", "3S 4S 3H", "5S 6S 4H", "AD KD JD"),
        3,
        True,
    ),
    Situation(
        "not one that may be guarded twice",
        after_first("QD 2D 2H", "3D 4S 3H", "5S 6S 4H", "AD KD JD"),
        3,
        False,
    ),
    Situation(
        "a long suit is good after those who follow have nothing left",
        after_first("5D 2S 2H", "3S 4S 3H", "5S 6S 4H", "AD 3D 2D"),
        3,
        True,
    ),
    Situation(
        "but not before that",
        after_first("5D 4D 2H", "3S 4S 3H", "5S 6S 4H", "AD 3D 2D"),
        3,
        False,
    ),
    Situation(
        "hearts that are not broken are led last",
        after_first("2H 2D 3D", "3H 4D 5D", "4H 6D 7D", "AH KH AD"),
        3,
        True,
    ),
    Situation(
        "whoever has shown to have none of a suit cannot beat it, and the others hold too little of it",
        after_first("2H 9S 3D", "3H 8S 5D", "4H 7S 7D", "AS AH KH", plays="AS 9S 8S 7S"),
        3,
        True,
    ),
]


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda each: each.says.replace(" ", "-"))
def test_claim(situation: Situation) -> None:
    refusal = refuse_claim(situation.deal, situation.seat)
    expected = None if situation.right else Rule.CLAIM_NOT_PROVED
    assert (None if refusal is None else refusal.rule) is expected
    worlds = list(layouts(situation.deal, situation.seat))
    assert takes_all(worlds, position(situation.deal, situation.seat)) is situation.right


def test_a_shown_void_makes_the_difference() -> None:
    # Seat 3 leads the jack of diamonds, and seat 0 follows low: the queen may be with who is still to play.
    hands = ("2D 3D QD", "{} 2S 3S", "{} 4S 5S", "AD JD AH")
    plays = "AD 2D {} {} JD 3D"
    nobody_knows = after_first(
        *(hand.format(*card) for hand, card in zip(hands, ["", ["4D"], ["5D"], ""], strict=True)),
        plays=plays.format("4D", "5D"),
    )
    assert refuse_claim(nobody_knows, 3) == Refusal(Rule.CLAIM_NOT_PROVED, 3, Cards())
    both_void = after_first(
        *(hand.format(*card) for hand, card in zip(hands, ["", ["2H"], ["3H"], ""], strict=True)),
        plays=plays.format("2H", "3H"),
    )
    assert refuse_claim(both_void, 3) is None


def test_the_own_pass_makes_the_difference() -> None:
    # Seat 3 holds ace and queen of spades. Who could guard the king has only cards that seat 3 passed on.
    hands = ("2C 5H 6H 7H", "3C 2H 3H 4H", "4C 3S 8H 9H", "AC KS 2D 3D")
    running = deal(*hands, direction=Direction.LEFT)
    for seat, passed in enumerate(["5H 6H 7H", "2H 3H 4H", "3S 8H 9H", "KS 2D 3D"]):
        running = running.pass_cards(seat, tuple(cards(passed)))
    assert str(running.hands[3]) == "AC 8H 9H 3S"
    for card in ("2C", "3C", "4C", "AC"):
        assert running.turn is not None
        running = running.play(running.turn, Card.parse(card))
    worlds = list(layouts(running, 3))
    assert {world[0] for world in worlds} == {cards("2D 3D KS").mask}
    assert (refuse_claim(running, 3) is None) is takes_all(worlds, position(running, 3))


NOT_NOW = [
    ("the first trick", deal("2C AD", "3C 2D", "4C 3D", "5C 4D"), 0),
    ("somebody else is to lead", after_first("AD 2S", "3D 3S", "4D 4S", "5D 5S"), 0),
    ("somebody else has the trick", after_first("AD AS", "3D 3S", "4D 4S", "5D 5S", plays="5D AD"), 3),
    ("somebody else is to follow", after_first("2D 2S", "3D 3S", "AD AS", "5D 5S", plays="5D"), 2),
    ("the last trick", after_first("2D", "3D", "4D", "AD"), 3),
    ("the last card of all", after_first("2D", "3D", "4D", "AD", plays="AD"), 3),
]


@pytest.mark.parametrize(("says", "running", "seat"), NOT_NOW, ids=[says for says, _, _ in NOT_NOW])
def test_not_now(says: str, running: Deal, seat: int) -> None:
    assert refuse_claim(running, seat) == Refusal(Rule.CLAIM_NOT_NOW, seat, Cards())


def test_not_while_cards_are_passed_nor_after_the_end() -> None:
    passing = deal("2C AD KD QD", "3C 2D 4D 5D", "4C 3D 6D 7D", "5C 8D 9D TD", direction=Direction.LEFT)
    assert refuse_claim(passing, 0) == Refusal(Rule.PASS_NOT_OVER, 0, Cards())
    over = deal("2C", "3C", "4C", "5C", plays="2C 3C 4C 5C")
    assert refuse_claim(over, 3) == Refusal(Rule.DEAL_OVER, 3, Cards())


def test_the_offer_stays_while_the_others_play_to_the_trick_that_was_led() -> None:
    running = after_first("2D 2S 2H", "3D 3S 3H", "4D 4S 4H", "AD AS AH")
    for card in ("AD", "2D", "3D", "4D", "AS", "2S", "3S"):
        assert refuse_claim(running, 3) is None, card
        assert running.turn is not None
        running = running.play(running.turn, Card.parse(card))
    assert refuse_claim(running, 3) is None
    assert refuse_claim(running.play(2, Card.parse("4S")), 3) == Refusal(Rule.CLAIM_NOT_NOW, 3, Cards())


def some_ending(rng: random.Random, left: int, most_players: int = 5) -> tuple[Deal, int]:
    while True:
        ruleset = random_ruleset(rng)
        found = ending(rng, ruleset, left) if ruleset.players <= most_players else None
        if found is not None and found[0].tricks and not settled(found[0]):
            return found


def agree(seeds: range, left: int, most_players: int) -> None:
    """Compare with every layout and every play; both answers have to come up often."""
    right = 0
    for seed in seeds:
        running, seat = some_ending(random.Random(f"{seed} {left}"), left, most_players)
        worlds = list(layouts(running, seat))
        assert tuple(hand.mask for hand in running.hands) in worlds
        expected = takes_all(worlds, position(running, seat))
        refusal = refuse_claim(running, seat)
        assert (refusal is None) is expected, (seed, seat, running.trick, shown(worlds))
        right += expected
    assert len(seeds) / 5 < right < len(seeds) * 4 / 5


def test_no_disagreement_over_all_layouts_of_three_cards_a_hand() -> None:
    agree(range(60), left=3, most_players=4)


def test_nor_of_two_cards_where_five_play() -> None:
    agree(range(1000, 1120), left=2, most_players=5)


@pytest.mark.slow
def test_no_disagreement_on_three_hundred_endings_of_three_cards_a_hand() -> None:
    agree(range(2000, 2300), left=3, most_players=4)


def unrefuted(seeds: range, left: int) -> None:
    """Deal what is hidden anew and play on, the claimer from the top, others as it comes: it takes all."""
    offered = 0
    for seed in seeds:
        rng = random.Random(f"{seed} {left}")
        running, seat = some_ending(rng, left)
        if refuse_claim(running, seat) is not None:
            continue
        offered += 1
        for _ in range(8):
            hands = redealt(running, seat, rng)
            assert hands is not None
            takes_the_rest(replace(running, hands=hands), seat, rng)
    assert offered > len(seeds) / 10


def redealt(running: Deal, seat: int, rng: random.Random) -> tuple[Cards, ...] | None:
    """Exchange unseen cards as often as that leaves something the claimer cannot tell from what there is."""
    hands = list(running.hands)
    others = [at for at in range(len(hands)) if at != seat]
    history = voids(running)
    kept = running.passed[seat] or Cards()
    receiver = running.direction.target(seat, len(hands))
    for _ in range(40):
        one, other = rng.sample(others, 2)
        mine, theirs = rng.choice(list(hands[one])), rng.choice(list(hands[other]))
        moved = {one: theirs, other: mine}
        if any(card.suit in history[at] for at, card in moved.items()):
            continue
        if any(card in kept for card in (mine, theirs)) and receiver in (one, other):
            continue
        hands[one] = hands[one] - Cards.of([mine]) | Cards.of([theirs])
        hands[other] = hands[other] - Cards.of([theirs]) | Cards.of([mine])
    return tuple(hands)


def voids(running: Deal) -> list[set[object]]:
    """What each seat has shown not to hold; whoever led a heart unbroken has shown nothing but hearts."""
    shown_void: list[set[object]] = [set() for _ in running.hands]
    for trick in (*running.tricks, running.trick):
        for play in trick.plays:
            if play.card.suit is not trick.led:
                shown_void[play.seat].add(trick.led)
    return shown_void


def stays_proved(running: Deal, seat: int, card: Card) -> bool:
    """Whether the claim is still right after the claimer has played that card, where that can be asked."""
    after = running.play(seat, card)
    taker = after.trick.taker if after.trick.plays else after.tricks[-1].taker
    refusal = refuse_claim(after, seat)
    return taker == seat and (refusal is None or refusal.rule is not Rule.CLAIM_NOT_PROVED)


def takes_the_rest(running: Deal, seat: int, rng: random.Random) -> None:
    while running.turn is not None:
        legal = list(running.legal(running.turn))
        card = rng.choice(legal)
        if running.turn != seat and rng.random() < 0.7:
            card = min(legal, key=lambda card: card.rank)  # high cards are held up
        if running.turn == seat:
            card = next(card for card in reversed(legal) if stays_proved(running, seat, card))
        before = len(running.tricks)
        running = running.play(running.turn, card)
        if len(running.tricks) > before:
            assert running.tricks[-1].taker == seat


def test_no_layout_refutes_a_claim_at_five_cards() -> None:
    unrefuted(range(400), left=5)


@pytest.mark.slow
def test_no_layout_refutes_a_claim_in_ten_thousand_endings_of_five_cards() -> None:
    unrefuted(range(1000, 11000), left=5)


@pytest.mark.parametrize("left", [2, 5, 8, 10, 12, 16])
def test_a_proof_is_quick(left: int) -> None:
    slowest = 0.0
    for seed in range(40):
        rng = random.Random(seed)
        ruleset = (
            replace(random_ruleset(rng), players=3, partners="none", kitty=True, pass_cycle=())
            if left > 12
            else STANDARD
        )
        found = ending(rng, ruleset, left)
        if found is None:
            continue
        running, seat = found
        began = time.perf_counter()
        refuse_claim(running, seat)
        slowest = max(slowest, time.perf_counter() - began)
    assert slowest < 0.05


@pytest.mark.parametrize("seed", range(120))
def test_neither_the_offer_nor_what_it_comes_to_tells_of_hidden_cards(seed: int) -> None:
    rng = random.Random(seed)
    running, seat = some_ending(rng, rng.choice((2, 3, 5)))
    game = Game(running.ruleset, 0, deal=running)
    if not any(play.card.suit is not trick.led for trick in running.tricks for play in trick.plays):
        assert running.passed[seat] is None or running.passed[seat]
    for _ in range(5):
        hands = redealt(running, seat, rng)
        assert hands is not None
        other = Game(running.ruleset, 0, deal=replace(running, hands=hands))
        assert view(other, seat).may_claim is view(game, seat).may_claim
        if view(game, seat).may_claim:
            assert other.claim(seat).result() == game.claim(seat).result()
            assert other.claim(seat).moon_question == game.claim(seat).moon_question


def test_hidden_hands_do_not_change_what_a_seat_is_offered() -> None:
    running = after_first("2D 2S 2H", "3D 3S 3H", "4D 4S 4H", "AD AS AH")
    game = Game(STANDARD, 0, deal=running)
    for seed in range(20):
        assert view(other_world(game, 3, random.Random(seed)), 3).may_claim
