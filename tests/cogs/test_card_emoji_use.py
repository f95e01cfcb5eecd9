"""Emoji of cards stand beside the text, each person's own, and a message never fails for them."""

from __future__ import annotations

import pytest

from bot.pictures.deck import Deck, DeckColours
from bot.pictures.emoji import DECKS
from bot.rules.cards import ALL_CARDS, Card
from bot.text.cards import card_short, card_text, cards_text
from bot.text.look import CardLook
from cogs.card_emoji import FIRST_RETRY
from cogs.layout import TEXT_LENGTH
from tests.cogs.choosing import press, size
from tests.cogs.emoji_faces import (
    EMOJIS,
    Faces,
    fresh,
    known,
    markup,
    put_in,
    ready,
    there,
    wanted,
)
from tests.cogs.moves import in_play, seated
from tests.cogs.people import Place
from tests.cogs.seen import components, everything

pytestmark = [pytest.mark.settings(emoji=True)]


@pytest.fixture(autouse=True)
def faces(monkeypatch: pytest.MonkeyPatch) -> Faces:
    return put_in(monkeypatch)


class TestUse:
    async def test_buttons_menus_and_lines_have_them_beside_the_text(self, place: Place) -> None:
        await ready(place)
        people = await seated(place, panels=True)
        ann, emoji = people[0], known(place, Deck())
        words = ann.words.looking(CardLook(emoji=emoji))
        for option in ann.panel().menus[0]["options"]:
            card = Card.parse(option["value"])
            assert option["label"] == card_short(card, ann.words)
            assert markup(option["emoji"]) == emoji[card]
        for person in people:
            await person.pass_first_three()
        hand, panel = await ann.hand(), ann.panel()
        for card in hand:
            assert card_text(card, words) in panel.texts[1]
            assert markup(panel.buttons[card_short(card, ann.words)]["emoji"]) == emoji[card]
        person = await place.to_move(people)
        assert person is not None
        card = Card.parse(await person.play_first())
        assert card_text(card, words) in place.shown().text
        assert card_text(card, words) in ann.panel().text

    async def test_everybody_has_their_own_deck_and_the_table_the_server_s(self, place: Place) -> None:
        await ready(place)
        people = await seated(place, panels=True)
        ann = people[0]
        panel = await ann.told("preferences")
        await press(ann, panel, "hearts:prefer:0:deck_colours:four")
        four = known(place, Deck(DeckColours.FOUR))
        assert four != known(place, Deck())
        for option in ann.panel().menus[0]["options"]:
            assert markup(option["emoji"]) == four[Card.parse(option["value"])]
        for option in people[1].panel().menus[0]["options"]:
            assert markup(option["emoji"]) == known(place, Deck())[Card.parse(option["value"])]
        for person in people:
            await person.pass_first_three()
        mover = await place.to_move(people)
        assert mover is not None
        card = Card.parse(await mover.play_first())
        assert known(place, Deck())[card] in place.shown().text
        assert four[card] in ann.panel().text

    async def test_who_likes_text_alone_gets_none_in_private(self, place: Place) -> None:
        await ready(place)
        people = await seated(place, panels=True)
        await press(people[0], await people[0].told("preferences"), "hearts:prefer:0:pictures:no")
        for person in people:
            await person.pass_first_three()
        mover = await place.to_move(people)
        assert mover is not None
        await mover.play_first()
        assert "<:" not in everything(people[0].panel().message)
        assert "<:" in everything(people[1].panel().message)
        assert "<:" in place.shown().text

    async def test_a_german_hand_has_german_letters(self, place: Place) -> None:
        await ready(place)
        ann = place.somebody("ann", "de")
        await place.game(ann)
        emoji = known(place, Deck(german=True))
        for option in ann.panel().menus[0]["options"]:
            assert markup(option["emoji"]) == emoji[Card.parse(option["value"])]

    @pytest.mark.expect_discord_errors
    async def test_open_messages_get_them_when_they_are_there(self, place: Place) -> None:
        await fresh(place)
        place.env.inject_error("GET", EMOJIS, status=503, times=1)
        await place.restart()
        people = await in_play(place, panels=True)
        await people[0].play_first()
        assert "<:" not in people[0].panel().text + place.shown().text
        await place.env.advance_time(FIRST_RETRY + 1)
        assert "<:" in people[0].panel().text
        assert "<:" in place.shown().text

    @pytest.mark.expect_discord_errors
    @pytest.mark.parametrize(
        ("method", "path"),
        [("PATCH", "/webhooks/*"), ("PATCH", "/channels/*"), ("POST", "/interactions/*/callback")],
    )
    async def test_one_that_was_deleted_stops_no_message(
        self, place: Place, faces: Faces, method: str, path: str
    ) -> None:
        """Discord refuses a message with a button whose emoji is gone."""
        await ready(place)
        people = await in_play(place, panels=True)
        place.env.backend.application_emojis.clear()
        place.env.inject_error(method, path, status=400, code=50035, message="emoji.id: Invalid emoji")
        await people[0].play_first()
        assert "Trick 1" in place.shown().text
        assert all("Trick 1" in person.panel().text for person in people)
        await ready(place)
        assert there(place) == wanted(faces)
        assert known(place, Deck())

    @pytest.mark.expect_discord_errors
    async def test_one_that_is_there_and_refused_is_left_out_for_a_while(self, place: Place) -> None:
        await ready(place)
        people = await in_play(place, panels=True)
        place.env.inject_error("PATCH", "/channels/*", status=400, code=50035, message="Invalid emoji")
        await people[0].play_first()
        assert "Trick 1" in place.shown().text
        assert "<:" not in place.shown().text
        assert not known(place, Deck())
        await place.env.advance_time(FIRST_RETRY + 1)
        assert known(place, Deck())

    async def test_a_phone_has_room_for_the_buttons_of_seventeen_cards(self, place: Place) -> None:
        await ready(place)
        ann = place.somebody("ann")
        await place.game(ann, preset="three")
        await ann.pass_first_three()
        while (await ann.view()).public.passing:
            await place.env.advance_time(1)
        panel = ann.panel()
        rows = [item for item in components(panel.message) if item["type"] == 1]
        assert max(len(row["components"]) for row in rows) == 3
        assert sum(":play:" in button["custom_id"] for button in panel.buttons.values()) >= 16
        assert size(panel) <= 40

    async def test_the_longest_messages_are_not_too_long(self, place: Place) -> None:
        """Seventeen cards, every line there can be, and emoji with names as long as they get."""
        await ready(place)
        emoji = {card: f"<:{str(card).lower()}_four_de_1a2b3c4d:{10**19 - 1}>" for card in ALL_CARDS}
        place.cog.emoji._shown = {deck: {**emoji} for deck in DECKS}
        ann = place.somebody("W" * 30)
        await place.game(ann, preset="three")
        hand = await ann.hand()
        assert len(hand) == 17
        text = ann.panel().text
        assert cards_text([hand.lowest], ann.words.looking(CardLook(emoji={**emoji}))) in text
        assert len(text) < TEXT_LENGTH / 2
