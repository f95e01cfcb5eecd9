"""A game that ended just before the bot did is shown as ended after the next start."""

import pytest

from bot.engine.acts import ByComputer, ByPerson, Pass, PlayCard
from bot.engine.state import Person, Phase
from bot.engine.table import Table
from tests.cogs.people import Place
from tests.cogs.seen import see


async def play_on(table: Table) -> None:
    """Play a game to its end at the engine, whoever sits there."""
    while (deal := table.state.deal) is not None:
        for seat in table.state.awaited:
            occupant, view = table.state.seats[seat], table.view(seat)
            assert view is not None
            who = ByPerson(occupant.number) if isinstance(occupant, Person) else ByComputer(seat)
            if deal.passing:
                await table.act(Pass(who, tuple(view.hand)[:3]))
            else:
                await table.act(PlayCard(who, view.legal.highest))


async def test_the_result_is_posted_after_a_restart(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = place.somebody("ann")
    await place.game(ann, preset="short")
    table = await place.table()
    # From here on nobody looks after the message, as if the bot ended before it could be.
    monkeypatch.setattr(place.cog.boards, "refresh", lambda _: None)
    await play_on(table)
    assert table.state.phase is Phase.OVER
    await place.restart()
    end = see(place.tables()[-1])
    assert "wins the game" in end.text
    assert "Rematch" in end.buttons
