"""The command `doctor`: whether everything the bot needs is there, and what to do where it is not."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from bot.settings import (
    NO_TOKEN_BY_ITS_LOOK,
    BadSettings,
    Settings,
    looks_like_a_token,
    read_settings,
    unknown_settings,
)
from bot.store.advice import advice
from bot.store.inspection import SQLITE

SOUND = 0
MISSING = 1

LOGIN_LIMIT: Final = 20.0
"""Seconds that Discord has to say whose token it is."""

LEAST_ROOM: Final = 200_000_000
"""Bytes that should be free where the database is: it grows by some 50 MB in 1,000 games."""


class Kind(Enum):
    """What a finding means; its value is how it is printed."""

    FINE = "fine"
    NOTE = "note"
    """The bot runs, and this is worth knowing."""
    WRONG = "WRONG"
    """The bot does not run, or not for long."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of what was found."""

    kind: Kind
    text: str


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to a command line.

    It sets `run` in what is parsed: a function from the parsed arguments to the exit status. That is 0 where
    nothing is missing, and 1 otherwise. What was found is printed, a line for each.

    Args:
        commands: what `ArgumentParser.add_subparsers` gave.
    """
    text = "check whether everything the bot needs is there, and say what is missing"
    parser = commands.add_parser("doctor", help=text, description=f"{text[0].upper()}{text[1:]}.")
    parser.add_argument(
        "--offline", action="store_true", help="do not ask Discord whether it knows the token"
    )
    parser.set_defaults(run=lambda arguments: examine(offline=arguments.offline))


def examine(*, offline: bool) -> int:
    """Print every finding and, at the end, how many are wrong; gives the exit status."""
    wrong = 0
    for finding in findings(offline=offline):
        sys.stdout.write(f"{finding.kind.value:5}  {finding.text}\n")
        sys.stdout.flush()
        wrong += finding.kind is Kind.WRONG
    things = "1 thing" if wrong == 1 else f"{wrong} things"
    sys.stdout.write(f"\n{things} to be put right.\n" if wrong else "\nNothing is missing.\n")
    return MISSING if wrong else SOUND


def findings(*, offline: bool) -> Iterator[Finding]:
    """Look at everything, one thing after another; the bot may be running."""
    yield _fine(f"Python {platform.python_version()}, SQLite {SQLITE}")
    yield from _guarded("the parts of the program", _program)
    try:
        settings = read_settings()
    except BadSettings as error:
        for problem in error.problems:
            yield _wrong(problem)
        return
    file = Path(".env").absolute()
    whence = f"and {file}" if file.is_file() else f"alone: no .env in {file.parent}, where the bot is started"
    yield _fine(f"settings, from the environment {whence}")
    for sentence in unknown_settings():
        yield _note(sentence)
    checks: tuple[tuple[str, Callable[[], Iterator[Finding]]], ...] = (
        ("the token", lambda: _token(settings, offline=offline)),
        ("the database", lambda: _database(settings)),
        ("backups", lambda: _backups(settings)),
        ("the port", lambda: _port(settings)),
        ("pictures", _pictures),
        ("words", _words),
        ("computer players", _fast),
    )
    for name, check in checks:
        yield from _guarded(name, check)


def _fine(text: str) -> Finding:
    return Finding(Kind.FINE, text)


def _note(text: str) -> Finding:
    return Finding(Kind.NOTE, text)


def _wrong(text: str) -> Finding:
    return Finding(Kind.WRONG, text)


def _guarded(name: str, check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """What a check finds; that it cannot be made at all is a finding too, and stops no other."""
    try:
        yield from check()
    except OSError as error:
        yield _wrong(f"{name} could not be looked at: {advice(error)}")
    except Exception as error:
        yield _wrong(f"{name} could not be looked at: {type(error).__name__}: {error}")


def _program() -> Iterator[Finding]:
    for name in ("bot.app", "cogs.hearts"):
        try:
            importlib.import_module(name)
        except ImportError as error:
            yield _wrong(f"the installation is not complete: {error}; install it anew as the README says")
            return
    yield _fine("the program and the packages it needs")


def _token(settings: Settings, *, offline: bool) -> Iterator[Finding]:
    from bot.app import account_of
    from bot.reaching import NotAccepted

    token = settings.token.get_secret_value()
    if not token:
        yield _wrong(
            "no token: make an application with a bot in Discord's developer portal, and put the token of its"
            " Bot page into HEARTS_TOKEN in the environment or in a file .env"
        )
        return
    if not looks_like_a_token(token):
        yield _wrong(NO_TOKEN_BY_ITS_LOOK)
        return
    if offline:
        yield _note("a token is there; whether Discord accepts it was not asked")
        return
    try:
        account = asyncio.run(account_of(token, LOGIN_LIMIT))
    except NotAccepted as error:
        yield _wrong(str(error).rstrip("."))
        return
    if isinstance(account, str):
        yield _note(f"a token is there, but Discord cannot be asked about it now: {account}")
        return
    yield _fine(f"Discord accepts the token, which is that of {account.name}")
    yield _note(f"invite it with {account.invitation}")


def _database(settings: Settings) -> Iterator[Finding]:
    from bot.app import backup_plan
    from bot.store.advice import OWNER
    from bot.store.backup import missing_yet_copied
    from bot.store.database import may
    from bot.store.errors import StoreError
    from bot.store.inspection import inspect
    from bot.store.lock import DatabaseLock

    path, plan = settings.database.absolute(), backup_plan(settings)
    try:
        gone = missing_yet_copied(path, plan.place)
        if gone is not None:
            raise gone
        found = inspect(path)
        running = DatabaseLock.is_taken(path)
    except StoreError as error:
        yield _wrong(str(error).rstrip("."))
        return
    if found is None:
        if not may(path.parent, os.W_OK | os.X_OK):
            yield _wrong(f"the folder {path.parent} of the database cannot be written to{OWNER}")
            return
        yield _note(f"there is no database {path} yet; the first start makes it")
    else:
        yield _fine(f"the database {path}: sound, {_games(found.games)}, {_megabytes(found.size)} MB")
        if found.version < found.newest:
            copied = f"after a copy into {plan.place}" if plan.every else "without a copy"
            yield _note(
                f"it is at version {found.version}; the next start brings it to {found.newest}, {copied}, and"
                " an older program cannot use it from then on"
            )
    yield _note("a bot is running on it") if running else _fine("no bot is running on it")
    free = shutil.disk_usage(path.parent).free
    if free < LEAST_ROOM:
        yield _wrong(f"only {_megabytes(free)} MB are free in {path.parent}; make room")
    else:
        yield _fine(f"{_megabytes(free)} MB are free in {path.parent}")


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def _megabytes(size: int) -> int:
    return round(size / 1_000_000)


def _backups(settings: Settings) -> Iterator[Finding]:
    from bot.app import backup_plan
    from bot.store.advice import OWNER
    from bot.store.backup import in_the_way, is_to_come, no_room
    from bot.store.database import may

    plan = backup_plan(settings)
    if not settings.database.absolute().parent.is_dir():
        return  # which has been said
    if not plan.every:
        yield _note("the bot makes no copies of the database, as HEARTS_BACKUP_EVERY is 0")
        return
    if plan.place.exists() and not plan.place.is_dir():
        yield _wrong(in_the_way(plan.place).rstrip("."))
        return
    place = plan.place if plan.place.exists() else plan.place.parent
    if not place.is_dir():
        yield _wrong(f"there is no folder {place} for copies; make it, or set another HEARTS_BACKUP_FOLDER")
        return
    if not may(place, os.W_OK | os.X_OK):
        yield _wrong(f"the folder {place} for copies cannot be written to{OWNER}")
        return
    yield _fine(
        f"every {settings.backup_every:g} hours a copy in {plan.place}, of which {plan.keep} are kept"
    )
    size = settings.database.stat().st_size if settings.database.is_file() else 0
    lacking = no_room(size, place)
    if lacking is not None:
        yield _wrong(lacking.rstrip("."))
    last = plan.last(time.time())
    if last is None:
        yield _note("there is no copy yet; the bot makes the first one soon after its start")
        return
    hours = (time.time() - last[0]) / 3600
    if is_to_come(last[0], time.time()):
        yield _note(
            f"the newest copy, {last[1].name}, has a time that is yet to come: the clock of this machine was"
            " or is wrong"
        )
        return
    text = f"the newest copy, {last[1].name}, is {hours:.0f} hours old"
    # Between the two lies time in which no bot ran, or copies failed.
    yield _fine(text) if hours <= 2 * settings.backup_every else _note(f"{text}; see the log for why")


def _port(settings: Settings) -> Iterator[Finding]:
    from bot.store.errors import StoreError
    from bot.store.lock import DatabaseLock
    from bot.watching.watch import CannotWatch, Watch

    if not settings.watch_port:
        yield _note("/health and /metrics are shown nowhere, as HEARTS_WATCH_PORT is 0")
        return
    place = f"{settings.watch_host}, port {settings.watch_port}"

    async def show() -> None:
        watch = Watch()
        await watch.listen(settings.watch_host, settings.watch_port)
        await watch.close()

    try:
        asyncio.run(show())
    except CannotWatch as error:
        with contextlib.suppress(StoreError):
            if DatabaseLock.is_taken(settings.database):
                yield _note(f"{place} is taken, it seems by the bot that is running")
                return
        yield _wrong(str(error).rstrip("."))
        return
    yield _fine(f"/health and /metrics can be shown at {place}")


def _pictures() -> Iterator[Finding]:
    from bot.pictures.inspection import cannot_be_drawn, letters_are_placed

    problems = cannot_be_drawn()
    for problem in problems:
        yield _wrong(f"{problem}; install the program anew")
    if not problems:
        yield _fine("fonts and pictures of the cards")
    if letters_are_placed():
        yield _fine("names in every script, with FriBiDi")
    else:
        yield _note(
            "without FriBiDi (Debian's and Ubuntu's libfribidi0), letters of Arabic, Hindi and others stand"
            " apart"
        )


def _words() -> Iterator[Finding]:
    from bot.text.words import load_words

    try:
        languages = load_words()
    except (ValueError, OSError) as error:
        yield _wrong(f"the catalogues of words: {error}; install the program anew")
        return
    yield _fine(f"words in {', '.join(languages)}")


def _fast() -> Iterator[Finding]:
    from bot.players.compiled import available

    if available():
        yield _fine("numba, with which computer players think fast")
    else:
        yield _note("computer players would think faster with numba: pip install 'hearts-bot[fast]'")
