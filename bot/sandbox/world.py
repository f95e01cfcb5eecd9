"""The simulated Discord: the one module that knows SimCord.

Importing it changes nothing; `World.open` starts the simulator, which replaces the clock and parts of the
event loop of this process until `World.close`. SimCord's public interface is used wherever it has one. It has
none for the language of a person, for who is really notified by a message, for the options of a command, for
an interaction whose handler is still at work, and for letting go of what is no longer needed. Those five read
`Env.backend`, which is why the version of SimCord is pinned and why `World.open` looks before it starts.
"""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any

import discord
import simcord

from bot.sandbox.options import BotFactory, SandboxError, SandboxOptions
from bot.sandbox.people import BOT_NAME, CHANNELS, COLOURS, NAMES, SERVER_NAME, Person, Place
from bot.sandbox.wire import Json, Modal, Origin, Outcome, Refused, StoredMessage

log = logging.getLogger(__name__)

CDN = "https://cdn.simcord.invalid/"
SETTLE = 0.05
"""Seconds an action waits for the bot; what takes longer goes on by itself and nobody else waits for it."""
ANSWER_WITHIN = 3.0
"""Seconds Discord gives a bot to answer an interaction."""
LOOK = 0.02
"""Seconds between two looks whether it has answered."""
STEP = 0.1
"""Seconds between two readings of the real clock."""
ASLEEP = 20.0
"""A clock further behind than this many seconds has slept (a closed lid) and is put right in one leap."""
TIDY_EVERY = 30.0
SHOWN = 50
"""Messages of a channel that are shown, newest first."""

_EPHEMERAL = 1 << 6
_LOADING = 1 << 7
_SUBCOMMANDS = (1, 2)


