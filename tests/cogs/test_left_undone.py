"""What Discord would not do once is left, tried later, or given up: nothing else waits for it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.traffic import Limited
from cogs.upkeep import LIFT_EVERY
from tests.cogs.faults import Fault, Forbidden, Kind, OutOfOrder, Refused
from tests.cogs.people import Place
from tests.cogs.test_prompts import ids, mentioned, passed, pings

pytestmark = [pytest.mark.expect_discord_errors, pytest.mark.simcord(check_errors=False)]


def _a_mention(body: Any) -> bool:
    return isinstance(body, dict) and "<@" in str(body.get("content"))


PROMPT_POST = Kind("a prompt is posted", "POST", "/channels/*/messages", _a_mention)
DELETE = Kind("a message is deleted", "DELETE", "/channels/*/messages/*")
PANEL_DELETE = Kind("a panel is deleted", "DELETE", "/webhooks/*/*/messages/*")


async def test_where_a_mention_was_forbidden_a_later_one_is_tried_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await passed(place)
    broken = OutOfOrder(monkeypatch, PROMPT_POST, Fault("403", lambda: Forbidden(403, 50013), 1))
    broken.on = True
    await place.env.advance_time(21)
    assert broken.failed == 1
    assert not place.cog.prompts.busy(await place.table()), "it waits for nothing"
    broken.on = False
    for person in people[:2]:
        await person.play_first()
        await place.env.advance_time(26)
        assert not place.prompts()
    await people[2].play_first()
    await place.env.advance_time(LIFT_EVERY)
    assert mentioned(place) == ids(people[3])


async def test_a_mention_nobody_wants_any_more_is_not_looked_for_at_every_card(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third, _ = await passed(place)
    broken = OutOfOrder(monkeypatch, PROMPT_POST, Fault("500", lambda: Refused(500), 1))
    broken.on = True
    await place.env.advance_time(21)
    await first.play_first()
    await place.env.advance_time(3)
    broken.on = False
    since = len(place.env.http_requests)
    await second.play_first()
    await place.env.advance_time(6)
    await third.play_first()
    await place.env.advance_time(6)
    assert not place.requests("GET", "/channels/*/messages", since)
    assert not pings(place)


@pytest.mark.parametrize("status", [429, 500, 403])
async def test_an_older_panel_that_cannot_be_taken_away_is_no_trouble(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    ann = place.somebody("ann")
    await place.game(ann)
    broken = OutOfOrder(
        monkeypatch,
        PANEL_DELETE,
        Fault(str(status), lambda: Limited(5.0) if status == 429 else Refused(status), 1),
    )
    broken.on = True
    old = ann.panel_id
    await ann.open_hand()
    assert broken.failed == 1
    assert ann.panel_id != old
    assert "failed" not in caplog.text
    await ann.pass_first_three()


async def test_a_table_goes_on_though_an_old_message_of_it_cannot_be_deleted(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = place.somebody("ann")
    await place.game(ann)
    table = await place.table()
    broken = OutOfOrder(monkeypatch, DELETE, Fault("400", lambda: Refused(400, 50021), 1))
    broken.on = True
    with place.env._bot_scope():
        place.cog.boards.repost(table)
    await place.env.advance_time(10)
    before = place.shown().text
    await ann.pass_first_three()
    await place.env.advance_time(10)
    await place.env.advance_time(10)
    assert broken.failed == 1
    assert place.shown().text != before
