"""How the tests of a replay write a deal down and read what it says."""

from collections.abc import Sequence

from bot.rules.record import DealRecord, Record
from bot.rules.replay import Line, replay
from bot.rules.ruleset import Direction, Ruleset
from tests.rules.table import STANDARD, row

HANDS = ("2C 2D 3D-KD", "3C AS 4C-KC AH", "AD 2H 3H-KH", "AC 2S 3S-KS")
"""Seat 1 takes all but the first trick where everybody plays from left to right."""

MOON = "2C 3C AD AC / 2S 2D AS 2H / 4C 3H 3S 3D / 5C 4H 4S 4D / 6C 5H 5S 5D / 7C 6H 6S 6D / 8C 7H 7S 7D"
MOON += " / 9C 8H 8S 8D / TC 9H 9S 9D / JC TH TS TD / QC JH JS JD / KC QH QS QD"
LAST = "AH KH KS KD"

END = {"over": False, "winners": []}


def dealt(
    plays: str = "",
    *,
    hands: Sequence[str] = HANDS,
    direction: Direction = Direction.HOLD,
    passed: Sequence[str] = (),
) -> DealRecord:
    return DealRecord(
        direction,
        hands=tuple(tuple(row(hand)) for hand in hands),
        passed=tuple(tuple(row(cards)) for cards in passed),
        plays=tuple(row(plays)),
    )


def lines(*deals: DealRecord, ruleset: Ruleset = STANDARD) -> list[Line]:
    return list(replay(Record(ruleset, deals)))


def play_line(deal: int, trick: int, seat: int, legal: str, played: str) -> Line:
    return {
        "deal": deal,
        "trick": trick,
        "seat": seat,
        "legal": [str(card) for card in row(legal)],
        "played": played,
    }
