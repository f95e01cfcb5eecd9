"""What a leaderboard and somebody's statistics show."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.tallies import TotalRow


@dataclass(frozen=True, slots=True)
class Figures:
    """What somebody has done in the finished games of a server that count, of one kind and period.

    Attributes:
        person: their number.
        games: how many games they finished or left.
        wins: how many of them they won.
        average_place: from 1 at best to 4, whatever the number of seats (`place_of_four`); rounded to
            hundredths, by which leaderboards compare.
        points_a_deal: rounded likewise; None without a deal of usual points (`has_usual_points`).
        deals: how many deals they played.
        moons: how many moons they made.
        queens: in how many deals they took the queen of spades.
        best_deal: the fewest points in a deal; None without a deal of usual points.
        worst_deal: the most points in a deal; None likewise.
        games_left: how many games they left before the end.
        rating: after their last rated game; None without any.
        missed: how many moons they missed.
        conceded: how many moons were shot against them.
    """

    person: int
    games: int
    wins: int
    average_place: float
    points_a_deal: float | None
    deals: int
    moons: int
    queens: int
    best_deal: int | None
    worst_deal: int | None
    games_left: int
    rating: int | None = None
    missed: int = 0
    conceded: int = 0

    @classmethod
    def of(cls, total: TotalRow) -> Figures:
        """The figures that a total gives."""
        return cls(
            person=total.person_id,
            games=total.games,
            wins=total.wins,
            average_place=total.average_place / 100,
            points_a_deal=None if total.points_a_deal is None else total.points_a_deal / 100,
            deals=total.deals,
            moons=total.moons,
            queens=total.queens,
            best_deal=total.best_deal,
            worst_deal=total.worst_deal,
            games_left=total.left_early,
            rating=total.rating,
            missed=total.missed,
            conceded=total.conceded,
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a leaderboard.

    Attributes:
        rank: 1 and how many have a better figure; equal figures share a rank.
        figures: whose, and what they are.
    """

    rank: int
    figures: Figures


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a leaderboard.

    Attributes:
        rows: the best first; empty where nobody is in the leaderboard.
        number: of this page, counted from 1.
        pages: how many there are, at least 1.
        count: how many people are in the leaderboard.
    """

    rows: tuple[Standing, ...]
    number: int
    pages: int
    count: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody stands in a leaderboard.

    Attributes:
        rank: 1 and how many have a better figure.
        page: the number of the page they are on, counted from 1.
    """

    rank: int
    page: int
