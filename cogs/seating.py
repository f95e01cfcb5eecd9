"""Who sits at a table, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine.state import Computer, Person, TableState
from bot.text.words import Words, label, plain
from cogs.levels import level_face, level_name

if TYPE_CHECKING:
    from bot.app import HeartsBot


@dataclass(frozen=True)
class SeatName:
    """How one seat is called.

    Attributes:
        text: for a message: nothing in it pings or formats.
        label: for a button, a picture, an alt text.
        computer: whether a computer sits there.
        full: as `text`, and how a computer plays.
        level: how it plays, in a word; empty for people.
    """

    text: str
    label: str
    computer: bool = False
    full: str = ""
    level: str = ""

    @property
    def seated(self) -> str:
        """For the line that is about the seat."""
        return self.full or self.text


async def seat_names(bot: HeartsBot, state: TableState, words: Words) -> tuple[SeatName, ...]:
    """The names of the seats, in seat order; an empty seat is called empty."""
    people = await bot.store.people({*state.persons, *state.gone})
    names: list[SeatName] = []
    for seat in state.seats:
        match seat:
            case Person(number):
                person = people.get(number)
                name = person.name if person is not None else words("table.former_player")
                names.append(SeatName(plain(name), label(name)))
            case Computer(level, owner=int(number)):
                person = people.get(number)
                name = person.name if person is not None else words("table.former_player")
                face, plays, shown = level_face(level, words), level_name(level, words), plain(name)
                text = words("computer.keeps", name=shown, face=face)
                full = words("computer.keeps_level", name=shown, face=face, level=plays)
                names.append(SeatName(text, label(name), True, full, plays))
            case Computer(level, figure):
                name = words(f"computer.{figure}")
                face, plays = level_face(level, words), level_name(level, words)
                text = words("computer.shown", name=name, face=face)
                full = words("computer.shown_level", name=name, face=face, level=plays)
                names.append(SeatName(text, name, True, full, plays))
            case None:
                empty = words("lobby.empty")
                names.append(SeatName(empty, words("lobby.empty_label")))
    return tuple(names)
