"""A message as data: text, a picture, rows of items and a file; put together as Components V2."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

import discord
from discord import ui

from cogs.clicks import Button, ChannelMenu, Choose, ChooseChannels, Menu, Press

BUTTONS_A_ROW: Final = 4
"""A phone 360 pixels wide has room for so many buttons with a card beside one another."""
EMOJI_A_ROW: Final = 3
"""And for so many where each has an emoji, too."""
FELT: Final = discord.Colour(0x2E7D4F)


TEXT_LENGTH: Final = 4000
"""Characters of text Discord takes in one message."""
_EMOJI: Final = re.compile("<:[A-Za-z0-9_]{2,32}:[0-9]{1,20}>\u00a0?")


@dataclass(frozen=True)
class Heading:
    """Markdown that says what the row below it is for."""

    text: str


Row = Sequence[Button] | Menu | ChannelMenu | Heading


@dataclass(frozen=True)
class Picture:
    """A picture to upload.

    Attributes:
        data: PNG.
        name: its file name; says nothing about cards.
        alt: what it shows, in words; at most 1024 characters.
    """

    data: bytes
    name: str
    alt: str


@dataclass(frozen=True)
class Download:
    """A file to upload.

    Attributes:
        name: its file name.
        text: what is in it; bytes where it is no text.
        caption: stands above it.
    """

    name: str
    text: str | bytes
    caption: str


@dataclass(frozen=True)
class Layout:
    """One message.

    Attributes:
        texts: blocks of Markdown, from the top.
        below: blocks of Markdown between the picture and the buttons: what is to be seen while one decides.
        rows: buttons, menus and what stands above them, below the picture.
        picture: below the texts.
        further: more pictures, each below the one before.
        instead: what the picture says and the texts do not; stands in its place where there is none.
        footer: small print below the picture.
        download: a file at the end.
    """

    texts: Sequence[str]
    rows: Sequence[Row] = ()
    picture: Picture | None = None
    footer: str = ""
    download: Download | None = None
    below: Sequence[str] = ()
    further: Sequence[Picture] = ()
    instead: str = ""

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """All pictures, from the top."""
        return (() if self.picture is None else (self.picture,)) + tuple(self.further)

    @property
    def digest(self) -> int:
        """What stands for all of it while the program runs, for whether another message is the same."""
        rows = tuple(
            row if isinstance(row, (Heading, Menu, ChannelMenu)) else tuple(row) for row in self.rows
        )
        texts = tuple(self.texts), tuple(self.below), self.instead, self.footer
        return hash((texts, self.pictures, rows, self.download))

    def view(self) -> ui.LayoutView:
        """The components. The view is stopped already: clicks find their dynamic items without it.

        Where the text would be longer than Discord takes, the emoji in it are left out.
        """
        if self.length > TEXT_LENGTH:
            return self._with_plain_text()._view()
        return self._view()

    @property
    def length(self) -> int:
        """How many characters of text there are; Discord counts them over the whole message."""
        headings = [row.text for row in self.rows if isinstance(row, Heading)]
        caption = "" if self.download is None else self.download.caption
        return sum(map(len, (*self._texts, *self.below, *headings, self.footer, caption)))

    @property
    def _texts(self) -> Sequence[str]:
        """The blocks of Markdown above the picture, or in its place."""
        return self.texts if self.picture is not None else (*self.texts, self.instead)

    @property
    def has_emoji(self) -> bool:
        """Whether there are emoji of ours in the texts, on the buttons or in the menus."""
        texts = (*self.texts, *self.below, self.instead, self.footer)
        return any(map(_EMOJI.search, texts)) or any(map(_has_emoji, self.rows))

    def _view(self) -> ui.LayoutView:
        container: ui.Container[Any] = ui.Container(accent_colour=FELT)
        for text in self._texts:
            if text:
                container.add_item(ui.TextDisplay(text))
        for picture in self.pictures:
            # A gallery each: side by side in one, they would be too small to read.
            gallery: ui.MediaGallery[Any] = ui.MediaGallery()
            gallery.add_item(media=f"attachment://{picture.name}", description=picture.alt)
            container.add_item(gallery)
        for text in self.below:
            if text:
                container.add_item(ui.TextDisplay(text))
        if self.footer:
            container.add_item(ui.TextDisplay(self.footer))
        if self.download is not None:
            container.add_item(ui.TextDisplay(self.download.caption))
            container.add_item(ui.File(f"attachment://{self.download.name}"))
        for row in self.rows:
            container.add_item(_item(row))
        view = ui.LayoutView(timeout=None)
        view.add_item(container)
        view.stop()
        return view

    def files(self) -> list[discord.File]:
        """The files to upload with it; made anew for every request, since each can be read once."""
        files = [
            discord.File(io.BytesIO(picture.data), picture.name, description=picture.alt)
            for picture in self.pictures
        ]
        if self.download is not None:
            text = self.download.text
            data = text.encode() if isinstance(text, str) else text
            files.append(discord.File(io.BytesIO(data), self.download.name))
        return files

    def without_files(self) -> Layout:
        """The same message for where files cannot be uploaded: the text says everything."""
        return replace(self, picture=None, further=(), download=None)

    def without_emoji(self) -> Layout:
        """The same message without emoji of ours."""
        return replace(self._with_plain_text(), rows=tuple(map(_without_emoji, self.rows)))

    def _with_plain_text(self) -> Layout:
        return replace(
            self,
            texts=tuple(map(_plain_text, self.texts)),
            below=tuple(map(_plain_text, self.below)),
            footer=_plain_text(self.footer),
            instead=_plain_text(self.instead),
        )


def _plain_text(text: str) -> str:
    return _EMOJI.sub("", text)


def _has_emoji(row: Row) -> bool:
    if isinstance(row, (Heading, ChannelMenu)):
        return False
    return any(item.emoji for item in (row.options if isinstance(row, Menu) else row))


def _without_emoji(row: Row) -> Row:
    if isinstance(row, Menu):
        return replace(row, options=tuple(replace(option, emoji="") for option in row.options))
    if isinstance(row, (Heading, ChannelMenu)):
        return row
    return tuple(replace(button, emoji="") for button in row)


def _item(row: Row) -> ui.Item[Any]:
    if isinstance(row, Heading):
        return ui.TextDisplay(row.text)
    action_row: ui.ActionRow[Any] = ui.ActionRow()
    if isinstance(row, Menu):
        action_row.add_item(Choose(row))
    elif isinstance(row, ChannelMenu):
        action_row.add_item(ChooseChannels(row))
    else:
        for button in row:
            action_row.add_item(Press(button))
    return action_row


def button_rows(buttons: Sequence[Button]) -> list[Sequence[Button]]:
    """Buttons in as few rows as fit a phone, as even as can be."""
    most = EMOJI_A_ROW if any(button.emoji for button in buttons) else BUTTONS_A_ROW
    count = max(1, -(-len(buttons) // most))
    ends = [-(-len(buttons) * row // count) for row in range(count + 1)]
    return [buttons[start:end] for start, end in pairwise(ends) if start < end]
