"""The commands beside playing: ending a game, score, rules, help, and how Discord shows them."""

from typing import Any

import discord
import pytest

from bot.engine.state import Phase
from bot.text.commands import COMMANDS
from bot.text.words import Language
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import see


def moderator(place: Place, name: str) -> Somebody:
    """Somebody who may manage messages in the channel."""
    person = place.somebody(name)
    allowed = discord.PermissionOverwrite(manage_messages=True)
    place.channel = place.guild.create_text_channel("moderated", overwrites={person.member: allowed})
    return person


async def test_the_host_ends_the_game_after_confirming(place: Place) -> None:
    host = place.somebody("ann")
    await place.game(host, place.somebody("ben"))
    table = await place.table()
    assert table.state.host == await host.number()
    asked = await host.told("cancel")
    assert asked.text == host.words("cancel.ask")
    confirm = asked.buttons[host.words("button.cancel")]["custom_id"]
    assert table.state.open
    await host.press(asked.message, "button.cancel")
    asked = host.again(asked.message.id)
    assert asked.text == host.words("cancel.done")
    assert not asked.buttons
    assert table.state.phase is Phase.CANCELLED
    closed = place.shown()
    assert host.words("table.cancelled", name="Ann") in closed.text
    assert not closed.buttons
    await host.forge(asked.message, confirm)
    assert host.again(asked.message.id).text == host.words("table_refusal.game_over")
    await place.lobby(place.somebody("eve"))


async def test_who_may_manage_messages_ends_any_game(place: Place) -> None:
    mod = moderator(place, "mod")
    await place.game(place.somebody("ann"), hands=False)
    table = await place.table()
    asked = await mod.told("cancel")
    await mod.press(asked.message, "button.cancel")
    assert table.state.phase is Phase.CANCELLED
    assert "Mod ended the game early" in place.shown().text


async def test_nobody_else_ends_a_game(place: Place) -> None:
    ann, ben, eve = (place.somebody(name) for name in ("ann", "ben", "eve"))
    await place.game(ann, ben, hands=False)
    table = await place.table()
    for person in (ben, eve):
        told = await person.told("cancel")
        assert told.text == "Only the host, or who may manage messages here, can end the game."
        assert not told.buttons
    assert table.state.open


async def test_a_host_who_left_no_longer_ends_it(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    lobby = await place.lobby(ann, ben)
    asked = await ann.told("cancel")
    await ann.press(lobby, "button.leave")
    await ann.press(asked.message, "button.cancel")
    assert ann.again(asked.message.id).text == ann.words("table_refusal.may_not_cancel")
    assert (await place.table()).state.open


async def test_a_lobby_is_ended_too(place: Place) -> None:
    ann = place.somebody("ann")
    await place.lobby(ann)
    await ann.press((await ann.told("cancel")).message, "button.cancel")
    assert "Table closed" in place.shown().text
    assert (await ann.told("cancel")).text == "There is no game in this channel."


async def test_the_score_sheet(place: Place) -> None:
    eve = place.somebody("eve")
    assert (await eve.told("score")).text == "There is no game in this channel."
    people = await place.game(*map(place.somebody, ("ann", "ben", "cleo", "dora")))
    told = await eve.told("score")
    names = [person.member.user.global_name for person in people]
    at_first = " · ".join(f"{name} 0" for name in names)
    assert told.texts[0].split("\n") == [
        eve.words("score.title"),
        eve.words("score.running", number=1, points=at_first),
        eve.words("score.total", points=at_first),
        eve.words.count("score.limit", 100),
    ]
    for person in people:
        await person.pass_first_three()
    table = await place.table()
    while not table.state.history:
        await people[table.state.awaited[0]].play_unseen()
    _, deal, running, total, _ = (await eve.told("score")).texts[0].split("\n")
    score = table.state.history[0].score
    points = " · ".join(f"{name} {n}" for name, n in zip(names, score.points, strict=True))
    assert deal.startswith(
        eve.words("score.deal", number=eve.words("score.number.left", number=1), points=points)
    )
    assert deal.count("🌙") == len(score.moon)
    assert running == eve.words("score.running", number=2, points=at_first)
    assert total == eve.words("score.total", points=points)


@pytest.mark.parametrize(("preset", "limit"), [("standard", "100"), ("short", "50")])
async def test_the_rules_are_those_of_the_table(place: Place, preset: str, limit: str) -> None:
    ann, eve = place.somebody("ann"), place.somebody("eve")
    await place.lobby(ann, preset=preset)
    told = await eve.told("rules")
    assert limit in told.text
    assert ("House rule:" in told.text) == (preset == "short")


@pytest.mark.parametrize("locale", ["en-US", "de"])
@pytest.mark.parametrize("name", ["help", "rules"])
async def test_help_and_rules_are_for_whoever_asks(place: Place, name: str, locale: str) -> None:
    eve = place.somebody("eve", locale)
    told = await eve.told(name)
    assert ("Karten" in told.text) == (locale == "de")
    assert len(told.text) <= 4000
    assert not place.public_messages()


def commands_sent(place: Place) -> dict[str, Any]:
    """The group as Discord was told."""
    [request] = place.requests("PUT", "/applications/*/commands")
    [group] = request.json
    return group


async def test_commands_have_german_names_and_descriptions(place: Place) -> None:
    group, german = commands_sent(place), place.bot.words[Language.DE]
    assert group["name"] == "hearts"
    assert group["name_localizations"] == {"de": german("command.hearts.name")}
    assert [each["name"] for each in group["options"]] == list(COMMANDS)
    for each in group["options"]:
        key = f"command.{each['name']}"
        assert each["name_localizations"] == {"de": german(f"{key}.name")}
        assert each["description_localizations"] == {"de": german(f"{key}.description")}
        for option in each.get("options", ()):
            key = f"command.{each['name']}.option.{option['name']}"
            assert option["name_localizations"] == {"de": german(f"{key}.name")}
            assert option["description_localizations"] == {"de": german(f"{key}.description")}


async def test_nobody_is_shown_the_answer_to_another_persons_command(place: Place) -> None:
    ann, eve = place.somebody("ann"), place.somebody("eve")
    await place.game(ann)
    seen = {message.id for message in eve.messages()}
    for name in ("hand", "score", "rules", "help", "cancel"):
        await ann.told(name)
    assert {message.id for message in eve.messages()} == seen
    assert see(place.table_message()).enabled() == ["My hand"]
