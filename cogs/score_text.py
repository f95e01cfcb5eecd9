"""The score sheet as text: a line a deal, which wraps on a phone and reads well aloud."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.rules.game import Game
from bot.rules.ruleset import Partners
from bot.rules.scoring import side_totals
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
    first = max(0, len(game.scores) - DEALS_SHOWN)
    lines = [words("score.title")]
    for number, score in enumerate(game.scores[first:], start=first + 1):
        line = words("score.deal", number=number, points=_line(score.points, names, words))
        moons = [words("score.sun" if score.sun else "score.moon", name=names[seat]) for seat in score.moon]
        lines.append(" · ".join([line, *moons]))
    if running is not None:
        points = _line(running.points, names, words)
        lines.append(words("score.running", number=running.number, points=points))
    lines.append(words("score.total", points=_line(game.totals, names, words)))
    if game.ruleset.partners is Partners.NONE:
        lines.append(words.count("score.limit", game.ruleset.limit))
    else:
        for side, total in zip(game.ruleset.sides, side_totals(game.totals, game.ruleset), strict=True):
            team = words.list(names[seat] for seat in side)
            lines.append(words("score.team", names=team, points=words.number(total)))
        lines.append(words.count("score.limit_team", game.ruleset.limit))
    return "\n".join(lines)


def _line(points: Sequence[int], names: Sequence[str], words: Words) -> str:
    return " · ".join(
        words("score.seat", name=name, points=words.number(n)) for name, n in zip(names, points, strict=True)
    )
