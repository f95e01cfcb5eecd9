"""Clicks that come twice, late, from strangers, or on items that were never there."""

import asyncio

import pytest
from discord import PermissionOverwrite

from bot.engine.table import Table
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import see


def count(table: Table) -> int:
    """How much has happened at a table."""
    return table.state.count


async def playing(place: Place) -> tuple[Table, list[Somebody], Somebody]:
    """A game in its first trick: the table, the people in seat order, and who is to play."""
    people = await place.game(*(place.somebody(name) for name in ("ann", "ben", "cleo", "dora")))
    for person in people:
        await person.pass_first_three()
    table = await place.table()
    return table, people, people[table.state.awaited[0]]


async def test_the_same_card_clicked_twice_is_played_once(place: Place) -> None:
    table, _, ann = await playing(place)
    panel = ann.panel()
    card = panel.play_buttons()[0]["custom_id"]
    await ann.forge(panel.message, card)
    before = count(table)
    result = await ann.forge(panel.message, card)
    assert count(table) == before
    assert result.response.id == panel.message.id
    assert "That has been decided already" in ann.panel().text


async def test_two_clicks_at_once_play_one_card(place: Place) -> None:
    table, _, ann = await playing(place)
    panel, before = ann.panel(), count(table)
    card = panel.play_buttons()[0]["custom_id"]
    results = [ann.send_click(panel.message, card) for _ in range(3)]
    await place.env.settle(idle=0.001)
    assert all(result.acknowledged for result in results)
    assert count(table) == before + 1
    assert "That has been decided already" in ann.panel().text


async def test_a_confirmed_pass_is_final(place: Place) -> None:
    ann = (await place.game(place.somebody("ann"), place.somebody("ben")))[0]
    table = await place.table()
    first = [option["value"] for option in ann.panel().menus[0]["options"]]
    await ann.choose(first[:3])
    confirm = ann.panel().buttons["Pass these cards"]["custom_id"]
    message = ann.panel().message
    await ann.confirm()
    before = count(table)
    await ann.forge(message, confirm)
    assert "a confirmed pass is final" in ann.panel().text
    await ann.forge(message, confirm.replace("".join(first[:3]), "".join(first[3:6])))
    assert "a confirmed pass is final" in ann.panel().text
    assert count(table) == before


async def test_people_act_at_once(place: Place) -> None:
    people = await place.game(*(place.somebody(name) for name in ("ann", "ben", "cleo", "dora")))
    table = await place.table()
    clicks: list[tuple[Somebody, str]] = []
    for person in people:
        await person.choose([option["value"] for option in person.panel().menus[0]["options"][:3]])
        clicks.append((person, person.panel().buttons["Pass these cards"]["custom_id"]))
    results = [person.send_click(person.panel().message, custom_id) for person, custom_id in clicks]
    await place.env.settle(idle=0.001)
    assert all(result.acknowledged for result in results)
    assert table.state.deal is not None
    assert not table.state.deal.passing
    turn = table.state.awaited[0]
    for seat, person in enumerate(people):
        assert bool(person.panel().play_buttons()) == (seat == turn)


async def test_a_stranger_has_no_hand(place: Place) -> None:
    await place.game(place.somebody("ann"))
    eve = place.somebody("eve")
    assert await eve.refused(place.table_message(), "button.my_hand") == (
        "You are not sitting at this table."
    )


