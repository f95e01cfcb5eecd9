"""The benchmark of pictures: hands and tables of whole games, beside how most bots draw them."""

from __future__ import annotations

import argparse
import io
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from PIL import Image

from bot.console import whole_number
from bot.pictures.deck import PLAIN_DECK, Deck, DeckColours
from bot.pictures.faces import face
from bot.pictures.felt import empty_table
from bot.pictures.hand import HandPicture, draw_hand, hand_size
from bot.pictures.plates import SeatPicture
from bot.pictures.random_games import Company, random_pictures
from bot.pictures.table import TablePicture, draw_table
from bot.pictures.turned import memory as turned_memory
from bot.pictures.warming import warm_up
from bot.rules.cards import ALL_CARDS, Card
from bot.rules.ruleset import Ruleset

GOAL_P95_MS: Final = 20.0
GOAL_BYTES: Final = 60 * 1024
GOAL_TIMES: Final = 10.0
GOAL_WARM_UP_S: Final = 1.0
GOAL_MEDIAN_MS: Final = {"hand": 4.0, "table": 8.0}
"""How long a picture may take, encoding included."""

DONE: Final = 0
FAILED: Final = 1
NOT_SET: Final = 2

_FEWEST: Final = 10
_PLAYERS: Final = (4, 3, 5)
_NAMES: Final = ("Anastasia", "Jörg", "Дмитрий", "Ωμέγα", "Wilhelmina")
_DECKS: Final = tuple(Deck(colours, german) for german in (False, True) for colours in DeckColours)
_HAND_CARD: Final = 202
_TABLE_CARD: Final = 148

Picture = HandPicture | TablePicture


@dataclass(frozen=True)
class Size:
    """How much is measured.

    Attributes:
        games: whole games with each number of seats.
        every: one picture of so many is drawn the plain way, too.
        most: so many pictures of each game, from its beginning; 0 for all.
    """

    games: int = 1
    every: int = 25
    most: int = 0


@dataclass(frozen=True)
class Drawn:
    """One picture as it was drawn: milliseconds of the processor, and the length of its file in bytes."""

    took: float
    length: int


