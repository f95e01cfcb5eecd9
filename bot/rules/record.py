"""The text record of a game, read and written: one JSON object.

Its keys are `format` (1), `rules` (a preset and the fields that differ from it) and `deals`. A deal has
`dealer` (a seat), `pass` (a direction), `hands` (before the pass, a list a seat), `passed` (a list a seat;
left out on a hold), `kitty` (the cards that lie apart: the rest of the deck), `plays` (in the order played;
seats follow from the rules), `moon_choice` ("add" or "subtract", where a shooter chose), `claim` (the seat
that was given the rest), `commitment` and `secret` (hexadecimal). Only `rules`, `pass`, `hands`, `passed`
and `plays` have to be there; keys of other names are ignored.

Reading says whether a text is a record, not whether what it records is allowed: see `bot.rules.replay`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from bot.rules.cards import NO_CARDS, Card
from bot.rules.deal import Deal
from bot.rules.ruleset import Direction, MoonChoice, Ruleset, RulesetError, directions
from bot.rules.scoring import settled
from bot.rules.shuffle import commitment

FORMAT: Final = 1
"""The one format of records there is."""


class RecordError(ValueError):
    """A text that is no record of a game; the message is one line that says where and why."""


@dataclass(frozen=True)
class DealRecord:
    """One deal as a record has it; nothing in it need be allowed.

    Attributes:
        direction: where cards are passed.
        hands: one a seat, before the pass.
        passed: one a seat, without cards where it has not confirmed; no entry at all on a hold.
        plays: the cards played, in order.
        dealer: the seat that dealt; None where the record does not say.
        commitment: the commitment of the secret, in hexadecimal; None where the record does not say.
        secret: the secret the hands come from, in hexadecimal; None where the record does not say.
        kitty: the cards that lie apart; none also where the record does not say.
        moon_choice: what the shooter of a moon chose; None where they did not.
        claim: the seat whose claim to the rest was accepted; None where there was none.
    """

    direction: Direction
    hands: tuple[tuple[Card, ...], ...]
    passed: tuple[tuple[Card, ...], ...] = ()
    plays: tuple[Card, ...] = ()
    dealer: int | None = None
    commitment: str | None = None
    secret: str | None = None
    kitty: tuple[Card, ...] = ()
    moon_choice: MoonChoice | None = None
    claim: int | None = None

    @staticmethod
    def of(deal: Deal, dealer: int, secret: bytes | None = None) -> DealRecord:
        """A deal written down.

        Args:
            deal: the deal as it stands.
            dealer: the seat that dealt.
            secret: what the hands come from, 32 bytes. The record keeps its commitment, and the secret
                itself only where the deal is over.
        """
        holds = deal.direction is Direction.HOLD
        return DealRecord(
            direction=deal.direction,
            hands=tuple(tuple(hand) for hand in deal.dealt),
            passed=() if holds else tuple(tuple(cards or NO_CARDS) for cards in deal.passed),
            plays=tuple(play.card for play in deal.plays),
            dealer=dealer,
            commitment=None if secret is None else commitment(secret),
            secret=None if secret is None or not settled(deal) else secret.hex(),
            kitty=tuple(deal.kitty),
            moon_choice=deal.moon_choice,
            claim=deal.claimed,
        )


@dataclass(frozen=True)
class Record:
    """A game as a record has it.

    Attributes:
        ruleset: the rules it was played by.
        deals: its deals in order.
    """

    ruleset: Ruleset
    deals: tuple[DealRecord, ...] = ()

    @staticmethod
    def public(ruleset: Ruleset, deals: Iterable[tuple[Deal, int, bytes]]) -> Record:
        """What anybody may have of a game: its deals without those that are not over, whose cards are hidden.

        Args:
            ruleset: the rules it is played by.
            deals: in order, each with its dealer and its secret.
        """
        return Record(
            ruleset,
            tuple(DealRecord.of(deal, dealer, secret) for deal, dealer, secret in deals if settled(deal)),
        )


def write_record(record: Record) -> str:
    """The record as text: JSON, a hand or a trick a line; the same record always gives the same text."""
    deals = ",\n".join(map(_written_deal, record.deals))
    rules = json.dumps(record.ruleset.to_record())
    return f'{{"format": {FORMAT},\n "rules": {rules},\n "deals": [\n{deals}]}}\n'


def _written_deal(deal: DealRecord) -> str:
    head = {"dealer": deal.dealer, "pass": deal.direction.value}
    parts = [json.dumps({key: value for key, value in head.items() if value is not None})[1:-1]]
    parts.append(_written_rows("hands", deal.hands))
    if deal.passed:
        parts.append(_written_rows("passed", deal.passed))
    parts.append(f'"kitty": {_written_cards(deal.kitty)}')
    size = len(deal.hands)
    tricks = [deal.plays[start : start + size] for start in range(0, len(deal.plays), size)]
    rows = (",\n" + " " * 13).join(_written_cards(trick)[1:-1] for trick in tricks)
    parts.append(f'"plays": [{rows}]')
    rest = {
        "moon_choice": deal.moon_choice,
        "claim": deal.claim,
        "commitment": deal.commitment,
        "secret": deal.secret,
    }
    parts += [f'"{key}": {json.dumps(value)}' for key, value in rest.items() if value is not None]
    return "  {" + ",\n   ".join(parts) + "}"


def _written_rows(key: str, rows: Sequence[Sequence[Card]]) -> str:
    indent = ",\n" + " " * (len(key) + 8)
    return f'"{key}": [{indent.join(map(_written_cards, rows))}]'


def _written_cards(cards: Sequence[Card]) -> str:
    return json.dumps([str(card) for card in cards])


def read_record(text: str) -> Record:
    """Read a record; what `write_record` gives comes back equal.

    Args:
        text: one JSON object, as described above.

    Raises:
        RecordError: where the text is no record, or one of rules or of a format that this version does not
            know.
    """
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not JSON: {error}") from error
    record = _object(value, "the record")
    written = record.get("format", FORMAT)
    if type(written) is not int or written != FORMAT:
        raise RecordError(f"format {written!r} is not known; known: {FORMAT}")
    try:
        ruleset = Ruleset.from_record(_object(_needed(record, "rules", "the record"), "rules"))
    except RulesetError as error:
        raise RecordError(f"rules: {error}") from error
    deals = _list(_needed(record, "deals", "the record"), "deals")
    return Record(
        ruleset, tuple(_read_deal(deal, ruleset, f"deal {number}") for number, deal in enumerate(deals, 1))
    )


def _read_deal(value: object, ruleset: Ruleset, where: str) -> DealRecord:
    deal = _object(value, where)
    allowed = directions(ruleset.players)
    direction = _needed(deal, "pass", where)
    if not isinstance(direction, str) or direction not in allowed:
        raise RecordError(f"{where}: pass: {direction!r} is none of {', '.join(allowed)}")
    kitty = _cards(deal.get("kitty") or [], f"{where}: kitty")
    if kitty and not ruleset.kitty:
        raise RecordError(f"{where}: kitty: these rules have none")
    choice = deal.get("moon_choice")
    if choice is not None and (not isinstance(choice, str) or choice not in list(MoonChoice)):
        raise RecordError(f"{where}: moon_choice: {choice!r} is none of {', '.join(MoonChoice)}")
    claim = deal.get("claim")
    if claim is not None and (type(claim) is not int or not 0 <= claim < ruleset.players):
        raise RecordError(f"{where}: claim: a seat is due, not {claim!r}")
    passed = deal.get("passed")
    dealer = deal.get("dealer")
    if dealer is not None and type(dealer) is not int:
        raise RecordError(f"{where}: dealer: a seat is due, not {dealer!r}")
    return DealRecord(
        direction=Direction(direction),
        hands=_cards_a_seat(_needed(deal, "hands", where), ruleset, f"{where}: hands"),
        passed=() if passed in (None, []) else _cards_a_seat(passed, ruleset, f"{where}: passed"),
        plays=_cards(_needed(deal, "plays", where), f"{where}: plays"),
        dealer=dealer,
        commitment=_text(deal.get("commitment"), f"{where}: commitment"),
        secret=_text(deal.get("secret"), f"{where}: secret"),
        kitty=kitty,
        moon_choice=None if choice is None else MoonChoice(choice),
        claim=claim,
    )


def _needed(mapping: Mapping[str, object], key: str, where: str) -> object:
    if key not in mapping:
        raise RecordError(f"{where}: {key} is missing")
    return mapping[key]


def _object(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise RecordError(f"{where}: an object is due")
    return cast("dict[str, object]", value)


def _list(value: object, where: str) -> Sequence[object]:
    if not isinstance(value, list):
        raise RecordError(f"{where}: a list is due")
    return cast("list[object]", value)


def _text(value: object, where: str) -> str | None:
    if value is not None and not isinstance(value, str):
        raise RecordError(f"{where}: a text is due")
    return value


def _cards_a_seat(value: object, ruleset: Ruleset, where: str) -> tuple[tuple[Card, ...], ...]:
    seats = _list(value, where)
    if len(seats) != ruleset.players:
        raise RecordError(f"{where}: {ruleset.players} lists are due, one a seat, not {len(seats)}")
    return tuple(_cards(cards, f"{where}: seat {seat}") for seat, cards in enumerate(seats))


def _cards(value: object, where: str) -> tuple[Card, ...]:
    return tuple(_card(card, where) for card in _list(value, where))


def _card(value: object, where: str) -> Card:
    if not isinstance(value, str):
        raise RecordError(f'{where}: a card is due, such as "QS", not {value!r}')
    try:
        return Card.parse(value)
    except ValueError as error:
        raise RecordError(f"{where}: {error}") from error
