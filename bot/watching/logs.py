"""The log: lines for people or as JSON, which say what happened and give nothing away.

A line has the number of the table it is about and of that table's last action. What an exception says is left
out where it may name a card, a token or what somebody wrote: its type and where it was raised stay.
"""

from __future__ import annotations

import asyncio
import copy
import logging
import re
import traceback
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, TextIO

from pythonjsonlogger.core import LogData
from pythonjsonlogger.json import JsonFormatter

from bot.engine.log_context import stamp

Format = Literal["text", "json"]

OURS: Final = ("bot", "cogs")
"""Whose lines are written at any level; of others at most those at INFO.

At DEBUG discord.py logs whole payloads, with the tokens of interactions and the cards on buttons.
"""

_SECRET: Final = re.compile(
    r"""
    (?<=/webhooks/) (?P<webhook>\d+) / [^/?\s"']+        # the token of an interaction
    | (?<=/interactions/) (?P<interaction>\d+) / [^/?\s"']+
    | (?P<field>custom_id|label) = (?:'[^']*'|"[^"]*")   # what stands on a button, which may be a card
    | (?<=\bUser:\ ) \d{15,}                              # whom the library names where something fails
    | \b[\w-]{23,30} \. [\w-]{6,7} \. [\w-]{27,}         # the token of a bot
    """,
    re.VERBOSE,
)

log = logging.getLogger(__name__)


def set_up(level: str, form: Format, stream: TextIO | None = None) -> logging.Handler:
    """Write the log of this process from now on.

    Args:
        level: the least that is written, by its name.
        form: how.
        stream: where to; standard error if None.

    Returns:
        What writes it.
    """
    least = logging.getLevelNamesMapping()[level]
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Json() if form == "json" else _Text())
    handler.addFilter(stamp)
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(max(least, logging.INFO))
    for name in OURS:
        logging.getLogger(name).setLevel(least)
    return handler


def on_loop_error(loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """Log what nobody caught in an event loop; asyncio's own line would have what the exception says."""
    del loop
    error, task = context.get("exception"), context.get("task") or context.get("future")
    name = task.get_name() if isinstance(task, asyncio.Task) else "no task"
    log.error("%s (%s)", context.get("message", "unhandled exception"), name, exc_info=error)


def redacted(text: str) -> str:
    """A text without tokens, what stands on buttons, and the numbers of people that the library tells."""
    return _SECRET.sub(_left, text)


def _left(found: re.Match[str]) -> str:
    number = found["webhook"] or found["interaction"]
    return f"{number}/…" if number else f"{found['field']}=…" if found["field"] else "…"


class _Discreet(logging.Formatter):
    """Leaves out what a line is not to say."""

    def format(self, record: logging.LogRecord) -> str:
        # Another handler may have kept on the record how it wrote the exception.
        record = copy.copy(record)
        record.exc_text = None
        return super().format(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802, the standard library's name
        return "\nafter ".join(_described(error) for error in _chain(ei[1]))


class _Text(_Discreet):
    def __init__(self) -> None:
        super().__init__("{asctime} {levelname:<8} {name} {table}{message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        record = copy.copy(record)
        game, action = getattr(record, "game", None), getattr(record, "action", None)
        record.table = "" if game is None else f"[game {game}, action {action}] "
        return redacted(super().format(record))


class _Json(_Discreet, JsonFormatter):
    def __init__(self) -> None:
        super().__init__(
            ["levelname", "name", "message"],
            timestamp="time",
            rename_fields={"levelname": "level", "name": "logger", "exc_info": "error"},
            json_ensure_ascii=False,
        )

    def process_log_record(self, log_data: LogData) -> LogData:
        return {
            key: redacted(value) if isinstance(value, str) else value
            for key, value in log_data.items()
            if value is not None
        }


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An exception, what it was raised from or during, and so on."""
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _described(error: BaseException) -> str:
    """What an error is and where it was raised, with what it says only where that is known to be harmless."""
    said = ""
    if isinstance(error, OSError):
        said = f": {error}"
    elif isinstance(status := getattr(error, "status", None), int):
        said = f": {status} {getattr(error, 'code', '')}".rstrip()
    places = "".join(traceback.format_tb(error.__traceback__))
    return f"{type(error).__name__}{said}\n{places}".rstrip()
