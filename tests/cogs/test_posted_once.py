"""A table that was posted, and whose number was not noted before the end, is found again."""

from collections.abc import Sequence

import pytest
from discord import Message

from bot.engine.table import Table
from bot.store.errors import StorageFailed
from bot.store.messages import MessageStore
from bot.store.records import MessageRow
from cogs import upkeep
from cogs.board import TABLE, Board
from cogs.layout import Layout
from cogs.prompts import POSTING as PROMPT_POSTING
from cogs.prompts import PROMPT
from tests.cogs.faults import Fault, Kind, OutOfOrder, Refused
from tests.cogs.moves import everybody_acts, passed, seated
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import see
from tests.cogs.test_prompts import pings

pytestmark = pytest.mark.expect_discord_errors

LOST = Fault("a lost echo", TimeoutError, 9, echo=True)
POST = Kind("something is posted", "POST", "/channels/*/messages")


def forgetful(monkeypatch: pytest.MonkeyPatch, kind: str = TABLE) -> None:
    """From now on it is not noted which message a table is, as if the bot were gone before it could be."""
    save = MessageStore.save_message

    async def lost(store: MessageStore, message: MessageRow) -> MessageRow | None:
        if message.kind == kind:
            raise StorageFailed("The bot is gone.")
        return await save(store, message)

    monkeypatch.setattr(MessageStore, "save_message", lost)


async def before_the_end(place: Place) -> Table:
    """A table where the deal ends with the next card: the last trick follows from the one before it."""
    await seated(place)
    table = await place.table()
    with place.env._bot_scope():
        while (deal := table.state.deal) is None or (len(deal.tricks), len(deal.trick.plays)) != (11, 3):
            await everybody_acts(table)
    await place.env.settle(idle=0.001)
    return table


async def last_card(place: Place, table: Table) -> None:
    """The last card of the deal is played; what is then shown is not waited for."""
    with place.env._bot_scope():
        await everybody_acts(table)
    assert table.state.history


