"""Computer players play whole games, with people and among themselves, to the end."""

import pytest

from bot.engine.actions import By
from bot.engine.acts import Pass, PlayCard, Start
from bot.engine.decide import decide
from bot.engine.state import Phase, TableState
from bot.players import make_player
from bot.rules.ruleset import Ruleset
from bot.rules.view import view
from tests.engine.evening import Evening, check_moves
from tests.engine.faulty import FaultyStore
from tests.engine.tabletop import (
    ANNA,
    FOUR,
    Lots,
    after,
    lobby,
    on_disk,
    open_table,
    told,
    who_sits,
)


@pytest.mark.parametrize("people", [1, 2, 3])
async def test_a_whole_game(people: int, store: FaultyStore) -> None:
    evening = Evening(store, make_player())
    table = await open_table(evening.tables, *FOUR[:people], ruleset=Ruleset(limit=50))
    await table.act(Start(ANNA))
    state = await evening.to_the_end(table)
    assert state.phase is Phase.OVER
    assert await on_disk(store, table) == state
    moves = check_moves(evening.changes)
    assert moves[By.COMPUTER] > moves[By.FORCED] > 0
    assert set(evening.time.slept) == {0}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(30))
async def test_thirty_games(number: int, store: FaultyStore) -> None:
    evening = Evening(store, make_player())
    table = await open_table(evening.tables, *FOUR[: 1 + number % 3])
    evening.tables.chance = Lots(number)
    await table.act(Start(ANNA))
    state = await evening.to_the_end(table)
    assert state.phase is Phase.OVER
    assert await on_disk(store, table) == state
    check_moves(evening.changes)


def a_game_of_computers(seed: int) -> TableState:
    """Give the end of a game that four computer players play through the engine, without a disk."""
    player, lots = make_player(), Lots(seed)
    state = after(lobby(ANNA), Start(ANNA), chance=lots)
    while state.decision is not None:
        assert state.game is not None
        seat = state.awaited[0]
        seen = view(state.game, seat)
        who = who_sits(state, seat)
        act = Pass(who, player.choose_pass(seen)) if seen.to_pass else PlayCard(who, player.choose_play(seen))
        decided = decide(state, act, lots)
        assert isinstance(decided, tuple), decided
        state = told(state, decided)
    return state


@pytest.mark.parametrize(
    "seeds",
    [range(5), *(pytest.param(range(at, at + 50), marks=pytest.mark.slow) for at in range(0, 1000, 50))],
    ids=lambda seeds: f"{seeds.start}-{seeds.stop}",
)
def test_games_are_played_to_the_end(seeds: range) -> None:
    for seed in seeds:
        state = a_game_of_computers(seed)
        assert state.phase is Phase.OVER
        assert state.game is not None
        assert max(state.game.totals) >= 100
        for score in state.game.scores:
            assert sum(score.points) == (78 if score.moon else 26)
