"""Two engines on the same deals: at every card the same plays are legal, and the same points come out.

The second is `by_the_book`, which shares no code with the first.
"""

import random
from collections.abc import Callable

import pytest

from bot.rules.cards import ALL_CARDS, Card, Cards
from bot.rules.deal import Deal
from bot.rules.ruleset import PRESETS, Direction, Moon, Partners, Ruleset
from bot.rules.scoring import DealScore, score, settled
from bot.rules.shuffle import deck, hands, kitty
from tests.rules import by_the_book
from tests.rules.rulesets import random_ruleset

Choose = Callable[[Deal, Cards], Card]
"""Picks one of the legal cards for the seat to play."""

BONUS = Ruleset(no_trick_bonus=True)


def compared(deal: Deal, choose: Choose) -> DealScore:
    """Play a deal to its last card in both engines, and give what it comes to."""
    ruleset = deal.ruleset
    held = [{str(card) for card in hand} for hand in deal.hands]
    taken: list[set[str]] = [set() for _ in held]
    tricks: list[list[tuple[int, str]]] = [[]]
    opening = by_the_book.lowest_club({card for hand in held for card in hand})
    seat = next(seat for seat, hand in enumerate(held) if opening in hand)
    while any(held):
        legal, rule = by_the_book.due(held[seat], tricks, ruleset)
        assert deal.turn == seat
        assert {str(card) for card in deal.legal(seat)} == legal
        refusals = {str(card): deal.refuse_play(seat, card) for card in ALL_CARDS}
        refused = {card: refusal.rule for card, refusal in refusals.items() if refusal is not None}
        assert {*refusals} - {*refused} == legal
        assert {refused[card] for card in held[seat] - legal} <= {rule}
        assert deal.broken is by_the_book.hearts_broken(tricks, ruleset)
        assert settled(deal) is by_the_book.nothing_open(taken, ruleset)
        card = choose(deal, deal.legal(seat))
        deal = deal.play(seat, card)
        held[seat].remove(str(card))
        tricks[-1].append((seat, str(card)))
        seat = (seat + 1) % len(held)
        if len(tricks[-1]) == len(held):
            seat = by_the_book.taker(tricks[-1])
            apart = deal.kitty if len(tricks) == 1 else ()
            taken[seat] |= {card for _, card in tricks[-1]} | set(map(str, apart))
            tricks.append([])
        assert [{str(card) for card in cards} for cards in deal.taken] == taken
    assert deal.over
    result = score(deal)
    assert list(result.points) == by_the_book.points(taken, [0] * len(taken), ruleset, None)
    assert set(result.moon) == by_the_book.shooters(taken, ruleset)
    return result


def dealt(ruleset: Ruleset, rng: random.Random) -> Deal:
    secret = rng.randbytes(32)
    return Deal.start(ruleset, Direction.HOLD, hands(secret, ruleset, 0), kitty(secret, ruleset))


@pytest.mark.parametrize("seed", range(100))
def test_by_any_rules_the_two_say_the_same_at_every_card(seed: int) -> None:
    rng = random.Random(seed)
    compared(dealt(random_ruleset(rng), rng), lambda _, legal: legal[rng.randrange(len(legal))])


def strong(ruleset: Ruleset, rng: random.Random) -> Deal:
    """Give a deal in which seat 0 has the aces and nearly all of the highest cards."""
    cards = list(deck(ruleset))
    rng.shuffle(cards)
    size = 52 // ruleset.players
    cards.sort(key=lambda card: -card.rank)
    first, rest = cards[:size], cards[size:]
    rng.shuffle(rest)
    others = [rest[at : at + size] for at in range(0, size * (ruleset.players - 1), size)]
    left = rest[size * (ruleset.players - 1) :]
    return Deal.start(ruleset, Direction.HOLD, [Cards.of(hand) for hand in (first, *others)], Cards.of(left))


def highest(deal: Deal, legal: Cards) -> Card:
    """Seat 0 plays high; the others play low, and throw away what counts."""
    if deal.turn == 0:
        return max(legal, key=lambda card: card.rank)
    return min(legal, key=lambda card: (-by_the_book.penalty(str(card)), card.rank))


@pytest.mark.parametrize(
    "ruleset",
    [
        BONUS,
        Ruleset(no_trick_bonus=True, moon=Moon.SUBTRACT),
        Ruleset(no_trick_bonus=True, moon=Moon.AVOID, jack_of_diamonds=True),
        Ruleset(no_trick_bonus=True, moon=Moon.CHOOSE, spot=True),
        Ruleset(no_trick_bonus=True, sun=True),
        Ruleset(no_trick_bonus=True, players=3, kitty=True),
        Ruleset(no_trick_bonus=True, players=5, kitty=True, points_on_first_trick=True),
        Ruleset(no_trick_bonus=True, partners=Partners.ALONE),
        Ruleset(no_trick_bonus=True, partners=Partners.TOGETHER, sun=True, hearts_any_time=True),
        *PRESETS.values(),
    ],
    ids=str,
)
def test_a_deal_that_somebody_shoots_is_followed_card_by_card(ruleset: Ruleset) -> None:
    """Nobody is paid for taking no trick in it, and both engines say so."""
    moons = 0
    for seed in range(20):
        result = compared(strong(ruleset, random.Random(seed)), highest)
        moons += bool(result.moon)
        if result.moon:
            assert not {-5, -15} & set(result.points)
    assert moons >= 3


def test_who_takes_no_trick_is_paid_where_nobody_shoots() -> None:
    paid = 0
    for seed in range(100):
        rng = random.Random(seed)
        result = compared(dealt(BONUS, rng), highest)
        paid += -5 in result.points and not result.moon
    assert paid >= 3
