"""A small Discord server in the simulator: people, channels, and everything people can do there."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.sandbox import payloads, threads
from bot.sandbox.options import BotFactory, SandboxOptions
from bot.sandbox.people import CHANNELS, COLOURS, LOCALES, NAMES, SERVER_NAME, Person, Place
from bot.sandbox.simulator import Simulator
from bot.sandbox.wire import Json, Modal, Outcome, Refused, StoredMessage, Why

if TYPE_CHECKING:
    import simcord

ANSWER_WITHIN = 3.0
"""Seconds Discord gives a bot to answer an interaction."""
LOOK = 0.02
"""Seconds between two looks whether it has answered."""
STEP = 0.1
"""Seconds between two readings of the real clock."""
TIDY_EVERY = 300
"""Steps between two times of letting go of what is no longer needed."""
SHOWN = 50
"""Messages of a channel that are shown, the newest."""


class World:
    """A server with a bot and people in it, running in real time.

    Keeps the people and their languages, and the forms that are open.

    Attributes:
        people: Everybody in the server, its owner first.
        on_change: Called when something people see may have changed.
        on_error: Called with one line about each error of the bot.
    """

    def __init__(self, options: SandboxOptions, factory: BotFactory) -> None:
        self.people: tuple[Person, ...] = ()
        self.on_change: Callable[[], None] = lambda: None
        self.on_error: Callable[[str], None] = lambda _: None
        self._database = options.database
        self._kept: tuple[Place, ...] = ()
        make = partial(factory, options)
        self._simulator = Simulator(make, self._locale_of, lambda text: self.on_error(text))
        self._actors: dict[str, simcord.MemberActor] = {}
        self._channels: dict[str, simcord.ChannelHandle] = {}
        self._modals: OrderedDict[str, simcord.InteractionResult] = OrderedDict()
        self._opened = 0
        self._restart: asyncio.Future[None] | None = None

    @classmethod
    async def open(cls, options: SandboxOptions, factory: BotFactory) -> "World":
        """Make the server and its people, and start the bot.

        Server, channels and people get the same ids each time, and threads are remembered, so that games in a
        named database find their place and their players again.

        Raises:
            SandboxError: the bot does not start, or SimCord is not the version this was written for.
        """
        world = cls(options, factory)
        env = world._simulator.env
        users = [env.create_user(name.lower(), global_name=name) for name in NAMES]
        guild = env.create_guild(SERVER_NAME, owner=users[0])
        for name in CHANNELS:
            world._channels[name] = guild.create_text_channel(name)
        people: list[Person] = []
        for number, user in enumerate(users[: options.people]):
            person = Person(user.name, NAMES[number], user.id, COLOURS[number], options.language_of(number))
            world._actors[person.key] = guild.add_member(user)
            people.append(person)
        world.people = tuple(people)
        world._take_up_threads()
        try:
            await world._simulator.start()
        except asyncio.CancelledError:
            await world._simulator.stop()
            raise
        return world

    async def close(self) -> None:
        """Stop the bot and the simulator, and give the process its clock back."""
        self._keep_threads()
        await self._simulator.stop()

    async def restart(self) -> None:
        """Replace the bot by a new one, as `live` comes round to it; does not raise if it fails to start."""
        if self._restart is None:
            self._restart = asyncio.get_running_loop().create_future()
        await asyncio.shield(self._restart)

    async def live(self) -> None:
        """Keep the bot's time in step with real time, and replace it when asked, until cancelled."""
        steps = 0
        while True:
            await asyncio.sleep(STEP)
            if self._restart is not None:
                await self._simulator.replace()
                self._restart.set_result(None)
                self._restart = None
                self.on_change()
            await self._simulator.tick()
            self._simulator.tell_errors()
            self._keep_threads()
            steps += 1
            if steps % TIDY_EVERY == 0:
                self._simulator.tidy([place.id for place in self.places])

    def _take_up_threads(self) -> None:
        if self._database is not None:
            for thread in threads.read(self._database):
                if thread.parent in self._channels:
                    self._simulator.add_thread(self._channels[thread.parent], thread.id, thread.name)
        self._kept = self.places

    def _keep_threads(self) -> None:
        places = self.places
        if self._database is not None and places != self._kept:
            threads.write(self._database, places)
            self._kept = places

    # What people see

    @property
    def places(self) -> tuple[Place, ...]:
        """Its channels, each followed by its threads."""
        found: list[Place] = []
        for name, channel in self._channels.items():
            found.append(Place(name, name, channel.id))
            found += [
                Place(str(thread.id), thread.name or "", thread.id, name)
                for thread in self._simulator.threads(channel)
            ]
        return tuple(found)

    @property
    def running(self) -> bool:
        """Whether the bot is running."""
        return self._simulator.running

    @property
    def bot_id(self) -> int:
        """The bot's Discord id."""
        return self._simulator.bot_id

    @property
    def guild_id(self) -> int:
        """The server's Discord id."""
        return self._simulator.env.guild.id

    def name_of(self, user: int) -> str | None:
        """Give the name others see of a user, the bot included."""
        return self._simulator.name_of(user)

    def changes(self) -> int:
        """Count what the bot has done since the last call."""
        return self._simulator.changes()

    def messages(self, person: Person, place: Place) -> list[StoredMessage]:
        """Give the newest messages of a channel a person may see, oldest first, without those dismissed."""
        return self._simulator.messages(place.id, person.id, SHOWN, person.dismissed)

    def message(self, place: Place, number: int, person: Person) -> StoredMessage | None:
        """Give one message if a person may see it."""
        return self._simulator.message(place.id, number, person.id)

    def commands(self, person: Person, place: Place) -> list[tuple[str, Json, list[Json]]]:
        """Give the commands a person may use in a channel.

        Returns:
            For each its full name, and in Discord's shape its innermost part, which has the options, and all
            its parts from the outermost on.
        """
        paths = [
            path
            for command in self._simulator.commands(place.id, person.id)
            for path in payloads.leaves(command)
        ]
        return [(" ".join(part["name"] for part in path), path[-1], path) for path in paths]

    def labels(self, name: str) -> dict[str, str]:
        """Give a command's full name as people of each language see it."""
        for command in self._simulator.all_commands():
            for path in payloads.leaves(command):
                if " ".join(part["name"] for part in path) == name:
                    return {
                        language: " ".join(payloads.local(part, "name", locale) for part in path)
                        for language, locale in LOCALES.items()
                    }
        return dict.fromkeys(LOCALES, name)

    async def file(self, person: Person, path: str) -> bytes | None:
        """Read a file that hangs on a message this person may see, None if there is no such file."""
        return await self._simulator.file(path, [place.id for place in self.places], person.id)

    def emoji(self, number: int) -> bytes | None:
        """Read the picture of an emoji of the bot's application, None if there is no such one."""
        return self._simulator.emoji(number)

    # What people do

    async def say(self, person: Person, place: Place, text: str) -> None:
        """Send a message.

        Raises:
            Refused: Discord would not let them.
        """
        actor, channel = self._actors[person.key], self._channel(place)
        await self._simulator.perform(lambda: actor.send(channel, text))
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
        actor, channel = self._actors[person.key], self._channel(place)
        typed = self._typed(person, place, name, options)
        return await self._interact(lambda: actor.slash(channel, name, **typed))

    async def complete(
        self, person: Person, place: Place, name: str, option: str, text: str, options: Mapping[str, Any]
    ) -> list[Json]:
        """Ask the bot to complete what somebody is typing into an option of a command.

        Returns:
            The choices in Discord's shape; empty if the bot offers none in time.

        Raises:
            Refused: there is no such command or option.
        """
        actor, channel = self._actors[person.key], self._channel(place)
        typed = self._typed(person, place, name, options, lenient=True)
        result = await self._simulator.perform(
            lambda: actor.autocomplete(channel, name, option, text, **typed)
        )
        answered = result is not None and await self._answered(result)
        return (result.autocomplete_choices if answered and result is not None else None) or []

    async def click(self, person: Person, place: Place, message: int, custom_id: str) -> Outcome:
        """Press a button.

        Raises:
            Refused: there is no such button, or it is disabled.
        """
        actor, target = self._actors[person.key], self._target(person, place, message)
        return await self._interact(lambda: actor.click(target, custom_id=custom_id))

    async def choose(
        self, person: Person, place: Place, message: int, custom_id: str, values: Sequence[str]
    ) -> Outcome:
        """Choose from a menu.

        Raises:
            Refused: there is no such menu, or too few, too many or unknown values.
        """
        actor, target = self._actors[person.key], self._target(person, place, message)
        stored = self.message(place, message, person)
        kind = payloads.kind_of(stored.components, custom_id) if stored is not None else 3
        chosen = [self._entity(kind, value) for value in values]
        return await self._interact(lambda: actor.select(target, chosen, custom_id=custom_id))

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
            raise Refused(Why.FORM_GONE)
        filled = {key: self._field(shown.modal, key, value) for key, value in values.items()}
        actor = self._actors[person.key]
        return await self._interact(lambda: actor.submit_modal(shown, filled))

    async def _interact(self, action: Callable[[], Any]) -> Outcome:
        result = await self._simulator.perform(action)
        self.on_change()
        if result is None or not await self._answered(result):
            return Outcome(answered=False)
        self.on_change()
        form = result.modal
        if form is None:
            return Outcome(answered=True)
        self._opened += 1
        handle = f"form-{self._opened}"
        self._modals[handle] = result
        while len(self._modals) > 4 * len(self.people):
            self._modals.popitem(last=False)
        return Outcome(answered=True, modal=Modal(handle, form))

    async def _answered(self, result: "simcord.InteractionResult") -> bool:
        for _ in range(int(ANSWER_WITHIN / LOOK)):
            if result.acknowledged:
                return True
            await asyncio.sleep(LOOK)
        return result.acknowledged

    def _channel(self, place: Place) -> "simcord.ChannelHandle":
        channel = self._channels[place.parent or place.key]
        if place.parent is None:
            return channel
        found = next((thread for thread in channel.threads if thread.id == place.id), None)
        if found is None:
            raise Refused(Why.MESSAGE_GONE)
        return found

    def _locale_of(self, user: int) -> str:
        return next((person.locale for person in self.people if person.id == user), "en-US")

    def _target(self, person: Person, place: Place, number: int) -> Any:
        history = self._channel(place).history(viewer=self._actors[person.key])
        found = next((message for message in reversed(history) if message.id == number), None)
        if found is None:
            raise Refused(Why.MESSAGE_GONE)
        return found

    def _typed(
        self, person: Person, place: Place, name: str, options: Mapping[str, Any], *, lenient: bool = False
    ) -> dict[str, Any]:
        """Give the values of options in their types; a lenient reading leaves out what does not fit yet."""
        leaf = next((leaf for full, leaf, _ in self.commands(person, place) if full == name), None)
        if leaf is None:
            raise Refused(Why.NO_COMMAND, f"/{name}")
        kinds = {option["name"]: option["type"] for option in leaf.get("options") or []}
        typed: dict[str, Any] = {}
        for key, value in options.items():
            try:
                typed[key] = self._value(kinds.get(key, 3), value)
            except (ValueError, Refused) as error:
                if not lenient:
                    why = error.why if isinstance(error, Refused) else Why.BAD_VALUE
                    raise Refused(why, key) from error
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
                return self._entity(7, value)
            case 7:
                return self._entity(8, value)
            case 8:
                return self._entity(6, value)
            case 11:
                raise Refused(Why.NO_FILES)
            case _:
                return str(value)

    def _field(self, form: Json | None, key: str, value: Any) -> Any:
        kind = payloads.kind_of(form, key)
        return [self._entity(kind, each) for each in value] if isinstance(value, list) else value

    def _entity(self, kind: int, value: str) -> Any:
        """Turn a menu's value into what SimCord takes: itself, or a person, a role or a channel."""
        if kind not in (5, 6, 7, 8):
            return value
        handles: list[Any] = []
        if kind in (5, 7):
            handles += self._actors.values()
        if kind in (6, 7):
            handles.append(self._simulator.env.guild.default_role)
        if kind == 8:
            handles += [self._channel(place) for place in self.places]
        found = next((handle for handle in handles if str(handle.id) == value), None)
        if found is None:
            raise Refused(Why.NOT_OFFERED)
        return found
