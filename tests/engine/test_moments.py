"""A game looked at again: its moments, and that nobody is given more of one than they may know."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.actions import (
    Action,
    Cancelled,
    Passed,
    Played,
    Scored,
    SeatKept,
    SeatTakenBack,
    Why,
    read,
)
from bot.engine.folding import fold
from bot.engine.moments import Replay, Sight, replay_of
from bot.engine.state import Phase, TableState
from bot.rules.cards import NO_CARDS, Cards
from bot.rules.ruleset import PRESETS, Direction, Ruleset
from tests.engine.corpus import games, played_game, rows_of

STRANGER = 999


def actions_of(path: Path) -> list[Action]:
    """Everything that happened in a game of the corpus."""
    return [read(row.kind, row.version, row.body) for row, _ in rows_of(path) if row is not None]


@pytest.fixture(scope="module")
def whole() -> list[Action]:
    """Everything that happened in a short game among four people, which is over."""
    actions = played_game(5, Ruleset(limit=30), 4, None, cancel=False)
    assert fold(actions).phase is Phase.OVER
    return actions


def running(actions: list[Action], deals: int, plays: int) -> list[Action]:
    """What had happened after so many deals and then so many cards; with no card, before the passes."""
    done = 0
    for at, action in enumerate(actions):
        done += isinstance(action, Scored)
        if done == deals:
            played = [i for i in range(at, len(actions)) if isinstance(actions[i], Played)]
            first = next(i for i in range(at, len(actions)) if isinstance(actions[i], Passed | Played))
            return actions[: first if plays == 0 else played[plays - 1] + 1]
    raise AssertionError("there are not so many deals")


def test_a_moment_before_the_first_trick_and_one_after_each(whole: list[Action]) -> None:
    replay = replay_of(whole)
    for number in range(1, replay.deals + 1):
        moments = [moment for moment in replay.moments if moment.number == number]
        assert [moment.step for moment in moments] == list(range(14))
        sights = [replay.sight(replay.find(number, step), STRANGER) for step in range(14)]
        assert [len(sight.public.tricks) for sight in sights] == list(range(14))
        assert not any(sight.public.passing for sight in sights)
        assert [moment.done is not None for moment in moments] == [False] * 13 + [True]
        assert sights[-1].trick == sights[-1].public.tricks[-1]
    assert replay.deals == len(fold(whole).history)


def test_all_hands_once_it_is_over(whole: list[Action]) -> None:
    replay = replay_of(whole)
    for place, moment in enumerate(replay.moments):
        sight = replay.sight(place, STRANGER)
        assert moment.state.game is not None
        assert moment.state.game.deal is not None
        assert sight.hands == moment.state.game.deal.hands
        assert sight.passed == moment.state.game.deal.passed
        held = sum(len(hand or NO_CARDS) for hand in sight.hands)
        assert held == 52 - 4 * moment.step
        if sight.public.direction is not Direction.HOLD:
            assert all(len(cards or NO_CARDS) == 3 for cards in sight.passed)


def seen_in(sight: Sight) -> Cards:
    """Every card that is anywhere in what somebody is given, but for hands and passes."""
    public = sight.public
    cards = (
        Cards.of(play.card for play in (*public.plays, *sight.trick.plays)) | public.laid_open | sight.apart
    )
    for taken in public.taken:
        cards = cards | taken
    return cards | (public.kitty or NO_CARDS)


def check_secrecy(replay: Replay) -> None:
    """Nobody is given a card at any moment that they did not know then."""
    for place, moment in enumerate(replay.moments):
        game = moment.state.game
        assert game is not None
        assert game.deal is not None
        everything = Cards.of(card for hand in game.deal.hands for card in hand)
        for person in (*replay.state.persons, STRANGER):
            sight = replay.sight(place, person)
            seat = replay.state.seat_of(person)
            assert not seen_in(sight) & (everything - game.deal.laid_open)
            if game.deal.kitty and not game.deal.tricks and game.deal.claimed is None:
                assert sight.public.kitty is None
            for at, (hand, passed) in enumerate(zip(sight.hands, sight.passed, strict=True)):
                assert hand == (game.deal.hands[at] if at == seat else None)
                assert passed == (game.deal.passed[at] if at == seat else None)


@pytest.mark.parametrize(("deals", "plays"), [(0, 0), (0, 1), (0, 4), (0, 50), (1, 0), (1, 1), (1, 17)])
def test_in_a_running_game_what_one_knew(whole: list[Action], deals: int, plays: int) -> None:
    replay = replay_of(running(whole, deals, plays))
    assert replay.state.open
    assert replay.deals == deals + 1
    check_secrecy(replay)
    last = replay.sight(len(replay.moments) - 1, STRANGER)
    assert last.public.ply == plays
    assert last.public.passing == (plays == 0 and last.public.direction is not Direction.HOLD)


@pytest.mark.parametrize("name", ["three", "five", "partners", "omnibus", "spot"])
def test_by_every_kind_of_rules(name: str) -> None:
    actions = played_game(3, PRESETS[name], 2, 30, cancel=False)
    check_secrecy(replay_of(actions))


def test_a_deal_that_was_never_finished_stays_hidden(whole: list[Action]) -> None:
    """The game was ended in it; those before it are open, for its record has them."""
    replay = replay_of([*running(whole, 1, 17), Cancelled(None)])
    assert replay.state.phase is Phase.CANCELLED
    for place, moment in enumerate(replay.moments):
        open_to_all = replay.sight(place, STRANGER).hands[0] is not None
        assert open_to_all == (moment.number == 1)
    own = replay.state.persons[0]
    seat = replay.state.seat_of(own)
    last = replay.sight(len(replay.moments) - 1, own)
    assert [hand is not None for hand in last.hands] == [at == seat for at in range(4)]


@pytest.mark.parametrize("path", games(), ids=lambda path: path.stem)
def test_every_game_of_the_corpus(path: Path) -> None:
    """Moments follow one another, each deal ends with its score, and all lead to what the fold does."""
    actions = actions_of(path)
    replay = replay_of(actions)
    state: TableState = fold(actions)
    assert replay.state == state
    places = [(moment.number, moment.step) for moment in replay.moments]
    assert places == sorted(set(places))
    assert [place for place in range(len(places)) if replay.find(*places[place]) != place] == []
    assert [moment.done for moment in replay.moments if moment.done is not None] == list(state.history)
    tricks = [len(replay.sight(at, STRANGER).public.tricks) for at in range(len(places))]
    for at in range(1, len(places)):
        same = places[at][0] == places[at - 1][0]
        assert tricks[at] - tricks[at - 1] in (0, 1) if same else tricks[at] == 0
    if state.open:
        check_secrecy(replay)


def test_a_place_that_is_not_there_is_the_one_before_it(whole: list[Action]) -> None:
    replay = replay_of(whole)
    assert replay.find(1, 99) == 13
    assert replay.find(2, 0) == 14
    assert replay.find(99, 0) == len(replay.moments) - 1
    assert replay.find(0, 0) == 0


def test_a_lobby_has_none() -> None:
    lobby = played_game(1, Ruleset(), 2, 0, cancel=False)
    assert replay_of(lobby).moments == ()
    assert replay_of(lobby).deals == 0


def test_nothing_hidden_is_in_a_repr(whole: list[Action]) -> None:
    replay = replay_of(running(whole, 0, 17))
    shown = repr(replay) + repr(replay.moments[0])
    assert "hands" not in shown
    assert "Card" not in shown


def test_who_left_knows_what_everybody_knows(whole: list[Action]) -> None:
    """Their seat is kept by a computer, so they see no hand until they take it back."""
    before = running(whole, 0, 17)
    person = fold(before).persons[0]
    seat = fold(before).seat_of(person)
    assert seat is not None
    replay = replay_of([*before, SeatKept(seat, "medium", 0, Why.LEFT)])
    check_secrecy(replay)
    assert all(hand is None for hand in replay.sight(0, person).hands)
    replay = replay_of([*before, SeatKept(seat, "medium", 0, Why.LEFT), SeatTakenBack(seat)])
    assert replay.sight(0, person).hands[seat] is not None
