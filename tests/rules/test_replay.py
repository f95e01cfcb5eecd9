"""A record played again: every decision as a line, up to the first thing that is not allowed."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.rules.game import Game
from bot.rules.record import DealRecord, Record, read_record
from bot.rules.refusal import Rule
from bot.rules.replay import SENTENCES, Fault, Line, ReplayError, replay, verify
from bot.rules.ruleset import Direction, Moon, MoonChoice, Partners, Ruleset
from bot.rules.scoring import settled
from tests.rules.rulesets import random_ruleset
from tests.rules.table import STANDARD, random_game, row

RECORDS = Path(__file__).with_name("records")

HANDS = ("2C 2D 3D-KD", "3C AS 4C-KC AH", "AD 2H 3H-KH", "AC 2S 3S-KS")
"""Seat 1 takes all but the first trick where everybody plays from left to right."""

MOON = "2C 3C AD AC / 2S 2D AS 2H / 4C 3H 3S 3D / 5C 4H 4S 4D / 6C 5H 5S 5D / 7C 6H 6S 6D / 8C 7H 7S 7D"
MOON += " / 9C 8H 8S 8D / TC 9H 9S 9D / JC TH TS TD / QC JH JS JD / KC QH QS QD"
LAST = "AH KH KS KD"

END = {"over": False, "winners": []}


def dealt(
    plays: str = "",
    *,
    hands: Sequence[str] = HANDS,
    direction: Direction = Direction.HOLD,
    passed: Sequence[str] = (),
) -> DealRecord:
    return DealRecord(
        direction,
        hands=tuple(tuple(row(hand)) for hand in hands),
        passed=tuple(tuple(row(cards)) for cards in passed),
        plays=tuple(row(plays)),
    )


def lines(*deals: DealRecord, ruleset: Ruleset = STANDARD) -> list[Line]:
    return list(replay(Record(ruleset, deals)))


def play_line(deal: int, trick: int, seat: int, legal: str, played: str) -> Line:
    return {
        "deal": deal,
        "trick": trick,
        "seat": seat,
        "legal": [str(card) for card in row(legal)],
        "played": played,
    }


def test_a_line_before_every_play_with_what_was_legal() -> None:
    assert lines(dealt("2C 3C AD AC / 2S 2D AS")) == [
        play_line(1, 1, 0, "2C", "2C"),
        play_line(1, 1, 1, "3C-KC", "3C"),
        play_line(1, 1, 2, "AD", "AD"),
        play_line(1, 1, 3, "AC", "AC"),
        play_line(1, 2, 3, "2S-KS", "2S"),
        play_line(1, 2, 0, "2D-KD", "2D"),
        play_line(1, 2, 1, "AS", "AS"),
        END,
    ]


def test_a_line_after_a_deal_and_one_at_the_end() -> None:
    assert lines(dealt(f"{MOON} / {LAST}"))[-2:] == [
        {"deal": 1, "points": [26, 0, 26, 26], "totals": [26, 0, 26, 26], "moon": [1], "sun": False},
        END,
    ]


def test_the_keys_stand_in_their_order() -> None:
    assert [list(line) for line in lines(dealt(f"{MOON} / {LAST}"))[-3:]] == [
        ["deal", "trick", "seat", "legal", "played"],
        ["deal", "points", "totals", "moon", "sun"],
        ["over", "winners"],
    ]


def test_legal_cards_are_sorted_by_suit_then_rank() -> None:
    hands = ("2C KS QS AH 3D 2H-9H", "3C-7C 6D-KD", "8C-QC TH-KH 2S-5S", "KC AC 2D 4D 5D AD 6S-JS AS")
    line = lines(dealt("2C 3C 8C KC / AC QS", hands=hands))[-2]
    assert line["legal"] == ["3D", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "AH", "QS", "KS"]


def test_a_skipped_rest_is_simply_not_there_and_one_that_is_there_is_read_all_the_same() -> None:
    skipped = random_game(15, most_deals=1).deals[0][0]
    assert settled(skipped)
    assert skipped.turn is not None
    played = skipped
    while played.turn is not None:
        played = played.play(played.turn, played.legal(played.turn).highest)
    short, long = (lines(DealRecord.of(running, 0)) for running in (skipped, played))
    assert short[-2:] == long[-2:]
    assert short[:-2] == long[: len(short) - 2]
    assert len(long) == 52 + 2


def test_a_record_may_stop_anywhere() -> None:
    whole = random_game(6, most_deals=1, to_the_last_card=True).record.deals[0]
    every = lines(whole)
    assert len(every) == 52 + 2
    over_from = 0
    for stop in range(53):
        stopped = lines(replace(whole, plays=whole.plays[:stop]))
        assert stopped[:stop] == every[:stop]
        assert stopped[-1] == END
        if len(stopped) == stop + 2:
            assert stopped[-2] == every[-2]
            over_from = over_from or stop
        else:
            assert len(stopped) == stop + 1
            assert not over_from
    assert 0 < over_from <= 52
    assert over_from % 4 == 0


@pytest.mark.parametrize("confirmed", range(4))
def test_a_record_may_stop_while_cards_are_passed(confirmed: int) -> None:
    passed = ("2D 3D 4D", "3C 4C 5C", "2H 3H 4H", "2S 3S 4S")
    some = [cards if seat < confirmed else "" for seat, cards in enumerate(passed)]
    assert lines(dealt(direction=Direction.LEFT, passed=some)) == [END]
    assert lines(dealt(direction=Direction.LEFT)) == [END]


def test_a_record_without_deals_is_a_game_not_begun() -> None:
    assert lines() == [END]


@pytest.mark.parametrize("direction", list(Direction))
def test_the_pass_is_taken_as_given(direction: Direction) -> None:
    """A lone deal may be any deal of a cycle, and where 2C leads follows from where it went."""
    passed = () if direction is Direction.HOLD else ("2C 2D 3D", "3C 4C 5C", "2H 3H 4H", "2S 3S 4S")
    leads = {Direction.LEFT: 1, Direction.RIGHT: 3, Direction.ACROSS: 2, Direction.HOLD: 0}[direction]
    assert lines(dealt("2C", direction=direction, passed=passed))[0] == play_line(1, 1, leads, "2C", "2C")


@pytest.mark.parametrize("name", ["standard", "house_rules"])
def test_a_whole_game(name: str) -> None:
    totals, winners, moons = {
        "standard": ([102, 32, 61, 65], [1], {4: [1]}),
        "house_rules": ([29, 47, 73, 59], [0], {}),
    }[name]
    record = read_record((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    every = list(replay(record))
    after = [line for line in every if "points" in line]
    assert every[-1] == {"over": True, "winners": winners}
    assert [line["deal"] for line in after] == list(range(1, len(record.deals) + 1))
    assert after[-1]["totals"] == totals
    assert {line["deal"]: line["moon"] for line in after if line["moon"]} == moons
    assert sum("played" in line for line in every) == sum(len(deal.plays) for deal in record.deals)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("to_the_last_card", [False, True])
def test_a_played_game_replays_to_itself(seed: int, to_the_last_card: bool) -> None:
    ruleset = Ruleset(limit=50, points_on_first_trick=seed % 2 == 0, queen_breaks_hearts=seed % 3 == 0)
    played = random_game(seed, ruleset, to_the_last_card=to_the_last_card)
    every = list(replay(played.record))
    assert [line["points"] for line in every if "points" in line] == [
        list(score.points) for score in played.game.scores
    ]
    assert every[-1] == {"over": True, "winners": list(played.game.winners)}


def test_the_game_itself_is_what_a_replay_returns() -> None:
    running = replay(random_game(7).record)
    while True:
        try:
            next(running)
        except StopIteration as end:
            game: Game = end.value
            break
    assert game == random_game(7).game


WRONG = [
    (
        [dealt("2D")],
        "deal 1, trick 1, seat 0, 2D: opening_lead: the holder of the lowest club leads it to the first "
        "trick (due: 2C)",
    ),
    ([dealt("3C")], "deal 1, trick 1, seat 0, 3C: not_held: the seat does not hold the card"),
    (
        [dealt("2C AS")],
        "deal 1, trick 1, seat 1, AS: follow_suit: a suit that was led is followed by whoever holds it "
        "(due: 3C 4C 5C 6C 7C 8C 9C TC JC QC KC)",
    ),
    (
        [dealt("2C 3C KH")],
        "deal 1, trick 1, seat 2, KH: no_points_on_first_trick: no heart or QS on the first trick from a "
        "hand with anything else (due: AD)",
    ),
    (
        [dealt("2C 3C AD AC / 2H", hands=(*HANDS[:2], "AD 2S 3H-KH", "AC 2H 3S-KS"))],
        "deal 1, trick 2, seat 3, 2H: hearts_not_broken: hearts are not led before they are broken by a hand "
        "with anything else (due: 3S 4S 5S 6S 7S 8S 9S TS JS QS KS)",
    ),
    (
        [dealt("2C 3C AD AC / 2S 2D AS 2H / AS")],
        "deal 1, trick 3, seat 1, AS: not_held: the seat does not hold the card",
    ),
    (
        [dealt(f"{MOON} / {LAST} / 2C")],
        "deal 1, trick 14, seat 1, 2C: deal_over: no card is played after the last trick",
    ),
    (
        [dealt(direction=Direction.LEFT, passed=("2C 2D", "", "", ""))],
        "deal 1, before trick 1, seat 0, 2C 2D: pass_count: a pass is exactly three different cards",
    ),
    (
        [dealt(direction=Direction.LEFT, passed=("2C 2D 3D", "3C 4C 5C 6C", "", ""))],
        "deal 1, before trick 1, seat 1, 3C 4C 5C 6C: pass_count: a pass is exactly three different cards",
    ),
    (
        [dealt(direction=Direction.LEFT, passed=("2C 2C 2C", "", "", ""))],
        "deal 1, before trick 1, seat 0, 2C: pass_count: a pass is exactly three different cards",
    ),
    (
        [dealt(direction=Direction.LEFT, passed=("2C 2D AH", "", "", ""))],
        "deal 1, before trick 1, seat 0, AH: not_held: the seat does not hold the card",
    ),
    (
        [dealt(passed=("2C 2D 3D", "", "", ""))],
        "deal 1, before trick 1, seat 0, 2C 2D 3D: no_pass_now: this deal has no pass, or the pass is over",
    ),
    (
        [dealt("2C", direction=Direction.LEFT)],
        "deal 1, before trick 1, seat 0, no card: pass_count: a pass is exactly three different cards",
    ),
    (
        [dealt("2C", direction=Direction.RIGHT, passed=("2C 2D 3D", "3C 4C 5C", "", "2S 3S 4S"))],
        "deal 1, before trick 1, seat 2, no card: pass_count: a pass is exactly three different cards",
    ),
    (
        [dealt(hands=(*HANDS[:3], "AC 2S 3S-QS KH"))],
        "deal 1, before trick 1, seat 3, KH: dealt_twice: a card is dealt once",
    ),
    (
        [dealt(hands=(*HANDS[:3], "AC 2S 3S-QS AC"))],
        "deal 1, before trick 1, seat 3, AC: dealt_twice: a card is dealt once",
    ),
    (
        [dealt(hands=("2C 3D-KD", *HANDS[1:]))],
        "deal 1, before trick 1, seat 0, 2C 3D 4D 5D 6D 7D 8D 9D TD JD QD KD: hand_size: every seat is dealt "
        "its share of the deck",
    ),
    (
        [dealt(hands=("", *HANDS[1:]))],
        "deal 1, before trick 1, seat 0, no card: hand_size: every seat is dealt its share of the deck",
    ),
    (
        [dealt("2C 3C AD AC"), dealt()],
        "deal 2, before trick 1: deal_not_over: the next deal begins when the one before has no points left "
        "to take",
    ),
    (
        [dealt(f"{MOON} / {LAST}")] * 2 + [dealt("2C 3C 4C")],
        "deal 3, trick 1, seat 2, 4C: not_held: the seat does not hold the card",
    ),
    (
        [dealt(f"{MOON} / {LAST}")] * 5,
        "deal 5, before trick 1: game_over: no deal follows the one that ended the game",
    ),
]


@pytest.mark.parametrize(("deals", "text"), WRONG, ids=[text.split(":")[0] for _, text in WRONG])
def test_what_is_not_allowed_ends_it_naming_deal_trick_seat_card_and_rule(
    deals: list[DealRecord], text: str
) -> None:
    with pytest.raises(ReplayError) as refused:
        lines(*deals)
    assert str(refused.value) == text
    assert refused.value.rule in text
    assert f"deal {refused.value.deal}" in text


def test_what_came_before_is_told_first() -> None:
    running = replay(Record(STANDARD, (dealt("2C 3C KH"),)))
    assert next(running)["played"] == "2C"
    assert next(running)["played"] == "3C"
    with pytest.raises(ReplayError) as refused:
        next(running)
    error = refused.value
    assert (error.deal, error.trick, error.seat) == (1, 1, 2)
    assert (str(error.cards), str(error.due)) == ("KH", "AD")
    assert error.rule is Rule.NO_POINTS_ON_FIRST_TRICK


@pytest.mark.parametrize(
    ("ruleset", "record"),
    [
        (Ruleset(points_on_first_trick=True), dealt("2C 3C KH")),
        (
            Ruleset(hearts_any_time=True),
            dealt("2C 3C AD AC / 2H", hands=(*HANDS[:2], "AD 2S 3H-KH", "AC 2H 3S-KS")),
        ),
    ],
)
def test_house_rules_allow_what_the_standard_game_does_not(ruleset: Ruleset, record: DealRecord) -> None:
    assert lines(record, ruleset=ruleset)[-1] == END
    with pytest.raises(ReplayError):
        lines(record)


def test_every_rule_has_a_sentence() -> None:
    assert set(SENTENCES) == {*Rule, *Fault}


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
    assert refused.value.rule is Fault.MOON_CHOICE
    assert "a choice stands where the rules let the shooter of a moon choose" in str(refused.value)


@pytest.mark.parametrize(
    ("plays", "claim", "ruleset", "points", "moon", "sun"),
    [
        (MOON, 1, STANDARD, [26, 0, 26, 26], [1], False),
        (MOON[: MOON.index(" / KC")], 1, STANDARD, [26, 0, 26, 26], [1], False),
        (MOON[: MOON.index(" / KC")], 0, STANDARD, [16, 10, 0, 0], [], False),
        ("2C 3C AD AC / 2S 2D", 1, STANDARD, [26, 0, 26, 26], [1], False),
        ("2C 3C AD AC", 3, Ruleset(sun=True), [52, 52, 52, 0], [3], True),
        ("", 2, Ruleset(sun=True), [52, 52, 0, 52], [2], True),
        ("2C 3C AD AC / 2S 2D AS 2H", 3, Ruleset(no_trick_bonus=True), [-5, 1, -5, 25], [], False),
    ],
)
def test_the_rest_goes_to_whoever_claimed_it(
    plays: str, claim: int, ruleset: Ruleset, points: list[int], moon: list[int], sun: bool
) -> None:
    line = lines(replace(dealt(plays), claim=claim), ruleset=ruleset)[-2]
    assert (line["points"], line["moon"], line["sun"]) == (points, moon, sun)


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
            "deal 1, before trick 1, 3C: dealt_twice: a card is dealt once",
        ),
        (
            replace(dealt(hands=(*THREE_HANDS[:2], "JH-AH 2S-KS 2C")), kitty=tuple(row("AS 2D"))),
            THREE,
            "deal 1, before trick 1, 2D: dealt_twice: a card is dealt once",
        ),
        (
            replace(dealt(hands=(*THREE_HANDS[:2], "JH-AH 2S-KS")), kitty=tuple(row("AS"))),
            THREE,
            "deal 1, before trick 1, seat 2, JH QH KH AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS: hand_size: "
            "every seat is dealt its share of the deck",
        ),
        (
            dealt(hands=THREE_HANDS),
            Ruleset(players=3),
            "deal 1, before trick 1, seat 0, 2D: left_out: a card that the rules leave out is not dealt",
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
    with pytest.raises(ReplayError, match="before trick 1, 3S: kitty: the kitty is what is left"):
        lines(record, ruleset=Ruleset(players=5, kitty=True))
