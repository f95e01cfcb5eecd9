"""Computer players play whole games, with people and among themselves, to the end."""

import random
from dataclasses import fields
from itertools import combinations, product
from typing import Any

import pytest

from bot.engine.actions import By
from bot.engine.acts import ChooseMoon, Pass, PlayCard, Start
from bot.engine.decide import decide
from bot.engine.state import Phase, TableState
from bot.players import make_player
from bot.rules.ruleset import (
    PLAYERS,
    SWITCHES,
    Direction,
    Moon,
    MoonChoice,
    Partners,
    Ruleset,
    RulesetError,
)
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
from tests.rules import by_the_book
from tests.rules.rulesets import random_ruleset


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
    """Give the end of a game by rules drawn by lot that computers play through the engine, without a disk.

    Who is asked how a moon counts answers by lot, or what is done for whoever does not answer.
    """
    rng = random.Random(seed)
    player, lots = make_player(), Lots(seed)
    state = after(lobby(ANNA, ruleset=random_ruleset(rng)), Start(ANNA), chance=lots)
    while state.decision is not None:
        assert state.game is not None
        seat = state.awaited[0]
        who = who_sits(state, seat)
        seen = view(state.game, seat)
        question = seen.public.moon_question
        if question is not None:
            act = ChooseMoon(who, rng.choice((question.unasked, *MoonChoice)))
        elif seen.to_pass:
            act = Pass(who, player.choose_pass(seen))
        else:
            act = PlayCard(who, player.choose_play(seen))
        decided = decide(state, act, lots)
        assert isinstance(decided, tuple), decided
        state = told(state, decided)
    return state


def check_by_the_book(state: TableState) -> None:
    """Hold every deal's points, the totals and the winner against the second formulation of the rules."""
    ruleset, game = state.ruleset, state.game
    assert game is not None
    totals = [0] * ruleset.players
    for done in state.history:
        assert not by_the_book.winners(totals, ruleset)
        taken = [{str(card) for card in cards} for cards in done.deal.taken]
        points = by_the_book.points(taken, totals, ruleset, done.deal.moon_choice)
        assert list(done.score.points) == points
        totals = by_the_book.new_totals(totals, points, ruleset)
    assert set(game.winners) == by_the_book.winners(totals, ruleset)


@pytest.mark.parametrize(
    "seeds",
    [
        range(20),
        *(pytest.param(range(at, min(at + 50, 1000)), marks=pytest.mark.slow) for at in range(20, 1000, 50)),
    ],
    ids=lambda seeds: f"{seeds.start}-{seeds.stop}",
)
def test_games_by_any_rules_are_played_to_the_end(seeds: range) -> None:
    for seed in seeds:
        state = a_game_of_computers(seed)
        assert state.phase is Phase.OVER
        check_by_the_book(state)


def test_the_rules_drawn_for_a_thousand_games_are_all_there_are() -> None:
    """Every value of every field, and beside every value of every other that it goes with."""
    names = [each.name for each in fields(Ruleset) if each.name != "pass_cycle"]
    drawn = [random_ruleset(random.Random(seed)) for seed in range(1000)]
    values = {name: {getattr(rules, name) for rules in drawn} for name in names}
    assert all(values[name] == {False, True} for name in SWITCHES)
    assert values["players"] == set(PLAYERS)
    assert (values["moon"], values["partners"]) == (set(Moon), set(Partners))
    assert len(values["limit"]) > 3
    assert {way for rules in drawn for way in rules.pass_cycle} == set(Direction)
    assert {rules.usual_cycle for rules in drawn} == {False, True}
    together = {
        (one, getattr(rules, one), other, getattr(rules, other))
        for rules in drawn
        for one, other in combinations(names, 2)
    }
    for one, other in combinations(names, 2):
        for first, second in product(values[one], values[other]):
            if goes_together({one: first, other: second}):
                assert (one, first, other, second) in together


def goes_together(chosen: dict[str, Any]) -> bool:
    """Say whether there is a table at which these can be the rules."""
    for players in PLAYERS:
        try:
            Ruleset(**{"players": players, **chosen})
        except RulesetError:
            continue
        return True
    return False
