"""The score sheet as text."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.scoring import DealScore
from bot.text.words import Words

COLUMN = 6
MOON = "☾"


def score_text(scores: Sequence[DealScore], names: Sequence[str], words: Words) -> str:
    """The finished deals as rows and the seats as columns, as Markdown; columns are numbered to fit a phone.

    Args:
        scores: the finished deals, in order.
        names: of the seats, as they go into a message.
        words: the language of the reader.
    """
    if not scores:
        return words("score.none")
    legend = [words("score.seat", number=number, name=name) for number, name in enumerate(names, start=1)]
    totals = [sum(score.points[seat] for score in scores) for seat in range(len(names))]
    rows = [_row("", [str(number) for number in range(1, len(names) + 1)])]
    rows += [
        _row(
            words.number(number),
            [
                words.number(points) + (MOON if seat in score.moon else "")
                for seat, points in enumerate(score.points)
            ],
        )
        for number, score in enumerate(scores, start=1)
    ]
    rows.append(_row("Σ", [words.number(total) for total in totals]))
    sheet = "\n".join(rows)
    return "\n".join(
        [words("score.title"), " · ".join(legend), f"```\n{sheet}\n```", words("score.moon", mark=MOON)]
    )


def _row(head: str, cells: Sequence[str]) -> str:
    return head.rjust(4) + "".join(cell.rjust(COLUMN) for cell in cells)
