"""What people call themselves pings nobody, formats nothing and breaks no message."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.engine.absence import PATIENCE
from bot.text.words import NAME_LENGTH, label, plain
from tests.cogs.finished import enough, finished
from tests.cogs.moves import mentions, passed
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import everything, see

NAMES = (
    ("**bold** _it_ `code`", "@everyone", "<@123456789012345678>", "[click](https://evil.test)"),
    ("# heading\n> quote", "<#1234567890123456>", "```\nblock\n```", "W" * 32),
    ("{name} %s {0}", "\u202eevil", "<t:1:R> ||x||", "</start:123456789012345678>"),
)

FOREIGN = re.compile(r"(?<!\\)(@everyone|<@1|<#1234|\[click\]\(|```|\*\*bold|<t:1:|</start:1|\|\|x)|\u202e")
"""What would ping, format, link or turn text round, where no backslash stands before it."""


def harmless(person: Somebody, text: str) -> None:
    """Nothing in a message does anything that a name asks for."""
    assert FOREIGN.search(text) is None, f"{person.member.user.global_name!r}: {text}"


async def people_called(place: Place, *names: str) -> list[Somebody]:
    """Four people with these names in a game they have begun and passed in."""
    place.fix_lots()
    people = [
        place.somebody(f"p{at}", "de" if at % 2 else "en-US", global_name=name)
        for at, name in enumerate(names)
    ]
    await place.game(*people, hands=False, pace="none")
    return people


@pytest.mark.parametrize("names", NAMES, ids=["first", "second", "third"])
async def test_in_what_is_said_about_people_who_come_and_go(place: Place, names: tuple[str, ...]) -> None:
    host, ben, cleo, dora = await people_called(place, *names)
    told = [await ben.told("leave")]
    harmless(ben, place.shown().text)
    shown = host.words("computer.keeps", face="🤖", name=plain(ben.member.user.global_name or ""))
    assert shown in place.shown().text
    await passed(place, cleo, dora)
    await place.later(PATIENCE + 5)
    told += [await person.told("replace", member=host.member) for person in (cleo, dora)]
    assert told[1].text == cleo.words("replace.wanted", name=plain(names[0]))
    assert told[2].text == dora.words("replace.done", name=plain(names[0]))
    table = await place.table()
    [new_host] = [each for each in (cleo, dora) if await each.number() == table.state.host]
    asked = await new_host.told("cancel")
    await new_host.press(asked.message, "button.cancel")
    told.append(place.shown())
    for seen in told:
        harmless(host, seen.text)
    for message in place.public_messages():
        harmless(host, everything(message, unseen=False))
    assert all(mentioned <= {host.member.id, cleo.member.id, dora.member.id} for mentioned in mentions(place))


@pytest.mark.parametrize("names", NAMES, ids=["first", "second", "third"])
async def test_in_leaderboard_and_statistics(place: Place, names: tuple[str, ...]) -> None:
    people = [place.somebody(f"p{at}", global_name=name) for at, name in enumerate(names)]
    await finished(people)
    await enough(place)
    board = (await people[0].command("leaderboard")).response
    harmless(people[0], see(board).text)
    for person in people:
        stats = (await people[0].command("stats", member=person.member)).response
        assert plain(person.member.user.global_name or "") in see(stats).text
        harmless(person, see(stats).text)
    assert not mentions(place)


@pytest.mark.parametrize("name", ["@everyone", "**bold**\nline", "W" * 32, "\u202eevil", "\u200b"])
async def test_in_the_name_of_a_thread(place: Place, name: str) -> None:
    ann = place.somebody("ann", global_name=name)
    server = await place.bot.store.server(place.guild.id)
    await place.bot.store.save_server(replace(server, threads=True))
    result = await ann.command("start")
    [thread] = place.channel.threads
    assert thread.name == ann.words("lobby.thread", name=label(name))
    assert thread.name is not None
    assert len(thread.name) <= len(ann.words("lobby.thread", name="")) + NAME_LENGTH
    harmless(ann, see(result.response).text)
    assert not mentions(place)
