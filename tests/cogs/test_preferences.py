"""Preferences: each can be chosen, is kept, and is the same everywhere."""

from __future__ import annotations

from typing import Any

import pytest

from bot.store.records import PreferencesRow
from tests.cogs.choosing import one_ticked, pick, picked, press, size, ticked
from tests.cogs.finished import number_of
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import Seen

LANGUAGE = "hearts-menu:prefer:0:language"
NAMES = ("mention", "confirm", "queue", "autoplay", "pictures")
LOOKS = {"deck_colours": ("two", "four"), "hand_order": ("suits", "ranks")}


async def kept(person: Somebody) -> PreferencesRow:
    return await person.place.bot.store.preferences(await number_of(person))


def chosen(panel: Seen) -> dict[str, Any]:
    """What the panel says is chosen."""
    buttons = {name: ticked(panel, f"hearts:prefer:0:{name}") for name in NAMES}
    language = picked(panel, LANGUAGE)
    looks = {name: one_ticked(panel, f"hearts:prefer:0:{name}") for name in LOOKS}
    return {"language": None if language == "discord" else language, **buttons, **looks}


async def test_at_first(place: Place) -> None:
    ann = place.somebody("ann")
    panel = await ann.told("preferences")
    expected = {"language": None, "mention": True, "confirm": False, "queue": False, "autoplay": False}
    expected |= {"pictures": True, "deck_colours": "two", "hand_order": "suits"}
    assert chosen(panel) == expected
    assert size(panel) <= 40
    assert await kept(ann) == PreferencesRow(await number_of(ann))


@pytest.mark.parametrize("name", NAMES)
async def test_every_choice_is_kept_and_shown_at_once(place: Place, name: str) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    panel = await ann.told("preferences")
    before = chosen(panel)
    value = not before[name]
    panel = await press(ann, panel, f"hearts:prefer:0:{name}:{'yes' if value else 'no'}")
    assert chosen(panel) == before | {name: value}
    await place.restart()
    assert getattr(await kept(ann), name) is value
    assert chosen(await ann.told("preferences")) == before | {name: value}
    assert await kept(ben) == PreferencesRow(await number_of(ben))
    panel = await press(ann, panel, f"hearts:prefer:0:{name}:{'no' if value else 'yes'}")
    assert chosen(panel) == before


@pytest.mark.parametrize("name", LOOKS)
async def test_every_look_is_kept_and_shown_at_once(place: Place, name: str) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    panel = await ann.told("preferences")
    before = chosen(panel)
    for value in (*reversed(LOOKS[name]), LOOKS[name][1]):
        panel = await press(ann, panel, f"hearts:prefer:0:{name}:{value}")
        assert chosen(panel) == before | {name: value}
        assert getattr(await kept(ann), name) == value
    await place.restart()
    assert chosen(await ann.told("preferences")) == before | {name: LOOKS[name][1]}
    assert await kept(ben) == PreferencesRow(await number_of(ben))


async def test_the_language(place: Place) -> None:
    ann = place.somebody("ann")
    panel = await ann.told("preferences")
    assert panel.text.startswith("### 🎛️ Your preferences")
    for value, title in (
        ("de", "### 🎛️ Deine Vorlieben"),
        ("en", "### 🎛️ Your preferences"),
        ("de", "### 🎛️ Deine Vorlieben"),
        ("discord", "### 🎛️ Your preferences"),
        ("de", "### 🎛️ Deine Vorlieben"),
    ):
        panel = await pick(ann, panel, LANGUAGE, [value])
        assert panel.text.startswith(title)
        assert picked(panel, LANGUAGE) == value
        assert (await kept(ann)).language == (None if value == "discord" else value)
    assert (await ann.told("help")).text.startswith("# Herzeln")
    await place.restart()
    assert (await ann.told("preferences")).text.startswith("### 🎛️ Deine Vorlieben")


async def test_everything_together(place: Place) -> None:
    ann = place.somebody("ann", "de")
    panel = await ann.told("preferences")
    details = ("mention:no", "confirm:yes", "queue:yes", "autoplay:yes")
    for detail in (*details, "pictures:no", "deck_colours:four", "hand_order:ranks"):
        panel = await press(ann, panel, f"hearts:prefer:0:{detail}")
    everything = (None, False, True, True, True, "four", "ranks", False)
    assert await kept(ann) == PreferencesRow(await number_of(ann), *everything)
    assert not place.public_messages()


@pytest.mark.parametrize(
    ("detail", "values"),
    [
        ("mention:maybe", None),
        ("mention", None),
        ("person:yes", None),
        ("deck_colours:five", None),
        ("deck_colours:yes", None),
        ("hand_order:two", None),
        ("pictures:two", None),
        ("language", ["fr"]),
        ("language", []),
        ("", None),
    ],
)
async def test_a_forged_click_changes_nothing(place: Place, detail: str, values: list[str] | None) -> None:
    ann = place.somebody("ann")
    panel = await ann.told("preferences")
    kind = "hearts" if values is None else "hearts-menu"
    result = await ann.forge(panel.message, f"{kind}:prefer:0:{detail}".rstrip(":"), values)
    assert result.response.ephemeral
    assert await kept(ann) == PreferencesRow(await number_of(ann))
    assert ann.again(panel.message.id).texts == panel.texts


async def test_a_click_on_somebody_elses_panel_is_about_oneself(place: Place) -> None:
    ann, eve = place.somebody("ann"), place.somebody("eve")
    panel = await ann.told("preferences")
    await eve.forge(panel.message, "hearts:prefer:0:mention:no")
    assert (await kept(ann)).mention
    assert not (await kept(eve)).mention
