"""Every way the cards somebody does not see may lie, and every way to play them: slow, and without thought.

Nothing here knows how a claim is proved. A layout fits if every play of the deal so far would have been legal
with it; a claim is right if somebody who sees only what is played has an answer to every play in each layout.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from bot.rules.cards import ALL_CARDS, Cards, Suit
from bot.rules.deal import Deal
from bot.rules.ruleset import Ruleset
from bot.rules.shuffle import hands, kitty
from bot.rules.trick import Play

World = tuple[int, ...]
"""The hands of all seats, a mask each."""

QUEEN = 1 << 49
SUITS = tuple(0x1FFF << 13 * suit for suit in range(4))
HEARTS = SUITS[2]


def ending(rng: random.Random, ruleset: Ruleset, left: int) -> tuple[Deal, int] | None:
    """Play a deal until somebody who keeps high cards is to play or has the trick, with so many tricks left.

    Returns:
        The deal and that seat, or None where it did not come to that.
    """
    players = ruleset.players
    secret, seat = rng.randbytes(32), rng.randrange(players)
    direction = rng.choice(ruleset.pass_cycle)
    deal = Deal.start(ruleset, direction, hands(secret, ruleset, 0), kitty(secret, ruleset))
    for at in range(players) if deal.passing else ():
        deal = deal.pass_cards(at, rng.sample(list(deal.hands[at]), 3))
    keeps, in_trick = rng.random() < 0.85, rng.choice((0, 0, 1, 2))
    while deal.turn is not None:
        to_take = len(deal.hands[seat]) + any(play.seat == seat for play in deal.trick.plays)
        if to_take < left:
            return None
        if to_take == left and len(deal.trick) >= in_trick and seat in (deal.turn, deal.trick.taker):
            return deal, seat
        legal = sorted(deal.legal(deal.turn), key=lambda card: card.rank)
        high = (deal.turn != seat) is (to_take > left + 1)
        card = (legal[-1] if high else legal[0]) if keeps and rng.random() < 0.8 else rng.choice(legal)
        deal = deal.play(deal.turn, card)
    return None


def layouts(deal: Deal, seat: int) -> Iterator[World]:
    """Every way the hands may lie, for all that a seat knows."""
    others = [other for other in range(len(deal.hands)) if other != seat]
    unseen = Cards.of(card for other in others for card in deal.hands[other])
    possible = {
        other: [
            hand.mask
            for hand in map(Cards.of, combinations(unseen, len(deal.hands[other])))
            if could_be(deal, seat, other, hand)
        ]
        for other in others
    }
    yield from _laid_out(possible, len(deal.hands), {seat: deal.hands[seat].mask})


def _laid_out(
    possible: Mapping[int, Sequence[int]], players: int, held: Mapping[int, int]
) -> Iterator[World]:
    other = next((at for at in range(players) if at not in held), None)
    if other is None:
        yield tuple(held[at] for at in range(players))
        return
    used = sum(held.values())
    for hand in possible[other]:
        if not hand & used:
            yield from _laid_out(possible, players, {**held, other: hand})


def could_be(deal: Deal, seat: int, other: int, hand: Cards) -> bool:
    """Whether a seat may hold these cards now, for all that the first seat has passed and seen."""
    passed = deal.passed[seat]
    if passed is not None:
        still_out = passed - Cards.of(play.card for play in deal.plays)
        its_own = deal.direction.target(seat, len(deal.hands)) == other
        if not still_out.isdisjoint(hand) if not its_own else not still_out <= hand:
            return False
    return _fits(deal, other, hand)


def _fits(deal: Deal, other: int, hand: Cards) -> bool:
    """Whether a seat that holds these cards now would have been allowed to play what it has played."""
    for before, play in _history(deal):
        if play.seat == other:
            since = Cards.of(each.card for each in deal.plays[before.ply :] if each.seat == other)
            then = (*before.hands[:other], hand | since, *before.hands[other + 1 :])
            if replace(before, hands=then).refuse_play(other, play.card) is not None:
                return False
    return True


def another(deal: Deal, seat: int, rng: random.Random) -> World:
    """Give one of the ways the hands may lie, often one in which somebody holds all they can of a suit."""
    others = [other for other in range(len(deal.hands)) if other != seat]
    held = [set(hand) for hand in deal.hands]
    passed = deal.passed[seat] or Cards()
    loose = {
        other: {
            card
            for card in set().union(*(held[at] for at in others)) - set(passed)
            if _fits(deal, other, Cards.of([card]))
        }
        for other in others
    }
    greedy, suit = rng.choice(others), rng.choice(list(Suit))
    wish = rng.random()
    for _ in range(30 * len(deal.hands[seat])):
        one, other = rng.sample(others, 2)
        given = [card for card in held[one] if card in loose[other]]
        taken = [card for card in held[other] if card in loose[one]]
        if not given or not taken:
            continue
        away, back = rng.choice(sorted(given)), rng.choice(sorted(taken))
        loses = one == greedy and away.suit is suit and back.suit is not suit
        loses = loses or (other == greedy and back.suit is suit and away.suit is not suit)
        if loses and rng.random() < wish:
            continue
        held[one] ^= {away, back}
        held[other] ^= {away, back}
    world = tuple(Cards.of(hand).mask for hand in held)
    assert all(could_be(deal, seat, other, Cards(world[other])) for other in others)
    return world


@lru_cache(maxsize=4)
def _history(deal: Deal) -> Sequence[tuple[Deal, Play]]:
    """Every play, with the deal as it was before it."""
    hands = tuple(
        held | Cards.of(play.card for play in deal.plays if play.seat == at)
        for at, held in enumerate(deal.hands)
    )
    past = Deal.start(deal.ruleset, deal.direction, hands, deal.kitty)
    past = replace(past, passed=deal.passed, turn=deal.plays[0].seat)
    history: list[tuple[Deal, Play]] = []
    for play in deal.plays:
        history.append((past, play))
        past = past.play(play.seat, play.card)
    return history


@dataclass(frozen=True)
class Position:
    """What everybody sees.

    Attributes:
        claimer: who has to take every trick.
        players: how many seats.
        turn: who is to play.
        trick: the cards of the running trick, by index.
        best: who has it.
        broken: whether hearts are broken.
        any_time: whether hearts may be led unbroken.
        queen_breaks: whether the queen of spades breaks hearts.
    """

    claimer: int
    players: int
    turn: int
    trick: tuple[int, ...]
    best: int
    broken: bool
    any_time: bool
    queen_breaks: bool

    def legal(self, hand: int) -> int:
        """The mask of what may be played of a hand."""
        if self.trick:
            return hand & SUITS[self.trick[0] // 13] or hand
        if self.broken or self.any_time:
            return hand
        return hand & ~HEARTS or hand

    def after(self, card: int) -> "Position | None":
        """What everybody sees after a card; None where somebody else has taken the trick."""
        trick = (*self.trick, card)
        led = trick[0] // 13
        highest = max(each for each in trick if each // 13 == led)
        best = self.turn if card == highest else self.best
        discarded_queen = 1 << card == QUEEN and led != 3 and self.queen_breaks
        broken = self.broken or card // 13 == 2 or discarded_queen
        turn = (self.turn + 1) % self.players
        if len(trick) == self.players:
            if best != self.claimer:
                return None
            trick, turn = (), best
        return replace(self, turn=turn, trick=trick, best=best, broken=broken)


def position(deal: Deal, claimer: int) -> Position:
    """What everybody sees of a deal."""
    assert deal.turn is not None
    taker = deal.trick.taker
    return Position(
        claimer,
        len(deal.hands),
        deal.turn,
        tuple(play.card.index for play in deal.trick.plays),
        deal.turn if taker is None else taker,
        deal.broken,
        deal.ruleset.hearts_any_time,
        deal.ruleset.queen_breaks_hearts,
    )


Known = dict[tuple[tuple[World, ...], Position], bool]
"""What has been found out: the worlds there still are, what everybody sees, and whether all is taken."""


def takes_all(worlds: Sequence[World], now: Position, known: Known | None = None) -> bool:
    """Whether the claimer takes every trick in each of these worlds, without knowing which of them it is."""
    if not worlds[0][now.turn]:
        return True
    known = {} if known is None else known
    key = tuple(worlds), now
    if key not in known:
        following: dict[int, list[World]] = defaultdict(list)
        for world in worlds:
            for card, then in _plays(world, now):
                following[card].append(then)
        outcomes = (
            after is not None and takes_all(following[card], after, known)
            for card in sorted(following, reverse=True)
            for after in (now.after(card),)
        )
        known[key] = any(outcomes) if now.turn == now.claimer else all(outcomes)
    return known[key]


def takes_all_in(world: World, now: Position) -> bool:
    """Whether the claimer, who sees all hands, takes every trick in this one world."""
    return takes_all([world], now)


def _plays(world: World, now: Position) -> Iterator[tuple[int, World]]:
    """Every card that may be played next, the highest first, and the hands after it."""
    legal = now.legal(world[now.turn])
    while legal:
        card = legal.bit_length() - 1
        legal ^= 1 << card
        yield card, (*world[: now.turn], world[now.turn] ^ 1 << card, *world[now.turn + 1 :])


def shown(worlds: Sequence[World]) -> str:
    """Worlds as text, for a test that fails."""
    return "\n".join(
        " / ".join(" ".join(str(card) for card in ALL_CARDS if hand >> card.index & 1) for hand in world)
        for world in worlds[:5]
    )
