"""The points of a finished deal under a ruleset, and what they make of the totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.rules.cards import HEARTS, PENALTY_CARDS, QUEEN_OF_SPADES, Card, Cards
from bot.rules.deal import Deal
from bot.rules.ruleset import Moon, MoonChoice, Partners, Ruleset

HEART_POINTS: Final = 1
QUEEN_POINTS: Final = 13
SPOT_QUEEN_POINTS: Final = 25
JACK_POINTS: Final = -10
NO_TRICK_POINTS: Final = -5
SUN_TIMES: Final = 2

JACK_OF_DIAMONDS: Final = Card.parse("JD")

Points = tuple[int, ...]
"""A number of points for each seat."""


@dataclass(frozen=True)
class DealScore:
    """What a deal came to; kept with the game as it was given.

    Attributes:
        points: one number a seat.
        moon: the seats credited with a moon or a sun; empty for most deals.
        sun: whether one seat took every trick, where the rules count that.
    """

    points: Points
    moon: tuple[int, ...] = ()
    sun: bool = False


@dataclass(frozen=True)
class Shot:
    """A moon, or a sun in its place.

    Attributes:
        credited: the seats that shot it: one, or both of a team that took the cards together.
        shooter: the one of them that is asked, and whose total it is taken from: of two, the one that took
            the queen of spades.
        stake: the points it is about.
        sun: whether it is a sun.
    """

    credited: tuple[int, ...]
    shooter: int
    stake: int
    sun: bool


@dataclass(frozen=True)
class MoonOption:
    """One of the ways to count a moon.

    Attributes:
        choice: which.
        score: what the deal comes to by it.
        totals: what everybody's total comes to by it, one a seat.
        winners: the seats that win the game by it at once; none where it goes on.
    """

    choice: MoonChoice
    score: DealScore
    totals: Points
    winners: tuple[int, ...]


@dataclass(frozen=True)
class MoonQuestion:
    """A moon whose shooter has to say how it counts. Nothing in it is hidden from anybody.

    Attributes:
        seat: who is asked.
        options: one for each choice.
        stake: the points it is about.
        unasked: what it is when the shooter's time runs out.
    """

    seat: int
    options: tuple[MoonOption, ...]
    stake: int
    unasked: MoonChoice


def penalty_points(cards: Cards, ruleset: Ruleset) -> int:
    """The points of the hearts and the queen of spades among these cards: what a moon is about."""
    hearts = cards & HEARTS
    if ruleset.spot:
        return sum(card.rank for card in hearts) + SPOT_QUEEN_POINTS * (QUEEN_OF_SPADES in cards)
    return HEART_POINTS * len(hearts) + QUEEN_POINTS * (QUEEN_OF_SPADES in cards)


def jack_points(cards: Cards, ruleset: Ruleset) -> int:
    """What the jack of diamonds among these cards counts: -10, or nothing."""
    return JACK_POINTS * (ruleset.jack_of_diamonds and JACK_OF_DIAMONDS in cards)


def card_points(cards: Cards, ruleset: Ruleset) -> int:
    """The points in these cards; negative for those of the jack of diamonds, where it counts."""
    return penalty_points(cards, ruleset) + jack_points(cards, ruleset)


def no_trick_points(taken: Sequence[Cards], ruleset: Ruleset) -> Points:
    """What each seat gets for having taken no trick: -5, or nothing."""
    return tuple(NO_TRICK_POINTS * (ruleset.no_trick_bonus and not cards) for cards in taken)


def deal_total(ruleset: Ruleset) -> int:
    """The points of the fourteen penalty cards: 26 in the standard game, 129 at Spot Hearts."""
    return penalty_points(PENALTY_CARDS, ruleset)


def settled(deal: Deal) -> bool:
    """Whether nothing that counts is open any more, so that the rest of the deal need not be played.

    Open are penalty cards and, where they count, the jack of diamonds, a sun while one seat has taken every
    trick, and the bonus of a seat without a trick, unless a moon has settled that.
    """
    return deal.over or nothing_open(deal.taken, deal.ruleset)


def nothing_open(taken: Sequence[Cards], ruleset: Ruleset) -> bool:
    """Whether cards still held can change no points: what `settled` says of a deal that goes on.

    Args:
        taken: the cards each seat has taken.
        ruleset: the rules of the deal.
    """
    together = 0
    for cards in taken:
        together |= cards.mask
    if PENALTY_CARDS.mask & ~together:
        return False
    if ruleset.jack_of_diamonds and not together >> JACK_OF_DIAMONDS.index & 1:
        return False
    if ruleset.sun and _every_trick(taken):
        return False
    return not ruleset.no_trick_bonus or all(taken) or bool(_moon(taken, ruleset))


def shot(taken: Sequence[Cards], ruleset: Ruleset) -> Shot | None:
    """The moon or sun of a settled deal; None where nobody shot one.

    Args:
        taken: the cards each seat has taken.
        ruleset: the rules of the deal.
    """
    if ruleset.sun and _every_trick(taken):
        seat = next(seat for seat, cards in enumerate(taken) if cards)
        return Shot((seat,), seat, SUN_TIMES * deal_total(ruleset), sun=True)
    credited = _moon(taken, ruleset)
    if not credited:
        return None
    shooter = next(seat for seat in credited if QUEEN_OF_SPADES in taken[seat])
    return Shot(credited, shooter, deal_total(ruleset), sun=False)


def _every_trick(taken: Sequence[Cards]) -> bool:
    """Whether one seat has taken every trick so far."""
    return sum(map(bool, taken)) == 1


def _moon(taken: Sequence[Cards], ruleset: Ruleset) -> tuple[int, ...]:
    """The seats that took all fourteen penalty cards: one, or a team where that counts; else none."""
    for seat, cards in enumerate(taken):
        if cards >= PENALTY_CARDS:
            return (seat,)
    if ruleset.partners is Partners.TOGETHER:
        for first, second in ruleset.sides:
            if taken[first] | taken[second] >= PENALTY_CARDS:
                return (first, second)
    return ()


def moon_points(moon: Shot, choice: MoonChoice, ruleset: Ruleset) -> Points:
    """What a moon brings each seat: the stake for each of the others, or less for the shooter."""
    if choice is MoonChoice.SUBTRACT:
        return tuple(-moon.stake * (seat == moon.shooter) for seat in range(ruleset.players))
    side = _side_of(moon.shooter, ruleset)
    return tuple(moon.stake * (seat not in side) for seat in range(ruleset.players))


def side_totals(totals: Sequence[int], ruleset: Ruleset) -> Points:
    """The totals the game goes by: of each team, or of each seat.

    Args:
        totals: one a seat.
        ruleset: says who is a team.
    """
    return tuple(sum(totals[seat] for seat in side) for side in ruleset.sides)


def totals_after(totals: Sequence[int], points: Sequence[int], ruleset: Ruleset) -> Points:
    """The totals after one more deal, one a seat.

    Where an exact limit counts, a side's total of exactly the limit drops to half of it, rounded down; of a
    team the first seat's part is halved and rounded down, and its partner has the rest.
    """
    added = [total + more for total, more in zip(totals, points, strict=True)]
    for side in sides_dropping(added, ruleset):
        half = dropped_total(ruleset)
        for seat in side[:-1]:
            added[seat] //= 2
            half -= added[seat]
        added[side[-1]] = half
    return tuple(added)


def dropped_total(ruleset: Ruleset) -> int:
    """What a side's total drops to where it is exactly the limit: half of it, rounded down."""
    return ruleset.limit // 2


