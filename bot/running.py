"""Running the bot: from its settings to its end, with what stands in the way in one sentence."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import aiohttp
import discord
from discord.ext import commands

from bot.app import create_bot
from bot.memory import seldom_looked_through
from bot.reaching import NotAccepted, reason, refuses_token
from bot.settings import NO_TOKEN_BY_ITS_LOOK, Settings, looks_like_a_token, unknown_settings
from bot.store.advice import ADVISED, advice
from bot.store.errors import StoreError
from bot.watching import logs
from bot.watching.watch import CannotWatch

log = logging.getLogger(__name__)

TOLD_TWICE: Final = 1.0
"""Seconds within which a second signal is the first one again: some send it to a process and to its group."""


def run(settings: Settings) -> int:
    """Run the bot until it is told to stop; what stands in the way is said in one sentence.

    Returns:
        The exit status: 0 where it was told to stop.
    """
    logs.set_up(settings.log_level, settings.log_format)
    for sentence in unknown_settings():
        log.warning("%s", sentence)
    token = settings.token.get_secret_value()
    if not token:
        return _cannot(
            "No token: set HEARTS_TOKEN in the environment or in a file .env; `hearts-bot doctor` says how.",
            2,
        )
    if not looks_like_a_token(token):
        return _cannot(f"{NO_TOKEN_BY_ITS_LOOK}.", 2)
    try:
        with seldom_looked_through():
            asyncio.run(_serve(settings, token))
    except (StoreError, CannotWatch) as error:
        return _cannot(str(error), 1)
    except commands.ExtensionFailed as error:
        if not isinstance(error.original, StoreError):
            raise
        return _cannot(str(error.original), 1)
    except NotAccepted as error:
        return _cannot(str(error), 1)
    except OSError as error:
        if _is_of_this_machine(error):
            return _cannot(f"The bot cannot run: {advice(error)}.", 1)
        return _cannot(f"Discord cannot be reached: {reason(error)}.", 1)
    except (
        aiohttp.ClientError,
        discord.HTTPException,
        discord.ConnectionClosed,
        discord.PrivilegedIntentsRequired,
    ) as error:
        if refuses_token(error):
            return _cannot(str(NotAccepted()), 1)
        return _cannot(f"Discord cannot be reached: {reason(error)}.", 1)
    except KeyboardInterrupt:
        log.info("interrupted")
    # All is closed; Python takes its own handlers away before its process has ended.
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, signal.SIG_IGN)
    return 0


def _is_of_this_machine(error: OSError) -> bool:
    """Whether the system refused a file or the like, and not a connection."""
    if isinstance(error, aiohttp.ClientError | ConnectionError | TimeoutError):
        return False
    return error.filename is not None or error.errno in ADVISED


async def _serve(settings: Settings, token: str) -> None:
    """Run the bot until it is closed or the process is told to end."""
    asyncio.get_running_loop().set_exception_handler(logs.on_loop_error)
    with _told_to_end() as told:
        async with create_bot(settings) as bot:
            # Before Discord is asked for anything: what is wrong on this machine is said without it.
            await bot.open_store()
            await bot.open_watch()
            running = asyncio.create_task(bot.start(token), name="bot")
            ending = asyncio.create_task(told.wait(), name="signals")
            await asyncio.wait((running, ending), return_when=asyncio.FIRST_COMPLETED)
            ending.cancel()
            if not running.done():
                log.info("told to end")
                if bot.is_ready():
                    await bot.close()
                # Else it is on its way up, or waits for Discord to be back, which is given up.
                running.cancel()
                await asyncio.wait((running,))
            if not running.cancelled():
                running.result()


@contextmanager
def _told_to_end() -> Iterator[asyncio.Event]:
    """An event for SIGTERM and SIGINT. A second one, if not at once after it, ends the process as without us.

    That stays so after the block, once somebody has been told.
    """
    loop, told = asyncio.get_running_loop(), asyncio.Event()
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)}
    at = 0.0

    def forget() -> None:
        for each in before:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(each)

    def tell() -> None:
        nonlocal at
        at = time.monotonic()
        told.set()
        forget()
        for each in before:
            signal.signal(each, again)

    def again(number: int, frame: object) -> None:
        del frame
        if time.monotonic() - at > TOLD_TWICE:
            signal.signal(number, before[signal.Signals(number)])
            signal.raise_signal(number)

    for each in before:
        # Where a loop knows no signals, Ctrl+C cancels what runs, and closes the bot that way.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(each, tell)
    try:
        yield told
    finally:
        if not told.is_set():
            forget()


def _cannot(sentence: str, status: int) -> int:
    sys.stderr.write(f"{sentence}\n")
    return status
