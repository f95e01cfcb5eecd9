"""The commands `arena` and `player`: computer players against each other, or against any other program."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any, Final

from bot.arena import Contestant, Deals, contest, mean_and_error, summary
from bot.console import whole_number
from bot.players import LEVELS, make_player
from bot.players.protocol import ProtocolError, serve
from bot.rules.ruleset import PRESETS, Ruleset, RulesetError

DONE = 0
BROKEN_OFF = 1
NOT_SET = 2

BAR: Final = 30
"""Characters of the progress bar."""
EVERY: Final = 0.2
"""Seconds between two pictures of the progress bar."""


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add both commands to a command line.

    Each sets `run` in what is parsed: a function from the parsed arguments to the exit status, which is 0 for
    success, 1 where a referee's message could not be followed, and 2 where there is nothing to play.

    Args:
        subparsers: what `ArgumentParser.add_subparsers` gave.
    """
    text = "play computer players against each other on duplicate deals"
    arena = subparsers.add_parser("arena", help=text, description=f"{text[0].upper()}{text[1:]}.")
    arena.add_argument(
        "--seats",
        metavar="LEVELS",
        help=f"the levels at the table, separated by commas, of {', '.join(LEVELS)}"
        " (default: medium, and easy everywhere else)",
    )
    arena.add_argument(
        "--deals",
        type=whole_number(1),
        default=200,
        metavar="N",
        help="different deals (default: %(default)s)",
    )
    arena.add_argument(
        "--preset", choices=list(PRESETS), default="standard", help="the rules (default: %(default)s)"
    )
    arena.add_argument("--rules", default="{}", metavar="JSON", help="fields that differ from the preset")
    arena.add_argument(
        "--seed", type=int, default=1, metavar="N", help="of cards and players (default: %(default)s)"
    )
    arena.add_argument("--json", action="store_true", help="print the figures as JSON")
    arena.set_defaults(run=_run_arena)
    text = "play one seat over the line protocol, for a referee"
    player = subparsers.add_parser("player", help=text, description=f"{text[0].upper()}{text[1:]}.")
    player.add_argument(
        "--level", choices=LEVELS, default="medium", help="how it plays (default: %(default)s)"
    )
    player.add_argument("--seed", type=int, default=0, metavar="N", help="of its lots (default: %(default)s)")
    player.set_defaults(run=_run_player)


def _run_player(arguments: argparse.Namespace) -> int:
    try:
        serve(make_player(arguments.level, arguments.seed), sys.stdin, sys.stdout)
    except ProtocolError as error:
        sys.stderr.write(f"{error}\n")
        return BROKEN_OFF
    return DONE


def _run_arena(arguments: argparse.Namespace) -> int:
    try:
        ruleset = _read_rules(arguments.preset, arguments.rules)
        usual = ",".join(("medium", *("easy",) * (ruleset.players - 1)))
        levels = (arguments.seats or usual).split(",")
        if len(levels) != ruleset.players:
            raise ValueError(
                f"by these rules {ruleset.players} play: give --seats so many levels, not {len(levels)}"
            )
        contestants = [
            Contestant(level, make_player(level, arguments.seed * 1000 + at))
            for at, level in enumerate(levels)
        ]
    except ValueError as error:
        sentence = str(error)
        sys.stderr.write(f"{sentence[0].upper()}{sentence[1:]}.\n")
        return NOT_SET
    bar = _Bar(arguments.deals)
    try:
        deals = contest(contestants, ruleset, arguments.deals, arguments.seed, bar.show)
    finally:
        bar.close()
    figures = summary(contestants, deals)
    if arguments.json:
        whole = {
            "seats": levels,
            "rules": ruleset.to_record(),
            "seed": arguments.seed,
            "deals": arguments.deals,
            "rotations": ruleset.players,
            "levels": figures,
        }
        sys.stdout.write(json.dumps(whole, indent=2) + "\n")
    else:
        sys.stdout.write(_table(figures))
    return DONE


def _read_rules(preset: str, changes: str) -> Ruleset:
    """The rules named; raises ValueError with a sentence where they cannot be."""
    try:
        read: Any = json.loads(changes)
    except json.JSONDecodeError:
        raise RulesetError("rules", changes, "a JSON object of fields") from None
    if not isinstance(read, dict):
        raise RulesetError("rules", read, "a JSON object of fields")
    return Ruleset.from_record({"preset": preset, **read})


class _Bar:
    """A progress bar on standard error, where that is a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._began = self._shown = time.monotonic()
        self._on = sys.stderr.isatty()

    def show(self, deals: Deals) -> None:
        now = time.monotonic()
        done = len(deals)
        if not self._on or (now - self._shown < EVERY and done < self._total):
            return
        self._shown = now
        left = (now - self._began) / done * (self._total - done)
        points = [
            sum(
                outcome.points[0] - sum(outcome.points[1:]) / (len(outcome.points) - 1)
                for outcome in rotations
            )
            / len(rotations)
            for rotations in deals
        ]
        mean, error = mean_and_error(points)
        filled = "#" * (BAR * done // self._total)
        sys.stderr.write(
            f"\r[{filled:<{BAR}}] {done}/{self._total}, {left:.0f} s left,"
            f" first seat {mean:+.2f} ± {error:.2f} "
        )
        sys.stderr.flush()

    def close(self) -> None:
        if self._on:
            sys.stderr.write("\n")


def _table(figures: dict[str, dict[str, Any]]) -> str:
    """The figures, one line a level."""
    head = f"{'level':<8} {'points':>7} {'own - field':>15} {'moons made':>10} {'missed':>7} {'conceded':>9}"
    lines = [f"{head} {'QS':>6}  ms a play: median, p95, max"]
    for level, each in figures.items():
        mean, error = each["diff"]
        times = ", ".join(f"{took:.1f}" for took in each["ms"])
        lines.append(
            f"{level:<8} {each['points']:>7.2f} {f'{mean:+.2f} ± {error:.2f}':>15} {each['made']:>10.1%}"
            f" {each['missed']:>7.1%} {each['conceded']:>9.1%} {each['queen']:>6.1%}  {times}"
        )
    return "\n".join(lines) + "\n"
