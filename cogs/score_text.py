"""The score sheet as text: a line a deal, which wraps on a phone and reads well aloud."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.rules.game import Game
from bot.rules.ruleset import Partners
from bot.rules.scoring import dropped_total
from bot.rules.view import PublicView
from bot.text.score_alt import deal_number, points_line
from bot.text.words import Words

ROOM: Final = 3600
"""Characters for the sheet, of the 4,000 that Discord takes in a message."""


def score_text(game: Game, running: PublicView | None, names: Sequence[str], words: Words) -> str:
    """The points of every finished deal, those taken in the running one, and the totals, as Markdown.

    Args:
        game: the game.
        running: what everybody knows of the running deal.
        names: of the seats, as they go into a message.
        words: the language of the reader.

    Returns:
        At most `ROOM` characters: of the deals as many of the latest as fit; all count in the totals.
    """
    ruleset = game.ruleset
    last: list[str] = []
    if running is not None:
        points = points_line(running.points, ruleset, names, words)
        last.append(words("score.running", number=running.number, points=points))
    last.append(words("score.total", points=points_line(game.totals, ruleset, names, words)))
    alone = ruleset.partners is Partners.NONE
    last.append(words.count("score.limit" if alone else "score.limit_team", ruleset.limit))
    title = words("score.title")
    room = ROOM - len("\n".join((title, *last)))
    deals: list[str] = []
    for line in reversed(_deals(game, names, words)):
        room -= len(line) + 1
        if room < 0:
            break
        deals.append(line)
    return "\n".join((title, *reversed(deals), *last))


def _deals(game: Game, names: Sequence[str], words: Words) -> list[str]:
    """A line for every finished deal."""
    lines: list[str] = []
    half = dropped_total(game.ruleset)
    for number, (score, dropped) in enumerate(zip(game.scores, game.dropped, strict=True), start=1):
        line = words(
            "score.deal",
            number=deal_number(number, game.ruleset, words),
            points=points_line(score.points, game.ruleset, names, words),
        )
        if score.moon:
            shooters = words.list(names[seat] for seat in score.moon)
            line += " · " + words("score.sun" if score.sun else "score.moon", name=shooters)
        for side in dropped:
            name = words.list(names[seat] for seat in side)
            line += " · " + words("score.exact", name=name, limit=game.ruleset.limit, half=half)
        lines.append(line)
    return lines
