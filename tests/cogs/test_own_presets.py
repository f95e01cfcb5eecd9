"""A server's own presets: made, shown, changed, renamed, deleted, set for new tables."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.rules.ruleset import PRESETS, Direction, Moon, Ruleset
from bot.store import MOST_PRESETS, PresetRow, own_preset
from bot.text.rules_text import changed_lines
from tests.cogs.choosing import pick, picked, press
from tests.cogs.filling import Forms, filled_in
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import Seen, see
from tests.cogs.test_settings import manager

HOUSE = Ruleset(limit=75, sun=True)
REFUSED = "Only those who may manage the server can change its presets."


async def saved(place: Place, name: str = "House night", ruleset: Ruleset = HOUSE) -> PresetRow:
    return await place.bot.store.save_preset(place.guild.id, name, ruleset)


async def kept(place: Place) -> dict[str, Ruleset | None]:
    return {row.name: row.ruleset for row in await place.bot.store.presets(place.guild.id)}


async def the_list(person: Somebody) -> Seen:
    """The page with all of them."""
    return await press(person, await person.told("settings"), "hearts:presets:0")


async def the_page(person: Somebody, row: PresetRow) -> Seen:
    """The page of one."""
    panel = await the_list(person)
    return await pick(person, panel, "hearts-menu:ownpreset:0", [own_preset(row.preset_id)])


async def opened(person: Somebody, panel: Seen, custom_id: str) -> tuple[Any, dict[str, Any]]:
    """Press a button that opens a form; gives what is to be sent and what stands in it."""
    result = await person.member.click(panel.message, custom_id=custom_id)
    assert result.modal is not None
    return result, filled_in(result.modal)


async def fill(person: Somebody, panel: Seen, custom_id: str, **changes: Any) -> Any:
    """Open a form, change some of it and send it; gives what came of it."""
    result, values = await opened(person, panel, custom_id)
    sent = await person.member.submit_modal(result, {**values, **changes})
    assert sent.acknowledged
    return sent


async def said(person: Somebody, panel: Seen, sent: Any) -> str:
    """What a form that changed nothing was answered with, beside a panel that stays as it was."""
    assert sent.response.ephemeral
    assert sent.response.message.id != panel.message.id
    assert person.again(panel.message.id).texts == panel.texts
    return see(sent.response).text


async def test_there_are_none_at_first(place: Place) -> None:
    panel = await the_list(manager(place))
    assert "There are none yet." in panel.text
    assert not panel.menus
    assert panel.buttons["Presets"]["disabled"]


@pytest.mark.parametrize("start", PRESETS)
async def test_a_new_one_starts_from_any_preset(place: Place, start: str) -> None:
    max_ = manager(place)
    panel = await the_list(max_)
    await fill(max_, panel, "hearts:namepreset:0:new", name="  Friday   night ", start=start)
    panel = max_.again(panel.message.id)
    assert "### Friday night" in panel.text
    for line in changed_lines(PRESETS[start], max_.words):
        assert line in panel.text
    assert await kept(place) == {"Friday night": PRESETS[start]}


async def test_the_rules_of_a_table_are_saved_from_its_private_message(place: Place) -> None:
    max_ = manager(place)
    await place.lobby(max_, preset="old_school")
    forms = await Forms.opened(max_)
    sent = await fill(max_, forms.seen(), "hearts:savepreset:1", name="As ever")
    assert see(sent.response).text == "Saved as **As ever**; `/hearts start` offers it from now on."
    assert await kept(place) == {"As ever": PRESETS["old_school"]}
    menu = (await Forms.opened(max_)).seen().menus[0]
    assert [option["label"] for option in menu["options"]][len(PRESETS) :] == ["As ever"]


async def test_the_host_chooses_one_in_the_lobby(place: Place) -> None:
    row, ann = await saved(place), place.somebody("ann")
    await place.lobby(ann)
    forms = await Forms.opened(ann)
    assert "Save as preset …" not in forms.seen().buttons
    await forms.preset(own_preset(row.preset_id))
    assert (await place.table()).state.ruleset == HOUSE
    assert forms.seen().chosen() == [own_preset(row.preset_id)]
    await place.bot.store.delete_preset(place.guild.id, row.preset_id)
    result = await ann.forge(forms.message, "hearts-menu:preset:1", [own_preset(row.preset_id)])
    assert result.response.content == "There is no such preset any more."


async def test_one_is_shown_with_its_rules(place: Place) -> None:
    row, max_ = await saved(place), manager(place)
    await saved(place, "**Bold** <@1>", Ruleset())
    panel = await the_list(max_)
    assert "- **House night**: to 75 points, taking every trick counts as two moons" in panel.text
    assert "- **\\*\\*Bold\\*\\* \\<\\@\u200b1\\>**: the usual game" in panel.text
    panel = await the_page(max_, row)
    assert "### House night" in panel.text
    for line in changed_lines(HOUSE, max_.words):
        assert f"- {line}" in panel.text


@pytest.mark.parametrize("restart", [False, True])
async def test_its_rules_are_changed_by_the_forms(place: Place, restart: bool) -> None:
    row, max_ = await saved(place), manager(place)
    panel = await the_page(max_, row)
    table, play = (f"hearts:editpreset:0:{row.preset_id}:{form}" for form in ("table", "play"))
    result, values = await opened(max_, panel, table)
    assert values["limit"] == "75"
    if restart:
        await place.restart()
    await max_.member.submit_modal(result, {**values, "players": "3", "pass_cycle": "left, right"})
    panel = max_.again(panel.message.id)
    assert "17 cards" in panel.text
    await fill(max_, panel, play, points=[], moon="avoid")
    changed = Ruleset(limit=75, players=3, pass_cycle=(Direction.LEFT, Direction.RIGHT), moon=Moon.AVOID)
    assert await kept(place) == {"House night": changed}


async def test_what_another_changes_at_the_same_time_stays(place: Place) -> None:
    row, max_ = await saved(place), manager(place)
    panel = await the_page(max_, row)
    result, values = await opened(max_, panel, f"hearts:editpreset:0:{row.preset_id}:table")
    changing = place.bot.get_cog("Hearts").server_settings.changing  # type: ignore[union-attr]
    async with changing:
        sending = asyncio.create_task(max_.member.submit_modal(result, {**values, "limit": "120"}))
        done, _ = await asyncio.wait({sending}, timeout=0.2)
        assert not done
        other = replace(HOUSE, moon=Moon.AVOID)
        await place.bot.store.change_preset(place.guild.id, row.preset_id, ruleset=other)
    await sending
    assert await kept(place) == {"House night": replace(other, limit=120)}


async def test_of_one_that_counts_it_is_said_what_a_change_does(place: Place) -> None:
    row, max_ = await saved(place), manager(place)
    assert "leaderboard" not in (await the_page(max_, row)).text
    server = await place.bot.store.server(place.guild.id)
    await place.bot.store.save_server(replace(server, counted=(own_preset(row.preset_id),)))
    panel = await the_page(max_, row)
    assert "When you change them, games by the old rules no longer count." in panel.text
    asked = await press(max_, panel, f"hearts:deletepreset:0:{row.preset_id}")
    assert "Games by its rules will no longer count for the leaderboard." in asked.text


@pytest.mark.parametrize("restart", [False, True])
async def test_nonsense_is_refused_and_can_be_edited(place: Place, restart: bool) -> None:
    row, max_ = await saved(place), manager(place, locale="de")
    panel = await the_page(max_, row)
    table = f"hearts:editpreset:0:{row.preset_id}:table"
    await fill(max_, panel, table, players="5", partners="alone", limit="30")
    panel = max_.again(panel.message.id)
    assert "Ein Partnerspiel braucht vier Mitspielende." in panel.text
    assert await kept(place) == {"House night": HOUSE}
    if restart:
        await place.restart()
    again = panel.buttons["Noch einmal bearbeiten"]["custom_id"]
    result, values = await opened(max_, panel, again)
    assert (values["players"], values["partners"], values["limit"]) == ("5", "alone", "30")
    await max_.member.submit_modal(result, {**values, "partners": "none"})
    assert await kept(place) == {"House night": Ruleset(limit=30, players=5, sun=True)}


class TestNames:
    async def test_one_gets_another(self, place: Place) -> None:
        row, max_ = await saved(place), manager(place)
        panel = await the_page(max_, row)
        rename = f"hearts:namepreset:0:{row.preset_id}"
        _, values = await opened(max_, panel, rename)
        assert values == {"name": "House night"}
        await fill(max_, panel, rename, name="HOUSE NIGHT")
        assert "### HOUSE NIGHT" in max_.again(panel.message.id).text
        assert await kept(place) == {"HOUSE NIGHT": HOUSE}

    @pytest.mark.parametrize(
        ("name", "sentence"),
        [
            ("house NIGHT", "There is a preset called **House night** already; choose another name."),
            ("old school", "There is a preset called **old school** already; choose another name."),
            ("Alte Schule", "There is a preset called **Alte Schule** already; choose another name."),
            ("   ", "A name has 1 to 40 characters."),
        ],
    )
    async def test_that_cannot_be_are_refused(self, place: Place, name: str, sentence: str) -> None:
        max_ = manager(place)
        await saved(place)
        other = await saved(place, "Other")
        for panel, custom_id in (
            (await the_page(max_, other), f"hearts:namepreset:0:{other.preset_id}"),
            (await the_list(max_), "hearts:namepreset:0:new"),
        ):
            await fill(max_, panel, custom_id, name=name)
            refused = max_.again(panel.message.id)
            assert sentence in refused.text
            again = refused.buttons["Edit again"]["custom_id"]
            await place.restart()
            _, values = await opened(max_, refused, again)
            assert values["name"] == name
            await fill(max_, refused, again, name="Other")
            assert "There is a preset called **Other** already" in max_.again(panel.message.id).text or (
                custom_id.endswith(str(other.preset_id))
            )
        assert await kept(place) == {"House night": HOUSE, "Other": HOUSE}

    async def test_of_the_rules_of_a_table_can_be_edited_again(self, place: Place) -> None:
        max_ = manager(place)
        await saved(place)
        await place.lobby(max_, preset="short")
        forms = await Forms.opened(max_)
        sent = await fill(max_, forms.seen(), "hearts:savepreset:1", name="House: night?")
        assert "Saved as" in see(sent.response).text
        sent = await fill(max_, forms.seen(), "hearts:savepreset:1", name="house night")
        refused = see(sent.response)
        assert "There is a preset called **House night** already" in refused.text
        again = refused.buttons["Edit again"]["custom_id"]
        sent = await fill(max_, refused, again, name="House nights")
        assert "House nights" in see(sent.response).text
        assert {*await kept(place)} == {"House night", "House: night?", "House nights"}


async def test_there_is_room_for_so_many(place: Place) -> None:
    max_ = manager(place)
    many = Ruleset(
        players=5, kitty=True, limit=25, sun=True, spot=True, exact_limit=True, no_trick_bonus=True
    )
    *_, last = [await saved(place, f"{'*' * 36} {number:02}", many) for number in range(MOST_PRESETS - 1)]
    before = await the_list(max_)
    await saved(place, "One more", many)
    await fill(max_, before, "hearts:namepreset:0:new", name="Too many")
    sentence = "There is no room for another one: a server can have 17 of its own."
    assert max_.again(before.message.id).text.count(sentence) == 1
    panel = await the_list(max_)
    assert sentence in panel.text
    assert panel.buttons["New preset …"]["disabled"]
    assert len(panel.text) <= 4000
    assert len(await kept(place)) == MOST_PRESETS
    await the_page(max_, last)


async def test_one_is_used_for_new_tables(place: Place) -> None:
    row, max_ = await saved(place), manager(place)
    panel = await the_page(max_, row)
    panel = await press(max_, panel, f"hearts:defaultpreset:0:{row.preset_id}")
    assert "New tables on this server start with these rules" in panel.text
    assert panel.buttons["Use for new tables"]["disabled"]
    settings = await max_.told("settings")
    assert picked(settings, "hearts-menu:set:0:preset") == own_preset(row.preset_id)
    assert "- **House night** (for new tables): " in (await the_list(max_)).text
    await place.lobby(place.somebody("ann"))
    assert (await place.table()).state.ruleset == HOUSE


async def test_the_settings_offer_them_for_new_tables(place: Place) -> None:
    row, max_ = await saved(place), manager(place)
    panel = await pick(
        max_, await max_.told("settings"), "hearts-menu:set:0:preset", [own_preset(row.preset_id)]
    )
    assert picked(panel, "hearts-menu:set:0:preset") == own_preset(row.preset_id)
    result = await max_.forge(panel.message, "hearts-menu:set:0:preset", [own_preset(row.preset_id + 1)])
    assert result.response.ephemeral
    assert (await place.bot.store.server(place.guild.id)).preset == own_preset(row.preset_id)


class TestDeleting:
    async def test_is_asked_about_first(self, place: Place) -> None:
        row, max_ = await saved(place), manager(place)
        panel = await the_page(max_, row)
        panel = await press(max_, panel, f"hearts:deletepreset:0:{row.preset_id}")
        assert "Delete **House night**?" in panel.text
        assert "New tables" not in panel.text
        panel = await press(max_, panel, panel.buttons["Keep it"]["custom_id"])
        assert "### House night" in panel.text
        assert await kept(place) == {"House night": HOUSE}
        panel = await press(max_, panel, f"hearts:deletepreset:0:{row.preset_id}")
        panel = await press(max_, panel, f"hearts:droppreset:0:{row.preset_id}")
        assert "There are none yet." in panel.text
        assert await kept(place) == {}

    async def test_what_new_tables_start_with_is_the_standard_game_again(self, place: Place) -> None:
        row, max_ = await saved(place), manager(place)
        panel = await press(max_, await the_page(max_, row), f"hearts:defaultpreset:0:{row.preset_id}")
        panel = await press(max_, panel, f"hearts:deletepreset:0:{row.preset_id}")
        assert "New tables will then start with the standard game again." in panel.text
        await press(max_, panel, f"hearts:droppreset:0:{row.preset_id}")
        assert (await place.bot.store.server(place.guild.id)).preset == "standard"

    async def test_a_page_of_what_somebody_else_has_deleted_says_so(self, place: Place) -> None:
        row, max_ = await saved(place), manager(place)
        panel = await the_page(max_, row)
        form, values = await opened(max_, panel, f"hearts:editpreset:0:{row.preset_id}:play")
        await place.bot.store.delete_preset(place.guild.id, row.preset_id)
        sent = await max_.member.submit_modal(form, values)
        assert await said(max_, panel, sent) == "There is no such preset any more."
        for custom_id in (
            f"hearts:namepreset:0:{row.preset_id}",
            f"hearts:editpreset:0:{row.preset_id}:table",
            f"hearts:defaultpreset:0:{row.preset_id}",
            f"hearts:deletepreset:0:{row.preset_id}",
        ):
            result: Any = await max_.member.click(panel.message, custom_id=custom_id)
            assert result.response.content == "There is no such preset any more."
        assert (await place.bot.store.server(place.guild.id)).preset == "standard"


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("hearts:presets:0", None),
        ("hearts-menu:ownpreset:0", ["own:1"]),
        ("hearts:ownpreset:0:1", None),
        ("hearts:namepreset:0:new", None),
        ("hearts:namepreset:0:1", None),
        ("hearts:savepreset:1", None),
        ("hearts:editpreset:0:1:table", None),
        ("hearts:defaultpreset:0:1", None),
        ("hearts:deletepreset:0:1", None),
        ("hearts:droppreset:0:1", None),
    ],
)
async def test_who_may_not_manage_the_server_is_refused(
    place: Place, custom_id: str, values: list[str] | None
) -> None:
    await saved(place)
    max_, eve = manager(place), place.somebody("eve")
    await place.lobby(eve)
    panel = await the_list(max_)
    result = await eve.forge(panel.message, custom_id, values)
    assert result.response.content == REFUSED
    assert result.modal is None
    assert await kept(place) == {"House night": HOUSE}
    assert (await place.bot.store.server(place.guild.id)).preset == "standard"


async def test_who_may_no_longer_manage_it_when_the_form_is_sent_is_refused(place: Place) -> None:
    row, max_ = await saved(place), manager(place)
    panel = await the_page(max_, row)
    forms = [
        await opened(max_, panel, custom_id)
        for custom_id in (
            f"hearts:namepreset:0:{row.preset_id}",
            f"hearts:editpreset:0:{row.preset_id}:table",
        )
    ]
    backend = place.env.backend
    for role in list(backend.get_member(place.guild.id, max_.member.id).role_ids):
        backend.remove_member_role(place.guild.id, max_.member.id, role)
    for form, values in forms:
        changed = {"name": "Mine"} if "name" in values else {"limit": "25"}
        sent = await max_.member.submit_modal(form, {**values, **changed})
        assert await said(max_, panel, sent) == REFUSED
    assert await kept(place) == {"House night": HOUSE}


async def test_one_of_another_server_is_none(place: Place) -> None:
    other = await place.bot.store.save_preset(place.guild.id + 1, "Elsewhere", HOUSE)
    max_ = manager(place)
    panel = await the_list(max_)
    for verb in ("ownpreset", "namepreset", "deletepreset", "defaultpreset"):
        result = await max_.forge(panel.message, f"hearts:{verb}:0:{other.preset_id}")
        assert result.response.content == "There is no such preset any more."
    await max_.forge(panel.message, f"hearts:droppreset:0:{other.preset_id}")
    assert await place.bot.store.preset(place.guild.id + 1, other.preset_id) == other
