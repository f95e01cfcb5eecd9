"""What an Expert would do, what the other choices are expected to cost, and one reason.

Pure: a view and the thought about it in, an `Advice` out. A reason is given only where what it says holds
however the hidden cards lie, so it tells nobody anything they could not have seen for themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.players.merging import representatives
from bot.players.reasons import Because, Reason, why_pass, why_play
from bot.players.search import Option, Thought
from bot.rules.cards import Card, Cards
from bot.rules.view import View

CLEAR: Final = 1.5
"""A difference is clear where it is more than so many standard errors."""
_LITTLE: Final = 0.15
"""A difference of fewer points is next to nothing"""
_CERTAIN: Final = 0.05
"""where its error is smaller than this: in tenths, it is at most 0.1 ± 0.0."""
HOPE: Final = 0.6
"""Going for the moon is a choice only where it succeeds in so many of the worlds."""


@dataclass(frozen=True)
class Price:
    """What a choice is expected to cost.

    Attributes:
        cards: the card to play and its equals, or the cards to pass.
        cost: in points against the mean of the others; near the limit by places.
        more: by how much it costs more than the advised choice.
        error: the standard error of that; 0 for the advised choice itself.
        shoots: whether it is the price of going for the moon.
    """

    cards: tuple[Card, ...]
    cost: float
    more: float
    error: float
    shoots: bool = False

    @property
    def clear(self) -> bool:
        """Whether it is better or worse than the advised choice by more than chance."""
        return abs(self.more) > CLEAR * self.error

    @property
    def same(self) -> bool:
        """Whether the difference to the advised choice is certain, and next to nothing."""
        return abs(self.more) < _LITTLE and self.error < _CERTAIN


@dataclass(frozen=True)
class Advice:
    """What to do, and why.

    Attributes:
        cards: the card to play, or the cards to pass.
        equals: the card to play and its equals, lowest first; the cards to pass.
        because: the reason.
        prices: of every choice that was looked at, the advised one first and then the cheapest first; none
            where there is nothing to choose.
        unpriced: the legal cards that were not looked at.
        worlds: in how many ways the hidden cards were dealt for it.
        usual: whether it is what the rules of thumb say, which only a choice that leads by enough replaces.
    """

    cards: tuple[Card, ...]
    equals: tuple[Card, ...]
    because: Because
    prices: tuple[Price, ...] = ()
    unpriced: tuple[Card, ...] = ()
    worlds: int = 0
    usual: bool = False

    @property
    def rivals(self) -> tuple[Price, ...]:
        """The other choices that are as good, as far as can be told."""
        return tuple(price for price in self.prices[1:] if price.same or not price.clear)

    def price_of(self, cards: tuple[Card, ...]) -> Price | None:
        """The price of a card, or of a pass in any order; None where it was not looked at."""
        tried = Cards.of(cards)
        passing = len(cards) > 1
        for price in self.prices:
            named = Cards.of(price.cards)
            if named == tried or (not passing and tried <= named):
                return price
        return None


def advise(view: View, thought: Thought) -> Advice:
    """Put a thought into advice.

    Args:
        view: what the seat knows; it is to pass or to play.
        thought: what an Expert thinks about it.

    Raises:
        ValueError: where the seat has nothing to decide.
    """
    if not view.to_pass and not view.to_play:
        raise ValueError("the seat has nothing to decide")
    chosen = thought.cards
    usual = {*chosen} == {*thought.usual}
    prices = _prices(thought)
    option = _advised(thought) if thought.options else None
    if view.to_pass:
        because = _close(why_pass(view, chosen, option, thought), prices)
        return Advice(chosen, chosen, because, prices, (), thought.worlds, usual)
    groups = representatives(view, chosen[0])
    equals = groups[chosen[0]]
    if len(view.legal) == 1:
        because = Because(Reason.FORCED)
    elif len(groups) == 1:
        because = Because(Reason.EQUAL, cards=equals)
    else:
        because = _close(why_play(view, chosen[0], option, thought), prices)
    seen = Cards.of(card for price in prices for card in price.cards)
    unpriced = tuple(view.legal - seen) if prices else ()
    return Advice(chosen, equals, because, prices, unpriced, thought.worlds, usual)


def _close(because: Because, prices: tuple[Price, ...]) -> Because:
    """That it came out best is no reason where another came out lower; where clearly, there is only habit."""
    lower = [price for price in prices if price.more < 0]
    if because.reason is not Reason.BEST or not lower:
        return because
    if any(price.clear for price in lower):
        return replace(because, count=0)
    return replace(because, reason=Reason.CLOSE)


def _advised(thought: Thought) -> Option:
    """The option that was chosen."""
    with_card = [option for option in thought.options if {*thought.cards} <= {*option.cards}]
    return min(with_card, key=lambda option: option.error)


def _prices(thought: Thought) -> tuple[Price, ...]:
    """One price a choice: that of going for the moon with it where this is hopeful and cheaper."""
    if not thought.options:
        return ()
    advised = _advised(thought)
    best: dict[frozenset[Card], Option] = {}
    for option in thought.options:
        if option is not advised and option.shoots and option.moon < HOPE:
            continue
        key = frozenset(option.cards)
        known = best.get(key)
        if known is not advised and (known is None or option is advised or option.cost < known.cost):
            best[key] = option
    prices = [
        Price(
            tuple(sorted(option.cards)),
            option.cost,
            0.0 if option is advised else option.cost - advised.cost,
            0.0 if option is advised else option.error,
            option.shoots,
        )
        for option in sorted(best.values(), key=lambda option: (option is not advised, option.cost))
    ]
    return tuple(prices)
