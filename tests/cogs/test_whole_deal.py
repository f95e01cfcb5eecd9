"""Four people pass and play a whole deal through their panels."""

import pytest

from tests.cogs.people import Place, Somebody, see

WORDS = {
    "en-US": ("Join", "Start", "My hand", "Pass these cards"),
    "de": ("Mitspielen", "Los geht’s", "Meine Karten", "Diese Karten weitergeben"),
}


async def seated(place: Place, locale: str) -> list[Somebody]:
    """Four people with open hands, in seat order."""
    join, start, my_hand, _ = WORDS[locale]
    people = [place.somebody(name, locale) for name in ("ann", "ben", "cleo", "dora")]
    lobby = (await people[0].command("hearts start")).response.message
    for person in people[1:]:
        await person.press(lobby, join)
    await people[0].press(lobby, start)
    state = (await place.table()).state
    for person in people:
        await person.open_hand(my_hand)
    numbers = [await place.bot.store.person_by_discord_id(int(person.member.id)) for person in people]
    seats = [state.seat_of(number.person_id) for number in numbers if number is not None]
    return [people[seats.index(seat)] for seat in range(4)]


@pytest.mark.parametrize("locale", WORDS)
async def test_four_people_play_a_deal_in_their_language(place: Place, locale: str) -> None:
    people = await seated(place, locale)
    for person in people:
        await person.pass_first_three(WORDS[locale][3])
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
