"""A table that was posted, and whose number was not noted before the end, is found again."""

import pytest

from bot.store.errors import StorageFailed
from bot.store.messages import MessageStore
from bot.store.records import MessageRow
from cogs.board import TABLE
from tests.cogs.moves import everybody_acts, seated
from tests.cogs.people import Place
from tests.cogs.seen import see

pytestmark = pytest.mark.expect_discord_errors


def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on it is not noted which message a table is, as if the bot were gone before it could be."""
    save = MessageStore.save_message

    async def lost(store: MessageStore, message: MessageRow) -> MessageRow | None:
        if message.kind == TABLE:
            raise StorageFailed("The bot is gone.")
        return await save(store, message)

    monkeypatch.setattr(MessageStore, "save_message", lost)


async def test_the_table_of_the_next_deal(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    await seated(place)
    table = await place.table()
    with monkeypatch.context() as patched:
        with place.env._bot_scope():
            while not table.state.history:
                # The last card of the deal is the one after which the next table is posted.
                if table.state.deal is not None and len(table.state.deal.tricks) == 12:
                    forgetful(patched)
                await everybody_acts(table)
        await place.env.settle(idle=0.001)
        await place.bot.close()
    posted = place.tables()[-1]
    assert "Deal 2" in see(posted).text
    since = len(place.env.http_requests)
    await place.restart()
    await everybody_acts(await place.table())
    await place.env.settle(idle=0.001)
    assert [message.id for message in place.tables()][-1] == posted.id
    assert len(place.tables()) == 2
    assert not place.requests("POST", "/channels/*/messages", since)


@pytest.mark.parametrize("deleted", [False, True])
async def test_the_lobby_a_command_was_answered_with(
    place: Place, monkeypatch: pytest.MonkeyPatch, deleted: bool
) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    with monkeypatch.context() as patched:
        forgetful(patched)
        lobby = (await ann.command("start")).response.message
        await place.bot.close()
    if deleted:
        del place.env.backend.messages[place.channel.id][lobby.id]
    await place.restart()
    await place.env.settle(idle=0.001)
    assert len(place.tables()) == 1
    assert (place.table_message().id == lobby.id) is not deleted
    await ben.press(place.table_message(), "button.join")
    assert await place.people_seated() == 2


async def test_where_nothing_can_be_looked_up_discord_knows_the_post_by_its_number(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seated(place)
    await place.env.settle(idle=0.001)
    ann = place.somebody("ann")
    place.env.inject_error("GET", "/channels/*/messages", status=403, code=50001, times=None)
    place.env.inject_error("POST", "/channels/*/messages", status=503)
    since = len(place.env.http_requests)
    await ann.told("table")
    await place.env.advance_time(5)
    first, second = place.requests("POST", "/channels/*/messages", since)
    assert first.json["nonce"] == second.json["nonce"]
    assert first.json["enforce_nonce"] is True
    await ann.told("table")
    third = place.requests("POST", "/channels/*/messages", since)[-1]
    assert third.json["nonce"] != first.json["nonce"]
