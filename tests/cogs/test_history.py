"""The history: which games are listed, what became of each, on which page, and who may turn the pages."""

from __future__ import annotations

import discord
import pytest

from bot.engine.acts import Abandon
from tests.cogs.choosing import pick, press, size
from tests.cogs.finished import ended_early, finished, number_of
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import Seen

PAGE = 8
DEAL = [(0, 5, 8, 30)]


def lines(seen: Seen) -> list[str]:
    """The lines of the list, without what stands for a day."""
    return [
        line.split(" · <t:")[0].replace("*", "").removeprefix("-# ") for line in seen.texts[1].split("\n")
    ]


def offered(seen: Seen) -> list[str]:
    """The numbers of the games that can be opened."""
    return [option["value"] for menu in seen.menus for option in menu["options"]]


async def turn(person: Somebody, page: Seen, label: str) -> Seen:
    """Press a button of the list, which changes in place."""
    return await press(person, page, page.buttons[label]["custom_id"])


async def test_what_became_of_each(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await finished([ann, ben], DEAL)
    await ended_early([ann, ben])
    await ended_early([ben, ann], abandoned=True)
    place.fix_lots()
    await place.game(ann, hands=False)
    told = await ann.told("history")
    assert told.texts[0] == "### 📜 Games in this server"
    assert lines(told) == [
        "#4 · ▶️ being played, deal 1",
        "Ann 0 · 🤖 Ada 0 · 🤖 Bruno 0 · 🤖 Clara 0",
        "#3 · 💤 abandoned; does not count",
        "Ben 20 · Ann 3 · 🤖 Ada 2 · 🤖 Bruno 1",
        "#2 · 🚫 ended early by Ann; does not count",
        "Ann 20 · Ben 3 · 🤖 Ada 2 · 🤖 Bruno 1",
        "#1 · 🏁 Ann won",
        "Ann 0 · Ben 5 · 🤖 Ada 8 · 🤖 Bruno 30",
    ]
    assert told.texts[2] == "-# 4 games"
    assert offered(told) == ["4", "3", "2", "1"]


async def test_in_german(place: Place) -> None:
    ann, ben = place.somebody("ann", "de"), place.somebody("ben", "de")
    await finished([ann, ben], DEAL)
    told = await ben.told("history")
    assert told.texts[0] == "### 📜 Partien auf diesem Server"
    assert lines(told)[0] == "#1 · 🏁 Ann hat gewonnen"
    assert told.texts[2] == "-# 1 Partie"
    assert list(told.buttons) == ["Meine Partien"]


async def test_of_a_member(place: Place) -> None:
    ann, ben, eve = (place.somebody(name) for name in ("ann", "ben", "eve"))
    await finished([ann], DEAL)
    await finished([ben], DEAL)
    await finished([ann, ben], DEAL)
    told = await eve.told("history", member=ben.member)
    assert told.texts[0] == "### 📜 Games of Ben in this server"
    assert offered(told) == ["3", "2"]
    everybody = await turn(eve, told, "All games")
    assert offered(everybody) == ["3", "2", "1"]
    mine = await turn(eve, everybody, "My games")
    assert mine.texts == (
        "### 📜 Your games in this server",
        "No game has begun yet. `/hearts start` opens a table!",
    )
    assert (await ann.told("history", member=eve.member)).texts[1] == "Eve has not played here yet."
    place.guild.remove_member(ben.member)
    assert (await eve.told("history", member=ben.member.user)).text == "Ben is not in this server."


async def test_pages_turn(place: Place) -> None:
    ann = place.somebody("ann")
    for _ in range(2 * PAGE + 1):
        await finished([ann], DEAL)
    first = await ann.told("history")
    assert offered(first) == [str(17 - at) for at in range(PAGE)]
    assert first.enabled() == ["Next", "Last", "My games"]
    assert first.texts[2] == "-# 17 games · Page 1 of 3"
    second = await turn(ann, first, "Next")
    assert offered(second) == [str(9 - at) for at in range(PAGE)]
    last = await turn(ann, second, "Last")
    assert offered(last) == ["1"]
    assert last.enabled() == ["First", "Previous", "My games"]
    assert offered(await turn(ann, last, "Previous")) == offered(second)
    assert offered(await turn(ann, await turn(ann, last, "My games"), "Next")) == offered(second)
    await place.restart()
    assert offered(await turn(ann, ann.again(first.message.id), "First")) == offered(first)
    assert size(first) <= 40


async def test_a_strangers_buttons_do_not_turn_mine(place: Place) -> None:
    ann, eve = place.somebody("ann"), place.somebody("eve")
    for _ in range(PAGE + 1):
        await finished([ann], DEAL)
    told = await ann.told("history")
    posted = await eve.told("history")
    for custom_id, values in (
        (told.buttons["Next"]["custom_id"], None),
        (told.menus[0]["custom_id"], ["1"]),
    ):
        result = await eve.forge(posted.message, custom_id, values)
        assert result.response.content == eve.words("history.not_yours", command="`/hearts history`")
    assert ann.again(told.message.id).texts == told.texts
    assert eve.again(posted.message.id).texts == posted.texts


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("hearts:history:0:x", None),
        ("hearts:history:0:1:0:1:sideways", None),
        ("hearts:replay:1:1:0:1:1:x:first", None),
        ("hearts:replay:1:1", None),
        ("hearts-menu:replay:0:1:0:1", ["x"]),
    ],
)
async def test_items_that_are_none_of_ours(place: Place, custom_id: str, values: list[str] | None) -> None:
    ann = place.somebody("ann")
    await finished([ann], DEAL)
    told = await ann.told("history")
    result = await ann.forge(told.message, custom_id, values)
    assert result.response.ephemeral
    assert ann.again(told.message.id).texts == told.texts


