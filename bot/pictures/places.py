"""Where things lie on a table of any number of seats."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

PLATE_WIDTH: Final = 226
PLATE_HEIGHT: Final = 122
_EDGE: Final = 20
_CARD_WIDTHS: Final = {3: 152, 4: 148, 5: 122}
_CARD_MIDDLES: Final = {
    3: ((40, 102), (-116, -24), (82, -24)),
    4: ((41, 104), (-109, 2), (-39, -98), (109, 2)),
    5: ((4, 130), (-121, 68), (-64, -106), (64, -106), (121, 68)),
}
"""How far from the middle of the table the middle of each seat's card lies, in pixels.

The index in a card's top left corner stays in sight, whichever of the others come to lie on it later.
"""
_TURNS: Final = {3: (-2, -5, 4), 4: (-2, -5, 3, 4), 5: (-2, -5, -3, 3, 5)}
"""How far each seat's card is turned clockwise, in degrees."""
_PLATE_MIDDLES: Final = {5: ((0, 280), (-307, 92), (-258, -266), (258, -266), (307, 92))}
"""Where the middles of plates are, from the middle of the table, so that the lower corners are free."""
_INSET: Final = {3: -0.1, 4: 0.12, 5: 0.28}
"""The share by which an arrow of the pass lies nearer to the middle than halfway between its two seats."""
_LAST_TRICKS: Final = {3: (440, 96), 4: (156, 112), 5: (440, 87)}
"""The middle of the last trick, where no plate is."""


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

    def plate_middle(self, seat: int) -> tuple[int, int]:
        """The middle of a seat's name plate, in pixels."""
        left, top = self.plate(seat)
        return left + PLATE_WIDTH // 2, top + PLATE_HEIGHT // 2

    @property
    def card_width(self) -> int:
        """How wide the cards of the trick are, in pixels."""
        return _CARD_WIDTHS[self.players]

    def card(self, seat: int) -> tuple[int, int, int]:
        """Where the card of a seat lies: x and y of its middle in pixels, its turn in degrees."""
        across, along = _CARD_MIDDLES[self.players][seat]
        return self.size[0] // 2 + across, self.size[1] // 2 + along, _TURNS[self.players][seat]

    def badge(self, seat: int, height: int) -> tuple[int, int]:
        """The middle of a badge on the card a seat has played, in pixels.

        It lies in one of the two corners without an index, the one no other card of the trick covers.

        Args:
            seat: whose card.
            height: of a card, in pixels.
        """
        x, y, degrees = self.card(seat)
        inward = self.inward(seat)
        low = inward[0] > 0.01 or (inward[0] > -0.01 and inward[1] < 0)
        inset = self.card_width * 0.19
        across, along = self.card_width / 2 - inset, inset - height / 2
        if low:
            across, along = -across, -along
        turn = math.radians(degrees)
        return (
            round(x + across * math.cos(turn) - along * math.sin(turn)),
            round(y + across * math.sin(turn) + along * math.cos(turn)),
        )

    @property
    def last_trick(self) -> tuple[int, int]:
        """The middle of the trick taken last, in pixels."""
        return _LAST_TRICKS[self.players]

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
        if self.players in _PLATE_MIDDLES:
            return _PLATE_MIDDLES[self.players][seat]
        x, y = self.inward(seat)
        wide = (self.size[0] - PLATE_WIDTH) / 2 - _EDGE
        high = (self.size[1] - PLATE_HEIGHT) / 2 - _EDGE
        return (
            -math.copysign(math.sqrt(abs(x)), x) * wide,
            -math.copysign(math.sqrt(abs(y)), y) * high,
        )
