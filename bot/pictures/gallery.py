"""Example pictures of every kind, for looking at: `python -m bot.pictures.gallery OUT`."""

from __future__ import annotations

import argparse
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PIL import Image

from bot.pictures.deck import Deck
from bot.pictures.gallery_scores import drawn_scores
from bot.pictures.hand import HandPicture, draw_hand
from bot.pictures.plates import SeatPicture
from bot.pictures.table import TablePicture, draw_table
from bot.rules.cards import NO_CARDS, Card, Cards
from bot.rules.ruleset import Direction, Partners, Ruleset
from bot.rules.trick import NO_TRICK, Play, Trick
from bot.rules.view import PublicView

BACKGROUNDS: Final = {"dark": (49, 51, 56), "light": (255, 255, 255)}
"""The colours behind messages in Discord's two themes."""
PHONE_WIDTH: Final = 330
"""How wide a picture is on a phone 360 pixels wide."""

_HAND: Final = Cards.parse("2C 9C JC 3D TD KD 4S QS AS 2H 7H TH KH")

_SEATS: Final = (
    SeatPicture("Jörg", computer=False),
    SeatPicture("Anastasia Nikolajewna", computer=False),
    SeatPicture("Ada", computer=True),
    SeatPicture("Ωμέγα", computer=False),
    SeatPicture("Дмитрий", computer=True),
)
_STRANGE: Final = (
    SeatPicture("🦊🦊🦊", computer=False),
    SeatPicture("WWWWWWWWWWWWWWWW", computer=True),
    SeatPicture("王小明 Xiaoming", computer=False),
    SeatPicture("Z̷̡̛͙a̵͘l̶̰̈́g̸̝̈́o̷ مرحبا", computer=False),
)


def trick(start: int, cards: str, players: int = 4) -> Trick:
    """A trick led by a seat: the cards in notation, in the order played."""
    return Trick(
        tuple(Play((start + place) % players, Card.parse(word)) for place, word in enumerate(cards.split()))
    )


def example_view(
    players: int = 4,
    *,
    direction: Direction = Direction.LEFT,
    passing: bool = False,
    confirmed: Sequence[int] = (),
    running: Trick = NO_TRICK,
    turn: int | None = None,
    broken: bool = False,
    points: Sequence[int] = (0, 0, 0, 0, 0),
    totals: Sequence[int] = (0, 0, 0, 0, 0),
    held: int = 13,
    ruleset: Ruleset | None = None,
    kitty: Cards | None = NO_CARDS,
) -> PublicView:
    """What everybody may know in the middle of a deal, made up."""
    played = {play.seat for play in running.plays}
    return PublicView(
        ruleset=ruleset or Ruleset(players=players),
        number=3,
        dealer=players - 2,
        direction=direction,
        scores=(),
        totals=tuple(totals[:players]),
        passing=passing,
        confirmed=tuple(seat in confirmed for seat in range(players)),
        hand_sizes=tuple(held - (seat in played) for seat in range(players)),
        tricks=(),
        trick=running,
        turn=turn,
        broken=broken,
        taken=(NO_CARDS,) * players,
        points=tuple(points[:players]),
        kitty=kitty,
    )


def hands() -> dict[str, HandPicture]:
    """Hands by the name of their file."""
    parse = Cards.parse
    return {
        "hand-waiting": HandPicture(_HAND, None, parse("QS TD 9C")),
        "hand-turn": HandPicture(_HAND, parse("3D TD KD"), parse("QS TD 9C")),
        "hand-german": HandPicture(_HAND, _HAND, deck=Deck(german=True)),
        "hand-one-suit": HandPicture(
            parse("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"), parse("AH"), deck=Deck(german=True)
        ),
        "hand-eight": HandPicture(parse("2C 9C 3D TD KD 4S QS AS"), parse("4S QS AS")),
        "hand-seven": HandPicture(parse("9C TD KH QS AS 2S 5H"), parse("AS 2S QS"), parse("QS")),
        "hand-two": HandPicture(parse("9C QH"), parse("9C")),
        "hand-empty": HandPicture(NO_CARDS, None),
        "hand-ten": HandPicture(parse("2C 9C JC 3D TD KD 4S QS AS 2H"), None),
        "hand-seventeen": HandPicture(_HAND | parse("3C 4C 4D 5D"), parse("3D 4D 5D TD KD")),
    }


