"""Servers and channels that are gone, and a line to Discord that is broken for a while."""

import pytest

from bot.engine.paces import Pace
from bot.engine.state import Phase
from tests.cogs.faults import Forbidden
from tests.cogs.moves import in_play, played, seated, stored_deadline
from tests.cogs.people import Place
from tests.cogs.seen import see

SETTLED = 0.001


def asked(place: Place, since: int) -> list[str]:
    """The requests to channels since then."""
    paths = (f"{each.method} {each.path}" for each in place.env.http_requests[since:])
    return [path for path in paths if "/channels/" in path]


async def test_the_games_of_a_server_end_with_the_bot_in_it_and_nothing_more_is_asked(place: Place) -> None:
    await seated(place)
    first = await place.table()
    place.channel = place.guild.create_text_channel("other")
    await place.lobby(place.somebody("eve"))
    second = await place.table()
    since = len(place.env.http_requests)
    place.env.backend.remove_guild(place.guild.id)
    await place.env.settle(idle=SETTLED)
    assert {first.state.phase, second.state.phase} == {Phase.CANCELLED}
    await place.env.advance_time(60)
    assert not asked(place, since)
    await place.restart()
    await place.env.advance_time(60)
    assert not asked(place, since)


async def test_a_bot_that_was_removed_while_it_was_away_asks_no_more_than_once(place: Place) -> None:
    await seated(place)
    game_id = (await place.table()).game_id
    await place.bot.close()
    place.env.backend.remove_guild(place.guild.id)
    since = len(place.env.http_requests)
    await place.restart()
    await place.env.advance_time(60)
    table = await place.bot.tables.get(game_id)
    assert table is not None
    assert table.state.phase is Phase.CANCELLED
    assert len(asked(place, since)) <= 1
    since = len(place.env.http_requests)
    await place.restart()
    await place.env.advance_time(60)
    assert not asked(place, since)


@pytest.mark.expect_discord_errors
async def test_who_has_no_access_is_not_taken_for_removed_as_long_as_the_server_is_there(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, *_ = await in_play(place)
    table = await place.table()
    with monkeypatch.context() as patched:

        async def refuse(*_: object, **__: object) -> None:
            raise Forbidden(403, 50001)

        patched.setattr(place.bot.http, "edit_message", refuse)
        await played(place, ann)
    assert table.state.phase is Phase.PLAYING


async def test_a_game_in_a_thread_ends_with_the_channel_around_it(place: Place) -> None:
    ann = place.somebody("ann")
    parent = place.channel
    place.env.backend.create_thread(parent.id, "side table", ann.member.id)
    await place.env.settle(idle=SETTLED)
    place.channel = parent.threads[0]
    await place.lobby(ann)
    table = await place.table()
    place.env.backend.delete_channel(parent.id)
    await place.env.settle(idle=SETTLED)
    assert table.state.phase is Phase.CANCELLED


async def test_nobody_loses_time_while_the_line_is_broken(place: Place) -> None:
    ann, *_ = await in_play(place, pace="normal")
    table, limit = await place.table(), Pace.NORMAL.turn
    assert limit is not None
    await place.later(limit / 3)
    due = await stored_deadline(place, table)
    assert due is not None
    with place.env._bot_scope():
        place.bot.dispatch("shard_disconnect", 0)
    await place.env.settle(idle=SETTLED)
    await place.later(3 * limit)
    assert table.state.awaited == (await ann.seat(),)
    with place.env._bot_scope():
        place.bot.dispatch("shard_resumed", 0)
    await place.env.settle(idle=SETTLED)
    assert await stored_deadline(place, table) == pytest.approx(due + 3 * limit, abs=5)
    await place.later(limit / 3)
    assert table.state.awaited == (await ann.seat(),)
    await place.later(limit)
    assert table.state.awaited != (await ann.seat(),)


async def test_a_moment_without_the_line_changes_nothing(place: Place) -> None:
    await in_play(place, pace="normal")
    table = await place.table()
    due, since = await stored_deadline(place, table), len(place.env.http_requests)
    for event in ("shard_disconnect", "shard_resumed"):
        with place.env._bot_scope():
            place.bot.dispatch(event, 0)
        await place.env.settle(idle=SETTLED)
    assert await stored_deadline(place, table) == due
    assert not asked(place, since)


async def test_a_table_that_was_deleted_while_the_line_was_broken_is_posted_again(place: Place) -> None:
    people = await in_play(place)
    with place.env._bot_scope():
        place.bot.dispatch("shard_disconnect", 0)
    await place.env.settle(idle=SETTLED)
    # Nobody tells of it.
    del place.env.backend.messages[place.channel.id][place.table_message().id]
    await place.later(60)
    assert not place.tables()
    with place.env._bot_scope():
        place.bot.dispatch("shard_ready", 0)
    await place.env.settle(idle=SETTLED)
    assert "Deal 1" in see(place.table_message()).text
    await played(place, people[0])
