"""The rest are mine: who may lay the hand open, and who may not."""

from dataclasses import dataclass, replace

import pytest

from bot.rules.cards import NO_CARDS, PENALTY_CARDS, Card
from bot.rules.claims import refuse_claim
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.refusal import IllegalAct, Refusal, Rule
from bot.rules.ruleset import Direction, Ruleset
from tests.rules.layouts import layouts, position, takes_all, takes_all_in
from tests.rules.table import STANDARD, cards, deal, row

FIRST = {3: "2C 3C AC", 4: "2C 3C 4C AC", 5: "2C 3C 4C 5C AC"}
"""A first trick for the last seat, which is to lead then."""


def leads(*hands: str, plays: str = "", ruleset: Ruleset = STANDARD, kitty: str = "") -> Deal:
    """Give a deal of these hands, the last of them to lead after a first trick of clubs."""
    clubs = FIRST[len(hands)]
    held = (f"{club} {hand}" for club, hand in zip(clubs.split(), hands, strict=True))
    return deal(*held, plays=f"{clubs} {plays}", ruleset=ruleset, kitty=kitty)


def follows(*hands: str, plays: str, ruleset: Ruleset = STANDARD) -> Deal:
    """Give a deal of these hands after a first trick of clubs that seat 1 has taken, and these plays."""
    held = (f"{club} {hand}" for club, hand in zip(("4C", "AC", "2C", "3C"), hands, strict=True))
    return deal(*held, plays=f"2C 3C 4C AC {plays}", ruleset=ruleset)


def passed_left(*hands: str, passed: tuple[str, ...]) -> Deal:
    """Give a deal of these hands before the pass, in which the last seat is to lead after its first trick."""
    clubs = FIRST[4].split()
    running = deal(
        *(f"{club} {hand}" for club, hand in zip(clubs, hands, strict=True)), direction=Direction.LEFT
    )
    for seat, given in enumerate(passed):
        running = running.pass_cards(seat, row(given))
    for card in row(FIRST[4]):
        assert running.turn is not None
        running = running.play(running.turn, card)
    return running


ANY_TIME = Ruleset(hearts_any_time=True)
QUEEN_BREAKS = Ruleset(queen_breaks_hearts=True)
POINTS_FIRST = Ruleset(points_on_first_trick=True)
KITTY = Ruleset(players=3, kitty=True)
ALL_TAKEN = (PENALTY_CARDS, NO_CARDS, NO_CARDS, NO_CARDS)


@dataclass(frozen=True)
class Situation:
    """A deal, and whether the rest is the last seat's for certain."""

    says: str
    deal: Deal
    right: bool

    def __str__(self) -> str:
        return self.says.replace(" ", "-")


