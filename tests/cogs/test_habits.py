"""What people prefer is what they get: confirming, queueing, playing by itself, language, no mentions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.engine.actions import By, Played
from bot.pictures import studio
from bot.pictures.hand import HandPicture
from bot.rules.cards import NO_CARDS, Card, Cards, Suit
from bot.rules.view import View
from bot.store.records import PreferencesRow
from bot.text.cards import card_name, card_short
from bot.text.words import Language
from tests.cogs.choosing import pick, press
from tests.cogs.finished import number_of
from tests.cogs.moves import (
    actions,
    ids,
    in_play,
    mentions,
    passed,
    play_until_turn,
    played,
    seated,
)
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import Seen, everything, see

SUCCESS = 3
"""Discord's number for a green button."""


async def prefer(*people: Somebody, **chosen: Any) -> None:
    """These people have chosen that."""
    for person in people:
        row = PreferencesRow(await number_of(person), **chosen)
        await person.place.bot.store.save_preferences(row)


async def tap(person: Somebody, card: Card) -> Seen:
    """Press the button of a card; gives the panel as it then is."""
    button = person.panel().buttons[card_short(card, person.words)]
    return await press(person, person.panel(), button["custom_id"])


async def confirming(place: Place) -> tuple[Somebody, list[Somebody]]:
    """Somebody who confirms and has a choice of cards to play, with their panel open, and the others."""
    first, person, *others = await in_play(place, pace="none")
    await prefer(person, confirm=True)
    await played(place, first)
    assert len((await person.view()).legal) > 1
    await person.open_hand()
    return person, [*others, first]


class TestTapThenConfirm:
    async def test_a_tapped_card_is_played_by_the_button_below(self, place: Place) -> None:
        ann, _ = await confirming(place)
        table, card = await place.table(), (await ann.view()).legal.lowest
        before = table.state.count
        panel = await tap(ann, card)
        assert table.state.count == before
        assert ann.words("panel.tapped", card=card_short(card, ann.words)) in panel.text
        assert panel.buttons[card_short(card, ann.words)]["style"] == SUCCESS
        others = (await ann.view()).hand - Cards.of([card])
        assert all(panel.buttons[card_short(each, ann.words)]["style"] != SUCCESS for each in others)
        button = panel.buttons[ann.words("button.play_card", card=card_short(card, ann.words))]
        assert button["style"] == SUCCESS
        await press(ann, panel, button["custom_id"])
        assert table.state.count == before + 1
        assert card not in await ann.hand()
        assert card_short(card, ann.words) in place.shown().text

    async def test_nothing_else_plays_a_card(self, place: Place) -> None:
        ann, _ = await confirming(place)
        assert not ann.panel().play_buttons()
        card = (await ann.view()).legal.lowest
        panel = await tap(ann, card)
        assert len(panel.play_buttons()) == 1

    async def test_another_card_takes_the_place_of_the_first(self, place: Place) -> None:
        ann, _ = await confirming(place)
        low, *_, high = (await ann.view()).legal
        await tap(ann, low)
        panel = await tap(ann, high)
        assert ann.words("button.play_card", card=card_short(low, ann.words)) not in panel.buttons
        button = panel.buttons[ann.words("button.play_card", card=card_short(high, ann.words))]
        await press(ann, panel, button["custom_id"])
        assert high not in await ann.hand()
        assert low in await ann.hand()

    async def test_a_refresh_forgets_what_is_tapped(self, place: Place) -> None:
        ann, _ = await confirming(place)
        await tap(ann, (await ann.view()).legal.lowest)
        await ann.press(ann.panel().message, "button.refresh")
        assert not ann.panel().play_buttons()

    async def test_a_card_that_is_not_legal_cannot_be_tapped(self, place: Place) -> None:
        ann, _ = await confirming(place)
        view, table = await ann.view(), await place.table()
        illegal = (view.hand - view.legal).lowest
        assert ann.panel().buttons[card_short(illegal, ann.words)]["disabled"]
        tapped = f"hearts:tap:{table.game_id}:{table.state.decision}:{illegal}"
        await ann.forge(ann.panel().message, tapped)
        assert ann.words("table_refusal.decision_past") in ann.panel().text
        assert not ann.panel().play_buttons()

    async def test_what_is_tapped_is_no_longer_played_when_the_turn_is_over(self, place: Place) -> None:
        ann, others = await confirming(place)
        table, (low, *_, high) = await place.table(), (await ann.view()).legal
        panel = await tap(ann, low)
        confirm = panel.buttons[ann.words("button.play_card", card=card_short(low, ann.words))]["custom_id"]
        await played(place, ann, high)
        await play_until_turn(place, ann, others)
        before = table.state.count
        await ann.forge(ann.panel().message, confirm)
        assert table.state.count == before
        assert ann.words("table_refusal.decision_past") in ann.panel().text

    async def test_nobody_taps_for_another(self, place: Place) -> None:
        ann, (ben, *_) = await confirming(place)
        table, card = await place.table(), (await ann.view()).legal.lowest
        await ben.open_hand()
        await ben.forge(ben.panel().message, f"hearts:tap:{table.game_id}:{table.state.decision}:{card}")
        assert not ben.panel().play_buttons()
        eve = place.somebody("eve")
        result = await eve.forge(
            place.table_message(), f"hearts:tap:{table.game_id}:{table.state.decision}:{card}"
        )
        assert see(result.response).text == eve.words("table_refusal.not_seated")