def add_command(benches: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `bench pictures` to a command line.

    It sets `run` in what is parsed: a function from the parsed arguments to the exit status, which is 0 where
    every goal was met, 1 where one was missed, and 2 where there is nothing to measure.

    Args:
        benches: what `ArgumentParser.add_subparsers` gave, for the benchmarks.
    """
    text = "measure the drawing of hands and tables, beside opening a file a card, as JSON"
    parser = benches.add_parser("pictures", help=text, description=f"{text[0].upper()}{text[1:]}.")
    usual = Size()
    for name, takes, default, what in (
        ("games", whole_number(1), usual.games, "whole games with each of three, four and five seats"),
        ("every", whole_number(1), usual.every, "one picture of so many is drawn the plain way, too"),
        (
            "most",
            whole_number(_FEWEST, or_else=0),
            usual.most,
            "so many pictures of each game, from its beginning; 0 for all",
        ),
    ):
        text = f"{what} (default: %(default)s)"
        parser.add_argument(f"--{name}", type=takes, default=default, metavar="N", help=text)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    size = Size(arguments.games, arguments.every, arguments.most)
    measured = bench(size)
    sys.stdout.write(json.dumps(measured, indent=2) + "\n")
    return DONE if measured["met"] else FAILED


def bench(size: Size, seed: int = 2) -> dict[str, Any]:
    """Measure pictures on one core, in a process that has drawn none before.

    After the warm-up a bot makes when it starts, every hand and table of whole games by lot is drawn once, in
    order, no picture twice: by people with all four decks. Time is what the thread used of the processor, so
    that what else the machine does meanwhile counts little.

    The plain way draws the same number of cards on pictures of the same size, without turning or shading
    them and without a word: it opens a PNG file a card (and one of the table), pastes it, and saves a PNG
    file as Pillow does where nothing else is asked for.

    Args:
        size: how much.
        seed: of the games.

    Returns:
        As JSON: seconds of the warm-up; for hands and tables how many there were, milliseconds a picture,
        and bytes; the same of the plain way and how many times faster and smaller this one is, by the same
        pictures; megabytes of turned cards that are kept, and by how much the process grew with all that
        is kept for pictures and the list of them; whether every goal was met.
    """
    before = _resident()
    began, used = time.perf_counter(), time.thread_time()
    warmed = warm_up()
    warm, warm_used = time.perf_counter() - began, time.thread_time() - used
    pictures = _pictures(size, seed)
    own = {picture: _drawn(_draw, picture) for picture in pictures}
    grown = _resident() - before
    with tempfile.TemporaryDirectory(prefix="hearts-bench-") as folder:
        plain_way = PlainWay(Path(folder))
        plain = {picture: _drawn(plain_way.draw, picture) for picture in pictures[:: size.every]}
    kinds = {
        "hand": _kind("hand", HandPicture, own, plain),
        "table": _kind("table", TablePicture, own, plain),
    }
    return {
        "games": size.games * len(_PLAYERS),
        "goal_warm_up_s": GOAL_WARM_UP_S,
        "warm_up": {
            "seconds": round(warm_used, 3),
            "seconds_by_the_clock": round(warm, 3),
            "pictures": warmed,
        },
        "goal_p95_ms": GOAL_P95_MS,
        "goal_bytes": GOAL_BYTES,
        "goal_times_faster": GOAL_TIMES,
        **kinds,
        "memory": {"turned_cards_mb": _megabytes(turned_memory()), "process_grew_mb": _megabytes(grown)},
        "met": warm <= GOAL_WARM_UP_S and all(kind["met"] for kind in kinds.values()),
    }


def _resident() -> int:
    """Bytes of memory the process has used at most so far; 0 where that is not told."""
    try:
        import resource
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _megabytes(held: int) -> float:
    return round(held / 2**20, 1)


def _pictures(size: Size, seed: int) -> list[Picture]:
    """The pictures of so many games with each number of seats, in order, none twice."""
    seen: dict[Picture, None] = {}
    for game in range(size.games):
        for players in _PLAYERS:
            seats = tuple(SeatPicture(name, computer=name == "Ωμέγα") for name in _NAMES[:players])
            company = Company(seats, _DECKS[game % 4 :] + _DECKS[: game % 4])
            rules = Ruleset(players=players, kitty=players != 4)
            all_of_it = random_pictures(rules, random.Random(seed + game), company)
            seen.update(dict.fromkeys(islice(all_of_it, size.most or None)))
    return list(seen)


def _draw(picture: Picture) -> bytes:
    return draw_hand(picture) if isinstance(picture, HandPicture) else draw_table(picture)


def _drawn(draw: Callable[[Picture], bytes], picture: Picture) -> Drawn:
    began = time.thread_time()
    data = draw(picture)
    return Drawn((time.thread_time() - began) * 1000, len(data))


def _kind(
    name: str, kind: type[Picture], own: dict[Picture, Drawn], plain: dict[Picture, Drawn]
) -> dict[str, Any]:
    mine = [drawn for picture, drawn in own.items() if isinstance(picture, kind)]
    both = [(own[picture], drawn) for picture, drawn in plain.items() if isinstance(picture, kind)]
    faster = statistics.median(other.took for _, other in both) / statistics.median(o.took for o, _ in both)
    smaller = statistics.median(other.length / one.length for one, other in both)
    measured = _summary(mine)
    return {
        "goal_median_ms": GOAL_MEDIAN_MS[name],
        **measured,
        "plain_way": _summary([other for _, other in both]),
        "times_faster": round(faster, 1),
        "times_smaller": round(smaller, 2),
        "met": measured["median_ms"] <= GOAL_MEDIAN_MS[name]
        and measured["p95_ms"] <= GOAL_P95_MS
        and measured["most_bytes"] <= GOAL_BYTES
        and faster >= GOAL_TIMES
        and smaller > 1,
    }


def _summary(drawn: Sequence[Drawn]) -> dict[str, float]:
    took, lengths = [one.took for one in drawn], [one.length for one in drawn]
    return {
        "pictures": len(drawn),
        "median_ms": round(statistics.median(took), 2),
        "p95_ms": round(statistics.quantiles(took, n=20, method="inclusive")[-1], 2),
        "most_ms": round(max(took), 2),
        "median_bytes": round(statistics.median(lengths)),
        "most_bytes": max(lengths),
    }


class PlainWay:
    """How most bots draw cards: a PNG file a card, opened and pasted each time; keeps nothing.

    Args:
        folder: where the files are written to.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for width in (_HAND_CARD, _TABLE_CARD):
            for card in ALL_CARDS:
                face(card, width, PLAIN_DECK).save(self._file(card, width))
        with Image.open(io.BytesIO(empty_table().png())) as table:
            table.convert("RGBA").save(folder / "table.png")

    def draw(self, picture: Picture) -> bytes:
        """As many cards as the picture shows, on one as large; a PNG file."""
        if isinstance(picture, HandPicture):
            image, width = Image.new("RGBA", hand_size(picture.cards, picture.order)), _HAND_CARD
            cards = list(picture.cards)
        else:
            width, last = _TABLE_CARD, picture.last_trick
            with Image.open(self._folder / "table.png") as table:
                image = table.convert("RGBA")
            tricks = [picture.shown_trick] if last is None else [last, picture.shown_trick]
            cards = [play.card for trick in tricks for play in trick.plays]
        for place, card in enumerate(cards):
            with Image.open(self._file(card, width)) as opened:
                pasted = opened.convert("RGBA")
            left = (image.width - width) * place // max(len(cards) - 1, 1)
            image.alpha_composite(pasted, (left, (image.height - pasted.height) // 2))
        file = io.BytesIO()
        image.save(file, "PNG")
        return file.getvalue()

    def _file(self, card: Card, width: int) -> Path:
        return self._folder / f"{card}-{width}.png"
