"""Who is in the sandbox's server, and where they can talk."""

from dataclasses import dataclass, field

LOCALES = {"en": "en-US", "de": "de"}
"""Discord's name of each language."""

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Finn", "Gus", "Hana")
COLOURS = ("#3ba55c", "#5865f2", "#e67e22", "#eb459e", "#1abc9c", "#9b59b6", "#e74c3c", "#607d8b")
CHANNELS = ("hearts", "lounge")
SERVER_NAME = "Hearts Sandbox"
BOT_NAME = "Hearts"


@dataclass(slots=True)
class Person:
    """Somebody who can use the page.

    Attributes:
        key: Their name in addresses, lower case.
        name: The name others see.
        id: Their Discord id.
        colour: Colour of their avatar, as CSS writes it.
        language: `en` or `de`; the page may change it.
        dismissed: Private messages they have put away.
    """

    key: str
    name: str
    id: int
    colour: str
    language: str
    dismissed: set[int] = field(default_factory=set[int])

    @property
    def locale(self) -> str:
        """Discord's name of their language."""
        return LOCALES[self.language]


@dataclass(frozen=True, slots=True)
class Place:
    """Where people can talk.

    Attributes:
        key: Its name in addresses: that of a channel, the id of a thread.
        name: The name people see.
        id: Its Discord id.
        parent: For a thread, the key of the channel it is in.
    """

    key: str
    name: str
    id: int
    parent: str | None = None