async def queueing(place: Place) -> tuple[Somebody, list[Somebody]]:
    """Somebody who is to play third, queues and has their panel open, and the others in turn order."""
    first, second, third, fourth = await in_play(place, pace="none")
    await prefer(third, queue=True)
    await third.open_hand()
    return third, [first, second, fourth]


def clubs(view: View) -> Sequence[Card]:
    """The clubs in a hand; they are led to the first trick."""
    return tuple(view.hand.in_suit(Suit.CLUBS))


class TestQueueing:
    async def test_a_queued_card_is_shown_and_played_when_the_turn_comes(self, place: Place) -> None:
        ann, (first, second, _) = await queueing(place)
        card = clubs(await ann.view())[-1]
        assert ann.words("panel.may_queue") in ann.panel().text
        panel = await tap(ann, card)
        shown = card_short(card, ann.words)
        assert ann.words("panel.queued", card=shown) in panel.text
        assert panel.buttons[shown]["style"] == SUCCESS
        chosen = ann.words("alt.chosen", cards=card_name(card, ann.words))
        assert chosen in panel.alts[0]
        await played(place, first)
        assert card in await ann.hand()
        assert ann.panel().buttons[shown]["style"] == SUCCESS
        await played(place, second)
        assert card not in await ann.hand()
        table = await place.table()
        last = (await actions(place, table))[-1]
        assert last == Played(await ann.seat(), card, By.PERSON)
        assert ann.words("panel.queued", card=shown) not in ann.panel().text
        assert chosen not in ann.panel().alts[0]

    async def test_in_the_picture_a_queued_card_is_lifted(
        self, place: Place, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lifted: list[Cards | None] = []

        def draw(picture: HandPicture) -> bytes:
            lifted.append(picture.playable)
            return b"\x89PNG a picture"

        ann, _ = await queueing(place)
        card = clubs(await ann.view())[-1]
        monkeypatch.setattr(studio, "draw_hand", draw)
        await tap(ann, card)
        assert lifted == [Cards.of([card])]

    async def test_it_is_taken_back_by_a_click(self, place: Place) -> None:
        ann, (first, second, _) = await queueing(place)
        card = clubs(await ann.view())[-1]
        await tap(ann, card)
        panel = await tap(ann, card)
        assert ann.words("panel.may_queue") in panel.text
        assert panel.buttons[card_short(card, ann.words)]["style"] != SUCCESS
        await played(place, first)
        await played(place, second)
        assert (await place.table()).state.awaited == (await ann.seat(),)
        assert card in await ann.hand()

    async def test_another_takes_its_place(self, place: Place) -> None:
        ann, (first, second, _) = await queueing(place)
        low, *_, high = clubs(await ann.view())
        await tap(ann, low)
        panel = await tap(ann, high)
        assert panel.buttons[card_short(low, ann.words)]["style"] != SUCCESS
        await played(place, first)
        await played(place, second)
        assert high not in await ann.hand()
        assert low in await ann.hand()

    async def test_it_is_dropped_where_the_rules_do_not_allow_it(self, place: Place) -> None:
        ann, (first, second, _) = await queueing(place)
        table, view = await place.table(), await ann.view()
        illegal = (view.hand - view.hand.in_suit(Suit.CLUBS)).lowest
        panel = await tap(ann, illegal)
        assert ann.words("panel.queued", card=card_short(illegal, ann.words)) in panel.text
        await played(place, first)
        await played(place, second)
        assert table.state.awaited == (await ann.seat(),)
        assert await place.bot.store.queued(table.game_id) == ()
        assert ann.panel().play_buttons()
        await ann.play_first()
        assert illegal in await ann.hand()
        assert ann.words("panel.may_queue") in ann.panel().text

    async def test_it_survives_a_restart(self, place: Place) -> None:
        ann, (first, second, _) = await queueing(place)
        card = clubs(await ann.view())[-1]
        await tap(ann, card)
        await place.restart()
        assert ann.words("panel.queued", card=card_short(card, ann.words)) in ann.panel().text
        await played(place, first)
        await played(place, second)
        assert card not in await ann.hand()

    async def test_it_is_tapped_where_the_turn_has_just_come(self, place: Place) -> None:
        ann, (first, second, _) = await queueing(place)
        card = clubs(await ann.view())[-1]
        button, message = ann.panel().buttons[card_short(card, ann.words)]["custom_id"], ann.panel().message
        await played(place, first)
        await played(place, second)
        await ann.forge(message, button)
        assert card in await ann.hand()
        panel = ann.panel()
        label = ann.words("button.play_card", card=card_short(card, ann.words))
        await ann.member.click(panel.message, custom_id=panel.buttons[label]["custom_id"])
        assert card not in await ann.hand()

    async def test_what_cannot_be_queued(self, place: Place) -> None:
        ann, (first, *_) = await queueing(place)
        table = await place.table()
        foreign = (await first.hand()).highest
        for detail in (f"1:{foreign}", f"2:{(await ann.hand()).lowest}", "1:XX", "x:2C", "1", ""):
            for verb in ("queue", "unqueue"):
                custom_id = f"hearts:{verb}:{table.game_id}:{detail}".rstrip(":")
                await ann.forge(ann.panel().message, custom_id)
                assert await place.bot.store.queued(table.game_id) == (), custom_id
        eve = place.somebody("eve")
        result = await eve.forge(
            place.table_message(), f"hearts:queue:{table.game_id}:1:{(await ann.hand()).lowest}"
        )
        assert see(result.response).text == eve.words("table_refusal.not_seated")
        assert await place.bot.store.queued(table.game_id) == ()

    async def test_who_does_not_queue_has_no_buttons_for_it(self, place: Place) -> None:
        _, second, *_ = await in_play(place, pace="none", panels=True)
        assert second.panel().enabled() == [second.words("button.refresh")]
        assert second.words("panel.may_queue") not in second.panel().text


class TestPlayingByItself:
    async def test_the_only_legal_card_is_played_at_once(self, place: Place) -> None:
        people = await seated(place, pace="none")
        await prefer(*people, autoplay=True)
        await passed(place, *people)
        table = await place.table()
        opening, *others = [each for each in await actions(place, table) if isinstance(each, Played)]
        assert (opening.card, opening.by) == (Card.parse("2C"), By.FORCED)
        assert all(each.by is By.FORCED for each in others)
        [turn] = [person for person in people if await person.seat() in table.state.awaited]
        assert len((await turn.view()).legal) > 1

    async def test_not_where_there_is_a_choice_and_not_unasked(self, place: Place) -> None:
        first, *_ = await in_play(place, pace="none")
        table = await place.table()
        assert table.state.awaited == (await first.seat(),)
        assert len((await first.view()).legal) == 1


class TestLanguage:
    async def test_private_answers_are_in_it_at_once_and_after_a_restart(self, place: Place) -> None:
        german = place.bot.words[Language.DE]
        [ann, _] = await seated(place, 2, pace="none")
        panel = await ann.told("preferences")
        await pick(ann, panel, "hearts-menu:prefer:0:language", ["de"])
        for restarted in (False, True):
            if restarted:
                await place.restart()
                german = place.bot.words[Language.DE]
            direction = german("table.direction.left")
            hand = await ann.open_hand()
            assert hand.texts[0] == german("panel.title_passing", number=1, direction=direction)
            assert german("button.refresh") in hand.buttons
            assert (await ann.told("replace", member=ann.member)).text == german(
                "table_refusal.target_not_seated"
            )
            choices = await ann.member.autocomplete(place.channel, "hearts pass", "first", "")
            held = {card_short(card, german) for card in await ann.hand()}
            assert {choice["value"] for choice in choices} == held

    async def test_public_messages_and_other_people_keep_theirs(self, place: Place) -> None:
        ann, ben = await seated(place, 2, pace="none")
        await pick(ann, await ann.told("preferences"), "hearts-menu:prefer:0:language", ["de"])
        hand = await ben.open_hand()
        assert ben.words("button.refresh") in hand.buttons
        await passed(place, ann)
        english = place.bot.words[Language.EN]
        assert english("table.passing", names="**Ben**") in place.shown().text


class TestMentions:
    async def test_who_wants_none_is_left_out(self, place: Place) -> None:
        ann, ben, cleo, dora = await seated(place)
        await prefer(ben, mention=False)
        await place.later(22)
        assert mentions(place) == [ids(ann, cleo, dora)]
        assert f"<@{ben.member.id}>" not in place.prompts()[0].content
        await passed(place, ann, cleo, dora)
        assert not place.prompts()
        await place.later(150)
        assert mentions(place) == [ids(ann, cleo, dora)]

    async def test_their_time_ends_all_the_same(self, place: Place) -> None:
        first, *_ = await in_play(place)
        await prefer(first, mention=False)
        await place.later(302)
        assert not mentions(place)
        assert (await place.table()).state.awaited != (await first.seat(),)


@pytest.mark.parametrize("how", ["queued", "tapped"])
async def test_a_card_that_is_only_thought_of_is_seen_by_nobody_else(place: Place, how: str) -> None:
    if how == "queued":
        ann, (first, *others) = await queueing(place)
        card = clubs(await ann.view())[-1]
    else:
        ann, (first, *others) = await confirming(place)
        card = (await ann.view()).legal.highest
    eve = place.somebody("eve")
    for person in (first, *others):
        await person.open_hand()
    await tap(ann, card)
    await first.told("table")
    await first.told("score")
    await place.env.settle(idle=0.001)
    spelled = {str(card), *(card_short(card, words) for words in place.bot.words.values())}
    for person in (first, *others, eve):
        if person is not eve and card in ((await person.view()).passed or NO_CARDS):
            # Whoever passed it may know it.
            continue
        for message in person.messages():
            text = everything(message)
            assert not [each for each in spelled if each in text.split()], text
            assert f":{card}" not in text
