"""Every kind of request beside every way for it to fail: the table is played on to the deal's end.

While Discord is out of order a trick is played. What cannot succeed is not asked for again, what may is, with
pauses; afterwards everything shows what there is, and everything that has happened has happened once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.engine.actions import Action, Dealt
from bot.engine.acts import ByPerson, Pass, PlayCard
from bot.engine.decide import decide
from bot.engine.folding import fold
from bot.engine.state import Person
from bot.engine.table import Table
from bot.rules.view import view as view_of
from cogs import upkeep
from tests.cogs import trouble
from tests.cogs.faults import (
    FIRST_PAUSE,
    LASTS,
    LATER,
    NO_INTERACTION,
    NO_MESSAGE,
    NO_PERMISSION,
    NO_TOKEN,
    NO_WEBHOOK,
    PASSING,
    Fault,
    Kind,
    OutOfOrder,
)
from tests.cogs.moves import actions, seated
from tests.cogs.people import Lots, Place, Somebody
from tests.cogs.seen import see

pytestmark = [pytest.mark.expect_discord_errors, pytest.mark.simcord(check_errors=False)]

Trigger = Callable[[Place, Sequence[Somebody]], Awaitable[None]]


def _a_table(body: Any) -> bool:
    return isinstance(body, dict) and bool(body.get("flags", 1 << 15) & 1 << 15) and not body.get("content")


def _a_mention(body: Any) -> bool:
    return isinstance(body, dict) and bool(body.get("content"))


def number(table: Table, seat: int) -> int:
    """The number of the person in a seat."""
    occupant = table.state.seats[seat]
    assert isinstance(occupant, Person)
    return occupant.number


def next_act(table: Table) -> Pass | PlayCard:
    """What is done next by whoever is the first to act: the lowest cards are passed, the lowest is played."""
    seat = min(table.state.awaited)
    view, who = table.view(seat), ByPerson(number(table, seat))
    assert view is not None
    return Pass(who, tuple(view.hand)[:3]) if view.to_pass else PlayCard(who, view.legal.lowest)


async def act(place: Place, times: int = 1) -> None:
    """The next ones act, past Discord."""
    table = await place.table()
    for _ in range(times):
        await place.act(next_act(table))


async def play_on(place: Place, table: Table) -> None:
    """Everybody acts until the deal is over."""
    with place.env._bot_scope():
        while not table.state.history:
            await table.act(next_act(table))
    await place.env.settle(idle=0.001)


def played_to_the_end(happened: Sequence[Action]) -> list[Action]:
    """What happens in the first deal from when it is dealt, if everybody acts as here."""
    start = next(number for number, each in enumerate(happened) if isinstance(each, Dealt)) + 1
    done = list(happened[:start])
    state = fold(done)
    lots = Lots()
    while not state.history:
        seat = min(state.awaited)
        occupant = state.seats[seat]
        assert isinstance(occupant, Person)
        assert state.game is not None
        view = view_of(state.game, seat)
        who = ByPerson(occupant.number)
        wanted = Pass(who, tuple(view.hand)[:3]) if view.to_pass else PlayCard(who, view.legal.lowest)
        decided = decide(state, wanted, lots)
        assert isinstance(decided, tuple)
        done += decided
        state = fold(done)
    return [each for each in done[start:] if not isinstance(each, Dealt)]


def may(place: Place, **permissions: bool) -> None:
    """Give the bot permissions in the channel, or take them away."""
    bot_user = place.bot.user
    assert bot_user is not None
    allow, deny = discord.PermissionOverwrite(**permissions).pair()
    place.env.backend.set_overwrite(
        place.channel.id,
        Overwrite(target_id=bot_user.id, type=OverwriteType.MEMBER, allow=allow.value, deny=deny.value),
    )


async def it_is_someones_turn(place: Place, people: Sequence[Somebody]) -> None:
    """Whoever plays next is asked for again and again."""
    await act(place)


async def the_table_is_moved_down(place: Place, people: Sequence[Somebody]) -> None:
    await people[0].member.slash(place.channel, "hearts table")


async def somebody_opens_their_hand(place: Place, people: Sequence[Somebody]) -> None:
    await people[0].member.click(place.table_message(), label=people[0].words("button.my_hand"))


async def a_click_that_takes_long(place: Place, people: Sequence[Somebody]) -> None:
    with pytest.MonkeyPatch.context() as patched:
        stalled = trouble.stalled_tables(patched)
        people[0].send_click(place.table_message(), place.shown().buttons["My hand"]["custom_id"])
        await place.pass_time(2.5)
        stalled.set()
        await place.env.settle(idle=0.001)


async def a_late_click_in_the_lobby(place: Place, people: Sequence[Somebody]) -> None:
    game = (await place.table()).game_id
    with pytest.MonkeyPatch.context() as patched:
        stalled = trouble.stalled_tables(patched)
        people[0].send_click(place.table_message(), f"hearts:join:{game}")
        await place.pass_time(2.5)
        stalled.set()
        await place.env.settle(idle=0.001)


async def somebody_keeps_them_waiting(place: Place, people: Sequence[Somebody]) -> None:
    await place.later(25)


async def who_was_mentioned_plays(place: Place, people: Sequence[Somebody]) -> None:
    await act(place)


TABLE_EDIT = Kind("the table is edited", "PATCH", "/channels/*/messages/*", _a_table)
TABLE_POST = Kind("the table is posted", "POST", "/channels/*/messages", _a_table)
TABLE_DELETE = Kind("the table is deleted", "DELETE", "/channels/*/messages/*")
MENTION_POST = Kind("somebody is mentioned", "POST", "/channels/*/messages", _a_mention)
MENTION_DELETE = Kind("a mention is deleted", "DELETE", "/channels/*/messages/*")
PANEL_EDIT = Kind("a hand is edited", "PATCH", "/webhooks/*/*/messages/[0-9]*")
PANEL_DELETE = Kind("an older hand is deleted", "DELETE", "/webhooks/*/*/messages/@original")
ANSWER = Kind("a click is answered", "POST", "/interactions/*/callback")
LATE_ANSWER = Kind("a deferred answer is given", "PATCH", "/webhooks/*/*/messages/@original")
FOLLOW_UP = Kind("a sentence follows", "POST", "/webhooks/*/*")

HERE = (NO_PERMISSION, NO_MESSAGE, *PASSING)
BY_TOKEN = (NO_PERMISSION, NO_TOKEN, NO_WEBHOOK, NO_MESSAGE, *PASSING)

ROWS: tuple[tuple[Kind, Trigger, tuple[Fault, ...]], ...] = (
    (TABLE_EDIT, it_is_someones_turn, HERE),
    (TABLE_POST, the_table_is_moved_down, (NO_PERMISSION, *PASSING)),
    (TABLE_DELETE, the_table_is_moved_down, HERE),
    (MENTION_POST, somebody_keeps_them_waiting, (NO_PERMISSION, *PASSING)),
    (MENTION_DELETE, who_was_mentioned_plays, HERE),
    (PANEL_EDIT, it_is_someones_turn, BY_TOKEN),
    (PANEL_DELETE, somebody_opens_their_hand, BY_TOKEN),
    (ANSWER, somebody_opens_their_hand, (NO_PERMISSION, NO_INTERACTION, *PASSING)),
    (LATE_ANSWER, a_click_that_takes_long, BY_TOKEN),
    (FOLLOW_UP, a_late_click_in_the_lobby, (NO_PERMISSION, NO_TOKEN, NO_WEBHOOK, *PASSING)),
)


@pytest.mark.parametrize(
    ("kind", "trigger", "fault"),
    [
        pytest.param(kind, trigger, fault, id=f"{kind}: {fault}")
        for kind, trigger, faults in ROWS
        for fault in faults
    ],
)
async def test_in_a_deal(
    place: Place, monkeypatch: pytest.MonkeyPatch, kind: Kind, trigger: Trigger, fault: Fault
) -> None:
    monkeypatch.setattr(upkeep, "RETRY_AFTER", FIRST_PAUSE)
    people = await seated(place)
    await people[0].open_hand()
    table = await place.table()
    await act(place, 4)
    if kind is MENTION_DELETE:
        await place.later(25)
        assert place.prompts()
    broken = OutOfOrder(monkeypatch, kind, fault)
    broken.on = True
    await trigger(place, people)
    # A message that is gone is gone once: what is posted in its place is there.
    broken.on = fault is not NO_MESSAGE
    await act(place, 4)
    await place.env.advance_time(LASTS)
    assert 1 <= broken.failed <= fault.most
    broken.on = False
    if fault is NO_PERMISSION:
        may(place, send_messages=True)
    await place.env.advance_time(LATER)
    shown = place.shown()
    with place.env._bot_scope():
        place.cog.boards.look_again(table)
    await place.env.settle(idle=0.001)
    assert (place.shown().texts, place.shown().alts) == (shown.texts, shown.alts)
    await play_on(place, table)
    await place.env.advance_time(3)
    happened = await actions(place, table)
    begun = next(at for at, each in enumerate(happened) if isinstance(each, Dealt)) + 1
    assert [each for each in happened[begun:] if not isinstance(each, Dealt)] == played_to_the_end(happened)
    done, running = map(see, place.tables()[-2:])
    assert "Deal 1 is over" in done.text
    assert "Deal 2" in running.text
    # One that could not be deleted stays, and is not tried again.
    stays = kind is MENTION_DELETE and fault in (NO_PERMISSION, NO_MESSAGE)
    assert len(place.prompts()) == stays
    await people[0].open_hand()
    assert people[0].panel().menus
