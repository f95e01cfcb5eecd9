"""Four people pass and play a whole deal through their panels."""

import pytest

from tests.cogs.people import Place
from tests.cogs.seen import see


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_four_people_play_a_deal_in_their_language(place: Place, locale: str) -> None:
    place.fix_lots()
    people = await place.game(*(place.somebody(name, locale) for name in ("ann", "ben", "cleo", "dora")))
    for person in people:
        await person.pass_first_three()
    table = await place.table()
    plies = 0
    while table.state.game is not None and table.state.game.number == 1:
        turn = table.state.awaited[0]
        for seat, person in enumerate(people):
            assert bool(person.panel().play_buttons()) == (seat == turn)
        await people[turn].play_first()
        plies += 1
    assert plies >= 40
    score = table.state.history[0].score
    assert sum(score.points) in (26, 78)
    summary = see(place.public_messages()[0])
    assert table.state.history[0].secret.hex() in summary.text
    for points in score.points:
        assert str(points) in summary.text
    for person in people:
        assert person.panel().menus
