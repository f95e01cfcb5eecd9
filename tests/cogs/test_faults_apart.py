"""Requests that belong to no deal, failing: commands, threads, forms, members, doubled answers."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.engine.table import Table
from bot.engine.tables import Tables
from cogs import command_sync, commands
from tests.cogs.faults import (
    LASTS,
    LATER,
    NO_PERMISSION,
    PASSING,
    Fault,
    Kind,
    NotFound,
    OutOfOrder,
    Refused,
)
from tests.cogs.filling import Forms
from tests.cogs.finished import enough, finished
from tests.cogs.moves import in_play
from tests.cogs.people import Place
from tests.cogs.seen import see

pytestmark = [pytest.mark.expect_discord_errors, pytest.mark.simcord(check_errors=False)]

COMMANDS = Kind("commands", "PUT", "/applications/*/commands")
THREAD = Kind("a thread", "POST", "/channels/*/threads")
MEMBER = Kind("a member", "GET", "/guilds/*/members/*")
FORM = Kind("a form", "POST", "/interactions/*/callback", lambda body: body["type"] == 9)
ANSWER = Kind("an answer", "POST", "/interactions/*/callback")

NO_SUCH = Fault("404", lambda: NotFound(404, 10002), 1)
WRONG = Fault("400", lambda: Refused(400, 50035), 1)


def faults(*more: Fault) -> pytest.MarkDecorator:
    """Every fault that passes, and some that do not."""
    return pytest.mark.parametrize("fault", [*more, *PASSING], ids=str)


@faults(NO_PERMISSION, NO_SUCH, WRONG)
async def test_the_bot_is_there_although_its_commands_cannot_be_told(
    place: Place, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    monkeypatch.setattr(command_sync, "FIRST_RETRY", 6.0)
    people = await in_play(place)
    monkeypatch.setattr(commands, "COMMANDS", commands.COMMANDS[:-1])
    broken = OutOfOrder(monkeypatch, COMMANDS, fault)
    broken.on = True
    await place.restart()
    await people[0].open_hand()
    assert await people[0].play_first()
    await place.env.advance_time(LASTS)
    passes = fault in PASSING
    assert 1 <= broken.failed <= (fault.most if passes else 1)
    failed, broken.on = broken.failed, False
    since = len(place.env.http_requests)
    await place.env.advance_time(LATER)
    assert bool(place.requests("PUT", COMMANDS.path, since)) is passes
    assert broken.failed == failed


@faults(NO_PERMISSION, NO_SUCH, WRONG)
async def test_a_thread_that_is_not_opened_leaves_no_table(
    place: Place, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    ann = place.somebody("ann")
    server = await place.bot.store.server(place.guild.id)
    await place.bot.store.save_server(replace(server, threads=True))
    broken = OutOfOrder(monkeypatch, THREAD, fault)
    broken.on = True
    told = await ann.told("start")
    assert broken.failed == 1
    if fault is NO_PERMISSION:
        assert "Create Public Threads" in told.text
    else:
        assert told.text == ann.words("error.no_thread")
    assert not await place.bot.store.open_games()
    for thread in place.channel.threads:
        kept = place.env.backend.get_channel(thread.id).thread_metadata
        assert kept is not None
        assert kept.archived
    broken.on = False
    assert "<#" in see((await ann.command("start")).response).text
    assert len(await place.bot.store.open_games()) == 1


@faults(NO_PERMISSION, NO_SUCH)
async def test_members_that_cannot_be_looked_up_are_taken_to_be_there(
    place: Place, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    people = [place.somebody(name) for name in ("ann", "ben", "cleo", "dora")]
    await enough(place)
    await finished(people)
    broken = OutOfOrder(monkeypatch, MEMBER, fault)
    broken.on = True
    board = await people[0].told("leaderboard")
    assert broken.failed == 1
    for person in people:
        assert str(person.member.user.global_name) in board.text


async def test_a_form_that_cannot_be_had_in_time_is_not_waited_for(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = place.somebody("ann")
    await place.lobby(ann)
    forms = await Forms.opened(ann)
    button = next(
        item["custom_id"] for item in forms.seen().buttons.values() if ":form:" in item["custom_id"]
    )
    found = Tables.get
    with monkeypatch.context() as patched:
        stalled = asyncio.Event()

        async def get(tables: Tables, game_id: int) -> Table | None:
            await stalled.wait()
            return await found(tables, game_id)

        patched.setattr(Tables, "get", get)
        result = ann.send_click(forms.message, button)
        await place.pass_time(2.5)
        assert result.acknowledged
        stalled.set()
        await place.env.settle(idle=0.001)
    assert result.response is not None
    assert result.response.content == ann.words("error.slow")
    again = await ann.forge(forms.message, button)
    assert again._interaction.modal is not None


@faults(NO_PERMISSION)
async def test_a_form_that_discord_does_not_take_is_opened_again_by_the_next_click(
    place: Place, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    ann = place.somebody("ann")
    await place.lobby(ann)
    forms = await Forms.opened(ann)
    button = next(
        item["custom_id"] for item in forms.seen().buttons.values() if ":form:" in item["custom_id"]
    )
    broken = OutOfOrder(monkeypatch, FORM, fault)
    broken.on = True
    ann.send_click(forms.message, button)
    await place.env.settle(idle=0.001)
    assert broken.failed == 1
    broken.on = False
    again = await ann.forge(forms.message, button)
    assert again._interaction.modal is not None


async def test_an_answer_that_is_there_already_is_edited(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await in_play(place)
    lost = OutOfOrder(monkeypatch, ANSWER, Fault("there", lambda: Refused(400, 40060), 1, echo=True))
    lost.on = True
    result = await people[0].member.click(place.table_message(), label="My hand")
    lost.on = False
    assert lost.failed == 1
    assert see(result.response).text.startswith("### Your hand")
