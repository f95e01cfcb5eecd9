"""What pictures are made of, made before anybody waits for one."""

from __future__ import annotations

import random
import time
from functools import cache
from typing import Final

from bot.pictures.hand import HandPicture, draw_hand
from bot.pictures.plates import SeatPicture
from bot.pictures.random_games import Company, random_pictures
from bot.pictures.table import draw_table
from bot.rules.ruleset import Ruleset

WITHIN: Final = 0.6
"""Seconds a warm-up takes."""
_COMPANY: Final = Company(tuple(SeatPicture(name, computer=False) for name in "ABCD"))


@cache
def warm_up(within: float = WITHIN) -> int:
    """Draw pictures of a game that is played by lot, so that what they are made of is there for others.

    Where time is up, the rest is made when it is first needed: a few milliseconds for each card.

    Args:
        within: seconds by the clock; a picture begun before is finished.

    Returns:
        How many pictures were drawn.

    Raises:
        OSError: where a font or a card's file cannot be read.
    """
    until = time.perf_counter() + within
    drawn = 0
    for picture in random_pictures(Ruleset(), random.Random(1), _COMPANY):
        if time.perf_counter() >= until:
            break
        if isinstance(picture, HandPicture):
            draw_hand(picture)
        else:
            draw_table(picture)
        drawn += 1
    return drawn
