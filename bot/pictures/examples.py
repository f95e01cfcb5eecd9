"""Made-up hands and tables of every kind, for the gallery and the tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.pictures.deck import Deck, DeckColours
from bot.pictures.hand import HandPicture
from bot.pictures.plates import SeatPicture
from bot.pictures.table import TablePicture
from bot.rules.cards import NO_CARDS, Card, Cards
from bot.rules.hand_order import HandOrder
from bot.rules.ruleset import Direction, Partners, Ruleset
from bot.rules.trick import NO_TRICK, Play, Trick
from bot.rules.view import PublicView

DECKS: Final = {
    f"{language}-{colours}": Deck(colours, german=language == "de")
    for language in ("en", "de")
    for colours in DeckColours
}
"""Every deck by the language and the colours it is for."""

_HAND: Final = Cards.parse("2C 9C JC 3D TD KD 4S QS AS 2H 7H TH KH")
_COURTS: Final = Cards.parse("JC QC KC JD QD KD JS QS KS AS QH KH AH")

SEATS: Final = (
    SeatPicture("Jörg", computer=False),
    SeatPicture("Anastasia Nikolajewna", computer=False),
    SeatPicture("Ada", computer=True),
    SeatPicture("Ωμέγα", computer=False),
    SeatPicture("Дмитрий", computer=True),
)
"""Who sits at most of the example tables."""
_LONG: Final = (
    SeatPicture("Wilhelmina von Hohenzollern", computer=True),
    SeatPicture("WWWWWWWWWWWWWWWW", computer=True),
    SeatPicture("llllllllllllllllllllllllllllllll", computer=False),
    SeatPicture("Łukasz Brzęczyszczykiewicz", computer=False),
    SeatPicture("x̷̡̛y̵͘z̶̰̈́ ẅ̸̝́", computer=True),
)
_SCRIPTS: Final = (
    SeatPicture("王小明 Xiaoming", computer=False),
    SeatPicture("מרים", computer=True),
    SeatPicture("🦊 Fuchs 🦊", computer=False),
    SeatPicture("أحمد بن علي", computer=False),
    SeatPicture("देवनागरी", computer=False),
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
    tricks: Sequence[Trick] = (),
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
        tricks=tuple(tricks),
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
    waiting = {
        f"hand-{name}": HandPicture(_HAND, parse("3D TD KD"), parse("QS TD 9C"), deck)
        for name, deck in DECKS.items()
    }
    sizes = {
        f"hand-of-{count}": HandPicture(Cards.of(list(_HAND)[-count:]), None) for count in (1, 3, 4, 6, 9, 11)
    }
    return (
        waiting
        | sizes
        | {
            "hand-waiting": HandPicture(_HAND, None, parse("QS TD 9C")),
            "hand-chosen": HandPicture(_HAND, parse("QS AS KH")),
            "hand-leading": HandPicture(_HAND, _HAND),
            "hand-by-rank": HandPicture(_HAND, parse("3D TD KD"), parse("QS TD 9C"), order=HandOrder.RANKS),
            "hand-one-suit": HandPicture(
                parse("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"), parse("AH"), deck=DECKS["de-two"]
            ),
            "hand-courts": HandPicture(_COURTS, None, deck=DECKS["de-four"]),
            "hand-eight": HandPicture(parse("2C 9C 3D TD KD 4S QS AS"), parse("4S QS AS")),
            "hand-seven": HandPicture(parse("9C TD KH QS AS 2S 5H"), parse("AS 2S QS"), parse("QS")),
            "hand-two": HandPicture(parse("9C QH"), parse("9C")),
            "hand-empty": HandPicture(NO_CARDS, None),
            "hand-ten": HandPicture(parse("2C 9C JC 3D TD KD 4S QS AS 2H"), None, deck=DECKS["en-four"]),
            "hand-seventeen": HandPicture(
                _HAND | parse("3C 4C 4D 5D"), parse("3D 4D 5D TD KD"), parse("4C 5D QS")
            ),
            "hand-seventeen-by-rank": HandPicture(
                _HAND | parse("3C 4C 4D 5D"), None, deck=DECKS["de-four"], order=HandOrder.RANKS
            ),
        }
    )


def tables() -> dict[str, TablePicture]:
    """Tables by the name of their file."""
    pictures: dict[str, TablePicture] = {}
    for players, count in ((3, 17), (4, 13), (5, 10)):
        for name, picture in _tables_of(players, count).items():
            pictures[f"table-{players}-{name}"] = picture
    return pictures | _further_tables()


_TRICKS: Final = {
    3: (trick(0, "2C KC 5C", 3), trick(1, "9D QD JD", 3), trick(2, "TH QS 3H", 3)),
    4: (trick(0, "2C KC QC 5C"), trick(1, "TS QS AS 3H"), trick(3, "9H JH QH KH")),
    5: (trick(0, "2C KC 5C TC 9C", 5), trick(3, "TD QD 3D AD 9S", 5), trick(4, "KS JS QS KH QH", 5)),
}
_POINTS: Final = (0, 14, 1, 0, 3)
_TOTALS: Final = (34, 78, 9, 104, 22)


def _tables_of(players: int, count: int) -> dict[str, TablePicture]:
    """A deal with so many seats, from the pass to a trick that was taken; in both languages."""
    seats, (first, second, third) = SEATS[:players], _TRICKS[players]
    rules = Ruleset(players=players, kitty=players != 4)
    running = Trick(second.plays[:-1])
    awaited = second.plays[-1].seat
    taker = third.winning
    assert taker is not None
    down = NO_CARDS if players == 4 else None
    kitty = {3: "JD", 5: "JD TH"}.get(players, "")
    return {
        "pass": TablePicture(
            example_view(
                players, passing=True, confirmed=(0, 2), totals=_TOTALS, ruleset=rules, kitty=down, held=count
            ),
            seats,
            NO_TRICK,
            "Pass left",
            None,
        ),
        "lead": TablePicture(
            example_view(players, turn=0, held=count, totals=_TOTALS, ruleset=rules, kitty=down),
            seats,
            NO_TRICK,
            None,
            None,
            dealer_label="G",
        ),
        "turn": TablePicture(
            example_view(
                players,
                running=running,
                turn=awaited,
                held=count - 1,
                broken=True,
                points=_POINTS,
                totals=_TOTALS,
                ruleset=rules,
                kitty=Cards.parse(kitty),
                tricks=(first,),
            ),
            seats,
            running,
            None,
            "Herz ist gebrochen",
            Deck(german=True),
            "G",
        ),
        "taken": TablePicture(
            example_view(
                players,
                turn=taker.seat,
                held=count - 3,
                broken=True,
                points=_POINTS,
                totals=_TOTALS,
                ruleset=rules,
                kitty=Cards.parse(kitty),
                tricks=(first, second, third),
            ),
            seats,
            third,
            None,
            "Hearts are broken",
        ),
    }


def _further_tables() -> dict[str, TablePicture]:
    four, (first, second, third) = SEATS[:4], _TRICKS[4]
    right = example_view(passing=True, direction=Direction.RIGHT, confirmed=(1, 2, 3))
    across = example_view(passing=True, direction=Direction.ACROSS, confirmed=(3,))
    hold = example_view(direction=Direction.HOLD, turn=1)
    running = trick(2, "AD")
    busy = example_view(
        turn=3, held=7, broken=True, points=(0, 26, 0, 0, 0), totals=(-10, 199, 1000, -112, 99)
    )
    partners = Ruleset(partners=Partners.TOGETHER)
    return {
        "table-pass-right": TablePicture(right, four, NO_TRICK, "Nach rechts weitergeben", None),
        "table-pass-across": TablePicture(across, four, NO_TRICK, "Pass across", None),
        "table-hold": TablePicture(hold, four, NO_TRICK, "Nobody passes", None),
        "table-first-card": TablePicture(
            example_view(running=running, turn=3, totals=(-10, 0, 99, 100), points=(-10, 26, 0, 0)),
            four,
            running,
            None,
            None,
        ),
        "table-bottom-led": TablePicture(
            example_view(turn=2, held=8, points=_POINTS, totals=_TOTALS, tricks=(first, third)),
            four,
            trick(0, "TH 5H KH JD"),
            None,
            None,
        ),
        "table-partners": TablePicture(
            example_view(
                running=Trick(second.plays[:3]),
                turn=0,
                held=9,
                points=(12, 14, 1, 0),
                totals=_TOTALS,
                ruleset=partners,
                tricks=(third,),
            ),
            four,
            Trick(second.plays[:3]),
            None,
            None,
        ),
        "table-partners-pass": TablePicture(
            example_view(passing=True, confirmed=(1,), ruleset=partners), four, NO_TRICK, "Pass left", None
        ),
        "table-long-names": TablePicture(busy, _LONG[:4], second, None, "Hearts are broken"),
        "table-scripts": TablePicture(busy, _SCRIPTS[:4], third, None, None),
        "table-long-names-five": TablePicture(
            example_view(
                5, turn=3, held=5, broken=True, totals=(-10, 199, 1000, -112, 99), tricks=_TRICKS[5]
            ),
            _LONG,
            NO_TRICK,
            None,
            "Hearts are broken",
        ),
        "table-scripts-five": TablePicture(
            example_view(5, passing=True, totals=_TOTALS), _SCRIPTS, NO_TRICK, "Nach links weitergeben", None
        ),
    }
