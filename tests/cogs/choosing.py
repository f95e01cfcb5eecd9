"""Panels on which things are chosen, several of them with the same labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.cogs.people import Somebody
from tests.cogs.seen import BUTTON, MENU, Seen, components

CHANNELS = 8


def ticked(panel: Seen, custom_id: str) -> bool:
    """Whether yes has the tick of the buttons for yes and for no; exactly one of them has it."""
    yes, no = (
        item["label"].startswith("✓")
        for item in components(panel.message)
        if item["type"] == BUTTON and item["custom_id"] in (f"{custom_id}:yes", f"{custom_id}:no")
    )
    assert yes != no
    return yes


def one_ticked(panel: Seen, custom_id: str) -> str:
    """What is chosen with the one button of several that has the tick."""
    [value] = [
        item["custom_id"].removeprefix(f"{custom_id}:")
        for item in components(panel.message)
        if item["type"] == BUTTON
        and item["custom_id"].startswith(f"{custom_id}:")
        and item["label"].startswith("✓")
    ]
    return value


def picked(panel: Seen, custom_id: str) -> str:
    """The one option that is chosen in a menu."""
    [value] = all_picked(panel, custom_id)
    return value


def all_picked(panel: Seen, custom_id: str) -> list[str]:
    """The options that are chosen in a menu."""
    [menu] = [item for item in components(panel.message) if item.get("custom_id") == custom_id]
    assert menu["type"] == MENU
    return [option["value"] for option in menu["options"] if option.get("default")]


def picked_channels(panel: Seen) -> list[int]:
    """The channels that are chosen in the menu of channels."""
    [menu] = [item for item in components(panel.message) if item["type"] == CHANNELS]
    return [int(each["id"]) for each in menu.get("default_values", [])]


async def press(person: Somebody, panel: Seen, custom_id: str) -> Seen:
    """Press a button of a panel that changes in place; gives it as it then is."""
    result = await person.member.click(panel.message, custom_id=custom_id)
    assert result.acknowledged
    return person.again(panel.message.id)


async def pick(person: Somebody, panel: Seen, custom_id: str, values: Sequence[Any]) -> Seen:
    """Choose in a menu of a panel that changes in place; gives it as it then is."""
    result = await person.member.select(panel.message, values, custom_id=custom_id)
    assert result.acknowledged
    return person.again(panel.message.id)


def size(panel: Seen) -> int:
    """How many components a message has, those inside others counted too."""
    return sum(1 for _ in components(panel.message))
