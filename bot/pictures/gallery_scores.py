"""Example pictures of scores: sheets, charts and placings, for looking at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.pictures.chart import ChartPicture, draw_chart
from bot.pictures.examples import SEATS
from bot.pictures.placing import PlacingPicture, draw_placing
from bot.pictures.plates import SeatPicture
from bot.pictures.rating import RatingPicture, RatingPoint, draw_rating
from bot.pictures.sheet import SheetPicture, draw_sheet
from bot.rules.ruleset import PRESETS, Moon, Partners, Ruleset
from bot.rules.scoring import DealScore

_LONG_SEATS: Final = (
    SeatPicture("Wilhelmina von Hohenzoll…", computer=True),
    SeatPicture("WWWWWWWWWWWWWWWWWWWWWWWW", computer=False),
    SeatPicture("王小明 مرحبا 🦊", computer=False),
    SeatPicture("Maximilian Alexander Otto", computer=True),
    SeatPicture("Donaudampfschifffahrtska", computer=False),
)

_NAMES: Final = tuple(seat.name for seat in SEATS)
LONG_NAMES: Final = tuple(seat.name for seat in _LONG_SEATS)
"""Names that need more room than there is, of which some may have characters the fonts lack."""


def deals(*points: Sequence[int]) -> tuple[DealScore, ...]:
    """Finished deals nobody shot a moon in: the points of each, by seat."""
    return tuple(DealScore(tuple(deal)) for deal in points)


def _many(count: int, players: int = 4) -> tuple[DealScore, ...]:
    """Made-up deals of which some are moons."""
    made: list[DealScore] = []
    for number in range(count):
        shares = [(number * 7 + seat * 5 + seat * number) % 9 for seat in range(players)]
        shares[number % players] += 26 - sum(shares)
        if shares[number % players] < 0:
            shares = [26 // players] * players
        if number % 9 == 4:
            shooter = number % players
            made.append(DealScore(tuple(26 * (seat != shooter) for seat in range(players)), (shooter,)))
        else:
            made.append(DealScore(tuple(shares)))
    return tuple(made)


_FOUR: Final = (
    DealScore((3, 15, 8, 0)),
    DealScore((0, 14, 2, 10)),
    DealScore((26, 26, 0, 26), (2,)),
    DealScore((5, 1, 0, 20)),
    DealScore((1, 20, 4, 1)),
    DealScore((13, 2, 11, 0)),
    DealScore((0, 26, 0, 0)),
)
_OMNIBUS: Final = (
    DealScore((-10, 15, 8, 3)),
    DealScore((-10, 0, 26, 0)),
    DealScore((13, 3, -10, 10)),
    DealScore((-10, 4, 22, 0)),
    DealScore((0, -36, 0, 0), (1,)),
)
_SPOT: Final = (
    DealScore((129, 129, 129, 0, 129), (3,)),
    DealScore((0, 0, 0, 0, -258), (4,), sun=True),
    DealScore((31, 12, 8, 70, 8)),
    DealScore((119, 129, 129, 129, 0), (4,)),
)


def sheets() -> dict[str, SheetPicture]:
    """Score sheets by the name of their file."""
    four, five = _NAMES[:4], Ruleset(players=5, spot=True, jack_of_diamonds=True, sun=True, limit=500)
    return {
        "sheet-one": SheetPicture(
            PRESETS["standard"], _FOUR[:1], four, "After deal 1", "Standard, to 100 points"
        ),
        "sheet-eight": SheetPicture(
            PRESETS["standard"], _FOUR, four, "Nach Spiel 7", "Standard, bis 100 Punkte"
        ),
        "sheet-tie": SheetPicture(
            PRESETS["short"],
            deals((10, 10, 3, 3), (3, 3, 10, 10)),
            four,
            "After deal 2",
            "Short game, to 50 points",
        ),
        "sheet-long": SheetPicture(
            Ruleset(limit=250), _many(25), LONG_NAMES[:4], "Nach Spiel 25", "Standard, bis 250 Punkte"
        ),
        "sheet-omnibus": SheetPicture(
            Ruleset(jack_of_diamonds=True, moon=Moon.SUBTRACT),
            _OMNIBUS,
            four,
            "After deal 5",
            "House rules, to 100 points",
            running=(4, 0, -10, 14),
        ),
        "sheet-three": SheetPicture(
            PRESETS["three"], _many(6, 3), _NAMES[:3], "After deal 6", "Three players, to 100 points"
        ),
        "sheet-five": SheetPicture(
            PRESETS["five"], _many(13, 5), _NAMES, "Nach Spiel 13", "Zu fünft, bis 100 Punkte"
        ),
        "sheet-five-large": SheetPicture(
            five, _SPOT, LONG_NAMES, "After deal 4", "House rules, to 500 points"
        ),
        "sheet-teams": SheetPicture(
            Ruleset(partners=Partners.TOGETHER, exact_limit=True),
            (
                *_FOUR[:2],
                DealScore((0, 26, 0, 26), (0, 2)),
                DealScore((20, 0, 0, 6)),
                DealScore((-10, 11, 0, 12)),
            ),
            LONG_NAMES[:4],
            "After deal 5",
            "Partners, to 100 points",
        ),
        "sheet-exact": SheetPicture(
            Ruleset(limit=30, exact_limit=True),
            deals((20, 0, 6, 0), (10, 3, 13, 0)),
            four,
            "Nach Spiel 2",
            "Hausregeln, bis 30 Punkte",
        ),
        "sheet-first-deal": SheetPicture(
            PRESETS["standard"], (), four, "Spiel 1", "Standard, bis 100 Punkte", running=(0, 1, 13, 4)
        ),
    }


def charts() -> dict[str, ChartPicture]:
    """Charts by the name of their file."""
    four = _NAMES[:4]
    return {
        "chart-eight": ChartPicture(
            PRESETS["standard"], _FOUR, four, "Deal by deal", "Standard, to 100 points"
        ),
        "chart-one": ChartPicture(
            PRESETS["short"], deals((3, 0, 50, 6)), four, "Spiel um Spiel", "Kurze Partie, bis 50 Punkte"
        ),
        "chart-long": ChartPicture(
            Ruleset(limit=250), _many(26), LONG_NAMES[:4], "Spiel um Spiel", "Standard, bis 250 Punkte"
        ),
        "chart-level": ChartPicture(
            PRESETS["short"],
            deals((10, 10, 3, 3), (3, 3, 10, 10), (12, 2, 6, 6), (26, 0, 0, 0)),
            four,
            "Deal by deal",
            "Short game, to 50 points",
        ),
        "chart-omnibus": ChartPicture(
            Ruleset(jack_of_diamonds=True, moon=Moon.SUBTRACT),
            (*_OMNIBUS, DealScore((0, 0, 60, 20))),
            four,
            "Deal by deal",
            "House rules, to 100 points",
        ),
        "chart-three": ChartPicture(
            PRESETS["three"], _many(8, 3), _NAMES[:3], "Deal by deal", "Three players, to 100 points"
        ),
        "chart-five": ChartPicture(
            PRESETS["five"], _many(13, 5), _NAMES, "Spiel um Spiel", "Zu fünft, bis 100 Punkte"
        ),
        "chart-five-large": ChartPicture(
            Ruleset(players=5, spot=True, jack_of_diamonds=True, sun=True, limit=500),
            (*_SPOT, *_SPOT),
            LONG_NAMES,
            "Deal by deal",
            "House rules, to 500 points",
        ),
        "chart-teams": ChartPicture(
            Ruleset(partners=Partners.TOGETHER),
            (*_FOUR[:2], DealScore((0, 26, 0, 26), (0, 2)), *_FOUR[3:6]),
            LONG_NAMES[:4],
            "Deal by deal",
            "Partners, to 100 points",
        ),
    }


def placings() -> dict[str, PlacingPicture]:
    """Placings by the name of their file."""
    four = SEATS[:4]
    return {
        "placing-four": PlacingPicture(PRESETS["standard"], _FOUR, four, "Standard, to 100 points · 7 deals"),
        "placing-one-deal": PlacingPicture(
            PRESETS["short"], deals((3, 0, 50, 6)), four, "Kurze Partie, bis 50 Punkte · 1 Spiel", german=True
        ),
        "placing-tie": PlacingPicture(
            PRESETS["short"],
            deals((10, 10, 3, 3), (3, 3, 10, 10), (12, 2, 6, 6), (26, 0, 0, 0)),
            four,
            "Short game, to 50 points · 4 deals",
        ),
        "placing-three-level": PlacingPicture(
            PRESETS["standard"],
            deals((100, 1, 100, 100)),
            _LONG_SEATS[:4],
            "Standard, to 100 points · 1 deal",
        ),
        "placing-omnibus": PlacingPicture(
            Ruleset(jack_of_diamonds=True, moon=Moon.SUBTRACT),
            (*_OMNIBUS, DealScore((0, 0, 60, 20))),
            four,
            "House rules, to 100 points · 6 deals",
        ),
        "placing-three": PlacingPicture(
            PRESETS["three"], _many(8, 3), SEATS[:3], "Three players, to 100 points · 8 deals"
        ),
        "placing-five": PlacingPicture(
            PRESETS["five"], _many(13, 5), SEATS, "Zu fünft, bis 100 Punkte · 13 Spiele", german=True
        ),
        "placing-five-large": PlacingPicture(
            Ruleset(players=5, spot=True, jack_of_diamonds=True, sun=True, limit=500),
            (*_SPOT, *_SPOT),
            _LONG_SEATS,
            "House rules, to 500 points · 8 deals",
        ),
        "placing-teams": PlacingPicture(
            Ruleset(partners=Partners.TOGETHER),
            (*_FOUR[:2], DealScore((0, 26, 0, 26), (0, 2)), *_FOUR[3:6]),
            _LONG_SEATS[:4],
            "Partners, to 100 points · 6 deals",
        ),
    }


def _rating(*last: int, at: Sequence[float] = (), spread: int = 0) -> tuple[RatingPoint, ...]:
    """Points a day apart unless times are given, each a band of so much below and half of that above."""
    return tuple(
        RatingPoint(at[number] if at else number * 86_400.0, each - spread, each + spread // 2, each)
        for number, each in enumerate(last)
    )


def _walk(count: int) -> tuple[int, ...]:
    """A made-up rating that rises and falls."""
    walked = [1298]
    for number in range(1, count):
        walked.append(walked[-1] + (number * 37 + number * number * 11) % 43 - 20 + (number < count // 3) * 9)
    return tuple(walked)


def ratings() -> dict[str, RatingPicture]:
    """Courses of ratings by the name of their file."""
    days = [(day * 86_400.0, f"{day + 1} Mar") for day in (0, 4, 8, 12)]
    months = [
        (day * 86_400.0, f"{name} 2026")
        for day, name in ((20, "Feb"), (51, "Mär"), (81, "Apr"), (112, "Mai"))
    ]
    return {
        "rating-few": RatingPicture(
            _rating(
                1131, 1204, 1177, 1298, 1260, 1340, 1318, at=[n * 86_400.0 for n in (0, 1, 2, 5, 6, 11, 13)]
            ),
            tuple(days),
            "Rating of Jürgen",
            "7 rated games",
        ),
        "rating-many": RatingPicture(
            _rating(*_walk(140), spread=46),
            tuple(months),
            "Wertung von Wilhelmina",
            "4.312 gewertete Partien",
        ),
        "rating-falling": RatingPicture(
            _rating(1298, 1190, 1004, 930, 871),
            ((0.0, "1 Mar"), (4 * 86_400.0, "5 Mar")),
            LONG_NAMES[1],
            "5 rated games",
        ),
        "rating-right-to-left": RatingPicture(
            _rating(965, 965), ((0.0, "1 Mar"), (86_400.0, "2 Mar")), "Rating of مرحبا بك", "2 rated games"
        ),
        "rating-at-once": RatingPicture(
            _rating(1131, 1204, 1177, at=[5.0, 5.0, 5.0]),
            ((5.0, "1. März 2026"),),
            "Wertung von Ö",
            "3 gewertete Partien",
        ),
    }


def drawn_scores() -> dict[str, bytes]:
    """Every example of scores as a PNG, by the name of its file."""
    drawn = {name: draw_sheet(sheet) for name, sheet in sheets().items()}
    drawn |= {name: draw_chart(chart) for name, chart in charts().items()}
    drawn |= {name: draw_rating(rating) for name, rating in ratings().items()}
    return drawn | {name: draw_placing(placing) for name, placing in placings().items()}
