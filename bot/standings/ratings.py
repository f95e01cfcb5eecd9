"""Ratings: what the places of a game say about how well people play.

Each rated game is one update of the Bradley-Terry model with full pairs of Weng and Lin, "A Bayesian
Approximation Method for Online Ranking" (2011), as `openskill` computes it: every place counts, as all are
compared with all others; equal totals are a draw, and partners are a team. Their Plackett-Luce model is no
choice: of five it can give two who share a place less than whoever comes after them.

A person has a skill in each server, with a middle (mu) and an uncertainty (sigma), at first 25 and 25/3. The
one number that is shown is cautious: what somebody is almost certainly worth; 1000 at first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from bot.engine.state import EARLIER_LEVEL, Computer, Person, Phase, TableState
from bot.store.rated import RatedGame, RatedSeat, RatedSide, Skill

_LUCK: Final = 25 / 3
"""How much the cards decide (the model's beta): with skills so far apart, the weaker still wins often."""

_MODEL: Final = BradleyTerryFull(beta=_LUCK)

AT_FIRST: Final = 1000
"""The rating of whoever has not played yet."""

POINTS: Final = 40
"""How many points of a rating one unit of the model's scale is."""

CERTAINTY: Final = 3
"""So many times its uncertainty, the rating stands below the middle of a skill."""

COMPUTERS: Final[Mapping[str, float]] = {"easy": 10.0, "medium": 25.0, "hard": 35.0, "expert": 40.0}
"""How well computers play, by level, on the model's scale.

Fitted to the places in standard games among computers of different levels, with Medium at the middle that
people begin with.
"""

COMPUTERS_SIGMA: Final = 1.0
"""How uncertain that is."""


def rated_game_of(state: TableState, game_id: int, ended_at: float) -> RatedGame | None:
    """What ratings follow from where a game that is over is rated; None for any other.

    Whoever had left, so that a computer kept their seat at the end, has left; nobody else has.

    Args:
        state: after the last action.
        game_id: the game.
        ended_at: when that was, in Unix seconds.
    """
    if state.phase is not Phase.OVER or state.game is None or not state.rated:
        return None
    places = state.game.places
    sides = tuple(
        RatedSide(places[side[0]], tuple(_seat(state, seat) for seat in side)) for side in state.ruleset.sides
    )
    return RatedGame(game_id, state.server, ended_at, sides)


def rate(game: RatedGame, skills: Mapping[int, Skill]) -> dict[int, Skill]:
    """Give everybody's skill after a game.

    Whoever left is last, wherever their seat came in; several who left are equal, and all others move up.
    Of two partners of whom one left, the other has the place of the team. Computers are opponents whose skill
    stays as it is.

    Args:
        game: a rated game.
        skills: before it, of those of its people who have been rated; those of others make no difference.

    Returns:
        By the number of the person.
    """
    people = [seat for side in game.sides for seat in side.seats if seat.person is not None]
    last = [all(seat.left for seat in side.seats) for side in game.sides]
    after = _after(game, skills, last)
    for_leavers = [any(seat.left for seat in side.seats) for side in game.sides]
    if for_leavers != last:
        anew = _after(game, skills, for_leavers)
        after |= {seat.person: anew[seat.person] for seat in people if seat.person is not None and seat.left}
    return after


def _after(game: RatedGame, skills: Mapping[int, Skill], last: Sequence[bool]) -> dict[int, Skill]:
    """Skills after a game in which some sides are last, behind all others."""
    behind_everybody = 1 + max(side.place for side in game.sides)
    places = [
        float(behind_everybody if is_last else side.place)
        for side, is_last in zip(game.sides, last, strict=True)
    ]
    teams = [[_before(seat, skills) for seat in side.seats] for side in game.sides]
    seats = [seat for side in game.sides for seat in side.seats]
    rated = [each for team in _MODEL.rate(teams, ranks=places) for each in team]
    return {
        seat.person: Skill(each.mu, each.sigma, shown(each.mu, each.sigma))
        for seat, each in zip(seats, rated, strict=True)
        if seat.person is not None
    }


def shown(mu: float, sigma: float) -> int:
    """The one number that stands for a skill."""
    return AT_FIRST + round(POINTS * (mu - CERTAINTY * sigma))


def _before(seat: RatedSeat, skills: Mapping[int, Skill]) -> BradleyTerryFullRating:
    if seat.person is None:
        # A level that is gone is taken for the one there was before there was a choice.
        mu = COMPUTERS.get(seat.level, COMPUTERS[EARLIER_LEVEL])
        return _MODEL.rating(mu=mu, sigma=COMPUTERS_SIGMA)
    skill = skills.get(seat.person)
    return _MODEL.rating() if skill is None else _MODEL.rating(mu=skill.mu, sigma=skill.sigma)


def _seat(state: TableState, seat: int) -> RatedSeat:
    match state.seats[seat]:
        case Person(number):
            return RatedSeat(number)
        case Computer(owner=int(number)):
            return RatedSeat(number, left=True)
        case Computer(level):
            return RatedSeat(level=level)
        case None:
            raise ValueError("a game that is over has somebody in every seat")
