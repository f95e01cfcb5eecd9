"""Where things lie on a table of any number of seats."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

PLATE_WIDTH: Final = 262
PLATE_HEIGHT: Final = 142
_EDGE: Final = 26
_CARD_WIDTHS: Final = {3: 168, 4: 168, 5: 136}
_CARD_MIDDLES: Final = {
    3: ((40, 113), (-125, -30), (85, -30)),
    4: ((40, 117), (-121, 0), (-40, -117), (121, 0)),
    5: ((0, 140), (-132, 60), (-66, -140), (66, -140), (132, 60)),
}
"""How far from the middle of the table the card of each seat lies, in pixels.

The index in a card's top left corner stays in sight, whichever of the others come to lie on it later.
"""
_INSET: Final = {3: -0.1, 4: 0.12, 5: 0.28}
"""The share by which an arrow of the pass lies nearer to the middle than halfway between its two seats."""


@dataclass(frozen=True)
class Places:
    """The places of the seats around a table.

    Attributes:
        size: width and height of the table in pixels.
        players: how many seats, 3 to 5; seat 0 sits at the bottom, the others clockwise.
    """

    size: tuple[int, int]
    players: int

    def inward(self, seat: int) -> tuple[float, float]:
        """The direction from a seat to the middle: x to the right, y down, of length 1."""
        angle = math.tau * seat / self.players
        return math.sin(angle), -math.cos(angle)

    def plate(self, seat: int) -> tuple[int, int]:
        """The top left corner of a seat's name plate, in pixels."""
        across, along = self._middle(seat)
        return (
            round((self.size[0] - PLATE_WIDTH) / 2 + across),
            round((self.size[1] - PLATE_HEIGHT) / 2 + along),
        )

    @property
    def card_width(self) -> int:
        """How wide the cards of the trick are, in pixels."""
        return _CARD_WIDTHS[self.players]

    def card(self, seat: int, width: int, height: int) -> tuple[int, int]:
        """The top left corner of the card a seat has played, in pixels.

        Args:
            seat: whose card.
            width: of a card, in pixels.
            height: of a card, in pixels.
        """
        across, along = _CARD_MIDDLES[self.players][seat]
        return (self.size[0] - width) // 2 + across, (self.size[1] - height) // 2 + along

    def badge(self, seat: int, width: int, height: int) -> tuple[int, int]:
        """The middle of a badge on the card a seat has played, in pixels.

        It lies in one of the two corners without an index, the one no other card of the trick covers.
        """
        left, top = self.card(seat, width, height)
        x, y = self.inward(seat)
        inset = width * 0.19
        if x > 0.01 or (x > -0.01 and y < 0):
            return round(left + inset), round(top + height - inset)
        return round(left + width - inset), round(top + inset)

    def arrow(self, seat: int, target: int) -> tuple[int, int, float]:
        """Where an arrow from one seat to another lies: its middle in pixels, and its direction.

        Arrows to a neighbour lie between the two, others before the seat they come from.

        Returns:
            x, y, and degrees clockwise from pointing right.
        """
        start, end = self._middle(seat), self._middle(target)
        degrees = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
        if (target - seat) % self.players in (1, self.players - 1):
            share = (1 - _INSET[self.players]) / 2
            x, y = (start[0] + end[0]) * share, (start[1] + end[1]) * share
        else:
            x, y = start[0] * 0.49, start[1] * 0.49
        return round(self.size[0] / 2 + x), round(self.size[1] / 2 + y), degrees

    def _middle(self, seat: int) -> tuple[float, float]:
        """Where the middle of a plate is, from the middle of the table: on a very round square."""
        x, y = self.inward(seat)
        wide = (self.size[0] - PLATE_WIDTH) / 2 - _EDGE
        high = (self.size[1] - PLATE_HEIGHT) / 2 - _EDGE
        return (
            -math.copysign(math.sqrt(abs(x)), x) * wide,
            -math.copysign(math.sqrt(abs(y)), y) * high,
        )
