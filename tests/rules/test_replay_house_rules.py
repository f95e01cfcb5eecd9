"""Records of house rules played again: choices, claims, kitties, three and five players."""

import random
from dataclasses import replace

import pytest

from bot.rules.record import DealRecord
from bot.rules.refusal import Rule
from bot.rules.replay import Fault, ReplayError, replay, verify
from bot.rules.ruleset import Direction, Moon, MoonChoice, Partners, Ruleset
from tests.rules.replaying import HANDS, LAST, MOON, dealt, lines, play_line
from tests.rules.rulesets import random_ruleset
from tests.rules.table import STANDARD, random_game, row


@pytest.mark.parametrize("seed", range(60))
def test_a_game_by_any_rules_replays_to_itself(seed: int) -> None:
    ruleset = random_ruleset(random.Random(seed))
    played = random_game(seed, ruleset, most_deals=8, to_the_last_card=seed % 2 == 0)
    every = list(replay(played.record))
    after = [line for line in every if "points" in line]
    assert [(line["points"], line["moon"], line["sun"]) for line in after] == [
        (list(score.points), list(score.moon), score.sun) for score in played.game.scores
    ]
    assert after[-1]["totals"] == list(played.game.totals)
    assert every[-1] == {"over": played.game.over, "winners": list(played.game.winners)}
    assert verify(played.record) == played.game


CHOOSE = Ruleset(moon=Moon.CHOOSE)


@pytest.mark.parametrize(
    ("ruleset", "choice", "points"),
    [
        (STANDARD, None, [26, 0, 26, 26]),
        (Ruleset(moon=Moon.SUBTRACT), None, [0, -26, 0, 0]),
        (CHOOSE, None, [26, 0, 26, 26]),
        (CHOOSE, MoonChoice.ADD, [26, 0, 26, 26]),
        (CHOOSE, MoonChoice.SUBTRACT, [0, -26, 0, 0]),
        (Ruleset(moon=Moon.CHOOSE, limit=26), None, [26, 0, 26, 26]),
        (Ruleset(partners=Partners.ALONE), None, [26, 0, 26, 0]),
    ],
    ids=str,
)
def test_what_the_shooter_chose_is_replayed(
    ruleset: Ruleset, choice: MoonChoice | None, points: list[int]
) -> None:
    record = replace(dealt(f"{MOON} / {LAST}"), moon_choice=choice)
    line = lines(record, ruleset=ruleset)[-2]
    assert (line["points"], line["moon"], line["sun"]) == (points, [1], False)


