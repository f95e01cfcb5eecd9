"""Restarts: every open game goes on, with the buttons that are there."""

import pytest

from bot.engine.state import Phase
from cogs import commands
from tests.cogs.people import Place
from tests.cogs.seen import see

NAMES = ("ann", "ben", "cleo", "dora")


async def test_in_the_lobby(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    lobby = await place.lobby(ann, computers=1)
    await place.restart()
    await ben.press(lobby, "button.join")
    assert "Ben" in place.shown().text
    await ann.press(place.table_message(), "button.start")
    assert (await place.table()).state.phase is Phase.PLAYING
    assert [message.id for message in place.tables()] == [lobby.id]


async def test_while_passing(place: Place) -> None:
    ann, ben, cleo, dora = await place.game(*map(place.somebody, NAMES))
    hands = {person: await person.hand() for person in (ann, ben, cleo, dora)}
    await ann.pass_first_three()
    values = [option["value"] for option in ben.panel().menus[0]["options"]][:3]
    await ben.choose(values)
    confirm = ben.panel().buttons["Pass these cards"]["custom_id"]
    message = ben.panel().message
    await place.restart()
    for person, hand in hands.items():
        assert await person.hand() == hand
    await ben.forge(message, confirm)
    assert not (await ben.view()).to_pass
    for person in (cleo, dora):
        await person.pass_first_three()
    assert (await place.table()).state.decision is not None
    assert "Trick" not in place.shown().text


async def test_inside_a_trick(place: Place) -> None:
    people = await place.game(*map(place.somebody, NAMES))
    for person in people:
        await person.pass_first_three()
    table = await place.table()
    turns = [people[(table.state.awaited[0] + step) % 4] for step in range(4)]
    await turns[0].play_first()
    await turns[1].play_first()
    before = table.state
    panels = {person: person.panel().text for person in people}
    since = len(place.env.http_requests)
    await place.restart()
    table = await place.table()
    assert table.state == before
    for person in people:
        assert person.panel().text == panels[person]
    assert not place.requests("POST", "/channels/*/messages", since)
    await turns[2].play_first()
    assert turns[3].panel().play_buttons()
    await turns[3].play_first()
    assert "Trick 1 goes to" in place.shown().text


async def test_a_click_on_what_was_decided_before_the_restart(place: Place) -> None:
    people = await place.game(*map(place.somebody, NAMES))
    for person in people:
        await person.pass_first_three()
    first = people[(await place.table()).state.awaited[0]]
    panel = first.panel()
    card = panel.play_buttons()[0]["custom_id"]
    await first.play_first()
    await place.restart()
    before = (await place.table()).state.count
    await first.forge(panel.message, card)
    assert "That has been decided already" in first.panel().text
    assert (await place.table()).state.count == before


@pytest.mark.settings(computer_pace=10)
async def test_a_computer_that_was_to_move_moves_after_the_restart(place: Place) -> None:
    [ann] = await place.game(place.somebody("ann"))
    await ann.pass_first_three()
    table = await place.table()
    assert table.state.deal is not None
    assert table.state.deal.passing
    await place.restart()
    await place.env.advance_time(11)
    table = await place.table()
    assert table.state.deal is not None
    assert not table.state.deal.passing
    for _ in range(4):
        await place.restart()
        await place.env.advance_time(11)
        if (await place.table()).state.awaited == (await ann.seat(),):
            break
    assert (await place.table()).state.awaited == (await ann.seat(),)
    await ann.open_hand()
    await ann.play_first()


async def test_the_language_of_a_panel_survives(place: Place) -> None:
    people = await place.game(
        *(
            place.somebody(name, locale)
            for name, locale in zip(NAMES, ("en-US", "de", "en-US", "de"), strict=True)
        )
    )
    await place.restart()
    for person in people:
        await person.pass_first_three()
    for person in people:
        assert person.panel().text.startswith(
            "### Deine Karten" if person.locale == "de" else "### Your hand"
        )


async def test_commands_are_synced_only_when_they_changed(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = "/applications/*/commands"
    assert len(place.requests("PUT", path)) == 1
    await place.restart()
    assert len(place.requests("PUT", path)) == 1
    # The next release has another command less.
    monkeypatch.setattr(commands, "COMMANDS", commands.COMMANDS[:-1])
    await place.restart()
    assert len(place.requests("PUT", path)) == 2
    await place.restart()
    assert len(place.requests("PUT", path)) == 2


async def test_a_restart_between_two_deals_shows_the_next(place: Place) -> None:
    people = await place.game(*map(place.somebody, NAMES))
    for person in people:
        await person.pass_first_three()
    table = await place.table()
    while not table.state.history:
        await people[table.state.awaited[0]].play_unseen()
    await place.restart()
    done, running = map(see, place.tables())
    assert "Deal 1 is over" in done.text
    assert "Deal 2" in running.text
    for person in people:
        await person.pass_first_three()
