"""The panel: one seat's hand, and what can be done with it. Made from that seat's `View` alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle

from bot.engine.actions import Why
from bot.engine.state import Decision
from bot.rules.cards import NO_CARDS, Card, Cards
from bot.rules.hand_order import in_order
from bot.rules.ruleset import MoonChoice, Partners, Ruleset
from bot.rules.scoring import MoonQuestion, card_points
from bot.rules.view import View
from bot.text.cards import card_name, card_short, card_text, cards_text, hand_line, suit_name
from bot.text.words import Words
from cogs.clicks import Button, Menu, Option
from cogs.layout import Layout, Picture, Row, button_rows
from cogs.moon_text import option_lines, own_question
from cogs.seating import SeatName
from cogs.table_message import (
    BY_NOBODY,
    Clocked,
    claim_line,
    clock_legend,
    clock_line,
    kitty_line,
    plays_line,
    taken_line,
    turn_line,
)


@dataclass(frozen=True)
class Handling:
    """What the person is about to do, and how they like to do it.

    Attributes:
        chosen: what is chosen to be passed but not yet confirmed.
        tapped: the card that is tapped but not yet confirmed.
        claiming: whether the rest is claimed but not yet confirmed.
        queued: the card that is played when their turn comes.
        confirms: whether a card is tapped and then confirmed.
        queues: whether a card may be queued before their turn.
        due: when the clock makes their decision, in Unix seconds; None where nobody is hurried.
        clocked: what the clock has decided at the table.
        hints: whether hints may be asked for.
    """

    chosen: Cards = NO_CARDS
    tapped: Card | None = None
    claiming: bool = False
    queued: Card | None = None
    confirms: bool = False
    queues: bool = False
    due: float | None = None
    clocked: Clocked = BY_NOBODY
    hints: bool = False

    def begun(self, view: View) -> Cards:
        """The card that is tapped, or where it is not the seat's turn, queued; none where neither is."""
        card = self.tapped if view.to_play else self.queued if self.queues else None
        return NO_CARDS if card is None else Cards.of([card])


AS_EVERYBODY: Final = Handling()
"""Nothing is begun, and nothing is liked otherwise."""

SURE: Final = "sure"
"""Stands in the custom_id of a claim that has been confirmed."""


def panel_layout(
    game_id: int,
    view: View,
    names: tuple[SeatName, ...],
    picture: Picture | None,
    words: Words,
    *,
    handling: Handling = AS_EVERYBODY,
    notice: str = "",
) -> Layout:
    """The private message of a seat.

    Args:
        game_id: the game, for the buttons.
        view: what the seat knows.
        names: of the seats.
        picture: the hand; where it is not wanted or could not be drawn, the text says as much.
        words: the language of the person, with cards written as they like them.
        handling: what the person is about to do.
        notice: a sentence on top, such as why the last click was refused.
    """
    public, chosen, words = view.public, handling.chosen, words.beside(view.hand)
    if public.passing:
        direction = words(f"table.direction.{public.direction}")
        title = words("panel.title_passing", number=public.number, direction=direction)
        lines = _pass_lines(view, names, chosen, words)
    else:
        title = words("panel.title", number=public.number)
        lines = (*_play_lines(view, names, words, handling), _begun_line(view, handling, words))
    if handling.due is not None and (view.to_pass or view.to_play or _asked(view) is not None):
        lines = (*lines, clock_line(public, handling.due, names, words))
    if not public.tricks and public.scores:
        lines = (_last_deal(view, words), *lines)
    return Layout(
        texts=(title, words("panel.hand", cards=hand_line(view.hand, words))),
        picture=picture,
        below=("\n".join(line for line in lines if line), notice),
        instead=_instead_of_picture(view, words),
        rows=_rows(game_id, view, handling, words),
    )


def _instead_of_picture(view: View, words: Words) -> str:
    """What a picture of the hand would mark: the cards that may be played, and those received in the pass."""
    lines: list[str] = []
    received = (view.received or NO_CARDS) & view.hand
    # In the first tricks the line that says what was passed says this too.
    if received and len(view.public.tricks) >= 2:
        lines.append(words("panel.marked", cards=cards_text(received, words)))
    if view.to_play and view.legal == view.hand:
        lines.append(words("panel.playable_all"))
    elif view.to_play:
        lines.append(words("panel.playable", cards=cards_text(view.legal, words)))
    return "\n".join(lines)


