"""A finished trick stays for a while; all that is shown with it is of the moment it was taken."""

from __future__ import annotations

import pytest

from bot.engine.acts import ByPerson, PlayCard
from bot.engine.paces import Pace
from bot.engine.table import Table
from bot.pictures import studio
from bot.pictures.table import TablePicture
from bot.rules.view import PublicView
from bot.text.cards import card_name
from tests.cogs.moves import NAMES, in_play, played, shown_deadline
from tests.cogs.people import Place, Somebody

PAUSE = 10


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[TablePicture]:
    """What every picture of the table was to show, the newest last."""
    pictures: list[TablePicture] = []

    def draw(picture: TablePicture) -> bytes:
        pictures.append(picture)
        return b"\x89PNG a picture"

    monkeypatch.setattr(studio, "draw_table", draw)
    return pictures


async def public(person: Somebody) -> PublicView:
    return (await person.view()).public


async def put_down(table: Table, person: Somebody) -> None:
    """The person has played their lowest legal card, and nothing has been shown yet."""
    card = (await person.view()).legal.lowest
    with person.place.env._bot_scope():
        await table.act(PlayCard(ByPerson(await person.number()), card))


@pytest.mark.settings(trick_pause=PAUSE)
@pytest.mark.parametrize("more", [1, 2], ids=["after_the_lead", "after_two_cards"])
async def test_until_the_pause_is_over_the_lead_is_nowhere(
    place: Place, drawn: list[TablePicture], more: int
) -> None:
    people = await in_play(place, pace=Pace.NORMAL)
    for person in people[:3]:
        await played(place, person)
    table = await place.table()
    async with place.cog.boards.held(table):
        await put_down(table, people[3])
        taken = await public(people[0])
        for _ in range(more):
            mover = await place.to_move(people)
            assert mover is not None
            await put_down(table, mover)
    await place.env.settle(idle=0.001)
    now = await public(people[0])
    assert len(now.trick) == more
    lead = card_name(now.trick.plays[0].card, people[0].words)
    names = [name.title() for name in NAMES]
    words, shown = people[0].words, place.shown()
    assert taken.turn is not None
    assert now.turn is not None
    assert (drawn[-1].view, drawn[-1].shown_trick) == (taken, taken.tricks[0])
    assert words("table.to_lead", name=names[taken.turn]) in shown.text
    assert words("table.to_follow", name=names[now.turn]) not in shown.text
    assert words("alt.turn", name=names[taken.turn]) in shown.alts[0]
    assert shown.alts[0].count("cards 12") == 4
    assert lead not in shown.alts[0]
    assert shown_deadline(shown) is None
    await place.later(PAUSE + 5)
    shown = place.shown()
    assert (drawn[-1].view, drawn[-1].shown_trick) == (now, now.trick)
    assert words("table.to_follow", name=names[now.turn]) in shown.text
    assert lead in shown.alts[0]
    assert shown_deadline(shown) is not None
