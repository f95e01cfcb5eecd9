"""Which deck cards are drawn from: the colours of the suits and the letters of the ranks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class DeckColours(StrEnum):
    """How suits are told apart by colour.

    Attributes:
        TWO: clubs and spades black, diamonds and hearts red.
        FOUR: every suit its own: clubs green, diamonds blue, hearts red, spades black.
    """

    TWO = "two"
    FOUR = "four"


@dataclass(frozen=True)
class Deck:
    """A deck; equal decks look the same.

    Attributes:
        colours: of the suits.
        german: letters A K D B in place of A K Q J.
    """

    colours: DeckColours = DeckColours.TWO
    german: bool = False


PLAIN_DECK: Final = Deck()
"""Two colours and English letters."""
