"""The line protocol, version 1, by which a referee plays a computer player of ours against any other program.

Every message is one line of words separated by single spaces; cards are rank then suit ("QS"), seats 0 to 3
clockwise. The referee sends, and the player answers where there is an arrow:

    hello 1                    -> ready NAME
    rules KEY=VALUE ...        queen_breaks_hearts=1: so does the queen of spades; other keys are ignored
    deal N SEAT DIRECTION C*13 a new hand; the direction is left, right, across or none
    pass                       -> pass C C C
    received C C C             the cards passed to us
    play C ...                 -> play C: one of the legal cards listed
    played SEAT C              a card was played, our own included
    end P P P P                the points of the deal
    quit
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, TextIO, TypeVar

from bot.players.player import Player
from bot.rules.cards import HEARTS, NO_CARDS, QUEEN_OF_SPADES, Card, Cards
from bot.rules.ruleset import Direction, Ruleset
from bot.rules.scoring import card_points
from bot.rules.trick import NO_TRICK, Play, Trick
from bot.rules.view import PublicView, View

SEATS: Final = 4
HOLD_WORD: Final = "none"


T = TypeVar("T")


class ProtocolError(ValueError):
    """A message that cannot be followed; the text names it and what is wrong."""


def serve(player: Player, lines: Iterable[str], out: TextIO) -> None:
    """Answer a referee until it sends `quit` or its messages end; unknown messages are ignored.

    Args:
        player: who plays.
        lines: the referee's messages.
        out: where the answers go, flushed one by one.

    Raises:
        ProtocolError: for a message that cannot be followed.
    """
    ruleset = Ruleset()
    view: View | None = None
    for line in lines:
        command, *words = line.split() or [""]
        answer = ""
        try:
            if command == "hello":
                answer = f"ready {player.name}"
            elif command == "rules":
                ruleset = _read_rules(words)
            elif command == "deal":
                view = _dealt(ruleset, words)
            elif command == "end":
                view = None
            elif command == "quit":
                return
            elif command in _DURING_A_DEAL:
                if view is None:
                    raise ProtocolError("no hand has been dealt")
                if command == "pass":
                    cards = Cards.of(player.choose_pass(view))
                    view = _passed(view, cards)
                    answer = f"pass {cards}"
                elif command == "received":
                    view = _received(view, _read_cards(words))
                elif command == "played":
                    view = _played(view, int(words[0]), Card.parse(words[1]))
                else:
                    legal = _read_cards(words)
                    public = replace(view.public, turn=view.seat)
                    answer = f"play {player.choose_play(replace(view, public=public, legal=legal))}"
        except (ValueError, IndexError) as error:
            raise ProtocolError(f"{line.strip()!r}: {error}") from error
        if answer:
            print(answer, file=out, flush=True)


_DURING_A_DEAL: Final = ("pass", "received", "play", "played")


def _read_rules(words: list[str]) -> Ruleset:
    return Ruleset(queen_breaks_hearts="queen_breaks_hearts=1" in words)


def _read_cards(words: list[str]) -> Cards:
    return Cards.parse(" ".join(words))


def _dealt(ruleset: Ruleset, words: list[str]) -> View:
    """The view of a new hand; zeros stand for the dealer and the totals, which the protocol does not tell."""
    number, seat, direction = int(words[0]), int(words[1]), words[2]
    hand = _read_cards(words[3:])
    nobody = (NO_CARDS,) * SEATS
    holds = direction == HOLD_WORD
    public = PublicView(
        ruleset=ruleset,
        number=number + 1,
        dealer=0,
        direction=Direction.HOLD if holds else Direction(direction),
        scores=(),
        totals=(0,) * SEATS,
        passing=not holds,
        confirmed=(False,) * SEATS,
        hand_sizes=(len(hand),) * SEATS,
        tricks=(),
        trick=NO_TRICK,
        turn=None,
        broken=False,
        taken=nobody,
        points=(0,) * SEATS,
    )
    if not 0 <= seat < SEATS:
        raise ProtocolError(f"no seat {seat}")
    return View(public, seat, dealt=hand, hand=hand, passed=None, received=None, legal=NO_CARDS)


def _passed(view: View, cards: Cards) -> View:
    confirmed = tuple(seat == view.seat for seat in range(SEATS))
    return replace(view, passed=cards, public=replace(view.public, confirmed=confirmed))


def _received(view: View, cards: Cards) -> View:
    hand = view.dealt - (view.passed or NO_CARDS) | cards
    public = replace(view.public, passing=False, confirmed=(True,) * SEATS)
    return replace(view, received=cards, hand=hand, public=public)


def _played(view: View, seat: int, card: Card) -> View:
    public = view.public
    trick = Trick((*public.trick.plays, Play(seat, card)))
    sizes = _with(public.hand_sizes, seat, public.hand_sizes[seat] - 1)
    breaks = card in HEARTS or (public.ruleset.queen_breaks_hearts and card == QUEEN_OF_SPADES)
    public = replace(public, trick=trick, hand_sizes=sizes, turn=None, broken=public.broken or breaks)
    taker = trick.taker
    if len(trick) == SEATS and taker is not None:
        taken = _with(public.taken, taker, public.taken[taker] | trick.cards)
        points = _with(public.points, taker, card_points(taken[taker], public.ruleset))
        public = replace(public, trick=NO_TRICK, tricks=(*public.tricks, trick), taken=taken, points=points)
    hand = view.hand - Cards.of([card]) if seat == view.seat else view.hand
    return replace(view, public=public, hand=hand)


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