class World:
    """A server with a bot and people in it, running in real time.

    Keeps the simulator, the bot at work in it, and the forms that are open. The actions of people and the
    clock take turns, because SimCord runs one operation at a time; none holds its turn longer than `SETTLE`
    and a little.
    """

    def __init__(self, options: SandboxOptions, factory: BotFactory) -> None:
        self.people: tuple[Person, ...] = ()
        self.places: tuple[Place, ...] = ()
        self.running = False
        self.on_change: Callable[[], None] = lambda: None
        self.on_error: Callable[[str], None] = lambda _: None
        self._options = options
        self._factory = factory
        self._env: simcord.Env = None  # type: ignore[assignment]
        self._actors: dict[str, simcord.MemberActor] = {}
        self._channels: dict[str, simcord.ChannelHandle] = {}
        self._turn = asyncio.Lock()
        self._origins: dict[int, Origin] = {}
        self._opened: int | None = None
        self._modals: OrderedDict[str, simcord.InteractionResult] = OrderedDict()
        self._unused_files: set[str] = set()
        self._errors_told = 0
        self._restart: asyncio.Future[None] | None = None

    @classmethod
    async def open(cls, options: SandboxOptions, factory: BotFactory) -> "World":
        """Start the simulator with a server, its people and the bot.

        Server, channels and people get the same ids each time, so that games in a named database find their
        channel and their players again.

        Raises:
            SandboxError: the bot does not start, or SimCord is not the version this was written for.
        """
        world = cls(options, factory)
        bot = factory(options)
        shards = 1 if isinstance(bot, discord.AutoShardedClient) and bot.shard_count is None else None
        env = simcord.Env(
            bot, strict_sync=False, check_errors=False, settle_timeout=SETTLE, shard_count=shards
        )
        world._env = env
        world._check()
        users = [env.create_user(name.lower(), global_name=name) for name in NAMES]
        guild = env.create_guild(SERVER_NAME, owner=users[0])
        places: list[Place] = []
        for name, topic in CHANNELS:
            channel = guild.create_text_channel(name, topic=topic)
            world._channels[name] = channel
            places.append(Place(name, topic, channel.id))
        people: list[Person] = []
        for number, user in enumerate(users[: options.people]):
            person = Person(user.name, NAMES[number], user.id, COLOURS[number], options.language_of(number))
            world._actors[person.key] = guild.add_member(user)
            people.append(person)
        world.people, world.places = tuple(people), tuple(places)
        env.backend.advance_clock(world._behind())
        setattr(env.backend, "emit", world._tapped(env.backend.emit))  # noqa: B010 (a method of one instance)
        await world._start()
        return world

    async def close(self) -> None:
        """Stop the bot and the simulator, and give the process its clock back."""
        async with self._turn:
            await self._stop()

    async def restart(self) -> None:
        """Replace the bot by a new one, as `live` comes round to it; does not raise if it fails to start."""
        if self._restart is None:
            self._restart = asyncio.get_running_loop().create_future()
        await asyncio.shield(self._restart)

    async def live(self) -> None:
        """Keep the bot's time in step with real time, and replace it when asked, until cancelled."""
        tidied = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(STEP)
            if self._restart is not None:
                await self._replace()
                self._restart.set_result(None)
                self._restart = None
                self.on_change()
            if self.running:
                await self._tick()
            self._tell_errors()
            now = asyncio.get_running_loop().time()
            if now - tidied > TIDY_EVERY:
                self._tidy()
                tidied = now

    # What people see

    def messages(self, person: Person, place: Place) -> list[StoredMessage]:
        """Give the newest messages of a channel a person may see, oldest first, without those dismissed."""
        stored = self._env.backend.messages.get(place.id, {})
        found: list[StoredMessage] = []
        for key in sorted(stored, reverse=True):
            message = stored[key]
            if key not in person.dismissed and message.visible_to(person.id):
                found.append(self._read(message))
                if len(found) == SHOWN:
                    break
        found.reverse()
        return found

    def message(self, place: Place, number: int, person: Person) -> StoredMessage | None:
        """Give one message if a person may see it."""
        message = self._env.backend.messages.get(place.id, {}).get(number)
        return self._read(message) if message is not None and message.visible_to(person.id) else None

    def commands(self, person: Person, place: Place) -> list[tuple[str, Json, list[Json]]]:
        """Give the commands a person may use in a channel.

        Returns:
            For each its full name, and in Discord's shape the command and all its parts from the outermost to
            the one that has the options.
        """
        roots = self._env.backend.visible_commands(user_id=person.id, channel_id=place.id)
        return [
            (" ".join(part["name"] for part in path), path[-1], path)
            for root in roots
            for path in _leaves(root)
        ]

    def name_of(self, user: int) -> str | None:
        """Give the name others see of a user, the bot included."""
        found = self._env.backend.users.get(user)
        return None if found is None else found.global_name or found.name

    @property
    def bot_id(self) -> int:
        """The bot's Discord id."""
        return self._env.backend.bot_user.id

    @property
    def guild_id(self) -> int:
        """The server's Discord id."""
        return self._env.guild.id

    async def file(self, person: Person, path: str) -> bytes | None:
        """Read a file that hangs on a message this person may see, None if there is no such file."""
        url = CDN + path
        stored = (message for place in self.places for message in self._all(place))
        if not any(url == each["url"] for m in stored if m.visible_to(person.id) for each in m.attachments):
            return None
        with suppress(discord.HTTPException):
            return await self._env.bot.http.get_from_cdn(url)
        return None

    # What people do

    async def say(self, person: Person, place: Place, text: str) -> None:
        """Send a message.

        Raises:
            Refused: Discord would not let them.
        """
        actor, channel = self._actors[person.key], self._channels[place.name]
        async with self._turn:
            self._awake()
            with suppress(TimeoutError), _refusals():
                await actor.send(channel, text)
        self.on_change()

    async def command(self, person: Person, place: Place, name: str, options: Mapping[str, Any]) -> Outcome:
        """Use a slash command.

        Args:
            person: Who uses it.
            place: Where.
            name: The full name, "hearts start".
            options: A value for each option given: a string, a number, a truth value, or the id of a person,
                a channel or a role as a string.

        Raises:
            Refused: there is no such command, or an option does not fit.
        """
        typed = self._typed(person, place, name, options)
        actor, channel = self._actors[person.key], self._channels[place.name]
        return await self._interact(actor, partial(actor.slash, channel, name, **typed))

    async def complete(
        self, person: Person, place: Place, name: str, option: str, text: str, options: Mapping[str, Any]
    ) -> list[Json]:
        """Ask the bot to complete what somebody is typing into an option of a command.

        Returns:
            The choices in Discord's shape; empty if the bot offers none in time.

        Raises:
            Refused: there is no such command or option.
        """
        typed = self._typed(person, place, name, options, lenient=True)
        actor, channel = self._actors[person.key], self._channels[place.name]
        async with self._turn:
            self._awake()
            self._opened = None
            with suppress(TimeoutError), _refusals():
                return await actor.autocomplete(channel, name, option, text, **typed)
            result = self._result()
        if result is not None:
            await self._answered(result)
        return (result.autocomplete_choices if result is not None else None) or []

    async def click(self, person: Person, place: Place, message: int, custom_id: str) -> Outcome:
        """Press a button.

        Raises:
            Refused: there is no such button, or it is disabled.
        """
        actor = self._actors[person.key]
        target = self._target(person, place, message)
        return await self._interact(actor, partial(actor.click, target, custom_id=custom_id))

    async def choose(
        self, person: Person, place: Place, message: int, custom_id: str, values: Sequence[str]
    ) -> Outcome:
        """Choose from a menu.

        Raises:
            Refused: there is no such menu, or too few, too many or unknown values.
        """
        actor = self._actors[person.key]
        target = self._target(person, place, message)
        stored = self._env.backend.messages[place.id][message]
        kind = next((c["type"] for c in _walk(stored.components) if c.get("custom_id") == custom_id), 3)
        chosen = [self._entity(kind, value) for value in values]
        return await self._interact(actor, partial(actor.select, target, chosen, custom_id=custom_id))

    async def submit(self, person: Person, handle: str, values: Mapping[str, Any]) -> Outcome:
        """Send a form.

        Args:
            person: Who sends it.
            handle: The handle the form came with.
            values: A value for each field by its custom_id: a string, a list of strings or a truth value.

        Raises:
            Refused: the form is gone, or a field does not fit.
        """
        shown = self._modals.get(handle)
        if shown is None:
            raise Refused("That form is no longer open.")
        kinds = {
            part["custom_id"]: part["type"] for part in _walk([shown.modal or {}]) if "custom_id" in part
        }
        filled = {
            key: [self._entity(kinds.get(key, 3), each) for each in value]
            if isinstance(value, list)
            else value
            for key, value in values.items()
        }
        actor = self._actors[person.key]
        return await self._interact(actor, partial(actor.submit_modal, shown, filled))

    # Turns

    def _awake(self) -> None:
        if not self.running:
            raise Refused("The bot is not running.")

    async def _interact(self, actor: simcord.MemberActor, action: Callable[[], Awaitable[Any]]) -> Outcome:
        async with self._turn:
            self._awake()
            self._opened = None
            with suppress(TimeoutError), _refusals():
                await action()
            result = self._result()
        self.on_change()
        if result is None or not await self._answered(result):
            return Outcome(answered=False)
        form = result.modal
        if form is None:
            return Outcome(answered=True)
        handle = f"{actor.id}-{len(self._origins)}"
        self._modals[handle] = result
        while len(self._modals) > 4 * len(self.people):
            self._modals.popitem(last=False)
        return Outcome(answered=True, modal=Modal(handle, form))

    def _result(self) -> simcord.InteractionResult | None:
        # An action that ran out of its turn has raised instead of giving its result.
        record = self._env.backend.interactions.get(self._opened) if self._opened is not None else None
        return None if record is None else simcord.InteractionResult(self._env, record)

    async def _answered(self, result: simcord.InteractionResult) -> bool:
        for _ in range(int(ANSWER_WITHIN / LOOK)):
            if result.acknowledged:
                return True
            await asyncio.sleep(LOOK)
        return result.acknowledged

    async def _tick(self) -> None:
        async with self._turn:
            behind = self._behind()
            if behind > ASLEEP:
                self._env.backend.advance_clock(behind)
                behind = 0.0
            try:
                await self._env.advance_time(max(behind, 0.0))
            except TimeoutError:
                # The bot is busy; its clock catches up later.
                return
            except Exception as error:
                log.warning("The simulated clock stumbled", exc_info=error)

    def _behind(self) -> float:
        return (datetime.now(UTC) - self._env.now()).total_seconds()

    # The bot's life

    async def _start(self) -> None:
        try:
            await self._env.start()
        except Exception as error:
            raise SandboxError(f"The bot does not start: {_told(error)}") from error
        self.running = True
        bot = self._env.bot
        if bot.user is not None and bot.user.name != BOT_NAME:
            await bot.user.edit(username=BOT_NAME)
        tree = getattr(bot, "tree", None)
        if tree is not None and not any(self._env.backend.commands.values()):
            # Discord remembers a bot's commands; a simulated one that has just been made does not.
            await tree.sync()

    async def _stop(self) -> None:
        self.running = False
        try:
            await asyncio.wait_for(self._env.bot.close(), 10)
        except Exception as error:
            log.warning("The bot did not close in good order: %s", _told(error))
        self._env.settle_timeout = 10
        try:
            await self._env.shutdown()
        finally:
            self._env.settle_timeout = SETTLE

    async def _replace(self) -> None:
        async with self._turn:
            try:
                if self.running:
                    await self._stop()
                self._env.bot = self._factory(self._options)
                await self._start()
            except Exception as error:
                log.warning("The bot did not come back", exc_info=error)
                self.on_error(_told(error))

    def _tell_errors(self) -> None:
        errors = self._env.errors_since(self._errors_told)
        self._errors_told += len(errors)
        for error in errors:
            log.warning("The bot raised an error", exc_info=error)
            self.on_error(_told(error))

    # What is read from the simulator

    def _check(self) -> None:
        wanted = ("messages", "interactions", "users", "bot_user", "commands", "visible_commands")
        missing = [
            name for name in (*wanted, "emit", "advance_clock") if not hasattr(self._env.backend, name)
        ]
        if missing:
            raise SandboxError(
                f"The sandbox does not fit SimCord {simcord.__version__} (it lacks {', '.join(missing)}): "
                "install it with pip install 'hearts-bot[sandbox]'."
            )

    def _tapped(
        self, emit: Callable[[str, Mapping[str, Any]], None]
    ) -> Callable[[str, Mapping[str, Any]], None]:
        def tapped(event: str, payload: Mapping[str, Any]) -> None:
            if event == "INTERACTION_CREATE":
                payload = self._noted(payload)
            emit(event, payload)

        return tapped

    def _noted(self, payload: Mapping[str, Any]) -> Mapping[str, Any]:
        user, data = int(payload["member"]["user"]["id"]), payload["data"]
        self._opened = int(payload["id"])
        message = payload.get("message")
        self._origins[self._opened] = Origin(
            user,
            " ".join(_used(data)) if payload["type"] == 2 else None,
            int(message["id"]) if message is not None else None,
        )
        locale = next((person.locale for person in self.people if person.id == user), "en-US")
        return {**payload, "locale": locale}

    def changes(self) -> int:
        """Count what the bot has asked of Discord since the last call, and forget it."""
        requests = self._env.http_requests
        count = len(requests)
        requests.clear()
        return count

    def _all(self, place: Place) -> list[Any]:
        return list(self._env.backend.messages.get(place.id, {}).values())

    def _read(self, message: Any) -> StoredMessage:
        metadata, reference = message.interaction_metadata, message.reference
        seen = (
            message.content,
            message.edited_timestamp,
            message.flags,
            message.embeds,
            message.components,
            message.attachments,
        )
        return StoredMessage(
            id=message.id,
            author=message.author_id,
            content=message.content,
            created=_milliseconds(message.timestamp),
            edited=_milliseconds(message.edited_timestamp) if message.edited_timestamp else None,
            ephemeral=bool(message.flags & _EPHEMERAL),
            loading=bool(message.flags & _LOADING),
            pings=tuple(message.ping_user_ids),
            everyone=message.mention_everyone,
            origin=self._origins.get(int(metadata["id"])) if metadata else None,
            reply_to=int(reference["message_id"]) if reference else None,
            embeds=message.embeds,
            components=message.components,
            attachments=message.attachments,
            fingerprint=hash(json.dumps(seen, default=str)),
        )

    def _target(self, person: Person, place: Place, number: int) -> discord.Message:
        history = self._channels[place.name].history(viewer=self._actors[person.key])
        found = next((message for message in reversed(history) if message.id == number), None)
        if found is None:
            raise Refused("That message is gone.")
        return found

    def _typed(
        self, person: Person, place: Place, name: str, options: Mapping[str, Any], *, lenient: bool = False
    ) -> dict[str, Any]:
        leaf = next((leaf for full, leaf, _ in self.commands(person, place) if full == name), None)
        if leaf is None:
            raise Refused(f"There is no command /{name}.")
        kinds = {option["name"]: option["type"] for option in leaf.get("options") or []}
        typed: dict[str, Any] = {}
        for key, value in options.items():
            try:
                typed[key] = self._value(kinds.get(key, 3), value)
            except (ValueError, Refused) as error:
                if not lenient:
                    raise Refused(f"{key}: {error}") from error
        return typed

    def _value(self, kind: int, value: Any) -> Any:
        match kind:
            case 4:
                return int(value)
            case 10:
                return float(value)
            case 5:
                return value is True or value == "true"
            case 6 | 9:
                return self._entity(5, value)
            case 7:
                return self._entity(8, value)
            case 8:
                return self._entity(6, value)
            case 11:
                raise Refused("Files cannot be given to a command here.")
            case _:
                return str(value)

    def _entity(self, kind: int, value: str) -> Any:
        """Turn a menu's value into what SimCord takes: itself, or a person, role or channel."""
        if kind not in (5, 6, 7, 8):
            return value
        handles: list[Any] = []
        if kind in (5, 7):
            handles += self._actors.values()
        if kind in (6, 7):
            handles.append(self._env.guild.default_role)
        if kind == 8:
            handles += self._channels.values()
        found = next((handle for handle in handles if str(handle.id) == value), None)
        if found is None:
            raise Refused("That is not to be chosen here.")
        return found

    def _tidy(self) -> None:
        """Let go of the simulator's diary, and of files no message has shown for a while."""
        backend = self._env.backend
        backend.transcript.clear()
        blobs: dict[str, bytes] = getattr(backend.cdn, "_blobs", {})
        used = {
            file["url"]
            for place in self.places
            for message in self._all(place)
            for file in message.attachments
        }
        unused = set(blobs) - used
        for url in unused & self._unused_files:
            del blobs[url]
        self._unused_files = unused


