"""Traffic: what the bot asks of Discord by itself, let go in turn and within Discord's limits.

Answers to clicks are not held up here. Everything else waits for its turn: fair over the tables, what
somebody waits for first, and a place that Discord has asked to be left alone keeps nothing else waiting. This
room knows neither Discord's library nor the game.
"""

from bot.traffic.counts import Counts
from bot.traffic.hearing import Garbled, Limited, Unavailable, hearing, on_behalf_of
from bot.traffic.invalid import Invalid
from bot.traffic.line import Errand, Urgency, Verb
from bot.traffic.nonces import Nonces
from bot.traffic.traffic import Limits, Timer, Traffic, Turn

__all__ = [
    "Counts",
    "Errand",
    "Garbled",
    "Invalid",
    "Limited",
    "Limits",
    "Nonces",
    "Timer",
    "Traffic",
    "Turn",
    "Unavailable",
    "Urgency",
    "Verb",
    "hearing",
    "on_behalf_of",
]