async def test_the_table_of_the_next_deal(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await before_the_end(place)
    with monkeypatch.context() as patched:
        forgetful(patched)
        await last_card(place, table)
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


async def test_a_mention_that_is_posted_at_the_moment_of_the_table_is_not_taken_for_it(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await seated(place)
    broken = OutOfOrder(monkeypatch, POST, Fault("a limit", lambda: Refused(429, 0, Retry_After="25"), 2))
    broken.on = True
    await people[0].told("table")
    await place.env.advance_time(21)
    broken.on = False
    since = len(place.env.http_requests)
    await place.env.advance_time(20)
    posts = place.requests("POST", "/channels/*/messages", since)
    assert len({post.json["nonce"] for post in posts}) == len(posts) == 2
    assert len(place.tables()) == len(place.prompts()) == 1
    # The mention is over; what is deleted is not the table.
    await passed(place, *people)
    await everybody_acts(await place.table())
    await place.env.settle(idle=0.001)
    assert len(place.tables()) == 1


async def posted_unheard(place: Place, monkeypatch: pytest.MonkeyPatch, people: Sequence[Somebody]) -> None:
    """The table is posted anew, and the bot does not hear what came of it; it tries again in six seconds."""
    monkeypatch.setattr(upkeep, "RETRY_AFTER", 6.0)
    broken = OutOfOrder(monkeypatch, POST, LOST)
    broken.on = True
    await people[0].told("table")
    broken.on = False
    assert len(place.tables()) == 2


async def test_what_was_posted_unheard_and_deleted_is_posted_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await seated(place)
    await posted_unheard(place, monkeypatch, people)
    gone = {message.id for message in place.tables()}
    for each in gone:
        del place.env.backend.messages[place.channel.id][each]
    with place.env._bot_scope():
        await place.cog.boards.on_deleted(place.channel.id, gone)
    await place.env.advance_time(20)
    [table] = place.tables()
    assert table.id not in gone


async def test_what_was_posted_unheard_shows_what_has_changed_meanwhile(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await seated(place)
    place.env.inject_error("GET", "/channels/*/messages", status=403, code=50001, times=None)
    await posted_unheard(place, monkeypatch, people)
    assert "Still to pass" in place.shown().text
    await passed(place, *people)
    await place.env.advance_time(20)
    assert len(place.tables()) == 1
    shown = place.shown().texts
    assert "Still to pass" not in place.shown().text
    since = len(place.env.http_requests)
    with place.env._bot_scope():
        place.cog.boards.look_again(await place.table())
    await place.env.settle(idle=0.001)
    assert place.requests("PATCH", "/channels/*/messages/*", since)
    assert place.shown().texts == shown


async def test_who_is_reminded_is_mentioned_anew_although_the_first_mention_was_not_noted_to_the_end(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = place.somebody("ann")
    await place.game(ann, hands=False)
    drop, fails = MessageStore.drop_message, [True]

    async def drop_or_fail(store: MessageStore, game_id: int, kind: str) -> None:
        if kind == PROMPT_POSTING and fails and fails.pop():
            raise StorageFailed("The disk is full.")
        await drop(store, game_id, kind)

    monkeypatch.setattr(MessageStore, "drop_message", drop_or_fail)
    await place.env.advance_time(25)
    [first] = place.prompts()
    assert not fails
    with place.env._bot_scope():
        place.cog.prompts.remind(await place.table(), again=True)
    await place.env.settle(idle=0.001)
    [second] = place.prompts()
    assert second.id != first.id


async def test_a_mention_that_was_posted_unheard_and_deleted_is_posted_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "RETRY_AFTER", 6.0)
    ann = place.somebody("ann")
    await place.game(ann, hands=False)
    place.env.inject_error("GET", "/channels/*/messages", status=403, code=50001, times=None)
    broken = OutOfOrder(monkeypatch, POST, LOST)
    broken.on = True
    await place.env.advance_time(21)
    broken.on = False
    [first] = place.prompts()
    del place.env.backend.messages[place.channel.id][first.id]
    await place.env.advance_time(10)
    assert len(place.prompts()) == 1


@pytest.mark.parametrize("acts", [False, True], ids=["still to act", "has acted"])
async def test_a_mention_pings_once_however_long_the_bot_was_gone(
    place: Place, monkeypatch: pytest.MonkeyPatch, acts: bool
) -> None:
    ann = place.somebody("ann")
    await place.game(ann, hands=False)
    with monkeypatch.context() as patched:
        forgetful(patched, PROMPT)
        await place.env.advance_time(21)
        await place.bot.close()
    [prompt] = place.prompts()
    await place.restart()
    if acts:
        await ann.open_hand()
        await ann.pass_first_three()
    await place.env.advance_time(15)
    assert pings(place) == [{ann.member.id}]
    assert [message.id for message in place.prompts()] == ([] if acts else [prompt.id])


async def without_its_table(place: Place) -> Table:
    """A table before the end of a deal whose message was deleted while the line was broken."""
    table = await before_the_end(place)
    del place.env.backend.messages[place.channel.id][place.table_message().id]
    return table


def outcomes(place: Place) -> int:
    """How many messages show what the first deal came to."""
    return sum("Deal 1 is over" in see(message).text for message in place.tables())


async def test_what_a_deal_came_to_is_posted_once_although_the_next_table_is_not(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "RETRY_AFTER", 6.0)
    table = await without_its_table(place)
    post, tries = Board.post, list[int]()

    async def post_or_fail(board: Board, layout: Layout, subject: int) -> Message:
        tries.append(subject)
        if tries.count(2) in (1, 2):
            raise StorageFailed("The disk is full.")
        return await post(board, layout, subject)

    with monkeypatch.context() as patched:
        patched.setattr(Board, "post", post_or_fail)
        await last_card(place, table)
        await place.env.settle(idle=0.001)
        await place.env.advance_time(20)
    assert tries == [1, 2, 2, 2]
    assert outcomes(place) == 1
    assert "Deal 2" in place.shown().text


async def test_what_a_deal_came_to_is_found_again(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await without_its_table(place)
    with monkeypatch.context() as patched:
        forgetful(patched)
        await last_card(place, table)
        await place.env.settle(idle=0.001)
        await place.bot.close()
    assert outcomes(place) == 1
    await place.restart()
    await place.env.settle(idle=0.001)
    assert outcomes(place) == 1
    assert "Deal 2" in place.shown().text
    assert len(place.tables()) == 2
