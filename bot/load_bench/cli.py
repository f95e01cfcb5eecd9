"""The command `bench load`."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
from typing import Any, Final

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
    number, rates = {"type": int, "metavar": "N"}, "10,20,40,60,80,100,120"
    parser.add_argument("--tables", **number, default=500, help="tables that are open (default: %(default)s)")
    parser.add_argument("--people", **number, help="people at each, 1 to 4 (default: 4; with --soak 2)")
    parser.add_argument(
        "--rates", default=rates, metavar="R,R", help="clicks a second, rising (default: %(default)s)"
    )
    parser.add_argument("--seconds", **number, default=30, help="for how long each (default: %(default)s)")
    parser.add_argument(
        "--latency", **number, default=50, help="milliseconds Discord takes (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", **number, default=1, help="of all that is left to lot (default: %(default)s)"
    )
    parser.add_argument("--start", action="store_true", help="measure only a start with so many open tables")
    parser.add_argument("--soak", **number, help="measure memory over so many games, one after another")
    parser.add_argument(
        "--at-once", **number, default=4, help="of which so many at a time (default: %(default)s)"
    )
    parser.add_argument("--profile", action="store_true", help="say what the bot's time goes to")
    parser.add_argument("--verbose", action="store_true", help="say on the console how it is going")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    people = arguments.people or (4 if arguments.soak is None else 2)
    try:
        rates = tuple(float(rate) for rate in arguments.rates.split(","))
    except ValueError:
        rates = ()
    games = 1 if arguments.soak is None else arguments.soak
    least = min(arguments.tables, arguments.seconds, arguments.at_once, games, *rates)
    if not rates or least <= 0 or arguments.latency < 0 or not 1 <= people <= 4:
        sys.stderr.write("It takes a table, a rate above 0, a second, and 1 to 4 people.\n")
        return NOT_SET
    logging.basicConfig(level=logging.INFO if arguments.verbose else logging.ERROR, format="%(message)s")
    measured = asyncio.run(_measured(arguments, people, rates))
    sys.stdout.write(json.dumps(measured, indent=2) + "\n")
    return DONE if measured["met"] else FAILED


async def _measured(arguments: argparse.Namespace, people: int, rates: tuple[float, ...]) -> dict[str, Any]:
    # What these need is loaded only by whoever measures.
    from bot.load_bench.bench import Size, bench, bench_start
    from bot.load_bench.soak import Soak, soak

    if arguments.soak is not None:
        return await soak(Soak(arguments.soak, arguments.at_once, people, seed=arguments.seed))
    size = Size(
        tables=arguments.tables,
        people=people,
        rates=rates,
        seconds=float(arguments.seconds),
        latency=arguments.latency / 1000,
        seed=arguments.seed,
        profile=arguments.profile,
    )
    return await (bench_start(size) if arguments.start else bench(size))
