"""Every field of the ruleset: filled in in the lobby, played where it matters, seen on the score sheet.

Each deal is fixed by its secret and by a way to play without thought. What it comes to is written down here,
and what it would have come to without the rule.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import pytest

from bot.engine.acts import ByPerson, PlayCard
from bot.rules.deal import Deal
from bot.rules.ruleset import Direction, Ruleset
from bot.rules.scoring import score, settled
from bot.rules.shuffle import hands
from cogs.rules_draft import Form
from tests.cogs.filling import Forms
from tests.cogs.people import Place, Somebody
from tests.cogs.playing import Way, dump, hearts_first, high_and_low
from tests.cogs.seen import see

NAMES = ("Ann", "Ben", "Cleo", "Dora")


@dataclass(frozen=True)
class Line:
    """A deal, and what a rule makes of it.

    Attributes:
        form: the form the rule is in.
        changes: what is filled in there.
        way: how everybody plays.
        secret: what the deal is dealt from.
        points: what it comes to, a seat.
        without: what it would have come to by the standard rules.
        says: what the message of the deal says about it, too.
    """

    form: Form
    changes: dict[str, Any]
    way: Way
    secret: int
    points: tuple[int, ...]
    without: tuple[int, ...]
    says: str = ""


MOON = "🌙 **Ann** has shot the moon!"

LINES: dict[str, Line] = {
    "queen_breaks_hearts": Line(
        Form.PLAY, {"hearts": ["queen_breaks_hearts"]}, hearts_first, 13, (7, 13, 6, 0), (12, 14, 0, 0)
    ),
    "hearts_any_time": Line(
        Form.PLAY, {"hearts": ["hearts_any_time"]}, hearts_first, 1, (26, 0, 26, 26), (0, 13, 0, 13)
    ),
    "points_on_first_trick": Line(
        Form.PLAY, {"hearts": ["points_on_first_trick"]}, dump, 4, (5, 2, 0, 19), (7, 18, 0, 1)
    ),
    "moon": Line(
        Form.PLAY,
        {"moon": "subtract"},
        high_and_low,
        3303,
        (-26, 0, 0, 0),
        (0, 26, 26, 26),
        "It relieves: 26 points off the total.",
    ),
    "jack_of_diamonds": Line(
        Form.PLAY,
        {"points": ["jack_of_diamonds"]},
        dump,
        1,
        (-3, 6, 0, 13),
        (7, 6, 0, 13),
        "J♦︎ (−10): Ann",
    ),
    "no_trick_bonus": Line(
        Form.PLAY,
        {"points": ["no_trick_bonus"]},
        dump,
        1,
        (7, 6, -5, 13),
        (7, 6, 0, 13),
        "No trick (−5): Cleo",
    ),
    "spot": Line(Form.PLAY, {"points": ["spot"]}, dump, 1, (57, 47, 0, 25), (7, 6, 0, 13)),
    "partners": Line(
        Form.TABLE, {"partners": "alone"}, high_and_low, 3303, (0, 26, 0, 26), (0, 26, 26, 26), MOON
    ),
    "partners, together": Line(
        Form.TABLE,
        {"partners": "together"},
        dump,
        7,
        (0, 26, 0, 26),
        (16, 0, 10, 0),
        "🌙 **Ann and Cleo** have shot the moon together!",
    ),
}

ELSEWHERE = {"players", "kitty", "pass_cycle", "limit", "exact_limit", "sun"}
"""Fields with a test of their own below or, where cards lie face down, beside other tables of any size."""


def test_every_field_has_a_deal() -> None:
    assert {name.split(",")[0] for name in LINES} | ELSEWHERE == {field.name for field in fields(Ruleset)}


async def opened(
    place: Place, secret: int, *filled: tuple[Form, dict[str, Any]], players: int = 4
) -> list[Somebody]:
    """Give people in seat order, in the first deal, by rules their host has filled in."""
    place.fix_lots(secret)
    people = [place.somebody(name.lower()) for name in NAMES[:4]]
    await place.lobby(people[0])
    forms = await Forms.opened(people[0])
    for form, changes in filled:
        await forms.fill(form, **changes)
    for person in people[1:]:
        await person.press(place.table_message(), "button.join")
    return await place.game_started(*people)


async def play_deal(place: Place, people: Sequence[Somebody], way: Way) -> None:
    """Play the running deal to its end."""
    table = await place.table()
    number = table.state.game.number if table.state.game is not None else 0
    while (public := table.public()) is not None and public.number == number and public.turn is not None:
        person = people[public.turn]
        card = way(public.turn, (await person.view()).legal, not public.trick.plays)
        custom_id = f"hearts:play:{table.game_id}:{table.state.decision}:{card}"
        await person.forge(person.panel().message, custom_id)


def sheet_of(points: Sequence[int], place: Place) -> str:
    """Give a line of the score sheet."""
    words = place.bot.words["en"]  # type: ignore[index]
    return " · ".join(f"{name} {words.number(n)}" for name, n in zip(NAMES, points, strict=False))


@pytest.mark.parametrize("name", LINES)
async def test_what_the_rule_makes_of_a_deal(name: str, place: Place) -> None:
    line = LINES[name]
    people = await opened(place, line.secret, (Form.TABLE, {"pass_cycle": "none"}), (line.form, line.changes))
    await play_deal(place, people, line.way)
    deal = next(see(each).text for each in place.public_messages() if "Deal 1 is over" in see(each).text)
    for who, points in zip(NAMES, line.points, strict=False):
        number = place.bot.words["en"].number(points)  # type: ignore[index]
        assert f"{who}: {number} point" in deal
    assert line.says in deal
    sheet = (await people[1].told("score")).text
    assert f"**1** {sheet_of(line.points, place)}" in sheet
    assert f"**Total** {sheet_of(line.points, place)}" in sheet
    assert line.without == by_the_standard(line)
    assert line.points != line.without


def by_the_standard(line: Line) -> tuple[int, ...]:
    """Play the same cards the same way by the standard rules."""
    ruleset = Ruleset(pass_cycle=(Direction.HOLD,))
    deal = Deal.start(ruleset, Direction.HOLD, hands(line.secret.to_bytes(32, "big"), ruleset, 3))
    while deal.turn is not None and not settled(deal):
        deal = deal.play(deal.turn, line.way(deal.turn, deal.legal(deal.turn), not deal.trick.plays))
    return score(deal).points


async def test_limit_ends_the_game(place: Place) -> None:
    people = await opened(place, 172, (Form.TABLE, {"pass_cycle": "none", "limit": "25"}))
    await play_deal(place, people, dump)
    final = see(place.public_messages()[-1]).text
    # Ann and Ben share the lowest total, so that another deal decides.
    assert "share the lowest total" in "".join(see(each).text for each in place.public_messages())
    assert "wins the game" not in final
    assert (await place.table()).state.game.totals == (0, 0, 1, 25)  # type: ignore[union-attr]


async def test_exactly_the_limit_drops_to_half_of_it(place: Place) -> None:
    table = {"pass_cycle": "none", "limit": "25", "extras": ["exact_limit"]}
    people = await opened(place, 103, (Form.TABLE, table))
    await play_deal(place, people, high_and_low)
    texts = "".join(see(each).text for each in place.public_messages())
    assert "Dora: exactly 25, so the total drops to 12." in texts
    assert "Dora: 25 points, 12 in all" in texts
    sheet = (await people[0].told("score")).text
    assert "**1** Ann 0 · Ben 1 · Cleo 0 · Dora 25" in sheet
    assert "**Total** Ann 0 · Ben 1 · Cleo 0 · Dora 12" in sheet


async def test_the_pass_goes_where_the_cycle_says(place: Place) -> None:
    people = await opened(place, 5, (Form.TABLE, {"pass_cycle": "right, none"}))
    assert "pass right" in place.shown().text
    held = [await person.hand() for person in people]
    for person in people:
        await person.pass_first_three()
    received = (await people[0].view()).received
    assert received is not None
    assert received <= held[1]
    assert "**Ben** passed you" in people[0].panel().text
    await play_deal(place, people, dump)
    assert "Deal 2" in place.shown().text
    assert "pass" not in place.shown().texts[0]


async def test_a_moon_hands_nobody_else_the_game_where_that_is_avoided(place: Place) -> None:
    filled = ((Form.TABLE, {"pass_cycle": "none", "limit": "61"}), (Form.PLAY, {"moon": "avoid"}))
    people = await opened(place, 1488, *filled)
    table = await place.table()
    numbers = [await person.number() for person in people]
    while table.state.game is not None and table.state.game.number < 7:
        deal = table.state.deal
        assert deal is not None
        assert deal.turn is not None
        card = high_and_low(deal.turn, deal.legal(deal.turn), not deal.trick.plays)
        await table.act(PlayCard(ByPerson(numbers[deal.turn]), card))
    await place.env.settle(idle=0.001)
    assert table.state.game is not None
    assert table.state.game.totals == (57, 10, 60, 29)
    await play_deal(place, people, high_and_low)
    # Added, it would have been 57, 36, 86 and 55, and Ben's game.
    assert table.state.game.totals == (31, 10, 60, 29)
    assert table.state.open
