"""A record played again through the rules: what could be played at each point, and whether all was allowed.

`replay` needs the cards alone; `verify` also holds the record against the order of deals and against its
secrets.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final

from bot.rules.cards import NO_CARDS, Card, Cards
from bot.rules.claims import refuse_claim
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.record import DealRecord, Record
from bot.rules.refusal import IllegalAct, Refusal, Rule
from bot.rules.scoring import settled
from bot.rules.shuffle import SECRET_BYTES, commitment, deck, hand_size, hands, kitty, left_out

Line = Mapping[str, object]
"""One line of a replay, made of what JSON knows; its keys are in the order they are shown in."""


class Fault(StrEnum):
    """What can be wrong with a record beside a pass or a play that is not allowed."""

    DEALT_TWICE = "dealt_twice"
    LEFT_OUT = "left_out"
    HAND_SIZE = "hand_size"
    KITTY = "kitty"
    MOON_CHOICE = "moon_choice"
    DEAL_NOT_OVER = "deal_not_over"
    GAME_OVER = "game_over"
    PASS_CYCLE = "pass_cycle"
    DEALER = "dealer"
    COMMITMENT = "commitment"
    SECRET = "secret"


SENTENCES: Final[Mapping[Rule | Fault, str]] = {
    Rule.NO_PASS_NOW: "this deal has no pass, or the pass is over",
    Rule.PASS_CONFIRMED: "a confirmed pass is final",
    Rule.PASS_COUNT: "a pass is exactly three different cards",
    Rule.PASS_NOT_OVER: "no card is played before every seat has passed",
    Rule.DEAL_OVER: "no card is played after the last trick",
    Rule.NOT_YOUR_TURN: "another seat is to play",
    Rule.NOT_HELD: "the seat does not hold the card",
    Rule.OPENING_LEAD: "the holder of the lowest club leads it to the first trick",
    Rule.FOLLOW_SUIT: "a suit that was led is followed by whoever holds it",
    Rule.NO_POINTS_ON_FIRST_TRICK: "no heart or QS on the first trick from a hand with anything else",
    Rule.HEARTS_NOT_BROKEN: "hearts are not led before they are broken by a hand with anything else",
    Rule.CLAIM_NOT_NOW: "who is to play or has the trick claims, after the first trick and before the last",
    Rule.CLAIM_NOT_PROVED: "the cards of the others may lie so that they take a trick",
    Rule.NO_MOON_CHOICE: "only the shooter of a moon is asked, where the rules say so",
    Fault.DEALT_TWICE: "a card is dealt twice",
    Fault.LEFT_OUT: "a card is dealt that the rules leave out",
    Fault.HAND_SIZE: "a seat is not dealt its share of the deck",
    Fault.KITTY: "the kitty is not what is left of the deck once every seat has its share",
    Fault.MOON_CHOICE: "a choice stands where the rules let no shooter of a moon choose",
    Fault.DEAL_NOT_OVER: "another deal follows one that still has points to take",
    Fault.GAME_OVER: "another deal follows the one that ended the game",
    Fault.PASS_CYCLE: "the direction of the pass is not the one whose turn it is",
    Fault.DEALER: "the dealer is not named, or is not the one whose turn it is",
    Fault.COMMITMENT: "the commitment is missing, or is not the SHA-256 of the secret, in hexadecimal",
    Fault.SECRET: "the secret is missing, or does not deal these cards",
}
"""What each rule asks for and what each fault is, in words for whoever reads a log."""


class ReplayError(ValueError):
    """A record of something that is not allowed; its text is one line.

    Attributes:
        deal: the deal's number in the record, counted from 1.
        rule: what stands against it.
        trick: the trick's number in the deal, counted from 1; 0 before the first, while cards are dealt and
            passed.
        seat: who; None where it is no seat's doing.
        cards: what was dealt, passed or played against the rule; empty where it is no card's matter.
        due: the cards that could be played instead, where that is the point.
    """

    def __init__(
        self,
        deal: int,
        rule: Rule | Fault,
        *,
        trick: int = 0,
        seat: int | None = None,
        cards: Cards = NO_CARDS,
        due: Cards = NO_CARDS,
    ) -> None:
        where = [f"deal {deal}", f"trick {trick}" if trick else "before trick 1"]
        if seat is not None:
            where += [f"seat {seat}", str(cards) or "no card"]
        elif cards:
            where.append(str(cards))
        why = f"{rule}: {SENTENCES[rule]}" + (f" (due: {due})" if due else "")
        super().__init__(f"{', '.join(where)}: {why}")
        self.deal = deal
        self.rule = rule
        self.trick = trick
        self.seat = seat
        self.cards = cards
        self.due = due


def replay(record: Record) -> Generator[Line, None, Game]:
    """Play a record again.

    The pass directions are taken as the record gives them. Its last deal may stop anywhere; the others at a
    point where no points are left to take.

    Yields:
        Before every play `deal`, `trick` (both counted from 1), `seat`, `legal` (the cards that may be
        played, sorted) and `played`; after a deal without points left to take `deal`, `points`, `totals` (a
        number a seat), `moon` (the seats credited with one) and `sun`; at the end `over` and `winners`.

    Returns:
        The game as the record leaves it.

    Raises:
        ReplayError: at the first thing that is not allowed, after the lines before it.
    """
    game = Game(record.ruleset, first_dealer=(record.deals[0].dealer or 0) if record.deals else 0)
    for number, written in enumerate(record.deals, 1):
        if game.deal is not None:
            raise ReplayError(number, Fault.DEAL_NOT_OVER)
        if game.over:
            raise ReplayError(number, Fault.GAME_OVER)
        game = yield from _replayed_deal(game, number, written)
    yield {"over": game.over, "winners": list(game.winners)}
    return game


def verify(record: Record) -> Game:
    """Check everything a record says.

    Beside what `replay` checks, that is: the pass directions follow the cycle from its beginning, the deal
    moves clockwise, and every deal has a secret that its commitment fits and its hands come from.

    Returns:
        The game as the record leaves it.

    Raises:
        ReplayError: at the first thing that is wrong or cannot be checked.
    """
    for number, written in enumerate(record.deals, 1):
        _check_frame(record, number, written)
    lines = replay(record)
    while True:
        try:
            next(lines)
        except StopIteration as end:
            return end.value


def _replayed_deal(game: Game, number: int, written: DealRecord) -> Generator[Line, None, Game]:
    deal = _passed(_dealt(game, number, written), number, written)
    for card in written.plays:
        trick = len(deal.tricks) + 1
        if deal.passing:
            raise _illegal_pass(deal, number)
        seat = deal.tricks[-1].taker if deal.turn is None else deal.turn
        assert seat is not None
        legal = deal.legal(seat)
        try:
            after = deal.play(seat, card)
        except IllegalAct as error:
            raise _refused(number, trick, error.refusal) from error
        yield {
            "deal": number,
            "trick": trick,
            "seat": seat,
            "legal": [str(card) for card in legal],
            "played": str(card),
        }
        deal = after
    if written.claim is not None:
        deal = _claimed(deal, number, written.claim)
    game = replace(game, deal=deal)
    if written.moon_choice is not None:
        question = game.moon_question
        if question is None:
            raise ReplayError(number, Fault.MOON_CHOICE, trick=len(deal.tricks))
        game = game.choose_moon(question.seat, written.moon_choice)
    if not settled(deal):
        return game
    points = game.result()
    game = game.finish_deal(points)
    yield {
        "deal": number,
        "points": list(points.points),
        "totals": list(game.totals),
        "moon": list(points.moon),
        "sun": points.sun,
    }
    return game


def _dealt(game: Game, number: int, written: DealRecord) -> Deal:
    """The deal at its beginning, every card of the deck in exactly one place."""
    ruleset = game.ruleset
    missing = left_out(ruleset)
    seen: set[Card] = set()
    places = [*enumerate(written.hands), (None, written.kitty)]
    for seat, cards in places:
        for card in cards:
            if card in seen:
                raise ReplayError(number, Fault.DEALT_TWICE, seat=seat, cards=Cards.of([card]))
            if card in missing:
                raise ReplayError(number, Fault.LEFT_OUT, seat=seat, cards=Cards.of([card]))
            seen.add(card)
    for seat, hand in enumerate(written.hands):
        if len(hand) != hand_size(ruleset):
            raise ReplayError(number, Fault.HAND_SIZE, seat=seat, cards=Cards.of(hand))
    hands = [Cards.of(hand) for hand in written.hands]
    rest = Cards.of(card for card in deck(ruleset) if not any(card in hand for hand in hands))
    if written.kitty and Cards.of(written.kitty) != rest:
        raise ReplayError(number, Fault.KITTY, cards=Cards.of(written.kitty))
    return Deal.start(ruleset, written.direction, hands, rest)


def _passed(deal: Deal, number: int, written: DealRecord) -> Deal:
    """The deal after the passes of the record; without cards, a seat has not passed yet."""
    for seat, cards in enumerate(written.passed):
        if cards:
            try:
                deal = deal.pass_cards(seat, cards)
            except IllegalAct as error:
                raise _refused(number, 0, error.refusal) from error
    return deal


def _claimed(deal: Deal, number: int, seat: int) -> Deal:
    """The deal after the seat was given the rest."""
    if deal.passing:
        raise _illegal_pass(deal, number)
    refusal = refuse_claim(deal, seat)
    if refusal is not None:
        raise _refused(number, len(deal.tricks) + 1, refusal)
    return deal.claim(seat)


def _illegal_pass(deal: Deal, number: int) -> ReplayError:
    """What is wrong where a card was played although some seat has not passed."""
    return ReplayError(number, Rule.PASS_COUNT, seat=deal.passed.index(None))


def _refused(number: int, trick: int, refusal: Refusal) -> ReplayError:
    return ReplayError(
        number, refusal.rule, trick=trick, seat=refusal.seat, cards=refusal.tried, due=refusal.due
    )


def _check_frame(record: Record, number: int, written: DealRecord) -> None:
    """What can be said of a deal without playing it: direction, dealer, commitment, secret and hands."""
    ruleset = record.ruleset
    if written.direction is not ruleset.direction(number):
        raise ReplayError(number, Fault.PASS_CYCLE)
    first = record.deals[0].dealer
    if first is None:
        raise ReplayError(1, Fault.DEALER)
    dealer = (first + number - 1) % ruleset.players
    if written.dealer != dealer:
        raise ReplayError(number, Fault.DEALER)
    if written.secret is None or not re.fullmatch(f"[0-9A-Fa-f]{{{2 * SECRET_BYTES}}}", written.secret):
        raise ReplayError(number, Fault.SECRET)
    secret = bytes.fromhex(written.secret)
    if written.commitment is None or written.commitment.lower() != commitment(secret):
        raise ReplayError(number, Fault.COMMITMENT)
    for seat, hand in enumerate(hands(secret, ruleset, dealer)):
        if Cards.of(written.hands[seat]) != hand:
            raise ReplayError(number, Fault.SECRET, seat=seat, cards=Cards.of(written.hands[seat]) - hand)
    apart = Cards.of(written.kitty)
    if apart and apart != kitty(secret, ruleset):
        raise ReplayError(number, Fault.SECRET, cards=apart - kitty(secret, ruleset))
