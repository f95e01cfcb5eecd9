"""Answering an interaction: at once where it can be, deferred where something takes long, never twice.

A form is the one answer that cannot be deferred: where it cannot be had in time, the person is told so.
"""

from __future__ import annotations

import asyncio
import logging
from enum import Enum
from types import TracebackType
from typing import Any, Final, Self

import aiohttp
import discord
from discord import ui

from bot.traffic import Limited, Unavailable
from cogs.delivery import FILES_REFUSED, Gone, delivered, gone
from cogs.layout import Layout
from cogs.trying import came, first, later

log = logging.getLogger(__name__)

DEFER_AFTER: Final = 1.2
"""Seconds after which an interaction that has no answer yet is deferred; Discord gives up after 3."""

LATE_AFTER: Final = 2.0
"""Seconds after which somebody is told that a form cannot be had in time."""

TIDYING_LIMIT: Final = 3.0
"""Seconds taking an older answer away may take; others wait meanwhile, and it does no harm."""

ANSWERED_ALREADY: Final = 40060
"""Discord's code where it has an answer already, as when it was given and only its echo was lost."""

_SHOWN: Final = "shown"
"""Marks an interaction that has been answered with a message."""

NO_PINGS: Final = discord.AllowedMentions.none()


class Mode(Enum):
    """What the answer to an interaction is."""

    PRIVATE = "private"
    """A new message only the person can see."""
    PUBLIC = "public"
    """A new message for everybody."""
    IN_PLACE = "in place"
    """The clicked message, changed."""


