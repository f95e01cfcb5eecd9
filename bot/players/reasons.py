"""Reasons for a card or a pass: each with the condition under which it is given, so that it is true.

Conditions are looked at in a fixed order, the most telling first; what none of them fits came out best in the
worlds that were looked at, and that is then the reason. Any card equal to the highest counts as the highest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.players.knowledge import Knowledge, know
from bot.players.merging import representatives
from bot.players.search import Option, Thought
from bot.rules.cards import NO_CARDS, PENALTY_CARDS, QUEEN_OF_SPADES, Card, Cards, Rank, Suit
from bot.rules.ruleset import Partners
from bot.rules.scoring import JACK_OF_DIAMONDS
from bot.rules.view import View

_CONCEDED: Final = 0.05
"""A moon is being stopped where so much less of the worlds have one than with another card."""
_CLEARLY_CONCEDED: Final = 0.1
"""And a card is kept against one where so much less have one than where it is played."""
_TRICKS_LEFT: Final = 3
"""A void is worth something where so many tricks are still to come after this one."""
_GUARDS: Final = 4
"""So many other spades keep the queen from being forced out soon."""


class Reason(StrEnum):
    """Why a card or a pass is advised: what is true of the position."""

    FORCED = "forced"
    """No other card may be played."""
    EQUAL = "equal"
    """All playable cards are equal: nobody else holds a card between them. `cards`: all of them."""
    BEST = "best"
    """It came out best. `count`: in so many worlds; 0 where it is what the rules of thumb choose."""
    CLOSE = "close"
    """Another came out lower, but not by more than chance. `count`: in so many worlds."""

    SHOOT = "shoot"
    """Going for the moon succeeds in most worlds. `count`: in so many percent."""
    STOP_MOON_TAKE = "stop_moon_take"
    """`seat` alone has points so far, some lie in this trick, and the card takes it for certain."""
    STOP_MOON_GIVE = "stop_moon_give"
    """`seat` alone has points so far; the card is a penalty, and `other` takes this trick for certain."""

    KEEP_AGAINST_MOON = "keep_against_moon"
    """`seat` alone has points so far; playing a heart or a high card gives more moons; this is neither."""

    TAKE_JACK = "take_jack"
    """The jack of diamonds counts and lies in the trick, no points do, and the card takes it for certain."""
    TAKE_SAFE = "take_safe"
    """The seat plays last, the card takes the trick, nothing that counts lies in it, and no bonus is lost."""
    TAKE_ANYWAY = "take_anyway"
    """Every playable card takes the trick for certain."""
    TAKE_ANYWAY_HIGH = "take_anyway_high"
    """The same, and the card is the highest of them."""
    FIRST_TRICK = "first_trick"
    """On the first trick who has anything else may not play points, and none lie face down; the card is the
    highest that follows."""
    STAY_LOW = "stay_low"
    """The lowest that follows; `count` higher cards of the `suit` have not been seen."""

    QUEEN_UNDER = "queen_under"
    """The queen of spades under a higher spade: `cards`, played by `seat`. `count`: what leaves the hand."""
    DUCK = "duck"
    """Below `cards`, played by `seat`: the trick is not taken."""
    DUCK_HIGH = "duck_high"
    """The same with the highest card that stays below."""
    DUCK_POINTS = "duck_points"
    """As `DUCK`, with `count` points in the trick."""

    DISCARD_SURE = "discard_sure"
    """`count` points leave the hand; `seat` takes the trick with `cards` for certain, and is no partner."""
    DISCARD_POINTS = "discard_points"
    """`count` points leave the hand, and no partner can take the trick."""
    KEEP_OFF_PARTNER = "keep_off_partner"
    """The partner `seat` takes the trick for certain; a playable card would have brought them points."""
    DISCARD_HIGH_SPADE = "discard_high_spade"
    """The ace or king of spades, while the queen has not been seen."""
    DISCARD_LAST = "discard_last"
    """The last card of the `suit`, of which others have not been seen; some tricks are still to come."""
    DISCARD_HIGH = "discard_high"
    """The highest of the `suit`; `count` lower cards of it have not been seen."""

    DRIVE_QUEEN = "drive_queen"
    """A spade is led below the queen, which has not been seen: she would be higher."""
    KEEP_LEAD = "keep_lead"
    """Led, and nobody else has a higher card of the `suit`: it takes the trick."""
    LEAD_LAST = "lead_last"
    """The last card of the `suit` is led, others of it have not been seen; some tricks are still to come."""
    LEAD_LOSE = "lead_lose"
    """As `LEAD_LOW`, and so few lower cards have not been seen that somebody probably has to go over it."""
    LEAD_LOW = "lead_low"
    """The lowest of the `suit` is led; `count` higher cards of it have not been seen."""

    PASS_SHOOT = "pass_shoot"
    """What is kept is for the moon, which succeeds in most worlds. `count`: in so many percent."""
    PASS_QUEEN = "pass_queen"
    """The queen of spades is passed, with `count` lower spades beside her, too few to guard her."""
    PASS_HIGH_SPADES = "pass_high_spades"
    """`cards`, the ace or king of spades or both, are passed, and the queen is not held."""
    PASS_VOID = "pass_void"
    """Nothing of the `suit` is left."""
    KEEP_QUEEN = "keep_queen"
    """The queen of spades is kept, with `count` other spades."""
    PASS_HIGH = "pass_high"
    """`cards`, all from the jack up, are passed."""
    KEEP_STOPPER = "keep_stopper"
    """A high heart is kept: `cards`. Without it nobody has all the hearts."""


@dataclass(frozen=True)
class Because:
    """A reason with what it says.

    Attributes:
        reason: which.
        cards: the cards it names beside the advised ones.
        suit: the suit it names.
        seat: the seat it names.
        other: a second seat.
        count: a number of points, of cards or of percent.
    """

    reason: Reason
    cards: tuple[Card, ...] = ()
    suit: Suit | None = None
    seat: int | None = None
    other: int | None = None
    count: int = 0


def why_play(view: View, card: Card, option: Option | None, thought: Thought) -> Because:
    """Why a card is advised, where there are others to choose from.

    Args:
        view: the seat's view; it is to play.
        card: the advised card.
        option: what the thought says about it; None where it was not played out.
        thought: the thought.
    """
    known = know(view)
    # What is true of a card is true of those that are equal to it.
    equals = representatives(view, card)[card]
    if option is not None and option.shoots:
        return Because(Reason.SHOOT, count=round(100 * option.moon))
    conceding = option is not None and any(
        other.conceded >= option.conceded + _CONCEDED for other in thought.options if not other.shoots
    )
    keeping = option is not None and _keeps_stopper(known, card, option, thought)
    if not view.public.trick.plays:
        reasons = _lead(known, equals, keeping=keeping)
    elif card.suit is view.public.trick.led:
        reasons = _follow(known, card, equals, conceding=conceding)
    else:
        reasons = _discard(known, card, equals, conceding=conceding, keeping=keeping)
    return next(reasons, Because(Reason.BEST, count=thought.worlds))


def _lead(known: Knowledge, equals: Sequence[Card], *, keeping: bool) -> Iterator[Because]:
    view, card = known.view, equals[0]
    own = view.hand.in_suit(card.suit)
    above, below = known.above(card), known.below(card)
    collector = _collector(view)
    if keeping and collector is not None:
        yield Because(Reason.KEEP_AGAINST_MOON, seat=collector)
    unseen = known.outstanding.in_suit(card.suit)
    if card.suit is Suit.SPADES and card < QUEEN_OF_SPADES and QUEEN_OF_SPADES in known.outstanding:
        yield Because(Reason.DRIVE_QUEEN)
    if not above:
        yield Because(Reason.KEEP_LEAD, suit=card.suit)
    if len(own) == 1 and unseen and _void_helps(view):
        yield Because(Reason.LEAD_LAST, suit=card.suit)
    if card == own.lowest and above:
        followers = sum(not known.is_void(seat, card.suit) for seat in known.others)
        # Everybody may stay below only where each who has the suit has a lower card for it.
        if not below or len(below) < min(followers, len(above)):
            yield Because(Reason.LEAD_LOSE, suit=card.suit, count=len(above))
        yield Because(Reason.LEAD_LOW, suit=card.suit, count=len(above))


def _follow(known: Knowledge, card: Card, equals: Sequence[Card], *, conceding: bool) -> Iterator[Because]:
    view = known.view
    public = view.public
    trick = public.trick
    winning = trick.winning
    assert winning is not None
    if card < winning.card:
        yield from _duck(known, card, equals)
        return
    last = not known.to_follow
    sure = _unbeatable(known, card)
    in_trick = trick.cards | Cards.of([card])
    # What lies face down goes to the taker of the first trick.
    clean = public.kitty is not None and not any(known.values[each.index] for each in in_trick)
    penalties = not in_trick.isdisjoint(PENALTY_CARDS)
    takers = [each for each in view.legal if each > winning.card]
    collector = _collector(view)
    if sure and penalties and conceding and collector is not None and len(takers) < len(view.legal):
        yield Because(Reason.STOP_MOON_TAKE, seat=collector)
    if sure and public.ruleset.jack_of_diamonds and JACK_OF_DIAMONDS in in_trick and not penalties:
        yield Because(Reason.TAKE_JACK)
    if last and clean and not _loses_bonus(view):
        yield Because(Reason.TAKE_SAFE)
    if len(takers) == len(view.legal) and all(_unbeatable(known, each) for each in view.legal):
        highest = equals[-1] == view.legal.highest
        yield Because(Reason.TAKE_ANYWAY_HIGH if highest else Reason.TAKE_ANYWAY)
    barred = known.points_barred and public.kitty is not None
    if barred and equals[-1] == view.legal.highest and card.suit is Suit.CLUBS:
        yield Because(Reason.FIRST_TRICK)
    above = known.above(card)
    if equals[0] == view.legal.lowest and above:
        yield Because(Reason.STAY_LOW, suit=card.suit, count=len(above))


def _duck(known: Knowledge, card: Card, equals: Sequence[Card]) -> Iterator[Because]:
    view = known.view
    winning = view.public.trick.winning
    assert winning is not None
    above = (winning.card,)
    if card == QUEEN_OF_SPADES and not _partner_may_take(known):
        yield Because(Reason.QUEEN_UNDER, cards=above, seat=winning.seat, count=known.values[card.index])
    partner = _sure_partner(known)
    if partner is not None and _spares(known, card):
        yield Because(Reason.KEEP_OFF_PARTNER, seat=partner)
    points = sum(max(0, known.values[each.index]) for each in view.public.trick.cards)
    if points and not _partner_may_take(known):
        yield Because(Reason.DUCK_POINTS, cards=above, seat=winning.seat, count=points)
    below = [each for each in view.legal if each < winning.card]
    high = len(below) > len(equals) and equals[-1] == max(below)
    yield Because(Reason.DUCK_HIGH if high else Reason.DUCK, cards=above, seat=winning.seat)


def _discard(
    known: Knowledge, card: Card, equals: Sequence[Card], *, conceding: bool, keeping: bool
) -> Iterator[Because]:
    view = known.view
    winning = view.public.trick.winning
    assert winning is not None
    settled = _unbeatable(known, winning.card)
    collector = _collector(view)
    if (
        settled
        and conceding
        and card in PENALTY_CARDS
        and collector is not None
        and winning.seat != collector
        and not _is_partner(view, winning.seat)
    ):
        yield Because(Reason.STOP_MOON_GIVE, seat=collector, other=winning.seat)
    if keeping and collector is not None:
        yield Because(Reason.KEEP_AGAINST_MOON, seat=collector)
    points = known.values[card.index]
    if points > 0 and not _partner_may_take(known):
        if settled:
            yield Because(Reason.DISCARD_SURE, cards=(winning.card,), seat=winning.seat, count=points)
        yield Because(Reason.DISCARD_POINTS, count=points)
    partner = _sure_partner(known)
    if partner is not None and _spares(known, card):
        yield Because(Reason.KEEP_OFF_PARTNER, seat=partner)
    if card.suit is Suit.SPADES and card > QUEEN_OF_SPADES and known.queen_outstanding:
        yield Because(Reason.DISCARD_HIGH_SPADE)
    own = view.hand.in_suit(card.suit)
    if len(own) == 1 and known.outstanding.in_suit(card.suit) and _void_helps(view):
        yield Because(Reason.DISCARD_LAST, suit=card.suit)
    below = known.below(card)
    if equals[-1] == own.highest and below:
        yield Because(Reason.DISCARD_HIGH, suit=card.suit, count=len(below))


def why_pass(view: View, cards: tuple[Card, ...], option: Option | None, thought: Thought) -> Because:
    """Why a pass is advised.

    Args:
        view: the seat's view; it is to pass.
        cards: the advised pass.
        option: what the thought says about it; None where it was not played out.
        thought: the thought.
    """
    passed = Cards.of(cards)
    kept = view.hand - passed
    queen = QUEEN_OF_SPADES in view.hand
    spades = kept.in_suit(Suit.SPADES)
    if option is not None and option.shoots:
        return Because(Reason.PASS_SHOOT, count=round(100 * option.moon))
    if QUEEN_OF_SPADES in passed:
        guards = sum(card < QUEEN_OF_SPADES for card in view.hand.in_suit(Suit.SPADES))
        if guards < _GUARDS:
            return Because(Reason.PASS_QUEEN, count=guards)
    high = tuple(card for card in passed.in_suit(Suit.SPADES) if card > QUEEN_OF_SPADES)
    if high and not queen:
        return Because(Reason.PASS_HIGH_SPADES, cards=high)
    for suit in (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES):
        if view.hand.in_suit(suit) and not kept.in_suit(suit):
            return Because(Reason.PASS_VOID, suit=suit)
    if QUEEN_OF_SPADES in kept and len(spades) > _GUARDS:
        return Because(Reason.KEEP_QUEEN, count=len(spades) - 1)
    honours = tuple(card for card in passed if card.rank >= Rank.JACK)
    if honours:
        return Because(Reason.PASS_HIGH, cards=honours)
    stopper = kept.in_suit(Suit.HEARTS)
    if stopper and stopper.highest.rank >= Rank.KING:
        return Because(Reason.KEEP_STOPPER, cards=(stopper.highest,))
    return Because(Reason.BEST, count=thought.worlds)


def _unbeatable(known: Knowledge, card: Card) -> bool:
    """Whether nobody who is still to play to the running trick can have a higher card of its suit."""
    above = known.above(card)
    return all(known.may_hold[seat].isdisjoint(above) for seat in known.to_follow)


def _collector(view: View) -> int | None:
    """The one seat that has every penalty card taken so far: no partner, and not the own seat."""
    seats = [seat for seat, taken in enumerate(view.public.taken) if not taken.isdisjoint(PENALTY_CARDS)]
    if len(seats) != 1 or seats[0] == view.seat or _is_partner(view, seats[0]):
        return None
    return seats[0]


def _may_stop(known: Knowledge, card: Card) -> bool:
    """Whether a card may win a trick that is needed for a moon: hearts, high cards, the highest of a suit."""
    return card.suit is Suit.HEARTS or card.rank >= Rank.JACK or not known.above(card)


def _keeps_stopper(known: Knowledge, card: Card, option: Option, thought: Thought) -> bool:
    """Whether the card stops no moon itself, and one that does would give the moon away more often."""
    return not _may_stop(known, card) and any(
        not other.shoots
        and other.conceded >= option.conceded + _CLEARLY_CONCEDED
        and any(_may_stop(known, each) for each in other.cards)
        for other in thought.options
    )


def _void_helps(view: View) -> bool:
    """Whether enough tricks come after this one for a void to be of use."""
    return len(view.hand) > _TRICKS_LEFT


def _loses_bonus(view: View) -> bool:
    """Whether the seat's first trick costs it what is given for having none."""
    return view.public.ruleset.no_trick_bonus and not view.public.taken[view.seat]


def _is_partner(view: View, seat: int) -> bool:
    return view.public.ruleset.partners is not Partners.NONE and seat == (view.seat + 2) % 4


def _partner_may_take(known: Knowledge) -> bool:
    """Whether the partner has the trick so far, or may still take it."""
    view = known.view
    winning = view.public.trick.winning
    assert winning is not None
    above = known.above(winning.card)
    return _is_partner(view, winning.seat) or any(
        _is_partner(view, seat) and not known.may_hold[seat].isdisjoint(above) for seat in known.to_follow
    )


def _sure_partner(known: Knowledge) -> int | None:
    """The partner, where they take the running trick for certain if the own card does not."""
    winning = known.view.public.trick.winning
    if winning is None or not _is_partner(known.view, winning.seat) or not _unbeatable(known, winning.card):
        return None
    return winning.seat


def _spares(known: Knowledge, card: Card) -> bool:
    """Whether the card brings no points, and another playable one would have."""
    others = known.view.legal - Cards.of([card]) if card in known.view.legal else NO_CARDS
    return known.values[card.index] <= 0 and any(known.values[each.index] > 0 for each in others)
