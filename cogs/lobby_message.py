"""The lobby: who sits at the table so far."""

from __future__ import annotations

from discord import ButtonStyle

from bot.engine.paces import Pace
from bot.engine.state import Computer, Person, TableState
from bot.text.rules_text import ruleset_line
from bot.text.words import Words
from cogs.clicks import Button, Menu, Option
from cogs.layout import Layout
from cogs.seating import SeatName


def lobby_layout(game_id: int, state: TableState, names: tuple[SeatName, ...], words: Words) -> Layout:
    """The lobby's message.

    Args:
        game_id: the game, for the buttons.
        state: the table, in its lobby.
        names: of the seats.
        words: the language of the table.
    """
    lines: list[str] = []
    for number, (occupant, name) in enumerate(zip(state.seats, names, strict=True), start=1):
        host = isinstance(occupant, Person) and occupant.number == state.host
        text = words("lobby.host", name=name.text) if host else name.text
        lines.append(words("lobby.seat", number=number, name=text))
    full = None not in state.seats
    paces = tuple(
        Option(pace, words(f"pace.{pace}"), words(f"pace.{pace}.about"), chosen=pace is state.pace)
        for pace in Pace
    )
    computers = any(isinstance(seat, Computer) for seat in state.seats)
    return Layout(
        texts=(
            words("lobby.title", rules=ruleset_line(state.ruleset, words)),
            "\n".join(lines),
            words("lobby.pace", pace=words(f"pace.{state.pace}")),
            words("lobby.hint"),
        ),
        rows=(
            (
                Button("join", game_id, words("button.join"), style=ButtonStyle.success, disabled=full),
                Button("leave", game_id, words("button.leave")),
            ),
            (
                Button("add", game_id, words("button.add_computer"), disabled=full),
                Button("remove", game_id, words("button.remove_computer"), disabled=not computers),
                Button("start", game_id, words("button.start"), style=ButtonStyle.primary),
            ),
            Menu("pace", game_id, paces, placeholder=words("lobby.pace_menu")),
        ),
    )


def closed_layout(state: TableState, by: str | None, words: Words) -> Layout:
    """What is left of a table that was ended before its end.

    Args:
        state: the table.
        by: the name of whoever ended it, as it goes into a message; None where everybody had left.
        words: the language of the table.
    """
    text = words("table.abandoned") if by is None else words("table.cancelled", name=by)
    title = words("table.title_closed", rules=ruleset_line(state.ruleset, words))
    return Layout(texts=(title, text))
