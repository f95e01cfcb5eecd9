"""Emoji of cards: uploaded once, used beside the text, replaced with the deck, and never in the way."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import discord
import pytest

from bot.pictures.deck import Deck, DeckColours
from bot.pictures.emoji import DECKS, EmojiPicture
from bot.rules.cards import ALL_CARDS, Card
from bot.text.cards import card_short, card_text, cards_text
from bot.text.look import CardLook, Emoji
from cogs import card_emoji
from cogs.card_emoji import FIRST_RETRY, OURS
from cogs.layout import TEXT_LENGTH
from tests.cogs.choosing import press, size
from tests.cogs.moves import in_play, seated
from tests.cogs.people import Place
from tests.cogs.seen import components, everything

pytestmark = [pytest.mark.settings(emoji=True)]

EMOJIS = "/applications/*/emojis"
ONE = "/applications/*/emojis/*"
PNG = b"\x89PNG\r\n\x1a\n"


class Faces:
    """A deck of faces that are quickly made.

    Attributes:
        drawing: which of its drawings is the newest, by card; 1 where nothing else is said.
    """

    def __init__(self) -> None:
        self.drawing: dict[str, int] = {}

    def face(self, card: Card, deck: Deck) -> EmojiPicture:
        german = deck.german and card.rank.letter in "JQ"
        four = deck.colours is DeckColours.FOUR and card.suit.letter in "CD"
        tag = f"{'four' if four else 'two'}_{'de' if german else 'en'}"
        name = f"{card}_{tag}_{self.drawing.get(str(card), 1):08x}".lower()
        return EmojiPicture(name, PNG + name.encode(), card, deck)

    def back(self) -> EmojiPicture:
        return EmojiPicture("back_00000001", PNG + b"back", None, Deck())

    def all(self) -> tuple[EmojiPicture, ...]:
        faces = [self.back(), *(self.face(card, deck) for deck in DECKS for card in ALL_CARDS)]
        return tuple({face.name: face for face in reversed(faces)}.values())[::-1]


FACES = 52 + 8 + 26 + 4 + 1
"""Queens and jacks have German letters, clubs and diamonds four colours; and there is the back."""


@pytest.fixture(autouse=True)
def faces(monkeypatch: pytest.MonkeyPatch) -> Faces:
    made = Faces()
    monkeypatch.setattr(card_emoji, "card_emoji", made.face)
    monkeypatch.setattr(card_emoji, "back_emoji", made.back)
    monkeypatch.setattr(card_emoji, "emoji_set", made.all)
    return made


def sent(place: Place) -> list[dict[str, str]]:
    """What was uploaded, in its order."""
    requests = place.env.http_requests
    return [r.json for r in requests if r.method == "POST" and r.path.endswith("/emojis") and r.json]


def uploaded(place: Place) -> list[str]:
    """The names of what was uploaded."""
    return [each["name"] for each in sent(place)]


def there(place: Place) -> set[str]:
    """The names of the application's emoji."""
    return {emoji.name for emoji in place.env.backend.application_emojis.values()}


def known(place: Place, deck: Deck) -> Emoji:
    """What stands beside cards of a deck."""
    return place.cog.emoji.of(deck)


def wanted(faces: Faces) -> set[str]:
    return {picture.name for picture in faces.all()}


async def ready(place: Place) -> None:
    """What is to be done at a start has been done."""
    await place.env.settle(idle=0.001)