def sides_dropping(added: Sequence[int], ruleset: Ruleset) -> tuple[tuple[int, ...], ...]:
    """The sides whose total drops, as it is exactly the limit where that counts.

    Args:
        added: the totals with the points of a deal added, one a seat.
        ruleset: the rules of the game.
    """
    if not ruleset.exact_limit:
        return ()
    return tuple(side for side in ruleset.sides if sum(added[seat] for seat in side) == ruleset.limit)


def winning_seats(totals: Sequence[int], ruleset: Ruleset) -> tuple[int, ...]:
    """Who has won with these totals after a deal: the side that is lowest alone, once a side is at the limit.

    Args:
        totals: one a seat.
        ruleset: the rules of the game.

    Returns:
        The winner's seat, or both of a team; nobody while the game goes on.
    """
    by_side = side_totals(totals, ruleset)
    lowest = min(by_side)
    if max(by_side) < ruleset.limit or by_side.count(lowest) > 1:
        return ()
    return ruleset.sides[by_side.index(lowest)]


def score(deal: Deal, totals: Sequence[int] | None = None) -> DealScore:
    """What a settled deal comes to.

    Args:
        deal: the deal; with the shooter's choice, where one was made.
        totals: those before it, one a seat, on which "avoid" depends; those of a first deal if None.

    Raises:
        ValueError: where something that counts is still open.
    """
    if not settled(deal):
        raise ValueError("the deal still has points to take")
    ruleset, taken = deal.ruleset, deal.taken
    jacks = tuple(jack_points(cards, ruleset) for cards in taken)
    moon = shot(taken, ruleset)
    if moon is None:
        penalties = tuple(penalty_points(cards, ruleset) for cards in taken)
        return DealScore(_summed(penalties, jacks, no_trick_points(taken, ruleset)))
    before = (0,) * ruleset.players if totals is None else totals
    choice = deal.moon_choice or _by_rule(moon, jacks, before, ruleset)
    return _shot_score(moon, choice, jacks, ruleset)


