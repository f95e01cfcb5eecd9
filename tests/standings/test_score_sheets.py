"""What the leaderboard says of two games is what their score sheets add up to."""

import random

from bot.engine.acts import Start
from bot.engine.table import Table
from bot.rules.ruleset import PRESETS
from bot.standings import Standings
from bot.store import Store
from tests.engine.tabletop import FOUR, open_table, play, tables_in
from tests.standings.games import ANNA, SERVER


async def test_two_games_add_up(store: Store) -> None:
    standings = Standings(store)
    tables = tables_in(store, standings.on_change)
    played: list[Table] = []
    for channel in (20, 21):
        table = await open_table(tables, *FOUR, channel=channel, ruleset=PRESETS["short"])
        await table.act(Start(ANNA))
        await play(table, rng=random.Random(channel))
        played.append(table)
    await standings.close()
    sheets = {
        person: [
            (state.game, state.seat_of(person)) for table in played if (state := table.state).game is not None
        ]
        for person in FOUR
    }
    listed = {row.figures.person: row.figures for row in (await standings.leaderboard(SERVER)).rows}
    assert listed.keys() == set(FOUR)
    for person, games in sheets.items():
        points = [score.points[seat] for game, seat in games if seat is not None for score in game.scores]
        figures = listed[person]
        assert (figures.games, figures.deals) == (2, len(points))
        assert figures.points_a_deal == round(sum(points) / len(points), 2)
        assert (figures.best_deal, figures.worst_deal) == (min(points), max(points))
        assert figures.wins == sum(game.winners == (seat,) for game, seat in games)
