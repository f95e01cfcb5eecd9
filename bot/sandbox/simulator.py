"""The simulated Discord: the one module that imports SimCord.

Importing it changes nothing; `Simulator.start` replaces the clock and parts of the event loop of this process
until `Simulator.stop`. SimCord's public interface is used wherever it has one. It has none for the language
of a person, for who is really notified by a message, for the options of a command, for an interaction whose
handler is still at work, for a clock that begins today, for threads, and for letting go of what is no longer
needed. That is done on `Env.backend`, which is why the version of SimCord is pinned and why `Simulator` looks
first. Nor has it one for a bot that is never at rest, because its games go on while it starts: see `_Env`.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any

import discord
import simcord

from bot.sandbox import payloads
from bot.sandbox.options import AnyBot, SandboxError
from bot.sandbox.people import BOT_NAME
from bot.sandbox.wire import Json, Origin, Refused, StoredMessage, Why
from bot.store.database import where_named
from bot.store.errors import StoreError

log = logging.getLogger(__name__)

SETTLE = 0.05
"""Seconds an action waits for the bot; what takes longer goes on by itself and nobody else waits for it."""
STRIDE = 0.25
"""Seconds a step of the bot's clock may take; what is left of it is for the next step."""
PATIENCE = 30.0
"""Seconds a bot has to be ready after its start, and to let go of everything at its end."""
CLOSING = 10.0
"""Seconds a bot has to close in good order."""
TRIES = 3
"""Times a bot is started before it is said that it does not start."""
ASLEEP = 20.0
"""A clock further behind than this many seconds has slept (a closed lid) and is put right in one leap."""

_CDN = "https://cdn.simcord.invalid/"
_READ = (
    "messages",
    "interactions",
    "users",
    "bot_user",
    "commands",
    "visible_commands",
    "emit",
    "advance_clock",
    "channels",
    "create_thread",
    "application_emojis",
)


class _Env(simcord.Env):
    """SimCord's environment for a bot that may be busy for ever: a wait cut short is no failure."""

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        # Starting waits for rest with a limit of its own, which a game with computer players never keeps.
        with suppress(TimeoutError):
            await super()._settle_internal(timeout=SETTLE, idle=min(idle, SETTLE), dispatch=dispatch)


