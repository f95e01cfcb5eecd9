"""Prompts: one public mention for who does not act, and a ping for nobody else."""

from typing import Any

import pytest

from bot.engine.clock import BEAT
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import see

NAMES = ("ann", "ben", "cleo", "dora")


def pings(place: Place) -> list[set[int]]:
    """Whom each request to Discord pings, of those that ping anybody; nothing may ping by default."""
    found: list[set[int]] = []
    for request in place.env.http_requests:
        body: Any = request.json
        if not isinstance(body, dict) or request.method not in ("POST", "PATCH"):
            continue
        message: Any = body.get("data", body)
        if not {"content", "components"} & message.keys() or body.get("type") == 8:
            continue
        mentions = message.get("allowed_mentions")
        assert mentions is not None, request
        assert mentions.get("parse", []) == []
        assert not mentions.get("roles")
        assert not mentions.get("replied_user")
        if mentions.get("users"):
            assert request.method == "POST", "an edit pings nobody"
            assert not (message.get("flags") or 0) & 1 << 12, "a silent message pings nobody"
            found.append(set(map(int, mentions["users"])))
    return found


def ids(*people: Somebody) -> set[int]:
    """The accounts of people."""
    return {person.member.id for person in people}


def mentioned(place: Place) -> set[int]:
    """Whom the prompt that can be seen mentions."""
    [prompt] = place.prompts()
    return set(prompt.raw_mentions)


async def passed(place: Place) -> list[Somebody]:
    """Four people who have passed; the first is to play, the others follow."""
    people = await place.game(*map(place.somebody, NAMES))
    for person in people:
        await person.pass_first_three()
    turn = (await place.table()).state.awaited[0]
    return people[turn:] + people[:turn]


async def test_who_acts_in_time_is_not_mentioned(place: Place) -> None:
    first, second, *_ = await passed(place)
    await place.env.advance_time(18)
    await first.play_first()
    await place.env.advance_time(18)
    await second.play_first()
    assert not place.prompts()
    assert not pings(place)


async def test_who_does_not_act_is_mentioned_once_until_they_do(place: Place) -> None:
    first, *_ = await passed(place)
    await place.env.advance_time(19)
    assert not place.prompts()
    await place.env.advance_time(2)
    [prompt] = place.prompts()
    assert prompt.content == first.words("prompt.play", people=f"<@{first.member.id}>")
    assert see(prompt).enabled() == ["My hand"]
    await place.env.advance_time(60)
    assert len(place.prompts()) == 1
    await first.play_first()
    assert not place.prompts()
    assert pings(place) == [ids(first)]


async def test_my_hand_on_a_prompt_opens_the_panel(place: Place) -> None:
    first, second, *_ = await passed(place)
    await place.env.advance_time(21)
    [prompt] = place.prompts()
    result = await first.press(prompt, "button.my_hand")
    first.panel_id = result.response.message.id
    assert first.panel().play_buttons()
    assert place.prompts()
    result = await second.press(prompt, "button.my_hand")
    assert result.response.ephemeral
    await first.play_first()
    assert not place.prompts()


async def test_all_who_still_have_to_pass_are_mentioned_together(place: Place) -> None:
    ann, ben, cleo, dora = await place.game(*map(place.somebody, NAMES))
    await cleo.pass_first_three()
    await place.env.advance_time(21)
    assert mentioned(place) == ids(ann, ben, dora)
    await ann.pass_first_three()
    assert mentioned(place) == ids(ben, dora)
    await dora.pass_first_three()
    await place.env.advance_time(60)
    assert mentioned(place) == ids(ben)
    await ben.pass_first_three()
    assert not place.prompts()
    assert pings(place) == [ids(ann, ben, dora)]


async def test_a_prompt_somebody_deleted_is_not_repeated(place: Place) -> None:
    ann, ben, *others = await place.game(*map(place.somebody, NAMES))
    await place.env.advance_time(21)
    place.env.backend.delete_message(place.channel.id, place.prompts()[0].id)
    await place.env.settle()
    await ann.pass_first_three()
    await ben.pass_first_three()
    assert not place.prompts()
    assert pings(place) == [ids(ann, ben, *others)]


async def test_a_prompt_is_not_repeated_after_a_restart(place: Place) -> None:
    first, *_ = await passed(place)
    await place.env.advance_time(21)
    await place.restart()
    await place.env.advance_time(60)
    assert mentioned(place) == ids(first)
    await first.open_hand()
    await first.play_first()
    assert not place.prompts()
    assert pings(place) == [ids(first)]


async def test_the_time_before_a_restart_counts(place: Place) -> None:
    first, *_ = await passed(place)
    await place.env.advance_time(15)
    await place.restart()
    assert not place.prompts()
    # How long the bot was away is known to a beat of its clock, and the doubt is the person's.
    await place.env.advance_time(5 + BEAT)
    assert mentioned(place) == ids(first)


async def test_a_prompt_that_is_gone_already_is_no_trouble(place: Place) -> None:
    first, *_ = await passed(place)
    await place.env.advance_time(21)
    place.env.inject_error("DELETE", "/channels/*/messages/*", status=404, code=10008)
    await first.play_first()
    assert pings(place) == [ids(first)]


async def test_computers_are_never_mentioned(place: Place) -> None:
    [ann] = await place.game(place.somebody("ann"))
    await place.env.advance_time(21)
    assert mentioned(place) == ids(ann)
    await ann.pass_first_three()
    await place.env.advance_time(21)
    assert mentioned(place) == ids(ann)
    assert pings(place) == [ids(ann), ids(ann)]


@pytest.mark.settings(prompt_after=0)
async def test_prompts_can_be_switched_off(place: Place) -> None:
    await passed(place)
    await place.env.advance_time(120)
    assert not place.prompts()


async def test_a_prompt_is_in_the_language_of_the_table(place: Place) -> None:
    host = place.somebody("ann", "de")
    people = await place.game(host, place.somebody("ben"))
    await place.env.advance_time(21)
    [prompt] = place.prompts()
    mentions = " ".join(f"<@{person.member.id}>" for person in people)
    assert prompt.content == host.words("prompt.pass", people=mentions)
    assert see(prompt).enabled() == [host.words("button.my_hand")]


@pytest.mark.expect_discord_errors
async def test_a_failed_prompt_is_posted_later(place: Place) -> None:
    first, *_ = await passed(place)
    place.env.inject_error("POST", "/channels/*/messages", status=503)
    await place.env.advance_time(21)
    assert not place.prompts()
    await place.env.advance_time(10)
    assert mentioned(place) == ids(first)


async def test_a_whole_deal_pings_nobody(place: Place) -> None:
    people = await place.game(*map(place.somebody, NAMES))
    for person in people:
        await person.pass_first_three()
    table = await place.table()
    while not table.state.history:
        await people[table.state.awaited[0]].play_unseen()
    assert pings(place) == []
