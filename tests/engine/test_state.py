"""A game is the list of what happened in it."""

import random
from dataclasses import replace

import pytest

from bot.engine.actions import (
    Action,
    Cancelled,
    Dealt,
    HostChanged,
    Opened,
    Passed,
    Played,
    Scored,
    SeatTaken,
    Started,
    read,
    write,
)
from bot.engine.acts import Cancel
from bot.engine.decide import decide
from bot.engine.folding import apply, fold
from bot.engine.records import record_of
from bot.engine.state import Decision, Phase, TableState
from bot.engine.table import Change
from bot.rules.cards import ALL_CARDS
from bot.rules.record import read_record
from bot.rules.replay import verify
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import DealScore
from tests.engine.corpus import played_game
from tests.engine.tabletop import ANNA, STANDARD, after, as_seated, lobby, lowest_act, passed, started
from tests.rules.rulesets import random_ruleset

GAMES = [(seed, Ruleset(limit=30), 1 + seed % 4) for seed in range(6)]
for seed in range(6, 24):
    rules = random_ruleset(random.Random(seed))
    GAMES.append((seed, rules, 1 + seed % (rules.players - 1)))


@pytest.mark.parametrize(("seed", "ruleset", "people"), GAMES, ids=str)
def test_the_rows_of_a_game_fold_to_the_state_that_was_kept_at_every_step(
    seed: int, ruleset: Ruleset, people: int
) -> None:
    actions = played_game(seed, ruleset, people, None, cancel=False)
    state = fold(actions[:1])
    read_back = fold([read(*write(actions[0]))])
    for count, action in enumerate(actions[1:], 2):
        state = apply(state, action)
        read_back = apply(read_back, read(*write(action)))
        assert state == read_back
        assert state.count == count
        if count % 50 == 0:
            assert fold(actions[:count]) == state
    assert fold(actions) == state
    assert state.phase is Phase.OVER
    assert state.game is not None
    assert verify(read_record(record_of(state))).scores == state.game.scores


def test_points_stay_as_they_were_given_whatever_the_rules_say_today() -> None:
    actions = played_game(1, Ruleset(limit=100), 4, 150, cancel=False)
    other = [DealScore((1, 2, 3, 4), (2,)), DealScore((-10, 0, 36, 0), (), sun=True)]
    given = iter(other)
    told = [Scored(next(given)) if isinstance(action, Scored) else action for action in actions]
    state = fold(told)
    assert state.game is not None
    assert next(given, None) is None, "the game has had two deals"
    assert state.game.scores == tuple(other)
    assert state.game.totals == (-9, 2, 39, 4)
    assert [done.score for done in state.history] == other


def test_a_game_ends_by_the_points_it_was_given() -> None:
    actions = played_game(1, Ruleset(limit=100), 4, None, cancel=False)
    until = next(index for index, action in enumerate(actions) if isinstance(action, Scored))
    ended = fold([*actions[:until], Scored(DealScore((100, 0, 5, 5)))])
    assert ended.phase is Phase.OVER
    assert ended.game is not None
    assert ended.game.winners == (1,)


CANNOT_FOLLOW: list[tuple[str, list[Action]]] = [
    ("nothing happened", []),
    ("nobody opened the table", [HostChanged(1)]),
    ("it is opened twice", [Opened(1, 2, STANDARD), Opened(1, 2, STANDARD)]),
    ("dealt before the start", [Opened(1, 2, STANDARD), Dealt(bytes(32))]),
    ("scored before the deal", [Opened(1, 2, STANDARD), Started(0), Scored(DealScore((26, 0, 0, 0)))]),
    ("dealt twice", [Opened(1, 2, STANDARD), Started(0), Dealt(bytes(32)), Dealt(bytes(32))]),
    ("a short secret", [Opened(1, 2, STANDARD), Started(0), Dealt(bytes(31))]),
]


@pytest.mark.parametrize(("why", "actions"), CANNOT_FOLLOW, ids=[row[0] for row in CANNOT_FOLLOW])
def test_actions_that_do_not_follow_from_one_another(why: str, actions: list[Action]) -> None:
    with pytest.raises(ValueError):
        fold(actions)


def test_an_action_changes_nothing_in_place() -> None:
    state = started()
    copy = replace(state)
    assert apply(state, Cancelled(ANNA)) != state
    assert state == copy


DECISIONS = [
    (Decision(1, None), "1:pass"),
    (Decision(12, 0), "12:0"),
    (Decision(3, 51), "3:51"),
    (Decision(4, None, moon=True), "4:moon"),
]


@pytest.mark.parametrize(("decision", "text"), DECISIONS)
def test_a_decision_in_a_button(decision: Decision, text: str) -> None:
    assert str(decision) == text
    assert Decision.parse(text) == decision


@pytest.mark.parametrize("text", ["", "1", "pass", "1:", "1:QS", ":3"])
def test_what_is_no_decision(text: str) -> None:
    with pytest.raises(ValueError):
        Decision.parse(text)


def test_who_is_waited_for() -> None:
    table = lobby(*(1, 2))
    assert (table.awaited, table.decision) == ((), None)
    table = started()
    assert (table.awaited, table.decision) == ((0, 1, 2, 3), Decision(1, None))
    table = after(table, lowest_act(table, 2))
    assert (table.awaited, table.decision) == ((0, 1, 3), Decision(1, None))
    table = passed(table)
    assert table.deal is not None
    assert (table.awaited, table.decision) == ((table.deal.turn,), Decision(1, 0))
    table = after(table, lowest_act(table))
    assert table.deal is not None
    assert (table.awaited, table.decision) == ((table.deal.turn,), Decision(1, 1))
    table = after(table, Cancel(ANNA, moderator=False))
    assert (table.awaited, table.decision, table.deal) == ((), None, None)


def a_state_and_what_it_hides() -> tuple[TableState, list[Action], set[str]]:
    """Give a game after one pass, its actions, and the words that nobody may read of it."""
    chance = as_seated()
    actions: list[Action] = []
    state = started(chance=chance)
    act = lowest_act(state)
    decided = decide(state, act, chance)
    assert isinstance(decided, tuple)
    assert state.secret is not None
    actions += (Dealt(state.secret), *decided)
    hidden = {str(card) for card in ALL_CARDS} | {state.secret.hex(), repr(state.secret)}
    return after(state, act), actions, hidden


def test_no_repr_that_a_log_might_show_has_a_hidden_card_or_a_secret() -> None:
    state, actions, hidden = a_state_and_what_it_hides()
    act = lowest_act(state)
    shown = repr((state, actions, act, Change(state, state, tuple(actions))))
    assert "Passed(seat=0" in shown
    assert "phase=<Phase.PLAYING" in shown
    # The rules are no secret, and a word of theirs may have a card's letters in it.
    shown = shown.replace(repr(state.ruleset), "")
    for word in hidden:
        assert word not in shown


def test_random_games_differ() -> None:
    rng = random.Random(1)
    seeds = [rng.randrange(1000) for _ in range(2)]
    games = [played_game(seed, STANDARD, 4, 20, cancel=False) for seed in seeds]
    assert {type(action) for action in games[0]} >= {Passed, Played, SeatTaken}
    assert games[0] != games[1]
