"""What somebody sees of a message."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

TEXT, BUTTON, MENU, GALLERY, FILE = 10, 2, 3, 12, 13


@dataclass(frozen=True)
class Seen:
    """What somebody sees of one message.

    Attributes:
        message: the message itself.
        texts: its text blocks, from the top.
        buttons: its buttons by label.
        menus: its menus.
        alts: the alt texts of its pictures.
        files: the names of its files.
    """

    message: Any
    texts: tuple[str, ...]
    buttons: dict[str, dict[str, Any]]
    menus: tuple[dict[str, Any], ...]
    alts: tuple[str, ...]
    files: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of its text."""
        return "\n".join(self.texts)

    def enabled(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        return [label for label, button in self.buttons.items() if not button.get("disabled")]

    def play_buttons(self) -> list[dict[str, Any]]:
        """The buttons of the cards that can be played."""
        return [
            button
            for button in self.buttons.values()
            if button["custom_id"].startswith("hearts:play:") and not button.get("disabled")
        ]

    def chosen(self) -> list[str]:
        """The values that are chosen in the first menu."""
        return [option["value"] for option in self.menus[0]["options"] if option.get("default")]


def components(message: Any) -> Iterator[dict[str, Any]]:
    """Every component of a message, as Discord gets it."""

    def walk(items: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for item in items:
            yield item
            yield from walk(item.get("components", []))

    return walk([item if isinstance(item, dict) else item.to_dict() for item in message.components])


def see(message: Any) -> Seen:
    """What there is to see of a message."""
    items = list(components(message))
    texts = [item["content"] for item in items if item["type"] == TEXT]
    return Seen(
        message,
        tuple(texts) or (message.content,),
        {item["label"]: item for item in items if item["type"] == BUTTON},
        tuple(item for item in items if item["type"] == MENU),
        tuple(media["description"] for item in items if item["type"] == GALLERY for media in item["items"]),
        tuple(attachment.filename for attachment in message.attachments),
    )


def _emoji(item: dict[str, Any]) -> str:
    """The emoji of a button or an option as it is written in a text."""
    emoji = item.get("emoji")
    return f"<:{emoji['name']}:{emoji['id']}>" if emoji else ""


def everything(message: Any, *, unseen: bool = True) -> str:
    """All that a message carries: text, labels, alt texts, file names, as one text.

    Args:
        message: the message.
        unseen: also what only programs see: custom_ids, values, addresses.
    """
    seen = see(message)
    parts: list[str] = [*seen.texts, *seen.alts, *seen.files, message.content]
    for item in components(message):
        parts += [str(item.get(key, "")) for key in ("label", "placeholder", "description")]
        parts += [_emoji(item), str(item.get("custom_id", ""))] if unseen else []
        for option in item.get("options", ()):
            parts += [str(option.get(key, "")) for key in ("label", "description")]
            parts += [_emoji(option), str(option["value"])] if unseen else []
    for attachment in message.attachments:
        parts += [attachment.filename, attachment.description or ""]
        parts += [attachment.url] if unseen else []
    return "\n".join(parts)
