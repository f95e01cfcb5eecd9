"""The lobby: who sits down, who leaves, who starts."""

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.state import Computer, Person, Phase
from bot.players import LEVELS
from bot.text.words import Language
from tests.cogs.moves import play_on
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import see


async def test_whoever_opens_the_table_is_seated_as_host(place: Place) -> None:
    ann = place.somebody("ann")
    await place.lobby(ann, level=None)
    assert "**Ann** (host)" in place.shown().text
    assert place.shown().text.count("*free*") == 3
    assert place.shown().enabled() == ["Join", "Leave", "Rules", "Allow hints", "Start"]
    assert "Computers on free seats: 🦊 Hard" in place.shown().text


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
    menu = add_menu(place)
    assert [option["value"] for option in menu["options"]] == list(LEVELS)
    assert all(option["description"] for option in menu["options"])
    await add(ann, lobby, "expert")
    await add(ann, lobby, "easy")
    assert "🦉 Ada · Expert" in place.shown().text
    assert "🐣 Bruno · Easy" in place.shown().text
    assert add_menu(place)["disabled"], "no seat is free"
    assert place.shown().enabled() == ["Leave", "Remove computer", "Rules", "Allow hints", "Start"]
    assert await ben.refused(lobby, "button.remove_computer") == "Only the host can do that."
    await ann.press(lobby, "button.remove_computer")
    assert "Bruno" not in place.shown().text
    rest = ["Rules", "Allow hints", "Start"]
    assert place.shown().enabled() == ["Join", "Leave", "Remove computer", *rest]
    assert not add_menu(place).get("disabled")
    assert "Computers on free seats: 🐣 Easy" in place.shown().text, "as the last one was"


async def test_only_the_host_may_start(place: Place) -> None:
    ann, ben, eve = (place.somebody(name) for name in ("ann", "ben", "eve"))
    lobby = await place.lobby(ann, ben)
    assert await ben.refused(lobby, "button.start") == "Only the host can do that."
    assert await eve.refused(lobby, "button.start") == "You are not sitting at this table."
    assert (await place.table()).state.phase is Phase.LOBBY


async def test_only_the_host_may_add_a_computer(place: Place) -> None:
    ann, ben, eve = (place.somebody(name) for name in ("ann", "ben", "eve"))
    lobby = await place.lobby(ann, ben)
    for person, sentence in (
        (ben, "Only the host can do that."),
        (eve, "You are not sitting at this table."),
    ):
        result = await add(person, lobby, "hard")
        assert result.response.ephemeral
        assert result.response.content == sentence
    assert (await place.table()).state.seats.count(None) == 2


async def test_the_button_that_older_lobbies_have_adds_one_as_the_table_has_it(place: Place) -> None:
    ann = place.somebody("ann")
    lobby = await place.lobby(ann, level="easy")
    game = (await place.table()).game_id
    await ann.forge(lobby, f"hearts:add:{game}")
    assert (await place.table()).state.seats[1] == Computer("easy", 0)
    result = await ann.forge(lobby, f"hearts-menu:add:{game}", ["grandmaster"])
    assert result.response.ephemeral
    assert (await place.table()).state.seats.count(None) == 2


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("level", LEVELS)
async def test_computers_play_as_whoever_opens_the_table_says(place: Place, level: str) -> None:
    ann = place.somebody("ann")
    lobby = await place.lobby(ann, computers=1, level=level)
    await ann.press(lobby, "button.start")
    seats = (await place.table()).state.seats
    assert sorted(seat.level for seat in seats if isinstance(seat, Computer)) == [level] * 3
    words = place.bot.words[Language.EN]
    for number in range(3):
        name, face = words(f"computer.{number}"), words(f"level.{level}.face")
        shown = words("computer.shown_level", name=name, face=face, level=words(f"level.{level}"))
        assert shown in place.shown().text


async def test_computers_play_as_the_server_has_it_where_nobody_says_otherwise(place: Place) -> None:
    server = await place.bot.store.server(place.guild.id)
    await place.bot.store.save_server(replace(server, level="easy"))
    ann = place.somebody("ann")
    lobby = await place.lobby(ann, computers=1, level=None)
    assert "🐣 Ada · Easy" in place.shown().text
    await ann.press(lobby, "button.start")
    seats = (await place.table()).state.seats
    assert sorted(seat.level for seat in seats if isinstance(seat, Computer)) == ["easy"] * 3


async def test_a_rematch_is_with_computers_of_the_same_levels(place: Place) -> None:
    ann = place.somebody("ann")
    lobby = await place.lobby(ann, preset="short", level=None)
    for level in ("easy", "medium"):
        await add(ann, lobby, level)
    await place.game_started(ann, hands=False)
    await play_on(place, await place.table())
    await ann.press(place.table_message(), "button.rematch")
    state = (await place.table()).state
    assert state.phase is Phase.LOBBY
    assert state.seats[1:] == (Computer("easy", 0), Computer("medium", 1), Computer("medium", 2))
    assert state.level == "medium"


def add_menu(place: Place) -> dict[str, Any]:
    """The menu of levels."""
    return next(menu for menu in place.shown().menus if menu["custom_id"].startswith("hearts-menu:add:"))


async def add(person: Somebody, lobby: Any, level: str) -> Any:
    """Choose a level in the lobby's menu."""
    custom_id = add_menu(person.place)["custom_id"]
    result = await person.member.select(lobby, [level], custom_id=custom_id)
    assert result.acknowledged
    return result


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
