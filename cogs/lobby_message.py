"""The lobby: who sits at the table so far."""

from __future__ import annotations

from discord import ButtonStyle

from bot.engine.paces import Pace
from bot.engine.state import Computer, Person, TableState
from bot.rules.ruleset import Partners
from bot.text.rules_text import differences_list, ruleset_line, ruleset_title
from bot.text.words import Words
from cogs.choices import NO, YES
from cogs.clicks import Button, Menu, Option
from cogs.layout import Layout, Row
from cogs.levels import level_options, level_shown
from cogs.seating import SeatName
from cogs.teams import team_name


def lobby_layout(
    game_id: int, state: TableState, names: tuple[SeatName, ...], words: Words, *, counts: bool
) -> Layout:
    """The lobby's message.

    Args:
        game_id: the game, for the buttons.
        state: the table, in its lobby.
        names: of the seats.
        words: the language of the table.
        counts: whether games by its rules count for the leaderboard.
    """
    lines: list[str] = []
    teams = state.ruleset.partners is not Partners.NONE
    for number, (occupant, name) in enumerate(zip(state.seats, names, strict=True), start=1):
        host = isinstance(occupant, Person) and occupant.number == state.host
        text = words("lobby.host", name=name.text) if host else name.seated
        lines.append(words("lobby.seat", number=number, name=text))
    full = None not in state.seats
    paces = tuple(
        Option(pace, words(f"pace.{pace}"), words(f"pace.{pace}.about"), chosen=pace is state.pace)
        for pace in Pace
    )
    seen = str(state.rules_changed)
    sitting = [
        Button("join", game_id, words("button.join"), seen, style=ButtonStyle.success, disabled=full),
        Button("leave", game_id, words("button.leave")),
    ]
    if state.to_agree:
        sitting.append(Button("agree", game_id, words("button.agree"), seen, style=ButtonStyle.success))
    starting = [
        Button("rules", game_id, words("button.rules")),
        Button(
            "start", game_id, words("button.start"), style=ButtonStyle.primary, disabled=bool(state.to_agree)
        ),
    ]
    if any(isinstance(seat, Computer) for seat in state.seats):
        sitting.append(Button("remove", game_id, words("button.remove_computer")))
    rows: list[Row] = [
        sitting,
        Menu("add", game_id, level_options(words), placeholder=words("lobby.add_menu"), disabled=full),
        Menu("pace", game_id, paces, placeholder=words("lobby.pace_menu")),
        starting,
    ]
    if teams:
        rows.insert(2, _swap_menu(game_id, names, words))
        starting.insert(1, Button("shuffle", game_id, words("button.shuffle_seats")))
    starting.insert(-1, _hints_button(game_id, state, words))
    return Layout(
        texts=(
            words("lobby.title", rules=ruleset_title(state.ruleset, words)),
            differences_list(state.ruleset, words),
            "\n".join(lines),
            "\n".join(_teams(state, names, words)) if teams else "",
            _still_to_agree(state, names, words),
            words("lobby.pace", pace=words(f"pace.{state.pace}")),
            "" if full else words("lobby.level", level=level_shown(state.level, words)),
            _counting(state, counts, words),
            words("lobby.hint_partners" if teams else "lobby.hint"),
        ),
        rows=rows,
    )


def _counting(state: TableState, counts: bool, words: Words) -> str:
    """Whether the game will be rated, or why it does not even count for the leaderboard."""
    if state.hints:
        return words("lobby.hints")
    if not counts:
        return words("lobby.uncounted")
    return words("lobby.rated" if state.is_rated_where(counts=counts) else "lobby.unrated")


def _hints_button(game_id: int, state: TableState, words: Words) -> Button:
    """Allows hints, or forbids them again; what it does stands in it, so that pressing twice does no more."""
    if state.hints:
        return Button("hints", game_id, words("button.hints_off"), NO)
    return Button("hints", game_id, words("button.hints_on"), YES)


def _still_to_agree(state: TableState, names: tuple[SeatName, ...], words: Words) -> str:
    waited = [
        name.text
        for occupant, name in zip(state.seats, names, strict=True)
        if isinstance(occupant, Person) and occupant.number in state.to_agree
    ]
    return words("lobby.to_agree", names=words.list(waited)) if waited else ""


def _teams(state: TableState, names: tuple[SeatName, ...], words: Words) -> list[str]:
    return [
        words("lobby.team", number=number, names=team_name(side, names, words))
        for number, side in enumerate(state.ruleset.sides, start=1)
    ]


def _swap_menu(game_id: int, names: tuple[SeatName, ...], words: Words) -> Menu:
    seats = tuple(
        Option(str(seat), words("lobby.seat", number=seat + 1, name=name.label))
        for seat, name in enumerate(names)
    )
    return Menu("swap", game_id, seats, placeholder=words("lobby.swap_menu"), count=2)


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
