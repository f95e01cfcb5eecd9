"""A table nobody comes to leaves memory; the next click finds everything as it was."""

import gc

import pytest

from cogs.hearts import IDLE
from tests.cogs.people import Place, Somebody

NAMES = ("ann", "ben", "cleo", "dora")


async def idle_game(place: Place) -> tuple[list[Somebody], int]:
    """Four people in the first trick, who then do nothing for long; and their game."""
    people = list(await place.game(*map(place.somebody, NAMES), pace="none"))
    for person in people:
        await person.pass_first_three()
    await people[(await place.table()).state.awaited[0]].play_first()
    game_id = (await place.table()).game_id
    await place.later(IDLE + 90)
    gc.collect()
    return people, game_id


@pytest.mark.settings(prompt_after=0)
async def test_it_leaves_memory_and_the_next_player_plays_on(place: Place) -> None:
    people, game_id = await idle_game(place)
    assert place.bot.tables.in_memory == ()
    assert not place.bot.tables.has(game_id)
    before = len(await place.bot.store.rows(game_id))
    table = await place.bot.tables.get(game_id)
    assert table is not None
    turn = people[table.state.awaited[0]]
    del table
    hand = await turn.open_hand()
    assert hand.play_buttons()
    await turn.play_first()
    assert len(await place.bot.store.rows(game_id)) > before
    assert "Trick 1" in place.shown().text
    assert place.bot.tables.has(game_id)


@pytest.mark.settings(prompt_after=0)
async def test_its_message_is_posted_again_where_somebody_deletes_it(place: Place) -> None:
    _, game_id = await idle_game(place)
    assert not place.bot.tables.has(game_id)
    old = place.table_message()
    place.env.backend.delete_message(place.channel.id, old.id)
    await place.env.settle()
    assert [message.id for message in place.tables()] != [old.id]
    assert "Trick 1" in place.shown().text


async def test_a_table_somebody_came_to_lately_stays(place: Place) -> None:
    await place.game(*map(place.somebody, NAMES))
    await place.later(IDLE - 90)
    assert len(place.bot.tables.in_memory) == 1
