"""Every field of the rules: filled in in the lobby, a deal played in which it matters, what it came to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields
from typing import Final

import pytest

from bot.rules.ruleset import Moon, Partners, Ruleset
from tests.cogs.by_line import Secrets, pass_by_line, play_by_line
from tests.cogs.filling import Forms
from tests.cogs.lines import played_by_the_rules, plays_by_the_rules
from tests.cogs.people import Place, Somebody
from tests.cogs.rule_situations import SITUATIONS, Situation
from tests.cogs.seen import Seen, see

NAMES: Final = ("ann", "ben", "cleo", "dora", "emil")


def test_there_is_a_situation_for_every_field() -> None:
    standard = Ruleset()
    chosen = {
        each.name
        for each in fields(Ruleset)
        for situation in SITUATIONS
        if getattr(situation.ruleset, each.name) != getattr(standard, each.name)
    }
    assert chosen == {each.name for each in fields(Ruleset)}
    assert {situation.ruleset.moon for situation in SITUATIONS} == set(Moon)
    assert {situation.ruleset.partners for situation in SITUATIONS} == set(Partners)
    assert {situation.ruleset.players for situation in SITUATIONS} == {3, 4, 5}


COMPARED: Final = [situation for situation in SITUATIONS if situation.without is not None]


@pytest.mark.parametrize("situation", COMPARED, ids=lambda each: each.rule)
def test_without_the_rule_it_goes_otherwise(situation: Situation) -> None:
    game = played_by_the_rules(situation.but, situation.line, situation.secrets)
    assert game.scores[-1].points == situation.without
    assert situation.without != situation.points[-1]


def test_without_the_limit_the_game_goes_on_and_without_the_exact_limit_it_ends() -> None:
    assert not played_by_the_rules(Ruleset(), "hlss", [4, 22]).over
    assert played_by_the_rules(Ruleset(limit=30), "hlss", [4, 22]).winners == (3,)
    assert played_by_the_rules(Ruleset(limit=35), "hlss", [1, 7, 13]).winners == (3,)


async def rules_filled_in(place: Place, situation: Situation) -> list[Somebody]:
    """Give people in seat order, in a game whose rules the host filled in and the others agreed to."""
    place.guild_locale = situation.locale
    place.bot.tables.chance = Secrets(situation.secrets)
    people = [place.somebody(name, situation.locale) for name in NAMES[: situation.ruleset.players]]
    ann, ben, *others = people
    await place.lobby(ann, ben)
    forms = await Forms.opened(ann)
    table = {
        name: value
        for name, value in situation.form.items()
        if name in ("players", "partners", "pass_cycle", "limit", "extras")
    }
    play = {name: value for name, value in situation.form.items() if name not in table}
    before = (await place.table()).state.rules_changed
    for form, values in (("table", table), ("play", play)):
        if values:
            await forms.fill(form, **values)
    assert (await place.table()).state.ruleset == situation.ruleset
    if (await place.table()).state.rules_changed > before:
        assert ann.words("button.start") not in place.shown().enabled()
        await ben.press(place.table_message(), "button.agree")
    for person in others:
        await person.press(place.table_message(), "button.join")
    return await place.game_started(*people)


def number(value: int) -> str:
    """A number as it is written here."""
    return str(value).replace("-", "−")


def seat_line(name: str, points: int, total: int, locale: str) -> str:
    """What the message of a deal says of a seat."""
    if locale == "de":
        return f"{name}: {number(points)} {'Punkt' if points == 1 else 'Punkte'}, insgesamt {number(total)}"
    return f"{name}: {number(points)} {'point' if abs(points) == 1 else 'points'}, {number(total)} in all"


def sheet_line(names: Sequence[str], points: Sequence[int], situation: Situation) -> str:
    """A line of the score sheet: everybody's points, or each team's and what they are made of."""
    if situation.ruleset.partners is Partners.NONE:
        return " · ".join(f"{name} {number(each)}" for name, each in zip(names, points, strict=True))
    both = "und" if situation.locale == "de" else "and"
    return " · ".join(
        f"{names[seat]} {both} {names[seat + 2]} {number(points[seat] + points[seat + 2])}"
        f" ({number(points[seat])} + {number(points[seat + 2])})"
        for seat in (0, 1)
    )


def over_messages(place: Place, title: str) -> list[Seen]:
    """The messages of finished deals, the oldest first."""
    return [each for each in map(see, place.public_messages()) if title in each.text]


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda each: each.rule)
async def test_a_rule_from_the_lobby_to_the_score_sheet(
    situation: Situation, place: Place, request: pytest.FixtureRequest
) -> None:
    people = await rules_filled_in(place, situation)
    names = [name.title() for name in NAMES[: len(people)]]
    locale, table, said = situation.locale, await place.table(), ""
    slow = bool(request.config.getoption("--slow"))
    for plays in plays_by_the_rules(situation.ruleset, situation.line, situation.secrets):
        deal = table.state.deal
        assert deal is not None
        if deal.passing:
            await pass_by_line(people, situation.line)
        said = await play_by_line(place, people, situation.line, plays, all_seen=slow)
    for text in situation.meanwhile:
        assert text in said
    if situation.answer:
        asked = table.state.moon_question
        assert asked is not None
        shooter = people[asked.seat]
        result = await shooter.member.click(shooter.panel().message, label=situation.answer)
        assert result.acknowledged
    game = table.state.game
    assert game is not None
    sums = tuple(map(sum, zip(*situation.points, strict=True)))
    totals = situation.totals or sums
    assert [score.points for score in game.scores] == list(situation.points)
    assert game.totals == totals
    assert game.over == bool(situation.places)

    over = over_messages(place, "ist zu Ende" if locale == "de" else "is over")
    for name, points, total in zip(names, situation.points[-1], totals, strict=True):
        assert seat_line(name, points, total, locale) in over[-1].text
    for text in situation.says:
        assert text in over[-1].text
    if situation.places:
        final = place.shown().text
        positions = [final.index(each) for each in situation.places]
        assert positions == sorted(positions)
        return
    sheet = (await people[1].told("score")).text
    for count, points in enumerate(situation.points, start=1):
        line = re.escape(sheet_line(names, points, situation))
        assert re.search(rf"\*\*{'Spiel' if locale == 'de' else 'Deal'} {count}(, [^*]+)?:\*\* {line}", sheet)
    assert f"**{'Stand' if locale == 'de' else 'Total'}:** {sheet_line(names, totals, situation)}" in sheet
