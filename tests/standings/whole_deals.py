"""Deals played card by card, each the first of a game: moons, moons that were missed, and neither."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from bot.engine.actions import Action, By, Dealt, Passed, Played, Scored
from bot.rules.cards import Card, Cards
from bot.rules.game import Game
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import DealScore, settled
from bot.rules.shuffle import SECRET_BYTES, hands

LONG = Ruleset(limit=60)
"""Rules by which no such deal is the last of a game."""


@dataclass(frozen=True)
class WholeDeal:
    """A deal, and what a look at its tricks says.

    Attributes:
        actions: from the deal to its score.
        score: what it came to.
        missed: the seat that missed a moon; None where nobody did.
        queen: the seat that took the queen of spades.
    """

    actions: tuple[Action, ...]
    score: DealScore
    missed: int | None
    queen: int


@cache
def whole_deals() -> tuple[WholeDeal, ...]:
    """Give two moons, three that were missed and one deal without either."""
    wanted = {"moon": 2, "missed": 3, "neither": 1}
    found: list[WholeDeal] = []
    for deal in _played():
        kind = "moon" if deal.score.moon else "neither" if deal.missed is None else "missed"
        if wanted[kind]:
            wanted[kind] -= 1
            found.append(deal)
        if not any(wanted.values()):
            break
    return tuple(found)


def _played() -> Iterator[WholeDeal]:
    """Deals in which one seat plays its highest cards, and the others, most of the time, their lowest."""
    rng = random.Random(7)
    while True:
        secret, eager = rng.randbytes(SECRET_BYTES), rng.randrange(LONG.players)
        game = Game(LONG, 0).start_deal(hands(secret, LONG, 0))
        actions: list[Action] = [Dealt(secret)]
        deal = game.deal
        assert deal is not None
        for seat in range(LONG.players):
            lowest = sorted(deal.hands[seat], key=_height)[:3]
            actions.append(Passed(seat, Cards.of(lowest), By.COMPUTER))
            game = game.pass_cards(seat, lowest)
        while (deal := game.deal) is not None and (seat := deal.turn) is not None and not settled(deal):
            legal = sorted(deal.legal(seat), key=_height)
            card = legal[-1] if seat == eager or rng.random() < 0.05 else legal[0]
            actions.append(Played(seat, card, By.COMPUTER))
            game = game.play(seat, card)
        assert deal is not None
        tricks = [(trick.taker or 0, [str(card) for card in trick.cards]) for trick in deal.tricks]
        score = game.result()
        queen = next(taker for taker, cards in tricks if "QS" in cards)
        missed = None if score.moon else _missed(tricks)
        yield WholeDeal((*actions, Scored(score)), score, missed, queen)


def _height(card: Card) -> int:
    return card.rank


def _missed(tricks: list[tuple[int, list[str]]]) -> int | None:
    """Who alone had 19 of the 26 points once."""
    points = Counter[int]()
    for taker, cards in tricks:
        points[taker] += sum(13 if card == "QS" else card.endswith("H") for card in cards)
        if max(points.values()) >= 19 and len(+points) == 1:
            return next(iter(+points))
    return None
