"""The line protocol: a referee's messages in, answers out."""

import random
from dataclasses import replace
from io import StringIO

import pytest

from bot.players import Player, make_player
from bot.players.protocol import ProtocolError, serve
from bot.rules.cards import Card
from bot.rules.game import Game
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import DealScore, score
from bot.rules.shuffle import hands
from bot.rules.view import View, view


class Noting:
    """A computer player that notes what it was shown and what it chose; not by whether hearts are broken."""

    name = "noting"

    def __init__(self) -> None:
        self.player: Player = make_player("easy")
        self.seen: list[View] = []
        self.answers: list[str] = []

    def choose_pass(self, view: View) -> tuple[Card, ...]:
        cards = self.player.choose_pass(view)
        self.note(view, "pass", cards)
        return cards

    def choose_play(self, view: View) -> Card:
        card = self.player.choose_play(view)
        self.note(view, "play", (card,))
        return card

    def note(self, view: View, command: str, cards: tuple[Card, ...]) -> None:
        self.seen.append(view)
        self.answers.append(" ".join([command, *map(str, cards)]))


def played_by_us(ruleset: Ruleset, number: int, seat: int) -> tuple[list[str], Noting]:
    """A deal played here, as a referee would tell it to a seat, and what that seat saw and chose."""
    noting, others = Noting(), make_player()
    secret = random.Random(number).randbytes(32)
    game = Game(ruleset, 0, (DealScore((0, 0, 0, 0)),) * (number - 1))
    game = game.start_deal(hands(secret, ruleset, game.dealer))
    assert game.deal is not None
    direction = str(game.direction).replace("hold", "none")
    lines = [f"deal {number - 1} {seat} {direction} {game.deal.hands[seat]}"]
    if game.deal.passing:
        lines.append("pass")
        seen = [view(game, at) for at in range(4)]
        for at in range(4):
            game = game.pass_cards(at, (noting if at == seat else others).choose_pass(seen[at]))
        assert game.deal is not None
        lines.append(f"received {game.deal.received(seat)}")
    while game.deal is not None and game.deal.turn is not None:
        turn = game.deal.turn
        if turn == seat:
            lines.append(f"play {game.deal.legal(seat)}")
        card = (noting if turn == seat else others).choose_play(view(game, turn))
        game = game.play(turn, card)
        lines.append(f"played {turn} {card}")
    assert game.deal is not None
    lines.append("end " + " ".join(map(str, score(game.deal).points)))
    return lines, noting


def as_told(known: View) -> View:
    """A view less what the protocol does not tell: who dealt, and the deals before."""
    return replace(known, public=replace(known.public, dealer=0, scores=(), totals=(0, 0, 0, 0)))


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("number", [1, 2, 3, 4], ids=["left", "right", "across", "hold"])
@pytest.mark.parametrize("queen_breaks_hearts", [False, True])
def test_a_player_sees_through_the_protocol_what_it_sees_here(
    number: int, seat: int, queen_breaks_hearts: bool
) -> None:
    lines, here = played_by_us(Ruleset(queen_breaks_hearts=queen_breaks_hearts), number, seat)
    there, out = Noting(), StringIO()
    serve(there, ["hello 1", f"rules queen_breaks_hearts={int(queen_breaks_hearts)} other=7", *lines], out)
    assert out.getvalue().splitlines() == ["ready noting", *here.answers]
    for told, seen in zip(there.seen, here.seen, strict=True):
        same_break = replace(told, public=replace(told.public, broken=seen.public.broken))
        assert as_told(same_break) == as_told(seen)
        assert told.public.broken or not seen.public.broken


def answers(*lines: str) -> list[str]:
    out = StringIO()
    serve(make_player(), lines, out)
    return out.getvalue().splitlines()


def test_after_quit_nothing_is_answered() -> None:
    assert answers("hello 1", "quit", "hello 1") == ["ready medium"]


def test_unknown_messages_and_empty_lines_are_ignored() -> None:
    assert answers("weather 3", "", "hello 1") == ["ready medium"]


HAND = "2C 3C 5C 7C 2D 3D 4D 6D KH AH 3S 6S 8S"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["pass"], "'pass': no hand has been dealt"),
        (["play 2C"], "no hand has been dealt"),
        (["deal 0 0 left 2C 2C"], "a card stands twice"),
        (["deal 0 9 left " + HAND], "no seat 9"),
        (["deal 0 0 up " + HAND], "'up'"),
        (["deal 0 0 none " + HAND, "played 1 1X"], "not a card: '1X'"),
        (["deal 0 0 none " + HAND, "played 1"], "'played 1'"),
        (["deal 0 0 none " + HAND, "play"], "not to play"),
        (["deal 0 0 none " + HAND, "pass"], "no pass"),
    ],
)
def test_a_message_that_cannot_be_followed_is_named(lines: list[str], message: str) -> None:
    with pytest.raises(ProtocolError, match=message):
        answers(*lines)
