"""HeartsBot: builds the parts, loads the cogs, and closes everything in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord
from discord.ext import commands

from bot.engine.clock import Clock
from bot.engine.computers import Computers, Tempo
from bot.engine.faults import described
from bot.engine.resumption import Resumption
from bot.engine.tables import Tables
from bot.engine.thinkers import Thinkers, usual_workers
from bot.engine.wishes import Wishes
from bot.memory import seldom_looked_through
from bot.pictures.studio import Studio
from bot.reaching import PASSING, NotAccepted, Reaching, reason, refuses_token
from bot.settings import NO_TOKEN_BY_ITS_LOOK, Settings, looks_like_a_token, unknown_settings
from bot.standings import History, Standings
from bot.store.advice import ADVISED, advice
from bot.store.aside import remove_drafts
from bot.store.backup import missing_yet_copied
from bot.store.errors import StoreError
from bot.store.lock import DatabaseLock
from bot.store.schedule import Backups, Plan
from bot.store.store import Store
from bot.text.words import Language, Words, load_words
from bot.traffic import Invalid, Limits, Traffic, hearing
from bot.watching import logs
from bot.watching.watch import CannotWatch, Watch

log = logging.getLogger(__name__)

# The bot never speaks: that nothing for voice is installed is no warning to anybody.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

PERMISSIONS: Final = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "attach_files",
    "read_message_history",
)
"""What the bot is invited with; threads are for servers that want each game in one."""

EXTENSIONS = ("cogs.hearts",)

ENDING_LIMIT: Final = 1.0
"""Seconds to wait for another bot on the same database, which may be about to be gone."""

TOLD_TWICE: Final = 1.0
"""Seconds within which a second signal is the first one again: some send it to a process and to its group."""

VISITS_LIMIT: Final = 3.0
"""Seconds that clicks being answered have to come to their end when the bot closes."""

PARTING_LIMIT: Final = 2.0
"""Seconds to tell those who clicked that no answer comes any more."""

DISCORD_LIMIT: Final = 5.0
"""Seconds that messages and the connection to Discord have for the same."""


class Visits:
    """The clicks and commands that are being answered.

    Attributes:
        ending: whether new ones are only told that the bot is closing.
        parting: what is said to whoever gets no answer before the end, in their language.
    """

    def __init__(self) -> None:
        self.ending = False
        self.parting: Callable[[discord.Interaction[Any]], str] = lambda _: ""
        self._partings: dict[object, Callable[[], Awaitable[None]]] = {}
        self._none = asyncio.Event()
        self._none.set()

    @contextmanager
    def one(self, part: Callable[[], Awaitable[None]]) -> Iterator[None]:
        """One of them, until its answer is given or has failed.

        Args:
            part: says to whoever waits that the bot closes before there is one.
        """
        visit = object()
        self._partings[visit] = part
        self._none.clear()
        try:
            yield
        finally:
            del self._partings[visit]
            if not self._partings:
                self._none.set()

    async def end(self, limit: float) -> None:
        """Take no more of them, and wait for those there are, but only so many seconds."""
        self.ending = True
        try:
            async with asyncio.timeout(limit):
                await self._none.wait()
        except TimeoutError:
            log.warning("%d clicks were not answered before the end", len(self._partings))
            await self._part()

    async def _part(self) -> None:
        """Tell those who still wait."""
        parting = [asyncio.create_task(_parted(part), name="parting") for part in self._partings.values()]
        _, late = await asyncio.wait(parting, timeout=PARTING_LIMIT)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)


class HeartsBot(Reaching):
    """The bot: Discord's events come in here, and the parts of the program hang on it.

    The parts that need a database are there from `setup_hook` on.

    Attributes:
        settings: what was set from outside.
        words: the catalogues, one a language.
        studio: draws pictures.
        traffic: gives what is sent to Discord by itself its turn.
        invalid: counts what Discord refuses.
        store: the database.
        tables: the games.
        computers: the computer players' moves.
        thinkers: where they, and hints, are thought.
        clock: the deadlines.
        wishes: cards people have queued.
        standings: the leaderboard.
        visits: the clicks and commands that are being answered.
        backups: makes copies of the database now and then.
        watch: what is counted for whoever watches it.
    """

    store: Store
    tables: Tables
    computers: Computers
    thinkers: Thinkers
    clock: Clock
    wishes: Wishes
    standings: Standings
    backups: Backups

    def __init__(self, settings: Settings) -> None:
        self.watch = Watch()
        in_place = Limits.in_place
        self.traffic = Traffic(
            Limits(settings.requests_per_second, in_place, in_place * settings.edit_interval)
        )
        self.invalid = Invalid()
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            http_trace=hearing(self.watch.requests.follow(aiohttp.TraceConfig()), self.traffic, self.invalid),
        )
        self.settings = settings
        self.words: Mapping[Language, Words] = load_words()
        self.studio = Studio(painter=settings.painter, told=self.watch.metrics.drawn)
        for name, listener in self.watch.listeners(sharded=isinstance(self, commands.AutoShardedBot)).items():
            self.add_listener(listener, name)
        self.visits = Visits()
        self._lock: DatabaseLock | None = None
        self._before_discord: list[tuple[str, Callable[[], Awaitable[None]]]] = []
        self._after_discord: list[tuple[str, Callable[[], Awaitable[None]]]] = []
        self._ended: asyncio.Task[None] | None = None

    def now(self) -> float:
        """The time in Unix seconds."""
        return discord.utils.utcnow().timestamp()

    async def open_store(self) -> None:
        """Take the database for this bot alone and open it; done once, also where it is asked for again.

        Raises:
            StoreError: where the database cannot be used, or another bot runs on it.
        """
        if self._lock is not None:
            return
        path, plan = self.settings.database, backup_plan(self.settings)
        gone = await asyncio.to_thread(missing_yet_copied, path, plan.place)
        if gone is not None:
            raise gone
        self._lock = await asyncio.to_thread(DatabaseLock.take, path, ENDING_LIMIT)
        await asyncio.to_thread(remove_drafts, path)
        await asyncio.to_thread(plan.before_upgrade, self.now())
        self.store = await Store.open(path)
        self._after_discord.append(("store", self.store.close))
        self.backups = Backups(plan, self.now)
        self._after_discord.append(("backups", self.backups.close))

    async def open_watch(self) -> None:
        """Show the pages for whoever watches the bot, where they are wanted; done once. The store is open.

        Raises:
            CannotWatch: where they cannot be shown.
        """
        self.watch.look_at(ask_database=self.store.check)
        if self.settings.watch_port and not self.watch.is_shown:
            await self.watch.listen(self.settings.watch_host, self.settings.watch_port)
            self._after_discord.append(("watch", self.watch.close))

    async def setup_hook(self) -> None:
        """Open the database, build the parts, load the cogs, and take up the games where they were left.

        Raises:
            StoreError: where the database cannot be used.
            CannotWatch: where the pages for whoever watches the bot cannot be shown.
        """
        await super().setup_hook()
        settings = self.settings
        await self.open_store()
        await self.open_watch()
        self.studio.warm_up()
        tempo = Tempo(settings.computer_pace, settings.trick_pause)
        self.thinkers = Thinkers(usual_workers() if settings.thinkers == "auto" else settings.thinkers)
        self.thinkers.start()
        self._before_discord.append(("thinkers", self.thinkers.close))
        self._before_discord.append(("clicks", lambda: self.visits.end(VISITS_LIMIT)))
        self.computers = Computers(self.thinkers.choose, tempo)
        self._before_discord.append(("computers", self.computers.close))
        self.standings = Standings(self.store)
        self._after_discord.append(("standings", self.standings.close))
        self.history = History(self.store)
        self.wishes = Wishes(self.store)
        self._after_discord.append(("wishes", self.wishes.close))
        self.clock = Clock(self.store, self.now, settings.prompt_after, self.computers.play_turn)
        self._after_discord.append(("clock", self.clock.close))
        # Before anything looks at deadlines, the time away is given back.
        await self.clock.resume()
        self.tables = Tables(
            self.store,
            self.now,
            (
                self.clock.on_change,
                self.computers.on_change,
                self.wishes.on_change,
                self.standings.on_change,
            ),
            observers=self.watch.observers,
            readers=(self.clock.on_read,),
        )
        self.watch.look_at(
            tables=self.tables,
            thinkers=self.thinkers,
            edits=lambda: self.traffic.counts,
            sending=self.traffic,
            invalid=self.invalid,
        )
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        self.standings.begin_to_catch_up()
        await self.history.catch_up()
        resumption = Resumption(
            self.tables,
            self.clock,
            self.computers,
            self.wishes,
            lambda table: self.dispatch("table_resumed", table),
        )
        self._before_discord.append(("resumption", resumption.close))
        await resumption.begin()
        self.backups.start()

    async def close(self) -> None:
        """End everything in order, within a few seconds; asked again, wait for the same end.

        No more clicks are taken, computers stop, what is being answered and stored is finished, and the
        database is closed last. What fails or takes too long meanwhile keeps nothing else open.
        """
        self.visits.ending = True
        if self._ended is None:
            self._ended = asyncio.create_task(self._end(), name="closing")
        await asyncio.shield(self._ended)

    async def _end(self) -> None:
        for name, close in reversed(self._before_discord):
            await _closed(name, close)
        await _closed("Discord", super().close, DISCORD_LIMIT)
        for name, close in reversed(self._after_discord):
            await _closed(name, close)
        if self._lock is not None:
            self._lock.release()
        self.studio.close()


async def _parted(part: Callable[[], Awaitable[None]]) -> None:
    try:
        await part()
    except Exception as error:
        log.info("somebody could not be told of the end: %s", described(error))


async def _closed(name: str, close: Callable[[], Awaitable[None]], limit: float | None = None) -> None:
    """Close a part, within so many seconds where a limit is given; a failure is only logged."""
    try:
        async with asyncio.timeout(limit):
            await close()
    except Exception as error:
        log.error("%s did not close as it should: %s", name, described(error))


@dataclass(frozen=True)
class Account:
    """The account of a token.

    Attributes:
        name: of the bot.
        invitation: where whoever manages a server lets it in, with the scopes and permissions it needs.
    """

    name: str
    invitation: str


async def account_of(token: str, limit: float) -> Account | str:
    """Log in with a token and out again, without connecting.

    Args:
        token: a bot's token.
        limit: seconds this may take.

    Returns:
        The account; or, where Discord cannot be asked, why.

    Raises:
        NotAccepted: Discord does not accept it.
    """
    try:
        async with asyncio.timeout(limit), discord.Client(intents=discord.Intents.none()) as client:
            await client.login(token)
            link = discord.utils.oauth_url(
                client.application_id or 0,
                permissions=discord.Permissions(**dict.fromkeys(PERMISSIONS, True)),
                scopes=("bot", "applications.commands"),
            )
            return Account(str(client.user), link)
    except discord.LoginFailure:
        raise NotAccepted from None
    except PASSING as error:
        if refuses_token(error):
            raise NotAccepted from None
        return reason(error)


def backup_plan(settings: Settings) -> Plan:
    """When and where the bot makes copies of its database."""
    return Plan(
        settings.database, settings.backup_folder, settings.backup_every * 3600, settings.backup_copies
    )


def create_bot(settings: Settings) -> HeartsBot:
    """The bot with these settings, not yet connected."""
    return HeartsBot(settings)


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
