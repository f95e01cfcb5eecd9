"""Reviews: what somebody's own decisions cost, after a deal and after a game, for them alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from bot.engine.acts import Leave, TakeBack
from bot.engine.state import Phase
from bot.players.search import Effort
from bot.rules.view import View
from tests.cogs.moves import passed, played
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import Seen, see

T = TypeVar("T")

QUICK = Effort(worlds=8, pass_worlds=2, seconds=None)
LANGUAGES = ["en-US", "de"]


pytestmark = pytest.mark.usefixtures("compiled")


@pytest.fixture(autouse=True)
def _short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """How well is thought is tested elsewhere."""
    monkeypatch.setattr("bot.players.worker.EXPERT", QUICK)
    monkeypatch.setattr("bot.players.coaching.QUICK", QUICK)
    monkeypatch.setattr("bot.players.coaching.PASS_WORLDS", 8)


async def one_deal(place: Place, *people: Somebody, **options: Any) -> list[Somebody]:
    """A game of these people and computers whose first deal is over."""
    place.fix_lots()
    seats = await place.game(*people, **options)
    table = await place.table()
    while not table.state.history:
        mover = await place.to_move(seats)
        assert mover is not None
        if (await mover.view()).to_pass:
            await passed(place, mover)
        else:
            await played(place, mover)
    return seats


async def whole_game(place: Place, person: Somebody) -> int:
    """A short game of one person and computers that is over; gives its number."""
    place.fix_lots()
    await place.game(person, preset="short")
    table = await place.table()
    while table.state.open:
        if (await person.view()).to_pass:
            await passed(place, person)
        else:
            await played(place, person)
    assert table.state.phase is Phase.OVER
    return table.game_id


def deal_message(place: Place) -> Any:
    """The oldest message of a deal that is over."""
    return place.tables()[0]


def explained(person: Somebody, shown: Seen) -> bool:
    """Whether what the points mean is said exactly where there are any."""
    found = any(text.startswith("**") for text in shown.texts)
    return (person.words("review.how") in shown.text) == found


async def reviewed(person: Somebody, message: Any) -> Seen:
    """What a person gets for pressing the button, which nobody else sees."""
    result = await person.press(message, "button.review")
    assert result.response.ephemeral
    shown = person.again(result.response.message.id)
    assert shown.message.id not in [each.id for each in person.place.public_messages()]
    return shown


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_after_a_deal_everybody_who_played_sees_their_own_decisions(place: Place, locale: str) -> None:
    ann, ben = (place.somebody(name, locale) for name in ("ann", "ben"))
    await one_deal(place, ann, ben)
    for person in (ann, ben):
        shown = await reviewed(person, deal_message(place))
        assert shown.texts[0] == person.words("review.title", number=1)
        assert explained(person, shown)
        assert len(shown.text) <= 4000
        assert not shown.buttons
    first, second = [(await reviewed(person, deal_message(place))).texts for person in (ann, ben)]
    assert first != second


async def test_a_second_press_gives_the_same(place: Place) -> None:
    [ann] = await one_deal(place, place.somebody("ann"))
    first, second = [await reviewed(ann, deal_message(place)) for _ in range(2)]
    assert first.texts == second.texts
    assert first.message.id != second.message.id


async def test_after_a_restart_it_is_read_from_what_was_stored(place: Place) -> None:
    [ann] = await one_deal(place, place.somebody("ann"))
    before = await reviewed(ann, deal_message(place))
    await place.restart()
    assert (await reviewed(ann, deal_message(place))).texts == before.texts


async def test_who_did_not_play_gets_a_sentence(place: Place) -> None:
    ann, eve = place.somebody("ann"), place.somebody("eve")
    await one_deal(place, ann)
    assert await eve.refused(deal_message(place), "button.review") == "You did not sit at this table."


async def test_a_deal_that_is_not_over_is_not_reviewed(place: Place) -> None:
    [ann] = await one_deal(place, place.somebody("ann"))
    table = await place.table()
    for detail in (":2", ":77", ""):
        result = await ann.forge(deal_message(place), f"hearts:review:{table.game_id}{detail}")
        assert result.response.content == ann.words("review.not_over")
    result = await ann.forge(deal_message(place), "hearts:review:999999:1")
    assert result.response.content == ann.words("error.no_such_game")
    result = await ann.forge(deal_message(place), f"hearts:review:{table.game_id}:x")
    assert result.response.ephemeral


async def test_what_a_computer_decided_for_somebody_is_not_theirs(place: Place) -> None:
    ann, ben = place.somebody("ann"), place.somebody("ben")
    place.fix_lots()
    await place.game(ann, ben)
    await place.act(Leave(await ben.number()))
    table = await place.table()
    while not table.state.history:
        if (await ann.view()).to_pass:
            await ann.pass_first_three()
        else:
            await played(place, ann)
    await place.act(TakeBack(await ben.number()))
    assert ben.words("review.none") in (await reviewed(ben, deal_message(place))).text
    assert ann.words("review.none") not in (await reviewed(ann, deal_message(place))).text


@pytest.mark.parametrize("preset", ["three", "five", "partners", "omnibus", "spot"])
async def test_by_every_kind_of_rules(place: Place, preset: str) -> None:
    ann = place.somebody("ann", "de")
    await one_deal(place, ann, preset=preset)
    shown = await reviewed(ann, deal_message(place))
    assert shown.texts[0] == ann.words("review.title", number=1)
    assert explained(ann, shown)


async def test_after_a_game_all_of_its_deals_are_looked_at(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.coach.PROGRESS_EVERY", 0.0)
    ann = place.somebody("ann", "de")
    game_id = await whole_game(place, ann)
    since = len(place.env.http_requests)
    shown = await reviewed(ann, place.table_message())
    assert shown.texts[0] == ann.words("review.title_game")
    found = [text for text in shown.texts if text.startswith("**")]
    assert len(found) <= 3
    told = [str(each.json) for each in place.requests("PATCH", "/webhooks/*", since)]
    assert any("🔎" in each and ann.words("review.title_game") not in each for each in told)
    # Who looks at a game afterwards takes nothing from what it counts.
    assert len(await place.bot.store.results_of_game(game_id)) == 1
    assert ann.words("over.hints") not in see(place.table_message()).text
    await place.restart()
    assert (await reviewed(ann, place.table_message())).texts == shown.texts


async def test_while_all_computers_are_busy_there_is_a_sentence(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    [ann] = await one_deal(place, place.somebody("ann"))

    async def busy(question: Callable[..., T], view: View, *more: Any) -> T | None:
        return None

    with monkeypatch.context() as patch:
        patch.setattr(place.bot.thinkers, "ask", busy)
        assert (await reviewed(ann, deal_message(place))).text == ann.words("hint.busy")
    assert (await reviewed(ann, deal_message(place))).text != ann.words("hint.busy")
