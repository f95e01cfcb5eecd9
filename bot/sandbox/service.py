"""Serving the sandbox: the simulated Discord, the real bot in it, and the page, until it is cancelled."""

import asyncio
import tempfile
import webbrowser
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from discord.ext import commands

from bot.sandbox.options import USUAL_PORT, BotFactory, SandboxError, SandboxOptions

if TYPE_CHECKING:
    from aiohttp import web

_EXTRA = {"simcord", "markdown_it", "aiohttp"}
_NOT_INSTALLED = "The sandbox is an extra and is not installed: pip install 'hearts-bot[sandbox]'"


def real_bot(options: SandboxOptions) -> commands.AutoShardedBot:
    """Build the bot that also runs on Discord, with the sandbox's database and pace.

    Raises:
        SandboxError: another setting, in the environment or `.env`, cannot be.
    """
    from pydantic import SecretStr

    from bot.app import create_bot
    from bot.settings import BadSettings, read_settings

    assert options.database is not None
    try:
        settings = read_settings(
            database=options.database,
            computer_pace=options.pace,
            prompt_after=options.prompt_after,
            requests_per_second=0,
            token=SecretStr("sandbox"),
            backup_every=0,
            watch_port=0,
        )
    except BadSettings as error:
        raise SandboxError(str(error)) from error
    return create_bot(settings)


async def serve(
    options: SandboxOptions,
    factory: BotFactory = real_bot,
    *,
    announce: Callable[[str], None] = lambda _: None,
) -> None:
    """Serve the sandbox until cancelled.

    Starts SimCord, which replaces the clock and parts of the event loop of this process: give the sandbox a
    process of its own.

    Args:
        options: How it is set up.
        factory: Builds the bot, at the start and again at every restart, always on the same database.
        announce: Is told the page's address, in a sentence, once it can be opened.

    Raises:
        SandboxError: it cannot start; the text says why in one sentence.
    """
    try:
        from aiohttp import web

        from bot.sandbox.server import Server
        from bot.sandbox.world import World
    except ImportError as error:
        if (error.name or "").partition(".")[0] in _EXTRA:
            raise SandboxError(_NOT_INSTALLED) from error
        raise

    async with AsyncExitStack() as stack:
        if options.database is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="hearts-sandbox-"))
            options = options.with_database(Path(folder) / "hearts.db")
        world = await World.open(options, factory)
        stack.push_async_callback(world.close)
        server = Server(world)
        runner = web.AppRunner(server.app(), access_log=None, shutdown_timeout=1)
        await runner.setup()
        stack.push_async_callback(runner.cleanup)
        stack.push_async_callback(server.live.close)
        address = server.serve_at(options.host, await _listen(runner, options))
        announce(f"The sandbox is open at {address} (Ctrl+C ends it)")
        if options.open_browser:
            await asyncio.to_thread(webbrowser.open, address)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(world.live())
            tasks.create_task(server.live.watch())


async def _listen(runner: "web.AppRunner", options: SandboxOptions) -> int:
    """Listen on the port that was asked for, or on a free one, and give its number."""
    from aiohttp import web

    wanted = [options.port] if options.port is not None else [USUAL_PORT, 0]
    for port in wanted:
        site = web.TCPSite(runner, options.host, port)
        try:
            await site.start()
        except OSError:
            continue
        return runner.addresses[-1][1]
    raise SandboxError(f"Port {options.port} is taken; give another one with --port.")
