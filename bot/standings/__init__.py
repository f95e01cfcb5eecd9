"""Leaderboard and statistics, folded from finished games."""

from bot.standings.careers import Career, Course, GameEnd, Reached, Stretch, course_of
from bot.standings.figures import Figures, Page, Place, Standing
from bot.standings.history import Ending, History, HistoryPage, PastGame, channels_of, ending_of
from bot.standings.results import has_usual_points, month_of, place_of_four, results_of
from bot.standings.standings import Standings
from bot.store.careers import MeetingRow
from bot.store.tallies import ALL_TIME, GameKind, Order

__all__ = [
    "ALL_TIME",
    "Career",
    "Course",
    "Ending",
    "Figures",
    "GameEnd",
    "GameKind",
    "History",
    "HistoryPage",
    "MeetingRow",
    "Order",
    "Page",
    "PastGame",
    "Place",
    "Reached",
    "Standing",
    "Standings",
    "Stretch",
    "channels_of",
    "course_of",
    "ending_of",
    "has_usual_points",
    "month_of",
    "place_of_four",
    "results_of",
]
