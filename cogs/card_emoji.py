"""Cards as emoji of the application: uploaded once in the background, and used as soon as they are there.

Discord lets few emoji be uploaded in an hour, so that the first start may take long; until a deck is complete
its cards are written without. What is there already, known by a name with a hash of the picture in it, is not
uploaded again; ours that no deck has any more are deleted once everything else is there.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

import aiohttp
import discord

from bot.engine.faults import described
from bot.pictures.deck import Deck
from bot.pictures.emoji import DECKS, EmojiPicture, back_emoji, card_emoji, emoji_set
from bot.rules.cards import ALL_CARDS, Rank, Suit
from bot.text.look import NO_EMOJI, Emoji
from bot.traffic import Limited, Unavailable, on_behalf_of
from cogs.delivery import told_to_wait

if TYPE_CHECKING:
    from bot.app import HeartsBot

log = logging.getLogger(__name__)

T = TypeVar("T")

_IN_WORDS: Final = (
    f"(?:{'|'.join(rank.name for rank in Rank)})_of_(?:{'|'.join(suit.name for suit in Suit)})".lower()
)
OURS: Final = re.compile(
    rf"(?:{_IN_WORDS}_(?:en|de)4?|card_back|[2-9tjqka][cdhs]_(?:two|four)_(?:en|de)|back)_[0-9a-f]{{8}}"
)
"""The names of our emoji, of whatever deck, and those they once had, such as "qs_two_en_0a1b2c3d"."""

FIRST_RETRY: Final = 60.0
LONGEST_RETRY: Final = 6 * 3600.0
"""Seconds until what failed is tried again, doubled from the first to the longest."""

_NO_ROOM: Final = 30008

_FAILURES: Final = (discord.DiscordException, Limited, Unavailable, aiohttp.ClientError, OSError)

MOST_FAILURES: Final = 5
"""After so many failures in a row the rest is left for the next try: who asks in vain too often is banned."""


@dataclass(frozen=True)
class _Wanted:
    """What the decks are made of.

    Attributes:
        pictures: one for each name, in the order in which they are uploaded.
        names: for each deck the name of the emoji of every card; None stands for the back.
    """

    pictures: tuple[EmojiPicture, ...]
    names: Mapping[Deck, Emoji]

    @staticmethod
    def drawn() -> _Wanted:
        """Draw everything; takes a while, and is done beside the event loop."""
        names: dict[Deck, Emoji] = {
            deck: {None: back_emoji().name, **{card: card_emoji(card, deck).name for card in ALL_CARDS}}
            for deck in DECKS
        }
        return _Wanted(emoji_set(), names)


class CardEmoji:
    """Brings the application's emoji up to date, and knows which of them stand beside which cards.

    Args:
        bot: the bot.
        changed: called when cards are written otherwise than before.
    """

    def __init__(self, bot: HeartsBot, changed: Callable[[], None]) -> None:
        self._bot = bot
        self._changed = changed
        self._task: asyncio.Task[None] | None = None
        self._wanted: _Wanted | None = None
        self._there: dict[str, str] = {}
        self._refused: set[str] = set()
        self._shown: dict[Deck, Emoji] = {}
        self._told = False
        self._doubted = False
        self._resting = False

    def of(self, deck: Deck) -> Emoji:
        """What stands beside each card of a deck, and for its back; nothing for those that have no emoji."""
        return self._shown.get(deck, NO_EMOJI)

    def start(self) -> None:
        """Begin, unless it is switched off; returns at once."""
        if self._bot.settings.emoji and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run(), name="card emoji")

    async def close(self) -> None:
        """Stop; what is not uploaded yet is at the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def doubt(self) -> None:
        """Discord has refused one of the emoji: write cards without, and look again at what is there."""
        if self._shown:
            self._shown = {}
            self._doubted = True
            if self._resting and self._task is not None:
                # It would look again only when it has rested, which may be hours.
                self._task.cancel()
                self._task = None
            self.start()

    async def _run(self) -> None:
        """Try until everything is there."""
        wait = FIRST_RETRY
        while True:
            try:
                if await self._bring_up_to_date() and not self._doubted:
                    return
            except _FAILURES as error:
                self._tell("list", error)
                if _in_vain(error):
                    return
            except Exception as error:
                # Cards are written without them, which is no reason to try for ever.
                log.error("there are no emoji of cards: %s", described(error))
                return
            self._resting = True
            try:
                await asyncio.sleep(wait)
            finally:
                self._resting = False
            wait = min(2 * wait, LONGEST_RETRY)

    async def _bring_up_to_date(self) -> bool:
        """Upload what is missing and delete what is out of date; whether nothing was left undone."""
        if self._wanted is None:
            self._wanted = await asyncio.to_thread(_Wanted.drawn)
        wanted = self._wanted
        names = {picture.name for picture in wanted.pictures}
        found = await _patiently(self._bot.fetch_application_emojis)
        self._there = {emoji.name: str(emoji) for emoji in found if emoji.name in names}
        there = self._there.keys() | self._refused
        missing = [picture for picture in wanted.pictures if picture.name not in there]
        if self._doubted and not missing:
            # They are all there, and still one was refused: not the same again at once.
            self._doubted = False
            log.warning("emoji of cards were refused, and are left out for now")
            return False
        self._doubted = False
        self._show_complete()
        in_a_row = 0
        for picture in missing:
            if await self._upload(picture):
                in_a_row = 0
                self._show_complete()
                continue
            in_a_row += 1
            if in_a_row == MOST_FAILURES:
                return False
        self._show(wanted.names)
        if any(picture.name not in self._there.keys() | self._refused for picture in missing):
            return False
        return await self._delete([emoji for emoji in found if self._outdated(emoji, names)])

    async def _upload(self, picture: EmojiPicture) -> bool:
        try:
            emoji = await _patiently(
                lambda: self._bot.create_application_emoji(name=picture.name, image=picture.data)
            )
        except _FAILURES as error:
            if isinstance(error, discord.Forbidden):
                # Nor may it upload the others.
                raise
            self._tell(picture.name, error)
            if _in_vain(error):
                self._refused.add(picture.name)
            return False
        self._there[picture.name] = str(emoji)
        return True

    async def _delete(self, outdated: list[discord.Emoji]) -> bool:
        gone = True
        for emoji in outdated:
            try:
                await _patiently(emoji.delete)
            except discord.NotFound:
                continue
            except _FAILURES as error:
                self._tell(emoji.name, error)
                gone = gone and _in_vain(error)
        return gone

    def _outdated(self, emoji: discord.Emoji, names: set[str]) -> bool:
        """Whether it is one of ours that no deck has any more; what people have uploaded is theirs."""
        me = self._bot.user
        by_us = emoji.user is None or me is None or emoji.user.id == me.id
        return by_us and emoji.name not in names and OURS.fullmatch(emoji.name) is not None

    def _show_complete(self) -> None:
        """Use the decks of which everything is there."""
        assert self._wanted is not None
        decks = self._wanted.names
        self._show({deck: cards for deck, cards in decks.items() if self._there.keys() >= {*cards.values()}})

    def _show(self, decks: Mapping[Deck, Emoji]) -> None:
        """Use these decks, as far as they are there."""
        shown = {
            deck: {card: self._there[name] for card, name in cards.items() if name in self._there}
            for deck, cards in decks.items()
        }
        if shown != self._shown and not self._doubted:
            self._shown = {**shown}
            self._changed()

    def _tell(self, what: str, error: BaseException) -> None:
        """Log a failure; those after the first hardly matter to anybody."""
        known = isinstance(error, discord.HTTPException)
        why = f"{error.status} {error.code}" if known else type(error).__name__
        log.log(
            logging.INFO if self._told else logging.WARNING,
            "emoji of cards, %s: %s, tried again later",
            what,
            why,
        )
        self._told = True


async def _patiently(request: Callable[[], Awaitable[T]]) -> T:
    """Make a request, again and again while Discord says how long to wait."""
    while True:
        try:
            with on_behalf_of("emoji"):
                return await request()
        except (Limited, discord.RateLimited) as error:
            wait = error.retry_after
        except discord.HTTPException as error:
            if error.status != 429:
                raise
            wait = told_to_wait(error)
        log.info("emoji of cards wait for a rate limit: %.0f s", wait)
        await asyncio.sleep(wait)


def _in_vain(error: Exception) -> bool:
    """Whether the same can never succeed; there may be room again for what there is no room for."""
    if not isinstance(error, discord.HTTPException) or error.code == _NO_ROOM:
        return False
    return 400 <= error.status < 500 and error.status != 429
