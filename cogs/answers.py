"""Answering an interaction: at once where it can be, deferred where something takes long, never twice."""

from __future__ import annotations

import asyncio
import logging
from enum import Enum
from types import TracebackType
from typing import Any, Final, Self

import discord

from cogs.delivery import Gone, delivered, gone
from cogs.layout import Layout

log = logging.getLogger(__name__)

DEFER_AFTER: Final = 1.2
"""Seconds after which an interaction that has no answer yet is deferred; Discord gives up after 3."""

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
    """

    def __init__(self, interaction: discord.Interaction[Any], mode: Mode) -> None:
        self.interaction = interaction
        self.mode = mode
        self._timer: asyncio.Task[None] | None = None
        self._deferring = False
        self._visit = interaction.client.visits.one()

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
        await self._stop_timer()
        try:
            try:
                message_id = await delivered(self.interaction.client, layout, self._show)
            except discord.HTTPException as error:
                if gone(error) or not layout.files():
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

    async def _show(self, layout: Layout) -> int | None:
        response = self.interaction.response
        view, files = layout.view(), layout.files()
        if response.is_done():
            edited = await self.interaction.edit_original_response(view=view, attachments=files)
            return edited.id
        if self.mode is Mode.IN_PLACE:
            await response.edit_message(view=view, attachments=files)
            message = self.interaction.message
            return None if message is None else message.id
        sent = await response.send_message(
            view=view, files=files, ephemeral=self.mode is Mode.PRIVATE, allowed_mentions=NO_PINGS
        )
        return sent.message_id

    async def say(self, sentence: str) -> None:
        """Answer with a sentence only the person can see; a message that is there stays as it is."""
        await self._stop_timer()
        try:
            response = self.interaction.response
            if not response.is_done():
                await response.send_message(sentence, ephemeral=True, allowed_mentions=NO_PINGS)
            elif self.mode is Mode.IN_PLACE or self.interaction.extras.get(_SHOWN):
                await self.interaction.followup.send(sentence, ephemeral=True, allowed_mentions=NO_PINGS)
            else:
                await self.interaction.edit_original_response(content=sentence, allowed_mentions=NO_PINGS)
        except discord.HTTPException as error:
            if gone(error) is not Gone.TOKEN:
                raise
            log.info("an interaction was no longer there to be answered")

    async def take_time(self) -> None:
        """Say at once that the answer takes a while; it is then shown in place of that."""
        await self._stop_timer()
        if not self.interaction.response.is_done():
            self._deferring = True
            await self.interaction.response.defer(ephemeral=True, thinking=self.mode is not Mode.IN_PLACE)

    async def acknowledge(self) -> None:
        """Answer without a word and without a change."""
        await self._stop_timer()
        if not self.interaction.response.is_done():
            await self.interaction.response.defer()

    async def _defer_late(self) -> None:
        await asyncio.sleep(DEFER_AFTER)
        self._deferring = True
        try:
            if self.mode is Mode.IN_PLACE:
                await self.interaction.response.defer()
            else:
                # Also what would be public is deferred in private: a refusal could not be made so later.
                await self.interaction.response.defer(ephemeral=True, thinking=True)
        except (discord.HTTPException, discord.InteractionResponded) as error:
            log.info("could not defer: %s", type(error).__name__)

    async def _stop_timer(self) -> None:
        timer, self._timer = self._timer, None
        if timer is None:
            return
        if not self._deferring:
            timer.cancel()
        await asyncio.gather(timer, return_exceptions=True)