def tables() -> dict[str, TablePicture]:
    """Tables by the name of their file."""
    running = trick(1, "9C JC 2C")
    full = trick(1, "TS QS AS 3H")
    other = trick(3, "TS QS AS 3H")
    points, totals = (0, 14, 1, 0, 3), (34, 78, 9, 104, 22)
    four = _SEATS[:4]
    return {
        "table-pass-left": TablePicture(
            example_view(passing=True, confirmed=(0, 2), totals=totals),
            four,
            NO_TRICK,
            "Pass left",
            None,
        ),
        "table-pass-right": TablePicture(
            example_view(passing=True, direction=Direction.RIGHT),
            four,
            NO_TRICK,
            "Nach rechts weitergeben",
            None,
        ),
        "table-pass-across": TablePicture(
            example_view(passing=True, direction=Direction.ACROSS, confirmed=(3,)),
            four,
            NO_TRICK,
            "Pass across",
            None,
        ),
        "table-hold": TablePicture(
            example_view(direction=Direction.HOLD, turn=1), four, NO_TRICK, "Nobody passes", None
        ),
        "table-turn": TablePicture(
            example_view(running=running, turn=0, held=9, broken=True, points=points, totals=totals),
            four,
            running,
            None,
            "Herz ist gebrochen",
            deck=Deck(german=True),
            dealer_label="G",
        ),
        "table-turn-left": TablePicture(example_view(turn=1, held=13), four, NO_TRICK, None, None),
        "table-taken": TablePicture(
            example_view(turn=3, held=8, broken=True, points=points, totals=totals), four, full, None, None
        ),
        "table-right-led": TablePicture(
            example_view(turn=2, held=8, broken=True, points=points, totals=totals), four, other, None, None
        ),
        "table-bottom-led": TablePicture(
            example_view(turn=2, held=8, broken=True, points=points, totals=totals),
            four,
            trick(0, "TH 5H KH JD"),
            None,
            None,
        ),
        "table-strange-names": TablePicture(
            example_view(running=trick(2, "AD"), turn=3, totals=(-10, 0, 99, 100), points=(-10, 26, 0, 0)),
            _STRANGE,
            trick(2, "AD"),
            None,
            None,
        ),
        "table-three": TablePicture(
            example_view(3, turn=2, running=trick(0, "KD 5D", 3), held=17),
            _SEATS[:3],
            trick(0, "KD 5D", 3),
            None,
            None,
        ),
        "table-three-face-down": TablePicture(
            example_view(3, turn=0, held=17, ruleset=Ruleset(players=3, kitty=True), kitty=None),
            _SEATS[:3],
            NO_TRICK,
            None,
            None,
        ),
        "table-five-turned-up": TablePicture(
            example_view(
                5,
                turn=4,
                held=9,
                broken=True,
                ruleset=Ruleset(players=5, kitty=True),
                kitty=Cards.parse("JD TH"),
            ),
            _SEATS,
            trick(0, "TD QD 3D AD 9S", 5),
            None,
            "Hearts broken",
        ),
        "table-teams": TablePicture(
            example_view(
                running=running,
                turn=0,
                held=9,
                points=points,
                totals=totals,
                ruleset=Ruleset(partners=Partners.TOGETHER),
            ),
            four,
            running,
            None,
            None,
        ),
        "table-three-pass": TablePicture(
            example_view(3, passing=True), _SEATS[:3], NO_TRICK, "Pass left", None
        ),
        "table-five": TablePicture(
            example_view(5, turn=4, held=6, broken=True, points=points, totals=totals),
            _SEATS,
            trick(0, "TD QD 3D AD 9S", 5),
            None,
            "Hearts broken",
        ),
        "table-five-pass": TablePicture(
            example_view(5, passing=True, direction=Direction.RIGHT, confirmed=(1, 4)),
            _SEATS,
            NO_TRICK,
            "Pass right",
            None,
        ),
    }


def write(folder: Path) -> list[Path]:
    """Write every example at its own size and as a phone shows it, over both backgrounds.

    Args:
        folder: made where it is missing.

    Returns:
        The files, PNG.
    """
    folder.mkdir(parents=True, exist_ok=True)
    drawn = {name: draw_hand(hand) for name, hand in hands().items()}
    drawn |= {name: draw_table(table) for name, table in tables().items()}
    drawn |= drawn_scores()
    written: list[Path] = []
    for name, data in drawn.items():
        with Image.open(io.BytesIO(data)) as opened:
            picture = opened.convert("RGBA")
        for theme, colour in BACKGROUNDS.items():
            image = Image.new("RGBA", picture.size, (*colour, 255))
            image.alpha_composite(picture)
            small = image.resize(
                (PHONE_WIDTH, round(PHONE_WIDTH * image.height / image.width)), Image.Resampling.LANCZOS
            )
            for suffix, shown in (("", image), ("-phone", small)):
                path = folder / f"{name}-{theme}{suffix}.png"
                shown.convert("RGB").save(path)
                written.append(path)
    return written


def main() -> None:
    """Write the examples to the folder named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder to write to")
    write(parser.parse_args().out)


if __name__ == "__main__":
    main()
