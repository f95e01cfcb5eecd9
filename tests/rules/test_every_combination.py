"""Whatever rules about points are combined: what a deal's points come to, and that the book says the same."""

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest

from bot.rules.cards import Card, Cards
from bot.rules.deal import Deal
from bot.rules.ruleset import Direction, Moon, MoonChoice, Partners, Ruleset
from bot.rules.scoring import moon_question, score, settled
from bot.rules.shuffle import deck, hands, kitty
from tests.rules import by_the_book
from tests.rules.rulesets import random_ruleset
from tests.rules.table import over

TABLES = (
    {"players": 3},
    {"players": 3, "kitty": True},
    {"players": 4},
    {"players": 4, "partners": Partners.ALONE},
    {"players": 4, "partners": Partners.TOGETHER},
    {"players": 5},
    {"players": 5, "kitty": True},
)
SWITCHES = ("jack_of_diamonds", "sun", "no_trick_bonus", "spot", "exact_limit")


def combinations(table: dict[str, object]) -> Iterator[Ruleset]:
    """Give every combination of the rules about points at a table."""
    for moon in Moon:
        for switches in itertools.product((False, True), repeat=len(SWITCHES)):
            rules = dict(zip(SWITCHES, switches, strict=True))
            yield Ruleset.from_record({**table, "moon": moon, "limit": 60, **rules})


def deals_taken(ruleset: Ruleset, rng: random.Random) -> Iterator[tuple[str, ...]]:
    """Give what the seats have taken: as it comes, without a trick for one, moons, a sun, a team's cards."""
    seats = range(ruleset.players)
    cards = [str(card) for card in deck(ruleset)]
    penalty = [card for card in cards if by_the_book.penalty(card)]
    for takers in (seats, seats[1:], seats[:-1:2], seats[1::2], seats[:1]):
        yield rows(cards, [rng.choice(takers) for _ in cards], ruleset)
    for shooter in (0, ruleset.players - 1):
        yield rows(cards, [shooter if card in penalty else rng.choice(seats) for card in cards], ruleset)
        other = (shooter + 1) % ruleset.players
        yield rows(cards, [other if card == "JD" else shooter for card in cards], ruleset)
    # One heart short of a moon.
    yield rows(cards, [1 if card == "AH" else 0 for card in cards], ruleset)


def rows(cards: Sequence[str], takers: Sequence[int], ruleset: Ruleset) -> tuple[str, ...]:
    """Give the cards of each seat."""
    return tuple(
        " ".join(card for card, taker in zip(cards, takers, strict=True) if taker == seat)
        for seat in range(ruleset.players)
    )


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_points_come_to_what_the_rules_say(table: dict[str, object]) -> None:
    rng = random.Random(str(table))
    seen: set[int] = set()
    for ruleset in combinations(table):
        for taken in deals_taken(ruleset, rng):
            before = [rng.randrange(60) for _ in range(ruleset.players)]
            for choice in (None, *MoonChoice):
                deal = over(*taken, ruleset=ruleset, choice=choice)
                asked = ruleset.moon is Moon.CHOOSE and by_the_book.shooters(cards_of(taken), ruleset)
                if choice is not None and not asked:
                    continue
                points = score(deal, before).points
                assert sum(points) in by_the_book.sums(cards_of(taken), ruleset)
                sides = [
                    sum(before[mate] for mate in by_the_book.team(seat, ruleset))
                    for seat in range(len(before))
                ]
                assert list(points) == by_the_book.points(cards_of(taken), sides, ruleset, choice)
                assert (moon_question(deal, before) is not None) is bool(asked and choice is None)
                seen.add(sum(points))
    assert len(seen) > 8


def cards_of(taken: Sequence[str]) -> list[set[str]]:
    return [set(row.split()) for row in taken]


@pytest.mark.parametrize("seed", range(150))
def test_a_claim_gives_the_claimer_all_that_is_left_and_the_points_come_to_the_same(seed: int) -> None:
    rng = random.Random(seed)
    ruleset = random_ruleset(rng)
    secret = rng.randbytes(32)
    running = Deal.start(ruleset, Direction.HOLD, hands(secret, ruleset, 0), kitty(secret, ruleset))
    for _ in range(rng.randrange(52 // ruleset.players * ruleset.players)):
        assert running.turn is not None
        running = running.play(running.turn, rng.choice(list(running.legal(running.turn))))
    claimer = rng.randrange(ruleset.players)
    claimed = running.claim(claimer)
    left = Cards.of(deck(ruleset)) - Cards.of(card for cards in running.taken for card in cards)
    assert claimed.taken[claimer] == running.taken[claimer] | left
    assert settled(claimed)
    taken = [" ".join(map(str, cards)) for cards in claimed.taken]
    points = score(claimed).points
    assert sum(points) in by_the_book.sums(cards_of(taken), ruleset)
    assert list(points) == by_the_book.points(cards_of(taken), [0] * ruleset.players, ruleset, None)
    assert {Card.parse(card) for row in taken for card in row.split()} == set(deck(ruleset))
