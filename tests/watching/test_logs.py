"""What a line of the log says, and what it does not."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.engine.log_context import Numbers, about, being_about
from bot.watching import logs

Said = Callable[[], str]

CARD = "QS"


@pytest.fixture
def written(request: pytest.FixtureRequest) -> Iterator[Said]:
    """What is logged in the test, as the marker or parameter says; gives what was written so far."""
    level, form = getattr(request, "param", ("DEBUG", "text"))
    named = [logging.getLogger(name) for name in (None, *logs.OURS)]
    levels = [each.level for each in named]
    stream = io.StringIO()
    handler = logs.set_up(level, form, stream)
    yield stream.getvalue
    logging.getLogger().removeHandler(handler)
    for each, before in zip(named, levels, strict=True):
        each.setLevel(before)


def lines(written: Said) -> list[dict[str, Any]]:
    """The lines that were written as JSON."""
    return [json.loads(line) for line in written().splitlines()]


@pytest.mark.parametrize("written", [("INFO", "json")], indirect=True)
async def test_a_line_as_json(written: Said) -> None:
    with being_about(Numbers(17, 42)):
        logging.getLogger("bot.engine.clock").warning("deadlines were not stored: %s", "the disk is full")
    (line,) = lines(written)
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "WARNING",
        "logger": "bot.engine.clock",
        "message": "deadlines were not stored: the disk is full",
        "game": 17,
        "action": 42,
    }


async def test_a_line_as_text(written: Said) -> None:
    with being_about(Numbers(17, 42)):
        logging.getLogger("cogs.boards").info("an old table message stays: %d", 10008)
    logging.getLogger("discord.client").info("logging in")
    first, second = (line.split(" ", 2)[2] for line in written().splitlines())
    assert first == "INFO     cogs.boards [game 17, action 42] an old table message stays: 10008"
    assert second == "INFO     discord.client logging in"


@pytest.mark.parametrize("written", [("DEBUG", "json")], indirect=True)
async def test_what_a_task_is_about_holds_for_those_it_starts_and_for_no_other(written: Said) -> None:
    log = logging.getLogger("bot.test")

    async def tell(message: str) -> None:
        log.info(message)

    async def table(number: int) -> None:
        about(Numbers(number, 1))
        await asyncio.create_task(tell("started"))
        with being_about(Numbers(number + 1, 2)):
            log.info("another")
        log.info("again")

    await asyncio.gather(table(10), table(20))
    log.info("none")
    told = {(line.get("game"), line.get("action"), line["message"]) for line in lines(written)}
    assert told == {
        (10, 1, "started"),
        (11, 2, "another"),
        (10, 1, "again"),
        (20, 1, "started"),
        (21, 2, "another"),
        (20, 1, "again"),
        (None, None, "none"),
    }


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (("DEBUG", "text"), ["bot 10", "bot 20", "bot 30", "discord 20", "discord 30"]),
        (("INFO", "text"), ["bot 20", "bot 30", "discord 20", "discord 30"]),
        (("WARNING", "text"), ["bot 30", "discord 30"]),
    ],
    indirect=["written"],
)
async def test_the_level_is_ours_and_others_never_go_below_info(written: Said, expected: list[str]) -> None:
    for name in ("bot", "discord"):
        for level in (logging.DEBUG, logging.INFO, logging.WARNING):
            logging.getLogger(f"{name}.any").log(level, "%s %d", name, level)
    assert [" ".join(line.split()[-2:]) for line in written().splitlines()] == expected


TOKEN = "bm90IGEgcmVhbCB0b2tlbiBhbnk.Gx1Y2z.aW4gbm8gd2F5IGEgcmVhbCB0b2tlbiBhdCBhbGw"
"""Made as a bot's token is; nobody's."""


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "Ignoring exception in autocomplete for 'hearts play' (Guild: 12, User: 123456789012345678)",
            "Ignoring exception in autocomplete for 'hearts play' (Guild: 12, User: …)",
        ),
        (
            "PATCH /api/v10/webhooks/12/aW50ZXI_abc-1/messages/@original",
            "PATCH /api/v10/webhooks/12/…/messages/@original",
        ),
        ("POST /interactions/34/aW50ZXI/callback", "POST /interactions/34/…/callback"),
        ("<Button custom_id='hearts:play:1:1:0:QS' label='Q♠'>", "<Button custom_id=… label=…>"),
        ('<Button custom_id="hearts:play:1:1:0:QS">', "<Button custom_id=…>"),
        (f"Authorization: Bot {TOKEN}", "Authorization: Bot …"),
        (
            "PATCH /channels/12/messages/34 responded with 429",
            "PATCH /channels/12/messages/34 responded with 429",
        ),
        ("bot.engine.table: a listener failed", "bot.engine.table: a listener failed"),
    ],
)
@pytest.mark.parametrize("written", [("INFO", "text"), ("INFO", "json")], indirect=True, ids=["text", "json"])
async def test_tokens_and_what_stands_on_buttons_are_left_out(written: Said, text: str, left: str) -> None:
    logging.getLogger("discord.http").warning("%s", text)
    line = written().rstrip("\n")
    assert (
        json.loads(line)["message"] if line.startswith("{") else line.partition("discord.http ")[2]
    ) == left


class Refused(Exception):
    """As discord.py's exceptions are: the answer's status and code are numbers."""

    def __init__(self) -> None:
        super().__init__("400 Bad Request: the label Q♠ is too long")
        self.status, self.code = 400, 50035


def fail(error: Exception, card: str) -> None:
    """Raise it from another one."""
    try:
        raise KeyError(card)
    except KeyError as cause:
        raise error from cause


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("seat 2: QS refused"), "ValueError"),
        (Refused(), "Refused: 400 50035"),
        (OSError(28, "No space left on device"), "OSError: [Errno 28] No space left on device"),
    ],
)
@pytest.mark.parametrize("written", [("INFO", "text"), ("INFO", "json")], indirect=True, ids=["text", "json"])
async def test_of_an_exception_its_type_and_place_are_told(
    written: Said, error: Exception, told: str
) -> None:
    try:
        fail(error, CARD)
    except Exception:
        logging.getLogger("asyncio").exception("a task failed")
    text = written()
    if text.startswith("{"):
        text = json.loads(text)["error"]
    assert told in text.splitlines()
    assert "after KeyError" in text.splitlines()
    assert "in fail" in text
    assert CARD not in text
    assert "Q♠" not in text


async def test_what_nobody_caught_is_told_without_what_it_says(written: Said) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(logs.on_loop_error)

    async def forgotten() -> None:
        raise ValueError(CARD)

    task = asyncio.create_task(forgotten(), name="computer 17/2")
    await asyncio.wait((task,))
    del task
    assert "Task exception was never retrieved (computer 17/2)" in written()
    assert "in forgotten" in written()
    assert CARD not in written()