class Simulator:
    """A Discord in memory with one bot in it.

    Keeps SimCord's environment, what each interaction was, and files no message shows any more. Actions take
    turns, because SimCord runs one operation at a time; none holds its turn much longer than `STRIDE`.

    Args:
        make: Makes a bot, not started yet: the first one, and another one whenever it is replaced.
        locale_of: Gives Discord's name of the language of the person with an id.
        on_error: Is told in one line about each error the bot raises.

    Raises:
        SandboxError: SimCord is not the version this was written for.
    """

    def __init__(
        self,
        make: Callable[[], AnyBot],
        locale_of: Callable[[int], str],
        on_error: Callable[[str], None],
    ) -> None:
        bot = make()
        shards = 1 if isinstance(bot, discord.AutoShardedClient) and bot.shard_count is None else None
        self.env = _Env(bot, strict_sync=False, check_errors=False, settle_timeout=STRIDE, shard_count=shards)
        self.running = False
        self._make = make
        self._locale_of = locale_of
        self._on_error = on_error
        self._turn = asyncio.Lock()
        self._origins: dict[int, Origin] = {}
        self._opened: int | None = None
        self._unused_files: set[str] = set()
        self._emoji: dict[str, bytes] = {}
        self._errors_told = 0
        self._ear = _Ear(on_error)
        missing = [name for name in _READ if not hasattr(self.env.backend, name)]
        missing += [name for name in ("_settle_internal",) if not hasattr(simcord.Env, name)]
        if missing:
            raise SandboxError(
                f"The sandbox does not fit SimCord {simcord.__version__}, which lacks {', '.join(missing)}: "
                "pip install 'hearts-bot[sandbox]' installs the right one."
            )

    # The bot's life

    async def start(self) -> None:
        """Start the bot, today; where that fails, another one in its place, a few times.

        Raises:
            SandboxError: none starts.
        """
        if self.env.backend.clock.elapsed == 0:
            self.env.backend.advance_clock(self._behind())
            setattr(self.env.backend, "emit", self._tapped(self.env.backend.emit))  # noqa: B010
        for left in reversed(range(TRIES)):
            try:
                await self._start()
                return
            except Exception as error:
                await self._stop()
                if left == 0:
                    said = payloads.told(error)
                    raise SandboxError(
                        where_named(said)
                        if isinstance(error, StoreError)
                        else f"The bot does not start: {said}"
                    ) from error
                log.info("The bot did not start, which is tried again: %s", payloads.told(error))
            self.env.bot = self._make()

    async def stop(self) -> None:
        """Stop the bot, and give the process its clock back."""
        async with self._turn:
            await self._stop()

    async def replace(self) -> None:
        """Stop the bot and start another one in the same Discord; errors are told, not raised."""
        self.running = False
        async with self._turn:
            await self._stop()
            try:
                self.env.bot = self._make()
                await self.start()
            except Exception as error:
                log.warning("The bot did not come back", exc_info=error)
                self._on_error(payloads.told(error))

    async def tick(self) -> None:
        """Bring the bot's time in step with real time, or nearer to it."""
        if not self.running:
            return
        async with self._turn:
            if self.running:
                await self._advance()

    async def _advance(self) -> None:
        behind = self._behind()
        if behind > ASLEEP:
            self.env.backend.advance_clock(behind)
            behind = 0.0
        try:
            await self.env.advance_time(max(behind, 0.0))
        except TimeoutError:
            # The bot is busy; its clock catches up later.
            return
        except Exception as error:
            log.warning("The simulated clock stumbled", exc_info=error)

    async def _start(self) -> None:
        logging.getLogger("discord").addHandler(self._ear)
        bot = self.env.bot
        with self._patience():
            await self.env.start()
        begun = asyncio.get_running_loop().time()
        while not bot.is_ready():
            if asyncio.get_running_loop().time() - begun > PATIENCE:
                raise TimeoutError(f"it is not ready after {PATIENCE:.0f} seconds")
            await self._advance()
            await asyncio.sleep(SETTLE)
        if bot.user is not None and bot.user.name != BOT_NAME:
            await bot.user.edit(username=BOT_NAME)
        if isinstance(bot, AnyBot) and not any(self.env.backend.commands.values()):
            # Discord remembers a bot's commands; a simulated one that has just been made does not.
            await bot.tree.sync()
        self.running = True

    async def _stop(self) -> None:
        """Let go of the bot, however far it got; may be repeated."""
        self.running = False
        try:
            await asyncio.wait_for(self.env.bot.close(), CLOSING)
        except Exception as error:
            log.warning("The bot did not close in good order: %s", payloads.told(error))
        try:
            with self._patience():
                await self.env.shutdown()
        except Exception as error:
            log.warning("The bot still holds on to something: %s", payloads.told(error))
        logging.getLogger("discord").removeHandler(self._ear)

    @contextmanager
    def _patience(self) -> Iterator[None]:
        self.env.settle_timeout = PATIENCE
        try:
            yield
        finally:
            self.env.settle_timeout = STRIDE

    def _behind(self) -> float:
        return (datetime.now(UTC) - self.env.now()).total_seconds()

    # What people do

    async def perform(self, action: Callable[[], Awaitable[Any]]) -> simcord.InteractionResult | None:
        """Run one of SimCord's actions and give the interaction it opened, if it opened one.

        The bot may still be at work on it afterwards.

        Raises:
            Refused: it is impossible in Discord too, or the bot is not running.
        """
        if not self.running:
            raise Refused(Why.NOT_RUNNING)
        async with self._turn:
            if not self.running:
                raise Refused(Why.NOT_RUNNING)
            self._opened = None
            try:
                await action()
            except TimeoutError:
                # An action that ran out of its turn raises instead of giving its result.
                pass
            except simcord.BackendError as error:
                raise Refused(Why.DISCORD, error.message) from error
            except simcord.SetupError as error:
                raise Refused(Why.DISCORD, str(error).partition(" — ")[0]) from error
            record = self.env.backend.interactions.get(self._opened) if self._opened is not None else None
        return None if record is None else simcord.InteractionResult(self.env, record)

    def _tapped(
        self, emit: Callable[[str, Mapping[str, Any]], None]
    ) -> Callable[[str, Mapping[str, Any]], None]:
        def tapped(event: str, payload: Mapping[str, Any]) -> None:
            if event == "INTERACTION_CREATE":
                payload = self._noted(payload)
            emit(event, payload)

        return tapped

    def _noted(self, payload: Mapping[str, Any]) -> Mapping[str, Any]:
        """Note what an interaction is, and put the person's language into it."""
        user, message = int(payload["member"]["user"]["id"]), payload.get("message")
        self._opened = int(payload["id"])
        self._origins[self._opened] = Origin(
            user,
            " ".join(payloads.used(payload["data"])) if payload["type"] == 2 else None,
            int(message["id"]) if message is not None else None,
        )
        return {**payload, "locale": self._locale_of(user)}

    # What there is to see

    def messages(self, channel: int, viewer: int, most: int, without: set[int]) -> list[StoredMessage]:
        """Give the newest messages of a channel that a person may see, oldest first."""
        stored = self.env.backend.messages.get(channel, {})
        found: list[StoredMessage] = []
        for key in sorted(stored, reverse=True):
            if key not in without and stored[key].visible_to(viewer):
                found.append(payloads.read(stored[key], self._origins))
                if len(found) == most:
                    break
        found.reverse()
        return found

    def message(self, channel: int, number: int, viewer: int) -> StoredMessage | None:
        """Give one message, None if there is no such one or the person may not see it."""
        found = self.env.backend.messages.get(channel, {}).get(number)
        return payloads.read(found, self._origins) if found is not None and found.visible_to(viewer) else None

    def threads(self, channel: simcord.ChannelHandle) -> list[simcord.ChannelHandle]:
        """Give the threads of a channel that are not archived, the oldest first."""
        archived = {
            number
            for number, each in self.env.backend.channels.items()
            if each.thread_metadata is not None and each.thread_metadata.archived
        }
        return sorted((each for each in channel.threads if each.id not in archived), key=lambda each: each.id)

    def add_thread(self, channel: simcord.ChannelHandle, number: int, name: str) -> None:
        """Put a thread with an id of its own into a channel, as the bot has once started it."""
        backend = self.env.backend
        if number not in backend.channels:
            backend.create_thread(channel.id, name, backend.bot_user.id, message_id=number, broadcast=False)

    def commands(self, channel: int, viewer: int) -> list[Json]:
        """Give the slash commands a person may use in a channel."""
        return self.env.backend.visible_commands(user_id=viewer, channel_id=channel)

    def all_commands(self) -> list[Json]:
        """Give every command of the bot, in Discord's shape."""
        return [each for known in self.env.backend.commands.values() for each in known.values()]

    def name_of(self, user: int) -> str | None:
        """Give the name others see of a user, the bot included."""
        found = self.env.backend.users.get(user)
        return None if found is None else found.global_name or found.name

    @property
    def bot_id(self) -> int:
        """The bot's Discord id."""
        return self.env.backend.bot_user.id

    async def file(self, path: str, channels: Sequence[int], viewer: int) -> bytes | None:
        """Read a file, None unless it hangs on a message this person may see."""
        url = _CDN + path
        stored = (message for channel in channels for message in self._all(channel))
        if not any(url == each["url"] for m in stored if m.visible_to(viewer) for each in m.attachments):
            return None
        with suppress(discord.HTTPException):
            return await self.env.bot.http.get_from_cdn(url)
        return None

    def emoji(self, number: int) -> bytes | None:
        """Give the picture of an emoji of the application, None if there is no such one."""
        self._keep_emoji()
        found = self.env.backend.application_emojis.get(number)
        return None if found is None else self._emoji.get(found.name)

    def _keep_emoji(self) -> None:
        """Keep the pictures of emoji that have been uploaded, which SimCord throws away."""
        for request in self.env.http_requests:
            if request.method == "POST" and payloads.UPLOADED_EMOJI.fullmatch(request.path) and request.json:
                self._emoji[request.json["name"]] = payloads.picture(request.json["image"])

    def changes(self) -> int:
        """Count what the bot has asked of Discord since the last call, and forget it."""
        self._keep_emoji()
        requests = self.env.http_requests
        count = len(requests)
        requests.clear()
        return count

    def tell_errors(self) -> None:
        """Tell what the bot has raised since the last call."""
        errors = self.env.errors_since(self._errors_told)
        self._errors_told += len(errors)
        for error in errors:
            log.warning("The bot raised an error", exc_info=error)
            self._on_error(payloads.told(error))

    def tidy(self, channels: Sequence[int]) -> None:
        """Let go of the simulator's diary, and of files no message has shown since the last call."""
        backend = self.env.backend
        backend.transcript.clear()
        blobs: dict[str, bytes] = getattr(backend.cdn, "_blobs", {})
        shown = {each["url"] for channel in channels for m in self._all(channel) for each in m.attachments}
        unused = set(blobs) - shown
        for url in unused & self._unused_files:
            del blobs[url]
        self._unused_files = unused

    def _all(self, channel: int) -> list[Any]:
        return list(self.env.backend.messages.get(channel, {}).values())


class _Ear(logging.Handler):
    """Hears the errors discord.py only writes to its log: those of buttons and menus."""

    def __init__(self, on_error: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._on_error = on_error

    def emit(self, record: logging.LogRecord) -> None:
        """Tell an error in one line."""
        error = record.exc_info[1] if record.exc_info else None
        self._on_error(payloads.told(error) if error is not None else record.getMessage())
