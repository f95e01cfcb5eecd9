"""No question walks through all games, rows or people there ever were."""

import pytest

from bot.rules.ruleset import Ruleset
from bot.store import (
    ALL_TIME,
    DeadlineRow,
    GameKind,
    Order,
    Ranking,
    RatedGame,
    RatedSeat,
    RatedSide,
    ResultRow,
    ServerRow,
    Skill,
    Store,
    own_preset,
)
from bot.store.plans import plans_of, walks
from tests.store.samples import rows

PEOPLE = GameKind.PEOPLE


async def ask_everything(store: Store, game: int) -> None:
    """Ask and do everything that has to be quick however much there is."""
    await store.person(1001, "Ann")
    await store.person_by_discord_id(1001)
    await store.people([1, 2])
    await store.append(game, 2, rows(1), 1.0)
    await store.header(game)
    await store.rows(game)
    await store.open_game_in(20)
    await store.open_games()
    await store.last_actions()
    await store.panel(game, 0)
    await store.panels(game)
    await store.drop_panel(game, 0, 500)
    await store.message(game, "table")
    await store.messages(game)
    await store.drop_message(game, "table")
    await store.set_deadline(DeadlineRow(game, "turn", None, 1.0, ""))
    await store.deadlines(game)
    await store.change_deadlines(await store.deadlines(game), [DeadlineRow(game, "turn", 1, 1.0, "")])
    await store.due_deadlines(1.0)
    await store.clear_deadlines(game, "turn", None)
    await store.get_value("commands")
    await store.shift_deadlines(1.0, ["turn"])
    await store.count_open_games(10)
    await store.count_open_games_in(20)
    await store.open_lobby_hosted_by(1)
    await store.set_host(game, 1)
    await store.preferences(1)
    await store.server(10)
    await store.queued(game)
    await store.drop_queued(game, 0)
    await store.members(10, [1, 2])
    await store.members_gone(10)
    await store.unfolded_games()
    result = ResultRow(1, 10, PEOPLE, game, 1.0, "1970-01", "{}", 100, True, 5, 1, 0, 0, 5, 5, False)
    sides = (RatedSide(1, (RatedSeat(1),)), RatedSide(2, (RatedSeat(level="hard"),)))
    rated = RatedGame(game, 10, 1.0, sides)
    await store.save_results(game, [result], rated, lambda game, skills: {1: Skill(25.0, 8.0, 1040)})
    await store.save_results(game, [result], rated)
    await store.skills(10, 1)
    await store.ratings(10, 1)
    await store.meetings(10, 1, 5, [2])
    await store.best_and_worst(10, 1, PEOPLE)
    await store.rated_games(10)
    await store.seasons(10)
    await store.start_season(10, 2, 2.0)
    await store.results_of_game(game)
    await store.total(10, PEOPLE, ALL_TIME, 1)
    await store.save_preset(10, "Club", Ruleset(limit=75))
    await store.presets(10)
    await store.ruleset_of(10, "club")
    await store.ruleset_of(10, own_preset(1))
    await store.save_server(ServerRow(10, counted=(own_preset(1),)))
    await store.change_preset(10, 1, name="Clubs", ruleset=Ruleset())
    for order in Order:
        ranking = Ranking(10, PEOPLE, ALL_TIME, order, 1, frozenset({2, 3}))
        await store.count_ranked(ranking)
        assert await store.ranked(ranking, 0, 10)
        assert await store.position(ranking, 1)
    await store.delete_preset(10, 1)
    await store.save_players({game: [1]})
    await store.players(game)
    for person in (None, 1):
        assert (await store.game_page(10, person, 1, 8)).games
        await store.game_page(10, person, 9, 8)
    await store.rows_but([game], ["played"])
    await store.games_not_looked_at()


async def test_every_query_uses_an_index(store: Store, game: int) -> None:
    plans = await plans_of(store, lambda: ask_everything(store, game))
    for word, least in (("SELECT", 40), ("UPDATE", 3), ("DELETE", 6), ("INSERT INTO totals", 2)):
        assert sum(sql.startswith(word) for sql in plans) >= least, word
    assert walks(plans) == {}


async def test_a_walk_is_seen(store: Store) -> None:
    plans = await plans_of(store, store.ended_games)
    assert [sql for sql in plans if "FROM games" in sql] == list(walks(plans))


@pytest.mark.parametrize(
    ("order", "index"),
    [
        (Order.WINS, "totals_by_wins"),
        (Order.PLACE, "totals_by_place"),
        (Order.POINTS, "totals_by_points"),
    ],
)
async def test_no_ranking_is_sorted_when_it_is_asked_for(order: Order, index: str, store: Store) -> None:
    plans = await plans_of(store, lambda: store.ranked(Ranking(10, PEOPLE, ALL_TIME, order), 0, 10))
    (steps,) = plans.values()
    assert steps[0].startswith(f"SEARCH totals USING INDEX {index} (server_id=? AND kind=? AND period=?")
    assert not [step for step in steps if "TEMP B-TREE" in step]
