"""Messages have their turns: within Discord's limits, the newest state only, and no click waits for them."""

import pytest

from tests.cogs.moves import in_play, played
from tests.cogs.people import Place
from tests.cogs.seen import see

TABLE = "/channels/*/messages/*"

limited = pytest.mark.settings(edit_interval=1.2, requests_per_second=45)


@limited
async def test_of_many_changes_at_once_the_newest_is_shown_and_the_others_are_counted(place: Place) -> None:
    people = await in_play(place)
    await place.env.advance_time(5)
    before, since = place.bot.traffic.counts, len(place.env.http_requests)
    for _ in range(4):
        mover = await place.to_move(people)
        assert mover is not None
        await played(place, mover)
    await place.env.advance_time(5)
    counts = place.bot.traffic.counts
    edits = place.requests("PATCH", TABLE, since)
    assert 1 <= len(edits) <= 4
    assert counts.superseded - before.superseded + len(edits) >= 4
    assert counts.sent - before.sent == len(edits)
    shown = place.shown()
    with place.env._bot_scope():
        place.cog.boards.look_again(await place.table())
    await place.env.advance_time(3)
    assert (place.shown().texts, place.shown().alts) == (shown.texts, shown.alts)


@limited
async def test_a_click_is_answered_although_nothing_else_may_be_sent(place: Place) -> None:
    people = await in_play(place, panels=True)
    await place.env.advance_time(5)
    with place.env._bot_scope():
        place.bot.traffic.limited(None, 100)
    before, text = len(place.env.http_requests), place.shown().text
    result = await people[0].member.click(place.table_message(), label="My hand")
    assert result.response is not None
    assert see(result.response).text.startswith("### Your hand")
    people[0].panel_id = result.response.message.id
    await people[0].play_first()
    assert place.shown().text == text
    assert not place.requests("PATCH", TABLE, before)
    await place.env.advance_time(110)
    assert place.shown().text != text
    assert len(place.requests("PATCH", TABLE, before)) == 1


@limited
async def test_one_table_that_is_to_wait_keeps_no_other_waiting(place: Place) -> None:
    first, first_people = place.channel, await in_play(place)
    place.channel = place.guild.create_text_channel("other")
    eve = place.somebody("eve")
    await place.game(eve)
    await place.env.advance_time(5)
    other = place.channel
    with place.env._bot_scope():
        place.bot.traffic.limited(first.id, 60)
    since = len(place.env.http_requests)
    await eve.pass_first_three()
    place.channel = first
    await played(place, first_people[0])
    await place.env.advance_time(5)
    paths = {request.path.split("/")[2] for request in place.requests("PATCH", TABLE, since)}
    assert paths == {str(other.id)}
    await place.env.advance_time(60)
    paths = {request.path.split("/")[2] for request in place.requests("PATCH", TABLE, since)}
    assert paths == {str(other.id), str(first.id)}
