"""One deal: the pass, then the tricks; what is legal, and why something is not.

An act has two verbs: `refuse_…` says why it is not allowed (or None), and the plain verb does it and raises
`IllegalAct` where it is not. Nothing is changed in place: each act gives a new deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rules.cards import (
    CLUBS,
    FOLLOWING_MASKS,
    HEARTS,
    NO_CARDS,
    PENALTY_CARDS,
    QUEEN_OF_SPADES,
    Card,
    Cards,
    Suit,
)
from bot.rules.refusal import IllegalAct, Refusal, Rule
from bot.rules.ruleset import Direction, MoonChoice, Ruleset
from bot.rules.trick import NO_TRICK, PLAYS, Play, Trick


@dataclass(frozen=True)
class Deal:
    """A deal at one moment, all hands open: for the rules and the engine only, never for a player.

    Every tuple has one entry a seat.

    Attributes:
        ruleset: the rules it is played by.
        direction: where cards are passed; HOLD where nobody passes.
        dealt: the hands as dealt.
        passed: what each seat has confirmed to pass; None before that, and on a hold.
        hands: the cards held now; passed cards change hands when the last seat has confirmed.
        tricks: the finished tricks.
        trick: the running trick; empty before a lead. After a claim, as far as it had come, its cards taken.
        turn: the seat to play; None while cards are passed and after the last trick.
        broken: whether hearts are broken.
        taken: the cards taken in tricks, and the kitty with the first of them.
        kitty: the cards that lie apart; face down until the first trick is taken.
        moon_choice: what the shooter has chosen, where the rules let them.
        claimed: the seat whose claim to all of the rest was accepted.
    """

    ruleset: Ruleset
    direction: Direction
    dealt: tuple[Cards, ...]
    passed: tuple[Cards | None, ...]
    hands: tuple[Cards, ...]
    tricks: tuple[Trick, ...]
    trick: Trick
    turn: int | None
    broken: bool
    taken: tuple[Cards, ...]
    kitty: Cards = NO_CARDS
    moon_choice: MoonChoice | None = None
    claimed: int | None = None

    @staticmethod
    def start(
        ruleset: Ruleset, direction: Direction, hands: Sequence[Cards], kitty: Cards = NO_CARDS
    ) -> Deal:
        """A deal at its beginning.

        Args:
            ruleset: the rules it is played by.
            direction: where cards are passed.
            hands: one a seat, all of the same size and without a card in common.
            kitty: the cards that lie apart, in none of the hands; only where the rules have a kitty.

        Raises:
            ValueError: where the cards are not such.
        """
        dealt = tuple(hands)
        if len(dealt) != ruleset.players:
            raise ValueError(f"{ruleset.players} hands are due, not {len(dealt)}")
        if len({len(hand) for hand in dealt}) != 1:
            raise ValueError("the hands differ in size")
        if kitty and not ruleset.kitty:
            raise ValueError(f"these rules have no kitty: {kitty}")
        together = kitty
        for hand in dealt:
            if not together.isdisjoint(hand):
                raise ValueError(f"dealt twice: {together & hand}")
            together = together | hand
        holds = direction is Direction.HOLD
        return Deal(
            ruleset=ruleset,
            direction=direction,
            dealt=dealt,
            passed=(None,) * len(dealt),
            hands=dealt,
            tricks=(),
            trick=NO_TRICK,
            turn=_opening_leader(dealt) if holds else None,
            broken=False,
            taken=(NO_CARDS,) * len(dealt),
            kitty=kitty,
        )

    @property
    def passing(self) -> bool:
        """Whether some seat still has to confirm its pass."""
        return self.direction is not Direction.HOLD and None in self.passed

    @property
    def over(self) -> bool:
        """Whether every card has been played, or the rest was claimed."""
        return self.turn is None and not self.passing

    @property
    def plays(self) -> tuple[Play, ...]:
        """Every play so far, in order."""
        return tuple(play for trick in self.tricks for play in trick.plays) + self.trick.plays

    @property
    def ply(self) -> int:
        """How many cards have been played."""
        return len(self.tricks) * len(self.hands) + len(self.trick)

    @property
    def before_lead(self) -> Deal:
        """The deal as it was when the last trick was taken and nobody had led to the next.

        Before the first trick it is the deal before the opening lead. A deal that is over, or in which nobody
        has led, is given as it is.
        """
        plays = self.trick.plays
        if not plays or self.turn is None:
            return self
        hands = list(self.hands)
        for play in plays:
            hands[play.seat] |= Cards.of([play.card])
        return self._with(
            hands=tuple(hands),
            trick=NO_TRICK,
            turn=plays[0].seat,
            broken=any(self._has_broken(trick) for trick in self.tricks),
        )

    @property
    def laid_open(self) -> Cards:
        """The hand that the claimer laid open; none where nobody has claimed."""
        seat = self.claimed
        if seat is None:
            return NO_CARDS
        held = self.dealt[seat] - (self.passed[seat] or NO_CARDS) | (self.received(seat) or NO_CARDS)
        return held - Cards.of(play.card for play in self.plays if play.seat == seat)

    @property
    def rest_claimed(self) -> Cards:
        """The cards that went to the claimer with the rest; none where nobody has claimed."""
        if self.claimed is None:
            return NO_CARDS
        rest = self.taken[self.claimed]
        for trick in self.tricks:
            rest -= trick.cards
        return rest - self.kitty if self.tricks else rest

    def received(self, seat: int) -> Cards | None:
        """The cards passed to a seat; None while anybody still has to confirm, and on a hold."""
        if self.direction is Direction.HOLD or self.passing:
            return None
        return self.passed[self.direction.source(seat, len(self.hands))]

    def refuse_pass(self, seat: int, cards: Sequence[Card]) -> Refusal | None:
        """Why the seat may not pass these cards; None where it may."""
        tried = Cards.of(cards)
        if not self.passing:
            return Refusal(Rule.NO_PASS_NOW, seat, tried)
        if self.passed[seat] is not None:
            return Refusal(Rule.PASS_CONFIRMED, seat, tried)
        if not tried <= self.hands[seat]:
            return Refusal(Rule.NOT_HELD, seat, tried - self.hands[seat])
        if len(cards) != self.ruleset.pass_size or len(tried) != len(cards):
            return Refusal(Rule.PASS_COUNT, seat, tried)
        return None

    def pass_cards(self, seat: int, cards: Sequence[Card]) -> Deal:
        """Confirm a seat's pass; with the last one, the cards change hands and the opening leader is to play.

        Raises:
            IllegalAct: where `refuse_pass` has a reason.
        """
        refusal = self.refuse_pass(seat, cards)
        if refusal is not None:
            raise IllegalAct(refusal)
        passed = (*self.passed[:seat], Cards.of(cards), *self.passed[seat + 1 :])
        if None in passed:
            return self._with(passed=passed)
        hands = tuple(
            hand - (passed[at] or NO_CARDS) | (passed[self.direction.source(at, len(self.hands))] or NO_CARDS)
            for at, hand in enumerate(self.hands)
        )
        return self._with(passed=passed, hands=hands, turn=_opening_leader(hands))

    def legal(self, seat: int) -> Cards:
        """The cards the seat may play now; none where it is not to play."""
        return Cards(self._legal_mask(seat)) if seat == self.turn else NO_CARDS

    def _legal_mask(self, seat: int) -> int:
        hand = self.hands[seat].mask
        plays = self.trick.plays
        if plays:
            following = hand & FOLLOWING_MASKS[plays[0].card.index]
            if following or self.tricks or self.ruleset.points_on_first_trick:
                return following or hand
            return hand & ~PENALTY_CARDS.mask or hand
        if not self.tricks:
            return hand & -hand
        if self.broken or self.ruleset.hearts_any_time:
            return hand
        return hand & ~HEARTS.mask or hand

    def refuse_play(self, seat: int, card: Card) -> Refusal | None:
        """Why the seat may not play the card; None where it may."""
        tried = Cards.of([card])
        if self.turn is None:
            return Refusal(Rule.PASS_NOT_OVER if self.passing else Rule.DEAL_OVER, seat, tried)
        if seat != self.turn:
            return Refusal(Rule.NOT_YOUR_TURN, seat, tried)
        hand = self.hands[seat]
        if card not in hand:
            return Refusal(Rule.NOT_HELD, seat, tried)
        legal = self._legal_mask(seat)
        if legal >> card.index & 1:
            return None
        led = self.trick.led
        if led is None:
            rule = Rule.HEARTS_NOT_BROKEN if self.tricks else Rule.OPENING_LEAD
        elif hand.in_suit(led):
            rule = Rule.FOLLOW_SUIT
        else:
            rule = Rule.NO_POINTS_ON_FIRST_TRICK
        return Refusal(rule, seat, tried, Cards(legal))

    def play(self, seat: int, card: Card) -> Deal:
        """Play a card; the last card of a trick finishes it and its taker is to lead.

        The taker of the first trick gets the kitty with it.

        Raises:
            IllegalAct: where `refuse_play` has a reason.
        """
        index = card.index
        if seat != self.turn or not self._legal_mask(seat) >> index & 1:
            refusal = self.refuse_play(seat, card)
            assert refusal is not None
            raise IllegalAct(refusal)
        hands = list(self.hands)
        hands[seat] = Cards(hands[seat].mask ^ 1 << index)
        trick = Trick((*self.trick.plays, PLAYS[seat][index]))
        # What `_with` does, without the call: simulations play millions of cards.
        changed = self.__dict__.copy()
        changed["hands"] = tuple(hands)
        if not self.broken:
            changed["broken"] = self._breaks_hearts(card)
        if len(trick.plays) < len(hands):
            changed["trick"] = trick
            changed["turn"] = (seat + 1) % len(hands)
        else:
            taker = trick.taker
            assert taker is not None
            taken = list(self.taken)
            taken[taker] = Cards(
                taken[taker].mask | trick.cards.mask | (0 if self.tricks else self.kitty.mask)
            )
            changed["trick"] = NO_TRICK
            changed["tricks"] = (*self.tricks, trick)
            changed["turn"] = taker if hands[taker].mask else None
            changed["taken"] = tuple(taken)
        new = object.__new__(Deal)
        object.__setattr__(new, "__dict__", changed)
        return new

    def refuse_claim(self, seat: int) -> Refusal | None:
        """Why the rest is nobody's to claim now; whether a claim is right is for `Game.refuse_claim` to say.

        So that a claim once accepted is read for ever, at no cost, whatever a later proof would make of it.
        """
        if self.turn is None:
            return Refusal(Rule.PASS_NOT_OVER if self.passing else Rule.DEAL_OVER, seat, NO_CARDS)
        return None

    def claim(self, seat: int) -> Deal:
        """End the deal: every card that is not taken yet, the running trick's too, goes to the seat.

        What was played to that trick stays on record there.

        Raises:
            IllegalAct: where `refuse_claim` has a reason.
        """
        refusal = self.refuse_claim(seat)
        if refusal is not None:
            raise IllegalAct(refusal)
        rest = self.trick.cards
        for hand in self.hands:
            rest = rest | hand
        if not self.tricks:
            rest = rest | self.kitty
        taken = (*self.taken[:seat], self.taken[seat] | rest, *self.taken[seat + 1 :])
        hands = (NO_CARDS,) * len(self.hands)
        return self._with(hands=hands, turn=None, taken=taken, claimed=seat)

    def choose_moon(self, choice: MoonChoice) -> Deal:
        """Note what the shooter of a moon has chosen; whether anybody is asked is for `Game` to say."""
        return self._with(moon_choice=choice)

    def _breaks_hearts(self, card: Card) -> bool:
        """A heart breaks hearts on any trick: one led unbroken was all its hand had, or was allowed."""
        if HEARTS.mask >> card.index & 1:
            return True
        if not self.ruleset.queen_breaks_hearts or card.index != QUEEN_OF_SPADES.index:
            return False
        return self.trick.led not in (None, Suit.SPADES)

    def _has_broken(self, trick: Trick) -> bool:
        """Whether a finished trick broke hearts, or would have."""
        cards = trick.cards
        if cards & HEARTS:
            return True
        discarded = QUEEN_OF_SPADES in cards and trick.led is not Suit.SPADES
        return self.ruleset.queen_breaks_hearts and discarded

    def _with(self, **changes: object) -> Deal:
        """A copy with some attributes changed; quicker than dataclasses.replace, for simulations."""
        new = object.__new__(Deal)
        object.__setattr__(new, "__dict__", self.__dict__ | changes)
        return new


def _opening_leader(hands: tuple[Cards, ...]) -> int | None:
    """The seat with the lowest club in play."""
    clubs = 0
    for hand in hands:
        clubs |= hand.mask & CLUBS.mask
    lowest = clubs & -clubs
    return next((seat for seat, hand in enumerate(hands) if hand.mask & lowest), None)
