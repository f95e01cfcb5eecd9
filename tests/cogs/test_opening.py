"""Opening tables as the server's settings allow: where, how many, in threads; and not too fast."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.engine.acts import Leave
from bot.engine.state import Phase
from bot.engine.tables import Tables
from bot.store.errors import StorageFailed
from cogs.commands import COOLDOWN, COOLDOWN_TIMES
from tests.cogs.moves import in_play, mentions, seated
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import see


async def settings(place: Place, **fields: Any) -> None:
    """The server has these settings, and those at first for the rest."""
    server = await place.bot.store.server(place.guild.id)
    await place.bot.store.save_server(replace(server, **fields))


def another_channel(place: Place, name: str = "other", **denied: bool) -> None:
    """Move to a new channel, in which the bot may do everything but that."""
    me = place.guild.me
    assert me is not None
    overwrite = discord.PermissionOverwrite(**denied)
    place.channel = place.guild.create_text_channel(name, overwrites={me: overwrite})


async def into_thread(place: Place, owner: Somebody, name: str = "side table") -> None:
    """Move to a thread of the channel that somebody has opened."""
    before = {thread.id for thread in place.channel.threads}
    place.env.backend.create_thread(place.channel.id, name, owner.member.id)
    await place.env.settle()
    [place.channel] = [thread for thread in place.channel.threads if thread.id not in before]


def open_threads(place: Place) -> int:
    """How many threads of the channel are not archived."""
    kept = (place.env.backend.get_channel(thread.id).thread_metadata for thread in place.channel.threads)
    return sum(each is None or not each.archived for each in kept)


def link(place: Place, channel: int, message: int) -> str:
    """Where a message is."""
    return f"https://discord.com/channels/{place.guild.id}/{channel}/{message}"


class TestChannels:
    async def test_elsewhere_the_refusal_names_those_that_are_allowed(self, place: Place) -> None:
        ann, quiet = place.somebody("ann"), place.channel
        another_channel(place, "games")
        games = place.channel
        another_channel(place, "hearts")
        hearts = place.channel
        await settings(place, channels=(games.id, hearts.id))
        place.channel = quiet
        told = await ann.told("start")
        named = ann.words.list((f"<#{games.id}>", f"<#{hearts.id}>"))
        assert told.text == ann.words("error.wrong_channel", channels=named)
        assert not place.public_messages()
        place.channel = games
        await place.lobby(ann)
        assert (await place.table()).state.channel == games.id

    async def test_a_thread_of_an_allowed_channel_is_allowed(self, place: Place) -> None:
        ann = place.somebody("ann")
        await settings(place, channels=(place.channel.id,))
        await into_thread(place, ann)
        await place.lobby(ann)
        assert (await place.table()).state.channel == place.channel.id

    async def test_a_game_goes_on_where_none_may_start_any_more(self, place: Place) -> None:
        ann, ben = await seated(place, 2)
        await settings(place, channels=(1,))
        await ann.open_hand()
        await ann.pass_first_three()
        assert (await ben.told("table")).text == ben.words("table.posted_again")


class TestThreads:
    async def test_each_game_gets_one_and_the_answer_leads_there(self, place: Place) -> None:
        ann, ben = place.somebody("ann"), place.somebody("ben")
        await settings(place, threads=True)
        result = await ann.command("start")
        [thread] = place.channel.threads
        assert thread.name == ann.words("lobby.thread", name="Ann")
        assert not result.response.ephemeral
        assert see(result.response).text == ann.words("lobby.in_thread", thread=thread.mention)
        parent, place.channel = place.channel, thread
        assert ann.words("lobby.title", rules="").strip() in place.shown().text
        await ben.press(place.table_message(), "button.join")
        people = await place.game_started(ann, ben)
        for person in people:
            await person.pass_first_three()
        assert (await place.table()).state.phase is Phase.PLAYING
        # The channel stays free for the next.
        place.channel = parent
        assert not (await place.somebody("cleo").command("start")).response.ephemeral
        assert len(place.channel.threads) == 2

    async def test_a_game_that_is_started_in_a_thread_stays_there(self, place: Place) -> None:
        ann, parent = place.somebody("ann"), place.channel
        await settings(place, threads=True)
        await into_thread(place, ann)
        await place.lobby(ann)
        assert (await place.table()).state.channel == place.channel.id
        assert len(parent.threads) == 1

    @pytest.mark.parametrize("locale", ["en-US", "de"])
    async def test_without_the_permission_the_refusal_names_it(self, place: Place, locale: str) -> None:
        ann = place.somebody("ann", locale)
        await settings(place, threads=True)
        another_channel(place, create_public_threads=False)
        named = ann.words("permission.create_public_threads")
        assert (await ann.told("start")).text == ann.words("error.permissions", names=named)
        assert not place.channel.threads
        assert not place.public_messages()
        await settings(place, threads=False)
        await place.lobby(ann)

    async def test_prompts_and_reminders_are_in_the_thread(self, place: Place) -> None:
        ann = place.somebody("ann")
        await settings(place, threads=True)
        await ann.command("start")
        parent, place.channel = place.channel, place.channel.threads[0]
        await place.game_started(ann, hands=False)
        await place.later(22)
        assert len(place.prompts()) == 1
        place.channel = parent
        assert not [message for message in place.public_messages() if message.raw_mentions]

    @pytest.mark.expect_discord_errors
    @pytest.mark.parametrize("deletes", [True, False], ids=["deleted", "archived"])
    async def test_where_no_game_can_be_stored_its_thread_goes(
        self, place: Place, monkeypatch: pytest.MonkeyPatch, deletes: bool
    ) -> None:
        ann = place.somebody("ann")
        await settings(place, threads=True)
        another_channel(place, manage_threads=deletes)

        async def full(*_: object) -> int:
            raise StorageFailed("The disk with the database is full.")

        with monkeypatch.context() as patched:
            patched.setattr(Tables, "open", full)
            told = await ann.told("start")
        assert told.text == ann.words("error.not_stored")
        assert open_threads(place) == 0
        assert len(place.channel.threads) == (0 if deletes else 1)
        assert not (await ann.command("start")).response.ephemeral

    @pytest.mark.expect_discord_errors
    @pytest.mark.parametrize("late", [False, True])
    async def test_where_the_lobby_may_not_be_posted_its_thread_goes(self, place: Place, late: bool) -> None:
        ann = place.somebody("ann")
        await settings(place, threads=True)
        another_channel(place, manage_threads=True)
        place.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
        if late:
            with place.env._bot_scope():
                place.bot.traffic.limited(None, 20)
        result = ann.send_command("start")
        await place.pass_time(1.0)
        assert result.acknowledged
        assert ((await place.bot.store.open_games()) != ()) is late
        await place.env.advance_time(25)
        told = [see(message).text for message in ann.messages()]
        assert told[-1] == ann.words("error.no_thread")
        assert not place.channel.threads
        assert not await place.bot.store.open_games()
        since = len(place.env.http_requests)
        await place.later(60)
        assert not place.requests("POST", "/channels/*/messages", since)
        assert not (await ann.command("start")).response.ephemeral
        assert len(place.channel.threads) == 1

    async def test_a_game_ends_with_its_thread(self, place: Place) -> None:
        ann = place.somebody("ann")
        await settings(place, threads=True)
        await ann.command("start")
        parent, place.channel = place.channel, place.channel.threads[0]
        table = await place.table()
        place.env.backend.delete_channel(place.channel.id)
        await place.env.settle()
        assert table.state.phase is Phase.CANCELLED
        place.channel = parent
        assert not (await ann.command("start")).response.ephemeral


class TestHowMany:
    async def test_tables_a_channel_its_threads_included(self, place: Place) -> None:
        ann, ben, cleo, dora = map(place.somebody, ("ann", "ben", "cleo", "dora"))
        await settings(place, tables_per_channel=2)
        parent = place.channel
        await place.lobby(ann)
        await into_thread(place, ben, "first")
        await place.lobby(ben)
        place.channel = parent
        await into_thread(place, cleo, "second")
        assert (await cleo.told("start")).text == cleo.words.count("error.channel_full", 2)
        another_channel(place)
        await place.lobby(dora)

    async def test_threads_the_bot_opens_count_too(self, place: Place) -> None:
        ann, ben, cleo = map(place.somebody, ("ann", "ben", "cleo"))
        await settings(place, threads=True, tables_per_channel=2)
        await ann.command("start")
        await ben.command("start")
        assert (await cleo.told("start")).text == cleo.words.count("error.channel_full", 2)
        assert len(place.channel.threads) == 2

    async def test_tables_a_server(self, place: Place) -> None:
        ann, ben, cleo = map(place.somebody, ("ann", "ben", "cleo"))
        await settings(place, tables_per_server=2)
        await place.lobby(ann)
        table = await place.table()
        another_channel(place, "second")
        await place.lobby(ben)
        another_channel(place, "third")
        assert (await cleo.told("start")).text == cleo.words.count("error.server_full", 2)
        with place.env._bot_scope():
            await table.act(Leave(await ann.number()))
        await place.env.settle(idle=0.001)
        await place.lobby(cleo)

    async def test_one_open_lobby_a_person(self, place: Place) -> None:
        ann = place.somebody("ann")
        lobby, first = await place.lobby(ann), place.channel
        another_channel(place)
        there = link(place, first.id, lobby.id)
        assert (await ann.told("start")).text == ann.words("error.lobby_open", link=there)
        here, place.channel = place.channel, first
        await ann.press(lobby, "button.start")
        place.channel = here
        await place.lobby(ann)

    async def test_a_rights_of_a_host_that_went_on_count(self, place: Place) -> None:
        ann, ben = map(place.somebody, ("ann", "ben"))
        lobby, first = await place.lobby(ann, ben), place.channel
        await ann.told("leave")
        another_channel(place)
        there = link(place, first.id, lobby.id)
        assert (await ben.told("start")).text == ben.words("error.lobby_open", link=there)
        await place.lobby(ann)

    async def test_two_starts_at_once_open_one_lobby(self, place: Place) -> None:
        ann = place.somebody("ann")
        await settings(place, threads=True)
        results = [ann.send_command("start") for _ in range(2)]
        await place.env.settle(idle=0.001)
        assert all(result.acknowledged for result in results)
        assert len(place.channel.threads) == 1
        answers = [result.response for result in results if result.response is not None]
        assert sorted(answer.ephemeral for answer in answers) == [False, True]

    async def test_many_starts_at_once_open_no_more_than_may_be(self, place: Place) -> None:
        people = [place.somebody(f"p{number}") for number in range(4)]
        await settings(place, threads=True, tables_per_channel=2)
        results = [person.send_command("start") for person in people]
        await place.env.settle(idle=0.001)
        assert all(result.acknowledged for result in results)
        assert len(place.channel.threads) == 2


class TestDefaults:
    async def test_the_servers_preset_and_pace_unless_the_host_says_otherwise(self, place: Place) -> None:
        ann, ben = map(place.somebody, ("ann", "ben"))
        await settings(place, preset="short", pace="fast")
        await place.lobby(ann)
        state = (await place.table()).state
        assert (state.ruleset.limit, state.pace) == (50, "fast")
        another_channel(place)
        await place.lobby(ben, preset="standard", pace="none")
        state = (await place.table()).state
        assert (state.ruleset.limit, state.pace) == (100, "none")

    @pytest.mark.parametrize(("language", "locale"), [("de", "en-US"), ("en", "de")])
    async def test_the_servers_language_in_public_the_persons_in_private(
        self, place: Place, language: str, locale: str
    ) -> None:
        ann = place.somebody("ann", locale)
        await settings(place, language=language)
        await place.lobby(ann)
        table = await place.table()
        assert table.language == language
        public = next(words for each, words in place.bot.words.items() if each == language)
        assert public("button.join") in place.shown().buttons
        await ann.press(place.table_message(), "button.start")
        hand = await ann.open_hand()
        assert ann.words("button.refresh") in hand.buttons

    async def test_no_prompts_where_the_server_wants_none(self, place: Place) -> None:
        first, *_ = await in_play(place)
        await settings(place, prompts=False)
        await place.later(22)
        await place.later(140)
        assert not place.prompts()
        assert not mentions(place)
        await settings(place, prompts=True)
        await place.restart()
        assert (await place.table()).state.awaited == (await first.seat(),)

    async def test_a_setting_survives_a_restart_and_is_used(self, place: Place) -> None:
        ann = place.somebody("ann")
        await settings(place, threads=True, pace="slow", language="de")
        await place.restart()
        await ann.command("start")
        place.channel = place.channel.threads[0]
        table = await place.table()
        assert (table.language, table.state.pace) == ("de", "slow")


class TestNotTooFast:
    async def test_starts(self, place: Place) -> None:
        ann, ben = map(place.somebody, ("ann", "ben"))
        for _ in range(COOLDOWN_TIMES):
            await ann.command("start")
        told = await ann.told("start")
        assert told.text == ann.words.count("error.cooldown", int(COOLDOWN))
        # It is each person's own, and passes.
        assert ben.words("error.channel_taken", link="") in (await ben.told("start")).text
        await place.later(COOLDOWN + 2)
        assert ann.words("error.channel_taken", link="") in (await ann.told("start")).text

    async def test_posting_the_table_again(self, place: Place) -> None:
        ann, *_ = await seated(place, 2)
        for _ in range(COOLDOWN_TIMES):
            assert (await ann.told("table")).text == ann.words("table.posted_again")
        newest = place.table_message().id
        told = await ann.told("table")
        assert told.text == ann.words.count("error.cooldown", int(COOLDOWN))
        assert place.table_message().id == newest

    async def test_what_only_oneself_sees_is_as_fast_as_one_likes(self, place: Place) -> None:
        ann, *_ = await seated(place, 2)
        for _ in range(2 * COOLDOWN_TIMES):
            assert (await ann.told("score")).text.startswith(ann.words("score.title"))
