"""Why an act is not allowed: a value that names the rule and the cards."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.rules.cards import NO_CARDS, Cards


class Rule(StrEnum):
    """The rule that stands against an act."""

    NO_PASS_NOW = "no_pass_now"
    """This deal has no pass, or the pass is over."""
    PASS_CONFIRMED = "pass_confirmed"
    """The seat has already confirmed its pass, and a confirmed pass is final."""
    PASS_COUNT = "pass_count"
    """A pass is exactly three different cards."""
    PASS_NOT_OVER = "pass_not_over"
    """No card is played before every seat has passed."""
    DEAL_OVER = "deal_over"
    """No card is played after the last trick."""
    NOT_YOUR_TURN = "not_your_turn"
    """Another seat is to play."""
    NOT_HELD = "not_held"
    """The seat does not hold the card."""
    OPENING_LEAD = "opening_lead"
    """The holder of the lowest club leads it to the first trick."""
    FOLLOW_SUIT = "follow_suit"
    """A suit that was led is followed by whoever holds it."""
    NO_POINTS_ON_FIRST_TRICK = "no_points_on_first_trick"
    """The first trick gets no heart and no queen of spades from a hand that has anything else."""
    HEARTS_NOT_BROKEN = "hearts_not_broken"
    """Hearts are not led before they are broken, unless the hand has nothing else."""
    CLAIM_NOT_NOW = "claim_not_now"
    """The rest is claimed by who is to play or has the trick, after the first trick and before the last."""
    CLAIM_NOT_PROVED = "claim_not_proved"
    """The cards of the others may lie so that they take a trick."""
    NO_MOON_CHOICE = "no_moon_choice"
    """The seat has shot no moon whose points are its choice."""


@dataclass(frozen=True)
class Refusal:
    """An act that is not allowed, and why.

    Attributes:
        rule: what stands against it.
        seat: who tried.
        tried: the cards that were to be passed or played.
        due: the cards the rule asks for instead: those that may be played; none for `NOT_HELD` and for the
            rules about passing and turns.
    """

    rule: Rule
    seat: int
    tried: Cards
    due: Cards = NO_CARDS

    def __str__(self) -> str:
        due = f" (due: {self.due})" if self.due else ""
        return f"seat {self.seat}: {self.tried or 'nothing'} refused: {self.rule}{due}"


class IllegalAct(ValueError):
    """Raised by the verbs that do something when it is not allowed.

    Attributes:
        refusal: why not.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
