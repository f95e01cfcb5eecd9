"""Emoji of cards: uploaded once, replaced with the deck, and never in the way."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import discord
import pytest

from bot.pictures.deck import Deck
from bot.pictures.emoji import DECKS
from bot.rules.cards import Card
from cogs import card_emoji
from cogs.card_emoji import FIRST_RETRY, OURS
from tests.cogs.emoji_faces import (
    EMOJIS,
    FACES,
    ONE,
    Faces,
    fresh,
    known,
    put_in,
    ready,
    sent,
    there,
    uploaded,
    wanted,
)
from tests.cogs.moves import in_play, seated
from tests.cogs.people import Place
from tests.cogs.seen import everything

pytestmark = [pytest.mark.settings(emoji=True)]

FORMERLY_OURS = (
    "queen_of_spades_en_0000000a",
    "ten_of_clubs_de4_0000000a",
    "card_back_0000000a",
    "qs_two_en_0000000a",
    "td_four_de_0000000a",
    "back_0000000a",
)
OF_OTHERS = (
    *("party", "qs", "qs_two_en", "back_to_school", "QS_two_en_0000000a", "hearts_12345678"),
    *("queen_of_spades", "queen_of_spades_en", "queen_of_hearts_0000000a", "king_of_the_hill_0000000a"),
    *("qs_is_mean_0000000a", "my_queen_of_spades_en_0000000a", "card_back_0000000a0"),
)


@pytest.fixture(autouse=True)
def faces(monkeypatch: pytest.MonkeyPatch) -> Faces:
    return put_in(monkeypatch)


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
        assert "queen_of_spades_en_00000002" in known(place, Deck())[Card.parse("QS")]

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
        for name in OF_OTHERS:
            backend.create_application_emoji(name)
        for name in FORMERLY_OURS:
            backend.create_application_emoji(name)
        await place.restart()
        await ready(place)
        assert there(place) >= {*OF_OTHERS}
        assert not there(place) & {*FORMERLY_OURS}

    async def test_what_a_person_uploaded_is_theirs_whatever_its_name(
        self, place: Place, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await ready(place)
        cog = place.cog
        theirs = discord.Object(7)
        emoji: Any = type("Emoji", (), {"name": "queen_of_spades_en_0000000a", "user": theirs})()
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

    async def test_a_refusal_is_looked_into_at_once_although_one_still_cannot_be_uploaded(
        self, place: Place, faces: Faces
    ) -> None:
        await fresh(place)
        place.env.inject_error("POST", EMOJIS, status=500, times=1)
        await place.restart()
        await ready(place)
        assert len(there(place)) == FACES - 1
        place.cog.emoji.doubt()
        assert not known(place, Deck())
        await ready(place)
        assert there(place) == wanted(faces)
        assert len(known(place, Deck())) == 53

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

    @pytest.mark.parametrize(("method", "status"), [("GET", 403), ("GET", 404), ("POST", 403)])
    async def test_what_may_not_be_done_is_not_tried_again(
        self, place: Place, method: str, status: int
    ) -> None:
        await fresh(place)
        place.env.inject_error(method, EMOJIS, status=status, times=None)
        since = len(place.env.http_requests)
        await place.restart()
        await ready(place)
        assert len(place.requests(method, EMOJIS, since)) == 1
        await place.env.advance_time(3 * FIRST_RETRY)
        assert len(place.requests(method, EMOJIS, since)) == 1
        ann, *_ = await seated(place, panels=True)
        assert ann.panel().menus

    async def test_a_picture_discord_does_not_take_is_not_offered_again(
        self, place: Place, faces: Faces
    ) -> None:
        await fresh(place)
        place.env.inject_error("POST", EMOJIS, status=400, code=50035, times=1)
        before = len(uploaded(place))
        await place.restart()
        await ready(place)
        assert len(there(place)) == FACES - 1
        await place.env.advance_time(3 * FIRST_RETRY)
        assert len(uploaded(place)) == before + FACES
        assert len(there(place)) == FACES - 1

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
