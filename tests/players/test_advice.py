"""Advice: one true reason, prices, and what is no clear difference."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from bot.players.advice import Advice, Price, advise
from bot.players.merging import representatives
from bot.players.reasons import Because, Reason
from bot.players.search import Effort, Option, Thought, think
from bot.rules.cards import Card, Cards, Suit
from bot.rules.ruleset import PRESETS, Ruleset
from bot.rules.view import View
from tests.players.positions import to_pass, to_play
from tests.players.test_positions import HAS_IT_ALL, I_HAVE_IT_ALL, SOMEBODY_ELSE_LEADS

BONUS = Ruleset(no_trick_bonus=True)
OMNIBUS, SPOT, TEAMS = PRESETS["omnibus"], PRESETS["spot"], PRESETS["partners"]


def option(text: str, cost: float = 0.0, error: float = 0.0, **more: Any) -> Option:
    return Option(cards(text), cost, error, **{"moon": 0.0, "conceded": 0.0, "shoots": False, **more})


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def thought(*options: Option) -> Thought:
    """A thought that chose the first of these."""
    return Thought(options[0].cards, options[0].cards, options, 100)


class Given(NamedTuple):
    rule: str
    view: View
    chosen: str
    because: Because
    option: Mapping[str, Any] = MappingProxyType({})
    """What else was found out about the chosen one."""


def second(hand: str, trick: str = "", ruleset: Ruleset | None = None) -> View:
    """The second trick, after 2C 3C 4C 5C in the first."""
    return to_play(hand, trick, [f"{(1 - len(trick.split())) % 4}: 2C 3C 4C 5C"], ruleset=ruleset)


NO_DIAMONDS = "6C 7C 9C AC 4H 6H 8H TH 3S 5S KS QS"
NO_QUEEN = "6C 7C 9C AC 4H 6H 8H TH 3S 5S 9S KS"
LOW_SPADES = "6C 7C 9C TC 4H 6H 8H TH 3S 5S 7S QS"
CLUBS = "6C 9C KC 7D 4H 6H 8H TH 3S 5S 7S 9S"
DIAMONDS = "6C 7C 9D KD 4H 6H 8H TH 3S 5S 7S 9S"
LEADS = "6C 9C 6D 4H 6H 8H TH AH 3S 5S 9S AS"
STOPPER = "2H KH 5S 6S 7S 8S"

PLAYS = [
    Given(
        "one legal card", second("KC TD 4D 4H 6H 8H TH 3S 5S 7S 9S TS", "9C"), "KC", Because(Reason.FORCED)
    ),
    Given(
        "equal cards",
        second("6C 7C 9C TC 4D 4H 6H 8H TH JH 3S 4S", "9S"),
        "3S",
        Because(Reason.EQUAL, cards=cards("3S 4S")),
    ),
    Given(
        "the ace already takes the trick",
        second(NO_DIAMONDS, "TD 4D AD"),
        "QS",
        Because(Reason.DISCARD_SURE, cards=cards("AD"), seat=3, count=13),
    ),
    Given(
        "she counts more at Spot",
        second(NO_DIAMONDS, "AD", SPOT),
        "QS",
        Because(Reason.DISCARD_SURE, cards=cards("AD"), seat=3, count=25),
    ),
    Given(
        "somebody may still go over",
        second(NO_DIAMONDS, "TD"),
        "QS",
        Because(Reason.DISCARD_POINTS, count=13),
    ),
    Given("a heart is a point", second(NO_DIAMONDS, "TD"), "TH", Because(Reason.DISCARD_POINTS, count=1)),
    Given("the king of spades", second(NO_QUEEN, "TD"), "KS", Because(Reason.DISCARD_HIGH_SPADE)),
    Given(
        "the last club",
        second("6C 4H 6H 8H TH QH 3S 5S 7S 9S JS TS", "TD"),
        "6C",
        Because(Reason.DISCARD_LAST, suit=Suit.CLUBS),
    ),
    Given(
        "the highest club, five lower ones unseen",
        second(NO_QUEEN, "TD"),
        "AC",
        Because(Reason.DISCARD_HIGH, suit=Suit.CLUBS, count=5),
    ),
    Given(
        "the partner takes the trick",
        second(NO_QUEEN, "AD 3D", TEAMS),
        "6C",
        Because(Reason.KEEP_OFF_PARTNER, seat=2),
    ),
    Given(
        "the queen under the king",
        second(LOW_SPADES, "KS"),
        "QS",
        Because(Reason.QUEEN_UNDER, cards=cards("KS"), seat=3, count=13),
    ),
    Given(
        "the highest below",
        second(CLUBS, "TC"),
        "9C",
        Because(Reason.DUCK_HIGH, cards=cards("TC"), seat=3),
    ),
    Given("any below", second(CLUBS, "TC"), "6C", Because(Reason.DUCK, cards=cards("TC"), seat=3)),
    Given(
        "below, with a point in the trick",
        second(CLUBS, "TC 2H"),
        "6C",
        Because(Reason.DUCK_POINTS, cards=cards("TC"), seat=2, count=1),
    ),
    Given("last and nothing in it", second(DIAMONDS, "6D 8D TD"), "KD", Because(Reason.TAKE_SAFE)),
    Given(
        "whatever is played takes it", second(DIAMONDS, "6D 7D 2H"), "KD", Because(Reason.TAKE_ANYWAY_HIGH)
    ),
    Given("even the lower", second(DIAMONDS, "6D 7D 2H"), "9D", Because(Reason.TAKE_ANYWAY)),
    Given(
        "no points on the first trick",
        to_play("4C AC 3D 7D 9D TD 4H 6H 8H 3S 5S 7S 9S", "2C KC"),
        "AC",
        Because(Reason.FIRST_TRICK),
    ),
    Given(
        "stay low: ten to ace but the own king",
        second(DIAMONDS, "6D"),
        "9D",
        Because(Reason.STAY_LOW, suit=Suit.DIAMONDS, count=4),
    ),
    Given("the jack brings ten", second(DIAMONDS, "4D JD 2D", OMNIBUS), "KD", Because(Reason.TAKE_JACK)),
    Given("a spade below the queen", second(LEADS), "3S", Because(Reason.DRIVE_QUEEN)),
    Given("nothing is higher", second(LEADS), "AS", Because(Reason.KEEP_LEAD, suit=Suit.SPADES)),
    Given(
        "so is nothing in it where who has a trick already loses no bonus",
        to_play(
            "6C 7C 9D KD 4H 6H 8H TH 3S 5S 7S",
            "6D 8D TD",
            ["3: 2C 5C 3C 4C", "0: 3D 7D 2D 4D"],
            ruleset=BONUS,
        ),
        "KD",
        Because(Reason.TAKE_SAFE),
    ),
    Given(
        "with the first trick a bonus is lost",
        second(DIAMONDS, "6D 8D TD", BONUS),
        "KD",
        Because(Reason.BEST, count=100),
    ),
    Given("the last diamond", second(LEADS), "6D", Because(Reason.LEAD_LAST, suit=Suit.DIAMONDS)),
    Given(
        "the lowest club: all others are above it",
        second(LEADS),
        "6C",
        Because(Reason.LEAD_LOSE, suit=Suit.CLUBS, count=7),
    ),
    Given(
        "two below it: one of three seats has to go over",
        second("8C 9C 6D 4H 6H 8H TH AH 3S 5S 9S AS"),
        "8C",
        Because(Reason.LEAD_LOSE, suit=Suit.CLUBS, count=5),
    ),
    Given(
        "three below it: everybody may have one",
        second("9C TC 6D 4H 6H 8H TH AH 3S 5S 9S AS"),
        "9C",
        Because(Reason.LEAD_LOW, suit=Suit.CLUBS, count=4),
    ),
    Given("neither high nor low", second(LEADS), "9C", Because(Reason.BEST, count=100)),
    Given(
        "another is lower, but within the error",
        second(LEADS),
        "9C",
        Because(Reason.CLOSE, count=100),
        {"cost": 6.0},
    ),
    Given(
        "another is clearly lower: it is what the rules of thumb choose",
        second(LEADS),
        "9C",
        Because(Reason.BEST, count=0),
        {"cost": 9.0},
    ),
    Given(
        "who has every point does not get this one",
        to_play(STOPPER, "5H", HAS_IT_ALL),
        "KH",
        Because(Reason.STOP_MOON_TAKE, seat=3),
    ),
    Given(
        "nor this one",
        to_play(STOPPER, "KD 5D 6D", SOMEBODY_ELSE_LEADS),
        "KH",
        Because(Reason.STOP_MOON_GIVE, seat=3, other=1),
    ),
    Given(
        "a heart is kept for who has every point",
        to_play(STOPPER, "KD 5D 6D", SOMEBODY_ELSE_LEADS),
        "5S",
        Because(Reason.KEEP_AGAINST_MOON, seat=3),
    ),
    Given(
        "and is not led",
        to_play(STOPPER, "", (*HAS_IT_ALL[:-1], "3: 2D AD 3D 4D")),
        "5S",
        Because(Reason.KEEP_AGAINST_MOON, seat=3),
    ),
    Given(
        "for the moon",
        second(LEADS),
        "AS",
        Because(Reason.SHOOT, count=80),
        {"shoots": True, "moon": 0.8},
    ),
]


def advised(given: Given) -> Advice:
    """The advice where every other card concedes more moons and costs more."""
    if len(given.view.legal) == 1:
        return advise(given.view, Thought(cards(given.chosen), (), (), 0))
    groups = representatives(given.view, Card.parse(given.chosen))
    if len(groups) == 1:
        return advise(given.view, Thought(cards(given.chosen), (), (), 0))
    options = [
        option(" ".join(map(str, group)), **given.option)
        if card == Card.parse(given.chosen)
        else option(" ".join(map(str, group)), 5.0, 1.0, conceded=0.5)
        for card, group in groups.items()
    ]
    options.sort(key=lambda each: each.error)
    return advise(given.view, Thought(cards(given.chosen), (), tuple(options), 100))


@pytest.mark.parametrize("given", PLAYS, ids=lambda given: given.rule)
def test_why_a_card(given: Given) -> None:
    advice = advised(given)
    assert advice.cards == cards(given.chosen)
    assert advice.because == given.because


PASSES = [
    Given(
        "the queen with two to guard her",
        to_pass("2C 5C 9C 3D 6D TD KD 4H 8H TH 3S 9S QS"),
        "KD TH QS",
        Because(Reason.PASS_QUEEN, count=2),
    ),
    Given(
        "the queen alone",
        to_pass("2C 5C 9C TC 3D 6D TD KD 4H 8H TH JH QS"),
        "KD TH QS",
        Because(Reason.PASS_QUEEN, count=0),
    ),
    Given(
        "ace and king without the queen",
        to_pass("2C 5C 9C TC 3D 6D TD KD 4H 8H 9S KS AS"),
        "KD KS AS",
        Because(Reason.PASS_HIGH_SPADES, cards=cards("KS AS")),
    ),
    Given(
        "a suit less",
        to_pass("2C 5C 9C TC JC QC 3D 6D 4H 8H TH 3S 9S"),
        "QC 3D 6D",
        Because(Reason.PASS_VOID, suit=Suit.DIAMONDS),
    ),
    Given(
        "the queen well guarded",
        to_pass("2C 5C 9C 3D 6D KD 4H 8H 2S 3S 9S TS QS"),
        "9C 6D KD",
        Because(Reason.KEEP_QUEEN, count=4),
    ),
    Given(
        "high cards",
        to_pass("2C 5C QC 3D 6D KD 4H 8H JH 3S 9S TS JS"),
        "QC KD JH",
        Because(Reason.PASS_HIGH, cards=cards("QC KD JH")),
    ),
    Given(
        "the ace of hearts stays",
        to_pass("2C 5C 9C 3D 6D TD 4H 8H AH 3S 9S TS 8S"),
        "9C TD TS",
        Because(Reason.KEEP_STOPPER, cards=cards("AH")),
    ),
    Given(
        "nothing to be said",
        to_pass("2C 5C 9C 3D 6D TD 4H 8H 5H 3S 9S TS 8S"),
        "9C TD TS",
        Because(Reason.BEST, count=100),
    ),
    Given(
        "for the moon",
        to_pass("2C AC KC QC AD KD AH KH QH JH AS KS QS"),
        "2C JH KS",
        Because(Reason.PASS_SHOOT, count=75),
        {"shoots": True, "moon": 0.75},
    ),
]


@pytest.mark.parametrize("given", PASSES, ids=lambda given: given.rule)
def test_why_a_pass(given: Given) -> None:
    advice = advise(given.view, thought(option(given.chosen, **given.option)))
    assert advice.cards == cards(given.chosen)
    assert advice.because == given.because


A_FEW_LEFT = (*HAS_IT_ALL, "3: KD 5D 6D TD", "3: QD JD 9D KS")
"""Seat 3 leads, and everybody has four cards."""
I_LEAD = (*I_HAVE_IT_ALL, "0: AD 4D 5D 6D", "0: KD 7D 8D 9D")
"""The same, and we lead."""


@pytest.mark.parametrize(
    ("hand", "trick", "earlier", "reason"),
    [
        ("4S 5C 7D 8D", "9H", A_FEW_LEFT, Reason.DISCARD_LAST),
        ("4S 5C 8D", "KH", (*A_FEW_LEFT, "3: 9H 7D 2H 5H"), Reason.BEST),
        ("4S TC TH QD", "", I_LEAD, Reason.LEAD_LAST),
        ("4S TC TH", "", (*I_LEAD, "0: QD TD JD JC"), Reason.LEAD_LOSE),
    ],
)
def test_the_last_of_a_suit_is_a_reason_while_three_tricks_are_to_come(
    hand: str, trick: str, earlier: tuple[str, ...], reason: Reason
) -> None:
    view = to_play(hand, trick, earlier)
    others = [option(card, 2.0, 1.0) for card in hand.split()[1:]]
    assert advise(view, thought(option("4S"), *others)).because.reason is reason


@pytest.mark.parametrize(
    ("chosen", "heart", "spade"),
    [
        pytest.param("5S", 0.05, 0.0, id="hardly more moons"),
        pytest.param("5S", 0.0, 0.5, id="more of them with a low card"),
        pytest.param("KH", 0.5, 0.5, id="the heart itself is played"),
    ],
)
def test_nothing_is_kept_against_a_moon_where_it_makes_no_difference(
    chosen: str, heart: float, spade: float
) -> None:
    view = to_play(STOPPER, "", (*HAS_IT_ALL[:-1], "3: 2D AD 3D 4D"))
    conceded = {"5S": spade, "2H": heart, "KH": heart}
    others = [option(card, 2.0, 1.0, conceded=conceded[card]) for card in conceded if card != chosen]
    found = advise(view, thought(option(chosen), *others))
    assert found.because.reason is not Reason.KEEP_AGAINST_MOON


def test_every_reason_stands_in_the_tables_above() -> None:
    assert {given.because.reason for given in (*PLAYS, *PASSES)} == {*Reason}


def test_prices_begin_with_the_advised_and_then_the_cheapest() -> None:
    found = advise(second(LEADS), thought(option("3S", 1.0), option("AS", 4.0, 1.0), option("6C", 0.5, 0.6)))
    assert found.prices == (
        Price(cards("3S"), 1.0, 0.0, 0.0),
        Price(cards("6C"), 0.5, -0.5, 0.6),
        Price(cards("AS"), 4.0, 3.0, 1.0),
    )
    assert found.rivals == (Price(cards("6C"), 0.5, -0.5, 0.6),)
    assert found.price_of(cards("AS")) == found.prices[2]
    assert found.price_of(cards("9C")) is None
    assert set(found.unpriced) == set(second(LEADS).legal) - {*cards("3S 6C AS")}


@pytest.mark.parametrize(("more", "error", "clear"), [(1.6, 1.0, True), (1.4, 1.0, False), (-1.6, 1.0, True)])
def test_what_is_within_the_error_is_no_clear_difference(more: float, error: float, clear: bool) -> None:
    found = advise(second(LEADS), thought(option("3S"), option("AS", more, error)))
    assert found.prices[1].clear == clear
    assert bool(found.rivals) != clear


@pytest.mark.parametrize(
    ("more", "error", "same"), [(0.1, 0.01, True), (0.0, 0.0, True), (0.2, 0.01, False), (0.1, 0.1, False)]
)
def test_a_certain_difference_of_next_to_nothing_is_none(more: float, error: float, same: bool) -> None:
    found = advise(second(LEADS), thought(option("3S"), option("AS", more, error)))
    assert found.prices[1].same == same
    assert found.rivals or not same


def test_a_moon_that_is_not_likely_is_no_choice() -> None:
    moon = option("AS", -9.0, 1.0, shoots=True, moon=0.4)
    found = advise(second(LEADS), thought(option("3S"), option("AS", 2.0, 1.0), moon))
    assert [price.shoots for price in found.prices] == [False, False]


def test_one_that_is_stands_in_place_of_the_card_without_it() -> None:
    moon = option("AS", -9.0, shoots=True, moon=0.8)
    found = advise(second(LEADS), thought(moon, option("3S", 1.0, 1.0), option("AS", 2.0, 1.0)))
    assert [(price.cards, price.shoots) for price in found.prices] == [
        (cards("AS"), True),
        (cards("3S"), False),
    ]


def test_a_pass_is_found_in_any_order() -> None:
    hand = to_pass("2C 5C QC 3D 6D KD 4H 8H JH 3S 9S TS JS")
    found = advise(hand, thought(option("QC KD JH"), option("KD JH JS", 2.0, 1.0)))
    assert found.price_of(cards("JS KD JH")) == found.prices[1]
    assert found.price_of(cards("2C KD JH")) is None


def test_jack_and_queen_of_spades_are_two_choices() -> None:
    known = second("6C 7C 9C TC 4D 4H 6H 8H TH JH JS QS", "9S")
    advice = advise(known, think(known, 1, SHORT))
    assert known.legal == cards_set("JS QS")
    assert {price.cards for price in advice.prices} == {cards("JS"), cards("QS")}
    assert advice.because.reason not in (Reason.EQUAL, Reason.FORCED)


def test_who_has_nothing_to_decide_gets_no_advice() -> None:
    hand = to_pass("2C 5C QC 3D 6D KD 4H 8H JH 3S 9S TS JS")
    waiting = View(hand.public, 0, hand.dealt, hand.hand, cards_set("QC KD JH"), None, Cards())
    with pytest.raises(ValueError):
        advise(waiting, thought(option("QC")))


def cards_set(text: str) -> Cards:
    return Cards.of(cards(text))


SHORT = Effort(worlds=6, pass_worlds=3, seconds=None)


@pytest.mark.parametrize(("usual", "kept"), [("6C", True), ("3S", False)])
def test_whether_it_is_the_usual_card(usual: str, kept: bool) -> None:
    options = (option("6C", 1.0), option("3S", 0.8, 0.4))
    assert advise(second(LEADS), Thought(cards("6C"), cards(usual), options, 100)).usual == kept


@pytest.mark.parametrize(("usual", "kept"), [("TH AH KD", True), ("TH AH 9C", False)])
def test_whether_it_is_the_usual_pass(usual: str, kept: bool) -> None:
    view = to_pass("6C 9C 6D 4H 6H 8H TH AH 3S 5S 9S AS KD")
    options = (option("KD TH AH", 1.0), option("9C TH AH", 0.8, 0.4))
    assert advise(view, Thought(cards("KD TH AH"), cards(usual), options, 100)).usual == kept
