"""How somebody likes to see cards is how they see them in private, at once; the table is the same for all."""

from __future__ import annotations

from typing import Any

import pytest

from bot.pictures import studio
from bot.pictures.deck import Deck, DeckColours
from bot.pictures.hand import HandPicture
from bot.pictures.table import TablePicture
from bot.rules.cards import NO_CARDS
from bot.rules.hand_order import HandOrder, in_order
from bot.text.cards import card_short, cards_text, hand_line
from bot.text.look import CardLook
from bot.text.words import Words
from tests.cogs.choosing import press
from tests.cogs.moves import in_play, play_until_turn, played, seated
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import Seen

DOT = b"\x89PNG a picture"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What every picture was to show, the newest last."""
    pictures: list[Any] = []

    def draw(picture: Any) -> bytes:
        pictures.append(picture)
        return DOT

    for name in ("draw_hand", "draw_table"):
        monkeypatch.setattr(studio, name, draw)
    return pictures


async def prefers(person: Somebody, *details: str) -> None:
    """The person chooses this among their preferences."""
    panel = await person.told("preferences")
    for detail in details:
        panel = await press(person, panel, f"hearts:prefer:0:{detail}")


def by_rank(person: Somebody) -> Words:
    return person.words.looking(CardLook(HandOrder.RANKS))


def hands(drawn: list[Any]) -> list[HandPicture]:
    return [picture for picture in drawn if isinstance(picture, HandPicture)]


def card_labels(panel: Seen) -> list[str]:
    """The cards on the buttons, in their order."""
    return [
        button["custom_id"].rpartition(":")[2]
        for button in panel.buttons.values()
        if ":play:" in button["custom_id"]
    ]


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_four_colours_are_seen_at_once_by_who_chose_them_and_nobody_else(
    place: Place, drawn: list[Any], locale: str
) -> None:
    ann, ben = place.somebody("ann", locale), place.somebody("ben")
    await place.game(ann, ben)
    mine, german = await ann.hand(), locale == "de"
    assert {picture.deck for picture in hands(drawn) if picture.cards == mine} == {Deck(german=german)}
    del drawn[:]
    await prefers(ann, "deck_colours:four")
    assert [(p.cards, p.deck) for p in hands(drawn)] == [(mine, Deck(DeckColours.FOUR, german=german))]
    await ann.pass_first_three()
    await ben.pass_first_three()
    his = await ben.hand()
    assert {picture.deck for picture in hands(drawn) if picture.cards == his} == {Deck()}
    tables = [picture for picture in drawn if isinstance(picture, TablePicture)]
    assert {picture.deck.colours for picture in tables} == {DeckColours.TWO}
    await prefers(ann, "deck_colours:two")
    assert hands(drawn)[-1].deck == Deck(german=german)


async def test_by_rank_the_text_the_menu_and_the_buttons_change_at_once(place: Place) -> None:
    people = await seated(place, panels=True)
    ann, hand = people[0], await people[0].hand()
    assert ann.panel().texts[1] == hand_line(hand, ann.words)
    await prefers(ann, "hand_order:ranks")
    panel = ann.panel()
    assert panel.texts[1] == hand_line(hand, by_rank(ann)) != hand_line(hand, ann.words)
    assert [o["value"] for o in panel.menus[0]["options"]] == [
        str(card) for card in in_order(hand, HandOrder.RANKS)
    ]
    for person in people:
        await person.pass_first_three()
    hand = await ann.hand()
    assert card_labels(ann.panel()) == [str(card) for card in in_order(hand, HandOrder.RANKS)]
    await prefers(ann, "hand_order:suits")
    assert card_labels(ann.panel()) == [str(card) for card in in_order(hand)]


async def test_by_rank_cards_are_suggested_in_that_order(place: Place) -> None:
    people = await seated(place, panels=True)
    await prefers(people[0], "hand_order:ranks")
    offered = await people[0].member.autocomplete(place.channel, "hearts pass", "first", "")
    hand = await people[0].hand()
    assert [choice["value"] for choice in offered] == [
        card_short(card, people[0].words) for card in in_order(hand, HandOrder.RANKS)
    ]


async def test_by_rank_what_was_passed_is_told_in_that_order(place: Place) -> None:
    people = await seated(place, panels=True)
    await prefers(people[0], "hand_order:ranks")
    for person in people:
        await person.choose([str(card) for card in in_order(await person.hand(), HandOrder.SUITS)[4:7]])
        await person.confirm()
    view = await people[0].view()
    assert view.received is not None
    assert f"and got {cards_text(view.received, by_rank(people[0]))} from **" in people[0].panel().text


class TestTextOnly:
    async def test_the_picture_goes_and_comes_back_at_once(self, place: Place) -> None:
        ann, ben, *_ = await place.game(place.somebody("ann"), place.somebody("ben"))
        assert ann.panel().files
        await prefers(ann, "pictures:no")
        assert not ann.panel().files
        assert not ann.panel().alts
        assert ben.panel().files
        assert place.shown().files
        assert not (await ann.open_hand()).files
        await prefers(ann, "pictures:yes")
        assert ann.panel().files

    async def test_no_hand_is_drawn(self, place: Place, drawn: list[Any]) -> None:
        ann, *_ = await place.game(place.somebody("ann"))
        await prefers(ann, "pictures:no")
        del drawn[:]
        await ann.pass_first_three()
        while not hands(drawn) and (await place.table()).state.history == ():
            await ann.play_first()
        assert not hands(drawn)
        assert any(isinstance(picture, TablePicture) for picture in drawn)

    async def test_the_text_says_what_may_be_played_and_what_was_passed(self, place: Place) -> None:
        people = await in_play(place, panels=True)
        ann, *others = people
        await prefers(ann, "pictures:no")
        marked = 0
        while len(await ann.hand()) > 2:
            await play_until_turn(place, ann, others)
            view, panel = await ann.view(), ann.panel()
            mine = ann.words.beside(view.hand)
            assert f"You passed {cards_text(view.passed or NO_CARDS, mine)} to **" in panel.text
            assert f"and got {cards_text(view.received or NO_CARDS, mine)} from **" in panel.text
            if view.legal == view.hand:
                assert "You can play any card." in panel.text
            else:
                assert f"You can play: {cards_text(view.legal, mine)}" in panel.text
            received = (view.received or NO_CARDS) & view.hand
            said = f"Passed to you and still in your hand: {cards_text(received, mine)}"
            assert (said in panel.text) == (bool(received) and len(view.public.tricks) >= 2)
            marked += said in panel.text
            await played(place, ann, view.legal.lowest)
        assert marked

    async def test_with_pictures_the_text_is_as_short_as_before(self, place: Place) -> None:
        ann, *_ = await in_play(place, panels=True)
        assert "You can play" not in ann.panel().text
