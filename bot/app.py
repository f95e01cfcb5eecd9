"""HeartsBot: builds the parts, loads the cogs, and closes everything in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Self

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
from bot.pictures.studio import Studio
from bot.reaching import PASSING, NotAccepted, Reaching, reason, refuses_token
from bot.settings import Settings
from bot.standings import History, Standings
from bot.store.aside import remove_drafts
from bot.store.backup import missing_yet_copied
from bot.store.lock import DatabaseLock
from bot.store.schedule import Backups, Plan
from bot.store.store import Store
from bot.text.words import Language, Words, load_words
from bot.traffic import Invalid, Limits, Nonces, Traffic, hearing
from bot.watching.watch import Watch

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
        nonces: numbers what is posted.
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
        self.nonces = Nonces()
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

    async def __aenter__(self) -> Self:
        # By now, as it takes as long to come to work as all else that is done before the first click.
        self.studio.start()
        return await super().__aenter__()

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
        await _closed("studio", self.studio.close)


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