def moon_question(deal: Deal, totals: Sequence[int]) -> MoonQuestion | None:
    """What the shooter of a settled deal has to be asked; None where nobody has.

    Args:
        deal: the deal.
        totals: those before it, one a seat.
    """
    ruleset = deal.ruleset
    if ruleset.moon is not Moon.CHOOSE or deal.moon_choice is not None or not settled(deal):
        return None
    moon = shot(deal.taken, ruleset)
    if moon is None:
        return None
    jacks = tuple(jack_points(cards, ruleset) for cards in deal.taken)
    options: list[MoonOption] = []
    for choice in MoonChoice:
        came_to = _shot_score(moon, choice, jacks, ruleset)
        after = totals_after(totals, came_to.points, ruleset)
        options.append(MoonOption(choice, came_to, after, winning_seats(after, ruleset)))
    return MoonQuestion(moon.shooter, tuple(options), moon.stake, _by_rule(moon, jacks, totals, ruleset))


def moon_counted(score: DealScore) -> MoonChoice:
    """Which way a moon or a sun was counted.

    Added, it leaves somebody with points even where they took the jack of diamonds; subtracted, nobody.
    """
    return MoonChoice.ADD if max(score.points) > 0 else MoonChoice.SUBTRACT


def _by_rule(moon: Shot, jacks: Points, totals: Sequence[int], ruleset: Ruleset) -> MoonChoice:
    """How a moon counts that nobody has chosen for."""
    match ruleset.moon:
        case Moon.ADD:
            return MoonChoice.ADD
        case Moon.SUBTRACT:
            return MoonChoice.SUBTRACT
        case Moon.AVOID | Moon.CHOOSE:
            added = _shot_score(moon, MoonChoice.ADD, jacks, ruleset).points
            winners = winning_seats(totals_after(totals, added, ruleset), ruleset)
            return MoonChoice.SUBTRACT if winners and moon.shooter not in winners else MoonChoice.ADD


def _shot_score(moon: Shot, choice: MoonChoice, jacks: Points, ruleset: Ruleset) -> DealScore:
    return DealScore(_summed(moon_points(moon, choice, ruleset), jacks), moon.credited, moon.sun)


def _side_of(seat: int, ruleset: Ruleset) -> tuple[int, ...]:
    return next(side for side in ruleset.sides if seat in side)


def _summed(*parts: Points) -> Points:
    return tuple(map(sum, zip(*parts, strict=True)))
