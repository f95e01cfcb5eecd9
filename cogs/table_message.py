"""The table everybody sees while a deal is running."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle

from bot.rules.cards import NO_CARDS, Card
from bot.rules.scoring import card_points
from bot.rules.shuffle import kitty_size
from bot.rules.trick import Trick
from bot.rules.view import PublicView
from bot.text.cards import card_text, cards_text
from bot.text.words import Words
from cogs.clicks import Button
from cogs.layout import Layout, Picture
from cogs.moon_text import asked_line, option_lines, unasked_line
from cogs.seating import SeatName
from cogs.teams import by_team


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
            card=card_text(play.card, words),
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
    kitty = view.kitty if number == 1 else None
    return words.count(
        "table.trick_taken",
        card_points(trick.cards | (kitty or NO_CARDS), view.ruleset),
        number=number,
        name=names[taker].text,
        plays=plays_line(trick, names, words, clocked),
    )


def turn_line(view: PublicView, names: tuple[SeatName, ...], words: Words) -> str:
    """Who is waited for."""
    if view.moon_question is not None:
        asked = asked_line(view.moon_question, names, words)
        return "\n".join((asked, *option_lines(view.moon_question, view.ruleset, names, words)))
    if view.passing:
        waited = words.list(f"**{names[seat].text}**" for seat in view.awaited)
        return words("table.passing", names=waited)
    if view.turn is None:
        return ""
    key = "table.to_follow" if view.trick.plays else "table.to_lead"
    return words(key, name=names[view.turn].text)


def claim_line(view: PublicView, names: tuple[SeatName, ...], words: Words) -> str:
    """Who has laid the hand open and takes the rest; empty where nobody has."""
    if view.claimed is None:
        return ""
    cards = cards_text(view.laid_open, words)
    return words("table.claimed", name=names[view.claimed].text, cards=cards)


def kitty_line(view: PublicView, names: tuple[SeatName, ...], words: Words) -> str:
    """What lies face down, or lay there and who has it; empty where nothing does."""
    if view.kitty is None:
        return words.count("table.kitty_down", kitty_size(view.ruleset), back=words.look.back)
    if not view.kitty:
        return ""
    taker = next(seat for seat, cards in enumerate(view.taken) if view.kitty <= cards)
    return words.count(
        "table.kitty_up",
        card_points(view.kitty, view.ruleset),
        cards=cards_text(view.kitty, words),
        name=names[taker].text,
    )


def clock_line(view: PublicView, due: float, names: tuple[SeatName, ...], words: Words) -> str:
    """When the clock decides, as a time that counts by itself."""
    time = f"<t:{int(due)}:R>"
    if view.moon_question is not None:
        return unasked_line(view.moon_question, time, view.ruleset, names, words)
    return words("table.clock", time=time)


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
    clock = "" if scene.due is None else clock_line(view, scene.due, names, words)
    legend = clock_legend(view, names, words, scene.clocked)
    title = words("table.title", number=view.number)
    if view.passing:
        direction = words(f"table.direction.{view.direction}")
        title = words("table.title_passing", number=view.number, direction=direction)
    lines = [_seat_line(view, seat, names, words) for seat in range(view.players)]
    points = by_team(view.ruleset, view.team_totals, lines, names, words)
    return Layout(
        texts=(title, "\n".join((words("table.points"), *points))),
        picture=picture,
        below=(
            "\n".join(
                line
                for line in (
                    hearts,
                    middle,
                    kitty_line(view, names, words),
                    legend,
                    claim_line(view, names, words),
                    turn_line(view, names, words),
                    clock,
                )
                if line
            ),
        ),
        instead=_instead_of_picture(scene, names, words),
        footer=words("table.commitment", commitment=scene.commitment),
        rows=((Button("hand", game_id, words("button.my_hand"), style=ButtonStyle.primary),),),
    )


def _instead_of_picture(scene: Scene, names: tuple[SeatName, ...], words: Words) -> str:
    """What a picture of the table shows beside what stands below it: cards left, and the trick before."""
    view = scene.view
    held = words.list(
        words("table.held_by", name=name.text, n=count)
        for name, count in zip(names, view.hand_sizes, strict=True)
    )
    lines = [words("table.held", seats=held)]
    earlier = [number for number, trick in enumerate(view.tricks, start=1) if trick != scene.trick]
    if earlier:
        lines.append(taken_line(view, earlier[-1], names, words, scene.clocked))
    return "\n".join(lines)


def _seat_line(view: PublicView, seat: int, names: tuple[SeatName, ...], words: Words) -> str:
    name = names[seat].seated
    if seat == view.dealer:
        name = words("table.dealer", name=name)
    points = view.points[seat]
    key = "table.seat" if points >= 0 else "table.seat_less"
    line = words(key, n=abs(points), name=name, total=view.totals[seat])
    return words("table.seat_to_act", line=line) if seat in view.awaited else line
