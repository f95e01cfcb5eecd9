"""The benchmark of the rules: random deals a second, and the reading and folding of a stored game."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import importlib.metadata
import importlib.util
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.console import whole_number
from bot.engine.actions import Action, Scored
from bot.engine.acts import ByPerson, ChooseMoon, Pass, PlayCard, Start
from bot.engine.decide import decide
from bot.engine.folding import apply, fold
from bot.engine.state import TableState
from bot.engine.table import folded, rows
from bot.engine.tables import Opening
from bot.rules import shuffle
from bot.rules.game import Game
from bot.rules.ruleset import SWITCHES, Moon, MoonChoice, Partners, Ruleset
from bot.store.store import Store

GOAL_PER_SECOND: Final = 3000
"""So many random deals a second by the full rules."""
GOAL_FOLD_MS: Final = 10.0
"""In so long a game of ten deals is read and folded."""

_LEFT_OFF: Final = ("kitty", "hearts_any_time", "points_on_first_trick")
"""Switches that four cannot play with, or that only allow more plays."""
FULL: Final = Ruleset.from_record(
    {"preset": "spot", "moon": Moon.CHOOSE, "partners": Partners.TOGETHER}
    | {name: True for name in SWITCHES if name not in _LEFT_OFF}
)
"""Every house rule that adds something to look at."""

SHARED: Final = Ruleset(queen_breaks_hearts=True, jack_of_diamonds=True, no_trick_bonus=True)
"""What OpenSpiel's hearts plays with all its bonuses: the house rules both know."""
OPENSPIEL_GAME: Final = "hearts(qs_breaks_hearts=True,jd_bonus=True,avoid_all_tricks_bonus=True)"

RULES: Final = {"full": FULL, "standard": Ruleset(), "shared": SHARED}
"""By name, what deals are played by."""

DEALS_FOLDED: Final = 10

DONE = 0
FAILED = 1
NOT_SET = 2

PlayDeals = Callable[[int, random.Random], None]
"""Plays so many random deals with these lots."""


@dataclass(frozen=True)
class Size:
    """How much is measured.

    Attributes:
        deals: random deals in a run.
        runs: how often each measurement is made.
    """

    deals: int = 500
    runs: int = 15


def add_command(benches: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `bench rules` to a command line.

    It sets `run` in what is parsed: a function from the parsed arguments to the exit status, which is 0 where
    both goals were met, 1 where one was missed, and 2 where there is nothing to measure.

    Args:
        benches: what `ArgumentParser.add_subparsers` gave, for the benchmarks.
    """
    text = "measure random deals by many house rules, and the reading of a stored game, as JSON"
    parser = benches.add_parser("rules", help=text, description=f"{text[0].upper()}{text[1:]}.")
    usual = Size()
    for name, least, default, what in (
        ("deals", 1, usual.deals, "random deals in a run"),
        ("runs", 2, usual.runs, "times everything is measured"),
    ):
        text = f"{what} (default: %(default)s)"
        parser.add_argument(f"--{name}", type=whole_number(least), default=default, metavar="N", help=text)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    measured = bench(Size(arguments.deals, arguments.runs))
    sys.stdout.write(json.dumps(measured, indent=2) + "\n")
    return DONE if measured["met"] else FAILED


def bench(size: Size, seed: int = 1) -> dict[str, Any]:
    """Measure the rules on one core.

    A random deal is one in which every seat that passes, passes any cards, and plays any that are legal, to
    the last trick; deals follow one another as in games. Time is what this process used.

    Returns:
        As JSON: deals a second by the full rules, by the standard game and by what OpenSpiel can play, each
        the median of the runs, the lowest and the highest; OpenSpiel's own beside it, or None where
        `pyspiel` cannot be imported; the milliseconds that a stored game of ten deals takes to be read and
        folded; whether both goals were met.
    """
    measured = {name: _playing_by(rules) for name, rules in RULES.items()}
    other = _openspiel()
    if other is not None:
        measured[OPENSPIEL_GAME] = other
    per_second: dict[str, list[float]] = {name: [] for name in measured}
    # All in turn, so that whatever else the machine does meanwhile meets them alike.
    for run in range(size.runs):
        for name, play in measured.items():
            lots = random.Random(seed + run)
            began = time.process_time()
            play(size.deals, lots)
            per_second[name].append(size.deals / (time.process_time() - began))
    speeds = {name: _spread(each) for name, each in per_second.items()}
    fold = asyncio.run(_fold_times(size.runs, random.Random(seed)))
    return {
        "deals": size.deals,
        "runs": size.runs,
        "goal_per_second": GOAL_PER_SECOND,
        "deals_per_second": {
            name: {"rules": rules.to_record(), **speeds[name]} for name, rules in RULES.items()
        },
        "openspiel": other
        and {
            "version": importlib.metadata.version("open_spiel"),
            "game": OPENSPIEL_GAME,
            "deals_per_second": speeds[OPENSPIEL_GAME],
        },
        "goal_fold_ms": GOAL_FOLD_MS,
        "fold": fold,
        "met": speeds["full"]["median"] >= GOAL_PER_SECOND and fold["p50_ms"] <= GOAL_FOLD_MS,
    }


def _playing_by(ruleset: Ruleset) -> PlayDeals:
    def play(deals: int, lots: random.Random) -> None:
        game = Game(ruleset, 0)
        for _ in range(deals):
            game = play_random_deal(Game(ruleset, 0) if game.over else game, lots)

    return play


def play_random_deal(game: Game, lots: random.Random) -> Game:
    """Deal, pass and play by lot to the last card, and close the deal; who is asked about a moon is not."""
    game = game.start_deal(shuffle.hands(lots.randbytes(shuffle.SECRET_BYTES), game.ruleset, game.dealer))
    deal = game.deal
    assert deal is not None
    if deal.passing:
        for seat, hand in enumerate(deal.hands):
            game = game.pass_cards(seat, lots.sample(list(hand), game.ruleset.pass_size))
    while (deal := game.deal) is not None and (seat := deal.turn) is not None:
        legal = deal.legal(seat)
        game = game.play(seat, legal[int(lots.random() * len(legal))])
    return game.finish_deal(game.result())


def _openspiel() -> PlayDeals | None:
    """OpenSpiel's likewise: dealt by its chance nodes, passed and played by any legal actions, scored."""
    if importlib.util.find_spec("pyspiel") is None:
        return None
    spiel: Any = importlib.import_module("pyspiel")
    hearts = spiel.load_game(OPENSPIEL_GAME)

    def play(deals: int, lots: random.Random) -> None:
        for _ in range(deals):
            state = hearts.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(lots.random() * len(legal))])
            state.returns()

    return play