SITUATIONS = [
    Situation(
        "the highest card of every suit",
        leads("2D 2S 2H", "3D 3S 3H", "4D 4S 4H", "AD AS AH"),
        True,
    ),
    Situation(
        "one card that somebody can beat",
        leads("2D 2S 2H", "3D 3S KH", "4D 4S 4H", "AD AS QH"),
        False,
    ),
    Situation(
        "low cards of a suit nobody else has",
        leads("2D 3S 2H", "3D 4S 3H", "4D 5S 4H", "AD 6C 5C"),
        True,
    ),
    Situation(
        "ace and king draw a queen that one card can guard",
        leads("QD 2D 2H", "3S 4S 3H", "5S 6S 4H", "AD KD JD"),
        True,
    ),
    Situation(
        "two cards can guard the queen",
        leads("QD 2D 2H", "3D 4S 3H", "5S 6S 4H", "AD KD JD"),
        False,
    ),
    Situation(
        "a low card of a long suit once the others have none left",
        leads("5D 2S 2H", "3S 4S 3H", "5S 6S 4H", "AD 3D 2D"),
        True,
    ),
    Situation(
        "but two of them may be in one hand",
        leads("5D 2S 2H", "4D 4S 3H", "5S 6S 4H", "AD 3D 2D"),
        False,
    ),
    Situation(
        "hearts that are not broken are led last",
        leads("2H 2D 3D", "3H 4D 5D", "4H 6D 7D", "AH KH AD"),
        True,
    ),
    Situation(
        "a hand of hearts leads them unbroken",
        leads("2H 2D 3D", "3H 4D 5D", "4H 6D 7D", "AH KH QH"),
        True,
    ),
    Situation(
        "hearts that may be led at any time",
        leads("2H 2D 3D", "3H 4D 5D", "4H 6D 7D", "AH KH AD", ruleset=ANY_TIME),
        True,
    ),
    Situation("three players", leads("2D 2S", "KD KS", "AD AS", ruleset=Ruleset(players=3)), True),
    Situation("three players, one king too many", leads("2D 2S", "KD KS", "AD QS", ruleset=KITTY), False),
    Situation(
        "the ace lies in the kitty, for all to see",
        leads("2D 2S", "3D 3S", "KD AS", ruleset=KITTY, kitty="AD"),
        True,
    ),
    Situation(
        "five players",
        leads("2D 2S", "3D 3S", "4D 4S", "5D 5S", "AD AS", ruleset=Ruleset(players=5)),
        True,
    ),
    Situation(
        "five players, one of whom may hold both of a suit",
        leads("2D 3S", "3D 4S", "4D 5S", "5D 6S", "AD KD", ruleset=Ruleset(players=5)),
        True,
    ),
    Situation(
        "the card led is beaten by nobody still to play",
        leads("2D 2S", "3D 3S", "4D 4S", "AD AS", plays="AD 2D"),
        True,
    ),
    Situation(
        "the card led may still be beaten",
        leads("2D 2S", "3D 3S", "AD 4S", "KD AS", plays="KD 2D"),
        False,
    ),
    Situation(
        "whoever holds the one higher card has to follow with it now",
        leads("7D 2S", "3S 4S", "5S 6S", "AD 6D", plays="AD"),
        True,
    ),
    Situation(
        "of two, one may be kept",
        leads("7D 2S", "8D 4S", "5S 6S", "AD 6D", plays="AD"),
        False,
    ),
    Situation(
        "whoever could have beaten the card led has played",
        leads("2D 2S", "AS 3S", "KD 4S", "QD AD", plays="AD 2D AS"),
        False,
    ),
    Situation(
        "the last to play takes the trick with a low card and keeps the high one",
        follows("4S 5S", "5D 2S", "2D 3S", "6D AS", plays="5D 2D"),
        True,
    ),
    Situation(
        "the trick is another’s, and no card takes it",
        follows("4S 5S", "KD 2S", "2D 3S", "6D AS", plays="KD 2D"),
        False,
    ),
    Situation(
        "the next seat may hold the ace",
        follows("4D 9S 2H 3H", "QD 5D AD 4H", "3D 6D 5H 6H", "2D KD AH KH", plays="QD 3D 2D 4D 5D 6D"),
        False,
    ),
    Situation(
        "the next seat has shown that it holds none of the suit",
        follows("8S 9S 2H 3H", "QD 5D AD 4H", "3D 6D 5H 6H", "2D KD AH KH", plays="QD 3D 2D 9S 5D 6D"),
        True,
    ),
    Situation(
        "the next seat had nothing but hearts in the first trick",
        deal("2H 3H 4H", "AC 5D AD", "2C 6D 5H", "3C KD AH", plays="2C 3C 2H AC 5D 6D"),
        True,
    ),
    Situation(
        "nor anything else where it threw the queen of spades",
        deal("QS 3H 4H", "AC 5D KD", "2C 6D 5H", "3C QD AH", plays="2C 3C QS AC 5D 6D"),
        True,
    ),
    Situation(
        "which no other card shows",
        deal("AD 3H 4H", "AC 5D KD", "2C 6D 5H", "3C QD AH", plays="2C 3C AD AC 5D 6D"),
        False,
    ),
    Situation(
        "which a heart does not show where points go on the first trick",
        deal("2H 3H 4H", "AC 5D AD", "2C 6D 5H", "3C KD AH", plays="2C 3C 2H AC 5D 6D", ruleset=POINTS_FIRST),
        False,
    ),
    Situation(
        "the next seat had nothing but hearts when it led one unbroken",
        deal(
            "AC 2H 3H 4H",
            "2C QH 5D AD",
            "3C 5H 6D 8D",
            "4C 6H KD AH",
            plays="2C 3C 4C AC 2H QH 5H 6H 5D 6D",
        ),
        True,
    ),
    Situation(
        "which leading one does not show where hearts may always be led",
        deal(
            "AC 2H 3H 4H",
            "2C QH 5D AD",
            "3C 5H 6D 8D",
            "4C 6H KD AH",
            plays="2C 3C 4C AC 2H QH 5H 6H 5D 6D",
            ruleset=ANY_TIME,
        ),
        False,
    ),
    Situation(
        "nor once the queen of spades has broken hearts",
        deal(
            "AC KC 2H 3H 4H",
            "2C QS QH 5D AD",
            "3C 8C 5H 6D 8D",
            "4C JC 6H KD AH",
            plays="2C 3C 4C AC KC QS 8C JC 2H QH 5H 6H 5D 6D",
            ruleset=QUEEN_BREAKS,
        ),
        False,
    ),
    Situation(
        "which following with her does not do",
        deal(
            "AC KS 2H 3H 4H",
            "2C QS QH 5D AD",
            "3C 8S 5H 6D 8D",
            "4C JS 6H KD AH",
            plays="2C 3C 4C AC KS QS 8S JS 2H QH 5H 6H 5D 6D",
            ruleset=QUEEN_BREAKS,
        ),
        True,
    ),
    Situation(
        "nor does she where the rules do not say so",
        deal(
            "AC KC 2H 3H 4H",
            "2C QS QH 5D AD",
            "3C 8C 5H 6D 8D",
            "4C JC 6H KD AH",
            plays="2C 3C 4C AC KC QS 8C JC 2H QH 5H 6H 5D 6D",
        ),
        True,
    ),
    Situation(
        "the king may be guarded",
        leads("KS 2H 3H", "2D 3D 4D", "4S 5D 6D", "AS QS AH"),
        False,
    ),
    Situation(
        "the king is with the left, who was passed all that they hold",
        passed_left(
            "2D 3D 4D",
            "4S 5D 6D",
            "AS QS AH",
            "KS 2H 3H",
            passed=("2D-4D", "4S 5D 6D", "AS QS AH", "KS 2H 3H"),
        ),
        True,
    ),
]


