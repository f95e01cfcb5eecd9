"""How cards are written for whoever reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from bot.rules.cards import NO_CARDS, Card, Cards
from bot.rules.hand_order import HandOrder

Emoji = Mapping[Card | None, str]
"""What stands beside a card in a message, as Discord writes it; None stands for the back of a card."""

NO_EMOJI: Final[Emoji] = MappingProxyType({})
_BACK: Final = "🂠"


@dataclass(frozen=True)
class CardLook:
    """What somebody sees of cards in a text, beside their language.

    Attributes:
        order: how a set of cards is sorted.
        emoji: what stands beside a card in a message; nothing beside one not in it.
        hand: the hand in which the reader sees the cards; those of a set keep their places in it.
    """

    order: HandOrder = HandOrder.SUITS
    emoji: Emoji = field(default_factory=lambda: NO_EMOJI, hash=False)
    hand: Cards = NO_CARDS

    @property
    def back(self) -> str:
        """A card that lies face down."""
        return self.emoji.get(None, _BACK)


PLAIN_LOOK: Final = CardLook()
"""By suits, and without emoji."""
