"""Reading what is in Discord's own shape: commands, forms and stored messages."""

import base64
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from bot.sandbox.wire import Json, Origin, StoredMessage

UPLOADED_EMOJI: Final = re.compile(r"/applications/\d+/emojis")
"""The path to which a bot uploads an emoji."""

_SUBCOMMANDS = (1, 2)
_EPHEMERAL = 1 << 6
_LOADING = 1 << 7
_THREAD_CREATED = 18


def picture(address: str) -> bytes:
    """Read the picture that an address of the kind `data:image/png;base64,...` is made of."""
    return base64.b64decode(address.partition(",")[2])


def leaves(command: Json) -> Iterator[list[Json]]:
    """Give for each thing a command can do the parts that name it, the one with options last."""
    children = [option for option in command.get("options") or [] if option.get("type") in _SUBCOMMANDS]
    if not children:
        yield [command]
    for child in children:
        for path in leaves(child):
            yield [command, *path]


def used(data: Mapping[str, Any]) -> Iterator[str]:
    """Give the words of the command an interaction uses."""
    yield data["name"]
    for option in data.get("options") or []:
        if option["type"] in _SUBCOMMANDS:
            yield from used(option)


def parts(tree: Any) -> Iterator[Json]:
    """Give every object in a tree of components, whatever they are nested in."""
    if isinstance(tree, dict):
        yield tree
        for value in tree.values():
            yield from parts(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from parts(value)


def kind_of(tree: Any, custom_id: str) -> int:
    """Give the type of the component with a custom_id, that of a menu of words if there is none."""
    return next((part["type"] for part in parts(tree) if part.get("custom_id") == custom_id), 3)


def read(message: Any, origins: Mapping[int, Origin]) -> StoredMessage:
    """Read a message the simulator keeps.

    Args:
        message: As the simulator keeps it.
        origins: For the ids of interactions, what they were.
    """
    metadata, reference = message.interaction_metadata, message.reference
    system = message.system_metadata
    seen: Sequence[Any] = (
        message.content,
        message.edited_timestamp,
        message.flags,
        message.embeds,
        message.components,
        message.attachments,
    )
    return StoredMessage(
        id=message.id,
        author=message.author_id,
        content=message.content,
        created=_milliseconds(message.timestamp),
        edited=_milliseconds(message.edited_timestamp) if message.edited_timestamp else None,
        ephemeral=bool(message.flags & _EPHEMERAL),
        loading=bool(message.flags & _LOADING),
        pings=tuple(message.ping_user_ids),
        everyone=message.mention_everyone,
        origin=origins.get(int(metadata["id"])) if metadata else None,
        reply_to=int(reference["message_id"]) if reference else None,
        thread=system.channel_id if system is not None and message.type == _THREAD_CREATED else None,
        embeds=message.embeds,
        components=message.components,
        attachments=message.attachments,
        fingerprint=hash(json.dumps(seen, default=str)),
    )


def local(part: Json, key: str, locale: str) -> str:
    """Give a name or a description as people of a language see it."""
    return str((part.get(f"{key}_localizations") or {}).get(locale) or part[key])


def told(error: BaseException) -> str:
    """Give an error in one line: its own sentence if it has one, else with its kind."""
    first = next(iter(str(error).splitlines()), "")
    return first if first.endswith(".") else f"{type(error).__name__}: {first}".removesuffix(": ")


def _milliseconds(timestamp: str) -> int:
    return int(datetime.fromisoformat(timestamp).timestamp() * 1000)
