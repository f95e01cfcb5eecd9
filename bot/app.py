"""HeartsBot: builds the parts, loads the cogs, and closes everything in order."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import signal
import sys
from collections.abc import Mapping

import aiohttp
import discord
from discord.ext import commands

from bot.engine.clock import Clock
from bot.engine.computers import Computers, Tempo
from bot.engine.tables import Tables
from bot.engine.thinkers import Thinkers, usual_workers
from bot.engine.wishes import Wishes
from bot.pictures.studio import Studio
from bot.settings import Settings
from bot.standings import History, Standings
from bot.store.errors import StoreError
from bot.store.store import Store
from bot.text.words import Language, Words, load_words

log = logging.getLogger(__name__)

EXTENSIONS = ("cogs.hearts",)


class HeartsBot(commands.Bot):
    """The bot: Discord's events come in here, and the parts of the program hang on it.

    The parts that need a database are there from `setup_hook` on.

    Attributes:
        settings: what was set from outside.
        words: the catalogues, one a language.
        studio: draws pictures.
        store: the database.
        tables: the games.
        computers: the computer players' moves.
        thinkers: where they, and hints, are thought.
        clock: the deadlines.
        wishes: cards people have queued.
        standings: the leaderboard.
    """

    store: Store
    tables: Tables
    computers: Computers
    thinkers: Thinkers
    clock: Clock
    wishes: Wishes
    standings: Standings

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.settings = settings
        self.words: Mapping[Language, Words] = load_words()
        self.studio = Studio()
        self._opened = False

    def now(self) -> float:
        """The time in Unix seconds."""
        return discord.utils.utcnow().timestamp()

    async def setup_hook(self) -> None:
        """Open the database, build the parts, load the cogs, and take up the games where they were left.

        Raises:
            StoreError: where the database cannot be used.
        """
        settings = self.settings
        self.store = await Store.open(settings.database)
        self._opened = True
        self.studio.warm_up()
        tempo = Tempo(settings.computer_pace, settings.trick_pause)
        self.thinkers = Thinkers(usual_workers() if settings.thinkers == "auto" else settings.thinkers)
        self.thinkers.start()
        self.computers = Computers(self.thinkers.choose, tempo)
        self.clock = Clock(self.store, self.now, settings.prompt_after, self.computers.play_turn)
        # Before anything looks at deadlines, the time away is given back.
        await self.clock.resume()
        self.wishes = Wishes(self.store)
        self.standings = Standings(self.store)
        self.history = History(self.store)
        self.tables = Tables(
            self.store,
            self.now,
            (
                self.clock.on_change,
                self.computers.on_change,
                self.wishes.on_change,
                self.standings.on_change,
            ),
        )
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self._sync_commands()
        await self.standings.catch_up()
        await self.history.catch_up()
        for table in await self.tables.resume():
            await self.clock.watch(table)
            self.computers.wake(table)
            self.wishes.wake(table)
            self.dispatch("table_resumed", table)

    async def _sync_commands(self) -> None:
        """Tell Discord about the commands, but only when they differ from what it was told last."""
        translator = self.tree.translator
        payload = [
            await command.get_translated_payload(self.tree, translator)
            if translator is not None
            else command.to_dict(self.tree)
            for command in self.tree.get_commands()
        ]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        key = f"commands {self.application_id}"
        if await self.store.get_value(key) == digest:
            return
        await self.tree.sync()
        await self.store.set_value(key, digest)
        log.info("commands synced")

    async def close(self) -> None:
        """Drop what computers think about, stop taking clicks, and close the database last."""
        opened, self._opened = self._opened, False
        if opened:
            await self.computers.close()
            await self.thinkers.close()
        await super().close()
        if opened:
            await self.clock.close()
            await self.wishes.close()
            await self.standings.close()
            await self.store.close()
        self.studio.close()


def create_bot(settings: Settings) -> HeartsBot:
    """The bot with these settings, not yet connected."""
    return HeartsBot(settings)


def run(settings: Settings) -> int:
    """Run the bot until it is told to stop; what stands in the way is said in one sentence.

    Returns:
        The exit status: 0 where it was told to stop.
    """
    token = settings.token.get_secret_value()
    if not token:
        return _cannot("No token: set HEARTS_TOKEN in the environment or in a file .env.", 2)
    level = logging.getLevelNamesMapping()[settings.log_level]
    discord.utils.setup_logging(level=level)
    # At DEBUG discord.py logs whole payloads, with the tokens of interactions and the cards on buttons.
    logging.getLogger("discord").setLevel(max(level, logging.INFO))
    try:
        asyncio.run(_serve(settings, token))
    except StoreError as error:
        return _cannot(str(error), 1)
    except discord.LoginFailure:
        return _cannot("Discord does not accept the token in HEARTS_TOKEN.", 1)
    except (OSError, aiohttp.ClientError, discord.HTTPException) as error:
        return _cannot(f"Discord cannot be reached: {error}", 1)
    except KeyboardInterrupt:
        log.info("interrupted")
    return 0


async def _serve(settings: Settings, token: str) -> None:
    """Run the bot until it is closed or the process is told to end."""
    async with create_bot(settings) as bot:
        loop = asyncio.get_running_loop()
        closing: set[asyncio.Task[None]] = set()
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(signal.SIGTERM, lambda: closing.add(loop.create_task(bot.close())))
        await bot.start(token)


def _cannot(sentence: str, status: int) -> int:
    sys.stderr.write(f"{sentence}\n")
    return status
