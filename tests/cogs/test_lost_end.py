"""A game that ended just before the bot did is shown as ended after the next start."""

import pytest

from bot.engine.state import Phase
from tests.cogs.moves import everybody_acts
from tests.cogs.people import Place
from tests.cogs.seen import see


async def test_the_result_is_posted_after_a_restart(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = place.somebody("ann")
    await place.game(ann, preset="short")
    table = await place.table()
    # From here on nobody looks after the message, as if the bot ended before it could be.
    for messages in (place.cog.boards, place.cog.panels):
        monkeypatch.setattr(messages, "refresh", lambda *_: None)
    while table.state.open:
        await everybody_acts(table)
    assert table.state.phase is Phase.OVER
    await place.restart()
    end = see(place.tables()[-1])
    assert "wins the game" in end.text
    assert "Rematch" in end.buttons
