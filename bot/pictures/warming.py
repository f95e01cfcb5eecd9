"""What pictures are made of, made before anybody waits for one."""

from __future__ import annotations

import random
import time
from functools import cache
from itertools import islice
from typing import Final

from bot.pictures.hand import HandPicture, draw_hand
from bot.pictures.plates import SeatPicture
from bot.pictures.random_games import Company, random_pictures
from bot.pictures.table import draw_table
from bot.rules.ruleset import Ruleset

WITHIN: Final = 0.6
"""Seconds a warm-up takes."""
SLICE: Final = 0.05
"""Seconds of it at once, where somebody may want a picture meanwhile."""
_COMPANY: Final = Company(tuple(SeatPicture(name, computer=False) for name in "ABCD"))


# Kept for the studios after the first in one process, which need none of it made again.
@cache
def warm_up(begin: int = 0, within: float = WITHIN) -> int:
    """Draw pictures of a game that is played by lot, so that what they are made of is there for others.

    Where time is up, the rest is made when it is first needed: a few milliseconds for each card.

    Args:
        begin: how many pictures of the game have been drawn before.
        within: seconds by the clock; a picture begun before is finished, and one is drawn in any case, as a
            busy machine may let all of them pass before it.

    Returns:
        How many pictures have been drawn now, those before among them.

    Raises:
        OSError: where a font or a card's file cannot be read.
    """
    until = time.perf_counter() + within
    drawn = begin
    for picture in islice(random_pictures(Ruleset(), random.Random(1), _COMPANY), begin, None):
        if isinstance(picture, HandPicture):
            draw_hand(picture)
        else:
            draw_table(picture)
        drawn += 1
        if time.perf_counter() >= until:
            break
    return drawn
