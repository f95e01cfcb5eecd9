"""The panel: one a seat, kept up while its token lives, healed by a click later."""

import asyncio
from collections import Counter
from typing import Any

import discord
import pytest

from bot.text.cards import card_short, hand_line
from cogs.delivery import TOKEN_LIFE
from tests.cogs.people import Place, Somebody, until
from tests.cogs.seen import see

PANEL = "/webhooks/*/messages/*"


async def four(place: Place) -> list[Somebody]:
    """Four people who have passed, in seat order."""
    place.fix_lots()
    names = ("ann", "ben", "cleo", "dora")
    people = await place.game(*map(place.somebody, names), pace="none")
    for person in people:
        await person.pass_first_three()
    return people


async def test_a_panel_is_seen_by_its_owner_alone(place: Place) -> None:
    ann, ben = await place.game(place.somebody("ann"), place.somebody("ben"))
    assert ann.panel_id not in [message.id for message in ben.messages()]
    assert ann.panel_id not in [message.id for message in place.public_messages()]
    assert ann.panel().message.flags.ephemeral


async def test_a_panel_shows_the_hand_in_text_and_picture(place: Place) -> None:
    people = await four(place)
    for person in people:
        view = await person.view()
        panel = person.panel()
        assert panel.texts[1] == hand_line(view.hand, person.words)
        [alt] = panel.alts
        assert alt.startswith("Your hand, 13 cards:")
        assert panel.files == ("hand.png",)
        labels = [label for label in panel.buttons if label != "Refresh"]
        assert sorted(labels) == sorted(card_short(card, person.words) for card in view.hand)
        assert set(panel.enabled()) == {card_short(card, person.words) for card in view.legal} | {"Refresh"}


async def test_another_panel_takes_the_older_away(place: Place) -> None:
    [ann] = await place.game(place.somebody("ann"))
    first = ann.panel_id
    await ann.open_hand()
    assert ann.panel_id != first
    assert first not in [message.id for message in ann.messages()]
    shown = await ann.told("hand")
    assert ann.panel_id not in [message.id for message in ann.messages()]
    assert shown.menus


async def test_after_a_click_on_the_panel_it_is_taken_away_all_the_same(place: Place) -> None:
    [ann] = await place.game(place.somebody("ann"))
    first = ann.panel_id
    await ann.press(ann.panel().message, "button.refresh")
    await ann.open_hand()
    assert first not in [message.id for message in ann.messages()]


async def test_panels_follow_when_the_turn_comes_round(place: Place) -> None:
    people = await four(place)
    table = await place.table()
    for _ in range(8):
        turn = table.state.awaited[0]
        for seat, person in enumerate(people):
            assert bool(person.panel().play_buttons()) == (seat == turn)
            assert ("**Your turn:**" in person.panel().text) == (seat == turn)
        await people[turn].play_first()
    for person in people:
        assert "Trick 2 goes to" in person.panel().text or "Trick 2:" in person.panel().text


async def test_a_click_edits_the_panel_in_place(place: Place) -> None:
    people = await four(place)
    player = people[(await place.table()).state.awaited[0]]
    before = len(player.messages())
    await player.play_first()
    assert len(player.messages()) == before


async def test_after_fifteen_minutes_a_panel_is_left_alone_until_a_click_heals_it(place: Place) -> None:
    people = await four(place)
    table = await place.table()
    first, second = (people[(table.state.awaited[0] + step) % 4] for step in (0, 1))
    await place.later(16 * 60)
    since = len(place.env.http_requests)
    await first.press(place.table_message(), "button.my_hand")
    await first.forge(first.panel().message, first.panel().play_buttons()[0]["custom_id"])
    assert table.state.awaited == (people.index(second),)
    assert "Trick 1:" in first.panel().text
    assert not second.panel().play_buttons()
    assert not place.requests("PATCH", PANEL, since)
    await second.press(second.panel().message, "button.refresh")
    assert second.panel().play_buttons()
    await second.play_first()
    assert "Trick 1:" in second.panel().text


async def test_my_hand_leaves_a_panel_whose_token_is_dead(place: Place) -> None:
    [ann] = await place.game(place.somebody("ann"), pace="none")
    old = ann.panel_id
    await place.later(16 * 60)
    since = len(place.env.http_requests)
    await ann.open_hand()
    assert ann.panel_id != old
    assert old in [message.id for message in ann.messages()]
    assert not place.requests("DELETE", PANEL, since)


async def test_an_old_panel_that_is_clicked_becomes_the_panel_again(place: Place) -> None:
    [ann] = await place.game(place.somebody("ann"), pace="none")
    old = ann.panel()
    await place.later(16 * 60)
    await ann.open_hand()
    newer = ann.panel_id
    await ann.press(old.message, "button.refresh")
    assert newer not in [message.id for message in ann.messages()]
    ann.panel_id = old.message.id
    await ann.pass_first_three()
    assert not ann.panel().menus


