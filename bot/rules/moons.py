"""Moons that are not shot: missed by who had come far, and conceded by those they are shot against.

What a moon is and what it counts stands in `scoring`.
"""

from __future__ import annotations

from typing import Final

from bot.rules.deal import Deal
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import DealScore, deal_total, penalty_points

FAR: Final = 0.7
"""So great a part of a deal's points, in one hand alone after a trick, is most of the way to a moon."""


def missed_moon(deal: Deal, moon: tuple[int, ...]) -> int | None:
    """The seat that missed a moon; None where nobody did.

    Missed it has who alone had seven tenths of the penalty points after some trick, and did not shoot it.

    Args:
        deal: a deal that is over or settled.
        moon: the seats credited with its moon or sun, as `DealScore` has them.
    """
    seat = _far(deal)
    return None if seat in moon else seat


def concedes_moon(seat: int, score: DealScore, ruleset: Ruleset) -> bool:
    """Whether a moon was shot against a seat: by somebody else, who is not its partner.

    Args:
        seat: the seat.
        score: what the deal came to.
        ruleset: says who is a team.
    """
    side = next(side for side in ruleset.sides if seat in side)
    return bool(score.moon) and not any(each in side for each in score.moon)


def _far(deal: Deal) -> int | None:
    """The seat that after some trick alone had so many points; there can be only one."""
    enough = FAR * deal_total(deal.ruleset)
    points = [0] * deal.ruleset.players
    for number, trick in enumerate(deal.tricks):
        cards = trick.cards if number else trick.cards | deal.kitty
        taker = trick.taker
        assert taker is not None
        points[taker] += penalty_points(cards, deal.ruleset)
        if points[taker] == sum(points) and points[taker] >= enough:
            return taker
    return None