class _refusals:  # noqa: N801 (reads as a statement)
    """Turn what SimCord says about impossible actions into `Refused`."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: Any) -> None:
        if isinstance(error, simcord.BackendError):
            raise Refused(error.message) from error
        if isinstance(error, simcord.SetupError):
            raise Refused(str(error).partition(" — ")[0]) from error


def _told(error: BaseException) -> str:
    text = str(error).splitlines()
    return f"{type(error).__name__}: {text[0]}" if text else type(error).__name__


def _milliseconds(timestamp: str) -> int:
    return int(datetime.fromisoformat(timestamp).timestamp() * 1000)


def _leaves(command: Json) -> Iterator[list[Json]]:
    children = [option for option in command.get("options") or [] if option.get("type") in _SUBCOMMANDS]
    if not children:
        yield [command]
        return
    for child in children:
        for path in _leaves(child):
            yield [command, *path]


def _used(data: Mapping[str, Any]) -> Iterator[str]:
    yield data["name"]
    for option in data.get("options") or []:
        if option["type"] in _SUBCOMMANDS:
            yield from _used(option)


def _walk(parts: Sequence[Any]) -> Iterator[Json]:
    for part in parts:
        if isinstance(part, dict):
            yield part
            for value in part.values():
                yield from _walk(value if isinstance(value, list) else [value])
