"""Servers and channels that are gone, and a line to Discord that is broken for a while."""

import pytest
from simcord.gateway import ShardRouter

from bot.engine.clock import BEAT
from bot.engine.paces import Pace
from bot.engine.state import Phase
from tests.cogs.faults import Forbidden
from tests.cogs.moves import in_play, played, seated, shown_deadline, stored_deadline
from tests.cogs.people import Place
from tests.cogs.seen import see

SETTLED = 0.001


def turn(pace: Pace) -> float:
    """Seconds for a turn."""
    assert pace.turn is not None
    return pace.turn


def asked(place: Place, since: int) -> list[str]:
    """The requests to channels since then."""
    paths = (f"{each.method} {each.path}" for each in place.env.http_requests[since:])
    return [path for path in paths if "/channels/" in path]


async def lose_line(place: Place, shard: int = 0) -> None:
    """The line to Discord breaks."""
    with place.env._bot_scope():
        place.bot.dispatch("shard_disconnect", shard)
    await place.env.settle(idle=SETTLED)


async def connect(place: Place, shard: int = 0) -> None:
    """The line to Discord is set up anew, and not ready yet."""
    with place.env._bot_scope():
        place.bot.dispatch("shard_connect", shard)
    await place.env.settle(idle=SETTLED)


async def become_ready(place: Place, shard: int = 0) -> None:
    """It is some seconds ago that Discord told of the last server."""
    with place.env._bot_scope():
        place.bot.dispatch("shard_ready", shard)
    await place.env.settle(idle=SETTLED)


async def get_line(place: Place, shard: int = 0) -> None:
    """The line to Discord is there again."""
    with place.env._bot_scope():
        place.bot.dispatch("shard_resumed", shard)
    await place.env.settle(idle=SETTLED)


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
    table, limit = await place.table(), turn(Pace.NORMAL)
    await place.later(limit / 3)
    due = await stored_deadline(place, table)
    assert due is not None
    await lose_line(place)
    await place.later(3 * limit)
    assert table.state.awaited == (await ann.seat(),)
    await get_line(place)
    assert await stored_deadline(place, table) == pytest.approx(due + 3 * limit, abs=5)
    await place.later(limit / 3)
    assert table.state.awaited == (await ann.seat(),)
    await place.later(limit)
    assert table.state.awaited != (await ann.seat(),)


async def test_a_line_that_breaks_before_it_is_ready_is_not_taken_for_a_whole_one(place: Place) -> None:
    ann, *_ = await in_play(place, pace="fast")
    table, limit = await place.table(), turn(Pace.FAST)
    await lose_line(place)
    await connect(place)
    await lose_line(place)
    await become_ready(place)
    await place.later(3 * limit)
    assert table.state.awaited == (await ann.seat(),)
    await connect(place)
    await become_ready(place)
    await place.later(limit / 2)
    assert table.state.awaited == (await ann.seat(),)
    await place.later(limit)
    assert table.state.awaited != (await ann.seat(),)


async def test_after_a_start_no_clock_runs_until_the_line_is_there(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, *_ = await in_play(place, pace="fast")
    limit, lines = turn(Pace.FAST), list[tuple[ShardRouter, int]]()
    await place.later(limit / 6)
    with monkeypatch.context() as patched:
        patched.setattr(ShardRouter, "identify", lambda router, shard: lines.append((router, shard)))
        await place.restart()
        await place.later(2 * limit)
    table = await place.table()
    assert table.state.awaited == (await ann.seat(),)
    for router, shard in lines:
        with place.env._bot_scope():
            router.identify(shard)
    await place.env.settle(idle=SETTLED)
    due = await stored_deadline(place, table)
    assert due is not None
    assert due - place.bot.now() == pytest.approx(limit * 5 / 6, abs=BEAT + 5)
    assert shown_deadline(place.shown()) == int(due)
    await place.later(limit / 2)
    assert table.state.awaited == (await ann.seat(),)
    await place.later(limit)
    assert table.state.awaited != (await ann.seat(),)


async def test_a_restart_gives_the_time_back_in_which_the_line_was_broken(place: Place) -> None:
    ann, *_ = await in_play(place, pace="fast")
    limit = turn(Pace.FAST)
    await place.later(limit / 6)
    await lose_line(place)
    await place.later(2 * limit)
    await place.restart()
    await place.later(limit / 2)
    table = await place.table()
    assert table.state.awaited == (await ann.seat(),)
    await place.later(limit)
    assert table.state.awaited != (await ann.seat(),)


async def test_of_several_lines_one_is_broken(place: Place) -> None:
    place.bot.shard_count = 2
    first, limit = place.guild, turn(Pace.NORMAL)
    await in_play(place)
    cut = await place.table()
    place.guild = place.env.create_guild(id=first.id + (1 << 22))
    place.channel = place.guild.create_text_channel("cards")
    await in_play(place)
    other = await place.table()
    shards = [(each.state.server >> 22) % 2 for each in (cut, other)]
    await get_line(place, shards[1])
    await lose_line(place, shards[0])
    awaited = [each.state.awaited for each in (cut, other)]
    await place.later(2 * limit)
    assert cut.state.awaited == awaited[0]
    assert other.state.awaited != awaited[1]
    await get_line(place, shards[0])
    due = await stored_deadline(place, cut)
    assert due is not None
    assert due - place.bot.now() == pytest.approx(limit, abs=BEAT + 5)
    await place.later(limit + 5)
    assert cut.state.awaited != awaited[0]


async def test_a_table_that_left_memory_loses_no_time_either(place: Place) -> None:
    await in_play(place, pace="slow")
    limit = turn(Pace.SLOW)
    for _ in range(2):
        await place.later(1800)
    assert not place.bot.tables.in_memory
    await lose_line(place)
    await place.later(limit)
    await get_line(place)
    due = await stored_deadline(place, await place.table())
    assert due is not None
    assert due - place.bot.now() == pytest.approx(limit - 3600, abs=BEAT)


async def test_who_could_not_play_because_the_process_slept_has_the_time_afterwards(place: Place) -> None:
    ann, *_ = await in_play(place, pace="fast")
    table, limit = await place.table(), turn(Pace.FAST)
    await place.later(limit / 6)
    due = await stored_deadline(place, table)
    assert due is not None
    await place.env.advance_time(1)
    place.env.backend.advance_clock(2 * limit)
    await place.env.advance_time(3)
    assert table.state.awaited == (await ann.seat(),)
    later = await stored_deadline(place, table)
    assert later == pytest.approx(due + 2 * limit, abs=2)
    assert later is not None
    assert shown_deadline(place.shown()) == int(later)
    await place.later(limit)
    assert table.state.awaited != (await ann.seat(),)


async def test_a_moment_without_the_line_changes_nothing(place: Place) -> None:
    await in_play(place, pace="normal")
    table = await place.table()
    due, since = await stored_deadline(place, table), len(place.env.http_requests)
    await lose_line(place)
    await get_line(place)
    assert await stored_deadline(place, table) == due
    assert not asked(place, since)


async def test_a_table_that_was_deleted_while_the_line_was_broken_is_posted_again(place: Place) -> None:
    people = await in_play(place)
    await lose_line(place)
    # Nobody tells of it.
    del place.env.backend.messages[place.channel.id][place.table_message().id]
    await place.later(60)
    assert not place.tables()
    await connect(place)
    await become_ready(place)
    assert "Deal 1" in see(place.table_message()).text
    await played(place, people[0])
