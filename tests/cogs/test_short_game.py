"""A whole game of one person and three computers, to the final message and what can be done with it."""

import pytest

from bot.engine.state import Phase
from bot.rules.record import read_record
from bot.rules.replay import verify
from tests.cogs.moves import play_on
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import see


async def played_to_the_end(place: Place, people: list[Somebody]) -> int:
    """Play a game to its end through the panels; gives its number."""
    table = await place.table()
    while table.state.open:
        person = await place.to_move(people)
        assert person is not None
        if (await person.view()).to_pass:
            await person.pass_first_three()
        else:
            await person.play_first()
    assert table.state.phase is Phase.OVER
    return table.game_id


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_a_short_game_from_start_to_rematch(place: Place, locale: str) -> None:
    ann = place.somebody("ann", locale)
    eve = place.somebody("eve", locale)
    [ann] = await place.game(ann, preset="short")
    game_id = await played_to_the_end(place, [ann])
    table = await place.bot.tables.get(game_id)
    assert table is not None
    game = table.state.game
    assert game is not None
    assert max(game.totals) >= 50

    *deals, final = map(see, place.tables())
    assert len(deals) == len(game.scores)
    for number, (deal, score) in enumerate(zip(deals, game.scores, strict=True), start=1):
        assert ann.words("deal.title", number=number) in deal.text
        assert deal.enabled() == [ann.words("button.review")]
        assert table.state.history[number - 1].secret.hex() in deal.text
        for points in score.points:
            assert str(points) in deal.text
    lines = final.texts[1].split("\n")
    assert [int(line.split(".")[0]) for line in lines] == sorted(game.places)
    for line, total in zip(lines, sorted(game.totals), strict=True):
        assert ann.words.count("over.place", total, place=0, name="").split(":")[1] in line
    assert ann.panel().texts == (*final.texts[:2], ann.words("panel.over"))
    assert not ann.panel().buttons

    assert final.files == ("placing.png", "chart.png", f"hearts-{game_id}.json")
    data = await place.table_message().attachments[2].read()
    record = read_record(data.decode())
    assert verify(record).totals == game.totals
    assert [deal.secret for deal in record.deals] == [done.secret.hex() for done in table.state.history]

    assert ann.words("button.rematch") in final.enabled()
    refused = await eve.refused(place.table_message(), "button.rematch")
    assert refused == ann.words("table_refusal.not_seated")
    over = place.table_message()
    await ann.press(over, "button.rematch")
    again = await place.table()
    assert again.game_id != game_id
    assert again.state.phase is Phase.LOBBY
    assert again.state.ruleset == table.state.ruleset
    assert set(again.state.persons) == set(table.state.persons)
    assert None not in again.state.seats
    twice = await ann.press(over, "button.rematch")
    assert twice.response.ephemeral
    assert str(place.table_message().id) in twice.response.content
    await place.game_started(ann)


async def test_after_the_end_the_channel_is_free_and_old_buttons_say_so(place: Place) -> None:
    [ann] = await place.game(place.somebody("ann"), preset="short")
    panel, table = ann.panel().message, await place.table()
    await play_on(place, table)
    game_id = table.game_id
    result = await ann.forge(panel, f"hearts:play:{game_id}:1:0:2C")
    assert ann.words("panel.over") in see(result.response).text
    assert (await ann.told("hand")).text == "There is no game in this channel."
    await place.restart()
    over = place.table_message()
    await ann.press(over, "button.rematch")
    assert (await place.table()).state.phase is Phase.LOBBY
