"""Where a table stands: one a channel, in threads, moved down, deleted, and where the bot may not do all."""

import discord
import pytest
from discord import PermissionOverwrite
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.engine.state import Phase
from tests.cogs import trouble
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import see


def channel_with(place: Place, **allowed: bool) -> None:
    """Move to a channel in which the bot's permissions are these."""
    me = place.guild.me
    assert me is not None
    place.channel = place.guild.create_text_channel("limits", overwrites={me: PermissionOverwrite(**allowed)})


async def test_a_second_start_is_refused_with_a_link_to_the_first(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    lobby = await place.lobby(ann)
    told = await ben.told("start")
    link = f"https://discord.com/channels/{place.guild.id}/{place.channel.id}/{lobby.id}"
    assert told.text == f"There is a table in this channel already: {link}"
    assert len(place.public_messages()) == 1
    await ann.press(lobby, "button.start")
    assert link in (await ben.told("start")).text


async def test_the_link_leads_to_the_newest_table(place: Place) -> None:
    ann = place.somebody("ann")
    await place.lobby(ann)
    await ann.told("table")
    assert str(place.table_message().id) in (await ann.told("start")).text


async def test_two_starts_at_once_open_one_table(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await place.lobby(ann)
    await ann.press(place.table_message(), "button.leave")
    results = [await person.command("start") for person in (ann, ben)]
    assert [result.response.ephemeral for result in results] == [False, True]


async def test_every_channel_has_room_for_a_game(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await place.lobby(ann)
    place.channel = place.guild.create_text_channel("other")
    await place.game(ben)
    assert (await place.table()).state.phase is Phase.PLAYING


async def test_a_game_in_a_thread(place: Place) -> None:
    backend, bot_user = place.env.backend, place.bot.user
    assert bot_user is not None
    ann, ben = place.somebody("ann"), place.somebody("ben")
    await place.lobby(ben)
    backend.create_thread(place.channel.id, "side table", ann.member.id)
    await place.env.settle()
    parent, place.channel = place.channel, place.channel.threads[0]
    await place.game(ann)
    await ann.pass_first_three()
    assert "Deal 1" in place.shown().text
    table = await place.table()
    backend.delete_channel(place.channel.id)
    await place.env.settle()
    assert table.state.phase is Phase.CANCELLED
    place.channel = parent
    assert (await place.table()).state.phase is Phase.LOBBY


async def test_a_game_ends_with_its_channel(place: Place) -> None:
    ann = place.somebody("ann")
    await place.game(ann)
    table = await place.table()
    place.env.backend.delete_channel(place.channel.id)
    await place.env.settle()
    assert table.state.phase is Phase.CANCELLED
    assert table.state.ended_by is None


@pytest.mark.expect_discord_errors
async def test_a_game_ends_with_its_channel_also_where_that_cannot_be_stored_at_once(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await place.game(place.somebody("ann"), place.somebody("ben"))
    table = await place.table()
    with monkeypatch.context() as patched:
        trouble.failing_store(patched)
        place.env.backend.delete_channel(place.channel.id)
        await place.env.settle()
        assert (
            f"game {table.game_id} could not be ended yet: The disk with the database is full." in caplog.text
        )
        assert table.state.open
        await place.env.advance_time(15)
        assert table.state.open
    await place.env.advance_time(60)
    assert table.state.phase is Phase.CANCELLED


async def test_a_channel_that_was_deleted_meanwhile_ends_the_game_after_the_start(place: Place) -> None:
    ann = place.somebody("ann")
    await place.game(ann, place.somebody("ben"))
    game_id = (await place.table()).game_id
    await place.bot.close()
    place.env.backend.delete_channel(place.channel.id)
    await place.restart()
    await place.later(30)
    table = await place.bot.tables.get(game_id)
    assert table is not None
    assert table.state.phase is Phase.CANCELLED


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [
        (
            "en-US",
            "I am missing permissions in this channel: Send Messages. Whoever manages it can grant them.",
        ),
        (
            "de",
            "Mir fehlen in diesem Kanal Rechte: Nachrichten senden. Wer den Kanal verwaltet, kann sie geben.",
        ),
    ],
)
async def test_a_start_without_permission_to_send_names_it(place: Place, locale: str, sentence: str) -> None:
    channel_with(place, send_messages=False)
    ann = place.somebody("ann", locale)
    assert (await ann.told("start")).text == sentence
    assert await place.bot.tables.in_channel(place.channel.id) is None
    assert not place.public_messages()


async def test_a_start_without_permission_in_threads_names_it(place: Place) -> None:
    channel_with(place, send_messages_in_threads=False)
    ann = place.somebody("ann")
    place.env.backend.create_thread(place.channel.id, "side table", ann.member.id)
    await place.env.settle()
    place.channel = place.channel.threads[0]
    assert "Send Messages in Threads" in (await ann.told("start")).text


async def test_a_table_is_not_posted_again_without_permission(place: Place) -> None:
    ann = place.somebody("ann")
    await place.game(ann)
    before = place.table_message().id
    forbid(place, send_messages=False)
    assert "Send Messages" in (await ann.told("table")).text
    assert place.table_message().id == before


def forbid(place: Place, **permissions: bool) -> None:
    """Take permissions away from the bot in the channel."""
    bot_user = place.bot.user
    assert bot_user is not None
    allow, deny = PermissionOverwrite(**permissions).pair()
    place.env.backend.set_overwrite(
        place.channel.id,
        Overwrite(target_id=bot_user.id, type=OverwriteType.MEMBER, allow=allow.value, deny=deny.value),
    )


@pytest.mark.pictures
async def test_without_permission_to_attach_files_the_game_goes_on_in_text(place: Place) -> None:
    channel_with(place, attach_files=False)
    ann = place.somebody("ann")
    await place.game(ann)
    assert "Attach Files" in ann.panel().text
    await ann.pass_first_three()
    await ann.play_first() if ann.panel().play_buttons() else None
    shown = place.shown()
    assert "Deal 1" in shown.text
    assert "I may not attach files" in shown.text or "no pictures" in shown.text
    assert not shown.files
    assert not shown.alts
    assert shown.enabled() == ["My hand"]


async def test_permission_lost_in_the_middle_is_named_in_the_panel(place: Place) -> None:
    ann = place.somebody("ann")
    await place.game(ann)
    forbid(place, send_messages=False)
    await ann.press(ann.panel().message, "button.refresh")
    assert "I am missing permissions in this channel: Send Messages." in ann.panel().text
    await ann.pass_first_three()
    assert not (await ann.view()).to_pass


async def chatter(place: Place, talker: Somebody, messages: int) -> None:
    for number in range(messages):
        await talker.member.send(place.channel, f"message {number}")


async def test_the_table_is_posted_again_and_the_old_one_deleted(place: Place) -> None:
    ann, eve = place.somebody("ann"), place.somebody("eve")
    await place.game(ann)
    old = place.table_message().id
    assert (await eve.told("table")).text == "The table is at the bottom of the channel again."
    assert [message.id for message in place.tables()] != [old]
    assert len(place.tables()) == 1
    assert place.shown().enabled() == ["My hand"]


async def test_no_table_is_posted_where_there_is_no_game(place: Place) -> None:
    ann = place.somebody("ann")
    assert (await ann.told("table")).text == "There is no game in this channel."


async def test_the_table_follows_a_lively_channel(place: Place) -> None:
    ann, eve = place.somebody("ann"), place.somebody("eve")
    await place.game(ann)
    old = place.table_message().id
    await chatter(place, eve, 10)
    assert place.table_message().id == old
    await chatter(place, eve, 1)
    assert len(place.tables()) == 1
    new = place.table_message().id
    assert new == place.public_messages()[-1].id
    assert new != old
    await chatter(place, eve, 10)
    assert place.table_message().id == new


async def test_the_table_is_posted_anew_before_it_is_too_old_to_edit(place: Place) -> None:
    people = await place.game(place.somebody("ann"), place.somebody("ben"), pace="none")
    old = place.table_message().id
    await place.later(49 * 60)
    await people[0].open_hand()
    await people[0].pass_first_three()
    assert place.table_message().id == old
    await place.later(2 * 60)
    await people[1].open_hand()
    await people[1].pass_first_three()
    assert len(place.tables()) == 1
    assert place.table_message().id != old


async def test_a_table_somebody_deleted_comes_back(place: Place) -> None:
    ann = place.somebody("ann")
    await place.game(ann)
    old = place.table_message()
    place.env.backend.delete_message(place.channel.id, old.id)
    await place.env.settle()
    assert place.table_message().id != old.id
    await ann.press(place.table_message(), "button.my_hand")


async def test_a_table_deleted_while_the_bot_was_away_comes_back(place: Place) -> None:
    ann = place.somebody("ann")
    await place.game(ann)
    await place.bot.close()
    place.env.backend.delete_message(place.channel.id, place.table_message().id)
    await place.restart()
    assert len(place.tables()) == 1
    await ann.open_hand()


async def test_every_deal_has_a_message_of_its_own(place: Place) -> None:
    place.fix_lots()
    people = await place.game(*(place.somebody(name) for name in ("ann", "ben", "cleo", "dora")))
    for person in people:
        await person.pass_first_three()
    table = await place.table()
    first = place.table_message().id
    while not table.state.history:
        await people[table.state.awaited[0]].play_first()
    tables = place.tables()
    assert tables[0].id == first
    assert len(tables) == 2
    done = see(tables[0])
    assert "Deal 1 is over" in done.text
    assert table.state.history[0].secret.hex() in done.text
    assert done.enabled() == ["Review my play"]
    assert "Deal 2" in see(tables[1]).text


async def test_commands_are_for_servers_only(place: Place) -> None:
    [hearts] = place.bot.tree.get_commands()
    assert isinstance(hearts, discord.app_commands.Group)
    assert hearts.guild_only
