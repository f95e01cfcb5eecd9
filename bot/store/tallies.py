"""What the store keeps of finished games for the standings, and how it is asked for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

ALL_TIME: Final = "all"
"""The period of every game; the others are months, such as "2026-02", and what `season_period` gives."""


def season_period(number: int) -> str:
    """The period of a server's season, counted from 1: "season-3"."""
    return f"season-{number}"


class GameKind(StrEnum):
    """Which view of the standings a game counts in."""

    PEOPLE = "people"
    """At least two people sat down."""

    ALONE = "alone"
    """One person played with computers."""


class Order(StrEnum):
    """What comes first in a leaderboard."""

    RATING = "rating"
    """Highest rating; only games among people have one."""

    WINS = "wins"
    """Most games won."""

    PLACE = "place"
    """Lowest average place."""

    POINTS = "points"
    """Fewest points a deal."""

    MOONS = "moons"
    """Most moons."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How a finished game ended for one person.

    Attributes:
        person_id: who.
        server_id: where.
        kind: which view it counts in.
        game_id: the game.
        ended_at: Unix seconds.
        month: of the end, such as "2026-02".
        rules: by which the game was played, as `rules_text` gives them.
        place: in hundredths, from 100 for the lowest total to 400 for the highest, whatever the number of
            seats; equal totals, and partners, share the better place.
        won: whether they, or they and their partner, won the game.
        points: their total; None where the rules give other points than usual, so that it says nothing
            beside others.
        deals: how many deals there were.
        moons: how many of them were moons of theirs.
        queens: in how many of them they took the queen of spades.
        best_deal: the fewest points in a deal; None without a deal, or without points.
        worst_deal: the most points in a deal; None likewise.
        left_early: whether they left the game before its end.
        missed: how many moons they missed.
        conceded: how many moons others shot against them.
        side: for whom they played: those of a game with the same number were partners.
    """

    person_id: int
    server_id: int
    kind: GameKind
    game_id: int
    ended_at: float
    month: str
    rules: str
    place: int
    won: bool
    points: int | None
    deals: int
    moons: int
    queens: int
    best_deal: int | None
    worst_deal: int | None
    left_early: bool
    missed: int = 0
    conceded: int = 0
    side: int = 0


@dataclass(frozen=True, slots=True)
class TotalRow:
    """The results of one person in one server, kind and period, added up, as far as their rules count.

    Attributes:
        server_id: where.
        kind: of which games.
        period: of which time.
        person_id: who.
        games: how many.
        wins: how many of them were won.
        places: the sum of the places, in hundredths.
        points: the sum of the totals that say something beside others.
        scored_deals: how many deals these are of.
        deals: how many deals there were.
        moons: how many moons they made.
        queens: how many queens of spades they took.
        best_deal: the fewest points in a deal; None without such a deal.
        worst_deal: the most points in a deal; None without such a deal.
        left_early: how many games they left.
        average_place: in hundredths, rounded to the nearest.
        points_a_deal: in hundredths, rounded to the nearest; None without such a deal.
        rating: after the last rated game of the period, whether or not its rules count by now; None without
            one.
        missed: how many moons they missed.
        conceded: how many moons others shot against them.
    """

    server_id: int
    kind: GameKind
    period: str
    person_id: int
    games: int
    wins: int
    places: int
    points: int
    scored_deals: int
    deals: int
    moons: int
    queens: int
    best_deal: int | None
    worst_deal: int | None
    left_early: int
    average_place: int
    points_a_deal: int | None
    rating: int | None = None
    missed: int = 0
    conceded: int = 0


@dataclass(frozen=True, slots=True)
class Ranking:
    """Which totals are compared, and how.

    Equal figures share a rank; among them stands first who played more games, then who has the lower number.

    Attributes:
        server_id: where.
        kind: of which games.
        period: `ALL_TIME`, a month or a season.
        order: by which figure; who has none is left out.
        min_games: how many games it takes to be in.
        hidden: people who are left out.
    """

    server_id: int
    kind: GameKind
    period: str
    order: Order
    min_games: int = 1
    hidden: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A line of a ranking.

    Attributes:
        rank: 1 and how many have a better figure.
        total: whose figures.
    """

    rank: int
    total: TotalRow


@dataclass(frozen=True, slots=True)
class Position:
    """Where somebody stands in a ranking.

    Attributes:
        number: of their line, counted from 1.
        rank: 1 and how many have a better figure.
    """

    number: int
    rank: int