def _spread(values: list[float]) -> dict[str, int]:
    return {
        "median": round(statistics.median(values)),
        "lowest": round(min(values)),
        "highest": round(max(values)),
    }


@dataclass(frozen=True)
class _Lots:
    """Lots and secrets of a game, the same for the same seed."""

    random: random.Random

    def secret(self) -> bytes:
        return self.random.randbytes(shuffle.SECRET_BYTES)

    def order(self, length: int) -> tuple[int, ...]:
        return tuple(self.random.sample(range(length), length))

    def number(self, below: int) -> int:
        return self.random.randrange(below)


async def _fold_times(runs: int, lots: random.Random) -> dict[str, float]:
    """Store a game and read it back so often; the time goes by the clock, as the disk is waited for."""
    actions = _random_game(lots)
    took: list[float] = []
    with tempfile.TemporaryDirectory(prefix="hearts-bench-") as folder:
        async with await Store.open(Path(folder) / "bench.sqlite") as store:
            for number in range(1, 5):
                await store.person(number, f"Player {number}")
            game_id = await store.create_game(10, 20, "en", rows(actions), 0.0)
            for _ in range(runs):
                began = time.perf_counter()
                state = folded(await store.rows(game_id))
                took.append((time.perf_counter() - began) * 1000)
                assert state.count == len(actions)
    return {
        "deals": DEALS_FOLDED,
        "actions": len(actions),
        "p50_ms": round(statistics.median(took), 3),
        "p95_ms": round(statistics.quantiles(took, n=20, method="inclusive")[-1], 3),
    }


def _random_game(lots: random.Random) -> tuple[Action, ...]:
    """The actions of a game of four people by the full rules, until ten deals are over."""
    ruleset = Ruleset.from_record({**FULL.to_record(), "limit": 1000})
    actions = list(Opening(10, 20, "en", ruleset, (1, 2, 3, 4)).actions)
    chance = _Lots(lots)
    state = fold(actions)
    act: Start | ChooseMoon | Pass | PlayCard = Start(1)
    while sum(isinstance(action, Scored) for action in actions) < DEALS_FOLDED:
        decided = decide(state, act, chance)
        assert isinstance(decided, tuple), decided
        for action in decided:
            state = apply(state, action)
        actions += decided
        act = _random_act(state, lots)
    return tuple(actions)


def _random_act(state: TableState, lots: random.Random) -> ChooseMoon | Pass | PlayCard:
    seat, deal = state.awaited[0], state.deal
    assert deal is not None
    who = ByPerson(state.persons[seat])
    if state.moon_question is not None:
        return ChooseMoon(who, lots.choice(list(MoonChoice)), state.decision)
    if deal.passing:
        return Pass(who, tuple(lots.sample(list(deal.hands[seat]), state.ruleset.pass_size)))
    return PlayCard(who, lots.choice(list(deal.legal(seat))))
