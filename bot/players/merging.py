"""Which cards are equal: no matter which of them is played."""

from __future__ import annotations

from bot.rules.cards import HEARTS, QUEEN_OF_SPADES, SUIT_MASKS, Card, Cards
from bot.rules.scoring import JACK_OF_DIAMONDS
from bot.rules.view import View


def representatives(view: View, usual: Card) -> dict[Card, tuple[Card, ...]]:
    """One legal card for each group of equal ones, with all of its group.

    Two cards of a suit are equal where every card between them is held too, or gone in a finished trick:
    never across a card of the running trick. The queen of spades is equal to none, nor the jack of diamonds
    where it counts, nor a heart where hearts count their rank.

    Args:
        view: the seat's view; it is to play.
        usual: the card that stands for its own group.
    """
    gone = Cards.of(play.card for trick in view.public.tricks for play in trick.plays).mask
    ruleset = view.public.ruleset
    groups: list[list[Card]] = []
    for mask in SUIT_MASKS:
        last: Card | None = None
        for card in Cards(view.legal.mask & mask):
            alone = card == QUEEN_OF_SPADES or (card == JACK_OF_DIAMONDS and ruleset.jack_of_diamonds)
            alone = alone or (card in HEARTS and ruleset.spot)
            if last is not None and not alone and not _apart(last, card, gone):
                groups[-1].append(card)
            else:
                groups.append([card])
            last = None if alone else card
    return {usual if usual in group else group[-1]: tuple(group) for group in groups}


def _apart(low: Card, high: Card, gone: int) -> bool:
    """Whether a card between two is neither gone nor one of them."""
    between = ((1 << high.index) - 1) & -(2 << low.index)
    return bool(between & ~gone)