async def test_two_servers_never_see_each_other(place: Place) -> None:
    ann = place.somebody("ann")
    await finished([ann], DEAL, server=place.guild.id + 1)
    told = await ann.told("history")
    assert not offered(told)
    number = await number_of(ann)
    for custom_id in (f"hearts:replay:1:{number}:0:1:1:0:first", "hearts:record:1"):
        result = await ann.forge(told.message, custom_id)
        assert result.response.content == ann.words("error.no_such_game")


async def test_a_table_that_never_began_is_no_game(place: Place) -> None:
    ann = place.somebody("ann")
    await place.lobby(ann)
    assert not offered(await ann.told("history"))
    await place.act(Abandon())
    assert not offered(await ann.told("history"))


async def test_a_game_in_a_channel_one_does_not_see(place: Place) -> None:
    """It is listed as that and nothing more, and cannot be looked at, but by those who played it."""
    ann, eve = place.somebody("ann"), place.somebody("eve")
    everybody = place.channel
    secret = discord.PermissionOverwrite(view_channel=False)
    place.channel = place.guild.create_text_channel(
        "secret",
        overwrites={
            eve.member: secret,
        },
    )
    await place.game(ann, hands=False)
    game = (await place.table()).game_id
    place.channel = everybody
    told = await eve.told("history")
    assert lines(told) == [f"#{game} · 🔒 in a channel you cannot see"]
    assert "Ann" not in told.text
    assert not offered(told)
    number = await number_of(eve)
    for custom_id in (f"hearts:replay:{game}:{number}:0:1:1:0:first", f"hearts:record:{game}"):
        result = await eve.forge(told.message, custom_id)
        assert result.response.content == eve.words("history.hidden")
    assert offered(await ann.told("history")) == [str(game)]


@pytest.mark.parametrize("private", [True, False])
async def test_a_game_in_an_archived_thread(place: Place, private: bool) -> None:
    """Discord does not tell of such a thread by itself; one that is private stays so."""
    ann, eve = place.somebody("ann"), place.somebody("eve")
    kind = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread
    thread = place.env.backend.create_thread(place.channel.id, "side table", ann.member.id, type=kind.value)
    bot_user = place.bot.user
    assert bot_user is not None
    place.env.backend.add_thread_member(thread.id, bot_user.id)
    await place.env.settle(idle=0.001)
    everybody = place.channel
    place.channel = next(each for each in place.channel.threads if each.id == thread.id)
    await place.game(ann, hands=False)
    game = (await place.table()).game_id
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    known = guild.get_thread(thread.id)
    assert known is not None
    with place.env._bot_scope():
        await known.edit(archived=True)
    await place.env.settle(idle=0.001)
    place.channel = everybody
    assert guild.get_thread(thread.id) is None
    told = await eve.told("history")
    assert ("in a channel you cannot see" in told.text) == private
    assert offered(told) == ([] if private else [str(game)])
    number = await number_of(eve)
    result = await eve.forge(told.message, f"hearts:replay:{game}:{number}:0:1:1:0:open")
    hidden = result.response.content == eve.words("history.hidden")
    assert hidden == private
    assert offered(await ann.told("history")) == [str(game)]


async def test_it_is_for_whoever_asks(place: Place) -> None:
    ann, eve = place.somebody("ann"), place.somebody("eve")
    await finished([ann], DEAL)
    told = await ann.told("history")
    await pick(ann, told, told.menus[0]["custom_id"], ["1"])
    assert not eve.messages()
    assert not place.public_messages()