async def test_a_token_that_dies_early_ends_background_edits(place: Place) -> None:
    people = await four(place)
    table = await place.table()
    turn = table.state.awaited[0]
    for code, status in ((50027, 401), (10015, 404), (10008, 404)):
        place.env.inject_error("PATCH", "/webhooks/*/messages/[0-9]*", status=status, code=code)
    await people[turn].play_first()
    since = len(place.env.http_requests)
    await people[table.state.awaited[0]].open_hand()
    await people[table.state.awaited[0]].play_first()
    edits = place.requests("PATCH", "/webhooks/*/messages/[0-9]*", since)
    # Of the four panels three were dropped, and of these one was opened again.
    assert len(edits) <= 2
    for person in people:
        await person.open_hand()
        assert "Trick 1:" in person.panel().text


@pytest.mark.settings(edit_interval=10)
async def test_edits_of_a_panel_in_quick_succession_become_one(place: Place) -> None:
    people = await four(place)
    table = await place.table()
    await place.later(30)
    since = len(place.env.http_requests)
    for _ in range(4):
        await people[table.state.awaited[0]].play_unseen()
    await place.later(30)
    edits = place.requests("PATCH", "/webhooks/*/messages/[0-9]*", since)
    for person in people:
        assert "Trick 1" in person.panel().text
    # Each of the four has been told at most twice: at once, and once more when the interval was over.
    assert len(edits) <= 8


async def test_one_edit_of_a_panel_is_in_flight(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    people = await four(place)
    table = await place.table()
    first, second = (people[(table.state.awaited[0] + step) % 4] for step in range(2))
    flying: Counter[int] = Counter()
    most: Counter[int] = Counter()
    landing = asyncio.Event()
    edit = discord.Webhook.edit_message

    async def edit_slowly(self: discord.Webhook, message_id: int, **fields: Any) -> Any:
        flying[message_id] += 1
        most[message_id] = max(most[message_id], flying[message_id])
        await landing.wait()
        flying[message_id] -= 1
        return await edit(self, message_id, **fields)

    monkeypatch.setattr(discord.Webhook, "edit_message", edit_slowly)
    first.send_click(first.panel().message, first.panel().play_buttons()[0]["custom_id"])
    await until(lambda: len(flying) == 3)
    card = (await second.view()).legal.lowest
    result = second.send_click(second.panel().message, f"hearts:play:{table.game_id}:1:1:{card}")
    # The click waits for the edit of its panel, and so does every other change of it.
    for _ in range(3):
        with place.env._bot_scope():
            place.cog.panels.refresh(table)
        await asyncio.sleep(0.01)
    assert not result.acknowledged
    landing.set()
    await place.env.settle(idle=0.001)
    assert result.acknowledged
    assert table.state.deal is not None
    assert table.state.deal.ply == 2
    assert set(most.values()) == {1}
    for person in people:
        assert card_short(card, person.words) in person.panel().text


async def test_the_panel_tells_how_a_game_ended(place: Place) -> None:
    [ann] = await place.game(place.somebody("ann"))
    asked = await ann.told("cancel")
    await ann.press(asked.message, "button.cancel")
    assert ann.panel().text == ann.words("panel.closed")
    assert not ann.panel().buttons
    assert see(place.table_message()).buttons == {}


def kept_panels(place: Place) -> int:
    """How many panels something is known of."""
    cog: Any = place.bot.get_cog("Hearts")
    return len(cog.panels._panels)


async def test_nothing_is_kept_of_panels_nobody_can_see_any_more(place: Place) -> None:
    people = await four(place)
    assert kept_panels(place) == 4
    await place.later(TOKEN_LIFE + 1)
    turn = people[(await place.table()).state.awaited[0]]
    await turn.open_hand()
    await turn.play_first()
    await place.env.settle()
    assert kept_panels(place) == 1
    following = people[(await place.table()).state.awaited[0]]
    await following.open_hand()
    await following.play_first()
    await until(lambda: kept_panels(place) == 2)
    assert turn.panel().texts[1] == hand_line((await turn.view()).hand, turn.words)


async def test_what_is_chosen_to_be_passed_outlives_the_panel_it_was_chosen_in(place: Place) -> None:
    ann, ben = await place.game(place.somebody("ann"), place.somebody("ben"), pace="none")
    chosen = ann.panel().menus[0]["options"][:3]
    await ann.choose([option["value"] for option in chosen])
    await place.later(TOKEN_LIFE + 1)
    await ben.open_hand()
    await ben.pass_first_three()
    await place.env.settle()
    await ann.open_hand()
    assert ann.panel().chosen() == [option["value"] for option in chosen]
    await ann.confirm()
    assert not ann.panel().menus
