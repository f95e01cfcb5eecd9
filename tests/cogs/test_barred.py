"""A table the bot may not edit any more: it is not tried over and over while people click and write."""

from __future__ import annotations

import pytest

from cogs.boards import MAX_BELOW
from cogs.upkeep import LIFT_EVERY
from tests.cogs.faults import Fault, Forbidden, Kind, OutOfOrder
from tests.cogs.people import Place
from tests.cogs.test_places import chatter, forbid

pytestmark = [pytest.mark.expect_discord_errors, pytest.mark.simcord(check_errors=False)]

EDIT = Kind("an edit", "PATCH", "/channels/*/messages/*")
POST = Kind("a post", "POST", "/channels/*/messages")


@pytest.mark.pictures
@pytest.mark.parametrize("code", [50001, 50013])
async def test_clicks_on_the_panel_do_not_repeat_what_was_refused(
    place: Place, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    ann = place.somebody("ann")
    await place.game(ann)
    await ann.open_hand()
    broken = OutOfOrder(monkeypatch, EDIT, Fault("403", lambda: Forbidden(403, code), 1))
    broken.on = True
    await ann.pass_first_three()
    await place.env.advance_time(5)
    assert broken.failed == 1, "the bot may attach files here, so it is not tried without"
    for _ in range(5):
        await ann.press(ann.panel().message, "button.refresh")
        await place.env.advance_time(2)
    assert broken.failed == 1
    await place.env.advance_time(LIFT_EVERY)
    await ann.press(ann.panel().message, "button.refresh")
    await place.env.advance_time(5)
    assert broken.failed == 2, "now and then it is tried all the same"
    broken.on = False
    forbid(place, embed_links=False)
    await ann.press(ann.panel().message, "button.refresh")
    await place.env.advance_time(5)
    table = await place.table()
    assert not place.cog.boards._board(table).barred


async def test_others_writing_do_not_repeat_what_was_refused(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, eve = place.somebody("ann"), place.somebody("eve")
    await place.game(ann)
    await ann.open_hand()
    fault = Fault("403", lambda: Forbidden(403, 50013), 1)
    edits, posts = OutOfOrder(monkeypatch, EDIT, fault), OutOfOrder(monkeypatch, POST, fault)
    edits.on = True
    await ann.pass_first_three()
    await place.env.advance_time(5)
    posts.on = True
    await chatter(place, eve, 2 * MAX_BELOW + 4)
    await place.env.advance_time(5)
    assert edits.failed == 1
    assert posts.failed == 0
