"""Every preset, from `/hearts start preset:` to the final message, played by people and by computers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.engine.acts import ByPerson, Pass, PlayCard
from bot.engine.state import Phase
from bot.engine.table import Table
from bot.rules.record import read_record
from bot.rules.replay import verify
from bot.rules.ruleset import PRESETS, Partners
from tests.cogs.by_line import Secrets, only_the_end_shown, pass_by_line, play_by_line
from tests.cogs.lines import plays_by_the_rules
from tests.cogs.moves import play_on
from tests.cogs.people import Place, Somebody
from tests.cogs.seen import see

NAMES = ("ann", "ben", "cleo", "dora", "emil")
SECRET = 6

FIRST_DEAL: dict[str, tuple[str, tuple[int, ...]]] = {
    "standard": ("hlss", (25, 0, 1, 0)),
    "short": ("hlss", (25, 0, 1, 0)),
    "omnibus": ("hlss", (25, 0, -9, 0)),
    "spot": ("hlss", (125, 0, 4, 0)),
    "three": ("hls", (0, 16, 10)),
    "five": ("hlssl", (9, 0, 0, 1, 16)),
    "partners": ("hlss", (25, 0, 1, 0)),
    "old_school": ("hlss", (24, 2, 0, 0)),
}
"""How the first deal is played, and what it comes to."""


def test_all_presets_are_played() -> None:
    assert list(FIRST_DEAL) == list(PRESETS)


@pytest.mark.parametrize("preset", FIRST_DEAL)
async def test_people_play_a_preset_to_the_end(
    preset: str, place: Place, tmp_path: Path, capsys: Any, request: pytest.FixtureRequest
) -> None:
    line, points = FIRST_DEAL[preset]
    ruleset = PRESETS[preset]
    place.bot.tables.chance = Secrets([SECRET])
    people = await place.game(*map(place.somebody, NAMES[: ruleset.players]), preset=preset)
    table = await place.table()
    assert table.state.ruleset == ruleset
    [plays] = plays_by_the_rules(ruleset, line, [SECRET])
    await pass_by_line(people, line)
    await play_by_line(place, people, line, plays, all_seen=bool(request.config.getoption("--slow")))
    assert table.state.game is not None
    assert table.state.game.scores[0].points == points
    while table.state.open:
        await play_on(place, table, deals=len(table.state.history) + 1)
    await shown_to_the_end(place, table, people, tmp_path, capsys)


@pytest.mark.parametrize("preset", FIRST_DEAL)
async def test_computers_play_a_preset_to_the_end(
    preset: str, place: Place, tmp_path: Path, capsys: Any
) -> None:
    place.bot.tables.chance = Secrets([SECRET])
    [ann] = await place.game(place.somebody("ann"), preset=preset)
    table, number, seat = await place.table(), await ann.number(), await ann.seat()
    with only_the_end_shown(place, table):
        while table.state.open:
            assert table.state.awaited == (seat,)
            view = table.view(seat)
            assert view is not None
            who = ByPerson(number)
            await place.act(
                Pass(who, tuple(view.hand)[:3]) if view.to_pass else PlayCard(who, view.legal.lowest)
            )
    await place.env.settle(idle=0.001)
    await shown_to_the_end(place, table, [ann], tmp_path, capsys)


async def shown_to_the_end(
    place: Place, table: Table, people: Sequence[Somebody], folder: Path, capsys: Any
) -> None:
    """The final message has the winner, everybody's place and total, and a record that replays to them."""
    game = table.state.game
    assert table.state.phase is Phase.OVER
    assert game is not None
    assert game.winners
    final = see(place.table_message())
    sides = game.ruleset.sides
    totals = sorted(sum(game.totals[seat] for seat in side) for side in sides)
    lines = final.texts[1].split("\n")
    assert [int(line.split(": ")[1].split(" ")[0].replace("−", "-")) for line in lines] == totals
    assert lines[0].startswith("1. ")
    assert totals[0] < totals[1]
    assert totals[-1] >= game.ruleset.limit
    won = "win the game" if game.ruleset.partners is not Partners.NONE else "wins the game"
    assert won in final.texts[0]
    winner = lines[0].split("**")[1]
    assert f"{winner} {won}" in final.texts[0]
    for person in people:
        assert f"{winner} {won}" in person.panel().text

    file = folder / "game.json"
    [attached] = [each for each in place.table_message().attachments if each.filename.endswith(".json")]
    file.write_bytes(await attached.read())
    record = read_record(file.read_text("utf-8"))
    assert record.ruleset == game.ruleset
    assert verify(record).totals == game.totals
    assert main(["replay", str(file)]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["points"] for each in printed if "points" in each] == [
        list(score.points) for score in game.scores
    ]
    assert printed[-2]["totals"] == list(game.totals)
    assert printed[-1] == {"over": True, "winners": list(game.winners)}
