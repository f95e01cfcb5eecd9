"""A second formulation of the rules, on plain text and lists, to hold the first against."""

from collections.abc import Collection, Sequence

from bot.rules.refusal import Rule
from bot.rules.ruleset import Ruleset

RANKS = "23456789TJQKA"

Totals = Sequence[int]


def penalty(card: str, *, spot: bool = False) -> int:
    """Give the points of a card, the jack of diamonds apart."""
    if card == "QS":
        return 25 if spot else 13
    if not card.endswith("H"):
        return 0
    return RANKS.index(card[0]) + 2 if spot else 1


def apart(cards: Collection[str], ruleset: Ruleset) -> int:
    """Give the points of cards that are no part of a moon, and count for whoever took them beside one."""
    return -10 if ruleset.jack_of_diamonds and "JD" in cards else 0


def left_out(ruleset: Ruleset) -> set[str]:
    """Give the cards the game is played without."""
    return set() if ruleset.kitty else {3: {"2D"}, 5: {"2D", "2C"}}.get(ruleset.players, set())


def team(seat: int, ruleset: Ruleset) -> set[int]:
    """Give the seats that win and lose with a seat."""
    return {seat} if ruleset.partners == "none" else {seat, (seat + 2) % 4}


def shooters(taken: Sequence[Collection[str]], ruleset: Ruleset) -> set[int]:
    """Give who has shot the moon: a seat, both of a team where that counts, or nobody."""
    seats = range(ruleset.players)
    rich = {seat for seat in seats if any(penalty(card) for card in taken[seat])}
    if sum(penalty(card) for cards in taken for card in cards) < 26 or not rich:
        return set()
    if len(rich) == 1:
        return rich
    return rich if ruleset.partners == "together" and rich == team(min(rich), ruleset) else set()


def shot_sun(taken: Sequence[Collection[str]], ruleset: Ruleset) -> bool:
    """Say whether one seat has every trick so far, and that counts."""
    return ruleset.sun and sum(1 for cards in taken if cards) == 1


def nothing_open(taken: Sequence[Collection[str]], ruleset: Ruleset) -> bool:
    """Say whether the cards not taken yet can change nothing."""
    gone = {card for cards in taken for card in cards}
    if sum(map(penalty, gone)) < 26 or (ruleset.jack_of_diamonds and "JD" not in gone):
        return False
    if shot_sun(taken, ruleset):
        return False
    bonus_open = ruleset.no_trick_bonus and not all(taken)
    return not bonus_open or bool(shooters(taken, ruleset))


def new_totals(totals: Totals, points: Totals, ruleset: Ruleset) -> list[int]:
    """Give the total of each seat's side after a deal, from those before it."""
    after: list[int] = []
    for seat, total in enumerate(totals):
        total += sum(points[mate] for mate in team(seat, ruleset))
        after.append(ruleset.limit // 2 if ruleset.exact_limit and total == ruleset.limit else total)
    return after


def winners(totals: Totals, ruleset: Ruleset) -> set[int]:
    """Give the seats that have won with these totals, each that of its side."""
    best = {seat for seat, total in enumerate(totals) if total == min(totals)}
    return best if max(totals) >= ruleset.limit and best == team(min(best), ruleset) else set()


def points(
    taken: Sequence[Collection[str]], totals: Totals, ruleset: Ruleset, choice: str | None
) -> list[int]:
    """Give the points of a finished deal.

    Args:
        taken: what each seat took.
        totals: the total of each seat's side before.
        ruleset: the house rules.
        choice: "add" or "subtract", where the shooter chose.
    """
    seats = range(ruleset.players)
    beside = [apart(cards, ruleset) for cards in taken]
    who = shooters(taken, ruleset)
    if not who:
        bonus = [-5 if ruleset.no_trick_bonus and not cards else 0 for cards in taken]
        own = [sum(penalty(card, spot=ruleset.spot) for card in cards) for cards in taken]
        return [own[seat] + beside[seat] + bonus[seat] for seat in seats]
    stake = (129 if ruleset.spot else 26) * (2 if shot_sun(taken, ruleset) else 1)
    shooter = next(seat for seat in who if "QS" in taken[seat])
    added = [beside[seat] + (0 if seat in team(shooter, ruleset) else stake) for seat in seats]
    subtracted = [beside[seat] - (stake if seat == shooter else 0) for seat in seats]
    if choice is not None:
        return added if choice == "add" else subtracted
    if ruleset.moon in ("add", "subtract"):
        return added if ruleset.moon == "add" else subtracted
    ended = winners(new_totals(totals, added, ruleset), ruleset)
    return subtracted if ended and shooter not in ended else added


def sums(taken: Sequence[Collection[str]], ruleset: Ruleset) -> set[int]:
    """Give what a finished deal's points may come to: one number, or two where a moon counts either way.

    Args:
        taken: what each seat took, everything that counts among it.
        ruleset: the house rules.
    """
    total = 129 if ruleset.spot else 26
    beside = apart([card for cards in taken for card in cards], ruleset)
    if not shooters(taken, ruleset):
        return {total + beside - 5 * ruleset.no_trick_bonus * sum(not cards for cards in taken)}
    stake = total * (2 if shot_sun(taken, ruleset) else 1)
    others = ruleset.players - len(team(0, ruleset))
    ways = {"add": {stake * others}, "subtract": {-stake}}
    return {beside + way for way in ways.get(ruleset.moon, {stake * others, -stake})}


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