def kept_layout(game_id: int, why: Why | None, words: Words) -> Layout:
    """What a person sees in place of their hand while a computer keeps their seat, and why it does."""
    back = Button("takeback", game_id, words("button.take_back"), style=ButtonStyle.success)
    return Layout(texts=(words(f"panel.kept.{why or Why.LEFT}"), words("panel.kept")), rows=((back,),))


def ended_layout(texts: Sequence[str]) -> Layout:
    """The panel when there is no hand to show any more.

    Args:
        texts: how the game ended.
    """
    return Layout(texts=texts)


def _refresh(game_id: int, words: Words) -> Button:
    return Button("refresh", game_id, words("button.refresh"))


def _hint(game_id: int, decision: Decision, words: Words) -> Button:
    return Button("hint", game_id, words("button.hint"), str(decision))


def _last_deal(view: View, words: Words) -> str:
    public, seat = view.public, view.seat
    points = public.scores[-1].points[seat]
    if public.ruleset.partners is Partners.NONE:
        return words.count("panel.last_deal", points, total=public.totals[seat])
    sides = zip(public.ruleset.sides, public.team_totals, strict=True)
    total = next(total for side, total in sides if seat in side)
    return words.count("panel.last_deal_team", points, total=total)


def _pass_lines(view: View, names: tuple[SeatName, ...], chosen: Cards, words: Words) -> tuple[str, ...]:
    public = view.public
    target = names[public.direction.target(view.seat, public.players)].text
    if view.passed is not None:
        passed = words("panel.passed", cards=cards_text(view.passed, words), name=target)
        return passed, turn_line(public, names, words)
    if chosen:
        return (words("panel.chosen", cards=cards_text(chosen, words), name=target),)
    return (words("panel.choose", name=target),)


def _play_lines(view: View, names: tuple[SeatName, ...], words: Words, handling: Handling) -> tuple[str, ...]:
    public, clocked = view.public, handling.clocked
    trick = ""
    if public.trick.plays:
        number = len(public.tricks) + 1
        trick = words("table.trick", number=number, plays=plays_line(public.trick, names, words, clocked))
    last = taken_line(public, len(public.tricks), names, words, clocked) if public.tricks else ""
    exchanged = ""
    if view.passed is not None and view.received is not None:
        exchanged = words(
            "panel.exchanged",
            passed=cards_text(view.passed, words),
            target=names[public.direction.target(view.seat, public.players)].text,
            received=cards_text(view.received, words),
            source=names[public.direction.source(view.seat, public.players)].text,
        )
    due = _due_line(view, words) if view.to_play else turn_line(public, names, words)
    question = _asked(view)
    if question is not None:
        asked = own_question(question, names, words)
        due = "\n".join((asked, *option_lines(question, public.ruleset, names, words, own=True)))
    claim = ""
    if view.may_claim and handling.claiming:
        claim = words("panel.claiming")
    elif view.may_claim and view.claim_shoots:
        claim = words("panel.may_claim_moon", claim=words("button.claim"))
    elif view.may_claim:
        points = card_points(public.rest, public.ruleset)
        claim = words.count("panel.may_claim", points, claim=words("button.claim"))
    hearts = words("table.hearts_broken" if public.broken else "table.hearts_unbroken")
    kitty = kitty_line(public, names, words)
    claimed = claim_line(public, names, words)
    legend = clock_legend(public, names, words, clocked)
    return exchanged, last, kitty, hearts, trick, legend, claimed, due, claim


def _moon_key(choice: MoonChoice, ruleset: Ruleset) -> str:
    teams = choice is MoonChoice.ADD and ruleset.partners is not Partners.NONE
    return "button.moon.add_opponents" if teams else f"button.moon.{choice}"


def _asked(view: View) -> MoonQuestion | None:
    """What the seat itself is asked about its moon."""
    question = view.public.moon_question
    return question if question is not None and question.seat == view.seat else None


