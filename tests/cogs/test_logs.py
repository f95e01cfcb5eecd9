"""Whoever runs the bot can follow every table in the log, and learns nothing from it that is not theirs."""

from __future__ import annotations

import io
import json
import logging
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bot.rules.cards import ALL_CARDS
from bot.watching import logs
from tests.cogs import trouble
from tests.cogs.people import Place, Somebody
from tests.cogs.test_secrecy import contains, spellings

WROTE = "what-somebody-wrote"


@pytest.fixture
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """All that is logged in the test, as the bot writes it at its finest level."""
    named = [logging.getLogger(name) for name in (None, *logs.OURS)]
    levels = [each.level for each in named]
    stream = io.StringIO()
    handler = logs.set_up("DEBUG", getattr(request, "param", "text"), stream)
    yield stream
    logging.getLogger().removeHandler(handler)
    for each, before in zip(named, levels, strict=True):
        each.setLevel(before)


async def play_to_the_end(place: Place, person: Somebody) -> int:
    """Play a game with computers to its end; gives its number."""
    table = await place.table()
    step = 0
    while table.state.open:
        if (await person.view()).to_pass:
            await person.pass_first_three()
        else:
            await person.play_first()
        step += 1
        if step % 10 == 1 and table.state.open:
            await person.told("play", card=WROTE)
            await person.open_hand()
            await person.member.send(place.channel, f"{WROTE} QS")
    return table.game_id


def tokens(place: Place) -> set[str]:
    """The tokens of all interactions so far."""
    paths = [request.path for request in place.env.http_requests]
    found = {
        match[1] for path in paths if (match := re.match(r"/(?:webhooks|interactions)/\d+/([^/]+)", path))
    }
    assert found
    return found


@pytest.mark.expect_discord_errors
async def test_a_whole_game_leaves_nothing_secret_in_the_log(
    place: Place, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    [ann] = await place.game(place.somebody("ann"), preset="short")
    table = await place.table()
    # Some of everything that goes wrong, and is told.
    with monkeypatch.context() as patched:
        trouble.failing_store(patched)
        await ann.choose([option["value"] for option in ann.panel().menus[0]["options"][:3]])
        await ann.press(ann.panel().message, "button.confirm")
    with monkeypatch.context() as patched:
        trouble.failing_studio(patched)
        await ann.open_hand()
        await ann.confirm()
    place.env.inject_error("PATCH", "/channels/*/messages/*", status=500)
    await ann.play_first()
    await place.env.advance_time(30)
    await play_to_the_end(place, ann)

    text = log.getvalue()
    about = rf"\[game {table.game_id}, action \d+\]"
    told = re.findall(rf"DEBUG +bot\.watching\.journal {about} ([a-z_, ]+)$", text, re.MULTILINE)
    kinds = Counter(kind for line in told for kind in line.split(", "))
    assert kinds == Counter(row.row.kind for row in await place.bot.store.rows(table.game_id))
    assert (
        f"[game {table.game_id}, action {table.state.count}] over after {len(table.state.history)} deals"
        in text
    )
    for done in table.state.history:
        assert done.secret.hex() not in text
    for token in tokens(place):
        assert token not in text
    assert WROTE not in text
    words = tuple(place.bot.words.values())
    named = {spelling for card in ALL_CARDS for spelling in spellings(card, words)}
    assert [spelling for spelling in named if contains(text, spelling)] == []


@pytest.mark.expect_discord_errors
@pytest.mark.parametrize("log", ["json"], indirect=True)
async def test_every_line_about_a_table_has_its_number_and_its_last_action(
    place: Place, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    [ann] = await place.game(place.somebody("ann"))
    table = await place.table()
    place.env.inject_error("PATCH", "/channels/*/messages/*", status=500)
    with monkeypatch.context() as patched:
        trouble.failing_studio(patched)
        await ann.pass_first_three()
    with monkeypatch.context() as patched:
        trouble.failing_store(patched)
        await ann.press(ann.panel().message, "button.refresh")
        await ann.play_first()
        await ann.command("hand")
    place.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await ann.member.click(ann.panel().message, custom_id=ann.panel().play_buttons()[0]["custom_id"])
    lines: list[dict[str, Any]] = [json.loads(line) for line in log.getvalue().splitlines()]
    ours = [line for line in lines if line["logger"].startswith(("bot", "cogs"))]
    told = {line["logger"] for line in ours if line.get("game") == table.game_id}
    assert told >= {"cogs.pictures", "cogs.upkeep", "cogs.hearts", "cogs.answers"}
    count = table.state.count
    assert all(1 <= line["action"] <= count for line in ours if line.get("game") == table.game_id)
    assert {line["message"] for line in ours if "game" not in line} <= {"commands synced"}
