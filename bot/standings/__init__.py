"""Leaderboard and statistics, folded from finished games."""

from bot.standings.figures import Figures, Page, Place, Standing
from bot.standings.history import Ending, History, HistoryPage, PastGame, channels_of, ending_of
from bot.standings.results import has_usual_points, month_of, place_of_four, results_of
from bot.standings.standings import Standings
from bot.store.tallies import ALL_TIME, GameKind, Order

__all__ = [
    "ALL_TIME",
    "Ending",
    "Figures",
    "GameKind",
    "History",
    "HistoryPage",
    "Order",
    "Page",
    "PastGame",
    "Place",
    "Standing",
    "Standings",
    "channels_of",
    "ending_of",
    "has_usual_points",
    "month_of",
    "place_of_four",
    "results_of",
]
