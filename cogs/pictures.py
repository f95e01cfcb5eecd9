"""Pictures for messages: drawn from views, with alt text; without them where drawing fails."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.engine.faults import described
from bot.pictures.deck import Deck
from bot.pictures.hand import HandPicture
from bot.pictures.studio import PictureError, Turn
from bot.pictures.table import SeatPicture, TablePicture
from bot.rules.cards import NO_CARDS, Cards
from bot.rules.view import View
from bot.text.alt import hand_alt, table_alt
from bot.text.words import Words
from cogs.layout import Picture
from cogs.looks import Look, public_deck
from cogs.seating import SeatName
from cogs.table_message import Scene

if TYPE_CHECKING:
    from bot.app import HeartsBot

log = logging.getLogger(__name__)

PATIENCE: Final = 2.7
"""Seconds a hand waits for its picture; the text says the same and does not wait longer."""

TABLE_PATIENCE: Final = 12.0
"""The same for a table, which many look at and nobody has clicked for."""


@dataclass
class Missed:
    """What became of a message's pictures.

    Attributes:
        any: whether one of them was not drawn in time, and so may be there later.
    """

    any: bool = False


async def hand_picture(
    bot: HeartsBot, view: View, look: Look, chosen: Cards = NO_CARDS, *, clicked: bool = False
) -> Picture | None:
    """A seat's hand, with the cards lifted that can be played, or are chosen to be passed or played.

    Args:
        bot: draws it.
        view: what the seat knows.
        look: how its owner likes it.
        chosen: what is chosen.
        clicked: whether somebody has clicked, and waits for it.

    Returns:
        None where the hand is empty or could not be drawn, or the person likes no pictures.
    """
    if not view.hand or not look.pictures:
        return None
    passed = view.passed if view.public.passing else None
    lifted = (passed or chosen) & view.hand
    if view.to_play and not lifted:
        lifted = view.legal
    shown = HandPicture(
        cards=view.hand,
        playable=lifted or None,
        marked=(view.received or NO_CARDS) & view.hand,
        deck=look.deck,
        order=look.words.look.order,
    )
    turn = Turn.CLICK if clicked else Turn.HAND
    try:
        data = await asyncio.wait_for(bot.studio.hand(shown, turn=turn), PATIENCE)
    except TimeoutError:
        log.warning("a hand was not drawn in time")
        return None
    except PictureError as error:
        log.error("a hand could not be drawn: %s", described(error.__cause__ or error))
        return None
    return Picture(data, "hand.png", hand_alt(view, look.words, chosen & view.hand))


async def table_picture(
    bot: HeartsBot,
    scene: Scene,
    names: tuple[SeatName, ...],
    words: Words,
    deck: Deck | None = None,
    missed: Missed | None = None,
) -> Picture | None:
    """The table everybody sees; None where it could not be drawn.

    Args:
        bot: draws it.
        scene: what there is to see.
        names: of the seats.
        words: the language.
        deck: what the cards look like; as for everybody, if None.
        missed: told where it was not drawn in time.
    """
    view = scene.view
    shown = TablePicture(
        view=view,
        seats=tuple(SeatPicture(name.label, name.computer) for name in names),
        shown_trick=scene.trick,
        pass_label=words(f"table.direction.{view.direction}") if view.passing else None,
        broken_label=words("table.picture_broken") if view.broken else None,
        deck=deck or public_deck(words),
        dealer_label=words("table.dealer_letter"),
    )
    try:
        data = await asyncio.wait_for(bot.studio.table(shown), TABLE_PATIENCE)
    except TimeoutError:
        log.warning("a table was not drawn in time")
        if missed is not None:
            missed.any = True
        return None
    except PictureError as error:
        log.error("a table could not be drawn: %s", described(error.__cause__ or error))
        return None
    labels = tuple(name.label for name in names)
    levels = tuple(name.level for name in names)
    return Picture(data, "table.png", table_alt(view, labels, scene.trick, words, levels))
