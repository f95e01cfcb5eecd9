"""The review of one person's decisions: which cost most, and what hindsight says.

Every decision is looked at shortly, the dearest of them then as an Expert does. A decision counts as dear
by what its maker could know and by nothing else; what the cards then did is said apart from that, so that an
error can be told from bad luck.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from bot.engine.computers import seed_of
from bot.engine.decisions import Made
from bot.engine.hindsight import come_to
from bot.engine.state import Decision
from bot.engine.thinkers import Thinkers
from bot.players.advice import Advice, Price, advise
from bot.players.coaching import compare_passes, quick_thought
from bot.rules.cards import Card, Cards

T = TypeVar("T")

SHOWN: Final = 3
"""So many decisions are shown."""
LOOKED_AT_AGAIN: Final = 8
"""So many are looked at as an Expert does."""
LEAST: Final = 0.1
"""What costs less, in points, is not worth a word."""
SECONDS: Final = 8.0
"""After so long no further decision is looked at."""
LEAST_LUCK: Final = 3
"""Bad luck that cost fewer points is not worth a word."""
UNLUCKY: Final = 4
"""For so many right decisions, those that brought most points, it is looked at whether it was bad luck."""

Progress = Callable[[int, int], Awaitable[None]]
"""Told how many decisions have been looked at, and of how many."""


@dataclass(frozen=True)
class Finding:
    """A decision that cost something.

    Attributes:
        made: the decision.
        advice: what was better, and why.
        price: what the decision costs beside that; None for a card that is so unsound that no search looks at
            it.
        hindsight: how many points more it came to than the better one, with the cards as they really lay.
    """

    made: Made
    advice: Advice
    price: Price | None
    hindsight: int

    @property
    def cost(self) -> float:
        """What it cost: as expected, or, where that is not known, as it came."""
        return self.hindsight if self.price is None else self.price.more


@dataclass(frozen=True)
class Unlucky:
    """A right decision that turned out badly.

    Attributes:
        made: the decision.
        other: what would have been better as the cards lay.
        hindsight: by how many points.
    """

    made: Made
    other: tuple[Card, ...]
    hindsight: int


@dataclass(frozen=True)
class Review:
    """What a review has found.

    Attributes:
        looked: how many decisions were looked at.
        decisions: how many there were.
        findings: those that cost most, the dearest first.
        unlucky: the right decision that turned out worst; None where none did.
    """

    looked: int
    decisions: int
    findings: tuple[Finding, ...]
    unlucky: Unlucky | None


async def review(
    thinkers: Thinkers, game_id: int, decisions: Sequence[Made], progress: Progress
) -> Review | None:
    """Review decisions of one person.

    Args:
        thinkers: think about them.
        game_id: the game.
        decisions: what they decided.
        progress: told how far it is.

    Returns:
        The review; None where no worker came free.
    """
    began = time.monotonic()
    priced: list[tuple[float, Made]] = []
    right: list[tuple[Made, Advice]] = []
    findings: list[Finding] = []
    looked = 0
    for made in decisions:
        if time.monotonic() - began > SECONDS:
            break
        await progress(looked, len(decisions))
        thought = await thinkers.ask(quick_thought, made.view, _seed(game_id, made))
        if thought is None:
            return None
        looked += 1
        price = await _price(thinkers, game_id, made, advice := advise(made.view, thought))
        if price is not None and price.more > LEAST:
            priced.append((price.more, made))
        elif price is not None:
            right.append((made, advice))
        elif _unsound(made, advice):
            came = await _come_to(thinkers, made, (made.cards, advice.cards))
            if came is None:
                return None
            findings.append(Finding(made, advice, None, came[0] - came[1]))
    priced.sort(key=lambda pair: -pair[0])
    for _, made in priced[:LOOKED_AT_AGAIN]:
        thought = await thinkers.think(made.view, _seed(game_id, made))
        if thought is None:
            return None
        advice = advise(made.view, thought)
        price = await _price(thinkers, game_id, made, advice)
        if price is None:
            continue
        if price.more < LEAST or not price.clear:
            right.append((made, advice))
            continue
        shoots = price.shoots or advice.prices[0].shoots
        came = await _come_to(thinkers, made, (made.cards, advice.cards), shoots=shoots)
        if came is None:
            return None
        findings.append(Finding(made, advice, price, came[0] - came[1]))
    findings.sort(key=lambda finding: -finding.cost)
    unlucky = await _unlucky(thinkers, right)
    return Review(looked, len(decisions), tuple(findings[:SHOWN]), unlucky)


def _unsound(made: Made, advice: Advice) -> bool:
    """Whether somebody with a choice played a card that the search does not look at."""
    return bool(made.trick) and len(made.view.legal) > 1 and made.cards[0] not in advice.equals


def _seed(game_id: int, made: Made) -> int:
    public = made.view.public
    return seed_of(game_id, Decision(public.number, public.ply if made.trick else None), made.view.seat)


async def _price(thinkers: Thinkers, game_id: int, made: Made, advice: Advice) -> Price | None:
    """What a decision costs beside the advised one; None where that cannot be told."""
    price = advice.price_of(made.cards)
    if price is not None or made.trick:
        return price
    shoots = bool(advice.prices) and advice.prices[0].shoots
    compared = await thinkers.ask(
        compare_passes, made.view, _seed(game_id, made), made.cards, advice.cards, shoots
    )
    if compared is None:
        return None
    more, error = compared
    cost = advice.prices[0].cost if advice.prices else 0.0
    return Price(made.cards, cost + more, more, error)


async def _come_to(
    thinkers: Thinkers, made: Made, tried: Sequence[tuple[Card, ...]], *, shoots: bool = False
) -> list[int] | None:
    """What a decision and others in its place come to with the real cards; None where no worker came free."""
    return await thinkers.ask(come_to, made.game, made.view.seat, tried, made.passes, shoots)


async def _unlucky(thinkers: Thinkers, right: Sequence[tuple[Made, Advice]]) -> Unlucky | None:
    """Of the right decisions that brought points, the one that turned out worst.

    Not of those that were for the moon: whoever goes for it wants the points.
    """
    dear = sorted((pair for pair in right if pair[0].took > 0), key=lambda pair: -pair[0].took)
    worst: Unlucky | None = None
    for made, advice in dear[:UNLUCKY]:
        others = [price.cards for price in advice.prices if not Cards.of(made.cards) <= Cards.of(price.cards)]
        if not others or any(price.shoots for price in advice.prices):
            continue
        came = await _come_to(thinkers, made, (made.cards, *others))
        if came is None:
            return worst
        best = min(came[1:])
        if came[0] - best >= LEAST_LUCK and (worst is None or came[0] - best > worst.hindsight):
            worst = Unlucky(made, others[came.index(best, 1) - 1], came[0] - best)
    return worst
