"""Who sits at a table, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine.state import Computer, Person, TableState
from bot.text.words import Words, label, plain

if TYPE_CHECKING:
    from bot.app import HeartsBot


@dataclass(frozen=True)
class SeatName:
    """How one seat is called.

    Attributes:
        text: for a message: nothing in it pings or formats.
        label: for a button, a picture, an alt text.
        computer: whether a computer sits there.
    """

    text: str
    label: str
    computer: bool = False


async def seat_names(bot: HeartsBot, state: TableState, words: Words) -> tuple[SeatName, ...]:
    """The names of the seats, in seat order; an empty seat is called empty."""
    people = await bot.store.people({*state.persons, *state.gone})
    names: list[SeatName] = []
    for seat in state.seats:
        match seat:
            case Person(number):
                person = people.get(number)
                name = person.name if person is not None else words("table.somebody")
                names.append(SeatName(plain(name), label(name)))
            case Computer(owner=int(number)):
                person = people.get(number)
                name = person.name if person is not None else words("table.somebody")
                text = words("computer.keeps", name=plain(name))
                names.append(SeatName(text, label(name), computer=True))
            case Computer(_, figure):
                name = words(f"computer.{figure}")
                names.append(SeatName(words("computer.shown", name=name), name, computer=True))
            case None:
                empty = words("lobby.empty")
                names.append(SeatName(empty, words("lobby.empty_label")))
    return tuple(names)
