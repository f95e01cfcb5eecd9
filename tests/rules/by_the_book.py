"""A second formulation of the rules of play, on plain text and lists, to hold the first against."""

from collections.abc import Collection, Sequence

from bot.rules.refusal import Rule
from bot.rules.ruleset import Ruleset

RANKS = "23456789TJQKA"


def penalty(card: str) -> int:
    """Give the points of a card."""
    return 13 if card == "QS" else int(card.endswith("H"))


def lowest_club(cards: Collection[str]) -> str:
    """Give the lowest club among cards."""
    return min((card for card in cards if card.endswith("C")), key=lambda card: RANKS.index(card[0]))


def taker(trick: Sequence[tuple[int, str]]) -> int:
    """Give the seat whose card takes a finished trick of (seat, card)."""
    suit = trick[0][1][1]
    return max((RANKS.index(card[0]), seat) for seat, card in trick if card[1] == suit)[1]


def hearts_broken(tricks: Sequence[Sequence[tuple[int, str]]], ruleset: Ruleset) -> bool:
    """Say whether the cards of these tricks, the running one included, have broken hearts."""
    for trick in tricks:
        for _, card in trick:
            if card[1] == "H":
                return True
            if card == "QS" and ruleset.queen_breaks_hearts and trick[0][1][1] != "S":
                return True
    return False


def due(
    hand: Collection[str],
    tricks: Sequence[Sequence[tuple[int, str]]],
    ruleset: Ruleset,
) -> tuple[set[str], Rule | None]:
    """Say what the hand of the seat to play may play, and which rule stands against the rest of it.

    Args:
        hand: its cards.
        tricks: all tricks of the deal as (seat, card), the last one running and perhaps empty.
        ruleset: the house rules.
    """
    running = [card for _, card in tricks[-1]]
    others = {card for card in hand if not penalty(card)}
    if len(tricks) == 1 and not running:
        return {lowest_club(hand)}, Rule.OPENING_LEAD
    if not running:
        no_hearts = {card for card in hand if card[1] != "H"}
        if not no_hearts or ruleset.hearts_any_time or hearts_broken(tricks, ruleset):
            return set(hand), None
        return no_hearts, Rule.HEARTS_NOT_BROKEN
    following = {card for card in hand if card[1] == running[0][1]}
    if following:
        return following, Rule.FOLLOW_SUIT
    if len(tricks) == 1 and others and not ruleset.points_on_first_trick:
        return others, Rule.NO_POINTS_ON_FIRST_TRICK
    return set(hand), None
