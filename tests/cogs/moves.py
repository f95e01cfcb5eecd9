"""Ways to a situation that leave Discord out where it is not what a test is about."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from bot.engine.actions import Action, read
from bot.engine.acts import ByComputer, ByPerson, Pass, PlayCard
from bot.engine.clock import NEVER, TURN
from bot.engine.state import Computer, Person
from bot.engine.table import Table
from bot.rules.cards import Card
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import Seen

NAMES = ("ann", "ben", "cleo", "dora")


async def seated(
    place: Place, count: int = 4, *, pace: str = "normal", panels: bool = False
) -> list[Somebody]:
    """A game of so many people; they have to pass, and where no lot decides sit as they are called."""
    place.fix_lots()
    return await place.game(*map(place.somebody, NAMES[:count]), pace=pace, hands=panels)


async def in_play(place: Place, *, pace: str = "normal", panels: bool = False) -> list[Somebody]:
    """Four people whose passes are over: the first is to play, the others follow."""
    people = await seated(place, pace=pace, panels=panels)
    await passed(place, *people)
    turn = (await place.table()).state.awaited[0]
    return people[turn:] + people[:turn]


async def passed(place: Place, *people: Somebody) -> None:
    """These people have passed the lowest cards of their hands."""
    for person in people:
        cards = tuple(await person.hand())[:3]
        await place.act(Pass(ByPerson(await person.number()), cards))


async def played(place: Place, person: Somebody, card: Card | None = None) -> Card:
    """The person has played a card, the lowest that is legal where none is given."""
    card = (await person.view()).legal.lowest if card is None else card
    await place.act(PlayCard(ByPerson(await person.number()), card))
    return card


async def play_until_turn(place: Place, person: Somebody, others: Sequence[Somebody]) -> None:
    """The others have played until it is the person's turn."""
    table, seat = await place.table(), await person.seat()
    while table.state.awaited != (seat,):
        mover = await place.to_move(others)
        assert mover is not None
        await played(place, mover)


async def everybody_acts(table: Table) -> None:
    """Whoever is waited for, be it a person or a computer, has acted once."""
    for seat in table.state.awaited:
        occupant, view = table.state.seats[seat], table.view(seat)
        assert view is not None
        who = ByPerson(occupant.number) if isinstance(occupant, Person) else ByComputer(seat)
        if view.to_pass:
            await table.act(Pass(who, tuple(view.hand)[:3]))
        elif view.to_play:
            await table.act(PlayCard(who, view.legal.highest))


async def play_on(place: Place, table: Table, *, deals: int | None = None) -> None:
    """The game has been played until so many deals are over, or to its end; only what then is was shown."""
    boards, panels = place.cog.boards, place.cog.panels
    with pytest.MonkeyPatch.context() as patched:
        for messages in (boards, panels):
            patched.setattr(messages, "refresh", lambda *_: None)
        with place.env._bot_scope():
            while table.state.open and (deals is None or len(table.state.history) < deals):
                await everybody_acts(table)
        await place.env.settle(idle=0.001)
    with place.env._bot_scope():
        boards.refresh(table)
        panels.refresh(table)
    await place.env.settle(idle=0.001)


async def actions(place: Place, table: Table) -> list[Action]:
    """Everything that has happened at a table."""
    stored = await place.bot.store.rows(table.game_id)
    return [read(each.row.kind, each.row.version, each.row.body) for each in stored]


async def stored_deadline(place: Place, table: Table) -> float | None:
    """When the clock makes the open decision, as the database says; None where it does not."""
    rows = await place.bot.store.deadlines(table.game_id)
    times = {row.due_at for row in rows if row.kind == TURN and row.due_at < NEVER}
    assert len(times) <= 1
    return times.pop() if times else None


def shown_deadline(seen: Seen) -> int | None:
    """The time in a message that counts by itself, in Unix seconds; None where there is none."""
    times = {int(each) for each in re.findall(r"<t:(\d+):R>", seen.text)}
    assert len(times) <= 1
    return times.pop() if times else None


async def kept(place: Place, person: Somebody) -> Computer | None:
    """The computer that keeps the person's seat."""
    state = (await place.table()).state
    seat = state.kept_for(await person.number())
    occupant = None if seat is None else state.seats[seat]
    return occupant if isinstance(occupant, Computer) else None


def mentions(place: Place) -> list[set[int]]:
    """Whom each prompt has mentioned with a ping, the oldest first."""
    return [
        {int(each) for each in request.json["allowed_mentions"]["users"]}
        for request in place.requests("POST", "/channels/*/messages")
        if isinstance(request.json, dict) and request.json.get("allowed_mentions", {}).get("users")
    ]


def ids(*people: Somebody) -> set[int]:
    """The accounts of people."""
    return {person.member.id for person in people}
