"""The rest are mine: whether a seat takes every remaining trick, whatever the others hold and do.

It is proved from what that seat knows, never from the hands the others hold: their cards may lie in every way
that fits the tricks that were played and the cards it passed itself.

The proof goes suit by suit. Whoever is to lead leads every suit from the top. In the round in which its j-th
highest card of a suit is led, another seat can still have a card that beats it just if it held that card and
j - 1 more of the suit to follow with before; and if it did, it can always keep it until then, as it needs no
more discards than it has other cards. No other suit comes into it, so the order of suits does not matter
either, and hearts that are not broken can be led last. What is left to find out is whether the cards can lie
so. Cards that may be in the same hands are alike, so Hall's condition answers that: they can be laid out if
no set of hands has to hold more cards than it has room for (P. Hall, "On Representatives of Subsets", 1935).

Deliberately not offered, although it may be certain: while others are still to play before the seat does, and
while another seat is to lead. What the seat would have to play then depends on what is still to be seen, and
nothing is lost: whatever is certain now will be so when it is the seat's turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.rules.cards import HEARTS, NO_CARDS, PENALTY_CARDS, QUEEN_OF_SPADES, SUIT_MASKS, Cards, Suit
from bot.rules.deal import Deal
from bot.rules.refusal import Refusal, Rule
from bot.rules.ruleset import Ruleset
from bot.rules.scoring import nothing_open
from bot.rules.trick import Trick


@dataclass(frozen=True)
class Sight:
    """What a seat knows of a deal in which cards are played.

    Attributes:
        ruleset: the rules of the deal.
        seat: whose knowledge it is.
        hand: the cards it holds.
        unseen: the cards the others hold, whoever has which.
        sizes: how many cards each seat holds.
        tricks: the finished tricks.
        trick: the running trick; empty before a lead.
        turn: the seat to play.
        taken: the cards each seat has taken.
        passed: what the seat has passed; None on a hold.
        receiver: the seat that got those cards, which move no more once they are passed.
    """

    ruleset: Ruleset
    seat: int
    hand: Cards
    unseen: Cards
    sizes: Sequence[int]
    tricks: Sequence[Trick]
    trick: Trick
    turn: int
    taken: Sequence[Cards]
    passed: Cards | None
    receiver: int


def refuse_claim(deal: Deal, seat: int) -> Refusal | None:
    """Why the seat may not claim the rest of the deal; None where it may: see `refuse`."""
    refusal = deal.refuse_claim(seat)
    if refusal is not None or deal.turn is None:
        return refusal
    unseen = 0
    for other, hand in enumerate(deal.hands):
        # Together they are what a seat has not seen, so this tells nothing it does not know.
        unseen |= hand.mask if other != seat else 0
    return refuse(
        Sight(
            ruleset=deal.ruleset,
            seat=seat,
            hand=deal.hands[seat],
            unseen=Cards(unseen),
            sizes=tuple(map(len, deal.hands)),
            tricks=deal.tricks,
            trick=deal.trick,
            turn=deal.turn,
            taken=deal.taken,
            passed=deal.passed[seat],
            receiver=deal.direction.target(seat, len(deal.hands)),
        )
    )


def refuse(sight: Sight) -> Refusal | None:
    """Why a seat may not claim the rest of the deal, for what it knows; None where it may.

    It may while it is to play, or while its card takes the running trick for certain; not in the first trick,
    before anybody has shown anything, and only while there are two tricks or more to take: the last one plays
    itself.
    """
    seat = sight.seat
    played = sight.trick.taker == seat
    now = sight.tricks and (played or sight.turn == seat) and len(sight.hand) + played >= 2
    if not now or nothing_open(sight.taken, sight.ruleset):
        return Refusal(Rule.CLAIM_NOT_NOW, seat, NO_CARDS)
    return None if _proved(sight) else Refusal(Rule.CLAIM_NOT_PROVED, seat, NO_CARDS)


def _proved(sight: Sight) -> bool:
    """Whether the seat takes every trick from now on, the running one included."""
    known, hand = _known(sight), sight.hand.mask
    best = sight.trick.winning
    if best is None:
        return known.all_taken(hand)
    if best.seat == sight.seat:
        return known.unbeaten(best.card.index) and known.all_taken(hand)
    winners = hand & _above(best.card.index)
    while winners:
        index = winners.bit_length() - 1
        winners ^= 1 << index
        if not known.unbeaten(index):
            return False  # a lower card can be beaten too
        if known.all_taken(hand & ~(1 << index)):
            return True
    return False


@dataclass(frozen=True)
class _Known:
    """What a seat knows of the cards it does not see.

    Attributes:
        room: how many cards each other seat holds.
        may_hold: by seat, the mask of the unseen cards it may hold, as far as each alone can tell.
        alike: how many unseen cards there are of each suit that the same seats may hold: by suit and seats,
            the latter as bits.
        to_play: the seats that are still to play to the running trick.
        led: the suit of the running trick; None before the lead.
    """

    room: Mapping[int, int]
    may_hold: Mapping[int, int]
    alike: Mapping[tuple[int, int], int]
    to_play: frozenset[int]
    led: Suit | None

    def unbeaten(self, index: int) -> bool:
        """Whether nobody still to play can beat a card of the led suit."""
        return not any(
            self._can_hold(seat, card, 1)
            for seat in self.to_play
            for card in self._kinds(seat, _above(index))
        )

    def all_taken(self, hand: int) -> bool:
        """Whether these cards, led after the running trick, take every trick, suit by suit from the top."""
        for suit, cards in enumerate(SUIT_MASKS):
            mine = hand & cards
            if not mine:
                continue
            lowest = (mine & -mine).bit_length() - 1
            for seat in self.room:
                # A card of the led suit more is needed by whoever has still to follow with one.
                more = seat in self.to_play and suit == self.led
                for card in self._kinds(seat, cards & _above(lowest)):
                    round_won = 1 + (mine & _above(card)).bit_count()
                    if self._can_hold(seat, card, round_won + more):
                        return False
        return True

    def _kinds(self, seat: int, among: int) -> Iterator[int]:
        """Of the cards a seat may hold, the highest of each kind of those that are alike."""
        seen: set[int] = set()
        left = self.may_hold[seat] & among
        while left:
            index = left.bit_length() - 1
            left ^= 1 << index
            holders = _holders(self.may_hold, index)
            if holders not in seen:
                seen.add(holders)
                yield index

    def _can_hold(self, seat: int, card: int, count: int) -> bool:
        """Whether the unseen cards can lie so that the seat has this card among `count` or more of its suit.

        For Hall's condition its hand is two: one of `count` cards of the suit, the card among them, and one
        of whatever else.
        """
        suit = card // 13
        if count > min(self.room[seat], (self.may_hold[seat] & SUIT_MASKS[suit]).bit_count()):
            return False
        of_suit = 1 << max(self.room) + 1
        room = {1 << other: size for other, size in self.room.items()}
        room[1 << seat] -= count
        room[of_suit] = count
        groups: Counter[int] = Counter()
        for (at, holders), number in self.alike.items():
            groups[holders | (of_suit if at == suit and holders >> seat & 1 else 0)] += number
        groups[_holders(self.may_hold, card) | of_suit] -= 1
        groups[of_suit] += 1
        sets = [(0, 0)]
        for hand, size in room.items():
            sets += [(hands | hand, together + size) for hands, together in sets]
        return all(
            sum(number for holders, number in groups.items() if not holders & ~hands) <= together
            for hands, together in sets
        )


def _holders(may_hold: Mapping[int, int], index: int) -> int:
    """The seats that may hold a card, as bits."""
    return sum(1 << seat for seat, cards in may_hold.items() if cards >> index & 1)


def _known(sight: Sight) -> _Known:
    others = [other for other in range(len(sight.sizes)) if other != sight.seat]
    unseen = sight.unseen.mask
    may_hold = dict.fromkeys(others, unseen)
    if sight.passed is not None:
        for other in others:
            may_hold[other] &= ~(sight.passed.mask if other != sight.receiver else 0)
    for player, cards in _shown(sight):
        if player != sight.seat:
            may_hold[player] &= cards
    alike: Counter[tuple[int, int]] = Counter()
    for suit, cards in enumerate(SUIT_MASKS):
        left = unseen & cards
        while left:
            index = left.bit_length() - 1
            left ^= 1 << index
            alike[suit, _holders(may_hold, index)] += 1
    played = {play.seat for play in sight.trick.plays}
    return _Known(
        room={other: sight.sizes[other] for other in others},
        may_hold=may_hold,
        alike=alike,
        to_play=frozenset(set(others) - played) if played else frozenset(),
        led=sight.trick.led,
    )


def _shown(sight: Sight) -> Iterator[tuple[int, int]]:
    """What plays have shown: the seat, and the mask of all the cards it can have held at that moment."""
    ruleset, broken = sight.ruleset, sight.ruleset.hearts_any_time
    for number, trick in enumerate((*sight.tricks, sight.trick)):
        for play in trick.plays:
            led, bit = trick.plays[0].card.suit, 1 << play.card.index
            if play.card.suit is not led:
                yield play.seat, ~SUIT_MASKS[led]
                if not number and not ruleset.points_on_first_trick and bit & PENALTY_CARDS.mask:
                    yield play.seat, PENALTY_CARDS.mask
            elif play is trick.plays[0] and led is Suit.HEARTS and not broken:
                yield play.seat, HEARTS.mask
            breaks = ruleset.queen_breaks_hearts and play.card == QUEEN_OF_SPADES and led is not Suit.SPADES
            broken = broken or breaks or play.card.suit is Suit.HEARTS


def _above(index: int) -> int:
    """The mask of the cards of the same suit that are higher."""
    return SUIT_MASKS[index // 13] & -(2 << index)
