"""Settings of a server: each can be set by who may manage it, is kept, and is seen in the panel at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.engine.paces import Pace
from bot.players import LEVELS
from bot.rules.ruleset import PRESETS, Ruleset
from bot.store import MOST_PRESETS, own_preset
from bot.store.records import ServerRow
from tests.cogs.choosing import all_picked, pick, picked, picked_channels, press, size, ticked
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import Seen, see

REFUSED = "Only people who may manage the server can change its settings."
CHANNELS = "hearts-channels:set:0:channels"
SECOND = "hearts:settings:0:limits"
THIRD = "hearts:settings:0:standings"
COUNTED = "hearts-menu:set:0:counted"


def manager(
    place: Place, name: str = "max", locale: str = "en-US", *, granted: str = "manage_guild"
) -> Somebody:
    """Somebody who may manage the server, or has another right there."""
    person = place.somebody(name, locale)
    rights = discord.Permissions.none()
    rights.update(**{granted: True})
    role = place.guild.create_role("managers", permissions=rights)
    place.env.backend.add_member_role(place.guild.id, person.member.id, role.id)
    return person


async def kept(place: Place) -> ServerRow:
    return await place.bot.store.server(place.guild.id)


async def second(person: Somebody) -> Seen:
    """The second page of the panel."""
    return await press(person, await person.told("settings"), SECOND)


async def third(person: Somebody) -> Seen:
    """The page about the leaderboard."""
    return await press(person, await person.told("settings"), THIRD)


async def test_at_first(place: Place) -> None:
    max_ = manager(place)
    panel = await max_.told("settings")
    assert picked(panel, "hearts-menu:set:0:language") == "discord"
    assert picked(panel, "hearts-menu:set:0:preset") == "standard"
    assert picked(panel, "hearts-menu:set:0:level") == "hard"
    assert picked(panel, "hearts-menu:set:0:pace") == "normal"
    assert not ticked(panel, "hearts:set:0:threads")
    assert ticked(panel, "hearts:set:0:prompts")
    assert size(panel) <= 40
    panel = await second(max_)
    assert picked_channels(panel) == []
    assert "None is chosen, so games may start everywhere." in panel.text
    row = ServerRow(place.guild.id)
    for name, number in (
        ("channel", row.tables_per_channel),
        ("server", row.tables_per_server),
    ):
        assert picked(panel, f"hearts-menu:set:0:{name}") == str(number)
    assert size(panel) <= 40
    panel = await third(max_)
    assert all_picked(panel, COUNTED) == ["standard", "short"]
    assert picked(panel, "hearts-menu:set:0:games") == str(row.min_games)
    assert size(panel) <= 40
    assert await kept(place) == ServerRow(place.guild.id)
    assert not place.public_messages()


@pytest.mark.parametrize(
    ("name", "value", "field", "expected"),
    [
        ("language", "de", "language", "de"),
        ("language", "en", "language", "en"),
        *(("preset", preset, "preset", preset) for preset in PRESETS if preset != "standard"),
        *(("pace", pace.value, "pace", pace.value) for pace in Pace if pace is not Pace.NORMAL),
        *(("level", level, "level", level) for level in LEVELS if level != "hard"),
        ("channel", "5", "tables_per_channel", 5),
        ("server", "100", "tables_per_server", 100),
        ("games", "10", "min_games", 10),
    ],
)
async def test_every_menu_is_kept_and_shown_at_once(
    place: Place, name: str, value: str, field: str, expected: Any
) -> None:
    max_, menu = manager(place), f"hearts-menu:set:0:{name}"
    pages = {"channel": second, "server": second, "games": third}
    shown = await (pages[name](max_) if name in pages else max_.told("settings"))
    before = picked(shown, menu)
    panel = await pick(max_, shown, menu, [value])
    assert picked(panel, menu) == value
    await place.restart()
    assert await kept(place) == replace(ServerRow(place.guild.id), **{field: expected})
    panel = await pick(max_, panel, menu, [before])
    assert picked(panel, menu) == before
    assert await kept(place) == ServerRow(place.guild.id)


@pytest.mark.parametrize("name", ["threads", "prompts"])
async def test_every_yes_or_no_is_kept_and_shown_at_once(place: Place, name: str) -> None:
    max_, item = manager(place), f"hearts:set:0:{name}"
    panel = await max_.told("settings")
    value = not ticked(panel, item)
    panel = await press(max_, panel, f"{item}:{'yes' if value else 'no'}")
    assert ticked(panel, item) is value
    await place.restart()
    assert await kept(place) == replace(ServerRow(place.guild.id), **{name: value})
    panel = await press(max_, panel, f"{item}:{'no' if value else 'yes'}")
    assert ticked(panel, item) is not value
    assert await kept(place) == ServerRow(place.guild.id)


class TestWhatCounts:
    async def test_is_kept_and_shown_at_once(self, place: Place) -> None:
        max_ = manager(place)
        club = await place.bot.store.save_preset(place.guild.id, "**Club**", Ruleset(limit=75))
        own = own_preset(club.preset_id)
        panel = await third(max_)
        (menu,) = [menu for menu in panel.menus if menu["custom_id"] == COUNTED]
        assert [option["value"] for option in menu["options"]] == [*PRESETS, own]
        assert (menu["options"][-1]["label"], menu["options"][-1]["description"]) == (
            "**Club**",
            "to 75 points",
        )
        assert (menu["min_values"], menu["max_values"]) == (1, len(PRESETS) + 1)
        panel = await pick(max_, panel, COUNTED, [own, "partners", "standard"])
        assert all_picked(panel, COUNTED) == ["standard", "partners", own]
        await place.restart()
        assert await kept(place) == ServerRow(place.guild.id, counted=("standard", "partners", own))
        panel = await pick(max_, panel, COUNTED, ["three"])
        assert all_picked(panel, COUNTED) == ["three"]

    async def test_no_longer_is_a_preset_that_was_deleted(self, place: Place) -> None:
        max_ = manager(place)
        club = await place.bot.store.save_preset(place.guild.id, "Club", Ruleset(limit=75))
        own = own_preset(club.preset_id)
        panel = await pick(max_, await third(max_), COUNTED, [own, "omnibus"])
        await place.bot.store.delete_preset(place.guild.id, club.preset_id)
        assert all_picked(await third(max_), COUNTED) == ["omnibus"]
        await max_.forge(panel.message, COUNTED, [own])
        assert (await kept(place)).counted == ("omnibus",)

    async def test_all_presets_there_can_be_fit_the_menus(self, place: Place) -> None:
        max_ = manager(place)
        for number in range(MOST_PRESETS):
            await place.bot.store.save_preset(place.guild.id, f"{number} {'x' * 36}", Ruleset(limit=75))
        panel = await max_.told("settings")
        (menu,) = [menu for menu in panel.menus if menu["custom_id"] == "hearts-menu:set:0:preset"]
        assert len(menu["options"]) == len(PRESETS) + MOST_PRESETS == 25
        panel = await third(max_)
        values = [option["value"] for option in panel.menus[0]["options"]]
        assert len(values) == 25
        panel = await pick(max_, panel, COUNTED, values)
        assert all_picked(panel, COUNTED) == values

    async def test_is_not_nothing(self, place: Place) -> None:
        max_ = manager(place)
        panel = await third(max_)
        await max_.forge(panel.message, COUNTED, [])
        assert await kept(place) == ServerRow(place.guild.id)


async def test_a_default_that_is_gone_is_the_standard_game(place: Place) -> None:
    max_ = manager(place)
    await place.bot.store.save_server(ServerRow(place.guild.id, preset=own_preset(9)))
    assert picked(await max_.told("settings"), "hearts-menu:set:0:preset") == "standard"


class TestChannels:
    async def test_are_kept_and_shown_at_once(self, place: Place) -> None:
        max_, other = manager(place), place.guild.create_text_channel("games")
        panel = await pick(max_, await second(max_), CHANNELS, [place.channel, other])
        assert picked_channels(panel) == [place.channel.id, other.id]
        assert "everywhere" not in panel.text
        await place.restart()
        assert (await kept(place)).channels == (place.channel.id, other.id)
        panel = await pick(max_, panel, CHANNELS, [other])
        assert picked_channels(panel) == [other.id]
        panel = await pick(max_, panel, CHANNELS, [])
        assert picked_channels(panel) == []
        assert (await kept(place)).channels == ()

    async def test_are_all_of_them_again_by_a_button(self, place: Place) -> None:
        max_ = manager(place)
        panel = await second(max_)
        assert "Everywhere" not in panel.buttons
        panel = await pick(max_, panel, CHANNELS, [place.channel])
        panel = await press(max_, panel, panel.buttons["Everywhere"]["custom_id"])
        assert (await kept(place)).channels == ()
        assert "games may start everywhere" in panel.text

    async def test_that_are_gone_are_said_to_be(self, place: Place) -> None:
        max_, other = manager(place), place.guild.create_text_channel("games")
        await pick(max_, await second(max_), CHANNELS, [other])
        place.env.backend.delete_channel(other.id)
        panel = await second(max_)
        assert "The chosen channels are gone, so games cannot start anywhere." in panel.text
        panel = await press(max_, panel, panel.buttons["Everywhere"]["custom_id"])
        assert (await kept(place)).channels == ()

    async def test_of_another_server_are_none(self, place: Place) -> None:
        max_ = manager(place)
        panel = await second(max_)
        await place.bot.store.save_server(ServerRow(place.guild.id, channels=(place.channel.id, 17)))
        panel = await second(max_)
        assert picked_channels(panel) == [place.channel.id]


async def test_threads_say_which_permissions_are_missing(place: Place) -> None:
    max_ = manager(place)
    panel = await press(max_, await max_.told("settings"), "hearts:set:0:threads:yes")
    assert "I am missing permissions" not in panel.text
    denied = discord.PermissionOverwrite(create_public_threads=False)
    bot = place.guild.me
    assert bot is not None
    place.channel = place.guild.create_text_channel("quiet", overwrites={bot: denied})
    panel = await max_.told("settings")
    assert "I am missing permissions in this channel: Create Public Threads." in panel.text
    assert (await kept(place)).threads
    panel = await press(max_, panel, "hearts:set:0:threads:no")
    assert "I am missing permissions" not in panel.text


@pytest.mark.parametrize("granted", ["manage_guild", "administrator"])
async def test_who_may_manage_the_server_is_shown_the_settings(place: Place, granted: str) -> None:
    panel = await manager(place, granted=granted).told("settings")
    assert "Settings of this server" in panel.text


@pytest.mark.parametrize("granted", ["manage_messages", "manage_channels", "manage_roles"])
async def test_nobody_else_is(place: Place, granted: str) -> None:
    told = await manager(place, granted=granted).told("settings")
    assert told.text == REFUSED
    assert not told.buttons
    assert not told.menus


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("hearts:set:0:prompts:no", None),
        ("hearts:set:0:everywhere", None),
        ("hearts:settings:0:limits", None),
        ("hearts-menu:set:0:language", ["de"]),
        ("hearts-menu:set:0:games", ["1"]),
        ("hearts:settings:0:standings", None),
        ("hearts-menu:set:0:counted", ["three"]),
    ],
)
async def test_a_click_of_who_may_not_is_refused(
    place: Place, custom_id: str, values: list[str] | None
) -> None:
    max_, eve = manager(place), place.somebody("eve")
    panel = await max_.told("settings")
    result = await eve.forge(panel.message, custom_id, values)
    assert result.response.ephemeral
    assert result.response.content == REFUSED
    assert await kept(place) == ServerRow(place.guild.id)
    assert max_.again(panel.message.id).texts == panel.texts


async def test_who_may_no_longer_is_refused_on_their_own_panel(place: Place) -> None:
    max_ = manager(place)
    panel = await max_.told("settings")
    role = place.guild.roles["managers"]
    place.env.backend.remove_member_role(place.guild.id, max_.member.id, role.id)
    result = await max_.member.click(panel.message, custom_id="hearts:set:0:prompts:no")
    assert see(result.response).text == REFUSED
    assert await kept(place) == ServerRow(place.guild.id)


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("hearts:set:0:prompts:maybe", None),
        ("hearts:set:0:prompts", None),
        ("hearts:set:0", None),
        ("hearts:settings:0:third", None),
        ("hearts-menu:set:0:language", ["fr"]),
        ("hearts-menu:set:0:preset", ["cheating"]),
        ("hearts-menu:set:0:pace", ["hasty"]),
        ("hearts-menu:set:0:channel", ["0"]),
        ("hearts-menu:set:0:server", ["1000000"]),
        ("hearts-menu:set:0:games", ["x"]),
        ("hearts-menu:set:0:games", ["²"]),
        ("hearts-menu:set:0:luck", ["7"]),
        ("hearts-menu:set:0:counted", ["standard", "cheating"]),
        ("hearts-menu:set:0:counted", ["own:1"]),
        ("hearts-menu:set:0:preset", ["own:1"]),
    ],
)
async def test_a_forged_click_changes_nothing(place: Place, custom_id: str, values: list[str] | None) -> None:
    max_ = manager(place)
    panel = await max_.told("settings")
    result = await max_.forge(panel.message, custom_id, values)
    assert result.response.ephemeral
    assert await kept(place) == ServerRow(place.guild.id)


async def test_a_number_that_is_not_offered_is_shown_and_kept(place: Place) -> None:
    max_ = manager(place)
    await place.bot.store.save_server(ServerRow(place.guild.id, min_games=7))
    panel = await third(max_)
    assert picked(panel, "hearts-menu:set:0:games") == "7"
    panel = await pick(max_, await second(max_), "hearts-menu:set:0:channel", ["2"])
    assert await kept(place) == ServerRow(place.guild.id, min_games=7, tables_per_channel=2)


async def test_two_servers_have_their_own(place: Place) -> None:
    max_ = manager(place)
    await press(max_, await max_.told("settings"), "hearts:set:0:prompts:no")
    assert await place.bot.store.server(place.guild.id + 1) == ServerRow(place.guild.id + 1)


async def test_in_german(place: Place) -> None:
    max_ = manager(place, locale="de")
    panel = await max_.told("settings")
    assert "Einstellungen für diesen Server" in panel.text
    panel = await press(max_, panel, SECOND)
    assert "darum geht es überall" in panel.text
    panel = await press(max_, panel, THIRD)
    assert "Eine Partie zählt, wenn sie genau nach den Regeln einer dieser Varianten" in panel.text


async def test_each_is_seen_to_work_in_the_next_game(place: Place) -> None:
    max_, ann = manager(place), place.somebody("ann")
    panel = await max_.told("settings")
    for name, value in (("language", "de"), ("preset", "short"), ("pace", "slow")):
        panel = await pick(max_, panel, f"hearts-menu:set:0:{name}", [value])
    await place.lobby(ann)
    table = await place.table()
    assert "Ein Tisch ist offen" in place.shown().text
    assert (table.state.pace, table.state.ruleset.limit) == (Pace.SLOW, 50)
