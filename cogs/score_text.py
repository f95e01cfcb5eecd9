"""The score sheet as text: a line a deal, which wraps on a phone and reads well aloud."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.rules.game import Game
from bot.rules.ruleset import Partners, Ruleset
from bot.rules.view import PublicView
from bot.text.words import Words

DEALS_SHOWN: Final = 20
"""So many of the latest deals stand on the sheet; all count in the totals."""


def score_text(game: Game, running: PublicView | None, names: Sequence[str], words: Words) -> str:
    """The points of every finished deal, those taken in the running one, and the totals, as Markdown.

    Args:
        game: the game.
        running: what everybody knows of the running deal.
        names: of the seats, as they go into a message.
        words: the language of the reader.
    """
    ruleset = game.ruleset
    first = max(0, len(game.scores) - DEALS_SHOWN)
    lines = [words("score.title")]
    for number, score in enumerate(game.scores[first:], start=first + 1):
        line = words("score.deal", number=number, points=_line(score.points, ruleset, names, words))
        if score.moon:
            shooters = words.list(names[seat] for seat in score.moon)
            line += " · " + words("score.sun" if score.sun else "score.moon", name=shooters)
        lines.append(line)
    if running is not None:
        points = _line(running.points, ruleset, names, words)
        lines.append(words("score.running", number=running.number, points=points))
    lines.append(words("score.total", points=_line(game.totals, ruleset, names, words)))
    alone = ruleset.partners is Partners.NONE
    lines.append(words.count("score.limit" if alone else "score.limit_team", ruleset.limit))
    return "\n".join(lines)


def _line(points: Sequence[int], ruleset: Ruleset, names: Sequence[str], words: Words) -> str:
    """The points of each team and what they are made of, or of each who plays alone."""
    if ruleset.partners is Partners.NONE:
        return " · ".join(
            words("score.seat", name=name, points=words.number(n))
            for name, n in zip(names, points, strict=True)
        )
    return " · ".join(
        words(
            "score.team" if points[second] >= 0 else "score.team_less",
            names=words.list((names[first], names[second])),
            points=points[first] + points[second],
            first=points[first],
            second=abs(points[second]),
        )
        for first, second in ruleset.sides
    )