@pytest.mark.parametrize("situation", SITUATIONS, ids=str)
def test_claim(situation: Situation) -> None:
    seat = len(situation.deal.hands) - 1
    refusal = refuse_claim(situation.deal, seat)
    assert refusal == (None if situation.right else Refusal(Rule.CLAIM_NOT_PROVED, seat, NO_CARDS))
    worlds = list(layouts(situation.deal, seat))
    assert takes_all(worlds, position(situation.deal, seat)) is situation.right


def test_it_is_not_enough_that_some_card_is_right_wherever_the_king_lies() -> None:
    # The ace catches a king of the next seat, the jack keeps the ace for one of the others; nobody can tell.
    running = follows("KD 4S 5S", "5D 2S 3S", "6D 6S 7S", "AD JD AH", plays="5D 6D")
    worlds = list(layouts(running, 3))
    assert all(takes_all_in(world, position(running, 3)) for world in worlds)
    assert not takes_all(worlds, position(running, 3))
    assert refuse_claim(running, 3) == Refusal(Rule.CLAIM_NOT_PROVED, 3, NO_CARDS)


NOT_NOW = [
    ("the first trick", deal("2C AD", "3C 2D", "4C 3D", "5C 4D"), 0),
    ("the last card of the first trick", deal("2C 2D", "3C 3D", "4C 4D", "AC AD", plays="2C 3C 4C"), 3),
    ("somebody else is to lead", leads("AD AS", "3D 3S", "4D 4S", "5D 5S"), 0),
    ("somebody else has the trick", leads("AD AS", "3D 3S", "4D 4S", "5D 5S", plays="5D AD"), 3),
    ("somebody else is to follow", leads("2D 2S", "3D 3S", "AD AS", "5D 5S", plays="5D"), 2),
    ("the last trick", leads("2D", "3D", "4D", "AD"), 3),
    ("the last card of all", leads("2D", "3D", "4D", "AD", plays="AD"), 3),
    ("nothing that counts is open", replace(leads("2D 2S", "3D 3S", "4D 4S", "AD AS"), taken=ALL_TAKEN), 3),
]


