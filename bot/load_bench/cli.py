"""The command `bench load`."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import math
import sys
from typing import Any, Final

from bot.console import whole_number

DONE: Final = 0
FAILED: Final = 1
NOT_SET: Final = 2


def add_command(benches: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `bench load` to a command line.

    It sets `run` in what is parsed: a function from the parsed arguments to the exit status, which is 0 where
    the goal was met, 1 where it was missed, and 2 where there is nothing to measure.

    Args:
        benches: what `ArgumentParser.add_subparsers` gave, for the benchmarks.
    """
    text = "measure the whole bot under a rate of clicks, against a Discord on this machine, as JSON"
    parser = benches.add_parser("load", help=text, description=f"{text[0].upper()}{text[1:]}.")
    for name, takes, default, what in (
        ("tables", whole_number(1), 500, "tables that are open (default: %(default)s)"),
        ("people", whole_number(1, 4), None, "people at each, 1 to 4 (default: 4; with --soak 2)"),
        ("seconds", whole_number(1), 30, "for how long each rate (default: %(default)s)"),
        ("latency", whole_number(0), 50, "milliseconds Discord takes (default: %(default)s)"),
        ("seed", int, 1, "of all that is left to lot (default: %(default)s)"),
        ("soak", whole_number(1), None, "measure memory over so many games, one after another"),
        ("at-once", whole_number(1), 4, "of which so many at a time (default: %(default)s)"),
    ):
        parser.add_argument(f"--{name}", type=takes, default=default, metavar="N", help=what)
    parser.add_argument(
        "--rates",
        type=_rates,
        default="10,20,40,60,80,100,120",
        metavar="R,R",
        help="clicks a second, rising (default: %(default)s)",
    )
    parser.add_argument("--start", action="store_true", help="measure only a start with so many open tables")
    parser.add_argument("--profile", action="store_true", help="say what the bot's time goes to")
    parser.add_argument("--verbose", action="store_true", help="say on the console how it is going")
    parser.set_defaults(run=_run)


def _rates(text: str) -> tuple[float, ...]:
    try:
        rates = tuple(float(rate) for rate in text.split(","))
    except ValueError:
        rates = ()
    if not rates or not all(0 < rate < math.inf for rate in rates):
        raise argparse.ArgumentTypeError(f"numbers above 0 with commas between them are wanted, not {text!r}")
    return rates


def _run(arguments: argparse.Namespace) -> int:
    people = arguments.people or (4 if arguments.soak is None else 2)
    logging.basicConfig(level=logging.INFO if arguments.verbose else logging.ERROR, format="%(message)s")
    measured = asyncio.run(_measured(arguments, people))
    sys.stdout.write(json.dumps(measured, indent=2) + "\n")
    return DONE if measured["met"] else FAILED


async def _measured(arguments: argparse.Namespace, people: int) -> dict[str, Any]:
    # What these need is loaded only by whoever measures.
    from bot.load_bench.bench import Size, bench, bench_start
    from bot.load_bench.soak import Soak, soak

    if arguments.soak is not None:
        return await soak(Soak(arguments.soak, arguments.at_once, people, seed=arguments.seed))
    size = Size(
        tables=arguments.tables,
        people=people,
        rates=arguments.rates,
        seconds=float(arguments.seconds),
        latency=arguments.latency / 1000,
        seed=arguments.seed,
        profile=arguments.profile,
    )
    return await (bench_start(size) if arguments.start else bench(size))
