"""Pictures of scores for messages, with alt text; without them where drawing fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import TYPE_CHECKING

from bot.engine.faults import described
from bot.pictures.chart import ChartPicture
from bot.pictures.placing import PlacingPicture
from bot.pictures.plates import SeatPicture
from bot.pictures.rating import RatingPicture, RatingPoint
from bot.pictures.sheet import SheetPicture
from bot.pictures.studio import PictureError
from bot.rules.game import Game
from bot.rules.view import PublicView
from bot.standings import Course
from bot.text.rules_text import ruleset_title
from bot.text.score_alt import chart_alt, placing_alt, sheet_alt
from bot.text.words import Words, label
from cogs.layout import Picture
from cogs.looks import public_deck
from cogs.pictures import PATIENCE, Missed
from cogs.rating_text import rating_alt, time_marks
from cogs.seating import SeatName

if TYPE_CHECKING:
    from bot.app import HeartsBot

log = logging.getLogger(__name__)


async def sheet_picture(
    bot: HeartsBot,
    game: Game,
    names: tuple[SeatName, ...],
    words: Words,
    running: PublicView | None = None,
    missed: Missed | None = None,
) -> Picture | None:
    """The score sheet.

    Args:
        bot: draws it.
        game: its finished deals are shown.
        names: of the seats.
        words: the language.
        running: what everybody knows of the running deal, whose points are shown, too; None for none.
        missed: told where it was not drawn in time.

    Returns:
        None where it could not be drawn.
    """
    labels = tuple(name.label for name in names)
    points = None if running is None else running.points
    title = words("sheet.title", number=len(game.scores))
    if running is not None:
        title = words("sheet.title_running", number=running.number)
    shown = SheetPicture(
        ruleset=game.ruleset,
        scores=game.scores,
        names=labels,
        title=title,
        caption=ruleset_title(game.ruleset, words),
        running=points,
    )
    data = await _drawn("score sheet", bot.studio.sheet(shown), missed)
    if data is None:
        return None
    return Picture(data, "sheet.png", sheet_alt(game.ruleset, game.scores, labels, words, points))


async def end_pictures(
    bot: HeartsBot, game: Game, names: tuple[SeatName, ...], words: Words, missed: Missed
) -> tuple[Picture, ...]:
    """What is shown of a game that is over: the placing, and its totals as lines.

    Args:
        bot: draws them.
        game: it is over.
        names: of the seats.
        words: the language.
        missed: told where one was not drawn in time.

    Returns:
        Those of the two that could be drawn.
    """
    ruleset, scores = game.ruleset, game.scores
    labels = tuple(name.label for name in names)
    rules = ruleset_title(ruleset, words)
    placing = PlacingPicture(
        ruleset=ruleset,
        scores=scores,
        seats=tuple(SeatPicture(name.label, name.computer) for name in names),
        caption=words.count("placing.caption", len(scores), rules=rules),
        german=public_deck(words).german,
    )
    chart = ChartPicture(
        ruleset=ruleset, scores=scores, names=labels, title=words("chart.title"), caption=rules
    )
    drawn = await asyncio.gather(
        _drawn("placing", bot.studio.placing(placing), missed),
        _drawn("chart", bot.studio.chart(chart), missed),
    )
    levels = tuple(name.level for name in names)
    said = (
        ("placing.png", placing_alt(ruleset, scores, labels, words, levels)),
        ("chart.png", chart_alt(ruleset, scores, labels, words)),
    )
    return tuple(Picture(data, name, alt) for data, (name, alt) in zip(drawn, said, strict=True) if data)


async def rating_picture(bot: HeartsBot, name: str, course: Course, words: Words) -> Picture | None:
    """How a rating went.

    Args:
        bot: draws it.
        name: whose it is, as people wrote it.
        course: how it went.
        words: the language.

    Returns:
        None where it could not be drawn.
    """
    shown = RatingPicture(
        points=tuple(RatingPoint(each.at, each.low, each.high, each.last) for each in course.stretches),
        times=time_marks(course.first.at, course.last.at, words),
        title=words("rating.title", name=label(name)),
        caption=words.count("rating.caption", course.games),
    )
    data = await _drawn("rating", bot.studio.rating(shown))
    return None if data is None else Picture(data, "rating.png", rating_alt(name, course, words))


async def _drawn(what: str, drawing: Awaitable[bytes], missed: Missed | None = None) -> bytes | None:
    try:
        return await asyncio.wait_for(drawing, PATIENCE)
    except TimeoutError:
        log.warning("a %s was not drawn in time", what)
        if missed is not None:
            missed.any = True
        return None
    except PictureError as error:
        log.error("a %s could not be drawn: %s", what, described(error.__cause__ or error))
        return None
