"""Every field of the rules: filled in in the lobby, a deal played in which it matters, what it came to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from typing import Final

import pytest

from bot.engine.acts import ByPerson, PlayCard
from bot.engine.table import Table
from bot.rules.cards import Card, Cards
from bot.rules.ruleset import Moon, Partners, Ruleset
from tests.cogs.filling import Forms
from tests.cogs.lines import PLAY, Line, played_by_the_rules, plays_by_the_rules, secret_of, to_pass
from tests.cogs.people import Lots, Place, Somebody
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


class Secrets(Lots):
    """The lots of a table whose deals come from these secrets, by number, and more of them after that."""

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__(1000)
        self._numbers = list(numbers)

    def secret(self) -> bytes:
        """The secret of the next deal."""
        return secret_of(self._numbers.pop(0)) if self._numbers else super().secret()


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


async def pass_by_line(people: Sequence[Somebody], line: Line) -> None:
    """Everybody has passed through their panels."""
    for person, letter in zip(people, line, strict=True):
        offered = [option["value"] for option in person.panel().menus[0]["options"]]
        hand = Cards.of(map(Card.parse, offered))
        assert hand == await person.hand()
        await person.choose([str(card) for card in to_pass(letter, hand)])
        await person.confirm()


async def click_card(people: Sequence[Somebody], table: Table, line: Line) -> None:
    """Whoever's turn it is has played by a button of their panel."""
    [turn] = table.state.awaited
    panel = people[turn].panel()
    buttons = {
        Card.parse(button["custom_id"].rpartition(":")[2]): button["custom_id"]
        for button in panel.play_buttons()
    }
    card = PLAY[line[turn]](Cards.of(buttons))
    result = await people[turn].member.click(panel.message, custom_id=buttons[card])
    assert result.acknowledged


async def play_unseen(place: Place, people: Sequence[Somebody], line: Line, plays: int) -> None:
    """So many cards have been played, and only what then is was shown."""
    table = await place.table()
    numbers = [await person.number() for person in people]
    with only_the_end_shown(place, table):
        with place.env._bot_scope():
            for _ in range(plays):
                [turn] = table.state.awaited
                view = table.view(turn)
                assert view is not None
                await table.act(PlayCard(ByPerson(numbers[turn]), PLAY[line[turn]](view.legal)))
        await place.env.settle(idle=0.001)


@contextmanager
def only_the_end_shown(place: Place, table: Table) -> Iterator[None]:
    """What happens meanwhile is shown all at once, when it is over."""
    shown = (place.cog.boards, place.cog.panels)
    with pytest.MonkeyPatch.context() as patched:
        for messages in shown:
            patched.setattr(messages, "refresh", lambda _: None)
        yield
    with place.env._bot_scope():
        for messages in shown:
            messages.refresh(table)


async def play_by_line(
    place: Place, people: Sequence[Somebody], line: Line, plays: int, *, all_seen: bool
) -> str:
    """The running deal has been played; gives what its table message has said.

    Args:
        place: where.
        people: in seat order.
        line: how they play.
        plays: how many cards that is.
        all_seen: all of them by the buttons of the panels; else those of the first trick and the last two.
    """
    table = await place.table()
    said = [place.shown().text]
    first = plays if all_seen else len(people)
    for _ in range(first):
        await click_card(people, table, line)
        said.append(place.shown().text)
    if plays > first:
        await play_unseen(place, people, line, max(0, plays - first - 2))
        await place.env.settle(idle=0.001)
        for _ in range(2):
            await click_card(people, table, line)
            said.append(place.shown().text)
    return "\n".join(said)


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
    slow = request.config.getoption("--slow")
    for plays in plays_by_the_rules(situation.ruleset, situation.line, situation.secrets):
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
        assert f"**{count}** {sheet_line(names, points, situation)}" in sheet
    assert f"**{'Stand' if locale == 'de' else 'Total'}** {sheet_line(names, totals, situation)}" in sheet