FORGED = [
    ("hearts:play:{game}:1:0:XX", None),
    ("hearts:play:{game}:1:0:", None),
    ("hearts:play:{game}:1:0:2C3C", None),
    ("hearts:play:{game}:1:x:2C", None),
    ("hearts:play:{game}:2C", None),
    ("hearts:play:{game}", None),
    ("hearts:play:999999999999999999:1:0:2C", None),
    ("hearts:play:9999999999999999999999:1:0:2C", None),
    ("hearts:play:-1:1:0:2C", None),
    ("hearts:play:{game}:99999999999999999999999999999999:0:2C", None),
    ("hearts:pass:{game}:1:pass:", None),
    ("hearts:pass:{game}:1:pass:2C", None),
    ("hearts:pass:{game}:1:pass:2C2C2C", None),
    ("hearts:pass:{game}:1:pass:2C3C4C5C", None),
    ("hearts:pass:{game}:1:pass:2", None),
    ("hearts:pass:{game}:7:pass:2C3C4C", None),
    ("hearts:pass:{game}:1:12:2C3C4C", None),
    ("hearts:refresh:0", None),
    ("hearts:hand:999999999999999999", None),
    ("hearts:join:999999999999999999", None),
    ("hearts:cancel:999999999999999999", None),
    ("hearts:cancel:{game}", None),
    ("hearts:rematch:{game}", None),
    ("hearts:start:{game}", None),
    ("hearts:fly:{game}:to:the:moon", None),
    ("hearts:PLAY:{game}", None),
    ("hearts:", None),
    ("hearts:ünder:{game}:1", None),
    ("hearts:play:{game}:1:0:Q♠", None),
    ("hearts:play:{game}:1:0:2C\n", None),
    ("hearts-menu:choose:{game}:1:pass", ["2C", "nonsense", "4C"]),
    ("hearts-menu:choose:{game}:1:pass", ["2C", "3C", "4C", "5C", "6C"]),
    ("hearts-menu:choose:{game}:1:pass", []),
    ("hearts-menu:choose:{game}:pass", ["2C", "3C", "4C"]),
    ("hearts-menu:choose:{game}", ["2C", "3C", "4C"]),
    ("hearts-menu:play:{game}:1:0:2C", ["2C"]),
    ("hearts-menu:", ["2C"]),
]


@pytest.mark.parametrize("seated", [True, False], ids=["at the table", "a stranger"])
async def test_an_item_that_was_never_there_changes_nothing(place: Place, seated: bool) -> None:
    ann, ben, eve = (place.somebody(name) for name in ("ann", "ben", "eve"))
    await place.game(ann, ben)
    table = await place.table()
    clicker = ben if seated else eve
    for custom_id, values in FORGED:
        message = ben.panel().message if seated else place.table_message()
        before, public = count(table), see(place.table_message()).text
        await clicker.forge(message, custom_id.format(game=table.game_id), values)
        assert count(table) == before, custom_id
        assert see(place.table_message()).text == public, custom_id


async def test_nobody_plays_or_sees_another_persons_cards(place: Place) -> None:
    table, people, ann = await playing(place)
    ben = next(person for person in people if person is not ann)
    card = ann.panel().play_buttons()[0]["custom_id"]
    before = count(table)
    result = await ben.forge(ben.panel().message, card)
    assert count(table) == before
    assert result.response.id == ben.panel_id
    assert "It is not your turn." in ben.panel().text
    eve = place.somebody("eve")
    result = await eve.forge(place.table_message(), card)
    assert result.response.content == "You are not sitting at this table."
    assert count(table) == before


async def test_a_card_of_another_game_is_not_played_in_this_one(place: Place) -> None:
    table, _, ann = await playing(place)
    card = ann.panel().play_buttons()[0]["custom_id"]
    here = place.channel
    place.channel = place.guild.create_text_channel("other")
    await place.game(ann, hands=False)
    other = await place.table()
    before = count(table), count(other)
    await ann.forge(place.table_message(), card.replace(f":{table.game_id}:", f":{other.game_id}:"))
    assert (count(table), count(other)) == before
    place.channel = here


async def test_a_moderator_ends_games_only_where_they_moderate(place: Place) -> None:
    eve = place.somebody("eve")
    await place.game(place.somebody("ann"), hands=False)
    table = await place.table()
    moderated = PermissionOverwrite(manage_messages=True)
    place.channel = place.guild.create_text_channel("eves", overwrites={eve.member: moderated})
    await place.lobby(place.somebody("ben"))
    result = await eve.forge(place.table_message(), f"hearts:cancel:{table.game_id}")
    assert result.response.ephemeral
    assert see(result.response).text == eve.words("table_refusal.may_not_cancel")
    assert eve.words("lobby.hint") in place.shown().text
    assert table.state.open


async def test_every_click_of_a_crowd_is_answered(place: Place) -> None:
    crowd = [place.somebody(f"person {number}") for number in range(30)]
    lobby = await place.lobby(crowd[0])
    join = place.shown().buttons["Join"]["custom_id"]
    results = [person.send_click(lobby, join) for person in crowd]
    await asyncio.sleep(0)
    await place.env.settle(idle=0.001)
    assert all(result.acknowledged for result in results)
    assert await place.people_seated() == 4
    answers = [result.response for result in results if result.response is not None]
    assert len(answers) == 30
    told = [answer.content for answer in answers if answer.ephemeral]
    assert sorted(set(told)) == [
        "Every seat at this table is taken.",
        "You are already sitting at this table.",
    ]
    assert len(told) == 27