@pytest.mark.parametrize(("says", "running", "seat"), NOT_NOW, ids=[says for says, _, _ in NOT_NOW])
def test_not_now(says: str, running: Deal, seat: int) -> None:
    assert refuse_claim(running, seat) == Refusal(Rule.CLAIM_NOT_NOW, seat, NO_CARDS), says


def test_something_that_counts_is_open_as_the_rules_say() -> None:
    jack_counts = Ruleset(jack_of_diamonds=True)
    running = leads("2D 2S", "3D 3S", "4D 4S", "AD AS", ruleset=jack_counts)
    assert refuse_claim(replace(running, taken=ALL_TAKEN), 3) is None


def test_not_while_cards_are_passed_nor_after_the_end() -> None:
    passing = deal("2C AD KD QD", "3C 2D 4D 5D", "4C 3D 6D 7D", "5C 8D 9D TD", direction=Direction.LEFT)
    assert refuse_claim(passing, 0) == Refusal(Rule.PASS_NOT_OVER, 0, NO_CARDS)
    over = deal("2C", "3C", "4C", "5C", plays="2C 3C 4C 5C")
    assert refuse_claim(over, 3) == Refusal(Rule.DEAL_OVER, 3, NO_CARDS)
    for running, rule in ((passing, Rule.PASS_NOT_OVER), (over, Rule.DEAL_OVER)):
        with pytest.raises(IllegalAct) as refused:
            running.claim(3)
        assert refused.value.refusal == Refusal(rule, 3, NO_CARDS)


def test_the_offer_stays_while_the_others_play_to_the_trick_that_was_led() -> None:
    running = leads("2D 2S 2H", "3D 3S 3H", "4D 4S 4H", "AD AS AH")
    for card in row("AD 2D 3D 4D AS 2S 3S"):
        assert refuse_claim(running, 3) is None, card
        assert running.turn is not None
        running = running.play(running.turn, card)
    assert refuse_claim(running, 3) is None
    assert refuse_claim(running.play(2, Card.parse("4S")), 3) == Refusal(Rule.CLAIM_NOT_NOW, 3, NO_CARDS)


@pytest.mark.parametrize("plays", ["", "AD", "AD 2D 3D"])
def test_the_rest_is_the_claimers_the_running_trick_included(plays: str) -> None:
    running = leads("2D 2S 2H", "3D 3S 3H", "4D 4S 4H", "AD AS AH", plays=plays)
    claimed = Game(STANDARD, 0, deal=running).claim(3).deal
    assert claimed is not None
    everything = cards("2C 3C 4C AC 2D-4D AD 2S-4S AS 2H-4H AH")
    assert claimed.taken == (NO_CARDS, NO_CARDS, NO_CARDS, everything)
    assert (claimed.over, claimed.turn, claimed.claimed) == (True, None, 3)
    assert claimed.plays == running.plays
    assert running.laid_open == NO_CARDS
    assert claimed.laid_open == running.hands[3]
    assert running.rest_claimed == NO_CARDS
    assert claimed.rest_claimed == everything - running.taken[3]
    assert claimed.hands == (NO_CARDS,) * 4


def test_what_was_accepted_once_is_folded_without_being_proved_again() -> None:
    running = leads("2D 2S", "3D KS", "4D 4S", "AD QS")
    assert refuse_claim(running, 3) is not None
    assert running.claim(3).claimed == 3
