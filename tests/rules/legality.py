"""What the tables about legal plays say, and how it is checked."""

from dataclasses import dataclass

import pytest

from bot.rules.cards import ALL_CARDS, Cards
from bot.rules.refusal import IllegalAct, Refusal, Rule
from bot.rules.ruleset import Ruleset
from tests.rules.table import STANDARD, cards, deal


@dataclass(frozen=True)
class Situation:
    """A seat to play, the cards it may play, and the rule that stands against the others it holds.

    Attributes:
        says: the sentence of the rule book.
        hands: one a seat, as at the start of the deal.
        plays: the cards played since.
        legal: the cards that the seat to play may play.
        rule: what stands against its other cards; None where it may play them all.
        ruleset: the house rules.
        kitty: the cards that lie apart.
    """

    says: str
    hands: tuple[str, ...]
    plays: str
    legal: str
    rule: Rule | None = None
    ruleset: Ruleset = STANDARD
    kitty: str = ""

    def __str__(self) -> str:
        return self.says.replace(" ", "-")


def check(situation: Situation) -> None:
    """Hold the rules against a row: what is legal, and for all 52 cards whether and why one is refused."""
    running = deal(*situation.hands, plays=situation.plays, ruleset=situation.ruleset, kitty=situation.kitty)
    seat = running.turn
    assert seat is not None
    legal = cards(situation.legal)
    assert running.legal(seat) == legal
    assert (legal == running.hands[seat]) == (situation.rule is None), (
        "the row names a rule where one is needed"
    )
    for card in ALL_CARDS:
        tried = Cards.of([card])
        if card in legal:
            assert running.refuse_play(seat, card) is None
            assert card not in running.play(seat, card).hands[seat]
            continue
        if card in running.hands[seat]:
            assert situation.rule is not None
            expected = Refusal(situation.rule, seat, tried, due=legal)
        else:
            expected = Refusal(Rule.NOT_HELD, seat, tried)
        assert running.refuse_play(seat, card) == expected
        with pytest.raises(IllegalAct) as refused:
            running.play(seat, card)
        assert refused.value.refusal == expected
    for other in range(situation.ruleset.players):
        if other != seat:
            assert not running.legal(other)
            for card in running.hands[other]:
                assert running.refuse_play(other, card) == Refusal(
                    Rule.NOT_YOUR_TURN, other, Cards.of([card])
                )
