"""How cards are written for whoever reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from bot.rules.cards import Card
from bot.rules.hand_order import HandOrder

NO_EMOJI: Final[Mapping[Card, str]] = MappingProxyType({})


@dataclass(frozen=True)
class CardLook:
    """What somebody sees of cards in a text, beside their language.

    Attributes:
        order: how a set of cards is sorted.
        emoji: what stands beside a card in a message, as Discord writes it; nothing beside one not in it.
    """

    order: HandOrder = HandOrder.SUITS
    emoji: Mapping[Card, str] = field(default_factory=lambda: NO_EMOJI, hash=False)


PLAIN_LOOK: Final = CardLook()
"""By suits, and without emoji."""
