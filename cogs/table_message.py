"""The table everybody sees: the running deal, a finished deal, and the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle

from bot.engine.state import DealHistory
from bot.rules.cards import Card
from bot.rules.game import Game
from bot.rules.scoring import card_points
from bot.rules.shuffle import commitment
from bot.rules.trick import Trick
from bot.rules.view import PublicView
from bot.text.cards import card_short
from bot.text.words import Words
from cogs.clicks import Button
from cogs.layout import Download, Layout, Picture
from cogs.seating import SeatName


@dataclass(frozen=True)
class Clocked:
    """What the clock has decided in a running deal; everybody may know.

    Attributes:
        cards: the cards it has played.
        passes: the seats whose pass it has chosen.
    """

    cards: frozenset[Card] = frozenset()
    passes: frozenset[int] = frozenset()


BY_NOBODY: Final = Clocked()
"""Everything was decided by those who sit there."""


@dataclass(frozen=True)
class Scene:
    """A running deal as it is shown.

    Attributes:
        view: what everybody may know.
        trick: the trick in the middle: the running one, or the last while nobody has led to the next.
        commitment: what the deal was fixed by, hex.
        due: when the clock makes the open decision, in Unix seconds; None where nobody is hurried.
        clocked: what the clock has decided.
    """

    view: PublicView
    trick: Trick
    commitment: str
    due: float | None = None
    clocked: Clocked = BY_NOBODY

    @property
    def finished_trick(self) -> bool:
        """Whether the trick in the middle is one that somebody has taken."""
        return len(self.trick) == self.view.players


def plays_line(trick: Trick, names: tuple[SeatName, ...], words: Words, clocked: Clocked = BY_NOBODY) -> str:
    """The cards of a trick in the order they were played, each with who played it; the clock's are marked."""
    return " · ".join(
        words(
            "table.play_by_clock" if play.card in clocked.cards else "table.play",
            name=names[play.seat].text,
            card=card_short(play.card, words),
        )
        for play in trick.plays
    )


def clock_legend(view: PublicView, names: tuple[SeatName, ...], words: Words, clocked: Clocked) -> str:
    """What the clock's mark means where it is to be seen, and whose pass the clock has chosen."""
    lines: list[str] = []
    seen = [trick for trick in (view.trick, view.last_trick) if trick is not None]
    if any(play.card in clocked.cards for trick in seen for play in trick.plays):
        lines.append(words("table.clock_legend"))
    if clocked.passes and len(view.tricks) < 2:
        passed = words.list(names[seat].text for seat in sorted(clocked.passes))
        lines.append(words("table.clock_passed", names=passed))
    return "\n".join(lines)


def taken_line(
    view: PublicView,
    number: int,
    names: tuple[SeatName, ...],
    words: Words,
    clocked: Clocked = BY_NOBODY,
) -> str:
    """A finished trick in a sentence.

    Args:
        view: the deal.
        number: the trick's number, counted from 1.
        names: of the seats.
        words: the language.
        clocked: what the clock has decided.
    """
    trick = view.tricks[number - 1]
    taker = trick.taker
    assert taker is not None
    return words.count(
        "table.trick_taken",
        card_points(trick.cards, view.ruleset),
        number=number,
        name=names[taker].text,
        plays=plays_line(trick, names, words, clocked),
    )


def turn_line(view: PublicView, names: tuple[SeatName, ...], words: Words) -> str:
    """Who is waited for."""
    if view.passing:
        waited = words.list(f"**{names[seat].text}**" for seat in view.awaited)
        return words("table.passing", names=waited)
    if view.turn is None:
        return ""
    key = "table.to_follow" if view.trick.plays else "table.to_lead"
    return words(key, name=names[view.turn].text)


def clock_line(due: float, words: Words) -> str:
    """When the clock decides, as a time that counts by itself."""
    return words("table.clock", time=f"<t:{int(due)}:R>")


def table_layout(
    game_id: int, scene: Scene, names: tuple[SeatName, ...], picture: Picture | None, words: Words
) -> Layout:
    """The message of a running deal."""
    view = scene.view
    middle = ""
    if scene.finished_trick:
        middle = taken_line(view, view.tricks.index(scene.trick) + 1, names, words, scene.clocked)
    elif scene.trick.plays:
        number = len(view.tricks) + 1
        middle = words(
            "table.trick", number=number, plays=plays_line(scene.trick, names, words, scene.clocked)
        )
    hearts = words("table.hearts_broken" if view.broken else "table.hearts_unbroken")
    clock = "" if scene.due is None else clock_line(scene.due, words)
    legend = clock_legend(view, names, words, scene.clocked)
    title = words("table.title", number=view.number)
    if view.passing:
        direction = words(f"table.direction.{view.direction}")
        title = words("table.title_passing", number=view.number, direction=direction)
    points = [_seat_line(view, seat, names, words) for seat in range(view.players)]
    return Layout(
        texts=(title, "\n".join((words("table.points"), *points))),
        picture=picture,
        below=(
            "\n".join(
                line for line in (hearts, middle, legend, turn_line(view, names, words), clock) if line
            ),
        ),
        footer=words("table.commitment", commitment=scene.commitment),
        rows=((Button("hand", game_id, words("button.my_hand"), style=ButtonStyle.primary),),),
    )


def _seat_line(view: PublicView, seat: int, names: tuple[SeatName, ...], words: Words) -> str:
    name = names[seat].text
    if seat == view.dealer:
        name = words("table.dealer", name=name)
    line = words("table.seat", n=view.points[seat], name=name, total=view.totals[seat])
    return words("table.seat_to_act", line=line) if seat in view.awaited else line


def deal_layout(history: DealHistory, game: Game, names: tuple[SeatName, ...], words: Words) -> Layout:
    """What is left of the message of a deal when it is over: what happened, and the secret it was dealt from.

    Args:
        history: the deal.
        game: the game up to this deal, its points included.
        names: of the seats.
        words: the language of the table.
    """
    score, totals = history.score, game.totals
    lines = [
        words.count("deal.seat", score.points[seat], name=names[seat].text, total=totals[seat])
        for seat in range(len(names))
    ]
    happened = [words("deal.moon", name=names[seat].text) for seat in score.moon]
    if not history.deal.over:
        happened.append(words("deal.rest_skipped"))
    if max(totals) >= game.ruleset.limit and not game.over:
        level = words.list(names[seat].text for seat, total in enumerate(totals) if total == min(totals))
        happened.append(words("deal.tie", names=level))
    return Layout(
        texts=(
            words("deal.title", number=history.number),
            "\n".join(lines),
            "\n".join(happened),
        ),
        footer=words("deal.secret", secret=history.secret.hex(), commitment=commitment(history.secret)),
    )


def places_text(game: Game, names: tuple[SeatName, ...], words: Words) -> str:
    """The placing at the end of a game, a line a seat, best first."""
    totals, places = game.totals, game.places
    order = sorted(range(len(names)), key=lambda seat: (places[seat], seat))
    return "\n".join(
        words.count("over.place", totals[seat], place=places[seat], name=names[seat].text) for seat in order
    )


def over_layout(
    game_id: int, game: Game, names: tuple[SeatName, ...], record: Download, words: Words
) -> Layout:
    """The message at the end of a game: the placing, the record, and another game for who likes one."""
    winners = words.list(names[seat].text for seat in game.winners)
    return Layout(
        texts=(
            words("over.title", name=winners),
            places_text(game, names, words),
        ),
        download=record,
        rows=((Button("rematch", game_id, words("button.rematch"), style=ButtonStyle.success),),),
    )