class Answer:
    """The answer to one interaction.

    Used as `async with Answer(interaction, mode) as answer:`; inside, one of its methods is called once.

    Args:
        interaction: what is answered.
        mode: what the answer is.
        late: what is said where a form is to be the answer and cannot be had in time.
    """

    def __init__(self, interaction: discord.Interaction[Any], mode: Mode, late: str | None = None) -> None:
        came(interaction)
        self.interaction = interaction
        self.mode = mode
        self._late = late
        self._timer: asyncio.Task[None] | None = None
        self._deferring = False
        self._visit = interaction.client.visits.one(self._part)
        self._begun = False
        self._answered = False

    @property
    def deferred(self) -> bool:
        """Whether the answer has had to be deferred."""
        return self._deferring

    async def __aenter__(self) -> Self:
        self._visit.__enter__()
        self._timer = asyncio.create_task(self._defer_late(), name="defer")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self._stop_timer()
        finally:
            self._visit.__exit__(None, None, None)

    async def show(self, layout: Layout) -> int | None:
        """Answer with a message.

        Returns:
            The number of the message; None where the interaction was no longer there to be answered.
        """
        self._begun = True
        await self._stop_timer()
        try:
            try:
                message_id = await delivered(self.interaction.client, layout, self._show)
            except discord.HTTPException as error:
                if error.status not in FILES_REFUSED or not layout.files():
                    raise
                log.warning("an answer with files was refused (%s), now without", error.code)
                message_id = await self._show(layout.without_files())
            self.interaction.extras[_SHOWN] = True
            return message_id
        except discord.HTTPException as error:
            if gone(error) is Gone.TOKEN:
                log.info("an interaction was no longer there to be answered")
                return None
            raise

    async def ask(self, form: ui.Modal) -> None:
        """Answer with a form; not where it has come too late, which the person has been told."""
        self._begun = True
        await self._stop_timer()
        if not self._done:
            await first(self.interaction, lambda: self.interaction.response.send_modal(form))

    @property
    def _done(self) -> bool:
        """Whether there is an answer already."""
        return self._answered or self.interaction.response.is_done()

    async def _show(self, layout: Layout) -> int | None:
        if not self._done:
            try:
                return await first(self.interaction, lambda: self._show_first(layout))
            except discord.HTTPException as error:
                if error.code != ANSWERED_ALREADY:
                    raise
                self._answered = True
        edited = await later(
            lambda: self.interaction.edit_original_response(view=layout.view(), attachments=layout.files())
        )
        return edited.id

    async def _show_first(self, layout: Layout) -> int | None:
        response = self.interaction.response
        view, files = layout.view(), layout.files()
        if self.mode is Mode.IN_PLACE:
            await response.edit_message(view=view, attachments=files)
            message = self.interaction.message
            return None if message is None else message.id
        sent = await response.send_message(
            view=view, files=files, ephemeral=self.mode is Mode.PRIVATE, allowed_mentions=NO_PINGS
        )
        shown = sent.resource
        return shown.id if isinstance(shown, discord.InteractionMessage) else sent.message_id

    async def say(self, sentence: str) -> None:
        """Answer with a sentence only the person can see; a message that is there stays as it is."""
        self._begun = True
        await self._stop_timer()
        try:
            await self._say(sentence)
        except discord.HTTPException as error:
            if gone(error) is not Gone.TOKEN:
                raise
            log.info("an interaction was no longer there to be answered")

    async def _say(self, sentence: str) -> None:
        if not self._done:
            try:
                await first(
                    self.interaction,
                    lambda: self.interaction.response.send_message(
                        sentence, ephemeral=True, allowed_mentions=NO_PINGS
                    ),
                )
                return
            except discord.HTTPException as error:
                if error.code != ANSWERED_ALREADY:
                    raise
                self._answered = True
        if self._answered or self.mode is Mode.IN_PLACE or self.interaction.extras.get(_SHOWN):
            await later(
                lambda: self.interaction.followup.send(sentence, ephemeral=True, allowed_mentions=NO_PINGS)
            )
        else:
            await later(
                lambda: self.interaction.edit_original_response(content=sentence, allowed_mentions=NO_PINGS)
            )

    async def _part(self) -> None:
        """The bot closes: say that this takes too long for it, unless an answer is on its way."""
        if not self._begun:
            await self.say(self.interaction.client.visits.parting(self.interaction))

    async def take_time(self) -> None:
        """Say at once that the answer takes a while; it is then shown in place of that."""
        await self._stop_timer()
        if not self.interaction.response.is_done():
            self._deferring = True
            thinking = self.mode is not Mode.IN_PLACE
            await first(
                self.interaction, lambda: self.interaction.response.defer(ephemeral=True, thinking=thinking)
            )

    async def acknowledge(self) -> None:
        """Answer without a word and without a change."""
        self._begun = True
        await self._stop_timer()
        if not self.interaction.response.is_done():
            await first(self.interaction, self.interaction.response.defer)

    async def _defer_late(self) -> None:
        await asyncio.sleep(DEFER_AFTER if self._late is None else LATE_AFTER)
        self._deferring = True
        response = self.interaction.response
        try:
            if self._late is not None:
                late = self._late
                await first(
                    self.interaction,
                    lambda: response.send_message(late, ephemeral=True, allowed_mentions=NO_PINGS),
                )
            elif self.mode is Mode.IN_PLACE:
                await first(self.interaction, response.defer)
            else:
                # Also what would be public is deferred in private: a refusal could not be made so later.
                await first(self.interaction, lambda: response.defer(ephemeral=True, thinking=True))
        except Exception as error:
            log.info("could not defer: %s", type(error).__name__)

    async def _stop_timer(self) -> None:
        timer, self._timer = self._timer, None
        if timer is None:
            return
        if not self._deferring:
            timer.cancel()
        await asyncio.gather(timer, return_exceptions=True)


async def taken_away(older: discord.Interaction[Any], what: str) -> None:
    """Delete the answer to an older interaction; where that cannot be done soon, it stays.

    Args:
        older: the interaction.
        what: the answer is, for the log.
    """
    try:
        async with asyncio.timeout(TIDYING_LIMIT):
            await older.delete_original_response()
    except discord.HTTPException as error:
        log.info("an older %s stays: %d %d", what, error.status, error.code)
    except (Limited, Unavailable, OSError, aiohttp.ClientError) as error:
        log.info("an older %s stays: %s", what, type(error).__name__)
