"""Positions written down in short: what seat 0 holds, what lies on the table and what was played before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bot.rules.cards import ALL_CARDS, HEARTS, NO_CARDS, Card, Cards
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.ruleset import Direction, Ruleset
from bot.rules.trick import Play, Trick
from bot.rules.view import View, view

SEATS = 4


def to_pass(hand: str, ruleset: Ruleset | None = None, direction: Direction = Direction.LEFT) -> View:
    """The view of seat 0 before it passes."""
    rules = ruleset or Ruleset()
    mine = Cards.parse(hand)
    rest = [card for card in ALL_CARDS if card not in mine]
    hands = (mine, *(Cards.of(rest[at::3]) for at in range(3)))
    return view(Game(rules, 0, (), Deal.start(rules, direction, hands)), 0)


def to_play(
    hand: str,
    trick: str = "",
    earlier: Sequence[str] = (),
    *,
    passed: str = "",
    direction: Direction = Direction.HOLD,
    ruleset: Ruleset | None = None,
) -> View:
    """The view of seat 0 when it is to play.

    Args:
        hand: what it holds now.
        trick: the cards of the running trick; the seat that played the last of them sits right of seat 0.
        earlier: the finished tricks, each "leader: card card card card".
        passed: what it passed in this deal, and with that a direction to pass.
        direction: where cards were passed.
        ruleset: the rules; the standard game unless given.

    Raises:
        ValueError: where a card stands twice, the wrong seat leads or the numbers of cards do not fit.
    """
    rules = ruleset or Ruleset()
    mine = Cards.parse(hand)
    tricks = tuple(_trick(int(text[0]), text[2:].split()) for text in earlier)
    running = trick.split()
    table = _trick(-len(running) % SEATS, running)
    for before, after in pairwise((*tricks, table)):
        if before.taker != (after.plays[0].seat if after.plays else 0):
            raise ValueError(f"seat {before.taker} leads after {before.cards}")
    plays = [play for one in (*tricks, table) for play in one.plays]
    played = Cards.of(play.card for play in plays)
    if len(played) != len(plays) or not played.isdisjoint(mine):
        raise ValueError("a card stands twice")
    hands = _deal_rest(mine, plays, played, Cards.parse(passed), direction)
    taken = [NO_CARDS] * SEATS
    for one in tricks:
        assert one.taker is not None
        taken[one.taker] |= one.cards
    holds = direction is Direction.HOLD
    deal = Deal(
        ruleset=rules,
        direction=direction,
        dealt=hands,
        passed=(None,) * SEATS if holds else (Cards.parse(passed), NO_CARDS, NO_CARDS, NO_CARDS),
        hands=hands,
        tricks=tricks,
        trick=table,
        turn=0,
        broken=not played.isdisjoint(HEARTS),
        taken=tuple(taken),
    )
    return view(Game(rules, 0, (), deal), 0)


def _trick(leader: int, cards: list[str]) -> Trick:
    return Trick(tuple(Play((leader + at) % SEATS, Card.parse(word)) for at, word in enumerate(cards)))


def _deal_rest(
    mine: Cards, plays: list[Play], played: Cards, passed: Cards, direction: Direction
) -> tuple[Cards, ...]:
    """Some hands for the other seats: of the right sizes, and with our pass where it went."""
    hands = [mine, NO_CARDS, NO_CARDS, NO_CARDS]
    hands[direction.target(0, SEATS)] |= passed - played
    rest = [card for card in ALL_CARDS if card not in (mine | played | passed)]
    for seat in range(1, SEATS):
        size = 13 - sum(play.seat == seat for play in plays) - len(hands[seat])
        hands[seat] |= Cards.of(rest[:size])
        del rest[:size]
    if rest or len(mine) + sum(play.seat == 0 for play in plays) != 13:
        raise ValueError("the numbers of cards do not fit")
    return tuple(hands)