def _due_line(view: View, words: Words) -> str:
    led = view.public.trick.led
    if led is None:
        if not view.public.tricks:
            return words("panel.opening", card=card_text(view.legal.lowest, words))
        return words("panel.lead")
    suit = suit_name(led, words)
    if view.hand.in_suit(led):
        return words("panel.follow", suit=suit)
    return words("panel.void", suit=suit)


def _begun_line(view: View, handling: Handling, words: Words) -> str:
    """What the person has begun to do with a card."""
    if handling.tapped is not None and view.to_play:
        return words("panel.tapped", card=card_text(handling.tapped, words))
    if view.to_play or not handling.queues:
        return ""
    if handling.queued is None:
        return words("panel.may_queue")
    return words("panel.queued", card=card_text(handling.queued, words))


def _rows(game_id: int, view: View, handling: Handling, words: Words) -> Sequence[Row]:
    public = view.public
    refresh = _refresh(game_id, words)
    if public.passing:
        return _pass_rows(game_id, view, handling, words) if view.to_pass else ((refresh,),)
    question = _asked(view)
    if question is not None:
        decision = Decision(public.number, None, moon=True)
        return (
            [
                Button(
                    "moon",
                    game_id,
                    words(_moon_key(option.choice, view.public.ruleset), n=question.stake),
                    f"{decision}:{option.choice}",
                    ButtonStyle.primary,
                )
                for option in question.options
            ],
            (refresh,),
        )
    last: list[Button] = [refresh]
    if handling.hints and view.to_play:
        last.insert(0, _hint(game_id, Decision(public.number, public.ply), words))
    if view.may_claim:
        label = words("button.claim_sure" if handling.claiming else "button.claim")
        detail = f"{public.number}:{SURE}" if handling.claiming else str(public.number)
        # Green invites; where the rest costs points, it need not be taken.
        costs = card_points(view.public.rest, view.public.ruleset) > 0 and not view.claim_shoots
        style = ButtonStyle.secondary if costs else ButtonStyle.success
        last.insert(0, Button("claim", game_id, label, detail, style))
    cards = button_rows(
        [_card_button(game_id, view, card, handling, words) for card in in_order(view.hand, words.look.order)]
    )
    tapped = handling.tapped
    if tapped is None or not view.to_play:
        return (*cards, last)
    label = words("button.play_card", card=card_short(tapped, words))
    detail = f"{Decision(public.number, public.ply)}:{tapped}"
    emoji = words.look.emoji.get(tapped, "")
    return (*cards, (Button("play", game_id, label, detail, ButtonStyle.success, emoji=emoji), *last))


def _card_button(game_id: int, view: View, card: Card, handling: Handling, words: Words) -> Button:
    public = view.public
    label, emoji = card_short(card, words), words.look.emoji.get(card, "")
    if not view.to_play and handling.queues:
        queued = card == handling.queued
        style = ButtonStyle.success if queued else ButtonStyle.secondary
        verb = "unqueue" if queued else "queue"
        return Button(verb, game_id, label, f"{public.number}:{card}", style, emoji=emoji)
    playable = card in view.legal
    style = ButtonStyle.primary if playable else ButtonStyle.secondary
    if card == handling.tapped:
        style = ButtonStyle.success
    detail = f"{Decision(public.number, public.ply)}:{card}"
    taps = handling.confirms or handling.tapped is not None
    return Button("tap" if taps else "play", game_id, label, detail, style, not playable, emoji)


def _pass_rows(game_id: int, view: View, handling: Handling, words: Words) -> Sequence[Row]:
    chosen, decision = handling.chosen, Decision(view.public.number, None)
    size = view.public.ruleset.pass_size
    options = tuple(
        Option(
            str(card),
            card_short(card, words),
            card_name(card, words),
            chosen=card in chosen,
            emoji=words.look.emoji.get(card, ""),
        )
        for card in in_order(view.hand, words.look.order)
    )
    placeholder = words.count("panel.menu", size)
    menu = Menu("choose", game_id, options, str(decision), placeholder, size)
    confirm = Button(
        "pass",
        game_id,
        words("button.confirm"),
        f"{decision}:{''.join(map(str, chosen))}",
        style=ButtonStyle.success,
        disabled=len(chosen) != size,
    )
    hint = (_hint(game_id, decision, words),) if handling.hints else ()
    return menu, (confirm, *hint, _refresh(game_id, words))
