"""What passes between the simulated Discord and the page's side of the sandbox."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""A JSON object in Discord's own shape."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The interaction a message answers.

    Attributes:
        person: Discord id of whoever used it.
        command: The full name of the command, None for a click, a choice or a form.
        message: Id of the message that was clicked, if there was one.
    """

    person: int
    command: str | None
    message: int | None


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message as the simulated Discord keeps it; embeds, components and attachments in Discord's shape.

    Attributes:
        created: Milliseconds since 1970.
        edited: The same, None if it was never edited.
        pings: Ids of the people it notifies, which is less than those it names.
        thread: The thread it says has been started, None for any other message.
        fingerprint: Equal for two readings exactly if nothing a person sees has changed.
    """

    id: int
    author: int
    content: str
    created: int
    edited: int | None
    ephemeral: bool
    loading: bool
    pings: tuple[int, ...]
    everyone: bool
    origin: Origin | None
    reply_to: int | None
    thread: int | None
    embeds: list[Json]
    components: list[Json]
    attachments: list[Json]
    fingerprint: int


@dataclass(frozen=True, slots=True)
class Modal:
    """A form the bot has opened: the handle that submits it, and the form in Discord's shape."""

    handle: str
    form: Json


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an interaction.

    Attributes:
        answered: Whether the bot acknowledged it within Discord's three seconds.
        modal: The form it opened, if it did.
    """

    answered: bool
    modal: Modal | None = None


class Why(StrEnum):
    """Why something cannot be done; the page has a sentence for each in every language."""

    NOT_RUNNING = "not_running"
    FORM_GONE = "form_gone"
    MESSAGE_GONE = "message_gone"
    NO_COMMAND = "no_command"
    NO_FILES = "no_files"
    NOT_OFFERED = "not_offered"
    BAD_VALUE = "bad_value"
    NONSENSE = "nonsense"
    DISCORD = "discord"


class Refused(Exception):
    """Something a person could not do in Discord either.

    Attributes:
        why: The reason.
        about: What the reason is about: a command, an option, or Discord's own words. May be empty.
    """

    def __init__(self, why: Why, about: str = "") -> None:
        super().__init__(f"{why}: {about}".removesuffix(": "))
        self.why = why
        self.about = about
