"""The lobby: who sits down, who leaves, who starts."""

import pytest

from bot.engine.state import Computer, Person, Phase
from bot.text.words import Language
from tests.cogs.people import Place
from tests.cogs.seen import see


async def test_whoever_opens_the_table_is_seated_as_host(place: Place) -> None:
    ann = place.somebody("ann")
    await place.lobby(ann)
    assert "**Ann** (host)" in place.shown().text
    assert place.shown().text.count("*free*") == 3
    assert place.shown().enabled() == ["Join", "Leave", "Add computer", "Rules", "Allow hints", "Start"]


async def test_who_joins_twice_is_told_so_alone(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    lobby = await place.lobby(ann, ben)
    assert await ben.refused(lobby, "button.join") == "You are already sitting at this table."
    assert await place.people_seated() == 2


async def test_the_fifth_has_no_seat(place: Place) -> None:
    ann, *others = (place.somebody(name) for name in ("ann", "ben", "cleo", "dora"))
    lobby = await place.lobby(ann, *others)
    assert place.shown().buttons["Join"]["disabled"]
    # Where the message was still on its way, the button could be pressed nevertheless.
    eve = place.somebody("eve")
    result = await eve.forge(lobby, place.shown().buttons["Join"]["custom_id"])
    assert result.response.content == "Every seat at this table is taken."
    assert result.response.ephemeral
    assert await place.people_seated() == 4


async def test_who_leaves_frees_the_seat_for_another(place: Place) -> None:
    ann, ben, cleo = (place.somebody(name) for name in ("ann", "ben", "cleo"))
    lobby = await place.lobby(ann, ben)
    await ben.press(lobby, "button.leave")
    assert "Ben" not in place.shown().text
    await cleo.press(lobby, "button.join")
    assert "2. Cleo" in place.shown().text
    assert await ben.refused(lobby, "button.leave") == "You are not sitting at this table."


async def test_when_the_host_leaves_the_next_person_is_host(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    lobby = await place.lobby(ann, ben)
    await ann.press(lobby, "button.leave")
    assert "**Ben** (host)" in place.shown().text
    await ben.press(lobby, "button.start")
    assert (await place.table()).state.phase is Phase.PLAYING


async def test_when_the_last_leaves_the_table_is_closed(place: Place) -> None:
    ann = place.somebody("ann")
    lobby = await place.lobby(ann, computers=2)
    await ann.press(lobby, "button.leave")
    [message] = place.public_messages()
    assert "Table closed" in see(message).text
    assert place.bot.words[Language.EN]("table.abandoned") in see(message).text
    assert not see(message).buttons
    assert await place.bot.tables.in_channel(place.channel.id) is None
    await place.lobby(ann)


async def test_the_host_seats_computers_and_sends_them_away(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    lobby = await place.lobby(ann, ben)
    await ann.press(lobby, "button.add_computer")
    await ann.press(lobby, "button.add_computer")
    assert "🤖 Ada" in place.shown().text
    assert "🤖 Bruno" in place.shown().text
    assert place.shown().enabled() == ["Leave", "Remove computer", "Rules", "Allow hints", "Start"]
    assert await ben.refused(lobby, "button.remove_computer") == "Only the host can do that."
    await ann.press(lobby, "button.remove_computer")
    assert "Bruno" not in place.shown().text
    rest = ["Rules", "Allow hints", "Start"]
    assert place.shown().enabled() == ["Join", "Leave", "Add computer", "Remove computer", *rest]


@pytest.mark.parametrize("key", ["button.start", "button.add_computer"])
async def test_only_the_host_may(place: Place, key: str) -> None:
    ann, ben, eve = (place.somebody(name) for name in ("ann", "ben", "eve"))
    lobby = await place.lobby(ann, ben)
    assert await ben.refused(lobby, key) == "Only the host can do that."
    assert await eve.refused(lobby, key) == "You are not sitting at this table."
    assert (await place.table()).state.phase is Phase.LOBBY


@pytest.mark.parametrize("computers", [0, 2, 3])
async def test_start_fills_free_seats_with_computers(place: Place, computers: int) -> None:
    ann = place.somebody("ann")
    lobby = await place.lobby(ann, computers=computers)
    await ann.press(lobby, "button.start")
    seats = (await place.table()).state.seats
    assert sum(isinstance(seat, Person) for seat in seats) == 1
    assert sum(isinstance(seat, Computer) for seat in seats) == 3
    assert place.shown().enabled() == ["My hand"]
    assert [message.id for message in place.public_messages()] == [lobby.id]


async def test_a_click_on_a_lobby_that_has_started_is_refused(place: Place) -> None:
    ann, eve = place.somebody("ann"), place.somebody("eve")
    lobby = await place.lobby(ann)
    join = place.shown().buttons["Join"]["custom_id"]
    await ann.press(lobby, "button.start")
    result = await eve.forge(lobby, join)
    assert result.response.content == "The game has already started."


async def test_the_hand_of_a_game_that_has_not_started(place: Place) -> None:
    ann, eve = place.somebody("ann"), place.somebody("eve")
    await place.lobby(ann)
    assert (await ann.told("hand")).text == "The game has not started yet."
    assert (await eve.told("hand")).text == "You are not sitting at this table."
    assert (await ann.told("score")).text == "The game has not started yet."


async def test_a_short_game_is_what_was_asked_for(place: Place) -> None:
    ann = place.somebody("ann")
    await place.lobby(ann, preset="short")
    assert "Short game, to 50 points" in place.shown().text
    assert (await place.table()).state.ruleset.limit == 50
