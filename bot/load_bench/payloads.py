"""The objects Discord sends, as JSON: those fields of them that Discord always sends."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

Json = dict[str, Any]

EPHEMERAL: Final = 1 << 6
COMPONENTS_V2: Final = 1 << 15
ALL_PERMISSIONS: Final = str((1 << 50) - 1)
EPOCH: Final = "2026-01-01T00:00:00+00:00"

COMMAND: Final = 2
COMPONENT: Final = 3

BUTTON: Final = 2
MENU: Final = 3

_FIRST_MS: Final = 1_420_070_400_000
"""What Discord counts the milliseconds in its numbers from: the beginning of 2015."""


@dataclass
class Ids:
    """Numbers as Discord gives them, each once: they grow, and say when they were given."""

    _last: int = 0

    def next(self) -> int:
        """One that was not given before."""
        self._last = max(self._last + 1, (int(time.time() * 1000) - _FIRST_MS) << 22)
        return self._last


@dataclass(frozen=True)
class Place:
    """A channel.

    Attributes:
        guild: the server it is in.
        channel: its own number.
    """

    guild: int
    channel: int


@dataclass(frozen=True)
class Somebody:
    """A person with an account.

    Attributes:
        account: its number.
        name: what they are called.
        locale: the language of their Discord.
    """

    account: int
    name: str
    locale: str


@dataclass
class Message:
    """A message the bot has written.

    Attributes:
        id: its number.
        place: where it is.
        components: what it shows, as the bot sent it.
        content: its text, where it has no components that show it.
        flags: Discord's, `EPHEMERAL` among them.
        attachments: the files it has, as objects.
    """

    id: int
    place: Place
    components: list[Json] = field(default_factory=list[Json])
    content: str = ""
    flags: int = 0
    attachments: list[Json] = field(default_factory=list[Json])


def user(account: int, name: str, *, bot: bool = False) -> Json:
    """A user."""
    return {
        "id": str(account),
        "username": name.lower(),
        "global_name": name,
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
    }


def member(who: Json) -> Json:
    """A user in a server, who may do what everybody may there."""
    return {
        "user": who,
        "nick": None,
        "roles": [],
        "joined_at": EPOCH,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": "2251804225",
    }


def channel(place: Place) -> Json:
    """A text channel."""
    return {
        "id": str(place.channel),
        "type": 0,
        "guild_id": str(place.guild),
        "name": "hearts",
        "position": 0,
        "permission_overwrites": [],
        "topic": None,
        "nsfw": False,
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "parent_id": None,
        "flags": 0,
    }


def guild(number: int, places: list[Place], me: Json) -> Json:
    """A server with its channels, as a bot is sent it when it connects."""
    everyone = {
        "id": str(number),
        "name": "@everyone",
        "color": 0,
        "hoist": False,
        "position": 0,
        "permissions": ALL_PERMISSIONS,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    return {
        "id": str(number),
        "name": f"Server {number}",
        "owner_id": "1",
        "roles": [everyone],
        "emojis": [],
        "stickers": [],
        "features": [],
        "channels": [channel(place) for place in places],
        "threads": [],
        "members": [member(me)],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "member_count": 100,
        "large": False,
        "unavailable": False,
        "joined_at": EPOCH,
        "preferred_locale": "en-US",
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_progress_bar_enabled": False,
        "system_channel_flags": 0,
        "icon": None,
        "splash": None,
        "banner": None,
        "description": None,
        "version": 1,
    }


def message(one: Message, author: Json) -> Json:
    """A message."""
    return {
        "id": str(one.id),
        "type": 0,
        "channel_id": str(one.place.channel),
        "author": author,
        "content": one.content,
        "timestamp": EPOCH,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": one.attachments,
        "embeds": [],
        "pinned": False,
        "flags": one.flags,
        "components": one.components,
    }


@dataclass(frozen=True)
class Asked:
    """An interaction, as far as it differs from others.

    Attributes:
        id: its number.
        token: with which it is answered.
        kind: `COMMAND` or `COMPONENT`.
        who: the person.
        place: where.
        data: what was done.
        message: what was clicked.
    """

    id: int
    token: str
    kind: int
    who: Somebody
    place: Place
    data: Json
    message: Json | None = None


def interaction(asked: Asked, application: int) -> Json:
    """An interaction, as the gateway sends it."""
    payload: Json = {
        "id": str(asked.id),
        "application_id": str(application),
        "type": asked.kind,
        "data": asked.data,
        "guild_id": str(asked.place.guild),
        "guild": {"id": str(asked.place.guild), "locale": "en-US", "features": []},
        "channel_id": str(asked.place.channel),
        "channel": {**channel(asked.place), "permissions": ALL_PERMISSIONS},
        "member": member(user(asked.who.account, asked.who.name)),
        "token": asked.token,
        "version": 1,
        "app_permissions": ALL_PERMISSIONS,
        "locale": asked.who.locale,
        "guild_locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(asked.place.guild)},
        "context": 0,
        "attachment_size_limit": 10 * 2**20,
    }
    if asked.message is not None:
        payload["message"] = asked.message
    return payload


def items(components: list[Json]) -> Iterator[Json]:
    """The buttons and menus in components, however deep, that can be used."""
    for component in components:
        yield from items(component.get("components", []))
        accessory = component.get("accessory")
        if accessory is not None:
            yield from items([accessory])
        if "custom_id" in component and not component.get("disabled", False):
            yield component