@pytest.mark.parametrize(
    ("record", "ruleset"),
    [
        (dealt(f"{MOON} / {LAST}"), STANDARD),
        (dealt(f"{MOON} / {LAST}"), Ruleset(moon=Moon.AVOID)),
        (dealt("2C 3C AD AC"), CHOOSE),
        (dealt(), CHOOSE),
    ],
)
def test_a_choice_that_nobody_had(record: DealRecord, ruleset: Ruleset) -> None:
    with pytest.raises(ReplayError) as refused:
        lines(replace(record, moon_choice=MoonChoice.ADD), ruleset=ruleset)
    error = refused.value
    assert (error.rule, error.deal, error.trick) == (Fault.MOON_CHOICE, 1, len(record.plays) // 4)
    assert "a choice stands where the rules let no shooter of a moon choose" in str(refused.value)


SUITS = ("2C-AC", "2D-AD", "2H-AH", "2S-AS")
"""Whoever has the clubs takes every trick."""


@pytest.mark.parametrize(
    ("hands", "plays", "claim", "ruleset", "points", "moon", "sun"),
    [
        (HANDS, MOON[: MOON.index(" / KC")], 1, STANDARD, [26, 0, 26, 26], [1], False),
        (HANDS, "2C 3C AD AC / 2S 2D AS", 1, STANDARD, [26, 0, 26, 26], [1], False),
        (HANDS, "2C 3C AD AC / 2S 2D AS 2H", 1, Ruleset(no_trick_bonus=True), [26, 0, 26, 26], [1], False),
        (
            HANDS,
            "2C 3C AD AC / 2S 2D AS 2H",
            1,
            Ruleset(jack_of_diamonds=True),
            [26, -10, 26, 26],
            [1],
            False,
        ),
        (HANDS, "2C 3C AD AC / 2S 2D AS 2H", 1, Ruleset(spot=True), [129, 0, 129, 129], [1], False),
        (HANDS, "2C 3C AD AC / 2S 2D AS 2H", 1, Ruleset(partners=Partners.ALONE), [26, 0, 26, 0], [1], False),
        (HANDS, "2C 3C AD AC / 2S 2D AS 2H", 1, Ruleset(sun=True), [26, 0, 26, 26], [1], False),
        (SUITS, "2C 2D 2H 2S", 0, Ruleset(sun=True), [0, 52, 52, 52], [0], True),
    ],
)
def test_the_rest_goes_to_whoever_claimed_it(
    hands: tuple[str, ...],
    plays: str,
    claim: int,
    ruleset: Ruleset,
    points: list[int],
    moon: list[int],
    sun: bool,
) -> None:
    line = lines(replace(dealt(plays, hands=hands), claim=claim), ruleset=ruleset)[-2]
    assert (line["points"], line["moon"], line["sun"]) == (points, moon, sun)


@pytest.mark.parametrize(
    ("plays", "claim", "text"),
    [
        (MOON[: MOON.index(" / KC")], 0, "deal 1, trick 12, seat 0, no card: claim_not_now: "),
        (f"{MOON} / AH", 1, "deal 1, trick 13, seat 1, no card: claim_not_now: "),
        ("2C 3C AD", 3, "deal 1, trick 1, seat 3, no card: claim_not_now: "),
        ("2C 3C AD AC / 2S 2D AS", 0, "deal 1, trick 2, seat 0, no card: claim_not_now: "),
        ("2C 3C AD AC / 2S", 3, "deal 1, trick 2, seat 3, no card: claim_not_proved: "),
        ("2C 3C AD AC", 3, "deal 1, trick 2, seat 3, no card: claim_not_proved: "),
    ],
)
def test_a_claim_that_is_not_right_ends_it(plays: str, claim: int, text: str) -> None:
    with pytest.raises(ReplayError) as refused:
        lines(replace(dealt(plays), claim=claim))
    assert str(refused.value).startswith(text)


def test_nothing_is_claimed_before_the_pass_is_over_or_after_the_last_card() -> None:
    for record, rule in [
        (dealt(f"{MOON} / {LAST}"), Rule.DEAL_OVER),
        (dealt(direction=Direction.LEFT), Rule.PASS_COUNT),
    ]:
        with pytest.raises(ReplayError) as refused:
            lines(replace(record, claim=1))
        assert refused.value.rule is rule


THREE = Ruleset(players=3, kitty=True)
THREE_HANDS = ("3C-AC 2D-6D", "7D-AD 2H-TH", "JH-AH 2S-AS")


def test_three_play_with_a_kitty() -> None:
    record = dealt("3C 7D 2S", hands=THREE_HANDS)
    assert lines(record, ruleset=THREE)[:3] == [
        play_line(1, 1, 0, "3C", "3C"),
        play_line(1, 1, 1, "7D-AD", "7D"),
        play_line(1, 1, 2, "2S-JS KS AS", "2S"),
    ]
    said = replace(record, kitty=tuple(row("2C")))
    assert lines(said, ruleset=THREE) == lines(record, ruleset=THREE)


@pytest.mark.parametrize(
    ("record", "ruleset", "text"),
    [
        (
            replace(dealt(hands=THREE_HANDS), kitty=tuple(row("3C"))),
            THREE,
            "deal 1, before trick 1, 3C: dealt_twice: a card is dealt twice",
        ),
        (
            replace(dealt(hands=(*THREE_HANDS[:2], "JH-AH 2S-KS 2C")), kitty=tuple(row("AS 2D"))),
            THREE,
            "deal 1, before trick 1, 2D: dealt_twice: a card is dealt twice",
        ),
        (
            replace(dealt(hands=(*THREE_HANDS[:2], "JH-AH 2S-KS")), kitty=tuple(row("AS"))),
            THREE,
            "deal 1, before trick 1, seat 2, JH QH KH AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS: hand_size: "
            "a seat is not dealt its share of the deck",
        ),
        (
            dealt(hands=THREE_HANDS),
            Ruleset(players=3),
            "deal 1, before trick 1, seat 0, 2D: left_out: a card is dealt that the rules leave out",
        ),
    ],
)
def test_what_is_wrong_with_a_kitty_or_a_deck(record: DealRecord, ruleset: Ruleset, text: str) -> None:
    with pytest.raises(ReplayError) as refused:
        lines(record, ruleset=ruleset)
    assert str(refused.value) == text


def test_the_kitty_is_the_rest_of_the_deck_and_all_of_it() -> None:
    hands = ("4C-KC", "4D-KD", "4H-KH", "4S-KS", "2C 3C AC 2D 3D AD 2H 3H AH 2S")
    record = replace(dealt(hands=hands), kitty=tuple(row("3S")))
    with pytest.raises(ReplayError, match=r"^deal 1, before trick 1, 3S: kitty: the kitty is not what"):
        lines(record, ruleset=Ruleset(players=5, kitty=True))