class TestUploading:
    async def test_the_first_start_uploads_every_face_once(self, place: Place, faces: Faces) -> None:
        await ready(place)
        names = uploaded(place)
        assert len(names) == len(set(names)) == FACES
        assert there(place) == wanted(faces)
        for deck in DECKS:
            assert len(known(place, deck)) == 53

    async def test_every_name_is_one_of_ours_and_one_discord_takes(self, faces: Faces) -> None:
        for picture in card_emoji.emoji_set():
            assert OURS.fullmatch(picture.name)
            assert 2 <= len(picture.name) <= 32

    async def test_every_face_goes_up_as_discord_takes_it(self, place: Place, faces: Faces) -> None:
        await ready(place)
        pictures = {picture.name: picture.data for picture in faces.all()}
        for each in sent(place):
            assert each.keys() == {"name", "image"}
            kind, _, text = each["image"].partition(",")
            assert kind == "data:image/png;base64"
            assert base64.b64decode(text) == pictures[each["name"]]

    async def test_a_restart_uploads_nothing_and_knows_them_all(self, place: Place) -> None:
        await ready(place)
        before = dict(known(place, Deck()))
        await place.restart()
        await ready(place)
        assert len(uploaded(place)) == FACES
        assert known(place, Deck()) == before

    async def test_a_changed_face_takes_the_place_of_the_old_one(self, place: Place, faces: Faces) -> None:
        await ready(place)
        faces.drawing["QS"] = 2
        await place.restart()
        await ready(place)
        assert len(uploaded(place)) == FACES + 2
        assert there(place) == wanted(faces)
        assert "qs_two_en_00000002" in known(place, Deck())[Card.parse("QS")]

    @pytest.mark.expect_discord_errors
    async def test_nothing_is_deleted_before_the_new_is_there(self, place: Place, faces: Faces) -> None:
        await ready(place)
        old = there(place)
        faces.drawing["QS"] = 2
        place.env.inject_error("POST", EMOJIS, status=500, times=1)
        await place.restart()
        await ready(place)
        assert old < there(place)
        await place.env.advance_time(FIRST_RETRY + 1)
        assert there(place) == wanted(faces)

    async def test_emoji_of_others_are_left_alone(self, place: Place) -> None:
        backend = place.env.backend
        others = ["party", "qs", "qs_two_en", "back_to_school", "QS_two_en_0000000a", "hearts_12345678"]
        for name in others:
            backend.create_application_emoji(name)
        backend.create_application_emoji("qs_two_en_0000000a")
        await place.restart()
        await ready(place)
        assert there(place) >= {*others}
        assert "qs_two_en_0000000a" not in there(place)

    async def test_what_a_person_uploaded_is_theirs_whatever_its_name(
        self, place: Place, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await ready(place)
        cog = place.cog
        theirs = discord.Object(7)
        emoji: Any = type("Emoji", (), {"name": "qs_two_en_0000000a", "user": theirs})()
        assert not cog.emoji._outdated(emoji, set())
        emoji.user = place.bot.user
        assert cog.emoji._outdated(emoji, set())

    async def test_switched_off_nothing_is_asked_for(self, place: Place, request: Any) -> None:
        await ready(place)
        settings = place.bot.settings.model_copy(update={"emoji": False})
        place.bot.settings = settings
        before = len(place.env.http_requests)
        place.cog.emoji._task = None
        place.cog.emoji.start()
        await ready(place)
        assert len(place.env.http_requests) == before


@pytest.mark.settings(emoji=False)
async def test_switched_off_there_are_none(place: Place) -> None:
    ann, *_ = await seated(place, panels=True)
    assert not uploaded(place)
    assert not any("emoji" in request.path for request in place.env.http_requests)
    assert "<:" not in everything(ann.panel().message)


@pytest.mark.expect_discord_errors
class TestFailures:
    async def test_one_that_fails_does_not_stop_the_rest_and_is_tried_again(
        self, place: Place, faces: Faces, caplog: pytest.LogCaptureFixture
    ) -> None:
        await fresh(place)
        place.env.inject_error("POST", EMOJIS, status=500, times=2)
        await place.restart()
        await ready(place)
        assert len(there(place)) == FACES - 2
        assert len(known(place, Deck())) == 51
        await place.env.advance_time(FIRST_RETRY + 1)
        assert there(place) == wanted(faces)
        assert len(known(place, Deck())) == 53
        told = [r for r in caplog.records if r.name == "cogs.card_emoji" and r.levelname == "WARNING"]
        assert len(told) == 1

    async def test_where_nothing_works_it_is_not_tried_in_vain(self, place: Place) -> None:
        await fresh(place)
        place.env.inject_error("POST", EMOJIS, status=400, code=30008, times=None)
        before = len(uploaded(place))
        await place.restart()
        await ready(place)
        assert len(uploaded(place)) == before + card_emoji.MOST_FAILURES
        assert not known(place, Deck())
        ann, *_ = await seated(place, panels=True)
        assert ann.panel().menus

    async def test_what_cannot_be_looked_up_is_looked_up_later(self, place: Place, faces: Faces) -> None:
        await fresh(place)
        place.env.inject_error("GET", EMOJIS, status=503, times=1)
        await place.restart()
        await ready(place)
        assert not there(place)
        await place.env.advance_time(FIRST_RETRY + 1)
        assert there(place) == wanted(faces)

    async def test_what_cannot_be_deleted_is_deleted_later(self, place: Place, faces: Faces) -> None:
        await ready(place)
        faces.drawing["2C"] = 2
        place.env.inject_error("DELETE", ONE, status=500, times=1)
        await place.restart()
        await ready(place)
        assert there(place) > wanted(faces)
        await place.env.advance_time(FIRST_RETRY + 1)
        assert there(place) == wanted(faces)

    async def test_an_interrupted_upload_goes_on(self, place: Place, faces: Faces) -> None:
        await fresh(place)
        place.env.inject_error("POST", EMOJIS, status=500, times=None)
        await place.restart()
        await ready(place)
        place.env.backend.faults.clear()
        done = faces.all()[:30]
        for picture in done:
            place.env.backend.create_application_emoji(picture.name)
        before = len(uploaded(place))
        await place.restart()
        await ready(place)
        assert len(uploaded(place)) == before + FACES - 30
        assert there(place) == wanted(faces)


async def fresh(place: Place) -> None:
    """Nothing is uploaded, as before the first start."""
    await ready(place)
    place.env.backend.application_emojis.clear()


class Told429(discord.HTTPException):
    """A rate limit that lasts, as discord.py gives up on it."""

    def __init__(self, seconds: str | None) -> None:
        headers = {} if seconds is None else {"Retry-After": seconds}
        response: Any = type("Response", (), {"status": 429, "reason": "", "headers": headers})()
        super().__init__(response, {"code": 20028, "message": "slow down"})


@pytest.mark.parametrize(("told", "waits"), [("3600.5", 3600.5), ("0", 1), (None, 60), ("soon", 60)])
async def test_a_rate_limit_is_waited_out_as_told(
    told: str | None, waits: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    answers: list[BaseException | str] = [Told429(told), discord.RateLimited(5), "done"]

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def request() -> str:
        answer = answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    monkeypatch.setattr(asyncio, "sleep", sleep)
    assert await card_emoji._patiently(request) == "done"
    assert slept == [waits, 5]


@pytest.mark.expect_discord_errors
async def test_a_rate_limit_delays_nobody_and_nothing_else(place: Place, faces: Faces) -> None:
    await fresh(place)
    place.env.inject_error("POST", EMOJIS, status=429, code=20028, times=1)
    await place.restart()
    await ready(place)
    assert not there(place)
    people = await in_play(place, panels=True)
    await people[0].play_first()
    assert not known(place, Deck())
    await place.env.advance_time(61)
    assert there(place) == wanted(faces)


async def test_shutting_down_stops_it(place: Place) -> None:
    await fresh(place)
    place.env.inject_error("GET", EMOJIS, status=429, code=20028, times=None)
    await place.restart()
    await ready(place)
    task = place.cog.emoji._task
    assert task is not None
    assert not task.done()
    await place.bot.close()
    assert task.cancelled()


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


def markup(emoji: dict[str, Any]) -> str:
    """An emoji of a button as it is written in a text."""
    return f"<:{emoji['name']}:{emoji['id']}>"
